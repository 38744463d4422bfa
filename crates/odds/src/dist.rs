//! Distributions: over states of any kind, and over whole numbers.

use crate::index::{Index, hash};
use crate::trail::{Trail, Trailed};
use crate::weights::Weights;
use crate::{Floats, State};
use std::rc::Rc;

/// States with their weights, each state once.
#[derive(Clone, Debug)]
pub struct Dist<S, W> {
    entries: Vec<(Trailed<S>, W)>,
}

impl<S: State, W: Copy> Dist<S, W> {
    pub(crate) fn certain(state: S, one: W) -> Self {
        Self { entries: vec![(Trailed::plain(state), one)] }
    }

    /// Every state with its weight, in the order in which the rule first met them.
    pub fn entries(&self) -> impl Iterator<Item = (&S, W)> {
        self.entries.iter().map(|(from, weight)| (&from.state, *weight))
    }

    /// The same with what led to each.
    pub(crate) fn trailed(&self) -> &[(Trailed<S>, W)] {
        &self.entries
    }

    pub(crate) fn into_entries(self) -> Vec<(Trailed<S>, W)> {
        self.entries
    }
}

/// Gathers weighted states and merges equal ones.
pub(crate) struct Merge<S, W> {
    entries: Vec<(Trailed<S>, W)>,
    /// Empty while there are few.
    index: Index,
}

impl<S: State, W: Copy> Merge<S, W> {
    /// Up to this many states are searched one by one, which is quicker than hashing.
    const FEW: usize = 8;

    pub(crate) fn new() -> Self {
        Self { entries: Vec::new(), index: Index::default() }
    }

    pub(crate) fn add<F: Weights<Weight = W>>(&mut self, weights: &F, state: Trailed<S>, weight: W) {
        let is_few = self.entries.len() <= Self::FEW;
        let hashed = if is_few { 0 } else { hash(&state) };
        let place = if is_few {
            self.entries.iter().position(|(known, _)| *known == state)
        } else {
            self.index.find(hashed, |place| self.entries.get(place).is_some_and(|(known, _)| *known == state))
        };
        if let Some((_, sum)) = place.and_then(|place| self.entries.get_mut(place)) {
            *sum = weights.add(*sum, weight);
            return;
        }
        self.entries.push((state, weight));
        if !is_few {
            self.index.insert(hashed, self.entries.len() - 1);
        } else if self.entries.len() > Self::FEW {
            for (place, (state, _)) in self.entries.iter().enumerate() {
                self.index.insert(hash(state), place);
            }
        }
    }

    pub(crate) fn finish(self) -> Dist<S, W> {
        Dist { entries: self.entries }
    }
}

/// A distribution over whole numbers, without gaps in memory: room goes with the span from the smallest to the largest. Cheap to clone and
/// to shift.
#[derive(Clone, Debug)]
pub struct Total<W> {
    low: i64,
    /// The very list that was filled: no copy is made of it.
    weights: Rc<Vec<W>>,
}

impl<W: Copy + PartialEq> Total<W> {
    pub(crate) fn new(low: i64, weights: Vec<W>) -> Self {
        Self { low, weights: weights.into() }
    }

    pub(crate) fn shared(low: i64, weights: Rc<Vec<W>>) -> Self {
        Self { low, weights }
    }

