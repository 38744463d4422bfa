//! Choosers of draws. With a chooser, the evaluator follows one value of each draw: samples, scripts, and
//! what the sheets decide.

use crate::evaluator::error::{EvalError, Evaluated};
use crate::evaluator::lookup::{aggregate, not_yes_or_no, times_in_bounds, whole};
use crate::evaluator::pools::{ASKED, face, number_of_dice, ranks};
use crate::evaluator::table::Table;
use crate::evaluator::urn::enough;
use crate::evaluator::{Evaluator, ExpressionMemo};
use crate::scenario::Scenario;
use crate::tail::open_dice::OpenRoll;
use crate::value::{OperationError, Value};
use tohit_compile::program::{Binary, Collect, Id, Local, Node, Question, Repetition, Row, Sampling, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Chooser of draws, and observer of what is evaluated.
pub(crate) trait Chooser {
    /// Value of a draw. Without dice every draw is refused.
    fn roll(&mut self, scenario: &Scenario<'_>, id: Id, _: Draw) -> Result<Value, Diagnostic> {
        Err(scenario.error_at(id, "nothing can be rolled here"))
    }

    /// Observes a row of a column that applies.
    fn row(&mut self, _: &Row, _: &Value) {}

    /// Observes the value of an expression.
    fn evaluated(&mut self, _: Id, _: &Value) {}

    /// Observes that an expression is read.
    fn enter(&mut self, _: Id) {}

    /// Observes the value of the innermost expression that was entered; `true` where the sheets decide it.
    fn leave(&mut self, _: &Value, _: bool) {}

    /// Observes that weights are evaluated, or that they are done: thousands for one pick.
    fn weigh(&mut self, _: bool) {}

    /// Observes the beginning of a strike.
    fn begin_strike(&mut self) {}

    /// Observes the beginning of a line.
    fn begin(&mut self, _: usize) {}

    /// Observes the value of a line.
    fn line(&mut self, _: usize, _: &Value) {}

    /// Observes the end of a strike: line, ending, and what is lost, gained and paid.
    fn end(&mut self, _: usize, _: Word, _: [i64; 3]) {}
}

/// Draw of dice. Certain draws are not made.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// Number of dice, and their sides.
    Dice(i64, i64),
    /// Uniform whole number from one to another.
    Range(i64, i64),
    /// Open-ended dice.
    Open(OpenRoll),
    /// Yes or no, with the probability of yes.
    Chance(Number),
    /// Yes or no, with a probability that is computed from odds.
    Odds(f64),
    /// One of these, each with its weight.
    Pick(Vec<(Value, Number)>),
    /// One of these, with weights that are computed from odds.
    PickOdds(Vec<(Value, f64)>),
}

/// Chooser without dice, for what the sheets decide.
pub(crate) struct NoDice;

impl Chooser for NoDice {}

/// Value at one point, or a refusal.
type Chosen = Result<Value, EvalError>;

impl Scenario<'_> {
    /// Value of an expression with these names and locals, and with one value of each draw.
    pub(crate) fn value_of(
        &self,
        id: Id,
        names: &[Value],
        locals: &[(Local, Value)],
        chooser: &mut dyn Chooser,
    ) -> Value {
        let mut memo = ExpressionMemo::default();
        let mut evaluator = Evaluator::at_point(self, names, chooser, &mut memo);
        for (local, value) in locals {
            evaluator.bind(*local, Table::Constant(value.clone()));
        }
        match evaluator.eval(id) {
            Ok(Table::Constant(value)) => value,
            _ => self.bad(id, "an endless roll stands here"),
        }
    }

    /// Value of an expression with these names, without draws.
    pub(crate) fn value_without_draws(&self, id: Id, names: &[Value]) -> Value {
        self.value_of(id, names, &[], &mut NoDice)
    }

    /// Value of an expression that the sheets decide.
    #[must_use]
    pub fn fixed(&self, id: Id) -> Value {
        self.known(id).unwrap_or_else(|| self.value_without_draws(id, &[]))
    }
}

