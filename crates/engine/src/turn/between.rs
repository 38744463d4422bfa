//! Time between two turns: the length of a turn, recovery, and carried values.

use crate::evaluator::chooser::NoDice;
use crate::scenario::Scenario;
use crate::scenario::budget::EACH;
use crate::value::{Value, binary};
use tohit_compile::program::{Binary, EndOfTurn, Id, Node, VarSet};
use tohit_odds::number::{Number, NumberError};
use tohit_syntax::diagnostics::Diagnostic;

/// Reciprocal of the least length of a turn.
const LEAST_LASTS: i64 = 10_000;

impl Scenario<'_> {
    /// Length of a turn at whose end these values are carried, in the game's normal turns.
    pub(crate) fn lasts(&self, carried: &[Value]) -> Result<Number, Diagnostic> {
        let Some(lasts) = self.mode.lasts else { return Ok(Number::Whole(1)) };
        match self.value_without_draws(lasts, carried).sound()? {
            Value::Number(number)
                if number.times(&LEAST_LASTS.into()).is_ok_and(|many| many >= Number::Whole(1)) =>
            {
                Ok(number)
            }
            _ => Err(self.error_at(lasts, format!("a turn lasts at least 1/{LEAST_LASTS} of a usual one"))),
        }
    }

    /// True where every turn has the usual length.
    pub(crate) fn is_usual(&self) -> bool {
        self.mode.lasts.is_none_or(|lasts| self.is_fixed(lasts) && self.fixed(lasts) == Value::from(1))
    }

    /// Error of a time.
    pub(crate) fn wrong_time(&self, wrong: &NumberError) -> Diagnostic {
        self.error_at(self.of_time(), wrong.to_string())
    }

    /// Expression of the length of a fight.
    pub(crate) fn of_time(&self) -> Id {
        self.mode.lasts.unwrap_or(self.mode.falls.when)
    }

    /// Loss after `between turns`. The carried values are updated.
    pub(crate) fn between_turns(
        &self,
        carried: &mut [Value],
        (points, lost): (&Value, i64),
        left_out: VarSet,
    ) -> Result<i64, Diagnostic> {
        let Some(between) = &self.mode.between else { return Ok(lost) };
        let left = binary(Binary::Subtract, points, &lost.into()).unwrap_or(Value::Absent);
        let before = carried.to_vec();
        let locals = [(between.left, left)];
        let becomes = |id: Id| {
            self.charge(EACH, id)?;
            self.value_of(id, &before, &locals, &mut NoDice).sound()
        };
        for (slot, value) in between.next.iter().filter(|(slot, _)| !left_out.contains(*slot)) {
            if let Some(carried) = carried.get_mut(usize::from(slot.0)) {
                *carried = becomes(*value)?;
            }
        }
        let Some(leaves) = self.recovery(between) else { return Ok(lost) };
        let (left, points) = (becomes(leaves)?.whole(), points.whole());
        let lost = points.zip(left).map(|(points, left)| points.saturating_sub(left).max(0));
        lost.ok_or_else(|| self.error_at(leaves, "what is left between turns must be a whole number"))
    }

    /// Rule of the hit points left, past the conditions that the fields decide; none where they do not
    /// change.
    fn recovery(&self, between: &EndOfTurn) -> Option<Id> {
        let mut leaves = between.leaves?;
        while let Node::If(when, then, otherwise) = self.node(leaves)
            && self.is_fixed(*when)
            && let Value::Flag(holds) = self.fixed(*when)
        {
            leaves = if holds { *then } else { *otherwise };
        }
        (!matches!(self.node(leaves), Node::Local(local) if *local == between.left)).then_some(leaves)
    }

    /// True where nothing happens between turns.
    pub(crate) fn is_idle_between_turns(&self) -> bool {
        self.mode.between.as_ref().is_none_or(|all| all.next.is_empty() && self.recovery(all).is_none())
    }

    /// True where damage never decreases between turns, and no carried value depends on it.
    pub(crate) fn never_recovers(&self, points: &Value, most: usize) -> Result<bool, Diagnostic> {
        let Some(between) = &self.mode.between else { return Ok(true) };
        let asks_left = |id: &Id| self.mode.nodes.uses(*id, between.left) > 0;
        if between.next.iter().any(|(_, value)| asks_left(value)) {
            return Ok(false);
        }
        let Some(leaves) = self.recovery(between) else { return Ok(true) };
        if !self.reads(leaves).is_empty() {
            return Ok(false);
        }
        for lost in (0..).take(most) {
            if self.between_turns(&mut [], (points, lost), VarSet::ALL)? != lost {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
