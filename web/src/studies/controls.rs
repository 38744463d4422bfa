//! The questions in a row, and the controls of each.

use super::fields::{self, LabelledField, Slot};
use super::question::{self, Choices};
use super::words;
use crate::actions::study_link;
use crate::platform::erased;
use crate::store::{Question, ScenarioStore, Stores};
use leptos::prelude::*;
use tohit_resolver::study::Measure;

/// An option: its name, its label, and the heading above it.
pub(super) type Choice = (String, String, String);

/// The controls of the question.
pub(super) fn view(choices: Choices) -> AnyView {
    view! { <div class="asks">{erased::live(move || needs(choices))}</div> }.into_any()
}

/// Controls of the question.
fn needs(choices: Choices) -> AnyView {
    // Shows a link's choices.
    choices.stores.scenario.opened.track();
    let question = choices.question.get();
    let choose = move |signal: RwSignal<String>| move |value| choices.choose(signal, value);
    let measure = move |label| {
        let chosen = Signal::derive(move || choices.measure().to_owned());
        select(label, measures(choices.stores), chosen, choose(choices.measure))
    };
    match question {
        Question::Rules | Question::Apart => measure("Measured by"),
        Question::Helps => {
            let stores = choices.stores;
            let all = Memo::new(move |_| {
                let choice = |(name, label): (&str, &str)| (name.to_owned(), label.to_owned(), String::new());
                let sheets = choices.sheets.get().into_iter().map(choice);
                sheets.chain([choice((question::EVERYTHING, "anything"))]).collect()
            });
            let chosen = Signal::derive(move || stores.scenario.now.with(|now| choices.whose(now)));
            view! { {select("A step of", all, chosen, choose(choices.whose))} {measure("Measured by")} }
                .into_any()
        }
        Question::Best => {
            let all = Memo::new(move |_| {
                let (slots, chosen) =
                    choices.stores.scenario.now.with(|now| (choices.slots(now), choices.slot(now)));
                let is_own = |slot: &&Slot| chosen.as_ref() == Some(*slot) || !slot.is_double(&slots);
                let choice = |slot: &Slot| (slot.name(), slot.label.clone(), String::new());
                slots.iter().filter(is_own).map(choice).collect()
            });
            let chosen = move || {
                choices
                    .stores
                    .scenario
                    .now
                    .with(|now| choices.slot(now))
                    .map(|slot| slot.name())
                    .unwrap_or_default()
            };
            let of = move |slot| {
                choices.names.set(String::new());
                choices.choose(choices.slot, slot);
            };
            let names =
                typed("Only these", "all, or names with commas", choices.names.into(), choose(choices.names));
            let unknown = move || {
                let names = choices.stores.scenario.now.with(|now| choices.unknown(now));
                (!names.is_empty()).then(|| {
                    view! { <p class="note">{format!("Not in this list: {}.", names.join(", "))}</p> }
                })
            };
            view! {
                {select("Among", all, Signal::derive(chosen), of)} {measure("Measured by")} {names}
                {erased::live(unknown)}
                <p class="supposed">{Signal::derive(move || choices.stores.scenario.now.with(|now| choices.supposed(now)))}</p>
            }
            .into_any()
        }
        Question::Matters => {
            let path = |at: Option<LabelledField>| at.map(|at| at.path).unwrap_or_default();
            let stores = choices.stores;
            let one = Signal::derive(move || path(stores.scenario.now.with(|now| choices.field(now))));
            let other = Signal::derive(move || path(stores.scenario.now.with(|now| choices.other(now))));
            view! {
                {select("What changes", ranged(stores.scenario, ""), one, choose(choices.field))}
                {select("And with it", ranged(stores.scenario, "nothing else"), other, choose(choices.other))}
                {measure("Measured by")}
            }
            .into_any()
        }
        Question::Linked | Question::Luck | Question::Need => ().into_any(),
    }
}

/// The measures that there are.
pub(super) fn measures(stores: Stores) -> Memo<Vec<Choice>> {
    Memo::new(move |_| {
        let says =
            |name: &str| Measure::parse(name).map_or_else(|_| name.to_owned(), |one| words::measure(&one));
        let choice = |name: &str| (name.to_owned(), says(name), String::new());
        study_link::measures(stores).into_iter().map(choice).collect()
    })
}

/// The fields that have a range, after the option for none of them.
pub(super) fn ranged(scenario: ScenarioStore, none: &'static str) -> Memo<Vec<Choice>> {
    Memo::new(move |_| {
        let none = (!none.is_empty()).then(|| (String::new(), none.to_owned(), String::new()));
        let ranged: Vec<LabelledField> =
            scenario.now.with(|now| fields::all(now)).into_iter().filter(LabelledField::is_ranged).collect();
        // A closed select shows no heading.
        let is_one_of_two = |at: &LabelledField| {
            ranged.iter().any(|other| other.label() == at.label() && other.path != at.path)
        };
        let says = |at: &LabelledField| if is_one_of_two(at) { at.name() } else { at.label().to_owned() };
        let choice = |at: &LabelledField| (at.path.clone(), says(at), at.within());
        none.into_iter().chain(ranged.iter().map(choice)).collect()
    })
}

/// Element id of a control.
fn id(label: &str) -> String {
    format!("studies-{}", label.to_ascii_lowercase().replace(' ', "-"))
}

/// A select of the present options.
pub(super) fn select(
    label: &'static str,
    all: Memo<Vec<Choice>>,
    chosen: Signal<String>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    // Without a choice by hand, the value may change.
    let chosen = Memo::new(move |_| chosen.get());
    let options = move || {
        let all = all.get();
        let here = chosen.get();
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
            <select id=id(label) on:change=erased::entry(move |event| choose(event_target_value(&event)))>
                {erased::live(options)}
            </select>
        </div>
    }
    .into_any()
}

/// A text field.
pub(super) fn typed(
    label: &'static str,
    example: &'static str,
    shown: Signal<String>,
    enter: impl Fn(String) + 'static,
) -> AnyView {
    view! {
        <div class="wanted long">
            <label for=id(label)>{label}</label>
            <input
                id=id(label)
                type="text"
                placeholder=example
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                prop:value=shown
                on:input=erased::entry(move |event| enter(event_target_value(&event)))
            />
        </div>
    }
    .into_any()
}
