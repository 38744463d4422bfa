//! The distribution that is shown, by the extent.

use crate::store::AnswerStore;
use leptos::prelude::*;
use tohit_report::picture::spread;
use tohit_report::summary::Damage;
use tohit_resolver::Extent;

/// The distribution that is shown.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) answer: AnswerStore,
    pub(super) extent: Memo<Extent>,
}

impl Shown {
    /// The fight's unit of time.
    pub(super) fn beat(self) -> &'static str {
        self.answer.summary.with(|summary| summary.beat())
    }

    /// Maps the shown distribution.
    pub(super) fn with<T: Default>(self, say: impl FnOnce(&Damage) -> T) -> T {
        let shown = self.extent.get();
        self.answer.summary.with(|summary| spread(shown, summary).map(say).unwrap_or_default())
    }
}
