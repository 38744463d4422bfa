//! Rounds that add up until it is over: see [`Reading::rounds`].

use crate::dist::{Dist, Filling, Tally, Total};
use crate::odds::Odds;
use crate::piles::Piles;
use crate::trail::Trailed;
use crate::weights::Weights;
use crate::{Paths, Reading, State};
use core::ops::ControlFlow;

/// A stretch is added in pieces of so many values: few enough that a part of the sums can be left out, and that all are multiplied out, which keeps the
/// precision of what is rare.
const PIECE: usize = 128;

/// The sums on one side of the mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Reached,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Below, Self::Reached];

    /// The first and the last sum of this side.
    fn ends(self, mark: i64) -> (i64, i64) {
        match self {
            Self::Below => (i64::MIN, mark.saturating_sub(1)),
            Self::Reached => (mark, i64::MAX),
        }
    }
}

/// One way in which a round can end.
struct Way<F: Weights, K, M> {
    side: Side,
    /// Whether the addition counts, or is undone.
    counts: bool,
    to: ControlFlow<M, K>,
    share: F::Weight,
}

/// One thing that can come of a round: what it adds, and the ways that are open then.
struct Part<F: Weights, K, M> {
    adds: Total<F::Weight>,
    ways: Vec<Way<F, K, M>>,
}

/// All that follows when a round begins in one way.
struct Opening<F: Weights, S, K, M> {
    began: S,
    parts: Vec<Part<F, K, M>>,
    /// The sums of the rounds before, of all rounds that began so. What ends it is added to them all at once.
    before: Filling<F::Weight>,
}

/// What all rounds from one state add together, if they end alike.
struct Step<F: Weights, K> {
    to: K,
    side: Side,
    counts: bool,
    adds: Filling<F::Weight>,
}

