//! Studies: questions about many scenarios at once, beside the fields, below the log and below the answer.
//! The worker answers slice by slice.

mod controls;
mod copies;
mod curve;
mod field_hints;
mod fields;
mod findings;
mod goals;
mod heat;
mod mine;
mod question;
mod ranking;
mod result;
mod seen;
mod sketch;
mod study_runner;
mod words;

use crate::actions::goal;
use crate::actions::sides::{has_things, is_dressed, weapon};
use crate::actions::study_link;
use crate::model::link::with;
use crate::model::scenario::{Now, has_rules};
use crate::platform::browser::{after_frame, focus, in_page};
use crate::platform::erased;
use crate::store::{Asks, Panel, Stores, StudyQuestion, StudyStore, Tab, use_stores};
use crate::worker::lazy::{Inside, inside, requested};
pub(crate) use field_hints::{FieldHints, field_hint};
use leptos::prelude::*;
use mine::Mine;
use question::Choices;
use seen::seen_inside;
use std::sync::Arc;
use study_runner::{Room, StudyRunner};
use tohit_resolver::Extent;
use tohit_resolver::to_link;

impl Panel {
    /// Opens the panel of a question, and moves the keyboard to its title.
    fn open(self, studies: StudyStore, question: StudyQuestion) {
        studies.close_goal();
        studies.words.set(String::new());
        self.question.set(question);
        self.is_open.set(true);
        // A closed panel is drawn first.
        after_frame(move || self.heading.get_untracked().iter().for_each(|heading| focus(heading)));
    }

    /// Closes the panel; its button takes the focus.
    fn close(self) {
        self.is_open.set(false);
        in_page(&button_id(self.question.get_untracked())).iter().for_each(focus);
    }
}

/// Element id of a question's button.
fn button_id(question: StudyQuestion) -> String {
    format!("ask-{}", question as u8)
}

/// Questions as buttons in a row, and the panel of the open question.
#[component]
pub(crate) fn Studies() -> impl IntoView {
    let stores @ Stores { scenario, answer, studies, .. } = use_stores();
    let panel = studies.panel;
    let Panel { is_open, question, heading } = panel;
    // A link may ask.
    Effect::new(move |_| {
        scenario.opened.track();
        if studies.words.with(|study| !study.is_empty()) {
            studies.close_goal();
            is_open.set(true);
            stores.tab.set(Tab::Ask);
            after_frame(|| in_page("studies").iter().for_each(|studies| studies.scroll_into_view()));
        }
    });
    let is_aimed = studies.is(Asks::Goal);
    // At most one panel is open.
    Effect::new(move |_| {
        if is_aimed.get() {
            is_open.set(false);
        }
    });
    // The side that is struck asks for armour.
    let best = Memo::new(move |_| {
        scenario.now.with(|now| match now.asker() {
            "defender" if is_dressed(now, "defender") => "Which armour is best?",
            "attacker" if weapon(now).is_some() => "Which weapon is best?",
            _ => StudyQuestion::Best.title(),
        })
    });
    let has_mine = Memo::new(move |_| mine::has_some(stores));
    let title = move |question: StudyQuestion| match question {
        StudyQuestion::Best if has_mine.get() => "Which of mine is best?",
        StudyQuestion::Best => best.get(),
        question => question.title(),
    };
    let ask = move |one: StudyQuestion| question_button(stores, one, Signal::derive(move || title(one)));
    // A player who is struck is no creature of a list: without things to choose he has nothing to rank. Nor has
    // a game without presets.
    let has_list = |now: &Now| match now.asker() {
        "defender" => has_things(now, "defender"),
        _ => now.rules.presets().all().next().is_some(),
    };
    let has_best = Memo::new(move |_| has_mine.get() || scenario.now.with(|now| has_list(now)));
    let offers = move |one: StudyQuestion| match one {
        StudyQuestion::Best => has_best.get(),
        StudyQuestion::Rules => scenario.now.with(|now| has_rules(now)),
        _ => true,
    };
    let button = move |one: StudyQuestion| {
        erased::changed(move || offers(one), move |offers| offers.then(|| ask(one))).into_any()
    };
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            panel.close();
        }
    };
    let inside = inside(move |module| (module.studies)(panel));
    let body = move |is_open: bool| {
        is_open.then(|| {
            view! {
                <section class="panel" id="panel" aria-labelledby="panel-heading" on:keydown=erased::key(escape)>
                    <header>
                        <h2 id="panel-heading" tabindex="-1" node_ref=heading>
                            {Signal::derive(move || title(question.get()))}
                        </h2>
                        <button type="button" class="quiet" aria-label="Close" on:click=erased::press(move |_| panel.close())>
                            "×"
                        </button>
                    </header>
                    {inside()}
                </section>
            }
        })
    };
    view! {
        <section class="studies" id="studies" aria-label="Questions" class:absent=Signal::derive(move || answer.is_tool())>
            <div class="questions" role="group" aria-label="Question">
                {StudyQuestion::ROW.map(button).into_iter().collect_view()}
            </div>
            {erased::changed(move || is_open.get(), body)}
        </section>
    }
}

