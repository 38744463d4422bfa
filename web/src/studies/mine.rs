//! "Which of mine is best?": the things that the character carries, each in the present fight, best first.

use crate::actions::character::with_owned;
use crate::actions::sides::weapon;
use crate::model::custom_rules::game;
use crate::model::kept_characters::Owned;
use crate::model::scenario::Now;
use crate::platform::erased;
use crate::platform::requests::{Request, Requests};
use crate::platform::scripts;
use crate::store::{Stores, use_stores};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use tohit_report::format;
use tohit_report::sentence::held;
use tohit_report::summary::{Damage, FightSummary, Summary};
use tohit_resolver::Json;
use tohit_resolver::document::brought;

/// A thing, and the answer with it.
type Row = (Owned, Summary);

/// Paths of the fields for which the character carries several things, with their labels.
fn choices(stores: Stores, now: &Now) -> Vec<(String, &'static str)> {
    let Stores { characters, .. } = stores;
    let mut paths: Vec<String> = Vec::new();
    characters.mine.with(|mine| {
        for thing in &mine.things {
            if !paths.contains(&thing.path) {
                paths.push(thing.path.clone());
            }
        }
    });
    let with_label = |path: String| {
        let (side, within) = path.split_once('.')?;
        let spec = tohit_resolver::document::sheet_of(now.form().asked(side, now.mode)?.shape)?;
        let label = spec.asked(within, now.mode)?.about.label;
        (characters.mine_for(now, &path).len() > 1).then_some((path, label))
    };
    paths.into_iter().filter_map(with_label).collect()
}

/// True where the present fight has a field for which the character carries several things; tracked.
pub(super) fn has_some(stores: Stores) -> bool {
    stores.scenario.now.with(|now| !choices(stores, now).is_empty())
}

/// A table for each field with several things.
#[component]
pub(super) fn Mine() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let paths = Memo::new(move |_| scenario.now.with(|now| choices(stores, now)));
    let tables =
        move || paths.get().into_iter().map(|(path, label)| table(stores, path, label)).collect_view();
    view! {
        <PutAmong />
        {erased::live(tables)}
    }
}

/// The weapon in hand, as a thing; none where there is none, or it is among the things.
fn in_hand(stores: Stores, now: &Now) -> Option<Owned> {
    let (path, label, _) = weapon(now).filter(|_| now.asker() == "attacker")?;
    let entered = now.document.at(&path).cloned();
    let entries = entered.or_else(|| brought(now.rules, now.form(), &now.document, &path));
    // Neither entered nor of a preset: the weapon of the sheet as it stands.
    let entries = entries.or_else(|| now.complete.at(&path).cloned())?;
    let held = held(&game(now.rules), &now.document, "attacker");
    let name = if held.is_empty() { label.to_owned() } else { format::sentence(&held) };
    let mine = stores.characters.mine_for(now, &path);
    let is_new = mine.iter().all(|thing| thing.entries != entries);
    // Fields that the other things decide: as they are now.
    let decided = mine.first().map_or(&[][..], |thing| &thing.beside);
    let beside = decided.iter().filter_map(|(path, _)| Some((path.clone(), now.complete.at(path)?.clone())));
    let thing = Owned { path: path.to_string(), name, entries, beside: beside.collect() };
    (is_new && matches!(thing.entries, Json::Object(_))).then_some(thing)
}

/// Puts the weapon in hand among the things of the fighter.
#[component]
fn PutAmong() -> impl IntoView {
    let stores @ Stores { scenario, characters, .. } = use_stores();
    let thing = Memo::new(move |_| scenario.now.with(|now| in_hand(stores, now)));
    let button = move |thing: Option<Owned>| {
        thing.map(|thing| {
            let says = format!("Put {} among mine", thing.name);
            let press = move |_| characters.add(&scenario.here(), thing.clone());
            view! {
                <button type="button" class="link" on:click=erased::press(press)>
                    {says}
                </button>
            }
        })
    };
    erased::changed(move || thing.get(), button)
}

