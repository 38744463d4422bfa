//! A fight as an absorbing Markov chain: its transitions, its forward steps, and its expected visits.

pub(crate) mod absorption;
mod end_of_turn;
pub(crate) mod transition;
pub(crate) mod transitions;
