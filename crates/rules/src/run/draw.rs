//! Draws over all cells at once.

use super::eval::{Worked, value_at};
use super::frame::{Cells, Flow, Frame};
use super::ray::open_dice;
use super::scalar::{self, has_odds, not_yes_or_no, share};
use super::spread::{Builder, Gather};
use super::stop::Stop;
use super::value::{Trouble, Value};
use crate::core::{Binary, Collect, Id, Items, Node, Over};
use crate::number::Number;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

type Chances = Rc<[(Value, Weight)]>;

/// The weights of a choice, cell by cell.
struct Weights {
    axes: super::frame::Axes,
    weights: Vec<Weight>,
}

impl Frame<'_, '_> {
    pub(crate) fn draw(&mut self, id: Id) -> Worked {
        let scenario = self.scenario;
        match scenario.node(id) {
            Node::Dice(dice, sides) => {
                let asked = [self.eval(*dice)?, self.eval(*sides)?];
                self.drawn(id, &asked, |frame, values| {
                    let [dice, sides] = frame.whole(id, values, "dice and sides")?;
                    Ok(frame.dice(id, dice, sides)?)
                })
            }
            Node::Roll(from, to) => {
                let asked = [self.eval(*from)?, self.eval(*to)?];
                self.drawn(id, &asked, |frame, values| {
                    let [from, to] = frame.whole(id, values, "the ends of a roll")?;
                    Ok(frame.even(id, from, to)?)
                })
            }
            Node::Open(dice, sides, less) => {
                let asked = [self.eval(*dice)?, self.eval(*sides)?, self.eval(*less)?];
                self.drawn(id, &asked, |frame, values| {
                    let [dice, sides, less] = frame.whole(id, values, "open dice")?;
                    frame.open(id, dice, sides, less)
                })
            }
            Node::Chance(over, under) if has_odds(scenario, *over) => {
                let yes = self.weights(*over)?;
                let one = Weights { axes: 0, weights: vec![self.ar.one()] };
                let _ = under;
                self.chosen_by_weight(id, &[(Cells::One(true.into()), yes, None)], Some((false.into(), one)))
            }
            Node::Chance(over, under) => {
                let asked = [self.eval(*over)?, self.eval(*under)?];
                self.drawn(id, &asked, |frame, values| frame.chance(id, values))
            }
            Node::Pick(choices) => {
                let mut all = Vec::with_capacity(choices.len());
                for (value, weight, when) in choices {
                    let when = when.map(|when| Ok::<_, Flow>((when, self.eval(when)?))).transpose()?;
                    if let Some((_, Cells::One(Value::Flag(false)))) = &when {
                        continue;
                    }
                    all.push((self.eval(*value)?, self.weights(*weight)?, when));
                }
                self.chosen_by_weight(id, &all, None)
            }
            Node::PickList(list) => {
                let cells = self.eval(*list)?;
                let items = self.items_of(*list, &cells)?;
                let one = || Weights { axes: 0, weights: vec![self.ar.one()] };
                let all: Vec<_> = items.into_iter().map(|item| (Cells::One(item), one(), None)).collect();
                self.chosen_by_weight(id, &all, None)
            }
            Node::PickItem(local, items, weight) => {
                let mut all = Vec::new();
                for item in self.items(id, *items)? {
                    self.bind(*local, Cells::One(item.clone()));
                    all.push((Cells::One(item), self.weights(*weight)?, None));
                }
                self.chosen_by_weight(id, &all, None)
            }
            Node::Collect(how, over, body) => self.collect(id, how, over, *body),
            _ => Ok(Cells::One(Value::Absent)),
        }
    }

    /// Whole numbers, or what is wrong instead.
    fn whole<const N: usize>(&self, id: Id, values: &[Value], what: &str) -> Result<[i64; N], Drawn> {
        let mut all = [0; N];
        for (slot, value) in all.iter_mut().zip(values) {
            *slot = scalar::whole(self.scenario, id, value, what).map_err(Drawn::Value)?;
        }
        Ok(all)
    }

