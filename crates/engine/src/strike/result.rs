//! Results of a strike and of one of its lines.

use crate::joint::JointDistribution;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::Word;
use tohit_odds::{Arithmetic, Weight};

/// One way in which a strike can end.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Its word, if that matters.
    pub(crate) ending: Option<Word>,
    pub(crate) kill: bool,
    /// What is carried on, name by name.
    pub(crate) carried: Vec<Value>,
    pub(crate) lose: Value,
    /// What who strikes gets back, if that matters.
    pub(crate) gain: Value,
    pub(crate) weight: Weight,
    /// Values of the name that is kept, with their shares of the weight: all of them, where nothing here depends on it.
    pub(crate) reported: Rc<[(Value, Weight)]>,
}

/// What happens at a line.
#[derive(Clone, Debug)]
pub struct LineOdds {
    /// The line's place in the mode.
    pub line: usize,
    /// The chance that a strike comes to it.
    pub reached: Weight,
    /// Of an end: the chances of the endings that strikes have here.
    pub endings: Vec<(Word, Weight)>,
    /// Of a value: what it comes to, among the strikes that come here. Of an end: what is lost, among those that end here.
    pub values: Vec<(Value, Weight)>,
}

/// The odds of a strike.
#[derive(Clone, Debug, Default)]
pub(crate) struct StrikeResult {
    pub(crate) outs: Vec<Outcome>,
    pub(crate) passed: Vec<LineOdds>,
    /// The lines that are answered, with what they came to among the strikes that came so far.
    pub(crate) shown: Vec<(usize, Vec<(Value, Weight)>)>,
    /// What was asked beside the lines: the probe's place, and what it came to.
    pub(crate) probed: Vec<(usize, Vec<(Value, Weight)>)>,
}

impl StrikeResult {
    /// Takes up what a line came to, to which so many strikes come.
    pub(crate) fn add(&mut self, mut line: Self, mass: Weight, ar: &Arithmetic) {
        let scale = |weight: &mut Weight| *weight = ar.mul(*weight, mass);
        let all = |values: &mut Vec<(Value, Weight)>| values.iter_mut().for_each(|(_, weight)| scale(weight));
        line.outs.iter_mut().for_each(|out| scale(&mut out.weight));
        line.shown.iter_mut().chain(&mut line.probed).for_each(|(_, values)| all(values));
        for passed in &mut line.passed {
            scale(&mut passed.reached);
            passed.endings.iter_mut().for_each(|(_, weight)| scale(weight));
            all(&mut passed.values);
        }
        self.outs.append(&mut line.outs);
        self.passed.append(&mut line.passed);
        self.shown.append(&mut line.shown);
        self.probed.append(&mut line.probed);
    }
}

/// What a line comes to, as if all strikes came to it.
#[derive(Clone, Debug)]
pub(crate) struct LineResult {
    pub(crate) struck: StrikeResult,
    /// How many go on, and in what state.
    pub(crate) next: Option<(Weight, Rc<JointDistribution>)>,
}

impl LineResult {
    pub(crate) fn of(struck: StrikeResult, next: Option<JointDistribution>, ar: &Arithmetic) -> Self {
        Self { struck, next: next.map(|next| next.split_mass(ar)) }
    }
}
