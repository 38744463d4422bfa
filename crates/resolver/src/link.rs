//! Permalinks: a scenario as `ruleset/mode?path=value&…`, with the differences from the defaults alone,
//! readable and editable by hand.

use crate::json::Json;
use crate::problem::{Problem, control_in_link};
use crate::sheet::{Shape, SheetSpec};
use core::fmt::Write as _;
use rustc_hash::FxHashMap;

/// Most presets that one document may lay over each other.
const MOST_PRESETS: usize = 8;
/// Shape of a preset's name: a choice whose names are unknown here.
const PRESET: Shape = Shape::Choice(&[]);
/// Most steps of a path: the rest of a longer one is a single name, which the reader reports.
const MOST_STEPS: usize = 32;

/// A link taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The ruleset's name.
    pub(crate) ruleset: String,
    /// The mode's name, if the link has one.
    pub(crate) mode: Option<String>,
    /// Paths and values.
    pub(crate) pairs: Vec<(String, String)>,
}

impl Link {
    /// Parses the part of an address after the `#`.
    pub(crate) fn parse(text: &str) -> Self {
        let text = text.trim_start_matches('#');
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let (ruleset, mode) = match place.split_once('/') {
            Some((ruleset, mode)) => (ruleset, Some(decode(mode.trim_end_matches('/')))),
            None => (place, None),
        };
        let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (path, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(path), decode(value))
        });
        Self { ruleset: decode(ruleset), mode: mode.filter(|mode| !mode.is_empty()), pairs: pairs.collect() }
    }

    /// The scenario document of the link, its values typed by the form.
    pub(crate) fn document(&self, form: &'static SheetSpec) -> Json {
        let mut document = Json::Object(vec![("ruleset".to_owned(), self.ruleset.as_str().into())]);
        if let Some(mode) = &self.mode {
            *document.member_mut("mode") = mode.as_str().into();
        }
        for (path, value) in &self.pairs {
            set(&mut document, form, path, value);
        }
        document
    }
}

/// Problems of control characters, which escapes can bring into a link: a terminal would obey them in a
/// message.
pub(crate) fn controls(link: &Link) -> Vec<Problem> {
    let names = [Some(&link.ruleset), link.mode.as_ref()].into_iter().flatten();
    let names = names.chain(link.pairs.iter().map(|(path, _)| path));
    let mut problems: Vec<Problem> = names.filter_map(|name| control_in_link(None, name)).collect();
    if problems.is_empty() {
        problems.extend(link.pairs.iter().filter_map(|(path, value)| control_in_link(Some(path), value)));
    }
    problems
}

/// Problems of paths that occur more than once: only the last would count.
pub(crate) fn repeated(pairs: &[(String, String)]) -> Vec<Problem> {
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    let mut problems = Vec::new();
    for (path, _) in pairs {
        let times = seen.entry(path).or_default();
        *times += 1;
        if *times == 2 {
            problems.push(Problem::at(path.as_str(), "stands in the link twice; once is allowed"));
        }
    }
    problems
}

/// The link of a document: its differences from the defaults.
pub(crate) fn write(ruleset: &str, mode: &str, document: &Json, form: &'static SheetSpec) -> String {
    let mut link = format!("{ruleset}/{mode}");
    for (place, (path, value)) in pairs(document, form).iter().enumerate() {
        let mark = if place == 0 { '?' } else { '&' };
        let _ = write!(link, "{mark}{}={}", encode(path), encode(value));
    }
    link
}

/// The paths and values of everything in a document that is not a default.
pub(crate) fn pairs(document: &Json, form: &'static SheetSpec) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    differences(&mut pairs, "", document, form, false);
    pairs
}

/// Entries of a sheet that differ from the defaults. Beside a preset a default is a change too, also in the
/// parts that the preset fills.
fn differences(
    pairs: &mut Vec<(String, String)>,
    path: &str,
    sheet: &Json,
    spec: &'static SheetSpec,
    beside: bool,
) {
    let Json::Object(entries) = sheet else { return };
    let beside = beside || (sheet.get("preset").is_some() && spec.presets.is_some());
    for (name, value) in entries {
        let field = spec.field(name);
        let is_envelope = path.is_empty() && matches!(name.as_str(), "ruleset" | "mode");
        if is_envelope || (!beside && field.is_some_and(|field| field.default == value)) {
            continue;
        }
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let default = field.map(|field| field.default);
        entry(pairs, path, value, field.map(|field| field.shape), (default, beside));
    }
}

