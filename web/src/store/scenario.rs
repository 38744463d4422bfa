//! Scenario store: the entered document, its history, and the choices that a link carries beside it.

use crate::model::history::History;
use crate::model::link;
use crate::model::scenario::{Now, RULES};
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Extent;
use tohit_resolver::document::is_within;
use tohit_resolver::{Json, Ruleset};

/// The scenario of a calculator.
#[derive(Clone, Copy)]
pub(crate) struct ScenarioStore {
    pub(crate) now: RwSignal<Arc<Now>>,
    /// Seed of the rolled example.
    pub(crate) seed: RwSignal<u64>,
    /// Chosen extent: strike, turn, fight or duel.
    pub(crate) extent: RwSignal<Extent>,
    /// True after a choice of the mode, or a new fight: the mode then asks for what it needs. A link is
    /// answered as it stands.
    pub(crate) asks: RwSignal<bool>,
    /// Problem of the opened link.
    pub(crate) notice: RwSignal<String>,
    /// Link that could not be opened, for another try; none where empty.
    pub(crate) again: RwSignal<String>,
    /// Help of the focused field.
    pub(crate) help: RwSignal<String>,
    /// Number of opened links: each drops half-typed entries.
    pub(crate) opened: RwSignal<usize>,
    /// Undo and redo steps.
    pub(crate) history: RwSignal<History>,
    /// Visible panels.
    pub(crate) panels: Panels,
    /// Paths of the visible fields, separated by commas; all where empty.
    fields: StoredValue<String>,
}

impl ScenarioStore {
    pub(super) fn new(rules: &'static Ruleset, panels: Panels, fields: String) -> Self {
        Self {
            now: RwSignal::new(Arc::new(Now::at(rules, Json::Object(Vec::new())))),
            seed: RwSignal::new(link::FIRST),
            extent: RwSignal::default(),
            asks: RwSignal::default(),
            notice: RwSignal::default(),
            again: RwSignal::default(),
            help: RwSignal::default(),
            opened: RwSignal::new(0),
            history: RwSignal::default(),
            panels,
            fields: StoredValue::new(fields),
        }
    }

    /// The present scenario, untracked.
    pub(crate) fn here(self) -> Arc<Now> {
        self.now.get_untracked()
    }

    /// Part of a view, rebuilt for another ruleset or mode.
    pub(crate) fn in_place<V: IntoView + 'static>(
        self,
        view: impl Fn(String) -> V + Send + 'static,
    ) -> Box<dyn Fn() -> AnyView + Send> {
        erased::changed(move || self.now.with(|now| now.place()), view)
    }

    /// Shows a problem of the opened link, if there is one.
    pub(crate) fn lost(self, why: String) {
        if !why.is_empty() {
            self.notice.set(why);
        }
    }

    /// True where an editor chose the visible fields.
    pub(crate) fn shows_few(self) -> bool {
        self.fields.with_value(|fields| !fields.is_empty())
    }

    /// True where a field, or a part of it, is visible.
    pub(crate) fn shows(self, path: &str) -> bool {
        let is_here = |field: &str| field.is_empty() || is_within(field, path) || is_within(path, field);
        self.fields.with_value(|fields| fields.split(',').any(is_here))
    }

    /// True where the entered document is wrong, so that the shown answer is not its own.
    pub(crate) fn is_stale(self) -> bool {
        self.now.with(|now| !now.problems.is_empty())
    }

    /// The chosen rules: of this mode or, where it asks for none, of another.
    pub(crate) fn rules_chosen(self) -> Option<Json> {
        let here = self.here();
        let modes = here.about().modes.iter();
        let other =
            || modes.map(|mode| here.fight.in_mode(mode.id).scenario()).find_map(|it| it.at(RULES).cloned());
        here.complete.at(RULES).cloned().or_else(other)
    }

    /// Adds an undo step, if the fight changes.
    pub(crate) fn remember(self, before: &Arc<Now>, after: &Now) {
        // Undo exists on the whole page only, not in articles.
        if before.document == after.document && before.fight == after.fight || !self.panels.has(Panels::WHOLE)
        {
            return;
        }
        let typed = browser::typed_in().map(|field| field.id());
        self.history.update(|history| history.push(before.clone(), typed));
    }

    /// Ends the undo step of the focused field: the next key begins another.
    pub(crate) fn end_step(self) {
        self.history.update_untracked(History::end_step);
    }
}
