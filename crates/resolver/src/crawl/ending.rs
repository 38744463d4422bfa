//! How a strike or a shot can end.

use crate::choice;
use crate::sheet::Choice;

choice! {
    /// In the order of the rules.
    pub(super) enum Ending {
        Hit = "hit",
        HelplessHit = "helpless-hit",
        LuckyHit = "lucky-hit",
        AutoHit = "auto-hit",
        AutoMiss = "auto-miss",
        ShieldBlock = "shield-block",
        Repelled = "repelled",
        Deflected = "deflected",
        Miss = "miss",
    }
}

impl Ending {
    /// Whether the blow lands; it may still do no damage.
    pub(super) const fn lands(self) -> bool {
        matches!(self, Self::Hit | Self::HelplessHit | Self::LuckyHit | Self::AutoHit)
    }

    /// Its place in the list, so that it can be carried as a number.
    pub(super) const fn place(self) -> i64 {
        self as i64
    }

    /// The ending at a place.
    pub(super) fn at(place: i64) -> Self {
        Self::ALL.iter().copied().find(|ending| ending.place() == place).unwrap_or(Self::Miss)
    }
}
