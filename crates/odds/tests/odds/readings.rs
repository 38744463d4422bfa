//! Rules of many stages: random ones, in fractions, against the slow twin.

use crate::chance::PLACES;
use crate::slow::{Slow, Weighted, merged};
use crate::{exact_states, exact_total, fraction, fractions};
use tohit_odds::{Chance, Die, Floats, Fraction, Key, Odds, Pcg, Prime, Reading};

/// A random step from a state to the next. What it asks depends on the state and on what was rolled before, as in real rules.
pub(crate) fn step<C: Chance>(dice: &mut C, program: u64, state: i64) -> i64 {
    let mut choose = Pcg::new(program.wrapping_mul(31).wrapping_add_signed(state));
    let mut value = state;
    for _ in 0..2 {
        let (a, b) = (choose.between(-1, 2), choose.between(0, 3));
        value += match choose.below(8) {
            0 => dice.roll("range", Die::Range { from: a, to: b }),
            1 => dice.roll("dice", Die::Dice { count: 2, sides: 2 }),
            2 => dice.roll("best", Die::Highest { count: 2, from: a, to: b }),
            3 => dice.roll("middle", Die::Centred { from: b, to: a }),
            4 => 3 * i64::from(dice.reaches("worst", Die::Lowest { count: 2, from: 0, to: 2 }, a)),
            5 => 2 * i64::from(dice.happens("chance", choose.below(4), 3)),
            6 => dice.pick("place", if a > 0 { PLACES } else { &[("left", 1), ("right", 2)] }) as i64,
            _ => i64::from(dice.outdraws(("a".into(), &fraction(3, 2)), ("b".into(), &fraction(b, 1)))),
        };
        dice.note("value", value);
        if value % 3 == 0 {
            break;
        }
    }
    value.rem_euclid(7) - 2
}

/// A random rule that ends in a state.
pub(crate) fn states<R: Reading>(r: &mut R, program: u64, depth: u32) -> R::Of<i64> {
    let mut choose = Pcg::new(program);
    let mut next = || choose.below(1 << 40);
    let (kind, p, q) = (next() % 5, next(), next());
    if depth == 0 {
        return r.start((p % 5) as i64);
    }
    match kind {
        0 | 1 => {
            let from = states(r, p, depth - 1);
            r.stage(from, |dice, state| step(dice, q, state))
        }
        2 => {
            let (a, b) = (states(r, p, depth - 1), states(r, q, depth - 1));
            r.join(a, b, |dice, a, b| step(dice, p ^ q, a + 2 * b))
        }
        3 => {
            let from = states(r, p, depth - 1);
            r.then(from, |r, state| states(r, q.wrapping_add_signed(state), depth - 1))
        }
        _ => {
            let sum = total(r, p, depth - 1);
            r.states(sum)
        }
    }
}

/// A random rule that ends in a total.
pub(crate) fn total<R: Reading>(r: &mut R, program: u64, depth: u32) -> R::Total {
    let mut choose = Pcg::new(program ^ 0x5eed);
    let mut next = || choose.below(1 << 40);
    let (kind, p, q) = (next() % 10, next(), next());
    if depth == 0 {
        return if p.is_multiple_of(3) {
            r.fixed((q % 9) as i64 - 4)
        } else {
            r.roll("die", Die::Dice { count: (p % 3) as u32, sides: (q % 4) as u32 })
        };
    }
    match kind {
        0 => {
            let from = states(r, p, depth);
            r.total(from, |state| 2 * state - 1)
        }
        1 => {
            let from = total(r, p, depth - 1);
            r.change(from, |value| if q.is_multiple_of(2) { value + 5 } else { (3 - value).max(0) })
        }
        2 => {
            let (a, b) = (total(r, p, depth - 1), total(r, q, depth - 1));
            r.add(a, b)
        }
        3 => {
            let from = total(r, p, depth - 1);
            r.extend(from, |value| value.rem_euclid(3) == (q % 4) as i64, |r| total(r, q, depth - 1))
        }
        4 => {
            let key = Key("part", [p as i64, depth.into(), 0]);
            let first = r.once(key, |r| total(r, p, depth - 1));
            let second = r.once(key, |r| total(r, p, depth - 1));
            let die = r.roll("die", Die::Range { from: 2, to: 0 });
            let both = r.add(first, second);
            r.add(both, die)
        }
        5 => {
            let from = states(r, p, depth - 1);
            let tally = r.tally(from, |r, state| (state, total(r, q.wrapping_add_signed(state), depth - 1)));
            r.sum(tally)
        }
        6 => {
            let (a, b) = (total(r, p, depth - 1), total(r, q, depth - 1));
            r.larger(a, b)
        }
        7 => {
            let from = total(r, p, depth - 1);
            // Ranges of every length, also those of one value and those that run downwards.
            r.evenly("stretch", from, |value| value..=(q % 7) as i64 - 3)
        }
        _ => {
            let tally = tally(r, p, depth - 1);
            r.sum(tally)
        }
    }
}

