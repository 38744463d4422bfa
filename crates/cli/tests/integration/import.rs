//! `tohit import`: the first line, the link, the lists and the object of a game's text.
use crate::common::{items, json, tohit};
use tohit_resolver::Json;

/// A text among the fixtures of `crates/import`.
fn text(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/characters/");
    std::fs::read(format!("{folder}{name}.txt")).unwrap()
}

#[test]
fn a_dumplog_of_nethack_gives_a_fight_that_is_answered() {
    let out = tohit(&["import"], text("nethack-own-valkyrie")).good();
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("NetHack, written by 3.6.7: dwarven Valkyrie, level 1"));
    let link = lines.find(|line| line.starts_with("nethack/melee?")).unwrap();
    assert!(json(&tohit(&["resolve", "--link", link], "").good()).get("hit").is_some());
    for line in ["Strength: 15  (attacker.strength)", "Weapon: Enchantment: 1  (attacker.weapon.enchantment)"]
    {
        assert!(out.contains(line), "{out}");
    }
    let all = json(&tohit(&["import", "--json"], text("nethack-own-valkyrie")).good());
    assert_eq!(all.at("fighter.attacker.weapon.preset"), Some(&"long-sword".into()));
    assert_eq!(all.at("fighter.defender.hp"), Some(&Json::from(18)));
    assert_eq!(items(all.get("carried").unwrap()).len(), 3);
}

#[test]
fn a_text_without_a_version_names_none() {
    let out = tohit(&["import"], text("nethack-healer-screen-3.7")).good();
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
fn lines_of_a_screen_are_compared_with_the_fight_of_a_link() {
    let line = "You have a 87% chance to hit the goblin, typically hit for 9% of its current health.";
    let told = |link: &str| tohit(&["import", "--screen", link], line);
    let out = told("brogue/melee?defender.hp=15").good();
    assert!(
        out.starts_with("you hit, in percent: 87, equal\nyou hit: percent of health: 9, ours 20: "),
        "{out}"
    );
    let all = json(&tohit(&["import", "--json", "--screen", "brogue/melee"], line).good());
    assert_eq!((all.at("0.game"), all.at("0.equal")), (Some(&Json::from(87)), Some(&true.into())));
    assert_eq!(told("brogue/melee?attacker.lvel=3").refused(), ["attacker.lvel"]);
    assert_eq!(told("powder/melee").refused(), [""]);
}
