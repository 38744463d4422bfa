//! Exact fractions from runs over primes, within a bound.

use crate::problem::Problem;
use tohit_engine::Scenario;
use tohit_odds::exact::{PRIME_BITS, TooLarge, first_fractions};
use tohit_odds::{Arithmetic, Fraction, Weight};

/// An exact answer may use this many 61-bit primes: fractions of about 600 digits each way.
pub(crate) const MOST_PRIMES: usize = 66;
/// Most primes for results that may be omitted: fractions of about 160 digits.
pub(crate) const FEW_PRIMES: usize = 19;
/// Answers that can afford fewer primes than this are refused at once.
const FEWEST_PRIMES: usize = 4;
const UNAFFECTED: &str = "the answer in decimals is unaffected";
/// An exact answer may cost this many steps (paths walked, products added), over all primes.
const MOST_WORK: u64 = 250_000_000;

/// Steps to rebuild a fraction, times the square of the number of primes.
const EACH_FRACTION: u64 = 100;

/// A result that holds probabilities and can hold other weights in their place.
pub trait MapChances<P> {
    /// The result over other weights.
    type Mapped<Q>;
    /// Replaces every probability, in a fixed order.
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Self::Mapped<Q>;
}

/// A result in the engine's weights. The fractions of a fight grow with each turn, so that its list of turns may
/// close early.
pub trait Truncate: MapChances<Weight, Mapped<Weight> = Self> {
    /// The turn of each probability, in the order of visits; empty where nothing grows by turns.
    fn turns(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Turns at which the list may close, ascending, each with the most primes that it may use.
    fn cuts(&self) -> Vec<(usize, usize)> {
        vec![(0, MOST_PRIMES)]
    }
    /// The result without the turns after `end`.
    fn truncated(answer: Self::Mapped<Fraction>, _end: usize) -> Self::Mapped<Fraction> {
        answer
    }
}

/// Weights by turn of a shorter fight or duel, against one in `PART` of the hit points, over so many turns, or over all:
/// their fractions grow as those of the result do. None where nothing grows by turns.
pub type Shorter<'f> = &'f dyn Fn(Option<usize>, &Arithmetic) -> Vec<Weight>;

/// Shorter run of a result of which nothing grows by turns.
pub(crate) const NO_TURNS: Shorter<'static> = &|_, _| Vec::new();

fn refused(message: String) -> Vec<Problem> {
    vec![Problem::at("", message)]
}

/// Factor by which later fractions may grow slower than the first ones. A list that would still be too long is refused.
const SLOWER: usize = 2;

/// A result in fractions, rebuilt from residues over a few primes. A result that grows turn by turn closes at the last of its cuts that the primes suffice for.
pub(crate) fn evaluate<T: Truncate>(
    scenario: &Scenario<'_>,
    shorter: Shorter<'_>,
    tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
) -> Result<T::Mapped<Fraction>, Vec<Problem>> {
    // A run in floats gives the ends of endless lists and the cost of a run.
    let floats = tell(&Arithmetic::Floats)?;
    let most = affordable(scenario.work())?.min(MOST_PRIMES);
    let (turns, cuts) = (floats.turns(), floats.cuts());
    let too_large = || {
        let too_large = TooLarge::for_primes(most);
        refused(format!("too large for exact fractions: {too_large}; {UNAFFECTED}"))
    };
    // A fight in which the defender never falls has fractions of constant size.
    if turns.first() < turns.last() {
        refuse_long(shorter, &cuts, most)?;
    }
    let goes_on =
        |rebuilt, primes| goes_on(&cuts, turns.get(rebuilt).copied().unwrap_or_default(), primes, most);
    let (mut many, mut primes, mut shape) = (0, 0_u64, Ok(floats));
    let fractions = first_fractions(most, &goes_on, |prime| {
        let ar = Arithmetic::Prime(prime.clone());
        primes += 1;
        let mut all = Vec::new();
        shape = tell(&ar).map(|answer| {
            answer.map(&mut |weight| {
                all.push(ar.residue(weight));
                weight
            })
        });
        many = all.len();
        all
    });
    scenario.took(EACH_FRACTION.saturating_mul(primes * primes).saturating_mul(many as u64));
    let shape = shape?;
    // The first turn that is not known, or not to its end.
    let open = (fractions.len() < many).then(|| turns.get(fractions.len()).copied().unwrap_or_default());
    let mut fractions = fractions.into_iter();
    let answer = shape.map(&mut |_| fractions.next().unwrap_or_default());
    let Some(open) = open else { return Ok(answer) };
    match cuts.into_iter().rfind(|(end, _)| *end < open) {
        Some((end, _)) => Ok(T::truncated(answer, end)),
        None => Err(too_large()),
    }
}

/// Part of the hit points that shows how quickly fractions grow: about a sixteenth of the work for each prime, and a
/// quarter of the primes.
pub(crate) const PART: i64 = 4;
/// A shorter fight of fewer turns shows little.
const FEWEST_TURNS: usize = 6;

/// Refuses a list of turns whose fractions would be too long at each of its cuts. Each turn multiplies the denominators by about the same factor, so their bits
/// grow linearly; the slope is measured on a shorter fight. A margin is added, since the growth is only approximately linear.
fn refuse_long(shorter: Shorter<'_>, ends: &[(usize, usize)], most: usize) -> Result<(), Vec<Problem>> {
    let turns = shorter(None, &Arithmetic::Floats).len();
    if turns < FEWEST_TURNS || ends.iter().all(|(end, _)| *end <= turns) {
        return Ok(());
    }
    let mut used = 0;
    let fractions = first_fractions(most.div_ceil(2), &|_, _| true, |prime| {
        let ar = Arithmetic::Prime(prime.clone());
        used += 1;
        shorter(Some(turns), &ar).iter().map(|weight| ar.residue(*weight)).collect()
    });
    let limit = |primes: usize| primes.saturating_sub(1) * PRIME_BITS as usize / 2;
    let size = |turn: usize| {
        fractions.get(turn - 1).map_or_else(|| limit(used), |fraction| fraction.bits() as usize)
    };
    let Some(first) = (1..=turns).find(|turn| size(*turn) > 1) else { return Ok(()) };
    let last = turns.min(fractions.len() + 1);
    let needed = |end: usize| {
        size(last) + size(last).saturating_sub(size(first)) * end.saturating_sub(last) / (last - first).max(1)
    };
    if first < last && ends.iter().all(|(end, own)| 25 * needed(*end) > 26 * limit(most.min(*own))) {
        let digits = ends.iter().map(|(end, _)| needed(*end)).min().unwrap_or_default() * 3 / 10;
        return Err(refused(format!(
            "too large for exact fractions: they would have about {digits} digits, and {} can be computed; fewer hit points make them shorter; {UNAFFECTED}",
            TooLarge::for_primes(most).digits,
        )));
    }
    Ok(())
}

/// Test for a cut that may still be reached within its primes, if `turn` is the first that does not fit into `primes`.
/// Fractions grow turn by turn, and one prime is always to spare.
fn goes_on(ends: &[(usize, usize)], turn: usize, primes: usize, most: usize) -> bool {
    ends.iter().any(|(end, own)| {
        let most = most.min(*own);
        let reach = SLOWER * turn * most.saturating_sub(1) / primes.saturating_sub(1).max(1);
        primes < most && (turn..=reach).contains(end)
    })
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

    #[test]
    fn what_grows_turn_by_turn_is_given_up_where_it_would_not_fit_even_half_as_long() {
        let (soon, all) = ((100, MOST_PRIMES), (160, MOST_PRIMES));
        // The first turn takes more than one prime, and 65 are to be had: 130 turns at most.
        assert!(goes_on(&[soon, all], 1, 2, MOST_PRIMES) && !goes_on(&[all], 1, 2, MOST_PRIMES));
        assert!(goes_on(&[all], 2, 2, MOST_PRIMES) && goes_on(&[all], 20, 17, MOST_PRIMES));
        // The nearer cut is known and the other is not worth another attempt; or no primes are left.
        assert!(!goes_on(&[soon, all], 101, 66, MOST_PRIMES) && !goes_on(&[soon, all], 9, 12, 12));
        // A cut that is limited to few primes.
        assert!(!goes_on(&[(161, FEW_PRIMES)], 161, FEW_PRIMES, MOST_PRIMES));
        assert!(goes_on(&[(161, FEW_PRIMES)], 161, FEW_PRIMES - 1, MOST_PRIMES));
        // A result that does not grow by turns continues to its own limit.
        assert!(goes_on(&[(0, MOST_PRIMES)], 0, 63, MOST_PRIMES));
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
