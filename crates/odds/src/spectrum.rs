//! A mixture of sums of reduced parts, through their spectra.
//!
//! At one frequency a sum of parts is a product of numbers, so that a mixture of hundreds of long sums costs a few operations for each part and
//! state, and one transform at the end leads back. What one more taken off a part makes of its number follows from what one less made of it.

use crate::dist::Total;
use crate::fourier::{Complex, roots_of_unity, transform};
use crate::reduced::{Reduced, Term, cost};
use crate::weights::{TRANSFORM, cost_of_sum};
use std::rc::Rc;

/// A frequency at which no sum can exceed this adds nothing that a float could show.
const NOTHING: f64 = 1e-20;
/// What it costs at one frequency to take one more off one part, to multiply by one factor of a term, and to add one of a list of numbers to it, in
/// products multiplied out (measured).
const TAKE: u64 = 40;
const FACTOR: u64 = 30;
const LISTED: u64 = 8;

/// Longer sums are added up, and what loses more is.
const MOST: u64 = 1 << 22;

/// The mixture of all terms; none if this cannot do it, or adding up is quicker.
pub(crate) fn mixture(terms: &[Term<f64>]) -> Option<Total<f64>> {
    let mixture = Mixture::of(terms)?;
    (mixture.cost() <= cost(terms, cost_of_sum)).then(|| mixture.total())
}

/// Terms that are all sums of the same parts.
struct Mixture {
    weights: Vec<f64>,
    /// What each term takes off each part, term by term.
    factors: Vec<By>,
    parts: Vec<Part>,
    /// How many values the sums have, and how many frequencies they take.
    size: usize,
    points: usize,
}

impl Mixture {
    fn of(terms: &[Term<f64>]) -> Option<Self> {
        let (_, first) = terms.first()?;
        let alike = |one: &Reduced<Total<f64>>, other: &Reduced<Total<f64>>| {
            Rc::ptr_eq(one.whole.weights(), other.whole.weights())
                && (one.whole.low(), one.least) == (other.whole.low(), other.least)
        };
        let same = |parts: &[Reduced<Total<f64>>]| {
            parts.len() == first.len() && parts.iter().zip(first).all(|(part, one)| alike(part, one))
        };
        if first.is_empty() || !terms.iter().all(|(_, parts)| same(parts)) {
            return None;
        }
        let all = terms.iter().flat_map(|(_, parts)| parts);
        let factors: Vec<By> = all.map(|part| By::of(&part.by)).collect::<Option<_>>()?;
        let most = |place: usize| factors.iter().skip(place).step_by(first.len()).map(By::most).max();
        let parts: Vec<Part> = first
            .iter()
            .enumerate()
            .map(|(place, part)| Part::new(part, most(place).unwrap_or_default()))
            .collect();
        let taken = factors.iter().map(By::most).max().unwrap_or_default();
        let above_lowest = parts.iter().fold(0u64, |sum, part| sum.saturating_add(part.above_lowest));
        if above_lowest >= MOST || taken as u64 >= MOST {
            return None;
        }
        let size = usize::try_from(above_lowest).ok()? + 1;
        let weights = terms.iter().map(|(weight, _)| *weight).collect();
        Some(Self { weights, factors, parts, size, points: size.next_power_of_two().max(2) })
    }

    /// In products multiplied out.
    fn cost(&self) -> u64 {
        let takes: u64 = self.parts.iter().map(|part| part.takes as u64).sum();
        let listed: u64 = self.factors.iter().map(By::listed).sum();
        let each = takes * TAKE + self.factors.len() as u64 * FACTOR + listed * LISTED;
        let transform = self.points as u64 * u64::from(self.points.ilog2()) * TRANSFORM as u64 / 2;
        self.points as u64 / 2 * each + transform * (self.parts.len() as u64 + 1)
    }

