//! Types that the syntax tree and the compiled program share: `E` is an expression of either.

use crate::ast::Span;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_odds::number::Number;

/// The section of the document, without its brackets.
pub type Reference = Option<Arc<str>>;

/// A row of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row<E> {
    /// The value; it reads the value so far as `it`. A row such as `+ 2` is written out as `it + 2`, `at
    /// least 3` as `max(it, 3)`.
    pub value: E,
    /// The condition, with those of the blocks around it in front; the first row has none.
    pub when: Option<E>,
    /// Place in the text.
    pub span: Span,
}

/// An end of the strike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End<E, N> {
    /// Word of the ending: fixed, or a value.
    pub ending: E,
    /// Hit points that the defender loses.
    pub lose: Option<E>,
    /// Hit points that the attacker gains.
    pub gain: Option<E>,
    /// Hit points that the attacker loses.
    pub pay: Option<E>,
    /// True where the defender falls regardless of its loss.
    pub kill: bool,
    /// The condition, with those of the blocks around it in front; the last end has none.
    pub when: Option<E>,
    /// Assignments to carried variables.
    pub next: Vec<N>,
    /// Place in the text.
    pub span: Span,
    /// The section of the document.
    pub reference: Reference,
}

/// Items of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Items<E> {
    /// Range of whole numbers, both ends included.
    Range(E, E),
    /// The items of a list, or the words of a set.
    List(E),
}

impl<E> Items<E> {
    /// The expressions in it.
    pub fn each<'a>(&'a self, each: &mut dyn FnMut(&'a E)) {
        match self {
            Self::Range(from, to) => {
                each(from);
                each(to);
            }
            Self::List(list) => each(list),
        }
    }
}

/// Repetition: a count, or the items of a loop. `N` is the item.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Repetition<E, N> {
    /// A number of times.
    Times(E),
    /// For each item.
    For(N, Items<E>),
}

impl<E, N> Repetition<E, N> {
    /// The expressions in it.
    pub fn each<'a>(&'a self, each: &mut dyn FnMut(&'a E)) {
        match self {
            Self::Times(times) => each(times),
            Self::For(_, items) => items.each(each),
        }
    }
}

/// Aggregate function over several values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Collect<E> {
    /// Added.
    Sum,
    /// Number of values that are yes.
    Count,
    /// Sum of the highest `k` values; one if no number is given.
    Best(Option<E>),
    /// Sum of the lowest `k` values; one if no number is given.
    Worst(Option<E>),
}

impl<E> Collect<E> {
    /// Number of values that are kept, if it is given.
    pub const fn kept(&self) -> Option<&E> {
        match self {
            Self::Best(kept) | Self::Worst(kept) => kept.as_ref(),
            Self::Sum | Self::Count => None,
        }
    }
}

/// A question to a pool of dice: `N` is the local of a die.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question<E, N> {
    /// Aggregate of a value of each die.
    Each(Collect<E>, N, E),
    /// The number of dice in the largest group of equal faces.
    Alike,
    /// `count of different in pool`: the number of different faces.
    Different,
}

impl<E, N> Question<E, N> {
    /// The expressions in it.
    pub fn each<'a>(&'a self, each: &mut dyn FnMut(&'a E)) {
        if let Self::Each(collect, _, value) = self {
            collect.kept().into_iter().for_each(&mut *each);
            each(value);
        }
    }
}

/// Open-ended dice: `open 2d10 from 9 less 1 up to 3 times`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenDice<E> {
    /// Number of dice.
    pub dice: E,
    /// Number of sides.
    pub sides: E,
    /// Least face that is rolled again; the highest face by default.
    pub from: Option<E>,
    /// Deduction from each face that is rolled again; 0 by default.
    pub less: Option<E>,
    /// Limit of the additional rolls of each die; none by default.
    pub limit: Option<E>,
}

impl<E> OpenDice<E> {
    /// The expressions, in the order of the fields.
    pub fn parts(&self) -> impl Iterator<Item = &E> {
        [&self.dice, &self.sides].into_iter().chain(&self.from).chain(&self.less).chain(&self.limit)
    }
}

/// Strikes of a turn: `N` is the item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Strikes<E, N> {
    /// Number of equal strikes.
    Number(E),
    /// A strike for each item.
    Each {
        /// Number of rounds through all items; 1 by default.
        rounds: Option<E>,
        /// Name of the item in the strike and in figures.
        item: N,
        /// Records, or lists of them.
        of: Vec<E>,
        /// Strikes of an item in a row, an expression that may read the item; 1 by default.
        times: Option<E>,
        /// Place of the item that the answer shows, counted from 1.
        shown: Option<E>,
    },
}

impl<E: Copy, N: Copy> Strikes<E, N> {
    /// Name of the item, if there is one.
    pub const fn item(&self) -> Option<N> {
        match self {
            Self::Number(_) => None,
            Self::Each { item, .. } => Some(*item),
        }
    }

    /// Expressions for the number of strikes.
    pub fn counts(&self) -> impl Iterator<Item = E> {
        let counts = match self {
            Self::Number(number) => [Some(*number), None],
            Self::Each { rounds, times, .. } => [*rounds, *times],
        };
        counts.into_iter().flatten()
    }
}

/// Cell of a table: `W` is a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell<W> {
    /// A number.
    Number(Number),
    /// A word.
    Word(W),
    /// Yes or no.
    Flag(bool),
    /// No value.
    Absent,
}

/// Key of a row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key<W> {
    /// A word.
    Word(W),
    /// Range of marks, both ends included. A plain number n is the mark (n, 0).
    Range((i64, i64), (i64, i64)),
    /// Default row, for every other key.
    Other,
}
