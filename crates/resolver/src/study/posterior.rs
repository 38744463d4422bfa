//! Observations: the posterior distribution of a field, and the luck of a run.

use super::measure::{Measure, RandomVariable};
use super::{AxisPoint, Extent, Study, StudyRow, value};
use crate::answer::Answer;
use crate::json::Json;
use crate::number::Probability;
use crate::problem::Problem;
use core::cmp::Ordering;
use tohit_odds::Fraction;

/// Posterior distribution over the places of an axis, given the observations and a uniform prior.
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior<P> {
    /// Probability of each place.
    pub posterior: Vec<P>,
    /// Index of the likeliest place, the first of several.
    pub likeliest: usize,
    /// Posterior mean, along an axis of numbers.
    pub mean: Option<P>,
    /// The 90 % interval, as indices of places; none along an axis without an order.
    pub between: Option<(usize, usize)>,
    /// The shown measures, averaged over the posterior.
    pub forecast: Vec<Option<P>>,
}

/// Luck of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Luck<P> {
    /// Number of strikes.
    pub strikes: usize,
    /// Total damage; or the hits, where some observation is not a damage.
    pub total: i64,
    /// True where `total` counts hits.
    pub of_hits: bool,
    /// The chance of this total or less; of this or more, where the player is the defender.
    pub worse: P,
    /// The chance of this total or more; of this or less, where the player is the defender.
    pub better: P,
}

