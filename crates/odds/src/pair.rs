//! Open-ended pairs as a rule holds them: rolled, but known only as far as the rule has asked.
//!
//! What a pair shows has no end, so odds never list its numbers. They keep what is known of it (nothing at first, later "more than 4") and draw
//! only what a rule decides with it, in closed form. A pair is used up by what it decides; that is why it cannot be copied.

use crate::open;
use crate::weights::Weights;
use core::ops::RangeInclusive;

/// No upper end.
const ENDLESS: i64 = i64::MAX;

/// Two open-ended dice, rolled by [`Chance::pair`](crate::Chance::pair): a 6 counts 5 and is rolled again and added.
#[derive(Debug, PartialEq, Eq)]
pub struct Pair(pub(crate) Known);

/// What is known of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Known {
    /// It shows this.
    Shown(i64),
    /// It shows something between these, both included.
    Within(i64, i64),
}

impl Pair {
    /// A pair that is not rolled, because a rule fixes what it shows.
    #[must_use]
    pub fn shows(number: i64) -> Self {
        Self(Known::Shown(number))
    }

    /// What it shows, where that is known.
    pub(crate) fn shown(&self) -> Option<i64> {
        match self.0 {
            Known::Shown(number) => Some(number),
            Known::Within(..) => None,
        }
    }

    pub(crate) fn hidden() -> Self {
        Self(Known::Within(2, ENDLESS))
    }

    /// Whether it is at most so much, where that is known.
    pub(crate) fn settled(&self, most: i64) -> Option<bool> {
        match self.0 {
            Known::Shown(number) => Some(number <= most),
            Known::Within(_, to) if to <= most => Some(true),
            Known::Within(from, _) if from > most => Some(false),
            Known::Within(..) => None,
        }
    }

    /// The chance that it is at most so much, after all that is known.
    pub(crate) fn at_most<F: Weights>(&self, weights: &F, most: i64) -> F::Weight {
        weights.divide(self.0.mass(weights, i64::MIN, most), self.0.mass(weights, i64::MIN, ENDLESS))
    }

    /// Takes note that it is, or is not, at most so much.
    pub(crate) fn learn(&mut self, most: i64, is: bool) {
        if let Known::Within(from, to) = &mut self.0 {
            if is {
                *to = most.min(*to);
            } else {
                *from = most.saturating_add(1).max(*from);
            }
        }
    }
}

impl Known {
    /// The weight of what it can show between the ends.
    fn mass<F: Weights>(self, weights: &F, from: i64, to: i64) -> F::Weight {
        match self {
            Self::Shown(number) => {
                if (from..=to).contains(&number) {
                    weights.one()
                } else {
                    weights.zero()
                }
            }
            Self::Within(low, high) => {
                let (from, to) = (from.max(low), to.min(high));
                if from > to {
                    return weights.zero();
                }
                if from == to {
                    return open::exactly(weights, from);
                }
                weights.less(open::at_least(weights, from), open::at_least(weights, to.saturating_add(1)))
            }
        }
    }

    /// What it can show, if that has an end.
    fn numbers(self) -> Option<RangeInclusive<i64>> {
        match self {
            Self::Shown(number) => Some(number..=number),
            Self::Within(_, ENDLESS) => None,
            Self::Within(from, to) => Some(from..=to),
        }
    }

    fn exactly<F: Weights>(self, weights: &F, number: i64) -> F::Weight {
        match self {
            Self::Shown(_) => weights.one(),
            Self::Within(..) => open::exactly(weights, number),
        }
    }

    fn least(self) -> i64 {
        match self {
            Self::Shown(number) => number,
            Self::Within(from, _) => from,
        }
    }

    /// From here on its weights follow the law of the open end (or are 0).
    fn regular(self) -> i64 {
        match self {
            Self::Within(from, ENDLESS) => from,
            Self::Shown(to) | Self::Within(_, to) => to.saturating_add(1),
        }
    }
}

