//! The hit test, and the monster's shield after it (rules 2.5 and 2.6).

use super::Swing;
use super::to_hit::Aim;
use crate::crawl::dice::{one_in, r2};
use crate::crawl::ending::Ending;
use crate::crawl::names::TargetState;
use crate::crawl::sheet::melee::Scenario;
use crate::crawl::shield::MonsterShield;
use tohit_odds::{Chance, Key, Reading};

/// A blow after the hit test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tested {
    ending: Ending,
    swing: Swing,
    /// The span of the roll against the shield: the higher the to-hit value, the wider.
    against_shield: i64,
}

const NO_SWING: Swing = Swing { both_hands: false, stabs: false };

impl Scenario {
    /// The evasion that counts, by the monster's state.
    pub(in crate::crawl) fn evasion(&self) -> i64 {
        let evasion = self.defender.ev.get();
        match self.defender.state {
            TargetState::Paralysed | TargetState::Asleep => 0,
            TargetState::Petrified | TargetState::Petrifying if self.rules().is_v09() => 0,
            TargetState::Held => evasion / (self.defender.size.index() + 2),
            TargetState::Confused => evasion / 2,
            _ => evasion,
        }
    }

    /// Whether the to-hit value suffices, and if not, whether the blow is rescued. There is no automatic miss.
    pub(super) fn hit_test<R: Reading>(&self, r: &mut R, watched: R::Of<Aim>) -> R::Of<Tested> {
        let evasion = self.evasion();
        r.note("evasion", evasion);
        let shield = self.usable_shield();
        r.stage(watched, |dice, Aim { value, swing }| {
            // The page says that the value must exceed evasion; in the game's code it may be equal.
            let hits = if self.rules().is_page() { value > evasion } else { value >= evasion };
            dice.decided("to-hit roll", &[("to-hit value", value), ("evasion", evasion)], hits);
            let ending = if hits { Ending::Hit } else { self.rescue(dice) };
            match &shield {
                _ if !ending.lands() => Tested { ending, swing: NO_SWING, against_shield: 0 },
                Some(shield) => Tested { ending, swing, against_shield: 15 + value / 2 + shield.worn_out() },
                None => Tested { ending, swing, against_shield: 0 },
            }
        })
    }

    /// Two rescues that the page does not mention. Which is tried first decides only what the hit is called.
    fn rescue(&self, dice: &mut impl Chance) -> Ending {
        if self.rules().is_v09() && self.catches_the_helpless(dice) {
            return Ending::HelplessHit;
        }
        if one_in(dice, "lucky hit", 20) {
            return Ending::LuckyHit;
        }
        if !self.rules().is_v09() && self.catches_the_helpless(dice) {
            return Ending::HelplessHit;
        }
        Ending::Miss
    }

    fn catches_the_helpless(&self, dice: &mut impl Chance) -> bool {
        let stabbing = self.attacker.skills.stabbing.get();
        match self.defender.state {
            TargetState::Asleep | TargetState::Paralysed | TargetState::Petrified => {
                !one_in(dice, "misses the helpless", 10 + stabbing)
            }
            TargetState::Petrifying => !one_in(dice, "misses the helpless", 2 + stabbing),
            _ => false,
        }
    }

    /// The monster's shield, if it has one and can use it.
    fn usable_shield(&self) -> Option<MonsterShield> {
        let defender = &self.defender;
        let able = match defender.state {
            TargetState::Awake | TargetState::Distracted | TargetState::Fleeing => true,
            TargetState::Petrifying => !self.rules().is_v09(),
            _ => false,
        };
        (able && defender.shield.is_worn()).then(|| MonsterShield {
            rules: self.rules(),
            shield: defender.shield,
            plus: defender.shield_plus.get(),
            hit_dice: defender.hd.get(),
            size: defender.size,
            blocks: defender.shield_blocks.get(),
        })
    }

    /// Whether a blow that hits is blocked.
    pub(super) fn shield_block<R: Reading>(
        &self,
        r: &mut R,
        tested: R::Of<Tested>,
    ) -> R::Of<(Ending, Swing)> {
        let Some(shield) = self.usable_shield() else {
            return r.stage(tested, |_, tested| (tested.ending, tested.swing));
        };
        r.then(tested, |r, Tested { ending, swing, against_shield }| {
            if !ending.lands() {
                return r.start((ending, swing));
            }
            let guard = r.once(Key("shield", [0; 3]), |r| {
                let guard = shield.guard(r);
                if self.attacker_is_unseen() { r.change(guard, |guard| guard / 3) } else { guard }
            });
            let guards = r.states(guard);
            r.stage(guards, |dice, guard| {
                dice.note("shield block", guard);
                let passes = dice.reaches("past the shield", r2(against_shield), guard + 1);
                if passes { (ending, swing) } else { (Ending::ShieldBlock, NO_SWING) }
            })
        })
    }
}
