//! The reduced strike of a scenario: the lines that are left, with the names that are live after each.

use tohit_compile::program::{End, Id, VarId, VarSet};

/// Reduced strike: what the fields decide is folded, and dead lines are gone.
#[derive(Clone, Debug)]
pub(crate) struct ReducedStrike {
    pub(crate) steps: Vec<LiveLine>,
    /// Names that are live at the beginning.
    pub(crate) reads: VarSet,
    /// Names whose values depend on the position of the strike in its turn.
    pub(crate) by_position: VarSet,
    pub(crate) criterion: Criterion,
}

/// Slicing criterion: the results of a strike that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Criterion {
    /// True where endings and shown lines matter.
    pub(crate) worded: bool,
    /// True where the striker's own hit points matter: what it gains and pays.
    pub(crate) gains: bool,
    /// Carried names that matter to nothing.
    pub(crate) left_out: VarSet,
    /// Shown lines that are answered by slices of their own.
    pub(crate) apart: VarSet,
    /// The one shown line that matters, of such a slice.
    pub(crate) only: Option<VarId>,
}

impl Criterion {
    /// Criterion of everything but these carried names.
    pub(crate) const fn all(left_out: VarSet) -> Self {
        Self { worded: true, gains: true, left_out, apart: VarSet::EMPTY, only: None }
    }

    /// True for a line that is answered.
    pub(crate) fn answers(&self, slot: VarId, show: Option<&Vec<String>>) -> bool {
        let is_here = self.only.map_or(!self.apart.contains(slot), |only| only == slot);
        self.worded && show.is_some() && is_here
    }
}

/// Line of a reduced strike.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LiveLine {
    /// Place among the lines of the mode.
    pub(crate) line: usize,
    /// Names that are live after the line.
    pub(crate) live: VarSet,
    /// Names of which later lines read only some expressions, and these expressions.
    pub(crate) queries: Vec<(VarId, Vec<Id>)>,
    /// Names that the line reads once, and that are dead after it.
    pub(crate) spent: VarSet,
}

/// Carried values of an end, but for names that are left out.
pub(crate) fn next_of(line: &End, left_out: VarSet) -> impl Iterator<Item = (VarId, Id)> + '_ {
    line.next.iter().copied().filter(move |(slot, _)| !left_out.contains(*slot))
}

/// Parts of an end that a criterion asks for.
pub(crate) fn parts_of(line: &End, criterion: Criterion) -> Vec<Id> {
    if criterion.only.is_some() {
        return line.when.into_iter().collect();
    }
    let word = criterion.worded.then_some(&line.ending);
    let own = line.gain.iter().chain(&line.pay).filter(|_| criterion.gains);
    let parts = line.when.iter().chain(word).chain(&line.lose).chain(own);
    parts.copied().chain(next_of(line, criterion.left_out).map(|(_, value)| value)).collect()
}

/// All parts of an end.
pub(crate) fn every_part(line: &End) -> Vec<Id> {
    parts_of(line, Criterion::all(VarSet::EMPTY))
}
