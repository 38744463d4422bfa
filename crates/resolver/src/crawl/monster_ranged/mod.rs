//! A monster shoots, throws or casts a bolt at a player (rules 4).

mod aside;
mod missile;

use super::dice::{minus, r2, r2avg};
use super::ending::Ending;
use super::names::{AcRolls, Rules};
use super::sheet::monster_ranged::Scenario;
use super::shield::PlayerShield;
use aside::{Aside, Met};
use missile::Shot;
use tohit_odds::{Chance, Die, Key, Reading};

impl Scenario {
    pub(super) fn strike<R: Reading>(&self, r: &mut R) -> R::Tally<Ending> {
        let shot = self.shot(r);
        let met = self.shield_block(r, shot);
        let ended = self.dodge(r, met);
        r.tally(ended, |r, (ending, archer)| {
            let damage = match ending.lands() {
                true => r.once(Key("damage", [archer, 0, 0]), |r| self.damage(r, archer)),
                false => r.fixed(0),
            };
            (ending, damage)
        })
    }

    pub(super) const fn rules(&self) -> Rules {
        self.situation.rules
    }

    fn shield(&self) -> PlayerShield {
        let defender = &self.defender;
        PlayerShield {
            rules: self.rules(),
            shield: defender.shield,
            class: defender.sh.get(),
            strength: defender.strength.get(),
            dexterity: defender.dexterity.get(),
            skill: defender.skills.shields.get(),
        }
    }

    /// The shield comes first (rules 4.2.1): none is left of a shot that it blocks.
    fn shield_block<R: Reading>(&self, r: &mut R, shot: R::Of<Shot>) -> R::Of<Option<Shot>> {
        let projectile = &self.attacker.projectile;
        let (shield, blocks) = (self.shield(), self.defender.shield_blocks.get());
        if projectile.piercing || projectile.ac_rolls == AcRolls::Half || !shield.guards() {
            return r.stage(shot, |_, shot| Some(shot));
        }
        r.then(shot, |r, shot| {
            let guard = r.once(Key("shield", [0; 3]), |r| shield.guard(r));
            let guards = r.states(guard);
            let against = shot.to_hit * 130 / 100 + PlayerShield::worn_out(blocks);
            r.stage(guards, |dice, guard| {
                dice.note("shield block", guard);
                dice.reaches("past the shield", r2(against), guard).then_some(shot)
            })
        })
    }

    /// Whether a shot that is not blocked hits (rules 4.2.2 to 4.2.5).
    fn dodge<R: Reading>(&self, r: &mut R, met: R::Of<Option<Shot>>) -> R::Of<(Ending, i64)> {
        let unseen = self.defender.invisible && !self.attacker.sees_invisible;
        let lit = self.defender.backlit && self.rules().is_v09();
        let seen = r.stage(met, |dice, met| {
            let shot = met?;
            let to_hit = if unseen { shot.to_hit / 2 } else { shot.to_hit };
            let glow = if lit { dice.roll("backlit", Die::Range { from: 2, to: 9 }) } else { 0 };
            dice.note("to-hit number", to_hit + glow);
            Some(Shot { to_hit: to_hit + glow, ..shot })
        });
        let aside = Aside {
            deflects: self.defender.deflect_missiles,
            repels: self.defender.repel_missiles,
            as_beam: self.attacker.projectile.piercing || self.rules().is_page(),
            names_the_miss: self.rules().is_v09(),
        };
        r.then(seen, |r, seen| {
            let Some(Shot { to_hit, archer }) = seen else {
                return r.start((Ending::ShieldBlock, 0));
            };
            // What becomes of the shot depends on its number alone, whatever an archer adds to the damage.
            let end = r.once(Key("shot", [to_hit, 0, 0]), |r| {
                let ended = self.dodge_one(r, &aside, to_hit);
                r.total(ended, Ending::place)
            });
            let ends = r.states(end);
            r.stage(ends, |_, place| {
                let ending = Ending::at(place);
                (ending, if ending.lands() { archer } else { 0 })
            })
        })
    }

    /// Spells that turn the shot aside, and the dodge roll.
    fn dodge_one<R: Reading>(&self, r: &mut R, aside: &Aside, to_hit: i64) -> R::Of<Ending> {
        let evasion = self.evasion();
        let start = r.start(to_hit);
        let bent = r.stage(start, |dice, to_hit| aside.bends(dice, to_hit));
        // Of many numbers the same is left.
        let met = r.then(bent, |r, bent| {
            let key = Key("bent shot", [bent.left, bent.repelled.unwrap_or_default(), 0]);
            let met = r.once(key, |r| {
                let dodge = r.once(Key("dodge", [0; 3]), |r| r2avg(r, "dodge", evasion));
                let dodges = r.states(dodge);
                let met = r.stage(dodges, |dice, dodge| {
                    dice.note("dodge roll", dodge);
                    aside.meets(dice, bent, dodge)
                });
                r.total(met, Met::place)
            });
            r.states(met)
        });
        r.stage(met, |dice, met| aside.ends(dice, Met::at(met), to_hit))
    }

    /// The evasion that counts: whoever is helpless has none but that of the body's size.
    pub(super) fn evasion(&self) -> i64 {
        match self.defender.helpless {
            true => (2 - self.defender.size.above_medium()).max(1),
            false => self.defender.ev.get(),
        }
    }

    /// The damage of a shot that hits (rules 4.3).
    fn damage<R: Reading>(&self, r: &mut R, archer: i64) -> R::Total {
        let mut damage = self.damage_roll(r, archer);
        let armour = Die::Range { from: 0, to: self.defender.ac.get() };
        let shrapnel_counts = self.rules().is_v09() || self.defender.heavy_armour;
        let rolls = match self.attacker.projectile.ac_rolls {
            AcRolls::None => 0,
            AcRolls::Three if shrapnel_counts => 3,
            AcRolls::One | AcRolls::Half | AcRolls::Three => 1,
        };
        if self.attacker.projectile.ac_rolls == AcRolls::Half {
            let taken = r.roll("armour", armour);
            let taken = r.change(taken, |taken| -(taken / 2));
            damage = r.add(damage, taken);
        } else {
            for _ in 0..rolls {
                damage = minus(r, damage, "armour", armour);
            }
        }
        let damage = r.change(damage, |damage| damage.max(0));
        r.show("damage dealt", &damage);
        damage
    }
}
