//! One strike up to the blow: repel, awe, and the attack roll against the defence roll (rules 2 and 5).

use super::Fight;
use super::names::RepelTies;
use tohit_odds::{Chance, Pair, Reading};

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

impl Fight {
    /// Whether the strike gets through to the defender, after so many earlier attacks this turn.
    pub(super) fn contact<R: Reading>(&self, r: &mut R, harassment: i64) -> R::Of<Contact> {
        let start = r.start(());
        r.stage(start, |dice, ()| {
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
        })
    }

    /// The attack roll against the defence roll (rules 2.1, 2.2).
    fn attack_roll(&self, dice: &mut impl Chance, harassment: i64) -> Contact {
        let situation = &self.sheet.situation;
        let (attack, defence, parry) = (self.attack_value(), self.defence_value(harassment), self.parry());
        dice.note("attack value", attack);
        dice.note("defence value", defence);
        if parry > 0 {
            dice.note("parry", parry);
        }
        let attack_dice = match situation.attack_roll {
            Some(shown) => Pair::shows(shown.get()),
            None => dice.pair("attack roll"),
        };
        let defence_dice = match situation.defence_roll {
            Some(shown) => Pair::shows(shown.get()),
            None => dice.pair("defence roll"),
        };
        // The defender wins ties.
        let contact = match dice.grade((attack, attack_dice), (defence, defence_dice), &[1, 1 + parry]) {
            0 => Contact::Miss,
            1 => Contact::Shield,
            _ => Contact::Clean,
        };
        dice.note(
            "strike",
            match contact {
                Contact::Shield => "shield hit",
                Contact::Clean => "clean hit",
                _ => "miss",
            },
        );
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
        dice.note("against defence", evade);
        let (repel_dice, evade_dice) = (dice.pair("repel roll"), dice.pair("attacker's defence roll"));
        let Some(lead) = dice.lead((repel, repel_dice), (evade, evade_dice), need) else { return false };
        dice.note("against morale", courage);
        let (fear, courage_dice) = (dice.pair("repel check"), dice.pair("morale roll"));
        let repelled = dice.press(lead, (10, fear), (courage, courage_dice), need);
        dice.note("repelled", repelled);
        repelled
    }

    /// Rules 5.3.
    fn is_awed(&self, dice: &mut impl Chance) -> bool {
        let awe = self.sheet.defender.awe.get();
        if awe == 0 {
            return false;
        }
        let (awe_dice, morale) = (dice.pair("awe roll"), dice.pair("morale roll"));
        let awed = dice.outrolls((10 + awe, awe_dice), (self.sheet.attacker.morale.get(), morale), 1);
        dice.note("awed", awed);
        awed
    }
}
