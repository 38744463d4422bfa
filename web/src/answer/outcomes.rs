//! Outcomes of a strike: one stacked bar, and a row for each.

use crate::actions::compute;
use crate::platform::erased;
use crate::platform::panels::Panels;
use crate::store::{AnswerStore, Exact, Of, Reasons, ScenarioStore, Stores, use_stores};
use crate::widgets::axes::percent;
use leptos::prelude::*;
use tohit_report::format;
use tohit_report::sentence::tells;
use tohit_resolver::Extent;
use tohit_resolver::{AboutOutcome, AnsweredStrike, OutcomeKind};

/// A view that is rebuilt for other outcomes; nothing without outcomes.
fn shown(stores: Stores, view: impl Fn() -> AnyView + Send + 'static) -> impl IntoView {
    let Stores { scenario, answer, .. } = stores;
    let place = move || {
        let has_some = answer.summary.with(|summary| summary.outcomes.iter().any(Option::is_some));
        has_some.then(|| scenario.now.with(|now| now.place()))
    };
    erased::changed(place, move |place| place.map(|_| view()))
}

/// The outcomes of the mode, from miss to critical, each with its place among the ruleset's.
fn of_mode(scenario: ScenarioStore) -> Vec<(usize, &'static AboutOutcome)> {
    let now = scenario.here();
    let mut of_mode = Vec::new();
    for kind in [OutcomeKind::Miss, OutcomeKind::Blocked, OutcomeKind::Hit, OutcomeKind::Critical] {
        let outcomes = now.about().outcomes.iter().enumerate();
        of_mode.extend(outcomes.filter(|(_, outcome)| outcome.kind == kind && outcome.can_end(now.mode)));
    }
    of_mode
}

/// All chances in one bar, with names.
#[component]
pub(crate) fn Stack() -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    shown(stores, move || {
        let all = of_mode(scenario);
        let places: Vec<usize> = all.iter().map(|(place, _)| *place).collect();
        let segments = (0..all.len()).map(|nth| segment(stores, &places, nth)).collect_view();
        view! {
            <svg class="stack" viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true">
                {segments}
            </svg>
            <svg class="part-names" aria-hidden="true">
                {erased::live(move || part_names(answer, &all))}
            </svg>
        }
        .into_any()
    })
}

/// Width of a character, as a share of the bar: on a wide window, and on a phone.
const SHARES: [f64; 2] = [0.007, 0.022];

