//! Progress of a study, for a person who waits at a terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Shortest wait for a line, and between lines.
const PATIENCE: Duration = Duration::from_millis(500);

/// A line on standard error that is rewritten; disabled where that is no terminal.
pub(crate) struct Progress {
    is_seen: bool,
    last: Cell<Instant>,
    is_there: Cell<bool>,
}

impl Progress {
    /// Begins to wait.
    pub(crate) fn begun() -> Self {
        Self {
            is_seen: io::stderr().is_terminal(),
            last: Cell::new(Instant::now()),
            is_there: Cell::new(false),
        }
    }

    /// Reports that `done` of `all` are done.
    pub(crate) fn tell(&self, done: usize, all: usize) {
        if self.is_seen && self.last.get().elapsed() >= PATIENCE {
            self.last.set(Instant::now());
            self.is_there.set(true);
            // Write errors are ignored: progress is no part of the output.
            let _ = write!(io::stderr(), "\r{}", line(done, all));
        }
    }

    /// Clears the line.
    pub(crate) fn end(&self) {
        if self.is_there.take() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The line, with the sequence that clears the rest of an earlier one.
fn line(done: usize, all: usize) -> String {
    format!("tohit: {done} of {all} scenarios ({} %)\x1b[K", (done * 100).checked_div(all).unwrap_or(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        assert_eq!(line(30, 120), "tohit: 30 of 120 scenarios (25 %)\x1b[K");
        assert!(line(0, 0).contains("(100 %)"));
    }
}
