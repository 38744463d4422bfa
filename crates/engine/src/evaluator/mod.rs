//! Evaluator of expressions. Random names lie along axes; an expression has a value or a distribution for
//! each cell of the axes that it reads, and is evaluated for all cells at once. With a chooser of draws there
//! is one cell: each name and each draw has one value, as in samples and in what the sheets decide.

pub(crate) mod aggregates;
pub(crate) mod chooser;
pub(crate) mod draws;
pub(crate) mod error;
pub(crate) mod expressions;
pub(crate) mod lookup;
pub(crate) mod operand;
pub(crate) mod operations;
pub(crate) mod picks;
pub(crate) mod pools;
pub(crate) mod products;
pub(crate) mod table;
pub(crate) mod urn;

use crate::distribution::Distribution;
use crate::evaluator::chooser::Chooser;
use crate::evaluator::table::{AxisSet, CellMap, Grid, Table};
use crate::scenario::Scenario;
use crate::scenario::budget::WHOLE;
use crate::value::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;
use tohit_compile::program::{Id, Local, VarId};
use tohit_odds::Arithmetic;
use tohit_syntax::diagnostics::Diagnostic;

/// Distributions of dice by their parameters.
pub(crate) type DrawMemo = FxHashMap<DrawKey, Rc<Distribution>>;

/// Kind of the dice, and their parameters.
pub(crate) type DrawKey = [i64; 6];

/// Memo of one run, kept from line to line.
pub(crate) struct ExpressionMemo {
    /// Questions of a pool that matter to its line, a bit each.
    pub(crate) asked: u32,
    /// Tables of expressions that read no name: they are the same at every mention.
    pub(crate) closed: FxHashMap<Id, Table>,
    pub(crate) dice: DrawMemo,
}

impl Default for ExpressionMemo {
    fn default() -> Self {
        Self { asked: u32::MAX, closed: FxHashMap::default(), dice: DrawMemo::default() }
    }
}

/// Evaluator of expressions over axes.
pub(crate) struct Evaluator<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) arith: &'s Arithmetic,
    pub(crate) memo: &'s mut ExpressionMemo,
    /// Length of each axis.
    axes: SmallVec<[usize; 4]>,
    names: SmallVec<[(VarId, Table); 4]>,
    locals: Vec<(Local, Table)>,
    /// Values of the names at one point.
    values: &'s [Value],
    /// Chooser of draws; with one, every table is constant, and nothing is charged.
    chooser: Option<&'s mut dyn Chooser>,
}

impl<'s, 'a> Evaluator<'s, 'a> {
    pub(crate) fn new(
        scenario: &'s Scenario<'a>,
        arith: &'s Arithmetic,
        memo: &'s mut ExpressionMemo,
    ) -> Self {
        let (axes, names, locals) = (SmallVec::new(), SmallVec::new(), Vec::new());
        Self { scenario, arith, memo, axes, names, locals, values: &[], chooser: None }
    }

    /// Evaluator at one point: with these values of the names, and draws by a chooser.
    fn at_point(
        scenario: &'s Scenario<'a>,
        values: &'s [Value],
        chooser: &'s mut dyn Chooser,
        memo: &'s mut ExpressionMemo,
    ) -> Self {
        Self { values, chooser: Some(chooser), ..Self::new(scenario, &Arithmetic::Floats, memo) }
    }

    /// Adds an axis.
    pub(crate) fn axis(&mut self, id: Id, len: usize) -> Result<AxisSet, Diagnostic> {
        let axis = AxisSet::of(self.axes.len());
        let axis = axis.ok_or_else(|| self.scenario.error_at(id, "too many rolls meet in one line"))?;
        self.axes.push(len);
        Ok(axis)
    }

    /// Removes the last axis.
    pub(crate) fn drop_axis(&mut self) {
        self.axes.pop();
    }

    pub(crate) fn name(&mut self, slot: VarId, cells: Table) {
        self.names.push((slot, cells));
    }

    pub(crate) fn named(&self, slot: VarId) -> Table {
        let known = self.names.iter().find(|(known, _)| *known == slot);
        let value =
            || Table::Constant(self.values.get(usize::from(slot.0)).cloned().unwrap_or(Value::Absent));
        known.map_or_else(value, |(_, cells)| cells.clone())
    }

    pub(crate) fn bind(&mut self, local: Local, cells: Table) {
        match self.locals.iter_mut().find(|(known, _)| *known == local) {
            Some((_, slot)) => *slot = cells,
            None => self.locals.push((local, cells)),
        }
    }

    pub(crate) fn local(&self, local: Local) -> Table {
        let known = self.locals.iter().find(|(known, _)| *known == local);
        known.map_or(Table::Constant(Value::Absent), |(_, cells)| cells.clone())
    }

    pub(crate) fn len_of(&self, index: usize) -> usize {
        self.axes.get(index).copied().unwrap_or(1)
    }

    /// Cells of these axes, charged before they are filled.
    pub(crate) fn cells(&self, id: Id, axes: AxisSet) -> Result<Grid, Diagnostic> {
        if self.chooser.is_some() {
            return Ok(Grid { axes, count: 1 });
        }
        let mut cells = 1usize;
        for index in axes.iter() {
            cells = cells.saturating_mul(self.len_of(index));
        }
        self.scenario.charge(cells.saturating_mul(WHOLE), id)?;
        Ok(Grid { axes, count: cells })
    }

    /// Map from the cells of `all` to the cells of `some`, a part of those axes.
    pub(crate) fn cell_map(&self, all: AxisSet, some: AxisSet) -> CellMap {
        if some.is_empty() {
            return CellMap::First;
        }
        if all == some {
            return CellMap::Same;
        }
        // The last axis varies fastest.
        let mut stride = 1u32;
        let mut strides: Vec<(usize, u32)> = Vec::new();
        for index in all.iter().rev() {
            let len = self.len_of(index);
            if some.contains(index) {
                strides.push((len, stride));
                stride *= u32::try_from(len).unwrap_or(u32::MAX);
            } else {
                strides.push((len, 0));
            }
        }
        let mut indices = Vec::with_capacity(strides.iter().map(|(len, _)| len).product());
        indices.push(0u32);
        for (len, stride) in strides {
            let block = indices.len();
            for step in 1..u32::try_from(len).unwrap_or(u32::MAX) {
                indices.extend_from_within(..block);
                let from = indices.len() - block;
                for index in indices.iter_mut().skip(from) {
                    *index += step * stride;
                }
            }
            indices.truncate(block * len);
        }
        CellMap::Map(indices)
    }
}
