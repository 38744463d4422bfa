//! The attacker's side (rules 2): hit roll, maximum bonus, skill, modifier and attack roll.

use super::Fight;
use super::names::{
    AttackType, ImprovisedLevel, ImprovisedStyle, Kind, Mode, OneMisses, Size, Skill, SourcelessBonus,
    Special, TrueAimOne, Twenty,
};
use super::sheet::{Strike, Weapon};
use tohit_odds::{Chance, Die};

/// What the rules ask of an attack: thrown weapons and missiles are one style (rules 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Melee,
    Thrown,
    Spell,
    Wand,
    /// Without an attacker.
    Trap,
}

/// What the AC roll is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Attack {
    CompleteMiss,
    /// Hits if it reaches the AC roll.
    Roll(i64),
    /// Hits whatever the AC roll is, and cannot be avoided.
    Forced,
    /// A natural 20 hits whatever the AC roll is, and threatens with the same modifier.
    Twenty {
        modifier: i64,
        forced: bool,
    },
}

impl Fight {
    pub(super) fn style(&self) -> Style {
        match (self.mode, self.attacker().improvised_style) {
            (Mode::Melee, _) | (Mode::Improvised, ImprovisedStyle::Melee) => Style::Melee,
            (Mode::Thrown | Mode::Missile, _) | (Mode::Improvised, ImprovisedStyle::Thrown) => Style::Thrown,
            (Mode::Spell, _) => Style::Spell,
            (Mode::Wand, _) => Style::Wand,
            (Mode::Trap, _) => Style::Trap,
        }
    }

    fn swings_or_throws(&self) -> bool {
        matches!(self.style(), Style::Melee | Style::Thrown)
    }

    /// The weapon, where the mode uses one.
    pub(super) fn weapon(&self) -> Option<&Weapon> {
        self.attacker().weapon.as_ref().filter(|_| self.swings_or_throws())
    }

    /// The weapon's enchantment, together with its launcher's (rules 2.12, 5.8).
    pub(super) fn enchantment(&self) -> i64 {
        let Some(weapon) = self.weapon() else { return 0 };
        let launcher = self.attacker().launcher.as_ref().filter(|_| self.mode == Mode::Missile);
        weapon.enchantment.get() + launcher.map_or(0, |launcher| launcher.enchantment.get())
    }

    /// Rules 2.9 and 2.10.
    fn level(&self) -> i64 {
        let (physical, magical) = (self.attacker().physical_level.get(), self.attacker().magical_level.get());
        match self.mode {
            Mode::Melee | Mode::Thrown | Mode::Missile => physical,
            Mode::Spell => magical,
            Mode::Wand => physical + magical,
            Mode::Trap => 0,
            Mode::Improvised => match self.points.improvised_level {
                ImprovisedLevel::None => 0,
                ImprovisedLevel::Physical => physical,
            },
        }
    }

    /// Rules 2.11.
    fn natural_bonus(&self, strike: &Strike) -> i64 {
        let ignored = self.style() == Style::Trap && self.points.sourceless_bonus == SourcelessBonus::Ignored;
        if ignored { 0 } else { strike.to_hit_bonus.get() }
    }

