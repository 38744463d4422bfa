//! Brute-force reference of the engine. It walks through every throw of a small program and adds fractions.
//! It shares no code with `tohit-engine`: both start from the public [`tohit_compile::program::Program`]. Its
//! tests compare the two with equality, never with a tolerance. Endless rolls are truncated: probabilities
//! lie within exact bounds then, and those that nothing beyond the truncation changes are equal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a reference of tests fails by panicking"
)]

mod duel;
mod expressions;
mod fight;
mod scenario;
mod strike;
mod value;
mod walk;

pub use duel::{DuelOdds, Order, duel};
pub use fight::{FightMeans, fight, fight_means};
pub use scenario::{Beyond, Scenario, Truncation};
pub use strike::{StrikeEnd, TurnOdds, shown, strike, turn};
pub use value::Value;
