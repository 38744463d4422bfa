//! The state of a strike between two lines: what is known, and factors. The names of one factor are rolled together; factors have nothing to do with each
//! other, and are joined only where a line reads names of both.

use super::spread::Col;
use super::value::Value;
use crate::core::Slot;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// A column of a factor: each different value once, and for each row which of them it has.
#[derive(Clone, Debug)]
pub(crate) struct Coded {
    pub(crate) codes: Vec<u32>,
    pub(crate) values: Rc<Col>,
}

impl Coded {
    pub(crate) fn value(&self, row: usize) -> Value {
        self.codes.get(row).map_or(Value::Absent, |code| self.values.get(*code as usize))
    }
}

/// Names that are rolled together: a row for each way in which they can fall, with its weight.
#[derive(Clone, Debug, Default)]
pub(crate) struct Factor {
    pub(crate) slots: Vec<Slot>,
    pub(crate) cols: Vec<Coded>,
    pub(crate) weights: Vec<Weight>,
}

impl Factor {
    pub(crate) fn mass(&self, ar: &Arithmetic) -> Weight {
        ar.sum(self.weights.iter().copied())
    }

    pub(crate) fn col(&self, slot: Slot) -> Option<&Coded> {
        self.slots.iter().position(|known| *known == slot).and_then(|place| self.cols.get(place))
    }

    /// Keeps the rows that are there, each different one once.
    pub(crate) fn merged(mut self, ar: &Arithmetic) -> Self {
        let rows = self.weights.len();
        let mut kept: Vec<u32> = Vec::with_capacity(rows);
        let mut weights: Vec<Weight> = Vec::with_capacity(rows);
        let sizes: Vec<u64> = self.cols.iter().map(|col| col.values.len() as u64).collect();
        let wide = sizes.iter().try_fold(1u64, |all, size| all.checked_mul(*size));
        let key = |row: usize| {
            self.cols.iter().zip(&sizes).fold(0u64, |key, (col, size)| {
                key * size + u64::from(col.codes.get(row).copied().unwrap_or_default())
            })
        };
        let mut put = |row: usize, at: &mut u32, weight: Weight| match weights.get_mut(*at as usize) {
            Some(sum) => *sum = ar.add(*sum, weight),
            None => {
                *at = u32::try_from(kept.len()).unwrap_or(u32::MAX);
                kept.push(u32::try_from(row).unwrap_or(u32::MAX));
                weights.push(weight);
            }
        };
        let there = self.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        match wide {
            Some(wide) if wide <= 4 * rows as u64 + 128 => {
                let mut table = vec![u32::MAX; usize::try_from(wide).unwrap_or_default()];
                for (row, weight) in there {
                    if let Some(at) = usize::try_from(key(row)).ok().and_then(|key| table.get_mut(key)) {
                        put(row, at, *weight);
                    }
                }
            }
            Some(_) => {
                let mut table: FxHashMap<u64, u32> =
                    FxHashMap::with_capacity_and_hasher(rows, Default::default());
                for (row, weight) in there {
                    put(row, table.entry(key(row)).or_insert(u32::MAX), *weight);
                }
            }
            None => {
                let mut table: FxHashMap<Vec<u32>, u32> =
                    FxHashMap::with_capacity_and_hasher(rows, Default::default());
                for (row, weight) in there {
                    let key =
                        self.cols.iter().map(|col| col.codes.get(row).copied().unwrap_or_default()).collect();
                    put(row, table.entry(key).or_insert(u32::MAX), *weight);
                }
            }
        }
        for col in &mut self.cols {
            *col = compact(&kept, col);
        }
        self.weights = weights;
        self
    }

    /// Every row with another weight; those without are left out.
    pub(crate) fn weighted(&self, mut weights: Vec<Weight>) -> Self {
        let there = (0..).zip(&weights).filter(|(_, weight)| !weight.is_zero());
        let kept: Vec<u32> = there.map(|(row, _)| row).collect();
        weights.retain(|weight| !weight.is_zero());
        let cols = self.cols.iter().map(|col| compact(&kept, col)).collect();
        Self { slots: self.slots.clone(), cols, weights }
    }
}

/// A column of these rows, with no value that none of them has.
fn compact(rows: &[u32], col: &Coded) -> Coded {
    let mut codes: Vec<u32> =
        rows.iter().map(|row| col.codes.get(*row as usize).copied().unwrap_or_default()).collect();
    let mut seen = vec![u32::MAX; col.values.len()];
    for code in &codes {
        if let Some(seen) = seen.get_mut(*code as usize) {
            *seen = 0;
        }
    }
    let mut places = Vec::new();
    for (place, seen) in (0..).zip(&mut seen) {
        if *seen == 0 {
            *seen = u32::try_from(places.len()).unwrap_or(u32::MAX);
            places.push(place);
        }
    }
    if places.len() == col.values.len() {
        return Coded { codes, values: Rc::clone(&col.values) };
    }
    for code in &mut codes {
        *code = seen.get(*code as usize).copied().unwrap_or_default();
    }
    Coded { codes, values: Rc::new(col.values.at(&places)) }
}

/// A factor of rows.
pub(crate) fn of_rows(slots: Vec<Slot>, rows: Vec<(Vec<Value>, Weight)>, ar: &Arithmetic) -> Factor {
    let mut cols: Vec<Vec<Value>> = vec![Vec::with_capacity(rows.len()); slots.len()];
    let mut weights = Vec::with_capacity(rows.len());
    for (values, weight) in rows {
        for (col, value) in cols.iter_mut().zip(values) {
            col.push(value);
        }
        weights.push(weight);
    }
    let cols = cols.into_iter().map(|values| {
        let (codes, different) = Col::of(values).coded();
        Coded { codes, values: Rc::new(different) }
    });
    Factor { slots, cols: cols.collect(), weights }.merged(ar)
}

pub(crate) const fn bit(slot: Slot) -> u128 {
    1 << (slot.0 as u32 % 128)
}

pub(crate) const fn has(set: u128, slot: Slot) -> bool {
    set & bit(slot) != 0
}
