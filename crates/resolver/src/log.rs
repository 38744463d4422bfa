//! Log of one throw, die by die.

use core::fmt;
use tohit_engine::First;
use tohit_odds::Fraction;

/// Kind of a draw, with its wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawKind {
    /// Dice, with their least and most results.
    Dice(String, (i64, i64)),
    /// A pick among several.
    Pick(String),
    /// Another draw.
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
pub enum FigureValue {
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

impl FigureValue {
    /// The figure as people read it: an exact number as a decimal.
    #[must_use]
    pub fn says(&self) -> String {
        if let Self::Ratio(value) = self { value.decimal() } else { self.to_string() }
    }
}

impl fmt::Display for FigureValue {
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

/// A closed range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds<T> {
    /// Lower end.
    pub least: T,
    /// Upper end.
    pub most: T,
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Dice were rolled.
    Roll {
        /// Purpose of the roll.
        label: String,
        /// Distinction among several rolls with one label.
        by: String,
        /// Kind of the draw.
        ask: DrawKind,
        /// Face of each die.
        faces: Vec<i64>,
        /// Result of the roll.
        value: FigureValue,
        /// True where a script gave the faces.
        forced: bool,
    },
    /// A figure was derived.
    Note {
        /// Name of the figure.
        label: String,
        /// The figure.
        figure: FigureValue,
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
                if !(faces.len() == 1 && FigureValue::Int(faces.iter().sum()) == *value) {
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
    /// Subject, such as "To hit".
    pub name: &'static str,
    /// Parts of the sentence, in order.
    pub parts: Vec<StoryPart>,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum StoryPart {
    /// Words.
    Text(String),
    /// A figure of the trace.
    Value(FigureValue),
    /// Dice of one kind, and their result.
    Roll {
        /// Kind of the draw.
        ask: DrawKind,
        /// Face of each die.
        faces: Vec<i64>,
        /// Result of the dice.
        value: FigureValue,
    },
    /// The ending, in the middle of a sentence.
    Ending(String),
}

impl StoryPart {
    /// True where faces add up to a result, so that it needs no words.
    #[must_use]
    pub fn add_up(faces: &[i64], result: &FigureValue) -> bool {
        *result == FigureValue::Int(faces.iter().fold(0, |sum: i64, face| sum.saturating_add(*face)))
    }
}

impl fmt::Display for StoryPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Ending(text) => f.write_str(text),
            Self::Value(figure) => f.write_str(&figure.says()),
            Self::Roll { ask: DrawKind::Pick(_), value, .. } => f.write_str(&value.says()),
            Self::Roll { ask, faces, value } => {
                // Behind a comma stands how the highest face counts.
                f.write_str(ask.to_string().split(',').next().unwrap_or_default())?;
                faces.iter().try_for_each(|face| write!(f, " [{face}]"))?;
                if Self::add_up(faces, value) { Ok(()) } else { write!(f, " \u{2192} {}", value.says()) }
            }
        }
    }
}

impl fmt::Display for StoryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        self.parts.iter().try_for_each(|part| write!(f, "{part}"))
    }
}

/// The log of one throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Events, in order.
    pub events: Vec<Event>,
    /// The last strike in a few sentences.
    pub story: Vec<StoryLine>,
    /// In a duel the side of the last strike.
    pub struck_last: Option<First>,
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}
