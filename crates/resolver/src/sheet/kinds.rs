//! The kinds of values that fields hold.

use crate::json::Json;
use crate::sheet::{Entry, Reader, Shape, Variant};
use std::borrow::Cow;
use tohit_odds::Fraction;

/// A whole number from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Int<const LOW: i64, const HIGH: i64>(i64);

/// A constant of an [`Int`]; one out of range does not compile.
#[must_use]
pub const fn int<const LOW: i64, const HIGH: i64>(value: i64) -> Int<LOW, HIGH> {
    match Int::new(value) {
        Some(int) => int,
        // Defaults are constants: this stops the compiler, never a run.
        #[allow(clippy::panic, reason = "evaluated while compiling")]
        None => panic!("out of range"),
    }
}

impl<const LOW: i64, const HIGH: i64> Int<LOW, HIGH> {
    /// The number, if it is in range.
    #[must_use]
    pub const fn new(value: i64) -> Option<Self> {
        if LOW <= value && value <= HIGH { Some(Self(value)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl<const LOW: i64, const HIGH: i64> Entry for Int<LOW, HIGH> {
    const SHAPE: Shape = Shape::Int { low: LOW, high: HIGH };

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        let found = match value {
            Json::Number(text) => text.parse().ok().and_then(Self::new),
            _ => None,
        };
        if found.is_none() {
            return reader.wrong(value, &Self::SHAPE.allowed());
        }
        found
    }

    fn write(&self) -> Json {
        self.0.into()
    }
}

/// An exact number: an integer, a decimal taken as written (1.2 is 6/5), or a fraction in a string. The ends of its range are the fractions
/// `LOW/LOW_UNDER` and `HIGH/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Num<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64> {
    over: i64,
    under: i64,
}

/// A constant of a [`Num`].
#[must_use]
pub const fn num<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64>(
    value: i64,
) -> Num<LOW, LOW_UNDER, HIGH> {
    Num { over: value, under: 1 }
}

impl<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64> Num<LOW, LOW_UNDER, HIGH> {
    /// The number.
    #[must_use]
    pub fn get(self) -> Fraction {
        Fraction::new(self.over.into(), self.under.into())
    }

    fn new(over: i64, under: i64) -> Option<Self> {
        let (wide_over, wide_under) = (i128::from(over), i128::from(under));
        let above = wide_over * i128::from(LOW_UNDER) >= i128::from(LOW) * wide_under;
        let below = wide_over <= i128::from(HIGH) * wide_under;
        (under > 0 && above && below).then_some(Self { over, under })
    }

    fn parse(text: &str) -> Option<Self> {
        if let Some((over, under)) = text.split_once('/') {
            return Self::new(over.trim().parse().ok()?, under.trim().parse().ok()?);
        }
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let part = part.trim_end_matches('0');
        let over: i64 = format!("{whole}{part}").parse().ok()?;
        let shift = exponent.checked_sub(i32::try_from(part.len()).ok()?)?;
        let power = 10i64.checked_pow(shift.unsigned_abs())?;
        if shift < 0 { Self::new(over, power) } else { Self::new(over.checked_mul(power)?, 1) }
    }
}

impl<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64> Entry for Num<LOW, LOW_UNDER, HIGH> {
    const SHAPE: Shape = Shape::Num { low: (LOW, LOW_UNDER), high: (HIGH, 1) };

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        let found = match value {
            Json::Number(text) | Json::Text(text) => Self::parse(text),
            _ => None,
        };
        if found.is_none() {
            return reader.wrong(value, &format!("{}, of at most 18 digits", Self::SHAPE.allowed()));
        }
        found
    }

    fn write(&self) -> Json {
        let exact = self.get();
        if exact.is_integer() { Json::Number(exact.to_string()) } else { Json::Text(exact.to_string()) }
    }
}

impl Entry for bool {
    const SHAPE: Shape = Shape::Bool;

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Json::Bool(value) => Some(*value),
            _ => reader.wrong(value, "true or false"),
        }
    }

    fn write(&self) -> Json {
        (*self).into()
    }
}

/// An enumeration, made by [`choice!`](crate::choice).
pub trait Choice: Copy + 'static {
    /// The names, in the order of [`Choice::ALL`].
    const VARIANTS: &'static [Variant];
    /// The values.
    const ALL: &'static [Self];
}

impl<T: Entry> Entry for Option<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Json::Null => Some(None),
            value => T::read(value, reader).map(Some),
        }
    }

    fn write(&self) -> Json {
        self.as_ref().map_or(Json::Null, Entry::write)
    }
}

/// From `LEAST` to `MOST` items; with `DISTINCT`, none of them twice.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T: Clone + 'static, const LEAST: usize, const MOST: usize, const DISTINCT: bool = false>(
    Cow<'static, [T]>,
);

impl<T: Clone, const LEAST: usize, const MOST: usize, const DISTINCT: bool> List<T, LEAST, MOST, DISTINCT> {
    /// A constant list.
    #[must_use]
    pub const fn fixed(items: &'static [T]) -> Self {
        assert!(LEAST <= items.len() && items.len() <= MOST, "too few or too many");
        Self(Cow::Borrowed(items))
    }

    /// The items.
    #[must_use]
    pub fn get(&self) -> &[T] {
        &self.0
    }
}

impl<T: Clone + PartialEq, const LEAST: usize, const MOST: usize, const DISTINCT: bool>
    List<T, LEAST, MOST, DISTINCT>
{
    /// Whether it stands in the list.
    #[must_use]
    pub fn has(&self, item: T) -> bool {
        self.0.contains(&item)
    }
}

impl<T: Entry + Clone + PartialEq, const LEAST: usize, const MOST: usize, const DISTINCT: bool> Entry
    for List<T, LEAST, MOST, DISTINCT>
{
    const SHAPE: Shape = Shape::List { of: &T::SHAPE, least: LEAST, most: MOST, distinct: DISTINCT };

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        let Json::List(given) = value else {
            return reader.wrong(value, &Self::SHAPE.allowed());
        };
        if given.len() < LEAST || given.len() > MOST {
            reader.problem(format!(
                "{} items are not allowed; it must be {}",
                given.len(),
                Self::SHAPE.allowed()
            ));
            return None;
        }
        let mut items: Vec<T> = Vec::new();
        let mut whole = true;
        for (index, value) in given.iter().enumerate() {
            let item = reader.at_item(index, |reader| {
                let item = T::read(value, reader)?;
                if DISTINCT && items.contains(&item) {
                    reader.problem(format!("{value} stands in the list already"));
                    return None;
                }
                Some(item)
            });
            match item {
                Some(item) => items.push(item),
                None => whole = false,
            }
        }
        whole.then_some(Self(Cow::Owned(items)))
    }

    fn write(&self) -> Json {
        Json::List(self.0.iter().map(Entry::write).collect())
    }
}

/// A place on a map, each coordinate from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell<const LOW: i64, const HIGH: i64> {
    /// Rightwards.
    pub x: i64,
    /// Downwards.
    pub y: i64,
}

impl<const LOW: i64, const HIGH: i64> Entry for Cell<LOW, HIGH> {
    const SHAPE: Shape = Shape::Cell { low: LOW, high: HIGH };

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        if let Json::List(pair) = value
            && let [Json::Number(x), Json::Number(y)] = pair.as_slice()
            && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
            && (LOW..=HIGH).contains(&x)
            && (LOW..=HIGH).contains(&y)
        {
            return Some(Self { x, y });
        }
        reader.wrong(value, &Self::SHAPE.allowed())
    }

    fn write(&self) -> Json {
        Json::List(vec![self.x.into(), self.y.into()])
    }
}
