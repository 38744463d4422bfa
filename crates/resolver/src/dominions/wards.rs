//! What still protects a defender who is wounded, and how the strike ends (rules 4.10 to 4.12).

use super::Fight;
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

/// What a hit does to the defender, if its hit points do not come into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Harm {
    /// Nothing came through protection.
    Stopped,
    /// A ward took it.
    Negated,
    Wound {
        /// It severs a head that is needed.
        beheads: bool,
    },
}

/// A hit that got past the wards which do not ask for hit points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hurt {
    contact: Contact,
    harm: Harm,
    /// What is left of the wards if it does no damage.
    wards: Wards,
}

/// How much mistform takes at the most.
const MIST: i64 = 25;

impl Fight {
    /// The wards at first.
    pub(super) fn wards(&self) -> Wards {
        let defender = &self.sheet.defender;
        Wards { mistform: defender.mistform, images: defender.images.get() > 0 }
    }

    /// A strike up to the last question, whether it kills, and its damage. Damage from `enough` on need not be told apart.
    pub(super) fn hurt<R: Reading>(
        &self,
        r: &mut R,
        contact: Contact,
        wards: Wards,
        enough: i64,
    ) -> R::Tally<Hurt> {
        if !contact.hits() {
            let start = r.start(Hurt { contact, harm: Harm::Stopped, wards });
            return r.tally(start, |r, missed| (missed, r.fixed(0)));
        }
        // Death and beheading are told apart in any case.
        let enough = enough.max(self.sheet.defender.hp.get()).max((self.max_hp() + 1) / 2);
        let before_mist = if wards.mistform { enough + MIST } else { enough };
        let wound = self.wound(r, contact, before_mist);
        r.judge(wound, |dice, severs, damage| {
            let (harm, damage, wards) = self.warded(dice, severs, damage, wards);
            (Hurt { contact, harm, wards }, damage.min(enough))
        })
    }

    /// Mistform, mirror images and the ethereal (rules 4.10 a to c).
    fn warded(&self, dice: &mut impl Chance, severs: bool, damage: i64, wards: Wards) -> (Harm, i64, Wards) {
        let (defender, weapon) = (&self.sheet.defender, &self.sheet.attacker.weapon);
        dice.decided("damage", &[("damage", damage)], damage > 0);
        if damage == 0 {
            return (Harm::Stopped, 0, wards);
        }
        let (damage, mistform) = if wards.mistform {
            let ends = damage >= MIST || weapon.magic || dice.happens("mistform ends", 1, 100);
            let damage = (damage - MIST).max(1);
            dice.note("damage through mistform", damage);
            (damage, !ends)
        } else {
            (damage, false)
        };
        let wards = Wards { mistform, ..wards };
        let images = u64::try_from(defender.images.get()).unwrap_or_default();
        if wards.images && dice.happens("a mirror image is hit", images, images + 1) {
            return (Harm::Negated, 0, wards);
        }
        if defender.ethereal && !weapon.magic && dice.happens("passes through the ethereal", 3, 4) {
            return (Harm::Negated, 0, wards);
        }
        let beheads = severs && defender.needs_head && 2 * damage >= self.max_hp();
        (Harm::Wound { beheads }, damage, wards)
    }

    /// Luck, beheading and death, when it is known whether the damage reaches all the hit points that are left (rules 4.10 d, 4.11): the outcome, what is left of the wards, and
    /// whether the damage counts.
    pub(super) fn settle(&self, dice: &mut impl Chance, hurt: Hurt, reached: bool) -> (Outcome, Wards, bool) {
        let Hurt { contact, harm, wards } = hurt;
        let luck = u64::try_from(self.sheet.situation.variants.luck_percent.get()).unwrap_or_default();
        if let Harm::Wound { beheads } = harm {
            let wound = match (reached, beheads) {
                (true, _) => "takes all hit points",
                (false, true) => "severs the head",
                (false, false) => "leaves hit points",
            };
            dice.decided("wound", &[], wound);
        }
        let (end, wards, counts) = match harm {
            Harm::Stopped => (End::Stopped, wards, true),
            Harm::Negated => (End::Negated, wards, true),
            // Luck is asked about hit points only: a beheading that leaves some is not its business.
            Harm::Wound { .. } if reached && self.sheet.defender.luck && dice.happens("luck", luck, 100) => {
                (End::Negated, wards, false)
            }
            Harm::Wound { beheads } => {
                let end = if reached || beheads { End::Kill } else { End::Wound };
                (end, Wards { images: false, ..wards }, true)
            }
        };
        let outcome = outcome(contact, end);
        dice.note("outcome", outcome.name());
        (outcome, wards, counts)
    }

    /// Whether a strike with such an end leaves an affliction (rules 4.12).
    pub(super) fn afflicts(&self, dice: &mut impl Chance, outcome: Outcome, damage: i64) -> bool {
        if !outcome.wounds() {
            return false;
        }
        let cursed = if self.sheet.defender.cursed { 15 } else { 0 };
        let percent = (100 * damage / self.max_hp() + cursed).min(100);
        dice.happens("affliction", u64::try_from(percent).unwrap_or_default(), 100)
    }
}
