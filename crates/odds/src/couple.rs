//! Two totals side by side, of which the second goes by the first: what is asked of a reading about them.

use crate::label::Label;
use crate::reading::{Chance, Reading, State};
use crate::{Cast, Die};
use core::ops::RangeInclusive;

/// What a rule may ask about two totals side by side. Whatever becomes of the first, the second keeps to what the first was when they were coupled.
///
/// ```
/// use tohit_odds::{Couples, Die, Floats, Odds, Reading};
///
/// /// A blow of 1 to 4, of which armour stops 2, and beside it a burn of 1 to the whole blow.
/// fn burning<R: Couples>(r: &mut R) -> R::Total {
///     let blow = r.roll("blow", Die::d(4));
///     let both = r.with_even("burn", blow, 1, |blow| blow);
///     let both = r.change_first(both, |blow| (blow - 2).max(0));
///     r.both(both, 100)
/// }
///
/// let total = burning(&mut Odds::new(Floats));
/// // 2 and 4: only of a blow of 4, and a quarter of the burns.
/// assert!((total.chance(&Floats, |total| total == 6) - 1.0 / 16.0).abs() < 1e-15);
/// ```
pub trait Couples: Reading {
    /// Two whole numbers, the second of which may depend on what the first was.
    type Couple: Clone;

    /// A total, and beside it one that does not depend on it.
    fn apart(&mut self, first: Self::Total, second: Self::Total) -> Self::Couple;

    /// A total, and beside it a roll from 1 to as much as the total says, but at least to 1; what is rolled counts so many times.
    fn with_even(
        &mut self,
        label: impl Into<Label>,
        first: Self::Total,
        times: u32,
        most: impl Fn(i64) -> i64,
    ) -> Self::Couple;

    /// A total, and beside it how much another, which does not depend on it, exceeds it; 0 where it does not.
    fn with_excess(&mut self, first: Self::Total, other: Self::Total) -> Self::Couple;

    /// The couple after a calculation with the first.
    fn change_first(&mut self, couple: Self::Couple, rule: impl Fn(i64) -> i64) -> Self::Couple;

    /// The couple with a whole number instead of the first, drawn evenly from the range that the first decides.
    fn first_evenly(
        &mut self,
        label: impl Into<Label>,
        couple: Self::Couple,
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> Self::Couple;

    /// Both halved so many times, and rounded down.
    fn halve(&mut self, couple: Self::Couple, times: u32) -> Self::Couple;

    /// The second alone.
    fn second(&mut self, couple: Self::Couple) -> Self::Total;

    /// The sum of both. Nobody asks how far it is beyond `most`: in odds, one more than that stands for all of it.
    fn both(&mut self, couple: Self::Couple, most: i64) -> Self::Total;

    /// The sum of the second and a roll from 0 to the first, told up to `most`; of a first below 0, that of the second and 0.
    fn up_to_first(&mut self, label: impl Into<Label>, couple: Self::Couple, most: i64) -> Self::Total;

    /// What comes of the first by dice, and the second as the total that goes with it.
    fn judge_first<K: State>(
        &mut self,
        couple: Self::Couple,
        rule: impl Fn(&mut Self::Chance, i64) -> K,
    ) -> Self::Tally<K>;

    /// Writes the first into the log.
    fn show_first(&mut self, label: impl Into<Label>, couple: &Self::Couple);

    /// Writes the second into the log.
    fn show_second(&mut self, label: impl Into<Label>, couple: &Self::Couple);
}

impl Couples for Cast {
    type Couple = (i64, i64);

    fn apart(&mut self, first: i64, second: i64) -> (i64, i64) {
        (first, second)
    }

    fn with_even(
        &mut self,
        label: impl Into<Label>,
        first: i64,
        times: u32,
        most: impl Fn(i64) -> i64,
    ) -> (i64, i64) {
        let rolled = Chance::roll(self, label, Die::Range { from: 1, to: most(first).max(1) });
        (first, rolled.saturating_mul(times.into()))
    }

    fn with_excess(&mut self, first: i64, other: i64) -> (i64, i64) {
        (first, other.saturating_sub(first).max(0))
    }

    fn change_first(&mut self, (first, second): (i64, i64), rule: impl Fn(i64) -> i64) -> (i64, i64) {
        (rule(first), second)
    }

    fn first_evenly(
        &mut self,
        label: impl Into<Label>,
        (first, second): (i64, i64),
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> (i64, i64) {
        let (from, to) = range(first).into_inner();
        (Chance::roll(self, label, Die::Range { from, to }), second)
    }

    fn halve(&mut self, (first, second): (i64, i64), times: u32) -> (i64, i64) {
        (halved(first, times), halved(second, times))
    }

    fn second(&mut self, (_, second): (i64, i64)) -> i64 {
        second
    }

    fn both(&mut self, (first, second): (i64, i64), _: i64) -> i64 {
        first.saturating_add(second)
    }

    fn up_to_first(&mut self, label: impl Into<Label>, (first, second): (i64, i64), _: i64) -> i64 {
        let rolled = Chance::roll(self, label, Die::Range { from: 0, to: first.max(0) });
        rolled.saturating_add(second)
    }

    fn judge_first<K: State>(
        &mut self,
        (first, second): (i64, i64),
        rule: impl Fn(&mut Self, i64) -> K,
    ) -> (K, i64) {
        (rule(self, first), second)
    }

    fn show_first(&mut self, label: impl Into<Label>, (first, _): &(i64, i64)) {
        Chance::note(self, label, *first);
    }

    fn show_second(&mut self, label: impl Into<Label>, (_, second): &(i64, i64)) {
        Chance::note(self, label, *second);
    }
}

/// After so many every number is 0 or -1.
pub(crate) const MOST_HALVINGS: u32 = 62;

/// Half so many times, rounded down.
pub(crate) fn halved(value: i64, times: u32) -> i64 {
    value >> times.min(MOST_HALVINGS)
}
