//! What the tree of a text and the checked rules have in common: `E` is an expression, as it is written or as it is run.

use crate::ast::Span;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_odds::number::Number;

/// The section of the document, without its brackets.
pub type Reference = Option<Arc<str>>;

/// A row of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row<E> {
    /// The value; it reads the value so far as `it`. A row such as `+ 2` is written out as `it + 2`, `at least 3` as `max(it, 3)`.
    pub value: E,
    /// The condition, with those of the blocks around it in front; the first row has none.
    pub when: Option<E>,
    /// Where it stands.
    pub span: Span,
}

/// An end of the strike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End<E, N> {
    /// Its word: fixed, or a value.
    pub ending: E,
    /// What the defender loses.
    pub lose: Option<E>,
    /// What the attacker gains.
    pub gain: Option<E>,
    /// Whether the defender falls, whatever it loses.
    pub kill: bool,
    /// The condition, with those of the blocks around it in front; the last end has none.
    pub when: Option<E>,
    /// What is carried on.
    pub next: Vec<N>,
    /// Where it stands.
    pub span: Span,
    /// The section of the document.
    pub reference: Reference,
}

/// What is gone through.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Items<E> {
    /// From one whole number to another.
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

/// How often, or for what: `N` is the item.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Repetition<E, N> {
    /// So often.
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

/// How values are put together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Collect<E> {
    /// Added.
    Sum,
    /// How many are yes.
    Count,
    /// The highest so many, added.
    Best(Option<E>),
    /// The lowest so many, added.
    Worst(Option<E>),
}

impl<E> Collect<E> {
    /// How many are kept, where that is said.
    pub const fn kept(&self) -> Option<&E> {
        match self {
            Self::Best(kept) | Self::Worst(kept) => kept.as_ref(),
            Self::Sum | Self::Count => None,
        }
    }
}

/// A question to a pool of dice: `N` is what a die is called in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question<E, N> {
    /// Values of the dice, put together.
    Each(Collect<E>, N, E),
    /// The number of dice in the largest group of equal faces.
    Alike,
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

/// How many strikes a turn has: `N` is the item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Strikes<E, N> {
    /// So many.
    Number(E),
    /// One for each item.
    Each {
        /// How often all of them are gone through; once, if nothing is said.
        rounds: Option<E>,
        /// What an item is called in the strike and in figures.
        item: N,
        /// Records, or lists of them.
        of: Vec<E>,
        /// How often each strikes before the next does, which may read the item; once, if nothing is said.
        times: Option<E>,
        /// Which of them the answer shows, counted from 1.
        shown: Option<E>,
    },
}

impl<E: Copy, N: Copy> Strikes<E, N> {
    /// The item's name, if there is one.
    pub const fn item(&self) -> Option<N> {
        match self {
            Self::Number(_) => None,
            Self::Each { item, .. } => Some(*item),
        }
    }

    /// What is said of how many there are.
    pub fn counts(&self) -> impl Iterator<Item = E> {
        let counts = match self {
            Self::Number(number) => [Some(*number), None],
            Self::Each { rounds, times, .. } => [*rounds, *times],
        };
        counts.into_iter().flatten()
    }
}

/// What stands in a table: `W` is a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell<W> {
    /// A number.
    Number(Number),
    /// A word.
    Word(W),
    /// Yes or no.
    Flag(bool),
    /// Nothing.
    Absent,
}

/// What a row of a table is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key<W> {
    /// A word.
    Word(W),
    /// From one mark to another, both included. A plain number n is the mark (n, 0).
    Range((i64, i64), (i64, i64)),
    /// Everything else.
    Other,
}
