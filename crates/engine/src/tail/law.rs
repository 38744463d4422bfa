//! The chances of an endless roll. Its places go round through some classes; the chance of a place is a polynomial of the round, its class's own, times a
//! power of one ratio.

use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// The chances of the places 0, 1, 2, ...: they sum to 1. Two rays with one tail are of one roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Law {
    pub(crate) ratio: Weight,
    /// How many classes there are: place j is of class j mod period, in round j div period.
    pub(crate) period: usize,
    /// The polynomial of each class, in terms of q over 0, q over 1, q over 2, ...: in those, sums, shifts and totals are plain. All are equally long.
    pub(crate) factors: Vec<Weight>,
}

/// How an endless roll is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SplitKind {
    /// The first so many members by themselves.
    First(u32),
    /// Every so many-th member as a ray of its own.
    Every(u32),
}

impl SplitKind {
    /// The one that takes further apart.
    pub(crate) fn finer(self, other: Self) -> Self {
        match (self, other) {
            (Self::First(a), Self::First(b)) => Self::First(a.max(b)),
            (Self::Every(a), Self::Every(b)) => Self::Every(a.max(b)),
            (every @ Self::Every(_), _) | (_, every) => every,
        }
    }
}

/// A tail taken apart.
#[derive(Debug)]
pub(crate) struct LawParts {
    /// The shares of the first members.
    pub(crate) members: Vec<Weight>,
    /// The other members: from which place on, every so many-th, how they spread among themselves, and their share.
    pub(crate) laws: Vec<(i64, i64, Rc<Law>, Weight)>,
}

impl LawParts {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.members.len() + self.laws.len()
    }
}

impl Law {
    /// Made to sum to 1; and what it summed to. None if there is nothing in it.
    pub(crate) fn normalized(mut self, ar: &Arithmetic) -> Option<(Self, Weight)> {
        if self.factors.iter().all(|factor| factor.is_zero()) {
            return None;
        }
        let terms = binomial_sums(self.ratio, self.width(), ar);
        let share =
            ar.sum(self.classes().flat_map(|class| class.iter().zip(&terms)).map(|(a, b)| ar.mul(*a, *b)));
        let scale = ar.divide(ar.one(), share);
        for factor in &mut self.factors {
            // One divided by a very small float would be infinite.
            *factor = match ar {
                Arithmetic::Floats => ar.divide(*factor, share),
                Arithmetic::Prime(_) => ar.mul(*factor, scale),
            };
        }
        Some((self, share))
    }

