//! The table of measures on the page: a row for each, the best of a row marked; and that of many rolls.

use super::measures::{Cell, Differs, Row, Side, rows};
use crate::platform::erased;
use crate::widgets::gain::GainMark;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::summary::Summary;
use tohit_resolver::AboutRules;

/// The rows of the table: the first side is the base of the comparison.
#[component]
pub(super) fn MeasureRows(
    about: &'static AboutRules,
    #[prop(into)] sides: Signal<Vec<Side>>,
    #[prop(into)] differs: Signal<Differs>,
) -> impl IntoView {
    let rows = Memo::new(move |_| sides.with(|sides| rows(about, sides, differs.get())));
    let cell = |cell: Cell| {
        let best = cell.is_best.then(|| view! { <span class="unseen">" best"</span> });
        view! {
            <td class:best=cell.is_best>
                <span class="figure">{cell.says}</span>
                {best}
                " "
                {cell.gain.map(|gain| view! { <GainMark gain /> })}
            </td>
        }
    };
    let row = move |row: Row| {
        view! {
            <tr class:unlike=row.is_unlike>
                <th scope="row">{row.label}</th>
                {row.cells.into_iter().map(cell).collect_view()}
            </tr>
        }
    };
    view! { <tbody>{erased::live(move || rows.get().into_iter().map(row).collect_view())}</tbody> }
}

/// The shares of many rolls beside the exact chances. The chart draws both.
#[component]
pub(crate) fn RolledTable(
    about: &'static AboutRules,
    exact: RwSignal<Arc<Summary>>,
    rolled: RwSignal<Arc<Summary>>,
    count: RwSignal<usize>,
) -> impl IntoView {
    let sides = Signal::derive(move || [exact.get(), rolled.get()].map(Side::of).to_vec());
    view! {
        <div class="by-rolls">
            <table class="measures">
                <caption class="unseen">"Rolled beside exact"</caption>
                <thead>
                    <tr>
                        <td>
                            <span class="unseen">"Measure"</span>
                        </td>
                        <th scope="col">"Exact"</th>
                        <th scope="col">
                            <i class="key side-4"></i>
                            {Signal::derive(move || format!("{} rolled", format::whole(count.get() as i64)))}
                        </th>
                    </tr>
                </thead>
                <MeasureRows about sides differs=Signal::derive(move || Differs::Thrown(count.get())) />
            </table>
        </div>
    }
}
