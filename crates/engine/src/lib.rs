//! Engine of compiled rule texts: odds, samples, explanations and annotations of a scenario, all from one
//! reduced strike.
//!
//! ```
//! use tohit_engine::Run;
//! use tohit_odds::Arithmetic;
//!
//! let text = "rules 1 \"Arena\"
//! endings
//!   miss: miss
//!   hit: hit
//! strike
//!   end miss if d20 + 5 < 12
//!   end hit lose d8
//! ";
//! let program = tohit_compile::compile(text).unwrap();
//! let sheets = program.sheets(0, &[]).unwrap();
//! let scenario = program.scenario(0, sheets).unwrap();
//! let floats = Arithmetic::Floats;
//! let odds = scenario.odds(&floats, false).unwrap();
//! assert!((floats.to_float(odds.strike.hit(&scenario, &floats)) - 0.7).abs() < 1e-12);
//! ```

pub mod annotate;
mod chain;
mod column;
mod distribution;
mod duel;
mod evaluator;
mod extent;
mod fight;
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
mod value;
mod weighted;

pub use chain::absorption::Means;
pub use duel::clock::First;
pub use duel::result::Duel;
pub use evaluator::chooser::Draw;
pub use extent::Extent;
pub use fight::{FightDetail, FightOdds};
pub use odds::{CountDistribution, Odds, ShownLine, StrikeOdds, TurnOdds};
pub use order::in_order;
pub use sampler::evaluation::Evaluation;
pub use sampler::script::{DiceSource, draw_words};
pub use sampler::trace::{Sample, SampleError, TraceEvent};
pub use sampler::turns::DuelSampler;
pub use scenario::Scenario;
pub use scenario::chances::ChanceRange;
pub use strike::result::LineOdds;
pub use tail::open_dice::OpenRoll;
pub use value::{Record, Value};

use tohit_compile::program::{FieldShape, Program, Span};
use tohit_syntax::diagnostics::Diagnostic;

/// Operations of the engine on a program.
pub trait Run {
    /// Sheets of a mode with these entries: a dotted path and a text each.
    ///
    /// # Errors
    /// One sentence for what cannot be entered.
    fn sheets(&self, mode: usize, entries: &[(String, String)]) -> Result<Vec<Value>, String>;

    /// Scenario in a mode: for each of its sheets a record with every field in its place.
    fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>>;

    /// Annotations of the text's rows in a scenario of a mode. A row that is not reached has none.
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
        let entered = self.entered(mode, entries)?;
        let sheets = self.modes.get(mode).into_iter().flat_map(|mode| &mode.sheets);
        let sheets = sheets.map(|(_, fields)| FieldShape::Record(fields.clone()));
        Ok(sheets.zip(&entered).map(|(shape, entered)| Value::of_field(&shape, entered)).collect())
    }

    fn scenario(&self, mode: usize, sheets: Vec<Value>) -> Option<Scenario<'_>> {
        Some(Scenario::new(self, self.modes.get(mode)?, sheets))
    }

    fn annotate(
        &self,
        mode: usize,
        sheets: &[Value],
    ) -> Result<Vec<(Span, annotate::Annotation)>, Diagnostic> {
        annotate::annotate(self, mode, sheets)
    }
}