impl<F: Weights> Odds<F> {
    pub(crate) fn play<K: State, S: State, L: State, M: State>(
        &mut self,
        times: u32,
        from: K,
        mark: i64,
        mut begin: impl FnMut(&mut Self, u32, K) -> Dist<S, F::Weight>,
        mut add: impl FnMut(&mut Self, S) -> Tally<L, F::Weight>,
        end: impl Fn(&mut Paths<F>, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Tally<ControlFlow<M, K>, F::Weight> {
        if times == 1 && self.record().is_some() {
            return self.told_round(from, mark, begin, add, end);
        }
        let weights = self.weights().clone();
        let mut openings: Vec<Opening<F, S, K, M>> = Vec::new();
        let mut going = vec![(from, Total::new(0, vec![weights.one()]))];
        for round in 1..=times {
            let mut next: Vec<(K, Filling<F::Weight>)> = Vec::new();
            for (state, sum) in going {
                let mut steps: Vec<Step<F, K>> = Vec::new();
                for (Trailed { state: began, .. }, chance) in begin(self, round, state).into_entries() {
                    let known = openings.iter().position(|opening| opening.began == began);
                    let place = known.unwrap_or_else(|| {
                        let tally = add(self, began.clone());
                        let parts = self.parts_of(tally, &end);
                        openings.push(Opening { began, parts, before: Filling::new() });
                        openings.len() - 1
                    });
                    let Some(opening) = openings.get_mut(place) else { continue };
                    opening.before.add_all(&weights, &sum, chance);
                    gather(&weights, &mut steps, &opening.parts, chance);
                }
                for step in steps {
                    let sums = filling_of(&mut next, step.to);
                    self.take(sums, &sum, &step.adds.finish(), (step.side, mark), step.counts, weights.one());
                }
            }
            going = next.into_iter().map(|(state, sums)| (state, sums.finish())).collect();
            going.retain(|(_, sums)| !sums.is_nothing(&weights));
        }
        let mut ends = Vec::new();
        for Opening { parts, before, .. } in openings {
            let before = before.finish();
            for Part { adds, ways } in parts {
                for Way { side, counts, to, share } in ways {
                    if to.is_break() {
                        let sums = filling_of(&mut ends, to);
                        self.take(sums, &before, &adds, (side, mark), counts, share);
                    }
                }
            }
        }
        let mut piles = Piles::new();
        let over = ends.into_iter().map(|(to, sums)| (to, sums.finish()));
        let on = going.into_iter().map(|(state, sums)| (ControlFlow::Continue(state), sums));
        for (to, sums) in over.chain(on) {
            if !sums.is_nothing(&weights) {
                let chance = sums.chance(&weights, |_| true);
                piles.add(&weights, Trailed::plain(to), chance, &sums, weights.one());
            }
        }
        piles.finish()
    }

    /// One round, with what led to each of its ends: sum by sum, because each may decide.
    fn told_round<K: State, S: State, L: State, M: State>(
        &mut self,
        from: K,
        mark: i64,
        mut begin: impl FnMut(&mut Self, u32, K) -> Dist<S, F::Weight>,
        add: impl FnMut(&mut Self, S) -> Tally<L, F::Weight>,
        end: impl Fn(&mut Paths<F>, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Tally<ControlFlow<M, K>, F::Weight> {
        let began = begin(self, 1, from);
        let began = self.tally(began, |odds, began| (began, odds.fixed(0)));
        let added = self.follow(began, add);
        self.judge(added, |paths, what, sum| {
            let (to, counts) = end(paths, what, sum >= mark);
            (to, if counts { sum } else { 0 })
        })
    }

    /// What can come of a round that began in one way.
    fn parts_of<K: State, L: State, M: State>(
        &mut self,
        tally: Tally<L, F::Weight>,
        end: impl Fn(&mut Paths<F>, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Vec<Part<F, K, M>> {
        let mut parts = Vec::new();
        for (Trailed { state: what, .. }, _, adds) in tally.parts {
            let mut ways = Vec::new();
            for side in Side::BOTH {
                let start = self.start(what.clone());
                let ended = self.stage(start, |paths, what| end(paths, what, side == Side::Reached));
                for (Trailed { state: (to, counts), .. }, share) in ended.into_entries() {
                    ways.push(Way { side, counts, to, share });
                }
            }
            parts.push(Part { adds, ways });
        }
        parts
    }

    /// Adds to `into` those sums of `before` and `adds` that lie on one side of the mark, or, where the addition is undone, what it was before.
    fn take(
        &mut self,
        into: &mut Filling<F::Weight>,
        before: &Total<F::Weight>,
        adds: &Total<F::Weight>,
        (side, mark): (Side, i64),
        counts: bool,
        share: F::Weight,
    ) {
        let weights = self.weights().clone();
        let (low, high) = side.ends(mark);
        if counts {
            for piece in before.pieces(PIECE) {
                // Only what can lead there from this piece.
                let from = low.saturating_sub(piece.last());
                let fitting = adds.between(from, high.saturating_sub(piece.low()));
                if fitting.weights().is_empty() {
                    continue;
                }
                self.count_work(piece.weights().len().saturating_mul(fitting.weights().len()));
                let sums = weights.convolve(piece.weights(), fitting.weights());
                let sums = Total::new(piece.low().saturating_add(fitting.low()), sums);
                into.add_all(&weights, &sums.between(low, high), share);
            }
        } else {
            self.count_work(before.weights().len().saturating_add(adds.weights().len()));
            into.add_all(&weights, &undone(&weights, before, adds, side, mark), share);
        }
    }
}

/// The sums of before that an addition would lead to one side of the mark.
fn undone<F: Weights>(
    weights: &F,
    before: &Total<F::Weight>,
    adds: &Total<F::Weight>,
    side: Side,
    mark: i64,
) -> Total<F::Weight> {
    let more = adds.weights();
    // At each place, the chance of adding less than there, or at least so much: added up where it is small, so that nothing cancels.
    let mut chances = vec![weights.zero(); more.len() + 1];
    let mut chance = weights.zero();
    let mut enter = |place: usize, adds: usize| {
        if let (Some(slot), Some(more)) = (chances.get_mut(place), more.get(adds)) {
            chance = weights.add(chance, *more);
            *slot = chance;
        }
    };
    match side {
        Side::Below => (0..more.len()).for_each(|place| enter(place + 1, place)),
        Side::Reached => (0..more.len()).rev().for_each(|place| enter(place, place)),
    }
    let kept = before.weights().iter().enumerate().map(|(place, weight)| {
        let need = mark.saturating_sub(before.low().saturating_add_unsigned(place as u64));
        let place = usize::try_from(need.saturating_sub(adds.low())).unwrap_or_default().min(more.len());
        weights.mul(*weight, chances.get(place).copied().unwrap_or(weights.zero()))
    });
    Total::new(before.low(), kept.collect())
}

/// Sorts by how they go on what a round can add.
fn gather<F: Weights, K: State, M>(
    weights: &F,
    steps: &mut Vec<Step<F, K>>,
    parts: &[Part<F, K, M>],
    chance: F::Weight,
) {
    for part in parts {
        for way in &part.ways {
            let ControlFlow::Continue(to) = &way.to else { continue };
            let alike =
                |step: &Step<F, K>| step.to == *to && step.side == way.side && step.counts == way.counts;
            let place = steps.iter().position(alike).unwrap_or_else(|| {
                let adds = Filling::new();
                steps.push(Step { to: to.clone(), side: way.side, counts: way.counts, adds });
                steps.len() - 1
            });
            if let Some(step) = steps.get_mut(place) {
                step.adds.add_all(weights, &part.adds, weights.mul(chance, way.share));
            }
        }
    }
}

/// The sums that end in this way.
fn filling_of<K: PartialEq, W: Copy + PartialEq>(all: &mut Vec<(K, Filling<W>)>, key: K) -> &mut Filling<W> {
    let place = all.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        all.push((key, Filling::new()));
        all.len() - 1
    });
    // Found, or just pushed.
    #[allow(clippy::indexing_slicing, reason = "found or pushed above")]
    &mut all[place].1
}
