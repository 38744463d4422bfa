//! Whole-number distributions: long sums, quantiles and moments.

use tohit_odds::{Chance, Die, Floats, Moments, Odds, Pcg, Reading, Total, Weights, quantile};

/// In pieces, so that a million additions do not blur the last digits.
fn sum_of(weights: &[f64]) -> f64 {
    weights.chunks(1000).map(|piece| piece.iter().sum::<f64>()).sum()
}

fn random(dice: &mut Pcg, size: usize) -> Vec<f64> {
    // Some of them very rare.
    let raw: Vec<f64> =
        (0..size).map(|_| dice.below(1000) as f64 / 10f64.powi(dice.below(30) as i32)).collect();
    let sum = sum_of(&raw);
    raw.into_iter().map(|weight| weight / sum).collect()
}

fn multiplied_out(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sums[i + j] += x * y;
        }
    }
    sums
}

/// Sizes on both sides of the 2^20 products from which a Fourier transform takes over.
#[test]
fn long_and_short_sums_agree_with_multiplying_out() {
    let mut dice = Pcg::new(3);
    for (m, n) in [
        (1, 1),
        (1, 9),
        (5, 3),
        (1024, 1024),
        (1024, 1025),
        (1, 1 << 20),
        (2, (1 << 19) + 1),
        (2048, 2049),
        (700, 5000),
        (9000, 1200),
    ] {
        let (a, b) = (random(&mut dice, m), random(&mut dice, n));
        let quick = Floats.convolve(&a, &b);
        let slow = multiplied_out(&a, &b);
        assert_eq!(quick.len(), slow.len());
        for (place, (quick, slow)) in quick.iter().zip(&slow).enumerate() {
            assert!((quick - slow).abs() < 1e-14 && *quick >= 0.0, "{m} x {n} at {place}: {quick} {slow}");
            // What is multiplied out is right in relation to itself, too, however rare.
            assert!(m * n > 1 << 20 || (quick - slow).abs() <= 1e-13 * slow, "{m} x {n} at {place}");
        }
        let sum = sum_of(&quick);
        assert!((sum - 1.0).abs() < 1e-14, "{m} x {n}: {sum}");
    }
}

/// Two halves of 40d100 added by the Fourier transform are 40d100.
#[test]
fn halves_of_many_dice_add_up() {
    let mut odds = Odds::new(Floats);
    let half = odds.roll("half", Die::Dice { count: 20, sides: 100 });
    let sum = odds.add(half.clone(), half);
    let all = Die::Dice { count: 40, sides: 100 };
    let found: Vec<f64> = (40..=4000).map(|value| sum.chance(&Floats, |v| v == value)).step_by(97).collect();
    let expected: Vec<f64> = all.weights(&Floats).into_iter().step_by(97).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() < 1e-14);
    }
    let moments = sum.moments();
    assert!((moments.mean - 40.0 * 50.5).abs() < 1e-9);
    assert!((moments.deviation - (40.0f64 * 9999.0 / 12.0).sqrt()).abs() < 1e-9);
}

/// A total of random values, made by a rule, and the same as a plain list.
fn random_total(seed: u64) -> (Total<f64>, Vec<(i64, f64)>) {
    let mut dice = Pcg::new(seed);
    let values: Vec<i64> = (0..=dice.below(30)).map(|_| dice.between(-50, 50)).collect();
    let mut odds = Odds::new(Floats);
    let start = odds.start(());
    let picked = odds.stage(start, |dice, ()| {
        use tohit_odds::Chance;
        let place = dice.roll("place", Die::Range { from: 0, to: values.len() as i64 - 1 });
        values[place as usize]
    });
    let total = odds.total(picked, |value| value);
    let each = 1.0 / values.len() as f64;
    (total, values.into_iter().map(|value| (value, each)).collect())
}

#[test]
fn moments_and_quantiles_agree_with_the_list() {
    for seed in 0..50 {
        let (total, mut list) = random_total(seed);
        let size = list.len() as f64;
        let mean = list.iter().map(|(value, _)| *value as f64).sum::<f64>() / size;
        let square = list.iter().map(|(value, _)| (*value as f64).powi(2)).sum::<f64>() / size;
        let Moments { mean: found, deviation } = total.moments();
        assert!((found - mean).abs() < 1e-12);
        assert!((deviation.powi(2) - (square - mean * mean)).abs() < 1e-9);

        list.sort_by_key(|(value, _)| *value);
        for percent in [0, 1, 5, 10, 25, 33, 50, 66, 75, 90, 99, 100] {
            // The first in order whose rank is at least the share.
            let rank = (f64::from(percent) / 100.0 * size - 1e-9).ceil().max(1.0) as usize;
            assert_eq!(
                total.quantile(f64::from(percent) / 100.0),
                Some(list[rank - 1].0),
                "{seed} {percent}"
            );
        }
    }
    assert_eq!(quantile([], 0.5), None);
}

#[test]
fn a_total_keeps_its_ends_when_moved() {
    let mut odds = Odds::new(Floats);
    let far = odds.fixed(i64::MAX);
    let sum = odds.add(far.clone(), far);
    assert_eq!(sum.entries(&Floats).collect::<Vec<_>>(), [(i64::MAX, 1.0)]);
    let die = odds.roll("die", Die::d(4));
    let down = odds.change(die, |value| -10 * value);
    let values: Vec<i64> = down.entries(&Floats).map(|(value, _)| value).collect();
    assert_eq!(values, [-40, -30, -20, -10]);
}

