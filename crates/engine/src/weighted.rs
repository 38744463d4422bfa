//! Lists of values with their weights, and how equal values merge.

use crate::value::Value;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight, WeightSum};

/// Values with their weights.
pub(crate) type WeightedValues = Vec<(Value, Weight)>;

/// Sorts whole numbers.
pub(crate) fn ascending(entries: &mut [(i64, Weight)]) {
    entries.sort_by_key(|(value, _)| *value);
}

/// Sorts distinct whole numbers from the highest down.
pub(crate) fn descending(entries: &mut [(i64, Weight)]) {
    ascending(entries);
    entries.reverse();
}

/// Merges equal whole numbers; ascending.
pub(crate) fn merged_whole(entries: &mut [(i64, Weight)], arith: &Arithmetic) -> Vec<(i64, Weight)> {
    let (least, most) =
        entries.iter().fold((i64::MAX, i64::MIN), |(a, b), (value, _)| (a.min(*value), b.max(*value)));
    let width = most.checked_sub(least).and_then(|width| usize::try_from(width).ok());
    if let Some(width) = width.filter(|width| *width < 8 * entries.len() + 16) {
        let mut sums = vec![WeightSum::default(); width + 1];
        for (value, weight) in entries.iter() {
            if let Some(sum) = sums.get_mut(value.abs_diff(least) as usize) {
                sum.add(*weight, arith);
            }
        }
        return nonzero(least, sums.into_iter().map(|sum| sum.total(arith)).collect());
    }
    ascending(entries);
    let runs = entries.chunk_by(|(a, _), (b, _)| a == b).filter_map(|run| {
        let (value, _) = run.first()?;
        Some((*value, arith.total(run.iter().map(|(_, weight)| *weight))))
    });
    runs.filter(|(_, weight)| !weight.is_zero()).collect()
}

/// Consecutive numbers with their weights, those of weight 0 left out.
pub(crate) fn nonzero(from: i64, weights: Vec<Weight>) -> Vec<(i64, Weight)> {
    let mut all = Vec::with_capacity(weights.len());
    all.extend((from..=i64::MAX).zip(weights).filter(|(_, weight)| !weight.is_zero()));
    all
}

/// Merges equal values; sorted. Tails over the same values become one.
pub(crate) fn merged(mut entries: Vec<(Value, Weight)>, arith: &Arithmetic) -> Vec<(Value, Weight)> {
    entries.sort_by(|(a, _), (b, _)| a.order(b));
    let mut merged: Vec<(Value, WeightSum)> = Vec::with_capacity(entries.len());
    for (value, weight) in entries {
        if weight.is_zero() {
            continue;
        }
        match (merged.last_mut(), &value) {
            (Some((Value::Tail(last), sum)), Value::Tail(tail)) if last.order(tail).is_eq() => {
                if let Some(mixed) = last.mixture(sum.total(arith), tail, weight, arith) {
                    *last = Rc::new(mixed);
                    sum.add(weight, arith);
                } else {
                    merged.push((value, WeightSum::of(weight)));
                }
            }
            (Some((last, sum)), _) if *last == value => sum.add(weight, arith),
            _ => merged.push((value, WeightSum::of(weight))),
        }
    }
    merged.into_iter().map(|(value, sum)| (value, sum.total(arith))).collect()
}
