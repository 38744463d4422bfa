//! Tallies that are judged, and rounds that add up until it is over.

use crate::slow::{Slow, merged};
use crate::{fraction, fractions};
use core::ops::ControlFlow::{self, Break, Continue};
use std::collections::BTreeMap;
use tohit_odds::{Cast, Chance, Die, Event, Floats, Fraction, Odds, Pcg, Prime, Reading, Tally, exact};

/// A tally's odds in fractions: what came of it with each total.
fn exact_tally<K: Ord + tohit_odds::State>(
    rule: impl Fn(&mut Odds<Prime>) -> Tally<K, u64>,
) -> Vec<((K, i64), Fraction)> {
    let listed = |odds: &mut Odds<Prime>| {
        let tally = rule(odds);
        let weights = odds.weights().clone();
        let mut list = BTreeMap::new();
        for (key, chance, total) in tally.parts() {
            let sum = total.chance(&weights, |_| true);
            assert_eq!(sum, chance, "a part's chance is that of its totals");
            for (value, weight) in total.entries(&weights) {
                assert!(list.insert((key.clone(), value), weight).is_none());
            }
        }
        list
    };
    let keys = Prime::all().next().map(|prime| listed(&mut Odds::new(prime)));
    let weights = fractions(|odds| listed(odds).into_values().collect());
    keys.unwrap_or_default().into_keys().zip(weights).collect()
}

/// Keys and totals of both signs, and dice that turn some into others.
fn judged<R: Reading>(r: &mut R) -> R::Tally<bool> {
    let start = r.start(());
    let coin = r.stage(start, |dice, ()| dice.happens("coin", 1, 3));
    let tally = r.tally(coin, |r, heads| {
        let die = r.roll("die", Die::d(if heads { 6 } else { 4 }));
        (heads, r.change(die, |die| 2 * die - 5))
    });
    r.judge(tally, |dice, heads, total| match total {
        ..0 => (heads, 0),
        3 => (dice.happens("again", 1, 2), total),
        _ => (!heads, total - dice.roll("less", Die::d(3))),
    })
}

#[test]
fn judging_equals_rolling_by_hand() {
    assert_eq!(exact_tally(judged), merged(judged(&mut Slow::default())));
}

/// Random rounds: how many, the mark, and what each of two openings adds.
#[derive(Clone, Debug)]
struct Game {
    times: u32,
    mark: i64,
    adds: [Vec<i64>; 2],
}

impl Game {
    fn random(dice: &mut Pcg) -> Self {
        let low = if dice.below(3) == 0 { -3 } else { 0 };
        let adds = [(); 2].map(|()| (0..=dice.below(3)).map(|_| dice.between(low, 9)).collect());
        Self { times: dice.below(4) as u32, mark: dice.between(-2, 20), adds }
    }

    /// The first state is lost when something is added; large additions past the mark may be undone, and some parts are over at once.
    fn play<R: Reading>(&self, r: &mut R) -> R::Tally<ControlFlow<i64, bool>> {
        r.rounds(
            self.times,
            true,
            self.mark,
            |r, round, fresh| {
                r.heading(("round #", round));
                let start = r.start(());
                r.stage(start, |dice, ()| {
                    let second = dice.happens("second", u64::from(round), 5);
                    (second, fresh)
                })
            },
            |r, (second, fresh)| {
                let values = &self.adds[usize::from(second)];
                let start = r.start(());
                let value = r.stage(start, |dice, ()| {
                    let place = dice.roll("place", Die::Range { from: 0, to: values.len() as i64 - 1 });
                    values[place as usize]
                });
                let total = r.total(value, |value| value);
                let start = r.start(());
                let tally = r.tally(start, |_, ()| ((), total.clone()));
                r.judge(tally, |_, (), value| ((value.signum(), fresh), value))
            },
            |dice, (sign, fresh), reached| {
                let fresh = fresh && sign == 0;
                match (reached, sign) {
                    (true, 1) if dice.happens("undone", 1, 4) => (Continue(fresh), false),
                    (true, 1) => (Break(1), true),
                    (true, _) => (Break(sign - 5), dice.happens("counts", 1, 2)),
                    (false, -1) if dice.happens("over", 1, 3) => (Break(-1), false),
                    (false, _) => (Continue(fresh), true),
                }
            },
        )
    }
}

