//! Log of one throw, die by die.

use core::fmt;
use tohit_odds::Fraction;

/// What was asked of chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawKind {
    /// Dice, with the least and the most that they come to.
    Dice(String, (i64, i64)),
    /// Which of several.
    Pick(String),
    /// Something else.
    Other(String),
}

impl fmt::Display for DrawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Dice(words, _) | Self::Pick(words) | Self::Other(words)) = self;
        f.write_str(words)
    }
}

/// A figure that a rule derives or a roll shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A whole number.
    Int(i64),
    /// Yes or no.
    Flag(bool),
    /// A name.
    Word(&'static str),
    /// An exact number.
    Ratio(Fraction),
    /// A place on a map: rightwards, downwards.
    Cell(i64, i64),
}

impl Figure {
    /// As a person reads it: an exact number as a decimal.
    #[must_use]
    pub fn says(&self) -> String {
        if let Self::Ratio(value) = self { value.decimal() } else { self.to_string() }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Word(value) => f.write_str(value),
            Self::Ratio(value) => write!(f, "{value}"),
            Self::Cell(x, y) => write!(f, "({x}, {y})"),
        }
    }
}

/// The least and the most of something.
#[derive(Clone, Debug, PartialEq)]
pub struct Span<T> {
    /// The least of all.
    pub least: T,
    /// The most.
    pub most: T,
}

/// One line of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Dice were rolled.
    Roll {
        /// What for.
        label: String,
        /// What this one of several of that label goes by.
        by: String,
        /// Which.
        ask: DrawKind,
        /// Each die's face.
        faces: Vec<i64>,
        /// What came of it.
        value: Figure,
        /// Whether a script said so.
        forced: bool,
    },
    /// A figure was derived.
    Note {
        /// Its name.
        label: String,
        /// The figure.
        figure: Figure,
    },
    /// A new section begins.
    Heading(String),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heading(label) => write!(f, "{label}"),
            Self::Note { label, figure } => write!(f, "{label}: {}", figure.says()),
            Self::Roll { label, by, ask, faces, value, forced } => {
                let colon = if by.is_empty() { "" } else { ": " };
                write!(f, "{label} ({by}{colon}{ask}):")?;
                for face in faces {
                    write!(f, " [{face}]")?;
                }
                if !(faces.len() == 1 && Figure::Int(faces.iter().sum()) == *value) {
                    write!(f, " {}", value.says())?;
                }
                if *forced {
                    f.write_str(" (forced)")?;
                }
                Ok(())
            }
        }
    }
}

/// A sentence of a throw's story.
#[derive(Clone, Debug, PartialEq)]
pub struct StoryLine {
    /// Its subject, such as "To hit".
    pub name: &'static str,
    /// Its parts, in order.
    pub parts: Vec<StoryPart>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum StoryPart {
    /// Words.
    Text(String),
    /// A figure of the trace.
    Value(Figure),
    /// Dice of one kind, and what they come to.
    Roll {
        /// Which.
        ask: DrawKind,
        /// Each die's face.
        faces: Vec<i64>,
        /// Result of the dice.
        value: Figure,
    },
    /// The ending, in the middle of a sentence.
    Ending(String),
}

/// One throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The last strike in a few sentences.
    pub story: Vec<StoryLine>,
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}
