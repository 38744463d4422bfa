//! End of a projectile's path, or the tile to tap for a wanted end.

use crate::format;
use crate::summary::{Summary, SummaryPart};
use crate::values::plain;
use tohit_resolver::Json;

/// End of the path, or the tile to tap for a wanted end.
pub(crate) fn place_told(document: &Json, summary: &Summary) -> String {
    if let Some(taps) = taps(summary) {
        let others = taps.len().saturating_sub(1);
        return match best_tap(document, summary) {
            None => "No tile to tap strikes there".to_owned(),
            Some((x, y)) if others == 0 => format!("Tap ({x}, {y})"),
            Some((x, y)) => {
                let others = format::count(others, "other tile strikes", "other tiles strike");
                format!("Tap ({x}, {y}); {others} it, too")
            }
        };
    }
    match summary.extra("Stop") {
        Some(stop) => format!("Lands on {}", stop.says()),
        None => String::new(),
    }
}

/// The tiles that hit the wanted creature, where the document asks for them.
fn taps(summary: &Summary) -> Option<&[SummaryPart]> {
    match summary.extra("Taps") {
        Some(SummaryPart::List(taps)) => Some(taps),
        _ => None,
    }
}

/// The best tile to tap: the creature's own, or the nearest to it.
pub fn best_tap(document: &Json, summary: &Summary) -> Option<(i64, i64)> {
    let side = |side: &str| {
        let said = document.at(&format!("targeting.wanted.{side}"));
        said.and_then(|said| plain(said).parse::<i64>().ok()).unwrap_or_default()
    };
    let wanted = (side("0"), side("1"));
    let far = |(x, y): &(i64, i64)| {
        x.abs_diff(wanted.0).saturating_pow(2).saturating_add(y.abs_diff(wanted.1).saturating_pow(2))
    };
    let taps = taps(summary)?.iter().filter_map(|tap| match tap {
        SummaryPart::Cell(x, y) => Some((*x, *y)),
        _ => None,
    });
    taps.min_by_key(far)
}
