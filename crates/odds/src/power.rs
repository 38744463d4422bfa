//! The sum of many equal parts by one Fourier transform there and back: at each frequency it is a power of one number.

use crate::fourier::{Complex, norm, there_and_back, turn};

/// What is less likely than this altogether is lost where a float is rounded.
const NOTHING: f64 = f64::EPSILON / 2.0;
/// How many roundings of what goes in the noise of the transforms amounts to (measured: up to 1.2, whatever their length).
const ROUNDING: f64 = 4.0;

/// The place of the first value that can be seen, and the weights from there on, of the sum of `times` parts with these weights.
pub(crate) fn power(part: &[f64], times: u32) -> (usize, Vec<f64>) {
    let Some(first) = part.iter().position(|weight| *weight > 0.0) else { return (0, Vec::new()) };
    let step = common_step(part, first);
    let part: Vec<f64> = part.iter().skip(first).step_by(step).copied().collect();
    let (from, to) = window(&part, times);
    let sums = between(&part, times, from, to);
    let sums = if step == 1 { sums } else { spread(&sums, step) };
    (first * times as usize + from * step, sums)
}

/// All values lie so far from the first one, or a multiple of it.
fn common_step(part: &[f64], first: usize) -> usize {
    let mut step = 0;
    for (place, _) in part.iter().skip(first).enumerate().filter(|(_, weight)| **weight > 0.0) {
        let (mut a, mut b) = (step, place);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        step = a;
        if step == 1 {
            break;
        }
    }
    step.max(1)
}

/// The same with room for the values between.
fn spread(sums: &[f64], step: usize) -> Vec<f64> {
    let mut all = vec![0.0; sums.len().saturating_sub(1) * step + 1];
    for (slot, sum) in all.iter_mut().step_by(step).zip(sums) {
        *slot = *sum;
    }
    all
}

/// Ends beyond which the sum is practically never.
fn window(part: &[f64], times: u32) -> (usize, usize) {
    let last = part.len() - 1;
    let all = last * times as usize;
    (all - upper_end(part.iter().rev(), last, times), upper_end(part.iter(), last, times))
}

/// By Chernoff's bound the sum of n parts exceeds x with a chance of at most M(t)^n e^(-tx) for every t, where M is the part's mean of
/// e^(t value). Values are rounded up to a few thousand, which leaves a bound.
fn upper_end<'a>(part: impl Iterator<Item = &'a f64>, last: usize, times: u32) -> usize {
    const BINS: usize = 4096;
    let width = last / BINS + 1;
    let mut bins = vec![0.0; last / width + 1];
    for (place, weight) in part.enumerate() {
        if let Some(bin) = bins.get_mut(place / width) {
            *bin += weight;
        }
    }
    let n = f64::from(times);
    let all = last as f64 * n;
    let highest = (bins.len() * width) as f64 * n;
    let ends = (-8..24).map(|half_power| {
        let t = core::f64::consts::SQRT_2.powi(half_power) / (last + 1) as f64;
        // Measured from the highest value, so that no power is large.
        let fall = (-t * width as f64).exp();
        let mean = bins.iter().fold(0.0, |mean, weight| mean * fall + weight);
        highest + (n * mean.ln() - NOTHING.ln()) / t
    });
    ends.fold(all, |least, end| if end < least { end.max(0.0) } else { least }).ceil() as usize
}

/// The sum between two values. Half of the sequence are the real and half the imaginary parts of the points; turned by up to a quarter of a circle,
/// these multiply in a ring in which what leaves at the end comes in at the start as if turned by a quarter. So what lies outside of the window may fall
/// into it: it is next to nothing.
fn between(part: &[f64], times: u32, from: usize, to: usize) -> Vec<f64> {
    let half = half_of_size(to - from + 1);
    let mut points = vec![Complex::ZERO; half];
    for (quarter, weights) in part.chunks(half).enumerate() {
        for (point, weight) in points.iter_mut().zip(weights) {
            *(if quarter % 2 == 0 { &mut point.re } else { &mut point.im }) += signed(quarter, *weight);
        }
    }
    turn(&mut points, 4 * half, Complex::conjugate);
    there_and_back(&mut points, &|point| point.power(times));
    let scale = 1.0 / half as f64;
    turn(&mut points, 4 * half, |turn| turn.scaled(scale));
    let mut sums = Vec::with_capacity(to - from + 1);
    for quarter in from / half..=to / half {
        let before = quarter * half;
        let values = from.max(before) - before..(to + 1 - before).min(half);
        let points = points.get(values).unwrap_or_default().iter();
        sums.extend(points.map(|point| signed(quarter, if quarter % 2 == 0 { point.re } else { point.im })));
    }
    let noise = ROUNDING * f64::EPSILON * norm(part) * norm(&sums);
    for sum in &mut sums {
        if *sum <= noise {
            *sum = 0.0;
        }
    }
    sums
}