impl Study<'_> {
    /// The posterior along the one axis (Bayes' theorem). All rows, in the order of their cells.
    ///
    /// # Errors
    /// When the observations are impossible everywhere along the axis.
    pub fn weighed<P: Probability>(
        &self,
        rows: &[StudyRow<P>],
    ) -> Result<Option<Posterior<P>>, Vec<Problem>> {
        let ([axis], [_, ..]) = (self.axes.as_slice(), self.seen.as_slice()) else { return Ok(None) };
        let none = P::of(&Fraction::zero());
        let mut weights = vec![P::of(&Fraction::one()); rows.len()];
        for measure in &self.seen {
            let column = self.column(measure);
            let chances: Vec<P> =
                rows.iter().map(|row| value(row, column).cloned().unwrap_or_else(|| none.clone())).collect();
            // Relative to the likeliest, so that a long run does not underflow.
            let most =
                chances.iter().max_by(|one, other| one.rank(other)).filter(|most| most.rank(&none).is_gt());
            let Some(most) = most.cloned() else { return Err(impossible()) };
            for (weight, chance) in weights.iter_mut().zip(chances) {
                *weight = weight.clone() * (chance / most.clone());
            }
        }
        let sum = P::weighed(&mut weights.iter().map(|weight| (1, weight)));
        if sum.rank(&none).is_le() {
            return Err(impossible());
        }
        let posterior: Vec<P> = weights.into_iter().map(|weight| weight / sum.clone()).collect();
        let average = |numbers: Vec<Option<P>>| {
            let products =
                numbers.into_iter().zip(&posterior).filter(|(_, chance)| chance.rank(&none).is_gt());
            let products: Option<Vec<P>> =
                products.map(|(number, chance)| Some(number? * chance.clone())).collect();
            products.map(|products| P::weighed(&mut products.iter().map(|product| (1, product))))
        };
        // A mark such as 18/50 is no fraction.
        let number = |place: &AxisPoint| match &place.value {
            Json::Number(text) => Some(P::of(&text.parse().ok()?)),
            _ => None,
        };
        let places = axis.places.iter().map(number);
        let shown = 0..self.shown().len();
        let forecast =
            shown.map(|column| average(rows.iter().map(|row| value(row, Some(column)).cloned()).collect()));
        let place = |part: i64| reaches(&posterior, &Fraction::new(part, 20));
        let best = posterior.iter().enumerate().rev().max_by(|(_, one), (_, other)| one.rank(other));
        Ok(Some(Posterior {
            likeliest: best.map_or(0, |(place, _)| place),
            mean: average(places.collect()),
            between: axis.is_ranged().then(|| (place(1), place(19))),
            forecast: forecast.collect(),
            posterior,
        }))
    }

    /// Luck of the observed run in the scenario itself; none where the study varies the scenario.
    ///
    /// # Errors
    /// When there is no answer, or the run is too long for an exact answer.
    pub fn luck<P: Probability>(&self) -> Result<Option<Luck<P>>, Vec<Problem>> {
        if self.seen.is_empty() || !self.axes.is_empty() {
            return Ok(None);
        }
        let answer = self.answer::<P>(&self.document, Extent::Strike)?;
        let none = P::of(&Fraction::zero());
        let happens = |seen: &&Measure| seen.of(&answer).is_some_and(|chance| chance.rank(&none).is_gt());
        if let Some(never) = self.seen.iter().find(|seen| !happens(seen)) {
            let message = format!("{} cannot happen here", never.as_seen());
            return Err(vec![Problem::at("seen", message)]);
        }
        let damage: Option<Vec<i64>> = self.seen.iter().map(|seen| self.damage(seen)).collect();
        let of_hits = damage.is_none();
        let totals =
            damage.unwrap_or_else(|| self.seen.iter().map(|seen| i64::from(self.is_hit(seen))).collect());
        let total = totals.iter().fold(0_i64, |sum, damage| sum.saturating_add(*damage));
        let entries = one_strike(&answer, of_hits).ok_or_else(impossible)?;
        let length = usize::try_from(total).map_err(|_| impossible())?.saturating_add(1);
        let products = length.saturating_mul(entries.len()).saturating_mul(totals.len());
        if products > P::MOST_PRODUCTS {
            let message = format!("too large: {products} products, and {} are allowed", P::MOST_PRODUCTS);
            return Err(vec![Problem::at("seen", message)]);
        }
        let mut sums: Vec<P> =
            core::iter::once(P::of(&Fraction::one())).chain(vec![none.clone(); length - 1]).collect();
        for _ in &totals {
            let mut next = vec![none.clone(); length];
            for (damage, chance) in &entries {
                let Ok(damage) = usize::try_from(*damage) else { return Err(impossible()) };
                for (sum, to) in sums.iter().zip(next.iter_mut().skip(damage)) {
                    *to = to.clone() + sum.clone() * chance.clone();
                }
            }
            sums = next;
        }
        let up_to = |length: usize| P::weighed(&mut sums.iter().take(length).map(|sum| (1, sum)));
        let (mut worse, mut better) = (up_to(length), P::of(&Fraction::one()) - up_to(length - 1));
        if self.player_defends() {
            core::mem::swap(&mut worse, &mut better);
        }
        Ok(Some(Luck { strikes: totals.len(), total, of_hits, worse, better }))
    }

    /// The damage of an observed strike, if the observation gives it.
    fn damage(&self, seen: &Measure) -> Option<i64> {
        match seen {
            Measure::Exactly(RandomVariable::Strike, damage) => Some(*damage),
            other => (!self.is_hit(other)).then_some(0),
        }
    }

    fn is_hit(&self, seen: &Measure) -> bool {
        match seen {
            Measure::Exactly(_, damage) => *damage > 0,
            other => other.more_is_better(self.ruleset.about()),
        }
    }
}

/// The distribution of one strike: its damage, or 1 for a hit and 0 for a miss.
fn one_strike<P: Probability>(answer: &Answer<P>, of_hits: bool) -> Option<Vec<(i64, P)>> {
    if of_hits {
        return Some(vec![(0, Measure::Miss.of(answer)?), (1, Measure::Hit.of(answer)?)]);
    }
    Some(answer.damage.as_ref()?.all().map(|(damage, p)| (damage, p.clone())).collect())
}

/// The first place up to which the chances sum to `bound`.
pub(super) fn reaches<P: Probability>(chances: &[P], bound: &Fraction) -> usize {
    let mut sum = P::of(&Fraction::zero());
    let reached = chances.iter().position(|chance| {
        sum = sum.clone() + chance.clone();
        // A float that is too near to decide counts as reached.
        sum.beside(bound) != Some(Ordering::Less)
    });
    reached.unwrap_or(chances.len().saturating_sub(1))
}

fn impossible() -> Vec<Problem> {
    vec![Problem::at("seen", "what was seen cannot happen there")]
}
