//! Exact evaluator of one strike, line by line.

mod memoised;
pub(crate) mod result;

use crate::column::Column;
use crate::evaluator::table::Table;
use crate::evaluator::{Evaluator, ExpressionMemo};
use crate::joint::factor::RowClasses;
use crate::joint::{Context, JointDistribution};
use crate::memo::suffix::SuffixMemo;
use crate::reduced_strike::{LiveLine, ReducedStrike, parts_of};
use crate::scenario::Scenario;
use crate::strike::result::{LineOdds, LineResult, Outcome, StrikeResult};
use crate::value::Value;
use crate::weighted::merged;
use std::rc::Rc;
use tohit_compile::program::{End, Id, Line, MOST_NAMES, Node, VarId, VarSet, Word, each_part};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Names of the results of an end, beyond those of the text.
#[allow(clippy::cast_possible_truncation, reason = "there are 128 names at most")]
const FIRST: u8 = MOST_NAMES as u8;
const ENDING: VarId = VarId(FIRST);
const LOSE: VarId = VarId(FIRST + 1);
const GAIN: VarId = VarId(FIRST + 2);
const PAY: VarId = VarId(FIRST + 3);
/// First name of the new carried values.
const NEXT: u8 = FIRST + 4;

/// Evaluator of a strike.
pub(crate) struct StrikeEvaluator<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) reduced: &'s ReducedStrike,
    pub(crate) arith: &'s Arithmetic,
    pub(crate) memo: &'s mut ExpressionMemo,
    /// Name whose values are reported with every end, though no line reads it.
    pub(crate) reported: Option<VarId>,
    /// Memo of the other strikes of the turn.
    pub(crate) suffixes: Option<&'s mut SuffixMemo>,
}

impl<'s, 'a> StrikeEvaluator<'s, 'a> {
    const fn context(&self) -> Context<'s, 'a> {
        Context { scenario: self.scenario, arith: self.arith }
    }

    /// Result of a strike that comes to a step in a state. `observed` adds the odds of every line.
    pub(crate) fn run(
        &mut self,
        first: usize,
        start: JointDistribution,
        observed: bool,
    ) -> Result<StrikeResult, Diagnostic> {
        let arith = self.arith;
        let mut result = StrikeResult::default();
        let (mut mass, start) = start.split_mass(arith);
        let mut state = Some(start);
        for (index, step) in self.reduced.steps.iter().enumerate().skip(first) {
            let Some(now) = state.take() else { break };
            let suffixes = self.suffixes.as_ref().filter(|_| !observed);
            if let Some(parts) =
                suffixes.and_then(|suffixes| suffixes.parts(self.reduced, &now, self.reported, arith))
            {
                result.add(self.suffix(index, parts)?, mass, arith);
                break;
            }
            let LineResult { result: here, next } = self.step(now, step, observed)?;
            result.add(here, mass, arith);
            state = next.map(|(share, next)| {
                mass = arith.mul(mass, share);
                next
            });
        }
        Ok(result)
    }

    /// Result of a line, if all strikes come to it.
    pub(crate) fn step(
        &mut self,
        mut now: JointDistribution,
        step: &LiveLine,
        observed: bool,
    ) -> Result<LineResult, Diagnostic> {
        let mut result = StrikeResult::default();
        let reported: VarSet = self.reported.into_iter().collect();
        let arith = self.arith;
        let Some(line) = self.scenario.mode.strike.get(step.line) else {
            return Ok(LineResult::of(result, Some(now), arith));
        };
        let reached = if observed { now.weight(arith) } else { Weight::ZERO };
        self.probe(&now, step, false, &mut result.probed)?;
        let next = match line {
            Line::Value { slot, value, show, .. } => {
                let answered = self.reduced.criterion.answers(*slot, show.as_ref());
                let wanted = answered || observed;
                let shown: VarSet = wanted.then_some(*slot).into_iter().collect();
                let whole = wanted.then_some(*slot);
                self.value(&mut now, step, *value, *slot, whole, step.live | shown | reported)?;
                if wanted {
                    let values = self.marginal_values(&now, *value, *slot)?;
                    if answered {
                        result.shown.push((step.line, values.clone()));
                    }
                    if observed {
                        result.lines.push(LineOdds { line: step.line, reached, endings: Vec::new(), values });
                    }
                    // No name is reported where lines are observed.
                    self.marginalize(&mut now, step, step.live, None);
                }
                Some(now)
            }
            Line::End(end) => {
                let (yes, no) = self.split_by_condition(now, step, end)?;
                if let Some(yes) = yes {
                    self.probe(&yes, step, true, &mut result.probed)?;
                    if self.reduced.criterion.only.is_none() {
                        self.end(yes, step, end, &mut result.outcomes)?;
                    }
                }
                if observed {
                    let mut endings: Vec<(Word, Weight)> = Vec::new();
                    for outcome in &result.outcomes {
                        let Some(ending) = outcome.ending else { continue };
                        match endings.iter_mut().find(|(word, _)| *word == ending) {
                            Some((_, sum)) => *sum = arith.add(*sum, outcome.weight),
                            None => endings.push((ending, outcome.weight)),
                        }
                    }
                    let lost = result.outcomes.iter().map(|outcome| (outcome.lose.clone(), outcome.weight));
                    let values = merged(lost.collect(), arith);
                    result.lines.push(LineOdds { line: step.line, reached, endings, values });
                }
                no.map(|mut no| {
                    self.marginalize(&mut no, step, step.live | reported, None);
                    no
                })
            }
        };
        Ok(LineResult::of(result, next, arith))
    }