    /// A draw that goes by some values, each of which is asked once: a mixture where they are rolled.
    fn drawn(
        &mut self,
        id: Id,
        asked: &[Cells],
        f: impl Fn(&mut Self, &[Value]) -> Result<Chances, Drawn>,
    ) -> Worked {
        let ask = |frame: &mut Self, values: &[Value]| match f(frame, values) {
            Ok(chances) => Ok(chances),
            Err(Drawn::Value(value)) => Ok(Rc::from([(value, frame.ar.one())])),
            Err(Drawn::Flow(flow)) => Err(flow),
        };
        let axes = asked.iter().fold(0, |axes, cells| axes | cells.axes());
        let count = self.cells(id, axes)?;
        let places: Vec<_> = asked.iter().map(|cells| self.places(axes, cells.axes())).collect();
        let mut builder = Builder::default();
        let mut gather = Gather::default();
        let rolled = asked.iter().any(Cells::is_spread);
        for cell in 0..count {
            if !rolled {
                let values: Vec<Value> = asked
                    .iter()
                    .zip(&places)
                    .map(|(cells, places)| value_at(cells, places.at(cell)))
                    .collect();
                builder.cell(ask(self, &values)?.iter().cloned());
                continue;
            }
            let mut ways: Vec<(Vec<Value>, Weight)> = vec![(Vec::new(), self.ar.one())];
            for (cells, places) in asked.iter().zip(&places) {
                let entries = self.entries(cells, places.at(cell));
                self.scenario.charge(ways.len() * entries.len(), id)?;
                let mut longer = Vec::with_capacity(ways.len() * entries.len());
                for (values, weight) in &ways {
                    for (value, share) in &entries {
                        let values = values.iter().chain([value]).cloned().collect();
                        longer.push((values, self.ar.mul(*weight, *share)));
                    }
                }
                ways = longer;
            }
            for (values, weight) in ways {
                let chances = ask(self, &values)?;
                self.scenario.charge(chances.len(), id)?;
                for (value, share) in chances.iter() {
                    gather.add(value.clone(), self.ar.mul(*share, weight));
                }
            }
            gather.pour(&mut builder, self.ar);
        }
        Ok(Cells::spread(axes, builder.done()))
    }

    /// From one whole number to the other, evenly.
    fn even(&mut self, id: Id, from: i64, to: i64) -> Result<Chances, Stop> {
        if to <= from {
            return Ok(Rc::from([(Value::from(from), self.ar.one())]));
        }
        let key = (0, from, to, 0);
        if let Some(known) = self.memo.dice.get(&key) {
            return Ok(Rc::clone(known));
        }
        let count = to.abs_diff(from).saturating_add(1);
        self.scenario.charge(usize::try_from(count).unwrap_or(usize::MAX), id)?;
        let weight = self.ar.ratio(1, count);
        let chances: Chances = (from..=to).map(|value| (Value::from(value), weight)).collect();
        self.memo.dice.insert(key, Rc::clone(&chances));
        Ok(chances)
    }

    /// So many dice of so many sides.
    fn dice(&mut self, id: Id, dice: i64, sides: i64) -> Result<Chances, Stop> {
        if dice <= 0 || sides <= 0 {
            return Ok(Rc::from([(Value::from(0), self.ar.one())]));
        }
        if sides == 1 {
            return Ok(Rc::from([(Value::from(dice), self.ar.one())]));
        }
        let key = (1, dice, sides, 0);
        if let Some(known) = self.memo.dice.get(&key) {
            return Ok(Rc::clone(known));
        }
        let width = usize::try_from(sides).unwrap_or(usize::MAX);
        let work = usize::try_from(dice.saturating_mul(dice)).unwrap_or(usize::MAX).saturating_mul(width);
        self.scenario.charge(work, id)?;
        let one = self.ar.ratio(1, sides.unsigned_abs());
        let mut weights = vec![one; width];
        for _ in 1..dice {
            weights = windows(&weights, width, one, self.ar);
        }
        let chances: Chances =
            (dice..).zip(weights).map(|(value, weight)| (Value::from(value), weight)).collect();
        self.memo.dice.insert(key, Rc::clone(&chances));
        Ok(chances)
    }

