//! Rolls whose size depends on a total: against every face rolled one by one.

use crate::{exact_total, fractions};
use tohit_odds::{Cast, Chance, Die, Floats, Odds, Pcg, Reading, Steps};

/// As the reading's default does it: every face of every value on a path of its own.
fn by_paths<R: Reading>(r: &mut R, total: R::Total, roll: impl Fn(i64) -> Steps) -> R::Total {
    let values = r.states(total);
    let grown = r.stage(values, |dice, value| {
        let steps = roll(value);
        value + steps.adds(dice.roll("face", Die::Range { from: 0, to: i64::from(steps.sides.max(1)) - 1 }))
    });
    r.total(grown, |value| value)
}

fn random(seed: u64) -> impl Fn(i64) -> Steps + Clone {
    let mut dice = Pcg::new(seed);
    let mut below = |n: u64| u32::try_from(dice.below(n)).unwrap();
    let (up, by, ahead, worth, mixed) = (below(4), below(5), below(7), below(4), below(2) == 1);
    let start = i64::from(below(9)) - 4;
    move |value| Steps {
        sides: up * u32::try_from(value.max(0)).unwrap() + ahead,
        by,
        ahead,
        start,
        // Values may differ even in what a step is worth.
        worth: if mixed && value % 3 == 0 { worth + 1 } else { worth },
    }
}

#[test]
fn growing_is_rolling_every_face() {
    for seed in 0..60 {
        let roll = random(seed);
        let from = |odds: &mut Odds<_>| {
            let dice = odds.roll("from", Die::Dice { count: 2, sides: 5 });
            odds.change(dice, |value| 2 * value - 9)
        };
        let quick = exact_total(|odds| {
            let from = from(odds);
            odds.grow("more", from, roll.clone())
        });
        let slow = exact_total(|odds| {
            let from = from(odds);
            by_paths(odds, from, roll.clone())
        });
        assert_eq!(quick, slow, "{seed}");
    }
}

#[test]
fn a_throw_rolls_the_die_and_counts_its_steps() {
    let mut cast = Cast::scripted([9.into(), 5.into()]);
    let blow = Reading::roll(&mut cast, "blow", Die::d(12));
    let roll = |blow: i64| Steps { by: 2, start: 2, worth: 2, ..Steps::of(u32::try_from(blow).unwrap()) };
    // 5 of 0 to 8: two whole steps of 2, each worth 2, and 2.
    assert_eq!(cast.grow("fire", blow, roll), 9 + 2 + 2 * 2);
    assert_eq!(
        cast.finish().unwrap().to_string(),
        "blow (1d12): [9] (forced)\nfire (0 to 8): [5] (forced)\n"
    );
}

/// A long one takes little work, and what cannot be stays exactly 0.
#[test]
fn long_rolls_cost_little() {
    let mut odds = Odds::new(Floats);
    let from = odds.roll("from", Die::Range { from: 1, to: 20_000 });
    let before = odds.work();
    let grown = odds.grow("more", from, |value| Steps { by: 10, ..Steps::of(15 * value as u32) });
    assert!(odds.work() - before < 5_000_000);
    let sum: f64 = grown.entries(&Floats).map(|(_, weight)| weight).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let last = grown.entries(&Floats).last();
    assert!(matches!(last, Some((49_999, weight)) if (weight - 10.0 / 15.0 / 4e8).abs() < 1e-20), "{last:?}");
    let even = odds.roll("even", Die::d(1));
    let doubled = odds.grow("more", even, |_| Steps { worth: 2, ..Steps::of(4) });
    let values: Vec<i64> = doubled.entries(&Floats).map(|(value, _)| value).collect();
    assert_eq!(values, [1, 3, 5, 7]);
}

/// A copy of a state is the same state: two figures of one throw agree.
#[test]
fn a_copied_state_is_read_twice() {
    fn twice<R: Reading>(r: &mut R) -> (R::Total, R::Total) {
        let start = r.start(());
        let state = r.stage(start, |dice, ()| dice.roll("state", Die::d(6)));
        let plain = r.total(state.clone(), |value| value);
        (plain, r.total(state, |value| 10 * value))
    }
    for seed in 0..20 {
        let (plain, tenfold) = twice(&mut Cast::seeded(seed));
        assert_eq!(10 * plain, tenfold);
    }
    let sixths = fractions(|odds| {
        let (plain, tenfold) = twice(odds);
        let weights = odds.weights();
        vec![plain.chance(weights, |v| v == 3), tenfold.chance(weights, |v| v == 30)]
    });
    assert_eq!(sixths[0], sixths[1]);
}
