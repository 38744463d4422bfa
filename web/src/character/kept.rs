//! Characters that this browser keeps by name: kept, chosen, renamed, saved as a file and removed.

use crate::model::kept_characters::{KeptCharacter, all, can_keep};
use crate::platform::erased;
use crate::platform::files;
use crate::store::{Reading, Stores, use_stores};
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tohit_resolver::Ruleset;

/// The field for a name, and the list.
#[component]
pub(super) fn KeptCharacters() -> impl IntoView {
    let stores @ Stores { scenario, characters, .. } = use_stores();
    let says = RwSignal::new("");
    let name = NodeRef::<Input>::new();
    let usual = move || usual_name(stores);
    let keep = move |_| {
        let Some(field) = name.get_untracked() else { return };
        let typed = field.value();
        let name = if typed.trim().is_empty() { untrack(usual) } else { typed };
        let now = scenario.here();
        let things = characters.mine.with_untracked(|mine| match mine.ruleset == now.rules.id() {
            true => mine.things.clone(),
            false => Vec::new(),
        });
        let is_kept = KeptCharacter::of(&now, &name, things).keep();
        says.set(if is_kept { "Kept." } else { FULL });
        if is_kept {
            field.set_value("");
        }
    };
    let has_none = Signal::derive(move || !scenario.now.with(|now| can_keep(now)));
    let list = move || {
        let all = all();
        (!all.is_empty()).then(|| {
            let rows = all.into_iter().map(|kept| row(stores, kept, says)).collect_view();
            view! { <ul>{rows}</ul> }
        })
    };
    view! {
        <div class="kept">
            <h3>"Kept in this browser"</h3>
            <div class="asks" class:absent=has_none>
                <input
                    type="text"
                    aria-label="Name of the character"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="60"
                    placeholder=Signal::derive(usual)
                    node_ref=name
                />
                <button type="button" on:click=erased::press(keep)>
                    "Keep it"
                </button>
                <small role="status">{Signal::derive(move || says.get())}</small>
            </div>
            {erased::live(list)}
        </div>
    }
}

/// Sentence for a full or blocked storage.
const FULL: &str = "This browser keeps no more; what was kept before is still there. Save it as a file.";

/// A name for the left fighter: what the text says of it, or else the name of its sheet.
fn usual_name(stores: Stores) -> String {
    let Stores { scenario, characters, .. } = stores;
    scenario.now.with(|now| characters.who(now).unwrap_or_else(|| now.about().name.to_owned()))
}

/// Names of the kept characters of a game, with their numbers.
pub(crate) fn kept(rules: &'static Ruleset) -> Vec<(u32, String)> {
    let kept = untrack(all).into_iter().filter(|kept| kept.rules.id() == rules.id());
    kept.map(|kept| (kept.number, kept.name)).collect()
}

/// Shows the kept character under a number.
pub(crate) fn choose_kept(stores: Stores, number: u32) {
    if let Some(kept) = untrack(all).into_iter().find(|kept| kept.number == number) {
        begin(stores, kept);
    }
}

fn begin(stores: Stores, kept: KeptCharacter) {
    let request = stores.characters.requests.begin();
    spawn_local(async move {
        if let Err(why) = stores.choose_character(request, kept).await {
            stores.characters.reading.set(Reading::Wrong(why));
        }
    });
}

fn row(stores: Stores, kept: KeptCharacter, says: RwSignal<&'static str>) -> AnyView {
    let game = kept.rules.about().name;
    let name = kept.name.clone();
    let (chosen, renamed, saved, removed) = (kept.clone(), kept.clone(), kept.clone(), kept);
    let choose = move |_| begin(stores, chosen.clone());
    let rename = move |event: web_sys::Event| {
        let name = event_target_value(&event).trim().to_owned();
        if !name.is_empty() {
            let is_kept = renamed.renamed(name).keep();
            says.set(if is_kept { "Renamed." } else { FULL });
        }
    };
    let save = move |_| {
        let is_saved = files::save(&files::named(&saved.name, "character", "json"), &saved.value());
        says.set(if is_saved { "" } else { "This browser saves no file." });
    };
    let remove = move |_| {
        removed.remove();
        says.set("Removed.");
    };
    view! {
        <li>
            <input
                type="text"
                aria-label=format!("Rename {name}")
                maxlength="60"
                value=name.clone()
                on:change=erased::entry(rename)
            />
            <small>{game}</small>
            <button type="button" aria-label=format!("Choose {name}") on:click=erased::press(choose)>
                "Choose"
            </button>
            <button type="button" aria-label=format!("Save {name} as a file") on:click=erased::press(save)>
                "Save as a file"
            </button>
            <button type="button" aria-label=format!("Remove {name}") on:click=erased::press(remove)>
                "Remove"
            </button>
        </li>
    }
    .into_any()
}
