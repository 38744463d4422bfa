//! Reason store: the percentages whose explanation is open, and the explanations.

use super::Tab;
use super::answer::AnswerStore;
use super::scenario::ScenarioStore;
use crate::model::scenario::Asked;
use crate::model::why::Whys;
use leptos::prelude::*;
use std::sync::Arc;

/// The explained percentage: an outcome, by its index, or the chance to hit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Outcome(usize),
    Hit,
}

/// Open explanations and their text.
#[derive(Clone, Copy)]
pub(crate) struct Reasons {
    pub(crate) scenario: ScenarioStore,
    pub(crate) answer: AnswerStore,
    /// The open tab of a phone: that of the result has the explanations.
    pub(crate) tab: RwSignal<Tab>,
    /// A bit for each percentage.
    pub(crate) open: RwSignal<usize>,
    pub(crate) whys: RwSignal<Arc<Whys>>,
    /// Reason for a missing one.
    pub(crate) refused: RwSignal<String>,
    /// Number of replies.
    pub(crate) version: RwSignal<usize>,
    /// True for an older scenario's explanation.
    pub(crate) is_old: RwSignal<bool>,
    /// Last request; true with fractions.
    pub(crate) asked: StoredValue<Option<(Arc<Asked>, bool)>>,
}

/// The explanation of one percentage.
#[derive(Clone, Copy)]
pub(crate) struct Reason {
    pub(crate) all: Reasons,
    pub(crate) of: Of,
}