    /// Assigns a name. The values of `whole` are kept apart, whether or not later lines distinguish them.
    fn value(
        &mut self,
        state: &mut JointDistribution,
        step: &LiveLine,
        id: Id,
        slot: VarId,
        whole: Option<VarId>,
        live: VarSet,
    ) -> Result<(), Diagnostic> {
        self.memo.asked = questions_of(self.scenario, id, slot, step);
        let context = self.context();
        let table = state.evaluate(context, self.memo, id, step.spent)?;
        state.assign(context, id, slot, table)?;
        self.marginalize(state, step, live, whole);
        if let Some(Value::Bad(diagnostic)) = state.value(slot) {
            return Err(diagnostic.clone());
        }
        Ok(())
    }

    pub(crate) fn marginalize(
        &mut self,
        state: &mut JointDistribution,
        step: &LiveLine,
        live: VarSet,
        whole: Option<VarId>,
    ) {
        let (scenario, arith, memo, reported) = (self.scenario, self.arith, &mut *self.memo, self.reported);
        state.marginalize(arith, live, &mut |slot, column| {
            let is_whole = [whole, reported].contains(&Some(slot));
            if is_whole { None } else { lump(scenario, arith, memo, step, slot, column) }
        });
    }

    fn split_by_condition(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
    ) -> Result<(Option<JointDistribution>, Option<JointDistribution>), Diagnostic> {
        let Some(when) = end.when else { return Ok((Some(state), None)) };
        let others = parts_of(end, self.reduced.criterion).into_iter().filter(|part| *part != when);
        let others = others.fold(VarSet::EMPTY, |all, part| all | self.scenario.reads(part));
        let table = state.evaluate(self.context(), self.memo, when, step.spent.difference(others))?;
        state.condition_on(self.context(), when, table)
    }

