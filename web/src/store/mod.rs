//! Stores: the state of one calculator as `Copy` structs of signals. Each calculator provides its own as a
//! context, so several on one page stay apart. Methods here touch the signals of their own store; methods on
//! several are in `actions.rs`.

mod answer;
mod characters;
mod compare;
mod duel;
pub(crate) mod field;
mod reasons;
mod scenario;
mod studies;

pub(crate) use answer::{AnswerStore, Exact};
pub(crate) use characters::{Before, CharacterStore, Mine, ReadCharacter, Reading};
pub(crate) use compare::{CompareStore, MOST_PINS, Pin, PinnedDuel};
pub(crate) use duel::{Came, DuelStore, Refused};
pub(crate) use reasons::{Of, Reason, Reasons};
pub(crate) use scenario::ScenarioStore;
pub(crate) use studies::{Asks, Hint, Panel, Press, StudyQuestion, StudyRun, StudyStore};

use crate::platform::panels::Panels;
use leptos::prelude::*;
use tohit_resolver::Ruleset;

/// What a phone shows under the answer: there is room for one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tab {
    /// The log, the distribution and the outcomes.
    #[default]
    Result,
    /// The sheet of the left fighter.
    Left,
    /// The sheet of the right fighter, and what holds between the two.
    Right,
    /// The questions.
    Ask,
    /// The text of a custom game.
    Rules,
}

impl Tab {
    /// Name for the style sheets.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Left => "left",
            Self::Right => "right",
            Self::Ask => "ask",
            Self::Rules => "rules",
        }
    }
}

/// The stores of one calculator.
#[derive(Clone, Copy)]
pub(crate) struct Stores {
    pub(crate) scenario: ScenarioStore,
    pub(crate) answer: AnswerStore,
    pub(crate) compare: CompareStore,
    pub(crate) studies: StudyStore,
    pub(crate) duel: DuelStore,
    pub(crate) characters: CharacterStore,
    /// The open tab of a phone.
    pub(crate) tab: RwSignal<Tab>,
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
            characters: CharacterStore::new(),
            tab: RwSignal::default(),
        }
    }

    /// Provides the stores as a context of the current owner.
    pub(crate) fn provide(self) {
        provide_context(self);
    }
}

/// The stores of the calculator around a component. One context holds them all: code of a context is compiled
/// once for each type.
pub(crate) fn use_stores() -> Stores {
    expect_context()
}

pub(crate) fn use_scenario() -> ScenarioStore {
    use_stores().scenario
}

pub(crate) fn use_answer() -> AnswerStore {
    use_stores().answer
}

pub(crate) fn use_compare() -> CompareStore {
    use_stores().compare
}
