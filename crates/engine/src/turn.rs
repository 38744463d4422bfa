//! The odds of a turn: strike after strike, with what one leaves to the next, until the defender falls.

use crate::Stop;
use crate::distribution::Distribution;
use crate::evaluator::scalar::{NoDice, ScalarEvaluator};
use crate::evaluator::{EvalError, Evaluator, ExpressionMemo, Table};
use crate::joint::JointDistribution;
use crate::joint::factor::{Factor, has};
use crate::liveness::ReducedStrike;
use crate::memo::suffix::SuffixMemo;
use crate::sampler::trace::set;
use crate::scenario::Scenario;
use crate::strike::{Outcome, StrikeEvaluator, StrikeResult};
use crate::tail::open_dice::level;
use crate::value::{OperationError, Value, binary};
use tohit_compile::program::{Binary, Carry, Id, Strikes, VarId};
use tohit_odds::{Arithmetic, Weight};

/// A list of values with their weights.
pub(crate) type WeightedValues = Vec<(Value, Weight)>;

/// The odds of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnResult {
    /// What the defender loses, and has not fallen.
    pub(crate) standing: WeightedValues,
    /// What it loses, where it has.
    pub(crate) fallen: WeightedValues,
}

/// A strike of a turn: its item, if it has one, and how many came before.
#[derive(Clone, Debug)]
pub(crate) struct StrikePosition {
    pub(crate) item: Option<(VarId, Value)>,
    pub(crate) earlier: i64,
}

impl StrikePosition {
    /// A strike by itself.
    pub(crate) const ALONE: Self = Self { item: None, earlier: 0 };

    /// The strike that the answer tells of, also where a turn has none.
    pub(crate) fn told(places: &[Self], shown: usize) -> &Self {
        places.get(shown).or(places.first()).unwrap_or(&Self::ALONE)
    }
}

/// Follows the strikes of a scenario.
pub(crate) struct TurnEvaluator<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) plan: ReducedStrike,
    pub(crate) ar: &'s Arithmetic,
    memo: ExpressionMemo,
}

/// A turn has at most so many strikes.
const MOST_STRIKES: i64 = 1000;

