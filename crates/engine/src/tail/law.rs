//! Laws of the places of endless rolls. Place j has the class j mod period and the round q = j div period;
//! its weight is the sum of p(q) · ratio^q over some ratios, with a polynomial p for each class in the basis of
//! the binomials C(q, k).

use crate::tail::polynomial::{
    Convolutions, binomial, binomial_sums, differences, is_same, next_round, polynomial_at,
};
use core::cell::Cell;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// Law of the places 0, 1, 2, ..., which sums to 1. Two tails with the same `Rc` of a law belong to the same
/// roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Law {
    /// Number of classes.
    pub(crate) period: usize,
    /// Terms with different ratios, in floats from the largest on.
    terms: Vec<Term>,
    /// True while a name or a local holds the roll (see [`HeldLaws`]).
    held: Cell<bool>,
}

/// Part of a law: a polynomial times the power of one ratio for each class.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    ratio: Weight,
    /// Coefficients of C(q, 0), C(q, 1), ... for each class; all classes have equally many.
    factors: Vec<Weight>,
}

/// Laws of rolls that names and locals hold while an expression is evaluated. A held roll is read again, so
/// that its tails are neither mixed with others nor split where they are met. They are released at the end.
#[derive(Default)]
pub(crate) struct HeldLaws(Vec<Rc<Law>>);

impl HeldLaws {
    pub(crate) fn hold(&mut self, law: &Rc<Law>) {
        law.held.set(true);
        self.0.push(Rc::clone(law));
    }
}

impl Drop for HeldLaws {
    fn drop(&mut self) {
        self.0.iter().for_each(|law| law.held.set(false));
    }
}

/// Kind of a split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SplitKind {
    /// The first members one by one.
    First(u32),
    /// Every n-th member as a tail of its own.
    Every(u32),
}

impl SplitKind {
    /// The finer of two splits.
    pub(crate) fn finer(self, other: Self) -> Self {
        match (self, other) {
            (Self::First(a), Self::First(b)) => Self::First(a.max(b)),
            (Self::Every(a), Self::Every(b)) => Self::Every(a.max(b)),
            (every @ Self::Every(_), _) | (_, every) => every,
        }
    }
}

/// Parts of a split law.
#[derive(Debug)]
pub(crate) struct LawParts {
    /// Weights of the first members.
    pub(crate) members: Vec<Weight>,
    /// Tails: first place, step, law and weight.
    pub(crate) laws: Vec<(i64, i64, Rc<Law>, Weight)>,
}

impl LawParts {
    /// Number of parts.
    pub(crate) fn len(&self) -> usize {
        self.members.len() + self.laws.len()
    }
}

impl Term {
    fn width(&self, period: usize) -> usize {
        (self.factors.len() / period.max(1)).max(1)
    }

    fn classes(&self, period: usize) -> impl Iterator<Item = &[Weight]> {
        self.factors.chunks(self.width(period))
    }

    /// Adds a term of the same ratio times a weight.
    fn add(&mut self, other: &Self, weight: Weight, period: usize, arith: &Arithmetic) {
        let (width, wider) = (self.width(period), self.width(period).max(other.width(period)));
        if width < wider {
            let longer = |class: &[Weight]| [class, &vec![Weight::ZERO; wider - width]].concat();
            self.factors = self.classes(period).flat_map(longer).collect();
        }
        for (into, class) in self.factors.chunks_mut(wider).zip(other.classes(period)) {
            arith.pour(into, class, weight);
        }
    }

