//! Stores: the state of one calculator as `Copy` structs of signals. Each calculator provides its own as contexts, so several on one page stay apart.
//! Methods here touch the signals of their own store; what touches several is in `actions.rs`.

mod answer;
mod compare;
mod duel;
mod reasons;
mod scenario;
mod studies;

pub(crate) use answer::{AnswerStore, Exact};
pub(crate) use compare::{CompareStore, MOST_PINS, Pin};
pub(crate) use duel::{Came, DuelStore, Refused};
pub(crate) use reasons::{Of, Reason, Reasons};
pub(crate) use scenario::ScenarioStore;
pub(crate) use studies::{Asks, Hint, Panel, Press, Question, Run, StudyStore};

use crate::panels::Panels;
use leptos::prelude::*;
use tohit_resolver::Ruleset;

/// The stores of one calculator.
#[derive(Clone, Copy)]
pub(crate) struct Stores {
    pub(crate) scenario: ScenarioStore,
    pub(crate) answer: AnswerStore,
    pub(crate) compare: CompareStore,
    pub(crate) studies: StudyStore,
    pub(crate) duel: DuelStore,
}

impl Stores {
    /// The stores of a calculator that shows a ruleset at its defaults.
    pub(crate) fn new(rules: &'static Ruleset, panels: Panels, fields: String) -> Self {
        Self {
            scenario: ScenarioStore::new(rules, panels, fields),
            answer: AnswerStore::new(),
            compare: CompareStore::new(),
            studies: StudyStore::new(),
            duel: DuelStore::new(),
        }
    }

    /// Provides each store as a context of the current owner.
    pub(crate) fn provide(self) {
        provide_context(self.scenario);
        provide_context(self.answer);
        provide_context(self.compare);
        provide_context(self.studies);
        provide_context(self.duel);
    }
}

/// All stores of the calculator around a component.
pub(crate) fn use_stores() -> Stores {
    Stores {
        scenario: use_scenario(),
        answer: use_answer(),
        compare: use_compare(),
        studies: use_studies(),
        duel: use_duel(),
    }
}

pub(crate) fn use_scenario() -> ScenarioStore {
    expect_context()
}

pub(crate) fn use_answer() -> AnswerStore {
    expect_context()
}

pub(crate) fn use_compare() -> CompareStore {
    expect_context()
}

pub(crate) fn use_studies() -> StudyStore {
    expect_context()
}

pub(crate) fn use_duel() -> DuelStore {
    expect_context()
}
