//! Dice for random documents.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use rand::RngExt as _;
use rand_pcg::Pcg32;

/// A seeded generator.
pub struct Pcg(Pcg32);

impl Pcg {
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::new(seed, 0))
    }

    /// From 0 to one less.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.random_range(0..bound)
    }

    /// Both ends included.
    pub fn between(&mut self, from: i64, to: i64) -> i64 {
        self.0.random_range(from..=to)
    }
}
