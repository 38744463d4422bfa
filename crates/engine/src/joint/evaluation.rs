//! Expressions on a joint distribution: each factor that an expression reads is an axis of its table.

use crate::column::Column;
use crate::evaluator::error::EvalError;
use crate::evaluator::table::{AxisSet, Table};
use crate::evaluator::{Evaluator, ExpressionMemo};
use crate::joint::factor::{CodedColumn, Factor, RowClasses, picked};
use crate::joint::{Context, JointDistribution};
use crate::scenario::budget::WHOLE;
use crate::tail::Split;
use crate::tail::law::{HeldLaws, LawParts};
use crate::value::Value;
use crate::weighted::WeightedValues;
use std::rc::Rc;
use tohit_compile::program::{Id, VarId, VarSet};
use tohit_syntax::diagnostics::Diagnostic;

/// Factor that an expression reads: its place, its axis, and the cell of each row along the axis.
pub(super) struct FactorAxis {
    pub(super) factor: usize,
    pub(super) axis: AxisSet,
    pub(super) len: u32,
    pub(super) rows: Vec<u32>,
}

/// Table of an expression, with the factors that it reads.
pub(crate) struct JointTable {
    pub(crate) cells: Table,
    pub(super) reads: Vec<FactorAxis>,
    pub(super) held: HeldLaws,
}

impl JointDistribution {
    /// Evaluates an expression. `spent` are the names that nothing else reads.
    pub(crate) fn evaluate(
        &mut self,
        context: Context<'_, '_>,
        memo: &mut ExpressionMemo,
        id: Id,
        spent: VarSet,
    ) -> Result<JointTable, Diagnostic> {
        let Context { scenario, arith } = context;
        let reads = scenario.reads(id);
        loop {
            let mut evaluator = Evaluator::new(scenario, arith, memo);
            for (slot, value) in self.known.iter().filter(|(slot, _)| reads.contains(*slot)) {
                evaluator.name(*slot, Table::Constant(value.clone()));
            }
            let mut all = Vec::new();
            for (index, factor) in self.factors.iter().enumerate() {
                let columns = factor.slots.iter().zip(&factor.columns);
                let read: Vec<(&VarId, &CodedColumn)> =
                    columns.filter(|(slot, _)| reads.contains(**slot)).collect();
                if read.is_empty() {
                    continue;
                }
                all.push(axis_of(&mut evaluator, id, index, factor, &read)?);
            }
            let mut held = HeldLaws::default();
            for (slot, value) in &self.known {
                if let Value::Tail(tail) = value
                    && !spent.contains(*slot)
                {
                    held.hold(&tail.law);
                }
            }
            for factor in &self.factors {
                let columns =
                    factor.slots.iter().zip(&factor.columns).filter(|(slot, _)| !spent.contains(**slot));
                columns.flat_map(|(_, column)| column.values.tails()).for_each(|tail| held.hold(&tail.law));
            }
            match evaluator.eval(id) {
                Ok(cells) => return Ok(JointTable { cells, reads: all, held }),
                Err(EvalError::Refused(diagnostic)) => return Err(diagnostic),
                Err(EvalError::Split(splits)) => self.split_factors(context, id, &splits)?,
            }
        }
    }

    /// Splits endless rolls in all factors that hold them.
    fn split_factors(
        &mut self,
        Context { scenario, arith }: Context<'_, '_>,
        id: Id,
        splits: &[Split],
    ) -> Result<(), Diagnostic> {
        let parts: Vec<LawParts> = splits.iter().map(|split| split.law.split(split.how, arith)).collect();
        // For each value the split that it needs and its parts; none for other values.
        let becomes = |value: Value| {
            let Value::Tail(tail) = value else { return Ok(None) };
            let split = splits.iter().position(|split| Rc::ptr_eq(&tail.law, &split.law));
            let Some((split, parts)) = split.and_then(|split| Some((split, parts.get(split)?))) else {
                return Ok(None);
            };
            Ok(Some((split, scenario.split_tail(id, &tail, parts)?)))
        };
        let mut found = false;
        for factor in &mut self.factors {
            let all = |column: &CodedColumn| {
                column.values.iter().map(becomes).collect::<Result<Vec<_>, Diagnostic>>()
            };
            let apart = factor.columns.iter().map(all).collect::<Result<Vec<_>, Diagnostic>>()?;
            if apart.iter().flatten().all(Option::is_none) {
                continue;
            }
            found = true;
            let at = |index: usize, row: usize| -> Option<&(usize, WeightedValues)> {
                apart.get(index)?.get(*factor.columns.get(index)?.codes.get(row)? as usize)?.as_ref()
            };
            // One row for each part of its roll.
            let mut rows: Vec<(usize, Option<(usize, usize)>)> = Vec::new();
            let mut weights = Vec::new();
            for (row, weight) in factor.weights.iter().enumerate() {
                match (0..apart.len()).find_map(|index| at(index, row)) {
                    None => {
                        rows.push((row, None));
                        weights.push(*weight);
                    }
                    Some((split, apart)) => {
                        rows.extend((0..apart.len()).map(|part| (row, Some((*split, part)))));
                        weights.extend(apart.iter().map(|(_, share)| arith.mul(*weight, *share)));
                    }
                }
            }
            let columns = factor.columns.iter().enumerate().map(|(index, column)| {
                let value = |(row, part): &(usize, Option<(usize, usize)>)| match (at(index, *row), part) {
                    (Some((split, apart)), Some((by, part))) if split == by => {
                        apart.get(*part).map_or(Value::Absent, |(value, _)| value.clone())
                    }
                    _ => column.value(*row),
                };
                let (codes, different) = Column::of(rows.iter().map(value).collect()).encoded();
                CodedColumn { codes, values: Rc::new(different) }
            });
            *factor =
                Factor { slots: factor.slots.clone(), columns: columns.collect(), weights }.merged(arith);
        }
        let message = "an endless roll is used in two ways at once; give one of them its own line";
        if found { Ok(()) } else { Err(scenario.error_at(id, message)) }
    }
}

/// Axis of a factor: one cell for each combination of the names that a line reads.
fn axis_of(
    evaluator: &mut Evaluator<'_, '_>,
    id: Id,
    index: usize,
    factor: &Factor,
    columns: &[(&VarId, &CodedColumn)],
) -> Result<FactorAxis, Diagnostic> {
    if let [(slot, column)] = columns {
        let axis = evaluator.axis(id, column.values.len())?;
        evaluator.name(**slot, Table::Column(axis, Rc::clone(&column.values)));
        let len = u32::try_from(column.values.len()).unwrap_or(u32::MAX);
        return Ok(FactorAxis { factor: index, axis, len, rows: column.codes.clone() });
    }
    let rows = factor.weights.len();
    evaluator.scenario.charge(rows * WHOLE * (1 + columns.len()), id)?;
    let RowClasses { firsts, at: at_row } = if columns.len() == factor.slots.len() {
        let each: Vec<u32> = (0..).take(rows).collect();
        RowClasses { firsts: each.clone(), at: each }
    } else {
        RowClasses::of(columns.iter().map(|(_, column)| (column.codes.as_slice(), column.values.len())), rows)
    };
    let axis = evaluator.axis(id, firsts.len())?;
    for (slot, column) in columns {
        let codes = picked(&firsts, &column.codes);
        evaluator.name(**slot, Table::Column(axis, Rc::new(column.values.at(&codes))));
    }
    let len = u32::try_from(firsts.len()).unwrap_or(u32::MAX);
    Ok(FactorAxis { factor: index, axis, len, rows: at_row })
}
