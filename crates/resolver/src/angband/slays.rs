//! Slays, brands and executions: only the highest that applies counts (rules 6).

use super::names::{Element, Flag, Kind};
use super::sheet::{Flags, Monster};

/// By what the flags multiply the dice against a monster; 1 if none applies.
pub(super) fn slay_multiplier(flags: &Flags, monster: &Monster) -> i64 {
    let against = |kind: Kind, multiplier: i64| if monster.kinds.has(kind) { multiplier } else { 1 };
    let brand = |element: Element| if monster.immune.has(element) { 1 } else { 3 };
    let multiplier = |flag: &Flag| match flag {
        Flag::SlayAnimal => against(Kind::Animal, 2),
        Flag::SlayEvil => against(Kind::Evil, 2),
        Flag::SlayUndead => against(Kind::Undead, 3),
        Flag::SlayDemon => against(Kind::Demon, 3),
        Flag::SlayOrc => against(Kind::Orc, 3),
        Flag::SlayTroll => against(Kind::Troll, 3),
        Flag::SlayGiant => against(Kind::Giant, 3),
        Flag::SlayDragon => against(Kind::Dragon, 3),
        Flag::BrandAcid => brand(Element::Acid),
        Flag::BrandLightning => brand(Element::Lightning),
        Flag::BrandFire => brand(Element::Fire),
        Flag::BrandFrost => brand(Element::Frost),
        Flag::BrandPoison => brand(Element::Poison),
        Flag::ExecuteDragon => against(Kind::Dragon, 5),
        Flag::ExecuteDemon => against(Kind::Demon, 5),
        Flag::ExecuteUndead => against(Kind::Undead, 5),
    };
    flags.get().iter().map(multiplier).max().unwrap_or(1)
}
