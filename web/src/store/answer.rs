//! Answer store: the shown odds, the rolled example, and the pending request.

use crate::model::scenario::Asked;
use crate::model::story::Story;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::summary::{Fractions, Summary};

/// Turns that a reader counts at first: the question of players is "dead within three turns?".
const FIRST_WITHIN: i64 = 3;

/// The exact fractions, on demand.
#[derive(Clone)]
pub(crate) enum Exact {
    Off,
    Computing,
    Known(Arc<Fractions>),
    Refused(String),
}

/// The last request, and the time that answers take.
#[derive(Clone, Copy)]
pub(crate) struct Asking {
    pub(crate) asked: StoredValue<Option<Arc<Asked>>>,
    pub(crate) is_slow: StoredValue<bool>,
}

impl Asking {
    /// True for the latest request.
    pub(crate) fn is_latest(self, asked: &Arc<Asked>) -> bool {
        self.asked
            .try_with_value(|latest| latest.as_ref().is_some_and(|latest| Arc::ptr_eq(latest, asked)))
            .unwrap_or(false)
    }
}

/// The answer of a calculator.
#[derive(Clone, Copy)]
pub(crate) struct AnswerStore {
    pub(crate) summary: RwSignal<Arc<Summary>>,
    /// The rolled example.
    pub(crate) story: RwSignal<Arc<Story>>,
    pub(crate) is_computing: RwSignal<bool>,
    pub(crate) exact: RwSignal<Exact>,
    pub(crate) asking: Asking,
    /// Tally of many rolls, for the chart.
    pub(crate) rolled: RwSignal<Arc<Summary>>,
    /// The turn, or strike, up to which a reader of a fight counts: "dead within 3 turns".
    pub(crate) within: RwSignal<i64>,
}

impl AnswerStore {
    pub(super) fn new() -> Self {
        Self {
            summary: RwSignal::default(),
            story: RwSignal::default(),
            is_computing: RwSignal::new(false),
            exact: RwSignal::new(Exact::Off),
            asking: Asking { asked: StoredValue::new(None), is_slow: StoredValue::new(false) },
            rolled: RwSignal::default(),
            within: RwSignal::new(FIRST_WITHIN),
        }
    }

    /// A fraction; empty where it is unknown or not requested.
    pub(crate) fn fraction(self, which: impl FnOnce(&Fractions) -> Option<&String>) -> String {
        self.exact.with(|exact| match exact {
            Exact::Known(fractions) => which(fractions).cloned().unwrap_or_default(),
            _ => String::new(),
        })
    }

    /// True where the page asks for a choice in place of an answer.
    pub(crate) fn asks(self) -> bool {
        self.summary.with(|summary| !summary.asks.is_empty())
    }

    /// True for a tool: a mode without strikes and without damage.
    pub(crate) fn is_tool(self) -> bool {
        self.does_none() && self.summary.with(|summary| summary.hit.is_none())
    }

    /// True where no damage is done, or none is known.
    pub(crate) fn does_none(self) -> bool {
        self.summary.with(|summary| summary.damage.is_none())
    }
}
