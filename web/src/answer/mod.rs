//! The answer: the distribution of damage, extra results of the ruleset, and a strike's outcomes.

mod chart;
mod columns;
mod compare;
pub(crate) mod extent;
mod measure_table;
mod measures;
mod more;
mod outcomes;
mod shown;
mod standing;
mod units;
mod why;

use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{Reasons, Stores, use_answer, use_stores};
use crate::widgets::Fold;
use crate::worker::lazy::requested;
use chart::Chart;
pub(crate) use chart::damage_table;
pub(crate) use compare::{ByRules, Compare, EarlierPins, LineGain, PLACE, PinButton, gains};
use leptos::prelude::*;
pub(crate) use measure_table::RolledTable;
use more::More;
use outcomes::Outcomes;
pub(crate) use outcomes::Stack;
use shown::Shown;
pub(crate) use standing::Standing;
use tohit_report::summary::Damage;
use tohit_resolver::Extent;

/// The answer beside the sheets.
#[component]
pub(crate) fn Answer(reasons: Reasons) -> impl IntoView {
    let stores @ Stores { scenario, .. } = use_stores();
    let panels = scenario.panels;
    let has_bars = panels.has(Panels::DAMAGE);
    let extent = Memo::new(move |_| stores.extent_shown());
    // A linked duel needs no damage panel.
    let inside = move |is_duel: bool| match is_duel {
        true => Some(requested(move |module| (module.ring)())),
        false => has_bars.then(|| view! { <Damages extent /> }.into_any()),
    };
    let rest = panels.has(Panels::ANSWER).then(|| {
        view! {
            <More />
            <Outcomes reasons />
        }
    });
    view! {
        <div class="beside">
            <section class="answer" aria-label="Distribution and outcomes" class:stale=Signal::derive(move || scenario.is_stale())>
                {erased::changed(move || extent.get() == Extent::Duel, inside)}
                {rest}
            </section>
        </div>
    }
}

#[component]
fn Damages(extent: Memo<Extent>) -> impl IntoView {
    let shown = Shown { answer: use_answer(), extent };
    view! {
        <div class="damage" class:absent=Signal::derive(move || shown.answer.does_none())>
            <Chart shown />
            <Glance shown />
            {Fold::new().view("numbers", "As a table", false.into(), move || {
                requested(move |module| (module.damage_table)(extent))
            })}
        </div>
    }
}

/// Mean, deviation, median and range of a distribution.
#[component]
fn Glance(shown: Shown) -> impl IntoView {
    let figure = |label: &'static str, says: fn(&Damage) -> String| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd>{Signal::derive(move || shown.with(says))}</dd>
            </div>
        }
    };
    view! {
        <dl class="glance">
            {figure("average", Damage::average)}
            {figure("spread (SD)", Damage::spread)} {figure("median", Damage::middle)}
            {figure("range", Damage::range)}
        </dl>
    }
}
