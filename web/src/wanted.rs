//! Question in place of an answer: the choice that the mode needs, such as a wand.

use crate::erased;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;

/// The question, and the way to the picker that answers it.
#[component]
pub(crate) fn Wanted() -> impl IntoView {
    let stores @ Stores { answer, .. } = use_stores();
    let has_none = Signal::derive(move || !answer.asks());
    let asks = Signal::derive(move || answer.summary.with(|summary| summary.asks.clone()));
    view! {
        <div class="wanted" class:absent=has_none>
            <strong>{asks}</strong>
            <button type="button" class="quiet" on:click=erased::press(move |_| stores.ask_thing())>
                "Choose"
            </button>
        </div>
    }
}
