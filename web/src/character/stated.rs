//! The game says, we say: figures of a character's text beside ours.

use crate::platform::browser::after_frame;
use crate::platform::erased;
use leptos::prelude::*;
use tohit_import::Compared;
use tohit_report::format;

/// A figure of the game beside ours.
#[derive(Clone)]
pub(super) struct StatedRow {
    what: String,
    says: String,
    ours: String,
    is_equal: bool,
    reason: String,
}

/// Rows in sight: the others are folded.
const IN_SIGHT: usize = 4;

/// Rows of compared figures: what differs comes first.
pub(super) fn rows<'a>(compared: impl Iterator<Item = Compared<'a>>) -> Vec<StatedRow> {
    let row = |compared: Compared<'_>| StatedRow {
        what: compared.stated.what.clone(),
        says: compared.stated.says.clone(),
        ours: compared.ours.clone().unwrap_or_else(|| "–".to_owned()),
        is_equal: compared.is_equal,
        reason: compared.stated.reason.clone(),
    };
    let mut all: Vec<StatedRow> = compared.map(row).collect();
    all.sort_by_key(|row| row.is_equal);
    all
}

/// The table of the figures.
#[component]
pub(super) fn StatedFigures(rows: impl FnOnce() -> Vec<StatedRow> + 'static) -> impl IntoView {
    let compare = rows;
    let rows = RwSignal::new(Vec::<StatedRow>::new());
    // The lists are drawn first: each figure is an answer.
    after_frame(move || _ = rows.try_set(compare()));
    let agree = move || {
        rows.with(|rows| {
            let (all, equal) = (rows.len(), rows.iter().filter(|row| row.is_equal).count());
            match all {
                0 => String::new(),
                _ if all == equal => format!("all {} agree", format::count(all, "figure", "figures")),
                _ => format!("{equal} of {all} figures agree"),
            }
        })
    };
    let tables = move || {
        rows.with(|rows| {
            let (first, others) = rows.split_at(rows.len().min(IN_SIGHT));
            let more = (!others.is_empty()).then(|| {
                view! {
                    <details>
                        <summary>{format!("{} more", others.len())}</summary>
                        {table(others)}
                    </details>
                }
            });
            view! { {table(first)} {more} }
        })
    };
    view! {
        <div class="stated">
            <h3>"The game says, we say " <small role="status">{Signal::derive(agree)}</small></h3>
            {erased::live(tables)}
        </div>
    }
}

fn table(rows: &[StatedRow]) -> AnyView {
    let row = |row: &StatedRow| {
        let StatedRow { what, says, ours, is_equal, reason } = row.clone();
        let note = (!is_equal && !reason.is_empty()).then(|| view! { <small>{reason}</small> });
        view! {
            <tr class:differs=!is_equal>
                <th scope="row">{what} {note}</th>
                <td>{says}</td>
                <td>{ours}</td>
            </tr>
        }
    };
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">"Figure"</th>
                    <th scope="col">"the game says"</th>
                    <th scope="col">"we say"</th>
                </tr>
            </thead>
            <tbody>{rows.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
