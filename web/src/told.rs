//! What is shown, for the Share dialog (share.js): the sentence, the rows, the figures, the link, and a picture that stands alone.

use crate::own;
use crate::state::{Exact, Page};
use leptos::prelude::*;
use std::cell::Cell;
use tohit_telling::told::Told;
use wasm_bindgen::prelude::*;

thread_local! {
    static SHOWN: Cell<Option<Page>> = const { Cell::new(None) };
}

/// Which page is shared.
pub(crate) fn keep(page: Page) {
    SHOWN.set(Some(page));
}

/// Tells what the page shows.
#[wasm_bindgen]
pub fn told() -> JsValue {
    let told = SHOWN.get().map(of);
    told.and_then(|told| serde_wasm_bindgen::to_value(&told).ok()).unwrap_or_default()
}

fn of(page: Page) -> Told {
    let now = page.here();
    let summary = page.summary.get_untracked();
    let fractions = match page.exact.get_untracked() {
        Exact::Known(fractions) => Some(fractions),
        _ => None,
    };
    // The page knows what stands before the `#`.
    Told::of(&own::game(now.rules), &now.asked.document, &summary, fractions.as_deref(), page.link())
}
