//! Arithmetic modulo a 61-bit prime, for residues of exact fractions.

use crate::Fraction;
use num_bigint::BigUint;
use num_traits::{Signed as _, ToPrimitive as _};

/// Bound of the denominators with precomputed inverses.
const READY: u64 = 1024;

/// The integers modulo a prime below 2⁶¹, in Montgomery's form. A probability whose denominator the prime
/// does not divide has exactly one residue, and every sum and product of probabilities is followed exactly.
///
/// ```
/// use tohit_odds::{Fraction, Prime};
/// let prime = Prime::all().next().unwrap();
/// let sixth = prime.mul(prime.ratio(1, 2), prime.ratio(1, 3));
/// assert_eq!(sixth, prime.fraction(&Fraction::new(1, 6)));
/// ```
#[derive(Clone, Debug)]
pub struct Prime {
    modulus: u64,
    /// -1/modulus modulo 2⁶⁴.
    negative_inverse: u64,
    one: u64,
    square: u64,
    inverses: Vec<u64>,
}

impl Prime {
    /// A prime without precomputed inverses, sufficient for products.
    fn bare(modulus: u64) -> Self {
        // Newton's iteration doubles the right bits of the inverse: 5 steps from 3 bits reach 96.
        let mut inverse = modulus;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(modulus.wrapping_mul(inverse)));
        }
        // 2⁶⁴, and its square by doubling it as often again.
        let one = (u64::MAX % modulus + 1) % modulus;
        let square = (0..u64::BITS).fold(one, |power, _| power * 2 % modulus);
        Self { modulus, negative_inverse: inverse.wrapping_neg(), one, square, inverses: Vec::new() }
    }

    fn new(modulus: u64) -> Self {
        let mut prime = Self::bare(modulus);
        prime.inverses = vec![0, prime.one];
        for n in 2..READY {
            // modulus = q n + r, so 1/n = -q/r, and r is smaller than n.
            let (q, r) = (modulus / n, modulus % n);
            let smaller = usize::try_from(r).ok().and_then(|r| prime.inverses.get(r)).copied();
            let inverse = prime.minus(prime.mul(prime.enter(q), smaller.unwrap_or_default()));
            prime.inverses.push(inverse);
        }
        prime
    }

    /// Primes below 2⁶¹, the largest first. No caller exhausts them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..1u64 << 60).map(|i| ((1 << 61) - 1) - 2 * i).filter(|n| is_prime(*n)).map(Self::new)
    }

    /// The prime itself.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The residue as an ordinary number below the modulus.
    #[must_use]
    pub fn residue(&self, a: u64) -> u64 {
        self.reduce(u128::from(a))
    }

    fn reduce(&self, product: u128) -> u64 {
        let m = (product as u64).wrapping_mul(self.negative_inverse);
        let sum = ((product + u128::from(m) * u128::from(self.modulus)) >> 64) as u64;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }

    /// Sum of four products with one reduction, whose argument may be as large as eight products.
    #[inline]
    pub(crate) fn dot(&self, a: [u64; 4], b: [u64; 4]) -> u64 {
        let [a0, a1, a2, a3] = a.map(u128::from);
        let [b0, b1, b2, b3] = b.map(u128::from);
        self.reduce(a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3)
    }

    /// The residue of an ordinary number.
    pub(crate) fn enter(&self, n: u64) -> u64 {
        self.mul(n % self.modulus, self.square)
    }

    pub(crate) fn invert(&self, a: u64) -> u64 {
        self.raise(a, self.modulus - 2)
    }

    fn raise(&self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = self.one;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(power, base);
            }
            base = self.mul(base, base);
            exponent >>= 1;
        }
        power
    }

    fn enter_big(&self, n: &BigUint) -> u64 {
        self.enter((n % self.modulus).to_u64().unwrap_or_default())
    }

    fn minus(&self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.modulus - a }
    }
}

impl Prime {
    /// 1
    #[must_use]
    pub fn one(&self) -> u64 {
        self.one
    }

    /// `over / under`; `under` must not be 0.
    #[must_use]
    pub fn ratio(&self, over: u64, under: u64) -> u64 {
        let over = self.enter(over);
        match usize::try_from(under).ok().and_then(|n| self.inverses.get(n)) {
            Some(inverse) => self.mul(over, *inverse),
            None => self.divide(over, self.enter(under)),
        }
    }

    /// The residue of a fraction.
    #[must_use]
    pub fn fraction(&self, fraction: &Fraction) -> u64 {
        let (numer, denom) = fraction.parts();
        let size = match denom.to_u64() {
            Some(denom) => self.mul(self.enter_big(numer.magnitude()), self.ratio(1, denom)),
            None => self.divide(self.enter_big(numer.magnitude()), self.enter_big(denom)),
        };
        if numer.is_negative() { self.minus(size) } else { size }
    }

    /// `a + b`
    #[inline]
    #[must_use]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.modulus { sum - self.modulus } else { sum }
    }

    /// `a * b`
    #[inline]
    #[must_use]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// `a - b`
    #[must_use]
    pub fn less(&self, a: u64, b: u64) -> u64 {
        self.add(a, self.minus(b))
    }

    /// `over / under`
    #[must_use]
    pub fn divide(&self, over: u64, under: u64) -> u64 {
        self.mul(over, self.invert(under))
    }
}

/// Miller and Rabin's test with the bases that decide every 64-bit number.
fn is_prime(n: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if BASES.iter().any(|base| n.is_multiple_of(*base)) {
        return BASES.contains(&n);
    }
    let field = Prime::bare(n);
    let twos = (n - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let mut power = field.raise(field.enter(*base), (n - 1) >> twos);
        (0..twos).any(|i| {
            let passes = power == field.minus(field.one) || (i == 0 && power == field.one);
            power = field.mul(power, power);
            passes
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_primes() {
        let small: Vec<u64> = (2..60).filter(|n| is_prime(*n)).collect();
        assert_eq!(small, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]);
        // Carmichael numbers and strong pseudoprimes to few bases.
        for composite in [561, 41041, 3_215_031_751, 3_825_123_056_546_413_051] {
            assert!(!is_prime(composite));
        }
        let first: Vec<u64> = Prime::all().take(3).map(|prime| prime.modulus()).collect();
        assert_eq!(first, [(1 << 61) - 1, (1 << 61) - 31, (1 << 61) - 45]);
    }

    #[test]
    fn computes_like_ordinary_arithmetic() {
        for prime in Prime::all().take(3) {
            let p = u128::from(prime.modulus());
            for (n, d) in [(1, 2), (2, 3), (599, 1001), (7, 65_537), (12_345_678_901, 98_765_432_109)] {
                let ratio = prime.residue(prime.ratio(n, d));
                assert_eq!(u128::from(ratio) * u128::from(d) % p, u128::from(n) % p);
                let fraction = Fraction::new(n as i64, d as i64);
                assert_eq!(prime.residue(prime.fraction(&fraction)), ratio);
                let sum = prime.add(prime.ratio(n, d), prime.less(prime.one(), prime.ratio(n, d)));
                assert_eq!(sum, prime.one());
            }
        }
    }

    #[test]
    fn four_products_are_summed_at_once() {
        for prime in Prime::all().take(3) {
            // Largest residues: no overflow.
            let most = prime.modulus() - 1;
            for (a, b) in [([2, 3, 5, 7], [11, 13, 17, 19]), ([most; 4], [most, 1, most, most])] {
                let one_by_one = a.into_iter().zip(b).fold(0, |sum, (a, b)| prime.add(sum, prime.mul(a, b)));
                assert_eq!(prime.dot(a, b), one_by_one);
            }
        }
    }
}
