//! Shields: how well they guard (rules 2.6 and 3.2).

use super::dice::{bump, plus, r2, r2avg};
use super::names::{Rules, Shield, Size};
use tohit_odds::Reading;

/// A monster's shield.
pub(super) struct MonsterShield {
    pub(super) rules: Rules,
    pub(super) shield: Shield,
    pub(super) plus: i64,
    pub(super) hit_dice: i64,
    pub(super) size: Size,
    /// Attacks it has blocked this turn.
    pub(super) blocks: i64,
}

impl MonsterShield {
    /// The block roll (rules 2.6, `pro`).
    pub(super) fn guard<R: Reading>(&self, r: &mut R) -> R::Total {
        if !self.rules.is_v09() {
            let armour = match self.shield {
                Shield::None => 0,
                Shield::Buckler => 3,
                Shield::Normal => 5,
                Shield::Large => 7,
            };
            return r2avg(r, "shield", armour + self.plus + self.hit_dice * 2 / 3);
        }
        let (armour, kind) = match self.shield {
            Shield::None => (0, 0),
            Shield::Buckler => (3, 0),
            Shield::Normal => (8, 1),
            Shield::Large => (13, 2),
        };
        let class = 2 * (armour + self.plus) + self.size.above_medium() * (kind - 2);
        let roll = r2avg(r, "shield", class + self.hit_dice * 4 / 3);
        r.change(roll, |roll| roll / 2)
    }

    /// What each earlier block adds to the roll against the shield.
    pub(super) const fn worn_out(&self) -> i64 {
        4 * self.blocks * self.blocks
    }
}

/// A player's shield.
pub(super) struct PlayerShield {
    pub(super) rules: Rules,
    pub(super) shield: Shield,
    /// SH as the game shows it.
    pub(super) class: i64,
    pub(super) strength: i64,
    pub(super) dexterity: i64,
    pub(super) skill: i64,
}

impl PlayerShield {
    /// Whether it can block at all.
    pub(super) const fn guards(&self) -> bool {
        self.shield.is_worn() && self.class > 0
    }

    /// The block roll (rules 3.2, `pro`).
    pub(super) fn guard<R: Reading>(&self, r: &mut R) -> R::Total {
        if self.rules.is_v09() {
            let roll = r2avg(r, "shield", 2 * self.class);
            return r.change(roll, |roll| roll / 3 - 1);
        }
        let (strength, dexterity) = (self.strength, self.dexterity);
        let stat = match self.shield {
            Shield::None | Shield::Buckler => dexterity,
            Shield::Normal => (dexterity + strength) / 2,
            Shield::Large => (3 * strength + dexterity) / 4,
        };
        let mut guard = r.fixed(-1);
        guard = plus(r, guard, "shield", r2(self.class));
        for (label, most) in [("shield, by stats", stat), ("shield, by skill", bump(self.skill))] {
            let roll = r.roll(label, r2(most));
            let quarter = r.change(roll, |roll| roll / 4);
            guard = r.add(guard, quarter);
        }
        guard
    }

    /// What earlier blocks of the turn add to the roll against the shield.
    pub(super) const fn worn_out(blocks: i64) -> i64 {
        5 * blocks * blocks
    }
}
