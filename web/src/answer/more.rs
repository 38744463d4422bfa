//! What a ruleset says beyond hits and damage: further chances, derived figures, places on a map.

use crate::dom::{El, el};
use crate::format;
use crate::signals::*;
use crate::state::{Exact, Page};
use crate::summary::Part;

/// A compact list of it.
pub(crate) fn view(page: Page) -> El {
    let said = move || {
        page.summary.with(|summary| {
            flat(&summary.more).into_iter().map(|(label, part)| (label, part.says())).collect::<Vec<_>>()
        })
    };
    let key = move || said().into_iter().map(|(label, says)| format!("{label} {says} ")).collect();
    let one = move |(label, says): (String, String)| {
        let name = el("dt").text(&label);
        let fraction = move || match page.exact.get() {
            Exact::Known(fractions) => {
                let found = fractions.more.iter().find(|(known, _)| *known == label);
                found.map_or(String::new(), |(_, fraction)| fraction.clone())
            }
            _ => String::new(),
        };
        el("div")
            .class(if says.len() > 24 { "long" } else { "short" })
            .child(&name)
            .child(&el("dd").text(&says).child(&el("span").class("fraction").says(fraction)))
    };
    el("dl").class("more").live(key, move || said().into_iter().map(one).collect())
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
