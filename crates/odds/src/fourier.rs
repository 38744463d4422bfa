//! Convolution of long float distributions through a fast Fourier transform.

#[derive(Clone, Copy)]
pub(crate) struct Complex {
    pub(crate) re: f64,
    pub(crate) im: f64,
}

impl Complex {
    pub(crate) const ZERO: Self = Self { re: 0.0, im: 0.0 };

    pub(crate) fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn minus(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    /// Times the imaginary unit.
    fn turned(self) -> Self {
        Self { re: -self.im, im: self.re }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    /// So many times itself.
    pub(crate) fn power(self, times: u32) -> Self {
        let below_first = (0..times.checked_ilog2().unwrap_or_default()).rev();
        let power = below_first.fold(self, |power, bit| {
            let square = power.times(power);
            if times >> bit & 1 == 1 { square.times(self) } else { square }
        });
        if times == 0 { Self { re: 1.0, im: 0.0 } } else { power }
    }

    pub(crate) fn scaled(self, by: f64) -> Self {
        Self { re: self.re * by, im: self.im * by }
    }

    pub(crate) fn conjugate(self) -> Self {
        Self { re: self.re, im: -self.im }
    }

    /// The distance from 0.
    pub(crate) fn size(self) -> f64 {
        (self.re * self.re + self.im * self.im).sqrt()
    }
}

/// Both real sequences ride in one complex transform, `a` as its real and `b` as its imaginary part. What comes out below the
/// rounding noise (of either sign) is no probability: it becomes 0.
pub(crate) fn convolve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let size = a.len() + b.len() - 1;
    let padded = size.next_power_of_two();
    let mut points = vec![Complex::ZERO; padded];
    for (point, x) in points.iter_mut().zip(a) {
        point.re = *x;
    }
    for (point, y) in points.iter_mut().zip(b) {
        point.im = *y;
    }
    let turns = Turns::of(&first_roots(padded, padded / 4), padded);
    turns.forward(&mut points);
    // With Z = A + iB: 4i A B = Z(k)² - conj(Z(-k))².
    each_with_its_mirror(&mut points, |z, mirror| {
        let mirror = mirror.conjugate();
        let difference = z.times(z).minus(mirror.times(mirror));
        Complex { re: difference.im / 4.0, im: -difference.re / 4.0 }
    });
    turns.backward(&mut points);
    let scale = 1.0 / padded as f64;
    let noise = f64::EPSILON * f64::from(padded.ilog2()) * norm(a) * norm(b);
    let sums = points.iter().take(size).map(|point| point.re * scale);
    sums.map(|sum| if sum > noise { sum } else { 0.0 }).collect()
}

/// The length of a list as a vector.
pub(crate) fn norm(values: &[f64]) -> f64 {
    values.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Changes each point of a scrambled spectrum together with the one of the opposite frequency. Those of the frequencies 0 and half the size are
/// their own; the others stand mirrored within each stretch from a power of two to the next.
fn each_with_its_mirror(points: &mut [Complex], change: impl Fn(Complex, Complex) -> Complex) {
    let Some((zero, mut rest)) = points.split_first_mut() else { return };
    *zero = change(*zero, *zero);
    let mut stretch = 1;
    while !rest.is_empty() {
        let (these, others) = rest.split_at_mut(stretch);
        if let [half] = these {
            *half = change(*half, *half);
        }
        let (firsts, lasts) = these.split_at_mut(stretch / 2);
        if stretch > 1 {
            for (z, mirror) in firsts.iter_mut().zip(lasts.iter_mut().rev()) {
                (*z, *mirror) = (change(*z, *mirror), change(*mirror, *z));
            }
        }
        stretch *= 2;
        rest = others;
    }
}

/// The first half of the roots of unity.
pub(crate) fn roots_of_unity(size: usize) -> Vec<Complex> {
    first_roots(size, size / 2)
}

/// The first roots of unity, each the product of a coarse and a fine one: so few series are summed.
pub(crate) fn first_roots(size: usize, count: usize) -> Vec<Complex> {
    let mut roots = vec![Complex { re: 1.0, im: 0.0 }; count];
    turn(&mut roots, size, |root| root);
    roots
}

/// Turns each point by its root of unity, or by what is made of that.
pub(crate) fn turn(points: &mut [Complex], size: usize, make: impl Fn(Complex) -> Complex) {
    const FINE: usize = 1024;
    let fine: Vec<Complex> = (0..FINE.min(points.len())).map(|k| root(k, size)).collect();
    for (points, place) in points.chunks_mut(FINE).zip((0..).step_by(FINE)) {
        let coarse = root(place, size);
        for (point, fine) in points.iter_mut().zip(&fine) {
            *point = point.times(make(coarse.times(*fine)));
        }
    }
}

/// The root of unity at so many steps of a circle of `size`, clockwise.
fn root(k: usize, size: usize) -> Complex {
    // Folded into the first eighth of the circle in whole numbers, which loses nothing.
    let (quarters, rest) = (4 * k / size, 4 * k % size);
    let is_late = 2 * rest > size;
    let angle = core::f64::consts::FRAC_PI_2 * if is_late { size - rest } else { rest } as f64 / size as f64;
    let (sine, cosine) = (angle * series(angle * angle, 2), series(angle * angle, 1));
    let (re, im) = if is_late { (sine, -cosine) } else { (cosine, -sine) };
    (0..quarters).fold(Complex { re, im }, |root, _| Complex { re: root.im, im: -root.re })
}

/// The series of the cosine (from 1) or of the sine over its angle (from 2), of the angle's square, which is at most that of an eighth of a circle: these
/// terms are all that a float can hold of it.
fn series(square: f64, from: u32) -> f64 {
    let factors = (from..18).step_by(2).rev().map(|n| f64::from(n * (n + 1)));
    factors.fold(1.0, |sum, factor| 1.0 - square / factor * sum)
}

/// A transform in place, both in the order of the frequencies.
pub(crate) fn transform(points: &mut [Complex], roots: &[Complex]) {
    Turns::of(roots, points.len()).forward(points);
    let shift = (usize::BITS - points.len().ilog2()).min(usize::BITS - 1);
    for i in 0..points.len() {
        let j = i.reverse_bits() >> shift;
        if i < j {
            points.swap(i, j);
        }
    }
}

/// The roots that each level of a transform needs side by side: the whole, its quarters, theirs and so on.
pub(crate) struct Turns(Vec<Vec<Complex>>);

impl Turns {
    /// For a transform of `size` points, a power of two, from at least a quarter of the roots of unity of that size.
    pub(crate) fn of(roots: &[Complex], size: usize) -> Self {
        let sizes = core::iter::successors(Some(size), |size| Some(size / 4));
        let level = |(level, size): (u32, usize)| {
            roots.iter().step_by(4usize.pow(level)).take(size / 4).copied().collect()
        };
        Self((0..).zip(sizes.take_while(|size| *size >= 4)).map(level).collect())
    }

    /// Leaves the spectrum scrambled: the bits of its places are reversed.
    fn forward(&self, points: &mut [Complex]) {
        split(points, &self.0);
    }

    /// From a scrambled spectrum back, times the number of points.
    fn backward(&self, points: &mut [Complex]) {
        unite(points, &self.0);
    }
}

/// There and back, times the number of points, with each point of the spectrum changed in between, while it is near. The number of points is a power of two, or
/// three times one.
pub(crate) fn there_and_back(points: &mut [Complex], change: &impl Fn(Complex) -> Complex) {
    let size = points.len();
    let turns = |size: usize| Turns::of(&first_roots(size, size / 4), size);
    if !size.is_multiple_of(3) {
        return split_and_unite(points, &turns(size).0, change);
    }
    let (third, roots) = (size / 3, first_roots(size, size / 3));
    let turns = turns(third);
    split_in_three(points, &roots);
    for third in points.chunks_mut(third) {
        split_and_unite(third, &turns.0, change);
    }
    unite_three(points, &roots);
}

/// A third of a circle.
const THIRD: Complex = Complex { re: -0.5, im: -SINE };
/// The sine of a third of a circle.
const SINE: f64 = 0.866_025_403_784_438_6;

fn split_in_three(points: &mut [Complex], roots: &[Complex]) {
    let (first, others) = points.split_at_mut(points.len() / 3);
    let (second, third) = others.split_at_mut(first.len());
    for (((a, b), c), turn) in first.iter_mut().zip(second).zip(third).zip(roots) {
        let (left, right) = (THIRD, THIRD.conjugate());
        let sums = [
            a.plus(*b).plus(*c),
            a.plus(b.times(left)).plus(c.times(right)).times(*turn),
            a.plus(b.times(right)).plus(c.times(left)).times(*turn).times(*turn),
        ];
        [*a, *b, *c] = sums;
    }
}

/// The same backwards.
fn unite_three(points: &mut [Complex], roots: &[Complex]) {
    let (first, others) = points.split_at_mut(points.len() / 3);
    let (second, third) = others.split_at_mut(first.len());
    for (((a, b), c), turn) in first.iter_mut().zip(second).zip(third).zip(roots) {
        let (left, right) = (THIRD, THIRD.conjugate());
        let turn = turn.conjugate();
        let (once, twice) = (b.times(turn), c.times(turn).times(turn));
        let sums = [
            a.plus(once).plus(twice),
            a.plus(once.times(right)).plus(twice.times(left)),
            a.plus(once.times(left)).plus(twice.times(right)),
        ];
        [*a, *b, *c] = sums;
    }
}

type Quarters<'a> = [&'a mut [Complex]; 4];

fn quarters(points: &mut [Complex]) -> Quarters<'_> {
    let (low, high) = points.split_at_mut(points.len() / 2);
    let (a, b) = low.split_at_mut(low.len() / 2);
    let (c, d) = high.split_at_mut(high.len() / 2);
    [a, b, c, d]
}

