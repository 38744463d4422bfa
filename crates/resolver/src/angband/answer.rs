//! The answer: one strike, the turn, and the figures they come from.

use super::blows::Blows;
use super::damage::melee_damage_bonus;
use super::hit::HitRoll;
use super::missiles::{Breakage, Shots, throwing_range};
use super::names::HitFormula;
use super::sheet::MonsterAttacks;
use super::strike::Attack;
use super::{Outcome, Struck, Style};
use crate::answer::{Answer, Extra, Spread};
use tohit_odds::{Figure, Odds, Reading, Tally, Total, Weights};

const RULESET: &str = "angband";

type Chances<F> = Vec<(&'static str, <F as Weights>::Weight)>;

/// What is said of one strike.
struct OneStrike<F: Weights> {
    hit: F::Weight,
    outcomes: Chances<F>,
    hit_roll: Extra<F::Weight>,
    total: Total<F::Weight>,
}

impl<F: Weights> OneStrike<F> {
    fn of(odds: &mut Odds<F>, tally: Tally<Struck, F::Weight>) -> Self {
        let weights = odds.weights().clone();
        let possible = |outcome: Outcome| tally.parts().any(|(struck, _, _)| struck.outcome == outcome);
        let chance = |outcome: Outcome| tally.chance(&weights, |struck| struck.outcome == outcome);
        let outcomes = Outcome::ALL.into_iter().filter(|outcome| possible(*outcome));
        let rolls = HitRoll::ALL
            .map(|(name, roll)| (name, Extra::Chance(tally.chance(&weights, |struck| struck.roll == roll))));
        Self {
            hit: tally.chance(&weights, |struck| struck.outcome.hits()),
            outcomes: outcomes.map(|outcome| (outcome.name(), chance(outcome))).collect(),
            hit_roll: Extra::Group(rolls.into()),
            total: odds.sum(tally),
        }
    }
}

/// The chance that the damage exceeds the hit points.
fn kill<F: Weights>(
    weights: &F,
    total: &Total<F::Weight>,
    hit_points: i64,
) -> (&'static str, Extra<F::Weight>) {
    ("kill", Extra::Chance(total.chance(weights, |damage| damage > hit_points)))
}

/// The answer of the modes melee, fired and thrown.
pub(super) fn of_player<F: Weights>(attack: &Attack<'_>, odds: &mut Odds<F>) -> Answer<F::Weight> {
    let weights = odds.weights().clone();
    let tally = attack.strike(odds);
    let strike = OneStrike::of(odds, tally);
    let turn = attack.turn(odds, |_| strike.total.clone());
    let mode = match attack.style {
        Style::Melee => "melee",
        Style::Fired(_) => "fired",
        Style::Thrown => "thrown",
    };
    let mut answer = Answer::new(RULESET, mode);
    answer.damage = Some(Spread::of(&weights, &strike.total));
    if !matches!(attack.style, Style::Thrown) {
        answer.turn_damage = Some(Spread::of(&weights, &turn));
    }
    answer.more.push(("hit_roll", strike.hit_roll));
    if let Some(hp) = attack.fight.defender.hp {
        answer.more.push(kill(&weights, &turn, hp.get()));
    }
    if let Some(breakage) = breakage(attack) {
        answer.more.push(("breakage", broken(&weights, &breakage, strike.hit)));
    }
    answer.hit = Some(strike.hit);
    answer.outcomes = strike.outcomes;
    answer.values = values(attack);
    answer
}

/// How likely the missile breaks.
fn breakage(attack: &Attack<'_>) -> Option<Breakage> {
    let (player, situation) = (&attack.fight.attacker, &attack.fight.situation);
    let of = |kind, artifact| Breakage::of(kind, artifact, situation.distance.get(), situation.rules);
    match attack.style {
        Style::Melee => None,
        Style::Fired(launcher) => Some(of(launcher.kind.ammunition(), player.ammo.artifact)),
        Style::Thrown => Some(of(player.object.kind, player.object.artifact)),
    }
}

fn broken<F: Weights>(weights: &F, breakage: &Breakage, hit: F::Weight) -> Extra<F::Weight> {
    let (on_hit, on_miss) = (weights.fraction(&breakage.on_hit), weights.fraction(&breakage.on_miss));
    let per_shot = weights.add(weights.mul(hit, on_hit), weights.mul(weights.rest(hit), on_miss));
    let parts = [("on_hit", on_hit), ("on_miss", on_miss), ("per_shot", per_shot)];
    Extra::Group(parts.map(|(name, chance)| (name, Extra::Chance(chance))).into())
}

/// The figures behind a strike of the player.
fn values(attack: &Attack<'_>) -> Vec<(&'static str, Figure)> {
    let (player, skill) = (&attack.fight.attacker, &attack.skill);
    let mut values: Vec<(&'static str, Figure)> = vec![
        ("to_hit", skill.to_hit.into()),
        ("overweight", skill.overweight.into()),
        ("base_skill", skill.base.into()),
        ("combat_bonus", skill.combat_bonus.into()),
        ("skill", skill.overall.into()),
    ];
    let range = match attack.style {
        Style::Melee => {
            let blows = Blows::of(player);
            values.push(("blows", blows.number.into()));
            values.extend(blows.swi.map(|swi| ("swi", swi.into())));
            values.push(("damage_bonus", melee_damage_bonus(player).into()));
            None
        }
        Style::Fired(launcher) => {
            let shots = Shots::of(player, &launcher);
            values.push(("shots", shots.number.into()));
            values.push(("multiplier", shots.multiplier.into()));
            values.push(("energy_per_shot", shots.energy_per_shot().into()));
            Some(shots.range())
        }
        Style::Thrown => Some(throwing_range(player)),
    };
    if let Some(range) = range {
        values.push(("range", range.into()));
        values.push(("in_range", (attack.fight.situation.distance.get() <= range).into()));
    }
    values.extend(attack.critical.map(|critical| ("critical_power", critical.power.into())));
    values.push(("k", skill.k.into()));
    values.push(("slay_multiplier", attack.slay.into()));
    values.push(("hit_integer", attack.chance.net(HitFormula::Integer).into()));
    values.push(("hit_continuous", attack.chance.net(HitFormula::Continuous).into()));
    values
}

/// The answer of the mode monster-melee.
pub(super) fn of_monster<F: Weights>(fight: &MonsterAttacks, odds: &mut Odds<F>) -> Answer<F::Weight> {
    let weights = odds.weights().clone();
    let blows = fight.attacker.blows.get();
    let mut strikes: Vec<OneStrike<F>> = Vec::new();
    for blow in blows {
        let tally = fight.blow(odds, blow);
        strikes.push(OneStrike::of(odds, tally));
    }
    let turn = fight.turn(odds, |odds, place, _| match strikes.get(place) {
        Some(strike) => strike.total.clone(),
        None => odds.fixed(0),
    });
    let mut answer = Answer::new(RULESET, "monster-melee");
    answer.turn_damage = Some(Spread::of(&weights, &turn));
    answer.values.push(("level", fight.attacker.level.get().into()));
    let chosen = fight.chosen();
    if let (Some(strike), Some(blow)) = (strikes.get(chosen), blows.get(chosen)) {
        answer.hit = Some(strike.hit);
        answer.outcomes = strike.outcomes.clone();
        answer.damage = Some(Spread::of(&weights, &strike.total));
        answer.more.push(("hit_roll", strike.hit_roll.clone()));
        answer.values.extend(fight.k(blow).map(|k| ("k", k.into())));
    }
    if let Some(hp) = fight.defender.hp {
        answer.more.push(kill(&weights, &turn, hp.get()));
    }
    let listed = strikes.iter().zip(blows).map(|(strike, blow)| listed(&weights, strike, fight.k(blow)));
    answer.more.push(("strikes", Extra::List(listed.collect())));
    answer
}

/// One blow of several.
fn listed<F: Weights>(weights: &F, strike: &OneStrike<F>, k: Option<i64>) -> Extra<F::Weight> {
    let outcomes = strike.outcomes.iter().map(|(name, chance)| (*name, Extra::Chance(*chance)));
    let mut parts = vec![
        ("hit", Extra::Chance(strike.hit)),
        ("outcomes", Extra::Group(outcomes.collect())),
        ("hit_roll", strike.hit_roll.clone()),
        ("damage", Extra::Spread(Spread::of(weights, &strike.total))),
    ];
    parts.extend(k.map(|k| ("k", Extra::Figure(k.into()))));
    Extra::Group(parts)
}
