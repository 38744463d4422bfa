//! Reason store: the percentages whose explanation is open, and the explanations.

use super::answer::AnswerStore;
use super::scenario::ScenarioStore;
use crate::scenario::Asked;
use crate::why::Whys;
use leptos::prelude::*;
use std::sync::Arc;

/// Which percentage is explained: an outcome, by its place, or the chance to hit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Outcome(usize),
    Hit,
}

/// What is open, and what is told there.
#[derive(Clone, Copy)]
pub(crate) struct Reasons {
    pub(crate) scenario: ScenarioStore,
    pub(crate) answer: AnswerStore,
    /// A bit for each percentage.
    pub(crate) open: RwSignal<usize>,
    pub(crate) whys: RwSignal<Arc<Whys>>,
    /// Why there is no explanation.
    pub(crate) refused: RwSignal<String>,
    /// Counts the replies.
    pub(crate) version: RwSignal<usize>,
    /// What is told belongs to an older scenario.
    pub(crate) is_old: RwSignal<bool>,
    /// What was asked last, and whether with fractions.
    pub(crate) asked: StoredValue<Option<(Arc<Asked>, bool)>>,
}

/// The explanation of one percentage.
#[derive(Clone, Copy)]
pub(crate) struct Reason {
    pub(crate) all: Reasons,
    pub(crate) of: Of,
}
