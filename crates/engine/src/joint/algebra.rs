//! Algebra of joint distributions: product of factors, assignment, conditioning and marginals.

use crate::column::Column;
use crate::evaluator::lookup::not_yes_or_no;
use crate::evaluator::table::{AxisSet, Table};
use crate::joint::evaluation::{FactorAxis, JointTable};
use crate::joint::factor::{CodedColumn, Factor, picked};
use crate::joint::{Context, JointDistribution};
use crate::scenario::budget::WHOLE;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::{Id, VarId, VarSet};
use tohit_odds::Weight;
use tohit_syntax::diagnostics::Diagnostic;

/// Product of some factors, with the cell of a table for each row.
struct JoinedFactor {
    factor: Factor,
    cells: Vec<u32>,
}

impl JointDistribution {
    /// Multiplies the factors that a table depends on, and assigns the name.
    pub(crate) fn assign(
        &mut self,
        context: Context<'_, '_>,
        id: Id,
        slot: VarId,
        JointTable { cells, reads, held: _held }: JointTable,
    ) -> Result<(), Diagnostic> {
        let Context { scenario, arith } = context;
        if let Table::Constant(value) = cells {
            self.known.push((slot, value));
        } else {
            let needed = reads.into_iter().filter(|read| !cells.axes().is_disjoint(read.axis)).collect();
            let mut joined = self.product(context, id, needed)?;
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
            self.factors.push(factor);
        }
        Ok(())
    }

    /// Product of some factors, which are removed, and the cell of each of its rows.
    fn product(
        &mut self,
        Context { scenario, arith }: Context<'_, '_>,
        id: Id,
        mut reads: Vec<FactorAxis>,
    ) -> Result<JoinedFactor, Diagnostic> {
        if let [FactorAxis { factor, rows, .. }] = reads.as_mut_slice()
            && *factor < self.factors.len()
        {
            scenario.charge(rows.len(), id)?;
            return Ok(JoinedFactor { factor: self.factors.remove(*factor), cells: core::mem::take(rows) });
        }
        let mut joined = JoinedFactor { factor: Factor::default(), cells: vec![0] };
        joined.factor.weights = vec![arith.one()];
        // Axes are in the order of the factors, and the last varies fastest.
        for read in &reads {
            let Some(factor) = self.factors.get(read.factor) else { continue };
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
        self.factors.retain(|_| {
            index += 1;
            !reads.iter().any(|read| read.factor + 1 == index)
        });
        Ok(joined)
    }

    /// Parts the distribution by a condition: true, and false.
    pub(crate) fn condition_on(
        mut self,
        context: Context<'_, '_>,
        id: Id,
        JointTable { cells, reads, held: _held }: JointTable,
    ) -> Result<(Option<Self>, Option<Self>), Diagnostic> {
        let Context { scenario, arith } = context;
        match &cells {
            Table::Constant(Value::Flag(true)) => return Ok((Some(self), None)),
            Table::Constant(Value::Flag(false)) => return Ok((None, Some(self))),
            _ => {}
        }
        let needed = reads.into_iter().filter(|read| !cells.axes().is_disjoint(read.axis)).collect();
        let joined = self.product(context, id, needed)?;
        let rows = joined.cells.len();
        scenario.charge(rows * WHOLE * (6 + joined.factor.slots.len()), id)?;
        let (mut yes, mut no) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        for (cell, weight) in joined.cells.iter().zip(&joined.factor.weights) {
            let chances = cells.chances(*cell as usize, arith);
            let (holds, fails) = chances.map_err(|strange| not_yes_or_no(scenario, id, &strange))?;
            yes.push(arith.mul(*weight, holds));
            no.push(arith.mul(*weight, fails));
        }
        let with = |mut state: Self, weights: Vec<Weight>| {
            state.factors.push(joined.factor.weighted(weights));
            state.factors.last().is_some_and(|factor| !factor.weights.is_empty()).then_some(state)
        };
        Ok((with(self.clone(), yes), with(self, no)))
    }

    /// Marginal distribution of these names as one factor; all others are summed out.
    pub(crate) fn marginal(
        mut self,
        context: Context<'_, '_>,
        id: Id,
        slots: &[VarId],
    ) -> Result<Factor, Diagnostic> {
        let arith = context.arith;
        let wanted: VarSet = slots.iter().copied().collect();
        self.marginalize(arith, wanted, &mut |_, _| None);
        let all = self.factors.iter().enumerate();
        let read = |(factor, of): (usize, &Factor)| FactorAxis {
            factor,
            axis: AxisSet::EMPTY,
            len: 1,
            rows: vec![0; of.weights.len()],
        };
        let reads = all.map(read).collect();
        let mut factor = self.product(context, id, reads)?.factor;
        for weight in &mut factor.weights {
            *weight = arith.mul(*weight, self.mass);
        }
        let mut columns = Vec::with_capacity(slots.len());
        for slot in slots {
            columns.push(match factor.column(*slot) {
                Some(column) => column.clone(),
                None => {
                    let value = self.value(*slot).cloned().unwrap_or(Value::Absent);
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
