//! Lines of a strike on its joint distribution: evaluate, assign, condition and marginalise.

use crate::column::Column;
use crate::evaluator::Evaluator;
use crate::evaluator::error::EvalError;
use crate::evaluator::lookup::not_yes_or_no;
use crate::evaluator::table::{Axes, Table};
use crate::joint::JointDistribution;
use crate::joint::factor::{CodedColumn, Factor, RowClasses, has, picked};
use crate::reduced_strike::LiveLine;
use crate::scenario::WHOLE;
use crate::strike::StrikeEvaluator;
use crate::tail::Split;
use crate::tail::law::{HeldLaws, LawParts};
use crate::value::Value;
use crate::weighted::WeightedValues;
use std::rc::Rc;
use tohit_compile::program::{Id, VarId};
use tohit_odds::Weight;
use tohit_syntax::diagnostics::Diagnostic;

/// Factor that a line reads: its place, its axis, and the cell of each row along the axis.
struct FactorAxis {
    factor: usize,
    axis: Axes,
    len: u32,
    rows: Vec<u32>,
}

/// Table of a line, with the factors that it reads.
pub(crate) struct LineTable {
    pub(crate) cells: Table,
    reads: Vec<FactorAxis>,
    held: HeldLaws,
}

impl StrikeEvaluator<'_, '_> {
    /// Evaluates an expression. `spent` are the names that nothing else reads.
    pub(crate) fn evaluate(
        &mut self,
        state: &mut JointDistribution,
        id: Id,
        spent: u128,
    ) -> Result<LineTable, Diagnostic> {
        let (scenario, arith) = (self.scenario, self.arith);
        let reads = scenario.reads(id);
        loop {
            let mut evaluator = Evaluator::new(scenario, arith, self.memo);
            for (slot, value) in state.known.iter().filter(|(slot, _)| has(reads, *slot)) {
                evaluator.name(*slot, Table::Constant(value.clone()));
            }
            let mut all = Vec::new();
            for (index, factor) in state.factors.iter().enumerate() {
                let columns = factor.slots.iter().zip(&factor.columns);
                let read: Vec<(&VarId, &CodedColumn)> =
                    columns.filter(|(slot, _)| has(reads, **slot)).collect();
                if read.is_empty() {
                    continue;
                }
                all.push(read_of(&mut evaluator, id, index, factor, &read)?);
            }
            let mut held = HeldLaws::default();
            for (slot, value) in &state.known {
                if let Value::Tail(tail) = value
                    && !has(spent, *slot)
                {
                    held.hold(&tail.law);
                }
            }
            for factor in &state.factors {
                let columns =
                    factor.slots.iter().zip(&factor.columns).filter(|(slot, _)| !has(spent, **slot));
                columns.flat_map(|(_, column)| column.values.tails()).for_each(|tail| held.hold(&tail.law));
            }
            match evaluator.eval(id) {
                Ok(cells) => return Ok(LineTable { cells, reads: all, held }),
                Err(EvalError::Refused(diagnostic)) => return Err(diagnostic),
                Err(EvalError::Split(splits)) => self.split_factors(state, id, &splits)?,
            }
        }
    }