    fn total(mut self) -> Total<f64> {
        let circle = Circle::new(self.points);
        for part in &mut self.parts {
            part.transform(&circle);
        }
        let mut sums = vec![Complex::ZERO; self.points];
        for at in 0..=self.points / 2 {
            let bound: f64 = self.parts.iter().map(|part| part.bound(at)).product();
            if bound < NOTHING {
                continue;
            }
            for part in &mut self.parts {
                part.reduce(&circle, at);
            }
            let sum = self.number();
            // The sequence is real, so the other half is the mirror image. A forward transform of the conjugates runs backward.
            for (place, value) in [(self.points - at, sum), (at, sum.conjugate())] {
                if let Some(slot) = sums.get_mut(place) {
                    *slot = value;
                }
            }
        }
        let mean = sums.iter().map(|sum| sum.size()).sum::<f64>() / self.points as f64;
        transform(&mut sums, &circle.roots);
        let noise = 64.0 * f64::EPSILON * mean;
        let scale = 1.0 / self.points as f64;
        let values = sums.iter().take(self.size).map(|sum| sum.re * scale);
        let low = self.parts.iter().map(|part| part.low).sum();
        Total::new(low, values.map(|value| if value > noise { value } else { 0.0 }).collect())
    }

    /// The whole mixture's number at the frequency that the parts are ready for.
    fn number(&self) -> Complex {
        let terms = self.weights.iter().zip(self.factors.chunks(self.parts.len()));
        terms.fold(Complex::ZERO, |sum, (weight, factors)| {
            let start = Complex { re: *weight, im: 0.0 };
            let factors = self.parts.iter().zip(factors);
            sum.plus(factors.fold(start, |product, (part, by)| product.times(part.number(by))))
        })
    }
}

/// How what is taken is distributed.
enum By {
    /// So much.
    Certain(usize),
    /// From one value to another, with weights on a line: an even roll, or the better or worse of two.
    Line { from: usize, to: usize, at_0: f64, slope: f64 },
    /// Anything else.
    Listed { from: usize, weights: Rc<Vec<f64>> },
}

impl By {
    fn of(by: &Total<f64>) -> Option<Self> {
        let from = usize::try_from(by.low()).ok()?;
        let weights = by.weights();
        let (first, last) = (*weights.first()?, *weights.last()?);
        let steps = weights.len() - 1;
        if steps == 0 {
            return Some(Self::Certain(from));
        }
        let slope = (last - first) / steps as f64;
        let is_near = |(place, weight): (usize, &f64)| (first + slope * place as f64 - weight).abs() < 1e-15;
        if weights.iter().enumerate().all(is_near) {
            return Some(Self::Line { from, to: from + steps, at_0: first - slope * from as f64, slope });
        }
        Some(Self::Listed { from, weights: Rc::clone(weights) })
    }

    fn most(&self) -> usize {
        match self {
            Self::Certain(by) => *by,
            Self::Line { to, .. } => *to,
            Self::Listed { from, weights } => from + weights.len() - 1,
        }
    }

    fn listed(&self) -> u64 {
        if let Self::Listed { weights, .. } = self { weights.len() as u64 } else { 0 }
    }
}

/// The roots of unity.
struct Circle {
    points: usize,
    roots: Vec<Complex>,
}

impl Circle {
    fn new(points: usize) -> Self {
        Self { points, roots: roots_of_unity(points) }
    }

    /// The root to the power of `a` times `b`.
    fn root(&self, a: usize, b: usize) -> Complex {
        let turns = a as u64 * b as u64 % self.points as u64;
        let place = usize::try_from(turns).unwrap_or_default();
        let half = self.points / 2;
        let root = self.roots.get(place % half).copied().unwrap_or(Complex::ZERO);
        if place < half { root } else { root.scaled(-1.0) }
    }
}

