//! Strikes, turns, fights and duels with one face for each die: from a seeded generator, or from a script.

pub(crate) mod evaluation;
pub(crate) mod script;
mod strike;
pub(crate) mod trace;
pub(crate) mod turns;
