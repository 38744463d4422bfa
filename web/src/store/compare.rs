//! Compare store: pinned scenarios, and the answers of the columns beside the present one.

use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::duel::DuelSummary;
use tohit_report::summary::Summary;
use tohit_resolver::Json;

/// Number of pins at most: the table has room for three columns beside the present one.
pub(crate) const MOST_PINS: usize = 3;

/// A pinned scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pin {
    /// Name from a link, or else a description.
    pub(crate) name: String,
    /// Valid when it was pinned.
    pub(crate) document: Json,
    /// Its duel; none of rules, of a pin without hit points, and of older links: then the present opponent
    /// strikes back.
    pub(crate) duel: Option<PinnedDuel>,
}

/// A duel as it was pinned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PinnedDuel {
    /// The scenario in which the struck fighter strikes back.
    pub(crate) back: Json,
    /// Side that strikes first, as a place in `First::ALL`.
    pub(crate) first: usize,
}

/// The comparison of a calculator.
#[derive(Clone, Copy)]
pub(crate) struct CompareStore {
    pub(crate) pins: RwSignal<Vec<Pin>>,
    /// Pins of an earlier visit, as a link writes them: shown on demand.
    pub(crate) kept_pins: RwSignal<String>,
    /// True where the columns are the rules of the mode, in place of the pins.
    pub(crate) by_rules: RwSignal<bool>,
    /// Answer of each column.
    pub(crate) columns: [RwSignal<Arc<Summary>>; MOST_PINS],
    /// Duel of each column; none unless the page shows a duel.
    pub(crate) column_duels: [RwSignal<Option<DuelSummary>>; MOST_PINS],
}

impl CompareStore {
    pub(super) fn new() -> Self {
        Self {
            pins: RwSignal::default(),
            kept_pins: RwSignal::default(),
            by_rules: RwSignal::new(false),
            columns: Default::default(),
            column_duels: Default::default(),
        }
    }
}
