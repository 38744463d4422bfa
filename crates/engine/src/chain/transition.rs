//! What a strike of a fight does, at whatever the defender has lost before.

use crate::order::in_order;
use tohit_odds::{Arithmetic, Weight};

/// Where a strike leads: what is carried then, by its place among all that was met, and how much more is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) carried: usize,
    pub(crate) lost: usize,
    /// How much who strikes gets back, if that matters.
    pub(crate) gained: usize,
    pub(crate) weight: Weight,
    /// The damage dealt times the weight, also past the last level.
    pub(crate) hurts: Weight,
}

/// Ways that wound, one beside the other: the least that is lost more, and how likely that and each further hit point is.
#[derive(Debug)]
struct WoundBand {
    carried: usize,
    lost: usize,
    weights: Vec<Weight>,
}

/// So many losses that cannot be stand between others without parting them.
const GAP: usize = 3;

/// The ways in which a defender goes on standing.
#[derive(Debug, Default)]
struct Branches {
    /// In which nothing is lost, by what is carried then.
    stays: Vec<(usize, Weight)>,
    wounds: Vec<WoundBand>,
}

/// A strike with what is carried into it.
#[derive(Debug)]
pub(crate) struct Transition {
    /// The same at every level; or, where the strike asks for what is left, level by level.
    branches: Vec<Branches>,
    pub(crate) per_level: bool,
    /// The chance that the defender falls, by what it has lost before.
    pub(crate) falls: Vec<Weight>,
    /// Mean damage dealt, also past the last level: for each level, or for all.
    hurts: Vec<Weight>,
}

/// The part of a strike in which who strikes gets back so much.
#[derive(Debug)]
pub(crate) struct GainPart {
    pub(crate) gained: usize,
    pub(crate) transition: Transition,
    /// The chance that the body falls, by what it has lost before, for all that is carried then.
    pub(crate) fells: Vec<(usize, Vec<Weight>)>,
}

impl GainPart {
    /// The parts of a strike, by what is gained, the least first, of ways in the order of what is gained and carried.
    pub(crate) fn all(most: usize, per_level: bool, met: &[(usize, Branch)], ar: &Arithmetic) -> Vec<Self> {
        let first = |met: &[(usize, Branch)]| {
            met.first().map(|(_, way)| (way.gained, way.carried)).unwrap_or_default()
        };
        let part = |met: &[(usize, Branch)]| {
            let parts = met.chunk_by(|(_, one), (_, other)| one.carried == other.carried);
            let fells = parts.map(|met| (first(met).1, falls(most, per_level, met, ar))).collect();
            Self { gained: first(met).0, transition: Transition::of(most, per_level, met, ar), fells }
        };
        met.chunk_by(|(_, one), (_, other)| one.gained == other.gained).map(part).collect()
    }
}

/// The chance that who has lost so much before falls, in these ways.
fn falls(most: usize, per_level: bool, met: &[(usize, Branch)], ar: &Arithmetic) -> Vec<Weight> {
    let mut falls = vec![Weight::ZERO; most];
    for (level, way) in met {
        let enough = most.saturating_sub(way.lost);
        let falling = if per_level { *level.max(&enough)..level + 1 } else { enough..most };
        for sum in falls.get_mut(falling).unwrap_or_default() {
            *sum = ar.add(*sum, way.weight);
        }
    }
    falls
}

