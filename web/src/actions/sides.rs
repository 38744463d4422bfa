//! Sides of a scenario, and its transformations: swapped, in another mode, begun anew.

use crate::model::scenario::{Now, RULES};
use crate::store::field as at;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::document::{self, mended, presets_of};
use tohit_resolver::sheet::{Field, SheetSpec};
use tohit_resolver::{Json, Preset, Ruleset};

const SIDES: [&str; 2] = ["attacker", "defender"];

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
const TARGETING: &str = "targeting";

/// A sheet of a mode that has it, with its label.
pub(crate) fn sheet(
    rules: &'static Ruleset,
    mode: &str,
    side: &str,
) -> Option<(&'static str, &'static SheetSpec)> {
    let field = rules.form(mode).asked(side, mode)?;
    Some((field.about.label, document::sheet_of(field.shape)?))
}

/// The two sheets of a mode that has both.
fn sheets(rules: &'static Ruleset, mode: &str) -> Option<[(&'static str, &'static SheetSpec); 2]> {
    let [one, other] = SIDES.map(|side| sheet(rules, mode, side));
    Some([one?, other?])
}

/// True where a mode has the defender's hit points.
pub(crate) fn has_points(rules: &'static Ruleset, mode: &str) -> bool {
    sheet(rules, mode, "defender").is_some_and(|(_, defender)| defender.asked("hp", mode).is_some())
}

/// True where two modes have reversed sides: in one a monster is struck, in the other it strikes.
pub(crate) fn is_turned(rules: &'static Ruleset, mode: &str, other: &str) -> bool {
    let (Some([mine, theirs]), Some([first, second])) = (sheets(rules, mode), sheets(rules, other)) else {
        return false;
    };
    mine.0 == second.0 && theirs.0 == first.0 && mine.0 != theirs.0
}

/// True where the sides can swap: their sheets have the same fields, hit points among them; or they share fields, and most presets of a defender
/// fill an attacker as well. (A trap attacks, and cannot be attacked.)
pub(crate) fn can_swap(now: &Now) -> bool {
    let Some([(_, attacker), (_, defender)]) = sheets(now.rules, now.mode) else { return false };
    let names = |sheet: &SheetSpec| {
        let mut names: Vec<&str> = sheet.used(now.mode).map(|field| field.name).collect();
        names.sort_unstable();
        names
    };
    let fields = names(attacker);
    if fields.contains(&"hp") && fields == names(defender) {
        return true;
    }
    let in_common = defender.used(now.mode).any(|field| attacker.asked(field.name, now.mode).is_some());
    let (Some(attackers), Some(defenders)) = (attacker.presets, defender.presets) else { return false };
    let library = now.rules.presets();
    let both = library.of(defenders).filter(|preset| preset.section(attackers).is_some()).count();
    // Attackers' presets include weapons, defenders' armour.
    in_common && 2 * both > library.of(attackers).count().min(library.of(defenders).count())
}

/// Most fields named in a sentence.
const MOST_NAMED: usize = 4;

/// Reason why the sides of a scenario cannot swap, where the defender has hit points; none where they can.
pub(crate) fn why_no_swap(now: &Now) -> Option<String> {
    if can_swap(now) || !has_points(now.rules, now.mode) {
        return None;
    }
    let Some([(_, attacker), (_, defender)]) = sheets(now.rules, now.mode) else {
        return Some(
            "A duel needs the same fields on both sheets; here the attacker has no sheet".to_owned(),
        );
    };
    let alone = |sheet: &SheetSpec, other: &SheetSpec, whose: &str| {
        let names = sheet.used(now.mode).map(|field| field.name);
        let names: Vec<&str> = names.filter(|name| other.asked(name, now.mode).is_none()).collect();
        let more = names.len().saturating_sub(MOST_NAMED);
        let listed = names.iter().take(MOST_NAMED).map(|name| format!("\u{201c}{name}\u{201d}"));
        let more = (more > 0).then(|| format!("{more} more"));
        let verb = if names.len() == 1 { "is" } else { "are" };
        (!names.is_empty()).then(|| {
            format!("{} {verb} the {whose}\u{2019}s alone", format::listed(listed.chain(more).collect()))
        })
    };
    let all = [alone(defender, attacker, "defender"), alone(attacker, defender, "attacker")];
    let all: Vec<String> = all.into_iter().flatten().collect();
    Some(format!("A duel needs the same fields on both sheets: {}", all.join(", ")))
}

