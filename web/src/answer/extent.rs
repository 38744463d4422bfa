//! Extent: one strike, a turn, a fight, or a duel. One choice for the distribution, the log and the tallies.
//! The page has the duel among its modes.

use crate::actions::sides::has_points;
use crate::model::scenario::Now;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Stores, use_stores};
use crate::widgets::words;
use leptos::prelude::*;
use tohit_report::format;
use tohit_report::picture::spread;
use tohit_resolver::Extent;

/// Labels of the switch.
const WORDS: [&str; Extent::ALL.len()] = ["one strike", "turn", "fight", "duel"];

/// True where the mode has it.
pub(crate) fn is_offered(now: &Now, extent: Extent) -> bool {
    match extent {
        Extent::Strike => true,
        Extent::Turn => now.about().mode(now.mode).is_some_and(|mode| mode.turns),
        Extent::Fight | Extent::Duel => has_points(now.rules, now.mode),
    }
}

/// The switch. Extents that the mode lacks are hidden; unavailable ones are disabled, with a reason.
#[component]
pub(crate) fn Extents() -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    let shown = Memo::new(move |_| stores.extent_shown());
    // Per mode, not per key press. A memo that is only tracked, and never read, would miss changes.
    let place = Memo::new(move |_| scenario.now.with(|now| now.place()));
    let is_page = scenario.panels.has(Panels::WHOLE);
    let is_among = move |extent: Extent| !(is_page && extent == Extent::Duel);
    let offers =
        move |extent: Extent| is_among(extent) && place.with(|_| is_offered(&scenario.here(), extent));
    let lacks = move |extent: Extent| match extent {
        Extent::Strike => None,
        Extent::Duel => scenario.now.with(|now| now.fight.reply().err()).map(|why| format::sentence(&why)),
        _ if answer.summary.with(|summary| spread(extent, summary).is_some()) => None,
        Extent::Turn => Some("A turn has one strike here".to_owned()),
        Extent::Fight => Some("Enter the defender’s hit points".to_owned()),
    };
    // Extent last pressed: its reason is shown as text for touch screens.
    let wanted = RwSignal::new(None::<Extent>);
    let press = move |extent: Extent| {
        wanted.set(Some(extent));
        if untrack(|| lacks(extent)).is_none() {
            stores.choose_extent(extent);
        }
    };
    let button = move |says: &'static str, extent: Extent| {
        let lacks = Signal::derive(move || lacks(extent));
        view! {
            <button
                type="button"
                title=lacks
                aria-disabled=Signal::derive(move || lacks.get().map(|_| "true"))
                aria-pressed=Signal::derive(move || (shown.get() == extent).to_string())
                on:click=erased::press(move |_| press(extent))
            >
                {says}
            </button>
        }
        .into_any()
    };
    let one = move |(says, (_, extent)): (&'static str, (&str, Extent))| {
        let there = move |is_there: bool| is_there.then(|| button(says, extent));
        erased::changed(move || offers(extent), there).into_any()
    };
    let has_none = Signal::derive(move || {
        let is_alone = !Extent::ALL.iter().skip(1).any(|(_, extent)| offers(*extent));
        is_alone || answer.does_none() || !is_among(shown.get())
    });
    view! {
        <div class="extents" class:absent=has_none>
            {words("How much of a fight", None, WORDS.into_iter().zip(Extent::ALL).map(one).collect())}
            <small role="status">{Signal::derive(move || wanted.get().and_then(lacks))}</small>
        </div>
    }
}
