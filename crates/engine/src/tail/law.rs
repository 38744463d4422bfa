//! Laws of the places of endless rolls. Place j has the class j mod period and the round q = j div period;
//! its weight is p(q) · ratio^q, with a polynomial p for each class in the basis of the binomials C(q, k).

use core::cell::Cell;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// Law of the places 0, 1, 2, ..., which sums to 1. Two tails with the same `Rc` of a law belong to the same
/// roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Law {
    pub(crate) ratio: Weight,
    /// Number of classes.
    pub(crate) period: usize,
    /// Coefficients of C(q, 0), C(q, 1), ... for each class; all classes have equally many.
    pub(crate) factors: Vec<Weight>,
    /// True while a name or a local holds the roll (see [`HeldLaws`]).
    held: Cell<bool>,
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

impl Law {
    /// Law of a roll that nothing holds.
    pub(crate) const fn new(ratio: Weight, period: usize, factors: Vec<Weight>) -> Self {
        Self { ratio, period, factors, held: Cell::new(false) }
    }

    /// Law of the same ratio and period.
    const fn with(&self, factors: Vec<Weight>) -> Self {
        Self::new(self.ratio, self.period, factors)
    }

    /// Law of an independent roll with the same weights.
    pub(crate) fn fresh(&self) -> Self {
        self.with(self.factors.clone())
    }

    pub(crate) const fn is_held(&self) -> bool {
        self.held.get()
    }

    /// The law scaled to 1, and its former sum; none for an empty law.
    pub(crate) fn normalized(mut self, arith: &Arithmetic) -> Option<(Self, Weight)> {
        if self.factors.iter().all(|factor| factor.is_zero()) {
            return None;
        }
        let terms = binomial_sums(self.ratio, self.width(), arith);
        let share = arith
            .sum(self.classes().flat_map(|class| class.iter().zip(&terms)).map(|(a, b)| arith.mul(*a, *b)));
        let scale = arith.divide(arith.one(), share);
        for factor in &mut self.factors {
            // The reciprocal of a very small float would be infinite.
            *factor = match arith {
                Arithmetic::Floats => arith.divide(*factor, share),
                Arithmetic::Prime(_) => arith.mul(*factor, scale),
            };
        }
        Some((self, share))
    }

