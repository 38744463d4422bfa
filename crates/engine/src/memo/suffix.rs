//! Memo of strike suffixes within a turn. Strikes of one turn differ only in a few words and flags before
//! some line: the rest of the strike is evaluated once for each combination. Numbers differ from strike to
//! strike.

use crate::joint::JointDistribution;
use crate::joint::factor::Factor;
use crate::reduced_strike::ReducedStrike;
use crate::strike::result::Outcome;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::VarId;
use tohit_odds::{Arithmetic, Weight};

/// Outcomes of strikes of one reduced strike, from a line on.
#[derive(Debug)]
pub(crate) struct SuffixMemo {
    /// Number of strikes that may come there.
    strikes: usize,
    pub(crate) known: Vec<SuffixEntry>,
}

#[derive(Debug)]
pub(crate) struct SuffixEntry {
    /// Place of the line among the steps.
    pub(crate) step: usize,
    pub(crate) state: JointDistribution,
    pub(crate) outcomes: Rc<[Outcome]>,
}

impl SuffixMemo {
    pub(crate) const fn new(strikes: usize) -> Self {
        Self { strikes, known: Vec::new() }
    }

    /// States and their weights, if strikes differ only by these from this step on: at most as many as there
    /// are strikes.
    pub(crate) fn parts(
        &self,
        reduced: &ReducedStrike,
        state: &JointDistribution,
        reported: Option<VarId>,
        arith: &Arithmetic,
    ) -> Option<Vec<(Weight, JointDistribution)>> {
        if self.strikes < 2 || state.known.iter().any(|(slot, _)| reduced.by_position.contains(*slot)) {
            return None;
        }
        let is_reported = |factor: &Factor| reported.is_some_and(|slot| factor.slots.contains(&slot));
        let (stay, few): (Vec<&Factor>, Vec<&Factor>) =
            state.factors.iter().partition(|one| is_reported(one));
        let many = few.iter().try_fold(1usize, |many, factor| many.checked_mul(factor.weights.len()))?;
        let is_counted = |factor: &&Factor| {
            !factor.columns.iter().all(|column| column.values.iter().all(|value| is_word(&value)))
        };
        let differs = |factor: &&Factor| factor.slots.iter().any(|slot| reduced.by_position.contains(*slot));
        if many > self.strikes || few.iter().any(is_counted) || stay.iter().any(differs) {
            return None;
        }
        let whole = JointDistribution {
            known: state.known.clone(),
            factors: stay.into_iter().cloned().collect(),
            mass: arith.one(),
        };
        let mut parts = vec![(state.mass, whole)];
        for factor in few {
            let each = parts.iter().flat_map(|(weight, part)| {
                factor.weights.iter().enumerate().map(|(row, share)| {
                    let values = factor.columns.iter().map(|column| column.value(row));
                    let mut part = part.clone();
                    part.known.extend(factor.slots.iter().copied().zip(values));
                    (arith.mul(*weight, *share), part)
                })
            });
            parts = each.collect();
        }
        Some(parts)
    }

    pub(crate) fn of(&self, step: usize, state: &JointDistribution) -> Option<Rc<[Outcome]>> {
        let known = self.known.iter().find(|known| known.step == step && known.state == *state)?;
        Some(Rc::clone(&known.outcomes))
    }
}

const fn is_word(value: &Value) -> bool {
    matches!(value, Value::Word(_) | Value::Flag(_))
}
