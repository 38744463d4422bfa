//! Even stretches laid over each other: how a mixture of dice with different ranges is summed up.

use crate::dist::Total;
use crate::weights::Weights;

/// Stretches of values, each with a weight that is spread evenly over it.
pub(crate) struct Layers<W> {
    stretches: Vec<(i64, i64, W)>,
}

impl<W> Default for Layers<W> {
    fn default() -> Self {
        Self { stretches: Vec::new() }
    }
}

impl<W: Copy + PartialEq> Layers<W> {
    /// Spreads a weight over the values from `low` to `high`.
    pub(crate) fn add<F: Weights<Weight = W>>(&mut self, weights: &F, low: i64, high: i64, weight: W) {
        let count = high.abs_diff(low).saturating_add(1);
        self.stretches.push((low, high, weights.mul(weight, weights.ratio(1, count))));
    }

    fn span(&self) -> (i64, usize) {
        let low = self.stretches.iter().map(|(low, _, _)| *low).min().unwrap_or_default();
        let high = self.stretches.iter().map(|(_, high, _)| *high).max().unwrap_or(low.saturating_sub(1));
        (low, usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or_default())
    }

    /// About how many additions the sum takes.
    pub(crate) fn work(&self) -> usize {
        let (_, size) = self.span();
        let levels = size.checked_ilog2().unwrap_or_default() as usize + 1;
        self.stretches.len().saturating_mul(2 * levels).saturating_add(2 * size)
    }

    /// The sum of all stretches.
    pub(crate) fn finish<F: Weights<Weight = W>>(self, weights: &F) -> Total<W> {
        let low = self.span().0;
        if self.stretches.iter().all(|(from, _, _)| *from == low) {
            self.nested(weights)
        } else {
            self.tree(weights)
        }
    }

    /// All begin alike: from the highest value down, more and more of them cover a value.
    fn nested<F: Weights<Weight = W>>(self, weights: &F) -> Total<W> {
        let (low, size) = self.span();
        let mut sums = vec![weights.zero(); size];
        for (_, to, each) in &self.stretches {
            let place = usize::try_from(to.saturating_sub(low)).ok();
            if let Some(sum) = place.and_then(|place| sums.get_mut(place)) {
                *sum = weights.add(*sum, *each);
            }
        }
        let mut covering = weights.zero();
        for sum in sums.iter_mut().rev() {
            covering = weights.add(covering, *sum);
            *sum = covering;
        }
        Total::new(low, sums)
    }

    /// Each is kept in few pieces, the nodes of a binary tree over the values (`node`'s halves are `2 node` and
    /// `2 node + 1`), which at the end are handed down to the values: additions only, so nothing cancels, and what no stretch covers
    /// stays exactly 0.
    fn tree<F: Weights<Weight = W>>(self, weights: &F) -> Total<W> {
        let (low, size) = self.span();
        let mut nodes = vec![weights.zero(); 2 * size];
        let mut raise = |node: usize, by: W| {
            if let Some(sum) = nodes.get_mut(node) {
                *sum = weights.add(*sum, by);
            }
        };
        for (from, to, each) in &self.stretches {
            let node = |value: i64| size + usize::try_from(value.saturating_sub(low)).unwrap_or_default();
            let (mut first, mut end) = (node(*from), node(*to) + 1);
            while first < end {
                if first % 2 == 1 {
                    raise(first, *each);
                    first += 1;
                }
                if end % 2 == 1 {
                    end -= 1;
                    raise(end, *each);
                }
                first /= 2;
                end /= 2;
            }
        }
        for node in 1..size {
            let Some(sum) = nodes.get(node).copied() else { break };
            for half in [2 * node, 2 * node + 1] {
                if let Some(below) = nodes.get_mut(half) {
                    *below = weights.add(*below, sum);
                }
            }
        }
        Total::new(low, nodes.split_off(size))
    }
}
