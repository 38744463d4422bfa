//! Where the list of an endless damage is closed (rules 7.3).
//!
//! That depends on how large probabilities are, which exact arithmetic by residues cannot tell. So it is found in floats, by the very rule that is
//! then asked in whatever weights the answer is wanted in.

use super::Fight;
use super::names::Mode;
use super::sequence::Standing;
use super::wards::{Outcome, Wards};
use crate::answer::Spread;
use core::ops::ControlFlow;
use tohit_odds::{Either, Floats, Odds, Tally, Total, Weights, open};

/// From which damage on a strike, and a turn, need not be told apart.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) strike: i64,
    pub(super) turn: i64,
}

/// All that an answer is read from.
pub(super) struct Course<W> {
    pub(super) strike: Tally<ControlFlow<Outcome, Wards>, W>,
    /// In mode sequence.
    pub(super) turn: Option<Tally<Standing, W>>,
}

impl Fight {
    /// The strike and the turn, and where their damage is closed.
    pub(super) fn course<F: Weights>(&self, odds: &mut Odds<F>) -> (Course<F::Weight>, Ends) {
        let known = self.ends.get().copied();
        let course = self.course_to(odds, known.unwrap_or_else(|| self.far()));
        let ends = *self.ends.get_or_init(|| {
            let found = self.ends_of(&course, odds.weights());
            found.unwrap_or_else(|| {
                let mut floats = Odds::new(Either::Floats);
                let far = self.far();
                let course = self.course_to(&mut floats, far);
                self.ends_of(&course, floats.weights()).unwrap_or(far)
            })
        });
        (course, ends)
    }

    fn course_to<F: Weights>(&self, odds: &mut Odds<F>, ends: Ends) -> Course<F::Weight> {
        let strike = self.strike(odds, ends.strike);
        let turn = (self.mode == Mode::Sequence).then(|| self.turn(odds, ends.turn));
        Course { strike, turn }
    }

    /// The smallest damage of at least 1 which is reached less often than the tail's digits allow; none if the weights do not tell how large they are.
    fn ends_of<F: Weights>(&self, course: &Course<F::Weight>, weights: &F) -> Option<Ends> {
        let strike = self.end_of(&course.strike.total(weights), weights)?;
        let turn = match &course.turn {
            Some(turn) => self.end_of(&turn.total(weights), weights)?,
            None => strike,
        };
        Some(Ends { strike, turn })
    }

    fn end_of<F: Weights>(&self, damage: &Total<F::Weight>, weights: &F) -> Option<i64> {
        let mut entries: Vec<(i64, F::Weight)> = damage.entries(weights).collect();
        let mut rest = 0.0;
        while let Some((value, weight)) = entries.pop() {
            rest += weights.size(weight)?;
            if rest >= self.limit() {
                return Some(value.saturating_add(1).max(1));
            }
        }
        Some(1)
    }

    fn limit(&self) -> f64 {
        10f64.powi(-i32::try_from(self.sheet.situation.tail_digits.get()).unwrap_or(12))
    }

    /// Damage that is surely reached less often than that. Of a strike: by its figures alone, and dice that are rarer still. Of a turn: the one strike that kills
    /// does so much on top of what a living defender has taken.
    fn far(&self) -> Ends {
        let rare = self.limit() / 64.0 / f64::from(self.strikes_of_turn());
        let lead = (0..).step_by(5).find(|lead| open::difference_at_least(&Floats, *lead) < rare);
        let strike = self.most_damage(lead.unwrap_or_default()).max(1);
        Ends { strike, turn: strike.saturating_add(self.sheet.defender.hp.get()) }
    }
}

/// Lists a damage up to its end, from which on everything is put together.
pub(super) fn closed<F: Weights>(weights: &F, damage: &Total<F::Weight>, end: i64) -> Spread<F::Weight> {
    let (entries, rest): (Vec<_>, Vec<_>) = damage.entries(weights).partition(|(value, _)| *value < end);
    let rest =
        rest.into_iter().rev().map(|(_, weight)| weight).reduce(|sum, weight| weights.add(sum, weight));
    Spread { entries, tail: rest.map(|rest| (end, rest)) }
}
