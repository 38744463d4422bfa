//! Requests that wait for the worker.

use crate::worker::protocol::{Asker, Kind, Reply};
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

impl Job {
    /// True where the newer of two replaces the older: one kind, for one calculator. Requests for bundles
    /// never do.
    fn is_twin(&self, other: &Self) -> bool {
        self.asker.is_some() && self.asker == other.asker && self.kind.place() == other.kind.place()
    }
}

/// Queues a job in place of an older of its kind.
pub(super) fn put(job: Job) {
    WAITING.with_borrow_mut(|waiting| {
        waiting.retain(|other| !other.is_twin(&job));
        waiting.push(job);
    });
}

/// Queues a job that was begun before, unless a newer of its kind waits.
pub(super) fn put_back(job: Job) {
    WAITING.with_borrow_mut(|waiting| {
        if !waiting.iter().any(|newer| newer.is_twin(&job)) {
            waiting.push(job);
        }
    });
}

thread_local! {
    /// At most one of each kind and asker: the latest.
    pub(super) static WAITING: RefCell<Vec<Job>> = RefCell::default();
}
