//! Items of a dump as entries of the rules: weapons, launchers, missiles and things to throw.

use super::NAMES;
use super::dump::Item;
use crate::names::preset_of;
use crate::text::{bracketed, dice, numbers_before, signed_pair, whole};
use tohit_resolver::document::put;
use tohit_resolver::{Json, Preset, Ruleset};

/// Circumstances of a dump that matter for items.
#[derive(Clone, Copy)]
pub(super) struct ItemContext {
    pub(super) rules: &'static Ruleset,
    /// True for 4.2.6 and later.
    pub(super) is_late: bool,
    /// True where the artifacts are random ones.
    pub(super) has_random_artifacts: bool,
}

/// An item as entries of a field.
#[derive(Clone)]
pub(super) struct Thing {
    pub(super) entries: Json,
    /// The base, or the artifact.
    pub(super) preset: Preset,
    /// First and second number of `(+3,+4)`, where they are known.
    pub(super) plus: Option<(i64, i64)>,
}

/// A name without an article or a number before it.
fn bare(name: &str) -> &str {
    let rest = ["the ", "The ", "an ", "a ", "no more ", "no "]
        .iter()
        .find_map(|article| name.strip_prefix(article));
    let count = name.split_once(' ').filter(|(count, _)| count.bytes().all(|byte| byte.is_ascii_digit()));
    rest.or(count.map(|(_, rest)| rest)).unwrap_or(name)
}

impl Item<'_> {
    /// To-hit and to-damage: `(+3,+4)`.
    pub(super) fn plus(&self) -> Option<(i64, i64)> {
        bracketed(self.name, '(', ')').find_map(signed_pair)
    }

    /// To-hit and to-damage of a worn thing; body armour has a to-hit alone, `(-2) [16,+3]`.
    pub(super) fn worn_plus(&self) -> (i64, i64) {
        let alone = || {
            let mut parts = bracketed(self.name, '(', ')').filter(|part| part.starts_with(['+', '-']));
            parts.find_map(|part| whole(part).filter(|_| !part.contains(',')))
        };
        self.plus().unwrap_or_else(|| (alone().unwrap_or(0), 0))
    }

    /// Sum of a modifier, such as `extra blows`.
    pub(super) fn modifier(&self, phrase: &str) -> i64 {
        numbers_before(&self.about, phrase).fold(0, i64::saturating_add)
    }

    pub(super) fn is_blessed(&self) -> bool {
        self.about.contains("Blessed by the gods")
    }

    /// True where the item has properties that the player does not know yet.
    pub(super) fn has_unknown_runes(&self) -> bool {
        self.about.contains("do not know the full extent")
            || self.name.contains("{??}")
            || self.name.contains("{unknown")
    }

    pub(super) fn is_thrown(&self) -> bool {
        self.about.contains("verage thrown damage") || self.about.contains("an be thrown")
    }

    /// Brands and slays, and names of either that are not known.
    pub(super) fn powers(&self) -> (Vec<&'static str>, Vec<&'static str>, Vec<String>) {
        let about = self.about.to_ascii_lowercase();
        let mut unknown = Vec::new();
        let mut named = |phrases: [&str; 2], section: &str| {
            let mut found: Vec<&'static str> = Vec::new();
            let lists = phrases.iter().flat_map(|phrase| {
                let rests = about.match_indices(phrase).filter_map(|(at, _)| about.get(at + phrase.len()..));
                rests.filter_map(|rest| rest.split('.').next())
            });
            for name in lists.flat_map(|list| list.split(',')).flat_map(|names| names.split(" and ")) {
                let name = name.trim().trim_start_matches("and ").trim();
                match NAMES.ours(section, name) {
                    Some(ours) if !found.contains(&ours) => found.push(ours),
                    Some(_) => {}
                    None if name.is_empty() => {}
                    None => unknown.push(format!("{}: {name}", self.name)),
                }
            }
            found
        };
        let brands = named(["branded with ", "brands your melee attacks with "], "brands");
        let slays = named([" slays ", "your melee attacks to slay "], "slays");
        (brands, slays, unknown)
    }
}

impl ItemContext {
    /// The preset of an item for a sheet: an artifact of that name, else the base.
    pub(super) fn preset(&self, target: &'static str, item: &Item<'_>) -> Option<Preset> {
        let name = bare(item.name);
        if let Some(base) = NAMES.section("things").find(|(theirs, _)| starts_with(name, theirs)) {
            return preset_of(self.rules, target, |_| true, base.1);
        }
        let is_named = |group: &str| group.starts_with("Artifact");
        let artifact = preset_of(self.rules, target, is_named, name);
        if let Some(artifact) =
            artifact.filter(|known| !self.has_random_artifacts && starts_with(name, known.name))
        {
            return Some(artifact);
        }
        let is_base = |group: &str| !group.starts_with("Artifact") && !group.starts_with("Ego");
        // A name ends where its figures begin, and an ego begins at "of": "Dagger of Slay Undead".
        let found = preset_of(self.rules, target, is_base, name.split(" (").next().unwrap_or(name))?;
        let older = NAMES.ours("things before 4.2.6", found.name).filter(|_| !self.is_late);
        match older {
            Some(older) => self.rules.presets().of(target).find(|preset| preset.name == older),
            None => Some(found),
        }
    }

