//! One blow, shot or throw of the player, and a turn of them (rules 2 to 7).

use super::blows::Blows;
use super::critical::Critical;
use super::damage::damage_of_hit;
use super::hit::{HitChance, HitRoll, formula_of};
use super::missiles::Shots;
use super::names::HitFormula;
use super::sheet::PlayerAttacks;
use super::skill::Skill;
use super::slays::slay_multiplier;
use super::{Outcome, Struck, Style};
use tohit_odds::{Key, Reading};

/// What an attack of the player comes down to, before any die is rolled.
pub(super) struct Attack<'a> {
    pub(super) style: Style,
    pub(super) fight: &'a PlayerAttacks,
    pub(super) skill: Skill,
    pub(super) chance: HitChance,
    /// None for bare hands.
    pub(super) critical: Option<Critical>,
    /// By what the dice are multiplied.
    pub(super) slay: i64,
    formula: HitFormula,
}

impl<'a> Attack<'a> {
    pub(super) fn of(style: Style, fight: &'a PlayerAttacks) -> Self {
        let (player, situation) = (&fight.attacker, &fight.situation);
        let flags = match style {
            Style::Melee => player.weapon.as_ref().map(|weapon| &weapon.flags),
            Style::Fired(_) => Some(&player.ammo.flags),
            Style::Thrown => player.object.is_weapon().then_some(&player.object.flags),
        };
        let skill = Skill::of(style, fight);
        Self {
            style,
            fight,
            chance: HitChance { k: skill.k, ac: fight.defender.ac.get() },
            critical: Critical::of(style, fight, &skill),
            slay: flags.map_or(1, |flags| slay_multiplier(flags, &fight.defender)),
            formula: formula_of(situation.rules, situation.hit_formula),
            skill,
        }
    }

    /// The figures of the character screen, for the log.
    pub(super) fn notes<R: Reading>(&self, r: &mut R) {
        let [base, bonus, overall] = match self.style {
            Style::Melee => {
                ["base melee combat skill", "bonus to combat skill", "overall melee combat skill"]
            }
            Style::Fired(_) | Style::Thrown => {
                ["base missile weapon skill", "bonus to missile combat skill", "overall missile weapon skill"]
            }
        };
        r.note(base, self.skill.base);
        r.note(bonus, self.skill.combat_bonus);
        r.note(overall, self.skill.overall);
    }

    /// One strike: how it turned out, and its damage.
    pub(super) fn strike<R: Reading>(&self, r: &mut R) -> R::Tally<Struck> {
        let start = r.start(());
        let rolled = r.stage(start, |dice, ()| self.chance.roll(dice, self.formula));
        let struck = r.stage(rolled, |dice, roll| {
            let outcome = match roll {
                HitRoll::AutoMiss => Outcome::AutoMiss,
                HitRoll::RolledMiss => Outcome::Miss,
                HitRoll::AutoHit | HitRoll::RolledHit => {
                    self.critical.map_or(Outcome::Hit, |critical| critical.roll(dice))
                }
            };
            Struck { roll, outcome }
        });
        r.tally(struck, |r, struck| {
            if !struck.roll.hits() {
                return (struck, r.fixed(0));
            }
            let key = Key("damage of a hit", [struck.outcome as i64, 0, 0]);
            (struck, r.once(key, |r| damage_of_hit(r, self, struck.outcome)))
        })
    }

    /// All strikes of a turn; they stop when the monster is dead.
    pub(super) fn turn<R: Reading>(&self, r: &mut R, mut strike: impl FnMut(&mut R) -> R::Total) -> R::Total {
        let player = &self.fight.attacker;
        let (name, strikes) = match self.style {
            Style::Melee => ("blow #", Blows::of(player).number),
            Style::Fired(launcher) => ("shot #", Shots::of(player, &launcher).number),
            Style::Thrown => ("throw", 1),
        };
        let hit_points = self.fight.defender.hp.map(|hp| hp.get());
        r.repeat(u32::try_from(strikes).unwrap_or(1), hit_points, |r, number| {
            r.heading((name, number));
            strike(r)
        })
    }
}
