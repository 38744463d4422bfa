//! The panel of a duel: the opponent, the ends, and the data for Share.

use super::words::{ends, first_of, names, reply, whole, within};
use crate::actions::opponent::{self, struck};
use crate::actions::sides::sheet;
use crate::log::tallies;
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Came, DuelStore, Stores, use_stores};
use crate::worker;
use crate::worker::protocol::{Kind, Reply};
use leptos::prelude::*;
use tohit_report::duel::{DuelSummary, words};
use tohit_report::format;
use tohit_report::sampling_error;
use tohit_report::sentence;
use tohit_report::share::Share;
use tohit_report::values::plain;
use tohit_resolver::Extent;
use tohit_resolver::sheet::{Field, Shape, in_line};
use tohit_resolver::{Fraction, Json};

/// The opponent, the first strike, and the ends; the choices are there only with sheets that take any change.
#[component]
pub(crate) fn DuelPanel() -> impl IntoView {
    let stores @ Stores { scenario, answer, duel, .. } = use_stores();
    let DuelStore { begins, came, .. } = duel;
    // Number of rolled duels, and the shares of ends.
    let rolled = RwSignal::new((0u32, [0.0; 4]));
    let back = reply(scenario);
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
        worker::ask(
            scenario.now,
            now.rules,
            Kind::Duel { first, thrown, column: None },
            both,
            Box::new(then),
        );
    };
    let names = move || back.with(|back| names(scenario, back));
    let firsts = move || first_of(&names()).to_vec();
    let alone = move || came.with(|came| alone(came, &names()));
    let rows = move || came.with(|came| rows(came, &names(), rolled.get()));
    let rolls_none = Signal::derive(move || {
        let is_there = came.with(|came| matches!(came, Some(Ok(_))));
        !is_there
            || scenario.is_stale()
            || rolled.with(|(throws, _)| *throws as usize >= tallies::MOST_THROWS)
    });
    // The reply with its defaults has the values of empty fields.
    let whole = whole(scenario, back);
    let present = move |name: &str| {
        whole.with(|whole| whole.get("defender").and_then(|struck| struck.get(name)).map(decimal))
    };
    let fields = Memo::new(move |_| {
        scenario.now.with(|now| {
            whole.with(|whole| {
                let mode = now.about().mode_of(whole);
                let mut fields = only_struck(now, mode);
                fields.retain(|field| field.name != "hp" && field.about.counts(mode, whole, "defender"));
                fields
            })
        })
    });
    let mine = move |name: &'static str, label: String| {
        let entered = move || back.with(|back| back.at(&struck(name)).map(plain)).unwrap_or_default();
        let enter = move |text: String| stores.enter_in_reply(&struck(name), &text);
        number(label, move || present(name).unwrap_or_default(), Signal::derive(entered), enter)
    };
    // Healing is rare.
    let says_own = move || {
        let value = |field: &&Field| {
            let value = present(field.name).filter(|value| !value.is_empty());
            format!("{} {}", in_line(field.about.label), value.as_deref().unwrap_or("auto"))
        };
        let all = fields.with(|fields| {
            fields
                .iter()
                .filter(|field| field.name != "regeneration")
                .map(value)
                .collect::<Vec<_>>()
                .join(", ")
        });
        format!("Struck back, the attacker has: {all}")
    };
    // In rules of several bodies so many strike back.
    let has_bodies = Memo::new(move |_| {
        scenario.now.with(|now| whole.with(|whole| now.rules.bodies(now.about().mode_of(whole)).is_some()))
    });
    let many = move || {
        let known = move || {
            scenario.now.with(|now| {
                whole.with(|whole| now.rules.attackers(now.about().mode_of(whole), whole).to_string())
            })
        };
        let path = move || scenario.now.with(|now| back.with(|back| opponent::bodies(now.rules, back)));
        let entered =
            move || path().and_then(|path| back.with(|back| back.at(&path).map(plain))).unwrap_or_default();
        let enter = move |text: String| {
            if let Some(path) = untrack(path) {
                stores.enter_in_reply(&path, &text);
            }
        };
        number("How many strike back: ".to_owned(), known, Signal::derive(entered), enter)
    };
    // The modes in which the struck fighter can strike back, and the one chosen.
    let modes = Memo::new(move |_| scenario.now.with(|now| now.fight.replies()));
    let mode = Memo::new(move |_| scenario.now.with(|now| now.fight.reply_mode()));
    let ways = move || {
        let option = move |id: &'static str| {
            let label = scenario.here().about().mode(id).map_or(id, |mode| mode.label);
            view! {
                <option value=id selected=move || mode.get() == Some(id)>
                    {label}
                </option>
            }
        };
        let choose = move |event| stores.choose_reply(&event_target_value(&event));
        let all = modes.get();
        let select = (all.len() > 1).then(|| {
            view! {
                <label>
                    "By: "
                    <select on:change=erased::entry(choose)>{all.into_iter().map(option).collect_view()}</select>
                </label>
            }
        });
        let who = move || {
            let game = scenario.now.with(|now| custom_rules::game(now.rules));
            back.with(|back| if *back == Json::Null { String::new() } else { sentence::armed(&game, back) })
        };
        view! {
            <span>"Strikes back: " {Signal::derive(who)}</span>
            <button type="button" class="quiet" on:click=erased::press(move |_| stores.turn_round())>
                "Change"
            </button>
            {select}
        }
    };
    let question = move || duel.refusal().unwrap_or_default();
    let controls = move || {
        view! {
            <div class="doing">
                {erased::live(ways)}
                <label>"First: " {choice(begins, Signal::derive(firsts))}</label>
                {erased::live(move || has_bodies.get().then(many))}
            </div>
            <details class:absent=Signal::derive(move || fields.with(Vec::is_empty))>
                <summary>{Signal::derive(says_own)}</summary>
                <div class="doing">
                    {erased::live(move || {
                        fields.get().into_iter().map(|field| mine(field.name, format!("{}: ", field.about.label))).collect_view()
                    })}
                </div>
            </details>
        }
    };
    view! {
        <div class="duel" class:absent=Signal::derive(move || answer.does_none())>
            <h3>"Who wins, if it strikes back"</h3>
            <p class:absent=Signal::derive(move || duel.lacks().is_none())>{Signal::derive(question)}</p>
            <div class="deciding" class:absent=Signal::derive(move || duel.lacks().is_some())>
            {(scenario.panels.has(Panels::SHEETS) && !scenario.shows_few()).then(controls)}
            {erased::live(rows)}
            <button type="button" class="many" disabled=rolls_none on:click=erased::press(roll)>
                {Signal::derive(move || tallies::next(rolled.with(|(throws, _)| *throws as usize)).1)}
            </button>
            <p class="quietly">
                {Signal::derive(alone)}
                "A round is a normal turn of the game; where the sheets tell how fast each side is, the faster one has more turns in it."
            </p>
            </div>
        </div>
    }
}

