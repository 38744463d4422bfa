//! A duel in the band: two names, two chances, one bar, and the hit points of both sides.

use super::words::{SEEN, bodies, name_of_end, names, refused, reply, strikes_first, whole, wins, within};
use crate::actions::opponent::{self, struck};
use crate::actions::roll;
use crate::answer::gains;
use crate::model::custom_rules;
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Refused, Stores, use_stores};
use crate::widgets::gain::Note;
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::html::Input;
use leptos::prelude::*;
use tohit_report::duel::DuelSummary;
use tohit_report::format;
use tohit_report::sentence;
use tohit_report::values::plain;

/// Asks the worker for the duel, and shows it.
#[component]
pub(crate) fn DuelHeadline() -> impl IntoView {
    let stores @ Stores { scenario, answer, duel, .. } = use_stores();
    let back = reply(scenario);
    Effect::new(move |_| {
        let now = scenario.now.get();
        let first = duel.begins.get();
        let both = match opponent::both(&now) {
            Ok(both) => opponent::question(both),
            Err(says) => {
                let says = format!("No duel: {says}.");
                return duel.came.set(Some(Err(Refused { says, lacks: None })));
            }
        };
        let then = move |reply| {
            let _ = duel.came.try_set(match reply {
                Reply::Duel(duel) => Some(Ok(duel)),
                Reply::Wrong(wrong) => Some(Err(refused(&wrong))),
                _ => None,
            });
        };
        worker::ask(
            scenario.now,
            now.rules,
            Kind::Duel { first, thrown: None, column: None },
            both,
            Box::new(then),
        );
        roll::follow(stores);
    });
    let whole = whole(scenario, back);
    let names = Memo::new(move |_| back.with(|back| names(scenario, back)));
    let ends = Memo::new(move |_| {
        duel.came.with(|came| came.as_ref().and_then(|came| came.as_ref().ok()).map(|duel| duel.ends))
    });
    let fields = [NodeRef::<Input>::new(), NodeRef::new()];
    // Focuses the missing hit points after a press of the switch; a link does not move the focus.
    Effect::new(move |_| {
        if duel.came.with(Option::is_none) || !duel.is_wanted.get_untracked() {
            return;
        }
        duel.is_wanted.set(false);
        if let Some(field) =
            duel.lacks().and_then(|side| fields.get(side)).and_then(|field| field.get_untracked())
        {
            browser::focus(&field);
        }
    });
    let can_enter = scenario.panels.has(Panels::SHEETS) && !scenario.shows_few();
    let entered = [
        // The attacker's own: without an entry the default is the placeholder.
        Signal::derive(move || back.with(|back| back.at(&struck("hp")).map(plain).unwrap_or_default())),
        Signal::derive(move || {
            scenario.now.with(|now| now.complete.at("defender.hp").map(plain).unwrap_or_default())
        }),
    ];
    let otherwise = move |side: usize| {
        let known = || whole.with(|whole| whole.at("defender.hp").map(plain)).unwrap_or_default();
        if side == 0 { known() } else { String::new() }
    };
    let enter = move |side: usize, text: String| match (side, text.trim().parse::<i64>()) {
        (0, _) => stores.enter_in_reply(&struck("hp"), &text),
        (_, Ok(points)) => stores.set("defender.hp", points.into()),
        (_, Err(_)) if text.trim().is_empty() => stores.put_back("defender.hp"),
        _ => {}
    };
    let each = Memo::new(move |_| scenario.now.with(|now| back.with(|back| bodies(now, back))));
    let has_many = move |side: usize| each.with(|each| each.get(side).is_some_and(Option::is_some));
    let points = move |side: usize, label: &'static str| {
        view! {
            <label class:asked=Signal::derive(move || duel.lacks() == Some(side))>
                {Signal::derive(move || if has_many(side) { "hit points of each " } else { "hit points " })}
                <input
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    aria-label=label
                    node_ref=fields.get(side).copied().unwrap_or_default()
                    prop:value=entered.get(side).copied().unwrap_or_default()
                    placeholder=Signal::derive(move || otherwise(side))
                    on:input=erased::entry(move |event| enter(side, event_target_value(&event)))
                />
            </label>
        }
    };
    let gains = Memo::new(move |_| gains(stores).unwrap_or_default());
    let gain = Signal::derive(move || gains.with(|gains| gains.wins.clone()));
    // A remark where both chances display alike.
    let none = Signal::derive(move || gains.with(|gains| gains.none.clone()));
    let side = move |side: usize, label: &'static str| {
        let says = move || names.with(|names| names.get(side).map(|name| format!("{name} {}", wins(name))));
        let chance = move || ends.get().and_then(|ends| ends.get(side).copied());
        view! {
            <div class="contender">
                <small>{Signal::derive(says)}</small>
                <strong>{Signal::derive(move || chance().map_or_else(|| "–".to_owned(), format::percent))}</strong>
                {(side == 0).then(|| view! { <p class="note"><Note says=none gain=gain /></p> })}
                {can_enter.then(|| points(side, label))}
            </div>
        }
        .into_any()
    };
    // The number of each side that has several, with its name, and how they fall.
    let squads = move || {
        let line = |(side, (many, points)): (usize, (i64, String))| {
            let name = names.with(|names| names.get(side).cloned()).unwrap_or_default();
            let says = format!("{name}: {many} × {points} hit points, they fall one by one");
            view! { <span>{says}</span> }
        };
        let has_points = |(side, squad): (usize, Option<(i64, String)>)| {
            Some((side, squad?)).filter(|(_, (_, each))| !each.is_empty())
        };
        let lines: Vec<_> = each.get().into_iter().enumerate().filter_map(has_points).map(line).collect();
        let rule = (!lines.is_empty())
            .then(|| view! { <span>"A blow meets one of them, and the turn’s next strike the next."</span> });
        view! { {lines} {rule} }
    };
    let between = move || {
        let first = names.with(|names| strikes_first(duel.begins.get(), names));
        let course = duel.came.with(|came| came.as_ref().and_then(|came| came.as_ref().ok()).map(course));
        // The attackers' number, and other conditions.
        let situation =
            scenario.now.with(|now| sentence::situation(&custom_rules::game(now.rules), &now.asked.document));
        view! {
            <span>{format::sentence(&first)}</span>
            {(!situation.is_empty()).then(|| view! { <span>{situation.trim_end_matches("; ").to_owned()}</span> })}
            {squads()}
            {course.unwrap_or_default().into_iter().map(|line| view! { <span>{line}</span> }).collect_view()}
        }
    };
    // The chances stand as the fighters do.
    let is_turned = Signal::derive(move || scenario.now.with(|now| now.sides()[0] == "defender"));
    view! {
        <div class="bout" class:turned=is_turned class:absent=Signal::derive(move || answer.does_none())>
            <div class="sides">
                {side(0, "Attacker’s hit points")} <p class="between">{erased::live(between)}</p>
                {side(1, "Defender’s hit points")}
            </div>
            <svg class="stack" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
                {erased::live(move || bar(ends.get()))}
            </svg>
        </div>
    }
}

