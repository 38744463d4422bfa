//! Fractions of any length.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};
use core::str::FromStr;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{Pow, Signed, ToPrimitive, Zero};

/// An exact number: a reduced fraction of whole numbers of any size. A quotient by 0 is 0.
///
/// ```
/// use tohit_odds::Fraction;
/// let half = Fraction::new(2, 4);
/// assert_eq!((&half + Fraction::from(1)).to_string(), "3/2");
/// assert_eq!("0.365".parse(), Ok(Fraction::new(73, 200)));
/// assert_eq!(half.to_f64(), 0.5);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(BigRational);

/// Error of a text that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl Fraction {
    /// The quotient of two whole numbers.
    #[must_use]
    pub fn new(numer: i64, denom: i64) -> Self {
        Self::from_integers(numer.into(), denom.into())
    }

    /// 0.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// 1.
    #[must_use]
    pub fn one() -> Self {
        Self::from(1)
    }

    pub(crate) fn from_integers(numer: BigInt, denom: BigInt) -> Self {
        if denom.is_zero() { Self::zero() } else { Self(BigRational::new(numer, denom)) }
    }

    /// The numerator, which has the sign, and the denominator.
    pub(crate) fn parts(&self) -> (&BigInt, &BigUint) {
        (self.0.numer(), self.0.denom().magnitude())
    }

    /// Numerator and denominator, if both fit a machine word.
    #[must_use]
    pub fn small(&self) -> Option<(i64, i64)> {
        self.0.numer().to_i64().zip(self.0.denom().to_i64())
    }

    /// The number, if it is whole and fits a machine word.
    #[must_use]
    pub fn whole(&self) -> Option<i64> {
        self.small().filter(|(_, denom)| *denom == 1).map(|(numer, _)| numer)
    }

    /// The bits of the longer of numerator and denominator.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.0.numer().bits().max(self.0.denom().bits())
    }

    /// True for 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// True for numbers above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// The largest whole number that is not larger.
    #[must_use]
    pub fn floor(&self) -> Self {
        Self(self.0.floor())
    }

    /// Power; a negative exponent is one of the reciprocal.
    #[must_use]
    pub fn pow(&self, exponent: i32) -> Self {
        let power = Self(Pow::pow(&self.0, exponent.unsigned_abs()));
        if exponent < 0 { Self::one() / power } else { power }
    }

    /// The nearest float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or_default()
    }

    /// Decimal text, rounded to at most three decimals.
    #[must_use]
    pub fn decimal(&self) -> String {
        let (numer, denom) = self.parts();
        let thousandths = (numer.magnitude() * 2000_u32 + denom) / (denom * 2_u32);
        let sign = if self.0.is_negative() && !thousandths.is_zero() { "-" } else { "" };
        let (whole, part) = (&thousandths / 1000_u32, &thousandths % 1000_u32);
        if part.is_zero() {
            return format!("{sign}{whole}");
        }
        format!("{sign}{whole}.{:0>3}", part.to_string()).trim_end_matches('0').to_owned()
    }
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Self {
        Self(BigRational::from_integer(number.into()))
    }
}

/// An operator, of numbers and of references to them.
macro_rules! operator {
    ($Operator:ident $operate:ident, $Assign:ident $assign:ident, $compute:expr) => {
        impl $Operator<&Fraction> for &Fraction {
            type Output = Fraction;
            fn $operate(self, other: &Fraction) -> Fraction {
                let compute: fn(&BigRational, &BigRational) -> BigRational = $compute;
                Fraction(compute(&self.0, &other.0))
            }
        }
        impl $Operator<Fraction> for &Fraction {
            type Output = Fraction;
            fn $operate(self, other: Fraction) -> Fraction {
                self.$operate(&other)
            }
        }
        impl $Operator<&Fraction> for Fraction {
            type Output = Fraction;
            fn $operate(self, other: &Fraction) -> Fraction {
                (&self).$operate(other)
            }
        }
        impl $Operator for Fraction {
            type Output = Fraction;
            fn $operate(self, other: Fraction) -> Fraction {
                (&self).$operate(&other)
            }
        }
        impl $Assign<&Fraction> for Fraction {
            fn $assign(&mut self, other: &Fraction) {
                *self = (&*self).$operate(other);
            }
        }
        impl $Assign for Fraction {
            fn $assign(&mut self, other: Fraction) {
                *self = (&*self).$operate(&other);
            }
        }
    };
}

operator!(Add add, AddAssign add_assign, |a, b| a + b);
operator!(Sub sub, SubAssign sub_assign, |a, b| a - b);
operator!(Mul mul, MulAssign mul_assign, |a, b| a * b);
operator!(Div div, DivAssign div_assign, |a, b| if b.is_zero() { BigRational::zero() } else { a / b });

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, number| sum + number)
    }
}

impl<'a> Sum<&'a Fraction> for Fraction {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.fold(Self::zero(), |sum, number| sum + number)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses decimal digits alone. `BigUint` would accept a sign and underscores, too.
fn parse(digits: &str) -> Result<BigInt, NotANumber> {
    let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        digits.parse()
    } else {
        return Err(NotANumber);
    };
    number.map_err(|_| NotANumber)
}

impl FromStr for Fraction {
    type Err = NotANumber;

