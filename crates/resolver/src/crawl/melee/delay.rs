//! The time of one blow, in tenths of a turn (rules 2.11).

use super::to_hit::Grip;
use crate::crawl::dice::{chance, dice, one_die, plus, r2};
use crate::crawl::names::{Brand, Form, Hands, Shield, WeaponSkill};
use crate::crawl::sheet::melee::{Attacker, Scenario};
use tohit_odds::{Chance, Die, Reading};

impl Scenario {
    pub(super) fn time<R: Reading>(&self, r: &mut R, grip: R::Of<Grip>) -> R::Total {
        let time = if self.rules().is_v09() {
            let blow = self.attacker.new_time(r);
            self.attacker.new_shield_time(r, blow)
        } else {
            let blow = self.attacker.old_time(r, grip);
            self.attacker.old_shield_time(r, blow)
        };
        let time = r.change(time, |time| time.max(3));
        r.show("time of the blow, in tenths of a turn", &time);
        time
    }
}

impl Attacker {
    /// The weapon's delay with skill, its bounds and the brand of speed.
    fn weapon_time(&self, at_most_seven: bool, both_hands: bool) -> i64 {
        let weapon = &self.weapon;
        let mut least = weapon.delay.get() / 2;
        if weapon.skill == WeaponSkill::ShortBlades {
            least = least.min(5);
        }
        if at_most_seven {
            least = least.min(7);
        }
        let mut time = weapon.delay.get() - self.skills.weapon.get() / 2;
        if both_hands && time > 10 {
            time -= 1;
        }
        time = time.max(least.max(3));
        if weapon.brand == Brand::Speed { (time + 1) / 2 } else { time }
    }

    /// How much quicker skill makes bare hands.
    fn quickness(&self) -> i64 {
        self.skills.unarmed_combat.get() / if self.form == Form::Bat { 3 } else { 5 }
    }

    /// Of 0.5.
    fn old_time<R: Reading>(&self, r: &mut R, grip: R::Of<Grip>) -> R::Total {
        let blow = r.stage(grip, |dice, Grip { penalty, both_hands }| match self.is_armed() {
            true => {
                let at_most_seven = both_hands || self.weapon.hands == Hands::Two;
                self.weapon_time(at_most_seven, both_hands)
            }
            false if !self.burdened && chance(dice, "unhindered", 1, penalty + 1) => {
                (10 - self.quickness()).max(5)
            }
            false => 10,
        });
        r.total(blow, |time| time)
    }

    /// Of 0.5.
    fn old_shield_time<R: Reading>(&self, r: &mut R, time: R::Total) -> R::Total {
        let skill = self.skills.shields.get();
        let handles: &[i64] = match self.shield {
            Shield::None | Shield::Buckler => &[],
            Shield::Normal => &[3],
            Shield::Large => &[10, 3],
        };
        let mut time = time;
        for handled in handles {
            let start = r.start(());
            let slows = r.stage(start, |dice, ()| dice.reaches("shield slows", r2(17), skill - handled));
            let slows = r.total(slows, i64::from);
            time = r.add(time, slows);
        }
        time
    }

    /// Of 0.9.
    fn new_time<R: Reading>(&self, r: &mut R) -> R::Total {
        if self.is_armed() {
            return r.fixed(self.weapon_time(true, false));
        }
        let fists = r.roll("time", one_die(10));
        let hindered = plus(r, fists, "time, by armour", dice(2, self.body_armour_penalty()));
        let quicker = if self.burdened { None } else { Some(self.quickness()) };
        r.change(hindered, |time| {
            let time = time.max(10);
            quicker.map_or(time, |quicker| (time - quicker).max(5))
        })
    }

    /// Of 0.9.
    fn new_shield_time<R: Reading>(&self, r: &mut R, time: R::Total) -> R::Total {
        let penalty = self.shield_penalty();
        let slower = match self.is_half_handed() {
            true => one_die(penalty),
            false => Die::Lowest { count: 2, from: 0, to: penalty },
        };
        plus(r, time, "shield slows", slower)
    }
}
