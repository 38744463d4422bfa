//! Conditional distributions: for each cell of a table the possible values with their weights.

use crate::column::Column;
use crate::tail::open_dice::align_tails;
use crate::value::Value;
use crate::weighted::merged_whole;
use tohit_odds::{Arithmetic, Weight, WeightSum};

/// Conditional distribution. The weights of a cell sum to 1, and no value stands twice in a cell.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    /// Offset of each cell, and the end of the last.
    pub(crate) starts: Vec<u32>,
    pub(crate) values: Column,
    pub(crate) weights: Vec<Weight>,
}

impl Distribution {
    /// Distribution of one cell.
    pub(crate) fn single(entries: Vec<(Value, Weight)>) -> Self {
        let mut builder = DistributionBuilder::default();
        builder.cell(entries);
        builder.finish()
    }

    /// Distribution of one cell over distinct whole numbers.
    pub(crate) fn of_whole(values: Vec<i64>, weights: Vec<Weight>) -> Self {
        Self {
            starts: vec![0, u32::try_from(weights.len()).unwrap_or(u32::MAX)],
            values: Column::Whole(values),
            weights,
        }
    }

    /// Range of a cell's entries.
    pub(crate) fn range(&self, cell: usize) -> core::ops::Range<usize> {
        let at = |index: usize| self.starts.get(index).map_or(0, |start| *start as usize);
        at(cell)..at(cell + 1)
    }

    pub(crate) fn entries(&self, cell: usize) -> impl Iterator<Item = (Value, Weight)> + '_ {
        self.range(cell).map(|index| (self.values.get(index), self.weight(index)))
    }

    pub(crate) fn weight(&self, index: usize) -> Weight {
        self.weights.get(index).copied().unwrap_or_default()
    }

    /// Weights of yes and of no in a cell.
    pub(crate) fn chances(&self, cell: usize) -> (Weight, Weight) {
        let mut chances = (Weight::ZERO, Weight::ZERO);
        for (value, weight) in self.entries(cell) {
            if value.is_yes() {
                chances.0 = weight;
            } else {
                chances.1 = weight;
            }
        }
        chances
    }
}

/// Builder of a conditional distribution, cell by cell.
#[derive(Default)]
pub(crate) struct DistributionBuilder {
    starts: Vec<u32>,
    whole: Vec<i64>,
    others: Vec<Value>,
    weights: Vec<Weight>,
    /// Entries of the open cell, not yet merged.
    open: Vec<(Value, Weight)>,
    open_whole: Vec<(i64, Weight)>,
}

impl DistributionBuilder {
    /// Adds an entry to the open cell.
    pub(crate) fn add(&mut self, value: Value, weight: Weight) {
        match value.whole() {
            Some(whole) => self.open_whole.push((whole, weight)),
            None => self.open.push((value, weight)),
        }
    }

    pub(crate) fn add_whole(&mut self, value: i64, weight: Weight) {
        self.open_whole.push((value, weight));
    }

    /// Merges equal values of the open cell and closes it.
    pub(crate) fn close(&mut self, arith: &Arithmetic) {
        if self.open.is_empty() {
            let entries = merged_whole(&mut self.open_whole, arith);
            self.whole_cell(entries);
        } else {
            let mut all = core::mem::take(&mut self.open);
            all.extend(self.open_whole.iter().map(|(value, weight)| ((*value).into(), *weight)));
            self.cell(align_tails(all, arith));
        }
        self.open_whole.clear();
    }

    /// Adds a cell of distinct values.
    pub(crate) fn cell(&mut self, entries: impl IntoIterator<Item = (Value, Weight)>) {
        self.begin();
        for (value, weight) in entries {
            match value.whole() {
                Some(whole) if self.others.is_empty() => self.whole.push(whole),
                _ => {
                    self.spill();
                    self.others.push(value);
                }
            }
            self.weights.push(weight);
        }
    }

    /// Adds a cell of distinct whole numbers.
    pub(crate) fn whole_cell(&mut self, entries: impl IntoIterator<Item = (i64, Weight)>) {
        self.begin();
        let entries = entries.into_iter();
        let many = entries.size_hint().0;
        self.weights.reserve(many);
        if self.others.is_empty() {
            self.whole.reserve(many);
        }
        for (value, weight) in entries {
            if self.others.is_empty() {
                self.whole.push(value);
            } else {
                self.others.push(value.into());
            }
            self.weights.push(weight);
        }
    }

    /// Adds a cell of yes and no, by the weights of both.
    pub(crate) fn flag_cell(
        &mut self,
        (yes, no): (Option<WeightSum>, Option<WeightSum>),
        arith: &Arithmetic,
    ) {
        let yes = yes.map(|sum| (Value::Flag(true), sum.total(arith)));
        let no = no.map(|sum| (Value::Flag(false), sum.total(arith)));
        self.cell(yes.into_iter().chain(no));
    }

    fn begin(&mut self) {
        self.starts.push(u32::try_from(self.weights.len()).unwrap_or(u32::MAX));
    }

    /// Stores whole numbers as tagged values from now on.
    fn spill(&mut self) {
        if self.others.is_empty() {
            self.others = core::mem::take(&mut self.whole).into_iter().map(Value::from).collect();
        }
    }

    pub(crate) fn finish(mut self) -> Distribution {
        self.begin();
        let values = if self.others.is_empty() { Column::Whole(self.whole) } else { Column::of(self.others) };
        Distribution { starts: self.starts, values, weights: self.weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_come_together() {
        let arith = &Arithmetic::Floats;
        let half = arith.ratio(1, 2);
        let quarter = arith.ratio(1, 4);
        // The second number is too far away for a dense table.
        for far in [3, 1 << 60] {
            let mut builder = DistributionBuilder::default();
            builder.add(far.into(), half);
            builder.add_whole(-1, quarter);
            builder.add_whole(far, quarter);
            builder.close(arith);
            builder.add(true.into(), half);
            builder.add(1.into(), half);
            builder.close(arith);
            let distribution = builder.finish();
            let cell = |cell| distribution.entries(cell).collect::<Vec<_>>();
            assert_eq!(cell(0), [((-1).into(), quarter), (far.into(), arith.ratio(3, 4))]);
            assert_eq!(cell(1), [(true.into(), half), (1.into(), half)]);
        }
    }
}
