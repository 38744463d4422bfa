//! Draws: dice, uniform numbers and chances.

use crate::column::Column;
use crate::distribution::{Distribution, DistributionBuilder};
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup;
use crate::evaluator::table::{AxisSet, Grid, Table, value_at};
use crate::evaluator::{DrawKey, Evaluator};
use crate::numbers::weight_of;
use crate::scenario::budget::{EACH, WHOLE};
use crate::tail::open_dice::{OpenRoll, open_dice};
use crate::value::{OperationError, Value};
use std::rc::Rc;
use tohit_compile::program::{Id, Node};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Distribution of one cell.
type DrawnDistribution = Rc<Distribution>;
type DrawResult = Result<DrawnDistribution, Diagnostic>;

impl Evaluator<'_, '_> {
    pub(crate) fn draw(&mut self, id: Id) -> Evaluated {
        let scenario = self.scenario;
        match scenario.node(id) {
            Node::Dice(dice, sides) => {
                let parameters = [self.eval(*dice)?, self.eval(*sides)?];
                self.mixture(id, &parameters, &|evaluator, values| {
                    let [dice, sides] = evaluator.whole(id, values, "dice and sides")?;
                    evaluator.dice(id, dice, sides)
                })
            }
            Node::Roll(from, to) => {
                let parameters = [self.eval(*from)?, self.eval(*to)?];
                self.mixture(id, &parameters, &|evaluator, values| {
                    let [from, to] = evaluator.whole(id, values, "the ends of a roll")?;
                    evaluator.uniform(id, from, to)
                })
            }
            Node::Open(open) => {
                let mut parameters = Vec::with_capacity(5);
                for part in open.parts() {
                    parameters.push(self.eval(*part)?);
                }
                self.mixture(id, &parameters, &|evaluator, values| {
                    evaluator.open(id, &OpenRoll::new(open, evaluator.whole(id, values, "open dice")?))
                })
            }
            Node::Chance(over, under) if scenario.has_odds(*over) => self.chance_of_odds(id, *over, *under),
            Node::Chance(over, under) => {
                let parameters = [self.eval(*over)?, self.eval(*under)?];
                self.mixture(id, &parameters, &|evaluator, values| evaluator.chance(id, values))
            }
            Node::Pick(choices) => {
                let mut all = Vec::with_capacity(choices.len());
                for (value, weight, when) in choices {
                    let when = when.map(|when| Ok::<_, EvalError>((when, self.eval(when)?))).transpose()?;
                    if let Some((_, Table::Constant(Value::Flag(false)))) = &when {
                        continue;
                    }
                    all.push((self.eval(*value)?, self.weights(*weight)?, when));
                }
                self.pick_by_weight(id, &all)
            }
            Node::PickItem(local, items, weight) => {
                let mut all = Vec::new();
                for item in self.items(id, *items)? {
                    self.bind(*local, Table::Constant(item.clone()));
                    all.push((Table::Constant(item), self.weights(*weight)?, None));
                }
                self.pick_by_weight(id, &all)
            }
            Node::Collect(how, over, body) => self.collect(id, how, over, *body),
            Node::Pool(parts, sampling, questions) => self.pool(id, (parts, *sampling), questions),
            _ => Ok(Table::Constant(Value::Absent)),
        }
    }

    /// Whole numbers, or an error.
    pub(crate) fn whole<const N: usize>(
        &self,
        id: Id,
        values: &[Value],
        what: &str,
    ) -> Result<[i64; N], Diagnostic> {
        let mut all = [0; N];
        for (slot, value) in all.iter_mut().zip(values) {
            *slot = lookup::whole(self.scenario, id, value, what)?;
        }
        Ok(all)
    }

