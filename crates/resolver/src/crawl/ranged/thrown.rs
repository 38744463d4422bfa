//! What is thrown by hand (rules 5).

use crate::crawl::dice::{bump, r2avg, reckon, rround, up_to};
use crate::crawl::names::{Make, PlayerMissile, Species};
use crate::crawl::sheet::ranged::Scenario;
use tohit_odds::Reading;

/// How a stat changes a bonus: by how much the stat, halved towards it, exceeds or misses the centre, within two ends in percent.
struct Adjustment {
    stat: i64,
    centre: i64,
    most: i64,
    least: i64,
}

impl Adjustment {
    /// The bonus, more or less by up to that part of it.
    fn of<R: Reading>(&self, r: &mut R, label: &'static str, bonus: R::Total) -> R::Total {
        let percent = (self.centre + (self.stat - self.centre) / 2) * 100 / self.centre;
        let percent = percent.clamp(self.least, self.most);
        let part = r2avg(r, label, (percent - 100).abs());
        let parts = r.states(part);
        let bonuses = r.states(bonus);
        let adjusted = r.join(bonuses, parts, |_, bonus, part| {
            let percent = if percent < 100 { 100 - part } else { 100 + part };
            bonus * percent / 100
        });
        r.total(adjusted, |bonus| bonus)
    }
}

impl Scenario {
    fn throwing(&self) -> i64 {
        self.attacker.skills.throwing.get()
    }

    /// Accuracy that is not rolled.
    pub(super) fn thrown_accuracy(&self) -> i64 {
        let attacker = &self.attacker;
        let elven = attacker.race == Make::Elven && attacker.species.is_elf();
        let easy = match attacker.missile {
            PlayerMissile::Dagger | PlayerMissile::Javelin => 1,
            PlayerMissile::Spear => -1,
            PlayerMissile::OtherWeapon => -5,
            PlayerMissile::Dart => 2,
            _ => 0,
        };
        easy + i64::from(elven)
    }

    /// What accuracy is rolled from.
    pub(super) fn thrown_skill<R: Reading>(&self, r: &mut R) -> R::Total {
        let throwing = self.throwing();
        let is_v09 = self.rules().is_v09();
        let by_skill = match self.attacker.missile {
            PlayerMissile::Dart if !is_v09 => 2 * self.attacker.skills.missile.get() + 2 * throwing / 3,
            PlayerMissile::Dart | PlayerMissile::Javelin => 2 * throwing + bump(throwing),
            _ => 2 * throwing,
        };
        let skill = r.fixed(by_skill);
        if self.attacker.missile != PlayerMissile::Javelin {
            return skill;
        }
        let deft = Adjustment { stat: self.attacker.dexterity.get(), centre: 13, most: 160, least: 90 };
        deft.of(r, "aim by dexterity", skill)
    }

    /// The size of the damage die before slaying and what is sure.
    pub(super) fn thrown_size<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, is_v09) = (&self.attacker, self.rules().is_v09());
        let of_own_people = match attacker.race {
            Make::Dwarven => attacker.species.is_dwarf(),
            Make::Orcish => attacker.species == Species::HillOrc,
            Make::None | Make::Elven => false,
        };
        let halved_first = is_v09 && attacker.missile == PlayerMissile::Stone;
        let halved_last = !is_v09 && matches!(attacker.missile, PlayerMissile::Stone | PlayerMissile::Dart);
        let own = r.fixed(self.missile_damage());
        let base = reckon(r, own, |dice, own| {
            let own = if halved_first { rround(dice, "half of the missile's damage", own, 2) } else { own };
            own + i64::from(of_own_people)
        });
        r.show("base damage", &base);
        let bases = r.states(base);
        let sizes = r.then(bases, |r, base| {
            let extra = self.extra_damage(r, base);
            r.show("extra damage up to", &extra);
            let size = reckon(r, extra, |dice, extra| {
                let base = if halved_last { rround(dice, "half of the base damage", base, 2) } else { base };
                base + up_to(dice, "extra damage", extra)
            });
            r.states(size)
        });
        let percent = if is_v09 && attacker.steel { 130 } else { 100 };
        r.total(sizes, |size| size * percent / 100)
    }

    /// What strength and skill add at most.
    fn extra_damage<R: Reading>(&self, r: &mut R, base: i64) -> R::Total {
        let (attacker, throwing) = (&self.attacker, self.throwing());
        let strong = 10 * (throwing / 2 + attacker.strength.get() - 10) / 12;
        let by_strength = strong * (3 * base + self.missile_plus()) / 30;
        let is_v09 = self.rules().is_v09();
        match attacker.missile {
            PlayerMissile::Dart if !is_v09 => r.fixed(attacker.skills.missile.get() / 3 + throwing / 5),
            PlayerMissile::Dart => r.fixed(by_strength + 3 * throwing / 5),
            PlayerMissile::Javelin => {
                let extra = r.fixed(by_strength + 3 * throwing / 5);
                let strong = Adjustment { stat: attacker.strength.get(), centre: 15, most: 160, least: 90 };
                let deft = Adjustment { stat: attacker.dexterity.get(), centre: 20, most: 150, least: 100 };
                let extra = strong.of(r, "damage by strength", extra);
                deft.of(r, "damage by dexterity", extra)
            }
            _ => r.fixed(by_strength),
        }
    }
}
