//! What is wrong with a text, said so that its author can mend it.

use crate::ast::Span;
use core::fmt;
use core::ops::{Deref, DerefMut};
use std::rc::Rc;
use tohit_odds::number::{Number, Wrong};

/// Something that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedDiagnostic {
    /// Where it stands.
    pub span: Span,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What was found, what is needed, and how to mend it.
    pub message: String,
}

impl core::error::Error for LocatedDiagnostic {}

impl fmt::Display for LocatedDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// A problem whose line is not worked out yet. Nearly everything that reads or runs may return one: it is kept small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic(Rc<Message>);

/// Its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Where in the text.
    pub span: Span,
    /// What is said.
    pub message: String,
}

impl Diagnostic {
    /// One at a place in the text.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self(Rc::new(Message { span, message: message.into() }))
    }
}

/// What a reader of something returns.
pub type Read<T> = Result<T, Diagnostic>;

/// Nothing was read, for this is wrong.
pub fn wrong<T>(span: Span, message: impl Into<String>) -> Read<T> {
    Err(Diagnostic::new(span, message))
}

/// A number that was worked out, or why there is none.
pub fn worked(span: Span, number: Result<Number, Wrong>) -> Read<Number> {
    number.or_else(|why| wrong(span, why.to_string()))
}

/// What was read, or nothing where it was not: then that is a problem.
pub trait Keep<T> {
    /// The value; a diagnostic goes to the others.
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

/// The most diagnostics of one text.
const MOST_PROBLEMS: usize = 100;

/// Diagnostics with their lines, in the order of the text; of each line the one that was found first.
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

/// The known word that is nearest to what was written, if any is near: of those as near the first in the alphabet.
pub fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let original = written;
    let written = plain(written);
    let long = written.chars().count();
    let far = long.div_ceil(3).max(1) + 1;
    known
        .iter()
        .copied()
        // A word is no hint for itself. What differs so much in length is not near, and need not be compared.
        .filter(|word| *word != original && long < 60 && word.len().abs_diff(long) < far)
        .map(|word| (strsim::levenshtein(&written, &plain(word)), word))
        .filter(|(distance, word)| *distance < far && *distance < word.chars().count())
        .min()
        .map(|(_, word)| word)
}

/// Capitals, hyphens and underscores are the likeliest slips, and cost nothing.
fn plain(word: &str) -> String {
    word.to_ascii_lowercase().replace('-', "_")
}

/// `; did you mean "word"?`, or nothing.
pub fn suggestion(written: &str, known: &[&str]) -> String {
    nearest(written, known).map_or_else(String::new, |word| format!("; did you mean \"{word}\"?"))
}

/// The same, or what there is if nothing is near.
pub fn suggestion_or_all(written: &str, known: &[&str]) -> String {
    match nearest(written, known) {
        Some(word) => format!("; did you mean \"{word}\"?"),
        None => format!("; it has {}", either(known).replace(" or ", " and ")),
    }
}

/// `a, b or c`; of long lists the beginning.
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
