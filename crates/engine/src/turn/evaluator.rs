//! Odds of a turn: strike after strike with the carried values, until the defender falls.

use crate::distribution::Distribution;
use crate::evaluator::error::EvalError;
use crate::evaluator::table::{AxisSet, Table};
use crate::evaluator::{Evaluator, ExpressionMemo};
use crate::extent::Extent;
use crate::joint::JointDistribution;
use crate::joint::factor::Factor;
use crate::memo::suffix::SuffixMemo;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::strike::StrikeEvaluator;
use crate::strike::result::{Outcome, StrikeResult};
use crate::tail::open_dice::align_tails;
use crate::turn::positions::StrikePosition;
use crate::turn::rules::TurnRules;
use crate::value::{OperationError, Value, binary};
use crate::weighted::WeightedValues;
use tohit_compile::program::{Binary, VarId};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Result of a turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnResult {
    /// Losses of a standing defender.
    pub(crate) standing: WeightedValues,
    /// Losses of a fallen defender.
    pub(crate) fallen: WeightedValues,
    /// Carried values at its end that are answered, in the order of [`tohit_compile::program::Mode::show_carried`].
    pub(crate) carried: Vec<WeightedValues>,
}

/// Evaluator of the strikes of a scenario.
pub(crate) struct TurnEvaluator<'s, 'a> {
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) reduced: ReducedStrike,
    pub(crate) arith: &'s Arithmetic,
    memo: ExpressionMemo,
}