    /// Mixture of draws over the distributions of their parameters.
    fn mixture(
        &mut self,
        id: Id,
        parameters: &[Table],
        f: &dyn Fn(&mut Self, &[Value]) -> DrawResult,
    ) -> Evaluated {
        // A wrong parameter refuses the scenario only where it is needed.
        let draw = |evaluator: &mut Self, values: &[Value]| {
            f(evaluator, values).unwrap_or_else(|diagnostic| evaluator.certain(Value::Bad(diagnostic)))
        };
        let axes = parameters.iter().fold(AxisSet::EMPTY, |axes, cells| axes | cells.axes());
        let Grid { count, .. } = self.cells(id, axes)?;
        let maps: Vec<_> = parameters.iter().map(|cells| self.cell_map(axes, cells.axes())).collect();
        let mut builder = DistributionBuilder::default();
        let rolled = parameters.iter().any(Table::is_random);
        for cell in 0..count {
            self.scenario.charge(EACH * parameters.len(), id)?;
            if !rolled {
                let values: Vec<Value> =
                    parameters.iter().zip(&maps).map(|(cells, map)| value_at(cells, map.at(cell))).collect();
                let chances = draw(self, &values);
                self.scenario.charge(3 * WHOLE * chances.weights.len(), id)?;
                match &chances.values {
                    Column::Whole(whole) => {
                        builder.whole_cell(whole.iter().copied().zip(chances.weights.iter().copied()))
                    }
                    _ => builder.cell(chances.entries(0)),
                }
                continue;
            }
            let mut ways: Vec<(Vec<Value>, Weight)> = vec![(Vec::new(), self.arith.one())];
            for (cells, map) in parameters.iter().zip(&maps) {
                let entries = self.entries(cells, map.at(cell));
                self.scenario.charge((EACH * ways.len()).saturating_mul(entries.len()), id)?;
                let mut longer = Vec::with_capacity(ways.len() * entries.len());
                for (values, weight) in &ways {
                    for (value, share) in &entries {
                        let values = values.iter().chain([value]).cloned().collect();
                        longer.push((values, self.arith.mul(*weight, *share)));
                    }
                }
                ways = longer;
            }
            for (values, weight) in ways {
                let chances = draw(self, &values);
                self.accumulate(id, &mut builder, &Table::Distribution(AxisSet::EMPTY, chances), 0, weight)?;
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// Uniform distribution from one whole number to another.
    fn uniform(&mut self, id: Id, from: i64, to: i64) -> DrawResult {
        if to <= from {
            return Ok(self.certain(from.into()));
        }
        self.memoised([0, from, to, 0, 0, 0], |evaluator| {
            let count = usize::try_from(to.abs_diff(from).saturating_add(1)).unwrap_or(usize::MAX);
            evaluator.scenario.charge(count.saturating_mul(3 * WHOLE), id)?;
            let weights = vec![evaluator.arith.ratio(1, count as u64); count];
            Ok(Distribution::of_whole((from..=to).collect(), weights))
        })
    }

    /// Distribution of one value.
    fn certain(&self, value: Value) -> DrawnDistribution {
        Rc::new(Distribution::single(vec![(value, self.arith.one())]))
    }

    /// Distribution of dice, memoised by their parameters.
    fn memoised(
        &mut self,
        key: DrawKey,
        make: impl FnOnce(&Self) -> Result<Distribution, Diagnostic>,
    ) -> DrawResult {
        if let Some(known) = self.memo.dice.get(&key) {
            return Ok(Rc::clone(known));
        }
        let chances = Rc::new(make(self)?);
        self.memo.dice.insert(key, Rc::clone(&chances));
        Ok(chances)
    }

    /// Distribution of a sum of dice.
    fn dice(&mut self, id: Id, dice: i64, sides: i64) -> DrawResult {
        if dice <= 0 || sides <= 0 {
            return Ok(self.certain(0.into()));
        }
        if sides == 1 {
            return Ok(self.certain(dice.into()));
        }
        self.memoised([1, dice, sides, 0, 0, 0], |evaluator| {
            let width = usize::try_from(sides).unwrap_or(usize::MAX);
            let work = usize::try_from(dice.saturating_mul(dice)).unwrap_or(usize::MAX).saturating_mul(width);
            evaluator.scenario.charge(work.saturating_mul(4), id)?;
            let one = evaluator.arith.ratio(1, sides.unsigned_abs());
            let mut weights = vec![one; width];
            for _ in 1..dice {
                weights = sliding_sums(&weights, width, one, evaluator.arith);
            }
            Ok(Distribution::of_whole((dice..).take(weights.len()).collect(), weights))
        })
    }

    fn open(&mut self, id: Id, roll: &OpenRoll) -> DrawResult {
        let OpenRoll { dice, sides, from, less, limit } = *roll;
        self.memoised([2, dice, sides, from, less, limit.unwrap_or(-1)], |evaluator| {
            evaluator.scenario.charge(roll.work(), id)?;
            let chances = open_dice(roll, evaluator.arith).map_err(|error| match error {
                OperationError::Wrong(message) => evaluator.scenario.error_at(id, message),
                _ => evaluator.scenario.error_at(id, "these dice are not worked out"),
            });
            chances.map(Distribution::single)
        })
    }

    fn chance(&self, id: Id, values: &[Value]) -> DrawResult {
        let number = |value: &Value| match value {
            Value::Number(number) => Ok(number.clone()),
            Value::Bad(diagnostic) => Err(diagnostic.clone()),
            other => {
                Err(self.scenario.error_at(id, format!("a chance needs a number, not {}", other.kind())))
            }
        };
        let [over, under] = values else { return Ok(self.certain(Value::Absent)) };
        let (over, under) = (number(over)?, number(under)?);
        let chance = match self.scenario.chance(id, &over, &under) {
            Ok(chance) => chance,
            Err(certain) => return Ok(self.certain(certain.into())),
        };
        let yes = weight_of(&chance, self.arith);
        let no = self.arith.less(self.arith.one(), yes);
        Ok(Rc::new(Distribution::single(vec![(true.into(), yes), (false.into(), no)])))
    }
}

/// Sums over a sliding window: one die more. The window covers the end of one block and the beginning of the
/// next, so that two running sums make it; nothing is subtracted, and floats keep their precision.
fn sliding_sums(weights: &[Weight], width: usize, one: Weight, arith: &Arithmetic) -> Vec<Weight> {
    let beyond = width.saturating_sub(1);
    let mut ends = vec![Weight::ZERO; beyond];
    ends.extend_from_slice(weights);
    ends.resize(weights.len() + 2 * beyond, Weight::ZERO);
    let mut begins = ends.clone();
    let run = |sum: &mut Weight, weight: &mut Weight| {
        *sum = arith.add(*sum, *weight);
        *weight = *sum;
    };
    for block in begins.chunks_mut(width) {
        block.iter_mut().fold(Weight::ZERO, |mut sum, weight| {
            run(&mut sum, weight);
            sum
        });
    }
    for block in ends.chunks_mut(width) {
        block.iter_mut().rev().fold(Weight::ZERO, |mut sum, weight| {
            run(&mut sum, weight);
            sum
        });
    }
    let windows = ends.iter().zip(begins.iter().skip(beyond)).enumerate();
    let sum = |(index, (end, begin)): (usize, (&Weight, &Weight))| {
        // A window that is one block has its end and its beginning in one sum.
        arith.mul(if index % width == 0 { *end } else { arith.add(*end, *begin) }, one)
    };
    windows.map(sum).collect()
}
