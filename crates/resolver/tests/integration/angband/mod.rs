//! Angband: the document's worked figures as scripts, step by step, and what is particular to its rules.

mod answers;
mod examples;
mod rules;

use tohit_odds::Fraction;
use tohit_resolver::{Dice, Json, RollExtent, Rolled, ruleset};

pub(crate) fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The exact answer.
pub(crate) fn exact(text: &str) -> Json {
    let rules = ruleset("angband").unwrap();
    match rules.resolve::<Fraction>(&document(text)) {
        Ok(answer) => answer.json(),
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

/// What stands at a path of the exact answer.
pub(crate) fn at(answer: &Json, path: &str) -> String {
    match answer.at(path) {
        Some(Json::Text(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => "nothing".to_owned(),
    }
}

pub(crate) fn chance(answer: &Json, path: &str) -> Fraction {
    at(answer, path).parse().unwrap_or_else(|_| panic!("{path} is {}", at(answer, path)))
}

/// The paths of everything that is wrong.
pub(crate) fn wrong(text: &str) -> Vec<String> {
    let rules = ruleset("angband").unwrap();
    let answer = rules.resolve::<f64>(&document(text));
    answer
        .err()
        .unwrap_or_else(|| panic!("{text} is legal"))
        .into_iter()
        .map(|problem| problem.path)
        .collect()
}

/// A scripted strike, or a turn of them.
#[track_caller]
pub(crate) fn scripted(text: &str, turn: bool, script: &str) -> Rolled {
    let rules = ruleset("angband").unwrap();
    let script = script.split_whitespace().map(|face| face.to_owned()).collect();
    let dice = Dice { seed: 0, script: Some(script), extent: RollExtent::of(turn) };
    rules.roll(&document(text), dice).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}