/// How far one pair is ahead of another, by what is known of both. All weights here are those of what is still possible; [`Gap::all`] is their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Gap {
    ours: Known,
    theirs: Known,
}

impl Gap {
    /// The gap, where both numbers are known.
    fn shown(self) -> Option<i64> {
        match (self.ours, self.theirs) {
            (Known::Shown(ours), Known::Shown(theirs)) => Some(ours.saturating_sub(theirs)),
            _ => None,
        }
    }

    fn reversed(self) -> Self {
        Self { ours: self.theirs, theirs: self.ours }
    }

    pub(crate) fn all<F: Weights>(self, weights: &F) -> F::Weight {
        let mass = |known: Known| known.mass(weights, i64::MIN, ENDLESS);
        weights.mul(mass(self.ours), mass(self.theirs))
    }

    /// The weight of a gap of at least this.
    pub(crate) fn at_least<F: Weights>(self, weights: &F, least: i64) -> F::Weight {
        self.between(weights, least, ENDLESS)
    }

    /// The weight of a gap of at most this.
    pub(crate) fn at_most<F: Weights>(self, weights: &F, most: i64) -> F::Weight {
        self.between(weights, i64::MIN, most)
    }

    /// The weight of just this gap.
    pub(crate) fn exactly<F: Weights>(self, weights: &F, gap: i64) -> F::Weight {
        self.between(weights, gap, gap)
    }

    /// The weight of a gap between these, both included. Sums of what is possible where one side has an end; else the closed form, less what is known not to be.
    pub(crate) fn between<F: Weights>(self, weights: &F, from: i64, to: i64) -> F::Weight {
        let Self { ours, theirs } = self;
        let by_theirs = |numbers: RangeInclusive<i64>, ours: Known| {
            numbers.fold(weights.zero(), |sum, y| {
                let ours = ours.mass(weights, from.saturating_add(y), to.saturating_add(y));
                weights.add(sum, weights.mul(theirs.exactly(weights, y), ours))
            })
        };
        let by_ours = |numbers: RangeInclusive<i64>| {
            numbers.fold(weights.zero(), |sum, x| {
                let theirs = theirs.mass(weights, x.saturating_sub(to), x.saturating_sub(from));
                weights.add(sum, weights.mul(ours.exactly(weights, x), theirs))
            })
        };
        if let Some(numbers) = theirs.numbers() {
            return by_theirs(numbers, ours);
        }
        if let Some(numbers) = ours.numbers() {
            return by_ours(numbers);
        }
        // Of all pairs of pairs: without those in which theirs shows too little, and of the rest, without those in which ours does.
        let without_theirs = by_theirs(2..=theirs.least() - 1, Known::Within(2, ENDLESS));
        let without = weights.add(without_theirs, by_ours(2..=ours.least() - 1));
        weights.less(any_between(weights, from, to), without)
    }

    /// From this gap upwards the weights of a gap of `d + 5j`, and of at least so much, are (A + Bj) 6^-j.
    pub(crate) fn regular(self) -> i64 {
        self.ours.regular().saturating_sub(self.theirs.least()).saturating_add(1).max(8)
    }
}

/// The chance of a gap between these for two pairs of which nothing is known. Each side's tail is taken where it is small, so nothing cancels.
fn any_between<F: Weights>(weights: &F, from: i64, to: i64) -> F::Weight {
    let tail = |least: i64| open::difference_at_least(weights, least);
    let (above, below) = (to.saturating_add(1), from.saturating_neg().saturating_add(1));
    if from > to {
        weights.zero()
    } else if from > 0 {
        weights.less(tail(from), tail(above))
    } else if to < 0 {
        weights.less(tail(to.saturating_neg()), tail(below))
    } else {
        weights.rest(weights.add(tail(above), tail(below)))
    }
}

/// An opposed roll: two figures, each with a pair added to it. It can be kept in a state until its [margin](crate::Reading::margin) is wanted, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    pub(crate) gap: Gap,
    /// Our figure less theirs.
    ahead: i64,
}

