//! Budget of the work of a run, in steps of about a nanosecond.

use core::cell::Cell;

/// Limit of the charged work of a run.
const MOST_WORK: u64 = 40_000_000;
/// Steps of a value that is evaluated by itself.
pub(crate) const EACH: usize = 32;
/// Steps of a whole number among others.
pub(crate) const WHOLE: usize = 4;

/// Work of a run so far.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    charged: Cell<u64>,
    /// Work that has its own bound: turns of fights, and the surplus of products of residues.
    uncharged: Cell<u64>,
}

impl Budget {
    /// Begins a run: its work is counted from 0.
    pub(crate) fn begin(&self) {
        self.charged.set(0);
        self.uncharged.set(0);
    }

    /// Charges work before it is done: false where the limit is passed.
    pub(crate) fn charge(&self, steps: usize) -> bool {
        let all = self.charged.get().saturating_add(steps as u64);
        self.charged.set(all);
        all <= MOST_WORK
    }

    /// Charged work of this run.
    pub(crate) fn charged(&self) -> u64 {
        self.charged.get()
    }

    /// Counts work that has its own bound.
    pub(crate) fn spend(&self, steps: usize) {
        self.uncharged.set(self.uncharged.get().saturating_add(steps as u64));
    }

    /// All work of this run.
    pub(crate) fn work(&self) -> u64 {
        self.charged().saturating_add(self.uncharged.get())
    }
}
