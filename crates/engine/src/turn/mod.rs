//! Turn: its rules, its strikes, the time between two turns, and the odds of a turn.

mod between;
pub(crate) mod evaluator;
pub(crate) mod positions;
pub(crate) mod rules;
