//! The limit of a study. This crate has no clock: callers measure the time, and may stop at any scenario.

use super::{Extent, Study};
use crate::problem::Problem;

/// Usual limit of a study of fights or duels, in seconds.
pub const USUAL_SECONDS: u32 = 60;

/// Test before each scenario of a study, by the numbers of answered scenarios and of all: false stops the
/// study.
pub type GoesOn<'g> = &'g dyn Fn(usize, usize) -> bool;

impl Study<'_> {
    /// Usual limit in seconds. A study of strikes or turns has none: the number of its cells is limited.
    #[must_use]
    pub fn usual_seconds(&self) -> Option<u32> {
        let of_strikes = |extent| matches!(extent, Extent::Strike | Extent::Turn);
        (!self.columns().iter().all(|measure| of_strikes(measure.extent()))).then_some(USUAL_SECONDS)
    }
}

/// Refuses a study that is stopped after `done` of `all` scenarios.
pub(super) fn check(goes_on: GoesOn<'_>, done: usize, all: usize) -> Result<(), Vec<Problem>> {
    if goes_on(done, all) {
        return Ok(());
    }
    let message =
        format!("too large: the time is over after {done} of {all} scenarios; ask for fewer, or allow more");
    Err(vec![Problem::at("limit", message)])
}
