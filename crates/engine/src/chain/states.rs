//! States of a fight between strikes and turns, with the joint weights of the losses of both sides.

use tohit_odds::Weight;
use tohit_odds::number::Number;

/// Joint weights of the losses: a row for each loss of the striker. The losses of a side are those of its
/// bodies in a row.
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

/// State before a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TurnState {
    /// Beginning of the turn; where time does not matter, 0.
    pub(crate) begins: Number,
    /// Carried values of the striker, by their place.
    pub(crate) carried: usize,
}

/// State before a strike of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StrikeState {
    /// Carried values of the striker, by their place.
    pub(crate) carried: usize,
    /// First strike of the turn against the body that is struck, where strikes count the earlier ones.
    pub(crate) since: usize,
}

/// Row of joint weights.
#[derive(Clone, Copy)]
pub(crate) struct LossRow<'w> {
    /// Loss of the striker.
    pub(crate) striker: usize,
    /// Weights by the loss of the struck side.
    pub(crate) weights: &'w [Weight],
}

/// Sums to which a strike or the end of a turn adds.
pub(crate) struct Successors<'r, K> {
    /// Weights of a struck side that stands.
    pub(crate) stands: &'r mut States<K>,
    /// Weights of the fall of its last body, by the loss of the striker; the last of a striker that falls,
    /// too.
    pub(crate) fallen: &'r mut [Weight],
    /// Weights of the fall of the striker by what it pays, by the loss of a struck side that stands; none
    /// where it cannot fall.
    pub(crate) stopped: &'r mut [Weight],
}

/// Weights of the ends of a turn.
pub(crate) struct TurnEnds {
    /// Fall of the struck side: by strike, and as in [`Successors::fallen`].
    pub(crate) fallen: JointWeights,
    /// Fall of the striker alone, as in [`Successors::stopped`].
    pub(crate) stopped: Vec<Weight>,
}

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