impl<'s, 'a> TurnEvaluator<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, reduced: ReducedStrike, arith: &'s Arithmetic) -> Self {
        Self { scenario, reduced, arith, memo: ExpressionMemo::default() }
    }

    /// Rules of the turns.
    pub(crate) const fn rules(&self) -> TurnRules<'s, 'a> {
        TurnRules::new(self.scenario, &self.reduced)
    }

    /// Result of one strike with these carried values and hit points left. Shown lines that ask a pool of
    /// dice are evaluated one by one.
    pub(crate) fn strike(
        &mut self,
        position: &StrikePosition,
        carried: &[Value],
        points: [Option<Value>; 2],
        observed: bool,
    ) -> Result<StrikeResult, Diagnostic> {
        let state = self.start(position, carried, points);
        let Some((others, slices)) = self.reduced.slices(self.scenario) else {
            return self.follow(state, (None, None), observed);
        };
        let run = |reduced: ReducedStrike| {
            let mut turns = Self::new(self.scenario, reduced, self.arith);
            turns.follow(state.clone(), (None, None), observed)
        };
        let mut result = run(others)?;
        for slice in slices {
            let line = slice.steps.last().map(|step| step.line);
            let own = run(slice)?;
            let probe = |index: &usize| self.scenario.probes.get(*index).map(|probe| probe.line);
            for shown in own.shown {
                let index = result.shown.partition_point(|(known, _)| *known <= shown.0);
                result.shown.insert(index, shown);
            }
            for odds in own.lines {
                if Some(odds.line) == line || result.lines.iter().all(|known| known.line != odds.line) {
                    let index = result.lines.partition_point(|known| known.line <= odds.line);
                    result.lines.insert(index, odds);
                }
            }
            result.probed.extend(own.probed.into_iter().filter(|(index, _)| probe(index) == line));
        }
        Ok(result)
    }

    pub(crate) fn start(
        &self,
        position: &StrikePosition,
        carried: &[Value],
        points: [Option<Value>; 2],
    ) -> JointDistribution {
        let mut state = JointDistribution::new(self.arith.one());
        for (slot, value) in (0..).zip(carried) {
            state.known.push((VarId(slot), value.clone()));
        }
        state.known.extend(self.rules().before_strike(position, 0, points));
        state
    }

    pub(crate) fn follow(
        &mut self,
        state: JointDistribution,
        (reported, suffixes): (Option<VarId>, Option<&mut SuffixMemo>),
        observed: bool,
    ) -> Result<StrikeResult, Diagnostic> {
        let Self { scenario, reduced, arith, memo } = self;
        StrikeEvaluator { scenario, reduced, arith, memo, reported, suffixes }.run(0, state, observed)
    }

    /// Result of a whole turn, by a reduced strike without words. `first` are known results of single
    /// strikes.
    pub(crate) fn turn(
        &mut self,
        strikes: &[StrikePosition],
        first: &[(&StrikePosition, StrikeResult)],
    ) -> Result<TurnResult, Diagnostic> {
        let hit_points = self.scenario.hit_points();
        let rules = self.rules();
        let reads_left = rules.reads_left().filter(|_| hit_points.is_some());
        let (own_points, own_falls) = (self.scenario.own_hit_points(), self.scenario.own_falls_at());
        let mut groups = vec![CarriedGroup {
            carried: rules.initial(),
            fell: false,
            own: 0,
            lost: vec![(Value::from(0), self.arith.one())],
        }];
        let (mut fallen, mut stopped) = (WeightedValues::new(), WeightedValues::new());
        let mut shown = ShownCarried::new(self.scenario, self.arith);
        let mut suffixes = SuffixMemo::new(strikes.len());
        let mut known: Vec<KnownStrike<'_>> = Vec::new();
        // A single strike is not counted down.
        let first = if self.scenario.countdown().is_some() { &[] } else { first };
        let alike = first.iter().filter(|(position, _)| rules.earlier(position.number, 0) == 0);
        // A single strike is evaluated with gains only where turns follow them.
        let alike = alike.filter(|_| own_falls.is_none());
        known.extend(alike.map(|(position, result)| KnownStrike {
            carried: rules.initial(),
            own: 0,
            position,
            outcomes: result.outcomes.clone(),
        }));
        for position in strikes {
            if rules.earlier(position.number, 0) > 0 {
                known.clear();
            }
            let mut next: Vec<CarriedGroup> = Vec::new();
            for group in &groups {
                let own = own_points.as_ref().map(|points| own_left(points, group.own));
                if let (Some(slot), Some(hit_points)) = (reads_left, &hit_points) {
                    self.with_left(position, (slot, hit_points, own), group, &mut next)?;
                    continue;
                }
                let lost = if rules.reads_own() { group.own } else { 0 };
                let found = known.iter().position(|known| {
                    known.carried == group.carried
                        && known.own == lost
                        && known.position.item == position.item
                });
                let found = match found {
                    Some(found) => found,
                    None => {
                        let state = self.start(position, &group.carried, [hit_points.clone(), own]);
                        let result = self.follow(state, (None, Some(&mut suffixes)), false)?;
                        let (carried, outcomes) = (group.carried.clone(), result.outcomes);
                        known.push(KnownStrike { carried, own: lost, position, outcomes });
                        known.len() - 1
                    }
                };
                let Some(KnownStrike { outcomes, .. }) = known.get(found) else { continue };
                for one in grouped(outcomes, group.own, self.arith) {
                    let lost = convolve(self.scenario, self.arith, &mut self.memo, &group.lost, one.lost)?;
                    put(&mut next, CarriedGroup { fell: group.fell || one.fell, lost, ..one });
                }
            }
            groups = self.split_groups(next)?;
            // A fallen striker strikes no more.
            if let Some(enough) = own_falls {
                for group in groups.extract_if(.., |group| group.own >= enough) {
                    shown.add(&group);
                    if group.fell { &mut fallen } else { &mut stopped }.extend(group.lost);
                }
                stopped = align_tails(stopped, self.arith);
            }
            // A fallen defender is struck no more.
            if !rules.goes_on_after_fall(Extent::Turn) {
                let gone = groups.extract_if(.., |group| group.fell).inspect(|group| shown.add(group));
                fallen.extend(gone.flat_map(|group| group.lost));
            }
            groups.retain(|group| !group.lost.is_empty());
            for group in &mut groups {
                group.lost = align_tails(core::mem::take(&mut group.lost), self.arith);
            }
            fallen = align_tails(fallen, self.arith);
        }
        groups.iter().for_each(|group| shown.add(group));
        let (fell, stand): (Vec<CarriedGroup>, Vec<CarriedGroup>) =
            groups.into_iter().partition(|group| group.fell);
        fallen.extend(fell.into_iter().flat_map(|group| group.lost));
        let standing = stand.into_iter().flat_map(|group| group.lost).chain(stopped).collect();
        Ok(TurnResult {
            standing: align_tails(standing, self.arith),
            fallen: align_tails(fallen, self.arith),
            carried: shown.values.into_iter().map(|values| align_tails(values, self.arith)).collect(),
        })
    }

    /// Turns so far, those apart in which the defender has fallen.
    fn split_groups(&mut self, all: Vec<CarriedGroup>) -> Result<Vec<CarriedGroup>, Diagnostic> {
        let mut groups = Vec::with_capacity(all.len());
        for mut group in all {
            group.lost = align_tails(core::mem::take(&mut group.lost), self.arith);
            if self.scenario.hit_points().is_some() && !group.fell {
                let (still, fell) = self.split_fallen(core::mem::take(&mut group.lost))?;
                group.lost = still;
                let carried = group.carried.clone();
                put(&mut groups, CarriedGroup { carried, fell: true, own: group.own, lost: fell });
            }
            put(&mut groups, group);
        }
        Ok(groups)
    }

    /// State before a strike that reads the hit points left, over all their values at once.
    pub(crate) fn start_left(
        &self,
        position: &StrikePosition,
        carried: &[Value],
        (slot, left): (VarId, WeightedValues),
        own: Option<Value>,
    ) -> JointDistribution {
        let mut state = self.start(position, carried, [None, own]);
        state.known.retain(|(known, _)| *known != slot);
        state.factors.push(Factor::of(slot, left, self.arith));
        state
    }

    /// Strike that reads the hit points left.
    fn with_left(
        &mut self,
        position: &StrikePosition,
        (slot, hit_points, own): (VarId, &Value, Option<Value>),
        group: &CarriedGroup,
        next: &mut Vec<CarriedGroup>,
    ) -> Result<(), Diagnostic> {
        let wrong = |_: OperationError| {
            Diagnostic::new(tohit_compile::program::Span::default(), "what is left is not known")
        };
        let mut rows = Vec::with_capacity(group.lost.len());
        for (lost, weight) in &group.lost {
            rows.push((binary(Binary::Subtract, hit_points, lost).map_err(wrong)?, *weight));
        }
        let state = self.start_left(position, &group.carried, (slot, rows), own);
        let result = self.follow(state, (Some(slot), None), false)?;
        for outcome in result.outcomes {
            let sum = |(left, share): &(Value, Weight)| {
                let before = binary(Binary::Subtract, hit_points, left)?;
                Ok((binary(Binary::Add, &before, &outcome.lose)?, self.arith.mul(outcome.weight, *share)))
            };
            let lost = outcome.reported.iter().map(sum).collect::<Result<_, _>>().map_err(wrong)?;
            let own = TurnRules::own_loss(group.own, outcome.returned());
            let fell = group.fell || outcome.kill;
            put(next, CarriedGroup { carried: outcome.carried, fell, own, lost });
        }
        Ok(())
    }

    /// Losses of a standing and of a fallen defender.
    pub(crate) fn split_fallen(
        &self,
        mut lost: WeightedValues,
    ) -> Result<(WeightedValues, WeightedValues), Diagnostic> {
        let falls = self.scenario.mode.falls.when;
        let (mut standing, mut fallen) = (WeightedValues::new(), WeightedValues::new());
        let Some(enough) = self.scenario.falls_at() else {
            return Ok((lost, fallen));
        };
        let mut index = 0;
        while let Some((value, weight)) = lost.get(index).cloned() {
            index += 1;
            match (binary(Binary::MoreOrEqual, &value, &enough.into()), &value) {
                (Ok(fell), _) => {
                    if fell.is_yes() { &mut fallen } else { &mut standing }.push((value, weight))
                }
                (Err(OperationError::Split(split)), Value::Tail(tail)) => {
                    let parts = split.law.split(split.how, self.arith);
                    let apart = self.scenario.split_tail(falls, tail, &parts)?;
                    lost.extend(
                        apart.into_iter().map(|(value, share)| (value, self.arith.mul(share, weight))),
                    );
                }
                _ => {
                    return Err(self
                        .scenario
                        .error_at(falls, "the rule of dying has no answer for this loss"));
                }
            }
        }
        Ok((standing, fallen))
    }
}

