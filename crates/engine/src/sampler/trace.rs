//! Records of what is rolled: trace events, and samples.

use crate::duel::clock::First;
use crate::evaluator::chooser::Draw;
use crate::sampler::evaluation::Evaluation;
use crate::value::Value;
use core::fmt;
use tohit_compile::program::{Span, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Event of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceEvent {
    /// Turn of a fight begins, from 1; in a duel that of a side.
    Turn(Option<First>, i64),
    /// Strike of a turn begins, from 1.
    Strike(usize),
    /// Draw for a line of the strike.
    Roll {
        /// Place of the line in the mode.
        line: usize,
        /// Place of the draw in the text: in the line, or in a roll that the line names.
        span: Span,
        /// Draw.
        draw: Draw,
        /// Faces, where there are any.
        faces: Vec<i64>,
        /// Value.
        value: Value,
        /// True where a script gave the value.
        forced: bool,
    },
    /// Row of a column applies: its place in the text, and the value so far.
    Row(Span, Value),
    /// Line has its value.
    Line(usize, Value),
    /// Hit points left change between two turns.
    Left(i64),
    /// Body of a side of a duel falls, from 1, of several.
    Falls(First, usize),
    /// Hit points left of a side of a duel.
    Has(First, i64),
    /// Gain of the attacker.
    Gained(i64),
    /// Price of the attacker.
    Paid(i64),
    /// Strike ends: line, ending, loss.
    End(usize, Word, i64),
}

/// Sample of a strike, a turn or a fight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Ending of the last strike.
    pub ending: Word,
    /// Total loss.
    pub lost: i64,
    /// True where the defender is known to have fallen.
    pub fell: bool,
    /// True where it ends at its limit of turns, though more would follow.
    pub stopped: bool,
    /// Number of turns that were begun.
    pub turns: i64,
    /// Number of strikes.
    pub strikes: i64,
    /// Beginning of the last turn in the game's normal turns: of fights whose turns have other lengths, and of
    /// duels.
    pub began: Option<Number>,
    /// Hit points left, 0 after a fall; where the defender has hit points.
    pub left: Option<i64>,
    /// Standing bodies that were struck, and all of them: of duels.
    pub bodies: (usize, usize),
    /// Trace.
    pub log: Vec<TraceEvent>,
    /// Evaluations of the last strike, with the line of each; where a trace is kept.
    pub evaluations: Vec<(usize, Evaluation)>,
}

/// Reason why nothing was sampled.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleError {
    /// The scenario is refused.
    Refused(Diagnostic),
    /// The script does not fit: a message, and the trace before, if one is kept.
    Misfit(String, Vec<TraceEvent>),
}

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(diagnostic) => fmt::Display::fmt(diagnostic, f),
            Self::Misfit(message, _) => f.write_str(message),
        }
    }
}

impl core::error::Error for SampleError {}

impl From<Diagnostic> for SampleError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Refused(diagnostic)
    }
}
