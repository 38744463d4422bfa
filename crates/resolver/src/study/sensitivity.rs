//! Neighbours of a scenario: each field one step up and down, and each switch at its other positions.

use super::axis::{AxisChange, AxisPoint, ends, written};
use crate::json::Json;
use crate::rules_field;
use crate::sheet::{Field, Shape, SheetSpec, Variant, read_mark, write_mark};
use tohit_odds::Fraction;

/// The group of fields, in every ruleset's words, that choose the rules themselves.
const SWITCHES: &str = "Rule details";

/// Collects the changes of a complete scenario's fields that count in its mode.
pub(super) struct Sensitivity<'a> {
    mode: &'a str,
    complete: &'a Json,
    /// True to change the switches, false to change the other fields.
    switches: bool,
    places: Vec<AxisPoint>,
}

impl<'a> Sensitivity<'a> {
    /// The scenario as it is, and then each change.
    pub(super) fn places(
        form: &'static SheetSpec,
        mode: &'a str,
        complete: &'a Json,
        switches: bool,
    ) -> Vec<AxisPoint> {
        let mut around = Self { mode, complete, switches, places: vec![AxisPoint::as_it_is()] };
        around.sheet(form, "", false);
        around.places
    }

    fn sheet(&mut self, spec: &'static SheetSpec, sheet: &str, inside: bool) {
        for field in spec.fields {
            if field.about.counts(self.mode, self.complete, sheet) {
                let path =
                    if sheet.is_empty() { field.name.to_owned() } else { format!("{sheet}.{}", field.name) };
                let is_switch = inside || field.about.group == SWITCHES || rules_field::is_rules(&path);
                self.field(field, &path, is_switch);
            }
        }
    }

    fn field(&mut self, field: &Field, path: &str, is_switch: bool) {
        let values = match (field.shape.inner(), self.complete.at(path)) {
            (Shape::Sheet(spec), Some(Json::Object(_))) => return self.sheet(spec, path, is_switch),
            (shape, Some(value)) if is_switch == self.switches => match shape {
                Shape::Choice(words) if is_switch => {
                    words.iter().map(|word| word.name.into()).filter(|word| word != value).collect()
                }
                shape => steps(shape, value),
            },
            _ => return,
        };
        self.places.extend(values.into_iter().map(|value| AxisPoint {
            value: format!("{path}={}", said(&value)).into(),
            change: AxisChange::Set(path.to_owned(), value),
        }));
    }
}

/// A value in a link's notation.
fn said(value: &Json) -> String {
    match value {
        Json::List(items) if !items.is_empty() => items.iter().map(said).collect::<Vec<_>>().join(","),
        other => other.plain(),
    }
}

/// Neighbours of a value, within the field's range: a whole number by one, an exact one by a tenth, a word to
/// the adjacent ones, a set by each word added or removed. A missing value has none.
fn steps(shape: Shape, value: &Json) -> Vec<Json> {
    match (shape, value) {
        (Shape::List { of: Shape::Choice(words), distinct: true, .. }, Json::List(items)) => {
            let toggled = |word: &Variant| {
                let mut others: Vec<Json> = items.clone();
                others.retain(|item| *item != word.name.into());
                if others.len() == items.len() {
                    others.push(word.name.into());
                }
                Json::List(others)
            };
            words.iter().map(toggled).collect()
        }
        (Shape::Bool, Json::Bool(flag)) => vec![(!flag).into()],
        (Shape::Choice(words), Json::Text(name)) => {
            let Some(at) = words.iter().position(|word| word.name == name) else { return Vec::new() };
            let beside = [Some(at + 1), at.checked_sub(1)].into_iter().flatten();
            beside.filter_map(|at| words.get(at)).map(|word| word.name.into()).collect()
        }
        (Shape::Mark(marks), value) => {
            let Some(mark) = read_mark(value, marks) else { return Vec::new() };
            let beside = [marks.above(mark), marks.below(mark)].into_iter().flatten();
            beside.map(write_mark).collect()
        }
        (Shape::Int { .. } | Shape::Num { .. }, Json::Number(text) | Json::Text(text)) => {
            let Ok(number) = text.parse::<Fraction>() else { return Vec::new() };
            let step = Fraction::new(1, if matches!(shape, Shape::Int { .. }) { 1 } else { 10 });
            let (low, high) = ends(shape);
            let beside = [&number + &step, &number - &step].into_iter();
            beside.filter(|number| (&low..=&high).contains(&number)).map(written).collect()
        }
        _ => Vec::new(),
    }
}
