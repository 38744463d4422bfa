//! Rulesets that are text: the rules, the words and the presets of a game, read while the program runs.

mod about;
mod answers;
mod defaults;
mod form;
mod kept;
mod lines;
mod log;
mod ruleset;
mod values;
mod why;
mod words;

pub use ruleset::TextRuleset;

use core::fmt;

/// Something that is wrong with a ruleset's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Which of them.
    pub file: File,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was found, what is needed, and how to mend it.
    pub message: String,
}

/// A file of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The rule text.
    Rules,
    /// The words.
    Words,
}

impl Wrong {
    fn words(line: usize, message: impl Into<String>) -> Self {
        Self { file: File::Words, line, column: 1, message: message.into() }
    }

    fn rules(problem: tohit_rules::Problem) -> Self {
        let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
        let (line, column) = (place(problem.line), place(problem.column));
        Self { file: File::Rules, line, column, message: problem.message }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.file {
            File::Rules => "rules",
            File::Words => "words",
        };
        write!(f, "{file}:{}:{}: {}", self.line, self.column, self.message)
    }
}

#[cfg(test)]
mod tests;
