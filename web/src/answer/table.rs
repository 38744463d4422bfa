//! The distribution as a table, on demand.

use super::{Shown, View};
use crate::format;
use crate::summary::{Bar, Damage};
use leptos::html::Details;
use leptos::prelude::*;

/// The numbers behind the bars.
#[component]
pub(super) fn Table(shown: Shown) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let details = NodeRef::<Details>::new();
    let toggle = move |_| is_open.set(details.get_untracked().is_some_and(|details| details.open()));
    let table = move || is_open.get().then(|| shown.with(|damage| Some(rows(shown.view(), damage))));
    view! {
        <details class="numbers" node_ref=details on:toggle=toggle>
            <summary>"As a table"</summary>
            <div>{table}</div>
        </details>
    }
}

fn rows(view: View, damage: &Damage) -> AnyView {
    let [name, what, exactly, or_more] = match view {
        View::Strike | View::Turn => ["Damage as a table", "Damage", "This much", "This much or more"],
        View::Fight => ["Turns to kill as a table", "Turn", "In this turn", "In this turn or later"],
    };
    let last = damage.bars.len().saturating_sub(1);
    let row = |(place, bar): (usize, &Bar)| {
        view! {
            <tr>
                <th scope="row">{bar.values(damage.endless && place == last)}</th>
                <td>{format::percent(bar.exactly)}</td>
                <td>{format::percent(bar.at_least)}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=name>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{what}</th>
                        <th scope="col">{exactly}</th>
                        <th scope="col">{or_more}</th>
                    </tr>
                </thead>
                <tbody>{damage.bars.iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