impl Evaluator<'_, '_> {
    /// Value of an expression at one point; a refusal is a value, too.
    pub(super) fn eval_at_point(&mut self, id: Id) -> Value {
        let is_fixed = self.scenario.is_fixed(id);
        if let Some(chooser) = &mut self.chooser {
            chooser.enter(id);
        }
        let known = if is_fixed { self.scenario.known(id) } else { None };
        let value = known.unwrap_or_else(|| {
            let value = self.compute_at_point(id);
            if is_fixed {
                self.scenario.memoise(id, &value);
            }
            value
        });
        if let Some(chooser) = &mut self.chooser {
            chooser.leave(&value, is_fixed);
        }
        value
    }

    fn compute_at_point(&mut self, id: Id) -> Value {
        let value = match self.compute(id) {
            Ok(Table::Constant(value)) => value,
            Err(EvalError::Refused(diagnostic)) => Value::Bad(diagnostic),
            Ok(_) | Err(EvalError::Split(_)) => self.scenario.bad(id, "an endless roll stands here"),
        };
        if let Some(chooser) = &mut self.chooser {
            chooser.evaluated(id, &value);
        }
        value
    }

    /// Table of a draw, a collection or a pool at one point: each draw is made when its turn comes.
    pub(super) fn choose(&mut self, id: Id) -> Evaluated {
        let value = match self.scenario.node(id) {
            Node::Dice(dice, sides) => {
                let [dice, sides] = self.whole_at_point([*dice, *sides], "dice and sides")?;
                match (dice, sides) {
                    (..=0, _) | (_, ..=0) => Value::from(0),
                    (dice, 1) => Value::from(dice),
                    _ => self.roll(id, Draw::Dice(dice, sides))?,
                }
            }
            Node::Roll(from, to) => {
                let [from, to] = self.whole_at_point([*from, *to], "the ends of a roll")?;
                if to <= from { Value::from(from) } else { self.roll(id, Draw::Range(from, to))? }
            }
            Node::Open(open) => {
                let mut parts = [0; 5];
                for (slot, part) in parts.iter_mut().zip(open.parts()) {
                    [*slot] = self.whole_at_point([*part], "open dice")?;
                }
                let roll = OpenRoll::new(open, parts);
                if roll.dice < 1 || roll.sides < 1 {
                    Value::from(0)
                } else {
                    match roll.check() {
                        Err(OperationError::Wrong(message)) => self.scenario.bad(id, message),
                        _ => self.roll(id, Draw::Open(roll))?,
                    }
                }
            }
            Node::Chance(over, under) => self.choose_flag(id, *over, *under)?,
            Node::Pick(choices) => self.choose_option(id, choices)?,
            Node::PickItem(local, items, weight) => {
                self.observe_weights(true);
                let items = self.items(id, *items).and_then(|items| self.weighted(*local, items, *weight));
                self.observe_weights(false);
                self.pick(id, items?)?
            }
            Node::Collect(how, over, body) => self.collect_at_point(id, how, over, *body)?,
            Node::Pool(parts, sampling, questions) => self.throw_pool(id, (parts, *sampling), questions)?,
            _ => Value::Absent,
        };
        Ok(Table::Constant(value))
    }

    fn observe_weights(&mut self, begins: bool) {
        if let Some(chooser) = &mut self.chooser {
            chooser.weigh(begins);
        }
    }

