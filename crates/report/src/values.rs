//! Entered values as people read them.

use crate::format::number;
use tohit_resolver::Json;
use tohit_resolver::sheet::Shape;

/// A value in the notation of an input; null is empty.
pub fn plain(value: &Json) -> String {
    match value {
        Json::Null | Json::Object(_) => String::new(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::Number(text) | Json::Text(text) => text.clone(),
        Json::List(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
    }
}

/// A value as people read it, with the labels of the shape.
pub fn readable(shape: Shape, value: &Json) -> String {
    match (shape.inner(), value) {
        (_, Json::Null) => "none".to_owned(),
        (Shape::Choice(variants), Json::Text(name)) => variants
            .iter()
            .find(|variant| variant.name == name)
            .map_or(name.clone(), |variant| variant.label()),
        (Shape::List { of, .. }, Json::List(items)) if !items.is_empty() => {
            items.iter().map(|item| readable(*of, item)).collect::<Vec<_>>().join(", ")
        }
        (Shape::List { .. }, _) => "none".to_owned(),
        (Shape::Sheet(_), _) => "what it was".to_owned(),
        (Shape::Num { .. }, Json::Text(text)) => fraction(text).map_or_else(|| text.clone(), number),
        (_, value) => plain(value),
    }
}

/// Value of a fraction such as `71/5`.
fn fraction(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/')?;
    let [above, below] = [above, below].map(|part| part.parse::<i32>().ok());
    below.filter(|below| *below != 0).zip(above).map(|(below, above)| f64::from(above) / f64::from(below))
}

/// The result of one step of a field, in a link's notation: a value; of a set the word added or removed.
pub fn stepped(shape: Shape, before: Option<&Json>, said: &str) -> String {
    match (shape.inner(), before) {
        (Shape::List { of, .. }, Some(Json::List(before))) => {
            let words: Vec<Json> = said.split(',').map(Json::from).collect();
            let comes = words.iter().find(|word| !before.contains(word));
            let goes = before.iter().find(|word| !words.contains(word));
            match (goes, comes) {
                (Some(word), _) => format!("{} no more", readable(*of, word)),
                (None, word) => word.map_or_else(String::new, |word| format!("{} too", readable(*of, word))),
            }
        }
        (Shape::Bool, _) => readable(shape, &Json::from(said == "true")),
        _ => readable(shape, &said.into()),
    }
}

/// The defender's hit points, if given.
pub fn hit_points(whole: &Json) -> Option<f64> {
    match whole.at("defender.hp") {
        // Parsing it as a float would add 13 kB of tables.
        Some(Json::Number(text)) => text.parse().ok().map(|points: i64| points as f64),
        _ => None,
    }
}