    fn open(&mut self, id: Id, dice: i64, sides: i64, less: i64) -> Result<Chances, Drawn> {
        let key = (2, dice, sides, less);
        if let Some(known) = self.memo.dice.get(&key) {
            return Ok(Rc::clone(known));
        }
        self.scenario.charge(10_000, id)?;
        let chances: Chances = match open_dice(dice, sides, less, self.ar) {
            Ok(chances) => chances.into(),
            Err(Trouble::Wrong(message)) => return Err(Drawn::Value(self.scenario.bad(id, message))),
            Err(_) => return Err(Drawn::Value(self.scenario.bad(id, "these dice are not worked out"))),
        };
        self.memo.dice.insert(key, Rc::clone(&chances));
        Ok(chances)
    }

    fn chance(&self, id: Id, values: &[Value]) -> Result<Chances, Drawn> {
        let number = |value: &Value| match value {
            Value::Number(number) => Ok(number.clone()),
            Value::Bad(_) => Err(Drawn::Value(value.clone())),
            other => Err(Drawn::Value(
                self.scenario.bad(id, format!("a chance needs a number, not {}", other.kind())),
            )),
        };
        let [over, under] = values else { return Err(Drawn::Value(Value::Absent)) };
        let (over, under) = (number(over)?, number(under)?);
        let all = |flag: bool| -> Chances { Rc::from([(Value::Flag(flag), self.ar.one())]) };
        let Some(chance) = share(&over, &under) else { return Ok(all(over.sign() > 0)) };
        if chance.sign() <= 0 || chance >= Number::Whole(1) {
            return Ok(all(chance.sign() > 0));
        }
        let yes = weight(&chance, self.ar);
        Ok(Rc::from([(Value::Flag(true), yes), (Value::Flag(false), self.ar.less(self.ar.one(), yes))]))
    }

    /// The weights that an expression comes to.
    fn weights(&mut self, id: Id) -> Result<Weights, Flow> {
        let scenario = self.scenario;
        match scenario.node(id) {
            Node::Odds(condition) => {
                let cells = self.eval(*condition)?;
                let axes = cells.axes();
                let count = self.cells(id, axes)?;
                let mut weights = Vec::with_capacity(count);
                for cell in 0..count {
                    weights.push(match &cells {
                        Cells::Spread(_, spread) => spread.chances(cell).0,
                        cells => match value_at(cells, cell) {
                            Value::Flag(true) => self.ar.one(),
                            Value::Flag(false) => Weight::ZERO,
                            other => match not_yes_or_no(scenario, *condition, &other) {
                                Value::Bad(stop) => return Err(Flow::Stop((*stop).clone())),
                                _ => Weight::ZERO,
                            },
                        },
                    });
                }
                Ok(Weights { axes, weights })
            }
            Node::Binary(op @ (Binary::Add | Binary::Subtract), a, b) if has_odds(scenario, id) => {
                let (a, b) = (self.weights(*a)?, self.weights(*b)?);
                let axes = a.axes | b.axes;
                let count = self.cells(id, axes)?;
                let (to_a, to_b) = (self.places(axes, a.axes), self.places(axes, b.axes));
                let at = |weights: &[Weight], place: usize| weights.get(place).copied().unwrap_or_default();
                let weights = (0..count).map(|cell| {
                    let (a, b) = (at(&a.weights, to_a.at(cell)), at(&b.weights, to_b.at(cell)));
                    if *op == Binary::Add { self.ar.add(a, b) } else { self.left(a, b) }
                });
                Ok(Weights { axes, weights: weights.collect() })
            }
            _ => {
                let cells = self.eval(id)?;
                let axes = cells.axes();
                let count = self.cells(id, axes)?;
                let mut weights = Vec::with_capacity(count);
                for cell in 0..count {
                    match value_at(&cells, cell) {
                        Value::Number(number) if number.sign() <= 0 => weights.push(Weight::ZERO),
                        Value::Number(number) => weights.push(weight(&number, self.ar)),
                        Value::Bad(stop) => return Err(Flow::Stop((*stop).clone())),
                        _ => {
                            return Err(scenario
                                .stop(id, "a weight must be a number that is not rolled here")
                                .into());
                        }
                    }
                }
                Ok(Weights { axes, weights })
            }
        }
    }

    /// What is left of a weight. In floats, what rounding leaves of nothing is nothing.
    fn left(&self, a: Weight, b: Weight) -> Weight {
        let left = self.ar.less(a, b);
        match self.ar {
            Arithmetic::Floats if self.ar.to_float(left) < 1e-15 => Weight::ZERO,
            _ => left,
        }
    }

