//! Many strikes in one turn, each meeting more harassment than the last (rules 6).

use super::Fight;
use super::wards::{Hurt, Wards};
use tohit_odds::Reading;

/// How the defender stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Course {
    /// Damage taken so far.
    pub(super) taken: i64,
    pub(super) dead: bool,
    wards: Wards,
}

impl Fight {
    /// How many strikes there are (rules 6.1).
    pub(super) fn strikes(&self) -> i64 {
        self.sheet.situation.attackers.get() * self.sheet.attacker.weapon.attacks.get()
    }

    /// All strikes, until the defender is dead (rules 6.2). Damage from `enough` on need not be told apart.
    pub(super) fn sequence<R: Reading>(&self, r: &mut R, enough: i64) -> R::Of<Course> {
        let hp = self.sheet.defender.hp.get();
        let enough = enough.max(self.all_alike_from());
        let mut course = r.start(Course { taken: 0, dead: false, wards: self.wards() });
        for strike in 0..self.strikes() {
            let harassment = self.sheet.situation.harassment.get() + strike;
            let mut hurts: Vec<(Wards, R::Of<Hurt>)> = Vec::new();
            course = r.then(course, |r, before| {
                if before.dead {
                    return r.start(before);
                }
                r.heading(("strike #", u32::try_from(strike + 1).unwrap_or_default()));
                let known =
                    hurts.iter().find(|(wards, _)| *wards == before.wards).map(|(_, hurt)| hurt.clone());
                let hurt = known.unwrap_or_else(|| {
                    let hurt = self.hurt(r, harassment, before.wards, enough);
                    hurts.push((before.wards, hurt.clone()));
                    hurt
                });
                r.stage(hurt, |dice, hurt| {
                    let ended = self.settle(dice, hurt, hp - before.taken);
                    let taken = (before.taken + ended.damage).min(enough);
                    Course { taken, dead: ended.outcome.kills(), wards: ended.wards }
                })
            });
        }
        course
    }
}
