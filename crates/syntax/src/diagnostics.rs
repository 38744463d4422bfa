//! Diagnostics of a text, with remedies for its author.

use crate::ast::Span;
use core::fmt;
use core::ops::{Deref, DerefMut};
use std::rc::Rc;
use tohit_odds::number::{Number, NumberError};

/// A diagnostic with its line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedDiagnostic {
    /// Place in the text.
    pub span: Span,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Message: the token found, the construct expected, and the remedy.
    pub message: String,
}

impl core::error::Error for LocatedDiagnostic {}

impl fmt::Display for LocatedDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// A diagnostic without line and column. Most results of parser and evaluator may hold one, so the type is
/// one pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic(Rc<Message>);

/// Content of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Place in the text.
    pub span: Span,
    /// Text of the message.
    pub message: String,
}

impl Diagnostic {
    /// Diagnostic at a place in the text.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self(Rc::new(Message { span, message: message.into() }))
    }
}

/// Result of a function of the parser or the compiler.
pub type Read<T> = Result<T, Diagnostic>;

/// Error with one diagnostic.
pub fn wrong<T>(span: Span, message: impl Into<String>) -> Read<T> {
    Err(Diagnostic::new(span, message))
}

/// Converts an error of arithmetic to a diagnostic at a place.
pub fn worked(span: Span, number: Result<Number, NumberError>) -> Read<Number> {
    number.or_else(|why| wrong(span, why.to_string()))
}

/// Recovery from an error: its diagnostic is recorded, and parsing goes on.
pub trait Keep<T> {
    /// Value of a success; the diagnostic of an error is added to the list.
    fn keep(self, diagnostics: &mut Vec<Diagnostic>) -> Option<T>;
}

impl<T> Keep<T> for Read<T> {
    fn keep(self, diagnostics: &mut Vec<Diagnostic>) -> Option<T> {
        self.map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
    }
}

impl Deref for Diagnostic {
    type Target = Message;

    fn deref(&self) -> &Message {
        &self.0
    }
}

impl DerefMut for Diagnostic {
    fn deref_mut(&mut self) -> &mut Message {
        Rc::make_mut(&mut self.0)
    }
}

impl core::error::Error for Diagnostic {}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Limit of the diagnostics of one text.
const MOST_PROBLEMS: usize = 100;

/// Diagnostics with their lines, in the order of the text. Each line has the diagnostic that was found first.
pub fn located(text: &str, diagnostics: Vec<Diagnostic>) -> Vec<LocatedDiagnostic> {
    let starts: Vec<usize> = core::iter::once(0)
        .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
        .collect();
    let mut problems: Vec<LocatedDiagnostic> = Vec::new();
    for diagnostic in diagnostics {
        let at = (diagnostic.span.start as usize).min(text.len());
        let place = starts.partition_point(|start| *start <= at).max(1);
        let line = u32::try_from(place).unwrap_or(u32::MAX);
        if let Err(free) = problems.binary_search_by_key(&line, |known| known.line) {
            let start = starts.get(place - 1).copied().unwrap_or_default();
            let column = text.get(start..at).map_or(0, |before| before.chars().count()) + 1;
            let column = u32::try_from(column).unwrap_or(u32::MAX);
            problems.insert(
                free,
                LocatedDiagnostic {
                    span: diagnostic.span,
                    line,
                    column,
                    message: diagnostic.message.clone(),
                },
            );
        }
    }
    problems.truncate(MOST_PROBLEMS);
    problems
}

/// Nearest known word by Levenshtein distance, if one is within a third of the length. Ties go to the first
/// in the alphabet.
pub fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let original = written;
    let written = plain(written);
    let long = written.chars().count();
    let far = long.div_ceil(3).max(1) + 1;
    known
        .iter()
        .copied()
        // A word is no hint for itself. The difference in length is a lower bound of the distance.
        .filter(|word| *word != original && long < 60 && word.len().abs_diff(long) < far)
        .map(|word| (strsim::levenshtein(&written, &plain(word)), word))
        .filter(|(distance, word)| *distance < far && *distance < word.chars().count())
        .min()
        .map(|(_, word)| word)
}

/// Folds capitals and hyphens, the likeliest slips: they add no distance.
fn plain(word: &str) -> String {
    word.to_ascii_lowercase().replace('-', "_")
}

/// `; did you mean "word"?`, or nothing.
pub fn suggestion(written: &str, known: &[&str]) -> String {
    nearest(written, known).map_or_else(String::new, |word| format!("; did you mean \"{word}\"?"))
}

/// Suggestion of the nearest known word, or a list of all if none is near.
pub fn suggestion_or_all(written: &str, known: &[&str]) -> String {
    match nearest(written, known) {
        Some(word) => format!("; did you mean \"{word}\"?"),
        None => format!("; it has {}", either(known).replace(" or ", " and ")),
    }
}

/// `a, b or c`; long lists are cut.
pub fn either(words: &[&str]) -> String {
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, before)) if before.len() < 12 => format!("{} or {last}", before.join(", ")),
        Some(_) => {
            let (shown, more) = words.split_at(10);
            format!("{} and {} more", shown.join(", "), more.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_forgives_slips() {
        let known = ["strength", "level", "thac0", "half-orc"];
        for (written, found) in [
            ("strenght", Some("strength")),
            ("THAC0", Some("thac0")),
            ("half_orc", Some("half-orc")),
            ("zork", None),
            ("x", None),
        ] {
            assert_eq!(nearest(written, &known), found, "{written}");
        }
    }

    #[test]
    fn places_are_counted_in_characters() {
        let text = "a\n“é” x\n";
        let at = text.find('x').unwrap() as u32;
        let diagnostic = Diagnostic::new(Span { start: at, end: at + 1 }, "here");
        let again = Diagnostic::new(Span { start: at - 1, end: at }, "later on the same line");
        let problems = located(text, vec![diagnostic, again]);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems.first().unwrap().to_string(), "2:5: here");
    }
}
