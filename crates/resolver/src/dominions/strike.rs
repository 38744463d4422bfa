//! One strike up to the blow: repel, awe, and the attack roll against the defence roll (rules 2 and 5).

use super::Fight;
use super::names::RepelTies;
use crate::sheet::Int;
use tohit_odds::{Chance, Pair};

/// How far a strike gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Contact {
    CannotAttack,
    Repelled,
    Awed,
    Miss,
    Shield,
    Clean,
}

impl Contact {
    pub(super) const fn hits(self) -> bool {
        matches!(self, Self::Shield | Self::Clean)
    }
}

/// Two open-ended dice, unless the situation fixes what they show (rules 2.4).
fn rolled_or_fixed(dice: &mut impl Chance, label: &'static str, fixed: Option<i64>) -> Pair {
    match fixed {
        Some(shown) => {
            dice.note(label, shown);
            Pair::shows(shown)
        }
        None => dice.pair(label),
    }
}

impl Fight {
    /// Whether a strike gets through to the defender, after so many earlier attacks this turn.
    pub(super) fn contact(&self, dice: &mut impl Chance, harassment: i64) -> Contact {
        if self.sheet.attacker.fatigue.get() >= 100 {
            return Contact::CannotAttack;
        }
        if self.is_repelled(dice, harassment) {
            return Contact::Repelled;
        }
        if self.is_awed(dice) {
            return Contact::Awed;
        }
        self.attack_roll(dice, harassment)
    }

    /// The attack roll against the defence roll (rules 2.1 to 2.4).
    fn attack_roll(&self, dice: &mut impl Chance, harassment: i64) -> Contact {
        let (attack, defence, parry) = (self.attack_value(), self.defence_value(harassment), self.parry());
        dice.note("attack value", attack);
        dice.note("defence value", defence);
        if parry > 0 {
            dice.note("parry", parry);
            dice.note("defence with parry", defence + parry);
        }
        let situation = &self.sheet.situation;
        let attack_dice = rolled_or_fixed(dice, "attack roll", situation.attack_roll.map(Int::get));
        dice.note_sum("total attack", (attack, &attack_dice));
        let defence_dice = rolled_or_fixed(dice, "defence roll", situation.defence_roll.map(Int::get));
        dice.note_sum("total defence", (defence, &defence_dice));
        if parry > 0 {
            dice.note_sum("total defence with parry", (defence + parry, &defence_dice));
        }
        // The defender wins ties.
        let contact = match dice.grade((attack, attack_dice), (defence, defence_dice), &[1, 1 + parry]) {
            0 => Contact::Miss,
            1 => Contact::Shield,
            _ => Contact::Clean,
        };
        let told = match contact {
            Contact::Shield => "shield hit",
            Contact::Clean => "clean hit",
            _ => "miss",
        };
        dice.note("strike", told);
        let figures = [("attack value", attack), ("defence value", defence), ("parry", parry)];
        dice.decided("attack against defence", &figures, told);
        contact
    }

    /// Rules 5.2.
    fn is_repelled(&self, dice: &mut impl Chance, harassment: i64) -> bool {
        let (attacker, defender) = (&self.sheet.attacker, &self.sheet.defender);
        let Some(weapon) = &defender.repel_weapon else { return false };
        let ours = Self::effective_length(weapon.length.get(), weapon.intrinsic, defender.size.get());
        let theirs = Self::effective_length(
            attacker.weapon.length.get(),
            attacker.weapon.intrinsic,
            attacker.size.get(),
        );
        if ours <= theirs || attacker.weapon.unrepellable || self.is_helpless() {
            return false;
        }
        let repel = defender.attack.get() + weapon.attack.get() - defender.fatigue.get() / 20 - harassment;
        let evade = attacker.defence.get() - attacker.fatigue.get() / 10 - attacker.harassment.get();
        let courage = attacker.morale.get() + attacker.size.get() - defender.size.get();
        // Who is repelled wins ties, or by the later revision of the page the repeller.
        let need = match self.sheet.situation.variants.repel_ties {
            RepelTies::Repelee => 1,
            RepelTies::Repeller => 0,
        };
        dice.note("repel value", repel);
        dice.note("attacker's defence", evade);
        let (repel_dice, evade_dice) = (dice.pair("repel roll"), dice.pair("attacker's defence roll"));
        dice.note_sum("total repel", (repel, &repel_dice));
        dice.note_sum("attacker's total defence", (evade, &evade_dice));
        let lead = dice.lead((repel, repel_dice), (evade, evade_dice), need);
        let figures = [("repel value", repel), ("attacker's defence", evade)];
        dice.decided("repel attempt", &figures, lead.is_some());
        let Some(lead) = lead else { return false };
        dice.note("attacker's morale", courage);
        let (fear, courage_dice) = (dice.pair("repeller's roll"), dice.pair("morale roll"));
        let repelled = dice.press(lead, (10, fear), (courage, courage_dice), need);
        dice.decided("morale against the repeller", &[("attacker's morale", courage)], repelled);
        dice.note("repelled", repelled);
        repelled
    }

    /// Rules 5.3.
    fn is_awed(&self, dice: &mut impl Chance) -> bool {
        let awe = self.sheet.defender.awe.get();
        if awe == 0 {
            return false;
        }
        let (awe, morale) = (10 + awe, self.sheet.attacker.morale.get());
        let (awe_dice, morale_dice) = (dice.pair("awe roll"), dice.pair("morale roll"));
        dice.note_sum("total awe", (awe, &awe_dice));
        dice.note_sum("total morale", (morale, &morale_dice));
        // The attacker wins ties.
        let awed = dice.outrolls((awe, awe_dice), (morale, morale_dice), 1);
        dice.decided("awe", &[("awe", awe), ("morale", morale)], awed);
        dice.note("awed", awed);
        awed
    }
}
