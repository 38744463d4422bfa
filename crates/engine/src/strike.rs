//! The odds of one strike, line by line.

use crate::Stop;
use crate::distribution::Column;
use crate::evaluator::{Evaluator, ExpressionMemo, Table};
use crate::joint::JointDistribution;
use crate::joint::factor::{RowClasses, has};
use crate::liveness::{LiveLine, ReducedStrike};
use crate::memo::suffix::SuffixMemo;
use crate::scenario::Scenario;
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::{End, Id, Line, MOST_NAMES, VarId, Word};
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
    pub(crate) kept: Rc<[(Value, Weight)]>,
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
    fn add(&mut self, mut line: Self, mass: Weight, ar: &Arithmetic) {
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
    fn of(struck: StrikeResult, next: Option<JointDistribution>, ar: &Arithmetic) -> Self {
        Self { struck, next: next.map(|next| next.alone(ar)) }
    }
}

/// Names for what an end comes to, beyond those of the text.
#[allow(clippy::cast_possible_truncation, reason = "there are 128 names at most")]
const FIRST: u8 = MOST_NAMES as u8;
const ENDING: VarId = VarId(FIRST);
const LOSE: VarId = VarId(FIRST + 1);
const GAIN: VarId = VarId(FIRST + 2);
/// The first of the carried names' new values.
const NEXT: u8 = FIRST + 3;

/// Follows a strike from a state.
pub(crate) struct StrikeEvaluator<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) plan: &'s ReducedStrike,
    pub(crate) ar: &'s Arithmetic,
    pub(crate) memo: &'s mut ExpressionMemo,
    /// A name that is told with every end, though nothing reads it.
    pub(crate) kept: Option<VarId>,
    /// What other strikes of its turn came to.
    pub(crate) onwards: Option<&'s mut SuffixMemo>,
}

impl StrikeEvaluator<'_, '_> {
    /// The odds of a strike that comes to a step so. `told` asks for what happens at every line.
    pub(crate) fn from(
        &mut self,
        first: usize,
        start: JointDistribution,
        told: bool,
    ) -> Result<StrikeResult, Stop> {
        let ar = self.ar;
        let mut struck = StrikeResult::default();
        let (mut mass, start) = start.alone(ar);
        let mut state = Some(start);
        for (place, step) in self.plan.steps.iter().enumerate().skip(first) {
            let Some(now) = state.take() else { break };
            let onwards = self.onwards.as_ref().filter(|_| !told);
            if let Some(parts) = onwards.and_then(|onwards| onwards.parts(self.plan, &now, self.kept, ar)) {
                struck.add(self.onward(place, parts)?, mass, ar);
                break;
            }
            let shared = self.scenario.shared.filter(|_| !told && matches!(ar, Arithmetic::Floats));
            let came = match shared {
                Some(shared) => shared.step(self, step, now)?,
                None => Rc::new(self.step(now, step, told)?),
            };
            let LineResult { struck: here, next } = Rc::unwrap_or_clone(came);
            struck.add(here, mass, ar);
            state = next.map(|(share, next)| {
                mass = ar.mul(mass, share);
                next
            });
        }
        Ok(struck)
    }

    /// What a line comes to, if all strikes come to it.
    pub(crate) fn step(
        &mut self,
        now: Rc<JointDistribution>,
        step: &LiveLine,
        told: bool,
    ) -> Result<LineResult, Stop> {
        let mut now = Rc::unwrap_or_clone(now);
        let mut struck = StrikeResult::default();
        let kept = self.kept.map_or(0, VarId::bit);
        let ar = self.ar;
        let Some(line) = self.scenario.mode.strike.get(step.line) else {
            return Ok(LineResult::of(struck, Some(now), ar));
        };
        let reached = if told { now.weight(ar) } else { Weight::ZERO };
        self.probe(&now, step, false, &mut struck.probed)?;
        let next = match line {
            Line::Value { slot, value, show, .. } => {
                let answered = show.is_some() && self.plan.asks.worded;
                let wanted = answered || told;
                let shown = if wanted { slot.bit() } else { 0 };
                let whole = wanted.then_some(*slot);
                self.value(&mut now, step, (*value, *slot, whole), step.live | shown | kept)?;
                if wanted {
                    let values = self.shown(&now, *value, *slot)?;
                    if answered {
                        struck.shown.push((step.line, values.clone()));
                    }
                    if told {
                        struck.passed.push(LineOdds {
                            line: step.line,
                            reached,
                            endings: Vec::new(),
                            values,
                        });
                    }
                    // Where values are told no name is kept.
                    self.forget(&mut now, step, step.live, None);
                }
                Some(now)
            }
            Line::End(end) => {
                let (yes, no) = self.parted(now, step, end)?;
                if let Some(yes) = yes {
                    self.probe(&yes, step, true, &mut struck.probed)?;
                    self.end(yes, step, end, &mut struck.outs)?;
                }
                if told {
                    let mut endings: Vec<(Word, Weight)> = Vec::new();
                    for out in &struck.outs {
                        let Some(ending) = out.ending else { continue };
                        match endings.iter_mut().find(|(word, _)| *word == ending) {
                            Some((_, sum)) => *sum = ar.add(*sum, out.weight),
                            None => endings.push((ending, out.weight)),
                        }
                    }
                    let lost = struck.outs.iter().map(|out| (out.lose.clone(), out.weight));
                    let values = crate::distribution::merged(lost.collect(), ar);
                    struck.passed.push(LineOdds { line: step.line, reached, endings, values });
                }
                no.map(|mut no| {
                    self.forget(&mut no, step, step.live | kept, None);
                    no
                })
            }
        };
        Ok(LineResult::of(struck, next, ar))
    }

