//! Edits of the sheets as a whole: undo, redo, a new fight, and a swap of the sides.

use crate::actions::sides::{can_swap, swapped};
use crate::platform::erased;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;
use tohit_resolver::Json;

/// Buttons.
#[component]
pub(crate) fn Edits() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let travel = move |says: &'static str, keys: &'static str, is_back: bool| {
        let has_none = Signal::derive(move || scenario.history.with(|history| history.has_none(is_back)));
        view! {
            <button
                type="button"
                class="quiet"
                title=keys
                aria-keyshortcuts=keys
                // Not `disabled`: the last undo must keep the focus.
                aria-disabled=Signal::derive(move || has_none.get().to_string())
                on:click=erased::press(move |_| stores.travel(is_back))
            >
                {says}
            </button>
        }
    };
    // A second swap restores fields that one of the sheets lacks.
    let last = StoredValue::new(None::<(Json, Json)>);
    let swap = move |_| {
        let before = scenario.here().document.clone();
        let returns = last.with_value(|last| {
            last.as_ref().filter(|(_, after)| *after == before).map(|(was, _)| was.clone())
        });
        stores.rearrange(true, |now| returns.unwrap_or_else(|| swapped(now)));
        last.set_value(Some((before, scenario.here().document.clone())));
    };
    // On a phone the emptied pickers are out of sight.
    let begin = move |_| {
        stores.begin();
        window().scroll_to_with_x_and_y(0.0, 0.0);
    };
    let swap = move |_| {
        let button = || view! { <button type="button" class="quiet" on:click=erased::press(swap)>"⇄ Swap sides"</button> };
        can_swap(&scenario.here()).then(button)
    };
    view! {
        <div class="edits" role="group" aria-label="Changes">
            {travel("↶ Undo", "Control+Z", true)} {travel("↷ Redo", "Control+Shift+Z", false)}
            {scenario.in_place(swap)}
            <button type="button" class="quiet" on:click=erased::press(begin)>
                "New fight"
            </button>
        </div>
    }
}
