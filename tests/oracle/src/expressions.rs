//! Expressions, evaluated with one option for each draw.

use crate::scenario::{Beyond, Scenario};
use crate::value::{Value, binary, unary};
use crate::walk::{Draws, distribution};
use std::collections::{BTreeMap, BTreeSet};
use tohit_compile::program::{
    Binary, Cell, Collect, Id, Items, Key, Local, Node, Question, Repetition, Sampling, Word,
};
use tohit_odds::Fraction;

/// Locals that are bound.
type Locals = BTreeMap<Local, Value>;

impl Scenario<'_> {
    /// Value of an expression that rolls nothing and reads no name.
    pub(crate) fn fixed(&self, id: Id) -> Value {
        self.with_names(&[], id)
    }

    /// Value of an expression that rolls nothing.
    pub(crate) fn with_names(&self, names: &[Value], id: Id) -> Value {
        self.eval(names, &Locals::new(), &mut Draws::default(), id)
    }

    /// Value of an expression that rolls nothing, with a local bound.
    pub(crate) fn with_local(&self, names: &[Value], local: Local, value: Value, id: Id) -> Value {
        self.eval(names, &Locals::from([(local, value)]), &mut Draws::default(), id)
    }

    /// Value of an expression in one way of its draws.
    pub(crate) fn draw(&self, names: &[Value], draws: &mut Draws, id: Id) -> Value {
        self.eval(names, &Locals::new(), draws, id)
    }

    fn eval(&self, names: &[Value], locals: &Locals, draws: &mut Draws, id: Id) -> Value {
        let with = |local: Local, value: Value| {
            let mut locals = locals.clone();
            locals.insert(local, value);
            locals
        };
        macro_rules! eval {
            ($id:expr) => {
                self.eval(names, locals, draws, *$id)
            };
        }
        match self.mode.nodes.node(id) {
            Node::Number(number) => Value::Number(number.long()),
            Node::Flag(flag) => Value::Flag(*flag),
            Node::Word(word) => Value::Word(*word),
            Node::Words(words) => Value::Set(words.to_vec()),
            Node::Sheet(place) => self.sheets[usize::from(*place)].clone(),
            Node::Name(slot) => names[usize::from(slot.0)].clone(),
            Node::Local(local) => locals[local].clone(),
            Node::Dot(of, name) => match eval!(of) {
                Value::Record(fields) => fields.into_iter().find(|(known, _)| known == name).unwrap().1,
                Value::Row(table, row) => self.cell(table, row, &Value::Word(*name)),
                other => panic!("no fields: {other:?}"),
            },
            Node::Figure(figure, values) => {
                let figure = &self.mode.figures[usize::from(*figure)];
                let values: Vec<Value> = values.iter().map(|value| eval!(value)).collect();
                let locals = figure.takes.iter().copied().zip(values).collect();
                self.eval(names, &locals, draws, figure.value)
            }
            Node::Table(table, key, column) => {
                let key = eval!(key);
                let column = column.map(|column| eval!(&column));
                self.look_up(*table, &key, column.as_ref())
            }
            Node::Binary(Binary::And, a, b) => Value::Flag(eval!(a).holds() && eval!(b).holds()),
            Node::Binary(Binary::Or, a, b) => Value::Flag(eval!(a).holds() || eval!(b).holds()),
            Node::Binary(op, a, b) => {
                let (a, b) = (eval!(a), eval!(b));
                binary(*op, &a, &b)
            }
            Node::Unary(op, a) => unary(*op, &eval!(a)),
            Node::Rank(word, list) => {
                let Value::Word(word) = eval!(word) else { panic!("no word") };
                (list.iter().position(|known| *known == word).unwrap() as i64).into()
            }
            Node::If(when, then, other) => {
                if eval!(when).holds() {
                    eval!(then)
                } else {
                    eval!(other)
                }
            }
            Node::Is(word, words) => Value::Flag(is_one_of(&eval!(word), words)),
            Node::Has(set, words) => Value::Flag(match eval!(set) {
                Value::Set(set) => set.iter().any(|word| words.contains(word)),
                Value::List(items) => items.iter().any(|item| is_one_of(item, words)),
                other => panic!("no set: {other:?}"),
            }),
            Node::HasValue(set, value) => {
                let (set, value) = (eval!(set), eval!(value));
                Value::Flag(match (set, value) {
                    (Value::Set(set), Value::Word(word)) => set.contains(&word),
                    (Value::List(items), value) => items.contains(&value),
                    _ => false,
                })
            }
            Node::Given(value) => Value::Flag(eval!(value) != Value::Absent),
            Node::Otherwise(a, b) => match eval!(a) {
                Value::Absent => eval!(b),
                value => value,
            },
            Node::Dice(dice, sides) => {
                let (dice, sides) = (eval!(dice).whole(), eval!(sides).whole());
                draws.take(&sums_of_dice(dice, sides))
            }
            Node::Roll(from, to) => {
                let (from, to) = (eval!(from).whole(), eval!(to).whole());
                let last = to.max(from);
                let share = Fraction::new(1, last - from + 1);
                let faces: Vec<_> = (from..=last).map(|face| (face.into(), share.clone())).collect();
                draws.take(&faces)
            }
            Node::Open(open) => {
                let (dice, sides) = (eval!(&open.dice).whole(), eval!(&open.sides).whole());
                let from = open.from.map_or(sides, |from| eval!(&from).whole());
                let less = open.less.map_or(0, |less| eval!(&less).whole());
                if let Some(limit) = open.limit.map(|limit| eval!(&limit).whole()) {
                    return draws.take(&sums_of_limited_dice(dice, sides, from, less, limit));
                }
                if from > sides {
                    return draws.take(&sums_of_dice(dice, sides));
                }
                assert_eq!(from, sides, "several faces have a limit");
                let truncation = self.truncation.expect("endless rolls are truncated");
                let (value, is_beyond) =
                    draws.take(&sums_of_open_dice(dice, sides, less, truncation.rerolls));
                if is_beyond && truncation.beyond == Beyond::Dropped {
                    draws.cut();
                }
                value
            }
            Node::Chance(over, under) => {
                let over = self.weight(names, locals, draws, *over);
                let under = eval!(under).number();
                let chance = if under.is_zero() {
                    if over.is_positive() { Fraction::one() } else { Fraction::zero() }
                } else {
                    (over / under).max(Fraction::zero()).min(Fraction::one())
                };
                let no = Fraction::one() - chance.clone();
                let ways = [(true, chance), (false, no)].into_iter().filter(|(_, share)| !share.is_zero());
                let ways: Vec<_> = ways.map(|(flag, share)| (Value::Flag(flag), share)).collect();
                draws.take(&ways)
            }
            Node::Pick(choices) => {
                let mut open = Vec::new();
                for (value, weight, when) in choices {
                    if when.is_none_or(|when| eval!(&when).holds()) {
                        open.push((*value, self.weight(names, locals, draws, *weight)));
                    }
                }
                let value = draws.take(&normalized(open));
                eval!(&value)
            }
            Node::PickItem(local, items, weight) => {
                let mut open = Vec::new();
                for item in self.items(names, locals, draws, items) {
                    let inner = with(*local, item.clone());
                    open.push((item, self.weight(names, &inner, draws, *weight)));
                }
                draws.take(&normalized(open))
            }
            Node::Collect(how, over, body) => {
                let values: Vec<Value> = match over {
                    Repetition::Times(times) => {
                        let times = eval!(times).whole();
                        (0..times).map(|_| eval!(body)).collect()
                    }
                    Repetition::For(local, items) => {
                        let items = self.items(names, locals, draws, items);
                        let each = |item| self.eval(names, &with(*local, item), draws, *body);
                        items.into_iter().map(each).collect()
                    }
                };
                let kept = how.kept().map(|kept| usize::try_from(eval!(kept).whole()).unwrap_or(0));
                collected(how, kept, values)
            }
            Node::Odds(_) => panic!("odds stand only in weights"),
            Node::Pool(parts, sampling, questions) => {
                let mut dice: Vec<Value> = Vec::new();
                for (times, die) in parts {
                    let times = eval!(times).whole();
                    let more: Vec<Value> = match sampling {
                        Sampling::WithReplacement => (0..times).map(|_| eval!(die)).collect(),
                        Sampling::WithoutReplacement => {
                            // All cards, one by one.
                            let mut cards: Vec<Value> = Vec::new();
                            match self.mode.nodes.node(*die) {
                                Node::Pick(options) => {
                                    for (value, count, when) in options {
                                        let is_there = when.is_none_or(|when| eval!(&when).holds());
                                        let count = if is_there { eval!(count).whole() } else { 0 };
                                        cards.extend((0..count).map(|_| eval!(value)));
                                    }
                                }
                                Node::PickItem(local, items, count) => {
                                    for item in self.items(names, locals, draws, items) {
                                        let inner = with(*local, item.clone());
                                        let count = self.eval(names, &inner, draws, *count).whole();
                                        cards.extend((0..count).map(|_| item.clone()));
                                    }
                                }
                                other => panic!("no urn: {other:?}"),
                            }
                            (0..times)
                                .map(|_| {
                                    let equal: Vec<_> =
                                        (0..cards.len()).map(|place| (place, Fraction::one())).collect();
                                    let place = draws.take(&normalized(equal));
                                    cards.remove(place)
                                })
                                .collect()
                        }
                    };
                    dice.extend(more);
                }
                let mut answers = Vec::with_capacity(questions.len());
                for question in questions {
                    answers.push(match question {
                        Question::Alike => most_alike(&dice),
                        Question::Different => {
                            let different = dice.iter().collect::<BTreeSet<_>>().len();
                            i64::try_from(different).unwrap().into()
                        }
                        Question::Each(..) if dice.is_empty() => 0.into(),
                        Question::Each(how, local, value) => {
                            let kept =
                                how.kept().map(|kept| usize::try_from(eval!(kept).whole()).unwrap_or(0));
                            let each =
                                |die: &Value| self.eval(names, &with(*local, die.clone()), draws, *value);
                            collected(how, kept, dice.iter().map(each).collect())
                        }
                    });
                }
                Value::List(answers)
            }
            Node::Answer(pool, place) => match eval!(pool) {
                Value::List(answers) => answers[usize::from(*place)].clone(),
                other => panic!("no pool: {other:?}"),
            },
            Node::Column(it, rows) => {
                let mut value = Value::Absent;
                for row in rows {
                    let locals = with(*it, value.clone());
                    let applies = row.when.is_none_or(|when| self.eval(names, &locals, draws, when).holds());
                    if applies {
                        value = self.eval(names, &locals, draws, row.value);
                    }
                }
                value
            }
        }
    }

    /// A weight, in which `odds(C)` is the probability of C.
    fn weight(&self, names: &[Value], locals: &Locals, draws: &mut Draws, id: Id) -> Fraction {
        match self.mode.nodes.node(id) {
            Node::Odds(condition) => {
                let holds = |draws: &mut Draws| self.eval(names, locals, draws, *condition).holds();
                let yes = distribution(holds).into_iter().find(|(holds, _)| *holds);
                yes.map_or_else(Fraction::zero, |(_, share)| share)
            }
            Node::Binary(Binary::Add, a, b) => {
                self.weight(names, locals, draws, *a) + self.weight(names, locals, draws, *b)
            }
            Node::Binary(Binary::Subtract, a, b) => {
                self.weight(names, locals, draws, *a) - self.weight(names, locals, draws, *b)
            }
            _ => self.eval(names, locals, draws, id).number(),
        }
    }

    fn items(&self, names: &[Value], locals: &Locals, draws: &mut Draws, items: &Items) -> Vec<Value> {
        let mut eval = |id: Id| self.eval(names, locals, draws, id);
        match items {
            Items::Range(from, to) => {
                let (from, to) = (eval(*from).whole(), eval(*to).whole());
                (from..=to).map(Value::from).collect()
            }
            Items::List(list) => match eval(*list) {
                Value::List(items) => items,
                Value::Set(words) => words.into_iter().map(Value::Word).collect(),
                other => panic!("no list: {other:?}"),
            },
        }
    }

    fn look_up(&self, place: u16, key: &Value, column: Option<&Value>) -> Value {
        let table = &self.mode.tables[usize::from(place)];
        let mark = match key {
            Value::Mark(number, part) => Some((*number, *part)),
            Value::Number(number) => number.floor().whole().map(|whole| (whole, 0)),
            _ => None,
        };
        let fits = |known: &Key| match known {
            Key::Word(word) => *key == Value::Word(*word),
            Key::Range(from, to) => mark.is_some_and(|mark| (*from..=*to).contains(&mark)),
            Key::Other => true,
        };
        let row = table.rows.iter().position(|(known, _)| fits(known)).unwrap();
        match column {
            Some(column) => self.cell(place, row, column),
            None if table.columns.len() == 1 => cell_value(&table.rows[row].1[0]),
            None => Value::Row(place, row),
        }
    }

    fn cell(&self, place: u16, row: usize, column: &Value) -> Value {
        let table = &self.mode.tables[usize::from(place)];
        let column = table.columns.iter().position(|cell| cell_value(cell) == *column).unwrap();
        cell_value(&table.rows[row].1[column])
    }
}

fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Number(number) => Value::Number(number.long()),
        Cell::Word(word) => Value::Word(*word),
        Cell::Flag(flag) => Value::Flag(*flag),
        Cell::Absent => Value::Absent,
    }
}

fn is_one_of(value: &Value, words: &[Word]) -> bool {
    matches!(value, Value::Word(word) if words.contains(word))
}

/// Positive weights, divided by their sum.
fn normalized<T>(mut all: Vec<(T, Fraction)>) -> Vec<(T, Fraction)> {
    all.retain(|(_, weight)| weight.is_positive());
    let sum: Fraction = all.iter().map(|(_, weight)| weight).sum();
    assert!(sum.is_positive(), "there is nothing left to pick");
    all.into_iter().map(|(value, weight)| (value, weight / sum.clone())).collect()
}

/// Distribution of a sum of dice, face by face.
fn sums_of_dice(dice: i64, sides: i64) -> Vec<(Value, Fraction)> {
    let mut sums: BTreeMap<i64, Fraction> = BTreeMap::from([(0, Fraction::one())]);
    for _ in 0..if sides > 0 { dice } else { 0 } {
        let mut next: BTreeMap<i64, Fraction> = BTreeMap::new();
        for (sum, share) in sums {
            for face in 1..=sides {
                *next.entry(sum + face).or_insert_with(Fraction::zero) +=
                    share.clone() / Fraction::from(sides);
            }
        }
        sums = next;
    }
    sums.into_iter().map(|(sum, share)| (sum.into(), share)).collect()
}

