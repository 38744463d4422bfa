//! Joint distribution of the names of a strike between two lines: known values, and independent factors.

mod algebra;
pub(crate) mod evaluation;
pub(crate) mod factor;

use crate::column::Column;
use crate::joint::factor::Factor;
use crate::scenario::Scenario;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::{VarId, VarSet};
use tohit_odds::{Arithmetic, Weight};

/// Scenario and arithmetic of a computation.
#[derive(Clone, Copy)]
pub(crate) struct Context<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) arith: &'s Arithmetic,
}

/// Joint distribution: the product of its factors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointDistribution {
    pub(crate) known: Vec<(VarId, Value)>,
    pub(crate) factors: Vec<Factor>,
    /// Weight of the factors that were summed out.
    pub(crate) mass: Weight,
}

/// Lumping of a name's values: a representative for each code.
pub(crate) type Lumping<'f> = dyn FnMut(VarId, &Rc<Column>) -> Option<Vec<u32>> + 'f;

impl JointDistribution {
    pub(crate) const fn new(mass: Weight) -> Self {
        Self { known: Vec::new(), factors: Vec::new(), mass }
    }

    /// Weight of the summed-out factors, and the distribution without it.
    pub(crate) fn split_mass(mut self, arith: &Arithmetic) -> (Weight, Self) {
        let mass = core::mem::replace(&mut self.mass, arith.one());
        (mass, self)
    }

    pub(crate) fn value(&self, slot: VarId) -> Option<&Value> {
        self.known.iter().find(|(known, _)| *known == slot).map(|(_, value)| value)
    }

    /// Sums out dead names, and merges values that no later line distinguishes.
    pub(crate) fn marginalize(&mut self, arith: &Arithmetic, live: VarSet, alike: &mut Lumping<'_>) {
        self.known.retain(|(slot, _)| live.contains(*slot));
        self.factors.retain_mut(|factor| {
            let before = factor.slots.len();
            let mut index = 0;
            while let Some(slot) = factor.slots.get(index) {
                if live.contains(*slot) {
                    index += 1;
                } else {
                    factor.slots.remove(index);
                    factor.columns.remove(index);
                }
            }
            if factor.slots.is_empty() {
                self.mass = arith.mul(self.mass, factor.mass(arith));
                return false;
            }
            let mut changed = factor.slots.len() != before;
            for (slot, column) in factor.slots.iter().zip(&mut factor.columns) {
                if let Some(map) = alike(*slot, &column.values) {
                    for code in &mut column.codes {
                        *code = map.get(*code as usize).copied().unwrap_or(*code);
                    }
                    changed = true;
                }
            }
            if changed {
                *factor = core::mem::take(factor).merged(arith);
            }
            true
        });
    }

    /// Removes the factor of one name alone: its values with their weights.
    pub(crate) fn take_factor(&mut self, slot: VarId) -> Option<Rc<[(Value, Weight)]>> {
        let index = self.factors.iter().position(|factor| factor.slots == [slot])?;
        let factor = self.factors.remove(index);
        let column = factor.column(slot)?;
        Some(factor.weights.iter().enumerate().map(|(row, weight)| (column.value(row), *weight)).collect())
    }

    /// Total weight.
    pub(crate) fn weight(&self, arith: &Arithmetic) -> Weight {
        self.factors.iter().fold(self.mass, |mass, factor| arith.mul(mass, factor.mass(arith)))
    }
}
