//! The work that a study may take as a whole.

use super::Shared;
use crate::problem::Problem;

/// Steps that are charged for a second of work where the program is built natively and optimised: measured, from 250 million (luck in Dominions) to
/// 1,400 million (long fights in floats).
const SECOND: u64 = 600_000_000;
/// Steps charged for each answer beyond those of its rules: its document is read, completed and written.
const EACH_ANSWER: u64 = 200_000;

/// Default limit of a study, in seconds of work.
pub const USUAL_SECONDS: u32 = 60;

/// Callback for progress: the number of answered scenarios, and of all.
pub type Progress<'p> = &'p dyn Fn(usize, usize);

/// The work of a study: memoised lines of its scenarios, the limit on their work, and the listener to its progress.
pub struct Work<'p> {
    pub(super) shared: Shared,
    seconds: Option<u32>,
    progress: Progress<'p>,
}

impl<'p> Work<'p> {
    /// A limit in seconds of work.
    #[must_use]
    pub fn seconds(seconds: u32, progress: Progress<'p>) -> Self {
        Self { shared: Shared::default(), seconds: Some(seconds), progress }
    }

    /// Work without a limit, for callers that may stop at any scenario.
    pub(super) fn endless() -> Self {
        Self { shared: Shared::default(), seconds: None, progress: &|_, _| {} }
    }

    /// Counts an answer.
    pub(super) fn count(&self) {
        self.shared.count(EACH_ANSWER);
    }

    /// Refuses to continue where no work is left, after `done` of `all` scenarios.
    pub(super) fn goes_on(&self, done: usize, all: usize) -> Result<(), Vec<Problem>> {
        (self.progress)(done, all);
        let Some(seconds) = self.seconds else { return Ok(()) };
        if self.shared.work() < u64::from(seconds).saturating_mul(SECOND) {
            return Ok(());
        }
        let message = format!(
            "too large: the work of {seconds} seconds is done after {done} of {all} scenarios; ask for fewer, or allow more"
        );
        Err(vec![Problem::at("limit", message)])
    }
}
