//! Two totals side by side: against every way rolled one by one.

use crate::exact_total;
use crate::fractions;
use crate::slow::{Slow, Weighted, merged};
use core::ops::RangeInclusive;
use tohit_odds::{Chance, Couples, Die, Floats, Label, Odds, Pcg, Reading, State};

/// The slow twin keeps every pair.
impl Couples for Slow {
    type Couple = Weighted<(i64, i64)>;

    fn apart(&mut self, first: Weighted<i64>, second: Weighted<i64>) -> Self::Couple {
        self.join(first, second, |_, first, second| (first, second))
    }

    fn with_even(
        &mut self,
        label: impl Into<Label>,
        first: Weighted<i64>,
        times: u32,
        most: impl Fn(i64) -> i64,
    ) -> Self::Couple {
        let label = label.into();
        self.stage(first, |dice, first| {
            let rolled = Chance::roll(dice, label, Die::Range { from: 1, to: most(first).max(1) });
            (first, i64::from(times) * rolled)
        })
    }

    fn with_excess(&mut self, first: Weighted<i64>, other: Weighted<i64>) -> Self::Couple {
        self.join(first, other, |_, first, other| (first, (other - first).max(0)))
    }

    fn change_first(&mut self, couple: Self::Couple, rule: impl Fn(i64) -> i64) -> Self::Couple {
        self.stage(couple, |_, (first, second)| (rule(first), second))
    }

    fn first_evenly(
        &mut self,
        label: impl Into<Label>,
        couple: Self::Couple,
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> Self::Couple {
        let label = label.into();
        self.stage(couple, |dice, (first, second)| {
            let (from, to) = range(first).into_inner();
            (Chance::roll(dice, label, Die::Range { from, to }), second)
        })
    }

    fn halve(&mut self, couple: Self::Couple, times: u32) -> Self::Couple {
        let half = |value: i64| (0..times).fold(value, |value, _| value.div_euclid(2));
        self.stage(couple, |_, (first, second)| (half(first), half(second)))
    }

    fn second(&mut self, couple: Self::Couple) -> Weighted<i64> {
        self.total(couple, |(_, second)| second)
    }

    fn both(&mut self, couple: Self::Couple, most: i64) -> Weighted<i64> {
        self.total(couple, |(first, second)| (first + second).min(most + 1))
    }

    fn up_to_first(&mut self, label: impl Into<Label>, couple: Self::Couple, most: i64) -> Weighted<i64> {
        let label = label.into();
        let sums = self.stage(couple, |dice, (first, second)| {
            second + Chance::roll(dice, label, Die::Range { from: 0, to: first.max(0) })
        });
        self.total(sums, |sum| sum.min(most + 1))
    }

    fn judge_first<K: State>(
        &mut self,
        couple: Self::Couple,
        rule: impl Fn(&mut Self, i64) -> K,
    ) -> Weighted<(K, i64)> {
        self.stage(couple, |dice, (first, second)| (rule(dice, first), second))
    }

    fn show_first(&mut self, _: impl Into<Label>, _: &Self::Couple) {}

    fn show_second(&mut self, _: impl Into<Label>, _: &Self::Couple) {}
}

/// What a random rule does, decided before: it must be the same for every reading.
#[derive(Clone, Copy, Debug)]
struct Plan {
    first: Die,
    shift: i64,
    tied: u64,
    other: Die,
    times: u32,
    scale: i64,
    spread: u64,
    halvings: u32,
    most: i64,
    end: u64,
}

impl Plan {
    fn random(dice: &mut Pcg) -> Self {
        let mut die = || {
            let (size, kind) = (dice.between(1, 7), dice.below(3));
            match kind {
                0 => Die::Centred { from: 0, to: size },
                1 => Die::Dice { count: 2, sides: u32::try_from(size).unwrap() },
                _ => Die::d(u32::try_from(size).unwrap()),
            }
        };
        let (first, other) = (die(), die());
        let mut below = |n: u64| u32::try_from(dice.below(n)).unwrap();
        Self {
            first,
            other,
            shift: i64::from(below(7)) - 3,
            tied: below(4).into(),
            times: 1 + below(3),
            scale: 1 + i64::from(below(3)),
            spread: below(4).into(),
            halvings: below(3),
            most: i64::from(below(40)) - 5,
            end: below(4).into(),
        }
    }

