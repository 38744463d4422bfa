//! Hints beside fields, on demand: the effect of one step on a measure, or the value that reaches a goal.

use super::controls::{measures, select};
use super::fields::{self, LabelledField, Wide};
use super::findings::is_same;
use super::goals;
use super::sketch;
use super::study_runner::{PAUSE, Room, StudyRunner};
use super::words;
use crate::actions::goal::GOAL;
use crate::actions::study_link;
use crate::model::link::with;
use crate::platform::browser;
use crate::platform::erased;
use crate::sheet;
use crate::store::field as at;
use crate::store::{Asks, Hint, Press, Stores, StudyRun, StudyStore, use_stores};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::values::stepped;
use tohit_resolver::document;
use tohit_resolver::sheet::Shape;
use tohit_resolver::study::StudyRow;
use tohit_resolver::{Json, encode, to_link};
use web_sys::HtmlInputElement;

/// The hint, and a small curve.
pub(crate) fn field_hint(stores: Stores, path: Arc<str>, field: String) -> AnyView {
    let Stores { studies, .. } = stores;
    let sketch = sketch::view(stores, path.clone(), field.clone());
    let hint =
        Memo::new(move |_| studies.hints.with(|all| all.iter().find(|(known, _)| **known == *path).cloned()));
    let hint = erased::live(move || hint.get().map(|(path, hint)| one(stores, path, hint, field.clone())));
    view! { {hint} {sketch} }.into_any()
}

fn one(stores: Stores, path: String, hint: Hint, field: String) -> AnyView {
    let Stores { studies, .. } = stores;
    let Hint { says: (step, says), whole, kind, press, is_old } = hint;
    // No value of an earlier goal is taken for this one.
    let press = if is_old && matches!(press, Press::Takes(_)) { Press::Nothing } else { press };
    const TO: &str = ":\u{a0}";
    let seen = if step.is_empty() { says.clone() } else { format!("{step}{TO}{says}") };
    let step = (!step.is_empty()).then(|| view! { <i>{step}</i> {TO} });
    let class = format!("{kind}{}", if is_old { " old" } else { "" });
    let (press, whole): (Box<dyn Fn(web_sys::MouseEvent)>, String) = match press {
        Press::Nothing => {
            return view! {
                <span class=class title=whole>
                    {step} {says}
                </span>
            }
            .into_any();
        }
        Press::Takes(value) => {
            let take = move |event: web_sys::MouseEvent| {
                // The button goes; the focus moves to the field.
                browser::focus_soon(&event, field.clone());
                stores.edit(|document, now| document::put(document, &now.complete, &path, value.clone()));
            };
            (Box::new(take), whole)
        }
        Press::Draws(words) => {
            // The label holds the visible text.
            (
                Box::new(move |_| studies.words.set(words.clone())),
                format!("{seen} ({whole}; draws all values)"),
            )
        }
    };
    view! {
        <button type="button" class=class aria-label=whole.clone() title=whole on:click=erased::press(press)>
            {step} {says}
        </button>
    }
    .into_any()
}

/// A hint still in progress.
fn waiting() -> Hint {
    let says = (String::new(), "…".to_owned());
    Hint { says, whole: "looking …".to_owned(), kind: "same", press: Press::Nothing, is_old: true }
}

