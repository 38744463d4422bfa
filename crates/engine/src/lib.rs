//! A text at work: odds, throws and why of a scenario, all from its one reduced strike.

pub mod annotate;
#[cfg(test)]
mod bodies_twin;
mod chain;
mod column;
mod distribution;
#[cfg(test)]
mod drain_twin;
mod duel;
mod entries;
mod evaluator;
mod examples;
mod extent;
mod fight;
#[cfg(test)]
mod fight_twin;
mod horizon;
mod joint;
mod liveness;
mod memo;
mod multiset;
mod numbers;
mod odds;
mod order;
mod probe;
mod reduced_strike;
mod sampler;
mod scenario;
mod strike;
mod tail;
mod turn;
#[cfg(test)]
mod twin;
mod value;
mod weighted;

pub use chain::absorption::Means;
pub use duel::clock::First;
pub use duel::result::Duel;
pub use evaluator::scalar::Draw;
pub use examples::FailedExample;
pub use extent::Extent;
pub use fight::{Fight, FightDetail};
pub use memo::study::Shared;
pub use odds::{CountDistribution, Odds, ShownLine, StrikeOdds, TurnOdds};
pub use order::in_order;
pub use sampler::script::{DiceSource, draw_words};
pub use sampler::trace::{Sample, SampleError, TraceEvent};
pub use sampler::turns::DuelSampler;
pub use scenario::{ChanceRange, Scenario};
pub use strike::result::LineOdds;
pub use value::{Record, Value};

use tohit_compile::program::{Program, Span};
use tohit_syntax::diagnostics::Diagnostic;

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
    fn failing_examples(&self) -> Vec<FailedExample>;

    /// Values of the text's rows in a scenario of a mode: a place in the text, and a note. A row that is not reached has none.
    ///
    /// # Errors
    /// When the scenario is refused.
    fn annotate(
        &self,
        mode: usize,
        sheets: &[Value],
    ) -> Result<Vec<(Span, annotate::Annotation)>, Diagnostic>;
}

impl Run for Program {
    fn sheets(&self, mode: usize, entries: &[(String, String)]) -> Result<Vec<Value>, String> {
        entries::sheets(self, mode, entries)
    }

    fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>> {
        Some(Scenario::new(self, self.modes.get(mode)?, sheets))
    }

    fn failing_examples(&self) -> Vec<FailedExample> {
        examples::failing_examples(self)
    }

    fn annotate(
        &self,
        mode: usize,
        sheets: &[Value],
    ) -> Result<Vec<(Span, annotate::Annotation)>, Diagnostic> {
        annotate::annotate(self, mode, sheets)
    }
}
