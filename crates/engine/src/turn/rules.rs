//! Rules of a turn. The odds of a turn, the chain of a fight and samples all follow them:
//!
//! | step | statements |
//! |---|---|
//! | a fight begins | `carry NAME = VALUE` |
//! | before a strike | the item of `turn each`, `earlier`, `left`, `own` |
//! | after a fall | `carry NAME this body`, `earlier`, `regardless` |
//! | a turn ends | `between turns`, `carry NAME this turn` |
//! | a turn of a duel begins and ends | `carry NAME on foe` |
//! | a strike gives hit points back, or costs them | `gain`, `pay`, `bodies` |

use crate::extent::Extent;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::turn::positions::StrikePosition;
use crate::value::Value;
use tohit_compile::program::{Carry, Line, Mode, VarId, VarSet};
use tohit_syntax::diagnostics::Diagnostic;

/// Rules of the turns of a scenario. In a fight these are the rules of the scenario of its first turn.
#[derive(Clone, Copy)]
pub(crate) struct TurnRules<'s, 'a> {
    scenario: &'s Scenario<'a>,
    /// Names that the strike reads.
    reads: VarSet,
    /// Carried names that matter to nothing.
    left_out: VarSet,
}

/// State of a defender at the beginning of the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnEnd {
    /// Loss of the body that is struck.
    pub(crate) lost: i64,
    /// True where this body falls between the turns.
    pub(crate) falls: bool,
}

impl<'s, 'a> TurnRules<'s, 'a> {
    /// Rules for a reduced strike of the scenario.
    pub(crate) const fn new(scenario: &'s Scenario<'a>, reduced: &ReducedStrike) -> Self {
        Self { scenario, reads: reduced.reads, left_out: reduced.criterion.left_out }
    }

    /// Rules for a strike that may read everything.
    pub(crate) const fn unreduced(scenario: &'s Scenario<'a>) -> Self {
        Self { scenario, reads: VarSet::ALL, left_out: VarSet::EMPTY }
    }

    /// Carried values before the first strike, in the order of their names. Names that matter to nothing are
    /// absent.
    pub(crate) fn initial(&self) -> Vec<Value> {
        let carries = (0..).map(VarId).zip(&self.scenario.mode.carries);
        carries.map(|(slot, carry)| self.initial_value(slot, carry)).collect()
    }

    fn initial_value(&self, slot: VarId, carry: &Carry) -> Value {
        if self.left_out.contains(slot) { Value::Absent } else { self.scenario.fixed(carry.value) }
    }

    /// Names that are known before a strike, besides the carried ones. `since` is the first strike of the
    /// turn against the same body: `earlier` counts from there.
    pub(crate) fn before_strike(
        &self,
        strike: &StrikePosition,
        since: usize,
        [left, own]: [Option<Value>; 2],
    ) -> impl Iterator<Item = (VarId, Value)> {
        let mode = self.scenario.mode;
        let earlier = i64::try_from(strike.number.saturating_sub(since)).unwrap_or(i64::MAX);
        let points = [(mode.left, left), (mode.own, own)];
        let points = points
            .into_iter()
            .filter_map(|(slot, points)| slot.map(|slot| (slot, points.unwrap_or(Value::Absent))));
        points.chain(strike.item.clone()).chain(mode.earlier.map(|slot| (slot, earlier.into())))
    }

    /// All names before a strike of the first turn, by their places.
    pub(crate) fn names_before(&self, strike: &StrikePosition) -> Vec<Value> {
        let mut names = self.initial();
        names.resize(self.scenario.mode.names.len(), Value::Absent);
        for (slot, value) in self.before_strike(strike, 0, self.scenario.both_hit_points()) {
            set_name(&mut names, slot, value);
        }
        names
    }

    /// Number of earlier strikes against the same body, as far as strikes read it.
    pub(crate) fn earlier(&self, strike: usize, since: usize) -> usize {
        if self.reads_earlier() { strike.saturating_sub(since) } else { 0 }
    }

    /// True where strikes read the number of earlier ones.
    pub(crate) fn reads_earlier(&self) -> bool {
        self.scenario.mode.earlier.is_some_and(|slot| self.reads.contains(slot))
    }

    /// Name of the hit points left, if strikes read it.
    pub(crate) fn reads_left(&self) -> Option<VarId> {
        self.scenario.mode.left.filter(|slot| self.reads.contains(*slot))
    }

    /// True where strikes read the striker's own hit points.
    pub(crate) fn reads_own(&self) -> bool {
        self.scenario.mode.own.is_some_and(|slot| self.reads.contains(slot))
    }

    /// Loss of the striker after a strike that returns so many hit points, less those that it costs.
    pub(crate) fn own_loss(lost: i64, returned: i64) -> i64 {
        lost.saturating_sub(returned).max(0)
    }

    /// True where a body falls after a loss.
    pub(crate) fn falls(&self, lost: i64) -> bool {
        self.scenario.falls_at().is_some_and(|enough| lost >= enough)
    }

    /// The next body is met after a strike: its first strike, as `since` of [`Self::before_strike`].
    pub(crate) fn next_body(&self, strike: usize, carried: &mut [Value]) -> usize {
        self.reset(carried, |carry| carry.this_body);
        strike + 1
    }

