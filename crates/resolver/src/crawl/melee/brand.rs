//! What a brand adds to the damage that got through, even to none (rules 2.10).

use crate::crawl::dice::r2;
use crate::crawl::names::Brand;
use crate::crawl::sheet::melee::Scenario;
use tohit_odds::{Chance, Reading, Steps};

/// A roll of 0 to `n` - 1, for a roll that counts in steps.
fn sides(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

impl Scenario {
    pub(super) fn with_brand<R: Reading>(&self, r: &mut R, dealt: R::Total) -> R::Total {
        let (rules, defender) = (self.rules(), &self.defender);
        let resist = defender.resist.get();
        let damage = match self.attacker.weapon.brand {
            Brand::None | Brand::Speed => return dealt,
            Brand::Flaming | Brand::Freezing => elemental(r, dealt, resist),
            Brand::Electrocution if defender.flying || resist > 0 => return dealt,
            Brand::Electrocution => electrocution(r, dealt),
            Brand::HolyWrath | Brand::OrcSlaying | Brand::DragonSlaying if !defender.brand_vulnerable => {
                return dealt;
            }
            Brand::HolyWrath => {
                r.grow("holy wrath", dealt, |d| Steps { by: 10, start: 1, ..Steps::of(sides(15 * d)) })
            }
            Brand::OrcSlaying | Brand::DragonSlaying => {
                r.grow("slaying", dealt, |d| Steps { start: 1, ..Steps::of(sides(3 * d / 2)) })
            }
            Brand::Vorpal => {
                let by = if rules.is_v09() { 4 } else { 2 };
                r.grow("vorpal", dealt, |d| Steps { by, start: 1, ..Steps::of(sides(d)) })
            }
            Brand::Draining => draining(r, dealt, resist),
        };
        r.show("damage with the brand", &damage);
        damage
    }
}

/// Fire and cold: `r2(d)/2 + 1`, less with resistance and doubled with its opposite.
fn elemental<R: Reading>(r: &mut R, dealt: R::Total, resist: i64) -> R::Total {
    match resist {
        3.. => dealt,
        1..3 => {
            // A half and then a part of that, each cut, is the smaller part at once, with one half ahead.
            let by = 2 * sides(1 + resist * resist);
            r.grow("brand", dealt, |d| Steps { by, ahead: 2, ..Steps::of(sides(d)) })
        }
        0 => r.grow("brand", dealt, |d| Steps { by: 2, start: 1, ..Steps::of(sides(d)) }),
        _ => r.grow("brand", dealt, |d| Steps { by: 2, start: 2, worth: 2, ..Steps::of(sides(d)) }),
    }
}

fn electrocution<R: Reading>(r: &mut R, dealt: R::Total) -> R::Total {
    let start = r.start(());
    let shock = r.stage(start, |dice, ()| match dice.happens("electrocution", 1, 3) {
        true => 10 + dice.roll("shock", r2(15)),
        false => 0,
    });
    let shock = r.total(shock, |shock| shock);
    r.add(dealt, shock)
}

fn draining<R: Reading>(r: &mut R, dealt: R::Total, resist: i64) -> R::Total {
    // Monsters have no less than no resistance; where a scenario says so all the same, the divisor stays positive.
    let by = sides((2 + resist).max(1));
    let start = r.start(());
    let drains = r.stage(start, |dice, ()| dice.happens("draining", 2, 3));
    let drained = r.tally(drains, |r, drains| {
        let damage = match drains {
            true => r.grow("drained", dealt.clone(), |d| Steps { by, start: 1, ..Steps::of(sides(d)) }),
            false => dealt.clone(),
        };
        ((), damage)
    });
    r.sum(drained)
}
