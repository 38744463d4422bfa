//! States of a fight between strikes and turns, with the joint weights of the losses of both sides.

use tohit_odds::Weight;
use tohit_odds::number::Number;

/// Joint weights of the losses: a row for each loss of the striker. The losses of a side are those of its bodies in a
/// row.
pub(crate) type JointWeights = Vec<Vec<Weight>>;

/// Joint weights by state, in the order of the states.
pub(crate) struct States<K> {
    /// Losses of the striker, and of the struck side.
    shape: (usize, usize),
    /// Limit of the states.
    most: usize,
    /// True where a state had no room.
    pub(super) is_full: bool,
    pub(crate) all: Vec<(K, JointWeights)>,
}

/// States after a turn: beginning of the next turn, and carried values of the striker.
pub(crate) type NextStates = States<(Number, usize)>;

impl<K> States<K> {
    /// No states yet, for `most` states of a shape.
    pub(super) const fn new(shape: (usize, usize), most: usize) -> Self {
        Self { shape, most, is_full: false, all: Vec::new() }
    }
}

impl<K: Ord> States<K> {
    /// Row of a state, which is added if it is new.
    pub(crate) fn row(&mut self, state: K, striker: usize) -> &mut [Weight] {
        let index = self.all.partition_point(|(known, _)| *known < state);
        if self.all.get(index).is_none_or(|(known, _)| *known != state) {
            if self.all.len() >= self.most {
                self.is_full = true;
                return &mut [];
            }
            let (rows, losses) = self.shape;
            self.all.insert(index, (state, vec![vec![Weight::ZERO; losses]; rows]));
        }
        let pairs = self.all.get_mut(index).and_then(|(_, pairs)| pairs.get_mut(striker));
        pairs.map(Vec::as_mut_slice).unwrap_or_default()
    }
}
