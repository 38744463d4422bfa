//! Totals whose parts are reduced by a roll, such as armour takes off each part of a blow.

use crate::Label;
use crate::dist::{Filling, Total};
use crate::index::QuickMap;
use crate::odds::Odds;
use crate::reading::Reading;
use crate::weights::{Weights, products};

/// A part of a total before something is taken off it: values above `least` lose `by`, but fall no lower than `least`; other values stay.
#[derive(Clone, Debug)]
pub struct Reduced<T> {
    /// What the log calls what is left.
    pub label: Label,
    /// The part.
    pub whole: T,
    /// What is taken off it. The two do not depend on each other.
    pub by: T,
    /// What always remains.
    pub least: i64,
}

/// What is left of a whole.
pub(crate) fn left(whole: i64, by: i64, least: i64) -> i64 {
    if whole > least { whole.saturating_sub(by).max(least) } else { whole }
}

/// One state's weight, and the parts of its total.
pub(crate) type Term<W> = (W, Vec<Reduced<Total<W>>>);

/// Below this many products a mixture is added up term by term, in every arithmetic.
const MUCH: u64 = 1 << 21;

impl<W: Copy + PartialEq> Reduced<Total<W>> {
    /// Whether what is taken is certain, and how much it is.
    pub(crate) fn certain(&self) -> Option<i64> {
        (self.by.weights().len() == 1).then_some(self.by.low())
    }

    /// Parts for which this is the same have the same odds, but for a shift.
    pub(crate) fn shape(&self) -> [i64; 4] {
        let place = |total: &Total<W>| total.weights().as_ptr().addr() as i64;
        match self.certain() {
            // Nothing falls to the least, so it is a shift.
            Some(by) if self.whole.low() >= self.least.saturating_add(by) => [place(&self.whole), 0, 0, 0],
            Some(by) => [place(&self.whole), self.whole.low(), 0, by],
            None => [place(&self.whole), self.whole.low(), place(&self.by), self.by.low()],
        }
    }
}

/// What it costs to add up every term that is not only another's shift, by what it costs to add two lists of given lengths.
pub(crate) fn cost<W: Copy + PartialEq>(terms: &[Term<W>], of_sum: impl Fn(usize, usize) -> u64) -> u64 {
    let mut seen: QuickMap<Vec<[i64; 4]>, ()> = QuickMap::default();
    let mut cost = 0u64;
    for (_, parts) in terms {
        let mut length = 1;
        let shapes: Vec<_> = parts.iter().map(Reduced::shape).collect();
        let is_new = seen.get(&shapes).is_none();
        if is_new {
            seen.insert(shapes, ());
        }
        for part in parts {
            let (whole, by) = (part.whole.weights().len(), part.by.weights().len());
            if is_new {
                let reducing = of_sum(whole, by).saturating_add(whole as u64);
                let adding = if length > 1 { of_sum(length, whole) } else { 0 };
                cost = cost.saturating_add(reducing).saturating_add(adding);
            }
            length = length.saturating_add(whole).saturating_sub(1);
        }
        cost = cost.saturating_add(length as u64);
    }
    cost
}

impl<F: Weights> Odds<F> {
    /// The totals of all terms, each with its weight.
    pub(crate) fn mixture(&mut self, terms: &[Term<F::Weight>]) -> Total<F::Weight> {
        let cost = cost(terms, products);
        if cost > MUCH
            && let Some(total) = self.weights().mixture(terms)
        {
            self.count_work(usize::try_from(cost).unwrap_or(usize::MAX));
            return total;
        }
        let mut known: QuickMap<[i64; 4], Total<F::Weight>> = QuickMap::default();
        let mut sum = Filling::new();
        for (weight, parts) in terms {
            let mut total = self.fixed(0);
            for part in parts {
                let left = self.what_is_left(&mut known, part);
                total = self.add(total, left);
            }
            sum.add_all(self.weights(), &total, *weight);
        }
        sum.finish()
    }

    fn what_is_left(
        &mut self,
        known: &mut QuickMap<[i64; 4], Total<F::Weight>>,
        part: &Reduced<Total<F::Weight>>,
    ) -> Total<F::Weight> {
        let Reduced { whole, by, least, .. } = part;
        // A plain shift shares the memory, so that sums of what was shifted are recognised.
        if let Some(by) = part.certain()
            && whole.low() >= least.saturating_add(by)
        {
            return whole.shifted(by.saturating_neg());
        }
        if let Some(left) = known.get(&part.shape()) {
            return left.clone();
        }
        let all = self.reduce(whole, by, *least);
        known.insert(part.shape(), all.clone());
        all
    }

    fn reduce(&mut self, whole: &Total<F::Weight>, by: &Total<F::Weight>, least: i64) -> Total<F::Weight> {
        let mut sum = Filling::new();
        let one = self.weights().one();
        sum.add_all(self.weights(), &whole.between(i64::MIN, least), one);
        let falls = whole.between(least.saturating_add(1), i64::MAX);
        if !falls.weights().is_empty() {
            let taken = Total::new(by.last().saturating_neg(), by.weights().iter().rev().copied().collect());
            let fallen = self.add(falls, taken);
            let to_least = fallen.chance(self.weights(), |value| value <= least);
            sum.add_all(self.weights(), &Total::new(least, vec![to_least]), one);
            sum.add_all(self.weights(), &fallen.between(least.saturating_add(1), i64::MAX), one);
        }
        sum.finish()
    }
}
