//! The reduced strike of a scenario: the lines that are left, with the names that are live after each.

use crate::joint::factor::has;
use tohit_compile::program::{End, Id, VarId};

/// The strike of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct ReducedStrike {
    pub(crate) steps: Vec<LiveLine>,
    /// The names that are read before a line gives them a value.
    pub(crate) reads: u128,
    /// The names that go by whose strike of the turn it is, and by how many came before.
    pub(crate) by_position: u128,
    pub(crate) criterion: Criterion,
}

/// What is asked of a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Criterion {
    /// Whether it matters by which word it ends, and what is answered of its lines.
    pub(crate) worded: bool,
    /// Whether it matters what is gained.
    pub(crate) gains: bool,
    /// What is carried, and matters to nothing that is asked.
    pub(crate) left_out: u128,
}

/// A line that is gone through.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LiveLine {
    /// Its place among the lines of the mode.
    pub(crate) line: usize,
    /// The names that a later line reads.
    pub(crate) live: u128,
    /// Of names that later lines only ask something of: what is asked.
    pub(crate) asked: Vec<(VarId, Vec<Id>)>,
    /// The names that it reads once, and that no later line reads.
    pub(crate) spent: u128,
}

/// What an end carries on, but for what is left out.
pub(crate) fn next_of(line: &End, left_out: u128) -> impl Iterator<Item = (VarId, Id)> + '_ {
    line.next.iter().copied().filter(move |(slot, _)| !has(left_out, *slot))
}

/// What an end is made of, with its word and what is gained or without.
pub(crate) fn parts_of(line: &End, criterion: Criterion) -> Vec<Id> {
    let word = criterion.worded.then_some(&line.ending);
    let gain = line.gain.iter().filter(|_| criterion.gains);
    let parts = line.when.iter().chain(word).chain(&line.lose).chain(gain);
    parts.copied().chain(next_of(line, criterion.left_out).map(|(_, value)| value)).collect()
}

/// All that an end is made of.
pub(crate) fn every_part(line: &End) -> Vec<Id> {
    parts_of(line, Criterion { worded: true, gains: true, left_out: 0 })
}
