//! Exact numbers.

use crate::natural::Natural;
use core::cmp::Ordering;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};
use core::str::FromStr;

/// An exact number: a reduced fraction of whole numbers of any size. Nothing is divided by 0: such a quotient is 0.
///
/// ```
/// use tohit_odds::Fraction;
/// let half = Fraction::new(2, 4);
/// assert_eq!((&half + Fraction::from(1)).to_string(), "3/2");
/// assert_eq!("0.365".parse(), Ok(Fraction::new(73, 200)));
/// assert_eq!(half.to_f64(), 0.5);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Fraction {
    negative: bool,
    over: Natural,
    under: Natural,
}

/// The text writes no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl Fraction {
    /// The quotient of two whole numbers.
    #[must_use]
    pub fn new(over: i64, under: i64) -> Self {
        let negative = (over < 0) != (under < 0);
        Self::of(negative, over.unsigned_abs().into(), under.unsigned_abs().into())
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

    pub(crate) fn of(negative: bool, over: Natural, under: Natural) -> Self {
        if over.is_zero() || under.is_zero() {
            return Self { negative: false, over: Natural::default(), under: 1.into() };
        }
        let common = over.gcd(&under);
        if common.is_one() {
            return Self { negative, over, under };
        }
        Self { negative, over: over.divide(&common).0, under: under.divide(&common).0 }
    }

    /// Whether it is negative, and what its size has above and below the line.
    pub(crate) fn parts(&self) -> (bool, &Natural, &Natural) {
        (self.negative, &self.over, &self.under)
    }

    /// Above and below the line, if both are that small.
    #[must_use]
    pub fn small(&self) -> Option<(i64, i64)> {
        let size = i64::try_from(self.over.small()?).ok()?;
        let under = i64::try_from(self.under.small()?).ok()?;
        Some((if self.negative { -size } else { size }, under))
    }

    /// The number, if it is whole and not too large.
    #[must_use]
    pub fn whole(&self) -> Option<i64> {
        self.small().filter(|(_, under)| *under == 1).map(|(over, _)| over)
    }

    /// How many bits the longer of its two numbers has.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.over.bits().max(self.under.bits())
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.over.is_zero()
    }

    /// Whether it is more than 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        !self.negative && !self.is_zero()
    }

    /// The largest whole number that is not larger.
    #[must_use]
    pub fn floor(&self) -> Self {
        let (mut whole, rest) = self.over.divide(&self.under);
        if self.negative && !rest.is_zero() {
            whole = whole.plus(&1.into());
        }
        Self { negative: self.negative, over: whole, under: 1.into() }
    }

    /// The product of so many of it; of its reciprocal, if that is negative.
    #[must_use]
    pub fn pow(&self, exponent: i32) -> Self {
        let mut product = Self::one();
        for bit in (0..u32::BITS - exponent.unsigned_abs().leading_zeros()).rev() {
            product = &product * &product;
            if exponent.unsigned_abs() >> bit & 1 == 1 {
                product *= self;
            }
        }
        if exponent < 0 { Self::one() / product } else { product }
    }

    /// The nearest float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        // A quotient of 63 or 64 bits; what is beyond these only matters where it decides between two floats, as a last bit does too.
        let shift = 63 + self.under.bits() as i64 - self.over.bits() as i64;
        let up = |number: &Natural, by: i64| number.shifted(by.max(0).unsigned_abs());
        let (quotient, rest) = up(&self.over, shift).divide(&up(&self.under, -shift));
        let size = quotient.small().unwrap_or(u64::MAX) | u64::from(!rest.is_zero());
        // In two steps, neither of which is too large or too small for a float.
        let power = |shift: i64| 2f64.powi(i32::try_from(-shift).unwrap_or(i32::MIN));
        let size = size as f64 * power(shift / 2) * power(shift - shift / 2);
        if self.negative { -size } else { size }
    }

    /// An exact number with at most three decimals, rounded.
    #[must_use]
    pub fn decimal(&self) -> String {
        let mut twice = self.over.clone();
        twice.scale(2000, 0);
        let (thousandths, _) = twice.plus(&self.under).divide(&self.under.shifted(1));
        let (whole, part) = thousandths.divide(&1000.into());
        let sign = if self.negative && !thousandths.is_zero() { "-" } else { "" };
        match part.small().unwrap_or_default() {
            0 => format!("{sign}{whole}"),
            part => format!("{sign}{whole}.{part:03}").trim_end_matches('0').to_owned(),
        }
    }

    fn add(&self, other: &Self) -> Self {
        self.sum(other, other.negative)
    }

    fn sub(&self, other: &Self) -> Self {
        self.sum(other, !other.negative)
    }

    /// The sum, where the other one has this sign.
    fn sum(&self, other: &Self, negative: bool) -> Self {
        let (mut a, mut b) = (self.over.times(&other.under), other.over.times(&self.under));
        let under = self.under.times(&other.under);
        if self.negative == negative {
            return Self::of(negative, a.plus(&b), under);
        }
        if a < b {
            b.subtract(&a);
            return Self::of(negative, b, under);
        }
        a.subtract(&b);
        Self::of(self.negative, a, under)
    }

    fn mul(&self, other: &Self) -> Self {
        let negative = self.negative != other.negative;
        Self::of(negative, self.over.times(&other.over), self.under.times(&other.under))
    }

    fn div(&self, other: &Self) -> Self {
        let negative = self.negative != other.negative;
        Self::of(negative, self.over.times(&other.under), self.under.times(&other.over))
    }
}