    /// Items with the weights that they have as a local.
    fn weighted(
        &mut self,
        local: Local,
        items: Vec<Value>,
        weight: Id,
    ) -> Result<Vec<(Value, Number)>, EvalError> {
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            self.bind(local, Table::Constant(item.clone()));
            let weight = self.number_at_point(weight)?;
            all.push((item, weight));
        }
        Ok(all)
    }

    fn roll(&mut self, id: Id, draw: Draw) -> Chosen {
        match &mut self.chooser {
            Some(chooser) => Ok(chooser.roll(self.scenario, id, draw)?),
            None => Ok(self.scenario.bad(id, "nothing can be rolled here")),
        }
    }

    /// Whole numbers of these expressions, or an error.
    fn whole_at_point<const N: usize>(&mut self, ids: [Id; N], what: &str) -> Result<[i64; N], Diagnostic> {
        let mut all = [0; N];
        for (slot, id) in all.iter_mut().zip(ids) {
            let value = self.eval_at_point(id);
            *slot = whole(self.scenario, id, &value, what)?;
        }
        Ok(all)
    }

    fn number_at_point(&mut self, id: Id) -> Result<Number, Diagnostic> {
        match self.eval_at_point(id).sound()? {
            Value::Number(number) => Ok(number),
            other => Err(self.scenario.error_at(id, format!("this needs a number, not {}", other.kind()))),
        }
    }

    fn flag_at_point(&mut self, id: Id) -> Result<bool, Diagnostic> {
        match self.eval_at_point(id) {
            Value::Flag(flag) => Ok(flag),
            other => Err(not_yes_or_no(self.scenario, id, &other)),
        }
    }

    fn choose_flag(&mut self, id: Id, over: Id, under: Id) -> Chosen {
        if self.scenario.has_odds(over) {
            let chance = self.weight_at_point(over)? / self.number_at_point(under)?.float();
            return match chance {
                ..=0.0 => Ok(Value::Flag(false)),
                1.0.. => Ok(Value::Flag(true)),
                _ => self.roll(id, Draw::Odds(chance)),
            };
        }
        let (over, under) = (self.number_at_point(over)?, self.number_at_point(under)?);
        match self.scenario.chance(id, &over, &under) {
            Ok(chance) => self.roll(id, Draw::Chance(chance)),
            Err(certain) => Ok(Value::Flag(certain)),
        }
    }

    /// Weight of an option or a chance that is computed from odds.
    fn weight_at_point(&mut self, id: Id) -> Result<f64, EvalError> {
        match self.scenario.node(id) {
            Node::Odds(condition) => self.probability(*condition),
            Node::Binary(Binary::Add, a, b) => Ok(self.weight_at_point(*a)? + self.weight_at_point(*b)?),
            Node::Binary(Binary::Subtract, a, b) => Ok(self.weight_at_point(*a)? - self.weight_at_point(*b)?),
            _ => Ok(self.number_at_point(id)?.float()),
        }
    }

    /// Probability of a condition with the names and locals of this point: all its draws are followed.
    fn probability(&mut self, condition: Id) -> Result<f64, EvalError> {
        let chooser = self.chooser.take();
        let table = self.eval(condition);
        self.chooser = chooser;
        match table? {
            Table::Distribution(_, distribution) => Ok(self.arith.to_float(distribution.chances(0).0)),
            Table::Constant(value) => Ok(if value.is_yes() { 1.0 } else { 0.0 }),
            Table::Column(..) => {
                Err(self.scenario.error_at(condition, "these odds are not worked out").into())
            }
        }
    }

    fn choose_option(&mut self, id: Id, options: &[(Id, Id, Option<Id>)]) -> Chosen {
        let has_odds = options.iter().any(|(_, weight, _)| self.scenario.has_odds(*weight));
        let (mut numbers, mut floats) = (Vec::new(), Vec::new());
        for (value, weight, when) in options {
            if !when.map_or(Ok(true), |when| self.flag_at_point(when))? {
                continue;
            }
            let value = self.eval_at_point(*value);
            if has_odds {
                floats.push((value, self.weight_at_point(*weight)?));
            } else {
                numbers.push((value, self.number_at_point(*weight)?));
            }
        }
        if !has_odds {
            return self.pick(id, numbers);
        }
        floats.retain(|(_, weight)| *weight > 1e-15);
        match floats.as_slice() {
            [] => Err(self.scenario.error_at(id, "there is nothing left to pick").into()),
            [(only, _)] => Ok(only.clone()),
            _ => self.roll(id, Draw::PickOdds(floats)),
        }
    }

    fn pick(&mut self, id: Id, mut options: Vec<(Value, Number)>) -> Chosen {
        options.retain(|(_, weight)| weight.sign() > 0);
        match options.as_slice() {
            [] => Err(self.scenario.error_at(id, "there is nothing left to pick").into()),
            [(only, _)] => Ok(only.clone()),
            _ => self.roll(id, Draw::Pick(options)),
        }
    }

    fn collect_at_point(&mut self, id: Id, how: &Collect, over: &Repetition, body: Id) -> Chosen {
        let values: Vec<Value> = match over {
            Repetition::Times(times) => {
                let [times] = self.whole_at_point([*times], "how often")?;
                times_in_bounds(self.scenario, id, times)?;
                (0..times).map(|_| self.eval_at_point(body)).collect()
            }
            Repetition::For(local, items) => {
                let mut values = Vec::new();
                for item in self.items(id, *items)? {
                    self.bind(*local, Table::Constant(item));
                    values.push(self.eval_at_point(body));
                }
                values
            }
        };
        let kept = how.kept().map(|kept| self.whole_at_point([*kept], "how many")).transpose()?;
        Ok(aggregate(self.scenario, id, how, kept.map(|[kept]| kept), values)?)
    }

    /// Answers of dice that are thrown: each question by itself, as it is defined.
    fn throw_pool(
        &mut self,
        id: Id,
        (parts, sampling): (&[(Id, Id)], Sampling),
        questions: &[Question],
    ) -> Chosen {
        let mut dice = Vec::new();
        for (times, die) in parts {
            let times = self.eval_at_point(*times);
            let times = number_of_dice(self.scenario, id, &times)?;
            if sampling == Sampling::WithoutReplacement {
                self.draw_from_urn(id, *die, times, &mut dice)?;
                continue;
            }
            for _ in 0..times {
                let value = self.eval_at_point(*die);
                dice.push(face(self.scenario, id, &value)?);
            }
        }
        dice.sort_unstable();
        dice.reverse();
        let answers = questions.iter().map(|question| self.answer_of_dice(id, &dice, question));
        Ok(Value::Answers(answers.collect::<Result<_, Diagnostic>>()?))
    }

    /// Draws without replacement.
    fn draw_from_urn(
        &mut self,
        id: Id,
        die: Id,
        times: usize,
        drawn: &mut Vec<i64>,
    ) -> Result<(), EvalError> {
        let mut urn = self.urn(die)?.at(self, die, 0)?;
        let counts: Vec<u64> = urn.iter().map(|(_, count)| *count).collect();
        enough(self.scenario, id, &counts, times)?;
        for _ in 0..times {
            let number = |count: u64| Number::from(i64::try_from(count).unwrap_or(i64::MAX));
            let options = urn.iter().map(|(face, count)| (Value::from(*face), number(*count)));
            let value = self.pick(die, options.collect())?;
            let value = face(self.scenario, id, &value)?;
            let of_it = urn.iter_mut().filter(|(face, _)| *face == value);
            of_it.for_each(|(_, count)| *count = count.saturating_sub(1));
            drawn.push(value);
        }
        Ok(())
    }

    /// Answer of sorted dice to a question.
    fn answer_of_dice(&mut self, id: Id, dice: &[i64], question: &Question) -> Result<i64, Diagnostic> {
        let sum = |values: &[i64]| values.iter().fold(0_i64, |sum, value| sum.saturating_add(*value));
        Ok(match question {
            Question::Different => i64::try_from(dice.chunk_by(|a, b| a == b).count()).unwrap_or(i64::MAX),
            Question::Alike => {
                let largest = dice.chunk_by(|a, b| a == b).map(<[i64]>::len).max();
                i64::try_from(largest.unwrap_or_default()).unwrap_or(i64::MAX)
            }
            Question::Each(Collect::Sum, local, value) => {
                let mut values = Vec::with_capacity(dice.len());
                for face in dice {
                    self.bind(*local, Table::Constant(Value::from(*face)));
                    let value = self.eval_at_point(*value);
                    values.push(whole(self.scenario, id, &value, ASKED)?);
                }
                sum(&values)
            }
            Question::Each(Collect::Count, local, condition) => {
                let mut count = 0;
                for face in dice {
                    self.bind(*local, Table::Constant(Value::from(*face)));
                    count += i64::from(self.flag_at_point(*condition)?);
                }
                count
            }
            Question::Each(collect @ (Collect::Best(_) | Collect::Worst(_)), ..) => {
                let kept = match collect.kept() {
                    Some(kept) => {
                        let kept = self.eval_at_point(*kept);
                        Some(whole(self.scenario, id, &kept, "how many are kept")?)
                    }
                    None => None,
                };
                let (from, to) = ranks(matches!(collect, Collect::Best(_)), kept, dice.len());
                sum(dice.get(from..to).unwrap_or_default())
            }
        })
    }
}
