//! Failures of a command, their messages and exit statuses.

use std::fmt;
use std::io::{self, Write as _};
use tohit_resolver::{Problem, beginning, errors_json};

/// Most letters of a line about a command line, which repeats what was given.
const MOST_OF_LINE: usize = 300;

/// Reason why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output closed it, as `head` does: nothing is said, and the status is no success.
    Closed,
    /// An error of input or output.
    Io(String),
    /// An invalid command line.
    Arguments(clap::Error),
    /// An invalid scenario.
    Document(Vec<Problem>),
    /// A failed check: of a rule text, or of an article's answers.
    Checked {
        /// Problems at their positions; empty where they are printed already. Colours are removed where they
        /// are unsuitable.
        report: String,
        /// Number of problems.
        summary: String,
    },
    /// Invalid scenarios among several; the errors are in place of their answers.
    Lines {
        /// Kind of the items in the lines.
        of: &'static str,
        /// Number of invalid ones.
        bad: u64,
        /// Number of all.
        all: u64,
        /// Line of the first invalid one.
        first: u64,
    },
}

impl Failure {
    /// An error of input or output.
    pub(crate) fn io(what: impl std::fmt::Display, error: &io::Error) -> Self {
        Self::Io(format!("cannot {what}: {error}"))
    }

    /// An invalid combination of arguments.
    pub(crate) fn arguments(message: impl std::fmt::Display) -> Self {
        Self::Arguments(clap::Error::raw(clap::error::ErrorKind::ValueValidation, message))
    }

    /// Exit status: 1 for input and output, 2 for documents and arguments, 141 for a closed pipe: 128 + SIGPIPE,
    /// as shells say of programs that this signal ends.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Self::Closed => 141,
            Self::Io(_) => 1,
            Self::Arguments(_) | Self::Document(_) | Self::Checked { .. } | Self::Lines { .. } => 2,
        }
    }

    /// Writes the failure to standard error: a document's problems as the errors object of the public
    /// contract, one problem on a line; any other failure as a sentence.
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
            Self::Arguments(wrong) => {
                let text = wrong.to_string();
                let lines = text.trim_end().lines().map(|line| beginning(line, MOST_OF_LINE));
                lines.collect::<Vec<_>>().join("\n")
            }
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

/// Writes a line to standard error; a closed stream is ignored. Colours appear on terminals, or where they
/// are forced.
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
