//! The answer: the distribution of damage, what a ruleset says beside it, and how a strike can end.

mod chart;
mod columns;
mod compare;
mod gain;
mod measures;
mod more;
mod outcomes;
mod standing;
mod why;

use crate::erased;
use crate::lazy::requested;
use crate::panels::Panels;
use crate::state::Page;
use crate::summary::Damage;
use crate::widgets::Fold;
use chart::Chart;
pub(crate) use chart::damage_table;
pub(crate) use columns::{Answers, Duels, is_now, rules_of};
pub(crate) use compare::{ByRules, Compare, EarlierPins, LineGain, PLACE, PinButton, gains, has_rules};
pub(crate) use gain::{GainMark, Gains, Over};
use leptos::prelude::*;
pub(crate) use measures::RolledTable;
use more::More;
use outcomes::Outcomes;
pub(crate) use outcomes::Stack;
pub(crate) use standing::Standing;
use tohit_report::picture::spread;
use tohit_resolver::study::Extent;
pub(crate) use why::{Of, Reason, Reasons};

/// The distribution that is shown.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    page: Page,
    extent: Memo<Extent>,
}

impl Shown {
    /// What a fight is counted in.
    fn beat(self) -> &'static str {
        self.page.summary.with(|summary| summary.beat())
    }

    /// Says something of what is shown.
    fn with<T: Default>(self, say: impl FnOnce(&Damage) -> T) -> T {
        let shown = self.extent.get();
        self.page.summary.with(|summary| spread(shown, summary).map(say).unwrap_or_default())
    }
}

/// The answer beside the sheets.
#[component]
pub(crate) fn Answer(page: Page, reasons: Reasons) -> impl IntoView {
    let panels = page.panels;
    let has_bars = panels.has(Panels::DAMAGE);
    let extent = Memo::new(move |_| page.extent_shown());
    // A link to a duel shows it whatever else is shown.
    let inside = move |is_duel: bool| match is_duel {
        true => Some(requested(move |module| (module.ring)(page))),
        false => has_bars.then(|| view! { <Damages shown=Shown { page, extent } /> }.into_any()),
    };
    let rest = panels.has(Panels::ANSWER).then(|| {
        view! {
            <More page />
            <Outcomes page reasons />
        }
    });
    view! {
        <div class="beside">
            <section class="answer" aria-label="Distribution and outcomes" class:stale=Signal::derive(move || page.is_stale())>
                {erased::changed(move || extent.get() == Extent::Duel, inside)}
                {rest}
            </section>
        </div>
    }
}

#[component]
fn Damages(shown: Shown) -> impl IntoView {
    let page = shown.page;
    view! {
        <div class="damage" class:absent=Signal::derive(move || page.does_none())>
            <Chart shown />
            <Glance shown />
            {Fold::new().view("numbers", "As a table", false.into(), move || {
                requested(move |module| (module.damage_table)(shown))
            })}
        </div>
    }
}

/// What one wants to know of a distribution at a glance.
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
