//! Stabs (rules 2.9).

use super::Swing;
use super::to_hit::Aim;
use crate::crawl::dice::{chance, r2, stepdown};
use crate::crawl::names::{Rules, StabClass, TargetState, WeaponSkill};
use crate::crawl::sheet::melee::Scenario;
use tohit_odds::{Chance, Reading};

/// What gives a stab its chance, from the least to the most advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Distracted,
    Confused,
    Fleeing,
    Unseen,
    Held,
    Petrifying,
    Petrified,
    Paralysed,
    Asleep,
}

impl Opening {
    /// What the Stabbing skill is divided by.
    const fn divisor(self, rules: Rules) -> i64 {
        match (self, rules.is_v09()) {
            (Self::Asleep | Self::Paralysed, _) => 1,
            (Self::Held | Self::Petrifying | Self::Petrified, false) => 1,
            (Self::Held | Self::Petrifying | Self::Petrified, true) => 2,
            (Self::Unseen | Self::Confused | Self::Fleeing, false) => 2,
            (Self::Unseen | Self::Confused | Self::Fleeing, true) => 4,
            (Self::Distracted, false) => 3,
            (Self::Distracted, true) => 6,
        }
    }
}

impl Scenario {
    fn opening(&self) -> Option<Opening> {
        if self.defender.cannot_fight || self.target_is_unseen() {
            return None;
        }
        let unseen = self.attacker_is_unseen().then_some(Opening::Unseen);
        match self.defender.state {
            TargetState::Awake => unseen,
            TargetState::Distracted => unseen.or(Some(Opening::Distracted)),
            TargetState::Confused => unseen.or(Some(Opening::Confused)),
            TargetState::Fleeing => unseen.or(Some(Opening::Fleeing)),
            TargetState::Held => Some(Opening::Held),
            TargetState::Petrifying => Some(Opening::Petrifying),
            TargetState::Petrified => Some(Opening::Petrified),
            TargetState::Paralysed => Some(Opening::Paralysed),
            TargetState::Asleep => Some(Opening::Asleep),
        }
    }

    /// Whether the blow, if it lands, is a stab.
    pub(super) fn stab_check<R: Reading>(&self, r: &mut R, aimed: R::Of<Aim>) -> R::Of<Aim> {
        let Some(opening) = self.opening() else { return aimed };
        let (sides, easier) = if self.rules().is_v09() { (100, 10) } else { (155, 15) };
        let easily = opening == Opening::Unseen && !self.defender.senses_invisible;
        let sides = sides - if easily { easier } else { 0 };
        let over = self.attacker.skills.stabbing.get() + self.attacker.dexterity.get() + 1;
        r.stage(aimed, |dice, aim| {
            let stabs =
                matches!(opening, Opening::Asleep | Opening::Paralysed) || chance(dice, "stab", over, sides);
            dice.note("stab", stabs);
            Aim { swing: Swing { stabs, ..aim.swing }, ..aim }
        })
    }

    /// The Stabbing skill, divided by how good the opening is.
    fn stabbing(&self, divisor_up: i64) -> i64 {
        let divisor = self.opening().map_or(1, |opening| opening.divisor(self.rules()));
        self.attacker.skills.stabbing.get() / (divisor + divisor_up)
    }

    /// The damage of a stab.
    pub(super) fn stab_damage(&self, damage: i64) -> i64 {
        let (attacker, weapon) = (&self.attacker, &self.attacker.weapon);
        let mut damage = damage.max(1);
        let skill = attacker.is_armed().then_some(weapon.skill);
        let as_long_blade = self.rules().is_v09() && weapon.stab_class == StabClass::Stabber;
        match skill {
            Some(WeaponSkill::ShortBlades) => {
                let deft = attacker.dexterity.get() * (attacker.skills.stabbing.get() + 1) / 5;
                damage += stepdown(if weapon.stab_class == StabClass::Dagger { deft } else { deft / 2 });
                damage = damage * (10 + self.stabbing(0)) / 10;
            }
            Some(skill) if skill == WeaponSkill::LongBlades || as_long_blade => {
                let worse = if self.rules().is_v09() { 2 } else { 1 };
                damage = damage * (10 + self.stabbing(worse)) / 10;
            }
            _ => {}
        }
        damage * (12 + self.stabbing(0)) / 12
    }

    /// What armour takes off a stab: it finds gaps.
    pub(super) fn armour_against_stab(&self, dice: &mut impl Chance) -> i64 {
        let armour = self.defender.ac.get() - dice.roll("gap in the armour", r2(self.stabbing(0)));
        dice.roll("armour", r2(armour.max(0) + 1))
    }
}