/// The last level, where only two points are left; of one, nothing is to be done.
fn pair(points: &mut [Complex]) {
    if let [a, b] = points {
        (*a, *b) = (a.plus(*b), a.minus(*b));
    }
}

/// The last two levels, where only four points are left: none is turned.
fn split_four([a, b, c, d]: [Complex; 4]) -> [Complex; 4] {
    let (even, odd) = (a.plus(c), b.plus(d));
    let (left, right) = (a.minus(c), b.minus(d).turned());
    [even.plus(odd), even.minus(odd), left.minus(right), left.plus(right)]
}

/// The same backwards.
fn unite_four([a, b, c, d]: [Complex; 4]) -> [Complex; 4] {
    let (even, odd) = (a.plus(b), a.minus(b));
    let (left, right) = (c.plus(d), c.minus(d).turned());
    [even.plus(left), odd.plus(right), even.minus(left), odd.minus(right)]
}

/// One quarter after the other, so that most of the work is done near by.
fn split(points: &mut [Complex], levels: &[Vec<Complex>]) {
    let Some((turns, rest)) = levels.split_first() else { return pair(points) };
    if let Ok(four) = <&mut [Complex; 4]>::try_from(&mut *points) {
        *four = split_four(*four);
        return;
    }
    split_level(points, turns);
    for quarter in quarters(points) {
        split(quarter, rest);
    }
}

