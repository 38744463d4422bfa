//! Texts of NetHack 3.6, 3.7 and 5.0.

use crate::fixtures::{are_linked, are_read, of_game};
use tohit_import::Character;
use tohit_resolver::Json;
use tohit_resolver::fight::Fight;

const GAME: &str = "nethack";

fn text_of(name: &str) -> String {
    let name = format!("{GAME}-{name}");
    let (_, bytes) = of_game(GAME).into_iter().find(|(known, _)| *known == name).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn read(text: &str) -> Character {
    tohit_import::read(text.as_bytes()).unwrap()
}

/// An entry of the fighter, as text.
fn entry(character: &Character, path: &str) -> Option<String> {
    let (section, within) = path.split_once('.').unwrap();
    character.sides[usize::from(section == "defender")].at(within).map(Json::plain)
}

#[test]
fn texts_are_read_field_by_field() {
    are_read(GAME);
}

#[test]
fn links_carry_the_whole_fighter() {
    are_linked(GAME);
}

#[test]
fn every_role_and_race_is_read_in_both_tenses() {
    let text = text_of("own-wizard");
    for (role, ours) in [
        ("Archeologist", "archeologist"),
        ("Barbarian", "barbarian"),
        ("Caveman", "caveman"),
        ("Cavewoman", "caveman"),
        ("Healer", "healer"),
        ("Knight", "knight"),
        ("Monk", "monk"),
        ("Priest", "priest"),
        ("Priestess", "priest"),
        ("Rogue", "rogue"),
        ("Ranger", "ranger"),
        ("Samurai", "samurai"),
        ("Tourist", "tourist"),
        ("Valkyrie", "valkyrie"),
        ("Wizard", "wizard"),
    ] {
        for (race, of_race) in [
            ("human", "human"),
            ("elven", "elf"),
            ("dwarven", "dwarf"),
            ("gnomish", "gnome"),
            ("orcish", "orc"),
        ] {
            let title = format!("a Rank, a level 14 female {race} {role}");
            let text = text.replace("an Evoker, a level 1 male gnomish Wizard", &title);
            for text in [text.replace(" You were ", " You are "), text] {
                let character = read(&text);
                let read =
                    ["role", "race", "level"].map(|name| character.sides[0].get(name).map(Json::plain));
                assert_eq!(read, [ours, of_race, "14"].map(|word| Some(word.to_owned())), "{title}");
            }
        }
    }
}

/// The same sentences in the present tense give the same fighter.
#[test]
fn both_tenses_say_the_same() {
    for name in ["barbarian-ascended", "knight-riding", "ranger-bow", "samurai-two-swords"] {
        let text = text_of(name);
        let present = [
            (" You were ", " You are "),
            (" You had ", " You have "),
            (" You also were ", " You also are "),
            (" was ", " is "),
            (" took ", " take "),
            (" saw ", " see "),
            ("weren't", "aren't"),
        ];
        let other = present.iter().fold(text.clone(), |text, (was, is)| text.replace(was, is));
        let [one, other] = [read(&text), read(&other)];
        assert_eq!(one.sides, other.sides, "{name}");
        assert_eq!((one.read, one.left), (other.read, other.left), "{name}");
    }
}

#[test]
fn who_sees_the_invisible_is_not_invisible() {
    let text = text_of("own-valkyrie");
    let said = |line: &str| {
        let text = text.replace(" You had infravision.", line);
        let character = read(&text);
        let is_left = character.left.iter().any(|field| field.path == "defender.unseen");
        (entry(&character, "defender.unseen"), is_left)
    };
    assert_eq!(said(" You saw invisible."), (Some("false".to_owned()), false));
    assert_eq!(said(" You were visible."), (Some("false".to_owned()), false));
    assert_eq!(said(" You were invisible."), (None, true));
    assert_eq!(said(" You were invisible to others."), (None, true));
}

/// Sentences and lists outside the parts about the character are no facts about it.
#[test]
fn messages_and_conduct_are_no_attributes() {
    let text = text_of("own-valkyrie");
    let text =
        text.replace("Latest messages:\n", "Latest messages:\n You are fire resistant.\n z - 5 darts.\n");
    let text = text.replace(" You were a pacifist.", " You were very fast.");
    let [one, other] = [read(&text), read(&text_of("own-valkyrie"))];
    assert_eq!((one.sides, one.carried), (other.sides, other.carried));
}

/// No item of a name that only contains a weapon's, and no artifact of another base.
#[test]
fn names_are_whole_names() {
    let text = text_of("own-valkyrie");
    let of = |line: &str| {
        let character = read(&text.replace("a +1 long sword (weapon in hand)", line));
        (
            entry(&character, "attacker.weapon.preset"),
            entry(&character, "attacker.weapon.artifact"),
            character.unknown,
        )
    };
    let preset = |id: &str| (Some(id.to_owned()), None, Vec::new());
    assert_eq!(of("the +0 Staff of Aesculapius (weapon in hands)"), preset("staff-of-aesculapius"));
    assert_eq!(of("a +0 quarterstaff (weapon in hands)"), preset("quarterstaff"));
    assert_eq!(of("a staff (weapon in hands)"), preset("quarterstaff"));
    assert_eq!(of("a long sword named Excalibur (weapon in hand)"), preset("excalibur"));
    assert_eq!(of("a +0 dagger named Excalibur (weapon in hand)"), preset("dagger"));
    assert_eq!(of("a +0 dagger named Sting (weapon in hand)"), preset("dagger"));
    assert_eq!(of("a +0 samurai sword called katana (weapon in hand)"), preset("katana"));
    for strange in ["a wand of digging (0:4) (weapon in hand)", "a runed broadsword (weapon in hand)"] {
        assert_eq!(of(strange), (None, None, vec![strange.to_owned()]));
    }
}

#[test]
fn worn_things_are_known_by_their_names() {
    let text = text_of("own-valkyrie");
    let fields =
        ["attacker.shield", "attacker.body_armor", "attacker.gloves", "defender.helmet", "defender.boots"];
    for (thing, worn) in [
        ("a +0 dwarvish mithril-coat", ["false", "true", "none", "false", "none"]),
        ("a +0 elven mithril-coat", ["false", "true", "none", "false", "none"]),
        ("a +2 set of gray dragon scales", ["false", "true", "none", "false", "none"]),
        ("a +2 studded leather armor", ["false", "true", "none", "false", "none"]),
        ("a +0 cloak of protection", ["false", "false", "none", "false", "none"]),
        ("a +0 dwarvish roundshield", ["true", "false", "none", "false", "none"]),
        ("a +0 shield of reflection", ["true", "false", "none", "false", "none"]),
        ("a +3 helm of brilliance", ["false", "false", "none", "true", "none"]),
        ("a +0 dunce cap", ["false", "false", "none", "true", "none"]),
        ("a +0 pair of gauntlets of fumbling", ["false", "false", "fumbling", "false", "none"]),
        ("a +0 pair of riding gloves", ["false", "false", "leather", "false", "none"]),
        ("a +0 pair of walking shoes", ["false", "false", "none", "false", "low"]),
        ("a +0 pair of water walking boots", ["false", "false", "none", "false", "high"]),
        ("an uncursed ring of protection", ["false", "false", "none", "false", "none"]),
    ] {
        let character = read(&text.replace("an uncursed +3 small shield", thing));
        assert_eq!(fields.map(|path| entry(&character, path).unwrap()), worn, "{thing}");
        // What is carried alone is not worn.
        let carried = format!("{thing} (being worn)");
        let character = read(&text.replace("an uncursed +3 small shield", thing).replace(&carried, thing));
        assert_eq!(fields.map(|path| entry(&character, path).unwrap())[..2], ["false", "false"], "{thing}");
    }
}

/// Texts of the most bytes are read too: every list has an end.
#[test]
fn large_texts_are_read() {
    let text = text_of("own-valkyrie");
    for line in [
        " a%d long [Basic]",
        " You were skilled in a%d.",
        "  b - a +%d dagger",
        " Your skill in a%d was limited by being basic with two weapons.",
    ] {
        let begin = if line.contains(" - ") { " Weapons\n" } else { "Final Status:\n" };
        let (before, after) = text.split_once(begin).unwrap();
        let many: String = (0..12_000).map(|number| line.replace("%d", &number.to_string()) + "\n").collect();
        let large = format!("{before}{begin}{many}{after}");
        assert_eq!(entry(&read(&large), "attacker.role").as_deref(), Some("valkyrie"));
    }
}

#[test]
fn the_opponent_stays_when_a_character_is_read() {
    let character = read(&text_of("valkyrie-5.0"));
    let link = "nethack/melee?attacker.preset=new-monk&defender.preset=gnome-lord";
    let after = character.onto(&Fight::from_link(link).unwrap());
    let scenario = after.scenario();
    assert_eq!(scenario.at("defender.preset"), Some(&"gnome-lord".into()));
    assert_eq!(scenario.at("attacker.preset"), None);
    assert_eq!(scenario.at("attacker.weapon.preset"), Some(&"excalibur".into()));
    assert_eq!(scenario.at("situation.rules"), Some(&"v5-0".into()));
    assert_eq!(after.in_mode("monster").scenario().at("defender.ac"), Some(&Json::from(-17)));
    // A sword is no polearm.
    let (_, problems) = character.rules.complete(&after.in_mode("polearm").scenario());
    assert!(problems.iter().all(|problem| problem.path.starts_with("attacker.weapon")), "{problems:?}");
}
