//! What a rule calls its rolls and figures.

use crate::Fraction;
use core::fmt;

/// The name of a roll or of a figure; a `#` in it stands for its number.
///
/// ```
/// use tohit_odds::Label;
/// assert_eq!(Label::from("attack roll").to_string(), "attack roll");
/// assert_eq!(Label::from(("part # damage", 2)).to_string(), "part 2 damage");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    text: &'static str,
    number: Option<u32>,
}

impl Label {
    /// The name without its number.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Another name with the same number.
    #[must_use]
    pub fn renamed(&self, text: &'static str) -> Self {
        Self { text, number: self.number }
    }
}

impl From<&'static str> for Label {
    fn from(text: &'static str) -> Self {
        Self { text, number: None }
    }
}

impl From<(&'static str, u32)> for Label {
    fn from((text, number): (&'static str, u32)) -> Self {
        Self { text, number: Some(number) }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, self.text.split_once('#')) {
            (Some(number), Some((before, after))) => write!(f, "{before}{number}{after}"),
            _ => f.write_str(self.text),
        }
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

impl From<i64> for Figure {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for Figure {
    fn from(value: bool) -> Self {
        Self::Flag(value)
    }
}

impl From<&'static str> for Figure {
    fn from(value: &'static str) -> Self {
        Self::Word(value)
    }
}

impl From<Fraction> for Figure {
    fn from(value: Fraction) -> Self {
        Self::Ratio(value)
    }
}

impl From<(i64, i64)> for Figure {
    fn from((x, y): (i64, i64)) -> Self {
        Self::Cell(x, y)
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