/// The length of a duel, and its ends without a winner.
fn course(duel: &DuelSummary) -> Vec<String> {
    let mostly = duel.mostly.map(|rounds| format!(", nine in ten by {}", format::whole(rounds)));
    let over = duel
        .rounds
        .map(|rounds| format!("over in {} rounds{}", format::tenths(rounds), mostly.unwrap_or_default()));
    let [.., both, standing] = duel.ends;
    let neither = [(2, both), (3, standing)].into_iter().filter(|(_, p)| *p >= SEEN);
    let neither =
        neither.map(|(place, p)| format!("{} {}", within(&name_of_end(place, duel)), format::percent(p)));
    over.into_iter().chain(neither).collect()
}

/// A bar of all ends: the attacker's from the left, the defender's from the right.
fn bar(ends: Option<[f64; 4]>) -> AnyView {
    /// Gap between neighbours.
    const GAP: f64 = 4.0;
    let [win, lose, both, standing] = ends.unwrap_or_default();
    let parts = [("landed", win), ("blocked", both), ("miss", standing), ("other", lose)];
    let mut start = 0.0;
    let rect = |(class, p): (&'static str, f64)| {
        let (x, wide) = (1000.0 * start, f64::max(1000.0 * p - GAP, 0.0));
        start += p;
        view! { <rect class=class height="1" x=format::decimal(x, 1) width=format::decimal(wide, 1)></rect> }
    };
    parts.map(rect).collect_view().into_any()
}
