//! Types of values: a kind such as number, yes or no, word or record, and nullability.

use crate::program::{FieldShape, Fields, Word};
use std::sync::Arc;

/// Kind of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueKind {
    /// Unknown: the value has another error, or the figure has no callers.
    Any,
    Number,
    Flag,
    Word(Domain),
    Set(Arc<[Word]>),
    Mark,
    /// A record of one of these shapes; true for items of a list, which have the field `number`.
    Record(Vec<Arc<Fields>>, bool),
    List(Box<ValueKind>),
    /// A row of a table, by its place.
    Row(u16),
}

/// Set of the words that a value can be.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub(super) words: Arc<[Word]>,
    /// True for the words of a list; false for words that expressions name.
    pub(super) list: bool,
}

impl PartialEq for Domain {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list && (Arc::ptr_eq(&self.words, &other.words) || self.words == other.words)
    }
}

impl Domain {
    fn join(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut words = self.words.to_vec();
        words.extend(other.words.iter().filter(|word| !self.words.contains(word)));
        Self { words: words.into(), list: false }
    }
}

/// A kind, with nullability.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Type {
    pub(super) kind: ValueKind,
    pub(super) absent: bool,
}

impl Type {
    pub(super) const fn of(kind: ValueKind) -> Self {
        Self { kind, absent: false }
    }

    pub(super) const ANY: Self = Self::of(ValueKind::Any);
    pub(super) const NUMBER: Self = Self::of(ValueKind::Number);
    pub(super) const FLAG: Self = Self::of(ValueKind::Flag);

    /// Union of two types; none if they are incompatible.
    pub(super) fn join(self, other: Self) -> Option<Self> {
        let absent = self.absent || other.absent;
        self.kind.join(other.kind).map(|kind| Self { kind, absent })
    }
}

impl ValueKind {
    /// Kind of a field of this shape.
    pub(super) fn of(shape: &FieldShape) -> Self {
        match shape {
            FieldShape::Whole(..) | FieldShape::Exact(..) => Self::Number,
            FieldShape::Flag => Self::Flag,
            FieldShape::Words(list) => Self::Word(Domain { words: Arc::clone(list), list: true }),
            FieldShape::Set(list) => Self::Set(Arc::clone(list)),
            FieldShape::Mark(..) => Self::Mark,
            FieldShape::Record(fields) => Self::Record(vec![Arc::clone(fields)], false),
            FieldShape::List(_, _, of) => Self::List(Box::new(match Self::of(of) {
                Self::Record(all, _) => Self::Record(all, true),
                other => other,
            })),
        }
    }

    pub(super) fn join(self, other: Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Any, other) | (other, Self::Any) => other,
            (Self::Word(a), Self::Word(b)) => Self::Word(a.join(b)),
            (Self::Record(mut all, item), Self::Record(others, also)) => {
                for other in others {
                    if !all.iter().any(|known| Arc::ptr_eq(known, &other)) {
                        all.push(other);
                    }
                }
                Self::Record(all, item && also)
            }
            (Self::List(a), Self::List(b)) => Self::List(Box::new(a.join(*b)?)),
            (Self::Set(a), Self::Set(b)) => {
                Self::Set(if a == b { a } else { a.iter().chain(b.iter()).copied().collect() })
            }
            (a, b) if a == b => a,
            _ => return None,
        })
    }

    /// Description of the kind, for messages.
    pub(super) const fn called(&self) -> &'static str {
        match self {
            Self::Any => "a value",
            Self::Number => "a number",
            Self::Flag => "yes or no",
            Self::Word(_) => "a word",
            Self::Set(_) => "a set of words",
            Self::Mark => "a mark",
            Self::Record(..) => "a record",
            Self::List(_) => "a list",
            Self::Row(_) => "a row of a table",
        }
    }
}