    /// Part of [`Law::difference`] for two terms.
    fn difference(&self, other: &Self, period: usize, least: usize, arith: &Arithmetic) -> Self {
        let width = self.width(period);
        let square = arith.mul(self.ratio, other.ratio);
        let terms = binomial_sums(square, width + other.width(period), arith);
        // For each class of the other law: Σ C(q, s) · weight(q) over its rounds q.
        let met = |class: &[Weight]| {
            let of = |s: usize| {
                let mut sum = Weight::ZERO;
                for (n, factor) in class.iter().enumerate() {
                    for (t, term) in terms.iter().enumerate().skip(s.max(n)).take(s.min(n) + 1) {
                        let ways = binomial(t, s).saturating_mul(binomial(s, s + n - t));
                        sum = arith.add(sum, arith.mul(arith.mul(*factor, *term), arith.ratio(ways, 1)));
                    }
                }
                sum
            };
            (0..width).map(of).collect::<Vec<_>>()
        };
        let met: Vec<Vec<Weight>> = other.classes(period).map(met).collect();
        let mut factors = vec![Weight::ZERO; period * width];
        for (a, mine) in self.classes(period).enumerate() {
            for (b, met) in met.iter().enumerate() {
                let from = |first: usize| {
                    arith.sum(mine.iter().skip(first).zip(met).map(|(a, b)| arith.mul(*a, *b)))
                };
                let class = (a + 2 * period - b - least) % period;
                let class = factors.chunks_mut(width).nth(class).unwrap_or_default();
                for (i, sum) in class.iter_mut().enumerate() {
                    // An earlier class has to be one round further.
                    let weight = if a >= b + least {
                        from(i)
                    } else {
                        arith.mul(arith.add(from(i), from(i + 1)), self.ratio)
                    };
                    *sum = arith.add(*sum, weight);
                }
            }
        }
        Self { ratio: self.ratio, factors }
    }
}

impl Law {
    /// Law of one ratio that nothing holds.
    pub(crate) fn new(ratio: Weight, period: usize, factors: Vec<Weight>) -> Self {
        Self::of(period, vec![Term { ratio, factors }])
    }

    const fn of(period: usize, terms: Vec<Term>) -> Self {
        Self { period, terms, held: Cell::new(false) }
    }

    /// Number of coefficients.
    pub(crate) fn size(&self) -> usize {
        self.terms.iter().map(|term| term.factors.len()).sum()
    }

    /// Law of an independent roll with the same weights.
    pub(crate) fn fresh(&self) -> Self {
        Self::of(self.period, self.terms.clone())
    }

    pub(crate) const fn is_held(&self) -> bool {
        self.held.get()
    }

    /// The law scaled to 1, and its former sum; none for an empty law.
    pub(crate) fn normalized(mut self, arith: &Arithmetic) -> Option<(Self, Weight)> {
        if self.terms.iter().flat_map(|term| &term.factors).all(|factor| factor.is_zero()) {
            return None;
        }
        let share = arith.sum(self.terms.iter().map(|term| {
            let sums = binomial_sums(term.ratio, term.width(self.period), arith);
            let classes = term.classes(self.period);
            arith.sum(classes.flat_map(|class| class.iter().zip(&sums)).map(|(a, b)| arith.mul(*a, *b)))
        }));
        let scale = arith.divide(arith.one(), share);
        for factor in self.terms.iter_mut().flat_map(|term| &mut term.factors) {
            // The reciprocal of a very small float would be infinite.
            *factor = match arith {
                Arithmetic::Floats => arith.divide(*factor, share),
                Arithmetic::Prime(_) => arith.mul(*factor, scale),
            };
        }
        Some((self, share))
    }

    /// True where two rolls can become one.
    pub(crate) fn can_be_mixed(&self, other: &Self) -> bool {
        self.period == other.period && !self.is_held() && !other.is_held()
    }

    /// Law of the same period with all weights 0.
    pub(crate) const fn zero(&self) -> Self {
        Self::of(self.period, Vec::new())
    }

    /// Weight of a place.
    pub(crate) fn at(&self, index: u64, arith: &Arithmetic) -> Weight {
        let (class, round) = self.class_at(index);
        arith.sum(self.terms.iter().map(|term| {
            let factors = term.classes(self.period).nth(class).unwrap_or(&[]);
            arith.mul(polynomial_at(factors, round, arith), arith.power(term.ratio, round))
        }))
    }

