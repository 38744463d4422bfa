//! Chain of a fight: transitions are evaluated once and used turn after turn.

use crate::chain::states::StrikeState;
use crate::chain::transition::{Branch, Transition};
use crate::duel::drain::refused_gain;
use crate::memo::suffix::SuffixMemo;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::strike::result::Outcome;
use crate::turn::evaluator::{TurnEvaluator, own_left};
use crate::turn::positions::StrikePosition;
use crate::turn::rules::{TurnEnd, TurnRules};
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_compile::program::Turn;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Strikes of the first turn, or of later ones.
struct TurnPhase<'s, 'a> {
    turns: TurnEvaluator<'s, 'a>,
    strikes: Vec<StrikePosition>,
    /// For each strike the first with the same item.
    alike: Vec<usize>,
    suffixes: SuffixMemo,
}

impl<'s, 'a> TurnPhase<'s, 'a> {
    fn new(
        scenario: &'s Scenario<'a>,
        reduced: ReducedStrike,
        arith: &'s Arithmetic,
    ) -> Result<Self, Diagnostic> {
        let (strikes, _) = scenario.strikes()?;
        let turns = TurnEvaluator::new(scenario, reduced, arith);
        let like = |strike: &StrikePosition| {
            strikes.iter().position(|other| other.item == strike.item).unwrap_or_default()
        };
        let alike = strikes.iter().map(like).collect();
        let suffixes = SuffixMemo::new(strikes.len());
        Ok(Self { turns, strikes, alike, suffixes })
    }
}

/// Strikes of fewer attackers.
struct FewerAttackers<'s, 'a> {
    /// Number of strikes of a turn.
    many: usize,
    /// Strikes, where they are not the first of those of all attackers.
    own: Option<(TurnPhase<'s, 'a>, Option<TurnPhase<'s, 'a>>)>,
}

/// Absorbing Markov chain of a fight over carried values and damage.
pub(crate) struct FightChain<'s, 'a> {
    /// Strikes of the first turn, and of later turns, where they differ.
    first: TurnPhase<'s, 'a>,
    later: Option<TurnPhase<'s, 'a>>,
    /// Strikes of 1, 2, ... fewer attackers.
    fewer: Vec<FewerAttackers<'s, 'a>>,
    /// Number of attackers now; none stands for all.
    attackers: Option<usize>,
    hit_points: Value,
    /// Damage at which the defender falls.
    pub(crate) most: usize,
    /// True where nothing happens between turns, but for values that begin anew.
    pub(crate) is_idle_between_turns: bool,
    /// Interned carried values; where later turns differ, with a flag for the first turn.
    carried: Vec<Vec<Value>>,
    /// States in which the next turn begins, by the number of attackers and the carried values and loss at
    /// the end of a turn.
    anew: FxHashMap<(Option<usize>, usize, usize), (usize, usize)>,
    known: FxHashMap<TransitionKey, Rc<[Transition]>>,
    /// True where the carried values matter when a body falls.
    falls_carry: bool,
    /// True where a strike that gives something back or costs something refuses the duel.
    refuses_gains: bool,
    /// Hit points of the striker, and the loss at which it falls, where they are followed.
    own: Option<(i64, usize)>,
}

/// Key of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct TransitionKey {
    /// Number of attackers, where their strikes differ from those of all.
    attackers: Option<usize>,
    /// First strike of the turn with the same item.
    like: usize,
    /// Number of earlier strikes against the same body, where strikes read it.
    earlier: usize,
    /// Carried values.
    carried: usize,
    /// Loss of the striker, where strikes read its hit points.
    own: usize,
}

/// Limit of the levels of damage.
const MOST_LEVELS: i64 = 100_000;

