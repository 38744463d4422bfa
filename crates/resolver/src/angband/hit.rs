//! The probability of successfully landing a blow (rules 2.3 and 2.4): the same for blows, missiles and monsters.

use super::names::{HitFormula, Rules};
use tohit_odds::{Chance, Die, Fraction};

/// What became of the hit roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum HitRoll {
    AutoHit,
    AutoMiss,
    RolledHit,
    RolledMiss,
}

impl HitRoll {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("auto-hit", Self::AutoHit),
        ("auto-miss", Self::AutoMiss),
        ("rolled-hit", Self::RolledHit),
        ("rolled-miss", Self::RolledMiss),
    ];

    pub(super) const fn hits(self) -> bool {
        matches!(self, Self::AutoHit | Self::RolledHit)
    }
}

/// The rating K against an armour class.
#[derive(Clone, Copy)]
pub(super) struct HitChance {
    pub(super) k: i64,
    pub(super) ac: i64,
}

/// The comparison that holds: the one that is asked for, or else the one of the rules (rules 10, D6).
pub(super) fn formula_of(rules: Rules, asked: Option<HitFormula>) -> HitFormula {
    asked.unwrap_or(match rules {
        Rules::Document => HitFormula::Continuous,
        Rules::Game => HitFormula::Integer,
    })
}

impl HitChance {
    /// The hit roll: of 100, 5 always hit and 5 always miss; otherwise the skill decides.
    pub(super) fn roll(self, dice: &mut impl Chance, formula: HitFormula) -> HitRoll {
        let (automatic, roll) = match dice.band("hit roll", Die::Range { from: 0, to: 99 }, &[5, 10]) {
            0 => ("hit", Some(HitRoll::AutoHit)),
            1 => ("miss", Some(HitRoll::AutoMiss)),
            _ => ("no", None),
        };
        dice.note("automatic", automatic);
        match roll {
            Some(roll) => roll,
            None if self.skill_decides(dice, formula) => HitRoll::RolledHit,
            None => HitRoll::RolledMiss,
        }
    }

    fn skill_decides(self, dice: &mut impl Chance, formula: HitFormula) -> bool {
        dice.note("K", self.k);
        if self.k <= 0 {
            return false;
        }
        match formula {
            HitFormula::Continuous => {
                dice.note("3/4 of the armour class", Fraction::new(3 * self.ac, 4));
                let (over, under) = self.share(formula).small().unwrap_or_default();
                dice.happens("skill roll", over.unsigned_abs(), under.unsigned_abs())
            }
            HitFormula::Integer => {
                dice.note("3/4 of the armour class, rounded", self.threshold());
                dice.reaches("skill roll", Die::Range { from: 0, to: self.k - 1 }, self.threshold())
            }
        }
    }

    /// What the game's whole die must reach.
    fn threshold(self) -> i64 {
        self.ac * 3 / 4
    }

    /// How many of the rolls that the skill decides land.
    fn share(self, formula: HitFormula) -> Fraction {
        if self.k <= 0 {
            return Fraction::default();
        }
        let (over, under) = match formula {
            HitFormula::Continuous => (4 * self.k - 3 * self.ac, 4 * self.k),
            HitFormula::Integer => (self.k - self.threshold(), self.k),
        };
        Fraction::new(over.clamp(0, under), under)
    }

    /// The net probability to hit by either comparison.
    pub(super) fn net(self, formula: HitFormula) -> Fraction {
        Fraction::new(1, 20) + Fraction::new(9, 10) * self.share(formula)
    }
}