/// Numbers of a fighter as a target that its sheet as an attacker lacks: open fields of the other mode's
/// defender.
fn only_struck(now: &Now, mode: &str) -> Vec<&'static Field> {
    let attacker = sheet(now.rules, now.mode, "attacker");
    let is_own = |field: &&Field| {
        matches!(field.shape.inner(), Shape::Int { .. } | Shape::Num { .. })
            && field.about.group.is_empty()
            && attacker.is_none_or(|(_, attacker)| attacker.asked(field.name, now.mode).is_none())
    };
    let defender = sheet(now.rules, mode, "defender");
    defender.into_iter().flat_map(|(_, defender)| defender.used(mode)).filter(is_own).collect()
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
    let Stores { duel, .. } = stores;
    if stores.extent_shown() != Extent::Duel {
        return None;
    }
    duel.came.with(|came| match came.as_ref()? {
        // No names: a narrow line is cut at its end.
        Ok(duel) => {
            let [win, lose, ..] = duel.ends.map(format::percent);
            Some(format!("attacker wins {win} · loses {lose}"))
        }
        Err(refused) => Some(refused.says.clone()),
    })
}

/// A field for a number, with its default as the placeholder.
fn number(
    label: String,
    otherwise: impl Fn() -> String + Send + Sync + 'static,
    value: Signal<String>,
    enter: impl Fn(String) + 'static,
) -> AnyView {
    view! {
        <label>
            {label}
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                prop:value=value
                placeholder=Signal::derive(otherwise)
                on:input=erased::entry(move |event| enter(event_target_value(&event)))
            />
        </label>
    }
    .into_any()
}

/// A value in words; a fraction as a decimal.
fn decimal(value: &Json) -> String {
    let text = plain(value);
    match text.parse::<Fraction>() {
        Ok(number) if text.contains('/') => number.decimal(),
        _ => text,
    }
}

fn choice(chosen: RwSignal<usize>, names: Signal<Vec<String>>) -> AnyView {
    let change = move |event| chosen.set(event_target_value(&event).parse().unwrap_or_default());
    let option = move |(place, name): (usize, String)| {
        view! {
            <option value=place.to_string() selected=chosen.get_untracked() == place>
                {name}
            </option>
        }
    };
    view! {
        <select on:change=erased::entry(change)>
            {erased::live(move || names.get().into_iter().enumerate().map(option).collect_view())}
        </select>
    }
    .into_any()
}

/// The rounds that each would need if the other did nothing.
fn alone(came: &Came, [mine, theirs]: &[String; 2]) -> String {
    let Some(Ok(DuelSummary { alone: [Some(one), Some(other)], .. })) = came else { return String::new() };
    let (one, other) = (format::tenths(*one), format::tenths(*other));
    format!("Unopposed, {} would need {one} rounds, {} would need {other}. ", within(mine), within(theirs))
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
