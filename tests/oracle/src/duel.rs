//! Duels: every state of both sides, with drain and with several bodies a side.

use crate::scenario::Scenario;
use crate::strike::{Strikings, carried_at_first};
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// Side that strikes first where both turns begin at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The attacker.
    AttackerFirst,
    /// The defender.
    DefenderFirst,
    /// Simultaneous turns: a side that falls strikes, too.
    Together,
}

/// Result of a duel after some rounds. Distributions are over the remaining hit points or bodies of the
/// attacker and of the defender.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DuelOdds {
    /// Probabilities that the attacker wins, that it loses, that both fall, and that both stand.
    pub ends: [Fraction; 4],
    /// Hit points left.
    pub left: [BTreeMap<i64, Fraction>; 2],
    /// Bodies left.
    pub bodies: [BTreeMap<i64, Fraction>; 2],
}

/// State of a duel. Index 0 is the attacker, 1 the defender; a side's carried values belong to its strikes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    begins: [Fraction; 2],
    is_later: [bool; 2],
    carried: [Vec<Value>; 2],
    /// Loss of the first body that stands.
    lost: [i64; 2],
    bodies: [usize; 2],
}

type States = BTreeMap<State, Fraction>;

fn add<K: Ord>(all: &mut BTreeMap<K, Fraction>, key: K, share: Fraction) {
    *all.entry(key).or_insert_with(Fraction::zero) += share;
}

/// Side with each number of its standing bodies, in the first turn and later.
struct Side<'a> {
    scenarios: Vec<[Scenario<'a>; 2]>,
    known: Vec<[Strikings; 2]>,
}

impl<'a> Side<'a> {
    fn new(scenario: &Scenario<'a>) -> Self {
        let of = |attackers: usize| {
            let scenario = scenario.with_attackers(attackers);
            let later = scenario.later();
            [scenario, later]
        };
        let scenarios: Vec<_> = (1..=scenario.attackers()).map(of).collect();
        Self { known: scenarios.iter().map(|_| Default::default()).collect(), scenarios }
    }

