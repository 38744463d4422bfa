//! `tohit import` with a text of each game.

use crate::common::{items, json, tohit};
use tohit_resolver::Json;

fn fixture(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/characters");
    std::fs::read(folder.join(name)).unwrap()
}

/// Fails unless the text is printed in words and as JSON, and its link is answered.
fn is_read(name: &str, first: &str, values: &[(&str, Json)]) {
    let printed = tohit(&["import"], fixture(name)).good();
    assert_eq!(printed.lines().next(), Some(first));
    for list in ["\nRead\n", "\nLeft as it was\n"] {
        assert!(printed.contains(list), "{printed}");
    }
    let object = json(&tohit(&["import", "--json"], fixture(name)).good());
    for (path, value) in values {
        assert_eq!(object.at(path), Some(value), "{path}");
    }
    let link = object.get("link").and_then(Json::text).unwrap();
    assert!(printed.contains(link));
    let answer = json(&tohit(&["resolve", "--link", link], "").good());
    assert!(answer.get("hit").is_some(), "{answer}");
}

#[test]
fn dungeon_crawl_is_read() {
    is_read(
        "dcss-minotaur-fighter.txt",
        "DCSS, written by 0.30.1-23-gabcdef1: Minotaur Fighter, level 15",
        &[
            ("fighter.attacker.weapon.preset", "broad-axe".into()),
            ("fighter.defender.ac", 25.into()),
            ("ruleset", "dcss".into()),
        ],
    );
}

#[test]
fn a_dumplog_of_nethack_gives_a_fight_that_is_answered() {
    let out = tohit(&["import"], fixture("nethack-own-valkyrie.txt")).good();
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("NetHack, written by 3.6.7: dwarven Valkyrie, level 1"));
    let link = lines.find(|line| line.starts_with("nethack/melee?")).unwrap();
    assert!(json(&tohit(&["resolve", "--link", link], "").good()).get("hit").is_some());
    for line in ["Strength: 15  (attacker.strength)", "Weapon: Enchantment: 1  (attacker.weapon.enchantment)"]
    {
        assert!(out.contains(line), "{out}");
    }
    let all = json(&tohit(&["import", "--json"], fixture("nethack-own-valkyrie.txt")).good());
    assert_eq!(all.at("fighter.attacker.weapon.preset"), Some(&"long-sword".into()));
    assert_eq!(all.at("fighter.defender.hp"), Some(&Json::from(18)));
    assert_eq!(items(all.get("carried").unwrap()).len(), 3);
}

#[test]
fn a_text_without_a_version_names_none() {
    let out = tohit(&["import"], fixture("nethack-healer-screen-3.7.txt")).good();
    assert!(out.starts_with("NetHack: gnomish Healer, level 2\n"), "{out}");
    assert!(
        out.contains("Version: the text has no version; it is of 3.7 or 5.0  (situation.rules)"),
        "{out}"
    );
}

#[test]
fn variants_are_refused_by_their_names() {
    let variant = b"Unix EvilHack Version 0.8.2 - last build Mon.\n\nInventory:\n";
    let refused = tohit(&["import"], variant);
    assert_eq!(refused.refused(), [""]);
    assert!(refused.err.contains("this is a dump of EvilHack 0.8.2, another game;"), "{}", refused.err);
}

#[test]
fn shattered_pixel_dungeon_is_read_packed_and_unpacked() {
    is_read(
        "shattered-warrior-gladiator.json",
        "Shattered PD, written by 3.3.6: Warrior, level 14",
        &[
            ("fighter.attacker.weapon.preset", "battle-axe".into()),
            ("fighter.defender.hp", 71.into()),
            ("stated.0.equal", true.into()),
        ],
    );
    is_read(
        "shattered-mage-immune-packed.dat",
        "Shattered PD, written by release 867: Mage, level 10",
        &[("fighter.attacker.wand.preset", "wand-of-disintegration".into())],
    );
}

#[test]
fn lines_of_a_screen_are_compared_with_the_fight_of_a_link() {
    let line = "You have a 87% chance to hit the goblin, typically hit for 9% of its current health.";
    let compared = |link: &str| tohit(&["import", "--screen", link], line);
    let out = compared("brogue/melee?defender.hp=15").good();
    assert!(
        out.starts_with("you hit, in percent: 87, equal\nyou hit: percent of health: 9, ours 20: "),
        "{out}"
    );
    let all = json(&tohit(&["import", "--json", "--screen", "brogue/melee"], line).good());
    assert_eq!((all.at("0.game"), all.at("0.equal")), (Some(&Json::from(87)), Some(&true.into())));
    assert_eq!(compared("brogue/melee?attacker.lvel=3").refused(), ["attacker.lvel"]);
    assert_eq!(compared("powder/melee").refused(), [""]);
}
