//! Exact fractions from runs over primes, within a bound.

use crate::answer::Chances;
use crate::problem::Problem;
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};
use tohit_rules::run::Scenario;

/// An exact answer may use this many 61-bit primes: fractions of about 600 digits each way.
pub(crate) const MOST_PRIMES: usize = 66;
/// For what may do without: fractions of about 140 digits.
pub(crate) const FEW_PRIMES: usize = 16;
/// An answer that cannot afford so many is refused at once.
const FEWEST_PRIMES: usize = 4;
const UNAFFECTED: &str = "the answer in decimals is unaffected";
/// An exact answer may cost this many steps (paths walked, products added), over all primes.
const MOST_WORK: u64 = 250_000_000;

fn refused(message: String) -> Vec<Problem> {
    vec![Problem { path: String::new(), message }]
}

/// What is told of a scenario, in fractions: residues over so many primes at most, put together again.
pub(crate) fn told<T: Chances<Weight, Of<Weight> = T>>(
    scenario: &Scenario<'_>,
    most_primes: usize,
    tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
) -> Result<T::Of<Fraction>, Vec<Problem>> {
    // The floats say where endless lists end, and what a run costs.
    let mut shape = tell(&Arithmetic::Floats);
    if shape.is_err() {
        return shape.map(|told| told.map(&mut |_| Fraction::default()));
    }
    let mut rebuilt = rebuilt(scenario.work(), most_primes, &mut |prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let mut all = Vec::new();
        shape = tell(&ar).map(|told| {
            told.map(&mut |weight| {
                all.push(ar.residue(weight));
                weight
            })
        });
        all
    })?;
    shape.map(|told| told.map(&mut |_| rebuilt.next().unwrap_or_default()))
}

/// The fractions from the residues of each run, which costs so many steps and tells them always in the same order; with so many primes at most.
fn rebuilt(
    steps: u64,
    most: usize,
    run: &mut dyn FnMut(&Prime) -> Vec<u64>,
) -> Result<impl Iterator<Item = Fraction> + use<>, Vec<Problem>> {
    let steps = steps.max(1);
    let affordable = usize::try_from(MOST_WORK / steps).unwrap_or(MOST_PRIMES);
    if affordable < FEWEST_PRIMES {
        return Err(refused(format!(
            "too large for exact fractions: {steps} steps for each of at least {FEWEST_PRIMES} primes, and {MOST_WORK} in all are allowed; {UNAFFECTED}"
        )));
    }
    let fractions = exact::fractions(affordable.min(most), run)
        .map_err(|too_large| refused(format!("too large for exact fractions: {too_large}; {UNAFFECTED}")))?;
    Ok(fractions.into_iter())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_costs_too_much_for_four_primes_is_refused() {
        let third = |prime: &Prime| {
            let ar = Arithmetic::Prime(prime.clone());
            vec![ar.residue(ar.ratio(1, 3))]
        };
        let asked = |steps| rebuilt(steps, MOST_PRIMES, &mut { third }).map(Iterator::collect::<Vec<_>>);
        assert_eq!(asked(MOST_WORK / 4).unwrap(), [Fraction::new(1, 3)]);
        let refused = asked(MOST_WORK / 4 + 1).unwrap_err();
        assert!(
            refused[0].message.starts_with("too large for exact fractions: 62500001 steps"),
            "{refused:?}"
        );
    }
}
