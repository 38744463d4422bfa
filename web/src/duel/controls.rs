//! Choices of a duel: how the struck fighter strikes back, who is first, and the numbers of the attacker as a
//! target.

use super::words::{Naming, first_of, names, reply, whole};
use crate::actions::opponent::struck;
use crate::actions::sides::sheet;
use crate::model::custom_rules;
use crate::model::scenario::Now;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::field::decimal;
use crate::store::{Stores, use_stores};
use crate::widgets::NumberEntry;
use leptos::prelude::*;
use tohit_report::sentence;
use tohit_report::values::plain;
use tohit_resolver::Json;
use tohit_resolver::sheet::{Field, Shape, in_line};

/// All choices; `back` is the scenario in which the struck fighter strikes back.
#[component]
pub(super) fn Controls(back: Memo<Json>) -> impl IntoView {
    let Stores { scenario, duel, .. } = use_stores();
    let firsts =
        Signal::derive(move || first_of(&back.with(|back| names(scenario, back, Naming::Bare))).to_vec());
    view! {
        <div class="doing">
            <Reply back />
            <label>"First: " {choice(duel.begins, firsts)}</label>
        </div>
        // On the page they stand in the sheet of their fighter.
        {(!scenario.panels.has(Panels::WHOLE)).then(|| view! { <TargetNumbers /> })}
    }
}

/// Who strikes back and with what, the way to change it, and the mode where there are several.
#[component]
fn Reply(back: Memo<Json>) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let modes = Memo::new(move |_| scenario.now.with(|now| now.fight.replies()));
    let mode = Memo::new(move |_| scenario.now.with(|now| now.fight.reply_mode()));
    let option = move |id: &'static str| {
        let label = scenario.here().about().mode(id).map_or(id, |mode| mode.label);
        view! {
            <option value=id selected=move || mode.get() == Some(id)>
                {label}
            </option>
        }
    };
    let select = move |all: Vec<&'static str>| {
        let choose = move |event| stores.choose_reply(&event_target_value(&event));
        (all.len() > 1).then(|| {
            view! {
                <label>
                    "By: "
                    <select on:change=erased::entry(choose)>{all.into_iter().map(option).collect_view()}</select>
                </label>
            }
        })
    };
    let who = move || {
        let game = scenario.now.with(|now| custom_rules::game(now.rules));
        back.with(|back| {
            if *back == Json::Null {
                return String::new();
            }
            let [_, who] = names(scenario, back, Naming::Armed);
            if sentence::is_unarmed(&game, back) { format!("{who}, unarmed") } else { who }
        })
    };
    view! {
        <span class="reply">
            "Strikes back: " {Signal::derive(who)}
            <button type="button" class="quiet" on:click=erased::press(move |_| stores.turn_round())>
                "Change"
            </button>
        </span>
        {erased::changed(move || modes.get(), select)}
    }
}

/// Numbers of the attacker as a target that no sheet here shows, folded away under what they are.
#[component]
pub(crate) fn TargetNumbers() -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let back = reply(scenario);
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
    // Healing is rare.
    let says = move || {
        let value = |field: &&Field| {
            let value = present(field.name).filter(|value| !value.is_empty());
            format!("{} {}", in_line(field.about.label), value.as_deref().unwrap_or("auto"))
        };
        let all: Vec<String> = fields
            .with(|fields| fields.iter().filter(|field| field.name != "regeneration").map(value).collect());
        let who = scenario.now.with(|now| sheet(now.rules, now.mode, "attacker").map(|(label, _)| label));
        format!("{} as a target: {}", who.unwrap_or("The attacker"), all.join(", "))
    };
    let entry = move |field: &'static Field| {
        let name = field.name;
        let entered = move || back.with(|back| back.at(&struck(name)).map(plain)).unwrap_or_default();
        let otherwise = Signal::derive(move || present(name).unwrap_or_default());
        let enter = Box::new(move |text: String| stores.enter_in_reply(&struck(name), &text));
        view! {
            <label>
                {format!("{}: ", field.about.label)}
                <NumberEntry entered=Signal::derive(entered) otherwise enter />
            </label>
        }
    };
    view! {
        <details class="as-target" class:absent=Signal::derive(move || fields.with(Vec::is_empty))>
            <summary>{Signal::derive(says)}</summary>
            <div>{erased::live(move || fields.get().into_iter().map(entry).collect_view())}</div>
        </details>
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
