//! Saves of Shattered Pixel Dungeon 2.0 to 3.3.

use crate::fixtures::{are_linked, are_read, of_game};
use tohit_import::Character;
use tohit_resolver::Json;

const GAME: &str = "shattered";

fn bytes(name: &str) -> Vec<u8> {
    let name = format!("{GAME}-{name}");
    of_game(GAME).into_iter().find(|(known, _)| *known == name).unwrap().1
}

fn changed(name: &str, old: &str, new: &str) -> Character {
    let text = String::from_utf8(bytes(name)).unwrap();
    assert!(text.contains(old));
    tohit_import::read(text.replace(old, new).as_bytes()).unwrap()
}

#[test]
fn saves_are_read_field_by_field() {
    are_read(GAME);
}

#[test]
fn links_carry_the_whole_fighter() {
    are_linked(GAME);
}

/// The game states accuracy and evasion of a bare hero.
#[test]
fn every_stated_figure_is_equal() {
    for (name, bytes) in of_game(GAME) {
        let character = tohit_import::read(&bytes).unwrap();
        let compared: Vec<_> = character.compared().collect();
        assert_eq!(compared.len(), 2, "{name}");
        assert!(compared.iter().all(|one| one.is_equal), "{name}: {compared:?}");
    }
}

#[test]
fn every_mode_is_answered() {
    let character = tohit_import::read(&bytes("warrior-gladiator")).unwrap();
    for mode in character.rules.about().modes {
        let scenario = character.scenario(mode.id);
        assert!(character.rules.resolve::<f64>(&scenario).is_ok(), "{}", mode.id);
    }
}

/// A fireblast takes 3 of its 10 charges, a cursed one takes 1.
#[test]
fn charges_choose_the_fireblast() {
    let of = |old: &str, new: &str| {
        let read = changed("warrior-gladiator", old, new);
        read.sides[0].at("wand.preset").map(Json::plain).unwrap()
    };
    assert_eq!(of("\"curCharges\":7", "\"curCharges\":3"), "wand-of-fireblast-1-charge");
    assert_eq!(of("\"curCharges\":7", "\"curCharges\":4"), "wand-of-fireblast-2-charges");
    assert_eq!(of("\"cursed\":false", "\"cursed\":true"), "wand-of-fireblast-1-charge");
}

#[test]
fn every_class_is_read() {
    for class in ["Warrior", "Mage", "Rogue", "Huntress", "Duelist", "Cleric"] {
        let new = format!("\"class\":\"{}\"", class.to_uppercase());
        let read = changed("warrior-gladiator", "\"class\":\"WARRIOR\"", &new);
        assert_eq!(read.who, format!("{class}, level 14"));
    }
}

#[test]
fn a_release_is_named_by_its_code() {
    let of = |code: &str| changed("warrior-gladiator", "\"version\":891", &format!("\"version\":{code}"));
    assert_eq!((of("684").version.as_str(), of("891").edition.as_str()), ("2.0.0", ""));
    let said = of("700").edition;
    assert_eq!(said, "written by 2.0.2; these rules are those of 3.3.6 to 3.3.8");
    assert!(of("950").edition.starts_with("written by release 950;"));
}

/// Talents and buffs change fields, and their absence does.
#[test]
fn talents_and_buffs_set_their_fields() {
    let read = tohit_import::read(&bytes("warrior-gladiator")).unwrap();
    let [attacker, defender] = &read.sides;
    assert_eq!((attacker.get("weakened"), defender.get("hold_fast")), (Some(&true.into()), Some(&2.into())));
    let read = changed("warrior-gladiator", "actors.buffs.HoldFast", "actors.buffs.Haste");
    assert_eq!(read.sides[1].get("hold_fast"), Some(&Json::from(0)));
    let read = changed("warrior-gladiator", "actors.buffs.Weakness", "actors.buffs.Bless");
    assert_eq!(read.sides[0].get("weakened"), Some(&false.into()));
    assert_eq!(read.sides[1].get("blessed"), Some(&true.into()));
}
