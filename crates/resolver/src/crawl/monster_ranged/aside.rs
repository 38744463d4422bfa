//! How spells turn a shot aside (rules 4.2.3 to 4.2.5).

use crate::crawl::dice::r2;
use crate::crawl::ending::Ending;
use tohit_odds::Chance;

/// What stands between the shot and its target.
pub(super) struct Aside {
    pub(super) deflects: bool,
    pub(super) repels: bool,
    /// Whether the figures for piercing beams hold; the page gives these for everything.
    pub(super) as_beam: bool,
    /// Whether 0.9 says what made the shot miss: it tests again, with the same random fractions and without the spells.
    pub(super) names_the_miss: bool,
}

/// A to-hit number after the spells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bent {
    /// What is left of it.
    pub(super) left: i64,
    /// What would be left if there were only the repelling, where it is asked for.
    pub(super) repelled: Option<i64>,
}

/// What came of a shot against the dodge roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Met {
    Hit,
    /// Repelling alone would have let it through.
    Deflected,
    /// A random fraction of less than this has missed.
    Missed(i64),
}

impl Met {
    /// As a number, so that it can be carried as one.
    pub(super) const fn place(self) -> i64 {
        match self {
            Self::Hit => -2,
            Self::Deflected => -1,
            Self::Missed(with) => with,
        }
    }

    /// What a number stands for.
    pub(super) const fn at(place: i64) -> Self {
        match place {
            -2 => Self::Hit,
            -1 => Self::Deflected,
            with => Self::Missed(with),
        }
    }
}

impl Aside {
    /// What is left of the to-hit number.
    pub(super) fn bends(&self, dice: &mut impl Chance, to_hit: i64) -> Bent {
        let (left, repelled) = match (self.deflects, self.repels, self.as_beam) {
            (false, false, _) => return Bent { left: to_hit, repelled: None },
            (false, true, true) => {
                let left = to_hit - dice.roll("repelled", r2(to_hit / 2));
                (left, left)
            }
            (false, true, false) => {
                let left = dice.roll("repelled", r2(to_hit));
                (left, left)
            }
            (true, _, true) => {
                let rolled = dice.roll("deflected", r2(2 * to_hit));
                (rolled / 3, self.as_if_repelled(dice, to_hit, (rolled, 2 * to_hit)))
            }
            (true, _, false) => {
                let left = dice.roll("deflected", r2(to_hit / 2));
                (left, self.as_if_repelled(dice, to_hit, (left, to_hit / 2)))
            }
        };
        dice.note("to-hit number left", left);
        Bent { left, repelled: self.names_the_miss.then_some(repelled) }
    }

    /// What repelling alone would have left, by the fraction that has made `shown` of `of`.
    fn as_if_repelled(&self, dice: &mut impl Chance, to_hit: i64, fraction: (i64, i64)) -> i64 {
        if !self.names_the_miss {
            return 0;
        }
        match self.as_beam {
            true => to_hit - (to_hit / 2).max(1) + 1 + same_fraction(dice, fraction, to_hit / 2),
            false => same_fraction(dice, fraction, to_hit),
        }
    }

    /// The roll to hit against the dodge roll, and whether a miss is the deflecting's.
    pub(super) fn meets(&self, dice: &mut impl Chance, bent: Bent, dodge: i64) -> Met {
        if dice.reaches("to-hit roll", r2(bent.left), dodge) {
            return Met::Hit;
        }
        let Some(repelled) = bent.repelled else { return Met::Missed(0) };
        if self.deflects && would_hit(dice, "would hit if only repelled", repelled, bent.left.max(dodge)) {
            return Met::Deflected;
        }
        Met::Missed(repelled.max(dodge))
    }

    /// How it ends, and what a miss is called.
    pub(super) fn ends(&self, dice: &mut impl Chance, met: Met, to_hit: i64) -> Ending {
        let spells = self.deflects || self.repels;
        match met {
            Met::Hit => Ending::Hit,
            Met::Deflected => Ending::Deflected,
            Met::Missed(with)
                if spells
                    && self.names_the_miss
                    && would_hit(dice, "would hit without the spell", to_hit, with) =>
            {
                Ending::Repelled
            }
            Met::Missed(_) => Ending::Miss,
        }
    }
}

/// A random fraction of `missed` does not reach the dodge roll: whether the same fraction of `more` does. It does as often as a roll reaches the larger of the
/// two: of all fractions those below dodge/missed are left, and of these those from dodge/more on hit.
fn would_hit(dice: &mut impl Chance, label: &'static str, more: i64, larger: i64) -> bool {
    dice.reaches(label, r2(more), larger)
}

/// What a random fraction makes of another number, once it has made `shown` of `of`: `r2(of)` and `r2(number)` from one draw.
fn same_fraction(dice: &mut impl Chance, (shown, of): (i64, i64), number: i64) -> i64 {
    let (of, number) = (of.max(1), number.max(1));
    // The fraction lies from shown/of up to (shown + 1)/of. In parts of 1/(of number) these are `number` parts, and each value has `of`.
    let from = shown * number;
    let first = from / of;
    let marks: Vec<i64> = (first + 1..=(from + number - 1) / of).map(|value| value * of - from).collect();
    let passed = dice.band("same fraction", r2(number), &marks);
    first + i64::try_from(passed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_odds::{Floats, Odds, Reading};

    #[test]
    fn the_same_fraction_of_another_number_is_even_too() {
        for of in 1..30 {
            for number in 1..70 {
                let mut odds = Odds::new(Floats);
                let start = odds.start(());
                let twins = odds.stage(start, |dice, ()| {
                    let shown = dice.roll("shown", r2(of));
                    let twin = same_fraction(dice, (shown, of), number);
                    assert!(twin * of < (shown + 1) * number && (twin + 1) * of > shown * number);
                    twin
                });
                let found: Vec<_> = odds.total(twins, |twin| twin).entries(&Floats).collect();
                assert_eq!(found.len() as i64, number, "{number} by {of}");
                for (value, weight) in found {
                    assert!((weight - 1.0 / number as f64).abs() < 1e-13, "{value} of {number} by {of}");
                }
            }
        }
    }

    /// Missing with less and then hitting with more is, together with hitting with less, hitting with more.
    #[test]
    fn asking_again_gives_the_odds_of_more() {
        for dodge in 0..12 {
            for (more, less) in (0..20).flat_map(|more| (0..=more).map(move |less| (more, less))) {
                let chance_of = |rule: &dyn Fn(&mut tohit_odds::Paths<Floats>) -> bool| {
                    let mut odds = Odds::new(Floats);
                    let start = odds.start(());
                    let hits = odds.stage(start, |dice, ()| rule(dice));
                    odds.total(hits, i64::from).chance(&Floats, |hits| hits == 1)
                };
                let again = chance_of(&|dice| {
                    dice.reaches("less", r2(less), dodge) || would_hit(dice, "more", more, less.max(dodge))
                });
                let direct = chance_of(&|dice| dice.reaches("more", r2(more), dodge));
                assert!((again - direct).abs() < 1e-14, "dodge {dodge}, {less} and {more}");
            }
        }
    }
}
