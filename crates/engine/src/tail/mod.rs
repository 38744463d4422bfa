//! Endless rolls as geometric tails: the values start, start + step, start + 2 step, ... without end.
//!
//! Member j of a tail has the class c = j mod period and the round q = j div period. Its weight is p_c(q) ·
//! ratio^q, with one polynomial p_c for each class, or a sum of such terms ([`Law`]). Sums, products with
//! numbers and rounding keep the form, so nothing is cut off.
//!
//! **Example.** `open d6` rolls again after a 6 and adds. It is one tail with start 1, step 1, period 6 and
//! ratio 1/6. The first five classes have p_c = 1/6; the class of 6, 12, 18, ... has 0, for a 6 is never the
//! end. The value 8 is member 7: class 1, round 1, weight 1/6 · 1/6 = 1/36 (a 6, then a 2).
//!
//! - `open d6 + 3` moves the start to 4. `2 * open d6` doubles start and step.
//! - `open d6 < 8` has no single answer for the tail. The operation asks for a [`Split`] that takes off the first
//!   seven members. Whoever has the distribution of the roll replaces the tail by the numbers 1 to 7 and a tail
//!   from 8 on, and evaluates again: now each part has one answer.
//! - `open d6 mod 2` asks for every second member as a tail of its own.
//! - The sum of two open dice is a tail again: its polynomials have the degree 1. So are the sum, the difference
//!   and the greater of two unlike dice: periods 6 and 8 become 24, and each ratio has a term.
//!
//! Tails of one roll share one `Rc<Law>`. A line may read a roll twice, as in `r < 8 or r > 20`. Then the
//! name holds its law ([`law::HeldLaws`]), and a split is passed on to the name, so that both mentions see
//! the same parts. A roll that nothing holds is split where it is met.

pub(crate) mod law;
pub(crate) mod open_dice;
pub(crate) mod polynomial;

use crate::numbers::weight_of;
use crate::tail::law::{Law, LawParts, SplitKind, gcd};
use crate::value::{OperationError, Value, holds};
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_compile::program::{Binary, Unary};
use tohit_odds::number::{Number, NumberError};
use tohit_odds::{Arithmetic, Weight};

/// Values of an endless roll: an arithmetic progression with the law of its places.
#[derive(Clone, Debug)]
pub struct GeometricTail {
    pub(crate) start: Number,
    pub(crate) step: Number,
    pub(crate) law: Rc<Law>,
}

/// Request to split the endless roll of a law.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) law: Rc<Law>,
    pub(crate) how: SplitKind,
}

/// Limit of the members that are split off one by one.
const MOST_MEMBERS: i64 = 100_000;
/// Limit of the classes of rolls that are put together.
const MOST_CLASSES: usize = 1000;
/// Rounds of the greater of two rolls whose members stand one by one.
const EARLY: usize = 8;

impl PartialEq for GeometricTail {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.law, &other.law) && self.start == other.start && self.step == other.step
    }
}

impl PartialEq for Split {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.law, &other.law) && self.how == other.how
    }
}

impl GeometricTail {
    fn value(&self, start: Number, step: Number) -> Value {
        if step.sign() == 0 {
            return Value::Number(start);
        }
        Value::Tail(Rc::new(Self { start, step, law: Rc::clone(&self.law) }))
    }

    /// See [`Value::key`].
    pub(crate) fn key(&self) -> Option<(u8, i64, i64, usize)> {
        Some((7, self.start.whole()?, self.step.whole()?, Rc::as_ptr(&self.law) as usize))
    }

    /// Independent roll with the same values.
    pub(crate) fn fresh(&self) -> Self {
        Self { start: self.start.clone(), step: self.step.clone(), law: Rc::new(self.law.fresh()) }
    }

    /// Start and step, where both are whole.
    pub(crate) fn whole(&self) -> Option<(i64, i64)> {
        Some((self.start.whole()?, self.step.whole()?))
    }

