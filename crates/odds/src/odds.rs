//! The odds reading: every way the dice can fall, each with its weight.

use crate::dist::{Dist, Filling, Merge, Tally, Total};
use crate::gaps::Gaps;
use crate::index::QuickMap;
use crate::layers::Layers;
use crate::pair::Contest;
use crate::paths::Paths;
use crate::piles::Piles;
use crate::reading::{Key, Reading, State};
use crate::reduced::{Reduced, Term};
use crate::steps::Run;
use crate::sums::Sums;
use crate::trail::{Known, Trail, Trailed};
use crate::weights::Weights;
use crate::{Ask, Die, Figure, Label, Steps};
use core::ops::{ControlFlow, RangeInclusive};

type Weight<F> = <F as Weights>::Weight;
type Terms<F, K> = (Trailed<K>, Vec<Term<Weight<F>>>);

/// Computes exact distributions. See [`Reading`] for what a rule may ask.
pub struct Odds<F: Weights> {
    pub(crate) paths: Paths<F>,
    gaps: Gaps<Weight<F>>,
    known: QuickMap<Key, Total<Weight<F>>>,
    rolled: QuickMap<Die, Total<Weight<F>>>,
    sums: Sums<F>,
    /// Totals that are known state by state with what led to each, by their place in memory; for [`Reading::states`] while a record is kept.
    pub(crate) trailed: Vec<Known<F>>,
}

impl<F: Weights> Odds<F> {
    /// Odds in these weights.
    pub fn new(weights: F) -> Self {
        Self {
            paths: Paths::new(weights),
            gaps: Gaps::default(),
            known: QuickMap::default(),
            rolled: QuickMap::default(),
            sums: Sums::default(),
            trailed: Vec::new(),
        }
    }

    /// The arithmetic that the odds are computed in.
    pub fn weights(&self) -> &F {
        &self.paths.weights
    }

    pub(crate) fn count_work(&mut self, amount: usize) {
        self.paths.count_work(amount);
    }

    /// How much was computed so far: paths walked, products added, values mixed. The same for every arithmetic.
    pub fn work(&self) -> u64 {
        self.paths.work()
    }
}

impl<F: Weights> Reading for Odds<F> {
    type Chance = Paths<F>;
    type Of<S: State> = Dist<S, Weight<F>>;
    type Total = Total<Weight<F>>;
    type Tally<K: State> = Tally<K, Weight<F>>;

    fn start<S: State>(&mut self, state: S) -> Self::Of<S> {
        Dist::certain(state, self.weights().one())
    }

    fn stage<S: State, T: State>(
        &mut self,
        from: Self::Of<S>,
        rule: impl Fn(&mut Paths<F>, S) -> T,
    ) -> Self::Of<T> {
        let mut merge = Merge::new();
        for (Trailed { state, trail }, weight) in from.into_entries() {
            self.paths.walk(
                (weight, trail),
                |paths| rule(paths, state.clone()),
                |weights, to, weight| merge.add(weights, to, weight),
            );
        }
        merge.finish()
    }

    fn join<A: State, B: State, T: State>(
        &mut self,
        a: Self::Of<A>,
        b: Self::Of<B>,
        rule: impl Fn(&mut Paths<F>, A, B) -> T,
    ) -> Self::Of<T> {
        let mut merge = Merge::new();
        for (left, first) in a.trailed() {
            for (right, second) in b.trailed() {
                let start = self.weights().mul(*first, *second);
                let trail = self.paths.joined(left.trail, right.trail);
                self.paths.walk(
                    (start, trail),
                    |paths| rule(paths, left.state.clone(), right.state.clone()),
                    |weights, to, weight| merge.add(weights, to, weight),
                );
            }
        }
        merge.finish()
    }

