//! The distribution as a table, on demand.

use super::Shown;
use crate::dom::{El, el};
use crate::format;
use crate::signals::*;
use crate::summary::{Bar, Damage};

/// The numbers behind the bars.
pub(crate) fn view(shown: Shown) -> El {
    let is_open = RwSignal::new(false);
    let this = el("details").class("numbers").child(&el("summary").text("As a table"));
    let key = move || {
        if !is_open.get() {
            return String::new();
        }
        let says = |bar: &Bar| format!("{} {} ", bar.from, bar.exactly.to_bits());
        shown.with(|damage| damage.bars.iter().map(says).collect())
    };
    let content = el("div")
        .live(key, move || if is_open.get() { shown.with(|damage| vec![table(damage)]) } else { Vec::new() });
    let toggled = this.clone();
    this.child(&content).on("toggle", move |_| is_open.set(toggled.property("open").is_truthy()))
}

fn table(damage: &Damage) -> El {
    let head = ["Damage", "Exactly", "At least"].map(|name| el("th").attr("scope", "col").text(name));
    let last = damage.bars.len().saturating_sub(1);
    let row = |(place, bar): (usize, &Bar)| {
        el("tr")
            .child(&el("th").attr("scope", "row").text(&bar.values(damage.endless && place == last)))
            .child(&el("td").text(&format::percent(bar.exactly)))
            .child(&el("td").text(&format::percent(bar.at_least)))
    };
    let table = el("table")
        .child(&el("thead").child(&el("tr").children(head)))
        .child(&el("tbody").children(damage.bars.iter().enumerate().map(row)));
    el("div")
        .class("scroll")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", "Damage as a table")
        .child(&table)
}