/// The question to every field, in a line above them; nothing without a question.
#[component]
pub(crate) fn FieldHints() -> impl IntoView {
    let stores @ Stores { scenario, studies, .. } = use_stores();
    let desk = StudyRunner::new(stores, Room::Fields);
    studies.restore_steps();
    // A stack.
    let queue = StoredValue::new(Vec::new());
    let next = move || {
        let link = queue.try_update_value(Vec::pop).flatten();
        link.into_iter().for_each(|link| desk.ask(Ok(link)));
    };
    let measure = Memo::new(move |_| study_link::measure(stores, &studies.measure.get(), "hit"));
    // Changes with scenario, measure and goal.
    let asked = Memo::new(move |_| {
        let asks = studies.asks.get();
        let words = match asks {
            Asks::Nothing => return None,
            Asks::Step => format!("~&show={}", encode(measure.get())),
            Asks::Goal => study_link::asked(measure.get(), &studies.goal.get(), studies.less.get())?,
        };
        Some((asks, scenario.now.with(|now| to_link(now.rules, &now.asked.document)), words))
    });
    Effect::new(move |before: Option<Option<Asks>>| {
        desk.forget();
        queue.set_value(Vec::new());
        let Some((asks, link, words)) = asked.get() else {
            studies.hints.set(Vec::new());
            return None;
        };
        let is_same = before == Some(Some(asks));
        studies.hints.update(|all| {
            all.retain(|_| is_same);
            all.iter_mut().for_each(|(_, hint)| hint.is_old = true);
        });
        desk.soon(if is_same { PAUSE } else { 0 }, move || {
            queue.set_value(if asks == Asks::Step {
                vec![with(&link, &words)]
            } else {
                let (paths, links): (Vec<String>, Vec<String>) =
                    goals::goals(scenario, &link, &words).into_iter().unzip();
                studies.hints.update(|all| {
                    let is_new = |path: &String| !all.iter().any(|(known, _)| known == path);
                    let new: Vec<_> = paths.into_iter().filter(is_new).collect();
                    all.extend(new.into_iter().map(|path| (path, waiting())));
                });
                links
            });
            next();
        });
        Some(asks)
    });
    sketch::keep(stores, measure);
    Effect::new(move |_| {
        let Some(run) = desk.run.get() else { return };
        let hint = if run.study.as_ref().is_some_and(|study| study.find.is_some()) {
            goals::goal(&run).into_iter().collect()
        } else {
            steps(&run)
        };
        studies.hints.update(|all| {
            all.retain(|(path, _)| !hint.iter().any(|(known, _)| known == path));
            all.extend(hint);
        });
        next();
    });
    erased::live(move || bar(stores, measure))
}

/// The line above the fields: the measure, the goal, and a button to close it.
fn bar(stores: Stores, measure: Memo<&'static str>) -> AnyView {
    let Stores { scenario, studies, .. } = stores;
    let asks = studies.asks.get();
    // A tool has nothing to measure.
    if asks == Asks::Nothing || study_link::measures(stores).is_empty() {
        return ().into_any();
    }
    let is_goal = asks == Asks::Goal;
    let label = if is_goal { "What do I need for" } else { "What one step of each field does to the" };
    let measures =
        select(label, measures(stores), Signal::derive(move || measure.get().to_owned()), move |name| {
            studies.less.set(study_link::is_less(scenario, &name));
            studies.measure.set(name);
        });
    let unit = move || match measure.get() {
        _ if !is_goal => "",
        _ if is_no_number(studies, measure) => "is no number",
        name => direction(name, studies.less.get()),
    };
    let close = move |event: &web_sys::Event| {
        // The line goes; the focus moves to the asking number, or else to the first sheet.
        let first =
            || sheet::sections(scenario, &scenario.here()).first().map(|(field, _)| at::id(field.name));
        let aimed = Some(studies.aimed.get_untracked()).filter(|aimed| is_goal && !aimed.is_empty());
        if let Some(place) = aimed.or_else(|| Some(format!("{}-heading", first()?))) {
            browser::focus_soon(event, place);
        }
        match is_goal {
            true => studies.close_goal(),
            false => studies.toggle_steps(),
        }
    };
    view! {
        <div class="gutters" on:keydown=erased::key(move |event| {
            if event.key() == "Escape" {
                close(&event);
            }
        })>
            {measures} {is_goal.then(|| view! { <GoalNumber measure /> })} <span>{Signal::derive(unit)}</span>
            {is_goal.then(|| view! { <GoalCurve measure /> })}
            <button type="button" class="quiet" on:click=erased::press(move |event| close(&event))>
                "Close"
            </button>
        </div>
    }
    .into_any()
}

/// True for a typed goal that is no value of the measure.
fn is_no_number(studies: StudyStore, measure: Memo<&'static str>) -> bool {
    studies.goal.with(|typed| {
        !typed.trim().is_empty() && study_link::asked(measure.get(), typed, studies.less.get()).is_none()
    })
}

/// Unit of a goal, and the direction in which more is enough.
fn direction(measure: &str, is_less: bool) -> &'static str {
    match is_less {
        true if study_link::is_chance(measure) => "% or less",
        false if study_link::is_chance(measure) => "% or more",
        false => "or more",
        true if study_link::is_count(measure) => "or fewer",
        true => "or less",
    }
}

