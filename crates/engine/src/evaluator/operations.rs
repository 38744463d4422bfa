//! Operations on tables.

use crate::column::Column;
use crate::distribution::{Distribution, DistributionBuilder};
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated, Splits};
use crate::evaluator::operand::{Operand, whole_operand};
use crate::evaluator::products::PairOperand;
use crate::evaluator::table::{Grid, Mapped, Table, value_at};
use crate::scenario::budget::{EACH, WHOLE};
use crate::value::{OperationError, Value, binary, whole_operation};
use crate::weighted::merged_whole;
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_compile::program::{Binary, Id};
use tohit_odds::{Weight, WeightSum};

type OperationResult = Result<Value, OperationError>;

impl Evaluator<'_, '_> {
    /// Table of an operation on one value.
    pub(crate) fn map(&mut self, id: Id, cells: Table, f: &dyn Fn(&Value) -> OperationResult) -> Evaluated {
        match cells {
            Table::Constant(value) => {
                let done = f(&value);
                Ok(Table::Constant(self.resolve(id, done)?))
            }
            Table::Column(axes, column) => {
                self.scenario.charge(EACH * column.len(), id)?;
                let mut values = Vec::with_capacity(column.len());
                let mut splits = Splits::default();
                for value in column.iter() {
                    match f(&value) {
                        Err(OperationError::Split(split)) => splits.add(split),
                        done => values.push(self.resolve(id, done)?),
                    }
                }
                splits.finish()?;
                Ok(Table::fixed(axes, Column::of(values)))
            }
            Table::Distribution(axes, distribution) => {
                let mut builder = DistributionBuilder::default();
                for cell in 0..distribution.starts.len().saturating_sub(1) {
                    self.scenario.charge(EACH * distribution.range(cell).len(), id)?;
                    for (value, weight) in distribution.entries(cell) {
                        self.apply(id, value, weight, &mut builder, f)?;
                    }
                    builder.close(self.arith);
                }
                Ok(Table::distribution(axes, builder.finish()))
            }
        }
    }

    fn resolve(&self, id: Id, done: OperationResult) -> Result<Value, EvalError> {
        done.or_else(|error| self.error_value(id, error))
    }

    /// Adds the values of an operation, with endless rolls split on the spot.
    fn apply(
        &self,
        id: Id,
        value: Value,
        weight: Weight,
        builder: &mut DistributionBuilder,
        f: &dyn Fn(&Value) -> OperationResult,
    ) -> Result<(), EvalError> {
        let (mut now, mut todo) = (Some((value, weight)), Vec::new());
        while let Some((value, weight)) = now.take().or_else(|| todo.pop()) {
            match (f(&value), &value) {
                (Err(OperationError::Split(split)), Value::Tail(tail))
                    if Rc::ptr_eq(&tail.law, &split.law) && !split.law.is_held() =>
                {
                    let parts = split.law.split(split.how, self.arith);
                    let apart = self.scenario.split_tail(id, tail, &parts)?;
                    todo.extend(
                        apart.into_iter().map(|(value, share)| (value, self.arith.mul(share, weight))),
                    );
                }
                (done, _) => builder.add(self.resolve(id, done)?, weight),
            }
        }
        Ok(())
    }

    /// Table of an operation on two values that is no [`Binary`].
    pub(crate) fn map_pairs(
        &mut self,
        id: Id,
        a: Table,
        b: Table,
        f: &dyn Fn(&Value, &Value) -> OperationResult,
    ) -> Evaluated {
        match (a, b) {
            (Table::Constant(a), b) => self.map(id, b, &|b| f(&a, b)),
            (a, Table::Constant(b)) => self.map(id, a, &|a| f(a, &b)),
            (a, b) => {
                let Grid { axes, count } = self.cells(id, a.axes() | b.axes())?;
                let (to_a, to_b) = (self.cell_map(axes, a.axes()), self.cell_map(axes, b.axes()));
                let mut builder = DistributionBuilder::default();
                for cell in 0..count {
                    let (firsts, seconds) =
                        (self.entries(&a, to_a.at(cell)), self.entries(&b, to_b.at(cell)));
                    self.scenario.charge((EACH * firsts.len()).saturating_mul(seconds.len()), id)?;
                    for (x, weight) in firsts {
                        for (y, other) in &seconds {
                            let value = self.resolve(id, f(&x, y))?;
                            builder.add(value, self.arith.mul(weight, *other));
                        }
                    }
                    builder.close(self.arith);
                }
                Ok(Table::distribution(axes, builder.finish()))
            }
        }
    }

    /// Entries of a cell; a plain value has weight 1.
    pub(crate) fn entries(&self, cells: &Table, index: usize) -> Vec<(Value, Weight)> {
        match cells {
            Table::Distribution(_, distribution) => distribution.entries(index).collect(),
            cells => vec![(value_at(cells, index), self.arith.one())],
        }
    }

