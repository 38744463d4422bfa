//! What a document may say, what its fields mean for each other, and the presets.

use super::{exact, fraction, game, problems, read};
use std::collections::BTreeMap;
use tohit_resolver::Extra;
use tohit_resolver::sheet::{Field, FieldCondition, Shape, SheetSpec};

fn paths(document: &str) -> Vec<String> {
    let mut paths: Vec<String> = problems(document).into_iter().map(|problem| problem.path).collect();
    paths.sort();
    paths
}

#[test]
fn fields_that_do_not_fit_each_other() {
    for (document, wrong) in [
        (r#"{"attacker":{"damage":{"min":6}}}"#, "attacker.damage.max"),
        (r#"{"attacker":{"damage":{"min":-5,"max":-6}}}"#, "attacker.damage.max"),
        (r#"{"attacker":{"weapon":{"min":13}}}"#, "attacker.weapon.max"),
        (r#"{"attacker":{"weapon":{"min":8,"max":7}}}"#, "attacker.weapon.max"),
        (r#"{"mode":"thrown","attacker":{"weapon":{"min":5}}}"#, "attacker.weapon.max"),
        (r#"{"attacker":{"weapon":{"category":"wand","min":6}}}"#, "attacker.weapon.max"),
        (r#"{"attacker":{"weapon":{"charges":3}}}"#, "attacker.weapon.charges"),
        (r#"{"attacker":{"hero_class":"mage","subclass":"sniper"}}"#, "attacker.subclass"),
        (r#"{"defender":{"hero_class":"mage","subclass":"sniper"}}"#, "defender.subclass"),
        (r#"{"mode":"thrown","attacker":{"weapon":null}}"#, "attacker.weapon"),
        (r#"{"mode":"thrown","attacker":{"weapon":{"category":"melee"}}}"#, "attacker.weapon.category"),
        (r#"{"mode":"thrown","attacker":{"weapon":{"category":"wand"}}}"#, "attacker.weapon.category"),
        (r#"{"attacker":{"accuracy":10001}}"#, "attacker.accuracy"),
        (r#"{"attacker":{"water_multiplier":"1/2"}}"#, "attacker.water_multiplier"),
        (r#"{"attacker":{"level":5.5}}"#, "attacker.level"),
        (r#"{"defender":{"kind":"troll"}}"#, "defender.kind"),
        (r#"{"situation":{"distance":0}}"#, "situation.distance"),
        (r#"{"targeting":{"tap":[0,0]}}"#, "targeting.tap"),
        (r#"{"targeting":{"tap":[32,0]}}"#, "targeting.tap"),
        (r#"{"targeting":{"width":10}}"#, "targeting.tap"),
        (r#"{"mode":"targeting","targeting":{"origin":[0,40]}}"#, "targeting.origin"),
        (r#"{"mode":"targeting","targeting":{"wanted":[0,0]}}"#, "targeting.wanted"),
        (r#"{"targeting":{"walls":[[1,1],[2]]}}"#, "targeting.walls.1"),
        (r#"{"mode":"targeting","attacker":{"levl":3}}"#, "attacker.levl"),
    ] {
        assert_eq!(paths(document), [wrong], "{document}");
    }
    let many = r#"{"attacker":{"subclass":"warden","hero_class":"mage","level":0,"weapon":{"min":9,"max":1}},"targeting":{"tap":[0,0]}}"#;
    assert_eq!(paths(many), ["attacker.level", "attacker.subclass", "attacker.weapon.max", "targeting.tap"]);
}

/// What the mode or the kind does not use is checked by itself and otherwise ignored, so that a form can switch without loss.
#[test]
fn what_is_not_used_does_not_matter() {
    for document in [
        r#"{"mode":"thrown","attacker":{"kind":"mob","weapon":null}}"#,
        r#"{"mode":"magic","attacker":{"weapon":{"enchantment":"grim"}}}"#,
        r#"{"mode":"targeting","attacker":{"weapon":{"enchantment":"grim"}}}"#,
        r#"{"attacker":{"kind":"mob","weapon":{"enchantment":"grim"}}}"#,
        r#"{"attacker":{"weapon":{"category":"wand","enchantment":"grim"}}}"#,
        r#"{"attacker":{"weapon":{"category":"wand","upgrade":-20}}}"#,
        r#"{"attacker":{"weapon":{"upgrade":-20,"tier":20}}}"#,
        r#"{"attacker":{"subclass":"sniper","hero_class":"huntress"}}"#,
        r#"{"attacker":{"accuracy":null,"ignores_armor":null},"defender":{"armor":null}}"#,
    ] {
        assert_eq!(paths(document), [] as [String; 0], "{document}");
    }
}

#[test]
fn the_defender_is_of_the_other_kind() {
    let dodge = |document: &str| exact(document).values[1].1.to_string();
    assert_eq!(dodge("{}"), "3");
    assert_eq!(dodge(r#"{"attacker":{"kind":"mob"}}"#), "5");
    assert_eq!(dodge(r#"{"defender":{"kind":"hero"}}"#), "5");
    assert_eq!(dodge(r#"{"attacker":{"kind":"mob"},"defender":{"kind":"mob"}}"#), "3");
}

fn every_field(spec: &'static SheetSpec, path: &str, found: &mut Vec<(String, &'static Field)>) {
    for field in spec.fields {
        let here = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
        if let Shape::Sheet(inner) = field.shape.inner() {
            every_field(inner, &here, found);
        }
        found.push((here, field));
    }
}

/// Whether a field counts in a scenario, by its conditions.
fn counts(document: &str, path: &str) -> bool {
    let (complete, _) = game().complete(&read(document));
    let mut fields = Vec::new();
    every_field(game().form("melee"), "", &mut fields);
    let (_, field) = fields.iter().find(|(known, _)| known == path).unwrap_or_else(|| panic!("{path}"));
    let sheet = path.rsplit_once('.').map_or("", |(sheet, _)| sheet);
    field.about.when.iter().all(|when: &FieldCondition| when.met(&complete, sheet))
}

#[test]
fn conditions_follow_the_kinds() {
    let (hero, mob) = ("{}", r#"{"attacker":{"kind":"mob"}}"#);
    let heroes = r#"{"defender":{"kind":"hero"}}"#;
    for (path, with_hero, with_mob, among_heroes) in [
        ("attacker.level", true, false, true),
        ("attacker.weapon", true, false, true),
        ("attacker.delay", false, true, false),
        ("defender.level", false, true, true),
        ("defender.armor", false, true, true),
        ("defender.barkskin", false, true, true),
        ("defender.no_assassin_bonus", true, false, false),
        ("defender.yog_fists", true, false, false),
        ("defender.dodge", true, true, true),
    ] {
        let found = [hero, mob, heroes].map(|document| counts(document, path));
        assert_eq!(found, [with_hero, with_mob, among_heroes], "{path}");
    }
    assert!(!counts(r#"{"attacker":{"kind":"mob"},"defender":{"dodge":4}}"#, "defender.level"));
    assert!(!counts(r#"{"attacker":{"weapon":{"category":"wand"}}}"#, "attacker.weapon.tier"));
    assert!(!counts(r#"{"attacker":{"weapon":{"category":"wand"}}}"#, "attacker.weapon.charges"));
    assert!(counts(
        r#"{"attacker":{"subclass":"battlemage","weapon":{"category":"wand"}}}"#,
        "attacker.weapon.charges"
    ));
    assert!(
        !counts("{}", "attacker.combo")
            && counts(r#"{"attacker":{"subclass":"gladiator"}}"#, "attacker.combo")
    );
}

/// Every condition and every mode that a field names exists, and every field is explained.
#[test]
fn the_form_is_whole() {
    let mut fields = Vec::new();
    every_field(game().form("melee"), "", &mut fields);
    assert!(fields.len() > 70, "{}", fields.len());
    let known = |path: &str| path == "mode" || fields.iter().any(|(known, _)| known == path);
    for (path, field) in &fields {
        assert!(
            field.about.help.ends_with('.') && field.about.help.len() > 15,
            "{path}: {}",
            field.about.help
        );
        assert!(field.about.label.chars().next().is_some_and(char::is_uppercase), "{path}");
        assert!(field.about.modes.iter().all(|mode| game().about().mode(mode).is_some()), "{path}");
        let sheet = path.rsplit_once('.').map_or("", |(sheet, _)| sheet);
        for when in field.about.when.iter().flat_map(|when| [Some(when), when.or]).flatten() {
            let other =
                when.path.strip_prefix('.').map_or(when.path.to_owned(), |name| format!("{sheet}.{name}"));
            assert!(known(&other), "{path}: there is no {other}");
        }
    }
}

#[test]
fn presets_hold_the_games_figures() {
    let hit = |attacker: &str, defender: &str| {
        exact(&format!(r#"{{"attacker":{{"preset":{attacker}}},"defender":{{"preset":{defender}}}}}"#))
    };
    // A rat against a Rogue at the start: 8 against 6, 1-5 against cloth armor.
    let rat = hit(r#""marsupial-rat""#, r#""rogue-in-cloth-armor""#);
    assert_eq!(rat.hit, Some(fraction("5/8")));
    assert_eq!(rat.values[2].1.to_string(), "2");
    // A hero, and another weapon in his hand.
    let berserker = hit(r#"["level-5-berserker-with-a-war-hammer","dagger"]"#, r#""gnoll-scout""#);
    assert_eq!(berserker.values[0].1.to_string(), "84/5", "strong enough for a dagger");
    assert_eq!(
        berserker.damage.as_ref().unwrap().entries.last().unwrap().0,
        13,
        "8 and 5 points of spare strength"
    );
    assert!(matches!(&berserker.more[..], [("kill", Extra::Chance(_))]));
    let upgraded = exact(
        r#"{"attacker":{"strength":18,"weapon":{"preset":"war-hammer","upgrade":2}},"defender":{"preset":"golem"}}"#,
    );
    assert_eq!(upgraded.damage.unwrap().entries.last().unwrap().0, 24 + 10 + 2);
    let flies = exact(
        r#"{"attacker":{"subclass":"assassin","preset":"dagger"},"defender":{"preset":"swarm-of-flies"},"situation":{"surprise":true}}"#,
    );
    assert_eq!(flies.damage.unwrap().entries.last().unwrap().0, 8);
}

#[test]
fn no_preset_is_missing() {
    let mut groups = BTreeMap::new();
    for preset in game().presets().all() {
        *groups.entry(preset.group).or_insert(0) += 1;
    }
    let expected = [
        ("Armor", 9),
        ("Heroes at the start", 12),
        ("Melee weapons", 14),
        ("Missiles", 7),
        ("Monsters", 46),
        ("Monsters of a depth", 16),
        ("The document's example", 2),
        ("Wands as a club", 10),
        ("Wands' bolts", 10),
    ];
    assert_eq!(groups.into_iter().collect::<Vec<_>>(), expected);
}
