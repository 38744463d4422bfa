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

    pub(crate) fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
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
    let roots = roots_of_unity(padded);
    transform(&mut points, &roots);
    // With Z = A + iB: 4i A B = Z(k)² - conj(Z(-k))². The transform of the conjugate runs the inverse.
    let mirrored = points.iter().take(1).chain(points.iter().skip(1).rev());
    let mut product: Vec<Complex> = points
        .iter()
        .zip(mirrored)
        .map(|(z, m)| {
            let (z, m) = (z.times(*z), Complex { re: m.re, im: -m.im });
            let m = m.times(m);
            let (re, im) = (z.re - m.re, z.im - m.im);
            Complex { re: im / 4.0, im: re / 4.0 }
        })
        .collect();
    transform(&mut product, &roots);
    let scale = 1.0 / padded as f64;
    let norm = |values: &[f64]| values.iter().map(|x| x * x).sum::<f64>().sqrt();
    let noise = f64::EPSILON * f64::from(padded.ilog2()) * norm(a) * norm(b);
    product
        .iter()
        .take(size)
        .map(|point| point.re * scale)
        .map(|sum| if sum > noise { sum } else { 0.0 })
        .collect()
}

pub(crate) fn roots_of_unity(size: usize) -> Vec<Complex> {
    let step = -core::f64::consts::TAU / size as f64;
    (0..size / 2).map(|k| (step * k as f64).sin_cos()).map(|(im, re)| Complex { re, im }).collect()
}

pub(crate) fn transform(points: &mut [Complex], roots: &[Complex]) {
    let size = points.len();
    let shift = usize::BITS - size.ilog2();
    for i in 0..size {
        let j = i.reverse_bits() >> shift.min(usize::BITS - 1);
        if i < j {
            points.swap(i, j);
        }
    }
    let mut half = 1;
    while half < size {
        let stride = size / (2 * half);
        // Side by side: picked anew for each block, they would be fetched from all over the memory.
        let turns: Vec<Complex> = roots.iter().step_by(stride).copied().collect();
        for block in points.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for ((x, y), root) in low.iter_mut().zip(high).zip(&turns) {
                let turned = y.times(*root);
                *y = Complex { re: x.re - turned.re, im: x.im - turned.im };
                *x = Complex { re: x.re + turned.re, im: x.im + turned.im };
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