/// Turns so far with equal carried values.
struct CarriedGroup {
    carried: Vec<Value>,
    /// True where the defender has fallen.
    fell: bool,
    /// Loss of the striker, where turns follow it.
    own: i64,
    lost: WeightedValues,
}

/// Carried values at the end of a turn that are answered.
struct ShownCarried<'s> {
    slots: Vec<VarId>,
    values: Vec<WeightedValues>,
    arith: &'s Arithmetic,
}

impl<'s> ShownCarried<'s> {
    fn new(scenario: &Scenario<'_>, arith: &'s Arithmetic) -> Self {
        let slots: Vec<VarId> = scenario.mode.show_carried.iter().map(|shown| shown.slot).collect();
        Self { values: vec![WeightedValues::new(); slots.len()], slots, arith }
    }

    /// Adds turns that end.
    fn add(&mut self, group: &CarriedGroup) {
        for (slot, values) in self.slots.iter().zip(&mut self.values) {
            let weight = self.arith.sum(group.lost.iter().map(|(_, weight)| *weight));
            values.extend(group.carried.get(usize::from(slot.0)).map(|value| (value.clone(), weight)));
        }
    }
}

/// Outcomes of an evaluated strike.
struct KnownStrike<'p> {
    carried: Vec<Value>,
    /// Loss of the striker, where the strike reads its hit points.
    own: i64,
    position: &'p StrikePosition,
    outcomes: Vec<Outcome>,
}