    /// Order in which tails over the same values are neighbours.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        (&self.start, &self.step).cmp(&(&other.start, &other.step))
    }

    /// Mixture of two tails over the same values, with their weights.
    pub(crate) fn mixture(
        &self,
        mine: Weight,
        other: &Self,
        theirs: Weight,
        arith: &Arithmetic,
    ) -> Option<Self> {
        if self.start != other.start || self.step != other.step {
            return None;
        }
        if Rc::ptr_eq(&self.law, &other.law) {
            return Some(self.clone());
        }
        if !self.law.can_be_mixed(&other.law) {
            return None;
        }
        let mut law = self.law.zero();
        law.add(&self.law, mine, arith);
        law.add(&other.law, theirs, arith);
        let (law, _) = law.normalized(arith)?;
        Some(Self { start: self.start.clone(), step: self.step.clone(), law: Rc::new(law) })
    }

    /// Member at a place.
    fn member(&self, index: i64) -> Result<Number, NumberError> {
        self.start.plus(&self.step.times(&Number::Whole(index))?)
    }

    fn needs_split(&self, how: SplitKind) -> OperationError {
        OperationError::Split(Split { law: Rc::clone(&self.law), how })
    }

    /// Order of all members against a number, if it is the same for all.
    fn against(&self, number: &Number) -> Result<Ordering, OperationError> {
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
            || Err(OperationError::Wrong("an endless roll is compared with too large a number".to_owned())),
            |first| Err(self.needs_split(SplitKind::First(first))),
        )
    }

    /// `tail op number`
    pub(crate) fn with_number(self: &Rc<Self>, op: Binary, number: &Number) -> Result<Value, OperationError> {
        Ok(match op {
            Binary::Add => self.value(self.start.plus(number)?, self.step.clone()),
            Binary::Subtract => self.value(self.start.minus(number)?, self.step.clone()),
            Binary::Multiply => self.value(self.start.times(number)?, self.step.times(number)?),
            Binary::Divide => self.value(self.start.divide(number)?, self.step.divide(number)?),
            Binary::Div => {
                let quotient = self.with_number(Binary::Divide, number)?;
                crate::value::unary(Unary::Trunc, &quotient)?
            }
            Binary::Mod => {
                let quotient = self.with_number(Binary::Div, number)?;
                let multiple =
                    crate::value::binary(Binary::Multiply, &quotient, &Value::Number(number.clone()))?;
                crate::value::binary(Binary::Subtract, &Value::Tail(Rc::clone(self)), &multiple)?
            }
            Binary::Min if self.against(number)?.is_ge() => Value::Number(number.clone()),
            Binary::Max if self.against(number)?.is_le() => Value::Number(number.clone()),
            Binary::Min | Binary::Max => Value::Tail(Rc::clone(self)),
            _ => match holds(op, Ordering::Equal) {
                Some(_) => Value::Flag(holds(op, self.against(number)?).unwrap_or_default()),
                None => return Err(unknown(op)),
            },
        })
    }

    /// `number op tail`
    pub(crate) fn reversed(self: &Rc<Self>, op: Binary, number: &Number) -> Result<Value, OperationError> {
        match op {
            Binary::Add | Binary::Multiply | Binary::Min | Binary::Max | Binary::Equal | Binary::NotEqual => {
                self.with_number(op, number)
            }
            Binary::Subtract => Ok(self.value(number.minus(&self.start)?, self.step.negate()?)),
            Binary::Less => self.with_number(Binary::More, number),
            Binary::LessOrEqual => self.with_number(Binary::MoreOrEqual, number),
            Binary::More => self.with_number(Binary::Less, number),
            Binary::MoreOrEqual => self.with_number(Binary::LessOrEqual, number),
            _ => Err(unknown(op)),
        }
    }

    /// `tail op tail`
    pub(crate) fn with_tail(self: &Rc<Self>, op: Binary, other: &Rc<Self>) -> Result<Value, OperationError> {
        if !Rc::ptr_eq(&self.law, &other.law) {
            // One that grows from a number on, and one that falls from it.
            if matches!(op, Binary::Min | Binary::Max) && self.step.sign() != other.step.sign() {
                let (up, down) = if self.step.sign() > 0 { (self, other) } else { (other, self) };
                up.against(&down.start)?;
                return Ok(Value::Tail(Rc::clone(if op == Binary::Max { up } else { down })));
            }
            return Err(OperationError::Meet(Rc::clone(self), Rc::clone(other)));
        }
        match op {
            Binary::Add => Ok(self.value(self.start.plus(&other.start)?, self.step.plus(&other.step)?)),
            Binary::Subtract => {
                Ok(self.value(self.start.minus(&other.start)?, self.step.minus(&other.step)?))
            }
            Binary::Min | Binary::Max => {
                let difference = self.with_tail(Binary::Subtract, other)?;
                let mine = crate::value::binary(
                    if op == Binary::Min { Binary::Less } else { Binary::More },
                    &difference,
                    &Value::from(0),
                )?;
                Ok(Value::Tail(Rc::clone(if mine.is_yes() { self } else { other })))
            }
            _ if holds(op, Ordering::Equal).is_some() => {
                let difference = self.with_tail(Binary::Subtract, other)?;
                crate::value::binary(op, &difference, &Value::from(0))
            }
            _ => Err(unknown(op)),
        }
    }

    /// `op tail`
    pub(crate) fn unary(self: &Rc<Self>, op: Unary) -> Result<Value, OperationError> {
        match op {
            Unary::Negate => Ok(self.value(self.start.negate()?, self.step.negate()?)),
            Unary::Floor => self.rounded(Number::floor),
            Unary::Ceil => self.rounded(Number::ceil),
            Unary::Round => self.rounded(Number::round),
            Unary::Trunc if self.against(&Number::ZERO)?.is_gt() => self.rounded(Number::floor),
            Unary::Trunc => self.rounded(Number::ceil),
            Unary::Abs if self.against(&Number::ZERO)?.is_gt() => Ok(Value::Tail(Rc::clone(self))),
            Unary::Abs => self.unary(Unary::Negate),
            Unary::Not => Err(OperationError::Wrong("not needs yes or no".to_owned())),
        }
    }

    fn rounded(
        &self,
        round: impl Fn(&Number) -> Result<Number, NumberError>,
    ) -> Result<Value, OperationError> {
        if self.step.whole().is_some() {
            return Ok(self.value(round(&self.start)?, self.step.clone()));
        }
        let under = match self.step {
            Number::Ratio(_, under) => u32::try_from(under).ok().filter(|under| *under <= 1000),
            _ => None,
        };
        under.map_or_else(
            || {
                Err(OperationError::Wrong(
                    "an endless roll is divided by too large a number to be rounded".to_owned(),
                ))
            },
            |under| Err(self.needs_split(SplitKind::Every(under))),
        )
    }

    /// Values and weights of the parts of a split law.
    pub(crate) fn split(&self, parts: &LawParts) -> Result<Vec<(Value, Weight)>, NumberError> {
        let mut values = Vec::with_capacity(parts.members.len() + parts.laws.len());
        for (index, share) in parts.members.iter().enumerate() {
            values.push((Value::Number(self.member(i64::try_from(index).unwrap_or(i64::MAX))?), *share));
        }
        for (first, every, law, share) in &parts.laws {
            let tail = Self {
                start: self.member(*first)?,
                step: self.step.times(&Number::Whole(*every))?,
                law: Rc::clone(law),
            };
            values.push((Value::Tail(Rc::new(tail)), *share));
        }
        Ok(values)
    }

    /// Least distance and period in which this roll and another, so far apart, are both told; none without one
    /// that is short.
    fn common(&self, other: &Self, distance: i64) -> Option<(i64, usize)> {
        let steps = [self.step.whole()?, other.step.whole()?].map(i64::unsigned_abs);
        let step = gcd(gcd(steps[0], steps[1]), distance.unsigned_abs());
        let wide = |law: &Law, own: u64| usize::try_from(own / step).ok()?.checked_mul(law.period);
        let [mine, theirs] = [wide(&self.law, steps[0])?, wide(&other.law, steps[1])?];
        let period = mine.checked_mul(theirs)? / usize::try_from(gcd(mine as u64, theirs as u64)).ok()?;
        (period <= MOST_CLASSES).then_some((i64::try_from(step).ok()?, period))
    }

    /// The same roll in steps of that size, with a longer period.
    fn refined(&self, (step, period): (i64, usize), arith: &Arithmetic) -> Self {
        let own = self.step.whole().unwrap_or(step);
        let apart = usize::try_from(own.unsigned_abs() / step.unsigned_abs()).unwrap_or(1);
        if apart == 1 && self.law.period == period {
            return self.clone();
        }
        let law = Rc::new(self.law.refined(apart, period, arith));
        Self { start: self.start.clone(), step: Number::Whole(own.signum() * step), law }
    }

    /// Multiplications of the distribution of a sum, a difference or an extreme of two independent rolls.
    pub(crate) fn work(&self, other: &Self) -> usize {
        let period = self.common(other, 0).map_or(1, |(_, period)| period);
        let size = |law: &Law| law.size().saturating_mul(period) / law.period.max(1);
        size(&self.law).saturating_mul(size(&other.law))
    }

    /// Distribution of `self + other`, two independent rolls.
    pub(crate) fn distribution_of_sum(
        &self,
        other: &Self,
        arith: &Arithmetic,
    ) -> Result<Vec<(Value, Weight)>, OperationError> {
        let is_alike = |step: &Number| self.law.period == other.law.period && *step == other.step;
        let (mine, theirs) = if is_alike(&self.step) || is_alike(&self.step.negate()?) {
            (self.clone(), other.clone())
        } else {
            let common = self.common(other, 0).ok_or_else(unlike)?;
            (self.refined(common, arith), other.refined(common, arith))
        };
        let start = mine.start.plus(&theirs.start)?;
        let tails = if mine.step == theirs.step {
            vec![(start, &mine.step, mine.law.sum(&theirs.law, arith))]
        } else {
            let below = start.minus(&mine.step)?;
            vec![
                (start, &mine.step, mine.law.difference(&theirs.law, 0, arith)),
                (below, &theirs.step, theirs.law.difference(&mine.law, 1, arith)),
            ]
        };
        let tail = |(start, step, law): (Number, &Number, Law)| {
            let (law, share) = law.normalized(arith)?;
            Some((Self::value_of(start, step.clone(), law), share))
        };
        Ok(tails.into_iter().filter_map(tail).collect())
    }

    fn value_of(start: Number, step: Number, law: Law) -> Value {
        Value::Tail(Rc::new(Self { start, step, law: Rc::new(law) }))
    }

    /// Distribution of the greater or the lesser of two independent rolls, both of which grow or both fall.
    pub(crate) fn distribution_of_extreme(
        &self,
        other: &Self,
        is_greater: bool,
        arith: &Arithmetic,
    ) -> Result<Vec<(Value, Weight)>, OperationError> {
        if self.step.sign() < 0 {
            let negative = |tail: &Self| -> Result<Self, NumberError> {
                let (start, step) = (tail.start.negate()?, tail.step.negate()?);
                Ok(Self { start, step, law: Rc::clone(&tail.law) })
            };
            let turned = negative(self)?.distribution_of_extreme(&negative(other)?, !is_greater, arith)?;
            return turned
                .into_iter()
                .map(|(value, weight)| Ok((crate::value::unary(Unary::Negate, &value)?, weight)))
                .collect();
        }
        let (first, last) = if self.start <= other.start { (self, other) } else { (other, self) };
        let (Some(from), Some(to)) = (first.start.whole(), last.start.whole()) else { return Err(unlike()) };
        let distance = to.checked_sub(from).filter(|distance| *distance < MOST_MEMBERS).ok_or_else(unlike)?;
        let common @ (step, period) = first.common(last, distance).ok_or_else(unlike)?;
        let (first, last) = (first.refined(common, arith), last.refined(common, arith));
        let value = |number: i64| Value::from(from.saturating_add(number.saturating_mul(step)));
        let mut values = Vec::new();
        // Members of the first roll below all of the other.
        let below = distance / step;
        let mut left = first.law.fresh();
        let heads: Vec<Weight> = (0..below).map(|_| left.next(arith)).collect();
        if is_greater && below > 0 {
            let all = arith.sum(heads);
            values.push((Self::value_of(last.start.clone(), last.step.clone(), last.law.fresh()), all));
        } else {
            values.extend((0..).zip(heads).map(|(place, weight)| (value(place), weight)));
        }
        let Some((mine, share)) = first.law.rest(usize::try_from(below).unwrap_or_default(), arith) else {
            return Ok(values);
        };
        let lesser = mine.lesser(&last.law, arith);
        let (law, begins) = if is_greater {
            let mut law = mine.fresh();
            law.add(&last.law, arith.one(), arith);
            law.add(&lesser, arith.less(Weight::ZERO, arith.one()), arith);
            (law, EARLY * period)
        } else {
            (lesser, 0)
        };
        // Early members of the greater roll are products of sums: the law would subtract numbers of one size.
        let (mut mine, mut theirs) = (mine, last.law.fresh());
        let (mut at_most, mut less) = (Weight::ZERO, Weight::ZERO);
        for place in (below..).take(begins) {
            let (own, other) = (mine.next(arith), theirs.next(arith));
            at_most = arith.add(at_most, other);
            let both = arith.add(arith.mul(own, at_most), arith.mul(other, less));
            less = arith.add(less, own);
            values.push((value(place), arith.mul(both, share)));
        }
        if let Some((law, rest)) = law.rest(begins, arith) {
            let start = Number::Whole(to).plus(&Number::Whole(step).times(&Number::Whole(begins as i64))?)?;
            values.push((Self::value_of(start, Number::Whole(step), law), arith.mul(rest, share)));
        }
        Ok(values)
    }

    /// Number of steps until a growing tail is at least that number.
    pub(crate) fn steps_to(&self, number: i64) -> u64 {
        match self.whole() {
            Some((start, step)) if number > start && step > 0 => {
                number.abs_diff(start).div_ceil(step.unsigned_abs())
            }
            _ => 0,
        }
    }

    /// Weight of all members from a place on, and the sum of their values times their weights.
    pub(crate) fn beyond(&self, index: u64, arith: &Arithmetic) -> [Weight; 2] {
        let [share, further] = self.law.beyond(index, arith);
        let [start, step] = [&self.start, &self.step].map(|number| weight_of(number, arith));
        let first = arith.add(start, arith.mul(step, arith.ratio(index, 1)));
        [share, arith.add(arith.mul(first, share), arith.mul(step, further))]
    }

    /// First members with their weights.
    pub(crate) fn members<'a>(
        &'a self,
        many: u64,
        arith: &'a Arithmetic,
    ) -> impl Iterator<Item = (Number, Weight)> + 'a {
        let mut left = self.law.fresh();
        let members =
            (0..i64::try_from(many).unwrap_or(i64::MAX)).map(move |index| (index, left.next(arith)));
        members.map_while(|(index, share)| Some((self.member(index).ok()?, share)))
    }
}

/// Refusal of two rolls without a common period.
fn unlike() -> OperationError {
    let message =
        "these endless dice are too unlike to be put together; end one of them, open d6 up to 40 times";
    OperationError::Wrong(message.to_owned())
}

fn unknown(op: Binary) -> OperationError {
    OperationError::Wrong(format!("{} of an endless roll is not worked out", crate::value::sign(op)))
}
