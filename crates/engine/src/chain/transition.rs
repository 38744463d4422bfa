//! Transitions of a fight: one strike, by the damage taken before.

use crate::chain::states::{States, StrikeState};
use crate::order::in_order;
use tohit_odds::{Arithmetic, Weight};

/// Branch of a strike: the carried values after it, by their place, and the additional loss.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) carried: usize,
    pub(crate) lost: usize,
    /// Gain of the striker less what it pays, if they matter.
    pub(crate) returned: i64,
    pub(crate) weight: Weight,
    /// Damage times the weight, also past the last level.
    pub(crate) hurts: Weight,
}

/// Band of losses: the least additional loss, and the weights of this and each further hit point.
#[derive(Debug)]
struct WoundBand {
    carried: usize,
    lost: usize,
    weights: Vec<Weight>,
}

/// Limit of impossible losses inside a band.
const GAP: usize = 3;

/// Branches in which the defender stands.
#[derive(Debug, Default)]
struct Branches {
    /// Weights of no loss, by carried values.
    stays: Vec<(usize, Weight)>,
    wounds: Vec<WoundBand>,
}

/// Transition of one strike with given carried values that returns so many hit points.
#[derive(Debug)]
pub(crate) struct Transition {
    pub(crate) returned: i64,
    most: usize,
    /// One entry for all levels; or one for each level, where the strike reads the hit points left.
    branches: Vec<Branches>,
    pub(crate) per_level: bool,
    /// Probability that the defender falls, by carried values then and by its loss before. One entry serves
    /// all, where the carried values no longer matter.
    pub(crate) falls: Vec<(usize, Vec<Weight>)>,
    /// Mean damage, also past the last level: for each level, or for all.
    hurts: Vec<Weight>,
}

/// Probability of these branches that the defender falls, by its loss before.
fn falls(most: usize, per_level: bool, by_level: &[(usize, Branch)], arith: &Arithmetic) -> Vec<Weight> {
    let mut falls = vec![Weight::ZERO; most];
    for (level, branch) in by_level {
        let enough = most.saturating_sub(branch.lost);
        let falling = if per_level { *level.max(&enough)..level + 1 } else { enough..most };
        for sum in falls.get_mut(falling).unwrap_or_default() {
            *sum = arith.add(*sum, branch.weight);
        }
    }
    falls
}

impl Branches {
    /// Adds a branch. Branches come in the order of carried values and losses; equal ones are added.
    fn add(&mut self, Branch { carried, lost, weight, .. }: Branch, arith: &Arithmetic) {
        if lost == 0 {
            match self.stays.last_mut() {
                Some((known, sum)) if *known == carried => *sum = arith.add(*sum, weight),
                _ => self.stays.push((carried, weight)),
            }
            return;
        }
        let last = self
            .wounds
            .last_mut()
            .filter(|last| last.carried == carried && lost <= last.lost + last.weights.len() + GAP);
        let Some(wounds) = last else {
            self.wounds.push(WoundBand { carried, lost, weights: vec![weight] });
            return;
        };
        let index = lost - wounds.lost;
        wounds.weights.resize(wounds.weights.len().max(index + 1), Weight::ZERO);
        if let Some(sum) = wounds.weights.get_mut(index) {
            *sum = arith.add(*sum, weight);
        }
    }
}

/// Row to which a transition adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// First strike of the turn against the body that is struck.
    pub(crate) since: usize,
    /// Loss of the striker.
    pub(crate) striker: usize,
    /// First level of the body that is struck.
    pub(crate) first: usize,
}

impl Transition {
    /// Transitions by what they return, ascending, from branches at each level, or at all levels alike.
    pub(crate) fn all(
        most: usize,
        (per_level, falls_carry): (bool, bool),
        by_level: &[(usize, Branch)],
        arith: &Arithmetic,
    ) -> Vec<Self> {
        let key =
            |at: usize| by_level.get(at).map(|(_, branch)| (branch.returned, branch.carried, branch.lost));
        let order = in_order(by_level.len(), &|one, other| key(one).cmp(&key(other)));
        let by_level: Vec<(usize, Branch)> =
            order.into_iter().filter_map(|at| by_level.get(at).copied()).collect();
        let parts = by_level.chunk_by(|(_, one), (_, other)| one.returned == other.returned);
        parts.map(|part| Self::of(most, (per_level, falls_carry), part, arith)).collect()
    }

