//! Random documents.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]

use super::dice::Pcg;
use tohit_resolver::Json;
use tohit_resolver::sheet::{Shape, SheetSpec};

/// A document that obeys the form, with numbers mostly near their defaults' side of the range.
pub fn random_value(dice: &mut Pcg, shape: Shape, depth: usize) -> Json {
    match shape {
        Shape::Bool => (dice.below(2) == 1).into(),
        Shape::Int { low, high } => match dice.below(6) {
            0 => low.into(),
            1 => high.into(),
            _ => dice.between(low.max(-20), high.min(30).max(low)).into(),
        },
        Shape::Num { low: (low, under), high: (high, _) } => {
            let from = (low + under - 1) / under.max(1);
            dice.between(from, high.min(20).max(from)).into()
        }
        Shape::Choice(variants) => {
            let place = usize::try_from(dice.below(variants.len() as u64)).unwrap();
            variants[place].name.into()
        }
        Shape::Cell { low, high } => {
            Json::List(vec![dice.between(low, high).into(), dice.between(low, high).into()])
        }
        Shape::Sheet(spec) => random_sheet(dice, spec, depth + 1),
        Shape::List { of, least, most, .. } => {
            let count = dice.between(least as i64, most.min(least + 3) as i64);
            let mut items: Vec<Json> = Vec::new();
            for _ in 0..count {
                let item = random_value(dice, *of, depth);
                if !items.contains(&item) {
                    items.push(item);
                }
            }
            Json::List(items)
        }
        Shape::Nullable(inner) if dice.below(3) > 0 => random_value(dice, *inner, depth),
        Shape::Nullable(_) => Json::Null,
        Shape::Mark { .. } => ["18/50", "12", "18/220", "x"][usize::try_from(dice.below(4)).unwrap()].into(),
    }
}

pub fn random_sheet(dice: &mut Pcg, spec: &'static SheetSpec, depth: usize) -> Json {
    let mut entries = Vec::new();
    for field in spec.fields {
        if depth == 0 || dice.below(4) == 0 {
            entries.push((field.name, random_value(dice, field.shape, depth)));
        }
    }
    entries.into_iter().collect()
}

/// The same document without marks that nobody could mean: what is refused at once compares nothing else.
pub fn random_mark_free(document: Json) -> Json {
    match document {
        Json::Text(text) if text == "x" => "17".into(),
        Json::List(items) => Json::List(items.into_iter().map(random_mark_free).collect()),
        Json::Object(entries) => {
            entries.into_iter().map(|(name, value)| (name, random_mark_free(value))).collect()
        }
        other => other,
    }
}
