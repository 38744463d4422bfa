//! Simulated throws, whose shares converge to the exact chances.

use crate::answer::RolledTable;
use crate::platform::erased;
use crate::store::{Stores, use_stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::summary::Summary;
use tohit_resolver::Extent;

/// Limit that the worker counts in a moment.
pub(crate) const MOST_THROWS: usize = 100_000;

/// Number of further throws after `thrown`, and the button's label.
pub(crate) const fn next(thrown: usize) -> (u32, &'static str) {
    if thrown == 0 { (1000, "Test with 1,000 rolls") } else { (10_000, "Roll 10,000 more") }
}

/// Flags for whole turns and fights: turns where there are any, as their damage is shown beside; fights where
/// the extent includes them.
fn wholes(stores: Stores) -> (bool, bool) {
    let Stores { scenario, answer, .. } = stores;
    let is_far = matches!(scenario.extent.get(), Extent::Fight | Extent::Duel);
    answer.summary.with(|summary| (summary.turn.is_some(), is_far && summary.fight.is_some()))
}

/// The button that throws, and the tally of all throws so far.
#[component]
pub(crate) fn Tallies() -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    let (tally, count) = (answer.rolled, RwSignal::new(0usize));
    // Other dice or another scenario reset the tally, and late replies are dropped.
    let place = Memo::new(move |_| {
        let (seed, extent) = (scenario.seed.get(), scenario.extent.get().name());
        scenario.now.with(|now| format!("{seed} {extent} {}", now.asked.document))
    });
    let asked = StoredValue::new((String::new(), 0u32));
    Effect::new(move |_| {
        asked.set_value((place.get(), 0));
        count.set(0);
        tally.set(Arc::default());
    });
    let press = move |_| {
        asked.update_value(|(_, throws)| *throws += next(*throws as usize).0);
        let question = asked.get_value();
        let (seed, throws) = (scenario.seed.get_untracked(), question.1);
        let (turn, fight) = untrack(|| wholes(stores));
        let now = scenario.here();
        worker::ask(
            scenario.now,
            now.rules,
            Kind::Tally { seed, throws, turn, fight },
            now.asked.document.clone(),
            move |reply| {
                let is_latest = asked.try_with_value(|asked| *asked == question).unwrap_or(false);
                if let (true, Reply::Floats(summary)) = (is_latest, reply) {
                    tally.set(Arc::new(*summary));
                    count.set(throws as usize);
                }
            },
        );
    };
    // A roll without a target has no damage to count.
    let has_no_damage =
        Signal::derive(move || answer.does_none() || answer.summary.with(|summary| summary.is_roll()));
    let is_off = Signal::derive(move || scenario.is_stale() || count.get() >= MOST_THROWS);
    let shown = move || format::whole(count.get() as i64);
    let status = move || match count.get() {
        0 => String::new(),
        _ => {
            let seed = scenario.seed.get();
            let turns = match wholes(stores) {
                (true, true) => ", turns and fights",
                (true, false) => " and turns",
                (false, true) => " and fights",
                (false, false) => "",
            };
            let hit = |summary: &Summary| summary.hit.map(format::percent);
            let hits = tally.with(|tally| hit(tally)).zip(answer.summary.with(|exact| hit(exact)));
            let hits = hits.map(|(rolled, exact)| format!(": {rolled} hit, {exact} is exact"));
            format!(
                "The first {} attacks{turns} of replay no. {seed}{}. In brackets: how far so many rolls stray by chance alone, 19 times in 20.",
                shown(),
                hits.unwrap_or_default()
            )
        }
    };
    let has_none = Memo::new(move |_| count.get() == 0);
    let table = move |_| view! { <RolledTable about=scenario.here().about() exact=answer.summary rolled=tally count /> };
    view! {
        <button type="button" class="many" class:absent=has_no_damage disabled=is_off on:click=erased::press(press)>
            {Signal::derive(move || next(count.get()).1)}
        </button>
        <div class="tallies" class:absent=Signal::from(has_none)>
            <p role="status">{Signal::derive(status)}</p>
            <div>{erased::live(move || (!has_none.get()).then(|| scenario.in_place(table)))}</div>
        </div>
    }
}
