//! Forced rolls, and how they may fail to fit a rule.

use crate::log::Ask;
use crate::{Fraction, Label};
use core::fmt;

/// What a script says of one roll.
#[derive(Clone, Debug, PartialEq)]
pub enum Forced {
    /// The face.
    Number(Fraction),
    /// The name of what is picked.
    Word(String),
}

impl From<i64> for Forced {
    fn from(number: i64) -> Self {
        Self::Number(Fraction::from(number))
    }
}

impl core::str::FromStr for Forced {
    type Err = core::convert::Infallible;

    /// `16`, `8.6` and `17/2` are numbers; anything else is a name.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim_ascii();
        Ok(text.parse().map_or_else(|_| Self::Word(text.to_owned()), Self::Number))
    }
}

impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

/// Why a script does not fit the rule it was given to.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptError {
    /// The rule rolls this, and the script has ended.
    RanOut {
        /// What is rolled.
        label: Label,
    },
    /// The script ends with rolls that the rule does not make.
    LeftOver {
        /// How many.
        rolls: usize,
    },
    /// The roll cannot show that.
    Impossible {
        /// What is rolled.
        label: Label,
        /// What the script says.
        given: Forced,
        /// What can be.
        ask: Ask,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RanOut { label } => write!(f, "the script has ended, but the rule still rolls: {label}"),
            Self::LeftOver { rolls: 1 } => f.write_str("the script has one roll more than the rule makes"),
            Self::LeftOver { rolls } => write!(f, "the script has {rolls} rolls more than the rule makes"),
            Self::Impossible { label, given, ask } => write!(f, "{label} is {ask} and cannot be {given}"),
        }
    }
}
