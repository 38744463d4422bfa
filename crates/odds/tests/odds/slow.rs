//! The slow twin: a fourth reading that rolls every physical die in every way, in fractions, and never merges or convolves.

use core::ops::{ControlFlow, RangeInclusive};
use std::collections::BTreeMap;
use tohit_odds::{Chance, Contest, Die, Figure, Fraction, Key, Label, Lead, Pair, Reading, State};

#[derive(Default)]
pub(crate) struct Slow {
    /// Of each draw on this path: which way it goes now, and the weights of all ways.
    path: Vec<(usize, Vec<Fraction>)>,
    depth: usize,
}

pub(crate) type Weighted<T> = Vec<(T, Fraction)>;

impl Slow {
    fn draw(&mut self, ways: impl FnOnce() -> Vec<Fraction>) -> usize {
        if self.depth == self.path.len() {
            self.path.push((0, ways()));
        }
        self.depth += 1;
        self.path.get(self.depth - 1).map_or(0, |(at, _)| *at)
    }

    fn even(&mut self, ways: u64) -> u64 {
        let each = || Fraction::new(1, ways as i64);
        self.draw(|| (0..ways).map(|_| each()).collect()) as u64
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        let step = self.even(from.abs_diff(to) + 1) as i64;
        if from <= to { from + step } else { from - step }
    }

    fn walk<T>(&mut self, rule: impl Fn(&mut Self) -> T) -> Weighted<T> {
        let mut leaves = Vec::new();
        loop {
            self.depth = 0;
            let leaf = rule(self);
            assert_eq!(self.depth, self.path.len(), "a path repeats itself");
            let taken = self.path.iter().filter_map(|(at, ways)| ways.get(*at));
            let weight = taken.fold(Fraction::one(), |product, way| product * way);
            leaves.push((leaf, weight));
            while self.path.last().is_some_and(|(at, ways)| at + 1 == ways.len()) {
                self.path.pop();
            }
            match self.path.last_mut() {
                Some((at, _)) => *at += 1,
                None => return leaves,
            }
        }
    }
}

/// Equal values together, in order.
pub(crate) fn merged<T: Ord>(leaves: Weighted<T>) -> Weighted<T> {
    let mut sums: BTreeMap<T, Fraction> = BTreeMap::new();
    for (value, weight) in leaves {
        *sums.entry(value).or_insert_with(Fraction::zero) += weight;
    }
    sums.into_iter().filter(|(_, weight)| !weight.is_zero()).collect()
}

/// Open-ended pairs have no end: their twins are sums of two lists, in `pairs.rs`.
fn endless() -> ! {
    unreachable!("a pair can fall in endlessly many ways")
}

impl Chance for Slow {
    fn roll(&mut self, _: impl Into<Label>, die: Die) -> i64 {
        match die {
            Die::Range { from, to } => self.between(from, to),
            Die::Dice { count, sides } => (0..count).map(|_| self.between(1, sides.max(1).into())).sum(),
            Die::Highest { count, from, to } | Die::Lowest { count, from, to } => {
                let mut rolls: Vec<i64> = (0..count.max(1)).map(|_| self.between(from, to)).collect();
                rolls.sort_by_key(|roll| roll.abs_diff(to));
                let kept = if matches!(die, Die::Highest { .. }) { rolls.first() } else { rolls.last() };
                kept.copied().unwrap_or_default()
            }
            Die::Centred { from, to } => {
                // (U + V) n / 2 with U = (i + u) / n, V = (j + v) / n is (i + j + u + v) / 2, where u + v is below 1 half of the time.
                let size = from.abs_diff(to) + 1;
                let step = (self.even(size) + self.even(size) + self.even(2)) as i64 / 2;
                if from <= to { from + step } else { from - step }
            }
        }
    }

    fn reaches(&mut self, label: impl Into<Label>, die: Die, target: i64) -> bool {
        Chance::roll(self, label, die) >= target
    }

