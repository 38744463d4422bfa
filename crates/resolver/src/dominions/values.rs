//! Attack value and defence value: the rows of the document's modifier tables (rules 2).

use super::Fight;
use super::names::{DamageType, Darkness, Gloom, State, Swamp, WaterAbility};
use super::sheet::{Attacker, Defender, Powers};

/// What a row adds when it holds.
const fn when(holds: bool, amount: i64) -> i64 {
    if holds { amount } else { 0 }
}

/// What either combatant sees and how it fights in water.
struct Senses {
    sees_in_the_dark: bool,
    darkvision: i64,
    swamp_survival: bool,
    water_ability: WaterAbility,
}

impl Senses {
    fn of_attacker(attacker: &Attacker) -> Self {
        Self {
            sees_in_the_dark: attacker.spirit_sight || attacker.blind_fighter,
            darkvision: attacker.darkvision.get(),
            swamp_survival: attacker.swamp_survival,
            water_ability: attacker.water_ability,
        }
    }

    fn of_defender(defender: &Defender) -> Self {
        Self {
            sees_in_the_dark: defender.spirit_sight || defender.blind_fighter,
            darkvision: defender.darkvision.get(),
            swamp_survival: defender.swamp_survival,
            water_ability: defender.water_ability,
        }
    }

    /// The full penalty without darkvision, none at 100 % (rules 2.7).
    fn darkness(&self, penalty: i64) -> i64 {
        let seen = penalty * (100 - self.darkvision);
        if self.sees_in_the_dark { 0 } else { -seen.div_euclid(100) - i64::from(seen.rem_euclid(100) > 0) }
    }
}

impl Fight {
    /// Everything added before the dice to the attack roll.
    pub(super) fn attack_value(&self) -> i64 {
        let attacker = &self.sheet.attacker;
        let bless = &attacker.bless;
        attacker.attack.get()
            + attacker.weapon.attack.get()
            + attacker.item_attack.get()
            + when(bless.attack, 2)
            + when(bless.quickness, 2)
            + when(bless.berserker, 2)
            + when(bless.blood_surge, 3)
            + bless.throne.get()
            + attacker.experience.get()
            + attacker.berserk.get()
            + self.powers(&attacker.powers)
            + when(attacker.quickened, 2)
            - self.several_weapons()
            + attacker.affliction_attack.get()
            - when(self.sheet.defender.invisible && !attacker.spirit_sight, 10)
            - attacker.fatigue.get() / 20
            - when(attacker.frozen, 3)
            - when(attacker.slimed, 2)
            + self.terrain(&Senses::of_attacker(attacker))
            - self.underwater_weapon()
            + when(attacker.weapon.flail && self.sheet.defender.shield.parry.get() > 0, 2)
    }

    /// Rules 2.5.
    fn several_weapons(&self) -> i64 {
        let attacker = &self.sheet.attacker;
        let own = (!attacker.weapon.intrinsic).then(|| attacker.weapon.length.get());
        let others = attacker.other_weapon_lengths.get().iter().map(|length| length.get());
        let lengths: Vec<i64> = others.chain(own).collect();
        if lengths.len() < 2 {
            return 0;
        }
        (lengths.iter().sum::<i64>() - attacker.ambidextrous.get()).max(0)
    }

    /// Rules 2.6.
    fn powers(&self, powers: &Powers) -> i64 {
        let situation = &self.sheet.situation;
        let scales = &situation.scales;
        let dark = situation.gloom != Gloom::None || situation.darkness != Darkness::None;
        when(dark, powers.dark.get())
            + when(situation.storm, powers.storm.get())
            + powers.chaos.get() * scales.turmoil.get()
            + powers.magic.get() * scales.magic.get()
            + powers.death.get() * scales.death.get()
            + (powers.cold.get() - powers.fire.get()) * scales.cold.get()
    }

    /// Darkness, swamp and water, as they are for both (rules 2.7 and the tables).
    fn terrain(&self, senses: &Senses) -> i64 {
        let situation = &self.sheet.situation;
        let water = match senses.water_ability {
            WaterAbility::None => 3,
            WaterAbility::PoorAmphibian => 2,
            WaterAbility::Amphibious | WaterAbility::Aquatic => 0,
        };
        when(situation.gloom != Gloom::None, senses.darkness(3))
            + when(situation.darkness != Darkness::None, senses.darkness(6))
            - when(situation.swamp != Swamp::None && !senses.swamp_survival, 1)
            - when(situation.underwater, water)
    }

    /// Rules 2.8.
    fn underwater_weapon(&self) -> i64 {
        let weapon = &self.sheet.attacker.weapon;
        if !self.sheet.situation.underwater {
            return 0;
        }
        let swung = weapon.types.has(DamageType::Slash) || weapon.types.has(DamageType::Blunt);
        let length = weapon.length.get().max(0);
        let penalty = if weapon.types.has(DamageType::Pierce) { length / 2 } else { length };
        when(swung, penalty) + when(weapon.flail, 1)
    }

    /// Everything added before the dice to the defence roll, after so many earlier attacks this turn.
    pub(super) fn defence_value(&self, harassment: i64) -> i64 {
        let defender = &self.sheet.defender;
        let bless = &defender.bless;
        let value = defender.defence.get()
            + defender.weapon_defence.get()
            + defender.armour_defence.get()
            + defender.shield.defence.get()
            + defender.item_defence.get()
            + when(bless.swiftness, 1)
            + when(bless.defence, 2)
            + when(bless.quickness, 2)
            + when(bless.blood_surge, 1)
            - when(bless.larger, 1)
            + bless.throne.get()
            + defender.experience.get()
            + self.powers(&defender.powers)
            + when(defender.quickened, 2)
            + when(defender.water_shield && self.sheet.situation.underwater, 5)
            + defender.affliction_defence.get()
            - defender.berserk.get()
            - defender.fatigue.get() / 10
            - when(defender.frozen, 3)
            - when(defender.slimed, 2)
            + self.terrain(&Senses::of_defender(defender));
        let harassed = value - self.harassment(harassment);
        // Rules 2.10.
        let harassed =
            if self.sheet.situation.variants.defence_floor { value.min(harassed.max(0)) } else { harassed };
        match defender.state {
            _ if defender.fatigue.get() >= 100 => 0,
            State::None => harassed,
            State::Petrified | State::Paralyzed | State::Sleeping | State::EncasedInIce => 0,
            _ if harassed > 0 => harassed / 4,
            _ => harassed,
        }
    }

    /// Rules 2.9.
    fn harassment(&self, points: i64) -> i64 {
        let defender = &self.sheet.defender;
        let counted = (points - defender.unsurroundable.get()).max(0);
        if defender.mounted { counted / 2 } else { counted }
    }

    /// The bonus of the shield (rules 2.2, 2.11).
    pub(super) fn parry(&self) -> i64 {
        let parry = self.sheet.defender.shield.parry.get();
        when(self.sheet.situation.variants.helpless_parry || !self.is_helpless(), parry)
    }

    /// Held, helpless or exhausted.
    pub(super) fn is_helpless(&self) -> bool {
        self.sheet.defender.state != State::None || self.sheet.defender.fatigue.get() >= 100
    }

    /// The length that counts (rules 5.1).
    pub(super) fn effective_length(length: i64, intrinsic: bool, size: i64) -> i64 {
        length + when(size >= 4 && !intrinsic, 1)
    }
}
