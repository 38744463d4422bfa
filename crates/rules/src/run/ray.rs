//! Endless rolls. A ray stands for start, start + step, start + 2 step, ... without end; the chance of each member is a polynomial of its place times a
//! power of one ratio. Open-ended dice are a few rays, and so is what adding, scaling and rounding makes of them: nothing is cut off.

use super::spread::merged;
use super::value::{Trouble, Value, holds};
use crate::core::{Binary, Unary};
use crate::number::{Number, Wrong};
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// All values of an endless roll, which is one of them.
#[derive(Clone, Debug)]
pub struct Ray {
    start: Number,
    step: Number,
    tail: Rc<Tail>,
}

/// The chances of the places 0, 1, 2, ...: they sum to 1. Two rays with one tail are of one roll.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    ratio: Weight,
    /// In terms of j over 0, j over 1, j over 2, ...: in those, sums, shifts and totals are plain.
    factors: Vec<Weight>,
}

/// An endless roll is to be taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) tail: Rc<Tail>,
    pub(crate) how: How,
}

/// How an endless roll is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The first so many members by themselves.
    First(u32),
    /// Every so many-th member as a ray of its own.
    Every(u32),
}

impl How {
    /// The one that takes further apart.
    pub(crate) fn further(self, other: Self) -> Self {
        match (self, other) {
            (Self::First(a), Self::First(b)) => Self::First(a.max(b)),
            (Self::Every(a), Self::Every(b)) => Self::Every(a.max(b)),
            (every @ Self::Every(_), _) | (_, every) => every,
        }
    }
}

/// An endless roll that would have to be taken apart further than this is refused.
const MOST_MEMBERS: i64 = 20_000;

impl PartialEq for Ray {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.tail, &other.tail) && self.start == other.start && self.step == other.step
    }
}

impl PartialEq for Split {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.tail, &other.tail) && self.how == other.how
    }
}

impl Ray {
    fn value(&self, start: Number, step: Number) -> Value {
        if step.sign() == 0 {
            return Value::Number(start);
        }
        Value::Ray(Rc::new(Self { start, step, tail: Rc::clone(&self.tail) }))
    }

    pub(crate) const fn tail(&self) -> &Rc<Tail> {
        &self.tail
    }

    /// The same values, as a roll of its own.
    pub(crate) fn apart(&self) -> Self {
        let Tail { ratio, factors } = &*self.tail;
        let tail = Rc::new(Tail { ratio: *ratio, factors: factors.clone() });
        Self { start: self.start.clone(), step: self.step.clone(), tail }
    }