impl Contest {
    /// Our figure and pair against theirs.
    #[must_use]
    pub fn new((ours, x): (i64, Pair), (theirs, y): (i64, Pair)) -> Self {
        Self { gap: Gap { ours: x.0, theirs: y.0 }, ahead: ours.saturating_sub(theirs) }
    }

    /// Our sum less theirs, where both pairs are known.
    pub(crate) fn margin(self) -> Option<i64> {
        Some(self.gap.shown()?.saturating_add(self.ahead))
    }

    /// The gap of the pairs that makes this margin.
    pub(crate) fn gap_for(self, margin: i64) -> i64 {
        margin.saturating_sub(self.ahead)
    }
}

/// An opposed roll that was won: see [`Chance::lead`](crate::Chance::lead).
#[derive(Debug, PartialEq, Eq)]
pub struct Lead {
    pub(crate) won: Contest,
    /// The least margin that won.
    pub(crate) need: i64,
}

impl Lead {
    /// Whether this lead and a second margin together make at least `need`, where all pairs are known.
    pub(crate) fn settled(&self, second: Contest, need: i64) -> Option<bool> {
        Some(self.won.margin()?.saturating_add(second.margin()?) >= need)
    }

    /// The chance of it.
    pub(crate) fn carries<F: Weights>(&self, weights: &F, second: Contest, need: i64) -> F::Weight {
        let (first, least) = (self.won.gap, self.won.gap_for(self.need));
        let need = second.gap_for(self.won.gap_for(need));
        let both = both_at_least(weights, (first, least), (second.gap, need));
        weights.divide(both, weights.mul(first.at_least(weights, least), second.gap.all(weights)))
    }
}

/// The weight of a first gap of at least `least`, and a second that together with it makes at least `need`.
///
/// Gap by gap up to where both follow the law of the open end; from there on the first is (A + Bj) 6^-j, what the second falls short by is
/// (C + Dj) 6^-j, and the sums over j of 36^-j, j 36^-j and j² 36^-j are 36/35, 36/35² and 36·37/35³.
fn both_at_least<F: Weights>(
    weights: &F,
    (first, least): (Gap, i64),
    (second, need): (Gap, i64),
) -> F::Weight {
    let one_by_one = match (first.ours.numbers(), first.theirs.numbers()) {
        // The first has a largest gap.
        (Some(numbers), _) => numbers.end().saturating_sub(first.theirs.least()).saturating_add(1),
        _ => first.regular().max(second.reversed().regular().saturating_add(need).saturating_sub(1)),
    };
    let start = match first.theirs.numbers() {
        // It has a smallest gap.
        Some(numbers) => least.max(first.ours.least().saturating_sub(*numbers.end())),
        None => least,
    };
    let end = one_by_one.max(start);
    let sum = (start..end).fold(weights.zero(), |sum, gap| {
        let more = second.at_least(weights, need.saturating_sub(gap));
        weights.add(sum, weights.mul(first.exactly(weights, gap), more))
    });
    let beyond = weights.mul(first.at_least(weights, end), second.all(weights));
    let short = (0..5).fold(weights.zero(), |sum, step| {
        let line = |value: &dyn Fn(i64) -> F::Weight| {
            let (zeroth, first) = (value(end + step), value(end + step + 5));
            (zeroth, weights.less(weights.mul(first, weights.ratio(6, 1)), zeroth))
        };
        let (a, b) = line(&|gap| first.exactly(weights, gap));
        let (c, d) = line(&|gap| second.at_most(weights, need.saturating_sub(gap).saturating_sub(1)));
        let mul = |x, y| weights.mul(x, y);
        let crossed = weights.add(mul(a, d), mul(b, c));
        let terms = [
            mul(mul(a, c), weights.ratio(36, 35)),
            mul(crossed, weights.ratio(36, 35 * 35)),
            mul(mul(b, d), weights.ratio(36 * 37, 35 * 35 * 35)),
        ];
        terms.into_iter().fold(sum, |sum, term| weights.add(sum, term))
    });
    weights.add(sum, weights.less(beyond, short))
}
