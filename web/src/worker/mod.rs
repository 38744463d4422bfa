//! A second thread for slow answers: its requests, and its replies. Both sides (`client`, `answer`) are in
//! the second program file.

pub(crate) mod broken;
mod client;
pub(crate) mod lazy;
mod message;
pub(crate) mod protocol;
mod queue;
pub(crate) mod server;

use crate::worker::lazy::load;
use crate::worker::protocol::{Asker, Kind, Reply, Wrong};
pub use client::starts_at;
pub(crate) use client::{proceed, stop};
use js_sys::Promise;
use queue::{Job, WAITING};
pub(crate) use server::replied;
use std::cell::RefCell;
use std::rc::Rc;
use tohit_resolver::{Json, RULESETS, Ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Requests an answer. It replaces an older waiting request of its kind.
pub(crate) fn ask(
    asker: Asker,
    rules: &'static Ruleset,
    kind: Kind,
    document: Json,
    done: impl FnOnce(Reply) + 'static,
) {
    put(Job { asker: Some(asker), rules, kind, document, done: Box::new(done) });
}

/// Reads the bundle of custom rules.
pub(crate) async fn read(bundle: String, base: Option<&'static Ruleset>) -> Option<Reply> {
    let rules = base.or(RULESETS.first().copied())?;
    let kind = Kind::Read { has_base: base.is_some() };
    let came: Rc<RefCell<Option<Reply>>> = Rc::default();
    let promise = Promise::new(&mut |resolve, _| {
        let came = came.clone();
        let done = move |reply| {
            came.replace(Some(reply));
            let _ = resolve.call0(&JsValue::NULL);
        };
        put(Job { asker: None, rules, kind, document: Json::Text(bundle.clone()), done: Box::new(done) });
    });
    let _ = JsFuture::from(promise).await;
    came.take()
}

/// Queues a job, and begins it once the second file is here.
fn put(job: Job) {
    queue::put(job);
    // Leptos has no executor before the first mount, and a link's rules are read before that.
    wasm_bindgen_futures::spawn_local(async {
        match load().await {
            Some(module) => (module.proceed)(),
            None => WAITING.take().into_iter().for_each(|job| (job.done)(Reply::Wrong(Wrong::lost()))),
        }
    });
}

/// Cancels the requests for fractions, which may be slow.
pub(crate) fn forget_exact(asker: Asker) {
    forget(asker, Kind::is_exact);
}

/// Cancels all requests of a closed calculator.
pub(crate) fn forget_all(asker: Asker) {
    forget(asker, |_| true);
}

fn forget(asker: Asker, which: fn(Kind) -> bool) {
    WAITING.with_borrow_mut(|waiting| waiting.retain(|job| job.asker != Some(asker) || !which(job.kind)));
    if let Some(module) = lazy::loaded() {
        (module.stop)(asker, which);
    }
}

/// Serves requests, in a worker.
pub(crate) fn serve() {
    let Ok(here) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let asked = Closure::<dyn FnMut(MessageEvent)>::new({
        let here = here.clone();
        move |event: MessageEvent| {
            let here = here.clone();
            // A sign of life: the answer may take long.
            let _ = here.post_message(&JsValue::TRUE);
            // Leptos does not run here.
            wasm_bindgen_futures::spawn_local(async move {
                let reply = load().await.and_then(|module| (module.replied)(&event.data()));
                let _ = here.post_message(&reply.map_or(JsValue::NULL, JsValue::from));
            });
        }
    });
    here.set_onmessage(Some(asked.as_ref().unchecked_ref()));
    asked.forget();
    wasm_bindgen_futures::spawn_local(async {
        load().await;
    });
    let _ = here.post_message(&JsValue::NULL);
}
