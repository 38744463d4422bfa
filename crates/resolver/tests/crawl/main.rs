//! Crawl: strikes and shots as scripts with every figure on the way, what each edition of the rules changes, and the presets.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod blows;
#[path = "../common/dice.rs"]
mod dice;
mod documents;
mod editions;
mod fields;
#[path = "../common/logs.rs"]
mod logs;
mod monsters;
mod shots;

use tohit_odds::{Event, Figure, Forced, Fraction};
use tohit_resolver::{Answer, Dice, Json, Rolled, ruleset};

fn document(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The exact answer.
#[track_caller]
fn exact(text: &str) -> Answer<Fraction> {
    let rules = ruleset("crawl").unwrap();
    rules
        .resolve_exact(&document(text), rules.presets())
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
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

/// Rolls what the faces say, and checks how it ends, the damage and every figure that the rules noted (a yes is 1): exactly these, in
/// order.
#[track_caller]
fn told(text: &str, turn: bool, faces: &[i64], ending: (&str, i64), figures: &[(&str, i64)]) {
    let rules = ruleset("crawl").unwrap();
    let script = Some(faces.iter().copied().map(Forced::from).collect());
    let rolled: Rolled = rules
        .roll(&document(text), rules.presets(), Dice { seed: 0, script, turn })
        .unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let notes: Vec<(String, i64)> = rolled
        .log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Note { label, figure: Figure::Int(figure) } => Some((label.to_string(), *figure)),
            Event::Note { label, figure: Figure::Flag(is) } => Some((label.to_string(), i64::from(*is))),
            Event::Note { label, figure } => panic!("{label}: {figure}"),
            _ => None,
        })
        .collect();
    let expected: Vec<(String, i64)> =
        figures.iter().map(|(label, figure)| ((*label).to_owned(), *figure)).collect();
    assert_eq!(notes, expected, "\n{}", rolled.log);
    assert_eq!((rolled.outcome, rolled.damage), ending, "\n{}", rolled.log);
}
