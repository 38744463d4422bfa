//! Dice and their kin: what can be rolled, and how likely each face is.

use crate::weights::Weights;
use core::fmt;

/// One roll whose value is a whole number.
///
/// Odds keep a weight for every value (only a [`Range`](Self::Range) asked for in a stage does without), and a throw shows every die: both take
/// time and room in proportion. Meant are the dice of games, with up to some millions of values; a rule's figures stay far from the ends of `i64`.
///
/// ```
/// use tohit_odds::{Die, Floats};
/// let faces = Die::Highest { count: 2, from: 1, to: 4 }.faces(&Floats);
/// assert_eq!(faces, [(1, 1.0 / 16.0), (2, 3.0 / 16.0), (3, 5.0 / 16.0), (4, 7.0 / 16.0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// Every whole number from one end to the other, both included, equally likely. The ends may stand in
    /// either order; with both the same there is nothing to roll.
    Range {
        /// One end.
        from: i64,
        /// The other end.
        to: i64,
    },
    /// The sum of `count` dice numbered 1 to `sides`. No dice make 0; a die without sides always shows 1.
    Dice {
        /// How many dice.
        count: u32,
        /// Sides of each.
        sides: u32,
    },
    /// The best of `count` rolls of a range: the one nearest to `to`.
    Highest {
        /// How many rolls; none counts as one.
        count: u32,
        /// The worst face.
        from: i64,
        /// The best face.
        to: i64,
    },
    /// The worst of `count` rolls of a range: the one nearest to `from`.
    Lowest {
        /// How many rolls; none counts as one.
        count: u32,
        /// The worst face.
        from: i64,
        /// The best face.
        to: i64,
    },
    /// The centre-weighted whole number `from + trunc((U + V) n / 2)` with U and V uniform on [0, 1) and n the
    /// number of faces, read from `from` towards `to`.
    Centred {
        /// The first face.
        from: i64,
        /// The last face.
        to: i64,
    },
}

impl Die {
    /// The plain die 1 to `sides`; one without sides always shows 1.
    #[must_use]
    pub const fn d(sides: u32) -> Self {
        Self::Range { from: 1, to: if sides == 0 { 1 } else { sides as i64 } }
    }

    /// A value that is not rolled.
    #[must_use]
    pub const fn fixed(value: i64) -> Self {
        Self::Range { from: value, to: value }
    }

    /// The smallest and the largest value.
    #[must_use]
    pub fn ends(self) -> (i64, i64) {
        match self {
            Self::Range { from, to }
            | Self::Highest { from, to, .. }
            | Self::Lowest { from, to, .. }
            | Self::Centred { from, to } => (from.min(to), from.max(to)),
            Self::Dice { count, sides } => {
                let count = i64::from(count);
                (count, count.saturating_mul(i64::from(sides.max(1))))
            }
        }
    }

    /// The only value, where there is just one: such a die is not rolled.
    #[must_use]
    pub fn only(self) -> Option<i64> {
        let (low, high) = self.ends();
        (low == high).then_some(low)
    }

    /// Whether of several rolls one is kept.
    pub(crate) fn keeps_one(self) -> bool {
        matches!(self, Self::Highest { .. } | Self::Lowest { .. })
    }

    /// Every value with its weight, from the smallest to the largest.
    pub fn faces<F: Weights>(self, weights: &F) -> Vec<(i64, F::Weight)> {
        let (low, _) = self.ends();
        let value = |place: usize| low.saturating_add_unsigned(place as u64);
        self.weights(weights).into_iter().enumerate().map(|(place, weight)| (value(place), weight)).collect()
    }

    /// The weights alone, from the smallest value to the largest.
    pub fn weights<F: Weights>(self, weights: &F) -> Vec<F::Weight> {
        let (low, high) = self.ends();
        let size = high.abs_diff(low).saturating_add(1);
        match self {
            Self::Range { .. } => uniform(weights, size),
            Self::Dice { count, sides } => sum_of_dice(weights, count, sides),
            Self::Highest { count, from, to } => best_of(weights, count, size, from <= to),
            Self::Lowest { count, from, to } => best_of(weights, count, size, from > to),
            Self::Centred { .. } => centred(weights, size),
        }
    }
}

fn uniform<F: Weights>(weights: &F, size: u64) -> Vec<F::Weight> {
    let each = weights.ratio(1, size);
    (0..size).map(|_| each).collect()
}

/// P(best = k of 1..n) = (k^c - (k-1)^c) / n^c, as a sum of positive terms: nothing cancels.
fn best_of<F: Weights>(weights: &F, count: u32, size: u64, ascending: bool) -> Vec<F::Weight> {
    let count = count.max(1);
    let each = weights.ratio(1, size);
    let mut faces: Vec<_> = (1..=size)
        .map(|k| {
            let terms = all_products(weights, weights.ratio(k, size), weights.ratio(k - 1, size), count);
            weights.mul(terms, each)
        })
        .collect();
    if !ascending {
        faces.reverse();
    }
    faces
}

