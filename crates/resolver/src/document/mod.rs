//! Documents as plain data: entries are read, set and removed by their paths; only the rules know their
//! meaning.

mod presets;

pub use presets::*;

use crate::json::Json;
use crate::problem::Problem;
use crate::sheet::{Shape, SheetSpec};
use crate::text::Ruleset;

/// A path with one more step.
pub fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
}

/// The fields of a sheet, where the shape is one.
pub fn sheet_of(shape: Shape) -> Option<&'static SheetSpec> {
    match shape.inner() {
        Shape::Sheet(spec) => Some(spec),
        _ => None,
    }
}

/// Sets the value at a path. A list, or a part of a sheet, left to a default or preset is first written out
/// from `effective`, the complete scenario.
pub fn put(document: &mut Json, effective: &Json, path: &str, value: Json) {
    let mut here = document;
    let mut walked = String::new();
    for step in path.split('.') {
        if is_index(step)
            && !matches!(here, Json::List(_))
            && let Some(list @ Json::List(_)) = effective.at(&walked)
        {
            *here = list.clone();
        }
        walked = join(&walked, step);
        here = match (here, is_index(step)) {
            (Json::List(items), true) => {
                let Some(item) = step.parse().ok().and_then(|index: usize| items.get_mut(index)) else {
                    return;
                };
                item
            }
            (object, _) => {
                let is_absent = object.get(step).is_none();
                let member = object.member_mut(step);
                if is_absent
                    && walked.contains('.')
                    && let Some(part @ Json::Object(_)) = effective.at(&walked)
                {
                    *member = part.clone();
                }
                member
            }
        };
    }
    *here = value;
}

fn is_index(step: &str) -> bool {
    step.bytes().all(|byte| byte.is_ascii_digit())
}

/// The document with only its presets and the presence of its parts.
pub fn bare(document: &Json) -> Json {
    fn part(value: &Json) -> Option<Json> {
        match value {
            Json::Object(entries) => {
                let inner = entries.iter().filter_map(|(name, value)| {
                    let kept = if name == "preset" { Some(value.clone()) } else { part(value) };
                    Some((name.clone(), kept?))
                });
                Some(Json::Object(inner.collect()))
            }
            Json::List(items) if !presets_in(value).is_empty() => {
                Some(Json::List(items.iter().map(|item| part(item).unwrap_or(Json::Null)).collect()))
            }
            _ => None,
        }
    }
    let mut bare = part(document).unwrap_or(Json::Null);
    for name in ["ruleset", "mode"] {
        if let Some(value) = document.get(name) {
            *bare.member_mut(name) = value.clone();
        }
    }
    bare
}

/// Removes the value at a path; true where there was one.
pub fn take(document: &mut Json, path: &str) -> bool {
    let (parent, last) = path.rsplit_once('.').unwrap_or(("", path));
    match place_mut(document, parent) {
        Some(Json::Object(entries)) => {
            let before = entries.len();
            entries.retain(|(name, _)| name != last);
            entries.len() < before
        }
        Some(Json::List(items)) => match last.parse() {
            Ok(index) if index < items.len() => {
                items.remove(index);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

fn place_mut<'a>(document: &'a mut Json, path: &str) -> Option<&'a mut Json> {
    if path.is_empty() {
        return Some(document);
    }
    path.split('.').try_fold(document, |value, step| match value {
        Json::List(items) => items.get_mut(step.parse::<usize>().ok()?),
        Json::Object(entries) => entries.iter_mut().find(|(name, _)| name == step).map(|(_, value)| value),
        _ => None,
    })
}

/// Input of the tidying.
pub struct Facts<'a> {
    /// The fields.
    pub form: &'static SheetSpec,
    /// Complete scenario.
    pub complete: &'a Json,
    /// The complete scenario of the presets.
    pub base: &'a Json,
    /// The complete scenario of the presets, with the document's parts present but empty: there a default of
    /// the whole part does not count.
    pub bare: &'a Json,
    /// Problems of the document.
    pub problems: &'a [Problem],
}

impl Facts<'_> {
    /// Removes entries that equal the value without them.
    pub fn tidy(&self, document: &mut Json) {
        self.tidy_sheet(document, self.form, "");
    }

    fn tidy_sheet(&self, sheet: &mut Json, spec: &'static SheetSpec, path: &str) {
        let Json::Object(entries) = sheet else { return };
        entries.retain_mut(|(name, value)| {
            let Some(field) = spec.field(name) else { return true };
            let path = join(path, name);
            let before = self.bare.at(&path).unwrap_or(field.default);
            if let (Shape::Sheet(inner), Json::Object(_)) = (field.shape.inner(), &*value) {
                self.tidy_sheet(value, inner, &path);
                let base = self.base.at(&path);
                if base == Some(before) {
                    let empty = matches!(value, Json::Object(entries) if entries.is_empty());
                    return !(empty && matches!(before, Json::Object(_)));
                }
                let is_default = self.complete.at(&path) == base && presets_in(value).is_empty();
                return self.is_wrong(&path) || !is_default;
            }
            // A list may hold sheets with presets.
            let is_named =
                matches!(value, Json::List(items) if items.iter().any(|item| item.get("preset").is_some()));
            is_named || self.is_wrong(&path) || self.complete.at(&path) != Some(before)
        });
    }

    fn is_wrong(&self, path: &str) -> bool {
        self.problems.iter().any(|problem| is_within(&problem.path, path))
    }
}