/// Sentence about a scenario's presets that `after` lacks; empty if none.
pub(crate) fn left_out(now: &Now, after: &Json) -> String {
    let ids = |document: &Json| SIDES.map(|side| presets_of(document, side)).concat();
    let (before, kept) = (ids(&now.document), ids(after));
    let library = now.rules.presets();
    let lost = library.all().filter(|preset| {
        let id = preset.id();
        before.contains(&id) && !kept.contains(&id)
    });
    let mut names: Vec<&str> = Vec::new();
    let mut stays = "";
    for preset in lost {
        names.push(preset.name);
        if SIDES.iter().any(|side| bare(now, now.mode, side, &preset.id()).is_some()) {
            stays = " Level and the like stay: choose what is used here.";
        }
    }
    names.dedup();
    if names.is_empty() {
        String::new()
    } else {
        format!("Left out, for it does not fit there: {}.{stays}", names.join(", "))
    }
}

/// Fields of a fighter in a preset that also names weapons or armour: its class, its level.
fn bare(now: &Now, mode: &str, side: &str, id: &str) -> Option<Vec<(String, Json)>> {
    let spec = document::sheet_of(now.rules.form(mode).field(side)?.shape)?;
    let target = spec.presets?;
    let preset = now.rules.presets().find(target, id)?;
    let is_whole = !document::is_carried(now.rules, now.mode, preset.group);
    let Json::Object(mut fields) = preset.document(target, spec)? else { return None };
    let is_dressed = is_whole && preset.section(target)?.contains(".preset=");
    fields.retain(|(_, value)| !matches!(value, Json::Object(_)));
    is_dressed.then_some(fields)
}

/// The document with the sides swapped, as far as they fit.
pub(crate) fn swapped(now: &Now) -> Json {
    mended(now.rules, &turned(now, now.document.clone(), now.mode))
}

/// The empty document of a mode, with these rules.
pub(crate) fn begun(now: &Now, rules: Option<Json>) -> Json {
    let mut document = [("ruleset", now.about().id.into()), ("mode", now.mode.into())].into_iter().collect();
    if let Some(rules) = rules {
        document::put(&mut document, &Json::Null, RULES, rules);
    }
    mended(now.rules, &document)
}

/// The document in another mode under these rules: each side as far as the mode has it, with the fields that only `left`, the last scenario of that
/// mode, has.
pub(crate) fn in_mode(now: &Now, mode: &str, left: Option<&Now>, rules: Option<Json>) -> Json {
    let mut document = now.document.clone();
    document::put(&mut document, &now.complete, "mode", mode.into());
    if is_turned(now.rules, now.mode, mode) {
        document = turned(now, document, mode);
    }
    // Weapons, spells and traps belong to their mode; those of `left` return.
    for side in SIDES {
        let its_mode = |id: &str| of_side(now, mode, side, id)?.section("mode");
        let (mut ids, lost): (Vec<_>, Vec<_>) = presets_of(&document, side)
            .into_iter()
            .partition(|id| its_mode(id).is_none_or(|its| its == mode));
        for id in left.map_or_else(Vec::new, |left| presets_of(&left.document, side)) {
            if its_mode(&id) == Some(mode) && !ids.contains(&id) {
                ids.push(id);
            }
        }
        document::set_presets(&mut document, &now.complete, side, ids);
        // The fighter stays without the weapon.
        for (name, value) in lost.iter().filter_map(|id| bare(now, mode, side, id)).flatten() {
            let path = document::join(side, &name);
            if document.at(&path).is_none() {
                document::put(&mut document, &Json::Null, &path, value);
            }
        }
    }
    left.into_iter().for_each(|left| put_back(&mut document, left, now));
    if let Some(rules) = rules {
        document::put(&mut document, &Json::Null, RULES, rules);
    }
    // By the map's defaults the thrower is in the corner.
    if mode == TARGETING && document.get(mode).is_none() {
        let cell = |x: i64, y: i64| Json::List(vec![x.into(), y.into()]);
        *document.member_mut(mode) = [("origin", cell(5, 6)), ("tap", cell(9, 4))].into_iter().collect();
    }
    mended(now.rules, &document)
}

