//! The penalty of armour and shield (rules 2.3).

use crate::crawl::dice::{chance, dice, one_die, r2};
use crate::crawl::names::{Shield, Species};
use crate::crawl::sheet::melee::{Attacker, Scenario};
use tohit_odds::{Chance, Reading};

impl Scenario {
    /// What comes off the to-hit die.
    pub(super) fn armour_penalty<R: Reading>(&self, r: &mut R) -> R::Total {
        let attacker = &self.attacker;
        if self.rules().is_v09() {
            let armour = r.roll("armour penalty", one_die(attacker.body_armour_penalty()));
            let count = if attacker.is_half_handed() { 2 } else { 1 };
            let shield = r.roll("shield penalty", dice(count, attacker.shield_penalty()));
            return r.add(armour, shield);
        }
        let shield = attacker.shield_hinders(r);
        let armour = self.armour_hinders(r);
        let sum = r.add(shield, armour);
        // The page read the flag the wrong way round: the game's code multiplies without a weapon.
        let multiplied = attacker.is_armed() == self.rules().is_page();
        if !multiplied {
            return sum;
        }
        let states = r.states(sum);
        let multiplied = r.stage(states, |dice, penalty| match penalty {
            0 => 0,
            penalty if dice.happens("penalty tripled, not doubled", 1, 2) => 3 * penalty,
            penalty => 2 * penalty,
        });
        r.total(multiplied, |penalty| penalty)
    }

    /// The body armour's part in 0.5.
    fn armour_hinders<R: Reading>(&self, r: &mut R) -> R::Total {
        let attacker = &self.attacker;
        let swims = attacker.swimming_deep_water && attacker.species == Species::Merfolk;
        let hinders = attacker.armour_ev_penalty.get() * if swims { 2 } else { 1 };
        let start = r.start(());
        let part = r.stage(start, |dice, ()| {
            let counts = hinders > 0 && chance(dice, "armour hinders", hinders, attacker.skills.armour.get());
            if counts { dice.roll("armour penalty", r2(hinders)) } else { 0 }
        });
        r.total(part, |part| part)
    }
}

impl Attacker {
    /// The shield's part in 0.5.
    fn shield_hinders<R: Reading>(&self, r: &mut R) -> R::Total {
        let skill = self.skills.shields.get();
        let shaped_for_it = matches!(self.species, Species::Ogre | Species::Troll | Species::Draconian);
        let (times, sides, most) = match self.shield {
            Shield::None | Shield::Buckler => return r.fixed(0),
            Shield::Normal => (1, 7, 1),
            Shield::Large if shaped_for_it => (1, 13, 1),
            Shield::Large => (3, 13, 2),
        };
        let mut sum = r.fixed(0);
        for _ in 0..times {
            let start = r.start(());
            let part = r.stage(start, |dice, ()| {
                let hinders = chance(dice, "shield hinders", sides - 1 - skill, sides);
                match (hinders, most) {
                    (false, _) => 0,
                    (true, 1) => 1,
                    (true, most) => dice.roll("shield penalty", r2(most + 1)),
                }
            });
            let part = r.total(part, |part| part);
            sum = r.add(sum, part);
        }
        sum
    }

    /// The body armour's figure in 0.9 (`pa`).
    pub(super) fn body_armour_penalty(&self) -> i64 {
        let hinders = self.armour_ev_penalty.get();
        if hinders == 0 {
            return 0;
        }
        let too_heavy = (3 * hinders - self.strength.get()).max(0);
        (hinders + too_heavy) * (45 - self.skills.armour.get()) / 45
    }

    /// The shield's figure in 0.9 (`ps`).
    pub(super) fn shield_penalty(&self) -> i64 {
        let hinders = match self.shield {
            Shield::None => 0,
            Shield::Buckler => 1,
            Shield::Normal => 3,
            Shield::Large => 5,
        };
        let size = self.size.of(self.species);
        let skill = self.skills.shields.get() / (5 - 2 * size.above_medium()).max(1);
        (hinders - skill).max(0)
    }
}
