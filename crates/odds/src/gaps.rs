//! How likely each gap between two open-ended pairs is, remembered: opposed rolls with other figures differ in nothing but a shift.

use crate::pair::{Contest, Gap};
use crate::weights::Weights;
use core::ops::{Range, RangeInclusive};

/// Where the law of the open end holds, a gap's weight follows from those of the gaps so far below it, and twice as far.
const PERIOD: usize = 5;

/// What is known of each pair of pairs: the weights of neighbouring gaps, divided by the weight of all gaps.
pub(crate) struct Gaps<W> {
    stretches: Vec<Stretch<W>>,
}

struct Stretch<W> {
    gap: Gap,
    first: i64,
    weights: Vec<W>,
}

impl<W> Default for Gaps<W> {
    fn default() -> Self {
        Self { stretches: Vec::new() }
    }
}

impl<W: Copy + PartialEq> Gaps<W> {
    /// The chances of the margins from one end to the other, which are not the same; whatever is beyond an end counts as that end.
    pub(crate) fn margins<F: Weights<Weight = W>>(
        &mut self,
        weights: &F,
        contest: Contest,
        within: RangeInclusive<i64>,
    ) -> Vec<W> {
        let gap = contest.gap;
        let (low, high) = (contest.gap_for(*within.start()), contest.gap_for(*within.end()));
        let given = weights.divide(weights.one(), gap.all(weights));
        let between = self.between(weights, gap, low.saturating_add(1)..high, given);
        let mut chances = Vec::with_capacity(between.len() + 2);
        chances.push(weights.mul(gap.at_most(weights, low), given));
        chances.extend_from_slice(between);
        chances.push(weights.mul(gap.at_least(weights, high), given));
        chances
    }

    fn between<F: Weights<Weight = W>>(
        &mut self,
        weights: &F,
        gap: Gap,
        wanted: Range<i64>,
        given: W,
    ) -> &[W] {
        let known = self.stretches.iter().position(|stretch| stretch.gap == gap);
        let place = known.unwrap_or_else(|| {
            self.stretches.push(Stretch { gap, first: wanted.start, weights: Vec::new() });
            self.stretches.len() - 1
        });
        let Some(stretch) = self.stretches.get_mut(place) else { return &[] };
        if wanted.start < stretch.first {
            let missing = wanted.start..stretch.first;
            let missing: Vec<W> = missing.map(|at| weights.mul(gap.exactly(weights, at), given)).collect();
            stretch.weights.splice(0..0, missing);
            stretch.first = wanted.start;
        }
        stretch.grow(weights, wanted.end, given);
        let place = |at: i64| usize::try_from(at.saturating_sub(stretch.first)).unwrap_or_default();
        stretch.weights.get(place(wanted.start)..place(wanted.end)).unwrap_or_default()
    }
}

impl<W: Copy + PartialEq> Stretch<W> {
    /// Goes on up to a gap. (A + B(j + 2)) 6^-(j + 2) is a third of what it is for j + 1, less a 36th of what it is for j.
    fn grow<F: Weights<Weight = W>>(&mut self, weights: &F, end: i64, given: W) {
        let (third, thirty_sixth) = (weights.ratio(1, 3), weights.ratio(1, 36));
        let lawful = self.gap.regular().saturating_add(2 * PERIOD as i64);
        for at in self.first.saturating_add_unsigned(self.weights.len() as u64)..end {
            let below = |periods: usize| {
                let place = self.weights.len().checked_sub(periods * PERIOD)?;
                self.weights.get(place).copied()
            };
            let weight = match below(1).zip(below(2)).filter(|_| at >= lawful) {
                Some((near, far)) => weights.less(weights.mul(near, third), weights.mul(far, thirty_sixth)),
                None => weights.mul(self.gap.exactly(weights, at), given),
            };
            self.weights.push(weight);
        }
    }
}