/// The way to the difference to the first pin, at the foot of the comparison.
pub(crate) fn ask_apart(stores: Stores) -> AnyView {
    let one = StudyQuestion::Apart;
    question_button(stores, one, Signal::stored(one.title()))
}

/// Button of a question.
fn question_button(stores: Stores, one: StudyQuestion, title: Signal<&'static str>) -> AnyView {
    let studies = stores.studies;
    let panel @ Panel { is_open, question, .. } = studies.panel;
    let is_aimed = studies.is(Asks::Goal);
    let aim = move |event: web_sys::MouseEvent| {
        is_open.set(false);
        stores.tab.set(Tab::Left);
        let measure = if untrack(|| stores.extent_shown()) == Extent::Duel { study_link::WIN } else { "hit" };
        goal::aim(stores, measure, &event);
    };
    let is_down = move || match one {
        StudyQuestion::Need => is_aimed.get(),
        one => is_open.get() && question.get() == one,
    };
    let press = move |event: web_sys::MouseEvent| match one {
        _ if untrack(is_down) && one == StudyQuestion::Need => studies.close_goal(),
        _ if untrack(is_down) => panel.close(),
        StudyQuestion::Need => aim(event),
        one => {
            stores.tab.set(Tab::Ask);
            panel.open(studies, one);
        }
    };
    view! {
        <button
            type="button"
            id=button_id(one)
            aria-expanded=Signal::derive(move || is_down().to_string())
            on:click=erased::press(press)
        >
            {title}
        </button>
    }
    .into_any()
}

/// Asks for the study of the rules.
pub(crate) fn ask_rules(stores: Stores) {
    let Stores { studies, .. } = stores;
    let measure = untrack(|| study_link::measure(stores, "", "damage.mean"));
    studies.words.set(format!("switches=*&order={measure}"));
}

/// Content of the panel: the controls of its question, and the result.
pub(crate) fn panel(stores: Stores, panel: Panel) -> Inside {
    let Stores { scenario, studies, .. } = stores;
    let desk = StudyRunner::folded(stores, Room::Panel, panel.is_open);
    let choices = Choices::new(stores, panel.question);
    let seen = seen_inside(stores, panel.is_open);
    // A question from elsewhere on the page scrolls to its result.
    let is_awaited = StoredValue::new(false);
    Effect::new(move |_| {
        if desk.run.with(|run| run.as_ref().is_some_and(|run| !run.is_partial))
            && is_awaited.try_update_value(core::mem::take) == Some(true)
        {
            after_frame(move || {
                in_page(desk.finding_id()).iter().for_each(|finding| finding.scroll_into_view())
            });
        }
    });
    Effect::new(move |_| {
        scenario.opened.track();
        let asked = studies.words.get();
        if asked.is_empty() {
            choices.forget_link();
        } else {
            untrack(|| choices.take(&asked));
            is_awaited.set_value(true);
        }
    });
    let is_luck = Memo::new(move |_| choices.question.get() == StudyQuestion::Luck);
    Arc::new(move || {
        let seen = seen.clone();
        let asked = move |is_luck: bool| match is_luck {
            true => seen(),
            false => view! { <Asked desk choices /> }.into_any(),
        };
        erased::changed(move || is_luck.get(), asked).into_any()
    })
}

#[component]
fn Asked(desk: StudyRunner, choices: Choices) -> impl IntoView {
    desk.follow(move || choices.link());
    let is_best = Memo::new(move |_| choices.question.get() == StudyQuestion::Best);
    let mine = move |is_best: bool| is_best.then(|| view! { <Mine /> });
    view! {
        {erased::changed(move || is_best.get(), mine)}
        {controls::view(choices)}
        {result::view(desk)}
    }
}

/// The study of an article's link. While there is any, the answer's bars are hidden (studies.css).
pub(crate) fn asked_by_link(studies: StudyStore) -> AnyView {
    let asks_none = move || studies.words.with(String::is_empty);
    let section = move || {
        view! {
            <section class="studies" aria-label="Study">
                {requested(move |module| (module.linked)())}
            </section>
        }
    };
    erased::changed(asks_none, move |is_none| (!is_none).then(section)).into_any()
}

/// A study's sentence, and its table or drawing.
#[component]
pub(crate) fn Linked() -> impl IntoView {
    let stores @ Stores { scenario, studies, .. } = use_stores();
    let desk = StudyRunner::new(stores, Room::Panel);
    desk.follow(move || {
        let scenario = scenario.now.with(|now| to_link(now.rules, &now.asked.document));
        studies
            .words
            .with(|study| if study.is_empty() { Err(String::new()) } else { Ok(with(&scenario, study)) })
    });
    result::view(desk)
}
