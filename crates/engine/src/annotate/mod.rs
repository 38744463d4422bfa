//! Annotations of a text: the value or distribution of each row in a scenario, in floats.

mod notes;
mod rows;

pub use notes::{Annotation, average, places};

use crate::annotate::rows::Annotator;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::strike::result::StrikeResult;
use crate::turn::evaluator::TurnEvaluator;
use crate::turn::positions::StrikePosition;
use crate::value::Value;
use tohit_compile::program::{Line, Program, Span, Strikes};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Annotations of the rows of a text in a scenario. A row that is not reached has none.
///
/// # Errors
/// When the scenario is refused.
pub(crate) fn annotate(
    program: &Program,
    mode: usize,
    sheets: &[Value],
) -> Result<Vec<(Span, Annotation)>, Diagnostic> {
    // Fixed values are memoised, so that the observer must run first: the other run has its own scenario.
    let Some(mode) = program.modes.get(mode) else { return Ok(Vec::new()) };
    let [scenario, other] = [0, 1].map(|_| Scenario::new(program, mode, sheets.to_vec()));
    let reduced = ReducedStrike::new(&other);
    let mut annotator = Annotator::new(&scenario, other.names_before_shown()?);
    annotator.roots();
    for step in &reduced.steps {
        annotator.line(step.line);
    }
    let Annotator { mut notes, probes, wide, .. } = annotator;
    let mut asked = Scenario::new(program, &wide, sheets.to_vec());
    asked.probes = probes;
    let result = match evaluate(&asked) {
        Ok(result) => result,
        // Without probes the work may be small enough.
        Err(_) => {
            asked.probes.clear();
            evaluate(&asked)?
        }
    };
    notes_of_lines(&asked, result, &mut notes);
    if let (Some(_), Some(Strikes::Number(number))) =
        (asked.countdown(), mode.turn.as_ref().map(|turn| &turn.strikes))
    {
        let numbers = asked.strike_numbers(*number)?.into_iter();
        let numbers = numbers.map(|(value, weight)| (value, Arithmetic::Floats.to_float(weight))).collect();
        notes.push((asked.span(*number), Annotation::Rolled(numbers)));
    }
    Ok(notes)
}

fn evaluate(scenario: &Scenario<'_>) -> Result<StrikeResult, Diagnostic> {
    scenario.begin();
    let mut turns = TurnEvaluator::new(scenario, ReducedStrike::new(scenario), &Arithmetic::Floats);
    let (strikes, shown) = scenario.strikes()?;
    let carried = turns.rules().initial();
    turns.strike(StrikePosition::shown(&strikes, shown), &carried, scenario.both_hit_points(), true)
}

fn notes_of_lines(scenario: &Scenario<'_>, result: StrikeResult, notes: &mut Vec<(Span, Annotation)>) {
    let arith = Arithmetic::Floats;
    let float = |weight: Weight| arith.to_float(weight);
    // Shares among the strikes that come so far.
    let shares = |values: Vec<(Value, Weight)>| -> Vec<(Value, f64)> {
        let all: f64 = values.iter().map(|(_, weight)| float(*weight)).sum();
        let all = if all > 0.0 { all } else { 1.0 };
        values.into_iter().map(|(value, weight)| (value, float(weight) / all)).collect()
    };
    for passed in result.lines {
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
    for (index, values) in result.probed {
        let Some(probe) = scenario.probes.get(index) else { continue };
        let values = shares(values);
        let yes = || values.iter().filter(|(value, _)| value.is_yes()).map(|(_, share)| share).sum();
        let note = if probe.applies { Annotation::Applies(yes()) } else { Annotation::Rolled(values) };
        notes.push((probe.span, note));
    }
}
