//! The creatures and things of the game.

use crate::{document, exact, fight, powder};
use std::collections::BTreeMap;

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
        let (whole, problems) = powder().complete(&document(&text), powder().presets());
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
        "weapon":{"enchantment":2,"type":"pointed","special":"ricochet"}},"defender":{"natural_ac":8}}"#;
    assert_eq!(exact(shot), exact(by_hand));
}