    /// An item as entries of the field of that sheet.
    pub(super) fn thing(&self, target: &'static str, item: &Item<'_>) -> Option<Thing> {
        let preset = self.preset(target, item)?;
        let mut entries = Json::object([("preset", preset.id().into())]);
        let mut put = |name: &str, value: Json| put(&mut entries, &Json::Null, name, value);
        let plus = item.plus();
        let (to_hit, to_dam) = plus.unwrap_or((0, 0));
        if target != "launcher"
            && let Some((count, sides)) = bracketed(item.name, '(', ')').find_map(dice)
        {
            put("dice", count.into());
            put("sides", sides.into());
        }
        put("to_hit", to_hit.into());
        put("to_dam", to_dam.into());
        let (brands, slays, _) = item.powers();
        let list = |names: Vec<&str>| Json::List(names.into_iter().map(Json::from).collect());
        put("brands", list(brands));
        put("slays", list(slays));
        // Artifacts have no preset of their own as things to throw.
        if target == "object"
            && let Some(artifact) = self.preset("weapon", item).filter(is_artifact)
            && let Some(weight) = weight_of(&artifact)
        {
            put("weight", weight.into());
        }
        match target {
            "weapon" => put("blessed", item.is_blessed().into()),
            "launcher" => {
                // The multiplier of the name counts the might that the item adds.
                let shown = bracketed(item.name, '(', ')').find_map(|part| whole(part.strip_prefix('x')?));
                let might = item.modifier("shooting power");
                if let Some(own) = shown.map(|shown| shown.saturating_sub(might)).filter(|own| *own >= 1) {
                    put("multiplier", own.into());
                }
            }
            _ => {
                if let Some(breaks) = percent_before(&item.about, "chance of breaking") {
                    put("breakage", breaks.into());
                }
            }
        }
        Some(Thing { entries, preset, plus })
    }

    /// True where a missile belongs to a launcher.
    pub(super) fn fits(&self, launcher: &Preset, missile: &Item<'_>) -> bool {
        let base = NAMES.section("missiles").find(|(name, _)| starts_with(launcher.name, name));
        let Some(missile) = self.preset("ammo", missile) else { return false };
        base.is_some_and(|(_, missiles)| missiles.split(',').any(|name| name.trim() == missile.name))
    }
}

fn is_artifact(preset: &Preset) -> bool {
    preset.group.starts_with("Artifact")
}

/// Weight of a weapon.
fn weight_of(weapon: &Preset) -> Option<i64> {
    let mut fields = weapon.section("weapon")?.split_ascii_whitespace();
    fields.find_map(|field| whole(field.strip_prefix("weight=")?))
}

/// True where a name begins with the words of another.
fn starts_with(name: &str, begin: &str) -> bool {
    crate::text::words(name).starts_with(&crate::text::words(begin))
}

/// The number of `35% chance of breaking`.
fn percent_before(text: &str, phrase: &str) -> Option<i64> {
    let (before, _) = text.split_once(phrase)?;
    let word = before.trim_end().rsplit(' ').next()?;
    whole(word.strip_suffix('%')?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &'static str, about: &str) -> Item<'static> {
        Item { label: 'a', name, about: format!(" {about}") }
    }

    fn context() -> ItemContext {
        let rules = tohit_resolver::ruleset("angband42").unwrap();
        ItemContext { rules, is_late: false, has_random_artifacts: false }
    }

    #[test]
    fn items_are_presets_with_figures_of_their_own() {
        let of = |target, name| context().preset(target, &item(name, "")).map(|preset| preset.name);
        assert_eq!(of("weapon", "a Dagger of Slay Undead (1d10) (+1,+4)"), Some("Dagger"));
        assert_eq!(
            of("weapon", "the Long Sword 'Ringil' (4d5) (+22,+25) <+10>"),
            Some("Long Sword 'Ringil'")
        );
        assert_eq!(of("weapon", "a Mace of Disruption (5d8) (+3,+2)"), Some("Mace of Disruption"));
        assert_eq!(of("weapon", "a Wooden Torch (5000 turns)"), None);
        assert_eq!(of("ammo", "21 Mithril Shots (2d4) (+5,+5)"), Some("Mithril Shot of 4.2.5"));
        assert_eq!(of("ammo", "40 Seeker Arrows of Flame (4d4) (+2,+3)"), Some("Seeker Arrow"));
        assert_eq!(of("object", "5 Flasks of Oil (2d6)"), Some("Flask of oil"));
        assert_eq!(of("object", "3 Throwing Axes (2d3) (+0,+0)"), Some("Throwing Axe"));
        let melkor = item("the Spear of Melkor (4d6) (-12,+20) <-4>", "");
        let thrown = context().thing("object", &melkor).unwrap().entries;
        assert_eq!(thrown.get("weight"), Some(&200.into()));
        let random = ItemContext { has_random_artifacts: true, ..context() };
        let ringil = random.preset("weapon", &item("the Long Sword 'Ringil' (4d5) (+2,+5)", ""));
        assert_eq!(ringil.map(|preset| preset.name), Some("Long Sword"));
    }

    #[test]
    fn brands_and_slays_stand_in_the_description() {
        let about = "Branded with acid, weak fire. Slays evil creatures, undead (powerfully). Slays cats.";
        let (brands, slays, unknown) = item("a Dagger", about).powers();
        assert_eq!((brands, slays), (vec!["acid-3", "fire-2"], vec!["evil-2", "undead-5"]));
        assert_eq!(unknown, ["a Dagger: cats"]);
        let worn =
            item("a Ring", "Brands your melee attacks with cold. Causes your melee attacks to slay orcs.");
        assert_eq!((worn.powers().0, worn.powers().1), (vec!["cold-3"], vec!["orc-3"]));
    }

    #[test]
    fn worn_things_have_one_number_or_two() {
        assert_eq!(item("Hard Leather Armour (-1) [16,+3]", "").worn_plus(), (-1, 0));
        assert_eq!(item("a Ring of Slaying (+5,+7)", "").worn_plus(), (5, 7));
        assert_eq!(item("a Wooden Torch (5000 turns)", "").worn_plus(), (0, 0));
    }
}
