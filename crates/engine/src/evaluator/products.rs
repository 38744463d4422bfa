//! Products of independent distributions: convolutions, comparisons, and endless rolls that meet.

use crate::column::Column;
use crate::distribution::{Distribution, DistributionBuilder};
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::table::{Grid, Mapped, Table};
use crate::scenario::budget::{EACH, WHOLE};
use crate::tail::Split;
use crate::value::{OperationError, Value, binary, holds, unary, whole_operation};
use crate::weighted::{ascending, merged_whole, nonzero};
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_compile::program::{Binary, Id, Unary};
use tohit_odds::{Weight, WeightSum};
use tohit_syntax::diagnostics::Diagnostic;

/// Entries of a cell of whole numbers, with their weights.
#[derive(Clone, Copy)]
struct WholeCell<'d> {
    values: &'d [i64],
    weights: &'d [Weight],
}

impl WholeCell<'_> {
    const fn len(&self) -> usize {
        self.values.len()
    }

    fn iter(&self) -> impl Iterator<Item = (i64, Weight)> {
        self.values.iter().copied().zip(self.weights.iter().copied())
    }

    fn ascending(&self) -> Vec<(i64, Weight)> {
        let mut all: Vec<_> = self.iter().collect();
        ascending(&mut all);
        all
    }
}

/// Operand of one pair.
#[derive(Clone)]
pub(crate) struct PairOperand {
    value: Value,
    /// True for an entry of a distribution: its endless roll may be split on the spot.
    is_rolled: bool,
}

impl PairOperand {
    /// Known value.
    pub(crate) const fn of(value: Value) -> Self {
        Self { value, is_rolled: false }
    }

    /// Entry of a distribution.
    pub(crate) const fn rolled(value: Value) -> Self {
        Self { value, is_rolled: true }
    }

    /// True where this law can be split in this operand.
    fn splits(&self, split: &Split) -> bool {
        self.is_rolled && matches!(&self.value, Value::Tail(tail) if Rc::ptr_eq(&tail.law, &split.law))
    }
}

