//! Rulesets: the rules, the words and the presets of a game, all of them text.

mod about;
mod answers;
mod bundle;
mod bytes;
mod changed;
mod dead_code;
mod defaults;
mod dice_line;
mod dice_notation;
mod examples;
mod fights;
mod files;
mod form;
pub(crate) mod interner;
mod lines;
pub(crate) mod link_game;
mod log;
mod margin;
mod play;
mod play_fights;
mod query;
mod read;
mod ruleset;
mod story;
mod sum;
mod terms;
mod throws;
mod trace_story;
mod values;
mod verify;
mod why;
mod words;
mod words_cursor;

pub use bundle::{Bundle, LinkedRules};
pub use bytes::of_bytes;
pub use dice_line::DiceLine;
pub(crate) use fights::ENDS;
pub use fights::{AnswerAndFight, DuelAnswer, FightAnswer};
pub(crate) use files::Files;
pub use link_game::{is_own, without_game};
pub use margin::{MarginEntry, MarginValue};
pub use play::PlayReport;
pub use ruleset::Ruleset;
pub use tohit_engine::Means;
pub use tohit_syntax::editor;
pub use tohit_syntax::keywords::keywords;

use crate::problem::{control_character, shortened};
use core::fmt;
use tohit_compile::program::Span;

/// A small example game; TITLE is a placeholder for its name.
pub const FIRST_GAME: &str = include_str!("first.rules");

/// A problem in a ruleset's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextProblem {
    /// File of the problem.
    pub file: RulesetFile,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Length in characters; 0 where only the position is known.
    pub length: usize,
    /// The problem, and its correction.
    pub message: String,
    /// Explanation; often empty.
    pub note: String,
}

/// A file of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesetFile {
    /// The rule text.
    Rules,
    /// The words.
    Words,
    /// The presets.
    Presets,
}

impl TextProblem {
    fn words(line: usize, message: impl Into<String>) -> Self {
        Self {
            file: RulesetFile::Words,
            line,
            column: 1,
            length: 0,
            message: shortened(message.into()),
            note: String::new(),
        }
    }

    fn presets(line: usize, message: String) -> Self {
        Self { file: RulesetFile::Presets, ..Self::words(line, message) }
    }

    /// A problem of the rules at a span, cut off at the end of its line.
    fn rules(text: &str, Span { start, end }: Span, message: String) -> Self {
        let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX).min(text.len());
        let before = text.get(..place(start)).unwrap_or_default();
        let begins = before.rfind('\n').map_or(0, |at| at + 1);
        let about = text.get(place(start)..place(end)).unwrap_or_default();
        Self {
            file: RulesetFile::Rules,
            line: line_of(text, start),
            column: before.get(begins..).unwrap_or_default().chars().count() + 1,
            length: about.lines().next().map_or(0, |line| line.trim_end().chars().count()),
            message: shortened(message),
            note: String::new(),
        }
    }
}

/// Lines of a file that hold a control character, other than tabs and line ends: terminals obey it, XML has
/// none.
fn control_characters(file: RulesetFile, text: &str) -> Vec<TextProblem> {
    let wrong = |(number, line): (usize, &str)| {
        let (column, found) = control_character(line)?;
        let message = format!("this line holds a control character, {found}; delete it");
        Some(TextProblem { file, column, length: 1, ..TextProblem::words(number, message) })
    };
    (1..).zip(text.split('\n')).filter_map(wrong).collect()
}

/// The line of an offset in a text, from 1.
pub(crate) fn line_of(text: &str, at: u32) -> usize {
    let before = text.get(..usize::try_from(at).unwrap_or(usize::MAX).min(text.len()));
    before.unwrap_or_default().matches('\n').count() + 1
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.file {
            RulesetFile::Rules => "rules",
            RulesetFile::Words => "words",
            RulesetFile::Presets => "presets",
        };
        write!(f, "{file}:{}:{}: {}", self.line, self.column, self.message)?;
        if self.note.is_empty() { Ok(()) } else { write!(f, "; {}", self.note) }
    }
}

#[cfg(test)]
mod tests;
