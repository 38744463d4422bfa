//! Lengths of lists, found by a float run and repeated by the exact runs.

use core::cell::{Cell, RefCell};
use tohit_odds::Arithmetic;

/// Lengths of the endless lists of an answer, in their order.
#[derive(Debug, Default)]
pub(crate) struct Horizon {
    known: RefCell<Vec<i64>>,
    place: Cell<usize>,
}

impl Horizon {
    pub(crate) fn begin(&self, ar: &Arithmetic) {
        self.place.set(0);
        if matches!(ar, Arithmetic::Floats) {
            self.known.borrow_mut().clear();
        }
    }

    pub(crate) fn next(&self, ar: &Arithmetic, find: impl FnOnce() -> i64) -> i64 {
        if let Some(known) = self.known(ar) {
            return known;
        }
        let found = find();
        self.known.borrow_mut().push(found);
        found
    }

    /// Length of the next list, in an exact run.
    fn known(&self, ar: &Arithmetic) -> Option<i64> {
        let place = self.place.replace(self.place.get() + 1);
        matches!(ar, Arithmetic::Prime(_))
            .then(|| self.known.borrow().get(place).copied().unwrap_or_default())
    }

    /// Length of the next list; none in a float run, which finds it.
    pub(crate) fn limit(&self, ar: &Arithmetic) -> Option<usize> {
        self.known(ar).map(|length| usize::try_from(length).unwrap_or_default())
    }

    /// Records a length that a float run has found.
    pub(crate) fn record(&self, length: usize, ar: &Arithmetic) {
        if matches!(ar, Arithmetic::Floats) {
            self.known.borrow_mut().push(i64::try_from(length).unwrap_or(i64::MAX));
        }
    }
}