impl Scenario<'_> {
    /// Whether the text says what a turn is, for this scenario.
    pub(crate) fn has_turn(&self) -> bool {
        let turn = self.mode.turn.as_ref();
        turn.is_some_and(|turn| turn.when.is_none_or(|when| self.fixed(when).is_yes()))
    }

    /// The strikes of a turn, in order, and which of them the answer tells of. Without a turn there is one.
    pub(crate) fn places(&self) -> Result<(Vec<StrikePosition>, usize), Stop> {
        let (mut places, shown) = self.all_places()?;
        if !self.has_turn() {
            places.truncate(1);
        }
        Ok((places, shown))
    }

    /// The item that every strike has, if they have the same.
    pub(crate) fn only_item(&self) -> Option<(VarId, Value)> {
        self.mode.turn.as_ref()?.strikes.item()?;
        let (places, _) = self.places().ok()?;
        let (first, others) = places.split_first()?;
        others.iter().all(|other| other.item == first.item).then(|| first.item.clone())?
    }

    fn all_places(&self) -> Result<(Vec<StrikePosition>, usize), Stop> {
        let Some(turn) = &self.mode.turn else { return Ok((vec![StrikePosition::ALONE], 0)) };
        let count =
            |id: Id, value: &Value| crate::evaluator::lookup::whole(self, id, value, "the strikes of a turn");
        match &turn.strikes {
            Strikes::Number(id) => {
                let count = count(*id, &self.fixed(*id))?;
                self.not_too_many(*id, count)?;
                Ok(((0..count).map(|earlier| StrikePosition { item: None, earlier }).collect(), 0))
            }
            Strikes::Each { rounds, item, of, times, shown } => {
                let mut items = Vec::new();
                for id in of {
                    match self.fixed(*id).sound()? {
                        Value::List(list) => items.extend(list.iter().cloned()),
                        Value::Absent => {}
                        one => items.push(one),
                    }
                }
                let shown = shown.map_or(0, |id| self.fixed(id).whole().unwrap_or(1).max(1) - 1);
                let rounds = rounds.map_or(Ok(1), |id| count(id, &self.fixed(id)))?;
                if let Some(id) = times {
                    let mut struck = Vec::new();
                    let mut names = vec![Value::Absent; self.mode.names.len()];
                    for value in items {
                        set(&mut names, *item, value.clone());
                        let times = count(*id, &ScalarEvaluator::new(self, &names, &mut NoDice).eval(*id))?;
                        // Before they are listed.
                        self.not_too_many(*id, times)?;
                        struck.extend((0..times).map(|_| value.clone()));
                    }
                    items = struck;
                }
                let a_round = i64::try_from(items.len()).unwrap_or(i64::MAX);
                if let Some(id) = turn.strikes.counts().next() {
                    let all = rounds.max(0).saturating_mul(a_round);
                    self.not_too_many(id, all)?;
                    // A strike is told of its item.
                    if all == 0 {
                        return Err(self.stop(id, "there is no strike in a turn"));
                    }
                }
                let all = (0..rounds).flat_map(|_| items.iter().cloned());
                let places = (0..)
                    .zip(all)
                    .map(|(earlier, value)| StrikePosition { item: Some((*item, value)), earlier });
                Ok((places.collect(), usize::try_from(shown).unwrap_or_default()))
            }
        }
    }

    fn not_too_many(&self, id: Id, strikes: i64) -> Result<(), Stop> {
        if strikes <= MOST_STRIKES {
            return Ok(());
        }
        let message = format!("too large: {strikes} strikes a turn; at most {MOST_STRIKES} are allowed");
        Err(self.stop(id, message))
    }

    /// The values of the strike's names before the strike that the answer tells of.
    pub(crate) fn names_at_first(&self) -> Result<Vec<Value>, Stop> {
        let (places, shown) = self.places()?;
        Ok(self.names_at(Some(StrikePosition::told(&places, shown))))
    }

    /// The values of the strike's names before a strike of the turn.
    pub(crate) fn names_at(&self, place: Option<&StrikePosition>) -> Vec<Value> {
        let mut names = vec![Value::Absent; self.mode.names.len()];
        let mut set = |slot, value| set(&mut names, slot, value);
        for (slot, carry) in (0..).zip(&self.mode.carries) {
            set(VarId(slot), self.fixed(carry.value));
        }
        if let Some((slot, item)) = place.and_then(|place| place.item.clone()) {
            set(slot, item);
        }
        self.mode.earlier.iter().for_each(|slot| set(*slot, Value::from(0)));
        self.mode.left.iter().for_each(|slot| set(*slot, self.hit_points().unwrap_or(Value::Absent)));
        names
    }

    /// The defender's hit points, if they are given.
    pub(crate) fn hit_points(&self) -> Option<Value> {
        let value = self.fixed(self.mode.falls.hit_points?);
        (value != Value::Absent).then_some(value)
    }

    /// Whether the defender's hit points are given.
    #[must_use]
    pub fn has_hit_points(&self) -> bool {
        self.hit_points().is_some()
    }

    /// What is said where a fight is asked for and cannot be.
    pub(crate) fn no_hit_points(&self) -> Stop {
        self.stop(self.mode.falls.when, "a fight needs the defender's hit points")
    }
}

