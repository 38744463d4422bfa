//! How far chance alone lets what many throws come to lie from what is exact.

/// So many standard deviations on either side hold 19 of 20 of what is spread normally.
const WIDE: f64 = 1.96;

/// The standard deviation of a single throw that counts 1 with this chance, and else 0.
pub fn of_chance(p: f64) -> f64 {
    (p * (1.0 - p)).max(0.0).sqrt()
}

/// How far the average of so many throws lies from the exact one at most, 19 times in 20: by 1.96 of its own standard deviations, which are those of a single throw
/// over the root of how many there are. That is so for throws without influence on each other, as these are; that it is 19 in 20 holds the better the more there are, and less for what is rare.
pub fn expected(deviation: f64, throws: usize) -> f64 {
    WIDE * deviation / (throws.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance that the share of so many throws lies no farther from the exact one than that: the terms of the binomial distribution, one by one.
    fn held(p: f64, throws: usize) -> f64 {
        let far = expected(of_chance(p), throws);
        let (mut term, mut sum) = ((1.0 - p).powi(i32::try_from(throws).unwrap()), 0.0);
        for hits in 0..=throws {
            if (hits as f64 / throws as f64 - p).abs() <= far {
                sum += term;
            }
            term *= (throws - hits) as f64 / (hits + 1) as f64 * p / (1.0 - p);
        }
        sum
    }

    #[test]
    fn nineteen_of_twenty_tallies_lie_within_it() {
        for (p, throws) in [(0.5, 1000), (0.25, 1000), (0.05, 1000), (0.01, 1000), (0.02, 11_000)] {
            let held = held(p, throws);
            assert!((0.935..0.965).contains(&held), "{p} of {throws}: {held}");
        }
        assert_eq!(of_chance(0.0) + of_chance(1.0), 0.0);
        assert!((expected(5.5, 1000) - 0.340_89).abs() < 1e-5);
    }
}
