//! Data of the Share dialog (share.js): the answer as text, and a standalone picture.

use crate::duel;
use crate::model::custom_rules;
use crate::model::link::with;
use crate::platform::browser;
use crate::store::{Exact, Stores};
use crate::worker::lazy::{self, load};
use leptos::prelude::*;
use serde::Serialize;
use std::cell::Cell;
use tohit_report::share::Share;
use tohit_report::share_format::{HEIGHT, ShareFormat};
use tohit_resolver::Extent;
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

/// The page's answer in a format for share.js, with a frame of that height in pixels, 0 where it is unknown;
/// undefined where the second program file is missing.
#[wasm_bindgen]
pub async fn share_text(format: String, height: u32) -> JsValue {
    match (load().await, SHOWN.get()) {
        (Some(module), Some(stores)) => (module.written)(stores, &format, height),
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
    text: String,
    /// The picture; empty without one.
    picture: String,
    /// Address of the calculator that the text puts into an article; empty without one.
    preview: String,
}

/// The answer in a format, as a JavaScript value.
pub(crate) fn written(stores: Stores, name: &str, height: u32) -> JsValue {
    let Some(format) = ShareFormat::named(name) else { return JsValue::UNDEFINED };
    let mut share = share(stores);
    let mut preview = String::new();
    let whole = |link: &str| format!("{}#{link}", browser::here());
    if let Some(file) = format.calculator() {
        if let Some((study, finding)) = opened_study(stores, &share.link) {
            share = Share { sentence: format!("{}: {finding}", share.caption), link: study, ..share };
        }
        preview = format!("{file}#{}", share.link);
    }
    share.link = whole(&share.link);
    let text = format.text(&share, if height > 0 { height } else { HEIGHT });
    let shown = Shown { text, picture: share.picture.unwrap_or_default(), preview };
    serde_wasm_bindgen::to_value(&shown).unwrap_or_default()
}

/// The link of the opened study, and its finding. The address of the page is the study's until something else
/// is asked.
fn opened_study(stores: Stores, link: &str) -> Option<(String, String)> {
    let study = stores.studies.words.get_untracked();
    let is_open = !study.is_empty() && browser::hash() != link;
    let finding = browser::in_page("studies-finding").filter(|_| is_open)?.text_content()?;
    (!finding.is_empty()).then(|| (with(link, &study), finding))
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
