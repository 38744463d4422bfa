//! How likely each gap between two open-ended pairs is, remembered: opposed rolls with other figures differ in nothing but a shift.

use crate::index::QuickMap;
use crate::pair::{Contest, Gap};
use crate::weights::Weights;
use core::ops::RangeInclusive;
use std::rc::Rc;

/// Neighbouring gaps are computed together, so many at a time.
const BLOCK: i64 = 16;

/// What is known of each pair of pairs: the weights of the gaps of a block, divided by the weight of all gaps.
pub(crate) struct Gaps<W> {
    blocks: QuickMap<(Gap, i64), Rc<[W]>>,
}

impl<W> Default for Gaps<W> {
    fn default() -> Self {
        Self { blocks: QuickMap::default() }
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
        let mut chances = vec![weights.mul(gap.at_most(weights, low), given)];
        let mut next = low.saturating_add(1);
        while next < high {
            let block = self.block(weights, gap, next.div_euclid(BLOCK), given);
            let skipped = next.rem_euclid(BLOCK);
            let taken = (BLOCK - skipped).min(high - next);
            let ends = usize::try_from(skipped).ok().zip(usize::try_from(skipped + taken).ok());
            chances.extend(ends.and_then(|(from, to)| block.get(from..to)).unwrap_or_default());
            next += taken;
        }
        chances.push(weights.mul(gap.at_least(weights, high), given));
        chances
    }

    fn block<F: Weights<Weight = W>>(&mut self, weights: &F, gap: Gap, number: i64, given: W) -> Rc<[W]> {
        if let Some(known) = self.blocks.get(&(gap, number)) {
            return Rc::clone(known);
        }
        let first = number.saturating_mul(BLOCK);
        let each = gap.exactly_each(weights, first..first.saturating_add(BLOCK));
        let block: Rc<[W]> = each.into_iter().map(|weight| weights.mul(weight, given)).collect();
        self.blocks.insert((gap, number), Rc::clone(&block));
        block
    }
}
