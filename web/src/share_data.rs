//! What is shown, for the Share dialog (share.js): the sentence, the rows, the figures, the link, and a picture that stands alone.

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

/// Which page is shared.
pub(crate) fn keep(stores: Stores) {
    SHOWN.set(Some(stores));
}

/// The link of what the page shows.
#[wasm_bindgen]
pub fn permalink() -> String {
    SHOWN.get().map_or_else(String::new, Stores::link)
}

/// Tells what the page shows, as share.js reads it.
#[wasm_bindgen]
pub async fn share_data() -> JsValue {
    match (load().await, SHOWN.get()) {
        (Some(module), Some(stores)) => (module.share_object)(stores),
        _ => JsValue::UNDEFINED,
    }
}

/// What is true alone of what the page shows.
pub(crate) fn sentence(stores: Stores) -> String {
    lazy::loaded().map_or_else(|| stores.sentence(), |module| (module.sentence)(stores))
}

/// What the Share dialog reads (share.js).
#[derive(Serialize)]
struct Shown {
    share: Share,
    /// The link with the study that was opened; empty where none was.
    study: String,
}

/// What is told, as scripts read it.
pub(crate) fn share_object(stores: Stores) -> JsValue {
    let Stores { studies, .. } = stores;
    let share = share(stores);
    let study = studies
        .words
        .with_untracked(|study| if study.is_empty() { String::new() } else { with(&share.link, study) });
    serde_wasm_bindgen::to_value(&Shown { share, study }).unwrap_or_default()
}

/// What is taken along of a page.
pub(crate) fn share(stores: Stores) -> Share {
    let Stores { scenario, answer, .. } = stores;
    let now = scenario.here();
    let summary = answer.summary.get_untracked();
    let fractions = match answer.exact.get_untracked() {
        Exact::Known(fractions) => Some(fractions),
        _ => None,
    };
    let (game, extent) = (custom_rules::game(now.rules), untrack(|| stores.extent_shown()));
    // The page knows what stands before the `#`.
    let share = Share::of(&game, &now.asked.document, &summary, fractions.as_deref(), stores.link(), extent);
    match extent {
        Extent::Duel => duel::share(stores, share),
        _ => share,
    }
}
