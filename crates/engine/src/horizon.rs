//! Lengths of lists, found by a float run and repeated by the exact runs.

use core::cell::{Cell, RefCell};
use tohit_odds::Arithmetic;

/// Where endless lists end, in the order in which they are told.
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

    /// Where the next list ends, as the floats have found.
    fn known(&self, ar: &Arithmetic) -> Option<i64> {
        let place = self.place.replace(self.place.get() + 1);
        matches!(ar, Arithmetic::Prime(_))
            .then(|| self.known.borrow().get(place).copied().unwrap_or_default())
    }

    /// How long the next list is; none where the floats are to find it.
    pub(crate) fn limit(&self, ar: &Arithmetic) -> Option<usize> {
        self.known(ar).map(|length| usize::try_from(length).unwrap_or_default())
    }

    /// Keeps what the floats have found.
    pub(crate) fn record(&self, length: usize, ar: &Arithmetic) {
        if matches!(ar, Arithmetic::Floats) {
            self.known.borrow_mut().push(i64::try_from(length).unwrap_or(i64::MAX));
        }
    }
}