    /// Splits endless rolls in all factors that hold them.
    fn split_factors(
        &self,
        state: &mut JointDistribution,
        id: Id,
        splits: &[Split],
    ) -> Result<(), Diagnostic> {
        let (scenario, arith) = (self.scenario, self.arith);
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
        for factor in &mut state.factors {
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

    /// Multiplies the factors that a table depends on, and assigns the name.
    pub(crate) fn assign(
        &mut self,
        state: &mut JointDistribution,
        (step, live): (&LiveLine, u128),
        (id, slot, whole): (Id, VarId, Option<VarId>),
        LineTable { cells, reads, held: _held }: LineTable,
    ) -> Result<(), Diagnostic> {
        let (scenario, arith) = (self.scenario, self.arith);
        if let Table::Constant(value) = cells {
            if has(live, slot) {
                state.known.push((slot, value));
            }
        } else {
            let needed = reads.into_iter().filter(|read| cells.axes() & read.axis != 0).collect();
            let mut joined = self.join(state, id, needed)?;
            // One row for each value with its weight.
            let (rows, column, weights) = match &cells {
                Table::Distribution(_, distribution) => {
                    let entries: usize =
                        joined.cells.iter().map(|cell| distribution.range(*cell as usize).len()).sum();
                    scenario.charge(entries.saturating_mul(WHOLE * (3 + joined.factor.slots.len())), id)?;
                    let (codes, different) = distribution.values.encoded();
                    let mut rows = Vec::with_capacity(entries);
                    let mut column = Vec::with_capacity(entries);
                    let mut weights = Vec::with_capacity(entries);
                    for (row, (cell, weight)) in (0..).zip(joined.cells.iter().zip(&joined.factor.weights)) {
                        for entry in distribution.range(*cell as usize) {
                            rows.push(row);
                            column.push(codes.get(entry).copied().unwrap_or_default());
                            weights.push(arith.mul(*weight, distribution.weight(entry)));
                        }
                    }
                    (
                        Some(rows),
                        CodedColumn { codes: column, values: Rc::new(different.with_fresh_tails()) },
                        weights,
                    )
                }
                Table::Column(_, values) => {
                    // The values of another name: each of them once.
                    let same = joined.factor.columns.iter().any(|column| Rc::ptr_eq(&column.values, values));
                    let column = if same {
                        CodedColumn { codes: core::mem::take(&mut joined.cells), values: Rc::clone(values) }
                    } else {
                        let (codes, different) = values.encoded();
                        let code = |cell: &u32| codes.get(*cell as usize).copied().unwrap_or_default();
                        let codes = joined.cells.iter().map(code).collect();
                        CodedColumn { codes, values: Rc::new(different) }
                    };
                    (None, column, core::mem::take(&mut joined.factor.weights))
                }
                Table::Constant(_) => return Ok(()),
            };
            let mut factor = joined.factor;
            if let Some(rows) = &rows {
                for column in &mut factor.columns {
                    column.codes = picked(rows, &column.codes);
                }
            }
            factor.weights = weights;
            factor.slots.push(slot);
            factor.columns.push(column);
            state.factors.push(factor);
        }
        self.marginalize(state, step, live, whole);
        Ok(())
    }

    /// Product of some factors, which are removed, and the cell of each of its rows.
    fn join(
        &self,
        state: &mut JointDistribution,
        id: Id,
        mut reads: Vec<FactorAxis>,
    ) -> Result<JoinedFactor, Diagnostic> {
        let (scenario, arith) = (self.scenario, self.arith);
        if let [FactorAxis { factor, rows, .. }] = reads.as_mut_slice()
            && *factor < state.factors.len()
        {
            scenario.charge(rows.len(), id)?;
            return Ok(JoinedFactor { factor: state.factors.remove(*factor), cells: core::mem::take(rows) });
        }
        let mut joined = JoinedFactor { factor: Factor::default(), cells: vec![0] };
        joined.factor.weights = vec![arith.one()];
        // Axes are in the order of the factors, and the last varies fastest.
        for read in &reads {
            let Some(factor) = state.factors.get(read.factor) else { continue };
            let (before, rows) = (joined.cells.len(), factor.weights.len());
            scenario
                .charge(before.saturating_mul(rows).saturating_mul(WHOLE * (1 + factor.slots.len())), id)?;
            let mut cells = Vec::with_capacity(before * rows);
            let mut weights = Vec::with_capacity(before * rows);
            for (cell, weight) in joined.cells.iter().zip(&joined.factor.weights) {
                for (index, other) in read.rows.iter().zip(&factor.weights) {
                    cells.push(cell * read.len + index);
                    weights.push(arith.mul(*weight, *other));
                }
            }
            for column in &mut joined.factor.columns {
                column.codes =
                    column.codes.iter().flat_map(|code| core::iter::repeat_n(*code, rows)).collect();
            }
            for (slot, column) in factor.slots.iter().zip(&factor.columns) {
                let codes = if before == 1 { column.codes.clone() } else { column.codes.repeat(before) };
                joined.factor.slots.push(*slot);
                joined.factor.columns.push(CodedColumn { codes, values: Rc::clone(&column.values) });
            }
            joined.cells = cells;
            joined.factor.weights = weights;
        }
        let mut index = 0;
        state.factors.retain(|_| {
            index += 1;
            !reads.iter().any(|read| read.factor + 1 == index)
        });
        Ok(joined)
    }

    /// Parts the distribution by a condition: true, and false.
    pub(crate) fn condition_on(
        &self,
        mut state: JointDistribution,
        id: Id,
        LineTable { cells, reads, held: _held }: LineTable,
    ) -> Result<(Option<JointDistribution>, Option<JointDistribution>), Diagnostic> {
        match &cells {
            Table::Constant(Value::Flag(true)) => return Ok((Some(state), None)),
            Table::Constant(Value::Flag(false)) => return Ok((None, Some(state))),
            _ => {}
        }
        let needed = reads.into_iter().filter(|read| cells.axes() & read.axis != 0).collect();
        let joined = self.join(&mut state, id, needed)?;
        let rows = joined.cells.len();
        self.scenario.charge(rows * WHOLE * (6 + joined.factor.slots.len()), id)?;
        let (mut yes, mut no) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        for (cell, weight) in joined.cells.iter().zip(&joined.factor.weights) {
            let chances = cells.chances(*cell as usize, self.arith);
            let (holds, fails) = chances.map_err(|strange| not_yes_or_no(self.scenario, id, &strange))?;
            yes.push(self.arith.mul(*weight, holds));
            no.push(self.arith.mul(*weight, fails));
        }
        let with = |mut state: JointDistribution, weights: Vec<Weight>| {
            state.factors.push(joined.factor.weighted(weights));
            state.factors.last().is_some_and(|factor| !factor.weights.is_empty()).then_some(state)
        };
        Ok((with(state.clone(), yes), with(state, no)))
    }

    /// Marginal distribution of these names as one factor; all others are summed out.
    pub(crate) fn marginal(
        &self,
        mut state: JointDistribution,
        id: Id,
        slots: &[VarId],
    ) -> Result<Factor, Diagnostic> {
        let wanted = slots.iter().fold(0u128, |all, slot| all | slot.bit());
        state.marginalize(self.arith, wanted, &mut |_, _| None);
        let all = state.factors.iter().enumerate();
        let read = |(factor, of): (usize, &Factor)| FactorAxis {
            factor,
            axis: 0,
            len: 1,
            rows: vec![0; of.weights.len()],
        };
        let reads = all.map(read).collect();
        let mut factor = self.join(&mut state, id, reads)?.factor;
        for weight in &mut factor.weights {
            *weight = self.arith.mul(*weight, state.mass);
        }
        let mut columns = Vec::with_capacity(slots.len());
        for slot in slots {
            columns.push(match factor.column(*slot) {
                Some(column) => column.clone(),
                None => {
                    let value = state.value(*slot).cloned().unwrap_or(Value::Absent);
                    CodedColumn {
                        codes: vec![0; factor.weights.len()],
                        values: Rc::new(Column::of(vec![value])),
                    }
                }
            });
        }
        Ok(Factor { slots: slots.to_vec(), columns, weights: factor.weights })
    }
}

struct JoinedFactor {
    factor: Factor,
    cells: Vec<u32>,
}

/// Axis of a factor: one cell for each combination of the names that a line reads.
fn read_of(
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
