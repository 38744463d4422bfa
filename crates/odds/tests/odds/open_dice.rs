//! The closed forms of open-ended pairs, against lists that go far out and against identities in fractions.

use crate::fraction;
use crate::pairs::{FAR_OUT, pair_list};
use tohit_odds::{Floats, Fraction, Prime, exact, open};

fn fractions(run: impl Fn(&Prime) -> Vec<u64>) -> Vec<Fraction> {
    exact::fractions(60, |prime| run(prime).into_iter().map(|weight| prime.residue(weight)).collect())
        .unwrap()
}

#[test]
fn closed_forms_agree_with_lists() {
    let list = pair_list();
    let close = |a: f64, b: f64| (a - b).abs() < 1e-13;
    for n in -3..60 {
        let equal: f64 = list.iter().filter(|(m, _)| *m == n).map(|(_, weight)| weight).sum();
        let above: f64 = list.iter().filter(|(m, _)| *m >= n).map(|(_, weight)| weight).sum();
        assert!(close(open::exactly(&Floats, n), equal), "{n}");
        assert!(close(open::at_least(&Floats, n), above), "{n}");
    }
    for d in -45..=45 {
        let (mut equal, mut above) = (0.0, 0.0);
        for (x, p) in &list {
            for (y, q) in &list {
                equal += if x - y == d { p * q } else { 0.0 };
                above += if x - y >= d { p * q } else { 0.0 };
            }
        }
        assert!(close(open::difference(&Floats, d), equal), "{d}");
        assert!(close(open::difference_at_least(&Floats, d), above), "{d}");
    }
    assert!(open::at_least(&Floats, FAR_OUT) < 1e-15);
}

#[test]
fn tails_differ_by_the_single_chances() {
    let run = |prime: &Prime| {
        let pair = (-2..80)
            .flat_map(|n| [open::at_least(prime, n), open::at_least(prime, n + 1), open::exactly(prime, n)]);
        let difference = (-60..60).flat_map(|d| {
            [
                open::difference_at_least(prime, d),
                open::difference_at_least(prime, d + 1),
                open::difference(prime, d),
            ]
        });
        pair.chain(difference).collect()
    };
    let triples = fractions(run);
    assert_eq!(triples.len(), 3 * (82 + 120));
    for triple in triples.chunks(3) {
        assert_eq!(&triple[0] - &triple[1], triple[2]);
    }
}

#[test]
fn the_published_figures() {
    let first: Vec<Fraction> = fractions(|prime| (2..12).map(|n| open::exactly(prime, n)).collect());
    assert_eq!(first, [36, 72, 108, 144, 180, 156, 132, 108, 84, 60].map(|over| fraction(over, 1296)));
    let opposed = fractions(|prime| {
        vec![
            open::difference_at_least(prime, 1),
            open::difference(prime, 0),
            open::difference_at_least(prime, i64::MIN),
        ]
    });
    assert_eq!(opposed, [fraction(157, 343), fraction(29, 343), Fraction::one()]);
}

#[test]
fn floats_agree_with_fractions() {
    let exact = fractions(|prime| {
        (-40..70)
            .flat_map(|n| {
                [
                    open::exactly(prime, n),
                    open::at_least(prime, n),
                    open::difference(prime, n),
                    open::difference_at_least(prime, n),
                ]
            })
            .collect()
    });
    for (n, exact) in (-40..70).zip(exact.chunks(4)) {
        let floats = [
            open::exactly(&Floats, n),
            open::at_least(&Floats, n),
            open::difference(&Floats, n),
            open::difference_at_least(&Floats, n),
        ];
        for (float, exact) in floats.into_iter().zip(exact) {
            let exact = exact.to_f64();
            assert!((float - exact).abs() <= 4e-15 * exact, "{n}: {float} {exact}");
        }
    }
}

#[test]
fn absurdly_far_out_is_never() {
    for far in [i64::MAX, i64::MAX - 1, 1 << 40] {
        assert_eq!(open::exactly(&Floats, far), 0.0);
        assert_eq!(open::at_least(&Floats, far), 0.0);
        assert_eq!(open::difference(&Floats, far), 0.0);
        assert_eq!(open::difference(&Floats, -far), 0.0);
        assert_eq!(open::difference_at_least(&Floats, far), 0.0);
        assert_eq!(open::difference_at_least(&Floats, -far), 1.0);
    }
    assert_eq!(open::at_least(&Floats, i64::MIN), 1.0);
    assert_eq!(open::difference(&Floats, i64::MIN), 0.0);
    assert_eq!(open::difference_at_least(&Floats, i64::MIN), 1.0);
}
