//! Each fighter of a duel alone: what his strikes do if the other does nothing, with the way to his mode.

use super::words::{Naming, bodies, names};
use crate::platform::erased;
use crate::store::{MOST_PINS, Stores, use_stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::plot::dead_within;
use tohit_report::summary::{Damage, FightSummary, Summary};
use tohit_resolver::Json;

/// Slot of the answer to the reply, beside those of the pins.
const SLOT: Kind = Kind::Column(MOST_PINS);

/// The table: a row for each, as the fighters stand.
#[component]
pub(super) fn EachAlone(back: Memo<Json>) -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    let theirs = RwSignal::new(Arc::<Summary>::default());
    Effect::new(move |_| {
        let document = back.get();
        if document == Json::Null {
            return theirs.set(Arc::default());
        }
        let asked = document.clone();
        let then = move |reply| {
            let is_latest = back.try_with_untracked(|back| *back == asked) == Some(true);
            if let (true, Reply::Floats(summary)) = (is_latest, reply) {
                theirs.set(Arc::new(*summary));
            }
        };
        worker::ask(scenario.now, scenario.here().rules, SLOT, document, Box::new(then));
    });
    let names = Memo::new(move |_| back.with(|back| names(scenario, back, Naming::Armed)));
    let rows = move || {
        let ([mine, other], within) = (names.get(), answer.within.get());
        let mine = row(stores, &mine, &answer.summary.get(), within, false);
        let theirs = row(stores, &other, &theirs.get(), within, true);
        let is_turned = scenario.now.with(|now| now.sides()[0] == "defender");
        if is_turned { view! { {theirs} {mine} }.into_any() } else { view! { {mine} {theirs} }.into_any() }
    };
    let is_timed = move || {
        let is_timed =
            |summary: &Arc<Summary>| summary.fight.as_ref().is_some_and(|fight| fight.time.is_some());
        answer.summary.with(is_timed) || theirs.with(is_timed)
    };
    let kills = move || if is_timed() { "kills in normal turns" } else { "kills in turns" };
    let within = move || {
        let within = dead_within(answer.within.get(), answer.summary.with(|summary| summary.beat()));
        if is_timed() { format!("{within} of its own") } else { within }
    };
    let squads = move || {
        names.with(|names| scenario.now.with(|now| squads(names, back.with(|back| bodies(now, back)))))
    };
    view! {
        <table class="alone">
            <caption>"Each alone, if the other does nothing"</caption>
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"hits"</th>
                    <th scope="col">"damage"</th>
                    <th scope="col">{Signal::derive(kills)}</th>
                    <th scope="col">{Signal::derive(within)}</th>
                </tr>
            </thead>
            <tbody>{erased::live(rows)}</tbody>
        </table>
        <p class="squads">{Signal::derive(squads)}</p>
    }
}

/// The number of each side that has several, with its name, and how they fall.
fn squads(names: &[String; 2], bodies: [Option<(i64, String)>; 2]) -> String {
    let line = |(squad, name): (Option<(i64, String)>, &String)| {
        let (many, points) = squad.filter(|(_, points)| !points.is_empty())?;
        Some(format!("{}: {many} × {points} hit points, they fall one by one. ", format::sentence(name)))
    };
    let both = bodies.into_iter().zip(names).filter_map(line).collect::<String>();
    if both.is_empty() {
        return both;
    }
    both + "A blow meets one of them, and the turn’s next strike the next."
}

/// A fighter's figures; his name looks at his strikes.
fn row(stores: Stores, name: &str, summary: &Summary, within: i64, strikes_back: bool) -> AnyView {
    let look = move |_| {
        stores.choose_extent(stores.usual_extent());
        if strikes_back {
            stores.turn_round();
        }
    };
    let damage = summary.turn.as_ref().map(|turn| format!("{} a turn", turn.average()));
    let damage = damage.or_else(|| summary.damage.as_ref().map(Damage::average));
    let fight = summary.fight.as_ref();
    // Strikes and turns of other lengths in the game's normal turns.
    let kills = fight.map(FightSummary::average_of_normal_turns);
    let dead = fight.and_then(|fight| fight.within(within)).map(format::percent);
    let all = [summary.hit.map(format::percent), damage, kills, dead];
    let cell = |says: Option<String>| view! { <td>{says.unwrap_or_else(|| "–".to_owned())}</td> };
    view! {
        <tr>
            <th scope="row">
                <button type="button" class="link" on:click=erased::press(look)>
                    {format::sentence(name)}
                </button>
            </th>
            {all.map(cell).into_iter().collect_view()}
        </tr>
    }
    .into_any()
}