fn entry(
    pairs: &mut Vec<(String, String)>,
    path: String,
    value: &Json,
    shape: Option<Shape>,
    (default, beside): (Option<&Json>, bool),
) {
    let before = pairs.len();
    match (value, shape.map(Shape::inner)) {
        (Json::Object(_), Some(Shape::Sheet(spec))) => {
            differences(pairs, &path, value, spec, beside);
            // An object without entries is still not null, as it may be without it.
            let may_be_null = beside && matches!(shape, Some(Shape::Nullable(_)));
            if pairs.len() == before
                && (may_be_null || !default.is_some_and(|default| is_bare(default, spec)))
            {
                pairs.push((path, "{}".to_owned()));
            }
        }
        (Json::List(items), Some(Shape::Cell { .. })) => {
            let cell: Vec<String> = items.iter().map(Json::plain).collect();
            pairs.push((path, cell.join(",")));
        }
        (Json::List(items), shape) if !items.is_empty() => {
            let of = if let Some(Shape::List { of, .. }) = shape { Some(*of) } else { None };
            for (index, item) in items.iter().enumerate() {
                // A list replaces a preset's: fields that an item omits have their defaults.
                entry(pairs, format!("{path}.{index}"), item, of, (None, false));
            }
        }
        _ => pairs.push((path, value.plain())),
    }
}

/// True for a record in which each field has its own default.
fn is_bare(record: &Json, spec: &SheetSpec) -> bool {
    let Json::Object(entries) = record else { return false };
    entries.iter().all(|(name, value)| spec.field(name).is_some_and(|field| field.default == value))
}

/// Sets the value at a dotted path, creating the objects and lists on the way.
pub(crate) fn set(document: &mut Json, spec: &'static SheetSpec, path: &str, text: &str) {
    let (value, shape) = place(document, spec, path);
    *value = typed(shape, text);
}

/// Sets a value that is already parsed.
pub(crate) fn put(document: &mut Json, spec: &'static SheetSpec, path: &str, value: Json) {
    *place(document, spec, path).0 = value;
}

/// Writes out the records on the way to a path that a document leaves out, as far as their fields make them
/// differ from the record's own defaults: a record that is given in part has its own defaults. A preset above
/// gives its record itself.
pub(crate) fn write_out_records(document: &mut Json, spec: &'static SheetSpec, path: &str) {
    let (mut value, mut spec) = (document, spec);
    for step in path.split('.') {
        let (None, Some(field)) = (value.get("preset"), spec.field(step)) else { return };
        let Shape::Sheet(inner) = field.shape.inner() else { return };
        if value.get(step).is_none() {
            let Json::Object(entries) = field.default else { return };
            let differs = |(name, entry): &&(String, Json)| {
                inner.field(name).is_some_and(|field| field.default != entry)
            };
            *value.member_mut(step) = Json::Object(entries.iter().filter(differs).cloned().collect());
        }
        (value, spec) = (value.member_mut(step), inner);
    }
}

/// Shape of the value at a dotted path; for the name of a preset, a choice whose names are unknown here.
pub(crate) fn shape_at(spec: &'static SheetSpec, path: &str) -> Option<Shape> {
    place(&mut Json::Object(Vec::new()), spec, path).1
}

/// The place at a dotted path, and its shape.
fn place<'d>(document: &'d mut Json, spec: &'static SheetSpec, path: &str) -> (&'d mut Json, Option<Shape>) {
    let mut value = document;
    let mut here = Some(Shape::Sheet(spec));
    for step in path.splitn(MOST_STEPS, '.') {
        // Lists may grow one item past the limit, so that the reader reports the excess.
        let most = match here.map(Shape::inner) {
            Some(Shape::List { most, .. }) => Some(most),
            Some(Shape::Cell { .. }) => Some(2),
            Some(Shape::Choice([])) => Some(MOST_PRESETS),
            _ => None,
        };
        let index = step.parse::<usize>().ok().filter(|index| most.is_some_and(|most| *index <= most));
        here = match here.map(Shape::inner) {
            Some(Shape::Sheet(spec)) => shape_of(spec, step),
            Some(Shape::List { of, .. }) => Some(*of),
            Some(Shape::Cell { low, high }) => Some(Shape::Int { low, high }),
            Some(Shape::Choice([])) if index.is_some() => Some(PRESET),
            _ => None,
        };
        value = match index {
            Some(index) => value.item_mut(index),
            None => value.member_mut(step),
        };
    }
    (value, here)
}

fn shape_of(spec: &SheetSpec, name: &str) -> Option<Shape> {
    let preset = (name == "preset" && spec.presets.is_some()).then_some(PRESET);
    spec.field(name).map(|field| field.shape).or(preset)
}

/// Test for an absent value: `null`, or `none` where the field has no such word.
fn is_none(shape: Shape, text: &str) -> bool {
    let is_word = matches!(shape, Shape::Choice(words) if words.iter().any(|word| word.name == text));
    text == "null" || text == "none" && !is_word
}

