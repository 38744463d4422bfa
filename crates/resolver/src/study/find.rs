//! Intervals of an axis in which a condition holds. Each cell is decided by itself, so nothing need be
//! monotonic.

use super::measure::Measure;
use super::work::{GoesOn, check};
use super::{Extent, Study, StudyRow, value};
use crate::number::Probability;
use crate::problem::{Problem, quoted};
use core::cmp::Ordering;
use core::fmt;
use tohit_engine::FightDetail;
use tohit_odds::Fraction;

/// A condition: a measure compared with a bound.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchCondition {
    /// Left side.
    pub measure: Measure,
    /// Relation.
    pub sign: Comparison,
    /// Right side.
    pub bound: Fraction,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `<`
    Less,
    /// `=`
    Equal,
}

/// Longer signs first: they begin with shorter ones.
const SIGNS: [(&str, Comparison); 5] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    (">", Comparison::More),
    ("<", Comparison::Less),
    ("=", Comparison::Equal),
];

impl Comparison {
    const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::Less => order.is_lt(),
            Self::Equal => order.is_eq(),
        }
    }
}

/// Consecutive places of the first axis where a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The place along the second axis, if there is one.
    pub beside: Option<usize>,
    /// The first place.
    pub from: usize,
    /// The last.
    pub to: usize,
}

impl SearchCondition {
    /// Reads a condition, such as `hit>=9/10` or `damage>=20>0.25`: the text after the last sign is the
    /// bound.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{} is not allowed; it must be a condition, such as hit>=9/10 or damage.mean<5.5",
                quoted(text)
            )
        };
        let last = text.rfind(['<', '>', '=']).ok_or_else(wrong)?;
        let (before, bound) = text.split_at_checked(last + 1).ok_or_else(wrong)?;
        let sign = SIGNS.iter().find_map(|(sign, name)| Some((before.strip_suffix(sign)?, *name)));
        let (measure, sign) = sign.ok_or_else(wrong)?;
        let (bound, parts) = bound.strip_suffix('%').map_or((bound, 1), |percent| (percent, 100));
        let bound = bound.trim().parse::<Fraction>().map_err(|_| wrong())? / Fraction::from(parts);
        Ok(Self { measure: Measure::parse(measure.trim())?, sign, bound })
    }
}

impl fmt::Display for SearchCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = SIGNS.iter().find(|(_, sign)| *sign == self.sign).map_or("", |(sign, _)| sign);
        write!(f, "{}{sign}{}", self.measure, self.bound)
    }
}

/// Truth of a condition in a row.
type RowPredicate<'h, P> = &'h dyn Fn(&StudyRow<P>) -> Result<bool, Vec<Problem>>;

