//! Every kind of die against a twin that rolls it by hand, with equality.

use crate::slow::Slow;
use crate::{exact_total, fraction};
use tohit_odds::{Die, Floats, Fraction, Reading, exact};

/// All kinds, in all the ways that an implementation could get wrong: reversed, one face, negative, odd and even sizes, none and one of them.
pub(crate) fn dice() -> Vec<Die> {
    let ranges = [(1, 6), (0, 1), (-3, 4), (5, 2), (2, -2), (7, 7), (-1, -1), (0, 8), (1, 2)];
    let mut dice = vec![Die::d(20), Die::d(1), Die::d(0), Die::fixed(-4)];
    for (from, to) in ranges {
        dice.extend([Die::Range { from, to }, Die::Centred { from, to }]);
        for count in [0, 1, 2, 3, 4] {
            dice.extend([Die::Highest { count, from, to }, Die::Lowest { count, from, to }]);
        }
    }
    for (count, sides) in
        [(0, 6), (1, 6), (2, 6), (3, 4), (5, 3), (4, 7), (6, 2), (3, 1), (2, 0), (7, 1), (2, 13)]
    {
        dice.push(Die::Dice { count, sides });
    }
    dice
}

fn exact_faces(die: Die) -> Vec<(i64, Fraction)> {
    let weights = exact::fractions(40, |prime| {
        die.weights(prime).into_iter().map(|weight| prime.residue(weight)).collect()
    });
    die.faces(&Floats).into_iter().map(|(value, _)| value).zip(weights.unwrap_or_default()).collect()
}

#[test]
fn weights_sum_to_one() {
    for die in dice() {
        let sum: Fraction = exact_faces(die).into_iter().map(|(_, weight)| weight).sum();
        assert!(sum == Fraction::one(), "{die:?}: {sum}");
    }
}

#[test]
fn faces_equal_rolling_by_hand() {
    for die in dice() {
        let by_hand = Slow::default().roll("die", die);
        assert_eq!(exact_faces(die), by_hand, "{die:?}");
        assert_eq!(exact_total(|odds| odds.roll("die", die)), by_hand, "{die:?} as a total");
        let ends = (by_hand[0].0, by_hand[by_hand.len() - 1].0);
        assert_eq!(die.ends(), ends, "{die:?}");
        assert_eq!(die.only(), (ends.0 == ends.1).then_some(ends.0));
    }
}

#[test]
fn floats_agree_with_fractions() {
    for die in dice() {
        for ((value, float), (_, exact)) in die.faces(&Floats).into_iter().zip(exact_faces(die)) {
            let exact = exact.to_f64();
            assert!((float / exact - 1.0).abs() <= 1e-15, "{die:?} {value}: {float} {exact}");
        }
    }
}

/// No cancellation anywhere: even the smallest of 120d100's weights, 1e-240, is right to twelve digits.
#[test]
fn many_dice_keep_their_precision() {
    let faces = Die::Dice { count: 120, sides: 100 }.faces(&Floats);
    assert_eq!(faces.len(), 120 * 99 + 1);
    // C(119 + k, 119) ways to make 120 + k, for k < 100.
    let mut expected = 1e-240;
    for (k, (value, weight)) in faces.iter().take(100).enumerate() {
        assert_eq!(*value, 120 + k as i64);
        assert!((weight / expected - 1.0).abs() < 1e-12, "{value}: {weight} {expected}");
        expected *= (120 + k) as f64 / (k + 1) as f64;
    }
    let mirrored = faces.iter().rev();
    for ((_, weight), (_, other)) in faces.iter().zip(mirrored) {
        assert!((weight / other - 1.0).abs() < 1e-12);
    }
    let sum: f64 = faces.iter().map(|(_, weight)| weight).sum();
    assert!((sum - 1.0).abs() < 1e-13);
}

#[test]
fn huge_dice_do_not_hurt() {
    let ends = |die: Die| (die.ends(), die.only());
    assert_eq!(ends(Die::Range { from: i64::MAX, to: i64::MIN }), ((i64::MIN, i64::MAX), None));
    assert_eq!(ends(Die::fixed(i64::MAX)), ((i64::MAX, i64::MAX), Some(i64::MAX)));
    assert_eq!(Die::fixed(i64::MAX).faces(&Floats), [(i64::MAX, 1.0)]);
    assert_eq!(Die::fixed(i64::MIN).faces(&Floats), [(i64::MIN, 1.0)]);
    let all = Die::Dice { count: u32::MAX, sides: u32::MAX };
    assert_eq!(all.ends(), (u32::MAX.into(), i64::MAX));
    // The best of four thousand million is the best there is, and is found at once.
    let best = Die::Highest { count: u32::MAX, from: 1, to: 6 }.weights(&Floats);
    assert!((best[5] - 1.0).abs() < 1e-15 && best[..5].iter().all(|weight| *weight < 1e-300), "{best:?}");
}

#[test]
fn the_documented_shares_of_the_centre() {
    let of_five: Vec<Fraction> =
        exact_faces(Die::Centred { from: 1, to: 5 }).into_iter().map(|(_, weight)| weight).collect();
    assert_eq!(of_five, [2, 6, 9, 6, 2].map(|share| fraction(share, 25)));
}
