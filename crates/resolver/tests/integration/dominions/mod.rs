//! Dominions 5: the page's example as scripts, every number of it, and what is particular to the rules.

mod damage;
mod examples;
mod presets;
mod turns;
mod values;
mod variants;
mod wards;

use tohit_odds::Fraction;
use tohit_resolver::{Answer, Dice, Extra, Json, RollExtent, Rolled, Ruleset, Spread, ruleset};

pub(crate) fn dominions() -> &'static Ruleset {
    ruleset("dominions").unwrap()
}

pub(crate) fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A scenario with an attacker, a defender and a situation, each as the inside of an object.
pub(crate) fn fight(attacker: &str, defender: &str, situation: &str) -> String {
    format!(r#"{{"attacker":{{{attacker}}},"defender":{{{defender}}},"situation":{{{situation}}}}}"#)
}

/// The same for a turn.
pub(crate) fn turn(attacker: &str, defender: &str, situation: &str) -> String {
    fight(attacker, defender, situation).replacen('{', r#"{"mode":"sequence","#, 1)
}

#[track_caller]
pub(crate) fn exact(text: &str) -> Answer<Fraction> {
    dominions().resolve::<Fraction>(&document(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

#[track_caller]
pub(crate) fn floats(text: &str) -> Answer<f64> {
    dominions().resolve::<f64>(&document(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// The paths of everything that is wrong.
pub(crate) fn wrong(text: &str) -> Vec<String> {
    let refused = dominions().resolve::<f64>(&document(text)).err().unwrap_or_default();
    refused.into_iter().map(|problem| problem.path).collect()
}

#[track_caller]
pub(crate) fn hit(text: &str) -> Fraction {
    exact(text).hit.unwrap()
}

pub(crate) fn outcome(answer: &Answer<Fraction>, name: &str) -> Fraction {
    answer.outcome(name).cloned().unwrap_or_default()
}

pub(crate) fn fraction(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

pub(crate) fn extra<'a, P>(answer: &'a Answer<P>, name: &str) -> &'a Extra<P> {
    &answer.more.iter().find(|(known, _)| *known == name).unwrap().1
}

/// A figure of the answer, such as `attack`.
pub(crate) fn value(text: &str, name: &str) -> i64 {
    let values = floats(text).values;
    values.iter().find(|(known, _)| *known == name).unwrap().1.to_string().parse().unwrap()
}

/// The average, the end of the list counted as its first value.
pub(crate) fn mean<P: Clone + Into<f64>>(spread: &Spread<P>) -> f64 {
    let listed = spread.entries.iter().chain(&spread.tail);
    listed.map(|(value, p)| *value as f64 * p.clone().into()).sum()
}

/// A scripted strike, or a turn of them.
#[track_caller]
pub(crate) fn scripted(text: &str, turn: bool, script: &str) -> Rolled {
    let script = script.split_whitespace().map(|face| face.to_owned()).collect();
    let dice = Dice { seed: 0, script: Some(script), extent: RollExtent::of(turn) };
    dominions().roll(&document(text), dice).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}