    /// Gives a name its value. What is told of `whole` is its values, whether or not later lines can tell them apart.
    fn value(
        &mut self,
        state: &mut JointDistribution,
        step: &LiveLine,
        (id, slot, whole): (Id, VarId, Option<VarId>),
        live: u128,
    ) -> Result<(), Stop> {
        let worked = self.work(state, id, step.spent)?;
        self.assign(state, (step, live), (id, slot, whole), worked)?;
        if let Some(Value::Bad(stop)) = state.value(slot) {
            return Err(stop.clone());
        }
        Ok(())
    }

    pub(crate) fn forget(
        &mut self,
        state: &mut JointDistribution,
        step: &LiveLine,
        live: u128,
        whole: Option<VarId>,
    ) {
        let (scenario, ar, memo, kept) = (self.scenario, self.ar, &mut *self.memo, self.kept);
        state.forget(ar, live, &mut |slot, col| {
            let is_told = [whole, kept].contains(&Some(slot));
            if is_told { None } else { lump(scenario, ar, memo, step, slot, col) }
        });
    }

    fn parted(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
    ) -> Result<(Option<JointDistribution>, Option<JointDistribution>), Stop> {
        let Some(when) = end.when else { return Ok((Some(state), None)) };
        let others = crate::liveness::parts_of(end, self.plan.asks).into_iter().filter(|part| *part != when);
        let others = others.fold(0, |all, part| all | self.scenario.reads(part));
        let worked = self.work(&mut state, when, step.spent & !others)?;
        self.parted_by(state, when, worked)
    }

    /// What a strike that ends here comes to.
    fn end(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
        outs: &mut Vec<Outcome>,
    ) -> Result<(), Stop> {
        let mut asked = Vec::new();
        if self.plan.asks.worded {
            asked.push((ENDING, end.ending));
        }
        asked.extend(end.lose.map(|lose| (LOSE, lose)));
        let gain = end.gain.filter(|_| self.plan.asks.gains);
        asked.extend(gain.map(|gain| (GAIN, gain)));
        let next = |slot: VarId| end.next.iter().find(|(known, _)| *known == slot).map(|(_, value)| *value);
        let mut columns = vec![LOSE, ENDING, GAIN];
        for (carry, _) in (0..).zip(&self.scenario.mode.carries) {
            match next(VarId(carry)) {
                // Nothing ever gives this a value.
                _ if has(self.plan.asks.left_out, VarId(carry)) => columns.push(VarId(NEXT + carry)),
                Some(value) => {
                    asked.push((VarId(NEXT + carry), value));
                    columns.push(VarId(NEXT + carry));
                }
                None => columns.push(VarId(carry)),
            }
        }
        let wanted = columns.iter().chain(&self.kept).fold(0, |all, slot| all | slot.bit());
        for (place, (slot, id)) in asked.iter().enumerate() {
            let later = asked.iter().skip(place + 1).fold(0, |all, (_, id)| all | self.scenario.reads(*id));
            let (line, live) = (step.line, step.live);
            let step = LiveLine { asked: Vec::new(), spent: step.spent & !later, line, live };
            self.value(&mut state, &step, (*id, *slot, None), wanted | later)?;
        }
        let none: Rc<[(Value, Weight)]> = Rc::new([]);
        let independent = self.kept.and_then(|slot| state.take(slot));
        if independent.is_none() {
            columns.extend(self.kept);
        }
        let rows = self.rows(state, end.ending, &columns)?;
        let [loses, endings, gains, others @ ..] = rows.cols.as_slice() else { return Ok(()) };
        let Some((others, kept)) = others.split_at_checked(self.scenario.mode.carries.len()) else {
            return Ok(());
        };
        for (row, weight) in rows.weights.iter().enumerate() {
            let ending = match endings.value(row) {
                Value::Word(word) => Some(word),
                _ if !self.plan.asks.worded => None,
                other => return Err(self.wrong(end.ending, &other, "an ending must be a word")),
            };
            let counted = |id: Option<Id>, value: Value, what: &str| match id {
                None => Ok(Value::from(0)),
                Some(id) => {
                    value.counted(what).map(Value::from).map_err(|wrong| self.wrong(id, &value, &wrong))
                }
            };
            let lose = match loses.value(row) {
                endless @ Value::Tail(_) => endless,
                value => counted(end.lose, value, "lost")?,
            };
            let gain = counted(gain, gains.value(row), "gained")?;
            let carried = others.iter().map(|col| col.value(row).sound()).collect::<Result<_, Stop>>()?;
            let kept = match (kept, &independent) {
                ([kept], _) => Rc::new([(kept.value(row), self.ar.one())]),
                (_, Some(values)) => Rc::clone(values),
                _ => Rc::clone(&none),
            };
            outs.push(Outcome { ending, kill: end.kill, carried, lose, gain, weight: *weight, kept });
        }
        Ok(())
    }

