//! Ids of a control, and of the elements that describe it.

use crate::at::At;

/// The name of a control, and the names of what describes it: its help, what is wrong, and what is told of it on demand.
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
