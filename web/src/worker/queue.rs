//! Questions that wait for the worker.

use crate::protocol::{Asker, Kind, Reply};
use std::cell::RefCell;
use tohit_resolver::{Json, Ruleset};

/// What is done with the reply.
pub(super) type Done = Box<dyn FnOnce(Reply)>;

/// Something that is asked.
pub(super) struct Job {
    /// None where no calculator is there yet: a link's rules are read.
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
