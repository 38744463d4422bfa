//! Recorder of the ranges of `chance(...)`, for warnings about a text.

use core::cell::RefCell;
use rustc_hash::FxHashMap;
use tohit_compile::program::Id;
use tohit_odds::number::Number;

/// Range of a `chance(...)` over some scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChanceRange {
    /// Its value above 1, which is cut to 1: the greatest of the first scenario that has one.
    pub above: Option<Number>,
    /// True where it was between 0 and 1 at least once.
    pub between: bool,
}

impl ChanceRange {
    /// Joins the range of other scenarios.
    pub fn join(&mut self, other: Self) {
        self.above = self.above.take().or(other.above);
        self.between |= other.between;
    }
}

/// Ranges by the expressions of their chances, while they are recorded.
#[derive(Debug, Default)]
pub(crate) struct ChanceRecorder(RefCell<Option<FxHashMap<Id, ChanceRange>>>);

impl ChanceRecorder {
    /// Records from now on.
    pub(crate) fn start(&self) {
        self.0.replace(Some(FxHashMap::default()));
    }

    /// Ends the record.
    pub(crate) fn finish(&self) -> FxHashMap<Id, ChanceRange> {
        self.0.take().unwrap_or_default()
    }

    /// Records the chance `over in under`. Only chances without `in` are above 1 by mistake: the others are
    /// cut to 1 on purpose.
    pub(crate) fn record(&self, id: Id, over: &Number, under: &Number, chance: &Result<Number, bool>) {
        let mut recorded = self.0.borrow_mut();
        let Some(recorded) = recorded.as_mut() else { return };
        let range = recorded.entry(id).or_default();
        match chance {
            Ok(_) => range.between = true,
            Err(true) => {
                let above = (*under == Number::Whole(1)).then(|| over.clone());
                let above = above.filter(|value| *value > Number::Whole(1));
                range.above = range.above.take().max(above);
            }
            Err(false) => {}
        }
    }
}
