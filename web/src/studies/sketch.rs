//! A small curve of the field that has the focus, beside the hints of one step.

use super::curve::{Drawing, Point, share};
use super::fields::{self, LabelledField, Wide};
use super::study_runner::{PAUSE, Room, StudyRunner};
use crate::model::link::with;
use crate::platform::erased;
use crate::store::field as at;
use crate::store::{Asks, ScenarioStore, Stores, StudyRun};
use crate::widgets::axes::{line, paths};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_resolver::document;
use tohit_resolver::to_link;

/// Asks for the curve of the field that has the focus; with the focus it goes.
pub(super) fn keep(stores: Stores, measure: Memo<&'static str>) {
    let Stores { scenario, studies, .. } = stores;
    let mut desk = StudyRunner::new(stores, Room::Sketch);
    desk.run = studies.sketch;
    Effect::new(move |before: Option<Option<String>>| {
        let id = studies.focused.get();
        let is_asked = studies.asks.get() == Asks::Step && !id.is_empty();
        let asked = is_asked.then(|| link(scenario, &id, measure.get())).flatten();
        if before.as_ref() != Some(&asked) {
            desk.forget();
            match asked.clone() {
                Some(link) => desk.soon(PAUSE, move || desk.ask(Ok(link))),
                None => desk.run.set(None),
            }
        }
        asked
    });
}

/// The study of a field's range. The link does not depend on the field's value, so typing there starts no new
/// study.
fn link(scenario: ScenarioStore, id: &str, measure: &str) -> Option<String> {
    scenario.now.with(|now| {
        let mut fields = fields::all(now).into_iter().filter(LabelledField::is_ranged);
        let at = fields.find(|at| at::id(&at.path) == id)?;
        let mut document = now.asked.document.clone();
        document::take(&mut document, &at.path);
        let words = format!("{}&show={measure}", fields::ranging(now, &at, Wide::Drawn));
        Some(with(&to_link(now.rules, &document), &words))
    })
}

/// The curve at a field, while that has the focus.
pub(super) fn view(stores: Stores, path: Arc<str>, field: String) -> AnyView {
    let Stores { studies, .. } = stores;
    let is_here = Memo::new(move |_| studies.focused.with(|focused| *focused == field));
    erased::live(move || {
        let run = if is_here.get() { studies.sketch.get() } else { None };
        run.and_then(|run| drawn(stores, &path, &run))
    })
    .into_any()
}

/// The curve, with its ends labelled and the present value marked. A press enlarges it, as a press on the
/// hint does.
fn drawn(stores: Stores, path: &str, run: &StudyRun) -> Option<AnyView> {
    let Stores { scenario, studies, .. } = stores;
    let study = run.study.as_ref()?;
    // The previous field's curve is not drawn here.
    let axis = study.axes.first().filter(|axis| axis.name == path)?.clone();
    let words = format!("{path}={}&show={}", axis.text(), study.show.first()?);
    let mut drawing = Drawing::of(run)?;
    let ends = drawing.ends();
    if ends.is_empty() {
        return None;
    }
    let is_level = ends.len() < 2;
    let end = move |end: Point| {
        let place = if is_level { " everywhere; ".to_owned() } else { format!(" at {}; ", end.name) };
        view! {
            <b>{end.says}</b>
            <span class="unseen">{place}</span>
        }
    };
    let now = move || {
        let here = scenario.now.with(|now| now.complete.at(&axis.name).and_then(|value| share(&axis, value)));
        here.map(|share| line("now", share, "0"))
    };
    let sketch = view! {
        <button
            type="button"
            class="sketch"
            tabindex="-1"
            // The field keeps the focus.
            on:mousedown=erased::press(|event| event.prevent_default())
            on:click=erased::press(move |_| studies.words.set(words.clone()))
        >
            {ends.into_iter().map(end).collect_view()}
            <span class="unseen">"draws all values"</span>
            <svg aria-hidden="true" width="100%" height="100%">
                {paths(vec![("curve".to_owned(), Signal::derive(move || drawing.path(false)))])}
                {erased::live(now)}
            </svg>
        </button>
    };
    Some(sketch.into_any())
}
