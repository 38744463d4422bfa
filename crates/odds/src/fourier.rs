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
        let bits = (0..u32::BITS - times.leading_zeros()).rev();
        bits.fold(Self { re: 1.0, im: 0.0 }, |power, bit| {
            let square = power.times(power);
            if times >> bit & 1 == 1 { square.times(self) } else { square }
        })
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
    let turns = Turns::of(&first_roots(padded, padded / 4), 1, padded);
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

/// The first roots of unity, each the product of a coarse and a fine one: so few sines are needed.
pub(crate) fn first_roots(size: usize, count: usize) -> Vec<Complex> {
    const FINE: usize = 1024;
    let step = -core::f64::consts::TAU / size as f64;
    let root = |k: usize| {
        let (im, re) = (step * k as f64).sin_cos();
        Complex { re, im }
    };
    let fine: Vec<Complex> = (0..FINE.min(count)).map(root).collect();
    let coarse = (0..count).step_by(FINE).map(root);
    coarse.flat_map(|coarse| fine.iter().map(move |fine| coarse.times(*fine))).take(count).collect()
}

/// A transform in place, both in the order of the frequencies.
pub(crate) fn transform(points: &mut [Complex], roots: &[Complex]) {
    Turns::of(roots, 1, points.len()).forward(points);
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
    /// For a transform of `size` points, from roots of unity (a quarter of a circle is enough) of which every `stride`th is one of `size`.
    pub(crate) fn of(roots: &[Complex], stride: usize, size: usize) -> Self {
        let sizes = core::iter::successors(Some(size), |size| Some(size / 4));
        let level = |(level, size): (u32, usize)| {
            roots.iter().step_by(stride * 4usize.pow(level)).take(size / 4).copied().collect()
        };
        Self((0..).zip(sizes.take_while(|size| *size >= 4)).map(level).collect())
    }

    /// Leaves the spectrum scrambled: the bits of its places are reversed.
    pub(crate) fn forward(&self, points: &mut [Complex]) {
        split(points, &self.0);
    }

    /// From a scrambled spectrum back, times the number of points.
    pub(crate) fn backward(&self, points: &mut [Complex]) {
        unite(points, &self.0);
    }
}

type Quarters<'a> = [&'a mut [Complex]; 4];

fn quarters(points: &mut [Complex]) -> Quarters<'_> {
    let (low, high) = points.split_at_mut(points.len() / 2);
    let (a, b) = low.split_at_mut(low.len() / 2);
    let (c, d) = high.split_at_mut(high.len() / 2);
    [a, b, c, d]
}

/// Two levels at once (radix 4), and one quarter after the other, so that most of the work is done near by.
fn split(points: &mut [Complex], levels: &[Vec<Complex>]) {
    let Some((turns, rest)) = levels.split_first() else {
        if let [a, b] = points {
            (*a, *b) = (a.plus(*b), a.minus(*b));
        }
        return;
    };
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
    if !rest.is_empty() || points.len() == 8 {
        for quarter in quarters(points) {
            split(quarter, rest);
        }
    }
}

/// The same backwards.
fn unite(points: &mut [Complex], levels: &[Vec<Complex>]) {
    let Some((turns, rest)) = levels.split_first() else {
        if let [a, b] = points {
            (*a, *b) = (a.plus(*b), a.minus(*b));
        }
        return;
    };
    if !rest.is_empty() || points.len() == 8 {
        for quarter in quarters(points) {
            unite(quarter, rest);
        }
    }
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
            let turns = Turns::of(&roots, 1, size);
            let mut back = points.clone();
            turns.forward(&mut back);
            turns.backward(&mut back);
            for (point, back) in points.iter().zip(&back) {
                assert!(point.scaled(size as f64).minus(*back).size() < 1e-12, "{size}");
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
