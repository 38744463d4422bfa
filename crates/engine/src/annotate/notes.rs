//! Annotations, and the places of rows in a text.

use crate::value::Value;
use rustc_hash::FxHashMap;
use tohit_compile::program::{Binary, Id, Line, Mode, Node, Span, VarId};
use tohit_odds::Arithmetic;

/// Annotation of a place in the text.
#[derive(Clone, Debug, PartialEq)]
pub enum Annotation {
    /// Reachable; no figure says more.
    Here,
    /// Value that the sheets decide.
    Fixed(Value),
    /// Distribution among the strikes that come to the line.
    Rolled(Vec<(Value, f64)>),
    /// Probability that a condition applies, among the strikes that come to its line.
    Applies(f64),
    /// Line of the strike: the probability that a strike comes to it, and its distribution there.
    Line(f64, Vec<(Value, f64)>),
    /// End: the probabilities that a strike comes to it and that it ends there, and the losses there.
    End(f64, f64, Vec<(Value, f64)>),
}

/// Mean of some values; none if they are no numbers.
#[must_use]
pub fn average(values: &[(Value, f64)]) -> Option<f64> {
    let (mut sum, mut all) = (0.0, 0.0);
    for (value, chance) in values {
        let mean = match value {
            Value::Number(number) => number.float(),
            Value::Tail(tail) => {
                let arith = Arithmetic::Floats;
                let members = tail.members(MEMBERS, &arith);
                members.map(|(member, share)| member.float() * arith.to_float(share)).sum()
            }
            _ => return None,
        };
        sum += mean * chance;
        all += chance;
    }
    (all > 0.0).then(|| sum / all)
}

/// Members of an endless roll that a mean counts.
const MEMBERS: u64 = 400;

/// Places of expressions: rows, cases, figures, and the conditions of blocks.
pub(crate) fn spans(mode: &Mode) -> FxHashMap<Id, Span> {
    let span = |id: Id| mode.nodes.span(id);
    let node = |id: Id| mode.nodes.node(id);
    let mut spans = FxHashMap::default();
    // A condition above its line belongs to a block.
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
                // The place of the first row belongs to the whole column.
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
    // A name alone has its place where it is defined.
    let is_named = |id: &Id| matches!(node(*id), Node::Figure(..) | Node::Name(_));
    let shown = mode.shows.iter().map(|show| show.value).filter(|id| !is_named(id));
    let refused = mode.refuses.iter().map(|refuse| refuse.when);
    let countdown = mode.turn.as_ref().and_then(|turn| turn.countdown);
    let carried = (0..).map(VarId).zip(&mode.carries).filter(|(slot, _)| Some(*slot) != countdown);
    let carried = carried.map(|(_, carry)| carry.value);
    let counts = mode.turn.iter().flat_map(|turn| turn.strikes.counts());
    for id in shown.chain(refused).chain(carried).chain(counts).chain(mode.lasts) {
        spans.insert(id, span(id));
    }
    for figure in &mode.figures {
        spans.insert(figure.value, figure.span);
    }
    spans
}

/// Places of rows, figures and lines, whether or not a scenario reaches them.
#[must_use]
pub fn places(mode: &Mode) -> Vec<Span> {
    let lines = mode.strike.iter().map(Line::span);
    spans(mode).into_values().chain(lines).chain(mode.figures.iter().map(|figure| figure.span)).collect()
}