    /// An order in which rays that can be laid together stand side by side.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        (&self.start, &self.step).cmp(&(&other.start, &other.step))
    }

    /// Both with their weights as one ray, if they have the same values.
    pub(crate) fn mixed(&self, mine: Weight, other: &Self, theirs: Weight, ar: &Arithmetic) -> Option<Self> {
        if self.start != other.start || self.step != other.step || self.tail.ratio != other.tail.ratio {
            return None;
        }
        if Rc::ptr_eq(&self.tail, &other.tail) {
            return Some(self.clone());
        }
        let all = ar.add(mine, theirs);
        let mut factors = vec![Weight::ZERO; self.tail.factors.len().max(other.tail.factors.len())];
        ar.pour(&mut factors, &self.tail.factors, ar.divide(mine, all));
        ar.pour(&mut factors, &other.tail.factors, ar.divide(theirs, all));
        let tail = Rc::new(Tail { ratio: self.tail.ratio, factors });
        Some(Self { start: self.start.clone(), step: self.step.clone(), tail })
    }

    /// The member at a place.
    fn member(&self, place: i64) -> Result<Number, Wrong> {
        self.start.plus(&self.step.times(&Number::Whole(place))?)
    }

    fn split(&self, how: How) -> Trouble {
        Trouble::Split(Split { tail: Rc::clone(&self.tail), how })
    }

    /// How all members stand to a number, if all stand alike.
    fn against(&self, number: &Number) -> Result<Ordering, Trouble> {
        let above = self.start.minus(number)?;
        let (sign, side) = if self.step.sign() > 0 {
            (above.sign(), Ordering::Greater)
        } else {
            (-above.sign(), Ordering::Less)
        };
        if sign > 0 {
            return Ok(side);
        }
        let others = above.divide(&self.step)?.abs()?.floor()?.whole().filter(|many| *many < MOST_MEMBERS);
        let first = others.and_then(|many| u32::try_from(many + 1).ok());
        first.map_or_else(
            || Err(Trouble::Wrong("an endless roll is compared with too large a number".to_owned())),
            |first| Err(self.split(How::First(first))),
        )
    }

    /// `ray op number`
    pub(crate) fn with(self: &Rc<Self>, op: Binary, number: &Number) -> Result<Value, Trouble> {
        Ok(match op {
            Binary::Add => self.value(self.start.plus(number)?, self.step.clone()),
            Binary::Subtract => self.value(self.start.minus(number)?, self.step.clone()),
            Binary::Multiply => self.value(self.start.times(number)?, self.step.times(number)?),
            Binary::Divide => self.value(self.start.divide(number)?, self.step.divide(number)?),
            Binary::Div => {
                let quotient = self.with(Binary::Divide, number)?;
                super::value::unary(Unary::Trunc, &quotient)?
            }
            Binary::Min if self.against(number)?.is_ge() => Value::Number(number.clone()),
            Binary::Max if self.against(number)?.is_le() => Value::Number(number.clone()),
            Binary::Min | Binary::Max => Value::Ray(Rc::clone(self)),
            _ => match holds(op, Ordering::Equal) {
                Some(_) => Value::Flag(holds(op, self.against(number)?).unwrap_or_default()),
                None => return Err(unknown(op)),
            },
        })
    }

    /// `number op ray`
    pub(crate) fn after(self: &Rc<Self>, op: Binary, number: &Number) -> Result<Value, Trouble> {
        match op {
            Binary::Add | Binary::Multiply | Binary::Min | Binary::Max | Binary::Equal | Binary::NotEqual => {
                self.with(op, number)
            }
            Binary::Subtract => Ok(self.value(number.minus(&self.start)?, self.step.negate()?)),
            Binary::Less => self.with(Binary::More, number),
            Binary::LessOrEqual => self.with(Binary::MoreOrEqual, number),
            Binary::More => self.with(Binary::Less, number),
            Binary::MoreOrEqual => self.with(Binary::LessOrEqual, number),
            _ => Err(unknown(op)),
        }
    }

    /// `ray op ray`
    pub(crate) fn beside(self: &Rc<Self>, op: Binary, other: &Rc<Self>) -> Result<Value, Trouble> {
        if !Rc::ptr_eq(&self.tail, &other.tail) {
            return Err(Trouble::Meet(Rc::clone(self), Rc::clone(other)));
        }
        match op {
            Binary::Add => Ok(self.value(self.start.plus(&other.start)?, self.step.plus(&other.step)?)),
            Binary::Subtract => {
                Ok(self.value(self.start.minus(&other.start)?, self.step.minus(&other.step)?))
            }
            Binary::Min | Binary::Max => {
                let difference = self.beside(Binary::Subtract, other)?;
                let mine = super::value::binary(
                    if op == Binary::Min { Binary::Less } else { Binary::More },
                    &difference,
                    &Value::from(0),
                )?;
                Ok(Value::Ray(Rc::clone(if mine.is_yes() { self } else { other })))
            }
            _ if holds(op, Ordering::Equal).is_some() => {
                let difference = self.beside(Binary::Subtract, other)?;
                super::value::binary(op, &difference, &Value::from(0))
            }
            _ => Err(unknown(op)),
        }
    }

    /// `op ray`
    pub(crate) fn alone(self: &Rc<Self>, op: Unary) -> Result<Value, Trouble> {
        match op {
            Unary::Negate => Ok(self.value(self.start.negate()?, self.step.negate()?)),
            Unary::Floor => self.rounded(Number::floor),
            Unary::Ceil => self.rounded(Number::ceil),
            Unary::Round => self.rounded(Number::round),
            Unary::Trunc if self.against(&Number::ZERO)?.is_gt() => self.rounded(Number::floor),
            Unary::Trunc => self.rounded(Number::ceil),
            Unary::Abs if self.against(&Number::ZERO)?.is_gt() => Ok(Value::Ray(Rc::clone(self))),
            Unary::Abs => self.alone(Unary::Negate),
            Unary::Not => Err(Trouble::Wrong("not needs yes or no".to_owned())),
        }
    }

    fn rounded(&self, round: impl Fn(&Number) -> Result<Number, Wrong>) -> Result<Value, Trouble> {
        if self.step.whole().is_some() {
            return Ok(self.value(round(&self.start)?, self.step.clone()));
        }
        let under = match self.step {
            Number::Ratio(_, under) => u32::try_from(under).ok().filter(|under| *under <= 1000),
            _ => None,
        };
        under.map_or_else(
            || {
                Err(Trouble::Wrong(
                    "an endless roll is divided by too large a number to be rounded".to_owned(),
                ))
            },
            |under| Err(self.split(How::Every(under))),
        )
    }

    /// What the ray's values become when its tail is taken apart: each value with its share.
    pub(crate) fn taken_apart(&self, parts: &Parts) -> Result<Vec<(Value, Weight)>, Wrong> {
        let mut values = Vec::with_capacity(parts.members.len() + parts.tails.len());
        for (place, share) in parts.members.iter().enumerate() {
            values.push((Value::Number(self.member(i64::try_from(place).unwrap_or(i64::MAX))?), *share));
        }
        for (first, every, tail, share) in &parts.tails {
            let ray = Self {
                start: self.member(*first)?,
                step: self.step.times(&Number::Whole(*every))?,
                tail: Rc::clone(tail),
            };
            values.push((Value::Ray(Rc::new(ray)), *share));
        }
        Ok(values)
    }

    /// The spread of `self + other`, two rolls that have nothing to do with each other.
    pub(crate) fn sum(&self, other: &Self, ar: &Arithmetic) -> Result<Vec<(Value, Weight)>, Trouble> {
        let (p, q) = (&self.tail, &other.tail);
        let start = self.start.plus(&other.start)?;
        if p.ratio == q.ratio && self.step == other.step {
            let mut factors = vec![Weight::ZERO; p.factors.len() + q.factors.len()];
            for (k, a) in p.factors.iter().enumerate() {
                for (l, b) in q.factors.iter().enumerate() {
                    let both = ar.mul(*a, *b);
                    for place in [k + l, k + l + 1] {
                        if let Some(factor) = factors.get_mut(place) {
                            *factor = ar.add(*factor, both);
                        }
                    }
                }
            }
            let (tail, share) = Tail::with_share(p.ratio, factors, ar);
            return Ok(vec![(self.of(start, self.step.clone(), tail), share)]);
        }
        if p.ratio == q.ratio && self.step == other.step.negate()? {
            let upward = Tail::with_share(p.ratio, p.ahead_of(q, ar), ar);
            let downward = shifted(&q.ahead_of(p, ar), 1, ar);
            let (tail, share) = Tail::with_share(p.ratio, downward, ar);
            let below = start.minus(&self.step)?;
            return Ok(vec![
                (self.of(start, self.step.clone(), upward.0), upward.1),
                (self.of(below, other.step.clone(), tail), ar.mul(share, p.ratio)),
            ]);
        }
        Err(Trouble::Wrong("two different kinds of endless dice meet in one sum".to_owned()))
    }

    fn of(&self, start: Number, step: Number, tail: Tail) -> Value {
        Value::Ray(Rc::new(Self { start, step, tail: Rc::new(tail) }))
    }

    /// The share of its members from a number on, which grow.
    pub(crate) fn beyond(&self, number: i64, ar: &Arithmetic) -> Weight {
        let steps = Number::Whole(number).minus(&self.start).and_then(|far| far.divide(&self.step)?.ceil());
        let first = steps.ok().and_then(|steps| steps.whole()).unwrap_or_default();
        match u32::try_from(first) {
            Ok(first) if first > 0 => {
                let share = mass(&shifted(&self.tail.factors, u64::from(first), ar), self.tail.ratio, ar);
                ar.mul(share, ar.power(self.tail.ratio, u64::from(first)))
            }
            _ => ar.one(),
        }
    }

    /// Its members from the first on, each with its share.
    pub(crate) fn members<'a>(&'a self, ar: &'a Arithmetic) -> impl Iterator<Item = (Number, Weight)> + 'a {
        (0..).map_while(move |place| Some((self.member(place).ok()?, self.tail.at(place.unsigned_abs(), ar))))
    }
}

