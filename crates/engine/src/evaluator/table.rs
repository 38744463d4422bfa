//! Tables of values or distributions over axes, one axis per random name.

use crate::column::Column;
use crate::distribution::Distribution;
use crate::value::Value;
use core::ops::BitOr;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// Set of axes by their indices, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AxisSet(u32);

impl AxisSet {
    pub(crate) const EMPTY: Self = Self(0);

    /// Set with one axis; none past the most axes of a table.
    pub(crate) fn of(index: usize) -> Option<Self> {
        1u32.checked_shl(u32::try_from(index).ok()?).map(Self)
    }

    pub(crate) fn contains(self, index: usize) -> bool {
        Self::of(index).is_some_and(|axis| !self.is_disjoint(axis))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    pub(crate) const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Indices of the axes, in their order.
    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = usize> {
        (0..u32::BITS as usize).filter(move |index| self.contains(*index))
    }
}

impl BitOr for AxisSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Table of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// One value for all cells.
    Constant(Value),
    /// A value for each cell of these axes.
    Column(AxisSet, Rc<Column>),
    /// A distribution for each cell of these axes.
    Distribution(AxisSet, Rc<Distribution>),
}

impl Table {
    pub(crate) const fn axes(&self) -> AxisSet {
        match self {
            Self::Constant(_) => AxisSet::EMPTY,
            Self::Column(axes, _) | Self::Distribution(axes, _) => *axes,
        }
    }

    pub(crate) const fn is_random(&self) -> bool {
        matches!(self, Self::Distribution(..))
    }

    /// Weights of yes and of no in a cell; or a value that is neither.
    pub(crate) fn chances(&self, index: usize, arith: &Arithmetic) -> Result<(Weight, Weight), Value> {
        match self {
            Self::Distribution(_, distribution) => {
                match distribution.entries(index).find(|(value, _)| !matches!(value, Value::Flag(_))) {
                    Some((strange, _)) => Err(strange),
                    None => Ok(distribution.chances(index)),
                }
            }
            cells => match value_at(cells, index) {
                Value::Flag(true) => Ok((arith.one(), Weight::ZERO)),
                Value::Flag(false) => Ok((Weight::ZERO, arith.one())),
                strange => Err(strange),
            },
        }
    }

    /// Table of a column; without axes its only value.
    pub(crate) fn fixed(axes: AxisSet, column: Column) -> Self {
        if axes.is_empty() { Self::Constant(column.get(0)) } else { Self::Column(axes, Rc::new(column)) }
    }

    /// Table of a distribution; plain values if every cell has one. Endless rolls stay distributions.
    pub(crate) fn distribution(axes: AxisSet, distribution: Distribution) -> Self {
        if distribution.weights.len() + 1 == distribution.starts.len()
            && distribution.starts.windows(2).all(|pair| pair.first() != pair.last())
            && !distribution.values.has_tails()
        {
            return Self::fixed(axes, distribution.values);
        }
        Self::Distribution(axes, Rc::new(distribution))
    }
}

/// Map from the cells of some axes to those of fewer.
pub(crate) enum CellMap {
    Same,
    First,
    Map(Vec<u32>),
}

impl CellMap {
    pub(crate) fn at(&self, cell: usize) -> usize {
        match self {
            Self::Same => cell,
            Self::First => 0,
            Self::Map(map) => map.get(cell).map_or(0, |index| *index as usize),
        }
    }
}

/// Cells of a result: its axes, and the number of their cells.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    pub(crate) axes: AxisSet,
    pub(crate) count: usize,
}

/// Operand with the map from the cells of a result to its own.
pub(crate) struct Mapped<'t, T> {
    pub(crate) of: &'t T,
    pub(crate) map: &'t CellMap,
}

impl<T> Clone for Mapped<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Mapped<'_, T> {}

impl<'t, T> Mapped<'t, T> {
    /// Another view of the operand, with the same cells.
    pub(crate) const fn with<U>(self, of: &'t U) -> Mapped<'t, U> {
        Mapped { of, map: self.map }
    }
}

impl Mapped<'_, Table> {
    /// Value of a cell of the result.
    pub(crate) fn value(self, cell: usize) -> Value {
        value_at(self.of, self.map.at(cell))
    }
}

/// Value of a cell without a distribution.
pub(crate) fn value_at(cells: &Table, index: usize) -> Value {
    match cells {
        Table::Constant(value) => value.clone(),
        Table::Column(_, column) => column.get(index),
        Table::Distribution(..) => Value::Absent,
    }
}
