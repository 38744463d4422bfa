//! Values of expressions, and the operations on known values.

use crate::tail::{GeometricTail, Split};
use core::cmp::Ordering;
use std::rc::Rc;
use tohit_compile::program::{Binary, Default, FieldShape, Unary, Word};
use tohit_odds::number::{Number, NumberError};
use tohit_syntax::diagnostics::Diagnostic;

/// Value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing is given.
    Absent,
    /// A number.
    Number(Number),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Word),
    /// A row of a table: its table and its place there.
    Row(u16, u32),
    /// A mark such as 18/50.
    Mark(i64, i64),
    /// A sheet, a part of one, or an item of a list.
    Record(Rc<Record>),
    /// Items.
    List(Rc<[Value]>),
    /// Words.
    Set(Rc<[Word]>),
    /// Answers of a pool of dice.
    Answers(Rc<[i64]>),
    /// Endless roll: all its values at once, as a geometric tail.
    Tail(Rc<GeometricTail>),
    /// Error of an evaluation. The scenario is refused if the value is ever needed.
    Bad(Diagnostic),
}

/// Record of fields by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Fields in the order of the sheet.
    pub fields: Vec<(Word, Value)>,
}

impl Record {
    /// Field of that name.
    #[must_use]
    pub fn get(&self, name: Word) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// Reason why an operation has no value yet, or none at all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OperationError {
    /// The operation is not defined: its message.
    Wrong(String),
    /// The endless roll has to be split first.
    Split(Split),
    /// Two independent endless rolls meet: their joint distribution is needed.
    Meet(Rc<GeometricTail>, Rc<GeometricTail>),
}

impl From<NumberError> for OperationError {
    fn from(wrong: NumberError) -> Self {
        Self::Wrong(wrong.to_string())
    }
}

impl From<i64> for Value {
    fn from(whole: i64) -> Self {
        Self::Number(Number::Whole(whole))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&Default> for Value {
    /// Value of a single field.
    fn from(default: &Default) -> Self {
        match default {
            Default::Number(number) => Self::Number(number.clone()),
            Default::Flag(flag) => Self::Flag(*flag),
            Default::Word(word) => Self::Word(*word),
            Default::Set(words) => Self::Set(words.clone().into()),
            Default::Mark(a, b) => Self::Mark(*a, *b),
            Default::Absent | Default::List(_) | Default::Record(_) => Self::Absent,
        }
    }
}

impl Value {
    /// Value of a field of this shape. The items of a list are numbered from 1.
    pub(crate) fn of_field(shape: &FieldShape, entered: &Default) -> Self {
        match (shape, entered) {
            (FieldShape::Record(fields), Default::Record(entered)) => {
                let fields = fields.fields.iter().zip(entered);
                let fields = fields.map(|(field, value)| (field.name, Self::of_field(&field.shape, value)));
                Self::Record(Rc::new(Record { fields: fields.collect() }))
            }
            (FieldShape::List(_, _, of), Default::List(items)) => {
                let item = |(number, item): (i64, &Default)| match Self::of_field(of, item) {
                    Self::Record(mut record) => {
                        Rc::make_mut(&mut record).fields.push((Word::NUMBER, number.into()));
                        Self::Record(record)
                    }
                    single => single,
                };
                Self::List((1..).zip(items).map(item).collect())
            }
            (_, single) => single.into(),
        }
    }

    /// Puts a value in the field at a path, if the record is there.
    pub(crate) fn put(&mut self, path: &[Word], value: &Self) {
        match (path.split_first(), &mut *self) {
            (None, _) => self.clone_from(value),
            (Some((name, rest)), Self::Record(record)) => {
                let fields = &mut Rc::make_mut(record).fields;
                let field = fields.iter_mut().find(|(known, _)| known == name);
                field.into_iter().for_each(|(_, field)| field.put(rest, value));
            }
            _ => {}
        }
    }

    /// The value, or its error.
    pub(crate) fn sound(self) -> Result<Self, Diagnostic> {
        if let Self::Bad(diagnostic) = self { Err(diagnostic) } else { Ok(self) }
    }

    /// Kind of the value, in words for messages.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Absent => "not given",
            Self::Number(_) | Self::Tail(_) => "a number",
            Self::Flag(_) => "yes or no",
            Self::Word(_) => "a word",
            Self::Row(..) => "a row of a table",
            Self::Mark(..) => "a mark",
            Self::Record(_) => "a record",
            Self::List(_) => "a list",
            Self::Set(_) => "a set of words",
            Self::Answers(_) => "a pool of dice",
            Self::Bad(_) => "unknown",
        }
    }

