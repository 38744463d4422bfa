//! How spells turn a shot aside (rules 4.2.3 to 4.2.5).

use crate::crawl::dice::{chance, r2};
use crate::crawl::ending::Ending;
use tohit_odds::Chance;

/// What stands between the shot and its target.
pub(super) struct Aside {
    pub(super) deflects: bool,
    pub(super) repels: bool,
    /// Whether the figures for piercing beams hold; the page gives these for everything.
    pub(super) as_beam: bool,
    /// Whether a miss that the spells have caused is told from others, which 0.9 does by testing again with the same fractions.
    pub(super) names_the_miss: bool,
}

impl Aside {
    /// What is left of the to-hit number, where nothing is tested again.
    pub(super) fn bends(&self, dice: &mut impl Chance, to_hit: i64) -> i64 {
        if self.names_the_miss || !(self.deflects || self.repels) {
            return to_hit;
        }
        let left = match (self.deflects, self.as_beam) {
            (true, true) => dice.roll("deflected", r2(2 * to_hit)) / 3,
            (true, false) => dice.roll("deflected", r2(to_hit / 2)),
            (false, true) => to_hit - dice.roll("repelled", r2(to_hit / 2)),
            (false, false) => dice.roll("repelled", r2(to_hit)),
        };
        dice.note("to-hit number left", left);
        left
    }

    /// The roll to hit against the dodge roll; where 0.9 tests a hit again, with less and less of the to-hit number.
    pub(super) fn ends(&self, dice: &mut impl Chance, to_hit: i64, dodge: i64) -> Ending {
        if !dice.reaches("to-hit roll", r2(to_hit), dodge) {
            return Ending::Miss;
        }
        if !self.names_the_miss || !(self.deflects || self.repels) {
            return Ending::Hit;
        }
        let (repelled, deflected) =
            if self.as_beam { self.beam(dice, to_hit) } else { self.missile(dice, to_hit) };
        dice.note("to-hit number when repelled", repelled);
        if !still_hits(dice, "past the repelling", dodge, to_hit, repelled) {
            return Ending::Repelled;
        }
        if self.deflects {
            dice.note("to-hit number when deflected", deflected);
            if !still_hits(dice, "past the deflecting", dodge, repelled, deflected) {
                return Ending::Deflected;
            }
        }
        Ending::Hit
    }

    /// What repelling and deflecting leave of a missile's number, both by the same fraction.
    fn missile(&self, dice: &mut impl Chance, to_hit: i64) -> (i64, i64) {
        let repelled = dice.roll("repelled", r2(to_hit));
        let deflected = if self.deflects { same_fraction(dice, (repelled, to_hit), to_hit / 2) } else { 0 };
        (repelled, deflected)
    }

    /// What they leave of a beam's.
    fn beam(&self, dice: &mut impl Chance, to_hit: i64) -> (i64, i64) {
        if !self.deflects {
            return (to_hit - dice.roll("repelled", r2(to_hit / 2)), 0);
        }
        let rolled = dice.roll("deflected", r2(2 * to_hit));
        let least = to_hit - (to_hit / 2).max(1) + 1;
        (least + same_fraction(dice, (rolled, 2 * to_hit), to_hit / 2), rolled / 3)
    }
}

/// What a random fraction makes of a smaller number, once it has made `shown` of `of`: `r2(of)` and `r2(smaller)` from one draw.
fn same_fraction(dice: &mut impl Chance, (shown, of): (i64, i64), smaller: i64) -> i64 {
    if of <= 1 || smaller <= 1 {
        return 0;
    }
    let value = shown * smaller / of;
    let beyond = (shown + 1) * smaller - (value + 1) * of;
    value + i64::from(chance(dice, "same fraction", beyond, smaller))
}

/// A roll to hit out of `from` has reached the dodge roll: whether the same fraction of `left` reaches it too.
fn still_hits(dice: &mut impl Chance, label: &'static str, dodge: i64, from: i64, left: i64) -> bool {
    dodge <= 0 || chance(dice, label, (left - dodge) * from, left * (from - dodge))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tohit_odds::{Floats, Odds, Reading};

    /// The odds of a roll whose smaller twin is looked at.
    fn twin(of: i64, smaller: i64) -> Vec<(i64, f64)> {
        let mut odds = Odds::new(Floats);
        let start = odds.start(());
        let twins = odds.stage(start, |dice, ()| {
            let shown = dice.roll("shown", r2(of));
            let twin = same_fraction(dice, (shown, of), smaller);
            assert!(twin * of <= (shown + 1) * smaller && twin <= shown, "{twin} with {shown} of {of}");
            twin
        });
        let total = odds.total(twins, |twin| twin);
        total.entries(&Floats).collect()
    }

    #[test]
    fn the_same_fraction_of_a_smaller_number_is_even_too() {
        for of in 2..40 {
            for smaller in 2..=of {
                let found = twin(of, smaller);
                assert_eq!(found.len() as i64, smaller);
                for (value, weight) in found {
                    assert!((weight - 1.0 / smaller as f64).abs() < 1e-13, "{value} of {smaller} by {of}");
                }
            }
        }
    }

    #[test]
    fn testing_again_with_less_is_testing_with_less() {
        for dodge in 0..12 {
            for (from, left) in (dodge.max(1)..20).flat_map(|from| (0..=from).map(move |left| (from, left))) {
                let mut odds = Odds::new(Floats);
                let start = odds.start(());
                let hits = odds.stage(start, |dice, ()| {
                    dice.reaches("first", r2(from), dodge) && still_hits(dice, "again", dodge, from, left)
                });
                let again = odds.total(hits, i64::from).chance(&Floats, |hits| hits == 1);
                let start = odds.start(());
                let direct = odds.stage(start, |dice, ()| dice.reaches("direct", r2(left), dodge));
                let direct = odds.total(direct, i64::from).chance(&Floats, |hits| hits == 1);
                assert!((again - direct).abs() < 1e-14, "dodge {dodge}, {left} of {from}");
            }
        }
    }
}