impl Default for Fraction {
    fn default() -> Self {
        Self::from(0)
    }
}

impl From<i64> for Fraction {
    fn from(number: i64) -> Self {
        Self { negative: number < 0, over: number.unsigned_abs().into(), under: 1.into() }
    }
}

/// An operator, of numbers and of references to them.
macro_rules! operator {
    ($Operator:ident $operate:ident, $Assign:ident $assign:ident) => {
        impl $Operator<&Fraction> for &Fraction {
            type Output = Fraction;
            fn $operate(self, other: &Fraction) -> Fraction {
                Fraction::$operate(self, other)
            }
        }
        impl $Operator<Fraction> for &Fraction {
            type Output = Fraction;
            fn $operate(self, other: Fraction) -> Fraction {
                Fraction::$operate(self, &other)
            }
        }
        impl $Operator<&Fraction> for Fraction {
            type Output = Fraction;
            fn $operate(self, other: &Fraction) -> Fraction {
                Fraction::$operate(&self, other)
            }
        }
        impl $Operator for Fraction {
            type Output = Fraction;
            fn $operate(self, other: Fraction) -> Fraction {
                Fraction::$operate(&self, &other)
            }
        }
        impl $Assign<&Fraction> for Fraction {
            fn $assign(&mut self, other: &Fraction) {
                *self = Fraction::$operate(self, other);
            }
        }
        impl $Assign for Fraction {
            fn $assign(&mut self, other: Fraction) {
                *self = Fraction::$operate(self, &other);
            }
        }
    };
}

operator!(Add add, AddAssign add_assign);
operator!(Sub sub, SubAssign sub_assign);
operator!(Mul mul, MulAssign mul_assign);
operator!(Div div, DivAssign div_assign);

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

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.negative != other.negative {
            return other.negative.cmp(&self.negative);
        }
        let sizes = self.over.times(&other.under).cmp(&other.over.times(&self.under));
        if self.negative { sizes.reverse() } else { sizes }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}", self.over)?;
        if self.under.is_one() { Ok(()) } else { write!(f, "/{}", self.under) }
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fraction {
    type Err = NotANumber;

    /// `16`, `17/2`, `17 / 2` and `8.6`, each with a sign or without.
    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let size = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (over, under) = match size.split_once('/') {
            Some((over, under)) => (Natural::parse(over.trim_ascii()), Natural::parse(under.trim_ascii())),
            None => {
                let (whole, part) = size.split_once('.').unwrap_or((size, ""));
                let mut under = Natural::from(1);
                part.bytes().for_each(|_| under.scale(10, 0));
                (Natural::parse(&[whole, part].concat()), Some(under))
            }
        };
        match (over, under) {
            (Some(over), Some(under)) if !under.is_zero() => Ok(Self::of(text.starts_with('-'), over, under)),
            _ => Err(NotANumber),
        }
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

    /// As written, reduced by dividing as long as anything divides.
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
            // Both are floats, so that theirs is the nearest one.
            assert_eq!(left.to_f64(), a as f64 / b as f64);
            assert_eq!(left.to_string().parse(), Ok(left));
        }
    }

    /// Rust reads a decimal as the nearest float.
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
        // Half way between two floats, and a little beyond.
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
