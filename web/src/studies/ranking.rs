//! A study as a table, in its order: the change, the value, the gain over now, and the button to take it.

use super::findings::is_same;
use super::study_runner::StudyRunner;
use super::words;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::StudyRun;
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::document::complete;
use tohit_resolver::in_order;
use tohit_resolver::study::{Measure, Study, StudyRow};

/// Rows that are shown at first.
const FIRST: usize = 12;

/// The table.
pub(super) fn view(desk: StudyRunner) -> AnyView {
    let is_whole = RwSignal::new(false);
    let count = Memo::new(move |_| desk.with(|run| run.rows.len()));
    let first = Memo::new(move |_| desk.with(|run| shown(run, false).len()));
    let more = move || {
        let press = move |event: web_sys::MouseEvent| {
            is_whole.set(true);
            browser::focus_soon(&event, desk.finding_id().to_owned());
        };
        (!is_whole.get() && count.get() > first.get()).then(|| {
            view! {
                <button type="button" class="quiet" on:click=erased::press(press)>
                    {format!("Show all {}", count.get())}
                </button>
            }
        })
    };
    let rows = move || desk.with(|run| Some(body(desk, run, is_whole.get())));
    view! {
        <div class="ranks" role="region" aria-label="Result as a table" tabindex="0">
            <table>
                <thead>{erased::live(move || desk.with(|run| Some(head(run))))}</thead>
                <tbody>{erased::live(rows)}</tbody>
            </table>
        </div>
        {erased::live(more)}
    }
    .into_any()
}

fn head(run: &StudyRun) -> AnyView {
    let Some(study) = run.study.as_deref() else { return ().into_any() };
    let named = words::named(run, study);
    let names: Vec<String> =
        study.axes.iter().map(|axis| format::sentence(&named.axis(&axis.name))).collect();
    let measures = study.shown().into_iter().map(|measure| {
        view! { <th scope="col">{format::sentence(&words::measure(&measure))}</th> }
    });
    view! {
        <tr>
            <th scope="col">{names.join("; ")}</th>
            {measures.collect_view()}
            <th scope="col">"Than now"</th>
            <td></td>
        </tr>
    }
    .into_any()
}

/// Value of the present scenario in the column that the rows are ranked by.
fn now_in(run: &StudyRun, column: usize) -> Option<f64> {
    run.end.as_ref()?.here.get(column).copied().flatten()
}

fn value_in(row: &StudyRow<f64>, column: usize) -> Option<f64> {
    row.values.get(column).copied().flatten()
}

/// The rows in their order: all, or those that are shown at first.
fn shown(run: &StudyRun, is_whole: bool) -> Vec<&StudyRow<f64>> {
    let mut rows: Vec<&StudyRow<f64>> = run.rows.iter().collect();
    let Some(study) = run.study.as_deref() else { return rows };
    let (column, _) = words::column(study);
    let here = now_in(run, column);
    let name = study.axes.first().map_or("", |axis| axis.name.as_str());
    // Rules rank by the size of the change, of either sign.
    if name == "switches" {
        let much = |at: usize| {
            let value = run.rows.get(at).and_then(|row| value_in(row, column));
            value.zip(here).map_or(0.0, |(one, now)| (one - now).abs())
        };
        let order = in_order(rows.len(), &|one, other| much(other).total_cmp(&much(one)));
        rows = order.into_iter().filter_map(|at| run.rows.get(at)).collect();
    }
    if !is_whole {
        // Steps without an effect are not among the first rows.
        let (is_now, is_of_steps) = (words::is_now(run, study), name.starts_with('~'));
        let is_idle = |row: &StudyRow<f64>| {
            !is_now(row.cell) && value_in(row, column).zip(here).is_some_and(|(one, now)| is_same(one, now))
        };
        rows.retain(|row| !(is_of_steps && is_idle(row)));
        rows.truncate(FIRST);
    }
    rows
}

