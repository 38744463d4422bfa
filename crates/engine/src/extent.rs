//! Extent of combat.

/// Extent of combat that an answer covers, or that is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// A strike.
    #[default]
    Strike,
    /// All strikes of a turn.
    Turn,
    /// Turns until the defender falls.
    Fight,
    /// Turns of both sides, until one falls. One side of it alone is a fight.
    Duel,
}

impl Extent {
    /// Every extent, by its name in links.
    pub const ALL: [(&'static str, Self); 4] =
        [("strike", Self::Strike), ("turn", Self::Turn), ("fight", Self::Fight), ("duel", Self::Duel)];

    /// Name in links.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, extent)| *extent == self).map_or("", |(name, _)| name)
    }

    /// A turn, or one strike.
    #[must_use]
    pub const fn of(whole_turn: bool) -> Self {
        if whole_turn { Self::Turn } else { Self::Strike }
    }

    /// True where turns follow each other.
    #[must_use]
    pub const fn is_fight(self) -> bool {
        matches!(self, Self::Fight | Self::Duel)
    }
}
