//! Exact fractions from their residues, by rational reconstruction.
//!
//! A rule's odds are sums and products of small fractions. Carrying big numbers through them is slow; instead
//! the same code runs once for each of a few 61-bit primes, as fast as with machine integers, and every
//! fraction is rebuilt at the end by rational reconstruction. One prime more than a fraction needs is the
//! check: a wrong one passes with probability 2⁻⁶¹.

use crate::Fraction;
use crate::prime::Prime;
use core::fmt;
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One, Zero};

/// Bits of one prime, and of the check.
pub const PRIME_BITS: u64 = 61;
/// Primes of the first attempt, enough for fractions of a few digits.
const FIRST_PRIMES: usize = 2;

/// Error of an answer whose fractions are longer than the stated size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Limit of a numerator or a denominator, in decimal digits.
    pub digits: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the exact fractions have more than about {} digits", self.digits)
    }
}

impl TooLarge {
    /// Error of an attempt with `most` primes.
    #[must_use]
    pub const fn for_primes(most: usize) -> Self {
        Self { digits: most.saturating_sub(1) * PRIME_BITS as usize * 3 / 20 }
    }
}

/// Rebuilds the fractions, each from 0 to 1, behind the residues that `run` gives for one prime after another
/// (always as many, in the same order), with at most `most_primes` primes.
///
/// ```
/// use tohit_odds::{Fraction, exact::fractions};
/// let halves = fractions(8, |prime| vec![prime.residue(prime.mul(prime.ratio(1, 2), prime.ratio(2, 3)))]);
/// assert_eq!(halves, Ok(vec![Fraction::new(1, 3)]));
/// ```
///
/// # Errors
/// The primes do not suffice, or a fraction is not between 0 and 1.
pub fn fractions(
    most_primes: usize,
    mut run: impl FnMut(&Prime) -> Vec<u64>,
) -> Result<Vec<Fraction>, TooLarge> {
    let mut many = 0;
    let fractions = first_fractions(most_primes, |prime| {
        let residues = run(prime);
        many = residues.len();
        residues
    });
    if fractions.len() < many { Err(TooLarge::for_primes(most_primes)) } else { Ok(fractions) }
}

/// Rebuilds the fractions before the first that needs more primes. Runs for later primes may return fewer
/// residues, which limits the number of fractions.
pub fn first_fractions(most_primes: usize, mut run: impl FnMut(&Prime) -> Vec<u64>) -> Vec<Fraction> {
    let mut primes = Prime::all();
    let mut basis = Basis { primes: Vec::new(), inverses: Vec::new(), product: BigUint::one() };
    let mut columns: Vec<Vec<u64>> = Vec::new();
    let mut fractions = Vec::new();
    let mut common = BigUint::one();
    let mut wanted = FIRST_PRIMES.min(most_primes).max(1);
    loop {
        while basis.primes.len() < wanted {
            let Some(prime) = primes.next() else { break };
            columns.push(run(&prime));
            basis.push(prime);
        }
        loop {
            let residues = columns.iter().map(|column| column.get(fractions.len()).copied());
            let Some(residues) = residues.collect::<Option<Vec<u64>>>() else { return fractions };
            let Some(fraction) = basis.rebuild(&residues, &mut common) else { break };
            fractions.push(fraction);
        }
        if wanted >= most_primes {
            return fractions;
        }
        wanted = (wanted + (wanted / 2).max(1)).min(most_primes);
    }
}

/// Primes used so far.
struct Basis {
    primes: Vec<Prime>,
    /// For each prime, the product of those before it, inverted modulo it.
    inverses: Vec<u64>,
    product: BigUint,
}

impl Basis {
    fn push(&mut self, prime: Prime) {
        let before = self
            .primes
            .iter()
            .fold(prime.one(), |product, other| prime.mul(product, prime.enter(other.modulus())));
        self.inverses.push(prime.invert(before));
        self.product *= prime.modulus();
        self.primes.push(prime);
    }

    /// The number below the product of the primes that has these residues, by Garner's algorithm.
    fn combine(&self, residues: &[u64]) -> BigUint {
        let mut digits: Vec<u64> = Vec::with_capacity(residues.len());
        for ((residue, prime), inverse) in residues.iter().zip(&self.primes).zip(&self.inverses) {
            let known = digits.iter().zip(&self.primes).rev().fold(0, |sum, (digit, other)| {
                prime.add(prime.mul(sum, prime.enter(other.modulus())), prime.enter(*digit))
            });
            let above = prime.less(prime.enter(*residue), known);
            digits.push(prime.residue(prime.mul(above, *inverse)));
        }
        let mut number = BigUint::zero();
        for (digit, prime) in digits.iter().zip(&self.primes).rev() {
            number = number * prime.modulus() + *digit;
        }
        number
    }

    /// The fraction with these residues, if it leaves one prime to spare. `common` is a common denominator of
    /// the fractions so far: mostly it already fits and saves the search.
    fn rebuild(&self, residues: &[u64], common: &mut BigUint) -> Option<Fraction> {
        let room = self.product.bits().checked_sub(PRIME_BITS + 2)?;
        let value = self.combine(residues);
        let numer = &value * &*common % &self.product;
        if numer.bits() + common.bits() < room && numer <= *common {
            return Some(Fraction::from_integers(numer.into(), common.clone().into()));
        }
        let (numer, denom) = widest_gap(&self.product, value)?;
        if numer.bits() + denom.bits() >= room || numer > denom {
            return None;
        }
        *common = common.lcm(&denom);
        Some(Fraction::from_integers(numer.into(), denom.into()))
    }
}

