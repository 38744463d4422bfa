//! Scalar evaluator: one value for each expression. It folds what the sheets decide, and runs samples and scripts.

use crate::evaluator::lookup::{
    aggregate, dot, given, has, has_value, is, look_up, members, not_yes_or_no, range, rank, times_in_bounds,
    whole,
};
use crate::evaluator::pools;
use crate::memo::study::FixedReads;
use crate::scenario::Scenario;
use crate::value::{OperationError, Value, binary, unary};
use tohit_compile::program::{Binary, Collect, Id, Items, Local, Node, Repetition, Row, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Chooser of draws, and observer of what is evaluated.
pub(crate) trait Chooser {
    /// Value of a draw. Without dice every draw is refused.
    fn roll(&mut self, scenario: &Scenario<'_>, id: Id, _: Draw) -> Result<Value, Diagnostic> {
        Err(scenario.stop(id, "nothing can be rolled here"))
    }

    /// Probability of a condition in a sampled strike with these names and locals.
    fn chance(
        &mut self,
        scenario: &Scenario<'_>,
        id: Id,
        _: &[Value],
        _: &[Value],
    ) -> Result<f64, Diagnostic> {
        Err(scenario.stop(id, "nothing can be rolled here"))
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

    /// Observes the end of a strike: line, ending, loss and gain.
    fn end(&mut self, _: usize, _: Word, _: i64, _: i64) {}
}

/// Draw of dice. Certain draws are not made.
#[derive(Clone, Debug, PartialEq)]
pub enum Draw {
    /// Number of dice, and their sides.
    Dice(i64, i64),
    /// Uniform whole number from one to another.
    Range(i64, i64),
    /// Open-ended dice: number, sides, and how much less the highest face counts.
    Open(i64, i64, i64),
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

/// Evaluator of one value after another.
pub(crate) struct ScalarEvaluator<'s, 'a> {
    pub(super) scenario: &'s Scenario<'a>,
    names: &'s [Value],
    locals: Vec<Value>,
    dice: &'s mut dyn Chooser,
}

impl<'s, 'a> ScalarEvaluator<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, names: &'s [Value], dice: &'s mut dyn Chooser) -> Self {
        Self { scenario, names, locals: Vec::new(), dice }
    }

    /// The evaluator with a local bound.
    pub(crate) fn with(mut self, local: Local, value: Value) -> Self {
        self.bind(local, value);
        self
    }

    pub(super) fn bind(&mut self, local: Local, value: Value) {
        let place = usize::from(local.0);
        if self.locals.len() <= place {
            self.locals.resize(place + 1, Value::Absent);
        }
        if let Some(slot) = self.locals.get_mut(place) {
            *slot = value;
        }
    }

    /// Value of an expression.
    pub(crate) fn eval(&mut self, id: Id) -> Value {
        self.dice.enter(id);
        let is_fixed = self.scenario.is_fixed(id);
        let known = if is_fixed { self.scenario.known(id) } else { None };
        let value = known.unwrap_or_else(|| {
            let value = self.compute(id);
            if is_fixed {
                self.scenario.memoise(id, &value);
            }
            value
        });
        self.dice.leave(&value, is_fixed);
        value
    }

    fn or_stop(&self, id: Id, value: Result<Value, OperationError>) -> Result<Value, Diagnostic> {
        value.map_err(|error| match error {
            OperationError::Wrong(message) => self.scenario.stop(id, message),
            OperationError::Split(_) | OperationError::Meet(..) => {
                self.scenario.stop(id, "an endless roll stands here")
            }
        })
    }

    fn roll(&mut self, id: Id, draw: Draw) -> Result<Value, Diagnostic> {
        self.dice.roll(self.scenario, id, draw)
    }

    /// Truth of a condition.
    pub(super) fn holds(&mut self, when: Id) -> Result<bool, Diagnostic> {
        match self.eval(when) {
            Value::Flag(flag) => Ok(flag),
            other => Err(not_yes_or_no(self.scenario, when, &other)),
        }
    }

    /// Whole numbers of these expressions, or an error.
    fn whole<const N: usize>(&mut self, ids: [Id; N], what: &str) -> Result<[i64; N], Diagnostic> {
        let mut all = [0; N];
        for (slot, id) in all.iter_mut().zip(ids) {
            let value = self.eval(id);
            *slot = whole(self.scenario, id, &value, what)?;
        }
        Ok(all)
    }

    fn compute(&mut self, id: Id) -> Value {
        let value = self.value(id).unwrap_or_else(Value::Bad);
        self.dice.evaluated(id, &value);
        value
    }

    fn value(&mut self, id: Id) -> Result<Value, Diagnostic> {
        let scenario = self.scenario;
        Ok(match scenario.node(id) {
            Node::Number(number) => Value::Number(number.clone()),
            Node::Flag(flag) => Value::Flag(*flag),
            Node::Word(word) => Value::Word(*word),
            Node::Words(words) => Value::Set(words.iter().copied().collect()),
            Node::Sheet(place) => scenario.sheets.get(usize::from(*place)).cloned().unwrap_or(Value::Absent),
            Node::Name(slot) => match scenario.settled(*slot) {
                Some(item) => item.clone(),
                None => self.names.get(usize::from(slot.0)).cloned().unwrap_or(Value::Absent),
            },
            Node::Local(local) => self.locals.get(usize::from(local.0)).cloned().unwrap_or(Value::Absent),
            Node::Dot(of, name) => dot(scenario, id, &self.eval(*of), *name),
            Node::Figure(figure, values) => {
                let values: Vec<Value> = values.iter().map(|value| self.eval(*value)).collect();
                let Some(figure) = scenario.mode.figures.get(usize::from(*figure)) else {
                    return Ok(Value::Absent);
                };
                for (local, value) in figure.takes.iter().zip(values) {
                    self.bind(*local, value);
                }
                self.eval(figure.value)
            }
            Node::Table(table, key, column) => {
                let key = self.eval(*key);
                let column = column.map(|column| self.eval(column));
                look_up(scenario, id, *table, &key, column.as_ref())
            }
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let decides = *op == Binary::Or;
                if self.holds(*a)? == decides { Value::Flag(decides) } else { self.eval(*b) }
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (self.eval(*a), self.eval(*b));
                self.or_stop(id, binary(*op, &a, &b))?
            }
            Node::Unary(op, a) => {
                let a = self.eval(*a);
                self.or_stop(id, unary(*op, &a))?
            }
            Node::Rank(word, list) => rank(scenario, id, &self.eval(*word), list),
            Node::If(when, then, other) => {
                let holds = self.holds(*when)?;
                self.eval(if holds { *then } else { *other })
            }
            Node::Is(word, words) => is(&self.eval(*word), words),
            Node::Has(set, words) => has(scenario, *set, &self.eval(*set), words),
            Node::HasValue(set, value) => {
                let set_value = self.eval(*set);
                let value = self.eval(*value);
                has_value(scenario, *set, &set_value, &value)
            }
            Node::Given(value) => given(&self.eval(*value)),
            Node::Otherwise(a, b) => match self.eval(*a) {
                Value::Absent => self.eval(*b),
                value => value,
            },
            Node::Dice(dice, sides) => {
                let [dice, sides] = self.whole([*dice, *sides], "dice and sides")?;
                match (dice, sides) {
                    (..=0, _) | (_, ..=0) => Value::from(0),
                    (dice, 1) => Value::from(dice),
                    _ => self.roll(id, Draw::Dice(dice, sides))?,
                }
            }
            Node::Roll(from, to) => {
                let [from, to] = self.whole([*from, *to], "the ends of a roll")?;
                if to <= from { Value::from(from) } else { self.roll(id, Draw::Range(from, to))? }
            }
            Node::Open(dice, sides, less) => {
                let [dice, sides, less] = self.whole([*dice, *sides, *less], "open dice")?;
                if dice < 1 || sides < 1 {
                    Value::from(0)
                } else {
                    self.roll(id, Draw::Open(dice, sides, less))?
                }
            }
            Node::Chance(over, under) => self.chance(id, *over, *under)?,
            Node::Pick(choices) => self.pick(id, choices)?,
            Node::PickItem(local, items, weight) => {
                let mut all = Vec::new();
                self.dice.weigh(true);
                for item in self.items(*items)? {
                    self.bind(*local, item.clone());
                    let weight = self.number(*weight)?;
                    all.push((item, weight));
                }
                self.dice.weigh(false);
                self.picked(id, all)?
            }
            Node::Collect(how, over, body) => self.collect(id, how, over, *body)?,
            Node::Odds(_) => {
                return Err(scenario.stop(id, "odds stands only in a chance and in the weights of a pick"));
            }
            Node::Pool(times, die, questions) => self.pool(id, *times, *die, questions)?,
            Node::Answer(pool, place) => pools::answer(&self.eval(*pool), *place),
            Node::Column(it, rows) => {
                let mut value = Value::Absent;
                for row in rows {
                    self.bind(*it, value.clone());
                    if !row.when.map_or(Ok(true), |when| self.holds(when))? {
                        continue;
                    }
                    // The condition may have evaluated this column again.
                    self.bind(*it, value);
                    value = self.eval(row.value);
                    self.dice.row(row, &value);
                }
                value
            }
        })
    }

    fn number(&mut self, id: Id) -> Result<Number, Diagnostic> {
        match self.eval(id).sound()? {
            Value::Number(number) => Ok(number),
            other => Err(self.scenario.stop(id, format!("this needs a number, not {}", other.kind()))),
        }
    }

    fn chance(&mut self, id: Id, over: Id, under: Id) -> Result<Value, Diagnostic> {
        if self.scenario.has_odds(over) {
            let chance = self.float(over)? / self.number(under)?.float();
            return match chance {
                ..=0.0 => Ok(Value::Flag(false)),
                1.0.. => Ok(Value::Flag(true)),
                _ => self.roll(id, Draw::Odds(chance)),
            };
        }
        let (over, under) = (self.number(over)?, self.number(under)?);
        match self.scenario.chance(id, &over, &under) {
            Ok(chance) => self.roll(id, Draw::Chance(chance)),
            Err(certain) => Ok(Value::Flag(certain)),
        }
    }

    /// Weight that is computed from odds.
    fn float(&mut self, id: Id) -> Result<f64, Diagnostic> {
        match self.scenario.node(id) {
            Node::Odds(condition) => self.dice.chance(self.scenario, *condition, self.names, &self.locals),
            Node::Binary(Binary::Add, a, b) => Ok(self.float(*a)? + self.float(*b)?),
            Node::Binary(Binary::Subtract, a, b) => Ok(self.float(*a)? - self.float(*b)?),
            _ => Ok(self.number(id)?.float()),
        }
    }

    fn pick(&mut self, id: Id, choices: &[(Id, Id, Option<Id>)]) -> Result<Value, Diagnostic> {
        let odds = choices.iter().any(|(_, weight, _)| self.scenario.has_odds(*weight));
        let mut plain = Vec::new();
        let mut evaluated = Vec::new();
        for (value, weight, when) in choices {
            if !when.map_or(Ok(true), |when| self.holds(when))? {
                continue;
            }
            let value = self.eval(*value);
            if odds {
                evaluated.push((value, self.float(*weight)?));
            } else {
                plain.push((value, self.number(*weight)?));
            }
        }
        if !odds {
            return self.picked(id, plain);
        }
        evaluated.retain(|(_, weight)| *weight > 1e-15);
        match evaluated.as_slice() {
            [] => Err(self.scenario.stop(id, "there is nothing left to pick")),
            [(only, _)] => Ok(only.clone()),
            _ => self.roll(id, Draw::PickOdds(evaluated)),
        }
    }

    fn picked(&mut self, id: Id, mut choices: Vec<(Value, Number)>) -> Result<Value, Diagnostic> {
        choices.retain(|(_, weight)| weight.sign() > 0);
        match choices.as_slice() {
            [] => Err(self.scenario.stop(id, "there is nothing left to pick")),
            [(only, _)] => Ok(only.clone()),
            _ => self.roll(id, Draw::Pick(choices)),
        }
    }

    fn items(&mut self, items: Items) -> Result<Vec<Value>, Diagnostic> {
        match items {
            Items::Range(from_id, to) => {
                let [from, to] = self.whole([from_id, to], "the ends of a range")?;
                range(self.scenario.span(from_id), from, to)
            }
            Items::List(list) => {
                let value = self.eval(list);
                members(self.scenario, list, &value)
            }
        }
    }

    fn collect(&mut self, id: Id, how: &Collect, over: &Repetition, body: Id) -> Result<Value, Diagnostic> {
        let values: Vec<Value> = match over {
            Repetition::Times(times) => {
                let [times] = self.whole([*times], "how often")?;
                times_in_bounds(self.scenario, id, times)?;
                (0..times).map(|_| self.eval(body)).collect()
            }
            Repetition::For(local, items) => {
                let mut values = Vec::new();
                for item in self.items(*items)? {
                    self.bind(*local, item);
                    values.push(self.eval(body));
                }
                values
            }
        };
        let kept = how.kept().map(|kept| self.whole([*kept], "how many")).transpose()?.map(|[kept]| kept);
        aggregate(self.scenario, id, how, kept, values)
    }
}

impl Scenario<'_> {
    /// Value of an expression that the sheets decide.
    #[must_use]
    pub fn fixed(&self, id: Id) -> Value {
        let value = self.known(id).unwrap_or_else(|| ScalarEvaluator::new(self, &[], &mut NoDice).eval(id));
        self.note_read(id, &value);
        value
    }

    /// True where recorded reads have the same values here; they are read by that.
    pub(crate) fn fixed_reads_match(&self, reads: &FixedReads) -> bool {
        reads.iter().all(|(id, value)| self.fixed(*id) == *value)
    }
}
