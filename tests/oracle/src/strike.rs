//! Strikes and turns, by enumeration of every way.

use crate::scenario::Scenario;
use crate::value::Value;
use crate::walk::{Draws, distribution};
use std::collections::BTreeMap;
use tohit_compile::program::{Id, Line, Strikes, Turn, VarId, Word};
use tohit_odds::Fraction;

/// End of one strike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StrikeEnd {
    /// Word of the ending.
    pub ending: Word,
    /// Damage.
    pub lose: i64,
    /// Hit points that the attacker gets back.
    pub gain: i64,
    /// Hit points that the attacker loses.
    pub pay: i64,
    /// True where the defender falls regardless of its loss.
    pub kill: bool,
    /// Values of the names that are carried on.
    pub(crate) carried: Vec<Value>,
}

/// Ends of a strike with their probabilities, by the names before it.
pub(crate) type Strikings = BTreeMap<Vec<Value>, Vec<(StrikeEnd, Fraction)>>;

impl Scenario<'_> {
    /// Ends of a strike that begins with these names.
    pub(crate) fn ends<'k>(
        &self,
        known: &'k mut Strikings,
        names: Vec<Value>,
    ) -> &'k [(StrikeEnd, Fraction)] {
        let walk = |names: &Vec<Value>| distribution(|draws| self.strike_once(names, draws));
        known.entry(names).or_insert_with_key(walk)
    }

    /// Lines of the strike, without those that count a rolled number of strikes: the reference rolls it by
    /// itself.
    fn lines(&self) -> &[Line] {
        let counted = self.mode.turn.as_ref().is_some_and(|turn| turn.countdown.is_some());
        &self.mode.strike[if counted { Turn::COUNTING_LINES } else { 0 }..]
    }

    fn strike_once(&self, names: &[Value], draws: &mut Draws) -> StrikeEnd {
        self.strike_with(names, draws, &mut Vec::new())
    }

    /// One strike, and the values of the shown lines that it comes to.
    fn strike_with(&self, names: &[Value], draws: &mut Draws, shown: &mut Vec<(String, Value)>) -> StrikeEnd {
        let mut names = names.to_vec();
        for line in self.lines() {
            let end = match line {
                Line::Value { slot, value, show, .. } => {
                    let value = self.draw(&names, draws, *value);
                    shown.extend(show.as_ref().map(|name| (name.join("."), value.clone())));
                    names[usize::from(slot.0)] = value;
                    continue;
                }
                Line::End(end) => end,
            };
            if end.when.is_some_and(|when| !self.draw(&names, draws, when).holds()) {
                continue;
            }
            let Value::Word(ending) = self.draw(&names, draws, end.ending) else { panic!("no word") };
            let mut count = |id: Option<Id>| id.map_or(0, |id| self.draw(&names, draws, id).whole());
            let (lose, gain, pay) = (count(end.lose), count(end.gain), count(end.pay));
            let mut carried = names[..self.mode.carries.len()].to_vec();
            for (slot, value) in &end.next {
                if self.mode.turn.as_ref().is_none_or(|turn| turn.countdown != Some(*slot)) {
                    carried[usize::from(slot.0)] = self.draw(&names, draws, *value);
                }
            }
            return StrikeEnd { ending, lose, gain, pay, kill: end.kill, carried };
        }
        panic!("a strike runs out of lines")
    }

    /// Numbers of strikes of a turn, with their probabilities: one, unless the number is rolled.
    pub(crate) fn numbers_of_strikes(&self) -> Vec<(usize, Fraction)> {
        let Some(turn) = &self.mode.turn else { return vec![(1, Fraction::one())] };
        let Strikes::Number(count) = &turn.strikes else {
            return vec![(self.strikes_of_turn().len(), Fraction::one())];
        };
        if turn.when.is_some_and(|when| !self.fixed(when).holds()) {
            return vec![(1, Fraction::one())];
        }
        distribution(|draws| usize::try_from(self.draw(&[], draws, *count).whole()).unwrap_or(0))
    }

    /// Items of the strikes of a turn, in order; of a strike without an item none. Where the number is
    /// rolled, these are the strikes of the greatest number.
    pub(crate) fn strikes_of_turn(&self) -> Vec<Option<(VarId, Value)>> {
        let Some(turn) = &self.mode.turn else { return vec![None] };
        let mut strikes = match &turn.strikes {
            Strikes::Number(_) => {
                vec![None; self.numbers_of_strikes().into_iter().map(|(count, _)| count).max().unwrap()]
            }
            Strikes::Each { rounds, item, of, times, .. } => {
                let mut items = Vec::new();
                for list in of {
                    match self.fixed(*list) {
                        Value::List(list) => items.extend(list),
                        Value::Absent => {}
                        one => items.push(one),
                    }
                }
                let mut round = Vec::new();
                for value in items {
                    let mut names = self.first_names();
                    names[usize::from(item.0)] = value.clone();
                    let times = times.map_or(1, |times| self.with_names(&names, times).whole());
                    round.extend((0..times).map(|_| Some((*item, value.clone()))));
                }
                let rounds = rounds.map_or(1, |rounds| self.fixed(rounds).whole());
                (0..rounds).flat_map(|_| round.clone()).collect()
            }
        };
        if turn.when.is_some_and(|when| !self.fixed(when).holds()) {
            strikes.truncate(1);
        }
        strikes
    }

    /// Names before a strike of a turn.
    pub(crate) fn names_before(
        &self,
        carried: &[Value],
        item: &Option<(VarId, Value)>,
        earlier: usize,
        [left, own]: [Option<i64>; 2],
    ) -> Vec<Value> {
        let mut names = vec![Value::Absent; self.mode.names.len()];
        names[..carried.len()].clone_from_slice(carried);
        let mut set = |slot: VarId, value: Value| names[usize::from(slot.0)] = value;
        if let Some((slot, value)) = item {
            set(*slot, value.clone());
        }
        if let Some(slot) = self.mode.earlier {
            set(slot, (earlier as i64).into());
        }
        if let Some(slot) = self.mode.left {
            set(slot, left.map_or(Value::Absent, Value::from));
        }
        if let Some(slot) = self.mode.own {
            set(slot, own.map_or(Value::Absent, Value::from));
        }
        names
    }
}

