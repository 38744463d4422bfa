//! Tables of values or distributions over axes, one axis per random name.

use crate::column::Column;
use crate::distribution::Distribution;
use crate::value::Value;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// Set of axes, a bit for each.
pub(crate) type Axes = u32;

/// Table of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Table {
    /// One value for all cells.
    Constant(Value),
    /// A value for each cell of these axes.
    Column(Axes, Rc<Column>),
    /// A distribution for each cell of these axes.
    Distribution(Axes, Rc<Distribution>),
}

impl Table {
    pub(crate) const fn axes(&self) -> Axes {
        match self {
            Self::Constant(_) => 0,
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
    pub(crate) fn fixed(axes: Axes, column: Column) -> Self {
        if axes == 0 { Self::Constant(column.get(0)) } else { Self::Column(axes, Rc::new(column)) }
    }

    /// Table of a distribution; plain values if every cell has one. Endless rolls stay distributions.
    pub(crate) fn distribution(axes: Axes, distribution: Distribution) -> Self {
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

/// Places of the bits that are set.
pub(crate) fn bits(axes: Axes) -> impl Iterator<Item = usize> {
    (0..32).filter(move |index| axes & (1 << index) != 0)
}

/// Value of a cell without a distribution.
pub(crate) fn value_at(cells: &Table, index: usize) -> Value {
    match cells {
        Table::Constant(value) => value.clone(),
        Table::Column(_, column) => column.get(index),
        Table::Distribution(..) => Value::Absent,
    }
}
