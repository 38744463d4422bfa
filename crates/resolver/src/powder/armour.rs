//! The AC roll (rules 3).

use super::Fight;
use super::attack::Style;
use super::names::{ArmourSkill, Kind, Material, Slot};
use super::sheet::Armour;
use core::cmp::Ordering;
use tohit_odds::{Chance, Die, Reading};

/// Rules 3.4.
const fn material_skill(material: Material) -> Option<ArmourSkill> {
    match material {
        Material::Cloth | Material::Paper => Some(ArmourSkill::ClothArmour),
        Material::Leather | Material::Wood => Some(ArmourSkill::LeatherArmour),
        Material::Iron => Some(ArmourSkill::IronArmour),
        Material::Gold
        | Material::Glass
        | Material::Mithril
        | Material::Silver
        | Material::Stone
        | Material::Flesh => Some(ArmourSkill::ExoticArmour),
        Material::None | Material::Ethereal | Material::Water => None,
    }
}

impl Fight {
    /// The AC roll against any attack (rules 3.9).
    pub(super) fn ac_roll<R: Reading>(&self, r: &mut R) -> R::Total {
        let start = r.start(());
        let armour = r.stage(start, |dice, ()| self.armour_roll(dice));
        let worn = r.stage(armour, |dice, armour| armour + self.shield_roll(dice));
        let ac = r.stage(worn, |dice, worn| {
            dice.note("worn AC roll", worn);
            let natural = dice.roll("natural", self.points.best(1, self.defender().natural_ac.get()));
            dice.note("natural AC roll", natural);
            let ac = worn.max(natural) + third_rounded_up(worn.min(natural));
            dice.note("AC roll", ac);
            ac
        });
        r.total(ac, |ac| ac)
    }

    /// The roll of the armour on the body part that is struck (rules 3.3, 3.5).
    fn armour_roll(&self, dice: &mut impl Chance) -> i64 {
        let worn = &self.defender().worn;
        let struck = self.struck(dice);
        dice.note("struck", struck.name());
        let (piece, skill) = match struck {
            Slot::Head => (&worn.head, Some(ArmourSkill::Helmets)),
            Slot::Neck => (&worn.neck, None),
            Slot::Body => (&worn.body, Some(ArmourSkill::BodyArmour)),
            Slot::Feet => (&worn.feet, Some(ArmourSkill::Boots)),
        };
        let Some(piece) = piece else {
            dice.note("worn AC", 0);
            return 0;
        };
        let (ac, die) = self.worn_ac(piece, skill);
        dice.note("worn AC", ac);
        dice.roll("worn", die)
    }

    /// The body part that is struck (rules 3.1, 3.2).
    fn struck(&self, dice: &mut impl Chance) -> Slot {
        let size = match self.style() {
            Style::Trap => Ordering::Equal,
            _ => self.attacker().size.cmp(&self.defender().size),
        };
        let [head, neck, body, feet] = match size {
            Ordering::Less => [5, 1, 55, 39],
            Ordering::Equal => [20, 5, 55, 20],
            Ordering::Greater => [35, 5, 55, 5],
        };
        let parts = [(Slot::Head, head), (Slot::Neck, neck), (Slot::Body, body), (Slot::Feet, feet)];
        let place = self.points.pick(dice, "location", parts.map(|(slot, share)| (slot.name(), share)));
        let slot = parts.get(place).map_or(Slot::Body, |(slot, _)| *slot);
        if self.defender().slots.has(slot) { slot } else { Slot::Body }
    }

    /// What a shield adds to the worn AC roll if it parries (rules 3.6).
    fn shield_roll(&self, dice: &mut impl Chance) -> i64 {
        let Some(shield) = &self.defender().shield else { return 0 };
        let chance = 25 * (1 + self.armour_skill(shield, Some(ArmourSkill::Shields)));
        let parries = self.points.percent(dice, "shield parry", chance);
        dice.note("shield parry", parries);
        if !parries {
            return 0;
        }
        let (ac, die) = self.worn_ac(shield, Some(ArmourSkill::Shields));
        dice.note("shield AC", ac);
        let roll = dice.roll("shield", die);
        dice.note("shield roll", roll);
        roll
    }

    /// The AC of a piece with its wearer's skill, and the roll that it gives (rules 3.3, 3.5).
    fn worn_ac(&self, piece: &Armour, by_kind: Option<ArmourSkill>) -> (i64, Die) {
        let skill = self.armour_skill(piece, by_kind);
        let ac = piece.ac.get() + piece.enchantment.get() + i64::from(skill);
        (ac, self.points.by_skill(skill, ac))
    }

    /// Rules 3.4.
    fn armour_skill(&self, piece: &Armour, by_kind: Option<ArmourSkill>) -> u32 {
        let defender = self.defender();
        match (piece.skill, defender.kind) {
            (Some(given), _) => u32::try_from(given.get()).unwrap_or_default(),
            (None, Kind::Monster) => 2,
            (None, Kind::Avatar) => {
                let counted = [by_kind, material_skill(piece.material)].into_iter().flatten();
                counted.map(|skill| u32::from(defender.skills.has(skill))).sum()
            }
        }
    }
}

/// Also of a negative number: a third of -2 is 0, of -3 is -1.
const fn third_rounded_up(n: i64) -> i64 {
    -(-n).div_euclid(3)
}
