//! Axes: a scenario becomes a family of scenarios.

use crate::json::Json;
use crate::link;
use crate::problem::quoted;
use crate::sheet::{Shape, SheetSpec, read_mark, write_mark};
use crate::text::Ruleset;
use core::iter::successors;
use tohit_odds::Fraction;

/// A study has no more cells.
pub const MOST_CELLS: usize = 10_000;

/// A variation of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name before the `=` in the link: a field's path, `~`, `switches` or `or`.
    pub name: String,
    /// Text after the `=`; with several scenarios, one for each `or`.
    pub(super) texts: Vec<String>,
    /// Places along the axis, in order.
    pub places: Vec<AxisPoint>,
}

/// A place along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisPoint {
    /// The value of the field, or a name.
    pub value: Json,
    pub(super) change: AxisChange,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum AxisChange {
    /// The scenario as it is.
    Nothing,
    /// A field has the value.
    Set(String, Json),
    /// Another scenario.
    Whole(Json),
}

impl Axis {
    /// Text after the `=` in the link; with several scenarios the first.
    #[must_use]
    pub fn text(&self) -> &str {
        self.texts.first().map_or("", String::as_str)
    }

    /// True where the axis is a range of numbers or marks.
    #[must_use]
    pub fn is_ranged(&self) -> bool {
        let is_number = |value: &Json| match value {
            Json::Number(_) => true,
            Json::Text(text) => text.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        !self.name.contains(".preset")
            && self.places.len() > 1
            && self.places.iter().all(|place| is_number(&place.value))
    }
}

impl AxisPoint {
    /// Label for people.
    #[must_use]
    pub fn label(&self) -> String {
        self.value.plain()
    }

    pub(super) fn apply(&self, document: &mut Json, form: &'static SheetSpec) {
        match &self.change {
            AxisChange::Nothing => {}
            AxisChange::Set(path, value) => {
                link::write_out_records(document, form, path);
                link::put(document, form, path, value.clone());
            }
            AxisChange::Whole(other) => *document = other.clone(),
        }
    }

    pub(super) fn as_it_is() -> Self {
        Self { value: "as it is".into(), change: AxisChange::Nothing }
    }
}

/// The axis of a field, if the text asks for one: the values, or the problem with them. Other text is a
/// single value, as in any link.
pub(super) fn of_field(
    ruleset: &Ruleset,
    (form, mode): (&'static SheetSpec, &str),
    path: &str,
    text: &str,
) -> Option<Result<Axis, String>> {
    let shape = link::shape_at(form, path)?.inner();
    let values = match shape {
        _ if text.contains('|') => Ok(text.split('|').map(|word| link::typed(Some(shape), word)).collect()),
        Shape::Int { .. } | Shape::Num { .. } | Shape::Mark(_) if text == "*" => range(shape, ".."),
        Shape::Int { .. } | Shape::Num { .. } | Shape::Mark(_) if text.contains("..") => range(shape, text),
        Shape::Bool if text == "*" => Ok(vec![false.into(), true.into()]),
        Shape::Choice([]) if text == "*" => Ok(names(ruleset, (form, mode), path)),
        Shape::Choice(variants) if text == "*" => Ok(variants.iter().map(|word| word.name.into()).collect()),
        _ => return None,
    };
    let set =
        |value: Json| AxisPoint { value: value.clone(), change: AxisChange::Set(path.to_owned(), value) };
    let axis = |values: Vec<Json>| Axis {
        name: path.to_owned(),
        texts: vec![text.to_owned()],
        places: values.into_iter().map(set).collect(),
    };
    Some(values.map(axis))
}

/// The presets of a slot that belong to the mode.
fn names(ruleset: &Ruleset, (form, mode): (&'static SheetSpec, &str), path: &str) -> Vec<Json> {
    let sheet = path.rsplit_once("preset").map_or("", |(sheet, _)| sheet.trim_end_matches('.'));
    let Some(Shape::Sheet(spec)) = link::shape_at(form, sheet).map(Shape::inner) else { return Vec::new() };
    let of_mode = ruleset.presets().of(spec.presets.unwrap_or_default()).filter(|preset| preset.fits(mode));
    of_mode.map(|preset| preset.id().into()).collect()
}

/// `LOW..HIGH` or `LOW..HIGH/STEP`; an end that is left out is the field's own.
fn range(shape: Shape, text: &str) -> Result<Vec<Json>, String> {
    let (low, rest) = text.split_once("..").unwrap_or((text, ""));
    let wrong = |what: &str| format!("{} is not allowed; it must {what}", quoted(text));
    if let Shape::Mark(marks) = shape {
        let end = |text: &str, own| match text {
            "" => Some(own),
            text => read_mark(&text.into(), marks),
        };
        let ends = end(low, marks.low).zip(end(rest, marks.high)).filter(|(low, high)| low <= high);
        let (low, high) = ends.ok_or_else(|| wrong(&format!("be LOW..HIGH, each {}", shape.allowed())))?;
        let places = successors(Some(low), |mark| marks.above(*mark)).take_while(|mark| *mark <= high);
        let places: Vec<Json> = places.take(MOST_CELLS + 1).map(write_mark).collect();
        if places.len() > MOST_CELLS {
            return Err(format!("too large: more than {MOST_CELLS} values"));
        }
        return Ok(places);
    }
    let (high, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let (least, most) = ends(shape);
    let read = |text: &str, own| if text.is_empty() { Some(own) } else { text.parse().ok() };
    let given = (read(low, least), read(high, most), step.parse::<Fraction>().ok());
    let (Some(low), Some(high), Some(step)) = given else {
        return Err(wrong("be LOW..HIGH or LOW..HIGH/STEP, in plain numbers"));
    };
    let whole = matches!(shape, Shape::Int { .. });
    if low > high || !step.is_positive() || (whole && step.whole().is_none()) {
        return Err(wrong("run upwards, by whole steps where the field has whole numbers"));
    }
    let steps = ((&high - &low) / &step).floor();
    match steps.whole().and_then(|steps| usize::try_from(steps).ok()).filter(|steps| *steps < MOST_CELLS) {
        Some(steps) => {
            Ok(successors(Some(low), |number| Some(number + &step)).take(steps + 1).map(written).collect())
        }
        None => Err(format!("too large: {} values, and {MOST_CELLS} are allowed", steps + Fraction::one())),
    }
}

/// Least and most of a number.
pub(super) fn ends(shape: Shape) -> (Fraction, Fraction) {
    match shape {
        Shape::Int { low, high } => (low.into(), high.into()),
        Shape::Num { low, high } => (Fraction::new(low.0, low.1), Fraction::new(high.0, high.1)),
        _ => Default::default(),
    }
}

/// A number in a document's notation: a decimal where that is exact.
pub(super) fn written(number: Fraction) -> Json {
    let decimal = number.decimal();
    let is_all = decimal.parse::<Fraction>().is_ok_and(|read| read == number);
    if is_all { Json::Number(decimal) } else { number.to_string().into() }
}