    /// Adds the outcomes of strikes that end here.
    fn end(
        &mut self,
        mut state: JointDistribution,
        step: &LiveLine,
        end: &End,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), Diagnostic> {
        let mut parts = Vec::new();
        if self.reduced.criterion.worded {
            parts.push((ENDING, end.ending));
        }
        parts.extend(end.lose.map(|lose| (LOSE, lose)));
        let [gain, pay] = [end.gain, end.pay].map(|own| own.filter(|_| self.reduced.criterion.gains));
        parts.extend(gain.map(|gain| (GAIN, gain)));
        parts.extend(pay.map(|pay| (PAY, pay)));
        let next = |slot: VarId| end.next.iter().find(|(known, _)| *known == slot).map(|(_, value)| *value);
        let mut columns = vec![LOSE, ENDING, GAIN, PAY];
        for (carry, _) in (0..).zip(&self.scenario.mode.carries) {
            match next(VarId(carry)) {
                // Nothing assigns a name that is left out.
                _ if self.reduced.criterion.left_out.contains(VarId(carry)) => {
                    columns.push(VarId(NEXT + carry))
                }
                Some(value) => {
                    parts.push((VarId(NEXT + carry), value));
                    columns.push(VarId(NEXT + carry));
                }
                None => columns.push(VarId(carry)),
            }
        }
        let wanted: VarSet = columns.iter().chain(&self.reported).copied().collect();
        for (index, (slot, id)) in parts.iter().enumerate() {
            let later = parts
                .iter()
                .skip(index + 1)
                .fold(VarSet::EMPTY, |all, (_, id)| all | self.scenario.reads(*id));
            let (line, live) = (step.line, step.live);
            let step = LiveLine { queries: Vec::new(), spent: step.spent.difference(later), line, live };
            self.value(&mut state, &step, *id, *slot, None, wanted | later)?;
        }
        let none: Rc<[(Value, Weight)]> = Rc::new([]);
        let independent = self.reported.and_then(|slot| state.take_factor(slot));
        if independent.is_none() {
            columns.extend(self.reported);
        }
        let rows = state.marginal(self.context(), end.ending, &columns)?;
        let [loses, endings, gains, pays, others @ ..] = rows.columns.as_slice() else { return Ok(()) };
        let Some((others, reported)) = others.split_at_checked(self.scenario.mode.carries.len()) else {
            return Ok(());
        };
        for (row, weight) in rows.weights.iter().enumerate() {
            let ending = match endings.value(row) {
                Value::Word(word) => Some(word),
                _ if !self.reduced.criterion.worded => None,
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
            let pay = counted(pay, pays.value(row), "paid")?;
            let carried =
                others.iter().map(|column| column.value(row).sound()).collect::<Result<_, Diagnostic>>()?;
            let reported = match (reported, &independent) {
                ([reported], _) => Rc::new([(reported.value(row), self.arith.one())]),
                (_, Some(values)) => Rc::clone(values),
                _ => Rc::clone(&none),
            };
            let (kill, weight) = (end.kill, *weight);
            outcomes.push(Outcome { ending, kill, carried, lose, gain, pay, weight, reported });
        }
        Ok(())
    }

    /// Evaluates probes beside a line; the state is not changed.
    fn probe(
        &mut self,
        state: &JointDistribution,
        step: &LiveLine,
        ends: bool,
        probed: &mut Vec<(usize, Vec<(Value, Weight)>)>,
    ) -> Result<(), Diagnostic> {
        let probes = &self.scenario.probes;
        for (index, probe) in probes.iter().enumerate() {
            if probe.line == step.line && probe.ends == ends {
                let mut state = state.clone();
                self.value(&mut state, step, probe.id, ENDING, Some(ENDING), ENDING.into())?;
                probed.push((index, self.marginal_values(&state, probe.id, ENDING)?));
            }
        }
        Ok(())
    }

    fn wrong(&self, id: Id, value: &Value, message: &str) -> Diagnostic {
        match value {
            Value::Bad(diagnostic) => diagnostic.clone(),
            _ => self.scenario.error_at(id, message),
        }
    }

    fn marginal_values(
        &self,
        state: &JointDistribution,
        id: Id,
        slot: VarId,
    ) -> Result<Vec<(Value, Weight)>, Diagnostic> {
        let rows = state.clone().marginal(self.context(), id, &[slot])?;
        let Some(column) = rows.columns.first() else { return Ok(Vec::new()) };
        let values =
            rows.weights.iter().enumerate().map(|(row, weight)| Ok((column.value(row).sound()?, *weight)));
        Ok(merged(values.collect::<Result<_, Diagnostic>>()?, self.arith))
    }
}

/// Lumping by the queries of later lines: for each value the first that gives the same answers.
fn lump(
    scenario: &Scenario<'_>,
    arith: &Arithmetic,
    memo: &mut ExpressionMemo,
    step: &LiveLine,
    slot: VarId,
    column: &Rc<Column>,
) -> Option<Vec<u32>> {
    if !scenario.probes.is_empty() {
        // Probes may distinguish all values.
        return None;
    }
    let (_, queries) = step.queries.iter().find(|(known, _)| *known == slot)?;
    if column.len() < 3 {
        return None;
    }
    let mut answers: Vec<(Vec<u32>, usize)> = Vec::with_capacity(queries.len());
    for id in queries {
        let mut evaluator = Evaluator::new(scenario, arith, memo);
        let axis = evaluator.axis(*id, column.len()).ok()?;
        evaluator.name(slot, Table::Column(axis, Rc::clone(column)));
        // Endless rolls have no common answer: they are not lumped.
        match evaluator.eval(*id).ok()? {
            Table::Column(_, values) => {
                let (codes, different) = values.encoded();
                answers.push((codes, different.len()));
            }
            Table::Constant(_) => {}
            Table::Distribution(..) => return None,
        }
    }
    let RowClasses { firsts, at } =
        RowClasses::of(answers.iter().map(|(codes, many)| (codes.as_slice(), *many)), column.len());
    let first = |kind: &u32| firsts.get(*kind as usize).copied().unwrap_or_default();
    (firsts.len() < column.len()).then(|| at.iter().map(first).collect())
}

/// Questions of a pool that later lines ask, a bit each; all of other expressions.
fn questions_of(scenario: &Scenario<'_>, id: Id, slot: VarId, step: &LiveLine) -> u32 {
    let asking = match scenario.node(id) {
        Node::Pool(..) => step.queries.iter().find(|(known, _)| *known == slot),
        _ => None,
    };
    asking.map_or(u32::MAX, |(_, asking)| {
        asking.iter().fold(0, |all, id| all | questions_in(scenario, *id, slot))
    })
}

fn questions_in(scenario: &Scenario<'_>, id: Id, slot: VarId) -> u32 {
    match scenario.node(id) {
        Node::Answer(of, index) if *scenario.node(*of) == Node::Name(slot) => {
            1u32.checked_shl(u32::from(*index)).unwrap_or(u32::MAX)
        }
        Node::Name(name) if *name == slot => u32::MAX,
        node => {
            let mut all = 0;
            each_part(node, &mut |part, _| all |= questions_in(scenario, part, slot));
            all
        }
    }
}
