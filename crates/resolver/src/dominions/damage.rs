//! The damage of a strike that lands (rules 4.1 to 4.9).

use super::Fight;
use super::names::{BodyPart, Critical, DamageType, State, StrengthShare, WeaponElement};
use super::strike::Contact;
use tohit_odds::{Chance, Reading};

/// All that the damage of a blow still depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Blow {
    pub(super) contact: Contact,
    protection: i64,
    shield: i64,
    changes: Changes,
}

/// What becomes of the damage once it is through (rules 4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Changes {
    /// A quarter more.
    slash: bool,
    /// Half as much again.
    blunt_on_head: bool,
    /// Half, rounded up.
    resisted: bool,
    /// At most so much.
    limb_cap: Option<i64>,
    /// Severs the head, if it is enough.
    severs: bool,
}

impl Changes {
    fn apply(self, damage: i64) -> i64 {
        if damage <= 0 {
            return 0;
        }
        let slashed = if self.slash { damage + damage / 4 } else { damage };
        let crushed = if self.blunt_on_head { slashed + slashed / 2 } else { slashed };
        let resisted = if self.resisted { (crushed + 1) / 2 } else { crushed };
        self.limb_cap.map_or(resisted, |cap| resisted.min(cap))
    }

    /// The least margin from which on the damage is at least `enough`, or does not grow any more.
    fn margin_for(self, enough: i64) -> i64 {
        let (mut low, mut high) = (0, 2 * enough.max(1));
        let enough = enough.min(self.apply(high));
        while low < high {
            let middle = (low + high) / 2;
            if self.apply(middle) >= enough { high = middle } else { low = middle + 1 }
        }
        low
    }
}

/// A wound before the defender's wards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wound {
    pub(super) contact: Contact,
    pub(super) damage: i64,
    /// A slash at the head.
    pub(super) severs: bool,
}

impl Fight {
    /// Strength, weapon and charge (rules 4.2 to 4.4).
    pub(super) fn damage_value(&self) -> i64 {
        let (attacker, defender) = (&self.sheet.attacker, &self.sheet.defender);
        let weapon = &attacker.weapon;
        let strength = attacker.strength.get();
        let wielded = if weapon.two_handed { strength * 5 / 4 } else { strength };
        let share = match weapon.strength {
            StrengthShare::Full => wielded,
            StrengthShare::Half => strength / 2,
            StrengthShare::None => 0,
        };
        let charge = if weapon.charge && attacker.charging && !defender.flying {
            let size = attacker.size.get();
            let bonus = if attacker.flying { 2 * size } else { size + attacker.combat_speed.get() / 4 };
            bonus.min(if weapon.heavy_charge { wielded } else { wielded / 2 })
        } else {
            0
        };
        let resisted = match weapon.element {
            WeaponElement::None => 0,
            _ => defender.elemental_resistance.get(),
        };
        share + weapon.damage.get() + charge - resisted
    }

    /// Where it hits, and with which type of damage (rules 3, 4.5 to 4.7).
    pub(super) fn blow(&self, dice: &mut impl Chance, contact: Contact) -> Blow {
        let locations = self.hit_locations();
        let names: Vec<_> = locations.iter().map(|(part, share)| (part.name(), *share)).collect();
        let place = dice.pick("location", &names);
        let part = locations.get(place).map_or(BodyPart::Torso, |(part, _)| *part);
        let types = self.sheet.attacker.weapon.types.get();
        let names: Vec<_> = types.iter().map(|one| (one.name(), 1)).collect();
        let damage_type = types.get(dice.pick("damage type", &names)).copied();

        let defender = &self.sheet.defender;
        let is = |one| damage_type == Some(one);
        let head = part == BodyPart::Head;
        let limb = matches!(part, BodyPart::Arms | BodyPart::Legs);
        let resisted = (is(DamageType::Pierce) && defender.resist_pierce)
            || (is(DamageType::Slash) && defender.resist_slash)
            || (is(DamageType::Blunt) && defender.resist_blunt);
        let cap = (self.max_hp() / 2).max(1);
        let shield = if contact == Contact::Shield { self.shield_protection(damage_type) } else { 0 };
        let protection = self.pierced(self.protection(part), damage_type);
        dice.note("protection", protection);
        if contact == Contact::Shield {
            dice.note("shield protection", shield);
        }
        Blow {
            contact,
            protection,
            shield,
            changes: Changes {
                slash: is(DamageType::Slash),
                blunt_on_head: is(DamageType::Blunt) && head,
                resisted,
                limb_cap: (limb && self.sheet.situation.variants.limb_cap).then_some(cap),
                severs: is(DamageType::Slash) && head,
            },
        }
    }

    pub(super) fn max_hp(&self) -> i64 {
        self.sheet.defender.max_hp.unwrap_or(self.sheet.defender.hp).get()
    }

    /// The defender's protection dice, up to which a hit defeats armour (rules 4.8).
    fn critical_at(&self) -> Option<i64> {
        let defender = &self.sheet.defender;
        let fatigue = defender.fatigue.get();
        let immobile = defender.state != State::None;
        let tired = i64::from(fatigue >= 50);
        match self.sheet.situation.variants.critical {
            Critical::None => None,
            Critical::Wiki if fatigue >= 100 || immobile => Some(4 + tired),
            Critical::Wiki => Some(2 + tired),
            Critical::Manual if fatigue >= 100 || immobile => Some(4),
            Critical::Manual => Some(2 + tired),
        }
    }

    /// Damage roll against protection roll, and what the damage type makes of it (rules 4.1, 4.8, 4.9). Wounds of `enough` points or more need not be told
    /// apart.
    pub(super) fn wound(&self, dice: &mut impl Chance, blow: Blow, enough: i64) -> Wound {
        let damage_value = self.damage_value();
        dice.note("damage value", damage_value);
        let mut protection_dice = dice.pair("protection roll");
        let critical = self.critical_at().is_some_and(|most| dice.at_most(&mut protection_dice, most));
        let protection = if critical { blow.protection * 75 / 100 } else { blow.protection };
        if critical {
            dice.note("armour defeated: protection", protection);
        }
        let damage_dice = dice.pair("damage roll");
        let most = blow.changes.margin_for(enough);
        let through =
            dice.margin((damage_value, damage_dice), (protection + blow.shield, protection_dice), 0..=most);
        dice.note("through protection", through);
        let damage = blow.changes.apply(through);
        if damage != through {
            dice.note("damage", damage);
        }
        Wound { contact: blow.contact, damage, severs: blow.changes.severs && damage > 0 }
    }

    /// A whole strike up to the defender's wards.
    pub(super) fn wound_of_strike<R: Reading>(
        &self,
        r: &mut R,
        harassment: i64,
        enough: i64,
    ) -> R::Of<Wound> {
        let contact = self.contact(r, harassment);
        let blow = r.stage(
            contact,
            |dice, contact| {
                if contact.hits() { Ok(self.blow(dice, contact)) } else { Err(contact) }
            },
        );
        r.stage(blow, |dice, blow| match blow {
            Ok(blow) => self.wound(dice, blow, enough),
            Err(contact) => Wound { contact, damage: 0, severs: false },
        })
    }
}
