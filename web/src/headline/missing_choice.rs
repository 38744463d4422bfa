//! Question in place of an answer: the choice that the mode needs, such as a wand.

use crate::platform::erased;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;

/// The question, and the way to the picker that answers it. Style sheets hide what belongs to an answer.
#[component]
pub(crate) fn MissingChoice() -> impl IntoView {
    let stores @ Stores { answer, .. } = use_stores();
    erased::changed(
        move || answer.summary.with(|summary| summary.asks.clone()),
        move |asks| {
            (!asks.is_empty()).then(|| {
                view! {
                    <div class="missing-choice">
                        <strong>{asks}</strong>
                        <button type="button" class="quiet" on:click=erased::press(move |_| stores.choose_thing())>
                            "Choose"
                        </button>
                    </div>
                }
            })
        },
    )
}
