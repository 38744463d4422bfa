//! Sides of a scenario: their sheets, pickers and weapons.

use crate::model::scenario::Now;
use crate::store::field as at;
use std::sync::Arc;
use tohit_resolver::document;
use tohit_resolver::sheet::{Field, SheetSpec};
use tohit_resolver::{Json, Ruleset};

/// Presets of a picker.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kinds {
    All,
    /// Fighters.
    Who,
    /// Layers over fighters: weapons, armour, blessings.
    With,
}

/// Id of a picker's field.
pub(crate) fn picker_id(sheet: &str, kinds: Kinds) -> String {
    format!("{}-{}", at::id(sheet), if kinds == Kinds::With { "layers" } else { "presets" })
}

/// Mode with the map.
pub(super) const TARGETING: &str = "targeting";

/// Cells of a map that nobody has entered: by the map's defaults the thrower is in the corner.
pub(super) fn first_cells() -> Json {
    let cell = |x: i64, y: i64| Json::List(vec![x.into(), y.into()]);
    [("origin", cell(5, 6)), ("tap", cell(9, 4))].into_iter().collect()
}

/// A sheet of a mode that has it, with its label.
pub(crate) fn sheet(
    rules: &'static Ruleset,
    mode: &str,
    side: &str,
) -> Option<(&'static str, &'static SheetSpec)> {
    let field = rules.form(mode).asked(side, mode)?;
    Some((field.about.label, document::sheet_of(field.shape)?))
}

/// True where a mode has the defender's hit points.
pub(crate) fn has_points(rules: &'static Ruleset, mode: &str) -> bool {
    sheet(rules, mode, "defender").is_some_and(|(_, defender)| defender.asked("hp", mode).is_some())
}

/// Path, label and sheet of the attacker's weapon, where it is a sheet of its own with presets of its own.
pub(crate) fn weapon(now: &Now) -> Option<(Arc<str>, &'static str, &'static SheetSpec)> {
    let (_, attacker) = sheet(now.rules, now.mode, "attacker")?;
    let is_thing =
        |field: &&'static Field| document::sheet_of(field.shape).is_some_and(|spec| spec.presets.is_some());
    let modes =
        |field: &&'static Field| now.about().modes.iter().filter(|mode| field.about.used_in(mode.id)).count();
    let things = attacker.used(now.mode).filter(|field| field.about.group.is_empty() && is_thing(field));
    // The sheet of the fewest modes is specific to this mode: a thrown thing, not the weapon at the belt.
    let field = things.min_by_key(modes)?;
    let spec = document::sheet_of(field.shape)?;
    let first = now.rules.presets().of(spec.presets?).next()?;
    // A weapon with more fields than its own is layered over its bearer.
    let is_laid = document::is_layered((now.rules, now.mode), attacker, &first.id());
    let label = if field.name == "weapon" { "Weapon" } else { field.about.label };
    (!is_laid).then(|| (document::join("attacker", field.name).into(), label, spec))
}

/// Picker of what the attacker strikes with.
pub(crate) struct SheetThing {
    pub(crate) sheet: Arc<str>,
    pub(crate) label: &'static str,
    pub(crate) spec: &'static SheetSpec,
    pub(crate) kinds: Kinds,
}

impl SheetThing {
    /// Id of its field.
    pub(crate) fn id(&self) -> String {
        picker_id(&self.sheet, self.kinds)
    }
}

/// The weapon of the attacker: a sheet of its own, or presets that are laid over the attacker.
pub(crate) fn thing(now: &Now) -> Option<SheetThing> {
    if let Some((sheet, label, spec)) = weapon(now) {
        return Some(SheetThing { sheet, label, spec, kinds: Kinds::All });
    }
    let (label, spec) = sheet(now.rules, now.mode, "attacker").filter(|(_, spec)| has_layers(now, spec))?;
    Some(SheetThing { sheet: Arc::from("attacker"), label, spec, kinds: Kinds::With })
}

/// True where a sheet has layered presets.
pub(crate) fn has_layers(now: &Now, spec: &SheetSpec) -> bool {
    let library = now.rules.presets();
    let mut groups: Vec<&str> =
        spec.presets.into_iter().flat_map(|target| library.of(target)).map(|preset| preset.group).collect();
    groups.dedup();
    groups.into_iter().any(|group| document::is_carried(now.rules, now.mode, group))
}

/// Words of a picker for a thing without a name: it was entered field by field, or its fighter comes with it;
/// or none is chosen.
pub(crate) fn unnamed(now: &Now, sheet: &str, kinds: Kinds) -> &'static str {
    const USUAL: &str = "The usual";
    let has_some = |value: &Json| matches!(value, Json::Object(values) if !values.is_empty());
    let brings = || document::brought(now.rules, now.form(), &now.document, sheet);
    // Layers over a striker whose weapon is a thing of its own are other attacks and the like.
    let is_thing = thing(now).is_some_and(|thing| &*thing.sheet == sheet && thing.kinds == kinds);
    match kinds {
        _ if is_thing && now.lacks().is_some() => "Choose …",
        Kinds::With if !is_thing && sheet == "attacker" => "Add …",
        Kinds::All if now.document.at(sheet).is_some_and(has_some) => "Entered by hand",
        Kinds::All if brings().as_ref().is_some_and(has_some) => USUAL,
        Kinds::With if !document::presets_of(&now.document, sheet).is_empty() => USUAL,
        _ => "Choose …",
    }
}

/// True where a side has presets that are laid over it: a weapon, or what it wears.
pub(crate) fn is_dressed(now: &Now, side: &str) -> bool {
    sheet(now.rules, now.mode, side).is_some_and(|(_, spec)| has_layers(now, spec))
}

/// True where a side has things that are chosen by name: laid over it, or parts of its sheet.
pub(crate) fn has_things(now: &Now, side: &str) -> bool {
    let is_thing = |field: &Field| field.shape.part().is_some_and(|part| part.presets.is_some());
    let parts = |spec: &'static SheetSpec| spec.used(now.mode).any(is_thing);
    is_dressed(now, side) || sheet(now.rules, now.mode, side).is_some_and(|(_, spec)| parts(spec))
}

/// True where a side's gear is chosen in its sheet: all but the attacker's weapon.
pub(crate) fn is_dressed_here(now: &Now, side: &str, spec: &SheetSpec) -> bool {
    has_layers(now, spec) && (side != "attacker" || weapon(now).is_some())
}
