//! Entries of a fighter, for all modes together: those that one mode reads, and those that stay for others.

use crate::document::{join, presets_of, set_presets, sheet_of};
use crate::json::Json;
use crate::sheet::number::{exact_within, whole_within};
use crate::sheet::{Shape, SheetSpec, Variant};
use crate::text::Ruleset;

/// A sheet with its mode.
pub(super) type ModeSheet = (&'static str, &'static SheetSpec);

/// Entries without any.
pub(super) fn none() -> Json {
    Json::Object(Vec::new())
}

/// True for a sheet without an entry.
pub(super) fn is_empty(entries: &Json) -> bool {
    matches!(entries, Json::Object(entries) if entries.is_empty())
}

/// The entries that a mode reads, and the others. A name that no sheet knows is read in every mode, which
/// reports it.
pub(super) fn split(
    rules: &Ruleset,
    entries: &Json,
    (mode, spec): ModeSheet,
    all: &[ModeSheet],
) -> [Json; 2] {
    let specs: Vec<&SheetSpec> = all.iter().map(|(_, spec)| *spec).collect();
    let [mut read, mut other] = parts(entries, spec, &specs);
    let ids = presets_of(entries, "");
    if !ids.is_empty() {
        let fits = |(mode, spec): &ModeSheet, id: &str| {
            let preset = spec.presets.and_then(|target| rules.presets().find(target, id));
            preset.is_some_and(|preset| preset.fits(mode))
        };
        let is_read = |id: &String| fits(&(mode, spec), id) || !all.iter().any(|sheet| fits(sheet, id));
        let (here, elsewhere) = ids.into_iter().partition(is_read);
        set_presets(&mut read, &Json::Null, "", here);
        set_presets(&mut other, &Json::Null, "", elsewhere);
    }
    [read, other]
}

/// Entries of fields that `spec` has, or no spec has, and the others.
fn parts(entries: &Json, spec: &SheetSpec, all: &[&SheetSpec]) -> [Json; 2] {
    let Json::Object(all_entries) = entries else { return [entries.clone(), none()] };
    let (mut read, mut other) = (Vec::new(), Vec::new());
    for (name, value) in all_entries {
        let inner = |spec: &&SheetSpec| sheet_of(spec.field(name)?.shape);
        match (spec.field(name), value) {
            (Some(field), Json::Object(within)) if !within.is_empty() && sheet_of(field.shape).is_some() => {
                let specs: Vec<&SheetSpec> = all.iter().filter_map(inner).collect();
                let Some(spec) = sheet_of(field.shape) else { continue };
                let [here, elsewhere] = parts(value, spec, &specs);
                if !is_empty(&here) {
                    read.push((name.clone(), here));
                }
                if !is_empty(&elsewhere) {
                    other.push((name.clone(), elsewhere));
                }
            }
            (Some(_), _) => read.push((name.clone(), value.clone())),
            (None, _) if name != "preset" && all.iter().any(|spec| spec.field(name).is_some()) => {
                other.push((name.clone(), value.clone()));
            }
            // A thing of a preset, such as a sword, in a mode that does not choose it.
            (None, _)
                if name == "preset"
                    && spec.presets.is_none()
                    && all.iter().any(|it| it.presets.is_some()) =>
            {
                other.push((name.clone(), value.clone()));
            }
            (None, _) => read.push((name.clone(), value.clone())),
        }
    }
    [Json::Object(read), Json::Object(other)]
}

/// Entries of one mode together with those of others.
pub(super) fn merged(read: Json, other: Json) -> Json {
    let ids = [presets_of(&read, ""), presets_of(&other, "")].concat();
    let mut merged = over(read, other);
    set_presets(&mut merged, &Json::Null, "", ids);
    merged
}

/// Entries of `above`, and those of `below` that it lacks.
fn over(above: Json, below: Json) -> Json {
    let (Json::Object(mut entries), Json::Object(more)) = (above.clone(), below) else { return above };
    for (name, value) in more {
        match entries.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = over(core::mem::replace(known, Json::Null), value),
            None => entries.push((name, value)),
        }
    }
    Json::Object(entries)
}

