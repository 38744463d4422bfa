//! The distribution as a table, on demand.

use super::Shown;
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
    let table = move || is_open.get().then(|| shown.with(|damage| Some(rows(damage))));
    view! {
        <details class="numbers" node_ref=details on:toggle=toggle>
            <summary>"As a table"</summary>
            <div>{table}</div>
        </details>
    }
}

fn rows(damage: &Damage) -> AnyView {
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
        <div class="scroll" tabindex="0" role="region" aria-label="Damage as a table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Damage"</th>
                        <th scope="col">"This much"</th>
                        <th scope="col">"This much or more"</th>
                    </tr>
                </thead>
                <tbody>{damage.bars.iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
