//! Dumps of Dungeon Crawl 0.23 to 0.35.

use crate::fixtures::{are_linked, are_read, of_game};
use tohit_import::Character;
use tohit_resolver::Json;

const GAME: &str = "dcss";

fn character(name: &str) -> Character {
    tohit_import::read(text(name).as_bytes()).unwrap()
}

fn text(name: &str) -> String {
    let name = format!("{GAME}-{name}");
    let (_, bytes) = of_game(GAME).into_iter().find(|(known, _)| *known == name).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn value(character: &Character, path: &str) -> Option<String> {
    character.read.iter().find(|field| field.path == path).map(|field| field.value.plain())
}

#[test]
fn dumps_are_read_field_by_field() {
    are_read(GAME);
}

#[test]
fn links_carry_the_whole_fighter() {
    are_linked(GAME);
}

/// Fields of the moment aside, nearly every field of the character is read.
#[test]
fn nearly_every_field_of_the_character_is_read() {
    for (name, bytes) in of_game(GAME) {
        let character = tohit_import::read(&bytes).unwrap();
        let own = character.left.iter().filter(|field| !field.why.starts_with("of the moment")).count();
        let read = character.read.len();
        assert!(read >= 55, "{name}: {read} fields are read");
        // A form of its own hides more.
        assert!(own * 100 <= 15 * read, "{name}: {own} left, {read} read");
    }
}

#[test]
fn every_mode_is_answered_for_a_fighter_with_a_shield() {
    let character = character("minotaur-fighter");
    for mode in character.rules.about().modes {
        let scenario = character.scenario(mode.id);
        assert!(character.rules.resolve::<f64>(&scenario).is_ok(), "{}", mode.id);
    }
    assert_eq!(character.scenario("melee").at("attacker.weapon.brand"), Some(&"flaming".into()));
    assert_eq!(character.scenario("ranged").at("attacker.missile.preset"), Some(&"javelin".into()));
    assert_eq!(character.scenario("monster").at("defender.sh"), Some(&13.into()));
}

#[test]
fn slow_and_slowed_are_two_things() {
    let of = |status: &str| {
        let text = text("minotaur-fighter").replace("no status effects", status);
        let read = tohit_import::read(text.as_bytes()).unwrap();
        ["attacker.slow", "attacker.haste", "defender.incapacitated"].map(|path| value(&read, path).unwrap())
    };
    assert_eq!(of("slow, very slow"), ["false"; 3]);
    assert_eq!(of("slowed (expiring)"), ["true", "false", "false"]);
    assert_eq!(of("hasted and slowed, held"), ["true", "true", "true"]);
}

#[test]
fn properties_of_the_weapon_in_hand_count() {
    let text = text("zealot-0.34").replace("{holy, rN+}", "{holy, Harm rN+ Slay+2}");
    let text = text.replace("horrified, ", "").replace("%: reflection", "%: infuse magic (1 MP)");
    let read = tohit_import::read(text.as_bytes()).unwrap();
    let of = |path: &str| value(&read, path);
    assert_eq!(of("attacker.harm").as_deref(), Some("1"));
    assert_eq!(of("attacker.slaying").as_deref(), Some("2"));
    assert_eq!(of("attacker.infusion"), None);
}

#[test]
fn every_version_is_read_with_a_sentence_about_it() {
    for minor in 23..=35 {
        let text = text("minotaur-fighter").replace("0.30.1-23-gabcdef1", &format!("0.{minor}.0"));
        let read = tohit_import::read(text.as_bytes()).unwrap();
        assert_eq!(read.version, format!("0.{minor}.0"));
        assert_eq!(read.edition.is_empty(), minor == 34, "{}", read.edition);
        let rules = if minor == 35 { "v0-35" } else { "v0-34" };
        assert_eq!(read.situation.get("rules"), Some(&Json::from(rules)));
    }
}

/// A dump of a megabyte is read in one pass over its lines.
#[test]
fn a_large_dump_is_read() {
    let text = text("minotaur-fighter");
    let more = " a - a +6 broad axe of flaming {{{{((((, [[[[\n".repeat(10_000);
    let lists = "x (, ".repeat(60_000);
    for text in [
        text.replace("Inventory:\n", &format!("Inventory:\n\nHand Weapons\n{more}")),
        text.replace("no status effects", &lists),
        text.replace("   Skills:\n", &format!("   Skills:\n{}", " + Level 3.0 Axes\n".repeat(10_000))),
    ] {
        assert!(tohit_import::read(text.as_bytes()).is_ok());
    }
}