    fn class_at(&self, index: u64) -> (usize, u64) {
        let period = self.period.max(1) as u64;
        (usize::try_from(index % period).unwrap_or_default(), index / period)
    }

    /// Weight of the first place, which is removed.
    pub(crate) fn next(&mut self, arith: &Arithmetic) -> Weight {
        let period = self.period;
        arith.sum(self.terms.iter_mut().map(|term| {
            let width = term.width(period).min(term.factors.len());
            let class = term.factors.get_mut(..width).unwrap_or_default();
            let first = class.first().copied().unwrap_or_default();
            next_round(class, term.ratio, arith);
            term.factors.rotate_left(width);
            first
        }))
    }

    /// Adds another law of the same period times a weight.
    pub(crate) fn add(&mut self, other: &Self, weight: Weight, arith: &Arithmetic) {
        for term in &other.terms {
            self.add_term(term, weight, arith);
        }
    }

    fn add_term(&mut self, term: &Term, weight: Weight, arith: &Arithmetic) {
        let period = self.period;
        let at = match self.terms.iter().position(|known| is_same(known.ratio, term.ratio, arith)) {
            Some(at) => at,
            None => {
                let is_less = |known: &Term| arith.to_float(known.ratio) < arith.to_float(term.ratio);
                let at = match arith {
                    Arithmetic::Floats => self.terms.iter().position(is_less),
                    Arithmetic::Prime(_) => None,
                };
                let at = at.unwrap_or(self.terms.len());
                let zero = Term { ratio: term.ratio, factors: vec![Weight::ZERO; term.factors.len()] };
                self.terms.insert(at, zero);
                at
            }
        };
        if let Some(known) = self.terms.get_mut(at) {
            known.add(term, weight, period, arith);
        }
    }

    /// Law of every n-th place from one on, and its scale, which may be very small. Its period is so many times
    /// as long as it need be.
    fn subsequence(&self, many: usize, first: usize, longer: usize, arith: &Arithmetic) -> (Self, Weight) {
        let period = longer * self.period / gcd(self.period as u64, many as u64) as usize;
        let rounds = (many * period / self.period) as u64;
        let (_, begun) = self.class_at(first as u64);
        let largest = self.terms.first().map_or(Weight::ZERO, |term| term.ratio);
        let part = |term: &Term| {
            let mut factors = Vec::with_capacity(period * term.width(self.period));
            let scale = arith.power(arith.divide(term.ratio, largest), begun);
            for index in (0..period).map(|class| class * many + first) {
                let (class, begin) = self.class_at(index as u64);
                let class = term.classes(self.period).nth(class).unwrap_or(&[]);
                let power = arith.mul(arith.power(term.ratio, begin - begun), scale);
                let chance =
                    |round: u64| arith.mul(polynomial_at(class, begin + round * rounds, arith), power);
                let before = factors.len();
                factors.extend((0..).map(chance).take(class.len()));
                differences(factors.get_mut(before..).unwrap_or_default(), arith);
            }
            Term { ratio: arith.power(term.ratio, rounds), factors }
        };
        (Self::of(period, self.terms.iter().map(part).collect()), arith.power(largest, begun))
    }

    /// The same law over places that are so many times as close together, with a longer period.
    pub(crate) fn refined(&self, apart: usize, period: usize, arith: &Arithmetic) -> Self {
        let wide = self.period.saturating_mul(apart).max(1);
        let spread = |term: &Term| {
            let width = term.width(self.period);
            let class = |class: &[Weight]| [class, &vec![Weight::ZERO; width * (apart - 1)]].concat();
            Term { ratio: term.ratio, factors: term.classes(self.period).flat_map(class).collect() }
        };
        let law = Self::of(wide, self.terms.iter().map(spread).collect());
        law.subsequence(1, 0, period / wide, arith).0
    }

