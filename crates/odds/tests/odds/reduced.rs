//! Totals of which something is taken off each part.

use crate::slow::{Slow, merged};
use crate::{exact_total, fractions};
use tohit_odds::{Cast, Chance, Die, Event, Figure, Floats, Odds, Pcg, Reading, Reduced};

/// What is taken off a part.
#[derive(Clone, Copy, Debug)]
enum Taken {
    /// What the state says.
    Shared,
    /// A roll of its own, up to what the state says.
    Own,
    /// A roll that is not even and may be negative.
    Odd,
    Nothing,
}

/// A blow against armour of 0 to 3, in parts of a whole number of dice, a bonus and what always remains.
fn blow<R: Reading>(r: &mut R, parts: &[(u32, i64, i64, Taken)]) -> R::Tally<bool> {
    let start = r.start(());
    let armour = r.stage(start, |dice, ()| {
        let armour = dice.roll("armour", Die::Lowest { count: 2, from: 0, to: 3 });
        (armour, dice.happens("strong", 1, 3))
    });
    let part = |r: &mut R, (armour, strong): &(i64, bool), number: u32| {
        let (dice, bonus, least, taken) = *parts.get(number as usize - 1)?;
        let whole = r.roll("dice", Die::Dice { count: dice + u32::from(*strong), sides: 3 });
        let bonus = r.fixed(bonus);
        let whole = r.add(whole, bonus);
        let by = match taken {
            Taken::Shared => r.fixed(*armour),
            Taken::Own => r.roll("own", Die::Lowest { count: 2, from: 0, to: *armour }),
            Taken::Odd => {
                let odd = r.roll("odd", Die::Dice { count: 2, sides: 2 });
                r.change(odd, |odd| odd * odd - 5)
            }
            Taken::Nothing => r.fixed(0),
        };
        Some(Reduced { label: ("part #", number).into(), whole, by, least })
    };
    r.tally_reduced(armour, part, |_, (_, strong)| strong)
}

fn random_parts(dice: &mut Pcg) -> Vec<(u32, i64, i64, Taken)> {
    let part = |dice: &mut Pcg| {
        let kinds = [Taken::Shared, Taken::Own, Taken::Odd, Taken::Nothing];
        let kind = kinds[dice.below(4) as usize];
        (dice.below(2) as u32, dice.between(-4, 4), dice.between(-1, 2), kind)
    };
    (0..dice.below(4)).map(|_| part(dice)).collect()
}

#[test]
fn parts_equal_rolling_by_hand() {
    let mut dice = Pcg::new(11);
    for _ in 0..60 {
        let parts = random_parts(&mut dice);
        let mut slow = Slow::default();
        let by_hand = merged(blow(&mut slow, &parts));
        let strong = |which| by_hand.iter().filter(move |((strong, _), _)| *strong == which);
        let quick = exact_total(|odds| {
            let tally = blow(odds, &parts);
            odds.sum(tally)
        });
        let sums = by_hand.iter().map(|((_, sum), weight)| (*sum, weight.clone())).collect();
        assert_eq!(quick, merged(sums), "{parts:?}");
        let chances = fractions(|odds| {
            let tally = blow(odds, &parts);
            [false, true].map(|which| tally.chance(odds.weights(), |strong| *strong == which)).to_vec()
        });
        let expected = [false, true].map(|which| strong(which).map(|(_, weight)| weight.clone()).sum());
        assert_eq!(chances, expected, "{parts:?}");
    }
}

#[test]
fn a_throw_notes_what_is_left_of_each_part() {
    let mut dice = Pcg::new(12);
    for seed in 0..200 {
        let parts = random_parts(&mut dice);
        let mut cast = Cast::seeded(seed);
        let (_, sum) = blow(&mut cast, &parts);
        let log = cast.finish().unwrap();
        let notes: Vec<(String, i64)> = log
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Note { label, figure: Figure::Int(left) } => Some((label.to_string(), *left)),
                _ => None,
            })
            .collect();
        let names: Vec<String> = (1..=parts.len()).map(|number| format!("part {number}")).collect();
        assert_eq!(notes.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), names);
        assert_eq!(notes.iter().map(|(_, left)| left).sum::<i64>(), sum);
    }
}

/// So many long parts that spectra take over: the mean of what is left of each part adds up.
#[test]
fn long_parts_keep_their_means() {
    let long = |odds: &mut Odds<Floats>, parts: u32| {
        let start = odds.start(());
        let armour =
            odds.stage(start, |dice, ()| dice.roll("armour", Die::Lowest { count: 2, from: 0, to: 300 }));
        let part = |r: &mut Odds<Floats>, armour: &i64, number: u32| {
            (number <= parts).then(|| Reduced {
                label: "left".into(),
                whole: r.roll("dice", Die::Dice { count: 4, sides: 60 + 10 * number }),
                by: r.roll("own", Die::Lowest { count: 2, from: 0, to: *armour }),
                least: 1,
            })
        };
        let tally = odds.tally_reduced(armour, part, |_, _| ());
        odds.sum(tally)
    };
    let mean = |parts| long(&mut Odds::new(Floats), parts).moments().mean;
    let left = |sides: i64| -> f64 {
        let mut odds = Odds::new(Floats);
        let die = Die::Dice { count: 4, sides: sides as u32 };
        let armour = Die::Lowest { count: 2, from: 0, to: 300 };
        let mut mean = 0.0;
        let whole: Vec<(i64, f64)> = odds.roll("dice", die).entries(&Floats).collect();
        for (top, weight) in armour.faces(&Floats) {
            for (by, share) in (Die::Lowest { count: 2, from: 0, to: top }).faces(&Floats) {
                let kept: f64 = whole.iter().map(|(value, p)| (value - by).max(1) as f64 * p).sum();
                mean += weight * share * kept;
            }
        }
        mean
    };
    let expected = left(70) + left(80) + left(90);
    assert!((mean(3) - expected).abs() < 1e-10 * expected, "{} {expected}", mean(3));
}
