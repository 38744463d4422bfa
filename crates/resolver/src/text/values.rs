//! Conversion of a complete document to the engine's values.

use crate::json::Json;
use crate::sheet::read_mark;
use std::rc::Rc;
use std::sync::Arc;
use tohit_compile::program::{FieldShape, Fields, Mode, Program, Word};
use tohit_engine::{Record, Value};
use tohit_odds::Number;

/// The sheets of a mode, in its order, each with every field.
pub(super) fn sheets(rules: &Program, mode: &Mode, document: &Json) -> Vec<Value> {
    let sheet = |(name, fields): &(Word, Arc<Fields>)| {
        record(rules, fields, document.get(rules.word(*name)).unwrap_or(&Json::Null), None)
    };
    mode.sheets.iter().map(sheet).collect()
}

/// A record, with its number in a list.
fn record(rules: &Program, fields: &Fields, document: &Json, number: Option<i64>) -> Value {
    let entries = if let Json::Object(entries) = document { entries.as_slice() } else { &[] };
    // A complete document has them in this order: the one looked for is the next.
    let mut next = entries.iter().cycle();
    let field = |field: &tohit_compile::program::ProgramField| {
        let name = rules.word(field.name);
        let found = next.by_ref().take(entries.len()).find(|(known, _)| known == name);
        (field.name, value(rules, &field.shape, found.map_or(&Json::Null, |(_, given)| given), None))
    };
    let own = number.map(|number| (Word::NUMBER, Value::from(number)));
    Value::Record(Rc::new(Record { fields: fields.fields.iter().map(field).chain(own).collect() }))
}

/// The value of a checked entry; in a list with its index.
fn value(rules: &Program, shape: &FieldShape, given: &Json, number: Option<i64>) -> Value {
    let named = |words: &[Word], name: &str| words.iter().copied().find(|known| rules.word(*known) == name);
    match (shape, given) {
        (FieldShape::Whole(..) | FieldShape::Exact(..), Json::Number(text) | Json::Text(text)) => {
            Number::read(text).map_or(Value::Absent, Value::Number)
        }
        (FieldShape::Flag, Json::Bool(flag)) => Value::Flag(*flag),
        (FieldShape::Words(words), Json::Text(name)) => named(words, name).map_or(Value::Absent, Value::Word),
        (FieldShape::Set(words), Json::List(names)) => {
            Value::Set(names.iter().filter_map(|name| named(words, name.text()?)).collect())
        }
        (FieldShape::Mark(marks), _) => {
            read_mark(given, marks).map_or(Value::Absent, |(over, under)| Value::Mark(over, under))
        }
        (FieldShape::List(_, _, of), Json::List(items)) => {
            Value::List((1..).zip(items).map(|(number, item)| value(rules, of, item, Some(number))).collect())
        }
        (FieldShape::Record(fields), Json::Object(_)) => record(rules, fields, given, number),
        _ => Value::Absent,
    }
}
