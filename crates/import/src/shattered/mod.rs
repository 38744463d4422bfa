//! Shattered Pixel Dungeon 2.0 to 3.3: saves, `game.dat`, and the list of ranks, `rankings.dat`: JSON, which
//! the game packs with gzip.

mod items;
mod save;
mod sheet;

use crate::character::Character;
use crate::names::Names;
use save::{Save, Version};
use tohit_resolver::{Json, ruleset};

pub(crate) use save::recognises;

/// Names of the saves.
const NAMES: Names = Names(include_str!("shattered.names"));

/// Reads a save.
pub(crate) fn read(text: &str) -> Result<Character, String> {
    let wanted = "game.dat or rankings.dat of Shattered Pixel Dungeon 2.0 to 3.3 is read";
    let refused = |what: String| format!("{what}; {wanted}");
    let json = Json::parse_up_to(text.trim_start_matches('\u{feff}'), crate::MOST_BYTES)
        .map_err(|_| refused("this is a part of a save, or a changed one".to_owned()))?;
    let save = Save::of(&json, text).map_err(refused)?;
    let shown = save.version.shown();
    if save.version == Version::Older {
        return Err(refused(format!("this is a save of {shown}")));
    }
    let rules = ruleset("shattered").ok_or("the rules of Shattered Pixel Dungeon are not here")?;
    let mut character = Character::new(rules, &shown);
    // The rules are those of these three.
    if !["3.3.6", "3.3.7", "3.3.8"].contains(&shown.as_str()) {
        character.edition = format!("written by {shown}; these rules are those of 3.3.6 to 3.3.8");
    }
    sheet::read(&save, &mut character);
    Ok(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_of_the_rules() {
        let rules = ruleset("shattered").unwrap();
        for section in ["buffs", "rings"] {
            for path in NAMES.section(section).flat_map(|(_, fields)| fields.split(',')).map(str::trim) {
                let is_known = rules.about().modes.iter().any(|mode| rules.form(mode.id).at(path).is_some());
                assert!(is_known, "{path}");
            }
        }
        let codes: Vec<i64> = NAMES.section("versions").map(|(code, _)| code.parse().unwrap()).collect();
        assert!(codes.len() > 30 && codes.is_sorted());
    }

    /// A class is the preset's name without spaces, apostrophes and marks.
    #[test]
    fn every_thing_of_the_presets_is_found_by_its_class() {
        let rules = ruleset("shattered").unwrap();
        let item = |class: &str| Json::object([("__className", format!("a.b.{class}").into())]);
        let class = |name: &str| -> String {
            let words =
                name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
            words
                .map(|word| word.replace('\'', ""))
                .map(|word| word.get(..1).unwrap().to_uppercase() + word.get(1..).unwrap())
                .collect()
        };
        for target in ["weapon", "missile", "wand", "armor", "block"] {
            let mut found = 0;
            for preset in rules.presets().of(target) {
                // Presets of a circumstance have more in their name.
                if preset.name.contains([',', ':', '+']) {
                    continue;
                }
                let item = item(&class(preset.name));
                let entries = match target {
                    "wand" => items::wand(rules, &item),
                    "armor" => items::armor(rules, &item),
                    "block" => items::block(rules, &item),
                    "missile" => items::missile(rules, &item, None),
                    _ => items::weapon(rules, "weapon", &item),
                };
                let entries = entries.unwrap_or_else(|| panic!("{}", preset.name));
                assert_eq!(entries.get("preset"), Some(&preset.id().into()), "{target}");
                found += 1;
            }
            assert!(found >= 5, "{target}: {found}");
        }
    }
}