/// A part that every term reduces in its own way.
struct Part {
    /// The lowest value that it can be left with, and how far the highest is above it.
    low: i64,
    above_lowest: u64,
    /// What always remains, and how far it is above the lowest.
    always: i64,
    least: usize,
    whole: Total<f64>,
    /// The most that is taken off it.
    takes: usize,
    /// The weights just above what always remains: those that fall to it, one more with every one that is taken.
    near: Vec<f64>,
    near_in_all: f64,
    /// The spectra of what stays and of what falls, one as the real and one as the imaginary part of what was transformed.
    spectrum: Vec<Complex>,
    /// At one frequency: reduced by 0, by 1 ...; and the sums of those before each place, plain and times their place.
    reduced: Vec<Complex>,
    before: Vec<(Complex, Complex)>,
}

impl Part {
    fn new(part: &Reduced<Total<f64>>, takes: usize) -> Self {
        let whole = part.whole.clone();
        let low = whole.low().min(part.least);
        Self {
            low,
            above_lowest: whole.last().max(part.least).abs_diff(low),
            least: usize::try_from(part.least.abs_diff(low)).unwrap_or_default(),
            always: part.least,
            whole,
            takes,
            near: Vec::new(),
            near_in_all: 0.0,
            spectrum: Vec::new(),
            reduced: Vec::new(),
            before: Vec::new(),
        }
    }

    fn transform(&mut self, circle: &Circle) {
        let mut points = vec![Complex::ZERO; circle.points];
        let start = usize::try_from(self.whole.low().abs_diff(self.low)).unwrap_or_default();
        let slots = points.iter_mut().enumerate().skip(start);
        for ((place, slot), weight) in slots.zip(self.whole.weights().iter()) {
            if place <= self.least {
                slot.re = *weight;
            } else {
                slot.im = *weight;
            }
        }
        transform(&mut points, &circle.roots);
        self.spectrum = points;
        let near =
            (1..).take(self.takes).map(|above| self.whole.weight_of(self.always.saturating_add(above)));
        self.near = near.map(Option::unwrap_or_default).collect();
        self.near_in_all = self.near.iter().sum();
    }

    /// The numbers of what stays and of what falls.
    fn stays_and_falls(&self, at: usize) -> (Complex, Complex) {
        let point = |place: usize| self.spectrum.get(place).copied().unwrap_or(Complex::ZERO);
        let (here, there) = (point(at), point((self.spectrum.len() - at) % self.spectrum.len().max(1)));
        let (there, half) = (there.conjugate(), 0.5);
        let (sum, difference) = (here.plus(there).scaled(half), here.plus(there.scaled(-1.0)).scaled(half));
        (sum, Complex { re: difference.im, im: -difference.re })
    }

    /// What the part's number does not exceed, whatever is taken.
    fn bound(&self, at: usize) -> f64 {
        let (stays, falls) = self.stays_and_falls(at);
        stays.size() + falls.size() + 2.0 * self.near_in_all
    }

    /// Makes ready for one frequency.
    fn reduce(&mut self, circle: &Circle, at: usize) {
        let (stays, mut falls) = self.stays_and_falls(at);
        let back = circle.root(at, 1).conjugate();
        let least = circle.root(at, self.least);
        self.reduced.clear();
        self.before.clear();
        let (mut sum, mut weighted) = (Complex::ZERO, Complex::ZERO);
        let mut number = stays.plus(falls);
        let mut fallen = 0.0;
        // The last one is followed by its sums only.
        let near = self.near.iter().map(Some).chain([None]);
        for (place, weight) in near.enumerate() {
            self.reduced.push(number);
            self.before.push((sum, weighted));
            sum = sum.plus(number);
            weighted = weighted.plus(number.scaled(place as f64));
            if let Some(weight) = weight {
                fallen += weight;
                falls = falls.times(back).plus(least.scaled(-weight));
                number = stays.plus(falls).plus(least.scaled(fallen));
            }
        }
        self.before.push((sum, weighted));
    }

