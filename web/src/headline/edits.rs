//! Edits of the sheets as a whole: undo, redo, and a new fight.

use crate::platform::erased;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;

/// Buttons.
#[component]
pub(crate) fn Edits() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let travel = move |sign: &'static str, says: &'static str, keys: &'static str, is_back: bool| {
        let has_none = Signal::derive(move || scenario.history.with(|history| history.has_none(is_back)));
        view! {
            <button
                type="button"
                class="quiet"
                title=format!("{says} ({})", keys.replace("Control", "Ctrl"))
                aria-label=says
                aria-keyshortcuts=keys
                // Not `disabled`: the last undo must keep the focus.
                aria-disabled=Signal::derive(move || has_none.get().to_string())
                on:click=erased::press(move |_| stores.travel(is_back))
            >
                {sign}
            </button>
        }
    };
    // On a phone the emptied pickers are out of sight.
    let begin = move |_| {
        stores.begin();
        window().scroll_to_with_x_and_y(0.0, 0.0);
    };
    view! {
        <div class="edits" role="group" aria-label="Changes">
            {travel("↶", "Undo", "Control+Z", true)} {travel("↷", "Redo", "Control+Shift+Z", false)}
            <button type="button" class="quiet" on:click=erased::press(begin)>
                "New fight"
            </button>
        </div>
    }
}
