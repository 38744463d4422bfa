//! Requests that wait for the worker.

use crate::protocol::{Asker, Kind, Reply};
use std::cell::RefCell;
use tohit_resolver::{Json, Ruleset};

/// Consumer of a reply.
pub(super) type Done = Box<dyn FnOnce(Reply)>;

/// A request.
pub(super) struct Job {
    /// None without a calculator: for a link's rules.
    pub(super) asker: Option<Asker>,
    pub(super) rules: &'static Ruleset,
    pub(super) kind: Kind,
    pub(super) document: Json,
    pub(super) done: Done,
}

thread_local! {
    /// At most one of each kind and asker: the latest.
    pub(super) static WAITING: RefCell<Vec<Job>> = RefCell::default();
}