fn unknown(op: Binary) -> Trouble {
    Trouble::Wrong(format!("{} of an endless roll is not worked out", super::value::sign(op)))
}

/// A tail taken apart.
pub(crate) struct Parts {
    /// The shares of the first members.
    members: Vec<Weight>,
    /// The other members: from which place on, every so many-th, how they spread among themselves, and their share.
    tails: Vec<(i64, i64, Rc<Tail>, Weight)>,
}

impl Parts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.members.len() + self.tails.len()
    }
}

impl Tail {
    /// What has these weights, made to sum to 1; and what they sum to.
    fn with_share(ratio: Weight, mut factors: Vec<Weight>, ar: &Arithmetic) -> (Self, Weight) {
        let share = mass(&factors, ratio, ar);
        let scale = ar.divide(ar.one(), share);
        for factor in &mut factors {
            *factor = ar.mul(*factor, scale);
        }
        while factors.len() > 1 && factors.last().is_some_and(|last| last.is_zero()) {
            factors.pop();
        }
        (Self { ratio, factors }, share)
    }

    /// The chance of a place.
    fn at(&self, place: u64, ar: &Arithmetic) -> Weight {
        ar.mul(value(&self.factors, place, ar), ar.power(self.ratio, place))
    }

    pub(crate) fn parts(&self, how: How, ar: &Arithmetic) -> Parts {
        match how {
            How::First(many) => {
                let members = (0..u64::from(many)).map(|place| self.at(place, ar)).collect();
                let (tail, share) =
                    Self::with_share(self.ratio, shifted(&self.factors, u64::from(many), ar), ar);
                let share = ar.mul(share, ar.power(self.ratio, u64::from(many)));
                Parts { members, tails: vec![(i64::from(many), 1, Rc::new(tail), share)] }
            }
            How::Every(many) => {
                let ratio = ar.power(self.ratio, u64::from(many));
                let tails = (0..many).map(|first| {
                    let places = (0..).map(|i: u64| i * u64::from(many) + u64::from(first));
                    let values = places.take(self.factors.len()).map(|place| value(&self.factors, place, ar));
                    let (tail, share) = Self::with_share(ratio, differences(values.collect(), ar), ar);
                    let share = ar.mul(share, ar.power(self.ratio, u64::from(first)));
                    (i64::from(first), i64::from(many), Rc::new(tail), share)
                });
                Parts { members: Vec::new(), tails: tails.collect() }
            }
        }
    }

