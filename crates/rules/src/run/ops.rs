//! Operations over all cells at once.

use super::eval::{Worked, value_at};
use super::frame::{Axes, Cells, Flow, Frame, Places, Splits};
use super::pairs::flags;
use super::spread::{Builder, Col, Gather, Spread};
use super::value::{Trouble, Value, binary};
use crate::core::{Binary, Id};
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_odds::Weight;

type Done = Result<Value, Trouble>;

/// Whole numbers of cells, where all are.
enum Ints<'a> {
    One(i64),
    Col(&'a [i64]),
}

impl Ints<'_> {
    fn of(cells: &Cells) -> Option<Ints<'_>> {
        match cells {
            Cells::One(value) => value.whole().map(Ints::One),
            Cells::Fixed(_, col) => match &**col {
                Col::Whole(whole) => Some(Ints::Col(whole)),
                _ => None,
            },
            Cells::Spread(..) => None,
        }
    }

    fn at(&self, place: usize) -> i64 {
        match self {
            Self::One(whole) => *whole,
            Self::Col(whole) => whole.get(place).copied().unwrap_or_default(),
        }
    }
}

impl Frame<'_, '_> {
    /// An operation on one value.
    pub(crate) fn map(&mut self, id: Id, cells: Cells, f: &dyn Fn(&Value) -> Done) -> Worked {
        match cells {
            Cells::One(value) => {
                let done = f(&value);
                Ok(Cells::One(self.done(id, done)?))
            }
            Cells::Fixed(axes, col) => {
                self.scenario.charge(col.len(), id)?;
                let mut values = Vec::with_capacity(col.len());
                let mut splits = Splits::default();
                for value in col.iter() {
                    match f(&value) {
                        Err(Trouble::Split(split)) => splits.add(split),
                        done => values.push(self.done(id, done)?),
                    }
                }
                splits.done()?;
                Ok(Cells::fixed(axes, Col::of(values)))
            }
            Cells::Spread(axes, spread) => {
                let mut builder = Builder::default();
                let mut gather = Gather::default();
                for cell in 0..spread.starts.len().saturating_sub(1) {
                    self.scenario.charge(spread.range(cell).len(), id)?;
                    for (value, weight) in spread.entries(cell) {
                        self.apply(id, value, weight, &mut gather, f)?;
                    }
                    gather.pour(&mut builder, self.ar);
                }
                Ok(Cells::spread(axes, builder.done()))
            }
        }
    }

    fn done(&self, id: Id, done: Done) -> Result<Value, Flow> {
        done.or_else(|trouble| self.trouble(id, trouble))
    }

    /// An operation on one value of a spread, whose endless rolls may be taken apart on the spot.
    fn apply(
        &self,
        id: Id,
        value: Value,
        weight: Weight,
        gather: &mut Gather,
        f: &dyn Fn(&Value) -> Done,
    ) -> Result<(), Flow> {
        let mut todo = vec![(value, weight)];
        while let Some((value, weight)) = todo.pop() {
            match (f(&value), &value) {
                (Err(Trouble::Split(split)), Value::Ray(ray)) if Rc::ptr_eq(ray.tail(), &split.tail) => {
                    let parts = split.tail.parts(split.how, self.ar);
                    self.scenario.charge(4 * parts.len(), id)?;
                    let apart =
                        ray.taken_apart(&parts).map_err(|wrong| self.scenario.stop(id, wrong.to_string()))?;
                    todo.extend(apart.into_iter().map(|(value, share)| (value, self.ar.mul(share, weight))));
                }
                (done, _) => gather.add(self.done(id, done)?, weight),
            }
        }
        Ok(())
    }

