//! One strike (rules 4): hit or miss, critical hits, and what still avoids it.

use super::Fight;
use super::attack::{Attack, Style};
use super::names::{ArmourSkill, Hand};
use super::sheet::Strike;
use crate::choice;
use tohit_odds::{Chance, Die, Key, Reading};

choice! {
    /// How a strike can end, in the order in which it is tested.
    pub(super) enum Outcome {
        CompleteMiss = "complete-miss",
        Miss = "miss",
        Dodge = "dodge",
        MovingTarget = "moving-target",
        Parry = "parry",
        Hit = "hit",
        CriticalHit = "critical-hit",
    }
}

impl Outcome {
    pub(super) const fn hits(self) -> bool {
        matches!(self, Self::Hit | Self::CriticalHit)
    }
}

/// How the attack roll fared against the AC roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Blow {
    Fails(Outcome),
    /// It lands, unless it is avoided. The AC roll is remembered as the most that it can take off the damage (rules 5.1).
    Lands {
        outcome: Outcome,
        forced: bool,
        reduction_at_most: i64,
    },
}

impl Fight {
    /// A whole strike: how it ends, and its damage.
    pub(super) fn strike<R: Reading>(&self, r: &mut R, strike: &Strike) -> R::Tally<Outcome> {
        let start = r.start(());
        let attack = r.stage(start, |dice, ()| self.attack_roll(dice, strike));
        let blow = r.then(attack, |r, attack| {
            if attack == Attack::CompleteMiss {
                return r.start(Blow::Fails(Outcome::CompleteMiss));
            }
            let ac = r.once(Key("AC roll", [0; 3]), |r| self.ac_roll(r));
            let ac = r.states(ac);
            r.stage(ac, |dice, ac| hit_or_miss(dice, attack, ac))
        });
        let blow = r.stage(blow, |dice, blow| self.avoid(dice, blow));
        self.damage(r, strike, blow)
    }

    /// Dodge, Moving Target and Parry (rules 4.4).
    fn avoid(&self, dice: &mut impl Chance, blow: Blow) -> Blow {
        let defender = self.defender();
        let Blow::Lands { outcome, forced, reduction_at_most } = blow else { return blow };
        if !forced && defender.can_move {
            let has = |skill| defender.skills.has(skill);
            if has(ArmourSkill::Dodge) && self.points.percent(dice, "dodge", 10) {
                return Blow::Fails(Outcome::Dodge);
            }
            let can_be_ducked = matches!(self.style(), Style::Thrown | Style::Spell | Style::Wand);
            if has(ArmourSkill::MovingTarget)
                && can_be_ducked
                && defender.moved_last_turn
                && self.points.percent(dice, "moving target", 20)
            {
                return Blow::Fails(Outcome::MovingTarget);
            }
            if has(ArmourSkill::Parry) && self.parries(dice) {
                return Blow::Fails(Outcome::Parry);
            }
        }
        Blow::Lands { outcome, forced: false, reduction_at_most }
    }

    /// The right hand first; the left must make the two-weapon chance before.
    fn parries(&self, dice: &mut impl Chance) -> bool {
        let defender = self.defender();
        let off_hand = u32::try_from(defender.off_hand_chance.get()).unwrap_or_default();
        let (right, left) = match defender.parry_weapon {
            Hand::None => (false, false),
            Hand::Right => (true, false),
            Hand::Left => (false, true),
            Hand::Both => (true, true),
        };
        (right && self.points.percent(dice, "parry", 10))
            || (left
                && self.points.percent(dice, "off-hand chance", off_hand)
                && self.points.percent(dice, "parry", 10))
    }
}

/// Rules 4.1 and 4.3.
fn hit_or_miss(dice: &mut impl Chance, attack: Attack, ac: i64) -> Blow {
    let (hits, critical, forced) = match attack {
        Attack::CompleteMiss => return Blow::Fails(Outcome::CompleteMiss),
        Attack::Roll(attack_roll) => {
            let reaches = attack_roll >= ac;
            dice.decided("attack roll", &[("attack roll", attack_roll), ("AC roll", ac)], reaches);
            (reaches, false, false)
        }
        Attack::Forced => {
            dice.decided("forced hit", &[], true);
            (true, false, true)
        }
        // A 20 is always critical, a 1 never.
        Attack::Twenty { modifier, forced } => {
            let target = (ac + 10 - modifier).clamp(2, 20);
            (true, dice.reaches("threat", Die::d(20), target), forced)
        }
    };
    if !hits {
        return Blow::Fails(Outcome::Miss);
    }
    let outcome = if critical { Outcome::CriticalHit } else { Outcome::Hit };
    Blow::Lands { outcome, forced, reduction_at_most: (ac - 10).max(0) }
}