/// True where `outer` contains `path`.
pub fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The complete scenario of a document, and its problems.
pub fn complete(rules: &Ruleset, document: &Json) -> (Json, Vec<Problem>) {
    rules.complete(document)
}

/// The document under other rules: known fields stay.
pub fn by_rules(rules: &Ruleset, mut document: Json) -> Json {
    *document.member_mut("ruleset") = rules.about().id.into();
    mended(rules, &document)
}

/// The document without its invalid fields; the ruleset alone as a last resort.
pub fn mended(rules: &Ruleset, document: &Json) -> Json {
    const ROUNDS: usize = 64;
    let mut mended = document.clone();
    for _ in 0..ROUNDS {
        let (_, problems) = complete(rules, &mended);
        if problems.is_empty() {
            return mended;
        }
        // From last to first: removal of an index moves only later items.
        for problem in problems.iter().rev() {
            let mut path = problem.path.as_str();
            while !path.is_empty() && !take(&mut mended, path) {
                path = path.rsplit_once('.').map_or("", |(outer, _)| outer);
            }
        }
    }
    ["ruleset"].into_iter().filter_map(|name| Some((name, document.get(name)?.clone()))).collect()
}

/// The items of a list as entries: with the presets that fill them.
pub fn items(
    (rules, form): (&Ruleset, &'static SheetSpec),
    document: &Json,
    effective: &Json,
    path: &str,
) -> Vec<Json> {
    let entered = document.at(path).cloned().or_else(|| brought(rules, form, document, path));
    match entered.or_else(|| effective.at(path).cloned()) {
        Some(Json::List(items)) => items,
        _ => Vec::new(),
    }
}

/// Removes the entries of a sheet and its inner sheets that `said` has too, unless `stays` holds for the name
/// and both values.
fn take_said(document: &mut Json, sheet: &str, said: &Json, stays: fn(&str, &Json, &Json) -> bool) {
    fn without(sheet: &mut Json, said: &Json, stays: fn(&str, &Json, &Json) -> bool) {
        let (Json::Object(entries), Json::Object(said)) = (sheet, said) else { return };
        entries.retain_mut(|(name, value)| match said.iter().find(|(known, _)| known == name) {
            Some((_, said)) if stays(name, value, said) => true,
            Some((_, inner @ Json::Object(_))) if matches!(value, Json::Object(_)) => {
                without(value, inner, stays);
                !matches!(value, Json::Object(entries) if entries.is_empty())
            }
            Some(_) => false,
            None => true,
        });
    }
    if let Some(sheet) = place_mut(document, sheet) {
        without(sheet, said, stays);
    }
}

/// Number of fields in a sheet, or in a part of it, that differ from presets and defaults.
pub fn changes(shape: Shape, complete: Option<&Json>, base: Option<&Json>, default: &Json) -> usize {
    let base = base.unwrap_or(default);
    match (shape.inner(), complete) {
        (Shape::Sheet(spec), Some(now @ Json::Object(_))) => {
            let turned_on = usize::from(!matches!(base, Json::Object(_)));
            let inside = spec
                .fields
                .iter()
                .map(|field| changes(field.shape, now.get(field.name), base.get(field.name), field.default));
            turned_on + inside.sum::<usize>()
        }
        (_, now) => usize::from(now != Some(base)),
    }
}
