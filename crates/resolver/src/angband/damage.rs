//! The damage done by a hit: a blow (rules 3), a shot (rules 5.1) and a throw (rules 5.2), each in its own order.

use super::critical::critical_damage;
use super::missiles::Shots;
use super::names::Rules;
use super::sheet::{DiceCount, Player, Sides};
use super::skill::{edge_penalty, stun_penalty};
use super::strike::Attack;
use super::{Outcome, Style};
use tohit_odds::{Die, Reading};

/// Dice as the game rolls them: without sides or without dice they show 0.
pub(super) fn dice_of<R: Reading>(r: &mut R, label: &'static str, dice: DiceCount, sides: Sides) -> R::Total {
    match (u32::try_from(dice.get()), u32::try_from(sides.get())) {
        (Ok(count), Ok(sides @ 1..)) => r.roll(label, Die::Dice { count, sides }),
        _ => r.fixed(0),
    }
}

/// The melee damage bonus: strength, gear, the weapon, stun, and a priest's dislike of edges (rules 1.5).
pub(super) fn melee_damage_bonus(player: &Player) -> i64 {
    let weapon = player.weapon.as_ref().map_or(0, |weapon| weapon.to_dam.get());
    let bonus = player.str.row().strength_to_dam + player.gear_to_dam.get() + weapon
        - stun_penalty(player)
        - edge_penalty(player);
    player.totals.damage_bonus.map_or(bonus, |known| known.get())
}

/// The damage of a hit that turned out so.
pub(super) fn damage_of_hit<R: Reading>(r: &mut R, attack: &Attack<'_>, outcome: Outcome) -> R::Total {
    let player = &attack.fight.attacker;
    let damage = match attack.style {
        Style::Melee => blow(r, attack, outcome),
        Style::Fired(launcher) => {
            let ammo = &player.ammo;
            let damage = dice_of(r, "ammunition dice", ammo.dice, ammo.sides);
            let damage = plus(r, "with the ammunition's bonus", damage, ammo.to_dam.get());
            let damage = plus(r, "with the launcher's bonus", damage, launcher.to_dam.get());
            let multiplier = Shots::of(player, &launcher).multiplier;
            let damage = r.change(damage, |damage| damage * multiplier);
            r.show("times the launcher's multiplier", &damage);
            let damage = slain(r, damage, attack.slay);
            critical(r, damage, outcome)
        }
        Style::Thrown => {
            let object = &player.object;
            let damage = dice_of(r, "object dice", object.dice, object.sides);
            // By the document only weapons and ammunition add their bonus (rules 10, D9).
            let adds = attack.fight.situation.rules == Rules::Game || object.is_weapon();
            let bonus = if adds { object.to_dam.get() } else { 0 };
            let damage = plus(r, "with the object's bonus", damage, bonus);
            let damage = slain(r, damage, attack.slay);
            critical(r, damage, outcome)
        }
    };
    let damage = r.change(damage, |damage| damage.max(0));
    r.show("damage", &damage);
    damage
}

/// A blow: the melee damage bonus comes last, after slay and critical hit. Bare hands have neither.
fn blow<R: Reading>(r: &mut R, attack: &Attack<'_>, outcome: Outcome) -> R::Total {
    let player = &attack.fight.attacker;
    let damage = match &player.weapon {
        None => r.fixed(1),
        Some(weapon) => {
            let damage = dice_of(r, "weapon dice", weapon.dice, weapon.sides);
            let damage = slain(r, damage, attack.slay);
            critical(r, damage, outcome)
        }
    };
    plus(r, "with the melee damage bonus", damage, melee_damage_bonus(player))
}

fn plus<R: Reading>(r: &mut R, label: &'static str, damage: R::Total, bonus: i64) -> R::Total {
    if bonus == 0 {
        return damage;
    }
    let damage = r.change(damage, |damage| damage + bonus);
    r.show(label, &damage);
    damage
}

fn slain<R: Reading>(r: &mut R, damage: R::Total, slay: i64) -> R::Total {
    if slay == 1 {
        return damage;
    }
    let damage = r.change(damage, |damage| damage * slay);
    r.show("times the slay or brand", &damage);
    damage
}

fn critical<R: Reading>(r: &mut R, damage: R::Total, outcome: Outcome) -> R::Total {
    if outcome == Outcome::Hit {
        return damage;
    }
    let damage = r.change(damage, |damage| critical_damage(outcome, damage));
    r.show("critical damage", &damage);
    damage
}