/// Sums of so many open-ended dice, of which the highest face counts `less` less and is rolled again, at most
/// so many times; and the least sum beyond, with the probability of all sums beyond.
fn sums_of_open_dice(dice: i64, sides: i64, less: i64, rerolls: i64) -> Vec<((Value, bool), Fraction)> {
    let step = sides - less;
    let mut sums: BTreeMap<i64, Fraction> = BTreeMap::from([(0, Fraction::one())]);
    for _ in 0..dice {
        let mut next: BTreeMap<i64, Fraction> = BTreeMap::new();
        for (sum, share) in sums {
            let mut share = share;
            for round in 0..=rerolls {
                share /= Fraction::from(sides);
                for face in 1..sides {
                    *next.entry(sum + round * step + face).or_insert_with(Fraction::zero) += share.clone();
                }
            }
        }
        sums = next;
    }
    let beyond = Fraction::one() - sums.values().sum::<Fraction>();
    let least = (rerolls + 1) * step + dice;
    let sums = sums.into_iter().map(|(sum, share)| ((sum.into(), false), share));
    sums.chain([((least.into(), true), beyond)].into_iter().filter(|_| dice > 0)).collect()
}

/// Sums of so many dice, each of which is rolled again after the faces from one on, at most so many times.
fn sums_of_limited_dice(dice: i64, sides: i64, from: i64, less: i64, limit: i64) -> Vec<(Value, Fraction)> {
    /// Adds the throws of one die and of those that follow it.
    fn throw(
        left: i64,
        rerolls: i64,
        sum: i64,
        share: &Fraction,
        dice: [i64; 4],
        all: &mut BTreeMap<i64, Fraction>,
    ) {
        let [sides, from, less, limit] = dice;
        if left < 1 {
            *all.entry(sum).or_insert_with(Fraction::zero) += share.clone();
            return;
        }
        let share = share.clone() / Fraction::from(sides);
        for face in 1..=sides {
            if face >= from && rerolls < limit {
                throw(left, rerolls + 1, sum + face - less, &share, dice, all);
            } else {
                throw(left - 1, 0, sum + face, &share, dice, all);
            }
        }
    }
    let mut all = BTreeMap::new();
    throw(dice, 0, 0, &Fraction::one(), [sides, from, less, limit], &mut all);
    all.into_iter().map(|(sum, share)| (sum.into(), share)).collect()
}

/// Size of the largest group of equal dice.
fn most_alike(dice: &[Value]) -> Value {
    let of = |die: &Value| dice.iter().filter(|other| *other == die).count();
    (dice.iter().map(of).max().unwrap_or(0) as i64).into()
}

fn collected(how: &Collect, kept: Option<usize>, mut values: Vec<Value>) -> Value {
    let sum = |values: &[Value]| Value::Number(values.iter().map(Value::number).sum());
    values.sort();
    match how {
        Collect::Sum => sum(&values),
        Collect::Count => (values.iter().filter(|value| value.holds()).count() as i64).into(),
        Collect::Best(None) => values.last().unwrap().clone(),
        Collect::Worst(None) => values.first().unwrap().clone(),
        Collect::Worst(Some(_)) => sum(&values[..kept.unwrap().min(values.len())]),
        Collect::Best(Some(_)) => sum(&values[values.len() - kept.unwrap().min(values.len())..]),
    }
}
