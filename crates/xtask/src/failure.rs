//! Failures, with what a person can do next.

use std::fmt::Display;
use std::path::PathBuf;

/// A failure, with all that is known about it.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    /// One sentence that says what failed.
    pub(crate) message: String,
    /// The command line that failed.
    pub(crate) command: Option<String>,
    /// What that command printed.
    pub(crate) output: Vec<String>,
    /// Where all of it can be read.
    pub(crate) log: Option<PathBuf>,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

impl Failure {
    /// A failure that says `message`.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// The same with advice.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Turns an error of the system into a failure to do `what`.
pub(crate) fn to<E: Display>(what: impl Display) -> impl FnOnce(E) -> Failure {
    move |error| Failure::new(format!("cannot {what}: {error}"))
}

/// The mark of a failure that was already printed.
#[derive(Debug)]
pub(crate) struct Reported;

/// Why a command ends without success.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Something failed, and its message was printed.
    Reported,
    /// The command line makes no sense.
    Arguments(Failure),
    /// A word that the command does not take, or not so.
    Word(lexopt::Error),
}

impl From<Reported> for Stop {
    fn from(Reported: Reported) -> Self {
        Self::Reported
    }
}

impl From<lexopt::Error> for Stop {
    fn from(error: lexopt::Error) -> Self {
        Self::Word(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Arguments(failure)
    }
}
