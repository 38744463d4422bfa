//! The presets: a file for each ruleset, fetched when its ruleset is first opened. Each is larger than most of what the page needs at once.

use crate::state::Page;
use leptos::prelude::window;
use std::cell::RefCell;
use tohit_resolver::{Library, Ruleset};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

thread_local! {
    /// Libraries live as long as the page; there are as many as rulesets.
    static FETCHED: RefCell<Vec<(&'static str, &'static Library)>> = const { RefCell::new(Vec::new()) };
}

fn fetched(rules: &dyn Ruleset) -> Option<&'static Library> {
    let id = rules.about().id;
    FETCHED.with_borrow(|fetched| fetched.iter().find(|(known, _)| *known == id).map(|(_, library)| *library))
}

/// The presets of a ruleset, as far as they are here.
pub(crate) fn library(rules: &'static dyn Ruleset) -> &'static Library {
    fetched(rules).unwrap_or_else(|| rules.presets())
}

/// Fetches the presets of a ruleset, unless they are here. Without them a page still answers all that names none.
pub(crate) async fn fetch(page: Page, rules: &'static dyn Ruleset) {
    if fetched(rules).is_some() {
        return;
    }
    match text(rules.about().id).await {
        Some(text) => {
            let library: &'static Library = Box::leak(Box::new(Library::fetched(text)));
            FETCHED.with_borrow_mut(|fetched| fetched.push((rules.about().id, library)));
        }
        None => page.tell("The presets could not be fetched: what names one cannot be answered."),
    }
}

async fn text(id: &str) -> Option<String> {
    // Those of a first visit are on their way since before the program was: see boot.js.
    let early = js_sys::Reflect::get(&window(), &"presets".into()).ok()?;
    let early = js_sys::Reflect::get(&early, &id.into()).unwrap_or_default();
    let fetched = match early.dyn_into::<js_sys::Promise>() {
        Ok(early) => early,
        Err(_) => window().fetch_with_str(&format!("./presets/{id}/presets.txt")),
    };
    let response: Response = JsFuture::from(fetched).await.ok()?.dyn_into().ok()?;
    if !response.ok() || response.body_used() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}