    /// An operation on two values that is none of the plain ones.
    pub(crate) fn map_two(
        &mut self,
        id: Id,
        a: Cells,
        b: Cells,
        f: &dyn Fn(&Value, &Value) -> Done,
    ) -> Worked {
        match (a, b) {
            (Cells::One(a), b) => self.map(id, b, &|b| f(&a, b)),
            (a, Cells::One(b)) => self.map(id, a, &|a| f(a, &b)),
            (a, b) => {
                let axes = a.axes() | b.axes();
                let count = self.cells(id, axes)?;
                let (to_a, to_b) = (self.places(axes, a.axes()), self.places(axes, b.axes()));
                let mut builder = Builder::default();
                let mut gather = Gather::default();
                for cell in 0..count {
                    for (x, weight) in self.entries(&a, to_a.at(cell)) {
                        for (y, other) in self.entries(&b, to_b.at(cell)) {
                            let value = self.done(id, f(&x, &y))?;
                            gather.add(value, self.ar.mul(weight, other));
                        }
                    }
                    gather.pour(&mut builder, self.ar);
                }
                Ok(Cells::spread(axes, builder.done()))
            }
        }
    }

    /// The values of a cell with their weights; a plain value has all of it.
    pub(crate) fn entries(&self, cells: &Cells, place: usize) -> Vec<(Value, Weight)> {
        match cells {
            Cells::Spread(_, spread) => spread.entries(place).collect(),
            cells => vec![(value_at(cells, place), self.ar.one())],
        }
    }

    /// A plain operation on two values.
    pub(crate) fn binary(&mut self, id: Id, op: Binary, a: Cells, b: Cells) -> Worked {
        let axes = a.axes() | b.axes();
        let count = self.cells(id, axes)?;
        let (to_a, to_b) = (self.places(axes, a.axes()), self.places(axes, b.axes()));
        match (&a, &b) {
            (Cells::One(x), Cells::One(y)) => match binary(op, x, y) {
                Err(Trouble::Meet(..)) => self.met(id, op, (&a, &to_a), (&b, &to_b), (axes, count)),
                done => Ok(Cells::One(self.done(id, done)?)),
            },
            (Cells::Spread(_, spread), other) if !other.is_spread() => {
                self.with_fixed(id, op, (spread, &to_a), (other, &to_b), (axes, count), false)
            }
            (other, Cells::Spread(_, spread)) if !other.is_spread() => {
                self.with_fixed(id, op, (spread, &to_b), (other, &to_a), (axes, count), true)
            }
            (Cells::Spread(_, x), Cells::Spread(_, y)) => {
                self.crossed(id, op, (x, &to_a), (y, &to_b), (axes, count))
            }
            _ => {
                if let (Some(x), Some(y)) = (Ints::of(&a), Ints::of(&b))
                    && let Some(col) = quick(op, count, (&x, &to_a), (&y, &to_b))
                {
                    return Ok(Cells::fixed(axes, col));
                }
                let mut values = Vec::with_capacity(count);
                let mut splits = Splits::default();
                for cell in 0..count {
                    match binary(op, &value_at(&a, to_a.at(cell)), &value_at(&b, to_b.at(cell))) {
                        Err(Trouble::Meet(..)) => {
                            return self.met(id, op, (&a, &to_a), (&b, &to_b), (axes, count));
                        }
                        Err(Trouble::Split(split)) => splits.add(split),
                        done => values.push(self.done(id, done)?),
                    }
                }
                splits.done()?;
                Ok(Cells::fixed(axes, Col::of(values)))
            }
        }
    }

    /// Kept endless rolls that have nothing to do with each other meet: a spread, if the line spends them.
    fn met(
        &mut self,
        id: Id,
        op: Binary,
        (a, to_a): (&Cells, &Places),
        (b, to_b): (&Cells, &Places),
        (axes, count): (Axes, usize),
    ) -> Worked {
        let mut builder = Builder::default();
        let mut gather = Gather::default();
        for cell in 0..count {
            let (x, y) = (value_at(a, to_a.at(cell)), value_at(b, to_b.at(cell)));
            self.pair(id, op, (x, false), (y, false), self.ar.one(), &mut gather)?;
            gather.pour(&mut builder, self.ar);
        }
        Ok(Cells::spread(axes, builder.done()))
    }

