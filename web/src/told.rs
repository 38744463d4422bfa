//! What is shown, for the Share dialog (share.js): the sentence, the rows, the figures, the link, and a picture that stands alone.

use crate::format;
use crate::picture;
use crate::sentence;
use crate::state::{Exact, Page};
use crate::summary::Damage;
use leptos::prelude::*;
use serde::Serialize;
use std::cell::Cell;
use wasm_bindgen::prelude::*;

thread_local! {
    static SHOWN: Cell<Option<Page>> = const { Cell::new(None) };
}

/// Which page is shared.
pub(crate) fn keep(page: Page) {
    SHOWN.set(Some(page));
}

/// All of it.
#[derive(Serialize)]
struct Told {
    sentence: String,
    /// The permalink, without what stands before its `#`.
    link: String,
    /// Of the rules.
    caption: String,
    rows: Vec<Row>,
    /// Of damage: a name and what it says.
    figures: Vec<(String, String)>,
    /// The distribution of damage as a drawing.
    picture: Option<String>,
}

/// A chance.
#[derive(Serialize)]
struct Row {
    name: String,
    says: String,
    chance: f64,
    fraction: String,
}

/// Tells what the page shows.
#[wasm_bindgen]
pub fn told() -> JsValue {
    let told = SHOWN.get().map(of);
    told.and_then(|told| serde_wasm_bindgen::to_value(&told).ok()).unwrap_or_default()
}

fn of(page: Page) -> Told {
    let now = page.here();
    let about = now.about();
    let summary = page.summary.get_untracked();
    let fractions = match page.exact.get_untracked() {
        Exact::Known(fractions) => Some(fractions),
        _ => None,
    };
    let row = |name: &str, chance: f64, fraction: Option<&String>| Row {
        name: name.to_owned(),
        says: format::percent(chance),
        chance,
        fraction: fraction.cloned().unwrap_or_default(),
    };
    let exact = fractions.as_ref();
    let mut rows: Vec<Row> = Vec::new();
    rows.extend(summary.hit.map(|hit| row("To hit", hit, exact.and_then(|exact| exact.hit.as_ref()))));
    for (place, (outcome, p)) in about.outcomes.iter().zip(&summary.outcomes).enumerate() {
        if let Some(p) = p.filter(|p| *p > 0.0) {
            let fraction = exact.and_then(|exact| exact.outcomes.get(place)?.as_ref());
            rows.push(row(outcome.label, p, fraction));
        }
    }
    let mut figures = Vec::new();
    for (of, damage) in [("damage", &summary.damage), ("damage a turn", &summary.turn)] {
        if let Some(damage) = damage {
            figures.push((format!("{of}, average"), damage.average()));
            figures.push((format!("{of}, spread (SD)"), format::tenths(damage.deviation)));
            figures.push((format!("{of}, median"), format::whole(damage.median)));
            figures.push((format!("{of}, range"), Damage::range(damage)));
        }
    }
    let sentence = sentence::of(now.rules, &now.asked.document, &summary);
    Told {
        link: page.link(),
        caption: format!("{}, {}", about.name, sentence::rules_said(now.rules, now.mode, &now.complete)),
        picture: summary.damage.as_ref().map(|damage| picture::of(damage, &sentence)),
        sentence,
        rows,
        figures,
    }
}
