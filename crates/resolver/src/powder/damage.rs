//! The damage of a strike that landed (rules 5).

use super::Fight;
use super::attack::Style;
use super::names::{Digging, Element, EnchantParts, Material, Reduction, Weakness};
use super::sheet::{Part, Strike};
use super::strike::{Blow, Outcome};
use tohit_odds::{Chance, Die, Key, Reading, Reduced};

/// What armour takes off the damage of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Taken {
    /// So much.
    Rolled(i64),
    /// The lesser of two rolls of 0 to this.
    Open(i64),
}

/// The roll of the damage reduction (rules 5.2).
const fn reduction(at_most: i64) -> Die {
    Die::Lowest { count: 2, from: 0, to: at_most }
}

impl Fight {
    /// The damage of a blow, and how it ended.
    pub(super) fn damage<R: Reading>(
        &self,
        r: &mut R,
        strike: &Strike,
        blow: R::Of<Blow>,
    ) -> R::Tally<Outcome> {
        let landed = r.stage(blow, |dice, blow| match blow {
            Blow::Fails(outcome) => (outcome, Taken::Rolled(0)),
            Blow::Lands { outcome, reduction_at_most, .. } => {
                dice.note("multiplier", self.multiplier(outcome));
                dice.note("reduction at most", reduction_at_most);
                if self.points.reduction == Reduction::Each {
                    return (outcome, Taken::Open(reduction_at_most));
                }
                let by = dice.roll("reduction", reduction(reduction_at_most));
                if reduction_at_most > 0 {
                    dice.note("reduction", by);
                }
                (outcome, Taken::Rolled(by))
            }
        });
        let part = |r: &mut R, (outcome, taken): &(Outcome, Taken), number: u32| {
            let part = strike.parts.get().get(usize::try_from(number).ok()?.checked_sub(1)?)?;
            outcome.hits().then(|| self.part(r, part, number, *outcome, *taken))
        };
        r.tally_reduced(landed, part, |r, (outcome, _)| {
            r.note("outcome", outcome.name());
            outcome
        })
    }

    /// Rules 2.1 and 4.3.
    fn multiplier(&self, outcome: Outcome) -> i64 {
        let charges = self.attacker().charging && self.style() == Style::Melee;
        1 + i64::from(charges) + i64::from(outcome == Outcome::CriticalHit)
    }

    /// One part, and what is taken off it: at least 1 remains of what is above 0 (rules 5.4 to 5.9).
    fn part<R: Reading>(
        &self,
        r: &mut R,
        part: &Part,
        number: u32,
        outcome: Outcome,
        taken: Taken,
    ) -> Reduced<R::Total> {
        let multiplier = self.part_multiplier(part.element, self.multiplier(outcome));
        let by = match taken {
            Taken::Rolled(_) if number > 1 && self.points.reduction == Reduction::Base => r.fixed(0),
            Taken::Rolled(by) => r.fixed(by),
            Taken::Open(at_most) => {
                let by = r.roll("reduction", reduction(at_most));
                if at_most > 0 {
                    r.show(("part # reduction", number), &by);
                }
                by
            }
        };
        r.note(("part # multiplier", number), multiplier);
        let whole = self.raw_damage(r, part, number, multiplier);
        Reduced { label: ("part # damage", number).into(), whole, by, least: 1 }
    }

    /// Dice and enchant bonus (rules 5.7, 5.8). The odds depend on the figures alone, not on which part has them.
    fn raw_damage<R: Reading>(&self, r: &mut R, part: &Part, number: u32, multiplier: i64) -> R::Total {
        let enchanted = number == 1 || self.points.enchant_parts == EnchantParts::Every;
        let (dice, sides, bonus) = (part.dice.get(), part.sides.get(), part.bonus.get());
        let key = Key("part", [dice << 8 | sides, bonus, multiplier << 1 | i64::from(enchanted)]);
        r.once(key, |r| {
            let times = u32::try_from(multiplier).unwrap_or_default();
            let count = u32::try_from(dice).unwrap_or_default().saturating_mul(times);
            let dice = r.roll("damage", Die::Dice { count, sides: u32::try_from(sides).unwrap_or_default() });
            let bonus = r.fixed(bonus * multiplier);
            let damage = r.add(dice, bonus);
            r.show(("part # dice", number), &damage);
            if !enchanted {
                return r.change(damage, |damage| damage.max(0));
            }
            let enchant = r.roll("enchant", self.points.best(times, self.enchantment() * multiplier));
            r.show(("part # enchant bonus", number), &enchant);
            let damage = r.add(damage, enchant);
            r.change(damage, |damage| damage.max(0))
        })
    }

    /// Rules 5.4.
    fn part_multiplier(&self, element: Element, multiplier: i64) -> i64 {
        let defender = self.defender();
        let weakness = match element {
            Element::Physical => Some(Weakness::Physical),
            Element::Fire => Some(Weakness::Fire),
            Element::Cold => Some(Weakness::Cold),
            Element::Acid => Some(Weakness::Acid),
            Element::Shock => Some(Weakness::Shock),
            Element::Light | Element::Death => None,
        };
        let suffers = |weakness| i64::from(defender.vulnerable.has(weakness));
        let metal = match self.striking_material() {
            Some(Material::Silver) => Some(Weakness::Silver),
            Some(Material::Gold) => Some(Weakness::Gold),
            _ => None,
        };
        let unresisted = if defender.resists.has(element) { 0 } else { multiplier };
        unresisted
            + weakness.map_or(0, suffers)
            + metal.map_or(0, suffers)
            + i64::from(defender.earth_elemental && self.digs())
    }

    /// What strikes: the weapon, or in melee the bare body.
    fn striking_material(&self) -> Option<Material> {
        match self.weapon() {
            Some(weapon) => Some(weapon.material),
            None => (self.style() == Style::Melee).then_some(self.attacker().material),
        }
    }

    /// Rules 5.5.
    fn digs(&self) -> bool {
        let melee = self.style() == Style::Melee;
        let (by_attacker, by_weapon) = (self.attacker().digs, self.weapon().map(|weapon| weapon.digs));
        match self.points.digging {
            Digging::AttackerOrWeapon => melee && (by_attacker || by_weapon == Some(true)),
            Digging::WeaponElseAttacker => by_weapon.unwrap_or(melee && by_attacker),
        }
    }
}
