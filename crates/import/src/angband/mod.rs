//! Angband 4.2: the character dump (`C`, then `f`): the sheet, the grid of resistances, and every item with
//! its description.

mod dump;
mod figures;
mod items;
mod sheet;

use crate::character::Character;
use crate::names::Names;
use dump::Dump;
use tohit_resolver::ruleset;

/// Names of the dumps.
const NAMES: Names = Names(include_str!("angband42.names"));

/// True for a character dump of Angband or one of its variants.
pub(crate) fn recognises(text: &str) -> bool {
    dump::title(text).is_some()
}

/// Reads a dump.
pub(crate) fn read(text: &str) -> Result<Character, String> {
    let (game, version) = dump::title(text).unwrap_or_default();
    let wanted = "a character dump of Angband 4.2 is read";
    if game != "Angband" {
        return Err(format!("this is a character dump of {game} {version}, another game; {wanted}"));
    }
    if !(version == "4.2" || version.starts_with("4.2.")) {
        return Err(format!("this is a character dump of Angband {version}; {wanted}"));
    }
    let rules = ruleset("angband42").ok_or("the rules of Angband 4.2 are not here")?;
    let dump = Dump::of(text);
    if !dump.has_sheet() {
        return Err(format!("this is a part of a character dump of Angband {version}; all of it is read"));
    }
    let mut character = Character::new(rules, version);
    let edition = dump::patch(version);
    character.edition = match edition {
        Some(5 | 6) => String::new(),
        _ => format!("written by {version}; these rules are those of 4.2.5 and 4.2.6"),
    };
    sheet::read(&dump, edition.is_some_and(|patch| patch >= 6), &mut character);
    Ok(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::sheet::{Shape, Variant};

    fn words(path: &str) -> Vec<&'static str> {
        let form = ruleset("angband42").unwrap().form("melee");
        let of = |variants: &'static [Variant]| variants.iter().map(|variant| variant.name).collect();
        match form.at(path).unwrap().0 {
            Shape::List { of: Shape::Choice(variants), .. } => of(variants),
            Shape::Choice(variants) => of(variants),
            other => panic!("{path}: {other:?}"),
        }
    }

    #[test]
    fn every_name_is_one_of_the_presets_or_of_the_rules() {
        let rules = ruleset("angband42").unwrap();
        let presets: Vec<&str> = rules.presets().all().map(|preset| preset.name).collect();
        for (section, known) in [
            ("slays", words("attacker.weapon.slays")),
            ("brands", words("attacker.weapon.brands")),
            ("things", presets.clone()),
            ("things before 4.2.6", presets.clone()),
            ("missiles", presets.clone()),
        ] {
            assert!(NAMES.section(section).count() > 1, "{section}");
            for ours in NAMES.section(section).flat_map(|(_, ours)| ours.split(',')) {
                assert!(known.contains(&ours.trim()), "{section}: {ours}");
            }
        }
        for (launcher, _) in NAMES.section("missiles") {
            assert!(presets.contains(&launcher), "{launcher}");
        }
        let form = rules.form("monster-melee");
        for (_, field) in NAMES.section("resistances") {
            assert!(form.at(&format!("defender.{field}")).is_some(), "{field}");
        }
    }

    #[test]
    fn every_base_of_the_presets_is_found_by_its_name() {
        let rules = ruleset("angband42").unwrap();
        for target in ["weapon", "launcher", "ammo", "object"] {
            for preset in rules.presets().of(target).filter(|preset| !preset.group.starts_with("Ego")) {
                let found =
                    crate::names::preset_of(rules, target, |group| group == preset.group, preset.name);
                assert_eq!(found, Some(preset), "{target}");
            }
        }
    }
}