fn unite(points: &mut [Complex], levels: &[Vec<Complex>]) {
    let Some((turns, rest)) = levels.split_first() else { return pair(points) };
    if let Ok(four) = <&mut [Complex; 4]>::try_from(&mut *points) {
        *four = unite_four(*four);
        return;
    }
    for quarter in quarters(points) {
        unite(quarter, rest);
    }
    unite_level(points, turns);
}

fn split_and_unite(points: &mut [Complex], levels: &[Vec<Complex>], change: &impl Fn(Complex) -> Complex) {
    let Some((turns, rest)) = levels.split_first() else {
        pair(points);
        points.iter_mut().for_each(|point| *point = change(*point));
        return pair(points);
    };
    if let Ok(four) = <&mut [Complex; 4]>::try_from(&mut *points) {
        *four = unite_four(split_four(*four).map(change));
        return;
    }
    split_level(points, turns);
    for quarter in quarters(points) {
        split_and_unite(quarter, rest, change);
    }
    unite_level(points, turns);
}

/// Two levels at once (radix 4).
fn split_level(points: &mut [Complex], turns: &[Complex]) {
    let [a, b, c, d] = quarters(points);
    for (((a, b), (c, d)), turn) in a.iter_mut().zip(b).zip(c.iter_mut().zip(d)).zip(turns) {
        let (even, odd) = (a.plus(*c), b.plus(*d));
        let (left, right) = (a.minus(*c), b.minus(*d).turned());
        let twice = turn.times(*turn);
        *a = even.plus(odd);
        *b = even.minus(odd).times(twice);
        *c = left.minus(right).times(*turn);
        *d = left.plus(right).times(*turn).times(twice);
    }
}