    /// Gathers values in any order; equal ones merge.
    pub(crate) fn gather<F: Weights<Weight = W>>(weights: &F, entries: &[(i64, W)]) -> Self {
        let values = || entries.iter().map(|(value, _)| *value);
        let (Some(low), Some(high)) = (values().min(), values().max()) else {
            return Self::new(0, Vec::new());
        };
        let size = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX).saturating_add(1);
        let mut sums = vec![weights.zero(); size];
        for (value, weight) in entries {
            let place = usize::try_from(value.abs_diff(low)).ok();
            if let Some(sum) = place.and_then(|place| sums.get_mut(place)) {
                *sum = weights.add(*sum, *weight);
            }
        }
        Self::new(low, sums)
    }

    /// The values after a calculation. A plain shift shares the memory, so that sums of what was shifted are recognised.
    pub(crate) fn changed<F: Weights<Weight = W>>(&self, weights: &F, rule: impl Fn(i64) -> i64) -> Self {
        let mut values = self.entries(weights).map(|(value, _)| value);
        let Some(first) = values.next() else { return Self::new(0, Vec::new()) };
        let start = rule(first);
        let shift = start.wrapping_sub(first);
        if values.all(|value| rule(value).wrapping_sub(value) == shift) {
            return self.shifted(shift);
        }
        // Mostly larger values stay the larger ones, or become the smaller ones: then the first and the last lead to the ends.
        let last = self.weights.iter().rposition(|weight| !weights.is_zero(*weight)).unwrap_or_default();
        let end = rule(self.low.wrapping_add_unsigned(last as u64));
        let mut sum = Filling::new();
        sum.stretch(
            weights.zero(),
            start.min(end),
            usize::try_from(start.abs_diff(end)).unwrap_or_default() + 1,
        );
        for (value, weight) in self.entries(weights) {
            sum.add_one(weights, rule(value), weight);
        }
        sum.finish()
    }

    pub(crate) fn shifted(&self, by: i64) -> Self {
        Self { low: self.low.saturating_add(by), weights: Rc::clone(&self.weights) }
    }

    pub(crate) fn low(&self) -> i64 {
        self.low
    }

    /// The largest value; of none, one below the smallest.
    pub(crate) fn last(&self) -> i64 {
        self.low.saturating_add_unsigned(self.weights.len() as u64).saturating_sub(1)
    }

    /// That part which lies between two values, both included.
    pub(crate) fn between(&self, from: i64, to: i64) -> Self {
        let place = |value: i64| usize::try_from(value.saturating_sub(self.low)).unwrap_or_default();
        let (from, to) = (from.max(self.low), to.min(self.last()));
        let stretch = if from <= to { self.weights.get(place(from)..=place(to)) } else { None };
        match stretch {
            Some(all) if all.len() == self.weights.len() => self.clone(),
            part => Self::new(from, part.unwrap_or_default().to_vec()),
        }
    }

    /// The same with one more than `most` for all that is beyond it.
    pub(crate) fn up_to<F: Weights<Weight = W>>(self, weights: &F, most: i64) -> Self {
        if self.last() <= most {
            return self;
        }
        let low = self.low.min(most.saturating_add(1));
        let mut cells = self.between(low, most).weights.to_vec();
        cells.push(self.chance(weights, |value| value > most));
        Self::new(low, cells)
    }

    /// Itself, cut into pieces of so many values.
    pub(crate) fn pieces(&self, size: usize) -> impl Iterator<Item = Self> {
        let starts = (0..self.weights.len()).step_by(size.max(1));
        starts.zip(self.weights.chunks(size.max(1))).map(|(start, piece)| Self {
            low: self.low.saturating_add_unsigned(start as u64),
            weights: piece.to_vec().into(),
        })
    }

    /// Whether no value has a weight.
    pub(crate) fn is_nothing<F: Weights<Weight = W>>(&self, weights: &F) -> bool {
        self.weights.iter().all(|weight| weights.is_zero(*weight))
    }

    pub(crate) fn weights(&self) -> &Rc<Vec<W>> {
        &self.weights
    }

    pub(crate) fn weight_of(&self, value: i64) -> Option<W> {
        let place = usize::try_from(value.checked_sub(self.low)?).ok()?;
        self.weights.get(place).copied()
    }

    /// The larger of this and another: a value is it when one side shows it and the other does not show more.
    pub(crate) fn larger<F: Weights<Weight = W>>(&self, other: &Self, weights: &F) -> Self {
        let end = |total: &Self| total.low.saturating_add_unsigned(total.weights.len() as u64);
        let (low, end) = (self.low.max(other.low), end(self).max(end(other)));
        let below = |total: &Self| total.chance(weights, |value| value < low);
        let (mut ours_below, mut theirs_below) = (below(self), below(other));
        let sums = (low..end).map(|value| {
            let ours = self.weight_of(value).unwrap_or(weights.zero());
            let theirs = other.weight_of(value).unwrap_or(weights.zero());
            let reached = weights.mul(ours_below, theirs);
            ours_below = weights.add(ours_below, ours);
            theirs_below = weights.add(theirs_below, theirs);
            weights.add(reached, weights.mul(ours, theirs_below))
        });
        let sums = sums.collect();
        if self.weights.is_empty() || other.weights.is_empty() {
            Self::new(0, Vec::new())
        } else {
            Self::new(low, sums)
        }
    }

    /// The values that can occur, ascending, with their weights.
    pub fn entries<F: Weights<Weight = W>>(&self, weights: &F) -> impl Iterator<Item = (i64, W)> {
        let zero = weights.zero();
        let value = |place: usize| self.low.wrapping_add_unsigned(place as u64);
        let all = self.weights.iter().enumerate().map(move |(place, weight)| (value(place), *weight));
        all.filter(move |(_, weight)| *weight != zero)
    }

    /// The weight of everything that `which` picks.
    pub fn chance<F: Weights<Weight = W>>(&self, weights: &F, which: impl Fn(i64) -> bool) -> W {
        self.entries(weights)
            .filter(|(value, _)| which(*value))
            .fold(weights.zero(), |sum, (_, weight)| weights.add(sum, weight))
    }
}

/// What one looks for in a distribution of damage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The average.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Moments {
    /// The moments of a distribution given as values with weights.
    pub fn of(entries: impl IntoIterator<Item = (i64, f64)> + Clone) -> Self {
        let mean: f64 = entries.clone().into_iter().map(|(value, weight)| value as f64 * weight).sum();
        let variance: f64 =
            entries.into_iter().map(|(value, weight)| (value as f64 - mean).powi(2) * weight).sum();
        Self { mean, deviation: variance.max(0.0).sqrt() }
    }
}

