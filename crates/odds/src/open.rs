//! Two open-ended six-sided dice: a 6 counts 5 and is rolled again and added, without end.
//!
//! One such die is 5K + R: K sixes in a row, then R from 1 to 5. A pair is therefore 5N + S, with P(N ≥ j) = (5j + 6)/6^(j+1) and S the sum of
//! two five-sided dice, and everything about it has a closed form. Nothing is cut off: only beyond four thousand million, where a fraction would
//! fill a disk, does a chance count as 0.

use crate::weights::Weights;

/// From here on a chance counts as 0.
const FAR: i64 = 1 << 32;

/// 6^-n.
fn sixths<F: Weights>(weights: &F, n: u64) -> F::Weight {
    let (mut power, mut square, mut left) = (weights.one(), weights.ratio(1, 6), n);
    while left > 0 {
        if left & 1 == 1 {
            power = weights.mul(power, square);
        }
        square = weights.mul(square, square);
        left >>= 1;
    }
    power
}

/// `n = 5q + 1 + a` with a from 1 to 5, for n ≥ 2.
fn split(n: i64) -> Option<(u64, u64)> {
    let above = u64::try_from(n.checked_sub(2)?).ok()?;
    Some((above / 5, above % 5 + 1))
}

/// P(pair = n): `[(q + 1) a + 6 q (5 - a)] / 6^(q + 2)`.
pub fn exactly<F: Weights>(weights: &F, n: i64) -> F::Weight {
    let Some((q, a)) = split(n).filter(|_| n < FAR) else { return weights.zero() };
    let over = (q + 1) * a + 6 * q * (5 - a);
    weights.mul(weights.ratio(over, 36), sixths(weights, q))
}

/// P(pair ≥ n).
pub fn at_least<F: Weights>(weights: &F, n: i64) -> F::Weight {
    let Some((q, a)) = split(n) else { return weights.one() };
    if n >= FAR {
        return weights.zero();
    }
    // [hi T(q - 1) + (25 - hi - lo) T(q) + lo T(q + 1)] / 25 over 6^(q + 2), T(j) = (5j + 6)/6^(j + 1); T(-1) = 1.
    let (high, low) = ((5 - a) * (6 - a) / 2, a * (a - 1) / 2);
    let over = high * (5 * q + 1) * 36 + (25 - high - low) * (5 * q + 6) * 6 + low * (5 * q + 11);
    weights.mul(weights.ratio(over, 25 * 36), sixths(weights, q))
}

/// The weights, out of 625, of the difference of two sums of two five-sided dice, for -8 to 8.
const FIVES: [u64; 17] = [1, 4, 10, 20, 35, 52, 68, 80, 85, 80, 68, 52, 35, 20, 10, 4, 1];

fn over_fives<F: Weights>(weights: &F, sixes: impl Fn(i64) -> F::Weight) -> F::Weight {
    (-8..=8).zip(FIVES).fold(weights.zero(), |sum, (e, over)| {
        weights.add(sum, weights.mul(weights.ratio(over, 625), sixes(e)))
    })
}

/// P(one pair - another = d).
pub fn difference<F: Weights>(weights: &F, d: i64) -> F::Weight {
    if d.unsigned_abs() >= FAR.unsigned_abs() {
        return weights.zero();
    }
    over_fives(weights, |e| {
        let rest = d - e;
        if rest % 5 != 0 {
            return weights.zero();
        }
        // P(M = m) = 5 (37 + 35 |m|) / (343 · 6^|m|).
        let m = (rest / 5).unsigned_abs();
        weights.mul(weights.ratio(5 * (37 + 35 * m), 343), sixths(weights, m))
    })
}

/// P(one pair - another ≥ d).
///
/// ```
/// use tohit_odds::{Floats, open};
/// assert_eq!(open::difference_at_least(&Floats, 1), 157.0 / 343.0);
/// ```
pub fn difference_at_least<F: Weights>(weights: &F, d: i64) -> F::Weight {
    if d <= 0 {
        return weights.rest(difference_at_least(weights, d.saturating_neg().saturating_add(1)));
    }
    if d >= FAR {
        return weights.zero();
    }
    over_fives(weights, |e| {
        let rest = d - e;
        let m = rest.div_euclid(5) + i64::from(rest.rem_euclid(5) > 0);
        // P(M ≥ m) = 6 (44 + 35m) / (343 · 6^m) for m ≥ 1, and 1 - P(M ≥ 1 - m) below.
        let tail = |m: u64| weights.mul(weights.ratio(6 * (44 + 35 * m), 343), sixths(weights, m));
        if m >= 1 { tail(m.unsigned_abs()) } else { weights.rest(tail((1 - m).unsigned_abs())) }
    })
}