/// Parses a value in the notation of its field; other text stays text, and the reader reports it.
pub(crate) fn typed(shape: Option<Shape>, text: &str) -> Json {
    let number = |text: &str| match Json::parse(text) {
        Ok(number @ Json::Number(_)) => number,
        _ => text.into(),
    };
    match shape {
        Some(Shape::Nullable(inner)) if !is_none(*inner, text) => typed(Some(*inner), text),
        Some(Shape::Nullable(_)) => Json::Null,
        Some(Shape::Bool) => match text {
            "true" | "yes" => true.into(),
            "false" | "no" => false.into(),
            other => other.into(),
        },
        Some(Shape::Int { .. } | Shape::Num { .. }) => number(text),
        Some(Shape::Sheet(_)) if text == "{}" => Json::Object(Vec::new()),
        Some(Shape::List { .. }) if text == "[]" => Json::List(Vec::new()),
        Some(Shape::List { of: Shape::Sheet(spec), .. }) => {
            Json::List(text.split(',').map(|item| in_order(spec, item)).collect())
        }
        Some(Shape::List { of, .. }) => {
            Json::List(text.split(',').map(|item| typed(Some(*of), item)).collect())
        }
        Some(Shape::Cell { .. }) => Json::List(text.split(',').map(number).collect()),
        Some(Shape::Choice(_) | Shape::Mark(_) | Shape::Sheet(_)) | None => text.into(),
    }
}

/// A sheet of a list in its short form: the fields in order, joined by colons (`claw:hurt:1:6`); empty or
/// missing ones have their defaults.
fn in_order(spec: &'static SheetSpec, text: &str) -> Json {
    let parts: Vec<&str> = text.split(':').collect();
    if text == "{}" || parts.len() > spec.fields.len() {
        return typed(Some(Shape::Sheet(spec)), text);
    }
    let given = spec.fields.iter().zip(parts).filter(|(_, part)| !part.is_empty());
    given.map(|(field, part)| (field.name, typed(Some(field.shape), part))).collect()
}

/// True for letters that need no escape in the part of an address after the `#`.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~,/:*!'()@[]{}".contains(&byte)
}

/// A text as a part of a link.
///
/// ```
/// use tohit_resolver::{decode, encode};
///
/// assert_eq!(encode("hit>=90%"), "hit%3E%3D90%25");
/// assert_eq!(decode("hit%3E%3D90%25"), "hit>=90%");
/// ```
#[must_use]
pub fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if is_plain(byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Decodes a percent-encoded text.
#[must_use]
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => core::str::from_utf8(&[*high, *low])
                .ok()
                .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
                .and_then(|digits| u8::from_str_radix(digits, 16).ok()),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
        rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    // Bytes that are no UTF-8 leave the text as written.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_more_stands_beside_the_one_that_is_named() {
        const SIDE: &SheetSpec = &SheetSpec { presets: Some("side"), fields: &[] };
        let document = Link::parse("x/y?preset=fred&preset.1=mace").document(SIDE);
        let presets = Json::List(vec!["fred".into(), "mace".into()]);
        assert_eq!(document.get("preset"), Some(&presets));
    }

    #[test]
    fn yes_no_and_none_are_read_as_true_false_and_null() {
        const WORDS: &[crate::sheet::Variant] = &[crate::sheet::Variant::new("none", None)];
        const WORD: Shape = Shape::Choice(WORDS);
        const NUMBER: Shape = Shape::Int { low: 0, high: 9 };
        for (shape, text, value) in [
            (Shape::Bool, "yes", true.into()),
            (Shape::Bool, "no", false.into()),
            (Shape::Bool, "true", true.into()),
            (Shape::Nullable(&Shape::Bool), "no", false.into()),
            (Shape::Nullable(&Shape::Bool), "none", Json::Null),
            (Shape::Nullable(&NUMBER), "none", Json::Null),
            (Shape::Nullable(&NUMBER), "null", Json::Null),
            (Shape::Nullable(&WORD), "none", "none".into()),
            (Shape::Nullable(&WORD), "null", Json::Null),
            (NUMBER, "none", "none".into()),
            (WORD, "yes", "yes".into()),
        ] {
            assert_eq!(typed(Some(shape), text), value, "{shape:?} {text}");
        }
    }

    #[test]
    fn paths_do_not_nest_without_end() {
        const EMPTY: &SheetSpec = &SheetSpec { presets: None, fields: &[] };
        let document = Link::parse(&format!("x/y?a{}=1", ".b".repeat(30_000))).document(EMPTY);
        let mut levels = 0;
        let mut inner = document.get("a");
        while let Some(value) = inner {
            levels += 1;
            inner = value.get("b");
        }
        assert_eq!(levels, MOST_STEPS - 1);
    }

    #[test]
    fn takes_links_apart() {
        let link = Link::parse("#angband/melee?attacker.level=30&attacker.str=18%2F50&x");
        assert_eq!(link.ruleset, "angband");
        assert_eq!(link.mode.as_deref(), Some("melee"));
        let pairs: Vec<(&str, &str)> = link.pairs.iter().map(|(p, v)| (p.as_str(), v.as_str())).collect();
        assert_eq!(pairs, [("attacker.level", "30"), ("attacker.str", "18/50"), ("x", "")]);
        assert_eq!(Link::parse("").ruleset, "");
        assert_eq!(decode("a%zz%4"), "a%zz%4");
        assert_eq!(decode("a%20%ff"), "a%20%ff");
        assert_eq!(decode(&encode("ü|[[{{<&=#% +")), "ü|[[{{<&=#% +");
    }
}
