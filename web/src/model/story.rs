//! Story: the rolled example, one strike, turn, fight or duel, as sentences and lines with dice in them.

use crate::model::scenario::Asked;
use std::sync::Arc;
use tohit_report::format;
use tohit_resolver::Extent;
use tohit_resolver::{FigureValue, First, Json};

/// The rolled example for display.
#[derive(Default)]
pub(crate) struct Story {
    /// Extent rolled.
    pub(crate) far: Extent,
    /// Name of who struck last in a duel; else empty.
    pub(crate) by: String,
    /// The last strike in a few sentences.
    pub(crate) sentences: Vec<Sentence>,
    /// All dice.
    pub(crate) lines: Vec<LogLine>,
    pub(crate) verdict: String,
    /// Source, seed, extent, opponent.
    pub(crate) of: Option<(Arc<Asked>, u64, Extent, Option<Other>)>,
}

/// Opponent of a duel, and the first to strike.
pub(crate) type Other = (Json, First);

/// A sentence of a strike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) name: String,
    pub(crate) parts: Vec<Part>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text(String),
    /// The kind of dice, the dice, and the sum where they do not show it.
    Roll(String, Vec<Die>, String),
    /// The ending.
    Ending(String),
}

/// Line of dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LogLine {
    /// Start of a strike of a turn.
    Part(String),
    Roll {
        name: String,
        /// Kind of roll, where that takes a few words.
        ask: String,
        dice: Vec<Die>,
        /// Number of hidden dice.
        more: usize,
        /// Value, where the dice do not show it.
        comes: String,
        forced: bool,
        /// Figures derived from it.
        so: String,
    },
    /// Figures before the first roll.
    Figures(String),
}

/// A die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Die {
    pub(crate) face: String,
    /// True where it counts; none where all do.
    pub(crate) counts: Option<bool>,
}

/// A figure in readable form.
pub(crate) fn shown(figure: &FigureValue) -> String {
    match figure {
        FigureValue::Int(value) => format::whole(*value),
        FigureValue::Ratio(value) => value.decimal(),
        other => other.to_string(),
    }
}
