//! Columns of values, stored by kind, and their dictionary encoding.

use crate::tail::GeometricTail;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Column of values. Whole numbers and flags are stored without their tags.
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

    /// True where endless rolls are among the values.
    pub(crate) fn has_tails(&self) -> bool {
        matches!(self, Self::Values(values) if values.iter().any(|value| matches!(value, Value::Tail(_))))
    }

    /// Value at a place; absent past the end.
    pub(crate) fn get(&self, index: usize) -> Value {
        match self {
            Self::Whole(whole) => whole.get(index).copied().map(Value::from),
            Self::Flags(flags) => flags.get(index).copied().map(Value::Flag),
            Self::Values(values) => values.get(index).cloned(),
        }
        .unwrap_or(Value::Absent)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Values at these places.
    pub(crate) fn at(&self, indices: &[u32]) -> Self {
        fn pick<T: Clone>(from: &[T], indices: &[u32]) -> Vec<T> {
            let mut picked = Vec::with_capacity(indices.len());
            picked.extend(indices.iter().filter_map(|index| from.get(*index as usize)).cloned());
            picked
        }
        match self {
            Self::Whole(whole) => Self::Whole(pick(whole, indices)),
            Self::Flags(flags) => Self::Flags(pick(flags, indices)),
            Self::Values(values) => Self::Values(pick(values, indices)),
        }
    }

    /// The same column with endless rolls that are independent of the old ones: a name that is assigned is a
    /// roll of its own, unless another name holds it.
    pub(crate) fn with_fresh_tails(&self) -> Self {
        match self {
            Self::Values(values) => Self::Values(
                values
                    .iter()
                    .map(|value| match value {
                        Value::Tail(tail) if !tail.law.is_held() => Value::Tail(Rc::new(tail.fresh())),
                        other => other.clone(),
                    })
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// Endless rolls among the values.
    pub(crate) fn tails(&self) -> impl Iterator<Item = &Rc<GeometricTail>> {
        let values = if let Self::Values(values) = self { values.as_slice() } else { &[] };
        values.iter().filter_map(|value| if let Value::Tail(tail) = value { Some(tail) } else { None })
    }

    /// Dictionary encoding: a code for each place, and the distinct values.
    pub(crate) fn encoded(&self) -> (Vec<u32>, Self) {
        match self {
            Self::Whole(whole) => encoded_whole(whole),
            Self::Flags(flags) => {
                let (yes, no) = (flags.contains(&true), flags.contains(&false));
                let codes = flags.iter().map(|flag| u32::from(*flag && no)).collect();
                let different = [false, true].into_iter().filter(|flag| if *flag { yes } else { no });
                (codes, Self::Flags(different.collect()))
            }
            Self::Values(values) => {
                let mut known: FxHashMap<(u8, i64, i64, usize), u32> =
                    FxHashMap::with_capacity_and_hasher(values.len(), Default::default());
                let mut pools: FxHashMap<Rc<[i64]>, u32> = FxHashMap::default();
                let mut others: Vec<u32> = Vec::new();
                let mut different: Vec<Value> = Vec::new();
                let mut codes = Vec::with_capacity(values.len());
                for value in values {
                    let next = u32::try_from(different.len()).unwrap_or(u32::MAX);
                    let code = match value.key() {
                        None if let Value::Answers(answers) = value => {
                            *pools.entry(Rc::clone(answers)).or_insert(next)
                        }
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

fn encoded_whole(whole: &[i64]) -> (Vec<u32>, Column) {
    let (least, most) =
        whole.iter().fold((i64::MAX, i64::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
    let width = most.checked_sub(least).and_then(|width| usize::try_from(width).ok());
    if let Some(width) = width.filter(|width| *width < 4 * whole.len() + 64) {
        let mut seen = vec![0u32; width + 1];
        let index = |value: i64| value.abs_diff(least) as usize;
        for value in whole {
            if let Some(seen) = seen.get_mut(index(*value)) {
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
        let codes = whole.iter().map(|value| seen.get(index(*value)).copied().unwrap_or_default()).collect();
        return (codes, Column::Whole(different));
    }
    let mut different = whole.to_vec();
    different.sort_unstable();
    different.dedup();
    let code = |value: &i64| different.binary_search(value).ok().and_then(|code| u32::try_from(code).ok());
    let codes = whole.iter().map(|value| code(value).unwrap_or_default()).collect();
    (codes, Column::Whole(different))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_coded() {
        for values in [vec![3, 1, 3, 2], vec![3, 1, 3, 1_000_000]] {
            let (codes, different) = Column::Whole(values.clone()).encoded();
            assert_eq!((different.len(), codes.first()), (3, codes.get(2)));
            assert_eq!(different.at(&codes), Column::Whole(values));
        }
        let mixed = Column::of(vec![Value::Absent, true.into(), Value::Absent]);
        assert_eq!(mixed.encoded().0, [0, 1, 0]);
        assert_eq!(Column::Flags(vec![true, true]).encoded(), (vec![0, 0], Column::Flags(vec![true])));
    }
}