    /// Turn of side `who`, in which `strikers` bodies strike.
    fn turn(
        &mut self,
        who: usize,
        (strikers, other, together): (usize, &Scenario<'_>, bool),
        state: State,
        share: Fraction,
    ) -> States {
        let phase = usize::from(state.is_later[who]);
        let (scenario, known) = (&self.scenarios[strikers - 1][phase], &mut self.known[strikers - 1][phase]);
        let (struck, points) = (1 - who, scenario.hit_points().unwrap());
        let strikes = scenario.strikes_of_turn();
        let mut ends: BTreeMap<(usize, State), Fraction> = BTreeMap::new();
        for (most, weight) in scenario.numbers_of_strikes() {
            // By the number of strikes that met the body that stands now.
            let mut now = BTreeMap::from([((0, state.clone()), share.clone() * weight)]);
            for (number, item) in strikes.iter().enumerate().take(most) {
                let mut next = BTreeMap::new();
                for ((earlier, state), share) in now {
                    if state.bodies.contains(&0) && !(together && state.bodies[struck] > 0) {
                        add(&mut next, (earlier, state), share);
                        continue;
                    }
                    let own = other.hit_points().map(|points| points - state.lost[who]);
                    let left = [Some(points - state.lost[struck]), own];
                    let names = scenario.names_before(&state.carried[who], item, earlier, left);
                    for (end, chance) in scenario.ends(known, names) {
                        let (mut earlier, mut state) = (earlier + 1, state.clone());
                        state.carried[who].clone_from(&end.carried);
                        state.lost[struck] += end.lose;
                        // Strikes of one body stand together, and the first body is the one that has lost
                        // something.
                        let returned = end.gain - end.pay;
                        if number < strikes.len() / strikers {
                            state.lost[who] = (state.lost[who] - returned).max(0);
                        }
                        if end.kill || scenario.falls(state.lost[struck]) {
                            body_falls(scenario, &mut state, who);
                            earlier = 0;
                        }
                        // The striker's own fall ends its turn, also together with that of the other side.
                        if returned < 0 && other.falls(state.lost[who]) {
                            state.bodies[who] = 0;
                        }
                        add(&mut next, (earlier, state), share.clone() * chance);
                    }
                }
                now = next;
            }
            for (state, share) in now {
                add(&mut ends, state, share);
            }
        }
        let mut after = States::new();
        for ((_, mut state), share) in ends {
            if state.bodies[struck] > 0 && (together || state.bodies[who] > 0) {
                state.begins[who] += scenario.turn_lasts(&state.carried[who]);
                state.is_later[who] = true;
                let carried = std::mem::take(&mut state.carried[who]);
                (state.carried[who], state.lost[struck]) =
                    scenario.between_turns(carried, state.lost[struck]);
                if scenario.falls(state.lost[struck]) {
                    body_falls(scenario, &mut state, who);
                }
                scenario.begin_turn(&mut state.carried[who]);
            }
            add(&mut after, state, share);
        }
        after
    }
}

/// The first body of the side that is struck falls; the next one has lost nothing.
fn body_falls(scenario: &Scenario<'_>, state: &mut State, who: usize) {
    state.bodies[1 - who] -= 1;
    state.lost[1 - who] = 0;
    for (value, carry) in state.carried[who].iter_mut().zip(&scenario.mode.carries) {
        if carry.this_body {
            *value = scenario.fixed(carry.value);
        }
    }
}

/// Variables that one side leaves on the other, and those of the other side that read them, by their places.
fn left_on_foe(mine: &Scenario<'_>, theirs: &Scenario<'_>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (left, carry) in mine.mode.carries.iter().enumerate() {
        let Some(mine_reads) = carry.on_foe else { continue };
        for read in theirs.mode.carries.iter().filter_map(|carry| carry.on_foe) {
            let read = usize::from(read.0);
            if theirs.mode.names[read] == mine.mode.names[usize::from(mine_reads.0)] {
                pairs.push((left, read));
            }
        }
    }
    pairs
}

/// Duel of two scenarios over a number of rounds.
#[must_use]
pub fn duel(scenarios: [&Scenario<'_>; 2], order: Order, rounds: i64) -> DuelOdds {
    let mut sides = scenarios.map(Side::new);
    let on_foe = [left_on_foe(scenarios[0], scenarios[1]), left_on_foe(scenarios[1], scenarios[0])];
    let begin = State {
        begins: [Fraction::zero(), Fraction::zero()],
        is_later: [false; 2],
        carried: scenarios.map(carried_at_first),
        lost: [0; 2],
        bodies: scenarios.map(Scenario::attackers),
    };
    let end = Fraction::from(rounds);
    let (mut open, mut over) = (States::from([(begin, Fraction::one())]), States::new());
    // States are taken by the time of their next turn, so that equal ones have come together.
    while let Some(state) = open.keys().min_by_key(|state| state.begins.iter().min().cloned()).cloned()
        && state.begins.iter().any(|begins| *begins < end)
    {
        let share = open.remove(&state).unwrap();
        let who: &[usize] = match (state.begins[0].cmp(&state.begins[1]), order) {
            (Ordering::Less, _) | (Ordering::Equal, Order::AttackerFirst) => &[0],
            (Ordering::Greater, _) | (Ordering::Equal, Order::DefenderFirst) => &[1],
            (Ordering::Equal, Order::Together) => &[0, 1],
        };
        let strikers = state.bodies;
        let mut begun = state;
        if let [who] = who {
            for (left, read) in &on_foe[*who] {
                begun.carried[*who][*left] = begun.carried[1 - *who][*read].clone();
            }
        }
        let mut now = States::from([(begun, share)]);
        for who in who {
            for (state, share) in std::mem::take(&mut now) {
                let strikers = (strikers[*who], scenarios[1 - *who], order == Order::Together);
                for (state, share) in sides[*who].turn(*who, strikers, state, share) {
                    add(&mut now, state, share);
                }
            }
        }
        for (mut state, share) in now {
            for who in who {
                for (left, read) in &on_foe[*who] {
                    let initial = scenarios[*who].fixed(scenarios[*who].mode.carries[*left].value);
                    state.carried[1 - *who][*read] =
                        std::mem::replace(&mut state.carried[*who][*left], initial);
                }
            }
            add(if state.bodies.contains(&0) { &mut over } else { &mut open }, state, share);
        }
    }
    // Hit points of the attacker are those of the defender in the other scenario.
    let points = [scenarios[1], scenarios[0]].map(|scenario| scenario.hit_points().unwrap());
    let mut odds = DuelOdds::default();
    for (state, share) in over.into_iter().chain(open) {
        for (side, points) in points.into_iter().enumerate() {
            let bodies = i64::try_from(state.bodies[side]).unwrap();
            let first = (points - state.lost[side]).max(0);
            let left = if bodies == 0 { 0 } else { points * (bodies - 1) + first };
            add(&mut odds.left[side], left, share.clone());
            add(&mut odds.bodies[side], bodies, share.clone());
        }
        let end = match state.bodies {
            [0, 0] => 2,
            [_, 0] => 0,
            [0, _] => 1,
            _ => 3,
        };
        odds.ends[end] += share;
    }
    odds
}
