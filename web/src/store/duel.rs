//! Duel store: the choices of a duel, and its result.

use leptos::prelude::*;
use tohit_report::duel::DuelSummary;

/// Result of a duel, or the reason why there is none.
pub(crate) type Came = Option<Result<DuelSummary, Refused>>;

/// Reason why there is no duel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refused {
    pub(crate) says: String,
    /// Side without hit points: 0 is the attacker, 1 the defender.
    pub(crate) lacks: Option<usize>,
}

/// The duel of a calculator.
#[derive(Clone, Copy)]
pub(crate) struct DuelStore {
    /// Side that strikes first, as a place in `First::ALL`.
    pub(crate) begins: RwSignal<usize>,
    pub(crate) came: RwSignal<Came>,
    /// True while the result is that of an earlier duel.
    pub(crate) is_computing: RwSignal<bool>,
    /// True after the press that asks for the duel: missing hit points take the focus then.
    pub(crate) is_wanted: RwSignal<bool>,
}

impl DuelStore {
    pub(super) fn new() -> Self {
        Self {
            begins: RwSignal::new(0),
            came: RwSignal::default(),
            is_computing: RwSignal::new(false),
            is_wanted: RwSignal::new(false),
        }
    }

    /// Sentence in place of a duel without a result: what is missing or wrong; empty while it is computed.
    pub(crate) fn refusal(self) -> Option<String> {
        self.came.with(|came| match came {
            None => Some(String::new()),
            Some(Ok(_)) => None,
            Some(Err(refused)) => Some(refused.says.clone()),
        })
    }

    /// Side that lacks hit points: then there is a question in place of the duel.
    pub(crate) fn lacks(self) -> Option<usize> {
        self.came.with(|came| came.as_ref()?.as_ref().err()?.lacks)
    }

    /// Result of the duel, where it is known.
    pub(crate) fn result(self) -> Option<DuelSummary> {
        self.came.with(|came| came.as_ref()?.as_ref().ok().cloned())
    }

    /// Chance that the attacker wins, where it is known.
    pub(crate) fn wins(self) -> Option<f64> {
        self.came.with(|came| Some(came.as_ref()?.as_ref().ok()?.ends[0]))
    }
}
