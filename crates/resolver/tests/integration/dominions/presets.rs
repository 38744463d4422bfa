//! The presets: all of the tables' lines are there, and a unit is what its line says.

use super::{document, dominions, floats, hit, value};
use tohit_resolver::Json;

#[test]
fn none_is_missing() {
    let library = dominions().presets();
    let of = |group: &str| library.all().filter(|preset| preset.group == group).count();
    // Besides the main lines, one for each further weapon, and one for all together; and "none" of each thing worn.
    let units = || library.all().filter(|preset| preset.group == "Units");
    let together = units()
        .filter(|preset| preset.section("attacker").is_some_and(|says| says.contains("more_weapons")))
        .count();
    let further = units().filter(|preset| preset.name.contains(',')).count() - together;
    assert_eq!((of("Units") - further - together, further, together), (74, 18, 21));
    assert_eq!(of("Weapons"), 85);
    assert_eq!((of("Shields"), of("Body armour"), of("Helmets")), (1 + 40, 1 + 51, 1 + 33));
    assert_eq!(library.of("weapon").count(), 85);
    assert_eq!(library.of("shield").count(), 41);
    // Only the ghost strikes with nothing that the rules cover.
    assert_eq!(units().filter(|preset| preset.section("attacker").is_some()).count(), 74 + 18 + 21 - 1);
    assert_eq!(units().filter(|preset| preset.section("defender").is_some()).count(), 74);
}

fn complete(text: &str) -> Json {
    let (whole, problems) = dominions().complete(&document(text));
    assert!(problems.is_empty(), "{text}: {problems:?}");
    whole
}

/// Every weapon that a unit's line names is a weapon's line.
#[test]
fn weapons_of_units_exist() {
    let library = dominions().presets();
    for unit in library.all() {
        let named = unit.section("attacker").into_iter().flat_map(str::split_whitespace);
        for (_, weapon) in named.filter_map(|field| field.split_once(".preset=")) {
            assert!(library.find("weapon", weapon).is_some(), "{}: {weapon}", unit.name);
        }
    }
}

#[test]
fn a_unit_in_full() {
    let whole = complete(r#"{"attacker":{"preset":"einhere-axe"},"defender":{"preset":"vanjarl"}}"#);
    for (path, expected) in [
        ("attacker.attack", "11"),
        ("attacker.weapon.damage", "8"),
        ("attacker.weapon.types", r#"["slash"]"#),
        ("attacker.other_weapon_lengths", "[1]"),
        ("attacker.ambidextrous", "1"),
        ("attacker.defence", "9"),
        ("defender.defence", "19"),
        ("defender.mounted", "true"),
        ("defender.images", "1"),
        ("defender.hp", "15"),
        ("defender.repel_weapon", r#"{"attack":1,"length":1,"intrinsic":false}"#),
    ] {
        assert_eq!(whole.at(path).unwrap().to_string(), expected, "{path}");
    }
}

/// Armour, a shield, a weapon, a blessing laid over a unit.
#[test]
fn gear_is_laid_over_a_unit() {
    let dressed = r#"{"defender":{"preset":["heavy-infantry-40","full-plate-mail","tower-shield","pike","bless-defense"]}}"#;
    // 10 - 1 - 3 - 2 + 2.
    assert_eq!((value(dressed, "defence"), value(dressed, "parry")), (6, 7));
    let whole = complete(dressed);
    for (path, expected) in [
        ("defender.body_armour", "21"),
        ("defender.head_armour", "18"),
        ("defender.shield.protection", "16"),
        ("defender.repel_weapon.length", "5"),
    ] {
        assert_eq!(whole.at(path).unwrap().to_string(), expected, "{path}");
    }
    let bare = r#"{"defender":{"preset":["heavy-infantry-40","no-shield"]}}"#;
    assert_eq!((value(bare, "defence"), value(bare, "parry")), (9, 0));
    let armed = r#"{"attacker":{"preset":"vanjarl","weapon":{"preset":"katana"}}}"#;
    assert_eq!(value(armed, "attack"), 14 + 3);
    assert!(hit(armed) > hit(r#"{"attacker":{"preset":"vanjarl"}}"#));
}

/// Every unit attacks and every unit is attacked, as a strike and as a turn of two.
#[test]
fn all_units_fight() {
    let library = dominions().presets();
    let ids = |target: &'static str| -> Vec<String> {
        library.of(target).filter(|preset| preset.group == "Units").map(|preset| preset.id()).collect()
    };
    for (attacker, defender) in ids("attacker").iter().zip(ids("defender").iter().cycle()) {
        let text = format!(
            r#"{{"mode":"sequence","attacker":{{"preset":"{attacker}"}},"defender":{{"preset":"{defender}"}},"situation":{{"attackers":2}}}}"#
        );
        let answer = floats(&text);
        for spread in [answer.damage.unwrap(), answer.turn_damage.unwrap()] {
            let sum: f64 = spread.entries.iter().chain(&spread.tail).map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{text}: {sum}");
        }
    }
}
