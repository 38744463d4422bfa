//! The answer: the distribution of damage, what a ruleset says beside it, and how a strike can end.

mod beside;
mod chart;
mod compare;
mod contrast;
mod more;
mod outcomes;
mod standing;
mod why;

use crate::board;
use crate::format;
use crate::panels::Panels;
use crate::state::Page;
use crate::summary::{Damage, Summary};
pub(crate) use beside::{Answers, is_now, rules_of};
use chart::Chart;
use compare::Compare;
pub(crate) use compare::{ByRules, Pin, gain, has_rules};
pub(crate) use contrast::{Column, Contrast, Differs};
use leptos::prelude::*;
use more::More;
use outcomes::Outcomes;
pub(crate) use outcomes::Stack;
pub(crate) use standing::Standing;
pub(crate) use why::{Of, Reasons};

/// Of what the distribution is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    /// A strike's damage.
    #[default]
    Strike,
    /// A turn's damage.
    Turn,
    /// The turns until the defender falls.
    Fight,
}

impl View {
    const ALL: [(&'static str, Self); 3] =
        [("a strike", Self::Strike), ("a turn", Self::Turn), ("turns to kill", Self::Fight)];

    fn of(self, summary: &Summary) -> Option<&Damage> {
        match self {
            Self::Strike => summary.damage.as_ref(),
            Self::Turn => summary.turn.as_ref(),
            Self::Fight => {
                summary.fight.as_ref().map(|fight| &fight.turns).filter(|turns| !turns.bars.is_empty())
            }
        }
    }
}

/// The distribution that is shown.
#[derive(Clone, Copy)]
struct Shown {
    page: Page,
    chosen: RwSignal<View>,
    /// What was chosen, if the answer has that.
    view: Memo<View>,
}

impl Shown {
    fn new(page: Page) -> Self {
        let chosen = RwSignal::new(View::default());
        let has = move |view: &View| page.summary.with(|summary| view.of(summary).is_some());
        Self { page, chosen, view: Memo::new(move |_| Some(chosen.get()).filter(has).unwrap_or_default()) }
    }

    /// Says something of what is shown.
    fn with<T: Default>(self, say: impl FnOnce(&Damage) -> T) -> T {
        let view = self.view.get();
        self.page.summary.with(|summary| view.of(summary).map(say).unwrap_or_default())
    }
}

/// The answer beside the sheets, and what it is compared with.
#[component]
pub(crate) fn Answer(page: Page, reasons: Reasons) -> impl IntoView {
    let panels = page.panels;
    let damage = panels.has(Panels::DAMAGE).then(|| view! { <DamageView page /> });
    let rest = panels.has(Panels::ANSWER).then(|| {
        view! {
            <More page />
            <Outcomes page reasons />
        }
    });
    let compared = panels.has(Panels::WHOLE).then(|| view! { <Compare page /> });
    view! {
        <div class="beside">
            <section class="answer" aria-label="Distribution and outcomes" class:stale=Signal::derive(move || page.is_stale())>
                {damage} {rest}
            </section>
            {compared}
        </div>
    }
}

#[component]
fn DamageView(page: Page) -> impl IntoView {
    let shown = Shown::new(page);
    let has_none = Memo::new(move |_| page.summary.with(|summary| summary.damage.is_none()));
    view! {
        <div class="damage" class:absent=Signal::from(has_none)>
            <Chart shown />
            <Glance shown />
            {board::table(move || chart::table(shown))}
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
            {figure("spread (SD)", |damage| format::tenths(damage.deviation))}
            {figure("median", |damage| format::whole(damage.median))} {figure("range", Damage::range)}
        </dl>
    }
}
