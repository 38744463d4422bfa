//! A field: its label, its control, its notes, and the reset button.

use super::cell::Cells;
use super::chips::Chips;
use super::choice::Choice;
use super::hint;
use super::list::Items;
use super::names::ControlIds;
use super::nested::{Always, OnDemand};
use super::number::Number;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::field::{At, Look, Seen, readable};
use crate::store::{Stores, StudyStore, use_stores};
use crate::widgets::tick;
use leptos::prelude::*;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// A field, whatever it holds.
pub(super) fn view(stores: Stores, at: At) -> AnyView {
    let Stores { scenario, studies, .. } = stores;
    let seen = at.seen(scenario);
    let control = at.clone();
    let nullable = matches!(at.shape, Shape::Nullable(_));
    match at.shape.inner() {
        Shape::Sheet(spec) if nullable => view! { <OnDemand at seen spec /> }.into_any(),
        Shape::Sheet(spec) => view! { <Always at spec /> }.into_any(),
        Shape::List { of, least, most, .. } => match of.inner() {
            Shape::Sheet(spec) => view! { <Items at seen spec least most /> }.into_any(),
            Shape::Choice(variants) => {
                let label = view! { <span class="label" id=at.label_id()>{at.about.label}</span> }.into_any();
                let chips = view! { <Chips at=control seen variants /> }.into_any();
                frame(studies, at, seen, "field wide", label, chips)
            }
            _ => row(studies, at, seen, "field long", view! { <Cells at=control seen /> }.into_any()),
        },
        Shape::Bool if nullable => {
            let options = ["yes", "no"].map(|name| (name, name.to_owned())).into();
            let choice =
                view! { <Choice at=control seen options nullable value=|name| (name == "yes").into() /> };
            row(studies, at, seen, "field", choice.into_any())
        }
        Shape::Bool => {
            let ControlIds { id, described } = at.names();
            let is_on = Signal::derive(move || seen.with(|seen| seen.value == Json::Bool(true)));
            let set = move |is_on: bool| stores.set(&control.path, is_on.into());
            row(studies, at, seen, "field", tick(Some((id, described)), is_on, seen.idle(), set))
        }
        Shape::Choice(variants) => {
            let options = variants.iter().map(|variant| (variant.name, variant.label())).collect();
            let choice = view! { <Choice at=control seen options nullable value=|name| name.into() /> };
            row(studies, at, seen, "field long", choice.into_any())
        }
        Shape::Cell { .. } => {
            row(studies, at, seen, "field long", view! { <Cells at=control seen /> }.into_any())
        }
        _ => row(studies, at, seen, "field", view! { <Number at=control seen /> }.into_any()),
    }
}

/// A field whose label belongs to one control.
fn row(studies: StudyStore, at: At, seen: Memo<Seen>, class: &'static str, control: AnyView) -> AnyView {
    // A unit takes a whole line.
    let class = if at.about.unit.is_empty() || class != "field" { class } else { "field long" };
    let unit = (!at.about.unit.is_empty()).then(|| view! { <span class="unit">{at.about.unit}</span> });
    let label = view! { <label for=at.id()>{at.about.label}{unit}</label> }.into_any();
    frame(studies, at, seen, class, label, control)
}

/// Label, control, reset button, and notes.
pub(super) fn frame(
    studies: StudyStore,
    at: At,
    seen: Memo<Seen>,
    class: &'static str,
    label: AnyView,
    control: AnyView,
) -> AnyView {
    let path = at.path.clone();
    let left = use_stores().characters.left;
    let is_left = Memo::new(move |_| left.with(|left| left.iter().any(|left| **left == *path)));
    let state = move || {
        let is_left = is_left.get();
        seen.with(|seen| {
            let states = [
                (seen.idle.is_some(), " idle"),
                (seen.has_note_below, " note-below"),
                (seen.is_changed, " changed"),
                (seen.problem.is_some(), " wrong"),
                (is_left && !seen.is_changed, " left-open"),
            ];
            let states = states.iter().filter(|(holds, _)| *holds).map(|(_, name)| *name);
            [class].into_iter().chain(states).collect::<String>()
        })
    };
    let gutter = hint::beside(studies, at.path.clone(), at.id());
    let back = (!at.in_list).then(|| view! { <Back at=at.clone() seen /> });
    view! {
        <div class=Signal::derive(state)>
            {label} {gutter} {control} {back} <Help at=at.clone() />
            <p class="note" id=format!("{}-note", at.id())>
                {note(seen)}
            </p>
        </div>
    }
    .into_any()
}

/// The field's help.
#[component]
pub(super) fn Help(at: At) -> impl IntoView {
    view! {
        <p class="help" id=format!("{}-help", at.id())>
            {at.about.help}
        </p>
    }
}

/// The field's problem, or the reason why it is idle.
pub(super) fn note(seen: Memo<Seen>) -> Signal<String> {
    Signal::derive(move || {
        seen.with(|seen| seen.problem.as_deref().or(seen.idle).unwrap_or_default().to_owned())
    })
}

/// Resets to preset or default; a list as a whole.
#[component]
fn Back(at: At, seen: Memo<Seen>) -> impl IntoView {
    let stores = use_stores();
    let (shape, label) = (at.shape, at.about.label.to_ascii_lowercase());
    let says = Signal::derive(move || {
        seen.with(|seen| seen.is_changed.then(|| format!("Reset {label}: {}", readable(shape, &seen.before))))
    });
    let class = Signal::derive(move || {
        if seen.with(|seen| seen.is_changed) { "back".to_owned() } else { "back gone".to_owned() }
    });
    let press = move |event: web_sys::MouseEvent| {
        // The button goes; the focus moves to the field.
        browser::focus_soon(&event, at.id());
        stores.put_back(&at.path);
    };
    view! {
        <button type="button" class=class aria-label=says title=says on:click=erased::press(press)>
            "↺"
        </button>
    }
}
