//! Extents of what is rolled.

/// RollExtent of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RollExtent {
    /// One strike.
    #[default]
    Strike,
    /// All strikes of a turn.
    Turn,
    /// Turns until the defender falls.
    Fight,
}

impl RollExtent {
    /// A turn, or one strike.
    #[must_use]
    pub const fn of(whole_turn: bool) -> Self {
        if whole_turn { Self::Turn } else { Self::Strike }
    }
}
