//! Lists of a character that was read: values, fields left as they were, and lines not understood.

use super::stated::{StatedFigures, rows};
use crate::model::presets;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::field as at;
use crate::store::{ReadCharacter, Stores, use_stores};
use crate::widgets::clipboard::Copy;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_import::{Character, LeftField, ReadField};
use tohit_report::format;
use tohit_resolver::Json;

/// Values in sight: the others are folded.
const IN_SIGHT: usize = 5;

/// The three lists, and the figures of the game.
#[component]
pub(super) fn Lists(read: Arc<ReadCharacter>) -> impl IntoView {
    let stores = use_stores();
    let character = &read.character;
    let fields = character.read.len();
    let all = fields + character.left.len();
    // A field of both sides is one.
    let mut values: Vec<String> = Vec::new();
    for value in character.read.iter().map(value) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let (first, others) = values.split_at(values.len().min(IN_SIGHT));
    let item = |value: &String| view! { <li>{value.clone()}</li> };
    let more = (!others.is_empty()).then(|| {
        view! {
            <details>
                <summary>{format!("{} more", others.len())}</summary>
                <ul>{others.iter().map(item).collect_view()}</ul>
            </details>
        }
    });
    let mut reasons: Vec<&str> = character.left.iter().map(|field| field.why.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let of = |why: &&str| {
        let fields = character.left.iter().filter(|field| field.why == *why);
        let fields: Vec<AnyView> = fields.map(|field| left(stores, field)).collect();
        view! { <li>{fields} <span>{(*why).to_owned()}</span></li> }
    };
    let left = reasons.iter().map(of).collect_view();
    let unknown = character.unknown.iter().map(|line| view! { <li><code>{line.clone()}</code></li> });
    let unknown = unknown.collect_view();
    let report = report(character);
    let copy = (!character.unknown.is_empty())
        .then(|| view! { <Copy label="Copy for a report" class="link" text=move |()| report.clone() /> });
    view! {
        <p class="quiet-note">{written(character)}</p>
        <div class="read-as">
            <div>
                <h3>"Read " <small>{format!("{fields} of {all}")}</small></h3>
                <ul>{first.iter().map(item).collect_view()}</ul>
                {more}
            </div>
            <div>
                <h3>"Left as it was " <small>{character.left.len()}</small></h3>
                <ul>{left}</ul>
            </div>
            <div>
                <h3>"Not understood " <small>{format::count(character.unknown.len(), "line", "lines")}</small></h3>
                <ul>{unknown}</ul>
                {copy}
            </div>
        </div>
        {(!read.character.stated.is_empty())
            .then(|| view! { <StatedFigures rows=move || rows(read.character.compared()) /> })}
    }
}

/// Sentence with the version, and the place of the text.
fn written(character: &Character) -> String {
    let version = match character.edition.as_str() {
        "" => format!("written by {} {}", presets::family(character.rules), character.version),
        edition => edition.to_owned(),
    };
    format!(
        "{}: {}. Nothing has left this page, and a link holds figures only, no names.",
        format::sentence(&character.who),
        version
    )
}

fn value(field: &ReadField) -> String {
    format!("{}: {}", field.label, readable(&field.value))
}

/// A value in words.
fn readable(value: &Json) -> String {
    match value {
        Json::Bool(is_on) => if *is_on { "yes" } else { "no" }.to_owned(),
        Json::Null => "none".to_owned(),
        Json::List(items) => items.iter().map(readable).collect::<Vec<_>>().join(", "),
        value => value.text().map_or_else(|| value.to_string(), |text| text.replace(['-', '_'], " ")),
    }
}

/// A field that was left: a press leads to it.
fn left(stores: Stores, field: &LeftField) -> AnyView {
    let (path, label) = (field.path.clone(), field.label.clone());
    let press = move |event: web_sys::MouseEvent| {
        stores.open_tab_of(&path);
        browser::focus_soon(&event, at::id(&path));
    };
    view! {
        <button type="button" class="link" on:click=erased::press(press)>
            {label}
        </button>
        ", "
    }
    .into_any()
}

/// Text for a report: the version and the lines that were not understood, nothing else.
fn report(character: &Character) -> String {
    let name = presets::family(character.rules);
    format!("{name} {}\nNot understood:\n{}\n", character.version, character.unknown.join("\n"))
}