    /// The part's number when so much is taken.
    fn number(&self, by: &By) -> Complex {
        let nothing = (Complex::ZERO, Complex::ZERO);
        match by {
            By::Certain(by) => self.reduced.get(*by).copied().unwrap_or(Complex::ZERO),
            By::Line { from, to, at_0, slope } => {
                let (sum, weighted) = self.before.get(to + 1).copied().unwrap_or(nothing);
                let (sum_before, weighted_before) = self.before.get(*from).copied().unwrap_or(nothing);
                let sum = sum.plus(sum_before.scaled(-1.0));
                let weighted = weighted.plus(weighted_before.scaled(-1.0));
                sum.scaled(*at_0).plus(weighted.scaled(*slope))
            }
            By::Listed { from, weights } => {
                let numbers = self.reduced.iter().skip(*from).zip(weights.iter());
                numbers.fold(Complex::ZERO, |sum, (number, weight)| sum.plus(number.scaled(*weight)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduced::left;
    use crate::{Die, Floats, Odds, Reading, Weights};

    fn roll(die: Die) -> Total<f64> {
        Odds::new(Floats).roll("die", die)
    }

    /// Value by value.
    fn by_hand(terms: &[Term<f64>], size: usize) -> Vec<f64> {
        let mut sum = vec![0.0; size];
        for (weight, parts) in terms {
            let mut total = vec![*weight];
            for part in parts {
                let mut remains = vec![0.0; 1 + part.whole.last() as usize];
                for (whole, x) in part.whole.entries(&Floats) {
                    for (by, y) in part.by.entries(&Floats) {
                        remains[left(whole, by, part.least) as usize] += x * y;
                    }
                }
                total = Floats.convolve(&total, &remains);
            }
            for (slot, weight) in sum.iter_mut().zip(total) {
                *slot += weight;
            }
        }
        sum
    }

    /// Parts that mostly fall to the least, that never do, and that start below it.
    #[test]
    fn spectra_agree_with_adding_up() {
        let wholes = [
            (roll(Die::Dice { count: 4, sides: 90 }), 1),
            (roll(Die::Range { from: 200, to: 500 }), 1),
            (roll(Die::Highest { count: 2, from: 0, to: 300 }), 5),
        ];
        let by = |kind: usize, at: i64| match kind {
            0 => roll(Die::fixed(at)),
            1 => roll(Die::Lowest { count: 2, from: 0, to: at }),
            2 => roll(Die::Range { from: at / 2, to: at }),
            _ => roll(Die::Dice { count: 3, sides: at as u32 / 3 + 1 }),
        };
        for kinds in [[0, 0, 0], [0, 1, 2], [1, 1, 1], [3, 2, 0], [3, 3, 3]] {
            let term = |at: i64| {
                let parts = wholes.iter().zip(kinds).map(|((whole, least), kind)| Reduced {
                    label: "left".into(),
                    whole: whole.clone(),
                    by: by(kind, at),
                    least: *least,
                });
                (1.0 / 200.0, parts.collect())
            };
            let terms: Vec<Term<f64>> = (0..200).map(term).collect();
            let quick = Mixture::of(&terms).unwrap().total();
            let slow = by_hand(&terms, 1200);
            for (value, slow) in (0..).zip(&slow) {
                let quick = quick.weight_of(value).unwrap_or_default();
                assert!((quick - slow).abs() < 1e-15, "{kinds:?} at {value}: {quick} {slow}");
            }
        }
    }

    #[test]
    fn only_much_is_worth_it() {
        let long = roll(Die::Dice { count: 9, sides: 100 });
        let part =
            |by| Reduced { label: "left".into(), whole: long.clone(), by: roll(Die::fixed(by)), least: 1 };
        let terms: Vec<Term<f64>> = (0..300).map(|by| (1.0 / 300.0, vec![part(by); 4])).collect();
        assert!(mixture(&terms).is_some());
        assert!(mixture(&terms[..2]).is_none());
        let part =
            |by| Reduced { label: "left".into(), whole: roll(Die::d(6)), by: roll(Die::fixed(by)), least: 1 };
        assert!(mixture(&[(0.5, vec![part(0)]), (0.5, vec![part(1)])]).is_none());
        assert!(mixture(&[(1.0, vec![])]).is_none());
    }
}
