//! Seeded throws against the odds: 100,000 of each, by a chi-square test.

use crate::chance::{PLACES, Question, ask};
use crate::chi_square::p_value;
use crate::fraction;
use crate::pairs::Margin;
use crate::readings::{states, total};
use std::collections::BTreeMap;
use tohit_odds::{Cast, Die, Floats, Odds, Reading};

const THROWS: u64 = 100_000;

/// A fit as bad as this comes once in ten thousand tests; the seed is fixed, so it comes always or never.
const CRITICAL: f64 = 1e-4;

fn assert_fits(
    what: &str,
    odds: impl IntoIterator<Item = (i64, f64)>,
    mut throw: impl FnMut(&mut Cast) -> i64,
) {
    let mut cells: BTreeMap<i64, (u64, f64)> =
        odds.into_iter().map(|(value, odds)| (value, (0, odds))).collect();
    let mut cast = Cast::silent(20_011);
    for _ in 0..THROWS {
        cells.entry(throw(&mut cast)).or_default().0 += 1;
    }
    let cells: Vec<(u64, f64)> = cells.into_values().collect();
    assert!(cells.len() > 1, "{what} is certain");
    let p = p_value(&cells);
    assert!(p > CRITICAL, "{what}: {p}");
}

fn assert_question_fits(question: &Question) {
    let mut odds = Odds::new(Floats);
    let start = odds.start(());
    let states = odds.stage(start, |dice, ()| ask(dice, question));
    assert_fits(&format!("{question:?}"), states.entries().map(|(state, weight)| (*state, weight)), |cast| {
        ask(cast, question)
    });
}

#[test]
fn dice() {
    let kinds = [
        Die::d(20),
        Die::Range { from: 5, to: -7 },
        Die::Dice { count: 3, sides: 6 },
        Die::Dice { count: 12, sides: 10 },
        Die::Highest { count: 3, from: 1, to: 12 },
        Die::Highest { count: 2, from: 9, to: 0 },
        Die::Lowest { count: 2, from: 0, to: 25 },
        Die::Lowest { count: 4, from: 3, to: -3 },
        Die::Centred { from: 2, to: 12 },
        Die::Centred { from: 7, to: 0 },
    ];
    for die in kinds {
        assert_question_fits(&Question::Roll(die));
        let (low, high) = die.ends();
        assert_question_fits(&Question::Reaches(die, low + (high - low) / 2));
    }
}

#[test]
fn chances_and_picks() {
    assert_question_fits(&Question::Happens(7, 20));
    assert_question_fits(&Question::Happens(1, 1000));
    assert_question_fits(&Question::Pick(PLACES));
    assert_question_fits(&Question::Pick(&[("a", 1), ("b", 2), ("c", 3)]));
}

#[test]
fn real_numbers() {
    assert_question_fits(&Question::Outdraws(fraction(7, 2), fraction(5, 1)));
    assert_question_fits(&Question::Outdraws(fraction(9, 1), fraction(26, 5)));
}

#[test]
fn open_ended_pairs() {
    assert_question_fits(&Question::Grade(11, 8, &[1, 5, 12], None));
    assert_question_fits(&Question::Grade(14, 8, &[1, 5], Some(6)));
    assert_question_fits(&Question::Press { need: 1, second: 2 });
}

#[test]
fn margins_of_open_ended_pairs() {
    let asked = Margin { ours: 15, theirs: 12, most: 4, less: 3, low: 0, high: 60 };
    let mut odds = Odds::new(Floats);
    let expected: Vec<(i64, f64)> = asked.of(&mut odds).entries(&Floats).collect();
    assert_fits("margin", expected, |cast| asked.of(cast));
}

#[test]
fn rules_of_many_stages() {
    let mut tested = 0;
    for program in 0..40 {
        let mut odds = Odds::new(Floats);
        let states_of = states(&mut odds, program, 2);
        let states_of: Vec<_> = states_of.entries().map(|(state, weight)| (*state, weight)).collect();
        if states_of.len() > 1 {
            assert_fits(&format!("states {program}"), states_of, |cast| states(cast, program, 2));
            tested += 1;
        }
        let total_of: Vec<(i64, f64)> = total(&mut odds, program, 2).entries(&Floats).collect();
        if total_of.len() > 1 {
            assert_fits(&format!("total {program}"), total_of, |cast| total(cast, program, 2));
            tested += 1;
        }
        if tested >= 10 {
            return;
        }
    }
    unreachable!("most random rules leave something to chance");
}