    /// Table of an operation on two values.
    pub(crate) fn binary(&mut self, id: Id, op: Binary, a: Table, b: Table) -> Evaluated {
        let grid @ Grid { axes, count } = self.cells(id, a.axes() | b.axes())?;
        let (to_a, to_b) = (self.cell_map(axes, a.axes()), self.cell_map(axes, b.axes()));
        let (first, second) = (Mapped { of: &a, map: &to_a }, Mapped { of: &b, map: &to_b });
        match (&a, &b) {
            (Table::Constant(x), Table::Constant(y)) => match binary(op, x, y) {
                Err(OperationError::Meet(..)) => self.independent_tails(id, op, first, second, grid),
                done => Ok(Table::Constant(self.resolve(id, done)?)),
            },
            (Table::Distribution(_, distribution), other) if !other.is_random() => {
                self.with_column(id, op, first.with(distribution), second, grid, false)
            }
            (other, Table::Distribution(_, distribution)) if !other.is_random() => {
                self.with_column(id, op, second.with(distribution), first, grid, true)
            }
            (Table::Distribution(_, x), Table::Distribution(_, y)) => {
                self.product(id, op, first.with(x), second.with(y), grid)
            }
            _ => {
                if let (Some(x), Some(y)) = (whole_operand(&a), whole_operand(&b))
                    && let Some(column) = whole_column(op, count, first.with(&x), second.with(&y))
                {
                    return Ok(Table::fixed(axes, column));
                }
                self.scenario.charge(EACH * count, id)?;
                let mut values = Vec::with_capacity(count);
                let mut splits = Splits::default();
                for cell in 0..count {
                    match binary(op, &first.value(cell), &second.value(cell)) {
                        Err(OperationError::Meet(..)) => {
                            return self.independent_tails(id, op, first, second, grid);
                        }
                        Err(OperationError::Split(split)) => splits.add(split),
                        done => values.push(self.resolve(id, done)?),
                    }
                }
                splits.finish()?;
                Ok(Table::fixed(axes, Column::of(values)))
            }
        }
    }

    /// Independent endless rolls of names meet: a distribution, if the line is the last to read them.
    fn independent_tails(
        &mut self,
        id: Id,
        op: Binary,
        a: Mapped<'_, Table>,
        b: Mapped<'_, Table>,
        Grid { axes, count }: Grid,
    ) -> Evaluated {
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            let (x, y) = (PairOperand::of(a.value(cell)), PairOperand::of(b.value(cell)));
            self.combine(id, op, x, y, self.arith.one(), &mut builder)?;
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// Distribution against plain values.
    fn with_column(
        &mut self,
        id: Id,
        op: Binary,
        rolled: Mapped<'_, Rc<Distribution>>,
        other: Mapped<'_, Table>,
        Grid { axes, count }: Grid,
        turned: bool,
    ) -> Evaluated {
        let distribution = rolled.of;
        // One buffer for all cells.
        let (mut builder, mut whole) = (DistributionBuilder::default(), Vec::new());
        let ints = if let Column::Whole(values) = &distribution.values {
            whole_operand(other.of).map(|ints| (values, ints))
        } else {
            None
        };
        for cell in 0..count {
            let range = distribution.range(rolled.map.at(cell));
            self.scenario.charge(WHOLE * range.len(), id)?;
            if let Some((values, ints)) = &ints {
                let other = ints.at(other.map.at(cell));
                let entries = range.clone().map(|entry| {
                    (values.get(entry).copied().unwrap_or_default(), distribution.weight(entry))
                });
                if self.whole_operation_cell(op, turned, entries, other, &mut builder, &mut whole) {
                    continue;
                }
            }
            self.scenario.charge(EACH * range.len(), id)?;
            let other = PairOperand::of(other.value(cell));
            for entry in range {
                let mine = PairOperand::rolled(distribution.values.get(entry));
                let (a, b) = if turned { (other.clone(), mine) } else { (mine, other.clone()) };
                self.combine(id, op, a, b, distribution.weight(entry), &mut builder)?;
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// Cell of whole numbers against a whole number, if the operation is plain; otherwise false, and nothing
    /// is added.
    fn whole_operation_cell(
        &self,
        op: Binary,
        turned: bool,
        entries: impl Iterator<Item = (i64, Weight)>,
        other: i64,
        builder: &mut DistributionBuilder,
        whole: &mut Vec<(i64, Weight)>,
    ) -> bool {
        let pair = |value| if turned { (other, value) } else { (value, other) };
        if crate::value::holds(op, Ordering::Equal).is_some() {
            let mut chances = (None::<WeightSum>, None::<WeightSum>);
            for (value, weight) in entries {
                let (a, b) = pair(value);
                let yes = crate::value::holds(op, a.cmp(&b)).unwrap_or_default();
                let sum = if yes { &mut chances.0 } else { &mut chances.1 };
                sum.get_or_insert_default().add(weight, self.arith);
            }
            builder.flag_cell(chances, self.arith);
            return true;
        }
        let Some(f) = whole_operation(op) else { return false };
        whole.clear();
        for (value, weight) in entries {
            let (a, b) = pair(value);
            let Some(value) = f(a, b) else { return false };
            whole.push((value, weight));
        }
        // These operations are injective: distinct numbers stay distinct.
        if matches!(op, Binary::Add | Binary::Subtract) || op == Binary::Multiply && other != 0 {
            builder.whole_cell(whole.drain(..));
        } else {
            builder.whole_cell(merged_whole(whole, self.arith));
        }
        true
    }
}

/// Column of an operation on whole numbers; none on overflow.
fn whole_column(
    op: Binary,
    count: usize,
    a: Mapped<'_, Operand<'_, i64>>,
    b: Mapped<'_, Operand<'_, i64>>,
) -> Option<Column> {
    let pairs = (0..count).map(|cell| (a.of.at(a.map.at(cell)), b.of.at(b.map.at(cell))));
    if crate::value::holds(op, Ordering::Equal).is_some() {
        let holds = |(a, b): (i64, i64)| crate::value::holds(op, a.cmp(&b)).unwrap_or_default();
        return Some(Column::Flags(pairs.map(holds).collect()));
    }
    let f = whole_operation(op)?;
    let mut whole = Vec::with_capacity(count);
    for (a, b) in pairs {
        whole.push(f(a, b)?);
    }
    Some(Column::Whole(whole))
}
