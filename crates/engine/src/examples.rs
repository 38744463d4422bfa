//! Examples of a text, run as scripts.

use crate::entries;
use crate::extent::RollExtent;
use crate::sampler::script::DiceSource;
use crate::sampler::trace::{SampleError, TraceEvent};
use crate::scenario::Scenario;
use core::fmt;
use tohit_compile::program::{Example, Line, Program};

/// Example that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedExample {
    /// Place among the examples.
    pub place: usize,
    /// Expected and actual end.
    pub message: String,
    /// Derived figures, and the values of the strike's lines so far.
    pub lines: Vec<String>,
}

impl fmt::Display for FailedExample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.lines.is_empty() { Ok(()) } else { write!(f, "; {}", self.lines.join(", ")) }
    }
}

/// Runs the examples of a text: those that fail.
#[must_use]
pub(crate) fn failing_examples(program: &Program) -> Vec<FailedExample> {
    let examples = program.examples.iter().enumerate();
    let failing = |(place, example)| {
        let (message, lines) = failing(program, example)?;
        Some(FailedExample { place, message, lines })
    };
    examples.filter_map(failing).collect()
}

fn failing(program: &Program, example: &Example) -> Option<(String, Vec<String>)> {
    let sheets = match entries::sheets(program, example.mode, &example.with) {
        Ok(sheets) => sheets,
        Err(wrong) => return Some((wrong, Vec::new())),
    };
    let scenario = Scenario::new(program, program.modes.get(example.mode)?, sheets);
    match scenario.sample(&mut DiceSource::script(&example.rolls), RollExtent::of(example.turn), true) {
        Err(SampleError::Refused(diagnostic)) => Some((diagnostic.to_string(), Vec::new())),
        Err(SampleError::Misfit(message, log)) => Some((message, lines(&scenario, &log))),
        Ok(sample) if sample.ending == example.ending && sample.lost == example.lose => None,
        Ok(sample) => {
            let end = |ending, lost: i64| match lost {
                0 => scenario.word(ending).to_owned(),
                lost => format!("{} lose {lost}", scenario.word(ending)),
            };
            let (wanted, got) = (end(example.ending, example.lose), end(sample.ending, sample.lost));
            let message = format!("the example should end \"{wanted}\", the text ends \"{got}\"");
            Some((message, lines(&scenario, &sample.log)))
        }
    }
}

/// Derived figures and lines of the strike, with their values.
fn lines(scenario: &Scenario<'_>, log: &[TraceEvent]) -> Vec<String> {
    let line = |event: &TraceEvent| {
        let TraceEvent::Line(line, value) = event else { return None };
        let Line::Value { slot, .. } = scenario.mode.strike.get(*line)? else { return None };
        let name = scenario.mode.names.get(usize::from(slot.0))?;
        Some(format!("{name} = {}", scenario.format_value(value)))
    };
    let figures = scenario.figures().unwrap_or_default().into_iter();
    let figures =
        figures.map(|(name, value)| format!("{} = {}", name.join("."), scenario.format_value(&value)));
    figures.chain(log.iter().filter_map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    fn failing(text: &str) -> Vec<FailedExample> {
        let head = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit\n";
        tohit_compile::compile(&format!("{head}{text}\n")).unwrap().failing_examples()
    }

    #[test]
    fn one_that_fails_tells_what_it_came_to() {
        let text = "aim = 2 + 3\nshow aim\nstrike\n  face = d20\n  end miss if face + aim < 12\n  end hit\n";
        let failed = failing(&format!("{text}example roll 11 -> miss"));
        assert_eq!(failed.iter().map(|one| one.lines.join(", ")).collect::<Vec<_>>(), ["aim = 5, face = 11"]);
    }

    #[test]
    fn chances_that_add_up_to_certainty_are_not_rolled() {
        let text =
            "strike\n  end hit if chance(odds(d6 > 3) + odds(d6 < 4))\n  end miss\nexample roll -> hit";
        assert_eq!(failing(text).len(), 0);
    }
}