/// The smallest value that at least the share `q` of the distribution does not exceed; none of an empty one.
pub fn quantile(entries: impl IntoIterator<Item = (i64, f64)>, q: f64) -> Option<i64> {
    let mut sum = 0.0;
    let mut last = None;
    for (value, weight) in entries {
        sum += weight;
        last = Some(value);
        // A share that rounding left a hair under q has reached it.
        if sum >= q - 1e-12 {
            break;
        }
    }
    last
}

impl Total<f64> {
    /// Average and deviation.
    #[must_use]
    pub fn moments(&self) -> Moments {
        let entries: Vec<_> = self.entries(&Floats).collect();
        Moments::of(entries)
    }

    /// See [`quantile`].
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<i64> {
        quantile(self.entries(&Floats), q)
    }
}

/// A sum of weighted totals, over a range that grows.
pub(crate) struct Filling<W> {
    low: i64,
    weights: Vec<W>,
    /// What is in it while nothing else is: its memory is kept.
    only: Option<Total<W>>,
}

impl<W: Copy + PartialEq> Filling<W> {
    pub(crate) fn new() -> Self {
        Self { low: 0, weights: Vec::new(), only: None }
    }

    /// Makes room from `low` on for `size` values, and gives that stretch.
    fn stretch(&mut self, zero: W, low: i64, size: usize) -> &mut [W] {
        if self.weights.is_empty() {
            self.low = low;
        }
        let missing = usize::try_from(self.low.saturating_sub(low)).unwrap_or_default();
        if missing > 0 {
            self.weights.splice(0..0, core::iter::repeat_n(zero, missing));
            self.low = low;
        }
        let start = usize::try_from(low.saturating_sub(self.low)).unwrap_or_default();
        let end = start.saturating_add(size);
        if self.weights.len() < end {
            self.weights.resize(end, zero);
        }
        self.weights.get_mut(start..end).unwrap_or_default()
    }

    pub(crate) fn add_all<F: Weights<Weight = W>>(&mut self, weights: &F, total: &Total<W>, scale: W) {
        if total.weights.is_empty() {
            return;
        }
        if self.weights.is_empty() && self.only.is_none() && scale == weights.one() {
            self.only = Some(total.clone());
            return;
        }
        self.open(weights);
        self.pour(weights, total, scale);
    }

    /// Makes the first total one of several.
    fn open<F: Weights<Weight = W>>(&mut self, weights: &F) {
        if let Some(only) = self.only.take() {
            self.pour(weights, &only, weights.one());
        }
    }

    fn pour<F: Weights<Weight = W>>(&mut self, weights: &F, total: &Total<W>, scale: W) {
        let stretch = self.stretch(weights.zero(), total.low, total.weights.len());
        weights.pour(stretch, &total.weights, scale);
    }

    pub(crate) fn add_one<F: Weights<Weight = W>>(&mut self, weights: &F, value: i64, weight: W) {
        self.open(weights);
        let place = usize::try_from(value.wrapping_sub(self.low)).unwrap_or(usize::MAX);
        let slot = match self.weights.get_mut(place) {
            Some(slot) => Some(slot),
            None => self.stretch(weights.zero(), value, 1).first_mut(),
        };
        if let Some(slot) = slot {
            *slot = weights.add(*slot, weight);
        }
    }

    pub(crate) fn finish(self) -> Total<W> {
        self.only.unwrap_or_else(|| Total::new(self.low, self.weights))
    }
}

/// What came of a strike, each with its weight and with the totals that go with it (weighted, not scaled up to 1).
#[derive(Clone, Debug)]
pub struct Tally<K, W> {
    pub(crate) parts: Vec<(Trailed<K>, W, Total<W>)>,
}

impl<K: State, W: Copy + PartialEq> Tally<K, W> {
    /// What can come, with its chance and its share of the totals.
    pub fn parts(&self) -> impl Iterator<Item = (&K, W, &Total<W>)> {
        self.parts.iter().map(|(came, weight, total)| (&came.state, *weight, total))
    }

    /// What can come, with what led to it and its chance. Without a record no trail has a decision.
    pub fn trails(&self) -> impl Iterator<Item = (&K, Trail, W)> {
        self.parts.iter().map(|(came, weight, _)| (&came.state, came.trail, *weight))
    }

    /// The chance of everything that `which` picks.
    pub fn chance<F: Weights<Weight = W>>(&self, weights: &F, which: impl Fn(&K) -> bool) -> W {
        self.parts
            .iter()
            .filter(|(came, _, _)| which(&came.state))
            .fold(weights.zero(), |sum, (_, weight, _)| weights.add(sum, *weight))
    }

    /// The totals together.
    pub fn total<F: Weights<Weight = W>>(&self, weights: &F) -> Total<W> {
        let mut sum = Filling::new();
        for (_, _, total) in &self.parts {
            sum.add_all(weights, total, weights.one());
        }
        sum.finish()
    }
}
