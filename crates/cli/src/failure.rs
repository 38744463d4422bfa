//! How a run can end before its answer, what is said then, and with which exit status.

use std::fmt;
use std::io::{self, Write as _};
use tohit_resolver::{Problem, errors_json};

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Whoever read the output went away, as `head` does. Nothing is wrong.
    Closed,
    /// Something could not be read or written.
    Io(String),
    /// The command line makes no sense.
    Arguments(clap::Error),
    /// The scenario is not legal.
    Document(Vec<Problem>),
    /// What was checked is not as it should be: a rule text, an article's answers.
    Checked {
        /// Each problem in its place; empty where it was printed already. Its colours are left out where they do not belong.
        report: String,
        /// How much there is.
        summary: String,
    },
    /// Some of the scenarios were not legal; the errors stand in their answers' places.
    Lines {
        /// What stood on each line.
        of: &'static str,
        /// How many were not.
        bad: u64,
        /// How many there were.
        all: u64,
        /// The line of the first.
        first: u64,
    },
}

impl Failure {
    /// Something could not be read or written.
    pub(crate) fn io(what: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::Io(format!("cannot {what}: {error}"))
    }

    /// The command line makes no sense together with what it names.
    pub(crate) fn arguments(message: impl std::fmt::Display) -> Self {
        Self::Arguments(clap::Error::raw(clap::error::ErrorKind::ValueValidation, message))
    }

    /// The exit status: 0 when nothing is wrong, 1 for input and output, 2 for documents and arguments.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Closed => 0,
            Self::Io(_) => 1,
            Self::Arguments(_) | Self::Document(_) | Self::Checked { .. } | Self::Lines { .. } => 2,
        }
    }

    /// Says what is wrong on standard error: a document's problems as the errors object that every face of the program returns, one
    /// problem on a line; all else as a sentence.
    pub fn tell(&self) {
        if !matches!(self, Self::Closed) {
            say(&self.to_string());
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Closed => return Ok(()),
            Self::Io(message) => format!("tohit: {message}"),
            Self::Arguments(wrong) => wrong.to_string().trim_end().to_owned(),
            Self::Document(problems) => by_line(problems),
            Self::Checked { report, summary } => {
                let gap = if report.is_empty() { "" } else { "\n\n" };
                format!("{report}{gap}tohit: {summary}")
            }
            Self::Lines { of, bad, all, first } => {
                let have = if *bad == 1 { "has" } else { "have" };
                format!("tohit: {bad} of {all} {of} {have} errors; the first is on line {first}")
            }
        };
        f.write_str(&text)
    }
}

/// A line on standard error; where that is closed there is nobody to tell. Colours are for terminals, and for those who want them.
pub(crate) fn say(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The errors object, with each problem on a line of its own.
fn by_line(problems: &[Problem]) -> String {
    let each = problems.iter().map(|problem| {
        let whole = errors_json(std::slice::from_ref(problem));
        whole.at("errors.0").map(ToString::to_string).unwrap_or_default()
    });
    format!("{{ \"errors\": [\n  {}\n] }}", each.collect::<Vec<_>>().join(",\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_resolver::Json;

    #[test]
    fn problems_by_line_are_the_errors_object() {
        let problem =
            |path: &str, message: &str| Problem { path: path.to_owned(), message: message.to_owned() };
        let problems = [problem("attacker.parts.0.dice", "\"x\" is not allowed"), problem("", "too\nlong")];
        let text = by_line(&problems);
        assert_eq!(text.lines().count(), 4);
        assert_eq!(Json::parse(&text), Ok(errors_json(&problems)));
    }
}
