//! Open-ended dice as geometric tails.

use crate::tail::GeometricTail;
use crate::tail::law::Law;
use crate::value::{OperationError, Value};
use crate::weighted::{merged, merged_whole};
use std::rc::Rc;
use tohit_compile::program::Binary;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// Distribution of the sum of open-ended dice: the highest face counts `less` less and is rolled again.
pub(crate) fn open_dice(
    dice: i64,
    sides: i64,
    less: i64,
    arith: &Arithmetic,
) -> Result<Vec<(Value, Weight)>, OperationError> {
    let step = sides - less;
    if dice < 1 || sides < 1 {
        return Ok(vec![(Value::from(0), arith.one())]);
    }
    if sides < 2 || step < 1 || dice > 20 || sides > 100 {
        let allowed = "open dice are 1 to 20, of 2 to 100 sides, and count less by fewer than their sides";
        return Err(OperationError::Wrong(allowed.to_owned()));
    }
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
        let drn = open_dice(2, 6, 1, AR).unwrap();
        assert_eq!(drn.len(), 1);
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
        let drn = open_dice(2, 6, 1, AR).unwrap();
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
