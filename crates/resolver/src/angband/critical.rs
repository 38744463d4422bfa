//! The probability of a critical hit, and what it does to the damage (rules 3.3, 4 and 5.3).

use super::names::Rules;
use super::sheet::PlayerAttacks;
use super::skill::Skill;
use super::{Outcome, Style};
use tohit_odds::{Chance, Die};

/// P is out of so many.
const OF: i64 = 5000;

/// What decides whether a hit is critical, and of which type.
#[derive(Clone, Copy)]
pub(super) struct Critical {
    /// P, as it is added up.
    pub(super) power: i64,
    weight: i64,
    style: Style,
}

impl Critical {
    /// None for bare hands.
    pub(super) fn of(style: Style, fight: &PlayerAttacks, skill: &Skill) -> Option<Self> {
        let (player, rules) = (&fight.attacker, fight.situation.rules);
        let level = player.level.get();
        // By the document the missile's power counts the launcher's bonus, by the game it does not (rules 10, D3).
        // A known bonus of shots holds the launcher's (rules 5.3).
        let bonus = match (rules, player.totals.combat_bonus, style) {
            (Rules::Document, _, _) => skill.combat_bonus,
            (Rules::Game, None, _) => skill.to_hit,
            (Rules::Game, Some(known), Style::Fired(launcher)) => known.get() - launcher.to_hit.get(),
            (Rules::Game, Some(known), _) => known.get(),
        };
        let missile = |weight: i64, to_hit: i64| (weight, weight + 4 * (bonus + to_hit) + 2 * level);
        let (weight, power) = match style {
            Style::Melee => {
                let weight = player.weapon.as_ref()?.weight.get();
                (weight, weight + 5 * skill.combat_bonus + 3 * level)
            }
            Style::Fired(_) => missile(player.ammo.weight.get(), player.ammo.to_hit.get()),
            Style::Thrown => {
                let object = &player.object;
                let to_hit = match rules {
                    Rules::Document => object.to_hit_as_weapon(),
                    Rules::Game => object.to_hit.get(),
                };
                missile(object.weight.get(), to_hit)
            }
        };
        Some(Self { power, weight, style })
    }

    /// How a blow that lands turns out.
    pub(super) fn roll(self, dice: &mut impl Chance) -> Outcome {
        dice.note("P", self.power);
        if !dice.happens("critical roll", self.power.clamp(0, OF).unsigned_abs(), OF.unsigned_abs()) {
            return Outcome::Hit;
        }
        let (sides, marks): (i64, &[i64]) = match self.style {
            Style::Melee => (650, &[400, 700, 900, 1300]),
            Style::Fired(_) | Style::Thrown => (500, &[500, 1000]),
        };
        let sum = Die::Range { from: self.weight + 1, to: self.weight + sides };
        let types = [Outcome::Good, Outcome::Great, Outcome::Superb, Outcome::StarGreat, Outcome::StarSuperb];
        let outcome = types.get(dice.band("weight and type roll", sum, marks)).copied();
        let outcome = outcome.unwrap_or(Outcome::Good);
        dice.note("type of critical hit", outcome.name());
        outcome
    }
}

/// What a critical hit makes of the damage so far; the half point of a *SUPERB* hit is dropped before the 25.
pub(super) fn critical_damage(outcome: Outcome, damage: i64) -> i64 {
    match outcome {
        Outcome::Good => 2 * damage + 5,
        Outcome::Great => 2 * damage + 10,
        Outcome::Superb => 3 * damage + 15,
        Outcome::StarGreat => 3 * damage + 20,
        Outcome::StarSuperb => 7 * damage / 2 + 25,
        Outcome::AutoMiss | Outcome::Miss | Outcome::Hit | Outcome::Repelled => damage,
    }
}