fn table(stores: Stores, path: String, label: &'static str) -> AnyView {
    let Stores { scenario, characters, .. } = stores;
    let rows = RwSignal::new(Vec::<Row>::new());
    let requests = Requests::new();
    let of = path.clone();
    Effect::new(move |_| {
        let now = scenario.now.get();
        let things = characters.mine_for(&now, &of);
        spawn_local(follow(now, things, rows, requests.begin()));
    });
    let is_defender = path.starts_with("defender");
    let body = move || {
        let mut all = rows.get();
        all.sort_by(|one, other| {
            let order = rank(&one.1).total_cmp(&rank(&other.1));
            if is_defender { order.reverse() } else { order }
        });
        all.into_iter().map(|row| line(stores, row)).collect_view()
    };
    // The rows are sorted by the game's clock, where it differs from the turns.
    let turns = move || {
        let has_clock = |(_, summary): &Row| summary.fight.as_ref().is_some_and(|fight| fight.time.is_some());
        rows.with(|rows| if rows.iter().any(has_clock) { "normal turns to kill" } else { "turns to kill" })
    };
    // Things that do not count in this mode make no difference.
    let is_idle = Signal::derive(move || {
        rows.with(|rows| rows.windows(2).all(|pair| matches!(pair, [(_, one), (_, other)] if one == other)))
    });
    view! {
        <table class="owned" class:absent=is_idle>
            <caption>{format!("{label}: yours, the best first")}</caption>
            <thead>
                <tr>
                    <th scope="col">"Yours"</th>
                    <th scope="col">"hits"</th>
                    <th scope="col">"damage"</th>
                    <th scope="col">{Signal::derive(turns)}</th>
                    <td></td>
                </tr>
            </thead>
            <tbody>{erased::live(body)}</tbody>
        </table>
    }
    .into_any()
}

/// Computes an answer for each thing, one a turn of the browser, as long as nobody asks anew.
async fn follow(now: Arc<Now>, things: Vec<Owned>, rows: RwSignal<Vec<Row>>, request: Request) {
    let mut all: Vec<Row> = Vec::new();
    for thing in things {
        scripts::done("turn").await;
        if !request.is_latest() {
            return;
        }
        if let Some(summary) = with_owned(&now, &thing) {
            all.push((thing, summary));
        }
    }
    rows.try_set(all);
}

/// Order of the rows: the mean time to kill, or else by damage.
fn rank(summary: &Summary) -> f64 {
    let time = summary.fight.as_ref().map(|fight| fight.normal_turns().unwrap_or(f64::INFINITY));
    time.unwrap_or_else(|| -mean(summary).map_or(0.0, |damage| damage.mean))
}

fn mean(summary: &Summary) -> Option<&Damage> {
    summary.turn.as_ref().or(summary.damage.as_ref())
}

fn line(stores: Stores, (thing, summary): Row) -> AnyView {
    let hit = summary.hit.map_or_else(String::new, format::percent);
    let damage = mean(&summary).map_or_else(String::new, Damage::average);
    let kill = summary.fight.as_ref();
    let kill = kill.map_or_else(|| "–".to_owned(), FightSummary::average_of_normal_turns);
    let name = thing.name.clone();
    let (says, dropped) = (format!("Take {name} away"), thing.clone());
    let drop = move |_| stores.characters.drop_thing(&dropped);
    let mine = thing.clone();
    let is_now = move || stores.scenario.now.with(|now| mine.given(now).complete == now.complete);
    let take = move |_| stores.step(thing.given(&stores.scenario.here()));
    view! {
        <tr class:here=Signal::derive(is_now)>
            <th scope="row">
                <button type="button" class="link" on:click=erased::press(take)>
                    {name}
                </button>
            </th>
            <td>{hit}</td>
            <td>{damage}</td>
            <td>{kill}</td>
            <td>
                <button type="button" class="quiet" aria-label=says on:click=erased::press(drop)>
                    "×"
                </button>
            </td>
        </tr>
    }
    .into_any()
}
