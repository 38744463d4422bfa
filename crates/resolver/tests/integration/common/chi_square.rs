//! Thrown against exact: whether so many throws fit their odds.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use tohit_resolver::{Rolled, Spread};

/// Pearson's statistic over cells of at least ten expected throws (smaller ones are put together), and its
/// degrees of freedom.
pub fn chi_square(expected: &[(i64, f64)], throws: usize, seen: impl Fn(i64) -> u32) -> (f64, usize) {
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
pub fn limit(freedom: usize) -> f64 {
    let k = freedom.max(1) as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 4.265 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Thrown damage against its odds.
pub fn by_damage(odds: &Spread<f64>, thrown: &[Rolled]) -> (f64, usize) {
    let mut entries = odds.entries.clone();
    entries.extend(odds.tail);
    let tail = odds.tail.map(|(from, _)| from);
    chi_square(&entries, thrown.len(), |value| {
        let is_here = |damage: i64| damage == value || (tail == Some(value) && damage > value);
        thrown.iter().filter(|one| is_here(one.damage)).count() as u32
    })
}

/// How strikes ended against the odds.
pub fn by_outcome(odds: &[(&'static str, f64)], thrown: &[Rolled]) -> (f64, usize) {
    let expected: Vec<(i64, f64)> = (0..).zip(odds.iter().map(|(_, p)| *p)).collect();
    chi_square(&expected, thrown.len(), |place| {
        let name = odds.get(usize::try_from(place).unwrap()).map(|(name, _)| *name);
        thrown.iter().filter(|one| Some(one.outcome) == name).count() as u32
    })
}
