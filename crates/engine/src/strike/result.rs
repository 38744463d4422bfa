//! Results of a strike and of one of its lines.

use crate::joint::JointDistribution;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::Word;
use tohit_odds::{Arithmetic, Weight};

/// Outcome of a strike.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Ending, if it matters.
    pub(crate) ending: Option<Word>,
    pub(crate) kill: bool,
    /// Carried values, name by name.
    pub(crate) carried: Vec<Value>,
    pub(crate) lose: Value,
    /// Gain of the attacker, if it matters.
    pub(crate) gain: Value,
    /// Price of the attacker, if it matters.
    pub(crate) pay: Value,
    pub(crate) weight: Weight,
    /// Values of the reported name, with their shares of the weight: all of them, where the outcome does not
    /// depend on it.
    pub(crate) reported: Rc<[(Value, Weight)]>,
}

/// Odds of a line.
#[derive(Clone, Debug)]
pub struct LineOdds {
    /// Place of the line in the mode.
    pub line: usize,
    /// Probability that a strike comes to the line.
    pub reached: Weight,
    /// Endings of the strikes that end at the line.
    pub endings: Vec<(Word, Weight)>,
    /// Values of the line among the strikes that come to it; for an end, the losses among those that end
    /// there.
    pub values: Vec<(Value, Weight)>,
}

/// Result of a strike.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrikeResult {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) lines: Vec<LineOdds>,
    /// Shown lines, with their values among the strikes so far.
    pub(crate) shown: Vec<(usize, Vec<(Value, Weight)>)>,
    /// Probes, with their values.
    pub(crate) probed: Vec<(usize, Vec<(Value, Weight)>)>,
}

impl Outcome {
    /// Hit points that the attacker gains, less those that it pays.
    pub(crate) fn returned(&self) -> i64 {
        let whole = |value: &Value| value.whole().unwrap_or_default();
        whole(&self.gain).saturating_sub(whole(&self.pay))
    }
}

impl StrikeResult {
    /// Adds the result of a line that strikes of this weight come to.
    pub(crate) fn add(&mut self, mut line: Self, mass: Weight, arith: &Arithmetic) {
        let scale = |weight: &mut Weight| *weight = arith.mul(*weight, mass);
        let all = |values: &mut Vec<(Value, Weight)>| values.iter_mut().for_each(|(_, weight)| scale(weight));
        line.outcomes.iter_mut().for_each(|outcome| scale(&mut outcome.weight));
        line.shown.iter_mut().chain(&mut line.probed).for_each(|(_, values)| all(values));
        for passed in &mut line.lines {
            scale(&mut passed.reached);
            passed.endings.iter_mut().for_each(|(_, weight)| scale(weight));
            all(&mut passed.values);
        }
        self.outcomes.append(&mut line.outcomes);
        self.lines.append(&mut line.lines);
        self.shown.append(&mut line.shown);
        self.probed.append(&mut line.probed);
    }
}

/// Result of a line, if all strikes come to it.
#[derive(Clone, Debug)]
pub(crate) struct LineResult {
    pub(crate) result: StrikeResult,
    /// Weight of the strikes that pass the line, and their distribution.
    pub(crate) next: Option<(Weight, JointDistribution)>,
}

impl LineResult {
    pub(crate) fn of(result: StrikeResult, next: Option<JointDistribution>, arith: &Arithmetic) -> Self {
        Self { result, next: next.map(|next| next.split_mass(arith)) }
    }
}
