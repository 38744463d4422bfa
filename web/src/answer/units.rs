//! Units of a comparison: turns of several strikes, single strikes, and the game's normal turns.

use super::measures::{ComparedMeasure, Side};

/// Units of a comparison: the clock and the counts that its answers share.
#[derive(Clone, Copy)]
pub(super) struct Units {
    /// True where an answer has several strikes a turn.
    pub(super) has_turns: bool,
    /// True where the turns of an answer are not the game's usual ones: time decides, not the count.
    pub(super) is_timed: bool,
    /// True where all answers count turns, or all count strikes.
    pub(super) are_alike: bool,
}

impl Units {
    pub(super) fn of(sides: &[Side]) -> Self {
        let fights = || sides.iter().filter_map(|side| Some((side, side.summary.fight.as_ref()?)));
        let mut turns = fights().map(|(side, _)| side.summary.turn.is_some());
        let first = turns.next();
        let is_timed = fights().any(|(_, fight)| fight.time.is_some());
        Self {
            has_turns: sides.iter().any(|side| side.summary.turn.is_some()),
            is_timed,
            are_alike: !is_timed || turns.all(|has_turn| Some(has_turn) == first),
        }
    }

    /// The measures of the damage and of the length of a fight.
    pub(super) fn damage_and_kill(self) -> [ComparedMeasure; 2] {
        [
            if self.has_turns { ComparedMeasure::Turn } else { ComparedMeasure::Damage },
            if self.is_timed { ComparedMeasure::Time } else { ComparedMeasure::Turns },
        ]
    }
}
