//! What is asked: one row of questions, and what each needs to know.

use super::Desk;
use super::fields;
use super::question::{Choices, Question};
use crate::erased;
use leptos::prelude::*;

const QUESTIONS: [(Question, &str); 6] = [
    (Question::Helps, "What helps most?"),
    (Question::Best, "Which is best?"),
    (Question::Matters, "How much does it matter?"),
    (Question::Need, "What do I need?"),
    (Question::Rules, "Do the rules matter?"),
    (Question::Saw, "What I saw"),
];

/// What one can choose among: a name, what it says, and the heading that it stands under.
type Choice = (String, String, String);

/// The controls.
pub(super) fn view(desk: Desk) -> AnyView {
    let choices = desk.choices;
    let one = move |(question, says): (Question, &'static str)| {
        let press = move |_| {
            choices.linked.set(String::new());
            choices.question.set(question);
        };
        view! {
            <button
                type="button"
                aria-pressed=Signal::derive(move || (choices.question.get() == question).to_string())
                on:click=erased::press(press)
            >
                {says}
            </button>
        }
    };
    let linked = move || {
        (choices.question.get() == Question::Linked).then(|| one((Question::Linked, "As the link asks")))
    };
    view! {
        <div class="questions" role="group" aria-label="Question">
            {QUESTIONS.into_iter().map(one).collect_view()}
            {erased::live(linked)}
        </div>
        <div class="asks">{erased::live(move || needs(choices))}</div>
    }
    .into_any()
}

/// What the question needs to know.
fn needs(choices: Choices) -> AnyView {
    // What a link chose is shown.
    choices.page.opened.track();
    let question = choices.question.get();
    let measure = move |label| {
        let all = Memo::new(move |_| {
            let choice = |(name, says): (&str, &str)| (name.to_owned(), says.to_owned(), String::new());
            choices.measures().into_iter().map(choice).collect()
        });
        select(label, all, Signal::derive(move || choices.measure().to_owned()), (choices, choices.measure))
    };
    let field = move |label, none: &'static str| {
        let all = Memo::new(move |_| {
            let page = choices.page;
            let none = (!none.is_empty()).then(|| (String::new(), none.to_owned(), String::new()));
            let ranged = page.now.with(|now| fields::all(now)).into_iter().filter(fields::At::is_ranged);
            let choice = |at: fields::At| (at.path, at.label.to_owned(), at.within);
            none.into_iter().chain(ranged.map(choice)).collect()
        });
        let chosen =
            move || choices.page.now.with(|now| choices.field(now)).map(|at| at.path).unwrap_or_default();
        select(label, all, Signal::derive(chosen), (choices, choices.field))
    };
    match question {
        Question::Helps => measure("Measured by").into_any(),
        Question::Rules => measure("Measured by").into_any(),
        Question::Best => {
            let all = Memo::new(move |_| {
                let slots = choices.page.now.with(|now| choices.slots(now));
                slots.into_iter().map(|slot| (slot.name(), slot.label, String::new())).collect()
            });
            let chosen = move || {
                choices.page.now.with(|now| choices.slot(now)).map(|slot| slot.name()).unwrap_or_default()
            };
            let slot = select("Of", all, Signal::derive(chosen), (choices, choices.slot));
            view! { {slot} {measure("Measured by")} }.into_any()
        }
        Question::Matters => view! { {field("Field", "")} {measure("To the")} }.into_any(),
        Question::Need => {
            let least = entry("Goal", "90", choices, choices.least, "short");
            view! { {field("Of", "")} {measure("For a")} {least} }.into_any()
        }
        Question::Saw => {
            let seen = entry("Strike after strike", "hit 12, miss, miss", choices, choices.seen, "long");
            view! { {seen} {field("What it says of", "how lucky it was")} }.into_any()
        }
        Question::Linked => ().into_any(),
    }
}

/// The name of a control in the page.
fn id(label: &str) -> String {
    format!("studies-{}", label.to_ascii_lowercase().replace(' ', "-"))
}

/// A choice among what there is now.
fn select(
    label: &'static str,
    all: Memo<Vec<Choice>>,
    chosen: Signal<String>,
    (choices, into): (Choices, RwSignal<String>),
) -> AnyView {
    let options = move || {
        let all = all.get();
        let here = chosen.get_untracked();
        let option = |(name, says, _): &Choice| {
            view! {
                <option value=name.clone() selected=*name == here>
                    {says.clone()}
                </option>
            }
        };
        let groups = all.chunk_by(|one, other| one.2 == other.2).map(|group| {
            let options = group.iter().map(option).collect_view();
            match group.first().map(|(.., heading)| heading.clone()).filter(|heading| !heading.is_empty()) {
                Some(heading) => view! { <optgroup label=heading>{options}</optgroup> }.into_any(),
                None => options.into_any(),
            }
        });
        groups.collect_view()
    };
    view! {
        <div class="wanted">
            <label for=id(label)>{label}</label>
            <select id=id(label) on:change=erased::entry(move |event| choices.choose(into, event_target_value(&event)))>
                {erased::live(options)}
            </select>
        </div>
    }
    .into_any()
}

/// A line that is typed.
fn entry(
    label: &'static str,
    example: &'static str,
    choices: Choices,
    into: RwSignal<String>,
    class: &'static str,
) -> AnyView {
    view! {
        <div class=format!("wanted {class}")>
            <label for=id(label)>{label}</label>
            <input
                id=id(label)
                type="text"
                placeholder=example
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=into.get_untracked()
                on:input=erased::entry(move |event| choices.choose(into, event_target_value(&event)))
            />
        </div>
    }
    .into_any()
}
