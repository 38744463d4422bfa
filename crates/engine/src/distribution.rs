//! Columns of values, and spreads: for each cell the values that it can have, with their weights.

use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// Values one below the other. Whole numbers and flags, which most are, lie closely.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    Whole(Vec<i64>),
    Flags(Vec<bool>),
    Values(Vec<Value>),
}

impl Column {
    pub(crate) fn of(values: Vec<Value>) -> Self {
        if values.iter().all(|value| value.whole().is_some()) {
            return Self::Whole(values.iter().map(|value| value.whole().unwrap_or_default()).collect());
        }
        if values.iter().all(|value| matches!(value, Value::Flag(_))) {
            return Self::Flags(values.iter().map(Value::is_yes).collect());
        }
        Self::Values(values)
    }

    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Whole(whole) => whole.len(),
            Self::Flags(flags) => flags.len(),
            Self::Values(values) => values.len(),
        }
    }

    /// Whether endless rolls are among them.
    pub(crate) fn has_tails(&self) -> bool {
        matches!(self, Self::Values(values) if values.iter().any(|value| matches!(value, Value::Tail(_))))
    }

    /// The value at a place. There is always one where this is asked.
    pub(crate) fn get(&self, place: usize) -> Value {
        match self {
            Self::Whole(whole) => whole.get(place).copied().map(Value::from),
            Self::Flags(flags) => flags.get(place).copied().map(Value::Flag),
            Self::Values(values) => values.get(place).cloned(),
        }
        .unwrap_or(Value::Absent)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|place| self.get(place))
    }

    /// The values at these places.
    pub(crate) fn at(&self, places: &[u32]) -> Self {
        fn pick<T: Clone>(from: &[T], places: &[u32]) -> Vec<T> {
            let mut picked = Vec::with_capacity(places.len());
            picked.extend(places.iter().filter_map(|place| from.get(*place as usize)).cloned());
            picked
        }
        match self {
            Self::Whole(whole) => Self::Whole(pick(whole, places)),
            Self::Flags(flags) => Self::Flags(pick(flags, places)),
            Self::Values(values) => Self::Values(pick(values, places)),
        }
    }

    /// Each different value once, and for each place which of them it has.
    pub(crate) fn coded(&self) -> (Vec<u32>, Self) {
        match self {
            Self::Whole(whole) => coded_whole(whole),
            Self::Flags(flags) => {
                let (yes, no) = (flags.contains(&true), flags.contains(&false));
                let codes = flags.iter().map(|flag| u32::from(*flag && no)).collect();
                let different = [false, true].into_iter().filter(|flag| if *flag { yes } else { no });
                (codes, Self::Flags(different.collect()))
            }
            Self::Values(values) => {
                let mut known: FxHashMap<(u8, i64, i64, usize), u32> =
                    FxHashMap::with_capacity_and_hasher(values.len(), Default::default());
                let mut others: Vec<u32> = Vec::new();
                let mut different: Vec<Value> = Vec::new();
                let mut codes = Vec::with_capacity(values.len());
                for value in values {
                    let next = u32::try_from(different.len()).unwrap_or(u32::MAX);
                    let code = match value.mark() {
                        Some(mark) => *known.entry(mark).or_insert(next),
                        None => {
                            let same = |code: &&u32| {
                                different.get(**code as usize).is_some_and(|known| known == value)
                            };
                            others.iter().find(same).copied().unwrap_or_else(|| {
                                others.push(next);
                                next
                            })
                        }
                    };
                    if code == next {
                        different.push(value.clone());
                    }
                    codes.push(code);
                }
                (codes, Self::of(different))
            }
        }
    }
}