#[test]
fn rounds_equal_rolling_by_hand() {
    let mut dice = Pcg::new(5);
    for _ in 0..150 {
        let game = Game::random(&mut dice);
        let order = |key: ControlFlow<i64, bool>| match key {
            Break(over) => (0, over),
            Continue(fresh) => (1, i64::from(fresh)),
        };
        let by_hand = game.play(&mut Slow::default());
        let by_hand = by_hand.into_iter().map(|((key, sum), weight)| ((order(key), sum), weight)).collect();
        let quick = exact_tally(|odds| {
            let tally = game.play(odds);
            odds.judge(tally, |_, key, sum| (order(key), sum))
        });
        assert_eq!(quick, merged(by_hand), "{game:?}");
    }
}

#[test]
fn a_throw_tells_every_round_until_it_is_over() {
    let mut dice = Pcg::new(6);
    let mut all_ways = [false; 3];
    for seed in 0..300 {
        let game = Game { times: 6, ..Game::random(&mut dice) };
        let mut cast = Cast::seeded(seed);
        let (end, sum) = game.play(&mut cast);
        let log = cast.finish().unwrap();
        let rounds = log.events.iter().filter(|event| matches!(event, Event::Heading(_))).count();
        assert!(rounds == 6 || end.is_break());
        match end {
            Break(1) => assert!(sum >= game.mark),
            Break(_) => {}
            Continue(_) => assert!(sum < game.mark || game.mark <= 0),
        }
        all_ways[usize::from(end.is_break()) + usize::from(end == Break(1))] = true;
    }
    assert_eq!(all_ways, [true; 3]);
}

/// Long sums take another way than short ones: against following each round by hand, state by state.
#[test]
fn long_rounds_agree_with_sums_one_by_one() {
    let (die, mark, times) = (Die::Dice { count: 4, sides: 90 }, 900, 7);
    let mut odds = Odds::new(Floats);
    let quick = odds.rounds(
        times,
        (),
        mark,
        |r, _, ()| r.start(()),
        |r, ()| {
            let start = r.start(());
            r.tally(start, |r, ()| ((), r.roll("die", die)))
        },
        |dice, (), reached| match reached {
            true if dice.happens("undone", 1, 3) => (Continue(()), false),
            true => (Break(()), true),
            false => (Continue(()), true),
        },
    );
    let each: Vec<(i64, f64)> = odds.roll("die", die).entries(&Floats).collect();
    let (mut going, mut over) = (BTreeMap::from([(0, 1.0)]), BTreeMap::new());
    for _ in 0..times {
        let mut next = BTreeMap::new();
        for (sum, weight) in going {
            for (more, share) in &each {
                let (to, share) = (sum + more, share * weight);
                if to < mark {
                    *next.entry(to).or_insert(0.0) += share;
                } else {
                    *next.entry(sum).or_insert(0.0) += share / 3.0;
                    *over.entry(to).or_insert(0.0) += share * 2.0 / 3.0;
                }
            }
        }
        going = next;
    }
    for (end, by_hand) in [(Break(()), over), (Continue(()), going)] {
        let (_, _, total) = quick.parts().find(|(key, _, _)| **key == end).unwrap();
        let found: BTreeMap<i64, f64> = total.entries(&Floats).collect();
        for value in 0..2_000 {
            let of = |list: &BTreeMap<i64, f64>| list.get(&value).copied().unwrap_or_default();
            let (a, b) = (of(&found), of(&by_hand));
            // In relation to themselves, too: however rare.
            assert!((a - b).abs() <= 1e-12 * b, "{end:?} {value}: {a} {b}");
        }
    }
}

/// What follows an opening is computed once, however many rounds begin so.
#[test]
fn equal_openings_are_computed_once() {
    let times = core::cell::Cell::new(0);
    let mut odds = Odds::new(Floats);
    odds.rounds(
        9,
        (),
        1_000,
        |r, round, ()| r.start(round % 2),
        |r, _| {
            times.set(times.get() + 1);
            let start = r.start(());
            r.tally(start, |r, ()| ((), r.roll("die", Die::d(6))))
        },
        |_, (), _| -> (ControlFlow<(), ()>, bool) { (Continue(()), true) },
    );
    assert_eq!(times.get(), 2);
}

#[test]
fn no_rounds_leave_the_start() {
    let run = |prime: &Prime| {
        let mut odds = Odds::new(prime.clone());
        let none = odds.rounds(
            0,
            7,
            1,
            |r, _, _| r.start(()),
            |r, ()| {
                let start = r.start(());
                r.tally(start, |r, ()| ((), r.fixed(1)))
            },
            |_, (), _| -> (ControlFlow<(), i64>, bool) { (Continue(8), true) },
        );
        let (key, chance, total) = none.parts().next().unwrap();
        assert_eq!((*key, total.entries(prime).next().unwrap().0), (Continue(7), 0));
        vec![prime.residue(chance)]
    };
    assert_eq!(exact::fractions(4, run).unwrap(), [fraction(1, 1)]);
}
