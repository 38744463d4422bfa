//! Exact answers and explanations from the odds reading of whatever rules: compiled once, not once for each ruleset.

use crate::answer::Answer;
use crate::explain::{self, Explanation, Rule, Ways, Why};
use crate::problem::Problem;
use crate::ruleset::AboutRules;
use tohit_odds::{Either, Fraction, Odds, Prime, exact};

/// An exact answer may use this many 61-bit primes: fractions of about 600 digits each way.
const MOST_PRIMES: usize = 66;
/// An answer that cannot afford so many is refused at once.
const FEWEST_PRIMES: usize = 4;
const UNAFFECTED: &str = "the answer in decimals is unaffected";
/// An exact answer may cost this many steps (paths walked, products added), over all primes.
const MOST_WORK: u64 = 100_000_000;
/// A strike that costs more is not explained: each way to an outcome costs about as much again.
const MOST_EXPLAINED: u64 = 50_000_000;

fn refused(message: String) -> Vec<Problem> {
    vec![Problem { path: String::new(), message }]
}

/// A reading in some weights, which are told one by one.
type Read<'a> = dyn FnMut(Either, &mut dyn FnMut(f64)) + 'a;

/// The exact fractions of a reading, from runs over primes. `read` tells its residues, always in the same order; a run costs so many steps.
fn rebuilt(steps: u64, read: &mut Read<'_>) -> Result<impl FnMut(()) -> Fraction + use<>, Vec<Problem>> {
    rebuilt_from(steps, &mut |prime| {
        let mut residues = Vec::new();
        let weights = Either::Prime(prime.clone());
        read(weights.clone(), &mut |weight| residues.push(weights.residue(weight)));
        residues
    })
}

/// The same from the residues of each run.
pub(crate) fn rebuilt_from(
    steps: u64,
    run: &mut dyn FnMut(&Prime) -> Vec<u64>,
) -> Result<impl FnMut(()) -> Fraction + use<>, Vec<Problem>> {
    let steps = steps.max(1);
    let affordable = usize::try_from(MOST_WORK / steps).unwrap_or(MOST_PRIMES);
    if affordable < FEWEST_PRIMES {
        return Err(refused(format!(
            "too large for exact fractions: {steps} steps for each of at least {FEWEST_PRIMES} primes, and {MOST_WORK} in all are allowed; {UNAFFECTED}"
        )));
    }
    let fractions = exact::fractions(affordable.min(MOST_PRIMES), run)
        .map_err(|too_large| refused(format!("too large for exact fractions: {too_large}; {UNAFFECTED}")))?;
    let mut fractions = fractions.into_iter();
    Ok(move |()| fractions.next().unwrap_or_default())
}

/// The exact answer of a ruleset.
pub(crate) fn answer(
    ruleset: &'static str,
    read: &dyn Fn(&mut Odds<Either>) -> Answer<f64>,
) -> Result<Answer<Fraction>, Vec<Problem>> {
    let mut floats = Odds::new(Either::Floats);
    read(&mut floats);
    let mut shape = Answer::new(ruleset, "");
    let mut fractions = rebuilt(floats.work(), &mut |weights, tell| {
        shape = read(&mut Odds::new(weights)).map(&mut |p| tell(p));
    })?;
    Ok(shape.map(&mut fractions))
}

/// What is asked of a ruleset when a strike is to be explained.
pub(crate) struct Telling<'a> {
    pub(crate) about: &'static AboutRules,
    pub(crate) mode: &'static str,
    pub(crate) whys: &'static [Why],
    /// How the switches of the rules stand.
    pub(crate) rules: Vec<Rule>,
    pub(crate) decides: fn(&str) -> bool,
    pub(crate) ways: &'a dyn Fn(&mut Odds<Either>) -> Ways<f64>,
}

/// What is said where an explanation would be no help.
fn too_large() -> Vec<Problem> {
    refused(format!("too large to explain; {UNAFFECTED}"))
}

impl Telling<'_> {
    /// Refuses what is too large.
    fn check(&self) -> Result<(), Vec<Problem>> {
        let mut floats = Odds::new(Either::Floats);
        (self.ways)(&mut floats);
        if floats.work() > MOST_EXPLAINED { Err(too_large()) } else { Ok(()) }
    }

    /// The explanation in some weights, and what it cost.
    fn read(&self, weights: Either) -> Result<(Explanation<f64>, u64), Vec<Problem>> {
        let mut odds = Odds::recording(weights.clone(), self.decides);
        let ways = (self.ways)(&mut odds);
        let Some(record) = odds.record().filter(|record| !record.is_full()) else { return Err(too_large()) };
        let order = self.about.outcomes.iter().map(|outcome| outcome.id);
        let of = (self.about.id, self.mode);
        Ok((explain::explained(of, order, (self.whys, &self.rules), (&weights, record), &ways), odds.work()))
    }
}

/// Why a strike ends as it does, in floats.
pub(crate) fn explanation(telling: &Telling<'_>) -> Result<Explanation<f64>, Vec<Problem>> {
    telling.check()?;
    Ok(telling.read(Either::Floats)?.0)
}

/// The same in exact fractions.
pub(crate) fn exact_explanation(telling: &Telling<'_>) -> Result<Explanation<Fraction>, Vec<Problem>> {
    telling.check()?;
    let (_, work) = telling.read(Either::Floats)?;
    let mut shape = Err(too_large());
    let mut fractions = rebuilt(work, &mut |weights, tell| {
        shape = telling.read(weights).map(|(told, _)| told.map(&mut |p| tell(p)));
    })?;
    Ok(shape?.map(&mut fractions))
}
