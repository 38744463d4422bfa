//! A text at work: odds, throws and why of a scenario, all from its one reduced strike.

mod draw;
mod entries;
mod eval;
mod factor;
mod frame;
mod odds;
mod ops;
mod plan;
mod prepared;
mod ray;
mod scalar;
mod scenario;
mod spread;
mod stop;
mod strike;
mod thrown;
mod turn;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod twin;
mod value;

pub use entries::LENGTH;
pub use odds::{Losses, Odds, Shown, StrikeOdds, TurnOdds};
pub use scalar::Ask;
pub use scenario::Scenario;
pub use stop::Stop;
pub use strike::Passed;
pub use thrown::{Misfit, NotThrown, Source, Thrown, Told, told_ask};
pub use value::{Record, Value};

use crate::core::{self, Mode, Rules};
use prepared::Prepared;

/// A checked text, ready for scenarios.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    prepared: Vec<Prepared>,
}

impl Game {
    /// Makes a text ready.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        let prepared = rules.modes.iter().map(Prepared::new).collect();
        Self { rules, prepared }
    }

    /// The text.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The mode of that name, by its place.
    #[must_use]
    pub fn mode(&self, name: &str) -> Option<usize> {
        let word = |mode: &Mode| self.rules.words.get(mode.word.0 as usize).is_some_and(|word| word == name);
        self.rules.modes.iter().position(word)
    }

    /// A scenario in a mode: for each of its sheets a record with every field in its place.
    #[must_use]
    pub fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>> {
        let prepared = self.prepared.get(mode)?;
        Some(Scenario::new(&self.rules, self.rules.modes.get(mode)?, prepared, sheets))
    }
}

impl Game {
    /// Runs the examples of the text: for each that fails, its place among them, and what is said.
    #[must_use]
    pub fn failing_examples(&self) -> Vec<(usize, String)> {
        let examples = self.rules.examples.iter().enumerate();
        examples.filter_map(|(place, example)| self.failing(example).map(|said| (place, said))).collect()
    }

    fn failing(&self, example: &crate::core::Example) -> Option<String> {
        let sheets = match self.sheets(example.mode, &example.with) {
            Ok(sheets) => sheets,
            Err(wrong) => return Some(wrong),
        };
        let scenario = self.scenario(example.mode, sheets)?;
        match scenario.throw(&mut Source::script(&example.rolls), example.turn, true) {
            Err(NotThrown::Stop(stop)) => Some(stop.to_string()),
            Err(NotThrown::Misfit(misfit)) => Some(misfit.to_string()),
            Ok(thrown) if thrown.ending == example.ending && thrown.lost == example.lose => None,
            Ok(thrown) => {
                let told = |ending, lost: i64| match lost {
                    0 => scenario.word(ending).to_owned(),
                    lost => format!("{} lose {lost}", scenario.word(ending)),
                };
                let lines = thrown.log.iter().filter_map(|told| match told {
                    Told::Line(line, value) => {
                        let core::Line::Value { slot, .. } = scenario.mode.strike.get(*line)? else {
                            return None;
                        };
                        let name = scenario.mode.names.get(usize::from(slot.0))?;
                        Some(format!("{name} = {}", scenario.told(value)))
                    }
                    _ => None,
                });
                let lines: Vec<String> = lines.collect();
                let (wanted, got) = (told(example.ending, example.lose), told(thrown.ending, thrown.lost));
                Some(format!(
                    "the example should end \"{wanted}\", the text ends \"{got}\"; {}",
                    lines.join(", ")
                ))
            }
        }
    }
}