/// Long ones, which the random rules of `readings.rs` do not reach: against what the two mean, value by value.
#[test]
fn the_larger_of_two_is_a_difference_of_squares() {
    let mut odds = Odds::new(Floats);
    let die = odds.roll("die", Die::d(1000));
    let larger = odds.larger(die.clone(), die.clone());
    for (value, weight) in larger.entries(&Floats) {
        let expected = (value * value - (value - 1) * (value - 1)) as f64 / 1e6;
        assert!((weight - expected).abs() < 1e-15, "{value}: {weight} {expected}");
    }
    assert_eq!(larger.entries(&Floats).count(), 1000);
    let far = odds.fixed(5000);
    let larger = odds.larger(die, far);
    let found: Vec<_> = larger.entries(&Floats).collect();
    assert!(matches!(found[..], [(5000, all)] if (all - 1.0).abs() < 1e-14), "{found:?}");
}

#[test]
fn even_stretches_lie_on_each_other() {
    let mut odds = Odds::new(Floats);
    let die = odds.roll("die", Die::d(900));
    let drawn = odds.evenly("part", die, |value| 2 * value + 1..=3 * value);
    let mut expected = vec![0.0; 2701];
    for value in 2..=900 {
        for slot in &mut expected[2 * value + 1..=3 * value] {
            *slot += 1.0 / 900.0 / value as f64;
        }
    }
    // A range that runs downwards is the same range.
    expected[3] += 1.0 / 900.0;
    for (value, weight) in drawn.entries(&Floats) {
        let expected = expected[value as usize];
        assert!((weight - expected).abs() < 1e-15, "{value}: {weight} {expected}");
    }
    assert_eq!(drawn.entries(&Floats).count(), expected.iter().filter(|weight| **weight > 0.0).count());
    let gap = odds.roll("side", Die::Range { from: 0, to: 1 });
    let drawn = odds.evenly("part", gap, |side| 10 * side..=10 * side + 2);
    let values: Vec<i64> = drawn.entries(&Floats).map(|(value, _)| value).collect();
    assert_eq!(values, [0, 1, 2, 10, 11, 12], "what no stretch covers is exactly 0");
}

#[test]
fn even_stretches_from_one_start_lie_on_each_other() {
    let mut odds = Odds::new(Floats);
    let die = odds.roll("die", Die::Range { from: 3, to: 700 });
    let drawn = odds.evenly("part", die, |value| 0..=value);
    for (value, weight) in drawn.entries(&Floats) {
        let expected: f64 = (value.max(3)..=700).map(|most| 1.0 / (most + 1) as f64).sum::<f64>() / 698.0;
        assert!((weight - expected).abs() < 1e-15, "{value}: {weight} {expected}");
    }
    assert_eq!(drawn.entries(&Floats).count(), 701);
}

/// What leaves every second value out, and differs at its ends, is added by sums of neighbours too: to what is even and to what is not.
#[test]
fn twice_a_die_is_added_to_anything() {
    for other in [Die::d(90), Die::Dice { count: 3, sides: 50 }, Die::Centred { from: 4, to: 300 }] {
        let mut odds = Odds::new(Floats);
        let start = odds.start(());
        let burns = odds.stage(start, |dice, ()| dice.happens("burns", 2, 5));
        let fire = odds.tally(burns, |r, burns| {
            let die = r.roll("fire", Die::d(60));
            let twice = r.change(die, |fire| 2 * fire);
            ((), if burns { twice } else { r.fixed(0) })
        });
        let fire = odds.sum(fire);
        let rolled = odds.roll("other", other);
        let sum = odds.add(fire.clone(), rolled.clone());
        let list = |total: &Total<f64>, size: usize| {
            let mut list = vec![0.0; size];
            total.entries(&Floats).for_each(|(value, weight)| list[value as usize] = weight);
            list
        };
        let (low, high) = other.ends();
        let expected = multiplied_out(&list(&fire, 121), &list(&rolled, high as usize + 1));
        let found = list(&sum, expected.len());
        for (value, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!((found - expected).abs() < 1e-15, "{value}: {found} {expected}");
            assert_eq!(*found > 0.0, *expected > 0.0, "{value} from {low}");
        }
    }
}

/// A long even stretch is added by sums of neighbours: on either side, and exactly.
#[test]
fn a_long_die_is_added_to_anything() {
    use tohit_odds::exact;
    for (sides, other) in [
        (16, Die::Dice { count: 3, sides: 9 }),
        (40, Die::Centred { from: 0, to: 25 }),
        (17, Die::Range { from: 3, to: 90 }),
        (300, Die::Highest { count: 2, from: 1, to: 20 }),
    ] {
        let mut odds = Odds::new(Floats);
        let (die, other_total) = (odds.roll("die", Die::d(sides)), odds.roll("other", other));
        let sum = odds.add(die.clone(), other_total.clone());
        let turned = odds.add(other_total, die);
        let (low, high) = other.ends();
        assert_eq!(sum.entries(&Floats).count() as i64, high - low + i64::from(sides));
        let chance = |value: i64| {
            let reached = other
                .faces(&Floats)
                .into_iter()
                .filter(|(face, _)| (1..=i64::from(sides)).contains(&(value - face)));
            reached.map(|(_, weight)| weight).sum::<f64>() / f64::from(sides)
        };
        for ((value, weight), (same, again)) in sum.entries(&Floats).zip(turned.entries(&Floats)) {
            assert!((weight - chance(value)).abs() < 1e-15 && (value, weight) == (same, again));
        }
        let exactly = exact::fractions(8, |prime| {
            let mut odds = Odds::new(prime.clone());
            let (die, other) = (odds.roll("die", Die::d(sides)), odds.roll("other", other));
            let sum = odds.add(die, other);
            sum.entries(prime).map(|(_, weight)| prime.residue(weight)).collect()
        });
        let all: tohit_odds::Fraction = exactly.unwrap().into_iter().sum();
        assert_eq!(all, tohit_odds::Fraction::from(1));
    }
}
