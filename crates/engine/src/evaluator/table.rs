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

    pub(crate) const fn is_spread(&self) -> bool {
        matches!(self, Self::Distribution(..))
    }

    /// Weights of yes and of no in a cell; or a value that is neither.
    pub(crate) fn chances(&self, place: usize, ar: &Arithmetic) -> Result<(Weight, Weight), Value> {
        match self {
            Self::Distribution(_, spread) => {
                match spread.entries(place).find(|(value, _)| !matches!(value, Value::Flag(_))) {
                    Some((strange, _)) => Err(strange),
                    None => Ok(spread.chances(place)),
                }
            }
            cells => match value_at(cells, place) {
                Value::Flag(true) => Ok((ar.one(), Weight::ZERO)),
                Value::Flag(false) => Ok((Weight::ZERO, ar.one())),
                strange => Err(strange),
            },
        }
    }

    /// Table of a column; without axes its only value.
    pub(crate) fn fixed(axes: Axes, col: Column) -> Self {
        if axes == 0 { Self::Constant(col.get(0)) } else { Self::Column(axes, Rc::new(col)) }
    }

    /// Table of a distribution; plain values if every cell has one. Endless rolls stay distributions.
    pub(crate) fn spread(axes: Axes, spread: Distribution) -> Self {
        if spread.weights.len() + 1 == spread.starts.len()
            && spread.starts.windows(2).all(|pair| pair.first() != pair.last())
            && !spread.values.has_tails()
        {
            return Self::fixed(axes, spread.values);
        }
        Self::Distribution(axes, Rc::new(spread))
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
            Self::Map(places) => places.get(cell).map_or(0, |place| *place as usize),
        }
    }
}

/// Places of the bits that are set.
pub(crate) fn bits(axes: Axes) -> impl Iterator<Item = usize> {
    (0..32).filter(move |place| axes & (1 << place) != 0)
}

/// Value of a cell without a distribution.
pub(crate) fn value_at(cells: &Table, place: usize) -> Value {
    match cells {
        Table::Constant(value) => value.clone(),
        Table::Column(_, col) => col.get(place),
        Table::Distribution(..) => Value::Absent,
    }
}
