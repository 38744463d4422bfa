//! Pixel Dungeon: the page's worked examples roll by roll, what each rule does, and the targeting tool.

mod documents;
mod effects;
mod greyed;
mod rules;
mod targeting;
mod worked;

use crate::common::dice;
use tohit_odds::Fraction;
use tohit_resolver::{Answer, Dice, Json, Problem, RollExtent, Rolled, Ruleset, ruleset};

fn game() -> &'static Ruleset {
    ruleset("pixel-dungeon").unwrap()
}

fn read(document: &str) -> Json {
    Json::parse(document).unwrap_or_else(|wrong| panic!("{wrong}: {document}"))
}

fn exact(document: &str) -> Answer<Fraction> {
    game().resolve::<Fraction>(&read(document)).unwrap_or_else(|wrong| panic!("{wrong:?}: {document}"))
}

fn floats(document: &str) -> Answer<f64> {
    game().resolve::<f64>(&read(document)).unwrap_or_else(|wrong| panic!("{wrong:?}: {document}"))
}

fn problems(document: &str) -> Vec<Problem> {
    game().resolve::<f64>(&read(document)).err().unwrap_or_default()
}

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

/// The average of one strike's damage.
fn mean(answer: &Answer<f64>) -> f64 {
    answer.damage.as_ref().unwrap().entries.iter().map(|(damage, p)| *damage as f64 * p).sum()
}

/// The chances of one strike's damage.
fn damage(document: &str) -> Vec<(i64, Fraction)> {
    exact(document).damage.unwrap().entries
}

fn dice(script: &str, turn: bool) -> Dice {
    let script = script.split_whitespace().map(|face| face.to_owned()).collect();
    Dice { seed: 0, script: Some(script), extent: RollExtent::of(turn) }
}

/// A scripted strike: no roll may be left over.
fn roll(document: &str, script: &str) -> Rolled {
    rolled(document, dice(script, false)).unwrap_or_else(|wrong| panic!("{wrong:?}: {document}"))
}

fn turn(document: &str, script: &str) -> Rolled {
    rolled(document, dice(script, true)).unwrap_or_else(|wrong| panic!("{wrong:?}: {document}"))
}

fn rolled(document: &str, dice: Dice) -> Result<Rolled, Vec<Problem>> {
    game().roll(&read(document), dice)
}
