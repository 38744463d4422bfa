//! Order of the turns of a duel on one clock.

use core::cmp::Ordering;
use tohit_odds::number::Number;

/// Side that strikes first where both turns begin at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The attacker; a fallen side strikes no more.
    #[default]
    Attacker,
    /// The defender, which strikes back.
    Defender,
    /// Both at once: both may fall.
    Together,
}

impl First {
    /// Names in links, on the command line and in scripts.
    pub const ALL: [(&'static str, Self); 3] =
        [("attacker", Self::Attacker), ("defender", Self::Defender), ("both", Self::Together)];

    /// Order of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, first)| *first)
    }

    /// Name of the order.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, first)| *first == self).map_or("", |(name, _)| name)
    }

    /// The side that is struck.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
            Self::Together => Self::Together,
        }
    }

    /// Next side, by the beginnings of both next turns.
    pub(crate) fn next(self, mine: &Number, theirs: &Number) -> Self {
        match mine.cmp(theirs) {
            Ordering::Less => Self::Attacker,
            Ordering::Equal => self,
            Ordering::Greater => Self::Defender,
        }
    }
}

/// Next side before the end of a round; none, if no turn begins until then.
pub(crate) fn who_is_next(
    (mine, theirs): (Option<&Number>, Option<&Number>),
    ends: &Number,
    first: First,
) -> Option<First> {
    let before = |begins: &&Number| *begins < ends;
    match (mine.filter(before), theirs.filter(before)) {
        (None, None) => None,
        (Some(_), None) => Some(First::Attacker),
        (None, Some(_)) => Some(First::Defender),
        (Some(mine), Some(theirs)) => Some(first.next(mine, theirs)),
    }
}
