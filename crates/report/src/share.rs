//! Formats of an answer for sharing: the sentence, the rows, the figures, and a standalone picture.

use crate::histogram::HitPoints;
use crate::summary::{Damage, Fractions, Summary};
use crate::{Game, format, picture, sentence};
use serde::Serialize;
use tohit_resolver::Extent;
use tohit_resolver::Json;

/// An answer in all formats.
#[derive(Debug, Serialize)]
pub struct Share {
    /// Sentence that is complete by itself.
    pub sentence: String,
    /// The permalink.
    pub link: String,
    /// The attacker, the defender and the rules.
    pub caption: String,
    /// The rules and the game.
    pub rules: String,
    /// The chances.
    pub rows: Vec<ShareRow>,
    /// Figures of the damage: name and value.
    pub figures: Vec<(String, String)>,
    /// The distribution as a drawing, where there is one.
    pub picture: Option<String>,
}

/// A chance.
#[derive(Debug, Serialize)]
pub struct ShareRow {
    /// Name of the outcome.
    pub name: String,
    /// Chance as people read it.
    pub says: String,
    /// Chance as a number.
    pub chance: f64,
    /// Exact chance; empty where it is unknown.
    pub fraction: String,
}

impl Share {
    /// Formats a scenario's answer, with its fractions where they are known, and a picture of an extent.
    pub fn of(
        game: &Game,
        document: &Json,
        summary: &Summary,
        exact: Option<&Fractions>,
        link: String,
        extent: Extent,
    ) -> Self {
        let about = game.rules.about();
        let row = |name: &str, chance: f64, fraction: Option<&String>| ShareRow {
            name: name.to_owned(),
            says: format::percent(chance),
            chance,
            fraction: fraction.cloned().unwrap_or_default(),
        };
        let mut rows: Vec<ShareRow> = Vec::new();
        rows.extend(summary.hit.map(|hit| row("To hit", hit, exact.and_then(|exact| exact.hit.as_ref()))));
        for (place, (outcome, p)) in about.outcomes.iter().zip(&summary.outcomes).enumerate() {
            if let Some(p) = p.filter(|p| *p > 0.0) {
                let fraction = exact.and_then(|exact| exact.outcomes.get(place)?.as_ref());
                rows.push(row(outcome.label, p, fraction));
            }
        }
        rows.extend(summary.kills().map(|(says, kill)| row(&format::sentence(says), kill, None)));
        let of = |name: &str, damage: &Option<Damage>| {
            let figures = damage.as_ref().map(|damage| {
                let says = [damage.average(), damage.spread(), damage.middle(), Damage::range(damage)];
                let kinds = ["average", "spread (SD)", "median", "range"];
                kinds.into_iter().zip(says).map(|(kind, says)| (format!("{name}, {kind}"), says)).collect()
            });
            figures.unwrap_or_default()
        };
        let total = if summary.is_roll() { "Total" } else { "Damage" };
        let (strike, turn) = (of(total, &summary.damage), of("Damage a turn", &summary.turn));
        let fight = summary.fight.as_ref().map_or_else(Vec::new, |fight| {
            let name = format::sentence(&picture::name(Extent::Fight, summary.beat()));
            let mostly = fight.mostly.map(format::whole);
            let mostly = mostly.map(|mostly| (format!("{name}, nine times in ten at most"), mostly));
            [(format!("{name}, average"), fight.average())].into_iter().chain(mostly).collect()
        });
        // The figure of the requested extent comes first.
        let figures = match extent {
            Extent::Strike | Extent::Duel => [strike, turn, fight],
            Extent::Turn => [turn, fight, strike],
            Extent::Fight => [fight, turn, strike],
        };
        let sentence = sentence::of(game, document, summary);
        let mode = about.mode_of(document);
        let whole = game.complete(document);
        let rules = sentence::by_rules(game, mode, &whole, None);
        let (points, source) = (HitPoints::of(&whole, summary, extent), sentence::source(game, mode, &whole));
        let until = points.filter(|_| extent == Extent::Fight && summary.fight.is_some());
        let until = until.map_or_else(String::new, |HitPoints { points, .. }| {
            format!(", {} hit points", format::whole(points as i64))
        });
        Self {
            link,
            caption: format!("{}{until} ({rules})", sentence::versus(game, document)),
            rules,
            // Without such a picture, that of a strike.
            picture: [extent, Extent::Strike].into_iter().find_map(|extent| {
                let spread = picture::spread(extent, summary)?;
                let points = HitPoints::of(&whole, summary, extent);
                Some(picture::of(spread, (extent, summary.beat()), points, &sentence, &source))
            }),
            sentence,
            rows,
            figures: figures.concat(),
        }
    }
}
