//! Open-ended dice as geometric tails.

use crate::tail::GeometricTail;
use crate::tail::law::Law;
use crate::value::{OperationError, Value};
use crate::weighted::{merged, merged_whole};
use std::rc::Rc;
use tohit_compile::program::{Binary, Id, OpenDice};
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// Open-ended dice: each die that shows `from` or more counts `less` less and is rolled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenRoll {
    /// Number of dice.
    pub dice: i64,
    /// Number of sides.
    pub sides: i64,
    /// Least face that is rolled again.
    pub from: i64,
    /// Deduction from each face that is rolled again.
    pub less: i64,
    /// Limit of the additional rolls of each die, if any.
    pub limit: Option<i64>,
}

impl OpenRoll {
    /// Dice with the values of their parts, in the order of [`OpenDice::parts`].
    pub(crate) fn new(open: &OpenDice, parts: [i64; 5]) -> Self {
        let [dice, sides, rest @ ..] = parts;
        let mut rest = rest.into_iter();
        let mut given = |part: Option<Id>| part.and_then(|_| rest.next());
        let from = given(open.from).map_or(sides, |from| from.max(1));
        let less = given(open.less).unwrap_or(0);
        Self { dice, sides, from, less, limit: given(open.limit).map(|limit| limit.max(0)) }
    }

    /// The value of a face, and true where the die is rolled again after so many additional rolls.
    pub(crate) fn counted(&self, face: i64, rerolls: i64) -> (i64, bool) {
        let again = face >= self.from && self.limit.is_none_or(|limit| rerolls < limit);
        (if again { face.saturating_sub(self.less) } else { face }, again)
    }

    /// Limit of the additional rolls where there is one: dice that are never rolled again have the limit 0.
    fn end(&self) -> Option<i64> {
        if self.from > self.sides { Some(0) } else { self.limit }
    }

    /// Number of multiplications for the distribution.
    pub(crate) fn work(&self) -> usize {
        let Some(limit) = self.end() else { return 10_000 };
        let width = self.sides.saturating_mul(limit.saturating_add(1));
        let rounds = limit.saturating_mul(self.sides).saturating_add(self.dice.saturating_mul(width));
        usize::try_from(width.saturating_mul(rounds)).unwrap_or(usize::MAX)
    }

    /// The dice in the spelling of a rule text.
    pub(crate) fn words(&self) -> String {
        let Self { dice, sides, from, less, limit } = self;
        let mut words = format!("open {dice}d{sides}");
        if from != sides {
            words += &format!(" from {from}");
        }
        if let Some(limit) = limit {
            words += &format!(" up to {limit} times");
        }
        match less {
            0 => {}
            less if from == sides => words += &format!(", {sides} as {}", sides.saturating_sub(*less)),
            less => words += &format!(", each {less} less"),
        }
        words
    }

    /// Refuses dice whose distribution is not worked out.
    pub(crate) fn check(&self) -> Result<(), OperationError> {
        let Self { dice, sides, from, less, .. } = *self;
        let is_endless = self.end().is_none();
        if is_endless && from < sides {
            return Err(self.needs_limit());
        }
        if sides < 2
            || !is_endless && less < 0
            || from.min(sides).saturating_sub(less) < 1
            || dice > 20
            || sides > 100
        {
            let allowed = "open dice are 1 to 20, of 2 to 100 sides, and count less by fewer than the face that is rolled again";
            return Err(OperationError::Wrong(allowed.to_owned()));
        }
        Ok(())
    }

    /// Limit of additional rolls that a die goes beyond with a chance below 10^-30; none where it is not small.
    #[must_use]
    pub fn enough(&self) -> Option<i64> {
        let again = (self.sides - self.from.max(1) + 1) as f64 / self.sides as f64;
        let beyond = core::iter::successors(Some(again), |left| Some(left * again));
        (0..1000).zip(beyond).find(|(_, left)| *left < 1e-30).map(|(limit, _)| limit)
    }

    /// Refusal of dice without an end that are no geometric tail.
    fn needs_limit(&self) -> OperationError {
        let Self { dice, sides, from, .. } = self;
        let dice = if *dice == 1 { String::new() } else { dice.to_string() };
        let (limit, beyond) = match self.enough() {
            Some(limit) => (limit, ", and each goes beyond with a chance below 10^-30"),
            None => (10, ""),
        };
        OperationError::Wrong(format!(
            "dice that are rolled again on several faces need a limit: open {dice}d{sides} from {from} up to {limit} times{beyond}"
        ))
    }

