//! Values of expressions, and operations on numbers as fractions.

use tohit_compile::program::{Binary, Default, Unary, Word};
use tohit_odds::Fraction;

/// Value of an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// No value.
    Absent,
    /// A number.
    Number(Fraction),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Word),
    /// A row of a table: the table, and the row's place.
    Row(u16, usize),
    /// A mark such as 18/50.
    Mark(i64, i64),
    /// Fields by name.
    Record(Vec<(Word, Value)>),
    /// Items.
    List(Vec<Value>),
    /// Words of a set.
    Set(Vec<Word>),
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

impl Value {
    /// Value of a default that is neither a list nor a record.
    pub(crate) fn single(default: &Default) -> Self {
        match default {
            Default::Absent => Self::Absent,
            Default::Number(number) => Self::Number(number.long()),
            Default::Flag(flag) => Self::Flag(*flag),
            Default::Word(word) => Self::Word(*word),
            Default::Set(words) => Self::Set(words.clone()),
            Default::Mark(number, part) => Self::Mark(*number, *part),
            Default::List(_) | Default::Record(_) => panic!("a list or a record has a shape"),
        }
    }

    pub(crate) fn number(&self) -> Fraction {
        match self {
            Self::Number(number) => number.clone(),
            other => panic!("no number: {other:?}"),
        }
    }

    pub(crate) fn whole(&self) -> i64 {
        self.number().whole().unwrap_or_else(|| panic!("no whole number: {self:?}"))
    }

    pub(crate) fn holds(&self) -> bool {
        match self {
            Self::Flag(flag) => *flag,
            other => panic!("neither yes nor no: {other:?}"),
        }
    }
}

/// Whole number toward zero.
fn truncated(number: &Fraction) -> Fraction {
    let zero = Fraction::zero();
    if *number < zero { zero.clone() - (zero - number.clone()).floor() } else { number.floor() }
}

/// Value of an operation on two values, `and` and `or` apart.
pub(crate) fn binary(op: Binary, a: &Value, b: &Value) -> Value {
    match op {
        Binary::Equal => return Value::Flag(a == b),
        Binary::NotEqual => return Value::Flag(a != b),
        _ => {}
    }
    if let (Value::Mark(..), Value::Mark(..)) = (a, b) {
        return Value::Flag(compared(op, a.cmp(b)).unwrap());
    }
    let (a, b) = (a.number(), b.number());
    if let Some(flag) = compared(op, a.cmp(&b)) {
        return Value::Flag(flag);
    }
    Value::Number(match op {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Div => truncated(&(a / b)),
        Binary::Mod => {
            let quotient = truncated(&(a.clone() / b.clone()));
            a - quotient * b
        }
        Binary::Power => a.pow(i32::try_from(b.whole().unwrap()).unwrap()),
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        other => panic!("no operation on numbers: {other:?}"),
    })
}

fn compared(op: Binary, order: core::cmp::Ordering) -> Option<bool> {
    Some(match op {
        Binary::Less => order.is_lt(),
        Binary::LessOrEqual => order.is_le(),
        Binary::More => order.is_gt(),
        Binary::MoreOrEqual => order.is_ge(),
        _ => return None,
    })
}

/// Value of an operation on one value.
pub(crate) fn unary(op: Unary, a: &Value) -> Value {
    if op == Unary::Not {
        return Value::Flag(!a.holds());
    }
    let (a, zero) = (a.number(), Fraction::zero());
    Value::Number(match op {
        Unary::Negate => zero - a,
        Unary::Floor => a.floor(),
        Unary::Ceil => zero.clone() - (zero - a).floor(),
        Unary::Round => (a + Fraction::new(1, 2)).floor(),
        Unary::Trunc => truncated(&a),
        Unary::Abs => {
            if a < zero {
                zero - a
            } else {
                a
            }
        }
        Unary::Not => unreachable!("answered above"),
    })
}