/// Names under the parts of the bar that have room for theirs.
fn part_names(answer: AnswerStore, all: &[(usize, &'static AboutOutcome)]) -> AnyView {
    let parts: Vec<(String, f64)> = all
        .iter()
        .map(|(place, outcome)| (outcome.label, chance(answer, *place)))
        .filter(|(_, p)| *p > 0.0)
        .map(|(label, p)| (format!("{} {}", label.to_lowercase(), format::percent(p)), p))
        .collect();
    let [wide, phone] = SHARES.map(|share| name_places(&parts, share));
    let names = parts.iter().zip(wide.into_iter().zip(phone)).filter_map(|((name, _), (wide, phone))| {
        let place = wide?;
        let anchor = if place < 1.0 { "start" } else { "end" };
        Some(view! {
            <text x=percent(place) y="1em" text-anchor=anchor class:roomy=phone != wide>
                {name.clone()}
            </text>
        })
    });
    names.collect_view().into_any()
}

/// Places of the names: the beginning of the part, or 1 for a last name that is wider than its part and ends
/// with the bar; none where there is no room.
fn name_places(parts: &[(String, f64)], share: f64) -> Vec<Option<f64>> {
    /// Narrowest part that is seen.
    const SEEN: f64 = 0.002;
    let (mut start, mut free) = (0.0, 0.0);
    let place = |(nth, (name, p)): (usize, &(String, f64))| {
        let width = share * f64::from(u32::try_from(name.chars().count()).unwrap_or(u32::MAX));
        let fits = width <= *p;
        let is_last = nth + 1 == parts.len();
        let begins = if fits { start } else { 1.0 - width };
        let has_room = begins >= free && (fits || is_last && *p >= SEEN);
        let place = has_room.then_some(if fits { start } else { 1.0 });
        if has_room {
            free = begins + width + share;
        }
        start += p;
        place
    };
    parts.iter().enumerate().map(place).collect()
}

/// A row per outcome; the impossible ones in one line.
#[component]
pub(super) fn Outcomes(reasons: Reasons) -> impl IntoView {
    let stores = use_stores();
    shown(stores, move || table(stores, reasons))
}

fn table(stores: Stores, reasons: Reasons) -> AnyView {
    let Stores { scenario, answer, .. } = stores;
    let all = of_mode(scenario);
    let rows = all.iter().map(|(place, outcome)| row(stores, *place, outcome, reasons)).collect_view();
    let cannot = Signal::derive(move || {
        let never = all.iter().filter(|(place, _)| chance(answer, *place) <= 0.0);
        never.map(|(_, outcome)| outcome.label.to_ascii_lowercase()).collect::<Vec<_>>().join("; ")
    });
    let is_full = Signal::derive(move || cannot.get().is_empty());
    let remarks = Memo::new(move |_| {
        answer
            .summary
            .with(|summary| summary.remarks().map(|says| format::sentence(&says) + ". ").collect::<String>())
    });
    let is_of_strikes = Signal::derive(move || stores.extent_shown() == Extent::Strike);
    let ends = Signal::derive(move || {
        let now = scenario.here();
        match answer.summary.with(|summary| tells(now.about(), now.mode, summary)) {
            AnsweredStrike::Any => "How a strike ends",
            AnsweredStrike::First => "How the first strike ends",
            AnsweredStrike::Chosen => "How that one strike ends",
        }
    });
    let is_page = scenario.panels.has(Panels::WHOLE);
    view! {
        <header class="endings">
            // Seen where the bars above are of more than a strike, and on the whole page.
            <h2 class:unseen=Signal::derive(move || !is_page && is_of_strikes.get()) id="endings">{ends}</h2>
            {is_page.then(|| view! { <AsFractions /> })}
        </header>
        <table class="outcomes" aria-labelledby="endings">
            <colgroup>
                <col /><col class="bar" /><col class="chance" /><col class="asks" />
            </colgroup>
            <thead class="unseen">
                <tr>
                    <th scope="col">"Outcome"</th>
                    <td></td>
                    <th scope="col">"Chance"</th>
                    <td></td>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="cannot" class:absent=is_full>"Cannot happen: " {cannot} "."</p>
        <p class="remark" class:absent=Signal::derive(move || remarks.get().is_empty())>{remarks}</p>
    }
    .into_any()
}

/// The switch for exact fractions.
#[component]
fn AsFractions() -> impl IntoView {
    let stores @ Stores { scenario, answer, .. } = use_stores();
    let is_off = move || answer.exact.with(|exact| matches!(exact, Exact::Off));
    let press = move |_| if untrack(is_off) { compute::exact(stores) } else { compute::forget_exact(stores) };
    view! {
        <button
            type="button"
            class="quiet"
            aria-pressed=Signal::derive(move || (!is_off()).to_string())
            disabled=Signal::derive(move || scenario.is_stale())
            on:click=erased::press(press)
        >
            "As fractions"
        </button>
    }
}

/// The colour of an outcome: by its kind, and a shade paler for each later one of that kind.
pub(super) fn class(outcomes: &[AboutOutcome], place: usize) -> String {
    let Some(outcome) = outcomes.get(place) else { return String::new() };
    let kind = match outcome.kind {
        OutcomeKind::Miss => "miss",
        OutcomeKind::Blocked => "blocked",
        OutcomeKind::Hit => "landed",
        OutcomeKind::Critical => "critical",
    };
    let after = outcomes.iter().skip(place + 1).filter(|other| other.kind == outcome.kind).count();
    format!("{kind} shade-{}", after.min(3))
}

fn chance(answer: AnswerStore, place: usize) -> f64 {
    answer.summary.with(|summary| summary.outcomes.get(place).copied().flatten().unwrap_or_default())
}

/// A part of the stacked bar, from the end of the parts before it.
fn segment(stores: Stores, places: &[usize], nth: usize) -> AnyView {
    let Stores { scenario, answer, .. } = stores;
    /// Gap between neighbours.
    const GAP: f64 = 4.0;
    let (before, here) = places.split_at(nth.min(places.len()));
    let (place, after) = here.split_first().map_or((0, &[][..]), |(place, after)| (*place, after));
    let (before, after) = (before.to_vec(), after.to_vec());
    let class = class(scenario.here().about().outcomes, place);
    let start = move || 1000.0 * before.iter().map(|before| chance(answer, *before)).sum::<f64>();
    // The last part of the bar ends with it.
    let gap = move || if after.iter().any(|after| chance(answer, *after) > 0.0) { GAP } else { 0.0 };
    let wide = move || f64::max(1000.0 * chance(answer, place) - gap(), 0.0);
    view! {
        <rect
            class=class
            height="1"
            x=Signal::derive(move || format::decimal(start(), 1))
            width=Signal::derive(move || format::decimal(wide(), 1))
        ></rect>
    }
    .into_any()
}

fn row(stores: Stores, place: usize, outcome: &'static AboutOutcome, reasons: Reasons) -> AnyView {
    let Stores { scenario, answer, .. } = stores;
    let class = class(scenario.here().about().outcomes, place);
    let p = Memo::new(move |_| chance(answer, place));
    let never = Signal::derive(move || p.get() <= 0.0);
    let fraction = move || answer.fraction(|all| all.outcomes.get(place)?.as_ref());
    let why = reasons.of(Of::Outcome(place));
    view! {
        <tr class:absent=never>
            <th scope="row">
                <i class=class.clone()></i>
                {outcome.label}
            </th>
            <td class="bar" aria-hidden="true">
                <svg width="100%" height="100%">
                    <rect class=class width=Signal::derive(move || percent(p.get())) height="100%"></rect>
                </svg>
            </td>
            <td class="chance">
                {Signal::derive(move || format!("{:>8}", format::percent(p.get())))}
                <span class="fraction">{erased::live(move || erased::fraction(&fraction()))}</span>
            </td>
            <td>{why.button(outcome.label)}</td>
        </tr>
        <tr class="why" class:absent=never>
            <td colspan="4">{why.place()}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_under_its_part_and_a_last_that_is_wider_ends_with_the_bar() {
        let places = |chances: &[f64]| {
            let parts: Vec<_> = chances.iter().map(|p| ("0123456789".to_owned(), *p)).collect();
            name_places(&parts, 0.02)
        };
        assert_eq!(places(&[0.5, 0.25, 0.25]), [Some(0.0), Some(0.5), Some(0.75)]);
        assert_eq!(
            places(&[0.125, 0.625, 0.25]),
            [None, Some(0.125), Some(0.75)],
            "the first part is too narrow"
        );
        assert_eq!(
            places(&[0.125, 0.75, 0.125]),
            [None, Some(0.125), Some(1.0)],
            "the last begins before its part"
        );
        assert_eq!(
            places(&[0.625, 0.25, 0.125]),
            [Some(0.0), Some(0.625), None],
            "another name stands there"
        );
        assert_eq!(places(&[0.999, 0.001]), [Some(0.0), None], "the last part is not seen");
        assert_eq!(places(&[1.0]), [Some(0.0)]);
    }
}
