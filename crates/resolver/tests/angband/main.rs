//! Angband: the document's worked figures as scripts, step by step, and what is particular to its rules.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod answers;
#[path = "../common/dice.rs"]
mod dice;
mod examples;
#[path = "../common/logs.rs"]
mod logs;
mod rules;

use tohit_odds::{Forced, Fraction};
use tohit_resolver::{Dice, Json, Rolled, ruleset};

pub(crate) fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The exact answer.
pub(crate) fn exact(text: &str) -> Json {
    let rules = ruleset("angband").unwrap();
    match rules.resolve_exact(&document(text), rules.presets()) {
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
    let answer = rules.resolve(&document(text), rules.presets());
    answer
        .err()
        .unwrap_or_else(|| panic!("{text} is legal"))
        .into_iter()
        .map(|problem| problem.path)
        .collect()
}

/// A scripted strike, or a turn of them.
pub(crate) fn scripted(text: &str, turn: bool, faces: &[i64]) -> Rolled {
    let rules = ruleset("angband").unwrap();
    let script = Some(faces.iter().copied().map(Forced::from).collect());
    let dice = Dice { seed: 0, script, turn };
    rules.roll(&document(text), rules.presets(), dice).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Every figure that the rules noted, in order: exactly these.
#[track_caller]
pub(crate) fn told(rolled: &Rolled, expected: &[(&str, &str)]) {
    let notes: Vec<(String, String)> = rolled
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            tohit_odds::Event::Note { label, figure } => Some((label.to_string(), figure.to_string())),
            _ => None,
        })
        .collect();
    let notes: Vec<(&str, &str)> = notes.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(notes, expected, "\n{}", rolled.log);
}