    fn happens(&mut self, _: impl Into<Label>, over: u64, under: u64) -> bool {
        self.even(under.max(1)) < over
    }

    fn pick(&mut self, _: impl Into<Label>, options: &[(&'static str, u32)]) -> usize {
        let shares: Vec<usize> =
            options.iter().enumerate().flat_map(|(place, (_, share))| vec![place; *share as usize]).collect();
        let drawn = self.even(shares.len().max(1) as u64) as usize;
        shares.get(drawn).copied().unwrap_or_default()
    }

    /// In cells of the size of both denominators' product: the higher cell draws more, and within the same cell either does half of the time.
    fn outdraws(&mut self, (_, ours): (Label, &Fraction), (_, theirs): (Label, &Fraction)) -> bool {
        let [(a, b), (c, d)] = [ours, theirs].map(|number| number.small().unwrap_or_default());
        let (ours, theirs) = ((a * d).max(0) as u64, (c * b).max(0) as u64);
        if theirs == 0 || ours == 0 {
            return theirs == 0;
        }
        let (mine, other) = (self.even(ours), self.even(theirs));
        mine > other || mine == other && self.even(2) == 0
    }

    fn pair(&mut self, _: impl Into<Label>) -> Pair {
        endless()
    }

    fn at_most(&mut self, _: &mut Pair, _: i64) -> bool {
        endless()
    }

    fn grade(&mut self, _: (i64, Pair), _: (i64, Pair), _: &[i64]) -> usize {
        endless()
    }

    fn lead(&mut self, _: (i64, Pair), _: (i64, Pair), _: i64) -> Option<Lead> {
        endless()
    }

    fn press(&mut self, _: Lead, _: (i64, Pair), _: (i64, Pair), _: i64) -> bool {
        endless()
    }

    fn note(&mut self, _: impl Into<Label>, _: impl Into<Figure>) {}
}

/// Every way two lists can meet.
fn product<A: Clone, B: Clone, T>(a: &Weighted<A>, b: &Weighted<B>, meet: impl Fn(A, B) -> T) -> Weighted<T> {
    let pairs = a.iter().flat_map(|(x, p)| b.iter().map(move |(y, q)| (x.clone(), y.clone(), p * q)));
    pairs.map(|(x, y, weight)| (meet(x, y), weight)).collect()
}

impl Reading for Slow {
    type Chance = Self;
    type Of<S: State> = Weighted<S>;
    type Total = Weighted<i64>;
    type Tally<K: State> = Weighted<(K, i64)>;

    fn start<S: State>(&mut self, state: S) -> Weighted<S> {
        vec![(state, Fraction::one())]
    }

    fn stage<S: State, T: State>(
        &mut self,
        from: Weighted<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Weighted<T> {
        self.then(from, |slow, state| slow.walk(|dice| rule(dice, state.clone())))
    }

    fn join<A: State, B: State, T: State>(
        &mut self,
        a: Weighted<A>,
        b: Weighted<B>,
        rule: impl Fn(&mut Self, A, B) -> T,
    ) -> Weighted<T> {
        let both = product(&a, &b, |a, b| (a, b));
        self.stage(both, |dice, (a, b)| rule(dice, a, b))
    }

    fn then<S: State, T: State>(
        &mut self,
        from: Weighted<S>,
        mut rule: impl FnMut(&mut Self, S) -> Weighted<T>,
    ) -> Weighted<T> {
        let mut to = Vec::new();
        for (state, before) in from {
            to.extend(rule(self, state).into_iter().map(|(state, weight)| (state, weight * &before)));
        }
        to
    }

    fn fixed(&mut self, value: i64) -> Weighted<i64> {
        self.start(value)
    }

    fn roll(&mut self, label: impl Into<Label>, die: Die) -> Weighted<i64> {
        let label = label.into();
        merged(self.walk(|dice| Chance::roll(dice, label, die)))
    }

    fn total<S: State>(&mut self, from: Weighted<S>, value: impl Fn(S) -> i64) -> Weighted<i64> {
        merged(from.into_iter().map(|(state, weight)| (value(state), weight)).collect())
    }

    fn states(&mut self, total: Weighted<i64>) -> Weighted<i64> {
        total
    }

    fn margin(&mut self, _: Contest, _: RangeInclusive<i64>) -> Weighted<i64> {
        endless()
    }

    fn change(&mut self, total: Weighted<i64>, rule: impl Fn(i64) -> i64) -> Weighted<i64> {
        self.total(total, rule)
    }

    fn add(&mut self, a: Weighted<i64>, b: Weighted<i64>) -> Weighted<i64> {
        merged(product(&a, &b, |a, b| a + b))
    }

    fn extend(
        &mut self,
        total: Weighted<i64>,
        open: impl Fn(i64) -> bool,
        more: impl FnOnce(&mut Self) -> Weighted<i64>,
    ) -> Weighted<i64> {
        let (open, mut done): (Weighted<i64>, Weighted<i64>) =
            total.into_iter().partition(|(value, _)| open(*value));
        let more = more(self);
        done.extend(product(&open, &more, |a, b| a + b));
        merged(done)
    }

    fn tally<S: State, K: State>(
        &mut self,
        from: Weighted<S>,
        mut rule: impl FnMut(&mut Self, S) -> (K, Weighted<i64>),
    ) -> Weighted<(K, i64)> {
        self.then(from, |slow, state| {
            let (key, total) = rule(slow, state);
            total.into_iter().map(|(value, weight)| ((key.clone(), value), weight)).collect()
        })
    }

    fn follow<K: State, L: State>(
        &mut self,
        first: Weighted<(K, i64)>,
        mut next: impl FnMut(&mut Self, K) -> Weighted<(L, i64)>,
    ) -> Weighted<(L, i64)> {
        self.then(first, |slow, (key, before)| {
            let more = next(slow, key).into_iter();
            more.map(|((key, value), weight)| ((key, before + value), weight)).collect()
        })
    }

    fn judge<K: State, L: State>(
        &mut self,
        tally: Weighted<(K, i64)>,
        rule: impl Fn(&mut Self, K, i64) -> (L, i64),
    ) -> Weighted<(L, i64)> {
        self.stage(tally, |dice, (key, total)| rule(dice, key, total))
    }

    fn rounds<K: State, S: State, L: State, M: State>(
        &mut self,
        times: u32,
        from: K,
        mark: i64,
        mut begin: impl FnMut(&mut Self, u32, K) -> Weighted<S>,
        mut add: impl FnMut(&mut Self, S) -> Weighted<(L, i64)>,
        end: impl Fn(&mut Self, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Weighted<(ControlFlow<M, K>, i64)> {
        let mut stands = self.start((ControlFlow::Continue(from), 0));
        for round in 1..=times {
            stands = self.then(stands, |slow, (state, sum)| {
                let ControlFlow::Continue(going) = state else { return slow.start((state, sum)) };
                let began = begin(slow, round, going);
                let added = slow.then(began, |slow, began| add(slow, began));
                slow.stage(added, |dice, (what, more)| {
                    let (to, counts) = end(dice, what, sum + more >= mark);
                    (to, if counts { sum + more } else { sum })
                })
            });
        }
        stands
    }

    fn sum<K: State>(&mut self, tally: Weighted<(K, i64)>) -> Weighted<i64> {
        self.total(tally, |(_, value)| value)
    }

    fn once(&mut self, _: Key, part: impl FnOnce(&mut Self) -> Weighted<i64>) -> Weighted<i64> {
        part(self)
    }

    fn note(&mut self, _: impl Into<Label>, _: impl Into<Figure>) {}

    fn show(&mut self, _: impl Into<Label>, _: &Weighted<i64>) {}

    fn heading(&mut self, _: impl Into<Label>) {}
}
