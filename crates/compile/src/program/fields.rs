//! Fields of a document.

use super::{Marks, Word};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tohit_odds::number::Number;

/// The fields of a sheet or record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fields {
    /// The fields, in the order of the form.
    pub fields: Vec<ProgramField>,
    /// Name of the record, if it has one.
    pub record: Option<String>,
}

impl Fields {
    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: Word) -> Option<&ProgramField> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// A field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramField {
    /// Name of the field.
    pub name: Word,
    /// Shape of the values.
    pub shape: FieldShape,
    /// True where the value may be absent (`null` in a document).
    pub absent: bool,
    /// Value of a document without the field.
    pub default: Default,
}

/// Shape of the values of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FieldShape {
    /// A whole number.
    Whole(i64, i64),
    /// An exact number.
    Exact(Number, Number),
    /// Yes or no.
    Flag,
    /// A word of this list.
    Words(Arc<[Word]>),
    /// A set of words of this list.
    Set(Arc<[Word]>),
    /// A mark such as 18/50.
    Mark(Marks),
    /// Items.
    List(u32, u32, Box<FieldShape>),
    /// A record with fields.
    Record(Arc<Fields>),
}

impl FieldShape {
    /// Default of a field of this shape without a written default.
    #[must_use]
    pub fn own_default(&self) -> Default {
        match self {
            Self::Whole(from, to) => Default::Number(Number::from(0.clamp(*from, *to))),
            Self::Exact(from, to) => Default::Number(Number::ZERO.max(from.clone()).min(to.clone())),
            Self::Flag => Default::Flag(false),
            Self::Words(list) => list.first().map_or(Default::Absent, |word| Default::Word(*word)),
            Self::Set(_) => Default::Set(Vec::new()),
            Self::Mark(marks) => Default::Mark(marks.low.0, marks.low.1),
            Self::List(from, _, of) => Default::List((0..*from).map(|_| of.own_default()).collect()),
            Self::Record(fields) => {
                Default::Record(fields.fields.iter().map(|field| field.default.clone()).collect())
            }
        }
    }
}

/// Constant value of a field: its default, or the value of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Default {
    /// None.
    Absent,
    /// A number.
    Number(Number),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Word),
    /// Words of a set.
    Set(Vec<Word>),
    /// A mark.
    Mark(i64, i64),
    /// Items; of records each with all its fields in their order.
    List(Vec<Default>),
    /// The fields of a record, in their order.
    Record(Vec<Default>),
}
