//! Shared widgets of the page: folds, toggle buttons, checkboxes, and fields for numbers of no sheet.

pub(crate) mod axes;
pub(crate) mod chart_slider;
pub(crate) mod clipboard;
pub(crate) mod gain;

use crate::platform::erased;
use leptos::html::{Details, Input};
use leptos::prelude::*;
use web_sys::HtmlDetailsElement;

/// A fold, whose content is built when it is opened.
#[derive(Clone, Copy)]
pub(crate) struct Fold {
    pub(crate) is_open: RwSignal<bool>,
    pub(crate) details: NodeRef<Details>,
}

impl Fold {
    pub(crate) fn new() -> Self {
        Self { is_open: RwSignal::new(false), details: NodeRef::new() }
    }

    pub(crate) fn view(
        self,
        class: &'static str,
        summary: &'static str,
        has_none: Signal<bool>,
        inside: impl Fn() -> AnyView + Send + 'static,
    ) -> AnyView {
        let toggle = move |event| self.is_open.set(event_target::<HtmlDetailsElement>(&event).open());
        view! {
            <details id=class.rsplit(' ').next() class=class class:absent=has_none node_ref=self.details on:toggle=erased::entry(toggle)>
                <summary>{summary}</summary>
                {erased::live(move || self.is_open.get().then(&inside))}
            </details>
        }
        .into_any()
    }
}

/// A toggle button with its label.
pub(crate) fn word(
    says: AnyView,
    is_down: impl Fn() -> bool + Send + Sync + 'static,
    press: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button
            type="button"
            aria-pressed=Signal::derive(move || is_down().to_string())
            on:click=erased::press(move |_| press())
        >
            {says}
        </button>
    }
    .into_any()
}

/// Buttons for a choice.
pub(crate) fn words(label: &'static str, title: Option<String>, words: Vec<AnyView>) -> AnyView {
    view! {
        <div class="words" role="group" aria-label=label title=title>
            {words}
        </div>
    }
    .into_any()
}

/// A checkbox: with its id and the ids of its description, if any.
pub(crate) fn tick(
    names: Option<(String, String)>,
    is_on: Signal<bool>,
    is_off: Signal<bool>,
    mut set: impl FnMut(bool) + 'static,
) -> AnyView {
    let (id, described) = names.unzip();
    view! {
        <input
            type="checkbox"
            id=id
            aria-describedby=described
            checked=is_on.get_untracked()
            prop:checked=is_on
            disabled=is_off
            on:change=erased::entry(move |event| set(event_target_checked(&event)))
        />
    }
    .into_any()
}

/// A field for a number that no sheet has, in its label: what is entered, and the default as the placeholder.
#[component]
pub(crate) fn NumberEntry(
    #[prop(into)] entered: Signal<String>,
    #[prop(into)] otherwise: Signal<String>,
    enter: Box<dyn Fn(String)>,
    /// Name for screen readers, where the words around the field are none.
    #[prop(optional)]
    name: Option<Signal<String>>,
    #[prop(default = NodeRef::new())] field: NodeRef<Input>,
) -> impl IntoView {
    view! {
        <input
            type="text"
            inputmode="numeric"
            autocomplete="off"
            aria-label=name
            node_ref=field
            prop:value=entered
            placeholder=otherwise
            on:input=erased::entry(move |event| enter(event_target_value(&event)))
        />
    }
}
