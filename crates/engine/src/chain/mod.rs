//! Fight as an absorbing Markov chain: transitions, forward recursion, ends of turns, and expected visits.

pub(crate) mod absorption;
pub(crate) mod squad;
pub(crate) mod states;
pub(crate) mod transition;
pub(crate) mod transitions;
