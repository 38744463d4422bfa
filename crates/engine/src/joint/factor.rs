//! Factors of a joint distribution: the names of one factor depend on each other, and factors are
//! independent. Factors are multiplied only where a line reads names of both.

use crate::column::Column;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_compile::program::VarId;
use tohit_odds::{Arithmetic, Weight, WeightSum};

/// Dictionary-encoded column of a factor: a code for each row, and the distinct values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CodedColumn {
    pub(crate) codes: Vec<u32>,
    pub(crate) values: Rc<Column>,
}

impl CodedColumn {
    pub(crate) fn value(&self, row: usize) -> Value {
        self.codes.get(row).map_or(Value::Absent, |code| self.values.get(*code as usize))
    }
}

/// Factor: a row for each combination of values that can occur, with its weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Factor {
    pub(crate) slots: Vec<VarId>,
    pub(crate) columns: Vec<CodedColumn>,
    pub(crate) weights: Vec<Weight>,
}

impl Factor {
    /// Factor of one name.
    pub(crate) fn of(slot: VarId, values: Vec<(Value, Weight)>, arith: &Arithmetic) -> Self {
        let (values, weights): (Vec<Value>, _) = values.into_iter().unzip();
        let (codes, different) = Column::of(values).encoded();
        let column = CodedColumn { codes, values: Rc::new(different) };
        Self { slots: vec![slot], columns: vec![column], weights }.merged(arith)
    }

    pub(crate) fn mass(&self, arith: &Arithmetic) -> Weight {
        arith.total(self.weights.iter().copied())
    }

    pub(crate) fn column(&self, slot: VarId) -> Option<&CodedColumn> {
        self.slots.iter().position(|known| *known == slot).and_then(|index| self.columns.get(index))
    }

    /// Merges equal rows and drops those of weight 0.
    pub(crate) fn merged(mut self, arith: &Arithmetic) -> Self {
        if self.weights.iter().any(|weight| weight.is_zero()) {
            self = self.weighted(self.weights.clone());
        }
        let columns = self.columns.iter().map(|column| (column.codes.as_slice(), column.values.len()));
        let RowClasses { firsts, at } = RowClasses::of(columns, self.weights.len());
        if firsts.len() < self.weights.len() {
            let mut sums = vec![WeightSum::default(); firsts.len()];
            for (kind, weight) in at.iter().zip(&self.weights) {
                if let Some(sum) = sums.get_mut(*kind as usize) {
                    sum.add(*weight, arith);
                }
            }
            for column in &mut self.columns {
                column.codes = picked(&firsts, &column.codes);
            }
            self.weights = sums.into_iter().map(|sum| sum.total(arith)).collect();
        }
        self.columns.iter_mut().for_each(compact);
        self
    }

    /// The factor with other weights, without rows of weight 0.
    pub(crate) fn weighted(&self, mut weights: Vec<Weight>) -> Self {
        let there = (0..).zip(&weights).filter(|(_, weight)| !weight.is_zero());
        let kept: Vec<u32> = there.map(|(row, _)| row).collect();
        weights.retain(|weight| !weight.is_zero());
        let kept = |column: &CodedColumn| {
            let mut column =
                CodedColumn { codes: picked(&kept, &column.codes), values: Rc::clone(&column.values) };
            compact(&mut column);
            column
        };
        Self { slots: self.slots.clone(), columns: self.columns.iter().map(kept).collect(), weights }
    }
}

/// Equivalence classes of rows.
pub(crate) struct RowClasses {
    /// First row of each class.
    pub(crate) firsts: Vec<u32>,
    /// Class of each row.
    pub(crate) at: Vec<u32>,
}

impl RowClasses {
    /// Classes of rows by columns of codes, each with its number of codes.
    pub(crate) fn of<'c>(columns: impl Iterator<Item = (&'c [u32], usize)>, rows: usize) -> Self {
        let mut keys = vec![0u64; rows];
        let mut wide = 1u64;
        for (codes, size) in columns {
            let size = size as u64;
            if wide.checked_mul(size).is_none() {
                let kinds = Self::numbered(&keys, wide);
                wide = kinds.firsts.len() as u64;
                keys = kinds.at.into_iter().map(u64::from).collect();
            }
            wide *= size;
            for (key, code) in keys.iter_mut().zip(codes) {
                *key = *key * size + u64::from(*code);
            }
        }
        Self::numbered(&keys, wide)
    }

    /// Numbers keys below `wide` in the order of their first occurrence.
    fn numbered(keys: &[u64], wide: u64) -> Self {
        let mut firsts: Vec<u32> = Vec::with_capacity(keys.len());
        let mut number = |row: u32, kind: &mut u32| {
            if *kind == u32::MAX {
                *kind = u32::try_from(firsts.len()).unwrap_or(u32::MAX);
                firsts.push(row);
            }
            *kind
        };
        let rows = (0..).zip(keys);
        let at = match usize::try_from(wide) {
            Ok(wide) if wide <= 4 * keys.len() + 128 => {
                let mut table = vec![u32::MAX; wide];
                let index = |key: &u64| usize::try_from(*key).unwrap_or(usize::MAX);
                rows.map(|(row, key)| table.get_mut(index(key)).map_or(0, |kind| number(row, kind))).collect()
            }
            _ => {
                let mut table: FxHashMap<u64, u32> =
                    FxHashMap::with_capacity_and_hasher(keys.len(), Default::default());
                rows.map(|(row, key)| number(row, table.entry(*key).or_insert(u32::MAX))).collect()
            }
        };
        Self { firsts, at }
    }
}

/// Codes of these rows.
pub(crate) fn picked(rows: &[u32], codes: &[u32]) -> Vec<u32> {
    rows.iter().map(|row| codes.get(*row as usize).copied().unwrap_or_default()).collect()
}

/// Drops values that no row has.
fn compact(column: &mut CodedColumn) {
    let mut seen = vec![u32::MAX; column.values.len()];
    let mut many = 0;
    for code in &column.codes {
        if let Some(seen) = seen.get_mut(*code as usize).filter(|seen| **seen != 0) {
            *seen = 0;
            many += 1;
        }
    }
    if many == column.values.len() {
        return;
    }
    let mut indices = Vec::with_capacity(many);
    for (index, seen) in (0..).zip(&mut seen) {
        if *seen == 0 {
            *seen = u32::try_from(indices.len()).unwrap_or(u32::MAX);
            indices.push(index);
        }
    }
    for code in &mut column.codes {
        *code = seen.get(*code as usize).copied().unwrap_or_default();
    }
    column.values = Rc::new(column.values.at(&indices));
}
