//! What a probability is while odds are computed: a float, or a residue of an exact fraction.

use crate::Fraction;
use crate::die::window_sums;
use crate::dist::Total;
use crate::reduced::Term;
use crate::{fourier, power, spectrum};
use core::fmt::Debug;

/// Arithmetic of probabilities. The same odds code runs with [`Floats`] while a person types and with prime fields
/// (see [`crate::exact`]) when the fraction is asked for.
pub trait Weights: Clone {
    /// One probability.
    type Weight: Copy + PartialEq + Debug;

    /// 0.
    fn zero(&self) -> Self::Weight;
    /// 1.
    fn one(&self) -> Self::Weight;
    /// `over` in `under`; nothing in nothing is 0.
    fn ratio(&self, over: u64, under: u64) -> Self::Weight;
    /// An exact probability.
    fn fraction(&self, fraction: &Fraction) -> Self::Weight;
    /// The sum.
    fn add(&self, a: Self::Weight, b: Self::Weight) -> Self::Weight;
    /// The product.
    fn mul(&self, a: Self::Weight, b: Self::Weight) -> Self::Weight;
    /// `1 - a`.
    fn rest(&self, a: Self::Weight) -> Self::Weight;
    /// `a - b`, where `a` is the larger.
    fn less(&self, a: Self::Weight, b: Self::Weight) -> Self::Weight;
    /// The quotient; nothing in nothing is 0.
    fn divide(&self, over: Self::Weight, under: Self::Weight) -> Self::Weight;
    /// All sums of one entry of `a` and one of `b`: `out[i + j] += a[i] b[j]`. Neither is empty.
    fn convolve(&self, a: &[Self::Weight], b: &[Self::Weight]) -> Vec<Self::Weight>;

    /// Adds each of `from`, times `scale`, to its place in `into`.
    fn pour(&self, into: &mut [Self::Weight], from: &[Self::Weight], scale: Self::Weight) {
        for (sum, weight) in into.iter_mut().zip(from) {
            *sum = self.add(*sum, self.mul(*weight, scale));
        }
    }

    /// Every sum of `window` neighbours, the ends cut off, times `scale`.
    fn neighbours(&self, values: &[Self::Weight], window: usize, scale: Self::Weight) -> Vec<Self::Weight> {
        let mut sums = window_sums(self, values, window);
        for sum in &mut sums {
            *sum = self.mul(*sum, scale);
        }
        sums
    }

    /// What begins at each place and those before it, less what ends there: the list goes to the last place where anything ends. Nothing ends before it
    /// begins; `stays` tells whether some of it does not end.
    fn between(&self, begun: &[Self::Weight], ended: &[Self::Weight], _stays: bool) -> Vec<Self::Weight> {
        let mut open = self.zero();
        let begun = begun.iter().copied().chain(core::iter::repeat(self.zero()));
        let between = begun.zip(ended).map(|(begun, ended)| {
            open = self.less(self.add(open, begun), *ended);
            open
        });
        between.collect()
    }

    /// The mixture of the terms' sums, where this arithmetic has a quicker way than to add them up one by one.
    #[doc(hidden)]
    fn mixture(&self, _: &[Term<Self::Weight>]) -> Option<Total<Self::Weight>> {
        None
    }

    /// The sum of `times` parts with these weights, which together are 1: the place of its first value, and its weights. Where this arithmetic has a
    /// quicker way than to add them up.
    #[doc(hidden)]
    fn power(&self, _part: &[Self::Weight], _times: u32) -> Option<(usize, Vec<Self::Weight>)> {
        None
    }

    /// How large a probability is, where its weight tells.
    fn size(&self, _: Self::Weight) -> Option<f64> {
        None
    }

    /// Whether the weight is exactly 0.
    fn is_zero(&self, a: Self::Weight) -> bool {
        a == self.zero()
    }
}

/// Probabilities as `f64`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floats;

/// Up to this many products are multiplied out, which keeps relative precision and is quick enough; a Fourier transform keeps only absolute
/// precision, which only distributions of more than a thousand values on both sides ever see.
const MULTIPLY_OUT: usize = 1 << 20;

/// What one point and one level of a Fourier transform costs, in products multiplied out (measured: 2 ns against 0.15 ns).
pub(crate) const TRANSFORM: usize = 13;

/// Whether two lists of these lengths are convolved faster, and well enough, by a Fourier transform.
fn transforms(a: usize, b: usize) -> bool {
    let padded = (a + b).next_power_of_two();
    let products = a.saturating_mul(b);
    products > MULTIPLY_OUT && products > padded.saturating_mul(padded.ilog2() as usize * TRANSFORM)
}

