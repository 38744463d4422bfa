//! Items as entries of the rules: weapons, missiles and launchers.

use super::NAMES;
use super::item::Item;
use crate::text::words;
use tohit_resolver::document::put;
use tohit_resolver::{Json, Preset, Ruleset};

/// Groups of the presets of things.
pub(super) const BASES: [&str; 3] = ["Weapons", "Missiles and stones", "Launchers"];
pub(super) const ARTIFACTS: &str = "Artifacts";

/// Fields of a thing that the text does not say, with the reason.
pub(super) type Unsaid = Vec<(&'static str, &'static str)>;

/// An item as entries of a field.
pub(super) struct Thing {
    pub(super) entries: Json,
    pub(super) kind: &'static str,
    pub(super) unsaid: Unsaid,
}

/// Kind of an item.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Preset of the artifact, or of the base.
    preset: Preset,
    /// Kind of the rules.
    pub(super) kind: &'static str,
    pub(super) artifact: Option<&'static str>,
}

/// Value of a field in any section of a preset.
fn value(preset: &Preset, field: &str) -> Option<&'static str> {
    let of = |fields: &'static str| {
        fields.split_ascii_whitespace().find_map(|word| word.strip_prefix(field)?.strip_prefix('='))
    };
    preset.fills().filter_map(|target| preset.section(target)).find_map(of)
}

/// Kind of an item; nothing for all that is no weapon.
pub(super) fn known(rules: &Ruleset, item: &Item<'_>) -> Option<Known> {
    let of = |preset: Preset| {
        Some(Known { preset, kind: value(&preset, "kind")?, artifact: value(&preset, "artifact") })
    };
    let named = |name: &str, groups: &[&str]| {
        let name = words(name);
        // "The Staff of Aesculapius".
        let name = name.strip_prefix(&["the".to_owned()]).unwrap_or(&name).to_vec();
        rules.presets().all().find(|preset| groups.contains(&preset.group) && words(preset.name) == name)
    };
    if let Some(artifact) = named(item.base, &[ARTIFACTS]) {
        return of(artifact);
    }
    let base =
        NAMES.section("things").find(|(theirs, _)| item.is(theirs)).map_or(item.base, |(_, ours)| ours);
    let base = of(named(base, &BASES)?)?;
    // An artifact that is not identified is named so, and no other thing of its kind can be.
    let artifact =
        item.named.and_then(|name| of(named(name, &[ARTIFACTS])?)).filter(|it| it.kind == base.kind);
    Some(artifact.unwrap_or(base))
}

/// Skill that a kind needs.
pub(super) fn skill_of(kind: &str) -> Option<&'static str> {
    NAMES
        .section("skills")
        .find(|(_, kinds)| kinds.split(',').any(|one| one.trim() == kind))
        .map(|(name, _)| name)
}

/// True for a kind that is thrown by hand.
pub(super) fn is_thrown(kind: &str) -> bool {
    NAMES.section("thrown").any(|(_, kinds)| kinds.split(',').any(|one| one.trim() == kind))
}

/// True for kinds that launch.
pub(super) fn is_launcher(kind: &str) -> bool {
    matches!(kind, "bow" | "elven-bow" | "orcish-bow" | "yumi" | "sling" | "crossbow")
}

/// True for a missile that needs a launcher.
pub(super) fn is_ammunition(kind: &str) -> bool {
    matches!(skill_of(kind), Some("bow" | "sling" | "crossbow")) && !is_launcher(kind)
}

impl Known {
    /// The item as entries of the field for a sheet: `weapon`, `off-hand`, `missile` or `launcher`.
    pub(super) fn thing(
        self,
        rules: &Ruleset,
        target: &str,
        item: &Item<'_>,
        is_over: bool,
    ) -> Option<Thing> {
        let of_target = |preset: &Preset| preset.fills().any(|fills| fills == target);
        let base = || {
            let presets = rules.presets().of(target);
            presets
                .into_iter()
                .find(|known| BASES.contains(&known.group) && value(known, "kind") == Some(self.kind))
        };
        let mut entries = if of_target(&self.preset) {
            Json::object([("preset", self.preset.id().into())])
        } else if let Some(base) = base() {
            Json::object([("preset", base.id().into()), ("artifact", self.artifact.unwrap_or("none").into())])
        } else {
            // A bow strikes, badly, but no preset offers it as a weapon.
            (target == "weapon").then(|| Json::object([("kind", self.kind.into())]))?
        };
        let mut put = |name: &str, value: Json| put(&mut entries, &Json::Null, name, value);
        let mut unsaid = Unsaid::new();
        let is_stone = skill_of(self.kind) == Some("sling") && self.kind != "sling";
        match item.plus {
            Some(plus) => put("enchantment", plus.into()),
            None if is_stone => put("enchantment", 0.into()),
            None => unsaid.push(("enchantment", "the text does not say it; identify the thing")),
        }
        put("erosion", item.erosion.into());
        let knows_curse = is_over || item.curse.is_some();
        let unknown = "the text does not say if the thing is blessed or cursed";
        if target != "launcher" {
            match knows_curse {
                true => put("blessed", (item.curse == Some("blessed")).into()),
                false => unsaid.push(("blessed", unknown)),
            }
        }
        match target {
            "missile" => {
                put("poisoned", item.is_poisoned.into());
                match knows_curse || item.is_greased {
                    true => put("slips", (item.curse == Some("cursed") || item.is_greased).into()),
                    false => unsaid.push(("slips", unknown)),
                }
            }
            "weapon" | "off-hand" if self.artifact == Some("sunsword") => put("lit", item.is_lit().into()),
            _ => {}
        }
        Some(Thing { entries, kind: self.kind, unsaid })
    }
}
