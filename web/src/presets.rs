//! The presets: a file for each ruleset, fetched when it is opened. boot.js and tohit-element.js know where.

use std::cell::RefCell;
use tohit_resolver::{Library, Ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[derive(Default)]
struct Fetched {
    /// Gives a promise of the text, by the ruleset's name.
    fetch: Option<js_sys::Function>,
    libraries: Vec<(&'static str, &'static Library)>,
}

thread_local! {
    static FETCHED: RefCell<Fetched> = RefCell::default();
}

/// Learns where presets come from, and where the program starts in a worker.
#[wasm_bindgen]
pub fn equip(presets: js_sys::Function, worker: String) {
    FETCHED.with_borrow_mut(|fetched| fetched.fetch = Some(presets));
    crate::worker::starts_at(worker);
}

fn kept(rules: &Ruleset) -> Option<&'static Library> {
    let id = rules.about().id;
    FETCHED.with_borrow(|fetched| {
        fetched.libraries.iter().find(|(known, _)| *known == id).map(|(_, library)| *library)
    })
}

/// The presets of a ruleset: none in a worker, which is asked in full, and none where they could not be fetched.
pub(crate) fn library(rules: &'static Ruleset) -> &'static Library {
    kept(rules).unwrap_or_else(|| rules.presets())
}

/// Whether they came.
pub(crate) fn are_here(rules: &'static Ruleset) -> bool {
    kept(rules).is_some() || library(rules).all().next().is_some()
}

/// Rules of somebody's own have the presets of those that they began as; a game of its own has none.
pub(crate) fn share(rules: &'static Ruleset, base: Option<&'static Ruleset>) {
    let library = library(base.unwrap_or(rules));
    FETCHED.with_borrow_mut(|fetched| fetched.libraries.push((rules.id(), library)));
}

/// Has these from now on: a worker is told them.
pub(crate) fn bring(rules: &'static Ruleset, text: String) {
    let library: &'static Library = Box::leak(Box::new(Library::fetched(text)));
    FETCHED.with_borrow_mut(|fetched| {
        fetched.libraries.retain(|(known, _)| *known != rules.id());
        fetched.libraries.push((rules.id(), library));
    });
}

/// Fetches them, once. What fails is tried again when the ruleset is opened again.
pub(crate) async fn fetch(rules: &'static Ruleset) {
    let id = rules.about().id;
    let Some(fetch) = FETCHED.with_borrow(|fetched| fetched.fetch.clone()).filter(|_| kept(rules).is_none())
    else {
        return;
    };
    let promise = fetch.call1(&JsValue::NULL, &id.into()).map(js_sys::Promise::from);
    let Ok(promise) = promise else { return };
    if let Some(text) = JsFuture::from(promise).await.ok().and_then(|text| text.as_string())
        && kept(rules).is_none()
    {
        // Kept as long as the program runs, once for each ruleset.
        let library: &'static Library = Box::leak(Box::new(Library::fetched(text)));
        FETCHED.with_borrow_mut(|fetched| fetched.libraries.push((id, library)));
    }
}