impl<'s, 'a> TurnEvaluator<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, plan: ReducedStrike, ar: &'s Arithmetic) -> Self {
        Self { scenario, plan, ar, memo: ExpressionMemo::default() }
    }

    /// What is carried at the beginning.
    pub(crate) fn carried(&self) -> Vec<Value> {
        let value = |(slot, carry): (u8, &Carry)| {
            let left_out = has(self.plan.asks.left_out, VarId(slot));
            if left_out { Value::Absent } else { self.scenario.fixed(carry.value) }
        };
        (0..).zip(&self.scenario.mode.carries).map(value).collect()
    }

    /// The odds of one strike that begins with these values carried, and so many hit points left.
    pub(crate) fn strike(
        &mut self,
        place: &StrikePosition,
        carried: &[Value],
        left: Option<Value>,
        told: bool,
    ) -> Result<StrikeResult, Stop> {
        let state = self.start(place, carried, left);
        self.follow(state, (None, None), told)
    }

    pub(crate) fn start(
        &self,
        place: &StrikePosition,
        carried: &[Value],
        left: Option<Value>,
    ) -> JointDistribution {
        let mut state = JointDistribution::new(self.ar.one());
        for (slot, value) in (0..).zip(carried) {
            state.known.push((VarId(slot), value.clone()));
        }
        if let Some(slot) = self.scenario.mode.left {
            state.known.push((slot, left.unwrap_or(Value::Absent)));
        }
        state.known.extend(place.item.clone());
        if let Some(slot) = self.scenario.mode.earlier {
            state.known.push((slot, Value::from(place.earlier)));
        }
        state
    }

    pub(crate) fn follow(
        &mut self,
        state: JointDistribution,
        (kept, onwards): (Option<VarId>, Option<&mut SuffixMemo>),
        told: bool,
    ) -> Result<StrikeResult, Stop> {
        let Self { scenario, plan, ar, memo } = self;
        StrikeEvaluator { scenario, plan, ar, memo, kept, onwards }.from(0, state, told)
    }

    /// What is left, if strikes ask for it.
    pub(crate) fn by_left(&self) -> Option<VarId> {
        self.scenario.mode.left.filter(|slot| has(self.plan.reads, *slot))
    }

    /// Whether strikes ask how many came before.
    pub(crate) fn by_earlier(&self) -> bool {
        self.scenario.mode.earlier.is_some_and(|slot| has(self.plan.reads, slot))
    }

    /// The odds of a whole turn, by a plan without words; `first` are strikes that are known, each as it is at the beginning.
    pub(crate) fn turn(
        &mut self,
        places: &[StrikePosition],
        first: &[(&StrikePosition, StrikeResult)],
    ) -> Result<TurnResult, Stop> {
        let hit_points = self.scenario.hit_points();
        let regardless = self.scenario.mode.turn.as_ref().is_some_and(|turn| turn.regardless);
        let (by_left, by_earlier) = (self.by_left().filter(|_| hit_points.is_some()), self.by_earlier());
        let mut groups = vec![CarriedGroup {
            carried: self.carried(),
            fell: false,
            lost: vec![(Value::from(0), self.ar.one())],
        }];
        let mut fallen = WeightedValues::new();
        let mut onwards = SuffixMemo::new(places.len());
        let mut known: Vec<(Vec<Value>, &StrikePosition, Vec<Outcome>)> = Vec::new();
        let alike = first.iter().filter(|(place, _)| !by_earlier || place.earlier == 0);
        known.extend(alike.map(|(place, struck)| (self.carried(), *place, struck.outs.clone())));
        for place in places {
            if by_earlier && place.earlier > 0 {
                known.clear();
            }
            let mut next: Vec<CarriedGroup> = Vec::new();
            for group in &groups {
                if let (Some(slot), Some(hit_points)) = (by_left, &hit_points) {
                    self.with_left(place, (slot, hit_points), group, &mut next)?;
                    continue;
                }
                let found =
                    known.iter().position(|(known, at, _)| *known == group.carried && at.item == place.item);
                let found = match found {
                    Some(found) => found,
                    None => {
                        let state = self.start(place, &group.carried, hit_points.clone());
                        let struck = self.follow(state, (None, Some(&mut onwards)), false)?;
                        known.push((group.carried.clone(), place, struck.outs));
                        known.len() - 1
                    }
                };
                let Some((_, _, outs)) = known.get(found) else { continue };
                for CarriedGroup { carried, fell, lost: losses } in grouped(outs, self.ar) {
                    let lost = added(self.scenario, self.ar, &mut self.memo, &group.lost, losses)?;
                    put(&mut next, CarriedGroup { carried, fell: group.fell || fell, lost });
                }
            }
            groups.clear();
            for mut group in next {
                group.lost = level(core::mem::take(&mut group.lost), self.ar);
                if hit_points.is_some() && !group.fell {
                    let (still, fell) = self.parted(core::mem::take(&mut group.lost))?;
                    group.lost = still;
                    put(&mut groups, CarriedGroup { carried: group.carried.clone(), fell: true, lost: fell });
                }
                put(&mut groups, group);
            }
            // Who has fallen is struck no more.
            if !regardless {
                let gone = groups.extract_if(.., |group| group.fell);
                fallen.extend(gone.flat_map(|group| group.lost));
            }
            groups.retain(|group| !group.lost.is_empty());
            for group in &mut groups {
                group.lost = level(core::mem::take(&mut group.lost), self.ar);
            }
            fallen = level(fallen, self.ar);
        }
        let (fell, stand): (Vec<CarriedGroup>, Vec<CarriedGroup>) =
            groups.into_iter().partition(|group| group.fell);
        fallen.extend(fell.into_iter().flat_map(|group| group.lost));
        let standing = stand.into_iter().flat_map(|group| group.lost).collect();
        Ok(TurnResult { standing: level(standing, self.ar), fallen: level(fallen, self.ar) })
    }

    /// The start of a strike that asks how many hit points are left: all that may be left at once.
    pub(crate) fn start_left(
        &self,
        place: &StrikePosition,
        carried: &[Value],
        left: (VarId, WeightedValues),
    ) -> JointDistribution {
        let (slot, left) = left;
        let mut state = self.start(place, carried, None);
        state.known.retain(|(known, _)| *known != slot);
        state.factors.push(Factor::of(slot, left, self.ar));
        state
    }

    /// A strike that asks how many hit points are left.
    fn with_left(
        &mut self,
        place: &StrikePosition,
        (slot, hit_points): (VarId, &Value),
        group: &CarriedGroup,
        next: &mut Vec<CarriedGroup>,
    ) -> Result<(), Stop> {
        let wrong = |_: OperationError| {
            Stop::new(tohit_compile::program::Span::default(), "what is left is not known")
        };
        let mut rows = Vec::with_capacity(group.lost.len());
        for (lost, weight) in &group.lost {
            rows.push((binary(Binary::Subtract, hit_points, lost).map_err(wrong)?, *weight));
        }
        let state = self.start_left(place, &group.carried, (slot, rows));
        let struck = self.follow(state, (Some(slot), None), false)?;
        for out in struck.outs {
            let sum = |(left, share): &(Value, Weight)| {
                let before = binary(Binary::Subtract, hit_points, left)?;
                Ok((binary(Binary::Add, &before, &out.lose)?, self.ar.mul(out.weight, *share)))
            };
            let lost = out.kept.iter().map(sum).collect::<Result<_, _>>().map_err(wrong)?;
            put(next, CarriedGroup { carried: out.carried, fell: group.fell || out.kill, lost });
        }
        Ok(())
    }

    /// Who still stands after losing so much, and who does not.
    pub(crate) fn parted(&self, mut lost: WeightedValues) -> Result<(WeightedValues, WeightedValues), Stop> {
        let falls = self.scenario.mode.falls.when;
        let (mut standing, mut fallen) = (WeightedValues::new(), WeightedValues::new());
        let Some(enough) = self.scenario.falls_at() else {
            return Ok((lost, fallen));
        };
        let mut place = 0;
        while let Some((value, weight)) = lost.get(place).cloned() {
            place += 1;
            match (binary(Binary::MoreOrEqual, &value, &enough.into()), &value) {
                (Ok(fell), _) => {
                    if fell.is_yes() { &mut fallen } else { &mut standing }.push((value, weight))
                }
                (Err(OperationError::Split(split)), Value::Tail(tail)) => {
                    let parts = split.law.parts(split.how, self.ar);
                    let apart = self.scenario.taken_apart(falls, tail, &parts)?;
                    lost.extend(apart.into_iter().map(|(value, share)| (value, self.ar.mul(share, weight))));
                }
                _ => return Err(self.scenario.stop(falls, "this cannot be told of what is left")),
            }
        }
        Ok((standing, fallen))
    }
}

