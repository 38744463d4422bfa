//! The odds of one strike, line by line.

mod lines;
mod memoised;
pub(crate) mod result;

use crate::column::Column;
use crate::evaluator::table::Table;
use crate::evaluator::{Evaluator, ExpressionMemo};
use crate::joint::JointDistribution;
use crate::joint::factor::{RowClasses, has};
use crate::memo::suffix::SuffixMemo;
use crate::reduced_strike::{LiveLine, ReducedStrike, parts_of};
use crate::scenario::Scenario;
use crate::strike::result::{LineOdds, LineResult, Outcome, StrikeResult};
use crate::value::Value;
use crate::weighted::merged;
use std::rc::Rc;
use tohit_compile::program::{End, Id, Line, MOST_NAMES, VarId, Word};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

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
    pub(crate) reported: Option<VarId>,
    /// What other strikes of its turn came to.
    pub(crate) onwards: Option<&'s mut SuffixMemo>,
}

impl StrikeEvaluator<'_, '_> {
    /// The odds of a strike that comes to a step so. `told` asks for what happens at every line.
    pub(crate) fn run(
        &mut self,
        first: usize,
        start: JointDistribution,
        observed: bool,
    ) -> Result<StrikeResult, Diagnostic> {
        let ar = self.ar;
        let mut struck = StrikeResult::default();
        let (mut mass, start) = start.split_mass(ar);
        let mut state = Some(start);
        for (place, step) in self.plan.steps.iter().enumerate().skip(first) {
            let Some(now) = state.take() else { break };
            let onwards = self.onwards.as_ref().filter(|_| !observed);
            if let Some(parts) = onwards.and_then(|onwards| onwards.parts(self.plan, &now, self.reported, ar))
            {
                struck.add(self.suffix(place, parts)?, mass, ar);
                break;
            }
            let shared = self.scenario.shared.filter(|_| !observed && matches!(ar, Arithmetic::Floats));
            let came = match shared {
                Some(shared) => self.shared_step(shared, step, now)?,
                None => Rc::new(self.step(now, step, observed)?),
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
        observed: bool,
    ) -> Result<LineResult, Diagnostic> {
        let mut now = Rc::unwrap_or_clone(now);
        let mut struck = StrikeResult::default();
        let reported = self.reported.map_or(0, VarId::bit);
        let ar = self.ar;
        let Some(line) = self.scenario.mode.strike.get(step.line) else {
            return Ok(LineResult::of(struck, Some(now), ar));
        };
        let reached = if observed { now.weight(ar) } else { Weight::ZERO };
        self.probe(&now, step, false, &mut struck.probed)?;
        let next = match line {
            Line::Value { slot, value, show, .. } => {
                let answered = show.is_some() && self.plan.criterion.worded;
                let wanted = answered || observed;
                let shown = if wanted { slot.bit() } else { 0 };
                let whole = wanted.then_some(*slot);
                self.value(&mut now, step, (*value, *slot, whole), step.live | shown | reported)?;
                if wanted {
                    let values = self.marginal_values(&now, *value, *slot)?;
                    if answered {
                        struck.shown.push((step.line, values.clone()));
                    }
                    if observed {
                        struck.passed.push(LineOdds {
                            line: step.line,
                            reached,
                            endings: Vec::new(),
                            values,
                        });
                    }
                    // Where values are told no name is kept.
                    self.marginalize(&mut now, step, step.live, None);
                }
                Some(now)
            }
            Line::End(end) => {
                let (yes, no) = self.split_by_condition(now, step, end)?;
                if let Some(yes) = yes {
                    self.probe(&yes, step, true, &mut struck.probed)?;
                    self.end(yes, step, end, &mut struck.outs)?;
                }
                if observed {
                    let mut endings: Vec<(Word, Weight)> = Vec::new();
                    for out in &struck.outs {
                        let Some(ending) = out.ending else { continue };
                        match endings.iter_mut().find(|(word, _)| *word == ending) {
                            Some((_, sum)) => *sum = ar.add(*sum, out.weight),
                            None => endings.push((ending, out.weight)),
                        }
                    }
                    let lost = struck.outs.iter().map(|out| (out.lose.clone(), out.weight));
                    let values = merged(lost.collect(), ar);
                    struck.passed.push(LineOdds { line: step.line, reached, endings, values });
                }
                no.map(|mut no| {
                    self.marginalize(&mut no, step, step.live | reported, None);
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
    ) -> Result<(), Diagnostic> {
        let worked = self.evaluate(state, id, step.spent)?;
        self.assign(state, (step, live), (id, slot, whole), worked)?;
        if let Some(Value::Bad(stop)) = state.value(slot) {
            return Err(stop.clone());
        }
        Ok(())
    }

    pub(crate) fn marginalize(
        &mut self,
        state: &mut JointDistribution,
        step: &LiveLine,
        live: u128,
        whole: Option<VarId>,
    ) {
        let (scenario, ar, memo, reported) = (self.scenario, self.ar, &mut *self.memo, self.reported);
        state.marginalize(ar, live, &mut |slot, col| {
            let is_whole = [whole, reported].contains(&Some(slot));
            if is_whole { None } else { lump(scenario, ar, memo, step, slot, col) }
        });
    }

    fn split_by_condition(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
    ) -> Result<(Option<JointDistribution>, Option<JointDistribution>), Diagnostic> {
        let Some(when) = end.when else { return Ok((Some(state), None)) };
        let others = parts_of(end, self.plan.criterion).into_iter().filter(|part| *part != when);
        let others = others.fold(0, |all, part| all | self.scenario.reads(part));
        let worked = self.evaluate(&mut state, when, step.spent & !others)?;
        self.condition_on(state, when, worked)
    }

    /// What a strike that ends here comes to.
    fn end(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
        outs: &mut Vec<Outcome>,
    ) -> Result<(), Diagnostic> {
        let mut asked = Vec::new();
        if self.plan.criterion.worded {
            asked.push((ENDING, end.ending));
        }
        asked.extend(end.lose.map(|lose| (LOSE, lose)));
        let gain = end.gain.filter(|_| self.plan.criterion.gains);
        asked.extend(gain.map(|gain| (GAIN, gain)));
        let next = |slot: VarId| end.next.iter().find(|(known, _)| *known == slot).map(|(_, value)| *value);
        let mut columns = vec![LOSE, ENDING, GAIN];
        for (carry, _) in (0..).zip(&self.scenario.mode.carries) {
            match next(VarId(carry)) {
                // Nothing ever gives this a value.
                _ if has(self.plan.criterion.left_out, VarId(carry)) => columns.push(VarId(NEXT + carry)),
                Some(value) => {
                    asked.push((VarId(NEXT + carry), value));
                    columns.push(VarId(NEXT + carry));
                }
                None => columns.push(VarId(carry)),
            }
        }
        let wanted = columns.iter().chain(&self.reported).fold(0, |all, slot| all | slot.bit());
        for (place, (slot, id)) in asked.iter().enumerate() {
            let later = asked.iter().skip(place + 1).fold(0, |all, (_, id)| all | self.scenario.reads(*id));
            let (line, live) = (step.line, step.live);
            let step = LiveLine { asked: Vec::new(), spent: step.spent & !later, line, live };
            self.value(&mut state, &step, (*id, *slot, None), wanted | later)?;
        }
        let none: Rc<[(Value, Weight)]> = Rc::new([]);
        let independent = self.reported.and_then(|slot| state.take_factor(slot));
        if independent.is_none() {
            columns.extend(self.reported);
        }
        let rows = self.marginal(state, end.ending, &columns)?;
        let [loses, endings, gains, others @ ..] = rows.cols.as_slice() else { return Ok(()) };
        let Some((others, reported)) = others.split_at_checked(self.scenario.mode.carries.len()) else {
            return Ok(());
        };
        for (row, weight) in rows.weights.iter().enumerate() {
            let ending = match endings.value(row) {
                Value::Word(word) => Some(word),
                _ if !self.plan.criterion.worded => None,
                other => return Err(self.wrong(end.ending, &other, "an ending must be a word")),
            };
            let counted = |id: Option<Id>, value: Value, what: &str| match id {
                None => Ok(Value::from(0)),
                Some(id) => {
                    value.to_count(what).map(Value::from).map_err(|wrong| self.wrong(id, &value, &wrong))
                }
            };
            let lose = match loses.value(row) {
                endless @ Value::Tail(_) => endless,
                value => counted(end.lose, value, "lost")?,
            };
            let gain = counted(gain, gains.value(row), "gained")?;
            let carried =
                others.iter().map(|col| col.value(row).sound()).collect::<Result<_, Diagnostic>>()?;
            let reported = match (reported, &independent) {
                ([reported], _) => Rc::new([(reported.value(row), self.ar.one())]),
                (_, Some(values)) => Rc::clone(values),
                _ => Rc::clone(&none),
            };
            outs.push(Outcome { ending, kill: end.kill, carried, lose, gain, weight: *weight, reported });
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
    ) -> Result<(), Diagnostic> {
        let probes = &self.scenario.probes;
        for (place, probe) in probes.iter().enumerate() {
            if probe.line == step.line && probe.ends == ends {
                let mut state = state.clone();
                self.value(&mut state, step, (probe.id, ENDING, Some(ENDING)), ENDING.bit())?;
                probed.push((place, self.marginal_values(&state, probe.id, ENDING)?));
            }
        }
        Ok(())
    }

    fn wrong(&self, id: Id, value: &Value, message: &str) -> Diagnostic {
        match value {
            Value::Bad(stop) => stop.clone(),
            _ => self.scenario.stop(id, message),
        }
    }

    fn marginal_values(
        &self,
        state: &JointDistribution,
        id: Id,
        slot: VarId,
    ) -> Result<Vec<(Value, Weight)>, Diagnostic> {
        let rows = self.marginal(state.clone(), id, &[slot])?;
        let Some(col) = rows.cols.first() else { return Ok(Vec::new()) };
        let values =
            rows.weights.iter().enumerate().map(|(row, weight)| Ok((col.value(row).sound()?, *weight)));
        Ok(merged(values.collect::<Result<_, Diagnostic>>()?, self.ar))
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
                let (codes, different) = values.encoded();
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
