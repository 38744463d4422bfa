//! Strikes and turns.

use crate::texts::{Expressions, HEAD};
use crate::{Fields, REROLLS, TEXTS, compiled, exactly, scenario};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use tohit_compile::program::{Program, Word};
use tohit_engine::{CountDistribution, Scenario, ShownLine};
use tohit_odds::Fraction;
use tohit_oracle::Beyond;

/// Weights of a closed distribution, by its values.
fn fractions(keys: Vec<i64>, fractions: Vec<Fraction>) -> BTreeMap<i64, Fraction> {
    keys.into_iter().zip(fractions).filter(|(_, share)| !share.is_zero()).collect()
}

/// Odds of a strike: endings, losses, and the least loss past the list with the probability of all such
/// losses.
#[derive(Debug, PartialEq)]
struct StrikeFractions {
    endings: BTreeMap<Word, Fraction>,
    losses: BTreeMap<i64, Fraction>,
    rest: Option<(i64, Fraction)>,
}

/// Odds of the engine.
fn strike(scenario: &Scenario<'_>) -> StrikeFractions {
    let (mut words, mut losses, mut next) = (Vec::new(), Vec::new(), None);
    let mut all = exactly(|ar| {
        let odds = scenario.odds(ar, false).unwrap().strike;
        let CountDistribution { values, rest } = odds.losses;
        words = odds.endings.iter().map(|(word, _)| *word).collect();
        losses = values.iter().map(|(lost, _)| *lost).collect();
        next = rest.map(|(next, _)| next);
        let losses = values.into_iter().chain(rest).map(|(_, weight)| weight);
        odds.endings.into_iter().map(|(_, weight)| weight).chain(losses).collect()
    });
    let rest = next.map(|next| (next, all.pop().unwrap()));
    let losses = fractions(losses, all.split_off(words.len()));
    let endings = words.into_iter().zip(all).filter(|(_, share)| !share.is_zero()).collect();
    StrikeFractions { endings, losses, rest }
}

/// Odds of the reference.
fn expected(program: &Program, fields: &Fields<'_>, truncation: (i64, Beyond)) -> StrikeFractions {
    let (mut endings, mut losses) = (BTreeMap::new(), BTreeMap::new());
    for ((word, lost), share) in strike_of(program, fields, truncation) {
        *endings.entry(word).or_insert_with(Fraction::zero) += share.clone();
        *losses.entry(lost).or_insert_with(Fraction::zero) += share;
    }
    StrikeFractions { endings, losses, rest: None }
}

/// Distribution of the reference with truncated endless rolls.
fn strike_of(
    program: &Program,
    fields: &Fields<'_>,
    (rerolls, beyond): (i64, Beyond),
) -> BTreeMap<(Word, i64), Fraction> {
    tohit_oracle::strike(&tohit_oracle::Scenario::new(program, fields).truncated(rerolls, beyond))
}

/// Fails unless the strike of a text has the endings and losses of the reference. Endless rolls are truncated
/// where no result depends on the rest.
pub(crate) fn assert_strike_agrees(text: &str, fields: &Fields<'_>) {
    let program = compiled(text);
    let expected = expected(&program, fields, (REROLLS, Beyond::Least));
    assert_eq!(expected.endings.values().sum::<Fraction>(), Fraction::one(), "{text}");
    assert_eq!(strike(&scenario(&program, fields)), expected, "{text}");
}

/// Fails unless each probability of a strike lies between its lower bound, which the reference finds within
/// so many rerolls, and that bound plus the probability of all ways beyond. Gives the latter.
pub(crate) fn assert_strike_is_bounded(text: &str, fields: &Fields<'_>, rerolls: i64) -> Fraction {
    let program = compiled(text);
    let least = expected(&program, fields, (rerolls, Beyond::Dropped));
    let beyond = Fraction::one() - least.endings.values().sum::<Fraction>();
    let exact = strike(&scenario(&program, fields));
    let within = |least: Option<&Fraction>, exact: Option<&Fraction>| {
        let [least, exact] = [least, exact].map(|share| share.cloned().unwrap_or_else(Fraction::zero));
        assert!(least <= exact && exact <= least.clone() + beyond.clone(), "{least:?} {exact:?} {text}");
    };
    for word in least.endings.keys().chain(exact.endings.keys()) {
        within(least.endings.get(word), exact.endings.get(word));
    }
    let (next, rest) = exact.rest.unwrap_or((i64::MAX, Fraction::zero()));
    for lost in least.losses.range(..next).chain(&exact.losses).map(|(lost, _)| lost) {
        within(least.losses.get(lost), exact.losses.get(lost));
    }
    within(Some(&least.losses.range(next..).map(|(_, share)| share).sum()), Some(&rest));
    let all = exact.losses.values().sum::<Fraction>() + rest;
    assert_eq!([all, exact.endings.values().sum()], [Fraction::one(), Fraction::one()], "{text}");
    beyond
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
        let carried = "carry heat = 0\ncarry mark on foe = 0\nshow heat this turn\nshow mark this turn\n";
        let turn = format!("turn {strikes}{regardless}\nshow kill this turn\n{carried}");
        let next = [
            "  next heat = min(heat + 1, 2)   if d2 = 1\n  next mark = heat\n",
            "  end miss if heat > 0 and d2 = 1\n    next mark = 2\n  next heat = 1\n",
            "  next heat = d3 if mark = 0\n",
        ][rng.random_range(0..3)];
        let strike = Expressions::new(&mut rng, 60).strike();
        let text = format!("{HEAD}{turn}strike\n{next}{}", strike.trim_start_matches("strike\n"));
        let program = compiled(&text);
        let own = [("defender", "hp", rng.random_range(1..9)), ("attacker", "hp", rng.random_range(1..9))];
        let fields = &own[..rng.random_range(1..3)];
        let reference = tohit_oracle::turn(&tohit_oracle::Scenario::new(&program, fields));
        let scenario = scenario(&program, fields);
        let mut keys = Vec::new();
        let mut all = exactly(|ar| {
            let turn = scenario.odds(ar, false).unwrap().turn.unwrap();
            let hit = turn.hit(ar);
            let carried = turn.carried.into_iter().map(|(_, shown)| match shown {
                ShownLine::Numbers(numbers) => numbers,
                other => panic!("{other:?}"),
            });
            let lists: Vec<CountDistribution> = core::iter::once(turn.losses).chain(carried).collect();
            assert!(lists.iter().all(|list| list.rest.is_none()));
            keys = lists.iter().map(|list| list.values.iter().map(|(value, _)| *value).collect()).collect();
            let weights = lists.into_iter().flat_map(|list| list.values).map(|(_, weight)| weight);
            turn.kill.into_iter().chain([hit]).chain(weights).collect()
        })
        .into_iter();
        assert_eq!(all.next().unwrap(), reference.falls, "{text}");
        let dealt = reference.losses.range(1..).map(|(_, share)| share).sum::<Fraction>();
        assert_eq!(all.next().unwrap(), dealt, "{text}");
        let found: Vec<_> = keys
            .into_iter()
            .map(|keys: Vec<i64>| fractions(keys.clone(), all.by_ref().take(keys.len()).collect()))
            .collect();
        let [heat, mark] = [0, 1].map(|place| {
            let mut values = BTreeMap::new();
            for (carried, share) in &reference.carried {
                *values.entry(carried[place]).or_insert_with(Fraction::zero) += share.clone();
            }
            values
        });
        assert_eq!(found, [reference.losses, heat, mark], "{text}");
    }
}
