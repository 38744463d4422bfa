//! The damage of a strike that lands (rules 4.1 to 4.9).

use super::Fight;
use super::names::{BodyPart, Critical, DamageType, State, StrengthShare, WeaponElement};
use super::strike::Contact;
use tohit_odds::{Chance, Contest, Reading};

/// All of a hit place that its damage depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Blow {
    /// Reduced by the weapon (rules 4.6).
    protection: i64,
    /// On a shield hit (rules 4.7).
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

/// What a critical hit leaves of protection (rules 4.8).
const fn armour_defeated(protection: i64) -> i64 {
    protection * 75 / 100
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
    fn blow(&self, dice: &mut impl Chance, contact: Contact, locations: &[(BodyPart, u32)]) -> Blow {
        let names: Vec<_> = locations.iter().map(|(part, share)| (part.name(), *share)).collect();
        let place = dice.pick("hit location", &names);
        let part = locations.get(place).map_or(BodyPart::Torso, |(part, _)| *part);
        if locations.len() == 1 {
            dice.note("hit location", part.name());
        }
        let types = self.sheet.attacker.weapon.types.get();
        let names: Vec<_> = types.iter().map(|one| (one.name(), 1)).collect();
        let damage_type = types.get(dice.pick("damage type", &names)).copied();

        let whole = self.protection(part);
        dice.note("protection", whole);
        let protection = self.pierced(whole, damage_type);
        if protection != whole {
            dice.note("protection against this weapon", protection);
        }
        let shield = if contact == Contact::Shield { self.shield_protection(damage_type) } else { 0 };
        if contact == Contact::Shield {
            dice.note("shield's protection", shield);
        }
        Blow { protection, shield, changes: self.changes(part, damage_type) }
    }

    /// Rules 4.9.
    fn changes(&self, part: BodyPart, damage_type: Option<DamageType>) -> Changes {
        let defender = &self.sheet.defender;
        let head = part == BodyPart::Head;
        let limb = matches!(part, BodyPart::Arms | BodyPart::Legs);
        let half = (self.max_hp() / 2).max(1);
        Changes {
            slash: damage_type == Some(DamageType::Slash),
            blunt_on_head: damage_type == Some(DamageType::Blunt) && head,
            resisted: match damage_type {
                Some(DamageType::Pierce) => defender.resist_pierce,
                Some(DamageType::Slash) => defender.resist_slash,
                Some(DamageType::Blunt) => defender.resist_blunt,
                None => false,
            },
            limb_cap: (limb && self.sheet.situation.variants.limb_cap).then_some(half),
            severs: damage_type == Some(DamageType::Slash) && head,
        }
    }

    /// The most damage that a hit does, wherever it lands, when its dice are ahead of the defender's by `lead`.
    pub(super) fn most_damage(&self, lead: i64) -> i64 {
        let types = self.sheet.attacker.weapon.types.get();
        let most = |part: BodyPart| {
            let types = types.iter().copied().map(Some).chain(types.is_empty().then_some(None));
            let damages = types.map(|damage_type| {
                let protection = armour_defeated(self.pierced(self.protection(part), damage_type));
                self.changes(part, damage_type).apply(self.damage_value() + lead - protection)
            });
            damages.max()
        };
        self.hit_locations().iter().filter_map(|(part, _)| most(*part)).max().unwrap_or_default()
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

    /// Damage roll against protection roll (rules 4.1, 4.8).
    fn damage_roll(&self, dice: &mut impl Chance, blow: Blow) -> Contest {
        let damage = self.damage_value();
        dice.note("damage value", damage);
        let damage_dice = dice.pair("damage roll");
        dice.note_sum("total damage", (damage, &damage_dice));
        let mut protection_dice = dice.pair("protection roll");
        let critical = self.critical_at().is_some_and(|most| dice.at_most(&mut protection_dice, most));
        dice.decided("armour", &[("protection", blow.protection)], critical);
        let armour = if critical { armour_defeated(blow.protection) } else { blow.protection };
        if critical {
            dice.note("protection, armour defeated", armour);
        }
        let protection = armour + blow.shield;
        dice.note_sum("total protection", (protection, &protection_dice));
        Contest::new((damage, damage_dice), (protection, protection_dice))
    }

    /// The damage of a hit before the defender's wards, and whether it can sever the head (rules 3 and 4.1 to 4.9). Wounds of `enough` points or more need
    /// not be told apart.
    pub(super) fn wound<R: Reading>(&self, r: &mut R, contact: Contact, enough: i64) -> R::Tally<bool> {
        let locations = self.hit_locations();
        let start = r.start(());
        let rolls = r.stage(start, |dice, ()| {
            let blow = self.blow(dice, contact, &locations);
            (self.damage_roll(dice, blow), blow.changes)
        });
        r.tally(rolls, |r, (contest, changes)| {
            let through = r.margin(contest, 0..=changes.margin_for(enough));
            r.show("damage through protection", &through);
            let damage = r.change(through, |through| changes.apply(through).min(enough));
            r.show("damage", &damage);
            (changes.severs, damage)
        })
    }
}
