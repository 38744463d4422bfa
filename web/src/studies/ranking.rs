//! A study as a table, in its order: the change, the value, the gain over now, and the button to take it.

use super::findings::is_same;
use super::study_runner::StudyRunner;
use super::words;
use crate::platform::browser;
use crate::platform::erased;
use crate::store::Run;
use leptos::prelude::*;
use tohit_report::format;
use tohit_resolver::in_order;
use tohit_resolver::study::{Measure, StudyRow};

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

fn head(run: &Run) -> AnyView {
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
fn now_in(run: &Run, column: usize) -> Option<f64> {
    run.end.as_ref()?.here.get(column).copied().flatten()
}

fn value_in(row: &StudyRow<f64>, column: usize) -> Option<f64> {
    row.values.get(column).copied().flatten()
}

/// The rows in their order: all, or those that are shown at first.
fn shown(run: &Run, is_whole: bool) -> Vec<&StudyRow<f64>> {
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

fn body(desk: StudyRunner, run: &Run, is_whole: bool) -> AnyView {
    let Some(study) = run.study.as_deref() else { return ().into_any() };
    let (column, measure) = words::column(study);
    let here = now_in(run, column);
    let is_more = measure.as_ref().is_some_and(|measure| study.more_is_better(measure));
    let measures = study.shown();
    let (named, is_now) = (words::named(run, study), words::is_now(run, study));
    let row = |row: &StudyRow<f64>| {
        let label = named.cell(row.cell);
        let is_now = is_now(row.cell);
        let cell = |(place, measure): (usize, &Measure)| {
            let text = row.values.get(place).copied().flatten().map(|value| words::value(measure, value));
            view! { <td>{text.unwrap_or_else(|| "–".to_owned())}</td> }
        };
        let cells = measures.iter().enumerate().map(cell).collect_view();
        let gain = value_in(row, column).zip(here).zip(measure.as_ref());
        let (kind, sign, said, gain) = match gain {
            _ if is_now => ("now", "", "", "now".to_owned()),
            Some(((one, now), _)) if is_same(one, now) => ("same", "", "", "=".to_owned()),
            Some(((one, now), measure)) => {
                let text = words::gain(measure, now, one);
                if (one > now) == is_more {
                    ("better", "▲ ", " better", text)
                } else {
                    ("worse", "▼ ", " worse", text)
                }
            }
            None => ("same", "", "", String::new()),
        };
        let refused = row.refused.first().map(|problem| view! { <small>{problem.message.clone()}</small> });
        let take = (desk.takes() && !is_now && row.refused.is_empty()).then(|| take(desk, row.cell, &label));
        view! {
            <tr class=kind>
                <th scope="row">{label} {refused}</th>
                {cells}
                <td class="gain">
                    <span aria-hidden="true">{sign}</span>
                    {gain}
                    <span class="unseen">{said}</span>
                </td>
                <td>{take}</td>
            </tr>
        }
    };
    shown(run, is_whole).into_iter().map(row).collect_view().into_any()
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
