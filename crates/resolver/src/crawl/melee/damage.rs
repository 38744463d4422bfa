//! The damage of a blow that lands (rules 2.7, step by step).

use super::Swing;
use crate::crawl::dice::{minus, one_die, one_in, plus, r2, reckon, rround};
use crate::crawl::names::{Form, Species, TargetState, WeaponSkill};
use crate::crawl::sheet::melee::Scenario;
use tohit_odds::{Chance, Die, Reading};

impl Scenario {
    pub(super) fn damage<R: Reading>(&self, r: &mut R, swing: Swing) -> R::Total {
        let attacker = &self.attacker;
        let base = self.base_damage(r);
        let mut damage = self.by_stat(r, base);
        let times = if self.has_water_advantage() { 2 } else { 1 };
        damage = r.change(damage, |damage| damage * times + attacker.slaying_damage.get());
        r.show("potential damage", &damage);
        damage = reckon(r, damage, |dice, most| match most > 0 {
            true => i64::from(one_in(dice, "extra point", 3)) + dice.roll("damage roll", r2(most)),
            false => 0,
        });
        damage = self.by_skills(r, damage);
        damage = self.by_condition(r, damage);
        if attacker.is_armed() {
            damage = self.by_weapon_bonuses(r, damage, swing);
        }
        if swing.stabs {
            damage = r.change(damage, |damage| self.stab_damage(damage));
        }
        r.show("damage before armour", &damage);
        damage = self.through_armour(r, damage, swing);
        let brittle = !self.rules().is_v09() && self.defender.state == TargetState::Petrified;
        damage = r.change(damage, |damage| (if brittle { damage / 3 } else { damage }).max(0));
        r.show("damage dealt", &damage);
        if attacker.is_armed() { self.with_brand(r, damage) } else { damage }
    }

    /// Step 1.
    fn base_damage<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, weapon) = (&self.attacker, &self.attacker.weapon);
        if !attacker.is_armed() {
            let start = r.start(());
            let hands = r.stage(start, |dice, ()| self.bare_hands(dice));
            return r.total(hands, |damage| damage);
        }
        let clumsy =
            attacker.is_half_handed() && weapon.skill == WeaponSkill::Staves && attacker.shield.is_worn();
        let base = r.fixed(weapon.base_damage.get() / if clumsy { 2 } else { 1 });
        if !(self.rules().is_v09() && attacker.is_half_handed()) {
            return base;
        }
        let hindered = minus(r, base, "shield in the way", one_die(attacker.shield_penalty()));
        r.change(hindered, |damage| damage.max(1))
    }

    /// Step 2.
    fn by_stat<R: Reading>(&self, r: &mut R, damage: R::Total) -> R::Total {
        r.show("base damage", &damage);
        let stat = self.attacker.damage_stat();
        r.note("stat for damage", stat);
        reckon(r, damage, |dice, damage| match stat {
            12.. => damage * (78 + 2 * dice.roll("strength", r2(stat - 11))) / 78,
            ..9 => damage * (78 - 3 * dice.roll("weakness", r2(9 - stat))) / 78,
            _ => damage,
        })
    }

    /// Steps 6 and 7.
    fn by_skills<R: Reading>(&self, r: &mut R, damage: R::Total) -> R::Total {
        let skills = &self.attacker.skills;
        let mut damage = damage;
        if self.attacker.is_armed() {
            let level = skills.weapon.get();
            damage = reckon(r, damage, |dice, damage| {
                damage * (25 + dice.roll("weapon skill", r2(level + 1))) / 25
            });
        }
        let level = skills.fighting.get();
        reckon(r, damage, |dice, damage| damage * (30 + dice.roll("Fighting", r2(level + 1))) / 30)
    }

    /// Step 8.
    fn by_condition<R: Reading>(&self, r: &mut R, damage: R::Total) -> R::Total {
        let attacker = &self.attacker;
        let mut damage = damage;
        if attacker.might {
            damage = plus(r, damage, "might", one_die(10));
        }
        if attacker.starving && attacker.species != Species::Vampire {
            damage = minus(r, damage, "starving", r2(5));
        }
        if self.rules().is_v09() && attacker.form == Form::Statue {
            damage = reckon(r, damage, |dice, damage| rround(dice, "statue's weight", 3 * damage, 2));
        }
        damage
    }

    /// What armour takes off (step 11).
    fn through_armour<R: Reading>(&self, r: &mut R, damage: R::Total, swing: Swing) -> R::Total {
        let armour = self.defender.ac.get();
        if armour <= 0 {
            return damage;
        }
        if !swing.stabs {
            return minus(r, damage, "armour", Die::Range { from: 0, to: armour });
        }
        let start = r.start(());
        let taken = r.stage(start, |dice, ()| self.armour_against_stab(dice));
        let taken = r.total(taken, |taken| -taken);
        r.add(damage, taken)
    }
}
