//! A complete document as the engine takes it.

use super::defaults::word;
use crate::json::Json;
use crate::sheet::read_mark;
use std::rc::Rc;
use tohit_rules::Number;
use tohit_rules::core::{Fields, Mode, Rules, Shape, Word};
use tohit_rules::run::{Record, Value};

/// The sheets of a mode, in its order, each with every field.
pub(super) fn sheets(rules: &Rules, mode: &Mode, document: &Json) -> Vec<Value> {
    let values = Values { rules };
    let sheet = |(name, fields): &(Word, Rc<Fields>)| {
        values.record(fields, document.get(word(rules, *name)).unwrap_or(&Json::Null), None)
    };
    mode.sheets.iter().map(sheet).collect()
}

struct Values<'a> {
    rules: &'a Rules,
}

impl Values<'_> {
    /// A record, with its number in a list.
    fn record(&self, fields: &Fields, document: &Json, number: Option<i64>) -> Value {
        let entries = if let Json::Object(entries) = document { entries.as_slice() } else { &[] };
        // A complete document has them in this order: the one looked for is the next.
        let mut next = entries.iter().cycle();
        let field = |field: &tohit_rules::core::Field| {
            let name = word(self.rules, field.name);
            let found = next.by_ref().take(entries.len()).find(|(known, _)| known == name);
            (field.name, self.value(&field.shape, found.map_or(&Json::Null, |(_, given)| given)))
        };
        let own = number.map(|number| (Word::NUMBER, Value::Number(Number::from(number))));
        Value::Record(Rc::new(Record { fields: fields.fields.iter().map(field).chain(own).collect() }))
    }

    /// What a checked entry stands for.
    fn value(&self, shape: &Shape, given: &Json) -> Value {
        match (shape, given) {
            (Shape::Whole(..) | Shape::Exact(..), Json::Number(text) | Json::Text(text)) => {
                Number::read(text).map_or(Value::Absent, Value::Number)
            }
            (Shape::Flag, Json::Bool(flag)) => Value::Flag(*flag),
            (Shape::Words(words), Json::Text(name)) => {
                self.named(words, name).map_or(Value::Absent, Value::Word)
            }
            (Shape::Set(words), Json::List(names)) => {
                let name =
                    |given: &Json| if let Json::Text(name) = given { self.named(words, name) } else { None };
                Value::Set(names.iter().filter_map(name).collect())
            }
            (Shape::Mark(low, high), _) => {
                read_mark(given, *low, *high).map_or(Value::Absent, |(over, under)| Value::Mark(over, under))
            }
            (Shape::List(_, _, of), Json::List(items)) => {
                Value::List((1..).zip(items).map(|(number, item)| self.item(of, item, number)).collect())
            }
            (Shape::Record(fields), Json::Object(_)) => self.record(fields, given, None),
            _ => Value::Absent,
        }
    }

    fn item(&self, shape: &Shape, given: &Json, number: i64) -> Value {
        match shape {
            Shape::Record(fields) => self.record(fields, given, Some(number)),
            _ => self.value(shape, given),
        }
    }

    fn named(&self, words: &[Word], name: &str) -> Option<Word> {
        words.iter().copied().find(|known| word(self.rules, *known) == name)
    }
}
