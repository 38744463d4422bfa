//! POWDER: the page's worked examples as scripts, every number of them, and what is particular to its rules.

mod examples;
mod fights;
mod points;
mod presets;

use std::collections::BTreeMap;
use tohit_odds::Fraction;
use tohit_resolver::{Answer, Json, Ruleset, Spread, ruleset};

pub(crate) fn powder() -> &'static Ruleset {
    ruleset("powder").unwrap()
}

pub(crate) fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The paths of everything that is wrong.
pub(crate) fn wrong(text: &str) -> Vec<String> {
    let refused = powder().resolve::<f64>(&document(text)).err().unwrap_or_default();
    refused.into_iter().map(|problem| problem.path).collect()
}

/// The exact answer.
#[track_caller]
pub(crate) fn exact(text: &str) -> Answer<Fraction> {
    powder().resolve::<Fraction>(&document(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// A scenario with an attacker, a defender and a situation, each as the inside of an object.
pub(crate) fn fight(mode: &str, attacker: &str, defender: &str, situation: &str) -> String {
    format!(
        r#"{{"mode":"{mode}","attacker":{{{attacker}}},"defender":{{{defender}}},"situation":{{{situation}}}}}"#
    )
}

pub(crate) fn hit(text: &str) -> Fraction {
    exact(text).hit.unwrap()
}

pub(crate) fn outcome(answer: &Answer<Fraction>, name: &str) -> Fraction {
    answer.outcome(name).cloned().unwrap_or_default()
}

pub(crate) fn fraction(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

pub(crate) fn mean_of(spread: &Spread<Fraction>) -> Fraction {
    spread.entries.iter().map(|(value, p)| p * Fraction::from(*value)).sum()
}

pub(crate) fn mean(answer: &Answer<Fraction>) -> Fraction {
    mean_of(answer.damage.as_ref().unwrap())
}

/// The damage of those strikes that hit, not scaled up.
pub(crate) fn damage(answer: &Answer<Fraction>) -> BTreeMap<i64, Fraction> {
    answer.damage.clone().unwrap().entries.into_iter().collect()
}
