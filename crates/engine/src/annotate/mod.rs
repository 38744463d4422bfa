//! What each row of a text comes to in a scenario: for whoever reads the text with its figures beside it. Exact, as all odds are, in floats.

mod rows;

use crate::Run;
use crate::Stop;
use crate::annotate::rows::Annotator;
use crate::liveness::ReducedStrike;
use crate::scenario::Scenario;
use crate::strike::StrikeResult;
use crate::turn::{StrikePosition, TurnEvaluator};
use crate::value::Value;
use rustc_hash::FxHashMap;
use tohit_compile::program::{Binary, Id, Line, Mode, Node, Program, Span};
use tohit_odds::{Arithmetic, Weight};

/// Of endless rolls an average is told of so many members.
const MEMBERS: u64 = 400;

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

/// A row that rolls, as an expression of its own that is worked out beside its line.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// The line's place in the mode.
    pub(crate) line: usize,
    /// Of an end: among the strikes that end there.
    pub(crate) ends: bool,
    /// It.
    pub(crate) id: Id,
    /// Where the row stands.
    pub(crate) span: Span,
    /// Whether the row applies, in place of what it comes to.
    pub(crate) applies: bool,
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

/// Values of the text's rows in a scenario of a mode: a place in the text, and a note. A row that is not reached has none.
///
/// # Errors
/// When the scenario is refused.
pub(crate) fn annotate(
    program: &Program,
    mode: usize,
    sheets: &[Value],
) -> Result<Vec<(Span, Annotation)>, Stop> {
    // Results are memoised, and the observer must come first: the other run has a scenario of its own.
    let (Some(scenario), Some(other)) =
        (program.scenario(mode, sheets.to_vec()), program.scenario(mode, sheets.to_vec()))
    else {
        return Ok(Vec::new());
    };
    let plan = ReducedStrike::new(&other);
    let mut look = Annotator::new(&scenario, other.names_at_first()?);
    look.roots();
    for step in &plan.steps {
        look.line(step.line);
    }
    let Annotator { mut notes, probes, wide, .. } = look;
    let mut asked = Scenario::new(program, &wide, sheets.to_vec());
    asked.probes = probes;
    let struck = match struck(&asked) {
        Ok(struck) => struck,
        // Without what rows come to by themselves it may be little enough.
        Err(_) => {
            asked.probes.clear();
            struck(&asked)?
        }
    };
    tell(&asked, struck, &mut notes);
    Ok(notes)
}

fn struck(scenario: &Scenario<'_>) -> Result<StrikeResult, Stop> {
    scenario.begin();
    let mut turns = TurnEvaluator::new(scenario, ReducedStrike::new(scenario), &Arithmetic::Floats);
    let (places, shown) = scenario.places()?;
    let carried = turns.carried();
    turns.strike(StrikePosition::told(&places, shown), &carried, scenario.hit_points(), true)
}

fn tell(scenario: &Scenario<'_>, struck: StrikeResult, notes: &mut Vec<(Span, Annotation)>) {
    let ar = Arithmetic::Floats;
    let float = |weight: Weight| ar.to_float(weight);
    // Among those that come so far.
    let shares = |values: Vec<(Value, Weight)>| -> Vec<(Value, f64)> {
        let all: f64 = values.iter().map(|(_, weight)| float(*weight)).sum();
        let all = if all > 0.0 { all } else { 1.0 };
        values.into_iter().map(|(value, weight)| (value, float(weight) / all)).collect()
    };
    for passed in struck.passed {
        let reached = float(passed.reached);
        match scenario.mode.strike.get(passed.line) {
            Some(Line::Value { span, .. }) => {
                notes.push((*span, Annotation::Line(reached, shares(passed.values))))
            }
            Some(Line::End(end)) => {
                let ends = passed.endings.iter().map(|(_, weight)| float(*weight)).sum();
                let lost = if end.lose.is_some() { shares(passed.values) } else { Vec::new() };
                notes.push((end.span, Annotation::End(reached, ends, lost)));
            }
            None => {}
        }
    }
    for (place, values) in struck.probed {
        let Some(probe) = scenario.probes.get(place) else { continue };
        let values = shares(values);
        let yes = || values.iter().filter(|(value, _)| value.is_yes()).map(|(_, share)| share).sum();
        let note = if probe.applies { Annotation::Applies(yes()) } else { Annotation::Rolled(values) };
        notes.push((probe.span, note));
    }
}

/// Where the text says what: rows, cases, figures, and the conditions of blocks.
pub(crate) fn told(mode: &Mode) -> FxHashMap<Id, Span> {
    let span = |id: Id| mode.nodes.span(id);
    let node = |id: Id| mode.nodes.node(id);
    let mut told = FxHashMap::default();
    // A condition that stands above its line is a block's.
    let condition = |told: &mut FxHashMap<Id, Span>, mut when: Id| {
        while let Node::Binary(Binary::And, above, _) = node(when) {
            told.entry(when).or_insert_with(|| span(when));
            when = *above;
        }
        told.entry(when).or_insert_with(|| span(when));
    };
    for expr in &mode.nodes.0 {
        match &expr.node {
            Node::Column(_, rows) => {
                // Where the first stands, it is told what comes of all.
                for row in rows.iter().skip(1) {
                    row.when.iter().for_each(|when| condition(&mut told, *when));
                    told.insert(row.value, row.span);
                }
            }
            Node::If(when, then, other) => {
                condition(&mut told, *when);
                told.insert(*then, expr.span);
                told.insert(*other, span(*other));
            }
            _ => {}
        }
    }
    for line in &mode.strike {
        if let Line::End(end) = line {
            end.when.iter().for_each(|when| condition(&mut told, *when));
        }
    }
    // What is only named is told where it is said.
    let is_named = |id: &Id| matches!(node(*id), Node::Figure(..) | Node::Name(_));
    let shown = mode.shows.iter().map(|show| show.value).filter(|id| !is_named(id));
    let refused = mode.refuses.iter().map(|refuse| refuse.when);
    let carried = mode.carries.iter().map(|carry| carry.value);
    let counts = mode.turn.iter().flat_map(|turn| turn.strikes.counts());
    for id in shown.chain(refused).chain(carried).chain(counts).chain(mode.lasts) {
        told.insert(id, span(id));
    }
    for figure in &mode.figures {
        told.insert(figure.value, figure.span);
    }
    told
}

/// Where rows, figures and lines stand, whether or not a scenario comes to them.
#[must_use]
pub fn places(mode: &Mode) -> Vec<Span> {
    let lines = mode.strike.iter().map(Line::span);
    told(mode).into_values().chain(lines).chain(mode.figures.iter().map(|figure| figure.span)).collect()
}
