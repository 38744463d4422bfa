//! Results of a duel.

use crate::odds::CountDistribution;
use tohit_odds::{Arithmetic, Weight};

/// Result of a duel.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Probability that the defender falls and the attacker stands.
    pub win: Weight,
    /// Probability that the attacker falls and the defender stands.
    pub lose: Weight,
    /// Probability that both fall.
    pub both: Weight,
    /// Round in which the duel ends, each one of the game's normal turns; the rest ends later, or never.
    pub rounds: CountDistribution,
    /// Hit points left of the attacker and of the defender, 0 if they fell; of an open duel those at the end
    /// of the list.
    pub left: [CountDistribution; 2],
    /// Bodies left of the attacker and of the defender, where a side has several.
    pub bodies: [Option<CountDistribution>; 2],
}

/// Losses of a side that survives the duel.
pub(crate) struct Survivors {
    points: i64,
    /// Bodies, and the number of losses of each.
    of: (usize, usize),
    /// Weights by loss.
    survives: Vec<Weight>,
}

impl Survivors {
    pub(crate) const fn new(points: i64, of: (usize, usize)) -> Self {
        Self { points, of, survives: Vec::new() }
    }

    /// Adds weights by loss, times a scale.
    pub(crate) fn stands(&mut self, by_loss: &[Weight], scale: Weight, arith: &Arithmetic) {
        if self.survives.len() < by_loss.len() {
            self.survives.resize(by_loss.len(), Weight::ZERO);
        }
        arith.pour(&mut self.survives, by_loss, scale);
    }

    /// Hit points left of all bodies together; the side falls with this probability.
    pub(crate) fn left(&self, falls: Weight, arith: &Arithmetic) -> CountDistribution {
        let of = |lost: usize| {
            let (bodies, each) = self.of;
            let others = bodies.saturating_sub(lost / each.max(1) + 1);
            let left = self.points.saturating_sub_unsigned((lost % each.max(1)) as u64);
            self.points.saturating_mul(i64::try_from(others).unwrap_or(i64::MAX)).saturating_add(left.max(0))
        };
        self.distribution(falls, &of, arith)
    }

    /// Standing bodies of a side that has several; it falls with this probability.
    pub(crate) fn bodies(&self, falls: Weight, arith: &Arithmetic) -> Option<CountDistribution> {
        let (bodies, each) = self.of;
        let of = |lost: usize| i64::try_from(bodies.saturating_sub(lost / each.max(1))).unwrap_or(i64::MAX);
        (bodies > 1).then(|| self.distribution(falls, &of, arith))
    }

    fn distribution(
        &self,
        falls: Weight,
        of: &dyn Fn(usize) -> i64,
        arith: &Arithmetic,
    ) -> CountDistribution {
        let mut values = vec![(0, falls)];
        // Largest losses first: the least is left.
        for (lost, weight) in self.survives.iter().enumerate().rev() {
            let (left, weight) = (of(lost), *weight);
            match values.last_mut() {
                Some((known, sum)) if *known >= left => *sum = arith.add(*sum, weight),
                _ => values.push((left, weight)),
            }
        }
        values.retain(|(_, weight)| !weight.is_zero());
        CountDistribution { values, rest: None }
    }
}
