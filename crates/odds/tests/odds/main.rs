//! What the crate promises, checked against slow twins, explicit enumeration and seeded throws.

// The tests' helpers may fail as the tests themselves may.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod chance;
mod chi_square;
mod couples;
mod dice;
mod open_dice;
mod pairs;
mod readings;
mod reduced;
mod repeated;
mod rounds;
mod scripts;
mod slow;
mod steps;
mod thrown;
mod totals;
mod trails;

use tohit_odds::{Fraction, Odds, Prime, Reading, State, Total, exact};

/// One fraction.
pub(crate) fn fraction(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

/// The fractions behind what `run` computes.
pub(crate) fn fractions(run: impl Fn(&mut Odds<Prime>) -> Vec<u64>) -> Vec<Fraction> {
    let run = |prime: &Prime| {
        let weights = run(&mut Odds::new(prime.clone()));
        weights.into_iter().map(|weight| prime.residue(weight)).collect()
    };
    exact::fractions(40, run).unwrap_or_default()
}

/// A state's odds, exactly and in order.
pub(crate) fn exact_states<S: State + Ord>(
    rule: impl Fn(&mut Odds<Prime>) -> <Odds<Prime> as Reading>::Of<S>,
) -> Vec<(S, Fraction)> {
    let sorted = |odds: &mut Odds<Prime>| {
        let states = rule(odds);
        let mut entries: Vec<_> = states.entries().map(|(state, weight)| (state.clone(), weight)).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    };
    let weights = fractions(|odds| sorted(odds).into_iter().map(|(_, weight)| weight).collect());
    let mut prime = Prime::all();
    let states = prime.next().map(|prime| sorted(&mut Odds::new(prime))).unwrap_or_default();
    states.into_iter().map(|(state, _)| state).zip(weights).collect()
}

/// A total's odds, exactly and in order.
pub(crate) fn exact_total(rule: impl Fn(&mut Odds<Prime>) -> Total<u64>) -> Vec<(i64, Fraction)> {
    exact_states(|odds| {
        let total = rule(odds);
        odds.states(total)
    })
}
