//! Crawl: what each edition of the rules changes, and the presets.

mod blows;
mod documents;
mod editions;
mod fields;
mod monsters;
mod shots;

use tohit_odds::Fraction;
use tohit_resolver::{Answer, Dice, Json, RollExtent, ruleset};

fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The exact answer.
#[track_caller]
fn exact(text: &str) -> Answer<Fraction> {
    let rules = ruleset("crawl").unwrap();
    rules.resolve::<Fraction>(&document(text)).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn fraction(over: i64, under: i64) -> Fraction {
    Fraction::new(over, under)
}

/// The exact chance that a strike lands.
#[track_caller]
fn hit(text: &str) -> Fraction {
    exact(text).hit.unwrap()
}

/// The average damage of a strike.
#[track_caller]
fn mean(text: &str) -> Fraction {
    let damage = exact(text).damage.unwrap();
    damage.entries.into_iter().map(|(value, p)| p * fraction(value, 1)).sum()
}

/// Rolls what the script says, and checks how it ends, the damage and these figures, in this order.
#[track_caller]
fn told(text: &str, script: &str, ending: (&str, i64), figures: &[(&str, &str)]) {
    let rules = ruleset("crawl").unwrap();
    let script = script.split_whitespace().map(|face| face.to_owned()).collect();
    let rolled = rules
        .roll(&document(text), Dice { seed: 0, script: Some(script), extent: RollExtent::Strike })
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    crate::common::logs::told(&rolled, figures);
    assert_eq!((rolled.outcome, rolled.damage), ending, "\n{}", rolled.log);
}
