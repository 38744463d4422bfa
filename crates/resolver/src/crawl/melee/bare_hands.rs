//! The base damage of bare hands, claws and transformed limbs (rules 2.8).

use crate::crawl::dice::rround;
use crate::crawl::names::{Form, Species};
use crate::crawl::sheet::melee::Scenario;
use tohit_odds::Chance;

impl Scenario {
    pub(super) fn bare_hands(&self, dice: &mut impl Chance) -> i64 {
        let attacker = &self.attacker;
        let skill = attacker.skills.unarmed_combat.get();
        let by_skill = if attacker.form == Form::Bat { skill / 5 } else { skill };
        self.limbs(dice) + self.claws() + by_skill
    }

    fn limbs(&self, dice: &mut impl Chance) -> i64 {
        let attacker = &self.attacker;
        let (strength, dexterity) = (attacker.strength.get(), attacker.dexterity.get());
        match (attacker.form, self.rules().is_v09()) {
            (Form::None | Form::Pig, _) if attacker.confusing_touch => 0,
            (Form::None | Form::Pig, _) => 3,
            (Form::Spider | Form::Lich, _) => 5,
            (Form::Bat, _) if attacker.species == Species::Vampire => 2,
            (Form::Bat, _) => 1,
            (Form::IceBeast, _) => 12,
            (Form::BladeHands, false) => 12 + strength / 4 + dexterity / 4,
            (Form::BladeHands, true) => 12 + rround(dice, "blades", strength + dexterity, 4),
            (Form::Statue, false) => 12 + strength,
            (Form::Statue, true) => 6 + rround(dice, "stone fists", strength, 3),
            (Form::Dragon, false) => 20 + strength,
            (Form::Dragon, true) => 12 + rround(dice, "dragon's claws", 2 * strength, 3),
        }
    }

    fn claws(&self) -> i64 {
        let attacker = &self.attacker;
        let mutation = attacker.claws.get();
        if attacker.gloves {
            return 0;
        }
        match (self.rules().is_v09(), attacker.form) {
            (false, Form::None) => {
                let natural = match attacker.species {
                    Species::Troll => 5,
                    Species::Ghoul => 2,
                    _ => 0,
                };
                natural + 2 * mutation
            }
            (true, Form::None | Form::Statue | Form::Lich | Form::Dragon) => {
                let rank = match attacker.species {
                    Species::Troll => 3,
                    Species::Ghoul | Species::Felid => 1,
                    _ => mutation,
                };
                2 * rank
            }
            _ => 0,
        }
    }
}
