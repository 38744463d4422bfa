//! Data of the Share dialog (share.js): the sentence, the rows, the figures, the link, and a standalone picture.

use crate::custom_rules;
use crate::duel;
use crate::lazy::{self, load};
use crate::link::with;
use crate::store::{Exact, Stores};
use leptos::prelude::*;
use serde::Serialize;
use std::cell::Cell;
use tohit_report::share::Share;
use tohit_resolver::study::Extent;
use wasm_bindgen::prelude::*;

thread_local! {
    static SHOWN: Cell<Option<Stores>> = const { Cell::new(None) };
}

/// Sets the shared page.
pub(crate) fn keep(stores: Stores) {
    SHOWN.set(Some(stores));
}

/// The permalink of the page.
#[wasm_bindgen]
pub fn permalink() -> String {
    SHOWN.get().map_or_else(String::new, Stores::link)
}

/// Data of the page for share.js.
#[wasm_bindgen]
pub async fn share_data() -> JsValue {
    match (load().await, SHOWN.get()) {
        (Some(module), Some(stores)) => (module.share_object)(stores),
        _ => JsValue::UNDEFINED,
    }
}

/// The sentence, complete without the page.
pub(crate) fn sentence(stores: Stores) -> String {
    lazy::loaded().map_or_else(|| stores.sentence(), |module| (module.sentence)(stores))
}

/// Data of share.js.
#[derive(Serialize)]
struct Shown {
    share: Share,
    /// Link with the opened study; empty without one.
    study: String,
}

/// The data as a JavaScript value.
pub(crate) fn share_object(stores: Stores) -> JsValue {
    let Stores { studies, .. } = stores;
    let share = share(stores);
    let study = studies
        .words
        .with_untracked(|study| if study.is_empty() { String::new() } else { with(&share.link, study) });
    serde_wasm_bindgen::to_value(&Shown { share, study }).unwrap_or_default()
}

/// Data of a page.
pub(crate) fn share(stores: Stores) -> Share {
    let Stores { scenario, answer, .. } = stores;
    let now = scenario.here();
    let summary = answer.summary.get_untracked();
    let fractions = match answer.exact.get_untracked() {
        Exact::Known(fractions) => Some(fractions),
        _ => None,
    };
    let (game, extent) = (custom_rules::game(now.rules), untrack(|| stores.extent_shown()));
    // The link lacks the page's address.
    let share = Share::of(&game, &now.asked.document, &summary, fractions.as_deref(), stores.link(), extent);
    match extent {
        Extent::Duel => duel::share(stores, share),
        _ => share,
    }
}
