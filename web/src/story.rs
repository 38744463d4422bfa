//! Story: the rolled example, one strike, turn, fight or duel, as sentences and lines with dice in them.

use crate::format;
use crate::scenario::Asked;
use std::sync::Arc;
use tohit_resolver::study::Extent;
use tohit_resolver::{Figure, First, Json};

/// What was rolled, as it is shown.
#[derive(Default)]
pub(crate) struct Story {
    /// How far it was rolled.
    pub(crate) far: Extent,
    /// The last strike in a few sentences.
    pub(crate) sentences: Vec<Sentence>,
    /// All dice.
    pub(crate) lines: Vec<Line>,
    pub(crate) verdict: String,
    /// What it tells of, and by which dice.
    pub(crate) of: Option<(Arc<Asked>, u64, Extent, Option<Other>)>,
}

/// Who strikes back in a duel, and who is first.
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

/// A line of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Line {
    /// A strike of a turn begins.
    Part(String),
    Roll {
        name: String,
        /// What was rolled, where that takes a few words.
        ask: String,
        dice: Vec<Die>,
        /// So many dice more than are shown.
        more: usize,
        /// What it comes to, where the dice do not show it.
        comes: String,
        forced: bool,
        /// The figures that follow from it.
        so: String,
    },
    /// Figures before anything is rolled.
    Figures(String),
}

/// A die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Die {
    pub(crate) face: String,
    /// Where not all count: whether this one does.
    pub(crate) counts: Option<bool>,
}

/// A figure as people read it.
pub(crate) fn shown(figure: &Figure) -> String {
    match figure {
        Figure::Int(value) => format::whole(*value),
        Figure::Ratio(value) => value.decimal(),
        other => other.to_string(),
    }
}
