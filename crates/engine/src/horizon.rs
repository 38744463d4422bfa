//! Lengths of lists, found by a float run and repeated by the exact runs.

use core::cell::{Cell, RefCell};
use tohit_odds::Arithmetic;

/// Lengths of the endless lists of an answer, in their order.
#[derive(Debug, Default)]
pub(crate) struct Horizon {
    known: RefCell<Vec<i64>>,
    index: Cell<usize>,
}

impl Horizon {
    pub(crate) fn begin(&self, arith: &Arithmetic) {
        self.index.set(0);
        if matches!(arith, Arithmetic::Floats) {
            self.known.borrow_mut().clear();
        }
    }

    pub(crate) fn next(&self, arith: &Arithmetic, find: impl FnOnce() -> i64) -> i64 {
        if let Some(known) = self.known(arith) {
            return known;
        }
        let found = find();
        self.known.borrow_mut().push(found);
        found
    }

    /// Length of the next list, in an exact run.
    fn known(&self, arith: &Arithmetic) -> Option<i64> {
        let index = self.index.replace(self.index.get() + 1);
        matches!(arith, Arithmetic::Prime(_))
            .then(|| self.known.borrow().get(index).copied().unwrap_or_default())
    }

    /// Length of the next list; none in a float run, which finds it.
    pub(crate) fn limit(&self, arith: &Arithmetic) -> Option<usize> {
        self.known(arith).map(|length| usize::try_from(length).unwrap_or_default())
    }

    /// Records a length that a float run has found.
    pub(crate) fn record(&self, length: usize, arith: &Arithmetic) {
        if matches!(arith, Arithmetic::Floats) {
            self.known.borrow_mut().push(i64::try_from(length).unwrap_or(i64::MAX));
        }
    }
}