    /// Whole number, if the value is one.
    #[must_use]
    pub const fn whole(&self) -> Option<i64> {
        match self {
            Self::Number(number) => number.whole(),
            _ => None,
        }
    }

    /// Count of something (`what`: lost, gained), or the message about a value that is no count.
    pub(crate) fn to_count(&self, what: &str) -> Result<i64, String> {
        let wrong = match (self, self.whole()) {
            (_, Some(count @ 0..)) => return Ok(count),
            (_, Some(below)) => format!("can be {below}; write  max(0, ...)"),
            (Self::Number(part), None) => format!("can be {part}; divide with  div"),
            (Self::Tail(_), None) => "must end; write  min(..., 100)".to_owned(),
            _ => "must be a number".to_owned(),
        };
        Err(format!("what is {what} {wrong}"))
    }

    /// True for yes alone.
    #[must_use]
    pub const fn is_yes(&self) -> bool {
        matches!(self, Self::Flag(true))
    }

    /// Hash key: equal values have equal keys, unequal ones different keys. Lists, records and long numbers
    /// have none.
    pub(crate) fn key(&self) -> Option<(u8, i64, i64, usize)> {
        Some(match self {
            Self::Absent => (0, 0, 0, 0),
            Self::Flag(flag) => (1, i64::from(*flag), 0, 0),
            Self::Number(Number::Whole(whole)) => (2, *whole, 0, 0),
            Self::Number(Number::Ratio(over, under)) => (3, *over, *under, 0),
            Self::Word(word) => (4, i64::from(word.0), 0, 0),
            Self::Row(table, row) => (5, i64::from(*table), i64::from(*row), 0),
            Self::Mark(a, b) => (6, *a, *b, 0),
            Self::Tail(tail) => tail.key()?,
            _ => return None,
        })
    }

    pub(crate) const fn rank(&self) -> u8 {
        match self {
            Self::Absent => 0,
            Self::Flag(_) => 1,
            Self::Number(_) => 2,
            Self::Word(_) => 3,
            Self::Row(..) => 4,
            Self::Mark(..) => 5,
            Self::Tail(_) => 6,
            _ => 7,
        }
    }

