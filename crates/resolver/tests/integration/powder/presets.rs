//! The creatures and things of the game.

use super::{document, exact, fight, powder};
use std::collections::BTreeMap;
use tohit_odds::Fraction;
use tohit_resolver::Extra;

#[test]
fn every_creature_and_thing_of_the_game_is_there() {
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for preset in powder().presets().all() {
        *groups.entry(preset.group.to_owned()).or_default() += 1;
    }
    let groups: Vec<(&str, usize)> = groups.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let expected = [
        ("Body armour", 9),
        ("Boots", 7),
        ("Breath", 4),
        ("Creatures", 74),
        ("Creatures, armed as usual", 10),
        ("Helmets", 6),
        ("Neck", 5),
        ("Shields", 8),
        ("Spells", 22),
        ("The page's examples", 2),
        ("Traps", 7),
        ("Wands", 5),
        ("Weapons in melee", 25),
        ("Weapons thrown and shot", 13),
    ];
    assert_eq!(groups, expected);
}

/// A weapon laid over a creature takes the place of its own blows and keeps the creature.
#[test]
fn presets_are_laid_over_each_other() {
    let complete = |attacker: &str| {
        let text = fight("melee", attacker, "", "");
        let (whole, problems) = powder().complete(&document(&text));
        assert!(problems.is_empty(), "{problems:?}");
        whole.get("attacker").cloned().unwrap()
    };
    let over = complete(r#""preset":["baezlbub","earth-hammer"],"weapon":{"enchantment":1}"#);
    let by_hand = complete(
        r#""kind":"monster","physical_level":20,"magical_level":20,"size":"gargantuan","parts":[{"dice":2,"sides":4,"bonus":5}],
           "weapon":{"enchantment":1,"type":"blunt","size":"large","special":"knockback","material":"stone","digs":true}"#,
    );
    assert_eq!(over, by_hand);
    let shot =
        r#"{"mode":"missile","attacker":{"preset":["fred","arrow","bow"]},"defender":{"preset":"troll"}}"#;
    let by_hand = r#"{"mode":"missile","attacker":{"physical_level":8,"magical_level":5,"parts":[{"dice":2,"sides":4}],
        "weapon":{"enchantment":2,"type":"pointed","special":"ricochet"}},"defender":{"natural_ac":8,"hp":26}}"#;
    assert_eq!(exact(shot), exact(by_hand));
}

/// Who is armed as usual is the creature with the weapon laid over it; as who is struck it is the creature with armour.
#[test]
fn the_armed_are_creatures_with_their_weapons() {
    let complete = |side: &str, preset: &str| {
        let entered = format!(r#""preset":{preset}"#);
        let (attacker, defender) =
            if side == "attacker" { (entered.as_str(), "") } else { ("", entered.as_str()) };
        let text = fight("melee", attacker, defender, "");
        let (whole, problems) = powder().complete(&document(&text));
        assert!(problems.is_empty(), "{preset}: {problems:?}");
        whole.get(side).cloned().unwrap()
    };
    let id = |name: &str| name.to_ascii_lowercase().replace(' ', "-");
    for preset in powder().presets().all().filter(|preset| preset.group == "Creatures, armed as usual") {
        let (creature, weapon) = preset.name.split_once(" with its ").unwrap();
        let (creature, weapon) = (id(creature), id(weapon.trim_end_matches(" and armour")));
        let armed = format!("\"{}\"", preset.id());
        let over = format!(r#"["{creature}","{weapon}"]"#);
        assert_eq!(complete("attacker", &armed), complete("attacker", &over), "{}", preset.name);
        let (struck, bare) = (complete("defender", &armed), complete("defender", &format!("\"{creature}\"")));
        for field in ["kind", "natural_ac", "hp", "size", "slots", "skills"] {
            assert_eq!(struck.get(field), bare.get(field), "{}: {field}", preset.name);
        }
        assert_eq!(
            struck.get("worn") == bare.get("worn"),
            !preset.name.ends_with("armour"),
            "{}",
            preset.name
        );
    }
}

/// What the game rolls once for each creature, on average, rounded down; the page's Fred has none told of him.
#[test]
fn creatures_have_hit_points() {
    let hp = |name: &str| {
        let text = fight("melee", "", &format!(r#""preset":"{name}""#), "");
        let (whole, problems) = powder().complete(&document(&text));
        assert!(problems.is_empty(), "{problems:?}");
        whole.at("defender.hp").map(ToString::to_string).unwrap_or_default()
    };
    let known = ["troll", "troll-with-its-club", "rat", "tridude", "golden-tridude", "village-elder"].map(hp);
    assert_eq!(known, ["26", "26", "2", "11", "200", "65"]);
    assert_eq!(hp("fred"), "null");
    for preset in powder().presets().all().filter(|preset| preset.group == "Creatures") {
        assert!(hp(&preset.id()).parse::<u32>().is_ok_and(|hp| hp > 0), "{}", preset.name);
    }
}

/// The page's example: a charge alone kills now and then, and some turns do.
#[test]
fn fred_against_the_troll_is_a_fight() {
    let text = fight("melee", r#""preset":"fred","charging":true"#, r#""preset":"troll""#, "");
    let answer = exact(&text);
    let all = answer.turn_damage.as_ref().unwrap();
    let kills = all.entries.iter().filter(|(value, _)| *value >= 26).map(|(_, p)| p).sum::<Fraction>();
    let fought = powder().fight::<Fraction>(&document(&text)).unwrap();
    assert_eq!(fought.turns.entries[0], (1, kills.clone()));
    assert!(
        answer
            .more
            .iter()
            .any(|(name, told)| *name == "kill" && matches!(told, Extra::Chance(p) if *p == kills))
    );
    assert!((2.0..4.0).contains(&fought.means.unwrap().turns.to_f64()));
}
