//! Dungeon Crawl Stone Soup 0.23 to 0.35: the character dump (`#`), and the morgue of a dead character.

mod body;
mod dump;
mod items;
mod sheet;

use crate::character::Character;
use crate::names::Names;
use dump::Dump;
use tohit_resolver::ruleset;

/// Names of the dumps.
const NAMES: Names = Names(include_str!("dcss.names"));

/// Second numbers of the versions that are read.
const VERSIONS: core::ops::RangeInclusive<i64> = 23..=35;

/// True for a character dump of Dungeon Crawl or one of its variants.
pub(crate) fn recognises(text: &str) -> bool {
    dump::title(text).is_some()
}

/// Reads a dump.
pub(crate) fn read(text: &str) -> Result<Character, String> {
    let (game, version) = dump::title(text).unwrap_or_default();
    let wanted = "a character dump of Dungeon Crawl 0.23 to 0.35 is read";
    // A sprint or a descent is another dungeon, with the same rules.
    let is_crawl = game == "Dungeon Crawl Stone Soup" || game.ends_with(" DCSS");
    let minor = dump::minor(version).filter(|_| is_crawl);
    let Some(minor) = minor else {
        return Err(format!("this is a character dump of {game} {version}, another game; {wanted}"));
    };
    if !VERSIONS.contains(&minor) {
        return Err(format!("this is a character dump of Dungeon Crawl {version}; {wanted}"));
    }
    let rules = ruleset("dcss").ok_or("the rules of Dungeon Crawl are not here")?;
    let dump = Dump::of(text);
    if !dump.is_whole() {
        return Err(format!(
            "this is a part of a character dump of Dungeon Crawl {version}; all of it is read"
        ));
    }
    let mut character = Character::new(rules, version);
    character.edition = match minor {
        34 => String::new(),
        35 => format!("written by {version}; these rules are those of 0.35 as of 22 August 2026"),
        _ => format!("written by {version}; these rules are those of 0.34"),
    };
    sheet::read(&dump, minor, &mut character);
    Ok(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::sheet::Shape;

    fn words(mode: &str, path: &str) -> Vec<&'static str> {
        match ruleset("dcss").unwrap().form(mode).at(path).unwrap().0 {
            Shape::Choice(variants) => variants.iter().map(|variant| variant.name).collect(),
            other => panic!("{path}: {other:?}"),
        }
    }

    #[test]
    fn every_name_is_one_of_the_presets_or_of_the_rules() {
        let rules = ruleset("dcss").unwrap();
        let presets: Vec<&str> = rules.presets().all().map(|preset| preset.name).collect();
        let brands = words("melee", "attacker.weapon.brand");
        for (section, known) in [
            ("weapons", presets.clone()),
            ("brands", brands.clone()),
            ("brands in braces", brands.clone()),
            ("missile brands", brands),
            ("shields", words("melee", "attacker.shield")),
            ("forms", words("melee", "attacker.form")),
            ("kinds", words("monster", "defender.holiness")),
        ] {
            assert!(NAMES.section(section).count() > 1, "{section}");
            for (_, ours) in NAMES.section(section) {
                assert!(known.contains(&ours), "{section}: {ours}");
            }
        }
        for (kind, _) in NAMES.section("skills") {
            assert!(words("melee", "attacker.weapon.kind").contains(&kind), "{kind}");
        }
        for (school, _) in NAMES.section("schools") {
            assert!(words("melee", "attacker.weapon.staff").contains(&school), "{school}");
        }
        for (launcher, _) in NAMES.section("launchers before 0.30") {
            assert!(presets.contains(&launcher), "{launcher}");
        }
        for field in NAMES.section("statuses").flat_map(|(_, fields)| fields.split(',')).map(str::trim) {
            let is_known = rules.about().modes.iter().any(|mode| rules.form(mode.id).at(field).is_some());
            assert!(is_known, "{field}");
        }
        for (name, points) in NAMES.section("armour") {
            assert!(points.parse::<u8>().is_ok_and(|points| points < 24), "{name}");
        }
    }

    #[test]
    fn every_weapon_of_the_presets_is_found_by_its_name() {
        let rules = ruleset("dcss").unwrap();
        for target in ["weapon", "missile"] {
            for preset in rules.presets().of(target) {
                let class = match preset.group {
                    "Magical staves" => "Magical Staves",
                    _ if preset.section("missile").is_some_and(|fields| fields.contains("kind=thrown")) => {
                        "Missiles"
                    }
                    _ => "Hand Weapons",
                };
                let item = dump::Item { class, line: format!("a +3 {}", preset.name.to_lowercase()) };
                let thing = items::weapon(rules, target, &item).or_else(|| items::missile(rules, &item));
                assert_eq!(thing.unwrap().preset.unwrap().name, preset.name, "{target}");
            }
        }
    }
}