    /// Transition from branches that return alike, in the order of carried values and losses.
    fn of(
        most: usize,
        (per_level, falls_carry): (bool, bool),
        by_level: &[(usize, Branch)],
        arith: &Arithmetic,
    ) -> Self {
        let indices = if per_level { most } else { 1 };
        let branches = (0..indices).map(|_| Branches::default()).collect();
        let first = |of: &[(usize, Branch)]| of.first().map(|(_, branch)| *branch);
        let parts = by_level.chunk_by(|(_, one), (_, other)| !falls_carry || one.carried == other.carried);
        let falls = parts.map(|part| {
            let carried = first(part).filter(|_| falls_carry).map_or(0, |branch| branch.carried);
            (carried, falls(most, per_level, part, arith))
        });
        let mut transition = Self {
            returned: first(by_level).map_or(0, |branch| branch.returned),
            most,
            branches,
            per_level,
            falls: falls.collect(),
            hurts: vec![Weight::ZERO; indices],
        };
        for (level, branch) in by_level {
            let index = if per_level { *level } else { 0 };
            if let Some(mean) = transition.hurts.get_mut(index) {
                *mean = arith.add(*mean, branch.hurts);
            }
            if let Some(branches) = transition.branches.get_mut(index).filter(|_| index + branch.lost < most)
            {
                branches.add(*branch, arith);
            }
        }
        transition
    }

    fn at(&self, level: usize) -> Option<&Branches> {
        self.branches.get(if self.per_level { level } else { 0 })
    }

    /// Mean damage against a defender with this loss.
    pub(crate) fn mean_damage(&self, level: usize) -> Weight {
        self.hurts.get(if self.per_level { level } else { 0 }).copied().unwrap_or_default()
    }

    /// Branches without loss, by carried values.
    pub(crate) fn unhurt(&self, level: usize) -> &[(usize, Weight)] {
        self.at(level).map(|branches| branches.stays.as_slice()).unwrap_or_default()
    }

    /// Branches with loss in which the defender stands: carried values, least total loss, and the weights
    /// from there on.
    pub(crate) fn wounds(&self, level: usize) -> impl Iterator<Item = (usize, usize, &[Weight])> {
        let wounds = self.at(level).map(|branches| branches.wounds.as_slice()).unwrap_or_default();
        wounds.iter().filter_map(move |wounds| {
            let lost = level + wounds.lost;
            let standing = self.most.checked_sub(lost)?.min(wounds.weights.len());
            Some((wounds.carried, lost, wounds.weights.get(..standing)?))
        })
    }

    /// Probability that the defender falls from a level.
    pub(crate) fn falls_at(&self, level: usize, arith: &Arithmetic) -> Weight {
        arith.sum(self.falls.iter().filter_map(|(_, falls)| falls.get(level)).copied())
    }

    /// True where no transition from a level loses anything.
    pub(crate) fn is_harmless(&self, level: usize) -> bool {
        self.falls.iter().all(|(_, falls)| falls.get(level).is_none_or(|weight| weight.is_zero()))
            && self.wounds(level).all(|(.., weights)| weights.iter().all(|weight| weight.is_zero()))
    }

    /// Number of branches at all levels.
    pub(crate) fn branch_count(&self) -> usize {
        let count = |branches: &Branches| {
            branches.stays.len()
                + branches.wounds.iter().map(|wounds| wounds.weights.len()).sum::<usize>()
                + 1
        };
        self.branches.iter().map(count).sum()
    }

    /// Mean number of branches of a level.
    pub(crate) fn mean_branches(&self) -> usize {
        self.branch_count() / self.branches.len().max(1)
    }

    /// Applies the transition to the weights of one body's consecutive levels from `low` on, and adds them to
    /// a row of the next states.
    pub(crate) fn apply(
        &self,
        low: usize,
        now: &[Weight],
        next: &mut States<StrikeState>,
        Target { since, striker, first }: Target,
        arith: &Arithmetic,
    ) {
        let end = first + self.most;
        // Level by level, or all at once.
        let parts = if self.per_level { 1 } else { now.len().max(1) };
        for (level, now) in (low..).step_by(parts).zip(now.chunks(parts)) {
            for (carried, share) in self.unhurt(level) {
                let to =
                    next.row(StrikeState { carried: *carried, since }, striker).get_mut(first + level..end);
                arith.pour(to.unwrap_or_default(), now, *share);
            }
            for (carried, lost, weights) in self.wounds(level) {
                let to = next.row(StrikeState { carried, since }, striker).get_mut(first + lost..end);
                arith.convolve(to.unwrap_or_default(), now, weights);
            }
        }
    }
}
