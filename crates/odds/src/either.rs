//! Floats or a prime field, decided while running.

use crate::Fraction;
use crate::dist::Total;
use crate::prime::Prime;
use crate::reduced::Term;
use crate::weights::{Floats, Weights};

/// Either arithmetic behind one type: a rule that is read with it is compiled once for both, which halves a program that has many rules.
///
/// A residue travels in the bits of a float. It is below 2⁶¹, so those bits are some tiny float and never "not a number"; equal residues are equal
/// floats, and 0 is 0.
#[derive(Clone, Debug)]
pub enum Either {
    /// Probabilities as `f64`.
    Floats,
    /// Residues modulo a prime.
    Prime(Prime),
}

impl Either {
    /// The residue that a weight of a prime field stands for, as an ordinary number; 0 in floats.
    #[must_use]
    pub fn residue(&self, weight: f64) -> u64 {
        match self {
            Self::Floats => 0,
            Self::Prime(prime) => prime.residue(weight.to_bits()),
        }
    }
}

/// Passes a calculation on to whichever arithmetic it is.
macro_rules! pass {
    ($self:ident, $method:ident ( $($weight:ident),* ) $(, $other:expr)?) => {
        match $self {
            Self::Floats => Floats.$method($($weight),* $($other)?),
            Self::Prime(prime) => f64::from_bits(prime.$method($($weight.to_bits()),* $($other)?)),
        }
    };
}

impl Weights for Either {
    type Weight = f64;

    fn zero(&self) -> f64 {
        0.0
    }

    fn one(&self) -> f64 {
        pass!(self, one())
    }

    fn ratio(&self, over: u64, under: u64) -> f64 {
        match self {
            Self::Floats => Floats.ratio(over, under),
            Self::Prime(prime) => f64::from_bits(prime.ratio(over, under)),
        }
    }

    fn fraction(&self, fraction: &Fraction) -> f64 {
        pass!(self, fraction(), fraction)
    }

    #[inline]
    fn add(&self, a: f64, b: f64) -> f64 {
        pass!(self, add(a, b))
    }

    #[inline]
    fn mul(&self, a: f64, b: f64) -> f64 {
        pass!(self, mul(a, b))
    }

    fn rest(&self, a: f64) -> f64 {
        pass!(self, rest(a))
    }

    fn less(&self, a: f64, b: f64) -> f64 {
        pass!(self, less(a, b))
    }

    fn divide(&self, over: f64, under: f64) -> f64 {
        pass!(self, divide(over, under))
    }

    fn convolve(&self, a: &[f64], b: &[f64]) -> Vec<f64> {
        match self {
            Self::Floats => Floats.convolve(a, b),
            Self::Prime(prime) => {
                let bits =
                    |weights: &[f64]| weights.iter().map(|weight| weight.to_bits()).collect::<Vec<u64>>();
                prime.convolve(&bits(a), &bits(b)).into_iter().map(f64::from_bits).collect()
            }
        }
    }

    fn pour(&self, into: &mut [f64], from: &[f64], scale: f64) {
        match self {
            Self::Floats => Floats.pour(into, from, scale),
            Self::Prime(prime) => {
                let scale = scale.to_bits();
                for (sum, weight) in into.iter_mut().zip(from) {
                    let more = prime.mul(weight.to_bits(), scale);
                    *sum = f64::from_bits(prime.add(sum.to_bits(), more));
                }
            }
        }
    }

    fn neighbours(&self, values: &[f64], window: usize, scale: f64) -> Vec<f64> {
        match self {
            Self::Floats => Floats.neighbours(values, window, scale),
            Self::Prime(prime) => {
                let bits: Vec<u64> = values.iter().map(|weight| weight.to_bits()).collect();
                let sums = prime.neighbours(&bits, window, scale.to_bits());
                sums.into_iter().map(f64::from_bits).collect()
            }
        }
    }

    fn between(&self, begun: &[f64], ended: &[f64], stays: bool) -> Vec<f64> {
        match self {
            Self::Floats => Floats.between(begun, ended, stays),
            Self::Prime(prime) => {
                let bits =
                    |weights: &[f64]| weights.iter().map(|weight| weight.to_bits()).collect::<Vec<u64>>();
                let between = prime.between(&bits(begun), &bits(ended), stays);
                between.into_iter().map(f64::from_bits).collect()
            }
        }
    }

    fn power(&self, part: &[f64], times: u32) -> Option<(usize, Vec<f64>)> {
        match self {
            Self::Floats => Floats.power(part, times),
            Self::Prime(_) => None,
        }
    }

    fn size(&self, a: f64) -> Option<f64> {
        match self {
            Self::Floats => Floats.size(a),
            Self::Prime(_) => None,
        }
    }

    fn mixture(&self, terms: &[Term<f64>]) -> Option<Total<f64>> {
        match self {
            Self::Floats => Floats.mixture(terms),
            Self::Prime(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_as_what_it_is() {
        let floats = Either::Floats;
        let even = vec![1.0 / 2000.0; 2000];
        assert!(floats.power(&even, 3).is_some_and(|quick| Some(quick) == Floats.power(&even, 3)));
        assert_eq!(floats.mul(floats.ratio(1, 2), floats.ratio(2, 3)), 0.5 * (2.0 / 3.0));
        for prime in Prime::all().take(2) {
            let either = Either::Prime(prime.clone());
            let (half, third) = (either.ratio(1, 2), either.ratio(1, 3));
            let sum = either.add(either.mul(half, third), either.rest(either.divide(third, half)));
            assert_eq!(either.residue(sum), prime.residue(prime.ratio(1, 2)));
            assert_eq!(
                either.convolve(&[half, third], &[third, half])[1],
                either.add(either.mul(half, half), either.mul(third, third))
            );
            assert!(either.is_zero(either.ratio(0, 5)) && !either.one().is_nan());
            let mut poured = [half, third];
            either.pour(&mut poured, &[third, half], third);
            assert_eq!(
                poured,
                [either.add(half, either.mul(third, third)), either.add(third, either.mul(half, third))]
            );
            let between = either.between(&[half, third], &[either.zero(), half, third], false);
            assert_eq!(between, [half, third, either.zero()]);
            let sums = either.neighbours(&[half, third], 2, third);
            let both = either.mul(either.add(half, third), third);
            assert_eq!(sums, [either.mul(half, third), both, either.mul(third, third)]);
        }
    }
}