    /// Distribution of the sum of dice with a limit.
    fn bounded(&self, limit: i64, arith: &Arithmetic) -> Vec<(Value, Weight)> {
        let share = arith.ratio(1, self.sides.unsigned_abs());
        let index = |number: i64| usize::try_from(number).unwrap_or_default();
        // Weights of the faces from 0 on: of those that are rolled again, less the deduction, and of the others.
        let mut again = vec![Weight::ZERO; index(self.sides) + 1];
        let mut last = again.clone();
        for face in 1..=self.sides {
            let (faces, value) =
                if face < self.from { (&mut last, face) } else { (&mut again, face - self.less) };
            if let Some(weight) = faces.get_mut(index(value)) {
                *weight = share;
            }
        }
        let all = vec![share; index(self.sides)];
        let width = index(self.sides * (limit + 1)) + 1;
        let mut one = vec![Weight::ZERO; width];
        // Sums of the rolls so far, which are all rolled again.
        let mut before = vec![arith.one()];
        for _ in 0..limit {
            arith.convolve(&mut one, &before, &last);
            let mut next = vec![Weight::ZERO; before.len() + index(self.sides)];
            arith.convolve(&mut next, &before, &again);
            before = next;
        }
        arith.convolve(one.get_mut(1..).unwrap_or_default(), &before, &all);
        let mut sums = one.clone();
        for _ in 1..self.dice {
            let mut next = vec![Weight::ZERO; sums.len() + width - 1];
            arith.convolve(&mut next, &sums, &one);
            sums = next;
        }
        let sums = (0_i64..).zip(sums).filter(|(_, weight)| !weight.is_zero());
        sums.map(|(sum, weight)| (sum.into(), weight)).collect()
    }
}

/// Distribution of the sum of open-ended dice.
pub(crate) fn open_dice(roll: &OpenRoll, arith: &Arithmetic) -> Result<Vec<(Value, Weight)>, OperationError> {
    let OpenRoll { dice, sides, less, .. } = *roll;
    if dice < 1 || sides < 1 {
        return Ok(vec![(Value::from(0), arith.one())]);
    }
    roll.check()?;
    if let Some(limit) = roll.end() {
        return Ok(roll.bounded(limit, arith));
    }
    let step = sides - less;
    // One die: all faces but the highest, again and again, one round further each time. Faces past the next
    // round begin a tail of their own; so does each face where a round is very long.
    let (classes, stride) = if step <= 2 * sides { (step, 1) } else { (1, step) };
    let faces = (1..sides).collect::<Vec<_>>();
    let period = usize::try_from(classes).unwrap_or(1);
    let mut one: Vec<(Rc<GeometricTail>, Weight)> = Vec::new();
    for faces in faces.chunks(period) {
        let mut factors = vec![arith.one(); faces.len()];
        factors.resize(period, Weight::ZERO);
        let law = Law::new(arith.ratio(1, sides.unsigned_abs()), period, factors);
        let (Some(first), Some((law, _))) = (faces.first(), law.normalized(arith)) else { continue };
        let tail =
            GeometricTail { start: Number::Whole(*first), step: Number::Whole(stride), law: Rc::new(law) };
        one.push((Rc::new(tail), arith.ratio(faces.len() as u64, sides.unsigned_abs() - 1)));
    }
    let mut all: Vec<(Value, Weight)> =
        one.iter().map(|(tail, weight)| (Value::Tail(Rc::clone(tail)), *weight)).collect();
    for _ in 1..dice {
        let mut sums = Vec::new();
        for (value, weight) in &all {
            for (tail, other) in &one {
                let both = arith.mul(*weight, *other);
                match value {
                    Value::Tail(first) => {
                        let sum = first.distribution_of_sum(tail, arith)?;
                        sums.extend(sum.into_iter().map(|(value, share)| (value, arith.mul(share, both))));
                    }
                    Value::Number(number) => sums.push((tail.reversed(Binary::Add, number)?, both)),
                    _ => {}
                }
            }
        }
        all = align_tails(sums, arith);
    }
    Ok(all)
}

/// Merges equal values, and tails that run through the same values from different starts: the members before
/// the last start become numbers.
pub(crate) fn align_tails(values: Vec<(Value, Weight)>, arith: &Arithmetic) -> Vec<(Value, Weight)> {
    /// Limit of the distance between two starts that are aligned.
    const FAR: u64 = 256;
    let mut whole: Vec<(i64, Weight)> = Vec::with_capacity(values.len());
    let mut tails: Vec<AlignedTail> = Vec::new();
    let mut others = Vec::new();
    for (value, weight) in values {
        match &value {
            Value::Number(Number::Whole(number)) => whole.push((*number, weight)),
            Value::Tail(tail) if let Some((start, step)) = tail.whole() => {
                tails.push(AlignedTail {
                    step,
                    rest: start.rem_euclid(step),
                    start,
                    tail: Rc::clone(tail),
                    weight,
                });
            }
            _ => others.push((value, weight)),
        }
    }
    // Sorted by progression and start.
    tails.sort_by_key(|one| (one.step, one.rest, if one.step < 0 { -one.start } else { one.start }));
    let mut tails = tails.into_iter().peekable();
    while let Some(first) = tails.next() {
        let goes_on = |far: i64, next: &AlignedTail| {
            (next.step, next.rest) == (first.step, first.rest)
                && next.start.abs_diff(far) / first.step.unsigned_abs() <= FAR
                && next.tail.law.can_be_mixed(&first.tail.law)
        };
        if !tails.peek().is_some_and(|next| goes_on(first.start, next)) {
            others.push((Value::Tail(first.tail), first.weight));
            continue;
        }
        let mut all = first.tail.law.zero();
        all.add(&first.tail.law, first.weight, arith);
        let mut index = first.start;
        while let Some(next) = tails.next_if(|next| goes_on(index, next)) {
            while index != next.start {
                whole.push((index, all.next(arith)));
                index += first.step;
            }
            all.add(&next.tail.law, next.weight, arith);
        }
        if let Some((law, weight)) = all.normalized(arith) {
            let (start, step) = (Number::Whole(index), Number::Whole(first.step));
            others.push((Value::Tail(Rc::new(GeometricTail { start, step, law: Rc::new(law) })), weight));
        }
    }
    let mut level: Vec<_> =
        merged_whole(&mut whole, arith).into_iter().map(|(value, weight)| (value.into(), weight)).collect();
    if others.iter().all(|(value, _)| matches!(value, Value::Tail(_))) {
        level.extend(merged(others, arith));
        return level;
    }
    level.extend(others);
    merged(level, arith)
}