    /// True where strikes follow the fall of the last body. A fight ends with it.
    pub(crate) fn goes_on_after_fall(&self, extent: Extent) -> bool {
        !extent.is_fight() && self.scenario.mode.turn.as_ref().is_some_and(|turn| turn.regardless)
    }

    /// True for a strike that gives hit points back to its striker: only the first of `bodies` has lost any.
    /// Strikes of one body stand together.
    pub(crate) const fn gains(strike: usize, strikes: usize, bodies: usize) -> bool {
        strike.saturating_mul(bodies) < strikes
    }

    /// Ends a turn against a standing body, and prepares the carried values of the next turn. `now` is the
    /// scenario of the turn that ends.
    pub(crate) fn end_turn(
        &self,
        now: &Scenario<'_>,
        carried: &mut [Value],
        (hit_points, lost): (&Value, i64),
    ) -> Result<TurnEnd, Diagnostic> {
        let lost = now.between_turns(carried, (hit_points, lost), self.left_out)?;
        self.reset(carried, |carry| carry.this_turn);
        Ok(TurnEnd { lost, falls: self.falls(lost) })
    }

    /// True where carried values of one turn begin the next one unchanged, if nothing happens between turns.
    pub(crate) fn keeps_carried(&self) -> bool {
        self.scenario.mode.carries.iter().all(|carry| !carry.this_turn)
    }

    /// Sets these carried values to those before the first strike.
    fn reset(&self, carried: &mut [Value], is_reset: fn(&Carry) -> bool) {
        let carries = (0..).map(VarId).zip(&self.scenario.mode.carries);
        for (slot, carry) in carries.filter(|(_, carry)| is_reset(carry)) {
            set_name(carried, slot, self.initial_value(slot, carry));
        }
    }
}

/// Variable that strikes leave on the other side, and the variable of the other side that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeftOnFoe {
    left: VarId,
    read: VarId,
}

impl LeftOnFoe {
    /// Variables that strikes of one mode leave on a side that strikes by the other.
    pub(crate) fn between(mine: &Mode, theirs: &Mode) -> Vec<Self> {
        let name = |mode: &Mode, slot: VarId| mode.names.get(usize::from(slot.0)).cloned();
        let pairs = (0..).map(VarId).zip(&mine.carries).filter_map(|(left, carry)| {
            let wanted = name(mine, carry.on_foe?);
            let mut reads = theirs.carries.iter().filter_map(|carry| carry.on_foe);
            Some(Self { left, read: reads.find(|read| name(theirs, *read) == wanted)? })
        });
        pairs.collect()
    }

    /// True where strikes assign the variable.
    pub(crate) fn is_assigned(self, scenario: &Scenario<'_>, reduced: &ReducedStrike) -> bool {
        let assigns = |line: &Line| match line {
            Line::End(end) => end.next.iter().any(|(slot, _)| *slot == self.left),
            Line::Value { .. } => false,
        };
        reduced.steps.iter().filter_map(|step| scenario.mode.strike.get(step.line)).any(assigns)
    }

    /// True where strikes of the other side read it.
    pub(crate) fn is_read(self, reduced: &ReducedStrike) -> bool {
        reduced.reads.contains(self.read)
    }

    /// A turn begins: what was left on the other side is still there.
    pub(crate) fn begin_turn(self, striker: &mut [Value], struck: &[Value]) {
        if let Some(value) = struck.get(usize::from(self.read.0)) {
            set_name(striker, self.left, value.clone());
        }
    }

    /// A turn has ended: the other side reads what was left on it. `initial` are the striker's values before
    /// the first strike.
    pub(crate) fn end_turn(self, striker: &mut [Value], struck: &mut [Value], initial: &[Value]) {
        let left = usize::from(self.left.0);
        if let (Some(value), Some(initial)) = (striker.get_mut(left), initial.get(left)) {
            set_name(struck, self.read, core::mem::replace(value, initial.clone()));
        }
    }
}

/// Variables that are left on the other side: they matter in duels alone.
pub(crate) fn names_on_foe(mode: &Mode) -> VarSet {
    let carries = (0..).map(VarId).zip(&mode.carries);
    carries.filter(|(_, carry)| carry.on_foe.is_some()).map(|(slot, _)| slot).collect()
}

/// Names in which the strikes of a turn differ at the beginning.
pub(crate) fn names_of_position(mode: &Mode) -> VarSet {
    let item = mode.turn.as_ref().and_then(|turn| turn.strikes.item());
    item.into_iter().chain(mode.earlier).collect()
}

/// Names that are known before a strike.
pub(crate) fn names_before_strike(mode: &Mode) -> VarSet {
    let carried = (0..).map(VarId).zip(&mode.carries).map(|(slot, _)| slot);
    names_of_position(mode) | carried.chain(mode.left).chain(mode.own).collect()
}

/// Sets a name.
pub(crate) fn set_name(names: &mut [Value], slot: VarId, value: Value) {
    if let Some(known) = names.get_mut(usize::from(slot.0)) {
        *known = value;
    }
}
