//! The page's side of the worker. Where a browser provides none, the page computes the answers itself, after
//! a paint.

use super::message::{WorkerRequest, bytes, packed};
use super::queue::{Job, WAITING, put_back};
use super::server::answer;
use crate::model::custom_rules;
use crate::platform::scripts;
use crate::worker::broken;
use crate::worker::protocol::{Asker, Kind, Reply, Wrong};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use tohit_resolver::{Json, Ruleset, ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// State of the worker.
#[derive(Default)]
struct WorkerClient {
    /// Address of the worker's script.
    address: String,
    worker: Option<Worker>,
    is_ready: bool,
    /// Rulesets that the worker has; true with their texts.
    met: Vec<(&'static str, bool)>,
    /// Number of custom bundles sent.
    brought: usize,
    /// True after the script was fetched again.
    is_mended: bool,
    /// True without a worker.
    is_alone: bool,
    running: Option<Job>,
    /// Timer of the running job, until the worker shows a sign of life.
    watch: Option<TimeoutHandle>,
    /// Number of workers that ended without an event.
    lost: u32,
}

/// Time for a sign of life after a request: a browser may end an idle worker without an event. Doubles after
/// each lost worker, for slow machines.
const PATIENCE: Duration = Duration::from_secs(3);

/// Maximum of custom bundles that a worker receives, as it keeps each; then a new worker replaces it, which
/// frees the memory.
const MOST_BROUGHT: usize = 24;

/// Message in an answer's place.
const UNSENT: &str = "this could not be handed to the worker of this browser";

thread_local! {
    static CLIENT: RefCell<WorkerClient> = RefCell::default();
}

/// Sets the worker's script address.
#[wasm_bindgen]
pub fn starts_at(address: String) {
    CLIENT.with_borrow_mut(|client| client.address = address);
}

impl WorkerClient {
    /// Ends the worker and its job.
    fn dismiss(&mut self) -> Option<Job> {
        if let Some(worker) = self.worker.take() {
            // Messages on their way are no longer heard.
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
        self.is_ready = false;
        self.met.clear();
        self.brought = 0;
        self.alive();
        self.running.take()
    }

    /// Ends the watch over a request.
    fn alive(&mut self) {
        if let Some(watch) = self.watch.take() {
            watch.clear();
        }
    }

    /// Watches over the running job, if any.
    fn watch(&mut self) {
        self.alive();
        if self.running.is_some() {
            let patience = PATIENCE.saturating_mul(1 << self.lost.min(5));
            self.watch = set_timeout_with_handle(missed, patience).ok();
        }
    }

    /// A job's request, with the rulesets that it needs.
    fn question(&self, job: &Job) -> WorkerRequest {
        let id = job.rules.id();
        let own = custom_rules::of(job.rules);
        let base = match job.kind {
            Kind::Read { has_base: false } => None,
            _ => own.as_ref().map_or(Some(job.rules), |own| ruleset(own.base)),
        };
        let files = base.filter(|base| !self.met.contains(&met(base)));
        let rules = own.filter(|own| !self.met.contains(&met(own.rules)));
        WorkerRequest {
            ruleset: id.to_owned(),
            document: match (job.kind, &job.document) {
                (Kind::Read { .. }, Json::Text(bundle)) => bundle.clone(),
                (_, document) => document.to_string(),
            },
            kind: job.kind,
            files: files.map(|base| (base.id().to_owned(), base.packed(), base.packed_text())),
            rules: rules.map(|own| (own.base.to_owned(), own.bundle.to_string())),
        }
    }

    /// Sends a job to the worker. A job that cannot be sent is returned, for no reply will come, and the
    /// worker's known rulesets stay as they are.
    fn hand(&mut self, job: Job, send: impl FnOnce(&WorkerRequest) -> bool) -> Option<Job> {
        let question = self.question(&job);
        if !send(&question) {
            return Some(job);
        }
        self.brought += usize::from(question.rules.is_some() || matches!(job.kind, Kind::Read { .. }));
        let base = question.files.and_then(|(base, ..)| ruleset(&base));
        let asked = Some(job.rules).filter(|_| !matches!(job.kind, Kind::Read { .. }));
        for met in asked.into_iter().chain(base).map(met) {
            if !self.met.contains(&met) {
                self.met.push(met);
            }
        }
        self.running = Some(job);
        None
    }

    fn hire(&mut self) {
        self.worker = start(&self.address);
        self.is_alone = self.worker.is_none();
    }
}

/// Key of a ruleset in `met`.
fn met(rules: &'static Ruleset) -> (&'static str, bool) {
    (rules.id(), rules.has_text())
}

/// Starts a waiting job, if none runs.
pub(crate) fn proceed() {
    let (alone, unsent) = CLIENT.with_borrow_mut(|client| {
        if client.running.is_some() || WAITING.with_borrow(Vec::is_empty) {
            return (false, None);
        }
        if client.brought >= MOST_BROUGHT {
            client.dismiss();
        }
        if client.worker.is_none() && !client.is_alone {
            client.hire();
        }
        let Some(worker) = client.worker.clone().filter(|_| client.is_ready) else {
            return (client.is_alone, None);
        };
        let send = |question: &WorkerRequest| {
            packed(question).is_some_and(|question| worker.post_message(&question).is_ok())
        };
        let unsent = next().and_then(|job| client.hand(job, send));
        client.watch();
        (false, unsent)
    });
    if let Some(job) = unsent {
        (job.done)(Reply::Wrong(Wrong { says: UNSENT.to_owned(), paths: Vec::new() }));
        proceed();
    }
    if alone {
        set_timeout(work_alone, Duration::ZERO);
    }
}

/// Removes the most urgent waiting job.
fn next() -> Option<Job> {
    WAITING.with_borrow_mut(|waiting| {
        let (place, _) = waiting.iter().enumerate().min_by_key(|(_, job)| job.kind.place())?;
        Some(waiting.swap_remove(place))
    })
}

/// Ends the running job, if it matches.
pub(crate) fn stop(asker: Asker, which: fn(Kind) -> bool) {
    let is_free = CLIENT.with_borrow_mut(|client| {
        let is_running =
            client.running.as_ref().is_some_and(|job| job.asker == Some(asker) && which(job.kind));
        if is_running {
            client.dismiss();
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

/// No sign of life: the worker is gone. A new one does its job.
fn missed() {
    let job = CLIENT.with_borrow_mut(|client| {
        client.lost = client.lost.saturating_add(1);
        client.dismiss()
    });
    job.into_iter().for_each(put_back);
    proceed();
}

/// The worker's first message reports that it is ready. Each request brings `true`, a sign of life, and then
/// a reply.
fn heard(data: JsValue) {
    if data.as_bool() == Some(true) {
        return CLIENT.with_borrow_mut(WorkerClient::alive);
    }
    let running = CLIENT.with_borrow_mut(|client| {
        client.is_ready = true;
        client.alive();
        client.running.take()
    });
    match (running, postcard::from_bytes(&bytes(&data))) {
        (Some(job), Ok(reply)) => (job.done)(reply),
        // The worker could not load the second file, which the page has.
        (Some(job), Err(_)) => {
            let _ = CLIENT.with_borrow_mut(|client| {
                client.is_alone = true;
                client.dismiss()
            });
            put_back(job);
        }
        (None, _) => {}
    }
    proceed();
}

/// The program crashed in the worker, or never began. After earlier replies, the next request has a new
/// worker.
fn failed() {
    let is_cut = CLIENT.with_borrow_mut(|client| {
        let is_first = !client.is_ready && !client.is_mended;
        client.is_mended |= is_first;
        is_first
    });
    if is_cut {
        // A truncated script may be in the browser's cache.
        return spawn_local(async {
            scripts::done("worker").await;
            let _ = CLIENT.with_borrow_mut(WorkerClient::dismiss);
            proceed();
        });
    }
    let broke = CLIENT.with_borrow_mut(|client| {
        client.is_alone = !client.is_ready;
        client.dismiss()
    });
    if let Some(job) = broke {
        // A script reports it: the program may have crashed.
        let _ = scripts::call("broke", &broken::link(job.rules, job.kind, &job.document));
        (job.done)(Reply::Wrong(Wrong { says: broken::SAYS.to_owned(), paths: Vec::new() }));
    }
    proceed();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::custom_rules::tests::{brought, namesakes};
    use crate::platform::panels::Panels;
    use crate::store::Stores;

    /// A client, and a constructor of jobs.
    fn with_desk(test: impl FnOnce(WorkerClient, &dyn Fn(&'static Ruleset) -> Job)) {
        let owner = Owner::new();
        owner.with(|| {
            let stores = Stores::new(ruleset("powder").unwrap(), Panels::ALL, String::new());
            let done = || Box::new(|_| ());
            test(WorkerClient::default(), &|rules| Job {
                asker: Some(stores.scenario.now),
                rules,
                kind: Kind::Exact,
                document: Json::Null,
                done: done(),
            });
        });
    }

    #[test]
    fn what_cannot_be_sent_is_given_back_and_told_again() {
        with_desk(|mut client, job| {
            let own = brought(&namesakes()[0]);
            assert!(client.hand(job(own), |_| false).is_some());
            assert!(client.running.is_none() && client.met.is_empty() && client.brought == 0);
            assert!(client.hand(job(own), |question| question.rules.is_some()).is_none(), "the text is sent");
            assert!(client.running.is_some() && client.met == [(own.id(), true)] && client.brought == 1);
            assert!(client.hand(job(own), |question| question.rules.is_none()).is_none(), "it is known then");
            let powder = ruleset("powder").unwrap();
            assert!(client.hand(job(powder), |question| question.files.is_some()).is_none());
            assert!(client.hand(job(powder), |question| question.files.is_none()).is_none());
            assert_eq!(client.met, [(own.id(), true), ("powder", true)]);
        });
    }

    #[test]
    fn the_worker_is_told_each_of_two_texts_of_one_name() {
        with_desk(|mut client, job| {
            for bundle in namesakes() {
                let is_told =
                    |question: &WorkerRequest| question.rules == Some((String::new(), bundle.to_string()));
                assert!(client.hand(job(brought(&bundle)), is_told).is_none());
            }
        });
    }
}