    /// For each m >= 0 the weight (without ratio^m) that this roll's place is m past the other's.
    fn ahead_of(&self, other: &Self, ar: &Arithmetic) -> Vec<Weight> {
        let square = ar.mul(self.ratio, other.ratio);
        // The sum over k of (k over s) times the other's weight at k.
        let met: Vec<Weight> = (0..self.factors.len())
            .map(|s| {
                let mut product = vec![Weight::ZERO; s + other.factors.len()];
                for (n, factor) in other.factors.iter().enumerate() {
                    for (t, place) in product.iter_mut().enumerate().skip(s.max(n)).take(s.min(n) + 1) {
                        let ways = binomial(t, s).saturating_mul(binomial(s, s + n - t));
                        *place = ar.add(*place, ar.mul(*factor, ar.ratio(ways, 1)));
                    }
                }
                mass(&product, square, ar)
            })
            .collect();
        (0..self.factors.len())
            .map(|i| {
                let above = self.factors.iter().skip(i);
                ar.sum(above.zip(&met).map(|(factor, met)| ar.mul(*factor, *met)))
            })
            .collect()
    }
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// The sum over all places j of the polynomial times ratio^j.
fn mass(factors: &[Weight], ratio: Weight, ar: &Arithmetic) -> Weight {
    let rest = ar.divide(ar.one(), ar.less(ar.one(), ratio));
    let mut term = rest;
    let mut sum = Weight::ZERO;
    for factor in factors {
        sum = ar.add(sum, ar.mul(*factor, term));
        term = ar.mul(term, ar.mul(ratio, rest));
    }
    sum
}

/// The polynomial at a place.
fn value(factors: &[Weight], place: u64, ar: &Arithmetic) -> Weight {
    let mut over = ar.one();
    let mut sum = Weight::ZERO;
    for (k, factor) in (0..).zip(factors) {
        sum = ar.add(sum, ar.mul(*factor, over));
        over = ar.mul(over, ar.ratio(place.saturating_sub(k), k + 1));
    }
    sum
}

/// The polynomial of j + by.
fn shifted(factors: &[Weight], by: u64, ar: &Arithmetic) -> Vec<Weight> {
    differences((0..).map(|i| value(factors, i + by, ar)).take(factors.len()).collect(), ar)
}

/// The polynomial with these values at 0, 1, 2, ...
fn differences(mut values: Vec<Weight>, ar: &Arithmetic) -> Vec<Weight> {
    let many = values.len();
    for round in 1..many {
        for place in (round..many).rev() {
            if let (Some(above), Some(below)) = (values.get(place).copied(), values.get(place - 1).copied()) {
                values[place] = ar.less(above, below);
            }
        }
    }
    values
}

/// So many open-ended dice of so many sides, added: the highest face counts `less` less and is rolled again.
pub(crate) fn open_dice(
    dice: i64,
    sides: i64,
    less: i64,
    ar: &Arithmetic,
) -> Result<Vec<(Value, Weight)>, Trouble> {
    let step = sides - less;
    if dice < 1 || sides < 1 {
        return Ok(vec![(Value::from(0), ar.one())]);
    }
    if sides < 2 || step < 1 || dice > 20 || sides > 100 {
        let allowed = "open dice are 1 to 20, of 2 to 100 sides, and count less by fewer than their sides";
        return Err(Trouble::Wrong(allowed.to_owned()));
    }
    let ratio = ar.ratio(1, sides.unsigned_abs());
    let tail = Rc::new(Tail::with_share(ratio, vec![ar.one()], ar).0);
    let one: Vec<(Rc<Ray>, Weight)> = (1..sides)
        .map(|face| {
            let ray = Ray { start: Number::Whole(face), step: Number::Whole(step), tail: Rc::clone(&tail) };
            (Rc::new(ray), ar.ratio(1, sides.unsigned_abs() - 1))
        })
        .collect();
    let mut all: Vec<(Value, Weight)> =
        one.iter().map(|(ray, weight)| (Value::Ray(Rc::clone(ray)), *weight)).collect();
    for _ in 1..dice {
        let mut sums = Vec::new();
        for (value, weight) in &all {
            for (ray, other) in &one {
                let both = ar.mul(*weight, *other);
                match value {
                    Value::Ray(first) => {
                        let sum = first.sum(ray, ar)?;
                        sums.extend(sum.into_iter().map(|(value, share)| (value, ar.mul(share, both))));
                    }
                    Value::Number(number) => sums.push((ray.after(Binary::Add, number)?, both)),
                    _ => {}
                }
            }
        }
        all = level(sums, ar);
    }
    Ok(all)
}

/// Rays that run through the same values from different places on begin at the same place: what comes before stands by itself.
pub(crate) fn level(values: Vec<(Value, Weight)>, ar: &Arithmetic) -> Vec<(Value, Weight)> {
    /// Further apart they stay as they are.
    const FAR: i64 = 64;
    let key = |value: &Value| match value {
        Value::Ray(ray) => {
            let (start, step) = (ray.start.whole()?, ray.step.whole()?);
            Some((step, start.rem_euclid(step), start.div_euclid(step)))
        }
        _ => None,
    };
    let mut last: Vec<(i64, i64, i64)> = Vec::new();
    let mut several = false;
    for (value, _) in &values {
        let Some((step, rest, place)) = key(value) else { continue };
        match last.iter_mut().find(|(known, other, _)| (*known, *other) == (step, rest)) {
            Some((_, _, far)) => {
                several |= *far != place;
                *far = place.max(*far);
            }
            None => last.push((step, rest, place)),
        }
    }
    if !several {
        return merged(values, ar);
    }
    let mut level = Vec::with_capacity(2 * values.len());
    for (value, weight) in values {
        let far = key(&value).and_then(|(step, rest, place)| {
            let known = last.iter().find(|(known, other, _)| (*known, *other) == (step, rest));
            known.map(|(_, _, far)| far - place).filter(|far| (1..=FAR).contains(far))
        });
        match (&value, far.and_then(|far| u32::try_from(far).ok())) {
            (Value::Ray(ray), Some(far)) => match ray.taken_apart(&ray.tail.parts(How::First(far), ar)) {
                Ok(apart) => {
                    level.extend(apart.into_iter().map(|(value, share)| (value, ar.mul(share, weight))))
                }
                Err(_) => level.push((value, weight)),
            },
            _ => level.push((value, weight)),
        }
    }
    merged(level, ar)
}

#[cfg(test)]
mod tests {
    use super::*;

