//! Strength and dexterity, and what they are good for (rules 1.1 and 1.2).

use crate::Json;
use crate::sheet::{Entry, Shape};

/// A stat as it stands after equipment, race and class: 3 to 17 as they are; from 18 on the game counts percentiles, 18/00 as 18 and 18/50 as 68.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat(i64);

/// What stands before the stroke.
const EIGHTEEN: i64 = 18;
/// More than 18/220 adds nothing.
const MOST_PERCENTILES: i64 = 999;

/// What one step of strength and dexterity gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Strength: the bonus to hit.
    pub(super) strength_to_hit: i64,
    /// Strength: the bonus to damage.
    pub(super) strength_to_dam: i64,
    /// Strength: adjusted strength for blows (ASB).
    pub(super) adjusted_strength: i64,
    /// Strength: the heaviest weapon, in pounds, that is no burden.
    pub(super) hold: i64,
    /// Dexterity: the bonus to hit.
    pub(super) dexterity_to_hit: i64,
    /// Dexterity: the row of the table of blows.
    pub(super) blows_row: usize,
}

const fn row(
    strength_to_hit: i64,
    strength_to_dam: i64,
    adjusted_strength: i64,
    hold: i64,
    dexterity_to_hit: i64,
    blows_row: usize,
) -> Row {
    Row { strength_to_hit, strength_to_dam, adjusted_strength, hold, dexterity_to_hit, blows_row }
}

#[rustfmt::skip]
const TABLE: [Row; 37] = [
    row(-3, -2, 3, 4, -3, 0), // 3
    row(-2, -2, 4, 5, -2, 0), // 4
    row(-1, -1, 5, 6, -2, 0), // 5
    row(-1, -1, 6, 7, -1, 0), // 6
    row(0, 0, 7, 8, -1, 0), // 7
    row(0, 0, 8, 10, 0, 0), // 8
    row(0, 0, 9, 12, 0, 0), // 9
    row(0, 0, 10, 14, 0, 1), // 10
    row(0, 0, 11, 16, 0, 1), // 11
    row(0, 0, 12, 18, 0, 1), // 12
    row(0, 0, 13, 20, 0, 1), // 13
    row(0, 0, 14, 22, 0, 1), // 14
    row(0, 0, 15, 24, 0, 1), // 15
    row(0, 1, 16, 26, 1, 1), // 16
    row(0, 2, 17, 28, 2, 1), // 17
    row(1, 2, 20, 30, 3, 1), // 18/00-18/09
    row(1, 2, 30, 30, 3, 2), // 18/10-18/19
    row(1, 3, 40, 35, 3, 2), // 18/20-18/29
    row(1, 3, 50, 40, 3, 2), // 18/30-18/39
    row(1, 3, 60, 45, 3, 2), // 18/40-18/49
    row(1, 3, 70, 50, 4, 3), // 18/50-18/59
    row(1, 3, 80, 55, 4, 3), // 18/60-18/69
    row(2, 4, 90, 60, 4, 4), // 18/70-18/79
    row(3, 5, 100, 65, 4, 4), // 18/80-18/89
    row(4, 5, 110, 70, 5, 5), // 18/90-18/99
    row(5, 6, 120, 80, 6, 6), // 18/100-18/109
    row(6, 7, 130, 80, 7, 7), // 18/110-18/119
    row(7, 8, 140, 80, 8, 8), // 18/120-18/129
    row(8, 9, 150, 80, 9, 9), // 18/130-18/139
    row(9, 10, 160, 80, 9, 10), // 18/140-18/149
    row(10, 11, 170, 90, 10, 11), // 18/150-18/159
    row(11, 12, 180, 90, 11, 11), // 18/160-18/169
    row(12, 13, 190, 90, 12, 11), // 18/170-18/179
    row(13, 14, 200, 90, 13, 11), // 18/180-18/189
    row(14, 15, 210, 90, 14, 11), // 18/190-18/199
    row(15, 16, 220, 100, 15, 11), // 18/200-18/209
    row(15, 18, 230, 100, 15, 11), // 18/210-18/219
];
/// 18/220 and above.
const HIGHEST: Row = row(15, 20, 240, 100, 15, 11);

impl Stat {
    /// 18 and so many percentiles.
    pub(super) const fn percentile(percentiles: i64) -> Self {
        Self(EIGHTEEN + percentiles)
    }

    /// What it gives: a row for each point up to 17, then one for every ten percentiles.
    pub(super) fn row(self) -> Row {
        let index = if self.0 < EIGHTEEN { self.0 - 3 } else { 15 + (self.0 - EIGHTEEN) / 10 };
        usize::try_from(index).ok().and_then(|index| TABLE.get(index)).copied().unwrap_or(HIGHEST)
    }
}

impl Entry for Stat {
    const SHAPE: Shape = Shape::Mark { low: (3, 0), high: (EIGHTEEN, MOST_PERCENTILES) };

    fn take(checked: &Json) -> Option<Self> {
        match checked {
            Json::Number(points) => points.parse().ok().map(Self),
            Json::Text(mark) => mark.strip_prefix("18/")?.parse().ok().map(Self::percentile),
            _ => None,
        }
    }

    fn write(&self) -> Json {
        if self.0 < EIGHTEEN { self.0.into() } else { format!("18/{:02}", self.0 - EIGHTEEN).into() }
    }
}
