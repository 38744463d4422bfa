//! Undo and redo: what was entered before, and what was taken back.

use crate::browser;
use crate::edits::RULES;
use crate::panels::Panels;
use crate::state::{Now, Page};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::Json;

/// What lies further back is forgotten.
const MOST_STEPS: usize = 200;

/// What was entered before, and what was taken back.
#[derive(Default)]
pub(crate) struct History {
    past: Vec<Arc<Now>>,
    future: Vec<Arc<Now>>,
    /// The field that the last step was typed in: what follows there belongs to the same step.
    typed: Option<String>,
}

impl History {
    /// Whether there is nothing to take back, or to do again.
    pub(crate) fn has_none(&self, is_back: bool) -> bool {
        if is_back { self.past.is_empty() } else { self.future.is_empty() }
    }
}

impl Page {
    /// How a mode was left, since a fight was begun.
    pub(crate) fn left_in(self, mode: &str) -> Option<Arc<Now>> {
        let is_begun =
            |now: &&Arc<Now>| now.document.get("attacker").or(now.document.get("defender")).is_some();
        self.history.with_untracked(|history| {
            history.past.iter().rev().take_while(is_begun).find(|now| now.mode == mode).cloned()
        })
    }

    /// The rules that were chosen: of this mode or, where it asks for none, of the last one that does.
    pub(crate) fn rules_chosen(self) -> Option<Json> {
        let here = self.here();
        let chosen = |now: &Arc<Now>| {
            let is_same = now.rules.id() == here.rules.id();
            now.complete.at(RULES).filter(|_| is_same).cloned()
        };
        chosen(&here)
            .or_else(|| self.history.with_untracked(|history| history.past.iter().rev().find_map(chosen)))
    }

    /// Keeps what is about to be changed.
    pub(crate) fn remember(self, before: &Arc<Now>, after: &Json) {
        // Only a page of its own has the buttons and the keys to go back.
        if before.document == *after || !self.panels.has(Panels::WHOLE) {
            return;
        }
        let typed = browser::typed_in().map(|field| field.id());
        self.history.update(|history| {
            history.future.clear();
            if typed.is_none() || typed != history.typed {
                history.past.push(before.clone());
                let forgotten = history.past.len().saturating_sub(MOST_STEPS);
                history.past.drain(..forgotten);
            }
            history.typed = typed;
        });
    }

    /// What is typed next is a step of its own.
    pub(crate) fn end_step(self) {
        self.history.update_untracked(|history| history.typed = None);
    }

    /// Takes the last step back, or does again what was taken back.
    pub(crate) fn travel(self, is_back: bool) {
        let now = self.here();
        let mut found = None;
        self.history.update(|history| {
            history.typed = None;
            let History { past, future, .. } = history;
            let (from, to) = if is_back { (past, future) } else { (future, past) };
            found = from.pop();
            if found.is_some() {
                to.push(now);
            }
        });
        if let Some(found) = found {
            self.go(found);
        }
    }
}
