//! What still protects a defender who is wounded, and how the strike ends (rules 4.10 to 4.12).

use super::Fight;
use super::damage::Wound;
use super::strike::Contact;
use crate::choice;
use tohit_odds::{Chance, Reading};

choice! {
    /// How a strike can end, in the order of the rules (7.2).
    pub(super) enum Outcome {
        CannotAttack = "cannot-attack",
        Repelled = "repelled",
        Awed = "awed",
        Miss = "miss",
        ShieldStopped = "shield-stopped",
        ShieldNegated = "shield-negated",
        ShieldWound = "shield-wound",
        ShieldKill = "shield-kill",
        CleanStopped = "clean-stopped",
        CleanNegated = "clean-negated",
        CleanWound = "clean-wound",
        CleanKill = "clean-kill",
    }
}

impl Outcome {
    pub(super) const fn hits(self) -> bool {
        !matches!(self, Self::CannotAttack | Self::Repelled | Self::Awed | Self::Miss)
    }

    pub(super) const fn wounds(self) -> bool {
        matches!(self, Self::ShieldWound | Self::CleanWound)
    }

    pub(super) const fn kills(self) -> bool {
        matches!(self, Self::ShieldKill | Self::CleanKill)
    }
}

/// What a wound comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Stopped,
    Negated,
    Wound,
    Kill,
}

const fn outcome(contact: Contact, end: End) -> Outcome {
    match (contact, end) {
        (Contact::CannotAttack, _) => Outcome::CannotAttack,
        (Contact::Repelled, _) => Outcome::Repelled,
        (Contact::Awed, _) => Outcome::Awed,
        (Contact::Miss, _) => Outcome::Miss,
        (Contact::Shield, End::Stopped) => Outcome::ShieldStopped,
        (Contact::Shield, End::Negated) => Outcome::ShieldNegated,
        (Contact::Shield, End::Wound) => Outcome::ShieldWound,
        (Contact::Shield, End::Kill) => Outcome::ShieldKill,
        (Contact::Clean, End::Stopped) => Outcome::CleanStopped,
        (Contact::Clean, End::Negated) => Outcome::CleanNegated,
        (Contact::Clean, End::Wound) => Outcome::CleanWound,
        (Contact::Clean, End::Kill) => Outcome::CleanKill,
    }
}

/// The wards that a wound can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wards {
    pub(super) mistform: bool,
    pub(super) images: bool,
}

/// A wound that got past the wards which do not ask for hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hurt {
    contact: Contact,
    damage: i64,
    severs: bool,
    negated: bool,
    wards: Wards,
}

/// How a strike ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) damage: i64,
    pub(super) wards: Wards,
}

/// How much mistform takes at the most.
const MIST: i64 = 25;

impl Fight {
    pub(super) fn wards(&self) -> Wards {
        let defender = &self.sheet.defender;
        Wards { mistform: defender.mistform, images: defender.images.get() > 0 }
    }

    /// From which damage on a strike on this defender ends alike whatever it does.
    pub(super) fn all_alike_from(&self) -> i64 {
        let beheading = (self.max_hp() + 1) / 2;
        self.sheet.defender.hp.get().max(beheading)
    }

    /// A strike up to the last question, whether it kills. Damage from `enough` on need not be told apart.
    pub(super) fn hurt<R: Reading>(
        &self,
        r: &mut R,
        harassment: i64,
        wards: Wards,
        enough: i64,
    ) -> R::Of<Hurt> {
        let enough = enough.max(self.all_alike_from());
        let before_mist = if wards.mistform { enough + MIST } else { enough };
        let wound = self.wound_of_strike(r, harassment, before_mist);
        r.stage(wound, |dice, wound| {
            let hurt = self.warded(dice, wound, wards);
            Hurt { damage: hurt.damage.min(enough), ..hurt }
        })
    }

    /// Mistform, mirror images and the ethereal (rules 4.10 a to c).
    fn warded(&self, dice: &mut impl Chance, wound: Wound, wards: Wards) -> Hurt {
        let (defender, weapon) = (&self.sheet.defender, &self.sheet.attacker.weapon);
        let Wound { contact, damage, severs } = wound;
        if damage == 0 {
            return Hurt { contact, damage, severs, negated: false, wards };
        }
        let negated = |wards| Hurt { contact, damage: 0, severs: false, negated: true, wards };
        let (damage, mistform) = if wards.mistform {
            let ends = damage >= MIST || weapon.magic || dice.happens("mistform ends", 1, 100);
            let damage = (damage - MIST).max(1);
            dice.note("through mistform", damage);
            (damage, !ends)
        } else {
            (damage, false)
        };
        let images = u64::try_from(defender.images.get()).unwrap_or_default();
        if wards.images && dice.happens("mirror image hit", images, images + 1) {
            return negated(Wards { mistform, images: true });
        }
        if defender.ethereal && !weapon.magic && dice.happens("ethereal", 3, 4) {
            return negated(Wards { mistform, images: wards.images });
        }
        Hurt { contact, damage, severs, negated: false, wards: Wards { mistform, images: wards.images } }
    }

    /// Beheading, luck and death, with so many hit points left (rules 4.10 d, 4.11).
    pub(super) fn settle(&self, dice: &mut impl Chance, hurt: Hurt, hp: i64) -> Ended {
        let defender = &self.sheet.defender;
        let Hurt { contact, damage, wards, .. } = hurt;
        let ended = |end, damage, wards| Ended { outcome: outcome(contact, end), damage, wards };
        if damage == 0 {
            return ended(if hurt.negated { End::Negated } else { End::Stopped }, 0, wards);
        }
        let beheads = hurt.severs && defender.needs_head && 2 * damage >= self.max_hp();
        let luck = u64::try_from(self.sheet.situation.variants.luck_percent.get()).unwrap_or_default();
        // Luck is asked about hit points only: a beheading that leaves some is not its business.
        if damage >= hp && defender.luck && dice.happens("luck", luck, 100) {
            return ended(End::Negated, 0, wards);
        }
        let end = if beheads || damage >= hp { End::Kill } else { End::Wound };
        ended(end, damage, Wards { images: false, ..wards })
    }

    /// A whole strike on a defender with all its present hit points and wards.
    pub(super) fn strike<R: Reading>(&self, r: &mut R, enough: i64) -> R::Of<Ended> {
        let hurt = self.hurt(r, self.sheet.situation.harassment.get(), self.wards(), enough);
        r.stage(hurt, |dice, hurt| {
            let ended = self.settle(dice, hurt, self.sheet.defender.hp.get());
            dice.note("outcome", ended.outcome.name());
            dice.note("damage done", ended.damage);
            ended
        })
    }

    /// Whether a wound leaves an affliction (rules 4.12).
    pub(super) fn affliction(&self, dice: &mut impl Chance, ended: Ended) -> bool {
        if !ended.outcome.wounds() {
            return false;
        }
        let cursed = if self.sheet.defender.cursed { 15 } else { 0 };
        let percent = (100 * ended.damage / self.max_hp() + cursed).min(100);
        dice.happens("affliction", u64::try_from(percent).unwrap_or_default(), 100)
    }
}
