//! The page's end of the worker. Where a browser has none to give, the page works the answers out itself, after it has painted.

use super::answer::answer;
use super::{Asker, Job, Kind, Reply, WAITING, Wrong};
use crate::broken;
use crate::own;
use crate::scripts;
use js_sys::Uint8Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::time::Duration;
use tohit_resolver::{Ruleset, ruleset};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// A question as it goes to the worker.
#[derive(Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) ruleset: String,
    pub(super) document: String,
    pub(super) kind: Kind,
    /// A ruleset of the program that the worker has not met: its name and its files.
    pub(super) files: Option<(String, String)>,
    /// Rules of somebody's own that it has not met: what they began as, and their text.
    pub(super) rules: Option<(String, String)>,
}

/// Who works, and at what.
#[derive(Default)]
struct Desk {
    /// Where the program starts in a worker.
    address: String,
    worker: Option<Worker>,
    is_ready: bool,
    /// The rulesets that it was told.
    met: Vec<&'static str>,
    /// One never began, and its script was fetched anew.
    is_mended: bool,
    /// No worker could be had.
    is_alone: bool,
    running: Option<Job>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Learns where the program starts in a worker.
#[wasm_bindgen]
pub fn starts_at(address: String) {
    DESK.with_borrow_mut(|desk| desk.address = address);
}

impl Desk {
    /// Ends the worker and what it is at.
    fn dismiss(&mut self) -> Option<Job> {
        if let Some(worker) = self.worker.take() {
            worker.terminate();
        }
        self.is_ready = false;
        self.met.clear();
        self.running.take()
    }

    /// What is asked, with what the worker must know for it.
    fn question(&mut self, job: &Job) -> Question {
        let id = job.rules.id();
        let own = own::of(job.rules);
        let base = own.as_ref().map_or(Some(job.rules), |own| ruleset(own.base));
        let files = base.filter(|base| !self.met.contains(&base.id()));
        let rules = own.filter(|_| !self.met.contains(&id));
        self.met.extend([id].into_iter().chain(files.map(Ruleset::id)));
        Question {
            ruleset: id.to_owned(),
            document: job.document.to_string(),
            kind: job.kind,
            files: files.map(|base| (base.id().to_owned(), base.packed())),
            rules: rules.map(|own| (own.base.to_owned(), own.text.clone())),
        }
    }

    fn hire(&mut self) {
        self.worker = start(&self.address);
        self.is_alone = self.worker.is_none();
    }
}

/// Begins with what waits, if nothing runs.
pub(crate) fn proceed() {
    let alone = DESK.with_borrow_mut(|desk| {
        if desk.running.is_some() || WAITING.with_borrow(Vec::is_empty) {
            return false;
        }
        if desk.worker.is_none() && !desk.is_alone {
            desk.hire();
        }
        let Some(worker) = desk.worker.clone().filter(|_| desk.is_ready) else { return desk.is_alone };
        let Some(job) = next() else { return false };
        let question = desk.question(&job);
        if packed(&question).is_some_and(|question| worker.post_message(&question).is_ok()) {
            desk.running = Some(job);
        }
        false
    });
    if alone {
        set_timeout(work_alone, Duration::ZERO);
    }
}

/// Takes the most urgent of what waits.
fn next() -> Option<Job> {
    WAITING.with_borrow_mut(|waiting| {
        let (place, _) = waiting.iter().enumerate().min_by_key(|(_, job)| job.kind.place())?;
        Some(waiting.swap_remove(place))
    })
}

/// Ends what is at work, if it is forgotten.
pub(crate) fn stop(asker: Asker, which: fn(Kind) -> bool) {
    let is_free = DESK.with_borrow_mut(|desk| {
        let is_running = desk.running.as_ref().is_some_and(|job| job.asker == asker && which(job.kind));
        if is_running {
            desk.dismiss();
        }
        is_running
    });
    if is_free {
        proceed();
    }
}

fn work_alone() {
    if let Some(job) = next() {
        (job.done)(answer(job.rules, job.kind, &job.document));
        proceed();
    }
}

/// A message, as bytes.
pub(super) fn packed(message: &impl Serialize) -> Option<Uint8Array> {
    postcard::to_allocvec(message).ok().map(|bytes| Uint8Array::from(bytes.as_slice()))
}

pub(super) fn bytes(message: &JsValue) -> Vec<u8> {
    Uint8Array::new(message).to_vec()
}

fn start(address: &str) -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(address, &options).ok()?;
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| heard(event.data()));
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    heard.forget();
    let failed = Closure::<dyn FnMut()>::new(failed);
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    failed.forget();
    worker.post_message(&wasm_bindgen::module()).ok()?;
    Some(worker)
}

/// The worker's first message says that it is ready; each further one is a reply.
fn heard(data: JsValue) {
    let running = DESK.with_borrow_mut(|desk| {
        desk.is_ready = true;
        desk.running.take()
    });
    match (running, postcard::from_bytes(&bytes(&data))) {
        (Some(job), Ok(reply)) => (job.done)(reply),
        // The worker could not have the rest of the program, which is here.
        (Some(job), Err(_)) => {
            let _ = DESK.with_borrow_mut(|desk| {
                desk.is_alone = true;
                desk.dismiss()
            });
            WAITING.with_borrow_mut(|waiting| waiting.push(job));
        }
        (None, _) => {}
    }
    proceed();
}

/// The program broke off there, or never began. Where it did answer before, the next question has a new worker.
fn failed() {
    let is_cut = DESK.with_borrow_mut(|desk| {
        let is_first = !desk.is_ready && !desk.is_mended;
        desk.is_mended |= is_first;
        is_first
    });
    if is_cut {
        // Its script may have been cut off on its way, and lie so in the browser's cache.
        return spawn_local(async {
            scripts::done("worker").await;
            let _ = DESK.with_borrow_mut(Desk::dismiss);
            proceed();
        });
    }
    let broke = DESK.with_borrow_mut(|desk| {
        desk.is_alone = !desk.is_ready;
        desk.dismiss()
    });
    if let Some(job) = broke {
        // A script tells it, for the program may be what broke.
        let _ = scripts::call("broke", &broken::link(job.rules, job.kind, &job.document));
        (job.done)(Reply::Wrong(Wrong { says: broken::SAYS.to_owned(), paths: Vec::new() }));
    }
    proceed();
}
