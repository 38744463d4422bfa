//! Where a strike hits, and how well that place is protected (rules 3, and 4.6 of the reductions).

use super::Fight;
use super::names::{BodyPart, DamageType, Unreachable};
use crate::sheet::Choice;

impl Fight {
    /// The places that can be hit, each with its share of the hits (rules 3.1 to 3.3).
    pub(super) fn hit_locations(&self) -> Vec<(BodyPart, u32)> {
        let defender = &self.sheet.defender;
        let much_larger = self.sheet.attacker.size.get() >= defender.size.get() + 2;
        let share = |part| match part {
            BodyPart::Torso => 50,
            BodyPart::Arms => 20,
            BodyPart::Legs => {
                if much_larger {
                    10
                } else {
                    20
                }
            }
            BodyPart::Head => {
                if much_larger {
                    20
                } else {
                    10
                }
            }
        };
        let existing: Vec<BodyPart> =
            BodyPart::ALL.iter().copied().filter(|part| defender.parts.has(*part)).collect();
        let reached: Vec<BodyPart> = existing.iter().copied().filter(|part| self.reaches(*part)).collect();
        let possible = if reached.is_empty() { &existing } else { &reached };
        match self.sheet.situation.variants.unreachable {
            Unreachable::Reroll => possible.iter().map(|part| (*part, share(*part))).collect(),
            Unreachable::Lower => {
                let falls_to = |part: BodyPart| {
                    let below = possible.iter().find(|lower| **lower >= part);
                    below.or(possible.last()).copied().unwrap_or(part)
                };
                let total = |part: BodyPart| {
                    BodyPart::ALL
                        .iter()
                        .filter(|from| falls_to(**from) == part)
                        .map(|from| share(*from))
                        .sum()
                };
                possible.iter().map(|part| (*part, total(*part))).collect()
            }
        }
    }

    /// Rules 3.2.
    fn reaches(&self, part: BodyPart) -> bool {
        let (attacker, defender) = (&self.sheet.attacker, &self.sheet.defender);
        let weapon = &attacker.weapon;
        let length = Self::effective_length(weapon.length.get(), weapon.intrinsic, attacker.size.get());
        let reach = attacker.size.get() + length + defender.low_body.get();
        match part {
            BodyPart::Head => reach >= defender.size.get(),
            BodyPart::Torso => reach >= defender.size.get() - 1,
            BodyPart::Arms => reach >= defender.size.get() - 2,
            BodyPart::Legs => true,
        }
    }

    /// Natural protection and armour together (rules 3.4).
    pub(super) fn protection(&self, part: BodyPart) -> i64 {
        let defender = &self.sheet.defender;
        let own = |special: Option<crate::sheet::Int<0, 60>>| special.unwrap_or(defender.body_armour);
        let armour = match part {
            BodyPart::Head => defender.head_armour,
            BodyPart::Torso => own(defender.torso_armour),
            BodyPart::Arms => own(defender.arms_armour),
            BodyPart::Legs => own(defender.legs_armour),
        }
        .get();
        let natural = defender.natural_protection.get();
        let natural = if self.sheet.attacker.weapon.magic {
            natural
        } else {
            natural.max(defender.invulnerability.get())
        };
        // N + P - N P / 40, rounded to nearest, half up.
        let joined = (2 * (40 * (natural + armour) - natural * armour) + 40).div_euclid(80);
        joined.max(natural).max(armour)
    }

    /// What the weapon leaves of a protection (rules 4.6).
    pub(super) fn pierced(&self, protection: i64, damage_type: Option<DamageType>) -> i64 {
        let weapon = &self.sheet.attacker.weapon;
        if weapon.armour_negating {
            return 0;
        }
        let after_pierce =
            if damage_type == Some(DamageType::Pierce) { protection * 80 / 100 } else { protection };
        if weapon.armour_piercing { after_pierce * 50 / 100 } else { after_pierce }
    }

    /// The shield's protection on a shield hit (rules 4.7).
    pub(super) fn shield_protection(&self, damage_type: Option<DamageType>) -> i64 {
        let protection = self.sheet.defender.shield.protection.get();
        let weapon = &self.sheet.attacker.weapon;
        match self.sheet.situation.variants.shield_reduced {
            _ if weapon.ignores_shields => 0,
            true => self.pierced(protection, damage_type),
            false => protection,
        }
    }
}
