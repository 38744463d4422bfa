//! Copies of a study: the table for a wiki or a spreadsheet, and the study's own link.

use super::heat::Map;
use super::study_runner::StudyRunner;
use super::words;
use crate::model::custom_rules;
use crate::model::link::with;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::StudyRun;
use crate::widgets::clipboard::Copy;
use leptos::prelude::*;
use tohit_report::format;
use tohit_report::study::{self, graph};
use tohit_report::table;
use tohit_resolver::study::{Study, parted};
use tohit_resolver::{Json, to_link};

/// The buttons, where there is something to copy.
pub(super) fn view(desk: StudyRunner) -> AnyView {
    let has_none = move || desk.run.with(|run| run.as_ref().is_none_or(|run| run.study.is_none()));
    let has_no_picture = move || {
        let is_drawn = |run: &StudyRun| {
            run.study.as_ref().is_some_and(|study| !study.axes.is_empty() && study.explain.is_none())
        };
        desk.run.with(|run| !run.as_deref().is_some_and(is_drawn))
    };
    // Draws on demand, and sets the picture as the link's target.
    let draw = move |event: web_sys::MouseEvent| {
        let svg = untrack(|| desk.run.with(|run| picture(run.as_deref()?))).unwrap_or_default();
        let address = format!("data:image/svg+xml,{}", js_sys::encode_uri_component(&svg));
        let _ = browser::target(&event).map(|link| link.set_attribute("href", &address));
    };
    let copy = |label, text: fn(&StudyRun) -> String| {
        view! { <Copy label class="quiet" text=move || untrack(|| desk.with(text)) /> }
    };
    view! {
        <div class="copies" class:absent=Signal::derive(has_none)>
            {copy("Copy as wikitext", wikitext)} {copy("Copy as CSV", csv)} {copy("Link to this study", link)}
            <a
                class="quiet"
                class:absent=Signal::derive(has_no_picture)
                href="#"
                download="tohit-study.svg"
                on:click=erased::press(draw)
            >
                "Save as a picture"
            </a>
        </div>
    }
    .into_any()
}

/// The study as a drawing that stands alone.
fn picture(run: &StudyRun) -> Option<String> {
    let posterior = run.end.as_ref().and_then(|end| Some(end.probably.as_ref()?.posterior.as_slice()));
    graph(&custom_rules::game(run.now.rules), run.study.as_deref()?, &run.rows, posterior)
        .map(|graph| graph.svg())
}

/// The table's head, and a line for each row: for people, or for programs.
fn lines(run: &StudyRun, people: bool) -> Vec<Vec<String>> {
    let Some(study) = run.study.as_deref() else { return Vec::new() };
    let (shown, named) = (study.shown(), words::named(run, study));
    let mut head: Vec<String> = study.axes.iter().map(|axis| named.axis(&axis.name)).collect();
    head.extend(shown.iter().map(words::measure));
    let row = |row: &tohit_resolver::study::StudyRow<f64>| {
        let places = study.axes.iter().zip(study.places(row.cell));
        let mut line: Vec<String> = places.map(|(axis, place)| named.place(&axis.name, place)).collect();
        line.extend(shown.iter().zip(&row.values).map(|(measure, value)| match value {
            Some(value) if people => words::value(measure, *value),
            Some(value) => format::plain(*value),
            None => String::new(),
        }));
        line
    };
    core::iter::once(head).chain(run.rows.iter().map(row)).collect()
}

fn csv(run: &StudyRun) -> String {
    table::csv(lines(run, false))
}

/// A sortable table.
fn wikitext(run: &StudyRun) -> String {
    let body = match Map::of(run) {
        Some(map) => map.wiki(),
        None => table::cells(lines(run, true)).collect(),
    };
    let title = run.study.as_deref().map(|study| study::title(&custom_rules::game(run.now.rules), study));
    table::wikitext(&link(run), &title.unwrap_or_default(), body).join("\n") + "\n"
}

fn own_link(run: &StudyRun) -> String {
    let Some(study) = run.study.as_deref() else { return String::new() };
    let (link, rules) = (study.to_link(), run.now.rules);
    let (scenario, asks) = parted(rules, &link);
    let is_as_asked = scenario == to_link(rules, &run.now.asked.document);
    let best = if is_as_asked { None } else { best(run, study) };
    let shown = best.map(|document| with(&to_link(rules, &document), &asks));
    custom_rules::added(shown.unwrap_or(link), rules)
}

/// Document of the best preset, for the study's link, where the entries of the sheets are not among the
/// compared presets.
fn best(run: &StudyRun, study: &Study<'_>) -> Option<Json> {
    let is_of_presets = study.axes.iter().any(|axis| axis.name.contains(".preset"));
    let is_now = words::is_now(run, study);
    let is_among = run.rows.iter().any(|row| is_now(row.cell));
    let first = run.rows.first().filter(|_| is_of_presets && study.order.is_some() && !is_among)?;
    Some(study.document(first.cell))
}

/// The study's address.
fn link(run: &StudyRun) -> String {
    format!("{}#{}", browser::here(), own_link(run))
}
