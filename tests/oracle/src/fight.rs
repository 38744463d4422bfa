//! Fights: turns until the defender falls, with every state by itself.

use crate::scenario::Scenario;
use crate::strike::{Strikings, carried_at_first};
use crate::value::Value;
use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// State of a fight at the beginning of a turn: true for the first turn, the carried values, the loss of the
/// defender, and that of the attacker by what it pays.
type State = (bool, Vec<Value>, i64, i64);

/// Scenario of the first turn, and of later ones, with the strikes known so far.
struct Phases<'a> {
    scenarios: [Scenario<'a>; 2],
    known: [Strikings; 2],
}

/// Outcome of one turn from one state.
struct Turn {
    /// For each strike the probability that the defender falls by it.
    falls: Vec<Fraction>,
    /// For each strike the probability that it is made.
    made: Vec<Fraction>,
    /// Mean damage.
    lost: Fraction,
    /// Mean length of the turn, over the ways in which the defender stands after it.
    lasts: Fraction,
    /// States at the beginning of the next turn.
    next: BTreeMap<State, Fraction>,
}

impl<'a> Phases<'a> {
    fn new(scenario: &Scenario<'a>) -> Self {
        Self { scenarios: [scenario.clone(), scenario.later()], known: [Strikings::new(), Strikings::new()] }
    }

    fn start(&self) -> State {
        (true, carried_at_first(&self.scenarios[0]), 0, 0)
    }

    fn turn(&mut self, (is_first, carried, lost, own): State) -> Turn {
        let phase = usize::from(!is_first);
        let (scenario, known) = (&self.scenarios[phase], &mut self.known[phase]);
        let points = scenario.hit_points().unwrap();
        let own_points = scenario.own_points();
        let striker_fell = |own: i64| own_points.is_some_and(|points| scenario.falls_of(points, own));
        let strikes = scenario.strikes_of_turn();
        let none = vec![Fraction::zero(); strikes.len()];
        let (mut falls, mut made, mut damage) = (none.clone(), none, Fraction::zero());
        let mut stands = BTreeMap::new();
        for (number, weight) in scenario.numbers_of_strikes() {
            let mut now = BTreeMap::from([((carried.clone(), lost, own), weight)]);
            for (earlier, item) in strikes.iter().enumerate().take(number) {
                let mut next = BTreeMap::new();
                made[earlier] += now.values().sum::<Fraction>();
                for ((carried, lost, own), share) in now {
                    let left = [Some(points - lost), own_points.map(|points| points - own)];
                    let names = scenario.names_before(&carried, item, earlier, left);
                    for (end, chance) in scenario.ends(known, names) {
                        let share = share.clone() * chance;
                        damage += share.clone() * Fraction::from(end.lose);
                        let lost = lost + end.lose;
                        let own = (own + end.pay - end.gain).max(0);
                        if end.kill || scenario.falls(lost) {
                            falls[earlier] += share;
                        } else if !striker_fell(own) {
                            let state = (end.carried.clone(), lost, own);
                            *next.entry(state).or_insert_with(Fraction::zero) += share;
                        }
                    }
                }
                now = next;
            }
            for (state, share) in now {
                *stands.entry(state).or_insert_with(Fraction::zero) += share;
            }
        }
        let (mut lasts, mut next) = (Fraction::zero(), BTreeMap::new());
        for ((carried, lost, own), share) in stands {
            lasts += share.clone() * scenario.turn_lasts(&carried);
            let (mut carried, lost) = scenario.between_turns(carried, lost);
            if scenario.falls(lost) {
                *falls.last_mut().unwrap() += share;
                continue;
            }
            scenario.begin_turn(&mut carried);
            *next.entry((false, carried, lost, own)).or_insert_with(Fraction::zero) += share;
        }
        Turn { falls, made, lost: damage, lasts, next }
    }
}

