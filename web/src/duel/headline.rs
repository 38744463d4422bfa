//! A duel in the band: two names, two chances, one bar, and the hit points of both sides.

use super::words::{
    Naming, SEEN, bodies, name_of_end, names, points_of, refused, reply, strikes_first, whole, wins, within,
};
use crate::actions::opponent::{self, struck};
use crate::actions::roll;
use crate::answer::gains;
use crate::model::custom_rules;
use crate::platform::browser;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Refused, Stores, use_stores};
use crate::widgets::NumberEntry;
use crate::widgets::gain::Note;
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::html::Input;
use leptos::prelude::*;
use tohit_report::duel::DuelSummary;
use tohit_report::format;
use tohit_report::sentence;
use tohit_report::values::plain;
use tohit_resolver::Json;

/// What the parts of the headline share.
#[derive(Clone, Copy)]
struct Bout {
    /// The scenario in which the struck fighter strikes back; and the same with its defaults.
    back: Memo<Json>,
    whole: Memo<Json>,
    names: Memo<[String; 2]>,
    /// Bodies of each side, with the hit points of each; none of a single one.
    bodies: Memo<[Option<(i64, String)>; 2]>,
}

impl Bout {
    fn new(stores: Stores) -> Self {
        let Stores { scenario, .. } = stores;
        let back = reply(scenario);
        Self {
            back,
            whole: whole(scenario, back),
            names: Memo::new(move |_| back.with(|back| names(scenario, back, Naming::Bare))),
            bodies: Memo::new(move |_| scenario.now.with(|now| back.with(|back| bodies(now, back)))),
        }
    }
}

/// Asks the worker for the duel, and keeps its result and its rolled example in step.
fn follow(stores: Stores) {
    let Stores { scenario, duel, .. } = stores;
    Effect::new(move |_| {
        let now = scenario.now.get();
        let first = duel.begins.get();
        let both = match opponent::both(&now) {
            Ok(both) => opponent::question(both),
            Err(says) => {
                let says = format!("No duel: {says}.");
                duel.is_computing.set(false);
                return duel.came.set(Some(Err(Refused { says, lacks: None })));
            }
        };
        let asked = now.clone();
        let then = move |reply| {
            let _ = duel.is_computing.try_set(false);
            let _ = duel.came.try_set(match reply {
                Reply::Duel(duel) => Some(Ok(duel)),
                Reply::Wrong(wrong) => Some(Err(refused(&asked, &wrong))),
                _ => None,
            });
        };
        let kind = Kind::Duel { first, thrown: None, column: None };
        duel.is_computing.set(true);
        worker::ask(scenario.now, now.rules, kind, both, Box::new(then));
        roll::follow(stores);
    });
}

/// The duel in the band: the worker is asked for it, and both fighters stand at their sides.
#[component]
pub(crate) fn DuelHeadline() -> impl IntoView {
    let stores @ Stores { scenario, answer, duel, .. } = use_stores();
    follow(stores);
    let bout = Bout::new(stores);
    let ends = Memo::new(move |_| duel.result().map(|duel| duel.ends));
    // The chances stand as the fighters do.
    let is_turned = Signal::derive(move || scenario.now.with(|now| now.sides()[0] == "defender"));
    view! {
        <div class="bout" class:turned=is_turned class:earlier=duel.is_computing class:absent=Signal::derive(move || answer.does_none())>
            <div class="sides">
                <Contender bout side=0 ends /> <Between bout /> <Contender bout side=1 ends />
            </div>
            <svg class="stack" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
                {erased::live(move || bar(ends.get()))}
            </svg>
        </div>
    }
}

