//! The ways that a strike can end: one stacked bar, and a row for each.

use super::why::{Of, Reasons};
use crate::dom::{El, drawn, el};
use crate::format;
use crate::panels::Panels;
use crate::signals::*;
use crate::state::{Exact, Page};
use tohit_resolver::{Outcome, OutcomeKind};

/// The bar and the rows.
pub(crate) fn view(page: Page, reasons: Reasons) -> El {
    let key = move || {
        let has_outcomes = page.summary.with(|summary| summary.outcomes.iter().any(Option::is_some));
        format!("{} {has_outcomes}", page.now().place())
    };
    el("div").live(key, move || {
        if page.summary.with_untracked(|summary| summary.outcomes.iter().all(Option::is_none)) {
            return Vec::new();
        }
        let now = page.here();
        let outcomes = now.about().outcomes;
        let of_mode = outcomes.iter().enumerate().filter(|(_, outcome)| outcome.can_end(now.mode));
        let with_rows = page.panels.has(Panels::ANSWER);
        let (mut segments, mut rows) = (Vec::new(), Vec::new());
        for (place, outcome) in of_mode {
            let class = class(outcomes, place);
            segments.push(segment(page, place, &class));
            if with_rows {
                rows.extend([row(page, place, &class, outcome, reasons), under(page, place, reasons)]);
            }
        }
        let stack = drawn("svg")
            .attr("class", "stack")
            .attr("viewBox", "0 0 1000 1")
            .attr("preserveAspectRatio", "none")
            .attr("aria-hidden", "true")
            .children(segments);
        if !with_rows {
            return vec![stack];
        }
        let names = el("tr")
            .child(&el("th").attr("scope", "col").text("Outcome"))
            .child(&el("td"))
            .child(&el("th").attr("scope", "col").text("Chance"))
            .child(&el("td"));
        let table = el("table")
            .class("outcomes")
            .child(&el("caption").class("unseen").text("How a strike ends"))
            .child(
                &el("colgroup").children(["", "bar", "chance", "asks"].map(|class| el("col").class(class))),
            )
            .child(&el("thead").class("unseen").child(&names))
            .child(&el("tbody").children(rows));
        vec![stack, table]
    })
}

/// The colour of an outcome: by its kind, and a shade paler for each other of that kind after it.
pub(super) fn class(outcomes: &[Outcome], place: usize) -> String {
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

fn chance(page: Page, place: usize) -> f64 {
    page.summary.with(|summary| summary.outcomes.get(place).copied().flatten().unwrap_or_default())
}

/// A part of the stacked bar: it begins where those before it end.
fn segment(page: Page, place: usize, class: &str) -> El {
    /// Neighbours are divided by a gap.
    const GAP: f64 = 4.0;
    let start = move || 1000.0 * (0..place).map(|before| chance(page, before)).sum::<f64>();
    let wide = move || f64::max(1000.0 * chance(page, place) - GAP, 0.0);
    drawn("rect")
        .attr("class", class)
        .attr("height", "1")
        .attr_of("x", move || format::decimal(start(), 1))
        .attr_of("width", move || format::decimal(wide(), 1))
}

/// A bar as wide as the chance.
fn bar(page: Page, place: usize, class: &str) -> El {
    el("span")
        .class(class)
        .style_of("width", move || format!("{}%", format::decimal(chance(page, place) * 100.0, 3)))
}

fn row(page: Page, place: usize, class: &str, outcome: &'static Outcome, reasons: Reasons) -> El {
    let fraction = move || match page.exact.get() {
        Exact::Known(fractions) => fractions.outcomes.get(place).cloned().flatten().unwrap_or_default(),
        _ => String::new(),
    };
    el("tr")
        .class_if("never", move || chance(page, place) <= 0.0)
        .child(&el("th").attr("scope", "row").child(&el("i").class(class)).text(outcome.label))
        .child(&el("td").class("bar").attr("aria-hidden", "true").child(&bar(page, place, class)))
        .child(
            &el("td")
                .class("chance")
                .says(move || format!("{:>8}", format::percent(chance(page, place))))
                .child(&el("span").class("fraction").says(fraction)),
        )
        .child(&el("td").child(&reasons.button(Of::Outcome(place), outcome.label)))
}

/// The row under an outcome's, for why it comes.
fn under(page: Page, place: usize, reasons: Reasons) -> El {
    el("tr")
        .class("why")
        .class_if("absent", move || chance(page, place) <= 0.0)
        .child(&el("td").attr("colspan", "4").child(&reasons.place(Of::Outcome(place))))
}
