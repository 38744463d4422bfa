//! The three parts of a game's text, and their faults.

use super::book::{Book, Completion};
use crate::model::margin::{Fault, Part};
use crate::platform::erased;
use crate::widgets::words;
use leptos::prelude::*;

/// Limit on listed faults.
const MOST_TOLD: usize = 8;

/// The choice of the part that is edited.
#[component]
pub(super) fn Parts(book: Book) -> impl IntoView {
    let one = move |part: Part| {
        let is_here = move |fault: &&Fault| fault.part == part && !fault.is_warning;
        let count = move || book.faults().iter().filter(is_here).count();
        let says = move || match count() {
            0 => part.label().to_owned(),
            wrong => format!("{} ({wrong} wrong)", part.label()),
        };
        let press = move |_| {
            book.part.set(part);
            book.completion.set(Completion::default());
            book.fill();
        };
        view! {
            <button
                type="button"
                aria-pressed=Signal::derive(move || (book.part.get() == part).to_string())
                on:click=erased::press(press)
            >
                {Signal::derive(says)}
            </button>
        }
        .into_any()
    };
    let all =
        move || book.is_changing.get().then(|| words("Part", None, Part::ALL.into_iter().map(one).collect()));
    erased::live(all)
}

/// The faults, each with a button that leads to its line.
#[component]
pub(super) fn Faults(book: Book) -> impl IntoView {
    let one = move |fault: &Fault| {
        let (part, line, column) = (fault.part, fault.line, fault.column);
        view! {
            <li>
                <button type="button" class="link" on:click=erased::press(move |_| book.go(part, line, column))>
                    {fault.place()}
                </button>
                " "
                {fault.is_warning.then_some("Warning: ")}
                {fault.says.clone()}
            </li>
        }
    };
    let list = move |all: Vec<Fault>| {
        let more = all.len().saturating_sub(MOST_TOLD);
        let more = (more > 0).then(|| view! { <li>{format!("and {more} more")}</li> });
        (!all.is_empty()).then(|| {
            view! {
                <ul class="problems" id="rules-wrong">
                    {all.iter().take(MOST_TOLD).map(one).collect_view()}
                    {more}
                </ul>
            }
        })
    };
    erased::changed(move || book.faults(), list)
}
