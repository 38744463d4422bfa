//! Questions about many scenarios at once, asked beside the fields, below the log and, as "What if", below the answer; answered by the resolver's studies in the worker, slice by slice.

mod controls;
mod copies;
mod curve;
mod field_hints;
mod fields;
mod findings;
mod goal;
mod heat;
mod question;
mod ranking;
mod result;
mod seen;
mod sketch;
mod study_runner;
mod words;
pub(crate) mod work;

use crate::browser::{after_frame, in_page};
use crate::erased;
use crate::lazy::{Inside, inside, requested};
use crate::link::with;
use crate::state::Page;
use crate::widgets::Fold;
pub(crate) use field_hints::{Asks, FieldHintState, FieldHints, beside, field_hint};
use leptos::prelude::*;
use question::Choices;
pub(crate) use question::{FIRST_TURN, TURNS};
pub(crate) use seen::{Seen, seen_inside};
use std::sync::Arc;
use study_runner::{Room, StudyRunner};
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
    let panel = inside(move |module| (module.studies)(page, fold));
    fold.view("studies", "What if", Signal::derive(move || page.is_tool()), panel)
}

/// Asks there whether the rules matter.
pub(crate) fn ask_rules(page: Page) {
    let measure = untrack(|| question::measure(page, "", "damage.mean"));
    page.study.set(format!("switches=*&order={measure}"));
}

/// What is asked there, and what came of it.
pub(crate) fn panel(page: Page, fold: Fold) -> Inside {
    let desk = StudyRunner::folded(page, Room::Panel, fold);
    let choices = Choices::new(page);
    // Who asked elsewhere on the page is brought to what came of it.
    let is_awaited = StoredValue::new(false);
    Effect::new(move |_| {
        if desk.run.with(Option::is_some) && is_awaited.try_update_value(core::mem::take) == Some(true) {
            after_frame(move || {
                in_page(desk.finding_id()).iter().for_each(|finding| finding.scroll_into_view())
            });
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
fn Asked(desk: StudyRunner, choices: Choices) -> impl IntoView {
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
                {requested(move |module| (module.linked)(page))}
            </section>
        }
    };
    erased::changed(asks_none, move |is_none| (!is_none).then(section)).into_any()
}

/// The sentence of it, and its table or drawing.
#[component]
pub(crate) fn Linked(page: Page) -> impl IntoView {
    let desk = StudyRunner::new(page, Room::Panel);
    desk.follow(move || {
        let scenario = page.now.with(|now| to_link(now.rules, &now.asked.document));
        page.study.with(|study| if study.is_empty() { Err("") } else { Ok(with(&scenario, study)) })
    });
    result::view(desk)
}
