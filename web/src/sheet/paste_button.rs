//! The button that opens the panel for a character: in the left fighter's pane, and on a phone under his
//! sheet.

use crate::platform::browser;
use crate::platform::erased;
use crate::store::{Reading, Tab, use_stores};
use crate::worker::lazy;
use leptos::prelude::*;

/// Id of the button in the fighter's pane.
pub(crate) const BESIDE: &str = "paste-beside";
/// Id of the button under the sheet.
pub(crate) const BELOW: &str = "paste-below";

/// The button with one of the ids.
#[component]
pub(crate) fn PasteButton(id: &'static str) -> impl IntoView {
    let stores = use_stores();
    let characters = stores.characters;
    let says = move || {
        characters.reading.with(|reading| match reading {
            Reading::Nothing | Reading::Screen(_) | Reading::Wrong(_) => "Paste your character",
            Reading::Read(_) | Reading::Chosen(..) => "Your character",
        })
    };
    let press = move |_| {
        let opens = !characters.is_open.get_untracked();
        characters.is_open.set(opens);
        if opens {
            stores.tab.set(Tab::Result);
            lazy::then(|| browser::in_page("character-heading").iter().for_each(browser::reveal));
        }
    };
    view! {
        <button
            type="button"
            id=id
            class="quiet paste"
            title="Fill in the fields from what the game writes about your character"
            aria-expanded=Signal::derive(move || characters.is_open.get().to_string())
            on:click=erased::press(press)
        >
            {Signal::derive(says)}
        </button>
    }
}