    /// `16`, `17/2`, `17 / 2` and `8.6`, each with a sign or without.
    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let size = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (numer, denom) = match size.split_once('/') {
            Some((numer, denom)) => (parse(numer.trim_ascii())?, parse(denom.trim_ascii())?),
            None => {
                let (whole, part) = size.split_once('.').unwrap_or((size, ""));
                (parse(&[whole, part].concat())?, Pow::pow(BigInt::from(10), part.len()))
            }
        };
        if denom.is_zero() {
            return Err(NotANumber);
        }
        Ok(Self::from_integers(if text.starts_with('-') { -numer } else { numer }, denom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use rand_pcg::Pcg32;

    fn random(dice: &mut Pcg32) -> (i128, i128) {
        let bits = dice.random_range(0..40);
        let mut below = |most: u64| i128::from(dice.random_range(0..most.max(1)));
        (below(2 << bits) - (1 << bits), below(1 << bits) + 1)
    }

    fn of((over, under): (i128, i128)) -> Fraction {
        Fraction::new(over as i64, under as i64)
    }

    /// Text of a fraction, reduced by Euclid's algorithm.
    fn written((over, under): (i128, i128)) -> String {
        let (mut a, mut b) = (over.abs(), under.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let (over, under) = (over / a * under.signum(), under.abs() / a);
        if under == 1 { over.to_string() } else { format!("{over}/{under}") }
    }

    #[test]
    fn computes_like_machine_integers() {
        let mut dice = Pcg32::new(5, 1);
        for _ in 0..10_000 {
            let (x, y) = (random(&mut dice), random(&mut dice));
            let ((a, b), (c, d)) = (x, y);
            let (left, right) = (of(x), of(y));
            assert_eq!(left.to_string(), written(x));
            assert_eq!((&left + &right).to_string(), written((a * d + c * b, b * d)));
            assert_eq!((&left - &right).to_string(), written((a * d - c * b, b * d)));
            assert_eq!((&left * &right).to_string(), written((a * c, b * d)));
            if c != 0 {
                assert_eq!((&left / &right).to_string(), written((a * d, b * c)));
            }
            assert_eq!(left.cmp(&right), (a * d).cmp(&(c * b)));
            assert_eq!((left < right, left <= right), (a * d < c * b, a * d <= c * b));
            let all = [left.clone(), right.clone(), left.clone()];
            assert_eq!(all.iter().sum::<Fraction>(), &left + &right + &left);
            assert_eq!(all.into_iter().sum::<Fraction>(), &left + &right + &left);
            assert_eq!(left.floor().whole(), i64::try_from(a.div_euclid(b)).ok());
            assert_eq!(left.is_positive(), a > 0);
            // Numerator and denominator are exact floats, so their quotient is the nearest float.
            assert_eq!(left.to_f64(), a as f64 / b as f64);
            assert_eq!(left.to_string().parse(), Ok(left));
        }
    }

    /// Rust parses a decimal as the nearest float.
    #[test]
    fn the_nearest_float() {
        let mut dice = Pcg32::new(6, 1);
        for round in 0..2_000 {
            let digits: String =
                (0..1 + round % 60).map(|_| char::from(b'0' + dice.random_range(0..10) as u8)).collect();
            let zeros = "0".repeat(dice.random_range(0..300) as usize);
            for text in
                [format!("0.{zeros}1{digits}"), format!("-1{digits}{zeros}.5"), format!("{digits}.{digits}")]
            {
                let exact: Fraction = text.parse().unwrap();
                assert_eq!(exact.to_f64(), text.parse::<f64>().unwrap(), "{text}");
            }
        }
        // Midpoint of two floats, and a little beyond.
        let half_way = Fraction::from((1 << 53) + 1);
        assert_eq!(half_way.to_f64(), 9_007_199_254_740_992.0);
        assert_eq!((half_way + Fraction::new(1, 10).pow(300)).to_f64(), 9_007_199_254_740_994.0);
        assert_eq!(Fraction::new(1, 10).pow(400).to_f64(), 0.0);
        assert_eq!(Fraction::from(10).pow(400).to_f64(), f64::INFINITY);
    }

    #[test]
    fn reads_what_a_person_writes() {
        let read =
            |text: &str| text.parse::<Fraction>().map_or("none".to_owned(), |number| number.to_string());
        for (text, number) in [
            ("16", "16"),
            ("-6/4", "-3/2"),
            ("8.6", "43/5"),
            ("17 / 2", "17/2"),
            ("-0.50", "-1/2"),
            (".5", "1/2"),
            ("+3.", "3"),
            ("0/7", "0"),
            ("-0", "0"),
        ] {
            assert_eq!(read(text), number, "{text}");
        }
        for text in ["", ".", "-", "1/0", "1/-2", "1.2/3", "x", "1e3", "--1", "1/", "0x1"] {
            assert_eq!(read(text), "none", "{text}");
        }
    }

    #[test]
    fn decimals_are_rounded_half_up_in_size() {
        for (text, decimal) in [
            ("0", "0"),
            ("12", "12"),
            ("-7/2", "-3.5"),
            ("1/3", "0.333"),
            ("2/3", "0.667"),
            ("1/100", "0.01"),
            ("1/2000", "0.001"),
            ("-1/2000", "-0.001"),
            ("-1/2001", "0"),
            ("19999/10000", "2"),
            ("-1049/1000", "-1.049"),
        ] {
            assert_eq!(text.parse::<Fraction>().unwrap().decimal(), decimal, "{text}");
        }
    }

    #[test]
    fn ends() {
        assert_eq!(Fraction::new(5, 0), Fraction::zero());
        assert_eq!(Fraction::one() / Fraction::zero(), Fraction::zero());
        assert_eq!(Fraction::new(i64::MIN, i64::MIN), Fraction::one());
        assert_eq!(Fraction::from(i64::MIN).to_string(), "-9223372036854775808");
        assert_eq!(Fraction::new(2, 3).pow(-2), Fraction::new(9, 4));
        assert_eq!(Fraction::new(2, 3).pow(0), Fraction::one());
        assert_eq!(Fraction::new(7, 2).whole(), None);
        assert_eq!((Fraction::new(-5, 16).bits(), Fraction::new(9, 2).bits()), (5, 4));
    }
}
