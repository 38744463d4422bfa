//! Runs of one part that add up, with and without a sum at which they stop.

use crate::slow::{Slow, merged};
use crate::{exact_total, fraction};
use tohit_odds::{Cast, Chance, Die, Event, Figure, Floats, Odds, Pcg, Reading, Weights};

/// A part with gaps, with values of both signs, and with nothing but its own number to tell runs apart.
fn part<R: Reading>(r: &mut R, values: &[i64], run: u32) -> R::Total {
    r.note("run", i64::from(run));
    let start = r.start(());
    let value = r.stage(start, |dice, ()| {
        let place = dice.roll("place", Die::Range { from: 0, to: values.len() as i64 - 1 });
        values[place as usize]
    });
    r.total(value, |value| value)
}

#[test]
fn runs_equal_rolling_by_hand() {
    let mut dice = Pcg::new(8);
    for _ in 0..120 {
        let low = if dice.below(3) == 0 { -3 } else { 0 };
        let values: Vec<i64> = (0..=dice.below(3)).map(|_| dice.between(low, 9)).collect();
        let times = dice.below(5) as u32;
        let most = (dice.below(3) > 0).then(|| dice.between(-1, 30));
        let by_hand = merged(Slow::default().repeat(times, most, |r, run| part(r, &values, run)));
        let quick = exact_total(|odds| odds.repeat(times, most, |r, run| part(r, &values, run)));
        assert_eq!(quick, by_hand, "{times} of {values:?} up to {most:?}");
    }
}

#[test]
fn a_throw_stops_where_the_sum_exceeds_the_most() {
    for seed in 0..200 {
        let mut cast = Cast::seeded(seed);
        let sum = cast.repeat(6, Some(9), |r, run| part(r, &[0, 2, 5], run));
        let log = cast.finish().unwrap();
        let runs: Vec<Figure> = log.figures("run").cloned().collect();
        assert!(runs.iter().zip(1..).all(|(run, number)| *run == Figure::Int(number)));
        let faces = log.events.iter().filter_map(|event| match event {
            Event::Roll { faces, .. } => Some([0, 2, 5][faces[0] as usize]),
            _ => None,
        });
        let faces: Vec<i64> = faces.collect();
        let before: i64 = faces.iter().rev().skip(1).sum();
        assert_eq!(faces.iter().sum::<i64>(), sum);
        assert!(before <= 9 && (sum > 9 || runs.len() == 6));
    }
}

/// Long runs take the same short cuts as long sums: against one run after the other.
#[test]
fn long_runs_agree_with_sums_one_by_one() {
    let die = Die::Dice { count: 10, sides: 60 };
    for most in [None, Some(1_000), Some(3_000), Some(10_000)] {
        let mut odds = Odds::new(Floats);
        let quick = odds.repeat(12, most, |r, _| r.roll("die", die));
        let mut slow = odds.fixed(0);
        for _ in 0..12 {
            slow = odds.extend(slow, |sum| most.is_none_or(|most| sum <= most), |r| r.roll("die", die));
        }
        for value in (0..8_000).step_by(7) {
            let chance = |total: &tohit_odds::Total<f64>| total.chance(&Floats, |v| v == value);
            assert!((chance(&quick) - chance(&slow)).abs() < 1e-14, "{most:?} {value}");
        }
        let all = quick.chance(&Floats, |_| true);
        assert!((all - 1.0).abs() < 1e-13, "{all}");
    }
}

#[test]
fn two_coins_that_stop_at_the_first_head() {
    let coin = |r: &mut Odds<tohit_odds::Prime>, _| {
        let start = r.start(());
        let head = r.stage(start, |dice, ()| dice.happens("head", 1, 2));
        r.total(head, i64::from)
    };
    let heads = exact_total(|odds| odds.repeat(2, Some(0), coin));
    assert_eq!(heads, [(0, fraction(1, 4)), (1, fraction(3, 4))]);
    let mut odds = Odds::new(Floats);
    let none = odds.repeat(0, None, |r, _| r.roll("die", Die::d(6)));
    assert_eq!(none.entries(&Floats).collect::<Vec<_>>(), [(0, Floats.one())]);
}