    /// Total preorder in which equal rolled values are neighbours. Values of other kinds are not ordered
    /// among themselves.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            (Self::Flag(a), Self::Flag(b)) => a.cmp(b),
            (Self::Word(a), Self::Word(b)) => a.cmp(b),
            (Self::Row(a, b), Self::Row(c, d)) => (a, b).cmp(&(c, d)),
            (Self::Mark(a, b), Self::Mark(c, d)) => (a, b).cmp(&(c, d)),
            (Self::Tail(a), Self::Tail(b)) => a.order(b),
            (Self::Answers(a), Self::Answers(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

/// Value of an operation on two values.
pub(crate) fn binary(op: Binary, a: &Value, b: &Value) -> Result<Value, OperationError> {
    match (a, b) {
        (Value::Bad(_), _) => Ok(a.clone()),
        (_, Value::Bad(_)) => Ok(b.clone()),
        (Value::Number(a), Value::Number(b)) => numbers(op, a, b),
        (Value::Tail(tail), Value::Number(number)) => tail.with_number(op, number),
        (Value::Number(number), Value::Tail(tail)) => tail.reversed(op, number),
        (Value::Tail(a), Value::Tail(b)) => a.with_tail(op, b),
        (Value::Mark(x, y), Value::Mark(z, w)) => ordered(op, (x, y).cmp(&(z, w))),
        (Value::Flag(_), Value::Flag(_))
        | (Value::Word(_) | Value::Absent, Value::Word(_) | Value::Absent) => match op {
            Binary::Equal => Ok((a == b).into()),
            Binary::NotEqual => Ok((a != b).into()),
            _ => Err(mismatch(op, a.kind(), b.kind())),
        },
        _ => Err(mismatch(op, a.kind(), b.kind())),
    }
}

const NOT_GIVEN: &str =
    "something is not given here; write  given ... and  before it, or  otherwise  after it";

fn mismatch(op: Binary, a: &str, b: &str) -> OperationError {
    let absent = [a, b].contains(&"not given");
    OperationError::Wrong(if absent {
        NOT_GIVEN.to_owned()
    } else {
        format!("{} does not go with {a} and {b}", sign(op))
    })
}

/// Sign of an operation as a text writes it.
pub(crate) const fn sign(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::Divide => "/",
        Binary::Div => "div",
        Binary::Mod => "mod",
        Binary::Power => "^",
        Binary::Equal => "=",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::More => ">",
        Binary::MoreOrEqual => ">=",
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Min => "min",
        Binary::Max => "max",
    }
}

/// Truth of a comparison, by the order of its sides; none for other operations.
pub(crate) const fn holds(op: Binary, order: Ordering) -> Option<bool> {
    Some(match op {
        Binary::Equal => order.is_eq(),
        Binary::NotEqual => order.is_ne(),
        Binary::Less => order.is_lt(),
        Binary::LessOrEqual => order.is_le(),
        Binary::More => order.is_gt(),
        Binary::MoreOrEqual => order.is_ge(),
        _ => return None,
    })
}

fn ordered(op: Binary, order: Ordering) -> Result<Value, OperationError> {
    holds(op, order).map(Value::Flag).ok_or_else(|| mismatch(op, "a mark", "a mark"))
}

fn numbers(op: Binary, a: &Number, b: &Number) -> Result<Value, OperationError> {
    if let Some(flag) = holds(op, a.cmp(b)) {
        return Ok(Value::Flag(flag));
    }
    Ok(Value::Number(match op {
        Binary::Add => a.plus(b)?,
        Binary::Subtract => a.minus(b)?,
        Binary::Multiply => a.times(b)?,
        Binary::Divide => a.divide(b)?,
        Binary::Div => a.div(b)?,
        Binary::Mod => a.rest(b)?,
        Binary::Power => a.power(b)?,
        Binary::Min => a.min(b).clone(),
        Binary::Max => a.max(b).clone(),
        _ => return Err(mismatch(op, "a number", "a number")),
    }))
}

/// Operation on whole numbers, where one exists. The result is none on overflow.
pub(crate) fn whole_operation(op: Binary) -> Option<fn(i64, i64) -> Option<i64>> {
    Some(match op {
        Binary::Add => i64::checked_add,
        Binary::Subtract => i64::checked_sub,
        Binary::Multiply => i64::checked_mul,
        Binary::Min => |a, b| Some(a.min(b)),
        Binary::Max => |a, b| Some(a.max(b)),
        Binary::Div => i64::checked_div,
        Binary::Mod => i64::checked_rem,
        _ => return None,
    })
}

/// Value of an operation on one value.
pub(crate) fn unary(op: Unary, a: &Value) -> Result<Value, OperationError> {
    match a {
        Value::Bad(_) => Ok(a.clone()),
        Value::Flag(flag) if op == Unary::Not => Ok((!flag).into()),
        Value::Tail(tail) => tail.unary(op),
        Value::Number(number) => Ok(Value::Number(match op {
            Unary::Negate => number.negate()?,
            Unary::Floor => number.floor()?,
            Unary::Ceil => number.ceil()?,
            Unary::Round => number.round()?,
            Unary::Trunc => number.trunc()?,
            Unary::Abs => number.abs()?,
            Unary::Not => return Err(OperationError::Wrong("not needs yes or no".to_owned())),
        })),
        Value::Absent => Err(OperationError::Wrong(NOT_GIVEN.to_owned())),
        _ => Err(OperationError::Wrong(format!("this needs a number, not {}", a.kind()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_go_together_is_told() {
        let flag = Value::Flag(true);
        let number = Value::from(3);
        assert!(
            matches!(binary(Binary::Add, &flag, &number), Err(OperationError::Wrong(text)) if text == "+ does not go with yes or no and a number")
        );
        assert!(
            matches!(binary(Binary::Add, &Value::Absent, &number), Err(OperationError::Wrong(text)) if text.contains("given"))
        );
        assert_eq!(binary(Binary::Max, &number, &Value::from(4)), Ok(Value::from(4)));
        assert_eq!(unary(Unary::Not, &flag), Ok(Value::Flag(false)));
    }
}
