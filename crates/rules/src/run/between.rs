//! What becomes of a fight between two turns: of the hit points that are left, and of what is carried.

use super::factor::has;
use super::scalar::{NoDice, Scalar};
use super::scenario::{EACH, Scenario};
use super::stop::Stop;
use super::value::{Value, binary};
use crate::core::{Binary, Id};

impl Scenario<'_> {
    /// What is lost when the next turn begins, of who has lost so much of these hit points; and what is carried then, in place of what was.
    pub(crate) fn between(
        &self,
        carried: &mut [Value],
        (points, lost): (&Value, i64),
        left_out: u128,
    ) -> Result<i64, Stop> {
        let Some(between) = &self.mode.between else { return Ok(lost) };
        let left = binary(Binary::Subtract, points, &lost.into()).unwrap_or(Value::Absent);
        let before = carried.to_vec();
        let becomes = |id: Id| {
            self.charge(EACH, id)?;
            match Scalar::new(self, &before, &mut NoDice).with(between.left, left.clone()).eval(id) {
                Value::Bad(stop) => Err(stop),
                value => Ok(value),
            }
        };
        for (slot, value) in between.next.iter().filter(|(slot, _)| !has(left_out, *slot)) {
            if let Some(carried) = carried.get_mut(usize::from(slot.0)) {
                *carried = becomes(*value)?;
            }
        }
        let Some(leaves) = between.leaves else { return Ok(lost) };
        let (left, points) = (becomes(leaves)?.whole(), points.whole());
        let lost = points.zip(left).map(|(points, left)| points.saturating_sub(left).max(0));
        lost.ok_or_else(|| self.stop(leaves, "what is left between turns must be a whole number"))
    }

    /// Whether nobody has more left between turns than before, or other things to carry for what is left: then who has lost more never comes back.
    pub(crate) fn only_falls(&self, points: &Value, most: usize) -> Result<bool, Stop> {
        let Some(between) = &self.mode.between else { return Ok(true) };
        let asks_left = |id: &Id| self.prepared.uses(*id, between.left) > 0;
        if between.next.iter().any(|(_, value)| asks_left(value)) {
            return Ok(false);
        }
        let Some(leaves) = between.leaves else { return Ok(true) };
        if self.reads(leaves) != 0 {
            return Ok(false);
        }
        for lost in (0..).take(most) {
            if self.between(&mut [], (points, lost), u128::MAX)? != lost {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
