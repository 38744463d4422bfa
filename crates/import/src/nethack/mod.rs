//! NetHack 3.6, 3.7 and 5.0: the dumplog at the end of a game, and the pages of `^X` as pasted text.

mod arms;
mod dump;
mod hero;
mod item;
mod skills;
mod things;

use crate::character::Character;
use crate::names::Names;
use dump::Dump;
use tohit_resolver::ruleset;

/// Names of the texts.
const NAMES: Names = Names(include_str!("nethack.names"));

/// The texts that are read, for messages.
const WANTED: &str = "the dumplog of NetHack 3.6, 3.7 or 5.0 is read, and the text of ^X";

/// True for a text of NetHack or one of its variants.
pub(crate) fn recognises(text: &str) -> bool {
    dump::title(text).is_some() || dump::has_sentences(text)
}

/// Edition of the rules, by the version.
fn edition(version: &str) -> Option<&'static str> {
    let mut numbers = version.split(['.', '-']);
    match (numbers.next(), numbers.next()) {
        (Some("3"), Some("6")) => Some("v3-6"),
        (Some("3"), Some("7")) => Some("v3-7"),
        (Some("5"), Some("0")) => Some("v5-0"),
        _ => None,
    }
}

/// Sentence about a version that is not quite that of the rules.
fn about_edition(version: &str) -> String {
    let ours = match edition(version) {
        Some("v3-6") if version != "3.6.7" => "3.6.7",
        Some("v3-7") => "3.7 as of October 2024",
        Some("v5-0") if version != "5.0.0" => "5.0.0",
        _ => return String::new(),
    };
    format!("written by {version}; these rules are those of {ours}")
}

/// Reads a text.
pub(crate) fn read(text: &str) -> Result<Character, String> {
    let title = dump::title(text);
    if let Some((game, version)) = title {
        if game != "NetHack" {
            return Err(format!("this is a dump of {game} {version}, another game; {WANTED}"));
        }
        if edition(version).is_none() {
            return Err(format!("this is a dump of NetHack {version}; {WANTED}"));
        }
    }
    let rules = ruleset("nethack").ok_or("the rules of NetHack are not here")?;
    let dump = Dump::of(text);
    let version = title.map(|(_, version)| version).unwrap_or_default();
    let Some(title) = hero::Title::of(&dump).filter(|_| dump::has_sentences(text)) else {
        let what = if version.is_empty() {
            "the text of ^X".to_owned()
        } else {
            format!("a dumplog of NetHack {version}")
        };
        return Err(format!("this is a part of {what}, without your role and attributes; {WANTED}"));
    };
    let mut character = Character::new(rules, version);
    character.edition = about_edition(version);
    hero::read(&dump, &title, &mut character);
    arms::read(&dump, &mut character);
    hero::settle_edition(&dump, edition(version), &mut character);
    character.keep_allowed();
    Ok(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;
    use tohit_resolver::sheet::{Shape, Variant};

    fn choices(mode: &str, path: &str) -> Vec<&'static str> {
        let form = ruleset("nethack").unwrap().form(mode);
        let of = |variants: &'static [Variant]| variants.iter().map(|variant| variant.name).collect();
        match form.at(path).unwrap().0 {
            Shape::List { of: Shape::Choice(variants), .. } => of(variants),
            Shape::Choice(variants) => of(variants),
            other => panic!("{path}: {other:?}"),
        }
    }

    fn ours(section: &str) -> Vec<&'static str> {
        let all =
            NAMES.section(section).flat_map(|(_, ours)| ours.split(',')).map(str::trim).collect::<Vec<_>>();
        assert!(!all.is_empty(), "{section}");
        all
    }

    #[test]
    fn every_name_is_one_of_the_presets_or_of_the_rules() {
        let rules = ruleset("nethack").unwrap();
        let groups = things::BASES;
        let presets: Vec<&str> = rules
            .presets()
            .all()
            .filter(|preset| groups.contains(&preset.group))
            .map(|preset| preset.name)
            .collect();
        for section in ["things", "several"] {
            assert!(ours(section).iter().all(|name| presets.contains(name)), "{section}");
        }
        for (section, mode, path) in [
            ("skills", "melee", "attacker.weapon.kind"),
            ("thrown", "thrown", "attacker.missile.kind"),
            ("roles", "melee", "attacker.role"),
            ("races", "melee", "attacker.race"),
            ("gloves", "melee", "attacker.gloves"),
            ("resistances", "monster", "defender.resists"),
            ("boots", "monster", "defender.boots"),
        ] {
            let known = choices(mode, path);
            for ours in ours(section) {
                assert!(known.contains(&ours), "{section}: {ours}");
            }
        }
    }

    #[test]
    fn every_kind_has_one_skill_and_every_role_and_race_a_name() {
        let kinds = ours("skills");
        for kind in choices("melee", "attacker.weapon.kind") {
            assert_eq!(kinds.iter().filter(|known| **known == kind).count(), 1, "{kind}");
        }
        for (section, path) in [("roles", "attacker.role"), ("races", "attacker.race")] {
            for word in choices("melee", path) {
                assert!(ours(section).contains(&word), "{word}");
            }
        }
    }

    /// Things are found by their name in the groups of things alone: heroes are named after their weapons.
    #[test]
    fn every_thing_of_the_presets_is_found_by_its_name() {
        let rules = ruleset("nethack").unwrap();
        let mut found = 0;
        for preset in rules.presets().all() {
            if !things::BASES.contains(&preset.group) && preset.group != things::ARTIFACTS {
                continue;
            }
            let item = item::Item::of('a', preset.name);
            let known = things::known(rules, &item).unwrap_or_else(|| panic!("{}", preset.name));
            assert!(preset.sections().any(|(_, fields)| fields.contains(&format!("kind={}", known.kind))));
            assert_eq!(known.artifact.is_some(), preset.group == things::ARTIFACTS, "{}", preset.name);
            found += 1;
        }
        assert!(found > 100, "{found}");
        let all: Vec<_> = NAMES.section("things").map(|(theirs, _)| words(theirs)).collect();
        assert!(all.iter().enumerate().all(|(at, name)| !all.iter().skip(at + 1).any(|other| other == name)));
    }

    #[test]
    fn versions_have_editions() {
        let of = ["3.6.7", "3.7.0-21", "5.0.0", "3.4.3", "4.2.5", ""].map(edition);
        assert_eq!(of, [Some("v3-6"), Some("v3-7"), Some("v5-0"), None, None, None]);
        assert_eq!(about_edition("3.6.7"), "");
        assert!(about_edition("3.6.1").ends_with("those of 3.6.7"));
    }
}