/// Distribution of the endings and losses of the first strike of a turn.
#[must_use]
pub fn strike(scenario: &Scenario<'_>) -> BTreeMap<(Word, i64), Fraction> {
    let item = scenario.strikes_of_turn().into_iter().next().flatten();
    let names = scenario.names_before(&carried_at_first(scenario), &item, 0, points_at_first(scenario));
    let mut all = BTreeMap::new();
    for (end, share) in scenario.ends(&mut Strikings::new(), names) {
        *all.entry((end.ending, end.lose)).or_insert_with(Fraction::zero) += share;
    }
    all
}

/// Distributions of the shown lines of the first strike of a turn, each among the strikes that come to the
/// line.
#[must_use]
pub fn shown(scenario: &Scenario<'_>) -> BTreeMap<String, BTreeMap<Value, Fraction>> {
    let item = scenario.strikes_of_turn().into_iter().next().flatten();
    let names = scenario.names_before(&carried_at_first(scenario), &item, 0, points_at_first(scenario));
    let ways = distribution(|draws| {
        let mut shown = Vec::new();
        scenario.strike_with(&names, draws, &mut shown);
        shown
    });
    let mut all: BTreeMap<String, BTreeMap<Value, Fraction>> = BTreeMap::new();
    for (shown, share) in ways {
        for (name, value) in shown {
            *all.entry(name).or_default().entry(value).or_insert_with(Fraction::zero) += share.clone();
        }
    }
    all
}

/// Odds of a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TurnOdds {
    /// Distribution of the loss.
    pub losses: BTreeMap<i64, Fraction>,
    /// Probability that the defender falls.
    pub falls: Fraction,
    /// Distribution of the carried whole numbers at its end that are shown.
    pub carried: BTreeMap<Vec<i64>, Fraction>,
}

/// Odds of a turn.
#[must_use]
pub fn turn(scenario: &Scenario<'_>) -> TurnOdds {
    let mut known = Strikings::new();
    let regardless = scenario.mode.turn.as_ref().is_some_and(|turn| turn.regardless);
    let points = scenario.hit_points();
    let own_points = scenario.own_points();
    let mut odds = TurnOdds::default();
    for (number, weight) in scenario.numbers_of_strikes() {
        let mut now = BTreeMap::from([((carried_at_first(scenario), 0, false, 0), weight)]);
        for (earlier, item) in scenario.strikes_of_turn().iter().enumerate().take(number) {
            let mut next = BTreeMap::new();
            for ((carried, lost, fell, own), share) in now {
                let striker_fell = own_points.is_some_and(|points| scenario.falls_of(points, own));
                if fell && !regardless || striker_fell {
                    *next.entry((carried, lost, fell, own)).or_insert_with(Fraction::zero) += share;
                    continue;
                }
                let left = [points.map(|points| points - lost), own_points.map(|points| points - own)];
                let names = scenario.names_before(&carried, item, earlier, left);
                for (end, chance) in scenario.ends(&mut known, names) {
                    let lost = lost + end.lose;
                    let fell = fell || end.kill || scenario.falls(lost);
                    let state = (end.carried.clone(), lost, fell, (own + end.pay - end.gain).max(0));
                    *next.entry(state).or_insert_with(Fraction::zero) += share.clone() * chance;
                }
            }
            now = next;
        }
        for ((carried, lost, fell, _), share) in now {
            let shown = scenario.mode.show_carried.iter();
            let carried = shown.map(|shown| carried[usize::from(shown.slot.0)].whole()).collect();
            *odds.carried.entry(carried).or_insert_with(Fraction::zero) += share.clone();
            odds.falls += if fell { share.clone() } else { Fraction::zero() };
            *odds.losses.entry(lost).or_insert_with(Fraction::zero) += share;
        }
    }
    odds
}

pub(crate) fn carried_at_first(scenario: &Scenario<'_>) -> Vec<Value> {
    scenario.first_names()[..scenario.mode.carries.len()].to_vec()
}

fn points_at_first(scenario: &Scenario<'_>) -> [Option<i64>; 2] {
    [scenario.hit_points(), scenario.own_points()]
}