    const AR: &Arithmetic = &Arithmetic::Floats;

    fn at(values: &[(Value, Weight)], wanted: i64) -> f64 {
        let mut sum = 0.0;
        for (value, weight) in values {
            match value {
                Value::Number(number) if number.whole() == Some(wanted) => sum += AR.to_float(*weight),
                Value::Ray(ray) => {
                    for (member, share) in ray.members(AR).take(40) {
                        if member.whole() == Some(wanted) {
                            sum += AR.to_float(AR.mul(share, *weight));
                        }
                    }
                }
                _ => {}
            }
        }
        sum
    }

    #[test]
    fn two_open_dice_are_what_they_are() {
        let drn = open_dice(2, 6, 1, AR).unwrap();
        assert_eq!(drn.len(), 9);
        for (value, ways) in [(2, 1.0 / 36.0), (6, 5.0 / 36.0), (7, 4.0 / 36.0 + 2.0 / 216.0)] {
            assert!((at(&drn, value) - ways).abs() < 1e-15, "{value} {}", at(&drn, value));
        }
        let all: f64 = drn.iter().map(|(_, weight)| AR.to_float(*weight)).sum();
        assert!((all - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_difference_is_even() {
        let drn = open_dice(2, 6, 1, AR).unwrap();
        let mut difference = Vec::new();
        for (a, weight) in &drn {
            for (b, other) in &drn {
                let both = AR.mul(*weight, *other);
                let minus = super::super::value::unary(Unary::Negate, b).unwrap();
                match (a, &minus) {
                    (Value::Ray(a), Value::Ray(b)) => difference
                        .extend(a.sum(b, AR).unwrap().into_iter().map(|(v, w)| (v, AR.mul(w, both)))),
                    _ => {
                        difference.push((super::super::value::binary(Binary::Add, a, &minus).unwrap(), both))
                    }
                }
            }
        }
        let slow = |wanted: i64| -> f64 { (2..90).map(|a| at(&drn, a) * at(&drn, a - wanted)).sum() };
        for wanted in [-13, -5, -1, 0, 1, 2, 7, 12] {
            assert!((at(&difference, wanted) - slow(wanted)).abs() < 1e-13, "{wanted}");
            assert!((at(&difference, wanted) - at(&difference, -wanted)).abs() < 1e-13, "{wanted}");
        }
    }

    #[test]
    fn taking_apart_changes_nothing() {
        let drn = open_dice(2, 6, 1, AR).unwrap();
        for how in [How::First(3), How::Every(4), How::First(1)] {
            let mut apart = Vec::new();
            for (value, weight) in &drn {
                match value {
                    Value::Ray(ray) => {
                        let parts = ray.taken_apart(&ray.tail.parts(how, AR)).unwrap();
                        apart.extend(parts.into_iter().map(|(v, w)| (v, AR.mul(w, *weight))));
                    }
                    _ => apart.push((value.clone(), *weight)),
                }
            }
            for wanted in 0..40 {
                assert!((at(&drn, wanted) - at(&apart, wanted)).abs() < 1e-14, "{how:?} {wanted}");
            }
        }
    }
}
