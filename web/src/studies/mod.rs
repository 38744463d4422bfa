//! Questions about many scenarios at once, asked beside the fields, below the log and, as "What if", below the answer; answered by the resolver's studies in the worker, slice by slice.

mod controls;
mod copies;
mod curve;
mod desk;
mod fields;
mod goal;
mod gutter;
mod heat;
mod question;
mod ranking;
mod result;
mod seen;
mod sketch;
mod told;
mod words;
pub(crate) mod work;

use crate::browser::{after_frame, in_page};
use crate::erased;
use crate::link::with;
use crate::parts::Fold;
use crate::rest::{Inside, asked, inside};
use crate::state::Page;
use desk::{Desk, Room};
pub(crate) use gutter::{Asks, Gutter, Gutters, beside, told_beside};
use leptos::prelude::*;
use question::Choices;
pub(crate) use question::{FIRST_TURN, TURNS};
pub(crate) use seen::{Seen, seen_inside};
use std::sync::Arc;
use tohit_resolver::to_link;

/// Folded away until it is asked for, or a link asks.
#[component]
pub(crate) fn Studies(page: Page) -> impl IntoView {
    let fold = Fold::new();
    Effect::new(move |_| {
        page.opened.track();
        let asks_none = page.study.with(String::is_empty);
        if let Some(details) = fold.details.get().filter(|_| !asks_none) {
            details.set_open(true);
            request_animation_frame(move || details.scroll_into_view());
        }
    });
    let panel = inside(move |rest| (rest.studies)(page, fold));
    fold.view("studies", "What if", Signal::derive(move || page.is_tool()), panel)
}

/// Asks there whether the rules matter.
pub(crate) fn ask_rules(page: Page) {
    let measure = untrack(|| question::measure(page, "", "damage.mean"));
    page.study.set(format!("switches=*&order={measure}"));
}

/// What is asked there, and what came of it.
pub(crate) fn panel(page: Page, fold: Fold) -> Inside {
    let desk = Desk::folded(page, Room::Panel, fold);
    let choices = Choices::new(page);
    // Who asked elsewhere on the page is brought to what came of it.
    let is_awaited = StoredValue::new(false);
    Effect::new(move |_| {
        if desk.run.with(Option::is_some) && is_awaited.try_update_value(core::mem::take) == Some(true) {
            after_frame(move || in_page(desk.told()).iter().for_each(|told| told.scroll_into_view()));
        }
    });
    Effect::new(move |_| {
        page.opened.track();
        let asked = page.study.get();
        if asked.is_empty() {
            choices.forget_link();
        } else {
            untrack(|| choices.take(&asked));
            is_awaited.set_value(true);
        }
    });
    Arc::new(move || view! { <Asked desk choices /> }.into_any())
}

#[component]
fn Asked(desk: Desk, choices: Choices) -> impl IntoView {
    desk.follow(move || choices.link());
    view! {
        {controls::view(choices)}
        {result::view(desk)}
    }
}

/// What a link asks beside its scenario, in an article. While there is any, the answer's bars are gone (studies.css).
pub(crate) fn asked_by_link(page: Page) -> AnyView {
    let asks_none = move || page.study.with(String::is_empty);
    let section = move || {
        view! {
            <section class="studies" aria-label="Study">
                {asked(move |rest| (rest.linked)(page))}
            </section>
        }
    };
    erased::changed(asks_none, move |is_none| (!is_none).then(section)).into_any()
}

/// The sentence of it, and its table or drawing.
#[component]
pub(crate) fn Linked(page: Page) -> impl IntoView {
    let desk = Desk::new(page, Room::Panel);
    desk.follow(move || {
        let scenario = page.now.with(|now| to_link(now.rules, &now.asked.document));
        page.study.with(|study| if study.is_empty() { Err("") } else { Ok(with(&scenario, study)) })
    });
    result::view(desk)
}