/// A side of the duel: its name, its chance, its gain over a pin, and its hit points.
#[component]
fn Contender(bout: Bout, side: usize, ends: Memo<Option<[f64; 4]>>) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let says = move || bout.names.with(|names| names.get(side).map(|name| format!("{name} {}", wins(name))));
    let chance = move || ends.get().and_then(|ends| ends.get(side).copied());
    let can_enter = scenario.panels.has(Panels::SHEETS) && !scenario.shows_few();
    let note = (side == 0).then(|| {
        let gains = Memo::new(move |_| gains(stores).unwrap_or_default());
        let gain = Signal::derive(move || gains.with(|gains| gains.wins.clone()));
        // A remark where both chances display alike.
        let none = Signal::derive(move || gains.with(|gains| gains.none.clone()));
        view! { <p class="note"><Note says=none gain=gain /></p> }
    });
    view! {
        <div class="contender">
            <small>{Signal::derive(says)}</small>
            <strong>{Signal::derive(move || chance().map_or_else(|| "–".to_owned(), format::percent))}</strong>
            {note}
            {can_enter.then(|| view! { <Points bout side /> })}
        </div>
    }
}

/// The field for a side's hit points.
#[component]
fn Points(bout: Bout, side: usize) -> impl IntoView {
    let stores @ Stores { scenario, duel, .. } = use_stores();
    let Bout { back, whole, bodies, .. } = bout;
    let is_attacker = side == 0;
    let field = NodeRef::<Input>::new();
    // Focuses the missing hit points after a press of the switch; a link does not move the focus.
    Effect::new(move |_| {
        // The lack of an earlier duel is no answer to this press.
        if duel.is_computing.get() || duel.came.with(Option::is_none) || !duel.is_wanted.get_untracked() {
            return;
        }
        match duel.lacks() {
            Some(other) if other != side => {}
            lacks => {
                duel.is_wanted.set(false);
                field
                    .get_untracked()
                    .filter(|_| lacks.is_some())
                    .iter()
                    .for_each(|field| browser::focus(field));
            }
        }
    });
    let entered = Signal::derive(move || match is_attacker {
        // The attacker's own: without an entry the default is the placeholder.
        true => back.with(|back| back.at(&struck("hp")).map(plain)).unwrap_or_default(),
        false => scenario.now.with(|now| now.complete.at("defender.hp").map(plain)).unwrap_or_default(),
    });
    let otherwise = move || {
        let known = || whole.with(|whole| whole.at("defender.hp").map(plain)).unwrap_or_default();
        if is_attacker { known() } else { String::new() }
    };
    let enter = Box::new(move |text: String| match (is_attacker, text.trim().parse::<i64>()) {
        (true, _) => stores.enter_in_reply(&struck("hp"), &text),
        (false, Ok(points)) => stores.set("defender.hp", points.into()),
        (false, Err(_)) if text.trim().is_empty() => stores.put_back("defender.hp"),
        _ => {}
    });
    let has_many = move || bodies.with(|all| all.get(side).is_some_and(Option::is_some));
    let name = if is_attacker { "attacker" } else { "defender" };
    let label = Signal::derive(move || scenario.now.with(|now| format::sentence(&points_of(now, name))));
    view! {
        <label class:asked=Signal::derive(move || duel.lacks() == Some(side))>
            {Signal::derive(move || if has_many() { "hit points of each " } else { "hit points " })}
            <NumberEntry entered otherwise=Signal::derive(otherwise) enter name=label field />
        </label>
    }
}

/// Conditions of a duel: the side that strikes first, the situation, and the length.
#[component]
fn Between(bout: Bout) -> impl IntoView {
    let Stores { scenario, duel, .. } = use_stores();
    let lines = move || {
        let first = bout.names.with(|names| strikes_first(duel.begins.get(), names));
        // The attackers' number, and other conditions.
        let situation =
            scenario.now.with(|now| sentence::situation(&custom_rules::game(now.rules), &now.asked.document));
        let situation = situation.trim_end_matches("; ").to_owned();
        let course = duel.result().as_ref().map(course).unwrap_or_default();
        let some = [format::sentence(&first), situation].into_iter().filter(|line| !line.is_empty());
        some.chain(course).map(|line| view! { <span>{line}</span> }).collect_view()
    };
    view! { <p class="between">{erased::live(lines)}</p> }
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