/// The same backwards.
fn unite_level(points: &mut [Complex], turns: &[Complex]) {
    let [a, b, c, d] = quarters(points);
    for (((a, b), (c, d)), turn) in a.iter_mut().zip(b).zip(c.iter_mut().zip(d)).zip(turns) {
        let turn = turn.conjugate();
        let twice = turn.times(turn);
        let (odd, left, right) = (b.times(twice), c.times(turn), d.times(turn).times(twice));
        let (even, odd) = (a.plus(odd), a.minus(odd));
        let (left, right) = (left.plus(right), left.minus(right).turned());
        *a = even.plus(left);
        *c = even.minus(left);
        *b = odd.plus(right);
        *d = odd.minus(right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// To the last bit or two; what they are compared with is as exact.
    #[test]
    fn roots_are_exact() {
        let near = |a: Complex, b: Complex, most: f64| a.minus(b).size() <= most * f64::EPSILON;
        for size in [1, 2, 3, 8, 12, 1024, 3 << 12, 1 << 20] {
            for k in (0..size).step_by(size / 1000 + 1) {
                let found = root(k, size);
                assert!((found.size() - 1.0).abs() <= f64::EPSILON, "{k} of {size}");
                assert!(near(found.times(found), root(2 * k % size, size), 2.0), "{k} of {size}");
                if 4 * k <= size {
                    let (sine, cosine) = (core::f64::consts::TAU * k as f64 / size as f64).sin_cos();
                    assert!(near(found, Complex { re: cosine, im: -sine }, 2.0), "{k} of {size}");
                }
            }
        }
        assert!((root(1, 8).re - 0.5f64.sqrt()).abs() < f64::EPSILON);
        assert_eq!((root(1, 4).re, root(1, 4).im), (0.0, -1.0));
    }

    /// Against the sum that defines it, for both kinds of sizes.
    #[test]
    fn transforms_are_what_they_are_called() {
        for size in [1usize, 2, 4, 8, 16, 32] {
            let points: Vec<Complex> =
                (0..size).map(|i| Complex { re: ((i * 7) % 5) as f64, im: ((i * 3) % 4) as f64 }).collect();
            let roots = roots_of_unity(size);
            let mut spectrum = points.clone();
            transform(&mut spectrum, &roots);
            for (k, found) in spectrum.iter().enumerate() {
                let sum = points.iter().enumerate().fold(Complex::ZERO, |sum, (place, point)| {
                    let (im, re) =
                        (-core::f64::consts::TAU * (k * place % size) as f64 / size as f64).sin_cos();
                    sum.plus(point.times(Complex { re, im }))
                });
                assert!(sum.minus(*found).size() < 1e-13, "{size} {k}");
            }
            let turns = Turns::of(&roots, size);
            let mut back = points.clone();
            turns.forward(&mut back);
            turns.backward(&mut back);
            for (point, back) in points.iter().zip(&back) {
                assert!(point.scaled(size as f64).minus(*back).size() < 1e-12, "{size}");
            }
        }
    }

    /// The square of each frequency is a sum of products of points, also where their number has a factor of three.
    #[test]
    fn there_and_back_is_a_round_trip() {
        for size in [1usize, 2, 3, 4, 6, 8, 12, 24, 48, 96] {
            let points: Vec<Complex> =
                (0..size).map(|i| Complex { re: ((i * 7) % 5) as f64, im: ((i * 3) % 4) as f64 }).collect();
            let mut squared = points.clone();
            there_and_back(&mut squared, &|point| point.power(2).scaled(1.0 / size as f64));
            for (place, found) in squared.iter().enumerate() {
                let products = points.iter().enumerate().map(|(i, point)| {
                    let other = points[(place + size - i) % size];
                    point.times(other)
                });
                let sum = products.fold(Complex::ZERO, Complex::plus);
                assert!(sum.minus(*found).size() < 1e-11, "{size} {place}");
            }
        }
    }

    #[test]
    fn agrees_with_multiplying_out() {
        let a: Vec<f64> = (0..700).map(|i| f64::from((i * 37) % 101) / 35_000.0).collect();
        let b: Vec<f64> = (0..333).map(|i| f64::from((i * 53) % 89) / 15_000.0).collect();
        let mut slow = vec![0.0; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                slow[i + j] += x * y;
            }
        }
        for (quick, slow) in convolve(&a, &b).iter().zip(&slow) {
            assert!((quick - slow).abs() < 1e-15, "{quick} {slow}");
        }
    }
}
