//! Study store: the study of a link, the open panel's question, and the hints beside the fields.

use crate::model::scenario::Now;
use crate::model::study_cells::StudyEnd;
use crate::platform::browser;
use crate::platform::storage;
use leptos::html::H2;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Json;
use tohit_resolver::study::{Study, StudyRow};
use web_sys::Event;

/// Storage key of the steps beside the fields, and its value while they are shown.
const STEPS: &str = "steps";

/// Question that is asked of every field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Asks {
    #[default]
    Nothing,
    /// Effect of one step.
    Step,
    /// Value that reaches a goal.
    Goal,
}

/// Hint beside a field.
#[derive(Clone, PartialEq)]
pub(crate) struct Hint {
    /// The change, which may be cut where room is short; and its effect.
    pub(crate) says: (String, String),
    /// The full text.
    pub(crate) whole: String,
    pub(crate) kind: &'static str,
    pub(crate) press: Press,
    /// True for a previous scenario's hint.
    pub(crate) is_old: bool,
}

/// Effect of a press on a hint.
#[derive(Clone, PartialEq)]
pub(crate) enum Press {
    Nothing,
    /// Enters this value.
    Takes(Json),
    /// Runs these words of a study: the curve of the field's range.
    Draws(String),
}

/// A study and its result.
pub(crate) struct StudyRun {
    pub(crate) study: Option<Arc<Study<'static>>>,
    pub(crate) now: Arc<Now>,
    /// Sorted, where the study asks for that.
    pub(crate) rows: Vec<StudyRow<f64>>,
    /// Reading of all rows; none where the study was stopped before the last.
    pub(crate) end: Option<StudyEnd>,
    /// Reason for a missing result.
    pub(crate) wrong: String,
    /// True while more rows are on the way.
    pub(crate) is_partial: bool,
}

/// Question of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum StudyQuestion {
    /// Single change that helps most.
    #[default]
    Helps,
    /// Best preset of a slot.
    Best,
    /// Effect of one field, or of two at once.
    Matters,
    /// Effect of the rules that are in question.
    Rules,
    /// Difference to the first pin.
    Apart,
    /// Question of a link that is none of these.
    Linked,
    /// Value that reaches a goal; answered beside the fields.
    Need,
    /// Luck of a run of strikes.
    Luck,
}

/// The open panel of the questions.
#[derive(Clone, Copy)]
pub(crate) struct Panel {
    pub(crate) is_open: RwSignal<bool>,
    pub(crate) question: RwSignal<StudyQuestion>,
    pub(crate) heading: NodeRef<H2>,
}

impl Panel {
    fn new() -> Self {
        Self { is_open: RwSignal::new(false), question: RwSignal::default(), heading: NodeRef::new() }
    }
}

/// The studies of a calculator.
#[derive(Clone, Copy)]
pub(crate) struct StudyStore {
    /// Words of the study in a link, beside its scenario; none where empty.
    pub(crate) words: RwSignal<String>,
    pub(crate) asks: RwSignal<Asks>,
    pub(crate) measure: RwSignal<String>,
    /// The goal as it was typed.
    pub(crate) goal: RwSignal<String>,
    /// True for an upper bound as a goal.
    pub(crate) less: RwSignal<bool>,
    /// Id of the number that asked for the goal; none where empty.
    pub(crate) aimed: RwSignal<String>,
    /// Hints by the paths of their fields.
    pub(crate) hints: RwSignal<Vec<(String, Hint)>>,
    /// Id of the focused control among the fields; none where empty.
    pub(crate) focused: RwSignal<String>,
    /// Small curve of that field.
    pub(crate) sketch: RwSignal<Option<Arc<StudyRun>>>,
    pub(crate) panel: Panel,
}

impl StudyStore {
    pub(super) fn new() -> Self {
        Self {
            words: RwSignal::default(),
            asks: RwSignal::default(),
            measure: RwSignal::default(),
            goal: RwSignal::default(),
            less: RwSignal::default(),
            aimed: RwSignal::default(),
            hints: RwSignal::default(),
            focused: RwSignal::default(),
            sketch: RwSignal::default(),
            panel: Panel::new(),
        }
    }

    /// Asks a question of every field, or nothing where it is asked already.
    pub(crate) fn toggle(self, asks: Asks) {
        self.asks.update(|now| *now = if *now == asks { Asks::Nothing } else { asks });
    }

    /// Shows what one step of each field does, or hides it; this browser keeps the choice.
    pub(crate) fn toggle_steps(self) {
        self.toggle(Asks::Step);
        let is_on = self.asks.get_untracked() == Asks::Step;
        storage::keep(STEPS, if is_on { STEPS } else { "" });
    }

    /// Shows the steps where they were on at the last visit.
    pub(crate) fn restore_steps(self) {
        if self.asks.get_untracked() == Asks::Nothing && storage::kept(STEPS) == STEPS {
            self.asks.set(Asks::Step);
        }
    }

    /// Closes the goal.
    pub(crate) fn close_goal(self) {
        if self.asks.get_untracked() == Asks::Goal {
            self.asks.set(Asks::Nothing);
        }
    }

    pub(crate) fn is(self, asks: Asks) -> Signal<bool> {
        Signal::derive(move || self.asks.get() == asks)
    }

    /// Tracks the goal.
    pub(crate) fn track(self) {
        self.asks.track();
        self.measure.track();
        self.goal.track();
        self.less.track();
    }

    /// Notes the focused field. On a touch screen there is no room for a curve.
    pub(crate) fn focus(self, event: &Event) {
        let target = browser::origin(event).filter(|_| !browser::is_coarse());
        self.focused.set(target.map(|target| target.id()).unwrap_or_default());
    }

    /// Notes that no field has the focus.
    pub(crate) fn unfocus(self) {
        self.focused.set(String::new());
    }
}
