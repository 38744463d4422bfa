//! Polynomials in the basis of the binomials C(q, k), times the powers of a ratio.

use tohit_odds::{Arithmetic, Weight};

/// Convolutions of C(q, k) r^q with C(q, l) s^q, for each k and l: a polynomial times r^q, and one times s^q.
pub(crate) struct Convolutions {
    pub(crate) within: Vec<Vec<[Vec<Weight>; 2]>>,
    /// The same a round later: the round in front of the first has the weight 0.
    pub(crate) over: Vec<Vec<[Vec<Weight>; 2]>>,
}

impl Convolutions {
    pub(crate) fn new(ratios: [Weight; 2], [first, second]: [usize; 2], arith: &Arithmetic) -> Self {
        let [r, s] = ratios;
        let places = |of: &dyn Fn(usize, usize) -> [Vec<Weight>; 2]| -> Vec<Vec<[Vec<Weight>; 2]>> {
            (0..first).map(|k| (0..second).map(|l| of(k, l)).collect()).collect()
        };
        if is_same(r, s, arith) {
            // C(q + 1, k + l + 1) r^q, by Vandermonde.
            let at = |places: &[usize], weight: Weight| {
                let mut polynomial = vec![Weight::ZERO; first + second];
                places
                    .iter()
                    .filter_map(|place| polynomial.get_mut(*place).map(|slot| *slot = weight))
                    .count();
                [polynomial, Vec::new()]
            };
            let sooner = arith.divide(arith.one(), r);
            let within = places(&|k, l| at(&[k + l, k + l + 1], arith.one()));
            return Self { within, over: places(&|k, l| at(&[k + l + 1], sooner)) };
        }
        // With a = rz / (1 - rz) and d = sz / (1 - sz) the generating functions are (1 + a) a^k and (1 + d) d^l,
        // and a d = (s a - r d) / (r - s) takes products apart.
        let apart = arith.less(r, s);
        let [mine, theirs] = [s, r].map(|ratio| arith.divide(ratio, apart));
        let mut powers: Vec<Vec<[Vec<Weight>; 2]>> = Vec::new();
        for k in 0..=first {
            let mut row: Vec<[Vec<Weight>; 2]> = Vec::new();
            for l in 0..=second {
                let mut both = [vec![Weight::ZERO; first + 1], vec![Weight::ZERO; second + 1]];
                match (powers.last().and_then(|above| above.get(l)), row.last()) {
                    (Some(above), Some(before)) => {
                        for (into, (above, before)) in both.iter_mut().zip(above.iter().zip(before)) {
                            arith.pour(into, before, mine);
                            arith.pour(into, above, arith.less(Weight::ZERO, theirs));
                        }
                    }
                    _ => {
                        let [a, d] = &mut both;
                        if let Some(one) = if l == 0 { a.get_mut(k) } else { d.get_mut(l) } {
                            *one = arith.one();
                        }
                    }
                }
                row.push(both);
            }
            powers.push(row);
        }
        let within = places(&|k, l| {
            let parts = powers.iter().skip(k).take(2).flat_map(|row| row.iter().skip(l).take(2));
            let mut both = [vec![Weight::ZERO; first + 1], vec![Weight::ZERO; second + 1]];
            for part in parts {
                both.iter_mut().zip(part).for_each(|(into, part)| arith.pour(into, part, arith.one()));
            }
            // a^i is C(q, i - 1) r^q without a^(i - 1).
            both.map(|mut powers| {
                for place in (1..powers.len()).rev() {
                    let own = powers.get(place).copied().unwrap_or_default();
                    if let Some(below) = powers.get_mut(place - 1) {
                        *below = arith.less(*below, own);
                    }
                }
                powers.split_off(1.min(powers.len()))
            })
        });
        let over = places(&|k, l| {
            let both = within.get(k).and_then(|row| row.get(l)).cloned().unwrap_or_default();
            let [mut a, mut d] = both;
            round_before(&mut a, r, arith);
            round_before(&mut d, s, arith);
            [a, d]
        });
        Self { within, over }
    }
}

/// The polynomial of the round before, its power included.
fn round_before(polynomial: &mut [Weight], ratio: Weight, arith: &Arithmetic) {
    let sooner = arith.divide(arith.one(), ratio);
    let mut above = Weight::ZERO;
    for factor in polynomial.iter_mut().rev() {
        above = arith.less(*factor, above);
        *factor = arith.mul(above, sooner);
    }
}

pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// Σ C(q, k) ratio^q over all q, for k = 0, 1, ...
pub(crate) fn binomial_sums(ratio: Weight, many: usize, arith: &Arithmetic) -> Vec<Weight> {
    let rest = arith.divide(arith.one(), arith.less(arith.one(), ratio));
    let next = arith.mul(ratio, rest);
    core::iter::successors(Some(rest), |term| Some(arith.mul(*term, next))).take(many).collect()
}

/// True where two ratios are one; floats of one ratio may have come about in two ways.
pub(crate) fn is_same(a: Weight, b: Weight, arith: &Arithmetic) -> bool {
    match arith {
        Arithmetic::Floats => {
            let [a, b] = [a, b].map(|ratio| arith.to_float(ratio));
            (a - b).abs() <= 1e-12 * a
        }
        Arithmetic::Prime(_) => a == b,
    }
}

/// The polynomial of the next round, its power included.
pub(crate) fn next_round(polynomial: &mut [Weight], ratio: Weight, arith: &Arithmetic) {
    let mut above = Weight::ZERO;
    for factor in polynomial.iter_mut().rev() {
        let own = *factor;
        *factor = arith.mul(arith.add(own, above), ratio);
        above = own;
    }
}

/// Polynomial at a place.
pub(crate) fn polynomial_at(factors: &[Weight], index: u64, arith: &Arithmetic) -> Weight {
    let mut over = arith.one();
    let mut sum = Weight::ZERO;
    for (k, factor) in (0..).zip(factors) {
        sum = arith.add(sum, arith.mul(*factor, over));
        over = arith.mul(over, arith.ratio(index.saturating_sub(k), k + 1));
    }
    sum
}

/// Newton's forward differences: coefficients of the polynomial with these values at 0, 1, 2, ...
pub(crate) fn differences(values: &mut [Weight], arith: &Arithmetic) {
    for round in 1..values.len() {
        let mut below = values.get(round - 1).copied().unwrap_or_default();
        for value in values.iter_mut().skip(round) {
            let above = *value;
            *value = arith.less(above, below);
            below = above;
        }
    }
}
