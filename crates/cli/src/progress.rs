//! The clock of a study: its limit, and its progress on standard error.

use crate::failure::{Failure, say};
use std::cell::Cell;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};
use tohit_resolver::study::{Probability, Study, StudyTable};

/// Shortest wait for the line on a terminal, and between its changes.
const PATIENCE: Duration = Duration::from_millis(500);
/// Wait for the single line that a log or another program gets.
const SILENCE: Duration = Duration::from_secs(10);

/// The whole study, within so many seconds; without them, within its usual limit.
pub(crate) fn table<P: Probability>(
    study: &Study<'_>,
    seconds: Option<u32>,
) -> Result<StudyTable<P>, Failure> {
    let progress = Progress::begun();
    let limit = seconds.or(study.usual_seconds()).map(|seconds| Duration::from_secs(seconds.into()));
    let table = study.table_within::<P>(&|done, all| {
        progress.tell(done, all);
        limit.is_none_or(|limit| progress.begun.elapsed() < limit)
    });
    progress.end();
    table.map_err(Failure::Document)
}

/// Progress on standard error: on a terminal a line that is rewritten, elsewhere one line after some seconds.
struct Progress {
    begun: Instant,
    is_terminal: bool,
    last: Cell<Instant>,
    is_there: Cell<bool>,
}

impl Progress {
    fn begun() -> Self {
        let now = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        Self { begun: now, is_terminal, last: Cell::new(now), is_there: Cell::new(false) }
    }

    /// Reports that `done` of `all` are done.
    fn tell(&self, done: usize, all: usize) {
        if !is_due(self.is_terminal, self.is_there.get(), self.last.get().elapsed()) {
            return;
        }
        self.last.set(Instant::now());
        self.is_there.set(true);
        let line = line(done, all);
        if self.is_terminal {
            // Write errors are ignored: progress is no part of the output.
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        } else {
            say(&format!("{line} so far; the study goes on"));
        }
    }

    /// Clears the line of a terminal.
    fn end(&self) {
        if self.is_terminal && self.is_there.take() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// True where a line is due, by the time since the beginning or since the last line.
fn is_due(is_terminal: bool, is_there: bool, since: Duration) -> bool {
    if is_terminal { since >= PATIENCE } else { !is_there && since >= SILENCE }
}

fn line(done: usize, all: usize) -> String {
    format!("tohit: {done} of {all} scenarios ({} %)", (done * 100).checked_div(all).unwrap_or(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        assert_eq!(line(30, 120), "tohit: 30 of 120 scenarios (25 %)");
        assert!(line(0, 0).ends_with("(100 %)"));
    }

    #[test]
    fn a_terminal_is_told_often_and_a_log_once() {
        let due =
            |is_terminal, is_there, millis| is_due(is_terminal, is_there, Duration::from_millis(millis));
        assert!(!due(true, false, 499) && due(true, false, 500) && due(true, true, 500));
        assert!(!due(false, false, 9_999) && due(false, false, 10_000) && !due(false, true, 500_000));
    }
}
