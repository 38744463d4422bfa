//! Evaluation of expressions over all cells, from the inside out.

use crate::column::Column;
use crate::distribution::{Distribution, DistributionBuilder};
use crate::evaluator::Evaluator;
use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup::{self, not_yes_or_no};
use crate::evaluator::operand::{flag_operand, whole_operand};
use crate::evaluator::pools;
use crate::evaluator::table::{AxisSet, Grid, Mapped, Table, value_at};
use crate::scenario::budget::WHOLE;
use crate::tail::Split;
use crate::tail::law::{HeldLaws, LawParts};
use crate::value::{OperationError, Value, unary};
use std::rc::Rc;
use tohit_compile::program::{Binary, Id, Local, Node, Row};
use tohit_odds::Weight;

impl Evaluator<'_, '_> {
    /// Table of an expression.
    pub(crate) fn eval(&mut self, id: Id) -> Evaluated {
        if self.chooser.is_some() {
            return Ok(Table::Constant(self.eval_at_point(id)));
        }
        let scenario = self.scenario;
        if scenario.is_fixed(id) {
            return Ok(Table::Constant(scenario.fixed(id)));
        }
        let closed = scenario.reads(id).is_empty() && !scenario.reads_locals(id);
        if closed && let Some(known) = self.memo.closed.get(&id) {
            return Ok(known.clone());
        }
        let cells = self.compute(id)?;
        if closed {
            self.memo.closed.insert(id, cells.clone());
        }
        Ok(cells)
    }