/// The sum of x^i y^j over all i + j = count - 1, by doubling: S(2m) = S(m) (x^m + y^m), S(m + 1) = S(m) x + y^m.
fn all_products<F: Weights>(weights: &F, x: F::Weight, y: F::Weight, count: u32) -> F::Weight {
    let (mut sum, mut x_power, mut y_power) = (weights.zero(), weights.one(), weights.one());
    for bit in (0..u32::BITS - count.leading_zeros()).rev() {
        sum = weights.mul(sum, weights.add(x_power, y_power));
        x_power = weights.mul(x_power, x_power);
        y_power = weights.mul(y_power, y_power);
        if count >> bit & 1 == 1 {
            sum = weights.add(weights.mul(sum, x), y_power);
            x_power = weights.mul(x_power, x);
            y_power = weights.mul(y_power, y);
        }
    }
    sum
}

/// The share of the face at `place` of n, out of n²: 2, 6, 10 ... from both edges; the middle of an odd n has 2n - 1.
pub(crate) fn centred_share(place: u64, size: u64) -> u64 {
    let from_edge = place.min((size - 1).saturating_sub(place));
    let middle = size % 2 == 1 && place == size / 2;
    if middle { size.saturating_mul(2) - 1 } else { from_edge.saturating_mul(4) + 2 }
}

fn centred<F: Weights>(weights: &F, size: u64) -> Vec<F::Weight> {
    let square = size.saturating_mul(size);
    (0..size).map(|place| weights.ratio(centred_share(place, size), square)).collect()
}

fn sum_of_dice<F: Weights>(weights: &F, count: u32, sides: u32) -> Vec<F::Weight> {
    let sides = sides.max(1) as usize;
    let each = weights.ratio(1, sides as u64);
    let mut sum = vec![weights.one()];
    for _ in 0..count {
        sum = window_sums(weights, &sum, sides);
        for weight in &mut sum {
            *weight = weights.mul(*weight, each);
        }
    }
    sum
}

/// Every sum of `window` neighbours, the ends cut off, by van Herk's blocks: from each block's border the sums run both ways, and a
/// window is one of each. Additions only, so nothing cancels.
pub(crate) fn window_sums<F: Weights>(weights: &F, values: &[F::Weight], window: usize) -> Vec<F::Weight> {
    if let Some(room) = window.checked_sub(values.len()) {
        return wide_window_sums(weights, values, room);
    }
    let size = values.len() + window - 1;
    // In a frame with window - 1 zeros before the values, output i covers frame[i ..= i + window - 1].
    let frame_size = (size + window).next_multiple_of(window);
    let mut frame = vec![weights.zero(); frame_size];
    for (slot, value) in frame.iter_mut().skip(window - 1).zip(values) {
        *slot = *value;
    }
    let mut prefix = frame.clone();
    let mut suffix = frame;
    for block in prefix.chunks_mut(window) {
        let mut sum = weights.zero();
        for slot in block {
            sum = weights.add(sum, *slot);
            *slot = sum;
        }
    }
    for block in suffix.chunks_mut(window) {
        let mut sum = weights.zero();
        for slot in block.iter_mut().rev() {
            sum = weights.add(sum, *slot);
            *slot = sum;
        }
    }
    let last = prefix.iter().skip(window - 1);
    suffix
        .iter()
        .zip(last)
        .take(size)
        .enumerate()
        .map(|(i, (from, to))| if i % window == 0 { *to } else { weights.add(*from, *to) })
        .collect()
}

/// The same where a window has room for all values and for so many more: they enter one by one, all are in, and they leave one by one.
fn wide_window_sums<F: Weights>(weights: &F, values: &[F::Weight], room: usize) -> Vec<F::Weight> {
    let mut sums = vec![weights.zero(); 2 * values.len() + room];
    let (entering, leaving) = sums.split_at_mut(values.len() + room);
    let (mut entered, mut left) = (weights.zero(), weights.zero());
    // Both ways at once: neither sum waits for the other.
    let ends = entering.iter_mut().zip(leaving.iter_mut().rev());
    for ((first, last), (next, final_one)) in ends.zip(values.iter().zip(values.iter().rev())) {
        entered = weights.add(entered, *next);
        *first = entered;
        *last = left;
        left = weights.add(left, *final_one);
    }
    if let Some(all_in) = entering.get_mut(values.len()..) {
        all_in.fill(entered);
    }
    sums.pop();
    sums
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // The best of one roll is that roll.
            Self::Range { from, to }
            | Self::Highest { count: 0 | 1, from, to }
            | Self::Lowest { count: 0 | 1, from, to } => match (from, to) {
                (1, 2..) => write!(f, "1d{to}"),
                _ if from == to => write!(f, "{to}"),
                _ => write!(f, "{from} to {to}"),
            },
            Self::Dice { count, sides } => write!(f, "{count}d{sides}"),
            Self::Highest { count, from, to } => write!(f, "best of {count} rolls of {from} to {to}"),
            Self::Lowest { count, from, to } => write!(f, "worst of {count} rolls of {from} to {to}"),
            Self::Centred { from, to } => write!(f, "{from} to {to}, likelier in the middle"),
        }
    }
}
