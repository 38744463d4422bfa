//! A player shoots or throws at a monster (rules 5). The page is silent here: the document's rules are those of 0.5.2.

mod launched;
mod thrown;

use super::dice::{minus, r2, r2avg, reckon, roll_in_small_dice, rround, up_to};
use super::ending::Ending;
use super::names::{LauncherBrand, PlayerMissile, Rules};
use super::sheet::ranged::Scenario;
use super::shield::MonsterShield;
use tohit_odds::{Chance, Die, Key, Reading};

/// A shot that was aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Aim {
    /// The to-hit number, as far as the shield still asks for it.
    to_hit: i64,
    /// What is left of it against this target.
    left: i64,
}

impl Scenario {
    pub(super) fn strike<R: Reading>(&self, r: &mut R) -> R::Tally<Ending> {
        let to_hit = self.to_hit(r);
        let tested = self.hit_test(r, to_hit);
        let met = self.shield_block(r, tested);
        r.tally(met, |r, ending| {
            let damage = match ending.lands() {
                true => r.once(Key("shot", [0; 3]), |r| self.damage(r)),
                false => r.fixed(0),
            };
            (ending, damage)
        })
    }

    pub(super) const fn rules(&self) -> Rules {
        self.situation.rules
    }

    fn missile_damage(&self) -> i64 {
        let own = self.attacker.missile_base_damage.map(|damage| damage.get());
        own.unwrap_or_else(|| self.attacker.missile.damage(self.rules()))
    }

    /// What a plus counts for damage: a missile has a single one.
    fn missile_plus(&self) -> i64 {
        match self.attacker.missile.is_weapon() {
            true => self.attacker.damage_plus.get(),
            false => self.attacker.to_hit_plus.get(),
        }
    }

    /// The to-hit number.
    fn to_hit<R: Reading>(&self, r: &mut R) -> R::Total {
        let attacker = &self.attacker;
        let (sure, skill) = match attacker.launched {
            true => (self.launched_accuracy(), self.launched_skill(r)),
            false => (self.thrown_accuracy(), self.thrown_skill(r)),
        };
        let bonus = attacker.dexterity.get() / 2 + attacker.slaying_to_hit.get();
        let skill = r.change(skill, |skill| skill + bonus);
        r.show("aim", &skill);
        let skills = r.states(skill);
        let aims = r.then(skills, |r, skill| {
            let aim = r2avg(r, "accuracy", skill.abs() + 1);
            let aim = r.change(aim, |aim| if skill < 0 { -aim } else { aim });
            r.states(aim)
        });
        let launcher = if attacker.launched { attacker.launcher_to_hit_plus.get() } else { 0 };
        let sure = sure + attacker.to_hit_plus.get() + launcher;
        r.total(aims, |aim| sure + aim)
    }

    /// Whether the shot hits, and with which to-hit number it meets a shield. Evasion is rolled twice; what the monster does is no matter.
    fn hit_test<R: Reading>(&self, r: &mut R, to_hit: R::Total) -> R::Of<Option<i64>> {
        let (defender, is_v09) = (&self.defender, self.rules().is_v09());
        let unseen = defender.invisible && !self.attacker.see_invisible;
        let (lit, deflects) = (defender.backlit && is_v09, defender.deflects_missiles && is_v09);
        let meets_shield = self.usable_shield().is_some();
        let numbers = r.states(to_hit);
        let aimed = r.stage(numbers, |dice, to_hit| {
            dice.note("to-hit number", to_hit);
            let seen = if unseen { to_hit / 2 } else { to_hit };
            let glow = if lit { dice.roll("backlit", Die::Range { from: 2, to: 9 }) } else { 0 };
            Aim { to_hit: if meets_shield { to_hit } else { 0 }, left: seen + glow }
        });
        let aimed = match deflects {
            true => r.stage(aimed, |dice, aim| Aim { left: dice.roll("deflected", r2(aim.left / 2)), ..aim }),
            false => aimed,
        };
        let evasion = r.roll("evasion", r2(defender.ev.get()));
        let evasions = r.states(evasion);
        let dodges = r.then(evasions, |r, evasion| {
            let dodge = r2avg(r, "dodge", evasion);
            r.states(dodge)
        });
        r.join(aimed, dodges, |dice, Aim { to_hit, left }, dodge| {
            dice.note("dodge roll", dodge);
            dice.reaches("to-hit roll", r2(left), dodge).then_some(to_hit)
        })
    }

    fn usable_shield(&self) -> Option<MonsterShield> {
        let defender = &self.defender;
        (defender.shield.is_worn() && !defender.incapacitated).then(|| MonsterShield {
            rules: self.rules(),
            shield: defender.shield,
            plus: defender.shield_plus.get(),
            hit_dice: defender.hd.get(),
            size: defender.size,
            blocks: defender.shield_blocks.get(),
        })
    }

    fn shield_block<R: Reading>(&self, r: &mut R, tested: R::Of<Option<i64>>) -> R::Of<Ending> {
        let Some(shield) = self.usable_shield() else {
            return r.stage(tested, |_, tested| if tested.is_some() { Ending::Hit } else { Ending::Miss });
        };
        r.then(tested, |r, tested| {
            let Some(to_hit) = tested else { return r.start(Ending::Miss) };
            let guard = r.once(Key("shield", [0; 3]), |r| shield.guard(r));
            let guards = r.states(guard);
            let against = to_hit * 130 / 100 + shield.worn_out();
            r.stage(guards, |dice, guard| {
                dice.note("shield block", guard);
                let passes = dice.reaches("past the shield", r2(against), guard);
                if passes { Ending::Hit } else { Ending::ShieldBlock }
            })
        })
    }

    fn damage<R: Reading>(&self, r: &mut R) -> R::Total {
        let attacker = &self.attacker;
        let size = match attacker.launched {
            true => self.launched_size(r),
            false => self.thrown_size(r),
        };
        let slaying =
            if attacker.missile == PlayerMissile::Needle { 0 } else { attacker.slaying_damage.get() };
        let start = r.start(());
        let slain = r.stage(start, |dice, ()| up_to(dice, "slaying", slaying));
        let slain = r.total(slain, |slain| slain);
        let size = r.add(size, slain);
        let sure = match attacker.launched {
            true => self.launched_plus(),
            false => self.missile_plus(),
        };
        let mut size = r.change(size, |size| size + sure);
        if attacker.launched && self.rules().is_v09() && attacker.launcher_brand == LauncherBrand::Speed {
            size = reckon(r, size, |dice, size| rround(dice, "light shot", 9 * size, 10));
        }
        let sizes = r.states(size);
        let mut damage = roll_in_small_dice(r, sizes);
        let armour = self.defender.ac.get();
        if armour > 0 {
            damage = minus(r, damage, "armour", Die::Range { from: 0, to: armour });
        }
        let damage = r.change(damage, |damage| damage.max(0));
        r.show("damage dealt", &damage);
        damage
    }
}