    /// A spread beside plain values.
    fn with_fixed(
        &mut self,
        id: Id,
        op: Binary,
        (spread, to_spread): (&Spread, &Places),
        (other, to_other): (&Cells, &Places),
        (axes, count): (Axes, usize),
        turned: bool,
    ) -> Worked {
        let mut builder = Builder::default();
        let mut gather = Gather::default();
        let ints = if let Col::Whole(values) = &spread.values {
            Ints::of(other).map(|ints| (values, ints))
        } else {
            None
        };
        for cell in 0..count {
            let range = spread.range(to_spread.at(cell));
            self.scenario.charge(range.len(), id)?;
            if let Some((values, ints)) = &ints {
                let other = ints.at(to_other.at(cell));
                let entries = range
                    .clone()
                    .map(|entry| (values.get(entry).copied().unwrap_or_default(), spread.weight(entry)));
                if self.quick_cell(op, turned, entries, other, &mut builder, &mut gather) {
                    continue;
                }
            }
            let other = value_at(other, to_other.at(cell));
            for entry in range {
                let mine = (spread.values.get(entry), true);
                let pair =
                    if turned { ((other.clone(), false), mine) } else { (mine, (other.clone(), false)) };
                self.pair(id, op, pair.0, pair.1, spread.weight(entry), &mut gather)?;
            }
            gather.pour(&mut builder, self.ar);
        }
        Ok(Cells::spread(axes, builder.done()))
    }

    /// A cell of whole numbers beside a whole number, where that is plain. Otherwise nothing is done.
    fn quick_cell(
        &self,
        op: Binary,
        turned: bool,
        entries: impl Iterator<Item = (i64, Weight)> + Clone,
        other: i64,
        builder: &mut Builder,
        gather: &mut Gather,
    ) -> bool {
        let safe = |bound: i64| other.abs() < bound && entries.clone().all(|(value, _)| value.abs() < bound);
        let mut each = |f: fn(i64, i64) -> i64| {
            builder.whole_cell(entries.clone().map(|(value, weight)| (f(value, other), weight)));
        };
        match op {
            Binary::Add if safe(1 << 61) => each(|value, other| value + other),
            Binary::Subtract if !turned && safe(1 << 61) => each(|value, other| value - other),
            Binary::Multiply if other != 0 && safe(1 << 31) => each(|value, other| value * other),
            Binary::Min | Binary::Max | Binary::Div | Binary::Mod
                if other != 0 && !(turned && op != Binary::Min && op != Binary::Max) =>
            {
                for (value, weight) in entries {
                    let value = match op {
                        Binary::Min => value.min(other),
                        Binary::Max => value.max(other),
                        Binary::Div => value.wrapping_div(other),
                        _ => value.wrapping_rem(other),
                    };
                    gather.add_whole(value, weight);
                }
                gather.pour(builder, self.ar);
            }
            _ => match super::value::holds(op, Ordering::Equal) {
                None => return false,
                Some(_) => {
                    let mut chances = (None::<Weight>, None::<Weight>);
                    for (value, weight) in entries {
                        let order = if turned { other.cmp(&value) } else { value.cmp(&other) };
                        let yes = super::value::holds(op, order).unwrap_or_default();
                        let sum = if yes { &mut chances.0 } else { &mut chances.1 };
                        *sum = Some(sum.map_or(weight, |sum| self.ar.add(sum, weight)));
                    }
                    flags(builder, chances);
                }
            },
        }
        true
    }
}

/// Whole numbers only, where nothing overflows.
fn quick(
    op: Binary,
    count: usize,
    (a, to_a): (&Ints<'_>, &Places),
    (b, to_b): (&Ints<'_>, &Places),
) -> Option<Col> {
    let pairs = (0..count).map(|cell| (a.at(to_a.at(cell)), b.at(to_b.at(cell))));
    if super::value::holds(op, Ordering::Equal).is_some() {
        let holds = |(a, b): (i64, i64)| super::value::holds(op, a.cmp(&b)).unwrap_or_default();
        return Some(Col::Flags(pairs.map(holds).collect()));
    }
    let f: fn(i64, i64) -> Option<i64> = match op {
        Binary::Add => i64::checked_add,
        Binary::Subtract => i64::checked_sub,
        Binary::Multiply => i64::checked_mul,
        Binary::Min => |a, b| Some(a.min(b)),
        Binary::Max => |a, b| Some(a.max(b)),
        Binary::Div => i64::checked_div,
        Binary::Mod => i64::checked_rem,
        _ => return None,
    };
    pairs.map(|(a, b)| f(a, b)).collect::<Option<_>>().map(Col::Whole)
}
