//! The panel of a duel: its choices, its ends, each fighter alone, and the data for Share.

use super::controls::Controls;
use super::each_alone::EachAlone;
use super::words::{Naming, ends, names, reply};
use crate::actions::opponent;
use crate::actions::sides::sheet;
use crate::log::tallies;
use crate::model::custom_rules;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Came, DuelStore, Stores, use_stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use tohit_report::duel::words;
use tohit_report::format;
use tohit_report::sampling_error;
use tohit_report::share::Share;
use tohit_resolver::Extent;
use tohit_resolver::Json;

/// The opponent, the first strike, and the ends; the choices are there only with sheets that take any change.
#[component]
pub(crate) fn DuelPanel() -> impl IntoView {
    let Stores { scenario, answer, duel, .. } = use_stores();
    let back = reply(scenario);
    let question = move || duel.refusal().unwrap_or_default();
    let can_choose = scenario.panels.has(Panels::SHEETS) && !scenario.shows_few();
    view! {
        <div class="duel" class:absent=Signal::derive(move || answer.does_none())>
            <h3>"Who wins, if it strikes back"</h3>
            <p class:absent=Signal::derive(move || duel.lacks().is_none())>{Signal::derive(question)}</p>
            <div class="deciding" class:absent=Signal::derive(move || duel.lacks().is_some())>
                {can_choose.then(|| view! { <Controls back /> })}
                <Ends back />
                <EachAlone back />
                <p class="quietly">
                    "A round is a normal turn of the game, counted whole: a kill after 1.6 turns is in round 1. Where the sheets tell how fast each side is, the faster one has more turns in it."
                </p>
            </div>
        </div>
    }
}

/// The ends of the duel, exactly, and of so many rolled duels.
#[component]
fn Ends(back: Memo<Json>) -> impl IntoView {
    let Stores { scenario, duel, .. } = use_stores();
    let DuelStore { begins, came, .. } = duel;
    // Number of rolled duels, and the shares of ends.
    let rolled = RwSignal::new((0u32, [0.0; 4]));
    // Another duel, or other dice: the rolls are outdated.
    Effect::new(move |_| {
        came.track();
        scenario.seed.track();
        rolled.set((0, [0.0; 4]));
    });
    let roll = move |_| {
        let throws = rolled.with_untracked(|(before, _)| before + tallies::next(*before as usize).0);
        let asked = (came.get_untracked(), scenario.seed.get_untracked());
        let (now, first, thrown) = (scenario.here(), begins.get_untracked(), Some((asked.1, throws)));
        let Ok(both) = opponent::both(&now).map(opponent::question) else { return };
        let then = move |reply| {
            // A late reply is of another duel.
            let now = came.try_get_untracked().zip(scenario.seed.try_get_untracked());
            if let (true, Reply::Duel(duel)) = (now == Some(asked), reply) {
                rolled.set((throws, duel.ends));
            }
        };
        let kind = Kind::Duel { first, thrown, column: None };
        worker::ask(scenario.now, now.rules, kind, both, Box::new(then));
    };
    let rolls_none = Signal::derive(move || {
        let is_there = came.with(|came| matches!(came, Some(Ok(_))));
        !is_there
            || scenario.is_stale()
            || rolled.with(|(throws, _)| *throws as usize >= tallies::MOST_THROWS)
    });
    let names = move || back.with(|back| names(scenario, back, Naming::Armed));
    view! {
        {erased::live(move || came.with(|came| rows(came, &names(), rolled.get())))}
        <button type="button" class="many" disabled=rolls_none on:click=erased::press(roll)>
            {Signal::derive(move || tallies::next(rolled.with(|(throws, _)| *throws as usize)).1)}
        </button>
    }
}

/// The duel's data for Share, in place of the strike's.
pub(crate) fn share(stores: Stores, strike: Share) -> Share {
    let Stores { scenario, duel, .. } = stores;
    untrack(|| {
        let now = scenario.now.get();
        let Ok([mine, back]) = opponent::both(&now) else { return strike };
        let Some(Ok(summary)) = duel.came.get() else { return strike };
        let game = custom_rules::game(now.rules);
        words::share(&game, [&mine, &back], duel.first(), (&summary, None), strike)
    })
}

/// The ends in a few words, where a duel is shown.
pub(crate) fn line(stores: Stores) -> Option<String> {
    let Stores { scenario, duel, .. } = stores;
    if stores.extent_shown() != Extent::Duel {
        return None;
    }
    duel.came.with(|came| match came.as_ref()? {
        // No names: a narrow line is cut at its end. As the fighters stand.
        Ok(duel) => scenario.now.with(|now| {
            let [win, lose, ..] = duel.ends;
            let said = now.sides().map(|side| {
                let label = sheet(now.rules, now.mode, side).map_or(side, |(label, _)| label);
                let chance = if side == "attacker" { win } else { lose };
                format!("{label} {}", format::percent(chance))
            });
            Some(format!("Duel: {}", said.join(" · ")))
        }),
        Err(refused) => Some(refused.says.clone()),
    })
}

/// The ends as bars; beside them the shares of rolled duels.
fn rows(came: &Came, names: &[String; 2], (throws, shares): (u32, [f64; 4])) -> AnyView {
    let Some(Ok(duel)) = came else { return ().into_any() };
    let head = (throws > 0).then(|| {
        let rolled = format!("{} rolled", format::whole(throws.into()));
        view! {
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"Exact"</th>
                    <td></td>
                    <th scope="col">{rolled}</th>
                </tr>
            </thead>
        }
    });
    let row = |(place, (name, p)): (usize, (String, f64))| {
        let share = shares.get(place).filter(|_| throws > 0);
        let stray =
            format::tenths(sampling_error::expected(sampling_error::of_chance(p), throws as usize) * 100.0);
        let share =
            share.map(|share| view! { <td>{format!("{} (±\u{a0}{stray})", format::percent(*share))}</td> });
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{format::percent(p)}</td>
                <td class="length">
                    <svg class="track" width="100%" height="8" aria-hidden="true">
                        <rect width=format!("{}%", format::decimal(p * 100.0, 2)) height="8"></rect>
                    </svg>
                </td>
                {share}
            </tr>
        }
    };
    view! {
        <table class="ends">
            <caption class="unseen">"How the duel ends"</caption>
            {head}
            <tbody>{ends(names, duel).map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