/// An entry with its shape; the presets of a part have none.
struct Leaf<'a> {
    path: String,
    shape: Option<Shape>,
    value: &'a Json,
}

/// Entries of a sheet and of its parts. Presets of the sheet itself are no entries.
fn leaves<'a>(entries: &'a Json, spec: &'static SheetSpec, path: &str, found: &mut Vec<Leaf<'a>>) {
    let Json::Object(entries) = entries else { return };
    for (name, value) in entries {
        let here = join(path, name);
        match (spec.field(name), value) {
            (None, _) if name == "preset" && !path.is_empty() => {
                found.push(Leaf { path: here, shape: None, value });
            }
            (None, _) => {}
            (Some(field), Json::Object(within)) if !within.is_empty() => match sheet_of(field.shape) {
                Some(spec) => leaves(value, spec, &here, found),
                None => found.push(Leaf { path: here, shape: Some(field.shape), value }),
            },
            (Some(field), _) => found.push(Leaf { path: here, shape: Some(field.shape), value }),
        }
    }
}

/// Changes from one state of a sheet to another: a path with its new value, or without one where the entry is
/// gone.
pub(super) fn changes(
    before: &Json,
    after: &Json,
    spec: &'static SheetSpec,
) -> Vec<(String, Option<Shape>, Option<Json>)> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    leaves(before, spec, "", &mut old);
    leaves(after, spec, "", &mut new);
    let is_in = |leaf: &Leaf<'_>, leaves: &[Leaf<'_>], same: bool| {
        leaves.iter().any(|other| other.path == leaf.path && (!same || other.value == leaf.value))
    };
    let gone = old.iter().filter(|leaf| !is_in(leaf, &new, false));
    let gone = gone.map(|leaf| (leaf.path.clone(), leaf.shape, None));
    let come = new.iter().filter(|leaf| !is_in(leaf, &old, true));
    let come = come.map(|leaf| (leaf.path.clone(), leaf.shape, Some(leaf.value.clone())));
    gone.chain(come).collect()
}

/// True where a sheet has the same field at a path, and it takes the value.
pub(super) fn takes(
    spec: &'static SheetSpec,
    path: &str,
    shape: Option<Shape>,
    value: Option<&Json>,
) -> bool {
    let Some(shape) = shape else {
        let Some((part, _)) = path.rsplit_once('.') else { return false };
        return spec
            .at(part)
            .is_some_and(|(shape, _)| sheet_of(shape).is_some_and(|spec| spec.presets.is_some()));
    };
    let Some((own, _)) = spec.at(path) else { return false };
    core::mem::discriminant(&own.inner()) == core::mem::discriminant(&shape.inner())
        && value.is_none_or(|value| accepts(own, value))
}

/// True where a shape allows a value.
fn accepts(shape: Shape, value: &Json) -> bool {
    let is_word = |words: &[Variant], value: &Json| {
        matches!(value, Json::Text(_) | Json::Number(_)) && Variant::find(words, &value.plain()).is_some()
    };
    match (shape, value) {
        (Shape::Nullable(_), Json::Null) => true,
        (Shape::Nullable(inner), _) => accepts(*inner, value),
        (Shape::Bool, _) => matches!(value, Json::Bool(_)),
        (Shape::Int { low, high }, _) => whole_within(value, low, high).is_some(),
        (Shape::Num { low, high }, _) => exact_within(value, low, high).is_some(),
        (Shape::Choice(words), _) => is_word(words, value),
        (Shape::List { of: Shape::Choice(words), .. }, Json::List(items)) => {
            items.iter().all(|item| is_word(words, item))
        }
        (Shape::Sheet(_), Json::Object(entries)) => entries.is_empty(),
        (Shape::Mark(_), _) => !matches!(value, Json::Null),
        _ => false,
    }
}
