//! The text with its present figures: what each line comes to in a scenario. The why, read the other way round.

use super::Ruleset;
use super::query::{Query, figure_of_number};
use crate::json::Json;
use crate::log::Figure;
use crate::problem::Problem;
use std::collections::BTreeMap;
use tohit_compile::program::Span;
use tohit_engine::Run;
use tohit_engine::Value;
use tohit_engine::annotate::{Annotation, average, places};
use tohit_engine::in_order;

/// What a line of the text comes to in a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct MarginEntry {
    /// The line, from 1.
    pub line: usize,
    /// The chance that a strike comes here: of a row, among those that come to its line. 0 where the scenario does not come here at all.
    pub reached: f64,
    /// Its figure, where there is one.
    pub figure: MarginValue,
}

/// A figure in the margin.
#[derive(Clone, Debug, PartialEq)]
pub enum MarginValue {
    /// None says more than the text.
    Nothing,
    /// This, for certain.
    Is(Figure),
    /// From this to that: what it is asked for differs.
    Between(Figure, Figure),
    /// This on average, from this on; to that, if it ends.
    Average(f64, Figure, Option<Figure>),
    /// Yes, with this chance.
    Chance(f64),
    /// These words with their chances, the likeliest first.
    Words(Vec<(String, f64)>),
    /// An end: the chance that a strike ends here, and what is lost here on average.
    Ends(f64, Option<f64>),
}

impl Ruleset {
    /// What each line comes to that is a row, a figure or a line of the strike, in any of the modes.
    ///
    /// # Errors
    /// Everything that is wrong with the document.
    pub fn margin(&self, document: &Json) -> Result<Vec<MarginEntry>, Vec<Problem>> {
        self.query(
            document,
            None,
            |_| Ok(Vec::new()),
            |query| {
                let rules = query.game;
                let sheets = super::values::sheets(rules, query.mode, query.sections);
                let notes = query.game.annotate(query.place, &sheets).map_err(|stop| query.stopped(&stop))?;
                Ok(presents(query, notes))
            },
        )
    }
}

fn presents(query: &Query<'_, '_>, notes: Vec<(Span, Annotation)>) -> Vec<MarginEntry> {
    let line = |span: Span| query.game.line(span.start);
    // Of what stands in one line, the line's own is what begins first.
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

/// What is noted of one place in the text, together.
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
        // What a line comes to says all.
        match note {
            Annotation::Line(..) | Annotation::End(..) => figures = vec![comes],
            _ if comes != MarginValue::Nothing && !figures.contains(&comes) => figures.push(comes),
            _ => {}
        }
    }
    // Sums of floats may be a little past 1, and of none a 0 with a sign.
    let reached = reached.clamp(0.0, 1.0) + 0.0;
    let figure =
        figures.into_iter().reduce(between).filter(|_| reached > 0.0).unwrap_or(MarginValue::Nothing);
    MarginEntry { line, reached, figure }
}

/// Two figures of one place.
fn between(one: MarginValue, other: MarginValue) -> MarginValue {
    let ends = |comes: &MarginValue| match comes {
        MarginValue::Is(figure @ (Figure::Int(_) | Figure::Ratio(_))) => {
            Some((figure.clone(), figure.clone()))
        }
        MarginValue::Between(least, most) => Some((least.clone(), most.clone())),
        _ => None,
    };
    let (Some(one), Some(other)) = (ends(&one), ends(&other)) else { return MarginValue::Nothing };
    let less = |a: &Figure, b: &Figure| float(a) < float(b);
    let least = if less(&other.0, &one.0) { other.0 } else { one.0 };
    let most = if less(&one.1, &other.1) { other.1 } else { one.1 };
    MarginValue::Between(least, most)
}

fn float(figure: &Figure) -> f64 {
    match figure {
        #[allow(clippy::cast_precision_loss, reason = "only compared")]
        Figure::Int(whole) => *whole as f64,
        Figure::Ratio(ratio) => ratio.to_f64(),
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
        return MarginValue::Average(mean, numbers().min().map_or(Figure::Int(0), figure_of_number), most);
    }
    let chance = |at: usize| values.get(at).map_or(0.0, |(_, chance)| *chance);
    let order = in_order(values.len(), &|one, other| chance(other).total_cmp(&chance(one)));
    let words = order.into_iter().filter_map(|at| values.get(at));
    MarginValue::Words(words.map(|(value, chance)| (word(query, value), *chance)).collect())
}

/// A value in a word; of a row of a table its number, for the table is named beside it.
fn word(query: &Query<'_, '_>, value: &Value) -> String {
    match value {
        Value::Row(_, row) => format!("row {}", row + 1),
        value => query.scenario.format_value(value),
    }
}
