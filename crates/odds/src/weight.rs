//! Weights: probabilities as floats, or as residues modulo a prime, behind one opaque type.
//!
//! The same code runs in floats for interactive answers, and over a few primes for exact fractions (see
//! [`crate::exact`]).

use crate::Fraction;
use crate::prime::Prime;

/// A probability, whose representation depends on its [`Arithmetic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Weight(u64);

/// Arithmetic of weights.
///
/// ```
/// use tohit_odds::{Arithmetic, Prime};
/// let two_thirds = |arith: &Arithmetic| arith.less(arith.one(), arith.ratio(1, 3));
/// assert!((Arithmetic::Floats.to_float(two_thirds(&Arithmetic::Floats)) - 2.0 / 3.0).abs() < 1e-15);
/// let prime = Prime::all().next().unwrap();
/// let residues = Arithmetic::Prime(prime.clone());
/// assert_eq!(residues.residue(two_thirds(&residues)), prime.residue(prime.ratio(2, 3)));
/// ```
#[derive(Clone, Debug)]
pub enum Arithmetic {
    /// Floats.
    Floats,
    /// Residues modulo a prime.
    Prime(Prime),
}

/// Running sum of many weights. In floats it is compensated (Sum2 of Ogita, Rump and Oishi): a million
/// additions round like one.
///
/// ```
/// use tohit_odds::{Arithmetic, WeightSum};
/// let floats = Arithmetic::Floats;
/// let mut sum = WeightSum::default();
/// (0..1_000_000).for_each(|_| sum.add(floats.ratio(1, 1_000_000), &floats));
/// assert_eq!(floats.to_float(sum.total(&floats)), 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightSum {
    rounded: Weight,
    /// Sum of the rounding errors; 0 for residues.
    error: f64,
}

impl WeightSum {
    /// Sum of one weight.
    #[must_use]
    pub const fn of(weight: Weight) -> Self {
        Self { rounded: weight, error: 0.0 }
    }

    /// Adds a weight.
    #[inline]
    pub fn add(&mut self, weight: Weight, arith: &Arithmetic) {
        let sum = arith.add(self.rounded, weight);
        if let Arithmetic::Floats = arith {
            // Knuth's TwoSum: a + b = sum + error, exactly.
            let (a, b) = (self.rounded.float(), weight.float());
            let of_b = sum.float() - a;
            self.error += (a - (sum.float() - of_b)) + (b - of_b);
        }
        self.rounded = sum;
    }

    /// The sum of all weights that were added.
    #[inline]
    #[must_use]
    pub fn total(self, arith: &Arithmetic) -> Weight {
        match arith {
            Arithmetic::Floats => Weight::of(self.rounded.float() + self.error),
            Arithmetic::Prime(_) => self.rounded,
        }
    }
}

impl Weight {
    /// 0, in any arithmetic.
    pub const ZERO: Self = Self(0);

    const fn float(self) -> f64 {
        f64::from_bits(self.0)
    }

    const fn of(float: f64) -> Self {
        Self(float.to_bits())
    }

    /// True for 0.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Arithmetic {
    /// 1
    #[must_use]
    pub fn one(&self) -> Weight {
        match self {
            Self::Floats => Weight::of(1.0),
            Self::Prime(prime) => Weight(prime.one()),
        }
    }