    fn run<R: Couples>(self, r: &mut R) -> R::Total {
        let first = r.roll("first", self.first);
        let first = r.change(first, |first| first + self.shift);
        let mut couple = match self.tied {
            0 => {
                let other = r.roll("other", self.other);
                r.apart(first, other)
            }
            1 => {
                let other = r.roll("other", self.other);
                let other = r.change(other, |other| self.scale * other);
                r.with_excess(first, other)
            }
            _ => r.with_even("second", first, self.times, |first| first / 2 + 2),
        };
        couple = r.change_first(couple, |first| self.scale * first);
        if self.spread > 1 {
            couple = r.first_evenly("spread", couple, |first| first + 1..=2 * first - 1);
        }
        if self.spread > 2 {
            couple = r.change_first(couple, |first| first.max(0) / 2);
        }
        couple = r.halve(couple, self.halvings);
        match self.end {
            0 => r.both(couple, self.most),
            1 => r.second(couple),
            2 => {
                let judged = r.judge_first(couple, |dice, first| first > 2 && dice.happens("judged", 1, 3));
                r.total_of_judged(judged)
            }
            _ => r.up_to_first("part", couple, self.most),
        }
    }
}

/// A tally's total, with those apart of which the key says yes.
trait Judged: Couples {
    fn total_of_judged(&mut self, judged: Self::Tally<bool>) -> Self::Total {
        let apart = self.judge(judged, |_, yes, total| ((), if yes { 1000 + total } else { total }));
        self.sum(apart)
    }
}
impl<R: Couples> Judged for R {}

#[test]
fn couples_are_every_pair() {
    let mut dice = Pcg::new(14);
    for number in 0..400 {
        let plan = Plan::random(&mut dice);
        let slow = merged(plan.run(&mut Slow::default()));
        assert_eq!(exact_total(|odds| plan.run(odds)), slow, "{number}: {plan:?}");
        let floats = plan.run(&mut Odds::new(Floats));
        let floats: Vec<(i64, f64)> = floats.entries(&Floats).collect();
        assert_eq!(floats.len(), slow.len(), "{number}: {plan:?}");
        for ((value, float), (same, exact)) in floats.iter().zip(&slow) {
            let near = (float - exact.to_f64()).abs() < 1e-14;
            assert!(value == same && near, "{number}: {plan:?}, {value}: {float} {exact}");
        }
    }
}

/// Thousands of values, each with thousands beside it, cost no more than a product of both; and nothing is lost.
#[test]
fn long_couples_cost_little() {
    let rule = |odds: &mut Odds<Floats>, tied: bool, part: bool| {
        let first = odds.roll("first", Die::Centred { from: 0, to: 4000 });
        let other = odds.roll("other", Die::Centred { from: 0, to: 4000 });
        let couple = if tied {
            odds.with_excess(first, other)
        } else {
            odds.with_even("second", first, 2, |first| first / 2 - 1)
        };
        let couple = odds.change_first(couple, |first| 50 * first);
        if part { odds.up_to_first("part", couple, 1 << 20) } else { odds.both(couple, 1 << 20) }
    };
    for (tied, part) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut odds = Odds::new(Floats);
        let sum = rule(&mut odds, tied, part);
        assert!(odds.work() < 40_000_000, "{}", odds.work());
        let all: f64 = sum.entries(&Floats).map(|(_, weight)| weight).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
        // The means are known: 2000 of each, and half of the half of the first less a half, twice.
        let mean = sum.moments().mean;
        let first = if part { 50_000.0 } else { 100_000.0 };
        assert!(mean > first + 400.0 && mean < first + 1100.0, "{mean}");
    }
}

#[test]
fn a_throw_keeps_both() {
    use tohit_odds::Cast;
    let mut cast = Cast::scripted([9.into(), 5.into(), 12.into(), 7.into()]);
    let first = Reading::roll(&mut cast, "first", Die::d(12));
    let couple = cast.with_even("second", first, 2, |first| first - 2);
    let couple = cast.first_evenly("spread", couple, |first| first + 1..=2 * first);
    let couple = cast.halve(couple, 1);
    cast.show_second("second", &couple);
    assert_eq!(couple, (6, 5));
    assert_eq!(cast.finish().unwrap_err().len(), 1, "7 is left over");
    let sums = fractions(|odds| {
        let die = odds.roll("die", Die::d(2));
        let couple = odds.with_excess(die.clone(), die);
        let sum = odds.both(couple, 100);
        vec![sum.chance(odds.weights(), |sum| sum == 1)]
    });
    assert_eq!(sums[0].to_string(), "1/4");
}
