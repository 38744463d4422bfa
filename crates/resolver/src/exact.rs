//! Exact fractions from runs over primes, within a bound.

use crate::problem::Problem;
use tohit_engine::Scenario;
use tohit_odds::exact::{PRIME_BITS, TooLarge, first_fractions};
use tohit_odds::{Arithmetic, Fraction, Weight};

/// An exact answer may use this many 61-bit primes: fractions of about 600 digits each way.
pub(crate) const MOST_PRIMES: usize = 66;
/// Most primes for the means of a fight, which may be omitted: fractions of about 160 digits.
pub(crate) const FEW_PRIMES: usize = 19;
/// Answers that can afford fewer primes than this are refused at once.
const FEWEST_PRIMES: usize = 4;
const UNAFFECTED: &str = "the answer in decimals is unaffected";
/// An exact answer may cost this many steps (paths walked, products added), over all primes.
const MOST_WORK: u64 = 250_000_000;

/// A result that holds probabilities and can hold other weights in their place.
pub trait MapChances<P> {
    /// The result over other weights.
    type Mapped<Q>;
    /// Replaces every probability, in a fixed order.
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Self::Mapped<Q>;
}

/// A result in the engine's weights. The fractions of a fight grow with each turn, so that its list of turns
/// may close early.
pub trait Truncate: MapChances<Weight, Mapped<Weight> = Self> {
    /// The turn of each probability, in the order of visits; empty where nothing grows by turns.
    fn turns(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Turns at which the list may close, ascending.
    fn cuts(&self) -> Vec<usize> {
        vec![0]
    }
    /// The result without the turns after `end`.
    fn truncated(answer: Self::Mapped<Fraction>, _end: usize) -> Self::Mapped<Fraction> {
        answer
    }
}

fn refused(message: String) -> Vec<Problem> {
    vec![Problem::at("", message)]
}

/// A result in fractions, rebuilt from residues over a few primes. A result that grows turn by turn closes at
/// the last of its cuts that the primes suffice for.
pub(crate) fn evaluate<T: Truncate>(
    scenario: &Scenario<'_>,
    tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
) -> Result<T::Mapped<Fraction>, Vec<Problem>> {
    // A run in floats gives the ends of endless lists, the cost of a run, and a bound on the denominators.
    let floats = tell(&Arithmetic::Floats)?;
    let most = affordable(scenario.work())?.min(MOST_PRIMES);
    let (turns, cuts) = (floats.turns(), floats.cuts());
    let mut chances = Vec::new();
    let floats = floats.map(&mut |weight| {
        chances.push(Arithmetic::Floats.to_float(weight));
        weight
    });
    refuse_long(&chances, &turns, &cuts, most)?;
    let (mut many, mut shape) = (0, Ok(floats));
    let fractions = first_fractions(most, |prime| {
        let arith = Arithmetic::Prime(prime.clone());
        let mut all = Vec::new();
        shape = tell(&arith).map(|answer| {
            answer.map(&mut |weight| {
                all.push(arith.residue(weight));
                weight
            })
        });
        many = all.len();
        all
    });
    let shape = shape?;
    // The first turn that is not known, or not to its end.
    let open = (fractions.len() < many).then(|| turns.get(fractions.len()).copied().unwrap_or_default());
    let mut fractions = fractions.into_iter();
    let answer = shape.map(&mut |_| fractions.next().unwrap_or_default());
    let Some(open) = open else { return Ok(answer) };
    match cuts.into_iter().rfind(|end| *end < open) {
        Some(end) => Ok(T::truncated(answer, end)),
        None => Err(refused(format!(
            "too large for exact fractions: {}; {UNAFFECTED}",
            TooLarge::for_primes(most)
        ))),
    }
}

/// Refuses fractions that do not fit even up to the first cut. A fraction p has a denominator of at least
/// 1/p, so the floats bound the digits from below before any exact run.
fn refuse_long(chances: &[f64], turns: &[usize], cuts: &[usize], most: usize) -> Result<(), Vec<Problem>> {
    let first = cuts.iter().min().copied().unwrap_or_default();
    let until =
        chances.iter().enumerate().filter(|(place, _)| turns.get(*place).is_none_or(|turn| *turn <= first));
    let least = until.map(|(_, chance)| *chance).filter(|chance| *chance > 0.0).fold(1.0, f64::min);
    let bits = -least.log2();
    // One prime is to spare.
    if bits <= PRIME_BITS as f64 * (most.saturating_sub(1)) as f64 {
        return Ok(());
    }
    let [needed, known] = [bits, PRIME_BITS as f64 * most.saturating_sub(1) as f64];
    let digits = |bits: f64| (bits * core::f64::consts::LOG10_2).floor();
    Err(refused(format!(
        "too large for exact fractions: a denominator has {} digits or more, and at most {} can be computed; {UNAFFECTED}",
        digits(needed),
        digits(known),
    )))
}

/// Number of primes that the work limit allows, at `steps` steps for each.
fn affordable(steps: u64) -> Result<usize, Vec<Problem>> {
    let steps = steps.max(1);
    let affordable = usize::try_from(MOST_WORK / steps).unwrap_or(MOST_PRIMES);
    if affordable < FEWEST_PRIMES {
        return Err(refused(format!(
            "too large for exact fractions: {steps} steps for each of at least {FEWEST_PRIMES} primes, and {MOST_WORK} in all are allowed; {UNAFFECTED}"
        )));
    }
    Ok(affordable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{DiceLine, Ruleset};
    use crate::{Json, Library};

    #[test]
    fn a_denominator_is_bounded_by_the_reciprocal_of_its_fraction() {
        // Three primes, one of them to spare: 122 bits.
        let (short, long) = (2f64.powi(-122), 2f64.powi(-123));
        let refused =
            |chances: &[f64], turns: &[usize], cuts: &[usize]| refuse_long(chances, turns, cuts, 3).is_err();
        assert!(!refused(&[0.5, 0.0, short], &[], &[0]));
        assert!(refused(&[0.5, 0.0, long], &[], &[0]));
        // Of a list that may close after its second turn, only these turns count.
        assert!(!refused(&[0.5, 0.2, long], &[1, 2, 3], &[2, 3]));
        assert!(refused(&[0.5, long, 0.2], &[1, 2, 3], &[2, 3]));
        let message = refuse_long(&[1e-200], &[], &[0], 6).unwrap_err().remove(0).message;
        assert!(message.contains("200 digits or more, and at most 91"), "{message}");
    }

    #[test]
    fn a_pool_whose_digits_cannot_fit_is_refused_after_the_run_in_floats() {
        let refused = |line: &str| {
            let line = DiceLine::parse(line).unwrap();
            let rules = Ruleset::read("odds", line.rules(), &[], Library::fetched("")).unwrap();
            let answer = rules.resolve::<Fraction>(&Json::object([]));
            answer.map(drop).map_err(|mut problems| problems.remove(0).message)
        };
        let message = refused("best 50 of 100 times d100").unwrap_err();
        assert!(message.contains("a denominator has 200 digits or more, and at most 91"), "{message}");
        assert_eq!(refused("best 5 of 10 times d20"), Ok(()));
    }

    #[test]
    fn what_costs_too_much_for_four_primes_is_refused() {
        assert_eq!(affordable(MOST_WORK / 4).unwrap(), 4);
        let refused = affordable(MOST_WORK / 4 + 1).unwrap_err();
        assert!(
            refused[0].message.starts_with("too large for exact fractions: 62500001 steps"),
            "{refused:?}"
        );
    }
}