/// Field for the goal.
#[component]
fn GoalNumber(measure: Memo<&'static str>) -> impl IntoView {
    let Stores { studies, .. } = use_stores();
    let typed = move |event| studies.goal.set(event_target_value(&event));
    // Typing replaces the selected goal.
    let selected = |event: web_sys::FocusEvent| event_target::<HtmlInputElement>(&event).select();
    view! {
        <label for=GOAL>"of"</label>
        <input
            id=GOAL
            type="text"
            inputmode="decimal"
            autocomplete="off"
            aria-invalid=Signal::derive(move || is_no_number(studies, measure).to_string())
            prop:value=studies.goal
            on:focus=selected
            on:input=erased::entry(typed)
        />
    }
}

/// The way to the curve of the default field, and what stands beside the fields.
#[component]
fn GoalCurve(measure: Memo<&'static str>) -> impl IntoView {
    let Stores { scenario, studies, .. } = use_stores();
    let draw = move |event: web_sys::MouseEvent| {
        let now = scenario.here();
        if let Some(at) = fields::asked_first(&now) {
            browser::focus_soon(&event, "panel-heading".to_owned());
            let words = fields::ranging(&now, &at, Wide::Drawn);
            studies.words.set(format!("{words}&show={}", measure.get_untracked()));
        }
    };
    view! {
        <button type="button" class="link" on:click=erased::press(draw)>
            "How much does it matter?"
        </button>
        <small>"Beside each field: the value that is enough, if it alone changes; where none is, what it gives at best."</small>
    }
}

/// The effect of one step of each field; of several steps, of the first that has any.
fn steps(run: &StudyRun) -> Vec<(String, Hint)> {
    let Some(study) = run.study.as_deref() else { return Vec::new() };
    let (column, Some(measure)) = words::column(study) else { return Vec::new() };
    let value = |row: &StudyRow<f64>| row.values.get(column).copied().flatten();
    let here = run.rows.first().and_then(value);
    let is_more = study.more_is_better(&measure);
    let named = words::named(run, study);
    let mut all: Vec<(String, Hint)> = Vec::new();
    for row in &run.rows {
        let label = study.places(row.cell).first().map(|place| place.label()).unwrap_or_default();
        let Some((path, said)) = label.split_once('=') else { continue };
        let Some(at) = LabelledField::of(run.now.form(), path) else { continue };
        let Some((then, here)) = value(row).zip(here) else { continue };
        let more = if measure.is_chance() { (then - here) * 100.0 } else { then - here };
        let kind = match is_same(then, here) {
            true => "same",
            false if (then > here) == is_more => "better",
            false => "worse",
        };
        let gain = match kind {
            "same" => "no change".to_owned(),
            _ => words::more_or_less(&measure, &format::difference(more)),
        };
        let whole = format!("{}: {}, {gain}", named.cell(row.cell), words::value(&measure, then));
        let says = (step(&at, run.now.complete.at(path), said), gain);
        let press = if at.is_ranged() {
            let measure = encode(&measure.to_string());
            Press::Draws(format!("{}&show={measure}", fields::ranging(&run.now, &at, Wide::Drawn)))
        } else {
            Press::Nothing
        };
        match all.last_mut().filter(|(known, _)| known == path) {
            Some((_, hint)) => {
                let whole = format!("{}; {whole}", hint.whole);
                if hint.kind == "same" && kind != "same" {
                    *hint = Hint { says, whole, kind, press, is_old: false };
                } else {
                    hint.whole = whole;
                }
            }
            None => all.push((path.to_owned(), Hint { says, whole, kind, press, is_old: false })),
        }
    }
    all
}

/// A step's size, or its new value.
fn step(at: &LabelledField, here: Option<&Json>, there: &str) -> String {
    let number = |text: &str| format::read(text);
    match (at.shape.inner(), here) {
        (Shape::Int { .. } | Shape::Num { .. }, Some(Json::Number(here))) => {
            let by = number(there).zip(number(here)).map_or(0.0, |(there, here)| there - here);
            format!("{}{}", if by < 0.0 { '\u{2212}' } else { '+' }, format::number(by.abs()))
        }
        _ => stepped(at.shape, here, there),
    }
}
