//! Fall of the defender: hit points, and the least damage at which the rule of dying holds.

use crate::evaluator::chooser::NoDice;
use crate::scenario::Scenario;
use crate::value::{Value, binary};
use tohit_compile::program::Binary;
use tohit_syntax::diagnostics::Diagnostic;

impl Scenario<'_> {
    /// Hit points of the defender, if they are given.
    pub(crate) fn hit_points(&self) -> Option<Value> {
        let value = self.fixed(self.mode.falls.hit_points?);
        (value != Value::Absent).then_some(value)
    }

    /// Hit points of the attacker, if they are given, and strikes read or pay them.
    pub(crate) fn own_hit_points(&self) -> Option<Value> {
        let value = self.fixed(self.mode.falls.own?);
        (value != Value::Absent).then_some(value)
    }

    /// Hit points of the defender and of the attacker, as far as they are given.
    pub(crate) fn both_hit_points(&self) -> [Option<Value>; 2] {
        [self.hit_points(), self.own_hit_points()]
    }

    /// True where turns and fights follow the striker's own hit points.
    pub(crate) fn follows_own(&self) -> bool {
        self.own_hit_points().is_some()
    }

    /// Loss at which the striker falls, where turns and fights follow it.
    pub(crate) fn own_falls_at(&self) -> Option<i64> {
        self.fatal_damage(&self.own_hit_points()?)
    }

    /// True where the hit points of the defender are given.
    #[must_use]
    pub fn has_hit_points(&self) -> bool {
        self.hit_points().is_some()
    }

    /// Refusal of a fight without hit points.
    pub(crate) fn no_hit_points(&self) -> Diagnostic {
        self.error_at(self.mode.falls.when, "a fight needs the defender's hit points")
    }

    /// True where a defender of so many hit points has fallen after a loss.
    fn fallen(&self, hit_points: &Value, lost: i64) -> bool {
        let left = binary(Binary::Subtract, hit_points, &lost.into()).unwrap_or(Value::Absent);
        let falls = &self.mode.falls;
        self.value_of(falls.when, &[], &[(falls.left, left)], &mut NoDice).is_yes()
    }

    /// Least damage at which the defender falls, if there is one.
    pub(crate) fn falls_at(&self) -> Option<i64> {
        *self.falls_at.get_or_init(|| self.fatal_damage(&self.hit_points()?))
    }

    /// Least damage at which a defender of so many hit points falls, by bisection: the rule of dying is
    /// monotone.
    pub(crate) fn fatal_damage(&self, hit_points: &Value) -> Option<i64> {
        let (mut low, mut high) = (0, 1);
        while !self.fallen(hit_points, high) {
            (low, high) = (high, high.checked_mul(4)?);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if self.fallen(hit_points, middle) { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }
}