/// A side's preset in a mode.
fn of_side(now: &Now, mode: &str, side: &str, id: &str) -> Option<Preset> {
    let field = now.rules.form(mode).field(side)?;
    now.rules.presets().find(document::sheet_of(field.shape)?.presets?, id)
}

/// Restores fields of `left` that the mode in between lacked.
fn put_back(document: &mut Json, left: &Now, now: &Now) {
    let is_turned = is_turned(now.rules, left.mode, now.mode);
    let others = if is_turned { ["defender", "attacker"] } else { SIDES };
    for (side, other) in SIDES.into_iter().zip(others) {
        let Some(Json::Object(kept)) = left.document.get(side) else { continue };
        let between = now.form().field(other).and_then(|field| document::sheet_of(field.shape));
        let was_known = |name: &str| {
            between.is_some_and(|sheet| match name {
                "preset" => sheet.presets.is_some(),
                name => sheet.asked(name, now.mode).is_some(),
            })
        };
        for (name, value) in kept.iter().filter(|(name, _)| !was_known(name)) {
            let sheet = document.member_mut(side);
            if sheet.get(name).is_none() {
                *sheet.member_mut(name) = value.clone();
            }
        }
    }
}

fn turned(now: &Now, mut document: Json, mode: &str) -> Json {
    let before = SIDES.map(|side| now.document.get(side).cloned());
    let targets = sheets(now.rules, mode).map_or([None; 2], |sheets| sheets.map(|(_, sheet)| sheet.presets));
    for (side, (other, target)) in SIDES.into_iter().zip(before.into_iter().rev().zip(targets)) {
        document::take(&mut document, side);
        let Some(other) = other else { continue };
        *document.member_mut(side) = other;
        let mut ids = document::presets_of(&document, side);
        ids.retain(|id| target.is_some_and(|target| now.rules.presets().find(target, id).is_some()));
        document::set_presets(&mut document, &Json::Null, side, ids);
    }
    // One-way fields, such as a surprise or the number of attackers, hold only for the side that struck.
    let situation = sheet(now.rules, now.mode, "situation").into_iter().flat_map(|(_, sheet)| sheet.fields);
    for field in situation.filter(|field| field.about.one_way) {
        document::take(&mut document, &format!("situation.{}", field.name));
    }
    document
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
pub(crate) struct Thing {
    pub(crate) sheet: Arc<str>,
    pub(crate) label: &'static str,
    pub(crate) spec: &'static SheetSpec,
    pub(crate) kinds: Kinds,
}

impl Thing {
    /// Id of its field.
    pub(crate) fn id(&self) -> String {
        picker_id(&self.sheet, self.kinds)
    }
}

/// The weapon of the attacker: a sheet of its own, or presets that are laid over the attacker.
pub(crate) fn thing(now: &Now) -> Option<Thing> {
    if let Some((sheet, label, spec)) = weapon(now) {
        return Some(Thing { sheet, label, spec, kinds: Kinds::All });
    }
    let (label, spec) = sheet(now.rules, now.mode, "attacker").filter(|(_, spec)| has_layers(now, spec))?;
    Some(Thing { sheet: Arc::from("attacker"), label, spec, kinds: Kinds::With })
}

/// True where a sheet has layered presets.
pub(crate) fn has_layers(now: &Now, spec: &SheetSpec) -> bool {
    let library = now.rules.presets();
    let mut groups: Vec<&str> =
        spec.presets.into_iter().flat_map(|target| library.of(target)).map(|preset| preset.group).collect();
    groups.dedup();
    groups.into_iter().any(|group| document::is_carried(now.rules, now.mode, group))
}

/// True where a side's gear is chosen in its sheet: all but the attacker's weapon.
pub(crate) fn is_dressed_here(now: &Now, side: &str, spec: &SheetSpec) -> bool {
    has_layers(now, spec) && (side != "attacker" || weapon(now).is_some())
}