/// Tail on its way to the last start of its progression.
struct AlignedTail {
    step: i64,
    /// Residue of the start modulo the step.
    rest: i64,
    start: i64,
    tail: Rc<GeometricTail>,
    weight: Weight,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tail::law::SplitKind;
    use tohit_compile::program::Unary;

    const AR: &Arithmetic = &Arithmetic::Floats;
    const DRN: OpenRoll = OpenRoll { dice: 2, sides: 6, from: 6, less: 1, limit: None };

    fn at(values: &[(Value, Weight)], wanted: i64) -> f64 {
        let mut sum = 0.0;
        for (value, weight) in values {
            match value {
                Value::Number(number) if number.whole() == Some(wanted) => sum += AR.to_float(*weight),
                Value::Tail(tail) => {
                    for (member, share) in tail.members(200, AR) {
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
        let drn = open_dice(&DRN, AR).unwrap();
        assert_eq!(drn.len(), 1);
        for (value, ways) in [(2, 1.0 / 36.0), (6, 5.0 / 36.0), (7, 4.0 / 36.0 + 2.0 / 216.0)] {
            assert!((at(&drn, value) - ways).abs() < 1e-15, "{value} {}", at(&drn, value));
        }
        let all: f64 = drn.iter().map(|(_, weight)| AR.to_float(*weight)).sum();
        assert!((all - 1.0).abs() < 1e-14);
    }

    #[test]
    fn dice_with_a_limit_end() {
        let roll = OpenRoll { dice: 1, sides: 4, from: 3, less: 1, limit: Some(1) };
        let die = open_dice(&roll, AR).unwrap();
        // 1, 2, and a 3 or a 4 that count 2 and 3, with the next face.
        let ways = [4.0, 4.0, 1.0, 2.0, 2.0, 2.0, 1.0];
        let expected: Vec<(i64, f64)> = (1..).zip(ways.map(|ways| ways / 16.0)).collect();
        let found: Vec<(i64, f64)> =
            die.iter().map(|(value, weight)| (value.whole().unwrap(), AR.to_float(*weight))).collect();
        assert_eq!(found, expected);
        let endless = OpenRoll { limit: None, sides: 10, from: 9, ..roll };
        assert_eq!(endless.enough(), Some(42));
        let OperationError::Wrong(message) = open_dice(&endless, AR).unwrap_err() else { panic!("refused") };
        assert!(message.contains("open d10 from 9 up to 42 times"), "{message}");
        // A die that is never rolled again.
        let plain = OpenRoll { from: 11, ..endless };
        assert_eq!(open_dice(&plain, AR).unwrap().len(), 10);
    }

    #[test]
    fn a_difference_is_even() {
        let drn = open_dice(&DRN, AR).unwrap();
        let mut difference = Vec::new();
        for (a, weight) in &drn {
            for (b, other) in &drn {
                let both = AR.mul(*weight, *other);
                let minus = crate::value::unary(Unary::Negate, b).unwrap();
                match (a, &minus) {
                    (Value::Tail(a), Value::Tail(b)) => difference.extend(
                        a.distribution_of_sum(b, AR).unwrap().into_iter().map(|(v, w)| (v, AR.mul(w, both))),
                    ),
                    _ => difference.push((crate::value::binary(Binary::Add, a, &minus).unwrap(), both)),
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
        let drn = open_dice(&DRN, AR).unwrap();
        // Float weights are 0 so far out, and the parts still sum to 1.
        for (value, _) in &drn {
            let Value::Tail(tail) = value else { continue };
            let apart = tail.split(&tail.law.split(SplitKind::First(2500), AR)).unwrap();
            let shares: f64 = apart.iter().map(|(_, share)| AR.to_float(*share)).sum();
            assert!((shares - 1.0).abs() < 1e-14, "{shares}");
        }
        for how in [SplitKind::First(3), SplitKind::Every(4), SplitKind::First(1)] {
            let mut apart = Vec::new();
            for (value, weight) in &drn {
                match value {
                    Value::Tail(tail) => {
                        let parts = tail.split(&tail.law.split(how, AR)).unwrap();
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
