//! Values in the margin of a text: the value of each line in a scenario.

use super::Ruleset;
use super::query::{Query, figure_of_number};
use crate::json::Json;
use crate::log::FigureValue;
use crate::problem::Problem;
use std::collections::BTreeMap;
use tohit_compile::program::Span;
use tohit_engine::Run;
use tohit_engine::Value;
use tohit_engine::annotate::{Annotation, average, places};
use tohit_engine::in_order;

/// Margin of a line of the text in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct MarginEntry {
    /// The line, from 1.
    pub line: usize,
    /// The chance that a strike reaches the line; of a row, given that its line is reached. 0 where the
    /// scenario never reaches it.
    pub reached: f64,
    /// Value of the line, if any.
    pub figure: MarginValue,
}

/// A value in the margin.
#[derive(Clone, Debug, PartialEq)]
pub enum MarginValue {
    /// No value beyond the text.
    Nothing,
    /// A certain value.
    Is(FigureValue),
    /// A range: the value depends on the arguments.
    Between(FigureValue, FigureValue),
    /// A mean, the least value, and the most; none for an endless distribution.
    Average(f64, FigureValue, Option<FigureValue>),
    /// The chance of yes.
    Chance(f64),
    /// Words with their chances, the likeliest first.
    Words(Vec<(String, f64)>),
    /// An end: the chance that a strike ends here, and the mean loss here.
    Ends(f64, Option<f64>),
}

impl Ruleset {
    /// Margins of all lines that are a row, a figure or a line of the strike, in any of the modes.
    ///
    /// # Errors
    /// All problems of the document.
    pub fn margin(&self, document: &Json) -> Result<Vec<MarginEntry>, Vec<Problem>> {
        self.query(
            document,
            |_| Ok(Vec::new()),
            |query| {
                let rules = query.game;
                let sheets = super::values::sheets(rules, query.mode, query.sections);
                let notes = query
                    .game
                    .annotate(query.place, &sheets)
                    .map_err(|diagnostic| query.stopped(&diagnostic))?;
                Ok(presents(query, notes))
            },
        )
    }
}

fn presents(query: &Query<'_, '_>, notes: Vec<(Span, Annotation)>) -> Vec<MarginEntry> {
    let line = |span: Span| query.game.line(span.start);
    // A line's own span is the first of those in the line.
    let mut own: BTreeMap<usize, u32> = BTreeMap::new();
    for span in query.game.modes.iter().flat_map(places) {
        let first = own.entry(line(span)).or_insert(span.start);
        *first = span.start.min(*first);
    }
    let mut noted: BTreeMap<u32, Vec<Annotation>> = BTreeMap::new();
    for (span, note) in notes {
        noted.entry(span.start).or_default().push(note);
    }
    let present = |(line, start): (usize, u32)| match noted.get(&start) {
        Some(notes) => present_line(query, line, notes),
        None => MarginEntry { line, reached: 0.0, figure: MarginValue::Nothing },
    };
    own.into_iter().map(present).collect()
}

/// Combines the annotations of one span.
fn present_line(query: &Query<'_, '_>, line: usize, notes: &[Annotation]) -> MarginEntry {
    let mut reached = 1.0;
    let mut figures: Vec<MarginValue> = Vec::new();
    for note in notes {
        let comes = match note {
            Annotation::Here => MarginValue::Nothing,
            Annotation::Fixed(value) => is(query, value),
            Annotation::Rolled(values) => spread(query, values),
            Annotation::Applies(share) => {
                reached = *share;
                MarginValue::Nothing
            }
            Annotation::Line(share, values) => {
                reached = *share;
                spread(query, values)
            }
            Annotation::End(share, ends, lost) => {
                reached = *share;
                MarginValue::Ends(ends.clamp(0.0, 1.0) + 0.0, average(lost))
            }
        };
        // The value of a line or an end replaces those within it.
        match note {
            Annotation::Line(..) | Annotation::End(..) => figures = vec![comes],
            _ if comes != MarginValue::Nothing && !figures.contains(&comes) => figures.push(comes),
            _ => {}
        }
    }
    // Rounding may make a sum exceed 1, and an empty sum is -0.
    let reached = reached.clamp(0.0, 1.0) + 0.0;
    let figure =
        figures.into_iter().reduce(between).filter(|_| reached > 0.0).unwrap_or(MarginValue::Nothing);
    MarginEntry { line, reached, figure }
}

/// The range of two figures of one span.
fn between(one: MarginValue, other: MarginValue) -> MarginValue {
    let ends = |comes: &MarginValue| match comes {
        MarginValue::Is(figure @ (FigureValue::Int(_) | FigureValue::Ratio(_))) => {
            Some((figure.clone(), figure.clone()))
        }
        MarginValue::Between(least, most) => Some((least.clone(), most.clone())),
        _ => None,
    };
    let (Some(one), Some(other)) = (ends(&one), ends(&other)) else { return MarginValue::Nothing };
    let less = |a: &FigureValue, b: &FigureValue| float(a) < float(b);
    let least = if less(&other.0, &one.0) { other.0 } else { one.0 };
    let most = if less(&one.1, &other.1) { other.1 } else { one.1 };
    MarginValue::Between(least, most)
}

fn float(figure: &FigureValue) -> f64 {
    match figure {
        #[allow(clippy::cast_precision_loss, reason = "only compared")]
        FigureValue::Int(whole) => *whole as f64,
        FigureValue::Ratio(ratio) => ratio.to_f64(),
        _ => 0.0,
    }
}

fn is(query: &Query<'_, '_>, value: &Value) -> MarginValue {
    match value {
        Value::Absent | Value::Row(..) => MarginValue::Words(vec![(word(query, value), 1.0)]),
        value => query.figure(value).map_or(MarginValue::Nothing, MarginValue::Is),
    }
}

fn spread(query: &Query<'_, '_>, values: &[(Value, f64)]) -> MarginValue {
    if let [(only, _)] = values
        && !matches!(only, Value::Tail(_))
    {
        return is(query, only);
    }
    if values.iter().all(|(value, _)| matches!(value, Value::Flag(_))) {
        return MarginValue::Chance(
            values.iter().filter(|(value, _)| *value == Value::Flag(true)).map(|(_, p)| p).sum(),
        );
    }
    if let Some(mean) = average(values) {
        let numbers = || {
            values
                .iter()
                .filter_map(|(value, _)| if let Value::Number(number) = value { Some(number) } else { None })
        };
        let is_endless = values.iter().any(|(value, _)| matches!(value, Value::Tail(_)));
        let most = numbers().max().filter(|_| !is_endless).map(figure_of_number);
        return MarginValue::Average(
            mean,
            numbers().min().map_or(FigureValue::Int(0), figure_of_number),
            most,
        );
    }
    let chance = |at: usize| values.get(at).map_or(0.0, |(_, chance)| *chance);
    let order = in_order(values.len(), &|one, other| chance(other).total_cmp(&chance(one)));
    let words = order.into_iter().filter_map(|at| values.get(at));
    MarginValue::Words(words.map(|(value, chance)| (word(query, value), *chance)).collect())
}

/// A value in one word; of a row its number, since the margin stands beside its table.
fn word(query: &Query<'_, '_>, value: &Value) -> String {
    match value {
        Value::Row(_, row) => format!("row {}", row + 1),
        value => query.scenario.format_value(value),
    }
}