impl<'s, 'a> FightChain<'s, 'a> {
    /// Chain of a scenario with hit points, and of its later turns, by reduced strikes of one kind.
    pub(crate) fn new(
        scenario: &'s Scenario<'a>,
        later: Option<&'s Scenario<'a>>,
        reduced: fn(&Scenario<'_>) -> ReducedStrike,
        arith: &'s Arithmetic,
    ) -> Result<Self, Diagnostic> {
        let falls = scenario.mode.falls.when;
        let Some(hit_points) = scenario.hit_points() else {
            return Err(scenario.no_hit_points());
        };
        let Some(most) = scenario.falls_at().filter(|most| *most <= MOST_LEVELS) else {
            let message =
                format!("too large: the defender of a fight must fall before it has lost {MOST_LEVELS}");
            return Err(scenario.error_at(falls, message));
        };
        let most = usize::try_from(most).unwrap_or_default();
        let first = TurnPhase::new(scenario, reduced(scenario), arith)?;
        let later = later.map(|later| TurnPhase::new(later, reduced(later), arith)).transpose()?;
        if first.strikes.is_empty() {
            return Err(scenario.error_at(falls, "there is no strike in a turn"));
        }
        if later.as_ref().is_some_and(|later| later.strikes.len() != first.strikes.len()) {
            return Err(scenario.error_at(falls, "later turns must have as many strikes as the first"));
        }
        let mut carried = first.turns.rules().initial();
        carried.extend(later.is_some().then_some(Value::Flag(true)));
        let is_idle_between_turns = [Some(&first), later.as_ref()]
            .into_iter()
            .flatten()
            .all(|phase| phase.turns.scenario.is_idle_between_turns());
        Ok(Self {
            first,
            later,
            fewer: Vec::new(),
            attackers: None,
            hit_points,
            most,
            is_idle_between_turns,
            carried: vec![carried],
            anew: FxHashMap::default(),
            known: FxHashMap::default(),
            falls_carry: false,
            refuses_gains: false,
            own: None,
        })
    }

    /// The chain of a duel in which no strike that can come gives anything back, costs anything, or reads the
    /// striker's hit points.
    pub(crate) fn without_gains(mut self) -> Result<Self, Diagnostic> {
        if self.phases().any(|phase| phase.turns.rules().reads_own()) {
            return Err(refused_gain());
        }
        self.refuses_gains = true;
        Ok(self)
    }

    /// The chain of a striker with so many hit points, which falls after a loss.
    pub(crate) const fn with_own(mut self, points: i64, falls_at: usize) -> Self {
        self.own = Some((points, falls_at));
        self
    }

    /// The chain of a fight, which follows the striker's hit points where strikes read or pay them.
    pub(crate) fn following_own(self) -> Result<Self, Diagnostic> {
        let scenario = self.scenario();
        let points = scenario.own_hit_points().and_then(|points| points.whole());
        let falls_at = scenario.own_falls_at().filter(|most| *most <= MOST_LEVELS);
        match (points, falls_at) {
            (Some(points), Some(most)) => {
                Ok(self.with_own(points, usize::try_from(most).unwrap_or_default()))
            }
            _ if scenario.follows_own() => {
                let message = format!("too large: the striker must fall before it has lost {MOST_LEVELS}");
                Err(scenario.error_at(scenario.mode.falls.when, message))
            }
            _ => Ok(self),
        }
    }

    /// Loss at which the striker falls, where its hit points are followed.
    pub(crate) fn own_falls_at(&self) -> Option<usize> {
        self.own.map(|(_, falls_at)| falls_at)
    }

    /// The chain with fewer attackers, and with carried values after a fall.
    pub(crate) fn with_fewer_attackers(
        mut self,
        fewer: &'s [(Scenario<'a>, Option<Scenario<'a>>)],
        reduced: fn(&Scenario<'_>) -> ReducedStrike,
        arith: &'s Arithmetic,
    ) -> Result<Self, Diagnostic> {
        self.falls_carry = true;
        let scenario = self.first.turns.scenario;
        let asks = scenario.strikes_ask_attackers();
        for (first, later) in fewer {
            let (strikes, _) = first.strikes()?;
            let many = strikes.len();
            if many == 0 {
                return Err(scenario.error_at(scenario.mode.falls.when, "there is no strike in a turn"));
            }
            let same = strikes.iter().zip(&self.first.strikes).all(|(one, other)| one.item == other.item);
            let own = if asks || !same || many > self.first.strikes.len() {
                let later =
                    later.as_ref().map(|later| TurnPhase::new(later, reduced(later), arith)).transpose()?;
                Some((TurnPhase::new(first, reduced(first), arith)?, later))
            } else {
                None
            };
            self.fewer.push(FewerAttackers { many, own });
        }
        Ok(self)
    }

    /// Sets the number of attackers.
    pub(crate) fn set_attackers(&mut self, attackers: usize) {
        let fewer = attackers.checked_sub(1).filter(|index| *index < self.fewer.len());
        self.attackers = fewer.map(|index| index + 1);
    }

    fn fewer(&self) -> Option<&FewerAttackers<'s, 'a>> {
        self.fewer.get(self.attackers?.checked_sub(1)?)
    }

    /// Number of attackers, where their strikes differ from those of all.
    fn own_attackers(&self) -> Option<usize> {
        self.attackers.filter(|_| self.fewer().is_some_and(|fewer| fewer.own.is_some()))
    }

    /// Number of strikes of a turn.
    pub(crate) fn strikes_per_turn(&self) -> usize {
        self.fewer().map_or(self.first.strikes.len(), |fewer| fewer.many)
    }

    /// True after a strike that is not made, because the rolled number of strikes is reached.
    pub(crate) fn is_over(&self, carried: usize) -> bool {
        let slot = self.first.turns.scenario.countdown();
        let left = slot.and_then(|slot| self.carried.get(carried)?.get(usize::from(slot.0)));
        left == Some(&Value::from(Turn::OVER))
    }

    /// Rules of the turns.
    const fn rules(&self) -> TurnRules<'s, 'a> {
        self.first.turns.rules()
    }

    /// Phase to which a carried value belongs.
    fn phase(&mut self, carried: usize) -> &mut TurnPhase<'s, 'a> {
        let is_first =
            || self.carried.get(carried).and_then(|values| values.last()) == Some(&Value::Flag(true));
        let is_later = self.later.is_some() && !is_first();
        let own = self.attackers.and_then(|attackers| attackers.checked_sub(1));
        match own.and_then(|index| self.fewer.get_mut(index)?.own.as_mut()) {
            Some((_, Some(later))) if is_later => later,
            Some((first, _)) => first,
            None => self.later.as_mut().filter(|_| is_later).unwrap_or(&mut self.first),
        }
    }

    /// Length of a turn at whose end this is carried.
    pub(crate) fn lasts(&mut self, carried: usize) -> Result<Number, Diagnostic> {
        let values = self.carried.get(carried).cloned().unwrap_or_default();
        self.phase(carried).turns.scenario.lasts(&values)
    }

    /// End of a turn that begins at a time, with this carried at its end.
    pub(crate) fn ends(&mut self, begins: &Number, carried: usize) -> Result<Number, Diagnostic> {
        let lasts = self.lasts(carried)?;
        begins.plus(&lasts).map_err(|wrong| self.scenario().wrong_time(&wrong))
    }

    fn phases(&self) -> impl Iterator<Item = &TurnPhase<'s, 'a>> {
        [Some(&self.first), self.later.as_ref()].into_iter().flatten()
    }

    /// True where damage never decreases, and no carried value depends on it.
    pub(crate) fn never_recovers(&self) -> Result<bool, Diagnostic> {
        for phase in self.phases() {
            if !phase.turns.scenario.never_recovers(&self.hit_points, self.most)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Carried value and loss at the beginning of the next turn.
    pub(crate) fn next_turn(&mut self, carried: usize, lost: usize) -> Result<(usize, usize), Diagnostic> {
        let rules = self.rules();
        if self.is_idle_between_turns && self.later.is_none() && rules.keeps_carried() {
            return Ok((carried, lost));
        }
        // One answer serves all levels.
        if self.is_idle_between_turns && lost > 0 {
            return Ok((self.next_turn(carried, 0)?.0, lost));
        }
        let key = (self.own_attackers(), carried, lost);
        if let Some(known) = self.anew.get(&key) {
            return Ok(*known);
        }
        let Some(mut last) = self.carried.get(carried).cloned() else { return Ok((carried, lost)) };
        let (points, most) = (self.hit_points.clone(), self.most);
        let scenario = self.phase(carried).turns.scenario;
        let before = i64::try_from(lost).unwrap_or(i64::MAX);
        let TurnEnd { lost: then, falls } = rules.end_turn(scenario, &mut last, (&points, before))?;
        if self.later.is_some()
            && let Some(is_first) = last.last_mut()
        {
            *is_first = Value::Flag(false);
        }
        let anew = (self.intern(last), if falls { most } else { usize::try_from(then).unwrap_or(most) });
        self.anew.insert(key, anew);
        Ok(anew)
    }

    /// Carried value against the next body, which is met after a strike, and the first strike against it,
    /// where strikes read the number of earlier ones.
    pub(crate) fn next_body(&mut self, strike: usize, carried: usize) -> (usize, usize) {
        let Some(mut next) = self.carried.get(carried).cloned() else { return (carried, 0) };
        let since = self.rules().next_body(strike, &mut next);
        let is_read = self.phases().any(|phase| phase.turns.rules().reads_earlier());
        (self.intern(next), if is_read { since } else { 0 })
    }

    /// Carried values, by their place; those before the first strike are the first.
    pub(super) fn carried(&self, index: usize) -> Vec<Value> {
        self.carried.get(index).cloned().unwrap_or_default()
    }

    pub(super) fn intern(&mut self, carried: Vec<Value>) -> usize {
        if let Some(index) = self.carried.iter().position(|known| *known == carried) {
            return index;
        }
        self.carried.push(carried);
        self.carried.len() - 1
    }

    /// Transitions of a strike with a carried value and a loss of the striker, by what the strike returns.
    /// `since` is the first strike of the turn against the same body.
    pub(crate) fn transitions(
        &mut self,
        strike: usize,
        StrikeState { carried, since }: StrikeState,
        striker: usize,
    ) -> Result<Rc<[Transition]>, Diagnostic> {
        let key = self.key(strike, since, carried, striker);
        if let Some(transitions) = self.known.get(&key) {
            return Ok(Rc::clone(transitions));
        }
        let (per_level, by_level) = self.branches(key)?;
        let all =
            Transition::all(self.most, (per_level, self.falls_carry), &by_level, self.first.turns.arith);
        if self.refuses_gains && all.iter().any(|transition| transition.returned != 0) {
            return Err(refused_gain());
        }
        let size = |of: &Transition| of.branch_count() + self.most * of.falls.len();
        self.charge_memo(all.iter().map(size).sum())?;
        let transitions: Rc<[Transition]> = all.into();
        self.known.insert(key, Rc::clone(&transitions));
        Ok(transitions)
    }

    /// Key that equal strikes share.
    fn key(&mut self, strike: usize, since: usize, carried: usize, striker: usize) -> TransitionKey {
        let attackers = self.own_attackers();
        let phase = self.phase(carried);
        let like = phase.alike.get(strike).copied().unwrap_or_default();
        let rules = phase.turns.rules();
        let own = if rules.reads_own() { striker } else { 0 };
        TransitionKey { attackers, like, earlier: rules.earlier(strike, since), carried, own }
    }

    /// Scenario of the first turn, to which all work is charged.
    pub(crate) const fn scenario(&self) -> &'s Scenario<'a> {
        self.first.turns.scenario
    }

    fn charge_memo(&self, steps: usize) -> Result<(), Diagnostic> {
        self.scenario().charge(steps, self.scenario().mode.falls.when)
    }

    /// Charges the memory of a fight.
    pub(crate) fn charge(&self, steps: usize) -> Result<(), Diagnostic> {
        self.scenario().charge(steps, self.scenario().of_time())
    }

    /// Error of the length of a fight.
    pub(crate) fn error_at(&self, message: &str) -> Diagnostic {
        self.scenario().error_at(self.scenario().of_time(), message)
    }

    /// Branches from each level; from all levels alike, where the strike does not read them.
    fn branches(
        &mut self,
        TransitionKey { attackers, like, earlier, carried, own }: TransitionKey,
    ) -> Result<(bool, Vec<(usize, Branch)>), Diagnostic> {
        let base = self.first.turns.scenario;
        let (values, points, most) =
            (self.carried.get(carried).cloned().unwrap_or_default(), self.hit_points.clone(), self.most);
        let own =
            self.own.map(|(points, _)| own_left(&points.into(), i64::try_from(own).unwrap_or(i64::MAX)));
        let TurnPhase { turns, strikes, suffixes, .. } = self.phase(carried);
        let (reads_left, arith, scenario) = (turns.rules().reads_left(), turns.arith, turns.scenario);
        let before = scenario.budget.charged();
        let item = strikes.get(like).and_then(|strike| strike.item.clone());
        let position = StrikePosition { item, number: earlier };
        let carries = scenario.mode.carries.len();
        let begin = values.get(..carries).unwrap_or_default();
        let mut by_level = Vec::new();
        let result = match reads_left {
            None => {
                let state = turns.start(&position, begin, [Some(points.clone()), own]);
                turns.follow(state, (None, Some(suffixes)), false)?
            }
            Some(slot) => {
                let points = points.whole().unwrap_or_default();
                let left = |lost: usize| Value::from(points - i64::try_from(lost).unwrap_or_default());
                let rows = (0..most).map(|lost| (left(lost), arith.one())).collect();
                let state = turns.start_left(&position, begin, (slot, rows), own);
                turns.follow(state, (Some(slot), Some(suffixes)), false)?
            }
        };
        // The transition is the same at every level, unless a line read the hit points left.
        let at_all = |outcome: &Outcome| {
            outcome.reported.len() == most && outcome.reported.iter().all(|(_, share)| *share == arith.one())
        };
        let per_level = reads_left.is_some() && !result.outcomes.iter().all(at_all);
        for mut outcome in result.outcomes {
            let level = |(left, share): &(Value, Weight)| {
                let lost = points.whole().zip(left.whole()).map(|(points, left)| points - left);
                (usize::try_from(lost.unwrap_or_default()).unwrap_or_default(), *share)
            };
            let levels: Vec<_> =
                if per_level { outcome.reported.iter().map(level).collect() } else { vec![(0, arith.one())] };
            // The flag of the first turn.
            outcome.carried.extend(values.get(carries..).unwrap_or_default().iter().cloned());
            self.add(&mut by_level, &levels, outcome, arith);
        }
        if attackers.is_some() {
            // All numbers of attackers are charged to the same duel.
            let steps = scenario.budget.charged().saturating_sub(before);
            base.charge(usize::try_from(steps).unwrap_or(usize::MAX), base.mode.falls.when)?;
        }
        Ok((per_level, by_level))
    }

    /// Adds the branches of an outcome at some levels with their shares.
    fn add(
        &mut self,
        by_level: &mut Vec<(usize, Branch)>,
        levels: &[(usize, Weight)],
        outcome: Outcome,
        arith: &Arithmetic,
    ) {
        let most = self.most;
        let whole =
            |number: Option<i64>| number.and_then(|more| usize::try_from(more).ok()).unwrap_or_default();
        let (returned, weight) = (outcome.returned(), outcome.weight);
        let carried = if outcome.kill && !self.falls_carry { 0 } else { self.intern(outcome.carried) };
        let mut add = |lost: usize, weight, hurts| {
            let lost = if outcome.kill { most } else { lost.min(most) };
            by_level.extend(levels.iter().map(|(level, share)| {
                let (weight, hurts) = (arith.mul(weight, *share), arith.mul(hurts, *share));
                (*level, Branch { carried, lost, returned, weight, hurts })
            }));
        };
        let times = |lost: usize, weight| arith.mul(arith.ratio(lost as u64, 1), weight);
        match outcome.lose {
            Value::Tail(tail) => {
                let many = tail.steps_to(i64::try_from(most).unwrap_or(i64::MAX));
                for (member, share) in tail.members(many, arith) {
                    let (lost, share) = (whole(member.whole()), arith.mul(share, weight));
                    add(lost, share, times(lost, share));
                }
                let [beyond, hurts] = tail.beyond(many, arith).map(|of| arith.mul(of, weight));
                add(most, beyond, hurts);
            }
            value => {
                let lost = whole(value.whole());
                add(lost, weight, times(lost, weight));
            }
        }
    }
}
