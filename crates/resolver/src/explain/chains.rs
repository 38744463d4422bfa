//! The chances of what was decided: each is the sum of all that it led to.

use super::{Chain, Explained, Link, Roll, Step, StepResult, Ways, Why};
use tohit_odds::{Decision, Record, Trail, Way, Weights};

/// A step: the place of what was asked, and which time it is asked on its trail.
type Place = (usize, usize);

/// A decision that was met: a trail that ends in it.
struct Met<W> {
    trail: Trail,
    decision: Decision,
    place: usize,
    /// The chance to get there.
    chance: W,
    ends_in: Vec<(&'static str, W)>,
}

pub(super) struct Chains<'a, F: Weights> {
    weights: &'a F,
    record: &'a Record,
    whys: &'static [Why],
    ways: &'a Ways<F::Weight>,
    places: Vec<Place>,
    met: Vec<Met<F::Weight>>,
}

impl<'a, F: Weights> Chains<'a, F> {
    pub(super) fn new(
        weights: &'a F,
        record: &'a Record,
        whys: &'static [Why],
        ways: &'a Ways<F::Weight>,
    ) -> Self {
        let mut chains = Self { weights, record, whys, ways, places: Vec::new(), met: Vec::new() };
        for (outcome, trail, weight) in ways {
            let mut before: Vec<usize> = Vec::new();
            for (trail, decision) in record.decisions(*trail) {
                let time = 1 + before.iter().filter(|asked| **asked == decision.asked).count();
                before.push(decision.asked);
                chains.meet(trail, decision, time, outcome, *weight);
            }
        }
        chains.sort();
        chains
    }

    /// Counts a strike that came by this decision.
    fn meet(
        &mut self,
        trail: Trail,
        decision: Decision,
        time: usize,
        outcome: &'static str,
        weight: F::Weight,
    ) {
        let found = self.met.iter().position(|met| met.trail == trail);
        let at = found.unwrap_or_else(|| {
            let key = (decision.asked, time);
            let place = self.places.iter().position(|known| *known == key).unwrap_or_else(|| {
                self.places.push(key);
                self.places.len() - 1
            });
            let chance = self.weights.zero();
            self.met.push(Met { trail, decision, place, chance, ends_in: Vec::new() });
            self.met.len() - 1
        });
        if let Some(met) = self.met.get_mut(at) {
            met.chance = self.weights.add(met.chance, weight);
            add(self.weights, &mut met.ends_in, outcome, weight);
        }
    }

    /// Puts the steps into the order in which the rule first asked.
    fn sort(&mut self) {
        let mut sorted = Vec::new();
        for place in &self.places {
            sorted.insert(sorted.partition_point(|known| known < place), *place);
        }
        for met in &mut self.met {
            let key = self.places.get(met.place);
            met.place = sorted.iter().position(|known| Some(known) == key).unwrap_or_default();
        }
        self.places = sorted;
    }

