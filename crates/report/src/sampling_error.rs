//! Sampling error of a mean: half-width of the 95 % interval.

/// A normal distribution has 95 % of its values within this many standard deviations of the mean.
const WIDE: f64 = 1.96;

/// The standard deviation of a Bernoulli trial: 1 with this chance, or else 0.
pub fn of_chance(p: f64) -> f64 {
    (p * (1.0 - p)).max(0.0).sqrt()
}

/// Half-width of the 95 % interval of a mean of independent throws: 1.96 s / sqrt(n), s the standard
/// deviation of one throw. By the central limit theorem the coverage approaches 95 % as n grows, more slowly
/// for rare events.
pub fn expected(deviation: f64, throws: usize) -> f64 {
    WIDE * deviation / (throws.max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coverage: the chance that the observed share of hits lies within the interval, a sum of binomial
    /// terms.
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
