//! Strikes, turns, fights and duels with one face for each die: from a seeded generator, or from a script.

#[cfg(test)]
pub(crate) mod duel_tests;
pub(crate) mod script;
mod strike;
pub(crate) mod trace;
pub(crate) mod turns;
