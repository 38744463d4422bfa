//! A text at work: odds, throws and why of a scenario, all from its one reduced strike.

mod between;
mod blow;
mod blows;
mod choice;
mod collect;
mod drain;
#[cfg(test)]
mod drain_twin;
mod draw;
mod duel;
mod entries;
mod eval;
mod examples;
mod factor;
mod fight;
#[cfg(test)]
mod fight_twin;
mod frame;
mod hand;
mod look;
pub mod margin;
mod odds;
mod onward;
mod open;
mod ops;
mod pairs;
mod plan;
mod ray;
mod rows;
mod scalar;
mod scenario;
mod shared;
mod side;
mod spread;
mod state;
mod strike;
mod tail;
mod thrown;
#[cfg(test)]
mod thrown_duels;
mod turn;
#[cfg(test)]
mod twin;
mod value;
mod visits;

pub use duel::{Duel, First};
pub use examples::Failing;
pub use fight::{Far, Fight, Means};
pub use hand::{Source, told_ask};
pub use odds::{Losses, Odds, Shown, StrikeOdds, TurnOdds};
pub use scalar::Ask;
pub use scenario::Scenario;
pub use shared::Shared;
pub use side::DuelThrower;
pub use strike::Passed;
pub use thrown::{Extent, NotThrown, Thrown, Told};
pub use value::{Record, Value};

use crate::core::Rules;

/// Why a scenario cannot be answered: where in the text, and what is said.
pub type Stop = crate::reader::problem::Fault;

impl Rules {
    /// The mode of that name, by its place.
    #[must_use]
    pub fn mode(&self, name: &str) -> Option<usize> {
        self.modes.iter().position(|mode| self.word(mode.word) == name)
    }

    /// A scenario in a mode: for each of its sheets a record with every field in its place.
    #[must_use]
    pub fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>> {
        Some(Scenario::new(self, self.modes.get(mode)?, sheets))
    }
}