    /// `over / under`; `under` must not be 0.
    #[must_use]
    pub fn ratio(&self, over: u64, under: u64) -> Weight {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "a float is asked for")]
            Self::Floats => Weight::of(over as f64 / under as f64),
            Self::Prime(prime) => Weight(prime.ratio(over, under)),
        }
    }

    /// A fraction of any length.
    #[must_use]
    pub fn fraction(&self, fraction: &Fraction) -> Weight {
        match self {
            Self::Floats => Weight::of(fraction.to_f64()),
            Self::Prime(prime) => Weight(prime.fraction(fraction)),
        }
    }

    /// `a + b`
    #[inline]
    #[must_use]
    pub fn add(&self, a: Weight, b: Weight) -> Weight {
        match self {
            Self::Floats => Weight::of(a.float() + b.float()),
            Self::Prime(prime) => Weight(prime.add(a.0, b.0)),
        }
    }

    /// `a - b`
    #[inline]
    #[must_use]
    pub fn less(&self, a: Weight, b: Weight) -> Weight {
        match self {
            Self::Floats => Weight::of(a.float() - b.float()),
            Self::Prime(prime) => Weight(prime.less(a.0, b.0)),
        }
    }

    /// `a * b`
    #[inline]
    #[must_use]
    pub fn mul(&self, a: Weight, b: Weight) -> Weight {
        match self {
            Self::Floats => Weight::of(a.float() * b.float()),
            Self::Prime(prime) => Weight(prime.mul(a.0, b.0)),
        }
    }

    /// `a / b`
    #[must_use]
    pub fn divide(&self, a: Weight, b: Weight) -> Weight {
        match self {
            Self::Floats => Weight::of(a.float() / b.float()),
            Self::Prime(prime) => Weight(prime.divide(a.0, b.0)),
        }
    }

    /// `a ^ n`
    #[must_use]
    pub fn power(&self, a: Weight, n: u64) -> Weight {
        let (mut base, mut left, mut power) = (a, n, self.one());
        while left > 0 {
            if left & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            left >>= 1;
        }
        power
    }

    /// The sum of weights. In floats each addition rounds: [`Arithmetic::total`] is for lists that an answer
    /// collapses.
    #[must_use]
    pub fn sum(&self, weights: impl IntoIterator<Item = Weight>) -> Weight {
        weights.into_iter().fold(Weight::ZERO, |sum, weight| self.add(sum, weight))
    }

    /// The compensated sum of weights ([`WeightSum`]).
    #[must_use]
    pub fn total(&self, weights: impl IntoIterator<Item = Weight>) -> Weight {
        let mut sum = WeightSum::default();
        weights.into_iter().for_each(|weight| sum.add(weight, self));
        sum.total(self)
    }

    /// Probability that a list leaves open, so that no mass is lost: floats round at each turn of a long
    /// fight. Where they have lost more than 10^-12, the rest is 1 minus the listed mass. The rest is zero
    /// only where `open` is, as for residues.
    #[must_use]
    pub fn rest(&self, open: Weight, listed: Weight) -> Weight {
        const ROUNDING: f64 = 1e-12;
        match self {
            Self::Floats if !open.is_zero() && 1.0 - listed.float() - open.float() > ROUNDING => {
                Weight::of(1.0 - listed.float())
            }
            _ => open,
        }
    }

    /// `into[i] += from[i] * scale`, up to the shorter length.
    pub fn pour(&self, into: &mut [Weight], from: &[Weight], scale: Weight) {
        match self {
            Self::Floats => {
                for (sum, weight) in into.iter_mut().zip(from) {
                    *sum = Weight::of(sum.float() + weight.float() * scale.float());
                }
            }
            Self::Prime(prime) => {
                for (sum, weight) in into.iter_mut().zip(from) {
                    *sum = Weight(prime.add(sum.0, prime.mul(weight.0, scale.0)));
                }
            }
        }
    }

    /// `into[i + j] += from[i] * weights[j]`, up to the length of `into`.
    ///
    /// ```
    /// use tohit_odds::{Arithmetic, Weight};
    /// let floats = Arithmetic::Floats;
    /// let coin = [floats.ratio(1, 2); 2];
    /// let mut heads = [Weight::ZERO; 3];
    /// floats.convolve(&mut heads, &coin, &coin);
    /// assert_eq!(heads.map(|weight| floats.to_float(weight)), [0.25, 0.5, 0.25]);
    /// ```
    pub fn convolve(&self, into: &mut [Weight], from: &[Weight], weights: &[Weight]) {
        let (from, weights) = if from.len() < weights.len() { (weights, from) } else { (from, weights) };
        // Four at once, so that each sum is fetched and put back once for four products.
        let fours = weights.chunks_exact(4);
        let rest = fours.remainder();
        let mut padded = Vec::new();
        if fours.len() > 0 {
            padded.resize(from.len() + 6, Weight::ZERO);
            padded.iter_mut().skip(3).zip(from).for_each(|(slot, weight)| *slot = *weight);
        }
        let mut index = 0;
        for four in fours {
            let into = into.get_mut(index..).unwrap_or_default().iter_mut().zip(padded.array_windows());
            if let &[a, b, c, d] = four {
                match self {
                    Self::Floats => {
                        let (a, b, c, d) = (a.float(), b.float(), c.float(), d.float());
                        for (sum, [w, x, y, z]) in into {
                            let more = (z.float() * a + y.float() * b) + (x.float() * c + w.float() * d);
                            *sum = Weight::of(sum.float() + more);
                        }
                    }
                    Self::Prime(prime) => {
                        for (sum, [w, x, y, z]) in into {
                            let more = prime.dot([z.0, y.0, x.0, w.0], [a.0, b.0, c.0, d.0]);
                            *sum = Weight(prime.add(sum.0, more));
                        }
                    }
                }
            }
            index += four.len();
        }
        for weight in rest {
            self.pour(into.get_mut(index..).unwrap_or_default(), from, *weight);
            index += 1;
        }
    }

    /// The weight as a float; 0 for a residue.
    #[must_use]
    pub fn to_float(&self, weight: Weight) -> f64 {
        match self {
            Self::Floats => weight.float(),
            Self::Prime(_) => 0.0,
        }
    }

    /// The residue, for [`crate::exact::fractions`]; 0 for a float.
    #[must_use]
    pub fn residue(&self, weight: Weight) -> u64 {
        match self {
            Self::Floats => 0,
            Self::Prime(prime) => prime.residue(weight.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_arithmetics_say_the_same() {
        let prime = Prime::all().next().map(Arithmetic::Prime);
        for arithmetic in prime.into_iter().chain([Arithmetic::Floats]) {
            let a = &arithmetic;
            let half = a.ratio(1, 2);
            assert_eq!(a.power(half, 3), a.ratio(1, 8));
            assert_eq!(a.less(a.add(half, half), half), half);
            assert_eq!(a.divide(a.mul(half, half), half), half);
            assert_eq!(a.fraction(&Fraction::new(-1, 2)), a.less(Weight::ZERO, half));
            let mut sums = [half, Weight::ZERO];
            a.pour(&mut sums, &[half, half], half);
            assert_eq!(sums, [a.ratio(3, 4), a.ratio(1, 4)]);
            for many in 0..7 {
                let weights: Vec<Weight> = (1..).map(|n| a.ratio(n, 8)).take(many).collect();
                for room in [0, 3, 20] {
                    let from = [1, 0, 5, 2, 3, 7].map(|n| a.ratio(n, 16));
                    let (mut each, mut all) = (vec![half; room], vec![half; room]);
                    for (index, weight) in weights.iter().enumerate() {
                        a.pour(each.get_mut(index..).unwrap_or_default(), &from, *weight);
                    }
                    a.convolve(&mut all, &from, &weights);
                    assert_eq!(all, each, "{many} into {room}");
                }
            }
            let expected = match a {
                Arithmetic::Floats => (0.5, 0),
                Arithmetic::Prime(prime) => (0.0, prime.modulus().div_ceil(2)),
            };
            assert_eq!((a.to_float(half), a.residue(half)), expected);
            let parts = core::iter::repeat_n(a.ratio(1, 1_000_000), 1_000_000);
            assert_eq!(a.total(parts), a.one());
            assert!(Weight::default().is_zero() && !half.is_zero() && a.sum([half, half]) == a.one());
        }
    }
}
