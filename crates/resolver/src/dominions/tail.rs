//! Where the list of an endless damage is closed (rules 7.3).
//!
//! That depends on how large probabilities are, which exact arithmetic by residues cannot tell. So it is found in floats, by the very
//! rule that is then asked again in whatever weights the answer is wanted in.

use super::Fight;
use tohit_odds::{Either, Floats, Odds, Reading, Total, open};

impl Fight {
    /// The smallest damage of at least 1 which a strike reaches less often than the tail's digits allow.
    pub(super) fn last_damage(&self) -> i64 {
        let mut odds = Odds::new(Either::Floats);
        let ended = self.strike(&mut odds, self.far());
        self.last_of(&odds.total(ended, |ended| ended.damage))
    }

    /// The same of a whole turn.
    pub(super) fn last_turn_damage(&self) -> i64 {
        let mut odds = Odds::new(Either::Floats);
        let course = self.sequence(&mut odds, self.far().saturating_add(self.sheet.defender.hp.get()));
        self.last_of(&odds.total(course, |course| course.taken))
    }

    fn limit(&self) -> f64 {
        10f64.powi(-i32::try_from(self.sheet.situation.tail_digits.get()).unwrap_or(12))
    }

    fn last_of(&self, damage: &Total<f64>) -> i64 {
        let mut entries: Vec<(i64, f64)> = damage.entries(&Floats).collect();
        let (mut rest, limit) = (0.0, self.limit());
        while let Some((value, weight)) = entries.pop() {
            rest += weight;
            if rest >= limit {
                return (value + 1).max(1);
            }
        }
        1
    }

    /// A damage that a single strike surely reaches less often than that: by its strength alone, and the most lopsided dice that matter.
    fn far(&self) -> i64 {
        let lead =
            (0..).step_by(5).find(|lead| open::difference_at_least(&Floats, *lead) < self.limit() / 64.0);
        let through = self.damage_value().saturating_add(lead.unwrap_or_default()).max(1);
        // A blunt hit on the head adds a half.
        through.saturating_add(through / 2)
    }
}
