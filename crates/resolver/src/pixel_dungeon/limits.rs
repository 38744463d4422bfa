//! What takes too long to compute. All of it lies far beyond what a weapon of the game can do.

use super::after_hit::in_combo;
use super::damage::DamageRoll;
use super::fight::Fight;
use super::names::{Enchantment, Subclass};

/// A turn is added up while the sums that are made, times their values, are no more than this (measured: under 0.3 s).
const MOST_SUMS: i64 = 2_000_000;

/// Points of damage, each with all that an enchantment may take at it, are added up for so many pairs, over all the hits of a combo that one turn brings
/// (measured: under 0.4 s).
const MOST_PAIRS: i64 = 600_000_000;

impl Fight<'_> {
    /// Whether a turn has several strikes that can be added up in a moment.
    pub(super) fn turn_adds_up(&self) -> bool {
        let strikes = i64::from(self.strikes());
        // A combo of every length after each strike has a sum of its own.
        let sums = if self.fights_in_combos() { strikes * strikes / 2 } else { strikes };
        strikes > 1
            && sums * strikes * self.most(strikes) <= MOST_SUMS
            && strikes * self.pairs() <= MOST_PAIRS
    }

    /// How many pairs each further hit of a combo has.
    fn pairs(&self) -> i64 {
        let by_damage = matches!(self.enchantment(), Some((Enchantment::Shocking | Enchantment::Lucky, _)));
        let roll = DamageRoll::new(self).most().max(0);
        if by_damage && self.fights_in_combos() { roll * roll } else { 0 }
    }

    /// More than any of the next strikes can take.
    fn most(&self, strikes: i64) -> i64 {
        let roll = DamageRoll::new(self).most().max(0);
        let longest = self.combo() + strikes;
        let combo = if self.fights_in_combos() { in_combo(roll, longest) } else { roll };
        let charges = self.struck_with().map_or(0, |held| held.weapon.max_charges.get());
        let bonus = if self.attacker_is(Subclass::Assassin) { roll } else { 0 };
        let enchantment = match self.enchantment() {
            Some((Enchantment::Grim, _)) => self.defender.hp.map_or(0, |hp| hp.get()),
            Some((_, level)) => roll + level + 1,
            None => 0,
        };
        combo + charges + bonus + enchantment
    }
}