    /// Whether both have as many classes, and one ratio: they can be mixed and added.
    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        self.ratio == other.ratio && self.period == other.period
    }

    /// Nothing yet, of the same ratio and with as many classes.
    pub(crate) fn zero(&self) -> Self {
        Self { factors: vec![Weight::ZERO; self.factors.len()], ..*self }
    }

    fn width(&self) -> usize {
        (self.factors.len() / self.period.max(1)).max(1)
    }

    fn classes(&self) -> impl Iterator<Item = &[Weight]> {
        self.factors.chunks(self.width())
    }

    /// The chance of a place.
    pub(crate) fn at(&self, place: u64, ar: &Arithmetic) -> Weight {
        let (class, round) = self.class_at(place);
        ar.mul(polynomial_at(class, round, ar), ar.power(self.ratio, round))
    }

    fn class_at(&self, place: u64) -> (&[Weight], u64) {
        let period = self.period.max(1) as u64;
        let class = usize::try_from(place % period).unwrap_or_default();
        (self.classes().nth(class).unwrap_or(&[]), place / period)
    }

    /// The chance of the first place; what is left begins after it.
    pub(crate) fn next(&mut self, ar: &Arithmetic) -> Weight {
        let width = self.width().min(self.factors.len());
        let mut first = Weight::ZERO;
        let mut above = Weight::ZERO;
        // The polynomial of q + 1.
        for factor in self.factors.iter_mut().take(width).rev() {
            first = *factor;
            *factor = ar.mul(ar.add(first, above), self.ratio);
            above = first;
        }
        self.factors.rotate_left(width);
        first
    }

    /// Adds another's chances, times a weight.
    pub(crate) fn add(&mut self, other: &Self, weight: Weight, ar: &Arithmetic) {
        let (width, wider) = (self.width(), self.width().max(other.width()));
        if width < wider {
            let longer = |class: &[Weight]| [class, &vec![Weight::ZERO; wider - width]].concat();
            self.factors = self.classes().flat_map(longer).collect();
        }
        for (into, class) in self.factors.chunks_mut(wider).zip(other.classes()) {
            ar.pour(into, class, weight);
        }
    }

    /// Every so many-th place, from one on; and the scale of their chances, which may be very small.
    fn subsequence(&self, many: usize, first: usize, ar: &Arithmetic) -> (Self, Weight) {
        let period = self.period / gcd(self.period, many);
        let rounds = (many * period / self.period) as u64;
        let (_, begun) = self.class_at(first as u64);
        let mut factors = Vec::with_capacity(period * self.width());
        for place in (0..period).map(|class| class * many + first) {
            let (class, begin) = self.class_at(place as u64);
            let power = ar.power(self.ratio, begin - begun);
            let chance = |round: u64| ar.mul(polynomial_at(class, begin + round * rounds, ar), power);
            let before = factors.len();
            factors.extend((0..).map(chance).take(class.len()));
            differences(factors.get_mut(before..).unwrap_or_default(), ar);
        }
        (Self { ratio: ar.power(self.ratio, rounds), period, factors }, ar.power(self.ratio, begun))
    }

    pub(crate) fn split(&self, how: SplitKind, ar: &Arithmetic) -> LawParts {
        let law = |first: u32, every: u32| {
            let (law, scale) = self.subsequence(every as usize, first as usize, ar);
            let (law, share) = law.normalized(ar)?;
            Some((i64::from(first), i64::from(every), Rc::new(law), ar.mul(share, scale)))
        };
        match how {
            SplitKind::First(many) => {
                let mut left = self.clone();
                let members = (0..many).map(|_| left.next(ar)).collect();
                LawParts { members, laws: law(many, 1).into_iter().collect() }
            }
            SplitKind::Every(many) => {
                let laws = (0..many).filter_map(|first| law(first, many)).collect();
                LawParts { members: Vec::new(), laws }
            }
        }
    }

    /// The chance of all places from one on; and how much further they are, each times its own.
    pub(crate) fn beyond(&self, place: u64, ar: &Arithmetic) -> [Weight; 2] {
        let (left, scale) = self.subsequence(1, usize::try_from(place).unwrap_or_default(), ar);
        let terms = binomial_sums(self.ratio, self.width() + 1, ar);
        let whole = |number: u64| ar.ratio(number, 1);
        let (mut share, mut further) = (Weight::ZERO, Weight::ZERO);
        for (class, factors) in (0..).zip(left.classes()) {
            let (mut here, mut rounds) = (Weight::ZERO, Weight::ZERO);
            for ((k, factor), [term, next]) in (0..).zip(factors).zip(terms.array_windows()) {
                here = ar.add(here, ar.mul(*factor, *term));
                // q times (q over k) is k times that, and k + 1 times (q over k + 1).
                let times_q = ar.add(ar.mul(whole(k), *term), ar.mul(whole(k + 1), *next));
                rounds = ar.add(rounds, ar.mul(*factor, times_q));
            }
            share = ar.add(share, here);
            let own = ar.add(ar.mul(whole(class), here), ar.mul(whole(self.period as u64), rounds));
            further = ar.add(further, own);
        }
        [share, further].map(|of| ar.mul(of, scale))
    }

    /// What has at each place the chance of that place and of all after it that are of its class.
    pub(crate) fn survival(&self, ar: &Arithmetic) -> Self {
        let terms = binomial_sums(self.ratio, self.width(), ar);
        let class = |class: &[Weight]| {
            let from =
                |first: usize| ar.sum(class.iter().skip(first).zip(&terms).map(|(a, b)| ar.mul(*a, *b)));
            (0..class.len()).map(from).collect::<Vec<_>>()
        };
        Self { factors: self.classes().flat_map(class).collect(), ..*self }
    }

    /// The chances of the sum of both, which have the same ratio and as many classes.
    pub(crate) fn sum(&self, other: &Self, ar: &Arithmetic) -> Self {
        let width = self.width() + other.width();
        let mut factors = vec![Weight::ZERO; self.period * width];
        let sooner = ar.divide(ar.one(), self.ratio);
        for (a, mine) in self.classes().enumerate() {
            for (b, theirs) in other.classes().enumerate() {
                // Past the last class a round is over: the sum of so many rounds then belongs to the next one.
                let over = a + b >= self.period;
                let class = factors.chunks_mut(width).nth((a + b) % self.period).unwrap_or_default();
                for (k, factor) in mine.iter().enumerate() {
                    for (both, other) in (k..).zip(theirs) {
                        let weight = ar.mul(*factor, *other);
                        let parts = [(both, (!over).then_some(weight)), (both + 1, Some(weight))];
                        for (place, weight) in parts {
                            if let (Some(sum), Some(weight)) = (class.get_mut(place), weight) {
                                *sum = ar.add(*sum, if over { ar.mul(weight, sooner) } else { weight });
                            }
                        }
                    }
                }
            }
        }
        Self { factors, ..*self }
    }

    /// The chances that this roll's place is so far past the other's, and 1 further, 2 further, ...; `least` is 0 or 1. Both have the same ratio and as many
    /// classes.
    pub(crate) fn difference(&self, other: &Self, least: usize, ar: &Arithmetic) -> Self {
        let (width, period) = (self.width(), self.period);
        let square = ar.mul(self.ratio, other.ratio);
        let terms = binomial_sums(square, width + other.width(), ar);
        // For each class of the other and each s the sum over its rounds k of (k over s) times the other's weight at k.
        let met = |class: &[Weight]| {
            let of = |s: usize| {
                let mut sum = Weight::ZERO;
                for (n, factor) in class.iter().enumerate() {
                    for (t, term) in terms.iter().enumerate().skip(s.max(n)).take(s.min(n) + 1) {
                        let ways = binomial(t, s).saturating_mul(binomial(s, s + n - t));
                        sum = ar.add(sum, ar.mul(ar.mul(*factor, *term), ar.ratio(ways, 1)));
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
                let from =
                    |first: usize| ar.sum(mine.iter().skip(first).zip(met).map(|(a, b)| ar.mul(*a, *b)));
                let class = (a + 2 * period - b - least) % period;
                let class = factors.chunks_mut(width).nth(class).unwrap_or_default();
                for (i, sum) in class.iter_mut().enumerate() {
                    // Of an earlier class it has to be a round further.
                    let weight = if a >= b + least {
                        from(i)
                    } else {
                        ar.mul(ar.add(from(i), from(i + 1)), self.ratio)
                    };
                    *sum = ar.add(*sum, weight);
                }
            }
        }
        Self { factors, ..*self }
    }
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}

/// For each k the sum over all q of (q over k) times ratio^q.
fn binomial_sums(ratio: Weight, many: usize, ar: &Arithmetic) -> Vec<Weight> {
    let rest = ar.divide(ar.one(), ar.less(ar.one(), ratio));
    let next = ar.mul(ratio, rest);
    core::iter::successors(Some(rest), |term| Some(ar.mul(*term, next))).take(many).collect()
}

/// The polynomial at a place.
fn polynomial_at(factors: &[Weight], place: u64, ar: &Arithmetic) -> Weight {
    let mut over = ar.one();
    let mut sum = Weight::ZERO;
    for (k, factor) in (0..).zip(factors) {
        sum = ar.add(sum, ar.mul(*factor, over));
        over = ar.mul(over, ar.ratio(place.saturating_sub(k), k + 1));
    }
    sum
}

/// Makes of the values at 0, 1, 2, ... the polynomial that has them.
fn differences(values: &mut [Weight], ar: &Arithmetic) {
    for round in 1..values.len() {
        let mut below = values.get(round - 1).copied().unwrap_or_default();
        for value in values.iter_mut().skip(round) {
            let above = *value;
            *value = ar.less(above, below);
            below = above;
        }
    }
}