/// A random rule that ends in a tally.
pub(crate) fn tally<R: Reading>(r: &mut R, program: u64, depth: u32) -> R::Tally<i64> {
    let (p, q) = (program.wrapping_mul(3), program.wrapping_mul(5));
    let from = states(r, p, depth);
    let first =
        r.tally(from, |r, state| (state.rem_euclid(3), total(r, q.wrapping_add_signed(state), depth)));
    r.follow(first, |r, key| {
        if key == 0 {
            let over = r.start(-1);
            return r.tally(over, |r, key| (key, r.fixed(0)));
        }
        let from = states(r, p.wrapping_add_signed(key), depth);
        r.tally(from, |r, state| (key + state.rem_euclid(2), total(r, q, depth)))
    })
}

const RULES: u64 = 50;

#[test]
fn random_states_equal_the_slow_twin() {
    for program in 0..RULES {
        let slow = merged(states(&mut Slow::default(), program, 2));
        assert_eq!(exact_states(|odds| states(odds, program, 2)), slow, "{program}");
    }
}

#[test]
fn random_totals_equal_the_slow_twin() {
    for program in 0..RULES {
        let slow = merged(total(&mut Slow::default(), program, 2));
        assert_eq!(exact_total(|odds| total(odds, program, 2)), slow, "{program}");
    }
}

#[test]
fn random_tallies_equal_the_slow_twin() {
    let parts = |odds: &mut Odds<Prime>, program: u64| {
        let tally = tally(odds, program, 1);
        let mut cells: Vec<(i64, i64, u64)> = Vec::new();
        for (key, weight, total) in tally.parts() {
            // The chance of each, beside its share of the totals.
            cells.push((*key, i64::MIN, weight));
            cells.extend(total.entries(odds.weights()).map(|(value, weight)| (*key, value, weight)));
        }
        cells.sort_unstable();
        cells
    };
    for program in 0..RULES {
        let slow = merged(tally(&mut Slow::default(), program, 1));
        let mut expected: Weighted<(i64, i64)> = slow.clone();
        expected.extend(slow.into_iter().map(|((key, _), weight)| ((key, i64::MIN), weight)));
        let weights =
            fractions(|odds| parts(odds, program).into_iter().map(|(_, _, weight)| weight).collect());
        let places =
            Prime::all().next().map(|prime| parts(&mut Odds::new(prime), program)).unwrap_or_default();
        let found: Weighted<(i64, i64)> =
            places.into_iter().map(|(key, value, _)| (key, value)).zip(weights).collect();
        assert_eq!(found, merged(expected), "{program}");
    }
}

#[test]
fn floats_agree_with_fractions_of_random_rules() {
    for program in 0..RULES {
        let exact = exact_total(|odds| total(odds, program, 3));
        let mut odds = Odds::new(Floats);
        let floats: Vec<(i64, f64)> = total(&mut odds, program, 3).entries(&Floats).collect();
        assert_eq!(floats.len(), exact.len());
        for ((value, float), (same, exact)) in floats.into_iter().zip(exact) {
            let exact = exact.to_f64();
            assert!(
                value == same && (float / exact - 1.0).abs() < 1e-13,
                "{program} {value}: {float} {exact}"
            );
        }
    }
}

/// Merging equal states between stages changes nothing: three stages are one that does all three.
#[test]
fn staged_equals_in_one_go() {
    for program in 0..60 {
        let programs = [program, program + 1000, program + 2000];
        let staged = exact_states(|odds| {
            let mut states = odds.start(0);
            for program in programs {
                states = odds.stage(states, |dice, state| step(dice, program, state));
            }
            states
        });
        let at_once = exact_states(|odds| {
            let start = odds.start(0);
            odds.stage(start, |dice, state| {
                programs.iter().fold(state, |state, program| step(dice, *program, state))
            })
        });
        assert_eq!(staged, at_once, "{program}");
        let sum: Fraction = staged.into_iter().map(|(_, weight)| weight).sum();
        assert_eq!(sum, fraction(1, 1));
    }
}

/// More states than are searched one by one, so that both ways of finding an equal one are met.
#[test]
fn many_states_merge() {
    let states = exact_states(|odds| {
        let start = odds.start(());
        odds.stage(start, |dice, ()| {
            let (a, b) = (dice.roll("a", Die::d(30)), dice.roll("b", Die::d(30)));
            ((a * b) % 64 * 1024, a % 2 == 0)
        })
    });
    for (state, weight) in &states {
        let ways = (1..=30)
            .flat_map(|a| (1..=30).map(move |b| ((a * b) % 64 * 1024, a % 2 == 0)))
            .filter(|met| met == state)
            .count();
        assert_eq!(*weight, fraction(ways as i64, 900), "{state:?}");
    }
    assert!(states.len() > 60);
}

#[test]
fn a_part_may_be_called_like_a_die() {
    let found = exact_total(|odds| {
        let part = odds.once(Key("dice", [2, 6, 0]), |odds| odds.fixed(100));
        let dice = odds.roll("dice", Die::Dice { count: 2, sides: 6 });
        odds.add(part, dice)
    });
    assert_eq!(found.first(), Some(&(102, fraction(1, 36))));
}

#[test]
fn work_is_the_same_in_every_arithmetic() {
    for program in 0..20 {
        let mut floats = Odds::new(Floats);
        total(&mut floats, program, 3);
        for prime in Prime::all().take(2) {
            let mut odds = Odds::new(prime);
            total(&mut odds, program, 3);
            assert_eq!(odds.work(), floats.work());
        }
    }
}
