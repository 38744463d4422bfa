//! The chances of an endless roll: a polynomial of the place times a power of one ratio.

use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// The chances of the places 0, 1, 2, ...: they sum to 1. Two rays with one tail are of one roll.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    pub(crate) ratio: Weight,
    /// In terms of j over 0, j over 1, j over 2, ...: in those, sums, shifts and totals are plain.
    pub(crate) factors: Vec<Weight>,
}

/// How an endless roll is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The first so many members by themselves.
    First(u32),
    /// Every so many-th member as a ray of its own.
    Every(u32),
}

impl How {
    /// The one that takes further apart.
    pub(crate) fn further(self, other: Self) -> Self {
        match (self, other) {
            (Self::First(a), Self::First(b)) => Self::First(a.max(b)),
            (Self::Every(a), Self::Every(b)) => Self::Every(a.max(b)),
            (every @ Self::Every(_), _) | (_, every) => every,
        }
    }
}

/// A tail taken apart.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The shares of the first members.
    pub(crate) members: Vec<Weight>,
    /// The other members: from which place on, every so many-th, how they spread among themselves, and their share.
    pub(crate) tails: Vec<(i64, i64, Rc<Tail>, Weight)>,
}

impl Parts {
    /// The share of each.
    pub(crate) fn shares(&self) -> impl Iterator<Item = Weight> + '_ {
        self.members.iter().copied().chain(self.tails.iter().map(|(_, _, _, share)| *share))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.members.len() + self.tails.len()
    }
}

impl Tail {
    /// What has these weights, made to sum to 1; and what they sum to.
    pub(crate) fn with_share(ratio: Weight, mut factors: Vec<Weight>, ar: &Arithmetic) -> (Self, Weight) {
        let share = mass(&factors, ratio, ar);
        let scale = ar.divide(ar.one(), share);
        for factor in &mut factors {
            *factor = ar.mul(*factor, scale);
        }
        while factors.len() > 1 && factors.last().is_some_and(|last| last.is_zero()) {
            factors.pop();
        }
        (Self { ratio, factors }, share)
    }

    /// The chance of a place.
    pub(crate) fn at(&self, place: u64, ar: &Arithmetic) -> Weight {
        ar.mul(value(&self.factors, place, ar), ar.power(self.ratio, place))
    }

    pub(crate) fn parts(&self, how: How, ar: &Arithmetic) -> Parts {
        match how {
            How::First(many) => {
                let members = (0..u64::from(many)).map(|place| self.at(place, ar)).collect();
                let (tail, share) =
                    Self::with_share(self.ratio, shifted(&self.factors, u64::from(many), ar), ar);
                let share = ar.mul(share, ar.power(self.ratio, u64::from(many)));
                Parts { members, tails: vec![(i64::from(many), 1, Rc::new(tail), share)] }
            }
            How::Every(many) => {
                let ratio = ar.power(self.ratio, u64::from(many));
                let tails = (0..many).map(|first| {
                    let places = (0..).map(|i: u64| i * u64::from(many) + u64::from(first));
                    let values = places.take(self.factors.len()).map(|place| value(&self.factors, place, ar));
                    let (tail, share) = Self::with_share(ratio, differences(values.collect(), ar), ar);
                    let share = ar.mul(share, ar.power(self.ratio, u64::from(first)));
                    (i64::from(first), i64::from(many), Rc::new(tail), share)
                });
                Parts { members: Vec::new(), tails: tails.collect() }
            }
        }
    }

    /// For each m >= 0 the weight (without ratio^m) that this roll's place is m past the other's.
    pub(crate) fn ahead_of(&self, other: &Self, ar: &Arithmetic) -> Vec<Weight> {
        let square = ar.mul(self.ratio, other.ratio);
        // The sum over k of (k over s) times the other's weight at k.
        let met: Vec<Weight> = (0..self.factors.len())
            .map(|s| {
                let mut product = vec![Weight::ZERO; s + other.factors.len()];
                for (n, factor) in other.factors.iter().enumerate() {
                    for (t, place) in product.iter_mut().enumerate().skip(s.max(n)).take(s.min(n) + 1) {
                        let ways = binomial(t, s).saturating_mul(binomial(s, s + n - t));
                        *place = ar.add(*place, ar.mul(*factor, ar.ratio(ways, 1)));
                    }
                }
                mass(&product, square, ar)
            })
            .collect();
        (0..self.factors.len())
            .map(|i| {
                let above = self.factors.iter().skip(i);
                ar.sum(above.zip(&met).map(|(factor, met)| ar.mul(*factor, *met)))
            })
            .collect()
    }
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// The sum over all places j of the polynomial times ratio^j.
pub(crate) fn mass(factors: &[Weight], ratio: Weight, ar: &Arithmetic) -> Weight {
    let rest = ar.divide(ar.one(), ar.less(ar.one(), ratio));
    let mut term = rest;
    let mut sum = Weight::ZERO;
    for factor in factors {
        sum = ar.add(sum, ar.mul(*factor, term));
        term = ar.mul(term, ar.mul(ratio, rest));
    }
    sum
}

/// The polynomial at a place.
fn value(factors: &[Weight], place: u64, ar: &Arithmetic) -> Weight {
    let mut over = ar.one();
    let mut sum = Weight::ZERO;
    for (k, factor) in (0..).zip(factors) {
        sum = ar.add(sum, ar.mul(*factor, over));
        over = ar.mul(over, ar.ratio(place.saturating_sub(k), k + 1));
    }
    sum
}

/// The polynomial of j + by.
pub(crate) fn shifted(factors: &[Weight], by: u64, ar: &Arithmetic) -> Vec<Weight> {
    differences((0..).map(|i| value(factors, i + by, ar)).take(factors.len()).collect(), ar)
}

/// The polynomial with these values at 0, 1, 2, ...
fn differences(mut values: Vec<Weight>, ar: &Arithmetic) -> Vec<Weight> {
    for round in 1..values.len() {
        let mut below = values.get(round - 1).copied().unwrap_or_default();
        for value in values.iter_mut().skip(round) {
            let above = *value;
            *value = ar.less(above, below);
            below = above;
        }
    }
    values
}
