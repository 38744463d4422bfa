//! List of sheets: rows to add and to remove.

use super::field;
use super::fields;
use super::names::ControlIds;
use super::picker::Picker;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::field::{At, Seen};
use crate::store::{ScenarioStore, Stores, use_stores};
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::document;
use tohit_resolver::sheet::{Shape, SheetSpec};

/// A list of sheets.
#[component]
pub(super) fn Items(
    at: At,
    seen: Memo<Seen>,
    spec: &'static SheetSpec,
    least: usize,
    most: usize,
) -> impl IntoView {
    let stores @ Stores { studies, .. } = use_stores();
    let length = Signal::derive(move || seen.with(items).len());
    let label_id = at.label_id();
    let label = view! { <span class="label" id=label_id.clone()>{at.about.label}</span> }.into_any();
    let add = view! { <Add at=at.clone() seen most /> }.into_any();
    let frame = field::frame(studies, at.clone(), seen, "field long", label, add);
    let all = move || (0..length.get()).map(|index| (index, "")).collect();
    let rows = erased::rows(all, move |index, _| row(stores, at.clone(), seen, spec, (index, least)));
    view! {
        <div class="nest list" role="group" aria-labelledby=label_id>
            {frame}
            <div>{rows}</div>
        </div>
    }
}

/// Adds a row: a copy of the last, or one of defaults.
#[component]
fn Add(at: At, seen: Memo<Seen>, most: usize) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let ControlIds { id, described } = at.names();
    let is_off = Signal::derive(move || seen.with(|seen| items(seen).len() >= most || seen.idle.is_some()));
    let says = format!("Add to {}", at.about.label.to_ascii_lowercase());
    let press = move |_| {
        let mut list = entered(scenario, &at.path);
        if is_off.get_untracked() {
            return;
        }
        list.push(list.last().cloned().unwrap_or_else(|| Json::Object(Vec::new())));
        stores.set(&at.path, Json::List(list));
    };
    view! {
        <button type="button" class="add" id=id aria-describedby=described aria-label=says aria-disabled=Signal::derive(move || is_off.get().to_string()) on:click=erased::press(press)>
            "Add"
        </button>
    }
}

fn row(
    stores: Stores,
    at: At,
    seen: Memo<Seen>,
    spec: &'static SheetSpec,
    (index, least): (usize, usize),
) -> AnyView {
    let Stores { scenario, .. } = stores;
    let item = at.item(index, Shape::Sheet(spec));
    let what = format!("{} {}", at.about.label, index + 1);
    let removes = format!("Remove {}", what.to_ascii_lowercase());
    let is_flat =
        !spec.fields.iter().any(|field| matches!(field.shape, Shape::List { .. } | Shape::Sheet(_)));
    let picker = spec.presets.is_some().then(|| {
        view! { <Picker sheet=item.path.clone() label=at.about.label spec /> }
    });
    let remove = move |event: web_sys::MouseEvent| {
        let mut list = entered(scenario, &at.path);
        if index < list.len() {
            list.remove(index);
        }
        // The row goes, and this button with it.
        browser::focus_beside(&event, &at.id());
        stores.set(&at.path, Json::List(list));
    };
    view! {
        <div class=if is_flat { "item flat" } else { "item" } role="group" aria-label=what>
            <span class="ordinal" aria-hidden="true">
                {index + 1}
            </span>
            {picker}
            {fields(stores, &item.path, spec, true)}
            <button
                type="button"
                class="remove"
                title="Remove"
                aria-label=removes
                disabled=Signal::derive(move || seen.with(items).len() <= least)
                on:click=erased::press(remove)
            >
                "×"
            </button>
        </div>
    }
    .into_any()
}

/// The items as entered.
fn entered(scenario: ScenarioStore, path: &str) -> Vec<Json> {
    let now = scenario.here();
    document::items((now.rules, now.form()), &now.document, &now.complete, path)
}

fn items(seen: &Seen) -> Vec<Json> {
    match &seen.value {
        Json::List(items) => items.clone(),
        _ => Vec::new(),
    }
}
