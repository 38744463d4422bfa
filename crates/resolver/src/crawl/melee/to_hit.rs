//! The to-hit die, its roll, and what is added after it (rules 2.2 and 2.4).

use super::Swing;
use crate::crawl::dice::{chance, minus, one_die, plus, r2, r2limit};
use crate::crawl::names::{Form, Make, Rules, Species, WeaponSkill};
use crate::crawl::sheet::melee::{Attacker, Scenario};
use tohit_odds::{Chance, Die, Reading};

/// How the blow is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Grip {
    /// The penalty of armour and shield.
    pub(super) penalty: i64,
    pub(super) both_hands: bool,
}

/// A blow that was aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aim {
    /// The rolled to-hit value, with what is added after the roll.
    pub(super) value: i64,
    pub(super) swing: Swing,
}

impl Scenario {
    /// Whether the bonus for a hand-and-a-half weapon is in force (rules 2.4).
    pub(super) fn grip<R: Reading>(&self, r: &mut R, penalty: R::Total) -> R::Of<Grip> {
        let attacker = &self.attacker;
        let could = attacker.holds_in_both_hands() && !attacker.weapon.cursed;
        let rules = self.rules();
        let penalties = r.states(penalty);
        r.stage(penalties, |dice, penalty| {
            let both_hands = could
                && match rules {
                    Rules::Document => true,
                    Rules::V05 => !attacker.could_fight_unarmed(dice, penalty),
                    Rules::V09 => false,
                };
            dice.note("armour and shield penalty", penalty);
            Grip { penalty, both_hands }
        })
    }

    /// The to-hit value: the die rolled, and what is added after it.
    pub(super) fn to_hit_value<R: Reading>(&self, r: &mut R, grip: R::Of<Grip>) -> R::Of<Aim> {
        let die = self.to_hit_die(r);
        let sizes = r.states(die);
        let sized = r.join(grip, sizes, |dice, grip, die| {
            let die = die - grip.penalty;
            dice.note("to-hit die", die);
            (die, grip.both_hands)
        });
        let rolled = r.stage(sized, |dice, (die, both_hands)| {
            let value = dice.roll("to-hit roll", r2(die));
            Aim { value, swing: Swing { both_hands, stabs: false } }
        });
        let held = r.stage(rolled, |dice, aim| match aim.swing.both_hands {
            true => Aim { value: aim.value + dice.roll("both hands", r2(3)), ..aim },
            false => aim,
        });
        let more = self.after_the_roll(r);
        let more = r.states(more);
        r.join(held, more, |dice, aim, more| {
            let value = aim.value + more;
            dice.note("to-hit value", value);
            Aim { value, ..aim }
        })
    }

    /// The sides of the die, before the penalty (rules 2.2).
    fn to_hit_die<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, page) = (&self.attacker, self.rules().is_page());
        let stat = attacker.weighted_stat();
        r.note("weighted stat", stat);
        let mut sure = 15 + if page { stat } else { stat / 2 };
        if self.has_water_advantage() {
            sure += 5;
        }
        if attacker.amulet_of_inaccuracy && !page {
            sure -= 5;
        }
        if attacker.invisible && !attacker.see_invisible {
            sure -= 5;
        }
        sure += attacker.slaying_to_hit.get();
        if attacker.starving {
            sure -= 3;
        }
        sure += match attacker.is_armed() {
            true => self.sure_of_the_weapon(),
            false => self.sure_of_bare_hands(),
        };
        r.note("to-hit base", sure);

        let mut die = r.fixed(sure);
        if attacker.amulet_of_inaccuracy && page {
            die = minus(r, die, "amulet of inaccuracy", Die::Range { from: 0, to: 5 });
        }
        // The page counts from 1, the game's code from 0.
        let by_skill = |level: i64| if page { one_die(level) } else { r2(level + 1) };
        die = plus(r, die, "Fighting", by_skill(attacker.skills.fighting.get()));
        if attacker.is_armed() {
            die = plus(r, die, "weapon skill", by_skill(attacker.skills.weapon.get()));
            if attacker.weapon.race == Make::Elven && attacker.species.is_elf() {
                die = plus(r, die, "elven weapon", one_die(2));
            }
        } else {
            die = plus(r, die, "Unarmed Combat", r2(attacker.skills.unarmed_combat.get() + 1));
        }
        die
    }

    /// What the weapon adds without a roll.
    fn sure_of_the_weapon(&self) -> i64 {
        let (attacker, weapon) = (&self.attacker, &self.attacker.weapon);
        let blessed = match self.rules() {
            Rules::Document => attacker.species == Species::HillOrc,
            Rules::V05 | Rules::V09 => weapon.race == Make::Orcish,
        };
        weapon.accuracy.get() + weapon.to_hit_plus.get() + i64::from(attacker.beogh && blessed)
    }

    /// What bare hands add without a roll: a bullet that the page lost.
    fn sure_of_bare_hands(&self) -> i64 {
        match self.attacker.species {
            Species::Troll | Species::Ghoul => 4,
            Species::Felid if self.rules().is_v09() => 4,
            _ => 2,
        }
    }

    /// What is added after the roll, whatever it shows (rules 2.4).
    fn after_the_roll<R: Reading>(&self, r: &mut R) -> R::Total {
        let (attacker, defender) = (&self.attacker, &self.defender);
        let mut more = r.fixed(0);
        if attacker.is_armed() {
            let turns = attacker.sure_blade_turns.get();
            if turns > 0 && attacker.weapon.skill == WeaponSkill::ShortBlades {
                let bond = self.sure_blade(r, turns);
                more = r.add(more, bond);
            }
        } else {
            if attacker.confusing_touch {
                more = plus(r, more, "Confusing Touch", r2(attacker.dexterity.get()));
            }
            more = plus(r, more, "form", r2(attacker.form.to_hit_span()));
        }
        if defender.backlit {
            more = plus(r, more, "backlit", Die::Range { from: 2, to: 9 });
        } else if self.target_is_unseen() {
            more = r.change(more, |more| more - 6);
        }
        more
    }

    fn sure_blade<R: Reading>(&self, r: &mut R, turns: i64) -> R::Total {
        if self.rules().is_page() {
            return r.fixed((5 + turns).min(15));
        }
        let bond = r2limit(r, "Sure Blade", turns, 10);
        r.change(bond, |bond| 5 + bond)
    }
}

impl Attacker {
    /// By 0.5's code, whoever can fight unarmed may strike with a fist too, and then does not hold the weapon in both hands.
    fn could_fight_unarmed(&self, dice: &mut impl Chance, penalty: i64) -> bool {
        !self.burdened
            && chance(dice, "could fight unarmed, by skill", self.skills.unarmed_combat.get(), 20)
            && chance(dice, "could fight unarmed, by armour", 2, 1 + penalty)
    }
}

impl Form {
    /// Up to one less than this is added to the roll of bare hands: another lost bullet.
    const fn to_hit_span(self) -> i64 {
        match self {
            Self::Spider | Self::IceBeast | Self::Dragon | Self::Lich => 10,
            Self::Bat | Self::BladeHands => 12,
            Self::Statue => 9,
            Self::Pig | Self::None => 0,
        }
    }
}
