//! Fight as an absorbing Markov chain: transitions, forward recursion, ends of turns, and expected visits.

pub(crate) mod absorption;
mod end_of_turn;
pub(crate) mod recursion;
pub(crate) mod states;
pub(crate) mod transition;
pub(crate) mod transitions;
