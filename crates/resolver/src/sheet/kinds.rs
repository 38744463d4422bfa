//! The kinds of values that fields hold.

use crate::json::Json;
use crate::sheet::number::{Exact, exact, whole, whole_within};
use crate::sheet::{Entry, Shape, Variant};
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

    fn take(checked: &Json) -> Option<Self> {
        whole_within(checked, LOW, HIGH).map(Self)
    }

    fn write(&self) -> Json {
        self.0.into()
    }
}

/// An exact number: an integer, a decimal taken as written (1.2 is 6/5), or a fraction in a string. The ends of its range are the fractions
/// `LOW/LOW_UNDER` and `HIGH/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Num<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64>(Exact);

/// A constant of a [`Num`].
#[must_use]
pub const fn num<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64>(
    value: i64,
) -> Num<LOW, LOW_UNDER, HIGH> {
    Num(Exact::whole(value))
}

impl<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64> Num<LOW, LOW_UNDER, HIGH> {
    /// The number.
    #[must_use]
    pub fn get(self) -> Fraction {
        self.0.get()
    }
}

impl<const LOW: i64, const LOW_UNDER: i64, const HIGH: i64> Entry for Num<LOW, LOW_UNDER, HIGH> {
    const SHAPE: Shape = Shape::Num { low: (LOW, LOW_UNDER), high: (HIGH, 1) };

    fn take(checked: &Json) -> Option<Self> {
        exact(checked).map(Self)
    }

    fn write(&self) -> Json {
        self.0.write()
    }
}

impl Entry for bool {
    const SHAPE: Shape = Shape::Bool;

    fn take(checked: &Json) -> Option<Self> {
        match checked {
            Json::Bool(value) => Some(*value),
            _ => None,
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

    /// The value of a name.
    #[must_use]
    fn named(name: &Json) -> Option<Self> {
        let place = place_of(Self::VARIANTS, name)?;
        Self::ALL.get(place).copied()
    }
}

fn place_of(variants: &[Variant], name: &Json) -> Option<usize> {
    match name {
        Json::Text(name) => variants.iter().position(|variant| variant.name == name),
        _ => None,
    }
}

impl<T: Entry> Entry for Option<T> {
    const SHAPE: Shape = Shape::Nullable(&T::SHAPE);

    fn take(checked: &Json) -> Option<Self> {
        match checked {
            Json::Null => Some(None),
            value => T::take(value).map(Some),
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

    fn take(checked: &Json) -> Option<Self> {
        match checked {
            Json::List(items) => Some(Self(Cow::Owned(taken(items)))),
            _ => None,
        }
    }

    fn write(&self) -> Json {
        Json::List(self.0.iter().map(Entry::write).collect())
    }
}

/// Apart from the list's own limits, so that it is compiled once for each kind of item.
fn taken<T: Entry>(items: &[Json]) -> Vec<T> {
    items.iter().filter_map(T::take).collect()
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

    fn take(checked: &Json) -> Option<Self> {
        match checked {
            Json::List(pair) => match pair.as_slice() {
                [x, y] => Some(Self { x: whole(x)?, y: whole(y)? }),
                _ => None,
            },
            _ => None,
        }
    }

    fn write(&self) -> Json {
        Json::List(vec![self.x.into(), self.y.into()])
    }
}