fn coded_whole(whole: &[i64]) -> (Vec<u32>, Column) {
    let (least, most) =
        whole.iter().fold((i64::MAX, i64::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
    let width = most.checked_sub(least).and_then(|width| usize::try_from(width).ok());
    if let Some(width) = width.filter(|width| *width < 4 * whole.len() + 64) {
        let mut seen = vec![0u32; width + 1];
        let place = |value: i64| value.abs_diff(least) as usize;
        for value in whole {
            if let Some(seen) = seen.get_mut(place(*value)) {
                *seen = 1;
            }
        }
        let mut different = Vec::new();
        for (value, seen) in (least..=most).zip(&mut seen) {
            if *seen == 1 {
                *seen = u32::try_from(different.len()).unwrap_or(u32::MAX);
                different.push(value);
            }
        }
        let codes = whole.iter().map(|value| seen.get(place(*value)).copied().unwrap_or_default()).collect();
        return (codes, Column::Whole(different));
    }
    let mut different = whole.to_vec();
    different.sort_unstable();
    different.dedup();
    let code = |value: &i64| different.binary_search(value).ok().and_then(|code| u32::try_from(code).ok());
    let codes = whole.iter().map(|value| code(value).unwrap_or_default()).collect();
    (codes, Column::Whole(different))
}

/// For each cell its values and their weights, which sum to 1; no value twice.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    /// Where each cell begins, and where the last ends.
    pub(crate) starts: Vec<u32>,
    pub(crate) values: Column,
    pub(crate) weights: Vec<Weight>,
}

impl Distribution {
    /// One cell.
    pub(crate) fn single(entries: Vec<(Value, Weight)>) -> Self {
        let mut builder = DistributionBuilder::default();
        builder.cell(entries);
        builder.done()
    }

    /// One cell of whole numbers that are all different.
    pub(crate) fn of_whole(values: Vec<i64>, weights: Vec<Weight>) -> Self {
        Self {
            starts: vec![0, u32::try_from(weights.len()).unwrap_or(u32::MAX)],
            values: Column::Whole(values),
            weights,
        }
    }

    /// The entries of a cell: places among values and weights.
    pub(crate) fn range(&self, cell: usize) -> core::ops::Range<usize> {
        let at = |place: usize| self.starts.get(place).map_or(0, |start| *start as usize);
        at(cell)..at(cell + 1)
    }

    pub(crate) fn entries(&self, cell: usize) -> impl Iterator<Item = (Value, Weight)> + '_ {
        self.range(cell).map(|place| (self.values.get(place), self.weight(place)))
    }

    pub(crate) fn weight(&self, place: usize) -> Weight {
        self.weights.get(place).copied().unwrap_or_default()
    }

    /// Of a cell of yes and no: the weights of both.
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

/// Puts spreads together, cell by cell.
#[derive(Default)]
pub(crate) struct DistributionBuilder {
    starts: Vec<u32>,
    whole: Vec<i64>,
    others: Vec<Value>,
    weights: Vec<Weight>,
    /// What came together so far in the cell that is open.
    open: Vec<(Value, Weight)>,
    open_whole: Vec<(i64, Weight)>,
}

impl DistributionBuilder {
    /// Adds to the open cell.
    pub(crate) fn add(&mut self, value: Value, weight: Weight) {
        match value.whole() {
            Some(whole) => self.open_whole.push((whole, weight)),
            None => self.open.push((value, weight)),
        }
    }

    pub(crate) fn add_whole(&mut self, value: i64, weight: Weight) {
        self.open_whole.push((value, weight));
    }

    /// Closes the open cell, in which each value then is once; the next one is empty.
    pub(crate) fn close(&mut self, ar: &Arithmetic) {
        if self.open.is_empty() {
            let entries = merged_whole(&mut self.open_whole, ar);
            self.whole_cell(entries);
        } else {
            let mut all = core::mem::take(&mut self.open);
            all.extend(self.open_whole.iter().map(|(value, weight)| ((*value).into(), *weight)));
            self.cell(crate::tail::open_dice::level(all, ar));
        }
        self.open_whole.clear();
    }

    /// A cell whose values are all different.
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

    /// A cell of whole numbers that are all different.
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

    fn begin(&mut self) {
        self.starts.push(u32::try_from(self.weights.len()).unwrap_or(u32::MAX));
    }

    /// What were whole numbers only are values of any kind from now on.
    fn spill(&mut self) {
        if self.others.is_empty() {
            self.others = core::mem::take(&mut self.whole).into_iter().map(Value::from).collect();
        }
    }

    pub(crate) fn done(mut self) -> Distribution {
        self.begin();
        let values = if self.others.is_empty() { Column::Whole(self.whole) } else { Column::of(self.others) };
        Distribution { starts: self.starts, values, weights: self.weights }
    }
}

/// Sorts whole numbers.
pub(crate) fn ascending(entries: &mut [(i64, Weight)]) {
    entries.sort_by_key(|(value, _)| *value);
}

/// Each whole number once, ascending.
pub(crate) fn merged_whole(entries: &mut [(i64, Weight)], ar: &Arithmetic) -> Vec<(i64, Weight)> {
    let (least, most) =
        entries.iter().fold((i64::MAX, i64::MIN), |(a, b), (value, _)| (a.min(*value), b.max(*value)));
    let width = most.checked_sub(least).and_then(|width| usize::try_from(width).ok());
    if let Some(width) = width.filter(|width| *width < 8 * entries.len() + 16) {
        let mut sums = vec![Weight::ZERO; width + 1];
        for (value, weight) in entries.iter() {
            if let Some(sum) = sums.get_mut(value.abs_diff(least) as usize) {
                *sum = ar.add(*sum, *weight);
            }
        }
        return that_can_be(least, sums);
    }
    ascending(entries);
    let mut merged: Vec<(i64, Weight)> = Vec::with_capacity(entries.len());
    for (value, weight) in entries.iter() {
        match merged.last_mut() {
            Some((last, sum)) if last == value => *sum = ar.add(*sum, *weight),
            _ => merged.push((*value, *weight)),
        }
    }
    merged.retain(|(_, weight)| !weight.is_zero());
    merged
}

/// Numbers from one on by their weights, without those that have none.
pub(crate) fn that_can_be(from: i64, weights: Vec<Weight>) -> Vec<(i64, Weight)> {
    let mut all = Vec::with_capacity(weights.len());
    all.extend((from..=i64::MAX).zip(weights).filter(|(_, weight)| !weight.is_zero()));
    all
}

/// Each value once, in order; rays of the same values are one.
pub(crate) fn merged(mut entries: Vec<(Value, Weight)>, ar: &Arithmetic) -> Vec<(Value, Weight)> {
    entries.sort_by(|(a, _), (b, _)| a.order(b));
    let mut merged: Vec<(Value, Weight)> = Vec::with_capacity(entries.len());
    for (value, weight) in entries {
        if weight.is_zero() {
            continue;
        }
        match (merged.last_mut(), &value) {
            (Some((Value::Tail(last), sum)), Value::Tail(tail)) if last.order(tail).is_eq() => {
                if let Some(mixed) = last.mixed(*sum, tail, weight, ar) {
                    *last = Rc::new(mixed);
                    *sum = ar.add(*sum, weight);
                } else {
                    merged.push((value, weight));
                }
            }
            (Some((last, sum)), _) if *last == value => *sum = ar.add(*sum, weight),
            _ => merged.push((value, weight)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_come_together() {
        let ar = &Arithmetic::Floats;
        let half = ar.ratio(1, 2);
        let quarter = ar.ratio(1, 4);
        // Also so far apart that there is no room for all that lies between.
        for far in [3, 1 << 60] {
            let mut builder = DistributionBuilder::default();
            builder.add(far.into(), half);
            builder.add_whole(-1, quarter);
            builder.add_whole(far, quarter);
            builder.close(ar);
            builder.add(true.into(), half);
            builder.add(1.into(), half);
            builder.close(ar);
            let spread = builder.done();
            let cell = |cell| spread.entries(cell).collect::<Vec<_>>();
            assert_eq!(cell(0), [((-1).into(), quarter), (far.into(), ar.ratio(3, 4))]);
            assert_eq!(cell(1), [(true.into(), half), (1.into(), half)]);
        }
    }

    #[test]
    fn columns_are_coded() {
        for values in [vec![3, 1, 3, 2], vec![3, 1, 3, 1_000_000]] {
            let (codes, different) = Column::Whole(values.clone()).coded();
            assert_eq!((different.len(), codes.first()), (3, codes.get(2)));
            assert_eq!(different.at(&codes), Column::Whole(values));
        }
        let mixed = Column::of(vec![Value::Absent, true.into(), Value::Absent]);
        assert_eq!(mixed.coded().0, [0, 1, 0]);
        assert_eq!(Column::Flags(vec![true, true]).coded(), (vec![0, 0], Column::Flags(vec![true])));
    }
}