/// Hit points of the striker that are left after a loss.
pub(crate) fn own_left(points: &Value, lost: i64) -> Value {
    binary(Binary::Subtract, points, &lost.into()).unwrap_or(Value::Absent)
}

fn put(groups: &mut Vec<CarriedGroup>, group: CarriedGroup) {
    let same = |known: &&mut CarriedGroup| {
        (known.fell, known.own) == (group.fell, group.own) && known.carried == group.carried
    };
    match groups.iter_mut().find(same) {
        Some(known) => known.lost.extend(group.lost),
        None => groups.push(group),
    }
}

/// Losses by kill, carried values, and loss of the striker, which has lost `own` before.
fn grouped(outcomes: &[Outcome], own: i64, arith: &Arithmetic) -> Vec<CarriedGroup> {
    let mut groups = Vec::new();
    for outcome in outcomes {
        let Outcome { carried, kill, lose, weight, .. } = outcome;
        let lost = vec![(lose.clone(), *weight)];
        let own = TurnRules::own_loss(own, outcome.returned());
        put(&mut groups, CarriedGroup { carried: carried.clone(), fell: *kill, own, lost });
    }
    groups.iter_mut().for_each(|group| group.lost = align_tails(core::mem::take(&mut group.lost), arith));
    groups
}

/// Distribution of the sum of two independent losses.
fn convolve(
    scenario: &Scenario<'_>,
    arith: &Arithmetic,
    memo: &mut ExpressionMemo,
    lost: &WeightedValues,
    losses: WeightedValues,
) -> Result<WeightedValues, Diagnostic> {
    let id = scenario.mode.falls.when;
    let (few, many) = if lost.len() == 1 { (lost, &losses) } else { (&losses, lost) };
    let is_endless = |(value, _): &(Value, Weight)| matches!(value, Value::Tail(_));
    // Two endless rolls are two, even where they are written alike.
    let are_two = few.iter().any(is_endless) && many.iter().any(is_endless);
    if let ([(one, share)], false) = (few.as_slice(), are_two) {
        let sum = |(value, weight): &(Value, Weight)| {
            let sum = binary(Binary::Add, value, one)
                .map_err(|_| scenario.error_at(id, "two endless rolls are lost in one turn"))?;
            Ok((sum, arith.mul(*weight, *share)))
        };
        return many.iter().map(sum).collect();
    }
    let cells = |weighted: WeightedValues| {
        Table::Distribution(AxisSet::EMPTY, std::rc::Rc::new(Distribution::single(weighted)))
    };
    match Evaluator::new(scenario, arith, memo).binary(id, Binary::Add, cells(lost.clone()), cells(losses)) {
        Ok(Table::Distribution(_, distribution)) => Ok(distribution.entries(0).collect()),
        Err(EvalError::Refused(diagnostic)) => Err(diagnostic),
        _ => Err(scenario.error_at(id, "two endless rolls are lost in one turn")),
    }
}
