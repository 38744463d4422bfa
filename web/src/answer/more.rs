//! What a ruleset says beyond hits and damage: further chances, derived figures, places on a map.

use crate::dom::{El, effect, el};
use crate::format;
use crate::signals::*;
use crate::state::{Exact, Page};
use crate::summary::Part;
use std::cell::RefCell;

/// A compact list of it. Its rows stay while it has the same names: only what has changed is written.
pub(crate) fn view(page: Page) -> El {
    let said = move || {
        page.summary.with(|summary| {
            flat(&summary.more).into_iter().map(|(label, part)| (label, part.says())).collect::<Vec<_>>()
        })
    };
    let key = move || said().into_iter().map(|(label, _)| format!("{label} ")).collect();
    let one = move |label: String| {
        let value = el("span");
        let name = el("dt").text(&label);
        let fraction = move || match page.exact.get() {
            Exact::Known(fractions) => {
                let found = fractions.more.iter().find(|(known, _)| *known == label);
                found.map_or(String::new(), |(_, fraction)| fraction.clone())
            }
            _ => String::new(),
        };
        let fraction = el("span").class("fraction").says(fraction);
        let row = el("div").class("short").child(&name).child(&el("dd").child(&value).child(&fraction));
        (row, value, RefCell::new(String::new()))
    };
    el("dl").class("more").live(key, move || {
        let rows: Vec<_> = said().into_iter().map(|(label, _)| one(label)).collect();
        let shown = rows.iter().map(|(row, _, _)| row.clone()).collect();
        effect(move || {
            for ((row, value, before), (_, says)) in rows.iter().zip(said()) {
                if *before.borrow() != says {
                    row.set("class", if says.len() > 24 { "long" } else { "short" });
                    value.set_text(&says);
                    before.replace(says);
                }
            }
        });
        shown
    })
}

/// The parts with those of groups among them, each under its whole name.
pub(super) fn flat(parts: &[(String, Part)]) -> Vec<(String, &Part)> {
    let mut all = Vec::new();
    for (label, part) in parts {
        match part {
            Part::Group(inner) => {
                let inside = flat(inner).into_iter();
                all.extend(
                    inside.map(|(name, part)| (format!("{label}: {}", name.to_ascii_lowercase()), part)),
                );
            }
            part => all.push((label.clone(), part)),
        }
    }
    all
}

impl Part {
    /// The part in words.
    pub(super) fn says(&self) -> String {
        match self {
            Self::Chance(p) => format::percent(*p),
            Self::Spread(damage) if damage.low == damage.high => damage.range(),
            Self::Spread(damage) => format!("{} on average, {}", damage.average(), damage.range()),
            Self::Text(text) => text.clone(),
            Self::Cell(x, y) => format!("({x}, {y})"),
            Self::List(parts) if parts.is_empty() => "none".to_owned(),
            Self::List(parts) => {
                let between =
                    if parts.iter().all(|part| matches!(part, Self::Cell(..))) { " " } else { "; " };
                parts.iter().map(Self::says).collect::<Vec<_>>().join(between)
            }
            Self::Group(parts) => {
                let one = |(label, part): &(String, Self)| {
                    format!("{} {}", label.to_ascii_lowercase(), part.says())
                };
                parts.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A part that answers by itself, as a sentence: a place, not a list or a number.
    pub(super) fn told(&self, label: &str) -> Option<String> {
        matches!(self, Self::Cell(..)).then(|| format!("{}: {}", label.to_ascii_lowercase(), self.says()))
    }
}