/// Turns so far with the same values carried on.
struct CarriedGroup {
    carried: Vec<Value>,
    /// Whether the defender has fallen.
    fell: bool,
    lost: WeightedValues,
}

fn put(groups: &mut Vec<CarriedGroup>, group: CarriedGroup) {
    match groups.iter_mut().find(|known| known.fell == group.fell && known.carried == group.carried) {
        Some(known) => known.lost.extend(group.lost),
        None => groups.push(group),
    }
}

/// What is lost, by whether it kills and what is carried on.
fn grouped(outs: &[Outcome], ar: &Arithmetic) -> Vec<CarriedGroup> {
    let mut groups = Vec::new();
    for Outcome { carried, kill, lose, weight, .. } in outs {
        let lost = vec![(lose.clone(), *weight)];
        put(&mut groups, CarriedGroup { carried: carried.clone(), fell: *kill, lost });
    }
    groups.iter_mut().for_each(|group| group.lost = level(core::mem::take(&mut group.lost), ar));
    groups
}

/// The sums of two that have nothing to do with each other.
fn added(
    scenario: &Scenario<'_>,
    ar: &Arithmetic,
    memo: &mut ExpressionMemo,
    lost: &WeightedValues,
    losses: WeightedValues,
) -> Result<WeightedValues, Stop> {
    let id = scenario.mode.falls.when;
    let (few, many) = if lost.len() == 1 { (lost, &losses) } else { (&losses, lost) };
    let is_endless = |(value, _): &(Value, Weight)| matches!(value, Value::Tail(_));
    // Two endless rolls are two, even where they are written alike.
    let are_two = few.iter().any(is_endless) && many.iter().any(is_endless);
    if let ([(one, share)], false) = (few.as_slice(), are_two) {
        let sum = |(value, weight): &(Value, Weight)| {
            let sum = binary(Binary::Add, value, one)
                .map_err(|_| scenario.stop(id, "two endless rolls are lost in one turn"))?;
            Ok((sum, ar.mul(*weight, *share)))
        };
        return many.iter().map(sum).collect();
    }
    let cells =
        |weighted: WeightedValues| Table::Distribution(0, std::rc::Rc::new(Distribution::single(weighted)));
    match Evaluator::new(scenario, ar, memo).binary(id, Binary::Add, cells(lost.clone()), cells(losses)) {
        Ok(Table::Distribution(_, spread)) => Ok(spread.entries(0).collect()),
        Err(EvalError::Stop(stop)) => Err(stop),
        _ => Err(scenario.stop(id, "two endless rolls are lost in one turn")),
    }
}
