//! What the weapon itself adds to the damage (rules 2.7.9).

use super::Swing;
use crate::crawl::dice::{chance, minus, one_die, plus, r2, r2avg, reckon, rround};
use crate::crawl::names::{Brand, Make, Species};
use crate::crawl::sheet::melee::Scenario;
use tohit_odds::{Die, Reading};

impl Scenario {
    pub(super) fn by_weapon_bonuses<R: Reading>(
        &self,
        r: &mut R,
        damage: R::Total,
        swing: Swing,
    ) -> R::Total {
        let (species, weapon) = (self.attacker.species, &self.attacker.weapon);
        let enchantment = weapon.damage_plus.get();
        let mut damage = match enchantment {
            0.. => plus(r, damage, "damage enchantment", r2(1 + enchantment)),
            _ => minus(r, damage, "damage enchantment", one_die(-enchantment)),
        };
        if swing.both_hands {
            damage = plus(r, damage, "both hands", r2(3));
        }
        if weapon.race == Make::Dwarven && species.is_dwarf() {
            damage = plus(r, damage, "dwarven weapon", r2(3));
        }
        if weapon.race == Make::Orcish && species == Species::HillOrc {
            if self.attacker.beogh {
                let favour = self.favour_of_beogh(r);
                damage = r.add(damage, favour);
            }
            damage = plus(r, damage, "orcish weapon", Die::Range { from: 0, to: 1 });
        }
        if weapon.demonic && species == Species::Demonspawn {
            damage = plus(r, damage, "demonic weapon", r2(3));
        }
        if self.rules().is_v09() && weapon.brand == Brand::Speed {
            damage = reckon(r, damage, |dice, damage| rround(dice, "light blow", 9 * damage, 10));
        }
        damage
    }

    fn favour_of_beogh<R: Reading>(&self, r: &mut R) -> R::Total {
        let piety = self.attacker.piety.get();
        let start = r.start(());
        let point = r.stage(start, |dice, ()| piety > 80 || chance(dice, "Beogh's favour", 1, 2));
        let point = r.total(point, i64::from);
        let start = r.start(());
        let spans = r.stage(start, |dice, ()| rround(dice, "Beogh's favour, span", piety.min(180), 33));
        let more = r.then(spans, |r, span| {
            let more = r2avg(r, "Beogh's favour, more", span);
            r.states(more)
        });
        let more = r.total(more, |more| more);
        r.add(point, more)
    }
}
