//! Undo and redo: earlier scenarios, and undone ones.

use crate::model::scenario::Now;
use std::sync::Arc;

/// Number of undo steps kept.
const MOST_STEPS: usize = 200;

/// Undo and redo steps.
#[derive(Default)]
pub(crate) struct History {
    pub(crate) past: Vec<Arc<Now>>,
    future: Vec<Arc<Now>>,
    /// Field of the last step: further keys in it belong to the same step.
    typed: Option<String>,
}

impl History {
    /// True where there is no step back, or none forward.
    pub(crate) fn has_none(&self, is_back: bool) -> bool {
        if is_back { self.past.is_empty() } else { self.future.is_empty() }
    }

    /// Adds a step, typed in a field or none.
    pub(crate) fn push(&mut self, before: Arc<Now>, typed: Option<String>) {
        self.future.clear();
        if typed.is_none() || typed != self.typed {
            self.past.push(before);
            let forgotten = self.past.len().saturating_sub(MOST_STEPS);
            self.past.drain(..forgotten);
        }
        self.typed = typed;
    }

    /// Ends the step of the last field.
    pub(crate) fn end_step(&mut self) {
        self.typed = None;
    }

    /// Undoes or redoes a step; the scenario to show, if there is one.
    pub(crate) fn travel(&mut self, now: Arc<Now>, is_back: bool) -> Option<Arc<Now>> {
        self.end_step();
        let (from, to) =
            if is_back { (&mut self.past, &mut self.future) } else { (&mut self.future, &mut self.past) };
        let found = from.pop()?;
        to.push(now);
        Some(found)
    }
}
