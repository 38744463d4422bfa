//! One strike, and many strikes in one turn, each meeting more harassment than the last (rules 6).

use super::Fight;
use super::wards::{Outcome, Wards};
use core::ops::ControlFlow::{self, Break, Continue};
use tohit_odds::Reading;

/// How the defender stands after a turn: dead, or with what is left of its wards.
pub(super) type Standing = ControlFlow<(), Wards>;

impl Fight {
    /// One strike on a defender with all its present hit points and wards. Damage from `enough` on need not be told apart.
    pub(super) fn strike<R: Reading>(&self, r: &mut R, enough: i64) -> R::Tally<ControlFlow<Outcome, Wards>> {
        self.strikes(r, 1, enough, |outcome, _| Break(outcome))
    }

    /// All strikes of a turn, until the defender is dead (rules 6.1, 6.2).
    pub(super) fn turn<R: Reading>(&self, r: &mut R, enough: i64) -> R::Tally<Standing> {
        let after = |outcome: Outcome, wards| if outcome.kills() { Break(()) } else { Continue(wards) };
        self.strikes(r, self.strikes_of_turn(), enough, after)
    }

    /// How many strikes a turn has (rules 6.1).
    pub(super) fn strikes_of_turn(&self) -> u32 {
        let strikes = self.sheet.situation.attackers.get() * self.sheet.attacker.weapon.attacks.get();
        u32::try_from(strikes).unwrap_or_default()
    }

    fn strikes<R: Reading, M: tohit_odds::State>(
        &self,
        r: &mut R,
        times: u32,
        enough: i64,
        after: impl Fn(Outcome, Wards) -> ControlFlow<M, Wards>,
    ) -> R::Tally<ControlFlow<M, Wards>> {
        r.rounds(
            times,
            self.wards(),
            self.sheet.defender.hp.get(),
            |r, strike, wards| {
                if times > 1 {
                    r.heading(("strike #", strike));
                }
                let harassment = self.sheet.situation.harassment.get() + i64::from(strike) - 1;
                let start = r.start(wards);
                r.stage(start, |dice, wards| (self.contact(dice, harassment), wards))
            },
            |r, (contact, wards)| self.hurt(r, contact, wards, enough),
            |dice, hurt, reached| {
                let (outcome, wards, counts) = self.settle(dice, hurt, reached);
                (after(outcome, wards), counts)
            },
        )
    }
}
