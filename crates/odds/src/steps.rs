//! A roll that counts in steps.

use crate::Die;

/// What a roll of 0 to `sides` - 1 adds: `start`, and `worth` for every `by` faces that are passed, where `ahead` faces count as passed
/// already. So a third of a roll, rounded down, has steps of 3 faces.
///
/// ```
/// use tohit_odds::Steps;
/// // Half of a roll of 0 to 6, rounded down, and 1.
/// let half = Steps { by: 2, start: 1, ..Steps::of(7) };
/// let adds: Vec<i64> = (0..7).map(|face| half.adds(face)).collect();
/// assert_eq!(adds, [1, 1, 2, 2, 3, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// How many faces the die has; one without faces always shows 0.
    pub sides: u32,
    /// How many faces make a step; 0 counts as 1.
    pub by: u32,
    /// How many faces are passed before the roll.
    pub ahead: u32,
    /// What the first step is worth, before what is passed already.
    pub start: i64,
    /// What each further step is worth; 0 counts as 1.
    pub worth: u32,
}

/// Neighbouring steps that have the same number of faces.
pub(crate) struct Run {
    /// The first step and the last one.
    pub(crate) steps: (u64, u64),
    /// How many faces all of them have together.
    pub(crate) faces: u64,
}

impl Steps {
    /// The face itself of a die numbered from 0.
    #[must_use]
    pub const fn of(sides: u32) -> Self {
        Self { sides, by: 1, ahead: 0, start: 0, worth: 1 }
    }

    /// What a face adds.
    #[must_use]
    pub fn adds(self, face: i64) -> i64 {
        let passed = face.saturating_add(self.ahead.into()) / i64::from(self.by.max(1));
        self.start.saturating_add(passed.saturating_mul(self.worth.max(1).into()))
    }

    /// The die that is rolled.
    pub(crate) fn die(self) -> Die {
        Die::Range { from: 0, to: i64::from(self.sides.max(1)) - 1 }
    }

    /// All its steps: the first and the last may have fewer faces than those between.
    pub(crate) fn runs(self) -> impl Iterator<Item = Run> {
        let (sides, by, ahead) =
            (u64::from(self.sides.max(1)), u64::from(self.by.max(1)), u64::from(self.ahead));
        let (first, last) = (ahead / by, (ahead + sides - 1) / by);
        let of_first = sides.min(by - ahead % by);
        let of_last = if last > first { ahead + sides - last * by } else { 0 };
        let between = sides - of_first - of_last;
        let runs = [
            Run { steps: (first, first), faces: of_first },
            Run { steps: (first + 1, last.saturating_sub(1)), faces: between },
            Run { steps: (last, last), faces: of_last },
        ];
        runs.into_iter().filter(|run| run.faces > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs hold each step's faces, as counting them one by one finds.
    #[test]
    fn runs_hold_every_face() {
        for (sides, by, ahead) in
            (0..14).flat_map(|s| (0..6).flat_map(move |b| (0..9).map(move |a| (s, b, a))))
        {
            let steps = Steps { sides, by, ahead, start: -3, worth: 2 };
            let mut counted = std::collections::BTreeMap::new();
            for face in 0..i64::from(sides.max(1)) {
                *counted.entry(steps.adds(face)).or_insert(0u64) += 1;
            }
            let mut found = std::collections::BTreeMap::new();
            for Run { steps: (first, last), faces } in steps.runs() {
                for step in first..=last {
                    *found.entry(2 * step as i64 - 3).or_insert(0) += faces / (last - first + 1);
                }
            }
            assert_eq!(found, counted, "{steps:?}");
        }
    }
}