    /// The steps, each by what was asked and which time.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    fn met(&self, trail: Trail) -> Option<&Met<F::Weight>> {
        self.met.iter().find(|met| met.trail == trail)
    }

    fn sum(&self, all: impl Iterator<Item = F::Weight>) -> F::Weight {
        all.fold(self.weights.zero(), |sum, weight| self.weights.add(sum, weight))
    }

    /// What can be decided next.
    fn next(&self, after: Trail) -> impl Iterator<Item = &Met<F::Weight>> {
        self.met.iter().filter(move |met| met.decision.after == after)
    }

    /// Whether strikes end with this trail.
    fn ends(&self, trail: Trail) -> bool {
        self.ways.iter().any(|(_, end, _)| *end == trail)
    }

    /// The chance to get to the end of a trail.
    fn chance(&self, trail: Trail) -> F::Weight {
        match self.met(trail) {
            Some(met) => met.chance,
            None => self.sum(self.ways.iter().map(|(_, _, weight)| *weight)),
        }
    }

    /// An outcome with the chains that lead there; none if it cannot come.
    pub(super) fn of(&mut self, outcome: &'static str) -> Option<Explained<F::Weight>> {
        let mut ends: Vec<(Trail, F::Weight)> = Vec::new();
        for (_, trail, weight) in self.ways.iter().filter(|(known, _, _)| *known == outcome) {
            add(self.weights, &mut ends, *trail, *weight);
        }
        let chance = self.sum(ends.iter().map(|(_, weight)| *weight));
        let chains: Vec<_> =
            ends.into_iter().map(|(trail, weight)| self.chain(outcome, trail, weight)).collect();
        (!chains.is_empty()).then_some(Explained { outcome, chance, chains })
    }

    fn chain(&self, outcome: &'static str, trail: Trail, chance: F::Weight) -> Chain<F::Weight> {
        let decisions = self.record.decisions(trail).into_iter();
        let links = decisions.filter_map(|(trail, _)| self.met(trail)).map(|met| self.link(met)).collect();
        let others = self.ways.iter().any(|(other, end, _)| *end == trail && *other != outcome);
        let is_open = others || self.next(trail).next().is_some();
        let rest = is_open.then(|| self.weights.divide(chance, self.chance(trail)));
        Chain { chance, links, rest }
    }

    fn link(&self, met: &Met<F::Weight>) -> Link<F::Weight> {
        let after = met.decision.after;
        let here = || self.next(after).filter(|other| other.place == met.place);
        let come = self.sum(here().map(|other| other.chance));
        let all_come = !self.ends(after) && self.next(after).all(|other| other.place == met.place);
        Link {
            step: met.place,
            result: self.name(met.decision),
            comes: (!all_come).then(|| self.weights.divide(come, self.chance(after))),
            given: self.weights.divide(met.chance, come),
        }
    }

    /// Every step, over all the ways to it.
    pub(super) fn steps(&self, about: impl Fn(Place) -> Roll) -> Vec<Step<F::Weight>> {
        let steps = self.places.iter().enumerate().map(|(step, place)| {
            let mut results: Vec<StepResult<F::Weight>> = Vec::new();
            for met in self.met.iter().filter(|met| met.place == step) {
                let name = self.name(met.decision);
                let known = results.iter().position(|result| result.result == name);
                let at = known.unwrap_or_else(|| {
                    let zero = self.weights.zero();
                    results.push(StepResult { result: name, given: zero, chance: zero, ends_in: Vec::new() });
                    results.len() - 1
                });
                let Some(result) = results.get_mut(at) else { continue };
                result.chance = self.weights.add(result.chance, met.chance);
                for (outcome, weight) in &met.ends_in {
                    add(self.weights, &mut result.ends_in, *outcome, *weight);
                }
            }
            let reached = self.sum(results.iter().map(|result| result.chance));
            for result in &mut results {
                result.given = self.weights.divide(result.chance, reached);
            }
            Step { about: about(*place), reached, results }
        });
        steps.collect()
    }

    /// What a way of going is called.
    fn name(&self, decision: Decision) -> &'static str {
        let label = self.record.asked().get(decision.asked).map_or("", |asked| asked.label.text());
        let ways = super::why_of(self.whys, label).map_or(&[][..], |why| why.ways);
        match (decision.way, ways) {
            (Way::Word(word), _) => word,
            (Way::Flag(flag), []) => {
                if flag {
                    "yes"
                } else {
                    "no"
                }
            }
            (Way::Flag(flag), ways) => ways.get(usize::from(flag)).copied().unwrap_or_default(),
            (Way::Marks(marks), ways) => ways.get(marks).copied().unwrap_or_default(),
        }
    }
}

/// Adds to the weight of one of several things.
fn add<F: Weights, K: PartialEq>(weights: &F, sums: &mut Vec<(K, F::Weight)>, key: K, weight: F::Weight) {
    match sums.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum = weights.add(*sum, weight),
        None => sums.push((key, weight)),
    }
}
