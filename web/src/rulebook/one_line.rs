//! A game from one line of dice: `1d20+5 against 15, 2d6+3`.

use crate::lazy;
use crate::rules_link;
use crate::store::use_stores;
use crate::widgets::Fold;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use tohit_resolver::text::{Bundle, DiceLine};

/// A fold with the field in it.
#[component]
pub(crate) fn OwnGame() -> impl IntoView {
    let inside = move || lazy::requested(move |module| (module.one_line)());
    Fold::new().view("own-game", "Your own game", false.into(), inside)
}

/// The field for a line, and the line's error.
#[component]
pub(crate) fn OneLine() -> impl IntoView {
    let stores = use_stores();
    let field = NodeRef::<Input>::new();
    let wrong = RwSignal::new(String::new());
    let show = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let line = field.value();
        let read = match DiceLine::parse(&line) {
            Ok(read) => read,
            Err((place, says)) => return wrong.set(at(&line, place.start, &says)),
        };
        spawn_local(async move {
            match rules_link::bring(&Bundle::parse(read.rules()), None).await {
                Ok(rules) => {
                    let _ = wrong.try_set(String::new());
                    stores.play(rules, true);
                }
                Err(faults) => {
                    let says = faults
                        .first()
                        .map(|fault| at(&line, read.place(fault.line, fault.column, 1).start, &fault.says));
                    let _ = wrong.try_set(says.unwrap_or_default());
                }
            }
        });
    };
    view! {
        <form class="one-line" on:submit=show>
            <label for="one-line">"Dice, or an attack, in one line"</label>
            <input
                id="one-line"
                type="text"
                node_ref=field
                value="1d20+5 against 15, 2d6+3"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                aria-describedby="one-line-wrong"
                aria-invalid=Signal::derive(move || wrong.with(|wrong| !wrong.is_empty()).then_some("true"))
            />
            <button type="submit">"Show the odds"</button>
            <p id="one-line-wrong" class="wrong" role="status">{wrong}</p>
        </form>
        <p class="quietly">
            "A roll against a target, and damage: 1d20+5 against 15, 2d6+3. Or dice alone: 4d6 drop lowest 1. For a game with sheets and weapons open \u{201c}Rules as text\u{201d}, press \u{201c}Change the rules\u{201d} and take \u{201c}A small new game\u{201d}."
        </p>
    }
}

/// An error with the part of the line that it is about.
fn at(line: &str, place: usize, says: &str) -> String {
    let rest: String = line.chars().skip(place).take(20).collect();
    if rest.trim().is_empty() {
        says.to_owned()
    } else {
        format!("At \u{201c}{}\u{201d}: {says}", rest.trim())
    }
}
