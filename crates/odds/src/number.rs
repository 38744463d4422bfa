//! Exact numbers: whole numbers and fractions of machine words are quick, the others are fractions of any
//! length.

use crate::Fraction;
use core::cmp::Ordering;
use core::fmt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An exact number.
///
/// ```
/// use tohit_odds::Number;
/// let third = Number::Whole(1).divide(&Number::Whole(3)).unwrap();
/// assert_eq!(third.times(&Number::Whole(6)), Ok(Number::Whole(2)));
/// assert_eq!(Number::read("0.25"), Number::ratio(1, 4).ok());
/// assert!(third.divide(&Number::ZERO).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "SerializedNumber", try_from = "SerializedNumber")]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// A fraction in its lowest terms that is not whole; the lower number is positive.
    Ratio(i64, i64),
    /// A number that is too long for the others. [`Number::of`] keeps the representation canonical.
    Long(Arc<Fraction>),
}

/// Error of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Division by 0.
    DividedByZero,
    /// A result of more than [`MOST_BITS`] bits.
    TooLong,
    /// An exponent that is not whole, or past 256.
    Power,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DividedByZero => "something is divided by 0",
            Self::TooLong => "a number is too long to be exact (more than 1024 bits); round it on the way: round(x * 1000) / 1000",
            Self::Power => "a power must be whole, from -256 to 256; roots are not worked out, use a table",
        })
    }
}

/// A number as it is serialised. Deserialising reduces it again.
#[derive(Serialize, Deserialize)]
enum SerializedNumber {
    Whole(i64),
    Ratio(i64, i64),
    Long(String),
}

impl From<Number> for SerializedNumber {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(whole) => Self::Whole(whole),
            Number::Ratio(over, under) => Self::Ratio(over, under),
            Number::Long(fraction) => Self::Long(fraction.to_string()),
        }
    }
}

impl TryFrom<SerializedNumber> for Number {
    type Error = NumberError;

    fn try_from(written: SerializedNumber) -> Result<Self, NumberError> {
        match written {
            SerializedNumber::Whole(whole) => Ok(Self::Whole(whole)),
            SerializedNumber::Ratio(over, under) => Self::ratio(over, under),
            SerializedNumber::Long(fraction) => {
                Self::of(fraction.parse().map_err(|_| NumberError::DividedByZero)?)
            }
        }
    }
}

/// Limit of numerator and denominator, in bits.
pub const MOST_BITS: u64 = 1024;

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Whole(value)
    }
}

impl Number {
    /// 0
    pub const ZERO: Self = Self::Whole(0);

    /// Number of a fraction.
    ///
    /// # Errors
    /// The result is too long.
    pub fn of(fraction: Fraction) -> Result<Self, NumberError> {
        match fraction.small() {
            Some((over, 1)) => Ok(Self::Whole(over)),
            Some((over, under)) => Ok(Self::Ratio(over, under)),
            None if fraction.bits() > MOST_BITS => Err(NumberError::TooLong),
            None => Ok(Self::Long(Arc::new(fraction))),
        }
    }

    /// Numerator and denominator, if both fit a machine word.
    fn small(&self) -> Option<(i128, i128)> {
        match self {
            Self::Whole(whole) => Some((i128::from(*whole), 1)),
            Self::Ratio(over, under) => Some((i128::from(*over), i128::from(*under))),
            Self::Long(_) => None,
        }
    }

    /// Operation on whole numbers, on fractions of words, or on fractions of any length. `quick` takes
    /// numerators and denominators of both and returns those of the result: in `i128`, products of two words
    /// and their sums fit.
    fn worked(
        &self,
        other: &Self,
        whole: impl FnOnce(i64, i64) -> Option<i64>,
        quick: impl FnOnce(i128, i128, i128, i128) -> (i128, i128),
        long: impl FnOnce(Fraction, Fraction) -> Fraction,
    ) -> Result<Self, NumberError> {
        if let (Self::Whole(a), Self::Whole(b)) = (self, other)
            && let Some(whole) = whole(*a, *b)
        {
            return Ok(Self::Whole(whole));
        }
        if let (Some((a, b)), Some((c, d))) = (self.small(), other.small())
            && let Some(reduced) = Self::reduced(quick(a, b, c, d))
        {
            return Ok(reduced);
        }
        Self::of(long(self.long(), other.long()))
    }

    /// Reduced fraction by Euclid's algorithm, if it fits machine words.
    fn reduced((over, under): (i128, i128)) -> Option<Self> {
        let (mut shared, mut rest) = (over, under);
        while rest != 0 {
            (shared, rest) = (rest, shared % rest);
        }
        let shared = if (shared < 0) == (under < 0) { shared } else { -shared };
        let (over, under) = (i64::try_from(over / shared).ok()?, i64::try_from(under / shared).ok()?);
        Some(if under == 1 { Self::Whole(over) } else { Self::Ratio(over, under) })
    }