    pub(crate) fn split(&self, how: SplitKind, arith: &Arithmetic) -> LawParts {
        let law = |first: u32, every: u32| {
            let (law, scale) = self.subsequence(every as usize, first as usize, 1, arith);
            let (law, share) = law.normalized(arith)?;
            Some((i64::from(first), i64::from(every), Rc::new(law), arith.mul(share, scale)))
        };
        match how {
            SplitKind::First(many) => {
                let mut left = self.fresh();
                let members = (0..many).map(|_| left.next(arith)).collect();
                LawParts { members, laws: law(many, 1).into_iter().collect() }
            }
            SplitKind::Every(many) => {
                let laws = (0..many).filter_map(|first| law(first, many)).collect();
                LawParts { members: Vec::new(), laws }
            }
        }
    }

    /// Weight of all places from one on, and the sum of their distances, each times its weight.
    pub(crate) fn beyond(&self, index: u64, arith: &Arithmetic) -> [Weight; 2] {
        let (left, scale) = self.subsequence(1, usize::try_from(index).unwrap_or_default(), 1, arith);
        let whole = |number: u64| arith.ratio(number, 1);
        let (mut share, mut further) = (Weight::ZERO, Weight::ZERO);
        for term in &left.terms {
            let terms = binomial_sums(term.ratio, term.width(left.period) + 1, arith);
            for (class, factors) in (0..).zip(term.classes(left.period)) {
                let (mut here, mut rounds) = (Weight::ZERO, Weight::ZERO);
                for ((k, factor), [term, next]) in (0..).zip(factors).zip(terms.array_windows()) {
                    here = arith.add(here, arith.mul(*factor, *term));
                    // q C(q, k) = k C(q, k) + (k + 1) C(q, k + 1).
                    let times_q = arith.add(arith.mul(whole(k), *term), arith.mul(whole(k + 1), *next));
                    rounds = arith.add(rounds, arith.mul(*factor, times_q));
                }
                share = arith.add(share, here);
                let own =
                    arith.add(arith.mul(whole(class), here), arith.mul(whole(self.period as u64), rounds));
                further = arith.add(further, own);
            }
        }
        [share, further].map(|of| arith.mul(of, scale))
    }

    /// Survival function within a class: the weight of a place and of all later places of its class.
    pub(crate) fn survival(&self, arith: &Arithmetic) -> Self {
        let survival = |term: &Term| {
            let terms = binomial_sums(term.ratio, term.width(self.period), arith);
            let class = |class: &[Weight]| {
                let from = |first: usize| {
                    arith.sum(class.iter().skip(first).zip(&terms).map(|(a, b)| arith.mul(*a, *b)))
                };
                (0..class.len()).map(from).collect::<Vec<_>>()
            };
            Term { ratio: term.ratio, factors: term.classes(self.period).flat_map(class).collect() }
        };
        Self::of(self.period, self.terms.iter().map(survival).collect())
    }

    /// Survival function: the weight of the places from the one of the argument on, or of those behind it.
    fn at_least(&self, behind: bool, arith: &Arithmetic) -> Self {
        let within = self.survival(arith);
        let whole = |term: &Term| {
            let width = term.width(self.period);
            // A class in front of that of the argument comes a round later.
            let mut later: Vec<Weight> = term.factors.clone();
            later.chunks_mut(width).for_each(|class| next_round(class, term.ratio, arith));
            let mut factors = vec![Weight::ZERO; term.factors.len()];
            for (place, into) in factors.chunks_mut(width).enumerate() {
                let others = term.factors.chunks(width).zip(later.chunks(width)).enumerate();
                for (class, (now, next)) in others {
                    let is_now = if behind { class > place } else { class >= place };
                    arith.pour(into, if is_now { now } else { next }, arith.one());
                }
            }
            Term { ratio: term.ratio, factors }
        };
        Self::of(self.period, within.terms.iter().map(whole).collect())
    }

