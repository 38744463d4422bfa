//! Aggregates of rolls: sums, counts, the highest and the lowest.

use crate::distribution::DistributionBuilder;
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup::{self, not_yes_or_no};
use crate::evaluator::table::{Grid, Table};
use crate::value::Value;
use tohit_compile::program::{Binary, Collect, Id, Items, Repetition};

impl Evaluator<'_, '_> {
    pub(crate) fn items(&mut self, id: Id, items: Items) -> Result<Vec<Value>, EvalError> {
        match items {
            Items::Range(from, to) => match (self.eval(from)?, self.eval(to)?) {
                (Table::Constant(from), Table::Constant(to)) => {
                    let [from, to] = self.whole(id, &[from, to], "the ends of a range")?;
                    Ok(lookup::range(self.scenario.span(id), from, to)?)
                }
                _ => Err(self.scenario.error_at(id, "the ends of a range may not be rolled").into()),
            },
            Items::List(list) => {
                let cells = self.eval(list)?;
                self.items_of(list, &cells)
            }
        }
    }

    pub(crate) fn items_of(&self, id: Id, cells: &Table) -> Result<Vec<Value>, EvalError> {
        let Table::Constant(value) = cells else {
            return Err(self.scenario.error_at(id, "which list is meant may not be rolled").into());
        };
        Ok(lookup::members(self.scenario, id, value)?)
    }

    pub(crate) fn collect(&mut self, id: Id, how: &Collect, over: &Repetition, body: Id) -> Evaluated {
        let kept = match how.kept() {
            Some(kept) => {
                let cells = self.eval(*kept)?;
                let Table::Constant(kept) = cells else {
                    return Err(self.scenario.error_at(id, "how many are kept may not be rolled").into());
                };
                kept.whole()
            }
            None => None,
        };
        let (local, items) = match over {
            Repetition::Times(times) => {
                let times = self.eval(*times)?;
                let part = self.eval(body)?;
                let part = self.flags_as_counts(id, how, part)?;
                return self.repeat(id, how, kept, times, &part);
            }
            Repetition::For(local, items) => (*local, self.items(id, *items)?),
        };
        let mut sum: Option<Table> = None;
        for item in items {
            self.bind(local, Table::Constant(item));
            let part = self.eval(body)?;
            let part = self.flags_as_counts(id, how, part)?;
            sum = Some(match sum {
                None => part,
                Some(sum) => self.binary(id, op_of(how), sum, part)?,
            });
        }
        if kept.is_some() {
            let message = "so many of a list are not worked out; use  best of N times";
            return Err(self.scenario.error_at(id, message).into());
        }
        Ok(sum.unwrap_or_else(|| {
            let nothing = lookup::aggregate(self.scenario, id, how, None, Vec::new());
            Table::Constant(nothing.unwrap_or_else(Value::Bad))
        }))
    }

    /// Conditions of a count as 1 and 0.
    pub(crate) fn flags_as_counts(&mut self, id: Id, how: &Collect, part: Table) -> Evaluated {
        match how {
            Collect::Count => {
                let scenario = self.scenario;
                self.map(id, part, &|value| {
                    Ok(match value {
                        Value::Flag(flag) => Value::from(i64::from(*flag)),
                        other => Value::Bad(not_yes_or_no(scenario, id, other)),
                    })
                })
            }
            _ => Ok(part),
        }
    }

    /// Aggregate of equal rolls.
    fn repeat(&mut self, id: Id, how: &Collect, kept: Option<i64>, times: Table, part: &Table) -> Evaluated {
        let Grid { axes, count } = self.cells(id, times.axes())?;
        if let Table::Constant(value) = &times {
            return self.repeat_times(id, how, kept, value, part);
        }
        if !part.axes().is_empty() {
            return Err(self
                .scenario
                .error_at(id, "how often may not be rolled together with what is rolled so often")
                .into());
        }
        // The number of rolls is rolled: a mixture over it.
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            for (value, weight) in self.entries(&times, cell) {
                let worked = self.repeat_times(id, how, kept, &value, part)?;
                for (value, share) in self.entries(&worked, 0) {
                    builder.add(value, self.arith.mul(share, weight));
                }
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    fn repeat_times(
        &mut self,
        id: Id,
        how: &Collect,
        kept: Option<i64>,
        times: &Value,
        part: &Table,
    ) -> Evaluated {
        let times = match lookup::whole(self.scenario, id, times, "how often") {
            Ok(times) => times,
            Err(diagnostic) => return Ok(Table::Constant(Value::Bad(diagnostic))),
        };
        lookup::times_in_bounds(self.scenario, id, times)?;
        if let Some(kept) = kept.filter(|kept| *kept < times) {
            return self.sum_of_extremes(id, matches!(how, Collect::Best(_)), kept, times, part);
        }
        if times < 1 {
            let value = lookup::aggregate(self.scenario, id, how, kept, Vec::new());
            return Ok(Table::Constant(value.unwrap_or_else(Value::Bad)));
        }
        // Repeated doubling.
        let op = op_of(how);
        let mut sum: Option<Table> = None;
        let (mut power, mut left) = (part.clone(), times);
        loop {
            if left & 1 == 1 {
                sum = Some(match sum {
                    None => power.clone(),
                    Some(sum) => self.binary(id, op, sum, power.clone())?,
                });
            }
            left >>= 1;
            if left == 0 {
                break;
            }
            power = self.binary(id, op, power.clone(), power)?;
        }
        Ok(sum.unwrap_or(Table::Constant(Value::Absent)))
    }
}

const fn op_of(how: &Collect) -> Binary {
    match how {
        Collect::Sum | Collect::Count | Collect::Best(Some(_)) | Collect::Worst(Some(_)) => Binary::Add,
        Collect::Best(None) => Binary::Max,
        Collect::Worst(None) => Binary::Min,
    }
}