    /// `over / under`
    ///
    /// # Errors
    /// `under` is 0.
    pub fn ratio(over: i64, under: i64) -> Result<Self, NumberError> {
        Self::Whole(over).divide(&Self::Whole(under))
    }

    /// The number as a fraction of any length.
    #[must_use]
    pub fn long(&self) -> Fraction {
        match self {
            Self::Whole(whole) => Fraction::from(*whole),
            Self::Ratio(over, under) => Fraction::new(*over, *under),
            Self::Long(fraction) => (**fraction).clone(),
        }
    }

    /// The number, if it is whole and fits a machine word.
    #[must_use]
    pub const fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(whole) => Some(*whole),
            Self::Ratio(..) | Self::Long(_) => None,
        }
    }

    /// Float of the number, up to rounding.
    #[must_use]
    pub fn float(&self) -> f64 {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "a float is asked for")]
            Self::Whole(whole) => *whole as f64,
            #[allow(clippy::cast_precision_loss, reason = "a float is asked for")]
            Self::Ratio(over, under) => *over as f64 / *under as f64,
            Self::Long(fraction) => fraction.to_f64(),
        }
    }

    /// Sign: -1, 0 or 1.
    #[must_use]
    pub fn sign(&self) -> i64 {
        match self {
            Self::Whole(whole) => whole.signum(),
            Self::Ratio(over, _) => over.signum(),
            Self::Long(fraction) if fraction.is_positive() => 1,
            Self::Long(_) => -1,
        }
    }

    /// `a + b`
    ///
    /// # Errors
    /// The result is too long.
    pub fn plus(&self, other: &Self) -> Result<Self, NumberError> {
        self.worked(other, i64::checked_add, |a, b, c, d| (a * d + c * b, b * d), |a, b| a + b)
    }

    /// `a - b`
    ///
    /// # Errors
    /// The result is too long.
    pub fn minus(&self, other: &Self) -> Result<Self, NumberError> {
        self.worked(other, i64::checked_sub, |a, b, c, d| (a * d - c * b, b * d), |a, b| a - b)
    }

    /// `a * b`
    ///
    /// # Errors
    /// The result is too long.
    pub fn times(&self, other: &Self) -> Result<Self, NumberError> {
        self.worked(other, i64::checked_mul, |a, b, c, d| (a * c, b * d), |a, b| a * b)
    }

    /// `a / b`
    ///
    /// # Errors
    /// `b` is 0, or the result is too long.
    pub fn divide(&self, other: &Self) -> Result<Self, NumberError> {
        if other.sign() == 0 {
            return Err(NumberError::DividedByZero);
        }
        let whole = |a: i64, b: i64| (a.checked_rem(b)? == 0).then_some(a / b);
        self.worked(other, whole, |a, b, c, d| (a * d, b * c), |a, b| a / b)
    }

    /// Whole division toward zero.
    ///
    /// # Errors
    /// `b` is 0, or the result is too long.
    pub fn div(&self, other: &Self) -> Result<Self, NumberError> {
        self.divide(other)?.trunc()
    }

    /// Remainder of [`Number::div`].
    ///
    /// # Errors
    /// `b` is 0, or the result is too long.
    pub fn rest(&self, other: &Self) -> Result<Self, NumberError> {
        self.minus(&self.div(other)?.times(other)?)
    }

    /// `a ^ b`
    ///
    /// # Errors
    /// `b` is not whole or past 256, 0 has a negative exponent, or the result is too long.
    pub fn power(&self, other: &Self) -> Result<Self, NumberError> {
        let exponent = other.whole().filter(|power| power.abs() <= 256).ok_or(NumberError::Power)?;
        if self.sign() == 0 && exponent < 0 {
            return Err(NumberError::DividedByZero);
        }
        let base = self.long();
        // Powers of 1 and -1 have no more bits.
        if base.bits() > 1 && base.bits().saturating_mul(exponent.unsigned_abs()) > 2 * MOST_BITS {
            return Err(NumberError::TooLong);
        }
        Self::of(base.pow(i32::try_from(exponent).unwrap_or_default()))
    }

    /// The largest whole number that is not larger.
    ///
    /// # Errors
    /// The result is too long.
    pub fn floor(&self) -> Result<Self, NumberError> {
        match self {
            Self::Whole(_) => Ok(self.clone()),
            Self::Ratio(over, under) => Ok(Self::Whole(over.div_euclid(*under))),
            Self::Long(fraction) => Self::of(fraction.floor()),
        }
    }

    /// The smallest whole number that is not smaller.
    ///
    /// # Errors
    /// The result is too long.
    pub fn ceil(&self) -> Result<Self, NumberError> {
        self.negate()?.floor()?.negate()
    }

    /// The nearest whole number; a half is rounded up.
    ///
    /// # Errors
    /// The result is too long.
    pub fn round(&self) -> Result<Self, NumberError> {
        self.plus(&Self::ratio(1, 2)?)?.floor()
    }

    /// The whole number without the fraction, rounded toward zero.
    ///
    /// # Errors
    /// The result is too long.
    pub fn trunc(&self) -> Result<Self, NumberError> {
        if self.sign() < 0 { self.ceil() } else { self.floor() }
    }

    /// `-a`
    ///
    /// # Errors
    /// The result is too long.
    pub fn negate(&self) -> Result<Self, NumberError> {
        Self::ZERO.minus(self)
    }

    /// Absolute value.
    ///
    /// # Errors
    /// The result is too long.
    pub fn abs(&self) -> Result<Self, NumberError> {
        if self.sign() < 0 { self.negate() } else { Ok(self.clone()) }
    }

    /// Parses `12`, `-3`, `1.25`, `25%`, `3/4`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        // Most numbers of a text are short and whole.
        if let Ok(whole) = text.parse() {
            return Some(Self::Whole(whole));
        }
        if let Some(percent) = text.strip_suffix('%') {
            return Self::read(percent)?.divide(&Self::Whole(100)).ok();
        }
        if let Some((over, under)) = text.split_once('/') {
            return Self::read(over)?.divide(&Self::read(under)?).ok();
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        if decimals.is_empty()
            || decimals.len() > 30
            || whole.len() > 40
            || !decimals.bytes().all(|byte| byte.is_ascii_digit())
        {
            return None;
        }
        Self::of(text.parse().ok()?).ok()
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a.cmp(b),
            // Products of two words fit `i128`.
            _ => match (self.small(), other.small()) {
                (Some((a, b)), Some((c, d))) => (a * d).cmp(&(c * b)),
                _ => self.long().cmp(&other.long()),
            },
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(whole) => whole.fmt(f),
            Self::Ratio(over, under) => write!(f, "{over}/{under}"),
            Self::Long(fraction) => fraction.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn read(text: &str) -> Number {
        Number::read(text).unwrap()
    }

    #[test]
    fn reads_and_writes() {
        for (text, written) in
            [("12", "12"), ("-3", "-3"), ("1.25", "5/4"), ("25%", "1/4"), ("3/4", "3/4"), ("12.5%", "1/8")]
        {
            assert_eq!(read(text).to_string(), written);
        }
        for text in ["", "x", "1.", "-1.", "1.%", "1./2", "1.2.3", "3/0", "1.-2"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }

    #[test]
    fn rounds_as_the_words_say() {
        for (text, floor, ceil, round, trunc) in
            [("7/2", 3, 4, 4, 3), ("-7/2", -4, -3, -3, -3), ("10/3", 3, 4, 3, 3), ("-10/3", -4, -3, -3, -3)]
        {
            let number = read(text);
            let all = [number.floor(), number.ceil(), number.round(), number.trunc()];
            assert_eq!(all, [floor, ceil, round, trunc].map(|whole| Ok(Number::Whole(whole))), "{text}");
        }
        assert_eq!(read("-7").div(&read("2")), Ok(read("-3")));
        assert_eq!(read("-7").rest(&read("2")), Ok(read("-1")));
        assert_eq!(read("7/2").div(&read("3/2")), Ok(read("2")));
    }

    #[test]
    fn is_bounded() {
        assert_eq!(read("9").power(&read("9").power(&read("8")).unwrap()), Err(NumberError::Power));
        assert_eq!(read("3/2").power(&read("-2")), Ok(read("4/9")));
        assert_eq!(read("2").power(&read("1/2")), Err(NumberError::Power));
        assert_eq!(read("-1").power(&read("255")), Ok(read("-1")));
        let most = Number::Whole(i64::MAX);
        assert_eq!(most.plus(&most).and_then(|sum| sum.minus(&most)), Ok(most.clone()));
        assert_eq!(Number::Whole(i64::MIN).div(&Number::Whole(-1)).map(|number| number.whole()), Ok(None));
        assert_eq!(most.power(&read("256")), Err(NumberError::TooLong));
    }

    #[test]
    fn zero_is_whole() {
        assert!(
            read("1/3").minus(&read("1/3")).unwrap() == Number::ZERO && !Number::ZERO.long().is_positive()
        );
        assert!(Number::ZERO.long().is_zero());
    }
}
