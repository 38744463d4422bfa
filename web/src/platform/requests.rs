//! Numbered requests: the latest wins, and an answer to an earlier one comes too late.

use leptos::prelude::*;

/// Requests of one kind.
#[derive(Clone, Copy)]
pub(crate) struct Requests(StoredValue<u32>);

/// One of them.
#[derive(Clone, Copy)]
pub(crate) struct Request {
    all: Requests,
    number: u32,
}

impl Requests {
    pub(crate) fn new() -> Self {
        Self(StoredValue::new(0))
    }

    /// A new request.
    pub(crate) fn begin(self) -> Request {
        self.0.update_value(|number| *number = number.wrapping_add(1));
        Request { all: self, number: self.0.get_value() }
    }
}

impl Request {
    /// False after a newer request, and where its owner is gone.
    pub(crate) fn is_latest(self) -> bool {
        self.all.0.try_get_value() == Some(self.number)
    }
}
