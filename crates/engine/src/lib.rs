//! A text at work: odds, throws and why of a scenario, all from its one reduced strike.

mod between;
mod blow;
mod blows;
#[cfg(test)]
mod bodies_twin;
mod choice;
mod collect;
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
mod joint;
mod look;
pub mod margin;
mod odds;
mod onward;
mod open;
mod ops;
mod order;
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
pub use order::in_order;
pub use scalar::Ask;
pub use scenario::{Chances, Scenario};
pub use shared::Shared;
pub use side::DuelThrower;
pub use strike::Passed;
pub use thrown::{Extent, NotThrown, Thrown, Told};
pub use value::{Record, Value};

use tohit_compile::program::{Program, Span};

/// Why a scenario cannot be answered: where in the text, and what is said.
pub type Stop = tohit_syntax::diagnostics::Diagnostic;

/// Operations of the engine on a program.
pub trait Run {
    /// The sheets of a mode with these entries: a dotted path and a text each.
    ///
    /// # Errors
    /// One sentence for what cannot be entered.
    fn sheets(&self, mode: usize, entries: &[(String, String)]) -> Result<Vec<Value>, String>;

    /// A scenario in a mode: for each of its sheets a record with every field in its place.
    fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>>;

    /// Runs the examples of the text: those that fail.
    fn failing_examples(&self) -> Vec<Failing>;

    /// Values of the text's rows in a scenario of a mode: a place in the text, and a note. A row that is not reached has none.
    ///
    /// # Errors
    /// When the scenario is refused.
    fn margin(&self, mode: usize, sheets: &[Value]) -> Result<Vec<(Span, margin::Note)>, Stop>;
}

impl Run for Program {
    fn sheets(&self, mode: usize, entries: &[(String, String)]) -> Result<Vec<Value>, String> {
        entries::sheets(self, mode, entries)
    }

    fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>> {
        Some(Scenario::new(self, self.modes.get(mode)?, sheets))
    }

    fn failing_examples(&self) -> Vec<Failing> {
        examples::failing_examples(self)
    }

    fn margin(&self, mode: usize, sheets: &[Value]) -> Result<Vec<(Span, margin::Note)>, Stop> {
        margin::margin(self, mode, sheets)
    }
}