impl Evaluator<'_, '_> {
    /// Distribution of an operation on two independent distributions.
    pub(crate) fn product(
        &mut self,
        id: Id,
        op: Binary,
        a: Mapped<'_, Rc<Distribution>>,
        b: Mapped<'_, Rc<Distribution>>,
        Grid { axes, count }: Grid,
    ) -> Evaluated {
        let (to_a, to_b, a, b) = (a.map, b.map, a.of, b.of);
        let mut builder = DistributionBuilder::default();
        let compares = holds(op, Ordering::Equal).is_some();
        for cell in 0..count {
            let (x, y) = (a.range(to_a.at(cell)), b.range(to_b.at(cell)));
            if let (Column::Whole(xs), Column::Whole(ys)) = (&a.values, &b.values) {
                let (Some(values), Some(others)) = (xs.get(x.clone()), ys.get(y.clone())) else { continue };
                let xs = WholeCell { values, weights: a.weights.get(x.clone()).unwrap_or(&[]) };
                let ys = WholeCell { values: others, weights: b.weights.get(y.clone()).unwrap_or(&[]) };
                if compares {
                    self.scenario.charge(xs.len() + ys.len(), id)?;
                    builder.flag_cell(self.comparison(op, xs, ys), self.arith);
                    continue;
                }
                // Subtraction adds the negative.
                let added: Option<Vec<i64>> = match op {
                    Binary::Add => Some(others.to_vec()),
                    Binary::Subtract => others.iter().map(|y| y.checked_neg()).collect(),
                    _ => None,
                };
                if let Some(values) = added
                    && let Some(entries) = self.convolution(id, xs, WholeCell { values: &values, ..ys })?
                {
                    builder.whole_cell(entries);
                    continue;
                }
                self.scenario.charge((4 * WHOLE * xs.len()).saturating_mul(ys.len()), id)?;
                if let Some(f) = whole_operation(op)
                    && let Some(entries) = self.whole_pairs(f, xs, ys)
                {
                    builder.whole_cell(entries);
                    continue;
                }
            }
            self.scenario.charge((2 * EACH * x.len()).saturating_mul(y.len()), id)?;
            for entry in x {
                for other in y.clone() {
                    let first = a.values.get(entry);
                    let second = match (&first, b.values.get(other)) {
                        // Two mentions of one roll are two rolls.
                        (Value::Tail(first), Value::Tail(second)) if Rc::ptr_eq(&first.law, &second.law) => {
                            Value::Tail(Rc::new(second.fresh()))
                        }
                        (_, second) => second,
                    };
                    let weight = self.arith.mul(a.weight(entry), b.weight(other));
                    self.combine(
                        id,
                        op,
                        PairOperand::rolled(first),
                        PairOperand::rolled(second),
                        weight,
                        &mut builder,
                    )?;
                }
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// All pairs of two lists of whole numbers; none on overflow.
    fn whole_pairs(
        &self,
        f: fn(i64, i64) -> Option<i64>,
        xs: WholeCell<'_>,
        ys: WholeCell<'_>,
    ) -> Option<Vec<(i64, Weight)>> {
        let mut all = Vec::with_capacity(xs.len() * ys.len());
        for (x, weight) in xs.iter() {
            for (y, other) in ys.iter() {
                all.push((f(x, y)?, self.arith.mul(weight, other)));
            }
        }
        Some(merged_whole(&mut all, self.arith))
    }

    /// Convolution of two lists of whole numbers, if they are dense.
    fn convolution(
        &self,
        id: Id,
        a: WholeCell<'_>,
        b: WholeCell<'_>,
    ) -> Result<Option<Vec<(i64, Weight)>>, Diagnostic> {
        let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        let Some([width, all]) = widths(long.values, short.values) else { return Ok(None) };
        if all > FAR * (long.len() + short.len()) + 64 {
            return Ok(None);
        }
        let products = width.saturating_mul(short.len());
        self.scenario.charge((products / 8).saturating_add(4 * all), id)?;
        // Float convolutions are vectorised, residues are not: the difference is counted, not charged.
        self.scenario.budget.spend(products.saturating_mul(4));
        let least = |values: &[i64]| values.iter().min().copied().unwrap_or_default();
        let (low, first) = (least(long.values), least(short.values));
        let mut dense = vec![Weight::ZERO; width + 1];
        for (value, weight) in long.iter() {
            if let Some(at) = dense.get_mut(value.abs_diff(low) as usize) {
                *at = weight;
            }
        }
        let short = short.ascending();
        let mut sums = vec![Weight::ZERO; all + 1];
        for run in short.chunk_by(|(before, _), (value, _)| before.checked_add(1) == Some(*value)) {
            let index = run.first().map_or(0, |(value, _)| value.abs_diff(first) as usize);
            let weights: Vec<Weight> = run.iter().map(|(_, weight)| *weight).collect();
            self.arith.convolve(sums.get_mut(index..).unwrap_or_default(), &dense, &weights);
        }
        Ok(Some(nonzero(low + first, sums)))
    }

    /// Weights of a comparison of two lists of whole numbers: true, and false.
    fn comparison(
        &self,
        op: Binary,
        xs: WholeCell<'_>,
        ys: WholeCell<'_>,
    ) -> (Option<WeightSum>, Option<WeightSum>) {
        let (xs, ys) = (xs.ascending(), ys.ascending());
        let mut chances = (None::<WeightSum>, None::<WeightSum>);
        let mut add = |yes: bool, weight: Weight| {
            let sum = if yes { &mut chances.0 } else { &mut chances.1 };
            sum.get_or_insert_default().add(weight, self.arith);
        };
        let all = self.arith.total(ys.iter().map(|(_, weight)| *weight));
        let (mut lower, mut index) = (WeightSum::default(), 0);
        for (x, weight) in &xs {
            while let Some((_, more)) = ys.get(index).filter(|(y, _)| y < x) {
                lower.add(*more, self.arith);
                index += 1;
            }
            let below = lower.total(self.arith);
            let met = ys.get(index).filter(|(y, _)| y == x);
            let equal = met.map_or(Weight::ZERO, |(_, weight)| *weight);
            let above_place = index + usize::from(met.is_some());
            for (order, any, share) in [
                (Ordering::Greater, index > 0, below),
                (Ordering::Equal, met.is_some(), equal),
                (Ordering::Less, above_place < ys.len(), self.arith.less(all, self.arith.add(below, equal))),
            ] {
                if any {
                    add(holds(op, order).unwrap_or_default(), self.arith.mul(share, *weight));
                }
            }
        }
        chances
    }

    /// Operation on two values; endless rolls of a distribution are split on the spot.
    pub(crate) fn combine(
        &self,
        id: Id,
        op: Binary,
        a: PairOperand,
        b: PairOperand,
        weight: Weight,
        builder: &mut DistributionBuilder,
    ) -> Result<(), EvalError> {
        let (mut now, mut todo) = (Some((a, b, weight)), Vec::new());
        while let Some((a, b, weight)) = now.take().or_else(|| todo.pop()) {
            match binary(op, &a.value, &b.value) {
                Ok(value) => builder.add(value, weight),
                Err(OperationError::Wrong(message)) => builder.add(self.scenario.bad(id, message), weight),
                Err(OperationError::Split(split)) => {
                    if split.law.is_held() {
                        return Err(EvalError::Split(vec![split]));
                    }
                    let first = a.splits(&split);
                    let term = if first { &a } else { &b };
                    let Value::Tail(tail) = &term.value else { return Err(EvalError::Split(vec![split])) };
                    if !term.splits(&split) {
                        return Err(EvalError::Split(vec![split]));
                    }
                    let parts = split.law.split(split.how, self.arith);
                    let apart = self.scenario.split_tail(id, tail, &parts)?;
                    for (value, share) in apart {
                        let weight = self.arith.mul(share, weight);
                        let part = PairOperand::rolled(value);
                        todo.push(if first { (part, b.clone(), weight) } else { (a.clone(), part, weight) });
                    }
                }
                Err(OperationError::Meet(x, y)) => {
                    if x.law.is_held() || y.law.is_held() {
                        let message = "two endless rolls are kept at once; add or compare them in one line";
                        return Err(self.scenario.error_at(id, message).into());
                    }
                    let minus = |tail: &Rc<crate::tail::GeometricTail>| match unary(
                        Unary::Negate,
                        &Value::Tail(Rc::clone(tail)),
                    ) {
                        Ok(Value::Tail(tail)) => tail,
                        _ => Rc::clone(tail),
                    };
                    let compares = holds(op, Ordering::Equal).is_some();
                    self.scenario.charge((100 * EACH).saturating_add(x.work(&y)), id)?;
                    let sum = match op {
                        Binary::Add => x.distribution_of_sum(&y, self.arith),
                        Binary::Subtract => x.distribution_of_sum(&minus(&y), self.arith),
                        _ if compares => x.distribution_of_sum(&minus(&y), self.arith),
                        Binary::Min | Binary::Max => {
                            x.distribution_of_extreme(&y, op == Binary::Max, self.arith)
                        }
                        _ => Err(OperationError::Wrong(
                            "two endless rolls are added, subtracted or compared, or one of them counts: max, min".to_owned(),
                        )),
                    };
                    match sum {
                        Ok(sum) => {
                            for (value, share) in sum {
                                let weight = self.arith.mul(share, weight);
                                if compares {
                                    todo.push((
                                        PairOperand::rolled(value),
                                        PairOperand::of(0.into()),
                                        weight,
                                    ));
                                } else {
                                    builder.add(value, weight);
                                }
                            }
                        }
                        Err(error) => builder.add(self.error_value(id, error)?, weight),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Limit of places for each number of a dense list.
const FAR: usize = 16;

/// Width of the first list, and of the sums of both.
fn widths(long: &[i64], short: &[i64]) -> Option<[usize; 2]> {
    let ends = |values: &[i64]| Some((*values.iter().min()?, *values.iter().max()?));
    let ((low, high), (least, most)) = (ends(long)?, ends(short)?);
    let all = high.checked_add(most)?.checked_sub(low.checked_add(least)?)?;
    Some([usize::try_from(high.checked_sub(low)?).ok()?, usize::try_from(all).ok()?])
}