impl Branches {
    /// Takes one up: those that carry the same come one after the other, who loses less first. Those that lead to the same are one.
    fn add(&mut self, Branch { carried, lost, weight, .. }: Branch, ar: &Arithmetic) {
        if lost == 0 {
            match self.stays.last_mut() {
                Some((known, sum)) if *known == carried => *sum = ar.add(*sum, weight),
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
        let place = lost - wounds.lost;
        wounds.weights.resize(wounds.weights.len().max(place + 1), Weight::ZERO);
        if let Some(sum) = wounds.weights.get_mut(place) {
            *sum = ar.add(*sum, weight);
        }
    }
}

impl Transition {
    /// What leads from a level, or where the strike asks for none from all of them, to where.
    pub(crate) fn of(most: usize, per_level: bool, met: &[(usize, Branch)], ar: &Arithmetic) -> Self {
        let places = if per_level { most } else { 1 };
        let branches = (0..places).map(|_| Branches::default()).collect();
        let mut transition = Self {
            branches,
            per_level,
            falls: falls(most, per_level, met, ar),
            hurts: vec![Weight::ZERO; places],
        };
        let key = |at: usize| met.get(at).map(|(_, way)| (way.carried, way.lost));
        let order = in_order(met.len(), &|one, other| key(one).cmp(&key(other)));
        for (level, way) in order.into_iter().filter_map(|at| met.get(at).copied()) {
            let place = if per_level { level } else { 0 };
            if let Some(mean) = transition.hurts.get_mut(place) {
                *mean = ar.add(*mean, way.hurts);
            }
            if let Some(branches) = transition.branches.get_mut(place).filter(|_| place + way.lost < most) {
                branches.add(way, ar);
            }
        }
        transition
    }

    fn at(&self, level: usize) -> Option<&Branches> {
        self.branches.get(if self.per_level { level } else { 0 })
    }

    /// Mean damage of this strike against a defender who has lost so much.
    pub(crate) fn mean_damage(&self, level: usize) -> Weight {
        self.hurts.get(if self.per_level { level } else { 0 }).copied().unwrap_or_default()
    }

    /// The ways from a level in which nothing is lost, by what is carried then.
    pub(crate) fn unhurt(&self, level: usize) -> &[(usize, Weight)] {
        self.at(level).map(|branches| branches.stays.as_slice()).unwrap_or_default()
    }

    /// The wounds from a level with which the defender stands: what is carried then, the least that is lost in all, and how likely that and each level above
    /// it is.
    pub(crate) fn wounds(&self, level: usize) -> impl Iterator<Item = (usize, usize, &[Weight])> {
        let wounds = self.at(level).map(|branches| branches.wounds.as_slice()).unwrap_or_default();
        wounds.iter().filter_map(move |wounds| {
            let lost = level + wounds.lost;
            let standing = self.falls.len().checked_sub(lost)?.min(wounds.weights.len());
            Some((wounds.carried, lost, wounds.weights.get(..standing)?))
        })
    }

    /// True where no transition from a level loses anything.
    pub(crate) fn is_harmless(&self, level: usize) -> bool {
        self.falls.get(level).is_none_or(|weight| weight.is_zero())
            && self.wounds(level).all(|(.., weights)| weights.iter().all(|weight| weight.is_zero()))
    }

    /// How many ways lead on, at all levels.
    pub(crate) fn branch_count(&self) -> usize {
        let count = |branches: &Branches| {
            branches.stays.len()
                + branches.wounds.iter().map(|wounds| wounds.weights.len()).sum::<usize>()
                + 1
        };
        self.branches.iter().map(count).sum()
    }

    /// How many ways lead on from a level, about.
    pub(crate) fn mean_branches(&self) -> usize {
        self.branch_count() / self.branches.len().max(1)
    }

    /// Strikes everybody who has lost so much, from `low` on; `next` is by what is carried.
    pub(crate) fn apply(&self, low: usize, now: &[Weight], next: &mut LevelWeights, ar: &Arithmetic) {
        // Level by level, or all at once.
        let parts = if self.per_level { 1 } else { now.len().max(1) };
        for (level, now) in (low..).step_by(parts).zip(now.chunks(parts)) {
            for (carried, share) in self.unhurt(level) {
                ar.pour(next.carrying(*carried).get_mut(level..).unwrap_or_default(), now, *share);
            }
            for (carried, lost, weights) in self.wounds(level) {
                ar.convolve(next.carrying(carried).get_mut(lost..).unwrap_or_default(), now, weights);
            }
        }
    }
}

/// Who stands: for all that may be carried, how likely each loss is.
#[derive(Clone, Debug)]
pub(crate) struct LevelWeights {
    most: usize,
    pub(crate) all: Vec<Vec<Weight>>,
}

impl LevelWeights {
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, all: Vec::new() }
    }

    /// Those who carry this.
    pub(crate) fn carrying(&mut self, carried: usize) -> &mut [Weight] {
        if self.all.len() <= carried {
            self.all.resize(carried + 1, Vec::new());
        }
        let Some(of) = self.all.get_mut(carried) else { return &mut [] };
        of.resize(self.most, Weight::ZERO);
        of
    }
}
