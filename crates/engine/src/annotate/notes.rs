//! Notes beside the rows of a text, and where they stand.

use crate::value::Value;
use rustc_hash::FxHashMap;
use tohit_compile::program::{Binary, Id, Line, Mode, Node, Span};
use tohit_odds::Arithmetic;

/// What a place in the text comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotation {
    /// A strike may come here; no figure says more.
    Here,
    /// The sheets alone decide it.
    Fixed(Value),
    /// It rolls: among the strikes that come to its line, its values with their chances.
    Rolled(Vec<(Value, f64)>),
    /// The chance that it applies, among the strikes that come to its line.
    Applies(f64),
    /// A line of the strike: the chance that one comes to it, and what it comes to there.
    Line(f64, Vec<(Value, f64)>),
    /// An end: the chance that a strike comes to it, that one ends there, and what is lost there.
    End(f64, f64, Vec<(Value, f64)>),
}

/// The average of some values; none if they are no numbers.
#[must_use]
pub fn average(values: &[(Value, f64)]) -> Option<f64> {
    let (mut sum, mut all) = (0.0, 0.0);
    for (value, chance) in values {
        let mean = match value {
            Value::Number(number) => number.float(),
            Value::Tail(tail) => {
                let ar = Arithmetic::Floats;
                let members = tail.members(MEMBERS, &ar);
                members.map(|(member, share)| member.float() * ar.to_float(share)).sum()
            }
            _ => return None,
        };
        sum += mean * chance;
        all += chance;
    }
    (all > 0.0).then(|| sum / all)
}

/// Of endless rolls an average is told of so many members.
const MEMBERS: u64 = 400;

/// Where the text says what: rows, cases, figures, and the conditions of blocks.
pub(crate) fn spans(mode: &Mode) -> FxHashMap<Id, Span> {
    let span = |id: Id| mode.nodes.span(id);
    let node = |id: Id| mode.nodes.node(id);
    let mut spans = FxHashMap::default();
    // A condition that stands above its line is a block's.
    let condition = |spans: &mut FxHashMap<Id, Span>, mut when: Id| {
        while let Node::Binary(Binary::And, above, _) = node(when) {
            spans.entry(when).or_insert_with(|| span(when));
            when = *above;
        }
        spans.entry(when).or_insert_with(|| span(when));
    };
    for expr in &mode.nodes.0 {
        match &expr.node {
            Node::Column(_, rows) => {
                // Where the first stands, it is told what comes of all.
                for row in rows.iter().skip(1) {
                    row.when.iter().for_each(|when| condition(&mut spans, *when));
                    spans.insert(row.value, row.span);
                }
            }
            Node::If(when, then, other) => {
                condition(&mut spans, *when);
                spans.insert(*then, expr.span);
                spans.insert(*other, span(*other));
            }
            _ => {}
        }
    }
    for line in &mode.strike {
        if let Line::End(end) = line {
            end.when.iter().for_each(|when| condition(&mut spans, *when));
        }
    }
    // What is only named is told where it is said.
    let is_named = |id: &Id| matches!(node(*id), Node::Figure(..) | Node::Name(_));
    let shown = mode.shows.iter().map(|show| show.value).filter(|id| !is_named(id));
    let refused = mode.refuses.iter().map(|refuse| refuse.when);
    let carried = mode.carries.iter().map(|carry| carry.value);
    let counts = mode.turn.iter().flat_map(|turn| turn.strikes.counts());
    for id in shown.chain(refused).chain(carried).chain(counts).chain(mode.lasts) {
        spans.insert(id, span(id));
    }
    for figure in &mode.figures {
        spans.insert(figure.value, figure.span);
    }
    spans
}

/// Where rows, figures and lines stand, whether or not a scenario comes to them.
#[must_use]
pub fn places(mode: &Mode) -> Vec<Span> {
    let lines = mode.strike.iter().map(Line::span);
    spans(mode).into_values().chain(lines).chain(mode.figures.iter().map(|figure| figure.span)).collect()
}
