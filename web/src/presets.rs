//! The rules, words and presets of a ruleset: a file that is fetched when it is opened. boot.js and tohit-element.js know where.

use crate::header::called;
use std::cell::RefCell;
use tohit_resolver::Ruleset;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

thread_local! {
    /// Gives a promise of the text, by the ruleset's name.
    static FETCH: RefCell<Option<js_sys::Function>> = RefCell::default();
}

/// Learns where texts come from, and where the program starts in a worker.
#[wasm_bindgen]
pub fn equip(texts: js_sys::Function, worker: String) {
    FETCH.set(Some(texts));
    crate::worker::starts_at(worker);
}

/// Fetches what a ruleset is made of, once.
///
/// # Errors
/// A sentence, when it cannot be had; it is tried again when the ruleset is opened again.
pub(crate) async fn fetch(rules: &'static Ruleset) -> Result<(), String> {
    if rules.is_here() {
        return Ok(());
    }
    let fetch = FETCH.with_borrow(Clone::clone);
    let promise = fetch.and_then(|fetch| fetch.call1(&JsValue::NULL, &rules.id().into()).ok());
    let text = match promise {
        Some(promise) => JsFuture::from(js_sys::Promise::from(promise)).await.ok(),
        None => None,
    };
    let is_here = text.and_then(|text| text.as_string()).is_some_and(|text| rules.bring(text));
    let lost = || format!("The rules of {} could not be fetched.", called(rules.id()));
    is_here.then_some(()).ok_or_else(lost)
}
