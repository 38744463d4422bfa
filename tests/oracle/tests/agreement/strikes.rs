//! Strikes and turns.

use crate::texts::{Expressions, HEAD};
use crate::{Fields, TEXTS, compiled, exactly, scenario};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use tohit_compile::program::Word;
use tohit_engine::{CountDistribution, Scenario};
use tohit_odds::Fraction;

/// Weights of a closed distribution, by its values.
fn fractions(keys: Vec<i64>, fractions: Vec<Fraction>) -> BTreeMap<i64, Fraction> {
    keys.into_iter().zip(fractions).filter(|(_, share)| !share.is_zero()).collect()
}

/// Endings of the strike, and its losses.
fn strike(scenario: &Scenario<'_>) -> (BTreeMap<Word, Fraction>, BTreeMap<i64, Fraction>) {
    let (mut words, mut losses) = (Vec::new(), Vec::new());
    let mut all = exactly(|ar| {
        let odds = scenario.odds(ar, false).unwrap().strike;
        assert!(odds.losses.rest.is_none());
        words = odds.endings.iter().map(|(word, _)| *word).collect();
        losses = odds.losses.values.iter().map(|(lost, _)| *lost).collect();
        let losses = odds.losses.values.into_iter().map(|(_, weight)| weight);
        odds.endings.into_iter().map(|(_, weight)| weight).chain(losses).collect()
    });
    let lost = fractions(losses, all.split_off(words.len()));
    (words.into_iter().zip(all).filter(|(_, share)| !share.is_zero()).collect(), lost)
}

/// Fails unless the strike of a text has the endings and losses of the reference.
pub(crate) fn assert_strike_agrees(text: &str, fields: &Fields<'_>) {
    let program = compiled(text);
    let expected = tohit_oracle::strike(&tohit_oracle::Scenario::new(&program, fields));
    let (mut endings, mut losses) = (BTreeMap::new(), BTreeMap::new());
    for ((word, lost), share) in expected {
        *endings.entry(word).or_insert_with(Fraction::zero) += share.clone();
        *losses.entry(lost).or_insert_with(Fraction::zero) += share;
    }
    assert_eq!(endings.values().sum::<Fraction>(), Fraction::one(), "{text}");
    assert_eq!(strike(&scenario(&program, fields)), (endings, losses), "{text}");
}

#[test]
fn random_strikes_agree() {
    let mut rng = Pcg32::seed_from_u64(1);
    for case in 0..TEXTS {
        let text = format!("{HEAD}{}", Expressions::new(&mut rng, 400).strike());
        assert_strike_agrees(&text, &[("attacker", "level", i64::try_from(case % 4).unwrap())]);
    }
}

#[test]
fn random_turns_agree() {
    let mut rng = Pcg32::seed_from_u64(2);
    for _ in 0..TEXTS {
        let regardless = if rng.random_range(0..2) == 0 { " regardless" } else { "" };
        let strikes = ["2", "d3", "(d2 - 1) d 2"][rng.random_range(0..3)];
        let turn = format!("turn {strikes}{regardless}\nshow kill this turn\n");
        let text = format!("{HEAD}{turn}{}", Expressions::new(&mut rng, 60).strike());
        let program = compiled(&text);
        let fields = [("defender", "hp", rng.random_range(1..9))];
        let (losses, falls) = tohit_oracle::turn(&tohit_oracle::Scenario::new(&program, &fields));
        let scenario = scenario(&program, &fields);
        let mut keys = Vec::new();
        let mut all = exactly(|ar| {
            let turn = scenario.odds(ar, false).unwrap().turn.unwrap();
            let CountDistribution { values, rest } = turn.losses;
            assert!(rest.is_none());
            keys = values.iter().map(|(lost, _)| *lost).collect();
            values.into_iter().map(|(_, weight)| weight).chain(turn.kill).collect()
        });
        assert_eq!(all.pop().unwrap(), falls, "{text}");
        assert_eq!(fractions(keys, all), losses, "{text}");
    }
}
