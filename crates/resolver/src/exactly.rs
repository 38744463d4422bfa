//! Exact fractions from runs over primes, within a bound.

use crate::problem::Problem;
use tohit_odds::{Fraction, Prime, exact};

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

/// The fractions from the residues of each run, which costs so many steps and tells them always in the same order; with so many primes at most.
pub(crate) fn rebuilt(
    steps: u64,
    most: usize,
    run: &mut dyn FnMut(&Prime) -> Vec<u64>,
) -> Result<impl FnMut(()) -> Fraction + use<>, Vec<Problem>> {
    let steps = steps.max(1);
    let affordable = usize::try_from(MOST_WORK / steps).unwrap_or(MOST_PRIMES);
    if affordable < FEWEST_PRIMES {
        return Err(refused(format!(
            "too large for exact fractions: {steps} steps for each of at least {FEWEST_PRIMES} primes, and {MOST_WORK} in all are allowed; {UNAFFECTED}"
        )));
    }
    let fractions = exact::fractions(affordable.min(most), run)
        .map_err(|too_large| refused(format!("too large for exact fractions: {too_large}; {UNAFFECTED}")))?;
    let mut fractions = fractions.into_iter();
    Ok(move |()| fractions.next().unwrap_or_default())
}