    /// Rules 2.14 to 2.17.
    pub(super) fn weapon_skill(&self) -> u32 {
        let attacker = self.attacker();
        if self.style() == Style::Trap {
            return 2;
        }
        if let Some(given) = attacker.skill_level {
            return u32::try_from(given.get()).unwrap_or_default();
        }
        if attacker.kind == Kind::Monster {
            return 2;
        }
        if !self.swings_or_throws() {
            return 1;
        }
        // The thrown style asks for the skill, with or without a thing thrown (rules 2.16).
        let Some(weapon) = self.weapon() else {
            return u32::from(self.style() == Style::Thrown && attacker.skills.has(Skill::Ranged));
        };
        let improvised = self.mode == Mode::Improvised;
        let by_type = match weapon.r#type {
            AttackType::Edged if !improvised => Skill::Edged,
            AttackType::Pointed if !improvised => Skill::Pointed,
            AttackType::Blunt if !improvised => Skill::Blunt,
            _ => Skill::Improvised,
        };
        let by_style = match (self.style(), weapon.size) {
            (Style::Thrown, _) => Some(Skill::Ranged),
            (_, Size::Tiny | Size::Small) => Some(Skill::Small),
            (_, Size::Medium) => Some(Skill::Medium),
            (_, Size::Large) => Some(Skill::Large),
            (_, Size::Huge | Size::Gargantuan) => None,
        };
        let special = weapon.special.skill().filter(|_| !improvised);
        let counted = [Some(by_type), by_style, special].into_iter().flatten();
        counted.map(|skill| u32::from(attacker.skills.has(skill))).sum()
    }

    /// Rules 2.9 to 2.13.
    pub(super) fn maximum_bonus(&self, strike: &Strike) -> i64 {
        self.level() + self.natural_bonus(strike) + self.enchantment() + i64::from(self.weapon_skill())
    }

    /// What is added to the roll of the maximum bonus (rules 2.19).
    fn circumstances(&self) -> i64 {
        let situation = &self.sheet.situation;
        let from_tree = self.style() == Style::Thrown && self.attacker().in_tree && !self.defender().in_tree;
        let four = |counts: bool| if counts { 4 } else { 0 };
        match self.style() {
            Style::Trap => 0,
            _ => four(from_tree) + four(situation.natural_enemy) - four(!situation.can_sense),
        }
    }

    /// Rules 2.4.
    fn is_off_balance(&self) -> bool {
        self.attacker().off_balance && self.swings_or_throws()
    }

    /// Whether a natural 1 spoils what is not forced (rules 2.5).
    fn one_misses(&self) -> bool {
        self.swings_or_throws() || self.points.one_misses == OneMisses::All
    }

    /// Rules 2.6.
    fn aims_truly(&self) -> bool {
        self.style() == Style::Thrown
            && self.attacker().skills.has(Skill::TrueAim)
            && self.weapon().is_some_and(|weapon| weapon.special == Special::TrueAim)
    }

    /// Rules 2.6 and 2.7.
    fn is_forced(&self, strike: &Strike, hit_roll: i64) -> bool {
        let spoiled = hit_roll == 1 && self.points.true_aim_one == TrueAimOne::Misses;
        strike.always_hits || (self.aims_truly() && !spoiled)
    }

    /// The attack roll, from the hit roll on (rules 2.3 to 2.8, 2.18 to 2.20).
    pub(super) fn attack_roll(&self, dice: &mut impl Chance, strike: &Strike) -> Attack {
        let hit_roll = dice.roll("hit", Die::d(20));
        dice.note("hit roll", hit_roll);
        let natural = match hit_roll {
            _ if self.is_off_balance() => "off balance",
            1 => "1",
            20 => "20",
            _ => "2 to 19",
        };
        dice.decided("hit", &[], natural);
        let forced = self.is_forced(strike, hit_roll);
        if self.is_off_balance() || (hit_roll == 1 && !forced && self.one_misses()) {
            return Attack::CompleteMiss;
        }
        let (maximum, skill) = (self.maximum_bonus(strike), self.weapon_skill());
        dice.note("maximum bonus", maximum);
        dice.note("weapon skill", i64::from(skill));
        let bonus = dice.roll("bonus", self.points.attack_rolls(skill, maximum));
        let modifier = bonus + self.circumstances();
        dice.note("modifier", modifier);
        let attack_roll = hit_roll + modifier - 10;
        dice.note("attack roll", attack_roll);
        if hit_roll == 20 {
            return Attack::Twenty { modifier, forced: forced || self.points.twenty == Twenty::Unavoidable };
        }
        if forced { Attack::Forced } else { Attack::Roll(attack_roll) }
    }
}
