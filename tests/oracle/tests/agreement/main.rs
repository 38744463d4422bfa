//! Agreement of the engine with the reference, as equal fractions, over random small texts.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod chosen;
mod duels;
mod endless;
mod fights;
mod pools;
mod samples;
mod strikes;
mod texts;

use tohit_compile::program::Program;
use tohit_engine::{Run, Scenario};
use tohit_odds::{Arithmetic, Fraction, Prime, Weight, exact};

/// Number of texts of each kind.
const TEXTS: usize = 1_000;

/// Rerolls of each die of an endless roll, of which no result depends on the rest.
const REROLLS: i64 = 6;

/// Fields of a scenario: sheet, field and number.
type Fields<'f> = [(&'f str, &'f str, i64)];

fn compiled(text: &str) -> Program {
    tohit_compile::compile(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"))
}

/// Scenario of the engine.
fn scenario<'a>(program: &'a Program, fields: &Fields<'_>) -> Scenario<'a> {
    let entries: Vec<(String, String)> = fields
        .iter()
        .map(|(sheet, field, number)| (format!("{sheet}.{field}"), number.to_string()))
        .collect();
    program.scenario(0, program.sheets(0, &entries).unwrap()).unwrap()
}

/// Weights of an exact run, as fractions. The float run comes first: it finds where lists end, and its
/// weights are these fractions up to rounding.
fn exactly(mut run: impl FnMut(&Arithmetic) -> Vec<Weight>) -> Vec<Fraction> {
    let floats = run(&Arithmetic::Floats);
    let fractions = exact::fractions(2_000, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        run(&ar).into_iter().map(|weight| ar.residue(weight)).collect()
    });
    let fractions = fractions.unwrap();
    assert_eq!(floats.len(), fractions.len());
    for (float, exact) in floats.into_iter().zip(&fractions) {
        let float = Arithmetic::Floats.to_float(float);
        assert!((float - exact.to_f64()).abs() < 1e-12, "{float} {exact}");
    }
    fractions
}
