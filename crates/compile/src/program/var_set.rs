//! Set of variables of a strike, a bit for each. Methods are named as those of the standard sets.

use super::VarId;
use core::ops::{BitOr, BitOrAssign};

/// Set of variables.
///
/// ```
/// use tohit_compile::program::{VarId, VarSet};
///
/// let mut set = VarSet::from(VarId(3));
/// set.insert(VarId(95));
/// assert!(set.contains(VarId(95)) && !set.contains(VarId(4)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [VarId(3), VarId(95)]);
/// assert!(set.difference(VarId(3).into()).is_disjoint(VarId(3).into()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VarSet(u128);

impl VarSet {
    /// Set without variables.
    pub const EMPTY: Self = Self(0);
    /// Set of all variables.
    pub const ALL: Self = Self(u128::MAX);

    const fn bit(variable: VarId) -> u128 {
        1 << (variable.0 as u32 % u128::BITS)
    }

    /// True where the variable is in the set.
    #[must_use]
    pub const fn contains(self, variable: VarId) -> bool {
        self.0 & Self::bit(variable) != 0
    }

    /// Adds a variable: true where it is new.
    pub const fn insert(&mut self, variable: VarId) -> bool {
        let is_new = !self.contains(variable);
        self.0 |= Self::bit(variable);
        is_new
    }

    /// Variables of this set that the other has not.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True where no variable is in both sets.
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// True without variables.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of variables.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Variables of the set, in their order.
    pub fn iter(self) -> impl Iterator<Item = VarId> {
        (0..u128::BITS as u8).map(VarId).filter(move |variable| self.contains(*variable))
    }
}

impl From<VarId> for VarSet {
    fn from(variable: VarId) -> Self {
        Self(Self::bit(variable))
    }
}

impl BitOr for VarSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for VarSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<VarId> for VarSet {
    fn from_iter<I: IntoIterator<Item = VarId>>(variables: I) -> Self {
        variables.into_iter().fold(Self::EMPTY, |set, variable| set | variable.into())
    }
}
