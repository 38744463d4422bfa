//! Dumps of Angband 4.2.

use crate::fixtures::{are_linked, are_read, of_game};
use tohit_resolver::Json;
use tohit_resolver::fight::Fight;

const GAME: &str = "angband42";

#[test]
fn dumps_are_read_field_by_field() {
    are_read(GAME);
}

#[test]
fn links_carry_the_whole_fighter() {
    are_linked(GAME);
}

#[test]
fn every_stated_figure_is_equal_or_has_its_reason() {
    let mut equal = 0;
    for (name, bytes) in of_game(GAME) {
        let character = tohit_import::read(&bytes).unwrap();
        for one in character.compared() {
            equal += usize::from(one.is_equal);
            let has_reason = !one.stated.reason.is_empty();
            assert!(one.is_equal || has_reason, "{name}: {one:?}");
        }
    }
    assert!(equal > 100, "{equal} figures are equal");
}

/// Figures of the game's own dumps; the others of the fixtures are ours.
#[test]
fn figures_of_the_game_itself_are_equal_to_the_tenth() {
    for name in ["mage", "priest-4.2.6", "ranger", "warrior"] {
        let name = format!("{GAME}-{name}");
        let (_, bytes) = of_game(GAME).into_iter().find(|(known, _)| *known == name).unwrap();
        let character = tohit_import::read(&bytes).unwrap();
        let compared: Vec<_> = character.compared().collect();
        assert!(compared.len() > 5);
        let far: Vec<_> = compared.iter().filter(|one| !one.is_equal).collect();
        assert!(far.is_empty(), "{name}: {far:?}");
    }
}

#[test]
fn every_class_and_race_is_read() {
    let text =
        String::from_utf8(of_game(GAME).into_iter().find(|(name, _)| name == "angband42-mage").unwrap().1);
    let text = text.unwrap();
    let word = |class: &str, race: &str| {
        let text = text.replace("Class  Mage       ", &format!("Class  {class:11}"));
        let text = text.replace("Race   Gnome      ", &format!("Race   {race:11}"));
        let character = tohit_import::read(text.as_bytes()).unwrap();
        assert_eq!(character.unknown, [""; 0], "{class} {race}");
        ["class", "race"].map(|name| character.sides[0].get(name).map(Json::plain).unwrap())
    };
    for class in
        ["Warrior", "Mage", "Druid", "Priest", "Necromancer", "Paladin", "Rogue", "Ranger", "Blackguard"]
    {
        assert_eq!(word(class, "Gnome")[0], class.to_lowercase());
    }
    for race in [
        "Human", "Half-Elf", "Elf", "Hobbit", "Gnome", "Dwarf", "Half-Orc", "Half-Troll", "Dunadan",
        "High-Elf", "Kobold",
    ] {
        assert_eq!(word("Mage", race)[1], race.to_lowercase());
    }
}

#[test]
fn the_opponent_stays_when_a_character_is_read() {
    let (_, bytes) = of_game(GAME).into_iter().find(|(name, _)| name.ends_with("paladin-artifacts")).unwrap();
    let character = tohit_import::read(&bytes).unwrap();
    let before = Fight::from_link(
        "angband42/melee?attacker.preset=human-warrior-level-1&defender.preset=fang-farmer-maggots-dog",
    );
    let after = character.onto(&before.unwrap());
    let scenario = after.scenario();
    assert_eq!(scenario.at("defender.preset"), Some(&"fang-farmer-maggots-dog".into()));
    assert_eq!(scenario.at("attacker.preset"), None);
    assert_eq!(scenario.at("attacker.weapon.preset"), Some(&"long-sword-ringil".into()));
    assert_eq!(after.in_mode("monster-melee").scenario().at("defender.ac"), Some(&161.into()));
}