fn body(desk: StudyRunner, run: &StudyRun, is_whole: bool) -> AnyView {
    let Some(study) = run.study.as_deref() else { return ().into_any() };
    let (column, measure) = words::column(study);
    let here = now_in(run, column);
    let is_more = measure.as_ref().is_some_and(|measure| study.more_is_better(measure));
    let measures = study.shown();
    let named = words::named(run, study);
    let is_here = is_present(run, study);
    let cells = |values: &[Option<f64>]| {
        let cell = |(place, measure): (usize, &Measure)| {
            let text = values.get(place).copied().flatten().map(|value| words::value(measure, value));
            view! { <td>{text.unwrap_or_else(|| "–".to_owned())}</td> }
        };
        measures.iter().enumerate().map(cell).collect_view().into_any()
    };
    let row = |row: &StudyRow<f64>| {
        let label = named.cell(row.cell);
        let is_now = is_here(row);
        let gain = value_in(row, column).zip(here).zip(measure.as_ref());
        let gain = match gain {
            _ if is_now => Gain { kind: "now", says: "now".to_owned(), ..Gain::default() },
            Some(((one, now), _)) if is_same(one, now) => {
                Gain { kind: "same", says: "=".to_owned(), ..Gain::default() }
            }
            Some(((one, now), measure)) => Gain::of(words::gain(measure, now, one), (one > now) == is_more),
            None => Gain { kind: "same", ..Gain::default() },
        };
        let refused = row.refused.first().map(|problem| view! { <small>{problem.message.clone()}</small> });
        let take = (desk.takes() && !is_now && row.refused.is_empty()).then(|| take(desk, row.cell, &label));
        ranked(view! { {label} {refused} }.into_any(), cells(&row.values), gain, take)
    };
    let shown = shown(run, is_whole);
    let mut rows: Vec<AnyView> = shown.iter().map(|one| row(one)).collect();
    if let Some(place) = place_of_now(run, study, &shown) {
        let values = run.end.as_ref().map(|end| end.here.as_slice()).unwrap_or_default();
        let gain = Gain { kind: "now", says: "now".to_owned(), ..Gain::default() };
        rows.insert(place.min(rows.len()), ranked("As it is now".into_any(), cells(values), gain, None));
    }
    rows.collect_view().into_any()
}

/// The last cells of a row: better or worse, and by how much.
#[derive(Default)]
struct Gain {
    kind: &'static str,
    sign: &'static str,
    says: String,
    /// The sign in words, for screen readers.
    said: &'static str,
}

impl Gain {
    fn of(says: String, is_better: bool) -> Self {
        match is_better {
            true => Self { kind: "better", sign: "▲ ", says, said: " better" },
            false => Self { kind: "worse", sign: "▼ ", says, said: " worse" },
        }
    }
}

fn ranked(label: AnyView, cells: AnyView, gain: Gain, take: Option<AnyView>) -> AnyView {
    view! {
        <tr class=gain.kind>
            <th scope="row">{label}</th>
            {cells}
            <td class="gain">
                <span aria-hidden="true">{gain.sign}</span>
                {gain.says}
                <span class="unseen">{gain.said}</span>
            </td>
            <td>{take}</td>
        </tr>
    }
    .into_any()
}

/// Predicate: rows of the present scenario. A thing of a list may stand for one that a fighter comes with.
fn is_present<'a>(run: &'a StudyRun, study: &'a Study<'a>) -> impl Fn(&StudyRow<f64>) -> bool + use<'a> {
    let (column, _) = words::column(study);
    let (now, is_now) = (now_in(run, column), words::is_now(run, study));
    let is_of_things = is_of_things(study);
    let is_whole = move |cell: usize| {
        is_of_things && complete(run.now.rules, &study.document(cell)).0 == run.now.complete
    };
    move |row| match value_in(row, column).zip(now) {
        Some((one, now)) => is_same(one, now) && (is_now(row.cell) || is_whole(row.cell)),
        None => is_now(row.cell),
    }
}

/// True for a study of presets: things, or fighters.
fn is_of_things(study: &Study<'_>) -> bool {
    study.axes.first().is_some_and(|axis| axis.name.contains(".preset"))
}

/// Place of the present thing in a ranking of things, where none of them is like it: it has a plus, or a brand.
fn place_of_now(run: &StudyRun, study: &Study<'_>, shown: &[&StudyRow<f64>]) -> Option<usize> {
    let (column, measure) = words::column(study);
    let (now, measure) =
        now_in(run, column).filter(|_| is_of_things(study) && study.order.is_some()).zip(measure)?;
    if run.rows.iter().any(is_present(run, study)) {
        return None;
    }
    let is_worse = |row: &&StudyRow<f64>| {
        value_in(row, column)
            .is_none_or(|one| !is_same(one, now) && (one > now) != study.more_is_better(&measure))
    };
    Some(shown.iter().position(is_worse).unwrap_or(shown.len()))
}

/// Button to take a change. The row goes: the study is then of another scenario.
fn take(desk: StudyRunner, cell: usize, label: &str) -> AnyView {
    let press = move |event: web_sys::MouseEvent| {
        browser::focus_soon(&event, desk.finding_id().to_owned());
        desk.take(cell);
    };
    view! {
        <button type="button" class="quiet" aria-label=format!("Take {label}") on:click=erased::press(press)>
            "Take"
        </button>
    }
    .into_any()
}
