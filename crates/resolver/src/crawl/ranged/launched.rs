//! Shots from a launcher (rules 5).

use crate::crawl::dice::{plus, r2, up_to};
use crate::crawl::names::{Launcher, LauncherBrand, Make, PlayerMissile};
use crate::crawl::sheet::ranged::Scenario;
use tohit_odds::{Chance, Reading};

impl Scenario {
    /// Whether launcher and missile are of the same people's make.
    fn is_matched(&self) -> bool {
        self.attacker.race != Make::None && self.attacker.ammo_race_matches
    }

    /// The level that counts: 0.9 shoots blowguns with Throwing.
    fn launcher_skill(&self) -> i64 {
        let skills = &self.attacker.skills;
        match self.attacker.launcher {
            Launcher::Blowgun if self.rules().is_v09() => skills.throwing.get(),
            _ => skills.missile.get(),
        }
    }

    /// Accuracy that is not rolled.
    pub(super) fn launched_accuracy(&self) -> i64 {
        let attacker = &self.attacker;
        let matched = match (self.is_matched(), attacker.race) {
            (false, _) => 0,
            (true, Make::Elven) if attacker.species.is_elf() => 2,
            (true, _) => 1,
        };
        let easy = match attacker.launcher {
            Launcher::Sling if attacker.missile == PlayerMissile::SlingBullet => 4,
            Launcher::Sling => 0,
            Launcher::Blowgun => -2,
            Launcher::Bow | Launcher::Longbow => -3,
            Launcher::Crossbow => 1,
        };
        attacker.launcher.accuracy() + matched + easy - i64::from(attacker.held_in_net)
    }

    /// What accuracy is rolled from: skill, and up to the launcher's enchantment.
    pub(super) fn launched_skill<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, level) = (&self.attacker, self.launcher_skill());
        let by_skill = match attacker.launcher {
            Launcher::Sling => 3 * level / 2,
            Launcher::Blowgun => 3 * level / 2 + attacker.dexterity.get() / 2,
            Launcher::Bow | Launcher::Longbow => 2 * level,
            Launcher::Crossbow => 3 * level / 2 + 6,
        };
        let small = matches!(attacker.launcher, Launcher::Sling | Launcher::Blowgun);
        let throwing = if small && !self.rules().is_v09() { attacker.skills.throwing.get() / 5 } else { 0 };
        let enchantment = attacker.launcher_to_hit_plus.get();
        let start = r.start(());
        let aims = r.stage(start, |dice, ()| {
            by_skill + throwing + up_to(dice, "launcher's accuracy enchantment", enchantment)
        });
        r.total(aims, |aim| aim)
    }

    /// The size of the damage die before slaying and what is sure.
    pub(super) fn launched_size<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, own) = (&self.attacker, self.missile_damage());
        let (launcher_plus, missile_plus) = (attacker.launcher_damage_plus.get(), attacker.to_hit_plus.get());
        let matched = i64::from(self.is_matched());
        let base = match attacker.launcher.damage() {
            0 => r.fixed(own + matched),
            launcher => {
                let base = r.fixed(launcher + matched);
                plus(r, base, "missile damage", r2(1 + own))
            }
        };
        r.show("base damage", &base);
        let start = r.start(());
        let enchanted = r.stage(start, |dice, ()| {
            launcher_plus + dice.roll("missile's enchantment", r2(1 + missile_plus))
        });
        let enchanted = r.stage(enchanted, |dice, plus| up_to(dice, "enchantments", plus));
        let bases = r.states(base);
        let sizes = r.join(bases, enchanted, |dice, base, enchanted| {
            let extra = enchanted + self.strength_bonus(base);
            base + up_to(dice, "extra damage", extra)
        });
        let start = r.start(());
        let percents = r.stage(start, |dice, ()| self.multiplier(dice));
        let sizes = r.join(sizes, percents, |_, size, percent| size * percent / 100);
        r.total(sizes, |size| size)
    }

    /// What strength adds with a sling or a bow, at most as much as the launcher's enchantment allows.
    fn strength_bonus(&self, base: i64) -> i64 {
        let attacker = &self.attacker;
        let divisor = match attacker.launcher {
            Launcher::Sling => 9,
            Launcher::Bow | Launcher::Longbow => 4,
            Launcher::Blowgun | Launcher::Crossbow => return 0,
        };
        let strong = 10 * (attacker.strength.get() - 10) / divisor;
        let bonus = strong * (2 * base + attacker.to_hit_plus.get()) / 20;
        bonus.min(attacker.launcher_damage_plus.get() + 1)
    }

    /// In percent: skill finds vulnerable spots.
    fn multiplier(&self, dice: &mut impl Chance) -> i64 {
        let (attacker, level) = (&self.attacker, self.launcher_skill());
        let of = match attacker.launcher {
            Launcher::Sling => Some(14),
            Launcher::Bow | Launcher::Longbow => Some(17),
            Launcher::Crossbow => Some(22),
            Launcher::Blowgun => None,
        };
        let mut percent = of.map_or(100, |of| 100 * (of + dice.roll("skill", r2(1 + level))) / of);
        let (vorpal, steel) = if self.rules().is_v09() { (120, 130) } else { (130, 150) };
        if attacker.launcher_brand == LauncherBrand::Vorpal {
            percent = percent * vorpal / 100;
        }
        if attacker.steel {
            percent = percent * steel / 100;
        }
        percent
    }

    /// What is added to the die without a roll: only crossbows keep the launcher's damage enchantment for it.
    pub(super) fn launched_plus(&self) -> i64 {
        let attacker = &self.attacker;
        let (launcher, missile) = (attacker.launcher_damage_plus.get(), attacker.to_hit_plus.get());
        match attacker.launcher {
            Launcher::Crossbow => launcher + missile,
            Launcher::Blowgun => launcher.min(0) + missile.min(0),
            Launcher::Bow | Launcher::Longbow | Launcher::Sling => launcher.min(0) + missile,
        }
    }
}