    fn then<S: State, T: State>(
        &mut self,
        from: Self::Of<S>,
        mut rule: impl FnMut(&mut Self, S) -> Self::Of<T>,
    ) -> Self::Of<T> {
        let mut merge = Merge::new();
        for (Trailed { state, trail: before }, weight) in from.into_entries() {
            for (Trailed { state, trail }, share) in rule(self, state).into_entries() {
                let weight = self.weights().mul(weight, share);
                let trail = self.paths.joined(before, trail);
                merge.add(self.weights(), Trailed { state, trail }, weight);
            }
        }
        merge.finish()
    }

    fn fixed(&mut self, value: i64) -> Self::Total {
        Total::new(value, vec![self.weights().one()])
    }

    fn roll(&mut self, label: impl Into<Label>, die: Die) -> Self::Total {
        if die.only().is_none() {
            self.tell(label, Some(Ask::Die(die)));
        }
        // Equal dice share their memory, and with it their sums.
        let die = match die {
            Die::Range { .. } => {
                let (from, to) = die.ends();
                Die::Range { from, to }
            }
            other => other,
        };
        if let Some(rolled) = self.rolled.get(&die) {
            return rolled.clone();
        }
        let rolled = Total::new(die.ends().0, die.weights(self.weights()));
        self.rolled.insert(die, rolled.clone());
        rolled
    }

    fn total<S: State>(&mut self, from: Self::Of<S>, value: impl Fn(S) -> i64) -> Self::Total {
        let trails: Vec<Trail> = match self.paths.record {
            None => Vec::new(),
            Some(_) => from.trailed().iter().map(|(from, _)| from.trail).collect(),
        };
        let entries: Vec<_> =
            from.into_entries().into_iter().map(|(from, weight)| (value(from.state), weight)).collect();
        let total = Total::gather(self.weights(), &entries);
        if !trails.is_empty() {
            self.keep_trails(&total, &entries, trails);
        }
        total
    }

    fn margin(&mut self, contest: Contest, within: RangeInclusive<i64>) -> Self::Total {
        let (low, high) = within.into_inner();
        if let Some(margin) = contest.margin() {
            return self.fixed(margin.max(low).min(high));
        }
        if low >= high {
            return self.fixed(high);
        }
        Total::new(low, self.gaps.margins(&self.paths.weights, contest, low..=high))
    }

    fn states(&mut self, total: Self::Total) -> Self::Of<i64> {
        let mut merge = Merge::new();
        match self.trails_of(&total) {
            None => {
                for (value, weight) in total.entries(self.weights()) {
                    merge.add(self.weights(), Trailed::plain(value), weight);
                }
            }
            Some(known) => {
                for (value, trail, weight) in &known.entries {
                    let state = value.saturating_sub(known.total.low()).saturating_add(total.low());
                    merge.add(self.weights(), Trailed { state, trail: *trail }, *weight);
                }
            }
        }
        merge.finish()
    }

    fn change(&mut self, total: Self::Total, rule: impl Fn(i64) -> i64) -> Self::Total {
        self.paths.count_work(total.weights().len());
        total.changed(self.weights(), rule)
    }

    fn add(&mut self, a: Self::Total, b: Self::Total) -> Self::Total {
        match (a.weights().len(), b.weights().len()) {
            (0, _) | (_, 0) => Total::new(0, Vec::new()),
            (1, _) if a.weights().first() == Some(&self.weights().one()) => b.shifted(a.low()),
            (_, 1) if b.weights().first() == Some(&self.weights().one()) => a.shifted(b.low()),
            _ => {
                let sum = self.sums.sum(&mut self.paths, a.weights(), b.weights());
                Total::shared(a.low().saturating_add(b.low()), sum)
            }
        }
    }

    fn larger(&mut self, a: Self::Total, b: Self::Total) -> Self::Total {
        self.paths.count_work(a.weights().len().saturating_add(b.weights().len()));
        a.larger(&b, self.weights())
    }

