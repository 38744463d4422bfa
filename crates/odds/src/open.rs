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

/// The sum of `over(e) / 6^power(e)` times the weight of e, over 343: whole numbers over the highest power, one division at the end.
fn over_fives<F: Weights>(weights: &F, term: impl Fn(i64) -> Option<(u64, u64)>) -> F::Weight {
    let terms = || (-8..=8).zip(FIVES).filter_map(|(e, share)| Some((share, term(e)?)));
    let top = terms().map(|(_, (_, power))| power).max().unwrap_or_default();
    // The powers are at most four apart.
    let sum = terms().map(|(share, (over, power))| share * over * 6u64.pow((top - power) as u32)).sum();
    let share = weights.mul(weights.ratio(sum, 625), weights.ratio(1, 343));
    weights.mul(share, sixths(weights, top))
}

/// For d = 5k + r from 10 on, P(one pair - another ≥ d) is (A + B k) / (625 · 343 · 6^(k + 3)); here are A and B for each r.
const LINES: [(u64, u64); 5] = [line(0), line(1), line(2), line(3), line(4)];

const fn line(r: i64) -> (u64, u64) {
    let (mut a, mut b) = (0, 0);
    let mut left: &[u64] = &FIVES;
    let mut e = -8;
    while let [share, rest @ ..] = left {
        // m = k + c with c = ceil((r - e) / 5), so 6 (44 + 35 m) / 6^m = 6^(3 - c) · 6 (44 + 35 c + 35 k) / 6^(k + 3).
        let c = (r - e + 4).div_euclid(5);
        let scale = 6 * *share * 6u64.pow((3 - c) as u32);
        a += scale * (44 + 35 * c) as u64;
        b += scale * 35;
        left = rest;
        e += 1;
    }
    (a, b)
}

/// P(one pair - another = d).
pub fn difference<F: Weights>(weights: &F, d: i64) -> F::Weight {
    if d.unsigned_abs() >= FAR.unsigned_abs() {
        return weights.zero();
    }
    over_fives(weights, |e| {
        // P(M = m) = 5 (37 + 35 |m|) / (343 · 6^|m|).
        let m = ((d - e) / 5).unsigned_abs();
        ((d - e) % 5 == 0).then_some((5 * (37 + 35 * m), m))
    })
}

/// P(one pair - another ≥ d).
///
/// ```
/// use tohit_odds::{Floats, open};
/// assert!((open::difference_at_least(&Floats, 1) - 157.0 / 343.0).abs() < 1e-15);
/// ```
pub fn difference_at_least<F: Weights>(weights: &F, d: i64) -> F::Weight {
    if d <= 0 {
        return weights.rest(difference_at_least(weights, d.saturating_neg().saturating_add(1)));
    }
    if d >= FAR {
        return weights.zero();
    }
    let regular = usize::try_from(d % 5).ok().and_then(|r| LINES.get(r));
    if let (Ok(k @ 2..), Some((a, b))) = (u64::try_from(d / 5), regular) {
        let share = weights.mul(weights.ratio(a + b * k, 625), weights.ratio(1, 343));
        return weights.mul(share, sixths(weights, k + 3));
    }
    over_fives(weights, |e| {
        let rest = d - e;
        let m = rest.div_euclid(5) + i64::from(rest.rem_euclid(5) > 0);
        // P(M ≥ m) = 6 (44 + 35m) / (343 · 6^m) for m ≥ 1, and 1 - P(M ≥ 1 - m) below; m is -1 or more.
        let tail = |m: u64| 6 * (44 + 35 * m);
        Some(match u64::try_from(m) {
            Ok(m @ 1..) => (tail(m), m),
            _ => {
                let m = (1 - m).unsigned_abs();
                (343 * 6u64.pow(m as u32) - tail(m), m)
            }
        })
    })
}
