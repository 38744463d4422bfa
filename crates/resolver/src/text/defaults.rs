//! Numbers and defaults of a rule text as documents write them.

use crate::json::Json;
use crate::sheet::{write_exact, write_mark};
use tohit_compile::program::{Default, FieldShape, Program, Word};

/// A default as a document writes it.
pub(super) fn default(rules: &Program, shape: &FieldShape, default: &Default) -> Json {
    let text = |name: &Word| Json::from(rules.word(*name));
    match (shape, default) {
        (_, Default::Absent) => Json::Null,
        (_, Default::Number(value)) => write_exact(&value.long()),
        (_, Default::Flag(flag)) => (*flag).into(),
        (_, Default::Word(word)) => text(word),
        (_, Default::Set(words)) => Json::List(words.iter().map(text).collect()),
        (_, Default::Mark(over, under)) => write_mark((*over, *under)),
        (FieldShape::List(_, _, of), Default::List(items)) => {
            Json::List(items.iter().map(|item| self::default(rules, of, item)).collect())
        }
        (FieldShape::Record(fields), Default::Record(values)) => {
            let named = fields.fields.iter().zip(values);
            named
                .map(|(field, value)| (rules.word(field.name), self::default(rules, &field.shape, value)))
                .collect()
        }
        (_, Default::List(_) | Default::Record(_)) => Json::Null,
    }
}
