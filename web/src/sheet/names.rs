//! Ids of a control, and of the elements that describe it.

use crate::store::field::At;

/// Ids of a control, and of its descriptions: its help, its problem, and its hint on demand.
pub(super) struct ControlIds {
    pub(super) id: String,
    pub(super) described: String,
}

impl At {
    pub(super) fn names(&self) -> ControlIds {
        let id = self.id();
        ControlIds { described: format!("{id}-help {id}-note {id}-gutter"), id }
    }
}
