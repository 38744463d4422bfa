//! A player strikes a monster (rules 2). The order of the game: to-hit value, stab check, hit test, shield block, damage, brand.

mod bare_hands;
mod bonus;
mod brand;
mod damage;
mod delay;
mod hit_test;
mod penalty;
mod stab;
mod to_hit;

use super::ending::Ending;
use super::names::{Hands, Rules, Shield, Wielding};
use super::sheet::melee::{Attacker, Scenario};
use tohit_odds::{Key, Reading};

/// A blow: how it ends with which damage, and the time it takes.
pub(super) struct Blow<R: Reading> {
    pub(super) tally: R::Tally<Ending>,
    /// In tenths of a turn (rules 2.11).
    pub(super) time: R::Total,
}

/// How a blow lands, as far as its damage depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Swing {
    /// Whether the bonus for a hand-and-a-half weapon in both hands is in force.
    both_hands: bool,
    stabs: bool,
}

impl Scenario {
    pub(super) fn strike<R: Reading>(&self, r: &mut R) -> Blow<R> {
        let penalty = self.armour_penalty(r);
        let grip = self.grip(r, penalty);
        let aimed = self.to_hit_value(r, grip.clone());
        let watched = self.stab_check(r, aimed);
        let tested = self.hit_test(r, watched);
        let met = self.shield_block(r, tested);
        let tally = r.tally(met, |r, (ending, swing)| {
            let damage = if ending.lands() {
                let key = Key("blow", [swing.both_hands.into(), swing.stabs.into(), 0]);
                r.once(key, |r| self.damage(r, swing))
            } else {
                r.fixed(0)
            };
            (ending, damage)
        });
        let time = self.time(r, grip);
        Blow { tally, time }
    }

    pub(super) const fn rules(&self) -> Rules {
        self.situation.rules
    }

    /// Whether the attacker swims while the defender flounders, which 0.9 does not know.
    fn has_water_advantage(&self) -> bool {
        self.situation.water_advantage && !self.rules().is_v09()
    }

    /// Whether the monster cannot see who strikes it.
    fn attacker_is_unseen(&self) -> bool {
        self.attacker.invisible && !self.defender.sees_invisible
    }

    /// Whether the player cannot see the monster.
    fn target_is_unseen(&self) -> bool {
        self.defender.invisible && !self.attacker.see_invisible
    }
}

impl Attacker {
    fn is_armed(&self) -> bool {
        self.wielding == Wielding::Weapon
    }

    fn is_half_handed(&self) -> bool {
        self.is_armed() && self.weapon.hands == Hands::Half
    }

    /// Whether a weapon that takes a hand and a half is held in both.
    fn holds_in_both_hands(&self) -> bool {
        self.is_half_handed() && self.shield == Shield::None
    }

    /// The weight of strength beside dexterity, in tenths (rules 2.1).
    pub(super) fn strength_weight(&self) -> i64 {
        match self.is_armed() {
            true => self.weapon.str_weight.get() + i64::from(self.holds_in_both_hands()),
            false => 4,
        }
    }

    /// The stat that counts to hit: dexterity, moved by the weapon's strength weight towards the average (rules 2.1).
    pub(super) fn weighted_stat(&self) -> i64 {
        let (strength, dexterity) = (self.strength.get(), self.dexterity.get());
        dexterity + (strength - dexterity) / 2 * self.strength_weight() / 10
    }

    /// The stat that counts for damage: strength, moved the other way (rules 2.7.2).
    pub(super) fn damage_stat(&self) -> i64 {
        let (strength, dexterity) = (self.strength.get(), self.dexterity.get());
        strength + (dexterity - strength) / 2 * (10 - self.strength_weight()) / 10
    }
}
