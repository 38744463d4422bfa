//! Failures, with advice for the user.

use std::fmt::Display;
use std::path::PathBuf;

/// A failure with its details.
#[derive(Debug, Default)]
pub(crate) struct TaskFailure {
    /// Description in one sentence.
    pub(crate) message: String,
    /// The command line that failed.
    pub(crate) command: Option<String>,
    /// Output of the command.
    pub(crate) output: Vec<String>,
    /// File with the whole output.
    pub(crate) log: Option<PathBuf>,
    /// Advice.
    pub(crate) hint: Option<String>,
}

impl TaskFailure {
    /// A failure with a message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Adds advice.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Converts an error of the system to a failure to do `what`.
pub(crate) fn to<E: Display>(what: impl Display) -> impl FnOnce(E) -> TaskFailure {
    move |error| TaskFailure::new(format!("cannot {what}: {error}"))
}

/// Token of a failure that is printed already.
#[derive(Debug)]
pub(crate) struct Reported;

/// Reason why a command ends without success.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A failure that is printed already.
    Reported,
    /// An invalid command line.
    Arguments(TaskFailure),
    /// An unknown word, or a misused one.
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

impl From<TaskFailure> for Stop {
    fn from(failure: TaskFailure) -> Self {
        Self::Arguments(failure)
    }
}
