//! What each row of a text comes to in a scenario: for whoever reads the text with its figures beside it. Exact, as all odds are, in floats.

mod notes;
mod rows;

pub use notes::{Annotation, average, places};

use crate::annotate::rows::Annotator;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::scenario::positions::StrikePosition;
use crate::strike::result::StrikeResult;
use crate::turn::TurnEvaluator;
use crate::value::Value;
use tohit_compile::program::{Line, Program, Span};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Values of the text's rows in a scenario of a mode: a place in the text, and a note. A row that is not reached has none.
///
/// # Errors
/// When the scenario is refused.
pub(crate) fn annotate(
    program: &Program,
    mode: usize,
    sheets: &[Value],
) -> Result<Vec<(Span, Annotation)>, Diagnostic> {
    // Results are memoised, and the observer must come first: the other run has a scenario of its own.
    let Some(mode) = program.modes.get(mode) else { return Ok(Vec::new()) };
    let [scenario, other] = [0, 1].map(|_| Scenario::new(program, mode, sheets.to_vec()));
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
    notes_of_lines(&asked, struck, &mut notes);
    Ok(notes)
}

fn struck(scenario: &Scenario<'_>) -> Result<StrikeResult, Diagnostic> {
    scenario.begin();
    let mut turns = TurnEvaluator::new(scenario, ReducedStrike::new(scenario), &Arithmetic::Floats);
    let (places, shown) = scenario.places()?;
    let carried = turns.carried();
    turns.strike(StrikePosition::shown(&places, shown), &carried, scenario.hit_points(), true)
}

fn notes_of_lines(scenario: &Scenario<'_>, struck: StrikeResult, notes: &mut Vec<(Span, Annotation)>) {
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