    /// True where both laws have one ratio and one period: they can be added.
    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        self.ratio == other.ratio && self.period == other.period
    }

    /// True where two rolls can become one.
    pub(crate) fn can_be_mixed(&self, other: &Self) -> bool {
        self.same_shape(other) && !self.is_held() && !other.is_held()
    }

    /// Law of the same ratio and period with all weights 0.
    pub(crate) fn zero(&self) -> Self {
        self.with(vec![Weight::ZERO; self.factors.len()])
    }

    fn width(&self) -> usize {
        (self.factors.len() / self.period.max(1)).max(1)
    }

    fn classes(&self) -> impl Iterator<Item = &[Weight]> {
        self.factors.chunks(self.width())
    }

    /// Weight of a place.
    pub(crate) fn at(&self, index: u64, arith: &Arithmetic) -> Weight {
        let (class, round) = self.class_at(index);
        arith.mul(polynomial_at(class, round, arith), arith.power(self.ratio, round))
    }

    fn class_at(&self, index: u64) -> (&[Weight], u64) {
        let period = self.period.max(1) as u64;
        let class = usize::try_from(index % period).unwrap_or_default();
        (self.classes().nth(class).unwrap_or(&[]), index / period)
    }

    /// Weight of the first place, which is removed.
    pub(crate) fn next(&mut self, arith: &Arithmetic) -> Weight {
        let width = self.width().min(self.factors.len());
        let mut first = Weight::ZERO;
        let mut above = Weight::ZERO;
        // Shift of the polynomial to q + 1.
        for factor in self.factors.iter_mut().take(width).rev() {
            first = *factor;
            *factor = arith.mul(arith.add(first, above), self.ratio);
            above = first;
        }
        self.factors.rotate_left(width);
        first
    }

    /// Adds another law times a weight.
    pub(crate) fn add(&mut self, other: &Self, weight: Weight, arith: &Arithmetic) {
        let (width, wider) = (self.width(), self.width().max(other.width()));
        if width < wider {
            let longer = |class: &[Weight]| [class, &vec![Weight::ZERO; wider - width]].concat();
            self.factors = self.classes().flat_map(longer).collect();
        }
        for (into, class) in self.factors.chunks_mut(wider).zip(other.classes()) {
            arith.pour(into, class, weight);
        }
    }

    /// Law of every n-th place from one on, and its scale, which may be very small.
    fn subsequence(&self, many: usize, first: usize, arith: &Arithmetic) -> (Self, Weight) {
        let period = self.period / gcd(self.period, many);
        let rounds = (many * period / self.period) as u64;
        let (_, begun) = self.class_at(first as u64);
        let mut factors = Vec::with_capacity(period * self.width());
        for index in (0..period).map(|class| class * many + first) {
            let (class, begin) = self.class_at(index as u64);
            let power = arith.power(self.ratio, begin - begun);
            let chance = |round: u64| arith.mul(polynomial_at(class, begin + round * rounds, arith), power);
            let before = factors.len();
            factors.extend((0..).map(chance).take(class.len()));
            differences(factors.get_mut(before..).unwrap_or_default(), arith);
        }
        (Self::new(arith.power(self.ratio, rounds), period, factors), arith.power(self.ratio, begun))
    }

    pub(crate) fn split(&self, how: SplitKind, arith: &Arithmetic) -> LawParts {
        let law = |first: u32, every: u32| {
            let (law, scale) = self.subsequence(every as usize, first as usize, arith);
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
        let (left, scale) = self.subsequence(1, usize::try_from(index).unwrap_or_default(), arith);
        let terms = binomial_sums(self.ratio, self.width() + 1, arith);
        let whole = |number: u64| arith.ratio(number, 1);
        let (mut share, mut further) = (Weight::ZERO, Weight::ZERO);
        for (class, factors) in (0..).zip(left.classes()) {
            let (mut here, mut rounds) = (Weight::ZERO, Weight::ZERO);
            for ((k, factor), [term, next]) in (0..).zip(factors).zip(terms.array_windows()) {
                here = arith.add(here, arith.mul(*factor, *term));
                // q C(q, k) = k C(q, k) + (k + 1) C(q, k + 1).
                let times_q = arith.add(arith.mul(whole(k), *term), arith.mul(whole(k + 1), *next));
                rounds = arith.add(rounds, arith.mul(*factor, times_q));
            }
            share = arith.add(share, here);
            let own = arith.add(arith.mul(whole(class), here), arith.mul(whole(self.period as u64), rounds));
            further = arith.add(further, own);
        }
        [share, further].map(|of| arith.mul(of, scale))
    }

    /// Survival function within a class: the weight of a place and of all later places of its class.
    pub(crate) fn survival(&self, arith: &Arithmetic) -> Self {
        let terms = binomial_sums(self.ratio, self.width(), arith);
        let class = |class: &[Weight]| {
            let from = |first: usize| {
                arith.sum(class.iter().skip(first).zip(&terms).map(|(a, b)| arith.mul(*a, *b)))
            };
            (0..class.len()).map(from).collect::<Vec<_>>()
        };
        self.with(self.classes().flat_map(class).collect())
    }

    /// Law of the sum of two rolls with one ratio and period.
    pub(crate) fn sum(&self, other: &Self, arith: &Arithmetic) -> Self {
        let width = self.width() + other.width();
        let mut factors = vec![Weight::ZERO; self.period * width];
        let sooner = arith.divide(arith.one(), self.ratio);
        for (a, mine) in self.classes().enumerate() {
            for (b, theirs) in other.classes().enumerate() {
                // Classes past the period carry into the next round.
                let over = a + b >= self.period;
                let class = factors.chunks_mut(width).nth((a + b) % self.period).unwrap_or_default();
                for (k, factor) in mine.iter().enumerate() {
                    for (both, other) in (k..).zip(theirs) {
                        let weight = arith.mul(*factor, *other);
                        let parts = [(both, (!over).then_some(weight)), (both + 1, Some(weight))];
                        for (index, weight) in parts {
                            if let (Some(sum), Some(weight)) = (class.get_mut(index), weight) {
                                *sum = arith.add(*sum, if over { arith.mul(weight, sooner) } else { weight });
                            }
                        }
                    }
                }
            }
        }
        self.with(factors)
    }

    /// Law of the difference of two rolls of one period, from `least` (0 or 1) on: Σ p(q + n) r^(q + n) · p'(q) r'^q
    /// over q is a polynomial in n times r^n, so that the ratio is this roll's own.
    pub(crate) fn difference(&self, other: &Self, least: usize, arith: &Arithmetic) -> Self {
        let (width, period) = (self.width(), self.period);
        let square = arith.mul(self.ratio, other.ratio);
        let terms = binomial_sums(square, width + other.width(), arith);
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
        let met: Vec<Vec<Weight>> = other.classes().map(met).collect();
        let mut factors = vec![Weight::ZERO; period * width];
        for (a, mine) in self.classes().enumerate() {
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
        self.with(factors)
    }
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// Σ C(q, k) ratio^q over all q, for k = 0, 1, ...
fn binomial_sums(ratio: Weight, many: usize, arith: &Arithmetic) -> Vec<Weight> {
    let rest = arith.divide(arith.one(), arith.less(arith.one(), ratio));
    let next = arith.mul(ratio, rest);
    core::iter::successors(Some(rest), |term| Some(arith.mul(*term, next))).take(many).collect()
}

/// Polynomial at a place.
fn polynomial_at(factors: &[Weight], index: u64, arith: &Arithmetic) -> Weight {
    let mut over = arith.one();
    let mut sum = Weight::ZERO;
    for (k, factor) in (0..).zip(factors) {
        sum = arith.add(sum, arith.mul(*factor, over));
        over = arith.mul(over, arith.ratio(index.saturating_sub(k), k + 1));
    }
    sum
}

/// Newton's forward differences: coefficients of the polynomial with these values at 0, 1, 2, ...
fn differences(values: &mut [Weight], arith: &Arithmetic) {
    for round in 1..values.len() {
        let mut below = values.get(round - 1).copied().unwrap_or_default();
        for value in values.iter_mut().skip(round) {
            let above = *value;
            *value = arith.less(above, below);
            below = above;
        }
    }
}