    pub(super) fn compute(&mut self, id: Id) -> Evaluated {
        let scenario = self.scenario;
        let constant = |value: Value| Ok(Table::Constant(value));
        match scenario.node(id) {
            Node::Number(number) => constant(Value::Number(number.clone())),
            Node::Flag(flag) => constant(Value::Flag(*flag)),
            Node::Word(word) => constant(Value::Word(*word)),
            Node::Words(words) => constant(Value::Set(words.iter().copied().collect())),
            Node::Sheet(index) => {
                constant(scenario.sheets.get(usize::from(*index)).cloned().unwrap_or(Value::Absent))
            }
            Node::Name(slot) => match scenario.settled(*slot) {
                Some(item) => constant(item.clone()),
                None => Ok(self.named(*slot)),
            },
            Node::Local(local) => Ok(self.local(*local)),
            Node::Dot(of, name) => {
                let of = self.eval(*of)?;
                self.map(id, of, &|value| Ok(lookup::dot(scenario, id, value, *name)))
            }
            Node::Figure(figure, values) => self.figure(*figure, values),
            Node::Table(table, key, column) => {
                let key = self.eval(*key)?;
                let look_up = |key: &Value, column: Option<&Value>| {
                    let key = lookup::table_key(scenario, *table, key)?;
                    Ok(lookup::look_up(scenario, id, *table, &key, column))
                };
                match column {
                    None => self.map(id, key, &|key| look_up(key, None)),
                    Some(column) => {
                        let column = self.eval(*column)?;
                        self.map_pairs(id, key, column, &|key, column| look_up(key, Some(column)))
                    }
                }
            }
            Node::Binary(Binary::And, a, b) => {
                let when = self.eval(*a)?;
                self.branch(id, *a, when, &|evaluator| evaluator.eval(*b), &|_| {
                    Ok(Table::Constant(Value::Flag(false)))
                })
            }
            Node::Binary(Binary::Or, a, b) => {
                let when = self.eval(*a)?;
                self.branch(id, *a, when, &|_| Ok(Table::Constant(Value::Flag(true))), &|evaluator| {
                    evaluator.eval(*b)
                })
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.eval(*a)?, self.eval(*b)?);
                self.binary(id, *op, a, b)
            }
            Node::Unary(op, a) => {
                let a = self.eval(*a)?;
                self.map(id, a, &|value| unary(*op, value))
            }
            Node::Rank(word, list) => {
                let word = self.eval(*word)?;
                self.map(id, word, &|word| Ok(lookup::rank(scenario, id, word, list)))
            }
            Node::If(when, then, other) => {
                let cells = self.eval(*when)?;
                self.branch(id, *when, cells, &|evaluator| evaluator.eval(*then), &|evaluator| {
                    evaluator.eval(*other)
                })
            }
            Node::Is(word, words) => {
                let word = self.eval(*word)?;
                self.map(id, word, &|word| Ok(lookup::is(word, words)))
            }
            Node::Has(set, words) => {
                let set_cells = self.eval(*set)?;
                self.map(id, set_cells, &|value| Ok(lookup::has(scenario, *set, value, words)))
            }
            Node::HasValue(set, value) => {
                let (cells, value) = (self.eval(*set)?, self.eval(*value)?);
                self.map_pairs(id, cells, value, &|cells, value| {
                    Ok(lookup::has_value(scenario, *set, cells, value))
                })
            }
            Node::Given(value) => {
                let value = self.eval(*value)?;
                self.map(id, value, &|value| Ok(lookup::given(value)))
            }
            Node::Otherwise(a, b) => {
                let first = self.eval(*a)?;
                let there = self.map(id, first.clone(), &|value| Ok(lookup::given(value)))?;
                self.branch(id, *a, there, &|_| Ok(first.clone()), &|evaluator| evaluator.eval(*b))
            }
            Node::Column(it, rows) => self.column(id, *it, rows),
            Node::Answer(pool, index) => {
                let pool = self.eval(*pool)?;
                self.map(id, pool, &|value| Ok(pools::answer(value, *index)))
            }
            Node::Odds(_) => Ok(Table::Constant(
                scenario.bad(id, "odds stands only in a chance and in the weights of a pick"),
            )),
            Node::Dice(..)
            | Node::Roll(..)
            | Node::Open(..)
            | Node::Chance(..)
            | Node::Pick(_)
            | Node::PickItem(..)
            | Node::Collect(..)
            | Node::Pool(..) => {
                if self.chooser.is_some() {
                    self.choose(id)
                } else {
                    self.draw(id)
                }
            }
        }
    }

    fn figure(&mut self, figure: u16, values: &[Id]) -> Evaluated {
        let Some(figure) = self.scenario.mode.figures.get(usize::from(figure)) else {
            return Ok(Table::Constant(Value::Absent));
        };
        let mut taken = Vec::with_capacity(values.len());
        for value in values {
            taken.push(self.eval(*value)?);
        }
        self.with_locals(figure.value, &figure.takes, &taken)
    }

    /// Table of an expression with its locals bound.
    fn with_locals(&mut self, body: Id, locals: &[Local], cells: &[Table]) -> Evaluated {
        match (locals.split_first(), cells.split_first()) {
            (Some((local, locals)), Some((first, cells))) => {
                let uses = self.scenario.mode.nodes.uses(body, *local);
                self.with_local(body, *local, uses, first.clone(), &|evaluator| {
                    evaluator.with_locals(body, locals, cells)
                })
            }
            _ => self.eval(body),
        }
    }

    /// Evaluates a body with a local bound. A roll that is read more than once lies along an axis meanwhile.
    pub(crate) fn with_local(
        &mut self,
        id: Id,
        local: Local,
        uses: u8,
        cells: Table,
        body: &dyn Fn(&mut Self) -> Evaluated,
    ) -> Evaluated {
        let Table::Distribution(axes, distribution) = cells else {
            self.bind(local, cells);
            return body(self);
        };
        if uses < 2 {
            self.bind(local, Table::Distribution(axes, distribution));
            return body(self);
        }
        let mut distribution = distribution;
        loop {
            let (codes, different) = distribution.values.encoded();
            let different = different.with_fresh_tails();
            // Rolls that only this local holds.
            let mut held = HeldLaws::default();
            different.tails().filter(|tail| !tail.law.is_held()).for_each(|tail| held.hold(&tail.law));
            let axis = self.axis(id, different.len())?;
            self.bind(local, Table::Column(axis, Rc::new(different.clone())));
            let worked = body(self);
            drop(held);
            let worked = match worked {
                Ok(worked) if worked.axes().is_disjoint(axis) => {
                    self.drop_axis();
                    return Ok(worked);
                }
                Ok(worked) => self.contract(id, &worked, axis, axes, &distribution, &codes),
                Err(flow) => Err(flow),
            };
            self.drop_axis();
            match worked {
                Err(EvalError::Split(splits)) => {
                    let of = |value: &Value, split: &Split| matches!(value, Value::Tail(tail) if Rc::ptr_eq(&tail.law, &split.law) && !tail.law.is_held());
                    let asked = |value: Value| splits.iter().find(|split| of(&value, split));
                    let asked: Vec<Option<&Split>> = different.iter().map(asked).collect();
                    if asked.iter().all(Option::is_none) {
                        return Err(EvalError::Split(splits));
                    }
                    distribution = Rc::new(self.split_distribution(id, &distribution, &codes, &asked)?);
                }
                other => return other,
            }
        }
    }

    /// Distribution in which some endless rolls are split.
    fn split_distribution(
        &self,
        id: Id,
        distribution: &Distribution,
        codes: &[u32],
        asked: &[Option<&Split>],
    ) -> Result<Distribution, EvalError> {
        let parts = |split: &Split| split.law.split(split.how, self.arith);
        let parts: Vec<Option<LawParts>> = asked.iter().map(|asked| asked.map(parts)).collect();
        let mut builder = DistributionBuilder::default();
        for cell in 0..distribution.starts.len().saturating_sub(1) {
            for entry in distribution.range(cell) {
                let (value, weight) = (distribution.values.get(entry), distribution.weight(entry));
                let parts = codes.get(entry).and_then(|code| parts.get(*code as usize)?.as_ref());
                match (&value, parts) {
                    (Value::Tail(tail), Some(parts)) => {
                        let apart = self.scenario.split_tail(id, tail, parts)?;
                        for (value, share) in apart {
                            builder.add(value, self.arith.mul(share, weight));
                        }
                    }
                    _ => builder.add(value, weight),
                }
            }
            builder.close(self.arith);
        }
        Ok(builder.finish())
    }

    /// Contracts the last axis with the distribution of its values: each cell becomes a mixture.
    fn contract(
        &mut self,
        id: Id,
        worked: &Table,
        axis: AxisSet,
        from_axes: AxisSet,
        distribution: &Distribution,
        codes: &[u32],
    ) -> Evaluated {
        let kept = worked.axes().difference(axis);
        let Grid { axes, count } = self.cells(id, kept | from_axes)?;
        let (to_distribution, to_worked) = (self.cell_map(axes, from_axes), self.cell_map(axes, kept));
        let along = axis.iter().map(|index| self.len_of(index)).product::<usize>();
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            let base = to_worked.at(cell) * along;
            for entry in distribution.range(to_distribution.at(cell)) {
                let weight = distribution.weight(entry);
                let index = base + codes.get(entry).map_or(0, |code| *code as usize);
                self.accumulate(id, &mut builder, worked, index, weight)?;
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    /// Adds the entries of a cell times a weight.
    pub(crate) fn accumulate(
        &self,
        id: Id,
        builder: &mut DistributionBuilder,
        cells: &Table,
        cell: usize,
        weight: Weight,
    ) -> Result<(), EvalError> {
        let distribution = match cells {
            Table::Distribution(_, distribution) => distribution,
            Table::Column(_, column) if let Column::Whole(whole) = &**column => {
                builder.add_whole(whole.get(cell).copied().unwrap_or_default(), weight);
                return Ok(());
            }
            cells => {
                builder.add(value_at(cells, cell), weight);
                return Ok(());
            }
        };
        let range = distribution.range(cell);
        self.scenario.charge(2 * WHOLE * range.len(), id)?;
        match &distribution.values {
            Column::Whole(whole) => {
                for entry in range {
                    let value = whole.get(entry).copied().unwrap_or_default();
                    builder.add_whole(value, self.arith.mul(distribution.weight(entry), weight));
                }
            }
            values => {
                for entry in range {
                    builder.add(values.get(entry), self.arith.mul(distribution.weight(entry), weight));
                }
            }
        }
        Ok(())
    }

    /// Column of rows, read downwards.
    fn column(&mut self, id: Id, it: Local, rows: &[Row]) -> Evaluated {
        let mut value = Table::Constant(Value::Absent);
        for row in rows {
            // A roll that a row reads once, and its condition never, needs no axis.
            let uses = |part: Id| self.scenario.mode.nodes.uses(part, it);
            let times = if row.when.is_some_and(|when| uses(when) > 0) { 2 } else { uses(row.value) };
            value = self.with_local(id, it, times, value, &|evaluator| {
                let so_far = evaluator.local(it);
                let Some(when) = row.when else { return evaluator.row(row) };
                let cells = evaluator.eval(when)?;
                let then = |evaluator: &mut Self| {
                    // The condition may have evaluated this column again.
                    evaluator.bind(it, so_far.clone());
                    evaluator.row(row)
                };
                evaluator.branch(id, when, cells, &then, &|_| Ok(so_far.clone()))
            })?;
        }
        Ok(value)
    }

    /// Table of a row that applies.
    fn row(&mut self, row: &Row) -> Evaluated {
        let value = self.eval(row.value)?;
        if let (Some(chooser), Table::Constant(value)) = (&mut self.chooser, &value) {
            chooser.row(row, value);
        }
        Ok(value)
    }

    /// Table by a condition. A branch that no cell takes is not evaluated.
    pub(crate) fn branch(
        &mut self,
        id: Id,
        when_id: Id,
        when: Table,
        then: &dyn Fn(&mut Self) -> Evaluated,
        other: &dyn Fn(&mut Self) -> Evaluated,
    ) -> Evaluated {
        match &when {
            Table::Constant(Value::Flag(true)) => return then(self),
            Table::Constant(Value::Flag(false)) => return other(self),
            Table::Constant(value) => {
                return Ok(Table::Constant(Value::Bad(not_yes_or_no(self.scenario, when_id, value))));
            }
            Table::Column(_, column) => match &**column {
                Column::Flags(flags) if !flags.contains(&false) => return then(self),
                Column::Flags(flags) if !flags.contains(&true) => return other(self),
                _ => {}
            },
            Table::Distribution(..) => {}
        }
        let (then, other) = (then(self)?, other(self)?);
        let Grid { axes, count } = self.cells(id, when.axes() | then.axes() | other.axes())?;
        let to = [&when, &then, &other].map(|cells| self.cell_map(axes, cells.axes()));
        let [to_when, to_then, to_other] = to;
        if !when.is_random() && !then.is_random() && !other.is_random() {
            let when = Mapped { of: &when, map: &to_when };
            let then = Mapped { of: &then, map: &to_then };
            let other = Mapped { of: &other, map: &to_other };
            return Ok(Table::fixed(axes, self.select(count, when_id, when, then, other)));
        }
        let mut builder = DistributionBuilder::default();
        for cell in 0..count {
            match when.chances(to_when.at(cell), self.arith) {
                Err(strange) => {
                    let wrong = not_yes_or_no(self.scenario, when_id, &strange);
                    builder.add(Value::Bad(wrong), self.arith.one());
                }
                Ok((yes, no)) => {
                    for (weight, cells, to_cells) in [(yes, &then, &to_then), (no, &other, &to_other)] {
                        if !weight.is_zero() {
                            self.accumulate(id, &mut builder, cells, to_cells.at(cell), weight)?;
                        }
                    }
                }
            }
            builder.close(self.arith);
        }
        Ok(Table::distribution(axes, builder.finish()))
    }

    fn select(
        &self,
        count: usize,
        when_id: Id,
        when: Mapped<'_, Table>,
        then: Mapped<'_, Table>,
        other: Mapped<'_, Table>,
    ) -> Column {
        if let Some(flags) = flag_operand(when.of) {
            let yes = |cell: usize| flags.at(when.map.at(cell));
            if let (Some(wholes), Some(others)) = (whole_operand(then.of), whole_operand(other.of)) {
                let at = |cell| {
                    if yes(cell) { wholes.at(then.map.at(cell)) } else { others.at(other.map.at(cell)) }
                };
                return Column::Whole((0..count).map(at).collect());
            }
            if let (Some(flags), Some(others)) = (flag_operand(then.of), flag_operand(other.of)) {
                let at = |cell| {
                    if yes(cell) { flags.at(then.map.at(cell)) } else { others.at(other.map.at(cell)) }
                };
                return Column::Flags((0..count).map(at).collect());
            }
        }
        let values = (0..count).map(|cell| match when.value(cell) {
            Value::Flag(true) => then.value(cell),
            Value::Flag(false) => other.value(cell),
            value => Value::Bad(not_yes_or_no(self.scenario, when_id, &value)),
        });
        Column::of(values.collect())
    }

    /// Error as a value, or as a request to split.
    pub(crate) fn error_value(&self, id: Id, error: OperationError) -> Result<Value, EvalError> {
        match error {
            OperationError::Wrong(message) => Ok(self.scenario.bad(id, message)),
            OperationError::Split(split) => Err(EvalError::Split(vec![split])),
            OperationError::Meet(..) => {
                Ok(self.scenario.bad(id, "two endless rolls meet here in more than one way"))
            }
        }
    }
}