    /// Asks what stands beside a line, of a state that stays as it is.
    fn probe(
        &mut self,
        state: &JointDistribution,
        step: &LiveLine,
        ends: bool,
        probed: &mut Vec<(usize, Vec<(Value, Weight)>)>,
    ) -> Result<(), Stop> {
        let probes = &self.scenario.probes;
        for (place, probe) in probes.iter().enumerate() {
            if probe.line == step.line && probe.ends == ends {
                let mut state = state.clone();
                self.value(&mut state, step, (probe.id, ENDING, Some(ENDING)), ENDING.bit())?;
                probed.push((place, self.shown(&state, probe.id, ENDING)?));
            }
        }
        Ok(())
    }

    fn wrong(&self, id: Id, value: &Value, message: &str) -> Stop {
        match value {
            Value::Bad(stop) => stop.clone(),
            _ => self.scenario.stop(id, message),
        }
    }

    fn shown(&self, state: &JointDistribution, id: Id, slot: VarId) -> Result<Vec<(Value, Weight)>, Stop> {
        let rows = self.rows(state.clone(), id, &[slot])?;
        let Some(col) = rows.cols.first() else { return Ok(Vec::new()) };
        let values =
            rows.weights.iter().enumerate().map(|(row, weight)| Ok((col.value(row).sound()?, *weight)));
        Ok(crate::distribution::merged(values.collect::<Result<_, Stop>>()?, self.ar))
    }
}

/// Which values of a name no later line can tell apart: for each of them the first that is like it.
fn lump(
    scenario: &Scenario<'_>,
    ar: &Arithmetic,
    memo: &mut ExpressionMemo,
    step: &LiveLine,
    slot: VarId,
    col: &Rc<Column>,
) -> Option<Vec<u32>> {
    if !scenario.probes.is_empty() {
        // What is asked beside a line may tell them apart.
        return None;
    }
    let (_, asked) = step.asked.iter().find(|(known, _)| *known == slot)?;
    if col.len() < 3 {
        return None;
    }
    let mut answers: Vec<(Vec<u32>, usize)> = Vec::with_capacity(asked.len());
    for id in asked {
        let mut frame = Evaluator::new(scenario, ar, memo);
        let axis = frame.axis(*id, col.len()).ok()?;
        frame.name(slot, Table::Column(axis, Rc::clone(col)));
        // What cannot be told of all values at once, as of an endless roll, is not told here.
        match frame.eval(*id).ok()? {
            Table::Column(_, values) => {
                let (codes, different) = values.coded();
                answers.push((codes, different.len()));
            }
            Table::Constant(_) => {}
            Table::Distribution(..) => return None,
        }
    }
    let RowClasses { firsts, at } =
        RowClasses::of(answers.iter().map(|(codes, many)| (codes.as_slice(), *many)), col.len());
    let first = |kind: &u32| firsts.get(*kind as usize).copied().unwrap_or_default();
    (firsts.len() < col.len()).then(|| at.iter().map(first).collect())
}
