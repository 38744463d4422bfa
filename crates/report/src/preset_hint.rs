//! Figures of a preset that help to choose it from a list: hit points, and the first numbers of its sheet.

use crate::format;
use tohit_resolver::sheet::{Shape, SheetSpec, in_line};
use tohit_resolver::{Json, Preset};

/// Numbers beside the hit points.
const MOST: usize = 2;

/// The figures in a few words: "28 HP, AC 4, EV 6"; empty where the preset sets none.
pub fn preset_hint(preset: &Preset, spec: &'static SheetSpec, mode: &str) -> String {
    let Some(document) = spec.presets.and_then(|target| preset.document(target, spec)) else {
        return String::new();
    };
    // A creature that strikes has its hit points where it is struck.
    let words = || preset.sections().flat_map(|(_, fields)| fields.split_ascii_whitespace());
    let points = words().find_map(|word| format::read(word.strip_prefix("hp=")?));
    let points = points.map(|points| format!("{} HP", format::number(points)));
    let numbers = spec.used(mode).filter_map(|field| {
        let is_number = matches!(field.shape.inner(), Shape::Int { .. } | Shape::Num { .. });
        let is_open = field.about.group.is_empty() && field.name != "hp";
        match document.get(field.name) {
            Some(Json::Number(number)) if is_number && is_open => {
                Some(format!("{} {}", in_line(field.about.label), format::number(format::read(number)?)))
            }
            _ => None,
        }
    });
    points.into_iter().chain(numbers.take(MOST)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::ruleset;

    fn hint(game: &str, mode: &str, sheet: &str, id: &str) -> String {
        let rules = ruleset(game).unwrap();
        let field = rules.form(mode).field(sheet).unwrap();
        let Shape::Sheet(spec) = field.shape.inner() else { panic!("{sheet} is no sheet") };
        let preset = rules.presets().find(spec.presets.unwrap(), id).unwrap();
        preset_hint(&preset, spec, mode)
    }

    #[test]
    fn a_creature_has_its_hit_points_and_the_first_numbers_of_its_sheet() {
        assert_eq!(hint("dcss", "melee", "defender", "white-imp"), "11 HP, AC 4, EV 10");
        assert_eq!(hint("brogue", "melee", "defender", "dragon"), "150 HP, defence 90");
    }

    #[test]
    fn who_strikes_has_the_hit_points_of_where_it_is_struck() {
        let says = hint("brogue", "monster", "attacker", "goblin-warlord");
        assert!(says.starts_with("30 HP, "), "{says}");
    }
}