impl Study<'_> {
    /// Every interval of the first axis in which the condition holds; with two axes for each place of the
    /// second. All rows, in the order of their cells. A float that is too near to the bound is decided by its
    /// fraction.
    ///
    /// # Errors
    /// When such a fraction is too large.
    pub fn found<P: Probability>(&self, rows: &[StudyRow<P>]) -> Result<Vec<Interval>, Vec<Problem>> {
        self.found_within(rows, &|_, _| true)
    }

    pub(super) fn found_within<P: Probability>(
        &self,
        rows: &[StudyRow<P>],
        goes_on: GoesOn<'_>,
    ) -> Result<Vec<Interval>, Vec<Problem>> {
        let Some(find) = &self.find else { return Ok(Vec::new()) };
        let column = self.column(&find.measure);
        self.intervals(rows, &|row| match value(row, column) {
            Some(value) => {
                check(goes_on, row.cell, rows.len())?;
                self.holds((find, value), row.cell)
            }
            None => Ok(self.in_decimals::<P>(find, row.cell).is_some_and(|order| find.sign.holds(order))),
        })
    }

    /// Every interval of the first axis in which the measure is unknown and the condition undecided, each
    /// with the reason of its first place. All rows, in the order of their cells.
    #[must_use]
    pub fn not_known<P: Probability>(&self, rows: &[StudyRow<P>]) -> Vec<(Interval, String)> {
        let Some(find) = &self.find else { return Vec::new() };
        let column = self.column(&find.measure);
        let is_unknown = |row: &StudyRow<P>| {
            value(row, column).is_none() && self.in_decimals::<P>(find, row.cell).is_none()
        };
        let unknown = self.intervals(rows, &|row| Ok(is_unknown(row))).unwrap_or_default();
        let second = self.axes.get(1).map_or(1, |axis| axis.places.len());
        let reason = |interval: &Interval| {
            let row = rows.get(interval.from * second + interval.beside.unwrap_or(0));
            row.map_or_else(String::new, |row| self.reason(&find.measure, row))
        };
        unknown.into_iter().map(|interval| (interval.clone(), reason(&interval))).collect()
    }

    /// Reason why a measure is unknown in a cell.
    fn reason<P: Probability>(&self, measure: &Measure, row: &StudyRow<P>) -> String {
        if let Some(problem) = row.refused.first() {
            return problem.to_string();
        }
        // A missing chance to kill has the reason of a missing fight.
        let extent = if *measure == Measure::Kill { Extent::Fight } else { measure.extent() };
        match self.answered::<f64>(&self.document(row.cell), extent, FightDetail::NOWHERE) {
            Err(problems) => problems.first().map(|problem| problem.message.clone()).unwrap_or_default(),
            Ok(_) if extent == Extent::Fight => "the fight is too long to be followed so far".to_owned(),
            Ok(_) => format!("the answer does not tell {measure}"),
        }
    }

    /// Every interval of the first axis in which a predicate of the rows holds.
    fn intervals<P>(
        &self,
        rows: &[StudyRow<P>],
        holds: RowPredicate<'_, P>,
    ) -> Result<Vec<Interval>, Vec<Problem>> {
        let second = self.axes.get(1).map(|axis| axis.places.len());
        let mut intervals: Vec<Interval> = Vec::new();
        for at in 0..second.unwrap_or(1) {
            let beside = second.map(|_| at);
            for (place, row) in rows.iter().skip(at).step_by(second.unwrap_or(1)).enumerate() {
                let holds = holds(row)?;
                match intervals.last_mut().filter(|last| last.beside == beside && last.to + 1 == place) {
                    Some(last) if holds => last.to = place,
                    None if holds => intervals.push(Interval { beside, from: place, to: place }),
                    _ => {}
                }
            }
        }
        Ok(intervals)
    }

    /// Comparison of an undecided duel with the bound, in decimals alone.
    fn in_decimals<P: Probability>(&self, find: &SearchCondition, cell: usize) -> Option<Ordering> {
        if !P::EXACT || find.measure.extent() != Extent::Duel {
            return None;
        }
        let duel = self.answer::<f64>(&self.document(cell), Extent::Duel).ok()?;
        Some(find.measure.of(&duel)?.total_cmp(&find.bound.to_f64()))
    }

    fn holds<P: Probability>(
        &self,
        (find, value): (&SearchCondition, &P),
        cell: usize,
    ) -> Result<bool, Vec<Problem>> {
        // A float near one half may move the median by a whole step.
        let leaps = matches!(find.measure, Measure::Median(_));
        if let Some(order) = value.beside(&find.bound).filter(|_| !leaps) {
            return Ok(find.sign.holds(order));
        }
        let document = self.document(cell);
        let extent = self.told_by(&document, &find.measure).extent();
        let nearest = || value.float().total_cmp(&find.bound.to_f64());
        let exact = match self.number::<Fraction>(&document, &find.measure) {
            Ok(exact) => exact,
            // The fractions of a long fight are too large to compute: a float is the best approximation.
            Err(_) if extent == Extent::Fight || extent == Extent::Duel => None,
            Err(problems) => return Err(problems),
        };
        Ok(find.sign.holds(exact.map_or_else(nearest, |exact| exact.cmp(&find.bound))))
    }
}
