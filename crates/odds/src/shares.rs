//! Stretches of weights that are laid over each other, and the shares of the values of a stretch.

use crate::weights::Weights;

/// Weights for all values from one end to the other.
pub(crate) struct Field<W> {
    low: i64,
    cells: Vec<W>,
    /// The places that have been written to.
    used: (usize, usize),
    work: usize,
}

impl<W: Copy + PartialEq> Field<W> {
    pub(crate) fn new<F: Weights<Weight = W>>(weights: &F, low: i64, high: i64) -> Self {
        let size = usize::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or_default();
        Self { low, cells: vec![weights.zero(); size], used: (size, 0), work: 0 }
    }

    /// Adds a list of weights, the first of them at a value of the field; what lies beyond its end is left out.
    pub(crate) fn pour<F: Weights<Weight = W>>(&mut self, weights: &F, at: i64, list: &[W], scale: W) {
        let Ok(from) = usize::try_from(at.saturating_sub(self.low)) else { return };
        let to = from.saturating_add(list.len()).min(self.cells.len());
        let Some(cells) = self.cells.get_mut(from..to).filter(|cells| !cells.is_empty()) else { return };
        weights.pour(cells, list, scale);
        self.used = (self.used.0.min(from), self.used.1.max(to));
        self.work = self.work.saturating_add(to - from);
    }

    pub(crate) fn add<F: Weights<Weight = W>>(&mut self, weights: &F, at: i64, weight: W) {
        self.pour(weights, at, &[weight], weights.one());
    }

    /// Adds all that was written to another field, so far above the place it has there.
    pub(crate) fn pour_field<F: Weights<Weight = W>>(
        &mut self,
        weights: &F,
        other: &Self,
        by: i64,
        scale: W,
    ) {
        let (from, to) = other.used;
        let at = other.low.saturating_add_unsigned(from as u64).saturating_add(by);
        if !weights.is_zero(scale) {
            self.pour(weights, at, other.cells.get(from..to).unwrap_or_default(), scale);
        }
    }

    /// The weights below a value.
    pub(crate) fn up_to(&self, value: i64) -> &[W] {
        let place = usize::try_from(value.saturating_sub(self.low)).unwrap_or_default();
        self.cells.get(..place).unwrap_or_default()
    }

    pub(crate) fn cells(&self) -> &[W] {
        &self.cells
    }

    /// How many weights were added.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Counts what was done elsewhere for it.
    pub(crate) fn count(&mut self, work: usize) {
        self.work = self.work.saturating_add(work);
    }

    pub(crate) fn into_cells(self) -> Vec<W> {
        self.cells
    }
}

/// A long stretch of shares is added up block by block.
const BLOCK: usize = 256;

/// What each value of a stretch counts for, and where.
pub(crate) struct Shares<W> {
    list: Vec<W>,
    /// The sums of so many neighbouring shares each.
    blocks: Vec<W>,
    of_rolls: bool,
}

impl<W: Copy + PartialEq> Shares<W> {
    /// Every value counts fully and at its place; for stretches of up to so many values.
    pub(crate) fn equal<F: Weights<Weight = W>>(weights: &F, longest: u64) -> Self {
        let longest = usize::try_from(longest).unwrap_or_default();
        Self { list: vec![weights.one(); longest], blocks: Vec::new(), of_rolls: false }
    }

    /// Every value counts as one of an even roll from 0 to it, where that roll has ended; for stretches up to a value.
    pub(crate) fn of_rolls<F: Weights<Weight = W>>(weights: &F, highest: i64) -> Self {
        let list: Vec<W> = (0..=highest).map(|value| share_of_roll(weights, value)).collect();
        let blocks = list.chunks(BLOCK).map(|block| sum(weights, block)).collect();
        Self { list, blocks, of_rolls: true }
    }

    /// How far beyond its place a value counts.
    pub(crate) fn beyond(&self) -> i64 {
        i64::from(self.of_rolls)
    }

    /// What one value counts for.
    pub(crate) fn of<F: Weights<Weight = W>>(&self, weights: &F, value: i64) -> W {
        if self.of_rolls { share_of_roll(weights, value) } else { weights.one() }
    }

    /// The shares of rolls up to all values from one to another: additions only, so nothing cancels.
    pub(crate) fn sum<F: Weights<Weight = W>>(&self, weights: &F, low: i64, high: i64) -> W {
        if low == high {
            return share_of_roll(weights, low);
        }
        let place = |value: i64| usize::try_from(value).unwrap_or_default();
        let (from, to) = (place(low), place(high.saturating_add(1)));
        let (first, last) = (from.div_ceil(BLOCK), to / BLOCK);
        let all = |from: usize, to: usize| sum(weights, self.list.get(from..to).unwrap_or_default());
        match self.blocks.get(first..last) {
            Some(blocks) => {
                let ends = weights.add(all(from, first * BLOCK), all(last * BLOCK, to));
                weights.add(ends, sum(weights, blocks))
            }
            None => all(from, to),
        }
    }

    /// The shares of all values from one to another, one by one.
    pub(crate) fn between(&self, low: i64, high: i64) -> &[W] {
        let count = high.saturating_sub(low).saturating_add(1);
        let (from, count) = (if self.of_rolls { low } else { 0 }, usize::try_from(count).unwrap_or_default());
        let list = usize::try_from(from).ok().and_then(|from| self.list.get(from..));
        list.and_then(|list| list.get(..count)).unwrap_or_default()
    }
}

fn sum<F: Weights>(weights: &F, list: &[F::Weight]) -> F::Weight {
    list.iter().fold(weights.zero(), |sum, weight| weights.add(sum, *weight))
}

fn share_of_roll<F: Weights>(weights: &F, value: i64) -> F::Weight {
    weights.ratio(1, value.unsigned_abs().saturating_add(1))
}