    fn evenly(
        &mut self,
        label: impl Into<Label>,
        total: Self::Total,
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> Self::Total {
        self.tell(label, None);
        let mut layers = Layers::default();
        for (value, weight) in total.entries(self.weights()) {
            let (from, to) = range(value).into_inner();
            layers.add(self.weights(), from.min(to), from.max(to), weight);
        }
        self.paths.count_work(layers.work());
        layers.finish(self.weights())
    }

    fn grow(
        &mut self,
        label: impl Into<Label>,
        total: Self::Total,
        roll: impl Fn(i64) -> Steps,
    ) -> Self::Total {
        self.tell(label, None);
        // Steps worth more than 1 leave values out: those that one roll can reach lie in one lane, where they are neighbours.
        let mut lanes: Vec<(i64, i64, Layers<Weight<F>>)> = Vec::new();
        for (value, weight) in total.entries(self.weights()) {
            let steps = roll(value);
            let (wide, from) = (i64::from(steps.worth.max(1)), value.saturating_add(steps.start));
            let (slot, lane) = (from.div_euclid(wide), from.rem_euclid(wide));
            let place = lanes.iter().position(|(w, l, _)| (*w, *l) == (wide, lane)).unwrap_or(lanes.len());
            if place == lanes.len() {
                lanes.push((wide, lane, Layers::default()));
            }
            let Some((_, _, layers)) = lanes.get_mut(place) else { continue };
            for Run { steps: (first, last), faces } in steps.runs() {
                let share = self.weights().ratio(faces, steps.sides.max(1).into());
                let (low, high) = (slot.saturating_add_unsigned(first), slot.saturating_add_unsigned(last));
                layers.add(self.weights(), low, high, self.weights().mul(weight, share));
            }
        }
        let mut entries = Vec::new();
        for (wide, lane, layers) in lanes {
            self.paths.count_work(layers.work());
            let found = layers.finish(self.weights());
            entries.extend(found.entries(self.weights()).map(|(slot, weight)| (slot * wide + lane, weight)));
        }
        Total::gather(self.weights(), &entries)
    }

    fn extend(
        &mut self,
        total: Self::Total,
        open: impl Fn(i64) -> bool,
        more: impl FnOnce(&mut Self) -> Self::Total,
    ) -> Self::Total {
        let (going, done): (Vec<_>, Vec<_>) =
            total.entries(self.weights()).partition(|(value, _)| open(*value));
        if going.is_empty() {
            return total;
        }
        let more = more(self);
        let done = Total::gather(self.weights(), &done);
        let going = Total::gather(self.weights(), &going);
        let going = self.add(going, more);
        let mut sum = Filling::new();
        for side in [done, going] {
            sum.add_all(self.weights(), &side, self.weights().one());
        }
        sum.finish()
    }

    fn repeat(
        &mut self,
        times: u32,
        most: Option<i64>,
        mut part: impl FnMut(&mut Self, u32) -> Self::Total,
    ) -> Self::Total {
        let nothing = self.fixed(0);
        if times == 0 || most.is_some_and(|most| most < 0) {
            return nothing;
        }
        let one = part(self, 1);
        let last = one.last().saturating_mul(times.into());
        match most.filter(|most| *most < last) {
            None => self.times(one, times),
            Some(most) => self.times_up_to(&one, times, most),
        }
    }

    fn tally<S: State, K: State>(
        &mut self,
        from: Self::Of<S>,
        mut rule: impl FnMut(&mut Self, S) -> (K, Self::Total),
    ) -> Self::Tally<K> {
        let mut piles = Piles::new();
        for (Trailed { state, trail }, weight) in from.into_entries() {
            let (state, total) = rule(self, state);
            self.paths.count_work(total.weights().len());
            piles.add(self.weights(), Trailed { state, trail }, weight, &total, weight);
        }
        piles.finish()
    }

    fn tally_reduced<S: State, K: State>(
        &mut self,
        from: Self::Of<S>,
        mut part: impl FnMut(&mut Self, &S, u32) -> Option<Reduced<Self::Total>>,
        mut key: impl FnMut(&mut Self, S) -> K,
    ) -> Self::Tally<K> {
        let mut piles: Vec<Terms<F, K>> = Vec::new();
        for (Trailed { state, trail }, weight) in from.into_entries() {
            let parts = (1..).map_while(|number| part(self, &state, number)).collect();
            let key = Trailed { state: key(self, state), trail };
            match piles.iter_mut().find(|(known, _)| *known == key) {
                Some((_, terms)) => terms.push((weight, parts)),
                None => piles.push((key, vec![(weight, parts)])),
            }
        }
        let mut parts = Vec::with_capacity(piles.len());
        for (key, terms) in piles {
            let weights = self.weights();
            let weight = terms.iter().fold(weights.zero(), |sum, (weight, _)| weights.add(sum, *weight));
            parts.push((key, weight, self.mixture(&terms)));
        }
        Tally { parts }
    }

    fn judge<K: State, L: State>(
        &mut self,
        tally: Self::Tally<K>,
        rule: impl Fn(&mut Paths<F>, K, i64) -> (L, i64),
    ) -> Self::Tally<L> {
        let mut piles = Piles::new();
        let weights = self.weights().clone();
        for (Trailed { state: key, trail }, _, total) in tally.parts {
            for (value, weight) in total.entries(&weights) {
                self.paths.walk(
                    (weight, trail),
                    |paths| rule(paths, key.clone(), value),
                    |weights, Trailed { state: (state, value), trail }, weight| {
                        piles.add_one(weights, Trailed { state, trail }, value, weight);
                    },
                );
            }
        }
        piles.finish()
    }

    fn rounds<K: State, S: State, L: State, M: State>(
        &mut self,
        times: u32,
        from: K,
        mark: i64,
        begin: impl FnMut(&mut Self, u32, K) -> Self::Of<S>,
        add: impl FnMut(&mut Self, S) -> Self::Tally<L>,
        end: impl Fn(&mut Paths<F>, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Self::Tally<ControlFlow<M, K>> {
        self.play(times, from, mark, begin, add, end)
    }

    fn follow<K: State, L: State>(
        &mut self,
        first: Self::Tally<K>,
        mut next: impl FnMut(&mut Self, K) -> Self::Tally<L>,
    ) -> Self::Tally<L> {
        let mut piles = Piles::new();
        for (Trailed { state: key, trail: before }, weight, total) in first.parts {
            for (Trailed { state, trail }, share, more) in next(self, key).parts {
                let to = Trailed { state, trail: self.paths.joined(before, trail) };
                let weight = self.weights().mul(weight, share);
                // What is certain only shifts what follows.
                let (sum, scale) = match total.weights().as_slice() {
                    [scale] => (more.shifted(total.low()), *scale),
                    _ => (self.add(total.clone(), more), self.weights().one()),
                };
                self.paths.count_work(sum.weights().len());
                piles.add(self.weights(), to, weight, &sum, scale);
            }
        }
        piles.finish()
    }

    fn sum<K: State>(&mut self, tally: Self::Tally<K>) -> Self::Total {
        tally.total(self.weights())
    }

    fn once(&mut self, key: Key, part: impl FnOnce(&mut Self) -> Self::Total) -> Self::Total {
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let total = part(self);
        self.known.insert(key, total.clone());
        total
    }

    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>) {
        if let Some(record) = &mut self.paths.record {
            record.note(label.into(), figure.into());
        }
    }

    fn show(&mut self, label: impl Into<Label>, total: &Self::Total) {
        if let Some(record) = &mut self.paths.record {
            let label = label.into();
            record.note(label, total.low().into());
            record.note(label, total.last().into());
        }
    }

    fn heading(&mut self, _: impl Into<Label>) {}
}