    /// One of several by weight; with `rest` the weights are chances, and what they leave is that.
    fn chosen_by_weight(
        &mut self,
        id: Id,
        choices: &[(Cells, Weights, Option<(Id, Cells)>)],
        rest: Option<(Value, Weights)>,
    ) -> Worked {
        let when_axes = |when: &Option<(Id, Cells)>| when.as_ref().map_or(0, |(_, cells)| cells.axes());
        let axes = choices
            .iter()
            .fold(0, |axes, (value, weights, when)| axes | value.axes() | weights.axes | when_axes(when));
        let count = self.cells(id, axes)?;
        let places: Vec<_> = choices
            .iter()
            .map(|(value, weights, when)| {
                let when = self.places(axes, when_axes(when));
                (self.places(axes, value.axes()), self.places(axes, weights.axes), when)
            })
            .collect();
        let mut builder = Builder::default();
        let mut gather = Gather::default();
        for cell in 0..count {
            self.scenario.charge(choices.len(), id)?;
            let mut open = Vec::with_capacity(choices.len());
            for ((value, weights, when), (to_value, to_weight, to_when)) in choices.iter().zip(&places) {
                if let Some((when_id, cells)) = when {
                    if cells.is_spread() {
                        return Err(self
                            .scenario
                            .stop(*when_id, "a condition of a pick may not roll")
                            .into());
                    }
                    match value_at(cells, to_when.at(cell)) {
                        Value::Flag(true) => {}
                        Value::Flag(false) => continue,
                        other => {
                            open.push((
                                Cells::One(not_yes_or_no(self.scenario, *when_id, &other)),
                                0,
                                self.ar.one(),
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
            let all = self.ar.sum(open.iter().map(|(_, _, weight)| *weight));
            if let Some((value, one)) = &rest {
                let left = self.left(one.weights.first().copied().unwrap_or_default(), all);
                if !left.is_zero() {
                    gather.add(value.clone(), left);
                }
            } else if open.is_empty() {
                gather.add(self.scenario.bad(id, "there is nothing left to pick"), self.ar.one());
            }
            let scale = if rest.is_some() { self.ar.one() } else { self.ar.divide(self.ar.one(), all) };
            for (value, place, weight) in &open {
                let weight = if open.len() == 1 && rest.is_none() {
                    self.ar.one()
                } else {
                    self.ar.mul(*weight, scale)
                };
                match value {
                    Cells::Spread(_, spread) => self.pour(id, &mut gather, spread, *place, weight)?,
                    cells => gather.add(value_at(cells, *place), weight),
                }
            }
            gather.pour(&mut builder, self.ar);
        }
        Ok(Cells::spread(axes, builder.done()))
    }

    fn items(&mut self, id: Id, items: Items) -> Result<Vec<Value>, Flow> {
        match items {
            Items::Range(from, to) => match (self.eval(from)?, self.eval(to)?) {
                (Cells::One(from), Cells::One(to)) => {
                    let ends = self.whole(id, &[from, to], "the ends of a range");
                    let [from, to] = match ends {
                        Ok(ends) => ends,
                        Err(Drawn::Value(Value::Bad(stop))) => return Err(Flow::Stop((*stop).clone())),
                        Err(_) => [0, -1],
                    };
                    Ok(scalar::range(self.scenario.span(id), from, to)?)
                }
                _ => Err(self.scenario.stop(id, "the ends of a range may not be rolled").into()),
            },
            Items::List(list) => {
                let cells = self.eval(list)?;
                self.items_of(list, &cells)
            }
        }
    }

    fn items_of(&self, id: Id, cells: &Cells) -> Result<Vec<Value>, Flow> {
        let Cells::One(value) = cells else {
            return Err(self.scenario.stop(id, "which list is meant may not be rolled").into());
        };
        scalar::members(self.scenario, id, value).map_err(|value| match value {
            Value::Bad(stop) => Flow::Stop((*stop).clone()),
            _ => Flow::Stop(self.scenario.stop(id, "this needs a list")),
        })
    }

    fn collect(&mut self, id: Id, how: &Collect, over: &Over, body: Id) -> Worked {
        let kept = match how {
            Collect::Best(Some(kept)) | Collect::Worst(Some(kept)) => {
                let cells = self.eval(*kept)?;
                let Cells::One(kept) = cells else {
                    return Err(self.scenario.stop(id, "how many are kept may not be rolled").into());
                };
                kept.whole()
            }
            _ => None,
        };
        let mut parts = Vec::new();
        match over {
            Over::Times(times) => {
                let times = self.eval(*times)?;
                let part = self.eval(body)?;
                let part = self.counted(id, how, part)?;
                return self.repeated(id, how, kept, times, &part);
            }
            Over::For(local, items) => {
                for item in self.items(id, *items)? {
                    self.bind(*local, Cells::One(item));
                    let part = self.eval(body)?;
                    parts.push(self.counted(id, how, part)?);
                }
            }
        }
        if kept.is_some() {
            return Err(self
                .scenario
                .stop(id, "so many of a list are not worked out; use  best of N times")
                .into());
        }
        let op = op_of(how);
        let mut parts = parts.into_iter();
        let Some(mut sum) = parts.next() else {
            let value = scalar::collected(self.scenario, id, how, None, Vec::new());
            return Ok(Cells::One(value.unwrap_or_else(|bad| bad)));
        };
        for part in parts {
            sum = self.binary(id, op, sum, part)?;
        }
        Ok(sum)
    }

    /// Of a count the conditions as 1 and 0.
    fn counted(&mut self, id: Id, how: &Collect, part: Cells) -> Worked {
        match how {
            Collect::Count => {
                let scenario = self.scenario;
                self.map(id, part, |value| {
                    Ok(match value {
                        Value::Flag(flag) => Value::from(i64::from(*flag)),
                        other => not_yes_or_no(scenario, id, other),
                    })
                })
            }
            _ => Ok(part),
        }
    }

    /// One roll, so often.
    fn repeated(&mut self, id: Id, how: &Collect, kept: Option<i64>, times: Cells, part: &Cells) -> Worked {
        let axes = times.axes();
        let count = self.cells(id, axes)?;
        if let Cells::One(value) = &times {
            return match self.whole::<1>(id, core::slice::from_ref(value), "how often") {
                Ok([times]) => self.so_often(id, how, kept, times, part),
                Err(Drawn::Value(value)) => Ok(Cells::One(value)),
                Err(Drawn::Flow(flow)) => Err(flow),
            };
        }
        if part.axes() & axes != 0 || !matches!(part.axes(), 0) {
            return Err(self
                .scenario
                .stop(id, "how often may not be rolled together with what is rolled so often")
                .into());
        }
        // How often is rolled: mixed over it.
        let mut builder = Builder::default();
        let mut gather = Gather::default();
        for cell in 0..count {
            for (value, weight) in self.entries(&times, cell) {
                let worked = match self.whole::<1>(id, &[value], "how often") {
                    Ok([times]) => self.so_often(id, how, kept, times, part)?,
                    Err(Drawn::Value(value)) => Cells::One(value),
                    Err(Drawn::Flow(flow)) => return Err(flow),
                };
                for (value, share) in self.entries(&worked, 0) {
                    gather.add(value, self.ar.mul(share, weight));
                }
            }
            gather.pour(&mut builder, self.ar);
        }
        Ok(Cells::spread(axes, builder.done()))
    }

    fn so_often(&mut self, id: Id, how: &Collect, kept: Option<i64>, times: i64, part: &Cells) -> Worked {
        if let Err(Value::Bad(stop)) = scalar::times_in_bounds(self.scenario, id, times) {
            return Err(Flow::Stop((*stop).clone()));
        }
        if let Some(kept) = kept.filter(|kept| *kept < times) {
            return self.some_of(id, matches!(how, Collect::Best(_)), kept, times, part);
        }
        if times < 1 {
            let value = scalar::collected(self.scenario, id, how, kept, Vec::new());
            return Ok(Cells::One(value.unwrap_or_else(|bad| bad)));
        }
        // By doubling.
        let op = op_of(how);
        let mut sum: Option<Cells> = None;
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
        Ok(sum.unwrap_or(Cells::One(Value::Absent)))
    }

    /// The sum of the highest or lowest so many of more rolls: value by value, so many of the rolls have it.
    fn some_of(&mut self, id: Id, best: bool, kept: i64, times: i64, part: &Cells) -> Worked {
        if part.axes() != 0 {
            return Err(self
                .scenario
                .stop(id, "what is rolled so often may not go by other rolls here")
                .into());
        }
        let mut entries = self.entries(part, 0);
        if let Some((value, _)) = entries.iter().find(|(value, _)| value.whole().is_none()) {
            return Ok(Cells::One(match value {
                Value::Bad(_) => value.clone(),
                _ => self.scenario.bad(id, "the highest and lowest are told of whole numbers only"),
            }));
        }
        if best {
            entries.reverse();
        }
        // How many rolls are told, and the sum of those that are kept.
        let mut ways = vec![(0i64, 0i64, self.ar.one())];
        for (value, weight) in &entries {
            let value = value.whole().unwrap_or_default();
            let mut next: std::collections::BTreeMap<(i64, i64), Weight> = std::collections::BTreeMap::new();
            for (told, sum, share) in &ways {
                let mut power = *share;
                for more in 0..=(times - told) {
                    self.scenario.charge(4, id)?;
                    let counted = more.min((kept - told).max(0));
                    let slot = next
                        .entry((told + more, sum + value.saturating_mul(counted)))
                        .or_insert(Weight::ZERO);
                    *slot = self.ar.add(*slot, power);
                    // The next binomial, of those that are not told yet.
                    let (left, nth) = ((times - told - more).unsigned_abs(), (more + 1).unsigned_abs());
                    power = self.ar.mul(self.ar.mul(power, *weight), self.ar.ratio(left, nth));
                }
            }
            ways = next.into_iter().map(|((told, sum), weight)| (told, sum, weight)).collect();
        }
        let mut gather = Gather::default();
        for (told, sum, weight) in ways {
            if told == times {
                gather.add_whole(sum, weight);
            }
        }
        let mut builder = Builder::default();
        gather.pour(&mut builder, self.ar);
        Ok(Cells::spread(0, builder.done()))
    }
}

/// Why a draw has no chances: another value stands there, or nothing can be worked out.
pub(crate) enum Drawn {
    Value(Value),
    Flow(Flow),
}

impl From<Stop> for Drawn {
    fn from(stop: Stop) -> Self {
        Self::Flow(Flow::Stop(stop))
    }
}

const fn op_of(how: &Collect) -> Binary {
    match how {
        Collect::Sum | Collect::Count | Collect::Best(Some(_)) | Collect::Worst(Some(_)) => Binary::Add,
        Collect::Best(None) => Binary::Max,
        Collect::Worst(None) => Binary::Min,
    }
}

/// The weight of a number.
pub(crate) fn weight(number: &Number, ar: &Arithmetic) -> Weight {
    match number {
        Number::Whole(whole) if *whole >= 0 => ar.ratio(whole.unsigned_abs(), 1),
        Number::Ratio(over, under) if *over >= 0 => ar.ratio(over.unsigned_abs(), under.unsigned_abs()),
        number => {
            let long = number.long();
            let (over, under) = (long.numer().to_u64_digits(), long.denom().to_u64_digits().1);
            ar.long(over.0 == num_bigint::Sign::Minus, &over.1, &under, number.float())
        }
    }
}

/// Sums over a window that slides along: one die more.
fn windows(weights: &[Weight], width: usize, one: Weight, ar: &Arithmetic) -> Vec<Weight> {
    let mut sums = Vec::with_capacity(weights.len() + width - 1);
    let at = |place: usize| weights.get(place).copied().unwrap_or_default();
    for place in 0..weights.len() + width - 1 {
        let first = (place + 1).saturating_sub(width);
        // Floats that are taken away again would leave their rounding behind.
        let sum = match ar {
            Arithmetic::Floats => ar.sum((first..=place.min(weights.len() - 1)).map(at)),
            Arithmetic::Prime(_) => {
                let before = sums.last().copied().unwrap_or_default();
                let entered = ar.add(before, at(place));
                if place >= width { ar.less(entered, at(place - width)) } else { entered }
            }
        };
        sums.push(sum);
    }
    for sum in &mut sums {
        *sum = ar.mul(*sum, one);
    }
    sums
}
