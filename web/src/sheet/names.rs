//! Ids of a control, and of the elements that describe it.

use crate::store::field::At;

/// Ids of a control, and of its descriptions: its help, its problem, and its hint on demand.
pub(super) struct Names {
    pub(super) id: String,
    pub(super) described: String,
}

impl At {
    pub(super) fn names(&self) -> Names {
        let id = self.id();
        Names { described: format!("{id}-help {id}-note {id}-gutter"), id }
    }
}
