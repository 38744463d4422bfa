//! Thrown against exact: what a rule's dice do over many throws is what its odds say.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unreachable,
    reason = "tests fail by panicking"
)]

mod common;

use common::{Case, cases};
use tohit_resolver::{Extent, RULESETS, Rolled, Spread};

const THROWS: u32 = 20_000;
/// A turn may have dozens of strikes.
const TURNS: u32 = 3_000;
const SCENARIOS: usize = 6;

/// Pearson's statistic over cells of at least ten expected throws (smaller ones are put together), and its degrees of freedom.
fn chi_square(expected: &[(i64, f64)], throws: usize, seen: impl Fn(i64) -> u32) -> (f64, usize) {
    let (mut sum, mut cells) = (0.0, 0usize);
    let (mut rare_expected, mut rare_seen) = (0.0, 0);
    let mut cell = |expected: f64, seen: u32| {
        sum += (f64::from(seen) - expected).powi(2) / expected;
        cells += 1;
    };
    for (value, p) in expected {
        let (count, seen) = (p * throws as f64, seen(*value));
        if count < 10.0 {
            rare_expected += count;
            rare_seen += seen;
        } else {
            cell(count, seen);
        }
    }
    if rare_expected >= 1.0 {
        cell(rare_expected, rare_seen);
    }
    (sum, cells.saturating_sub(1))
}

/// The value that a chi-square exceeds once in 100,000 (Wilson and Hilferty).
fn limit(freedom: usize) -> f64 {
    let k = freedom.max(1) as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 4.265 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Thrown damage against its odds.
fn by_damage(odds: &Spread<f64>, thrown: &[Rolled]) -> (f64, usize) {
    let mut entries = odds.entries.clone();
    entries.extend(odds.tail);
    let tail = odds.tail.map(|(from, _)| from);
    chi_square(&entries, thrown.len(), |value| {
        let is_here = |damage: i64| damage == value || (tail == Some(value) && damage > value);
        thrown.iter().filter(|one| is_here(one.damage)).count() as u32
    })
}

fn check(case: &Case) -> Result<(), String> {
    let presets = case.ruleset.presets();
    let answer = case.ruleset.resolve(&case.scenario, presets).map_err(|e| format!("{e:?}"))?;
    let throw = |throws: u32, turn: bool| {
        let thrown = case.ruleset.tally(&case.scenario, presets, 20_111_005, throws, Extent::of(turn));
        thrown.map_err(|e| format!("{e:?}"))
    };
    let thrown = throw(THROWS, false)?;
    let count = |test: &dyn Fn(&Rolled) -> bool| thrown.iter().filter(|one| test(one)).count() as u32;
    let outcomes: Vec<(i64, f64)> = (0..).zip(answer.outcomes.iter().map(|(_, p)| *p)).collect();
    let name = |place: i64| answer.outcomes.get(usize::try_from(place).unwrap()).map(|(name, _)| *name);
    let by_outcome =
        chi_square(&outcomes, thrown.len(), |place| count(&|one| Some(one.outcome) == name(place)));
    let damage = by_damage(answer.damage.as_ref().unwrap(), &thrown);
    let turn = match &answer.turn_damage {
        Some(turn) => Some(("turn", by_damage(turn, &throw(TURNS, true)?))),
        None => None,
    };
    for (what, (sum, freedom)) in [("outcomes", by_outcome), ("damage", damage)].into_iter().chain(turn) {
        if sum > limit(freedom) {
            return Err(format!(
                "{what}: chi-square {sum:.1} over {freedom} degrees of freedom, limit {:.1}",
                limit(freedom)
            ));
        }
    }
    let known = |outcome: &str| answer.outcome(outcome).is_some_and(|p| *p > 0.0);
    match thrown.iter().find(|one| !known(one.outcome)) {
        Some(Rolled { outcome, .. }) => Err(format!("{outcome} was thrown, but has no chance")),
        None => Ok(()),
    }
}

#[test]
fn throws_agree_with_odds() {
    let cases = cases();
    for ruleset in RULESETS {
        let id = ruleset.about().id;
        let ours: Vec<&Case> = cases
            .iter()
            .filter(|case| {
                case.ruleset.about().id == id
                    && case.expect.get("damage").is_some_and(|d| d.get("1").is_some() || d.get("5").is_some())
            })
            .collect();
        assert!(ours.len() >= SCENARIOS, "{id} has {} scenarios", ours.len());
        for case in ours.iter().step_by(ours.len() / SCENARIOS).take(SCENARIOS) {
            if let Err(wrong) = check(case) {
                panic!("{}: {wrong}", case.title());
            }
        }
    }
}

#[test]
fn the_statistic_notices_a_loaded_die() {
    let fair: Vec<(i64, f64)> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
    let even = |_| THROWS / 6;
    let loaded = |face: i64| if face == 6 { THROWS / 6 + 1_000 } else { THROWS / 6 - 200 };
    let (sum, freedom) = chi_square(&fair, THROWS as usize, even);
    assert!(sum < limit(freedom));
    let (sum, freedom) = chi_square(&fair, THROWS as usize, loaded);
    assert!(sum > limit(freedom));
}
