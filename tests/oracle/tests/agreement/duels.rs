//! Duels: plain ones, with drain, and with several bodies a side.

use crate::texts::{Kind, fight_text};
use crate::{Fields, TEXTS, compiled, exactly, scenario};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg32;
use std::collections::BTreeMap;
use tohit_compile::program::Program;
use tohit_engine::{CountDistribution, Duel, First};
use tohit_odds::{Arithmetic, Fraction, Weight};
use tohit_oracle::{DuelOdds, Order, duel};

/// Most rounds of a duel that is compared.
const ROUNDS: i64 = 3;

/// Lists of a duel: hit points left of both, and bodies left, where a side has several.
fn lists(duel: &Duel) -> Vec<&CountDistribution> {
    duel.left.iter().chain(duel.bodies.iter().flatten()).collect()
}

/// Fails unless a duel is that of the reference, after all rounds of its list. Returns their number; duels
/// with more than `most_rounds` are not compared.
pub(crate) fn assert_duel_agrees(
    programs: &[Program; 2],
    fields: [&Fields<'_>; 2],
    (order, first): (Order, First),
    most_rounds: i64,
) -> Option<i64> {
    let [mine, theirs] = [0, 1].map(|side| scenario(&programs[side], fields[side]));
    let floats = mine.duel(&theirs, first, &Arithmetic::Floats, 1).unwrap();
    let rounds = floats.rounds.rest.map(|(next, _)| next - 1).filter(|rounds| *rounds <= most_rounds)?;
    let mut keys: Vec<Vec<i64>> = Vec::new();
    let all = exactly(|ar| {
        let duel = mine.duel(&theirs, first, ar, 1).unwrap();
        keys =
            lists(&duel).iter().map(|list| list.values.iter().map(|(value, _)| *value).collect()).collect();
        let values = lists(&duel).into_iter().flat_map(|list| &list.values).map(|(_, weight)| *weight);
        let open: Weight = duel.rounds.rest.map(|(_, open)| open).unwrap();
        [duel.win, duel.lose, duel.both, open].into_iter().chain(values).collect()
    });
    let [one, other] = [0, 1].map(|side| tohit_oracle::Scenario::new(&programs[side], fields[side]));
    let DuelOdds { ends, left, bodies } = duel([&one, &other], order, rounds);
    assert_eq!(ends.iter().sum::<Fraction>(), Fraction::one());
    assert_eq!(all[..4], ends, "{order:?} {fields:?} {programs:#?}");
    let mut values = all[4..].iter().cloned();
    let several = [one.attackers(), other.attackers()].map(|attackers| attackers > 1);
    let bodies = bodies.into_iter().zip(several).filter_map(|(list, several)| several.then_some(list));
    let expected: Vec<BTreeMap<i64, Fraction>> = left.into_iter().chain(bodies).collect();
    let found: Vec<BTreeMap<i64, Fraction>> = keys
        .into_iter()
        .map(|keys| keys.into_iter().zip(values.by_ref()).filter(|(_, share)| !share.is_zero()).collect())
        .collect();
    assert_eq!(found, expected, "{order:?} {fields:?} {programs:#?}");
    Some(rounds)
}

/// Compares random duels of these kinds of attackers in turn; the defenders' strikes give
/// nothing back.
fn agree(kinds: &[Kind], seed: u64) {
    let mut rng = Pcg32::seed_from_u64(seed);
    let (mut compared, mut longest) = (0, 0);
    while compared < TEXTS {
        let kind = kinds[compared % kinds.len()];
        let back = match kind {
            Kind::Pays => [Kind::Pays, Kind::Plain][compared % 2],
            Kind::OnFoe => [Kind::OnFoe, Kind::OnFoe, Kind::Plain][compared % 3],
            _ if kind.has_bodies() => Kind::Bodies,
            _ => Kind::Plain,
        };
        let programs = [kind, back].map(|kind| compiled(&fight_text(&mut rng, kind)));
        let order = [
            (Order::AttackerFirst, First::Attacker),
            (Order::DefenderFirst, First::Defender),
            (Order::Together, First::Together),
        ][rng.random_range(0..if kind.drains() { 2 } else { 3 })];
        // Three against three would take most of the time.
        let attackers = if kind.has_bodies() { rng.random_range(1..4) } else { 1 };
        let defenders = if kind.has_bodies() { rng.random_range(1..(6 - attackers).min(4)) } else { 1 };
        let fields = [attackers, defenders]
            .map(|bodies| [("defender", "hp", rng.random_range(1..4)), ("situation", "attackers", bodies)]);
        if let Some(rounds) = assert_duel_agrees(&programs, [&fields[0], &fields[1]], order, ROUNDS) {
            compared += 1;
            longest = longest.max(rounds);
        }
    }
    assert_eq!(longest, ROUNDS);
}

#[test]
fn random_duels_agree() {
    agree(&[Kind::Plain], 5);
}

#[test]
fn random_duels_with_drain_agree() {
    agree(&[Kind::Drain], 6);
}

#[test]
fn random_duels_of_strikers_that_pay_agree() {
    agree(&[Kind::Pays], 14);
}

#[test]
fn random_duels_of_strikes_that_leave_something_on_the_foe_agree() {
    agree(&[Kind::OnFoe], 17);
}

#[test]
fn random_duels_of_several_bodies_agree() {
    agree(&[Kind::Bodies, Kind::Bodies, Kind::BodiesDrain], 7);
}
