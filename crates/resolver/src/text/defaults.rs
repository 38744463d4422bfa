//! Numbers and defaults of a rule text as documents write them.

use crate::json::Json;
use crate::sheet::write_mark;
use tohit_rules::Number;
use tohit_rules::core::{Default, Rules, Shape, Word};

/// A number as a document writes it.
pub(super) fn number(number: &Number) -> Json {
    match number.whole() {
        Some(whole) => whole.into(),
        None => number.to_string().into(),
    }
}

/// A number as a fraction; what is too long has 0.
pub(super) fn fraction(number: &Number) -> (i64, i64) {
    let text = number.to_string();
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    (over.parse().unwrap_or_default(), under.parse().unwrap_or(1))
}

/// The word, as it is written.
pub(super) fn word(rules: &Rules, word: Word) -> &str {
    rules.word(word)
}

/// A default as a document writes it.
pub(super) fn default(rules: &Rules, shape: &Shape, default: &Default) -> Json {
    let text = |name: &Word| Json::from(word(rules, *name));
    match (shape, default) {
        (_, Default::Absent) => Json::Null,
        (_, Default::Number(value)) => number(value),
        (_, Default::Flag(flag)) => (*flag).into(),
        (_, Default::Word(word)) => text(word),
        (_, Default::Set(words)) => Json::List(words.iter().map(text).collect()),
        (Shape::Mark(_, high), Default::Mark(over, under)) => write_mark(*high, (*over, *under)),
        (_, Default::Mark(over, under)) => format!("{over}/{under}").into(),
        (Shape::List(_, _, of), Default::List(items)) => {
            Json::List(items.iter().map(|item| self::default(rules, of, item)).collect())
        }
        (Shape::Record(fields), Default::Record(values)) => {
            let named = fields.fields.iter().zip(values);
            named
                .map(|(field, value)| (word(rules, field.name), self::default(rules, &field.shape, value)))
                .collect()
        }
        (_, Default::List(_) | Default::Record(_)) => Json::Null,
    }
}