/// Euclid's algorithm on the product and the value passes through every candidate fraction; the one before
/// the largest quotient is by far the simplest (Monagan's maximal quotient). None if that is negative.
fn widest_gap(product: &BigUint, value: BigUint) -> Option<(BigUint, BigUint)> {
    let (mut r0, mut r1) = (product.clone(), value);
    // The denominators' signs alternate, so that each is the sum of two sizes.
    let (mut t0, mut t1, mut negative) = (BigUint::zero(), BigUint::one(), false);
    // For the value 0, which has no candidates.
    let mut best = Some((BigUint::zero(), BigUint::one()));
    let mut widest = 0;
    while !r1.is_zero() {
        let (quotient, remainder) = r0.div_rem(&r1);
        if quotient.bits() > widest {
            widest = quotient.bits();
            best = (!negative).then(|| (r1.clone(), t1.clone()));
        }
        let t2 = quotient * &t1 + &t0;
        (r0, r1) = (r1, remainder);
        (t0, t1, negative) = (t1, t2, !negative);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use rand::RngExt as _;
    use rand_pcg::Pcg32;

    /// A random fraction from 0 to 1 with a denominator of up to 61 times `words` bits.
    fn random_fraction(dice: &mut Pcg32, words: u64) -> Fraction {
        let mut number = |words: u64| {
            (0..words).fold(BigUint::one(), |number, _| (number << 61) + dice.random_range(0..1_u64 << 61))
        };
        let denom = number(words);
        let numer = number(words) % (&denom + 1_u32);
        Fraction::from_integers(numer.into(), denom.into())
    }

    #[test]
    fn rebuilds_what_went_in() {
        let mut dice = Pcg32::new(1, 1);
        for words in 1..8 {
            let given: Vec<Fraction> = (0..20).map(|_| random_fraction(&mut dice, words)).collect();
            let back = fractions(40, |prime| {
                given.iter().map(|fraction| prime.residue(prime.fraction(fraction))).collect()
            });
            assert_eq!(back.as_ref(), Ok(&given));
        }
    }

    #[test]
    fn refuses_what_does_not_fit() {
        let mut dice = Pcg32::new(2, 1);
        let given = random_fraction(&mut dice, 8);
        let back = fractions(10, |prime| vec![prime.residue(prime.fraction(&given))]);
        assert_eq!(back, Err(TooLarge { digits: 82 }));
        assert!(TooLarge { digits: 82 }.to_string().contains("more than about 82 digits"));
    }

    /// Number of primes for a value, and true where they suffice.
    fn primes(given: &Fraction, most: usize) -> (usize, bool) {
        let mut runs = 0;
        let back = fractions(most, |prime| {
            runs += 1;
            vec![prime.residue(prime.fraction(given))]
        });
        assert!(back.is_err() || back == Ok(vec![given.clone()]), "{given}: {back:?}");
        (runs, back.is_ok())
    }

    #[test]
    fn one_prime_is_to_spare_and_no_more_are_asked_than_allowed() {
        let power = |bits: u64| BigInt::one() << bits;
        // Three primes of 61 bits, one and a little to spare: 119 bits over and under the line.
        assert_eq!(primes(&Fraction::from_integers(power(57) + 1, power(60)), 3), (3, true));
        assert_eq!(primes(&Fraction::from_integers(power(58) + 1, power(60)), 3), (3, false));
        for most in 1..12 {
            assert_eq!(primes(&Fraction::from_integers(1.into(), power(900)), most), (most, false));
        }
    }

    #[test]
    fn only_what_is_a_chance_is_taken() {
        for (over, is_one) in [(-1, false), (0, true), (1, true), (2, true), (3, false), (4, false)] {
            assert_eq!(primes(&Fraction::new(over, 2), 6).1, is_one, "{over}/2");
        }
    }

    #[test]
    fn as_many_fractions_are_rebuilt_as_fit() {
        // Each power of a third takes 38 bits more.
        let powers: Vec<Fraction> = (1..=20)
            .scan(Fraction::one(), |power, _| {
                *power *= Fraction::new(1, 3i64.pow(24));
                Some(power.clone())
            })
            .collect();
        let counts = |most: usize, fewer: usize| {
            let mut runs = 0;
            let fractions = first_fractions(most, |prime| {
                runs += 1;
                let many = if runs > fewer { 5 } else { powers.len() };
                powers.iter().take(many).map(|power| prime.residue(prime.fraction(power))).collect()
            });
            assert!(powers.starts_with(&fractions), "{fractions:?}");
            (fractions.len(), runs)
        };
        assert_eq!(counts(6, usize::MAX), (7, 6));
        assert_eq!(counts(66, usize::MAX), (20, 19));
        // Later runs with fewer residues limit the fractions.
        assert_eq!(counts(66, 4), (5, 6));
    }

    #[test]
    fn zero_and_one() {
        let back = fractions(4, |prime| vec![0, prime.residue(prime.one())]);
        assert_eq!(back, Ok(vec![Fraction::zero(), Fraction::one()]));
        assert_eq!(fractions(4, |_| vec![]), Ok(vec![]));
    }
}