impl Scenario<'_> {
    /// Length of a turn at whose end these values are carried.
    pub(crate) fn turn_lasts(&self, carried: &[Value]) -> Fraction {
        self.mode.lasts.map_or_else(Fraction::one, |lasts| self.with_names(carried, lasts).number())
    }

    /// Carried values and loss after the end of a turn.
    pub(crate) fn between_turns(&self, carried: Vec<Value>, lost: i64) -> (Vec<Value>, i64) {
        let Some(between) = &self.mode.between else { return (carried, lost) };
        let points = self.hit_points().unwrap();
        let value = |id| self.with_local(&carried, between.left, (points - lost).into(), id);
        let mut next = carried.clone();
        for (slot, id) in &between.next {
            next[usize::from(slot.0)] = value(*id);
        }
        let left = between.leaves.map_or(points - lost, |id| value(id).whole());
        (next, (points - left).max(0))
    }

    /// Resets the values that begin anew with each turn.
    pub(crate) fn begin_turn(&self, carried: &mut [Value]) {
        for (value, carry) in carried.iter_mut().zip(&self.mode.carries) {
            if carry.this_turn {
                *value = self.fixed(carry.value);
            }
        }
    }
}

/// For each of the first turns, and each of its strikes, the probability that the defender falls by it.
#[must_use]
pub fn fight(scenario: &Scenario<'_>, turns: usize) -> Vec<Vec<Fraction>> {
    let mut phases = Phases::new(scenario);
    let mut now = BTreeMap::from([(phases.start(), Fraction::one())]);
    let mut all = Vec::new();
    for _ in 0..turns {
        let mut next = BTreeMap::new();
        let mut falls = vec![Fraction::zero(); phases.scenarios[0].strikes_of_turn().len()];
        for (state, share) in now {
            let turn = phases.turn(state);
            for (sum, fall) in falls.iter_mut().zip(turn.falls) {
                *sum += share.clone() * fall;
            }
            for (state, chance) in turn.next {
                *next.entry(state).or_insert_with(Fraction::zero) += share.clone() * chance;
            }
        }
        all.push(falls);
        now = next;
    }
    all
}

/// Means of a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct FightMeans {
    /// Turns.
    pub turns: Fraction,
    /// Strikes.
    pub strikes: Fraction,
    /// Damage.
    pub lost: Fraction,
    /// Beginning of the last turn on the clock of the game's normal turns, plus 1.
    pub time: Fraction,
}

/// Means of a fight, as expected rewards of an absorbing Markov chain: x = r + Q x, solved by elimination.
/// None if the defender may stand for ever, or if the chain has more than `most_states` states.
#[must_use]
pub fn fight_means(scenario: &Scenario<'_>, most_states: usize) -> Option<FightMeans> {
    let mut phases = Phases::new(scenario);
    let mut states = vec![phases.start()];
    let mut turns = Vec::new();
    while let Some(state) = states.get(turns.len()).cloned() {
        let turn = phases.turn(state);
        for state in turn.next.keys() {
            if !states.contains(state) {
                states.push(state.clone());
            }
        }
        if states.len() > most_states {
            return None;
        }
        turns.push(turn);
    }
    let place = |state: &State| states.iter().position(|known| known == state).unwrap();
    // Each row is one state: 1 - Q, and then the rewards.
    let many = states.len();
    let mut rows: Vec<Vec<Fraction>> = Vec::new();
    for (at, turn) in turns.iter().enumerate() {
        let mut row = vec![Fraction::zero(); many];
        row[at] = Fraction::one();
        for (state, share) in &turn.next {
            row[place(state)] -= share.clone();
        }
        row.extend([Fraction::one(), turn.made.iter().sum(), turn.lost.clone(), turn.lasts.clone()]);
        rows.push(row);
    }
    for pivot in 0..many {
        let found = (pivot..many).find(|row| !rows[*row][pivot].is_zero())?;
        rows.swap(pivot, found);
        let scale = rows[pivot][pivot].clone();
        let row: Vec<Fraction> = rows[pivot].iter().map(|value| value / &scale).collect();
        for (at, other) in rows.iter_mut().enumerate() {
            let factor = other[pivot].clone();
            if at == pivot || factor.is_zero() {
                continue;
            }
            for (value, own) in other.iter_mut().zip(&row).skip(pivot) {
                if !own.is_zero() {
                    *value -= own * &factor;
                }
            }
        }
        rows[pivot] = row;
    }
    let mean = |at: usize| rows[0][many + at].clone();
    Some(FightMeans { turns: mean(0), strikes: mean(1), lost: mean(2), time: mean(3) + Fraction::one() })
}
