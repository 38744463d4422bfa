//! Operands of whole numbers or of flags alone, for operations without dispatch on each value.

use crate::column::Column;
use crate::evaluator::table::Table;
use crate::value::Value;

/// Operand of one plain type: one value, or a column.
pub(crate) enum Operand<'a, T> {
    Constant(T),
    Column(&'a [T]),
}

impl<T: Copy + Default> Operand<'_, T> {
    pub(crate) fn at(&self, index: usize) -> T {
        match self {
            Self::Constant(one) => *one,
            Self::Column(all) => all.get(index).copied().unwrap_or_default(),
        }
    }
}

/// Whole numbers, if all values are.
pub(crate) fn whole_operand(cells: &Table) -> Option<Operand<'_, i64>> {
    match cells {
        Table::Constant(value) => value.whole().map(Operand::Constant),
        Table::Column(_, column) => match &**column {
            Column::Whole(whole) => Some(Operand::Column(whole)),
            _ => None,
        },
        Table::Distribution(..) => None,
    }
}

/// Flags, if all values are.
pub(crate) fn flag_operand(cells: &Table) -> Option<Operand<'_, bool>> {
    match cells {
        Table::Constant(Value::Flag(flag)) => Some(Operand::Constant(*flag)),
        Table::Column(_, column) => match &**column {
            Column::Flags(flags) => Some(Operand::Column(flags)),
            _ => None,
        },
        _ => None,
    }
}
