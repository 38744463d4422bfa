//! Picks of one of several options by weight.

use crate::distribution::DistributionBuilder;
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup::not_yes_or_no;
use crate::evaluator::table::{AxisSet, Grid, Table, value_at};
use crate::numbers::weight_of;
use crate::scenario::budget::EACH;
use crate::value::Value;
use tohit_compile::program::{Binary, Id, Node};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Option: its value, weight and condition.
pub(crate) type PickOption = (Table, PickWeights, Option<(Id, Table)>);

/// Weights of an option, cell by cell.
pub(crate) struct PickWeights {
    pub(crate) axes: AxisSet,
    pub(crate) weights: Vec<Weight>,
}

impl Evaluator<'_, '_> {
    /// Weights of an expression.
    pub(crate) fn weights(&mut self, id: Id) -> Result<PickWeights, EvalError> {
        let (of, odds) = match self.scenario.node(id) {
            Node::Odds(condition) => (*condition, true),
            Node::Binary(op @ (Binary::Add | Binary::Subtract), a, b) if self.scenario.has_odds(id) => {
                let (a, b) = (self.weights(*a)?, self.weights(*b)?);
                let Grid { axes, count } = self.cells(id, a.axes | b.axes)?;
                let (to_a, to_b) = (self.cell_map(axes, a.axes), self.cell_map(axes, b.axes));
                let at = |weights: &[Weight], index: usize| weights.get(index).copied().unwrap_or_default();
                let weights = (0..count).map(|cell| {
                    let (a, b) = (at(&a.weights, to_a.at(cell)), at(&b.weights, to_b.at(cell)));
                    if *op == Binary::Add { self.arith.add(a, b) } else { self.difference(a, b) }
                });
                return Ok(PickWeights { axes, weights: weights.collect() });
            }
            _ => (id, false),
        };
        let cells = self.eval(of)?;
        let Grid { axes, count } = self.cells(id, cells.axes())?;
        let weights = (0..count).map(|cell| self.weight_at(of, &cells, cell, odds));
        Ok(PickWeights { axes, weights: weights.collect::<Result<_, Diagnostic>>()? })
    }

    /// Weight of a number, or with `odds` the probability of a condition.
    fn weight_at(&self, id: Id, cells: &Table, cell: usize, odds: bool) -> Result<Weight, Diagnostic> {
        if let (true, Table::Distribution(_, distribution)) = (odds, cells) {
            return Ok(distribution.chances(cell).0);
        }
        match (value_at(cells, cell).sound()?, odds) {
            (Value::Flag(flag), true) => Ok(if flag { self.arith.one() } else { Weight::ZERO }),
            (other, true) => Err(not_yes_or_no(self.scenario, id, &other)),
            (Value::Number(number), false) if number.sign() <= 0 => Ok(Weight::ZERO),
            (Value::Number(number), false) => Ok(weight_of(&number, self.arith)),
            _ => Err(self.scenario.error_at(id, "a weight must be a number that is not rolled here")),
        }
    }

    /// Difference of two weights. In floats, a rest below rounding is 0.
    pub(crate) fn difference(&self, a: Weight, b: Weight) -> Weight {
        let left = self.arith.less(a, b);
        match self.arith {
            Arithmetic::Floats if self.arith.to_float(left) < 1e-15 => Weight::ZERO,
            _ => left,
        }
    }

    /// Draw of yes or no whose probability is computed from odds.
    pub(crate) fn chance_of_odds(&mut self, id: Id, over: Id, under: Id) -> Evaluated {
        let scenario = self.scenario;
        let mut yes = self.weights(over)?;
        let PickWeights { axes: AxisSet::EMPTY, weights: under } = self.weights(under)? else {
            return Err(scenario.error_at(under, "what odds are taken of may not be rolled").into());
        };
        let share = self.arith.divide(self.arith.one(), under.first().copied().unwrap_or_default());
        yes.weights.iter_mut().for_each(|weight| *weight = self.arith.mul(*weight, share));
        let no = yes.weights.iter().map(|weight| self.difference(self.arith.one(), *weight)).collect();
        let no = PickWeights { axes: yes.axes, weights: no };
        let ways = [(true, yes), (false, no)];
        let ways = ways.map(|(flag, weights)| (Table::Constant(flag.into()), weights, None));
        self.pick_by_weight(id, &ways)
    }

    /// Pick by weight.
    pub(crate) fn pick_by_weight(&mut self, id: Id, choices: &[PickOption]) -> Evaluated {
        let when_axes =
            |when: &Option<(Id, Table)>| when.as_ref().map_or(AxisSet::EMPTY, |(_, cells)| cells.axes());
        let axes = choices.iter().fold(AxisSet::EMPTY, |axes, (value, weights, when)| {
            axes | value.axes() | weights.axes | when_axes(when)
        });
        let Grid { count, .. } = self.cells(id, axes)?;
        let maps: Vec<_> = choices
            .iter()
            .map(|(value, weights, when)| {
                let when = self.cell_map(axes, when_axes(when));
                (self.cell_map(axes, value.axes()), self.cell_map(axes, weights.axes), when)
            })
            .collect();
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            self.scenario.charge(EACH * choices.len(), id)?;
            let mut open = Vec::with_capacity(choices.len());
            for ((value, weights, when), (to_value, to_weight, to_when)) in choices.iter().zip(&maps) {
                if let Some((when_id, cells)) = when {
                    if cells.is_random() {
                        return Err(self
                            .scenario
                            .error_at(*when_id, "a condition of a pick may not roll")
                            .into());
                    }
                    match value_at(cells, to_when.at(cell)) {
                        Value::Flag(true) => {}
                        Value::Flag(false) => continue,
                        other => {
                            open.push((
                                Table::Constant(Value::Bad(not_yes_or_no(self.scenario, *when_id, &other))),
                                0,
                                self.arith.one(),
                            ));
                            continue;
                        }
                    }
                }
                let weight = weights.weights.get(to_weight.at(cell)).copied().unwrap_or_default();
                if !weight.is_zero() {
                    open.push((value.clone(), to_value.at(cell), weight));
                }
            }
            let all = self.arith.sum(open.iter().map(|(_, _, weight)| *weight));
            if open.is_empty() {
                builder.add(self.scenario.bad(id, "there is nothing left to pick"), self.arith.one());
            }
            let scale = self.arith.divide(self.arith.one(), all);
            for (value, index, weight) in &open {
                let weight = if open.len() == 1 { self.arith.one() } else { self.arith.mul(*weight, scale) };
                self.accumulate(id, &mut builder, value, *index, weight)?;
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }
}