/// Two quarters on, everything has the other sign.
fn signed(quarter: usize, weight: f64) -> f64 {
    if quarter % 4 < 2 { weight } else { -weight }
}

/// Half of the least size that has room for so many values: a power of two, or three times one.
fn half_of_size(values: usize) -> usize {
    let half = values.div_ceil(2).next_power_of_two();
    if half >= 4 && half / 4 * 3 * 2 >= values { half / 4 * 3 } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Floats, Pcg, Weights};

    fn one_by_one(part: &[f64], times: u32) -> Vec<f64> {
        let mut sum = vec![1.0];
        for _ in 0..times {
            let mut next = vec![0.0; sum.len() + part.len() - 1];
            for (i, x) in sum.iter().enumerate() {
                for (j, y) in part.iter().enumerate() {
                    next[i + j] += x * y;
                }
            }
            sum = next;
        }
        sum
    }

    /// A part of so many values, of which only every `step`th can be.
    fn part(dice: &mut Pcg, values: usize, step: usize) -> Vec<f64> {
        let weights: Vec<f64> = (0..values).map(|_| dice.below(1000) as f64 + 1.0).collect();
        let all: f64 = weights.iter().sum();
        spread(&weights.iter().map(|weight| weight / all).collect::<Vec<_>>(), step)
    }

    #[track_caller]
    fn agrees(part: &[f64], times: u32) {
        let slow = one_by_one(part, times);
        let (from, quick) = power(part, times);
        assert!(from + quick.len() <= slow.len());
        for (value, slow) in slow.iter().enumerate() {
            let quick = value.checked_sub(from).and_then(|place| quick.get(place)).copied().unwrap_or(0.0);
            assert!((quick - slow).abs() < 1e-15, "{value} of {} x {times}: {quick} {slow}", part.len());
        }
        let all: f64 = quick.iter().sum();
        assert!((all - 1.0).abs() < 1e-13, "{all}");
    }

    #[test]
    fn equals_adding_one_by_one() {
        let mut dice = Pcg::new(9);
        for (values, times) in [(1, 1), (1, 5), (2, 1), (2, 7), (3, 2), (17, 6), (100, 20), (300, 3)] {
            agrees(&part(&mut dice, values, 1), times);
        }
        // Only even numbers; and a gap before the first value.
        agrees(&part(&mut dice, 40, 2), 9);
        agrees(&[&[0.0; 7][..], &part(&mut dice, 30, 5)].concat(), 4);
    }

    /// Many parts: most of what could be is never seen, and the transform is shorter than it.
    #[test]
    fn a_window_leaves_out_only_what_cannot_be_seen() {
        let mut dice = Pcg::new(10);
        for values in [10, 60] {
            let part = part(&mut dice, values, 1);
            let all = (values - 1) * 200;
            let (from, to) = window(&part, 200);
            assert!(from > all / 8 && to < all - all / 8, "{from} to {to} of {all}");
            let sum = one_by_one(&part, 200);
            let left_out: f64 = sum.iter().take(from).chain(sum.iter().skip(to + 1)).sum();
            assert!(left_out < f64::EPSILON / 2.0, "{left_out}");
            agrees(&part, 200);
        }
        // What is nearly certain stays visible at the ends.
        agrees(&[0.999, 0.0, 0.0005, 0.0, 0.0005], 12);
        agrees(&[1e-9, 1.0 - 1e-9], 3);
    }

    #[test]
    fn long_powers_equal_doubling() {
        let mut dice = Pcg::new(11);
        let part = part(&mut dice, 3000, 1);
        let two = Floats.convolve(&part, &part);
        let four = Floats.convolve(&two, &two);
        let (from, quick) = power(&part, 4);
        for (value, slow) in four.iter().enumerate() {
            let quick = value.checked_sub(from).and_then(|place| quick.get(place)).copied().unwrap_or(0.0);
            assert!((quick - slow).abs() < 1e-15, "{value}: {quick} {slow}");
        }
    }
}
