//! The generator behind a seed.

/// PCG XSH RR 64/32 (O'Neill, pcg-random.org), on its default stream. A seed that somebody shares must throw the same dice for ever, so the generator
/// is named and written out here.
#[derive(Clone, Debug)]
pub struct Pcg {
    state: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Pcg {
    /// The generator that `seed` starts.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut pcg = Self { state: seed.wrapping_add(INCREMENT) };
        pcg.next();
        pcg
    }

    fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    fn next_long(&mut self) -> u64 {
        u64::from(self.next()) << 32 | u64::from(self.next())
    }

    /// A whole number from 0 to `bound - 1`, each equally likely; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound <= 1 {
            return 0;
        }
        // The numbers below 2⁶⁴ mod bound are drawn again, so that as many are left for each value.
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let drawn = self.next_long();
            if drawn >= surplus {
                return drawn % bound;
            }
        }
    }

    /// A whole number between the ends, both included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        let (low, high) = (from.min(to), from.max(to));
        low.wrapping_add_unsigned(self.below(high.abs_diff(low).saturating_add(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_generator() {
        // State after seeding with 42 on the default increment, followed by hand from the reference definition.
        let mut pcg = Pcg::new(42);
        let mut state: u64 = 42u64.wrapping_add(INCREMENT).wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        for _ in 0..5 {
            let word = ((state ^ (state >> 18)) >> 27) as u32;
            let turn = (state >> 59) as u32;
            assert_eq!(pcg.next(), word >> turn | word << (turn.wrapping_neg() & 31));
            state = state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        }
    }

    #[test]
    fn a_seed_throws_the_same_for_ever() {
        let mut pcg = Pcg::new(7);
        let thrown: Vec<i64> = (0..12).map(|_| pcg.between(1, 20)).collect();
        let mut again = Pcg::new(7);
        assert_eq!(thrown, (0..12).map(|_| again.between(1, 20)).collect::<Vec<_>>());
        assert!(thrown.iter().all(|face| (1..=20).contains(face)));
    }
}