    /// Product of two functions of the place: C(q, k) C(q, l) is a sum of C(q, m) from the larger on.
    fn product(&self, other: &Self, arith: &Arithmetic) -> Self {
        let mut all = self.zero();
        for (mine, theirs) in self.terms.iter().flat_map(|a| other.terms.iter().map(move |b| (a, b))) {
            let width = mine.width(self.period) + theirs.width(self.period) - 1;
            let mut factors = vec![Weight::ZERO; self.period * width];
            let classes = mine.classes(self.period).zip(theirs.classes(self.period));
            for (class, (a, b)) in factors.chunks_mut(width).zip(classes) {
                for (k, factor) in a.iter().enumerate() {
                    for (l, other) in b.iter().enumerate() {
                        let weight = arith.mul(*factor, *other);
                        for (m, sum) in class.iter_mut().enumerate().skip(k.max(l)).take(k.min(l) + 1) {
                            let ways = binomial(m, k).saturating_mul(binomial(k, k + l - m));
                            *sum = arith.add(*sum, arith.mul(weight, arith.ratio(ways, 1)));
                        }
                    }
                }
            }
            let ratio = arith.mul(mine.ratio, theirs.ratio);
            all.add_term(&Term { ratio, factors }, arith.one(), arith);
        }
        all
    }

    /// Law of the lesser place of two independent rolls of one period.
    pub(crate) fn lesser(&self, other: &Self, arith: &Arithmetic) -> Self {
        let mut law = self.product(&other.at_least(false, arith), arith);
        law.add(&other.product(&self.at_least(true, arith), arith), arith.one(), arith);
        law
    }

    /// Law of the places from one on, and its weight; none for an empty law.
    pub(crate) fn rest(&self, first: usize, arith: &Arithmetic) -> Option<(Self, Weight)> {
        let (law, scale) = self.subsequence(1, first, 1, arith);
        let (law, share) = law.normalized(arith)?;
        Some((law, arith.mul(share, scale)))
    }

    /// Law of the sum of two rolls of one period.
    pub(crate) fn sum(&self, other: &Self, arith: &Arithmetic) -> Self {
        let mut all = self.zero();
        for (mine, theirs) in self.terms.iter().flat_map(|a| other.terms.iter().map(move |b| (a, b))) {
            let widths = [mine, theirs].map(|term| term.width(self.period));
            let width = widths[0] + widths[1];
            let sums = Convolutions::new([mine.ratio, theirs.ratio], widths, arith);
            let mut both = [0, 1].map(|_| vec![Weight::ZERO; self.period * width]);
            for (a, first) in mine.classes(self.period).enumerate() {
                for (b, second) in theirs.classes(self.period).enumerate() {
                    // Classes past the period carry into the next round.
                    let sums = if a + b < self.period { &sums.within } else { &sums.over };
                    for (factor, sums) in first.iter().zip(sums) {
                        for (other, sum) in second.iter().zip(sums) {
                            let weight = arith.mul(*factor, *other);
                            for (into, polynomial) in both.iter_mut().zip(sum) {
                                let class = into.chunks_mut(width).nth((a + b) % self.period);
                                arith.pour(class.unwrap_or_default(), polynomial, weight);
                            }
                        }
                    }
                }
            }
            for (ratio, factors) in [mine.ratio, theirs.ratio].into_iter().zip(both) {
                all.add_term(&Term { ratio, factors }, arith.one(), arith);
            }
        }
        all
    }

    /// Law of the difference of two rolls of one period, from `least` (0 or 1) on: Σ p(q + n) r^(q + n) · p'(q) r'^q
    /// over q is a polynomial in n times r^n, so that the ratios are this roll's own.
    pub(crate) fn difference(&self, other: &Self, least: usize, arith: &Arithmetic) -> Self {
        let mut all = self.zero();
        for (mine, theirs) in self.terms.iter().flat_map(|a| other.terms.iter().map(move |b| (a, b))) {
            all.add_term(&mine.difference(theirs, self.period, least, arith), arith.one(), arith);
        }
        all
    }
}

/// Greatest common divisor.
pub(crate) const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
