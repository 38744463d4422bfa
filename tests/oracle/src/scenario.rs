//! Scenario: a mode of a program with its sheets.

use crate::value::Value;
use tohit_compile::program::{Default, FieldShape, Fields, Mode, Program, Word};

/// Mode of a program with complete sheets.
#[derive(Clone)]
pub struct Scenario<'a> {
    pub(crate) mode: &'a Mode,
    pub(crate) sheets: Vec<Value>,
    pub(crate) truncation: Option<Truncation>,
}

/// Truncation of endless rolls: each die is rolled again so many times at most.
#[derive(Clone, Copy, Debug)]
pub struct Truncation {
    /// Number of rerolls of a die.
    pub rerolls: i64,
    /// Treatment of the rolls beyond.
    pub beyond: Beyond,
}

/// Treatment of the rolls beyond a truncation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Their ways are dropped. Each probability is a lower bound, and the dropped probability is the width of
    /// all bounds.
    Dropped,
    /// The least of them stands for all. Results are exact where none depends on which of them is rolled.
    Least,
}

impl<'a> Scenario<'a> {
    /// Scenario of the first mode with these fields changed: a sheet, a field, and the number that it holds.
    #[must_use]
    pub fn new(program: &'a Program, numbers: &[(&str, &str, i64)]) -> Self {
        let mode = &program.modes[0];
        let sheets = mode.sheets.iter().map(|(_, fields)| record(fields, &defaults(fields))).collect();
        let mut scenario = Self { mode, sheets, truncation: None };
        for (sheet, field, number) in numbers {
            let word =
                |text: &str| Word(program.words.iter().position(|known| known == text).unwrap() as u32);
            scenario.set(&[word(sheet), word(field)], (*number).into());
        }
        scenario
    }

    /// The same with truncated endless rolls.
    #[must_use]
    pub const fn truncated(mut self, rerolls: i64, beyond: Beyond) -> Self {
        self.truncation = Some(Truncation { rerolls, beyond });
        self
    }

    /// The same with another number of attackers.
    #[must_use]
    pub fn with_attackers(&self, attackers: usize) -> Self {
        let mut other = self.clone();
        if let Some(field) = &self.mode.bodies {
            other.set(field, i64::try_from(attackers).unwrap().into());
        }
        other
    }

    /// Scenario from the second turn on.
    #[must_use]
    pub fn later(&self) -> Self {
        let mut other = self.clone();
        for later in &self.mode.later {
            if later.when.is_none_or(|when| self.fixed(when).holds()) {
                other.set(&later.field, Value::single(&later.value));
            }
        }
        other
    }

    /// Number of attackers with a body each.
    #[must_use]
    pub fn attackers(&self) -> usize {
        let Some(field) = &self.mode.bodies else { return 1 };
        let place = self.mode.sheets.iter().position(|(word, _)| *word == field[0]).unwrap();
        let mut value = &self.sheets[place];
        for name in &field[1..] {
            let Value::Record(fields) = value else { panic!("no record: {value:?}") };
            value = &fields.iter().find(|(known, _)| known == name).unwrap().1;
        }
        usize::try_from(value.whole()).unwrap()
    }

    fn set(&mut self, path: &[Word], value: Value) {
        let place = self.mode.sheets.iter().position(|(word, _)| *word == path[0]).unwrap();
        let mut field = &mut self.sheets[place];
        for name in &path[1..] {
            let Value::Record(fields) = field else { panic!("no record: {field:?}") };
            field = &mut fields.iter_mut().find(|(known, _)| known == name).unwrap().1;
        }
        *field = value;
    }

    /// Values of the strike's names before any strike.
    pub(crate) fn first_names(&self) -> Vec<Value> {
        let mut names = vec![Value::Absent; self.mode.names.len()];
        for (name, carry) in names.iter_mut().zip(&self.mode.carries) {
            *name = self.fixed(carry.value);
        }
        names
    }

    /// Hit points of the defender, if they are given.
    pub(crate) fn hit_points(&self) -> Option<i64> {
        match self.fixed(self.mode.falls.hit_points?) {
            Value::Absent => None,
            value => Some(value.whole()),
        }
    }

    /// Hit points of the attacker, if they are given.
    pub(crate) fn own_points(&self) -> Option<i64> {
        match self.fixed(self.mode.falls.own?) {
            Value::Absent => None,
            value => Some(value.whole()),
        }
    }

    /// True where the defender falls after a loss.
    pub(crate) fn falls(&self, lost: i64) -> bool {
        self.hit_points().is_some_and(|points| self.falls_of(points, lost))
    }

    /// True where a side of so many hit points falls after a loss.
    pub(crate) fn falls_of(&self, points: i64, lost: i64) -> bool {
        self.with_local(&[], self.mode.falls.left, (points - lost).into(), self.mode.falls.when).holds()
    }
}

fn defaults(fields: &Fields) -> Vec<Default> {
    fields.fields.iter().map(|field| field.default.clone()).collect()
}

fn record(fields: &Fields, defaults: &[Default]) -> Value {
    let fields = fields.fields.iter().zip(defaults);
    Value::Record(fields.map(|(field, default)| (field.name, shaped(&field.shape, default))).collect())
}

fn shaped(shape: &FieldShape, default: &Default) -> Value {
    match (shape, default) {
        (FieldShape::Record(fields), Default::Record(defaults)) => record(fields, defaults),
        (FieldShape::List(_, _, of), Default::List(items)) => {
            let item = |(place, item): (usize, &Default)| match shaped(of, item) {
                Value::Record(mut fields) => {
                    fields.push((Word::NUMBER, (place as i64 + 1).into()));
                    Value::Record(fields)
                }
                other => other,
            };
            Value::List(items.iter().enumerate().map(item).collect())
        }
        (_, single) => Value::single(single),
    }
}
