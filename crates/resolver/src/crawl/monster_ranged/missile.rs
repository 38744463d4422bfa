//! A monster's to-hit number and damage dice (rules 4.1).

use crate::crawl::dice::{dice, plus, r2, r2avg, reckon, roll_in_small_dice, rround};
use crate::crawl::names::{Launcher, MonsterMissile, ProjectileKind};
use crate::crawl::sheet::monster_ranged::Scenario;
use tohit_odds::{Chance, Reading};

/// A shot on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shot {
    pub(super) to_hit: i64,
    /// An archer's bonus that counts for damage as well.
    pub(super) archer: i64,
}

/// How accuracy and damage grow with hit dice: what is sure, and tenths for each hit die.
struct Growth {
    sure: i64,
    accuracy: i64,
    damage: i64,
}

const fn growth(sure: i64, accuracy: i64, damage: i64) -> Growth {
    Growth { sure, accuracy, damage }
}

impl Scenario {
    fn growth(&self) -> Growth {
        let projectile = &self.attacker.projectile;
        let of_kind = match (projectile.kind, projectile.launcher, projectile.missile) {
            (ProjectileKind::Launched, Launcher::Blowgun, _) => growth(12, 60, 0),
            (ProjectileKind::Launched, Launcher::Bow | Launcher::Longbow, _) => growth(0, 60, 35),
            (ProjectileKind::Launched, Launcher::Crossbow, _) => growth(4, 70, 30),
            (ProjectileKind::Launched, Launcher::Sling, _) => growth(10, 40, 20),
            (_, _, MonsterMissile::Dart) => growth(11, 40, 25),
            _ => growth(6, 30, 25),
        };
        let elemental = if projectile.elemental { 2 } else { 0 };
        let matched = self.is_launched() && projectile.races_match;
        Growth { sure: of_kind.sure + elemental + i64::from(matched), ..of_kind }
    }

    fn is_launched(&self) -> bool {
        self.attacker.projectile.kind == ProjectileKind::Launched
    }

    fn throws_a_weapon(&self) -> bool {
        let projectile = &self.attacker.projectile;
        projectile.kind == ProjectileKind::Thrown && projectile.missile == MonsterMissile::Weapon
    }

    /// Whether the archer's bonus counts for accuracy and damage alike, by one draw.
    fn archer_aims(&self) -> bool {
        let thrown = self.attacker.projectile.kind == ProjectileKind::Thrown;
        self.rules().is_v09() && thrown && !self.throws_a_weapon()
    }

    /// The to-hit number.
    pub(super) fn shot<R: Reading>(&self, r: &mut R) -> R::Of<Shot> {
        let (attacker, projectile) = (&self.attacker, &self.attacker.projectile);
        if projectile.kind == ProjectileKind::Bolt {
            return r.start(Shot { to_hit: projectile.hit.get(), archer: 0 });
        }
        let growth = self.growth();
        let mut sure = growth.sure + projectile.to_hit_plus.get();
        if self.is_launched() {
            sure += projectile.launcher_to_hit_plus.get();
        }
        let mut span = growth.accuracy * attacker.hd.get() / 10 + 1;
        if attacker.high_intelligence {
            span += 10;
        }
        let archer = match self.archer_aims() {
            true => r2avg(r, "archer's bonus", attacker.archer_damage.get()),
            false => r.fixed(0),
        };
        let aim = r2avg(r, "accuracy", span);
        let (archers, aims) = (r.states(archer), r.states(aim));
        let fighter = attacker.fighter;
        r.join(archers, aims, |dice, archer, aim| {
            let number = sure + aim + archer;
            let to_hit = if fighter { number * 120 / 100 } else { number };
            dice.note("shooter's to-hit number", to_hit);
            Shot { to_hit, archer }
        })
    }

    /// The damage before armour.
    pub(super) fn damage_roll<R: Reading>(&self, r: &mut R, archer: i64) -> R::Total {
        let projectile = &self.attacker.projectile;
        if projectile.kind == ProjectileKind::Bolt {
            return r.roll("damage", dice(projectile.dice.get(), projectile.sides.get()));
        }
        let size = self.damage_size(r, archer);
        let sizes = r.states(size);
        roll_in_small_dice(r, sizes)
    }

    fn damage_size<R: Reading>(&self, r: &mut R, archer: i64) -> R::Total {
        let (attacker, projectile) = (&self.attacker, &self.attacker.projectile);
        let launched = self.is_launched();
        let base = if launched { self.launched_base(r) } else { self.thrown_base(r) };
        let span =
            self.growth().damage * attacker.hd.get() / 10 + 1 + if projectile.elemental { 6 } else { 0 };
        let more = r2avg(r, "damage bonus", span);
        let mut size = r.add(base, more);
        if self.throws_a_weapon() {
            let bonus = r2avg(r, "archer's bonus", attacker.archer_damage.get());
            size = r.add(size, bonus);
        }
        let sure = match self.throws_a_weapon() {
            true => projectile.damage_plus.get(),
            false => projectile.to_hit_plus.get() + archer,
        };
        let sure = sure + if launched { self.launcher_plus() } else { 0 };
        let (percent, frenzy) = (self.multiplier(), attacker.battle_frenzy.get());
        size = r.change(size, |size| {
            let mut size = (size + sure) * percent / 100;
            if frenzy > 0 {
                size = size * (115 + 15 * frenzy) / 100;
            }
            if attacker.fighter { size * 120 / 100 } else { size }
        });
        if launched && self.rules().is_v09() && projectile.speed {
            size = reckon(r, size, |dice, size| rround(dice, "light shot", 9 * size, 10));
        }
        size
    }

    fn missile_damage(&self) -> i64 {
        let projectile = &self.attacker.projectile;
        let own = projectile.missile_base_damage.map(|damage| damage.get());
        own.unwrap_or_else(|| projectile.missile.damage(self.rules()))
    }

    fn launched_base<R: Reading>(&self, r: &mut R) -> R::Total {
        let projectile = &self.attacker.projectile;
        let own = self.missile_damage();
        let matched = i64::from(projectile.races_match);
        match projectile.launcher.damage() {
            0 if own == 0 && projectile.elemental => r.fixed(4 + matched),
            0 => r.fixed(own + matched),
            launcher => {
                let base = r.fixed(launcher + matched);
                plus(r, base, "missile damage", r2(1 + own))
            }
        }
    }

    fn thrown_base<R: Reading>(&self, r: &mut R) -> R::Total {
        let own = r.fixed(self.missile_damage());
        match self.attacker.projectile.missile {
            MonsterMissile::Dart | MonsterMissile::Stone | MonsterMissile::SlingBullet => {
                reckon(r, own, |dice, own| rround(dice, "half of the missile's damage", own, 2))
            }
            _ => own,
        }
    }

    /// What a monster makes of its launcher's damage enchantment.
    fn launcher_plus(&self) -> i64 {
        let plus = self.attacker.projectile.launcher_damage_plus.get();
        match self.attacker.projectile.launcher {
            Launcher::Blowgun => 0,
            Launcher::Bow | Launcher::Longbow => (plus + 1) / 2,
            Launcher::Sling => plus / 2,
            Launcher::Crossbow => plus,
        }
    }

    /// In percent.
    fn multiplier(&self) -> i64 {
        let projectile = &self.attacker.projectile;
        let (vorpal, steel) = if self.rules().is_v09() { (120, 130) } else { (130, 150) };
        let mut percent = 100;
        if self.is_launched() && projectile.vorpal {
            percent = percent * vorpal / 100;
        }
        if self.is_launched() && projectile.steel {
            percent = percent * steel / 100;
        }
        percent
    }
}
