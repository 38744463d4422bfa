//! Enumeration of the ways in which the draws of a run can fall, by backtracking over the last draw.

use std::collections::BTreeMap;
use tohit_odds::Fraction;

/// Most ways of one run; a text with more is too large for this reference.
const MOST_WAYS: usize = 2_000_000;

/// Draws of one run: for each the option that it takes, and the number of its options.
#[derive(Default)]
pub(crate) struct Draws {
    path: Vec<(usize, usize)>,
    place: usize,
    share: Option<Fraction>,
    /// True where an endless roll is beyond its truncation.
    is_cut: bool,
}

impl Draws {
    /// Takes one of several options with their probabilities.
    pub(crate) fn take<T: Clone>(&mut self, options: &[(T, Fraction)]) -> T {
        if let [(only, _)] = options {
            return only.clone();
        }
        if self.place == self.path.len() {
            self.path.push((0, options.len()));
        }
        let (value, share) = options[self.path[self.place].0].clone();
        self.place += 1;
        self.share = Some(self.share.take().map_or(share.clone(), |all| all * share));
        value
    }

    /// Drops this way.
    pub(crate) const fn cut(&mut self) {
        self.is_cut = true;
    }
}

/// Distribution of the results of a run, without the ways beyond the truncation of endless rolls: the sum is
/// then less than 1.
pub(crate) fn distribution<T: Ord>(mut run: impl FnMut(&mut Draws) -> T) -> Vec<(T, Fraction)> {
    let mut draws = Draws::default();
    let mut all: BTreeMap<T, Fraction> = BTreeMap::new();
    for _ in 0..MOST_WAYS {
        (draws.place, draws.share, draws.is_cut) = (0, None, false);
        let value = run(&mut draws);
        let share = draws.share.take().unwrap_or_else(Fraction::one);
        if !draws.is_cut {
            *all.entry(value).or_insert_with(Fraction::zero) += share;
        }
        // The next way: the last draw with another option takes it.
        while draws.path.last().is_some_and(|(taken, options)| taken + 1 == *options) {
            draws.path.pop();
        }
        match draws.path.last_mut() {
            Some((taken, _)) => *taken += 1,
            None => return all.into_iter().collect(),
        }
    }
    panic!("too many ways to walk through")
}
