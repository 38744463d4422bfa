//! Number types of answers and studies: floats and exact fractions.

use crate::exact::{self, Truncate};
use crate::json::Json;
use crate::problem::Problem;
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Sub};
use tohit_engine::Scenario;
use tohit_odds::{Arithmetic, Fraction};

/// A float this near to a bound is decided by its fraction. Answers in floats are true to 1e-12.
const NEAR: f64 = 1e-9;

/// A number of an answer: mostly a probability.
pub trait Probability:
    Sized + Clone + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// True for exact arithmetic.
    const EXACT: bool;
    /// The most products that the chance of a run may take.
    const MOST_PRODUCTS: usize;

    /// Evaluates a scenario in the engine's weights and converts the result.
    ///
    /// # Errors
    /// Problems of the evaluation, or fractions past the stated size.
    fn evaluate<T: Truncate>(
        scenario: &Scenario<'_>,
        tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
    ) -> Result<T::Mapped<Self>, Vec<Problem>>;
    /// Converts a fraction.
    fn of(number: &Fraction) -> Self;
    /// Sum of products: each weight times its number.
    fn weighed(all: &mut dyn Iterator<Item = (i64, &Self)>) -> Self;
    /// The nearest float.
    fn float(&self) -> f64;
    /// The number, capped at 1: floating-point sums may exceed it slightly.
    fn into_chance(self) -> Self;
    /// Comparison with a bound; none for a float too near to decide.
    fn beside(&self, bound: &Fraction) -> Option<Ordering>;
    /// Ordering in which floats that differ by rounding alone are equal.
    fn rank(&self, other: &Self) -> Ordering;
    /// The standard deviation of a distribution with this mean; none in fractions, as a square root may be
    /// irrational.
    fn deviation(mean: Self, all: &mut dyn Iterator<Item = (i64, &Self)>) -> Option<Self>;
    /// A number for a float, a string for a fraction.
    fn json(&self) -> Json;
}

/// The standard deviation of a distribution with this mean.
pub(crate) fn deviation<'a>(mean: f64, all: impl Iterator<Item = (i64, &'a f64)>) -> f64 {
    let variance: f64 = all.map(|(value, p)| (value as f64 - mean).powi(2) * p).sum();
    variance.max(0.0).sqrt()
}

impl Probability for f64 {
    const EXACT: bool = false;
    const MOST_PRODUCTS: usize = 50_000_000;

    fn evaluate<T: Truncate>(
        _: &Scenario<'_>,
        tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
    ) -> Result<T::Mapped<Self>, Vec<Problem>> {
        let arith = Arithmetic::Floats;
        // Every weight is a chance, or a chance divided by a mean of 1 or more: a floating-point sum may
        // exceed 1 slightly.
        Ok(tell(&arith)?.map(&mut |weight| arith.to_float(weight).min(1.0)))
    }

    fn weighed(all: &mut dyn Iterator<Item = (i64, &Self)>) -> Self {
        // Start at 0: the standard library's sum of nothing is -0.
        all.fold(0.0, |sum, (times, p)| sum + times as Self * p)
    }

    fn of(number: &Fraction) -> Self {
        number.to_f64()
    }

    fn float(&self) -> f64 {
        *self
    }

    fn into_chance(self) -> Self {
        self.min(1.0)
    }

    fn beside(&self, bound: &Fraction) -> Option<Ordering> {
        let bound = bound.to_f64();
        let apart = (self - bound).abs() > NEAR * bound.abs().max(1.0);
        apart.then(|| self.total_cmp(&bound))
    }

    fn rank(&self, other: &Self) -> Ordering {
        // Rounded to drop the last sixteen bits: this equality is transitive, as a total order needs.
        let rounded = |number: &Self| Self::from_bits(number.to_bits().wrapping_add(1 << 15) & !0xFFFF);
        rounded(self).total_cmp(&rounded(other))
    }

    fn deviation(mean: Self, all: &mut dyn Iterator<Item = (i64, &Self)>) -> Option<Self> {
        Some(deviation(mean, all))
    }

    fn json(&self) -> Json {
        (*self).into()
    }
}

impl Probability for Fraction {
    const EXACT: bool = true;
    const MOST_PRODUCTS: usize = 200_000;

    fn evaluate<T: Truncate>(
        scenario: &Scenario<'_>,
        tell: &dyn Fn(&Arithmetic) -> Result<T, Vec<Problem>>,
    ) -> Result<T::Mapped<Self>, Vec<Problem>> {
        exact::evaluate(scenario, tell)
    }

    fn weighed(all: &mut dyn Iterator<Item = (i64, &Self)>) -> Self {
        all.fold(Self::default(), |sum, (times, p)| sum + Self::from(times) * p)
    }

    fn of(number: &Fraction) -> Self {
        number.clone()
    }

    fn float(&self) -> f64 {
        self.to_f64()
    }

    fn into_chance(self) -> Self {
        self
    }

    fn beside(&self, bound: &Fraction) -> Option<Ordering> {
        Some(self.cmp(bound))
    }

    fn rank(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn deviation(_: Self, _: &mut dyn Iterator<Item = (i64, &Self)>) -> Option<Self> {
        None
    }

    fn json(&self) -> Json {
        self.to_string().into()
    }
}
