//! Records of what is rolled: trace events, and samples.

use crate::duel::clock::First;
use crate::evaluator::scalar::Draw;
use crate::value::Value;
use tohit_compile::program::{Span, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// What happened, one thing after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceEvent {
    /// A turn of a fight begins, counted from 1; in a duel that of the attacker, or of the defender, who strikes back.
    Turn(Option<First>, i64),
    /// A strike of a turn begins, counted from 1.
    Strike(usize),
    /// Dice were rolled, for a line of the strike.
    Roll {
        /// The line's place in the mode.
        line: usize,
        /// Where the draw stands in the text: in the line, or in a roll that it names.
        span: Span,
        /// What was asked.
        ask: Draw,
        /// The faces, where there are any.
        faces: Vec<i64>,
        /// What came of it.
        value: Value,
        /// Whether a script said so.
        forced: bool,
    },
    /// A row of a column applied: where it stands, and the value so far.
    Row(Span, Value),
    /// A line has its value.
    Line(usize, Value),
    /// Between two turns what is left has changed to this.
    Left(i64),
    /// In a duel a body of one of the two falls, counted from 1, of several.
    Falls(First, usize),
    /// In a duel one of the two has so much left.
    Has(First, i64),
    /// Who strikes gets so much back.
    Gained(i64),
    /// The strike ended at this line, so, and so much was lost.
    End(usize, Word, i64),
}

/// What was thrown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// How the last strike ended.
    pub ending: Word,
    /// What was lost in all.
    pub lost: i64,
    /// Whether the defender fell, where that is known.
    pub fell: bool,
    /// How many turns were begun.
    pub turns: i64,
    /// How many strikes were made.
    pub strikes: i64,
    /// Of a fight: when the last turn began, in the game's usual turns; where they are not as long as its own. Of a duel, always.
    pub began: Option<Number>,
    /// What the defender has left, 0 if it fell; where it has hit points.
    pub left: Option<i64>,
    /// What happened.
    pub log: Vec<TraceEvent>,
}

/// Why nothing was thrown.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleError {
    /// The scenario is refused.
    Refused(Diagnostic),
    /// The script does not fit: what is said, and what happened before, if a log is kept.
    Misfit(String, Vec<TraceEvent>),
}

impl From<Diagnostic> for SampleError {
    fn from(stop: Diagnostic) -> Self {
        Self::Refused(stop)
    }
}