/// What it costs to add two lists of these lengths, in products multiplied out.
pub(crate) fn cost_of_sum(a: usize, b: usize) -> u64 {
    if transforms(a, b) {
        let padded = (a + b).next_power_of_two();
        padded as u64 * u64::from(padded.ilog2()) * TRANSFORM as u64
    } else {
        products(a, b)
    }
}

/// How many products there are of one entry of each of two lists.
pub(crate) fn products(a: usize, b: usize) -> u64 {
    a as u64 * b as u64
}

/// How many products it takes to add so many equal lists by doubling.
pub(crate) fn products_of_power(length: usize, times: u32) -> usize {
    let (length, mut sum, mut count) = (length.max(1), 1usize, 0usize);
    for bit in (0..u32::BITS - times.leading_zeros()).rev() {
        count = count.saturating_add(sum.saturating_mul(sum));
        sum = sum.saturating_mul(2) - 1;
        if times >> bit & 1 == 1 {
            count = count.saturating_add(sum.saturating_mul(length));
            sum = sum.saturating_add(length) - 1;
        }
    }
    count
}

/// Adds to a sum; what its rounding loses is added to the rest.
fn add_exactly(sum: &mut f64, rest: &mut f64, more: f64) {
    let rounded = *sum + more;
    let added = rounded - *sum;
    *rest += (*sum - (rounded - added)) + (more - added);
    *sum = rounded;
}

impl Weights for Floats {
    type Weight = f64;

    fn zero(&self) -> f64 {
        0.0
    }

    fn one(&self) -> f64 {
        1.0
    }

    fn ratio(&self, over: u64, under: u64) -> f64 {
        if over == 0 { 0.0 } else { over as f64 / under as f64 }
    }

    fn fraction(&self, fraction: &Fraction) -> f64 {
        fraction.to_f64()
    }

    #[inline]
    fn add(&self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline]
    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }

    fn rest(&self, a: f64) -> f64 {
        1.0 - a
    }

    fn less(&self, a: f64, b: f64) -> f64 {
        (a - b).max(0.0)
    }

    fn size(&self, a: f64) -> Option<f64> {
        Some(a)
    }

    fn divide(&self, over: f64, under: f64) -> f64 {
        if over == 0.0 { 0.0 } else { over / under }
    }

    /// From the last place backwards, so that nothing cancels where nothing begins any more, and elsewhere in two floats, so that no rounding is carried
    /// along. What comes out below the rounding of what went in is nothing.
    fn between(&self, begun: &[f64], ended: &[f64], stays: bool) -> Vec<f64> {
        const ROUNDINGS: f64 = 32.0;
        let noise = ROUNDINGS * f64::EPSILON * begun.iter().sum::<f64>();
        let mut between = vec![0.0; ended.len()];
        let (mut sum, mut rest) = (0.0, 0.0);
        if stays {
            let changes = begun.iter().copied().chain(ended.iter().map(|ended| -ended));
            changes.for_each(|change| add_exactly(&mut sum, &mut rest, change));
        }
        for (place, (slot, ended)) in between.iter_mut().zip(ended).enumerate().rev() {
            let open: f64 = sum + rest;
            let Some(begun) = begun.get(place) else {
                *slot = open;
                add_exactly(&mut sum, &mut rest, *ended);
                continue;
            };
            *slot = if open > noise { open } else { 0.0 };
            add_exactly(&mut sum, &mut rest, *ended);
            add_exactly(&mut sum, &mut rest, -begun);
        }
        between
    }

    fn mixture(&self, terms: &[Term<f64>]) -> Option<Total<f64>> {
        spectrum::mixture(terms)
    }

    fn power(&self, part: &[f64], times: u32) -> Option<(usize, Vec<f64>)> {
        (products_of_power(part.len(), times) > MULTIPLY_OUT).then(|| power::power(part, times))
    }

    fn convolve(&self, a: &[f64], b: &[f64]) -> Vec<f64> {
        if transforms(a.len(), b.len()) {
            return fourier::convolve(a, b);
        }
        let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let mut sums = vec![0.0; a.len() + b.len() - 1];
        for (i, x) in short.iter().enumerate() {
            if *x == 0.0 {
                continue;
            }
            for (sum, y) in sums.iter_mut().skip(i).zip(long) {
                *sum += x * y;
            }
        }
        sums
    }
}
