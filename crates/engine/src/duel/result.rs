//! Results of a duel.

use crate::odds::CountDistribution;
use tohit_odds::{Arithmetic, Weight};

/// How a duel ends, and when.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The chance that the defender falls and the attacker stands.
    pub win: Weight,
    /// The chance of the reverse.
    pub lose: Weight,
    /// The chance that both fall.
    pub both: Weight,
    /// In which round it ends, of which each is one of the game's usual turns; the rest ends later, or never.
    pub rounds: CountDistribution,
    /// What the attacker and the defender have left in the end, 0 if they fell; where nobody has fallen, what they have left when the list closes.
    pub left: [CountDistribution; 2],
    /// Bodies of the attacker and of the defender that stand in the end, where a side has several.
    pub bodies: [Option<CountDistribution>; 2],
}

/// How one of the two comes out of the duel.
pub(crate) struct Survivors {
    points: i64,
    /// Its bodies, and how many losses of each there are.
    of: (usize, usize),
    /// By what it has lost, where it stands when the duel is over.
    survives: Vec<Weight>,
}

impl Survivors {
    pub(crate) const fn new(points: i64, of: (usize, usize)) -> Self {
        Self { points, of, survives: Vec::new() }
    }

    /// It stands when the duel is over: so likely with each loss, all of them so often.
    pub(crate) fn stands(&mut self, by_loss: &[Weight], scale: Weight, ar: &Arithmetic) {
        if self.survives.len() < by_loss.len() {
            self.survives.resize(by_loss.len(), Weight::ZERO);
        }
        ar.pour(&mut self.survives, by_loss, scale);
    }

    /// Hit points left of all bodies of a side together, which fall with this chance.
    pub(crate) fn left(&self, falls: Weight, ar: &Arithmetic) -> CountDistribution {
        let of = |lost: usize| {
            let (bodies, each) = self.of;
            let others = bodies.saturating_sub(lost / each.max(1) + 1);
            let left = self.points.saturating_sub_unsigned((lost % each.max(1)) as u64);
            self.points.saturating_mul(i64::try_from(others).unwrap_or(i64::MAX)).saturating_add(left.max(0))
        };
        self.distribution(falls, &of, ar)
    }

    /// Number of standing bodies of a side that has several, which fall with this chance.
    pub(crate) fn bodies(&self, falls: Weight, ar: &Arithmetic) -> Option<CountDistribution> {
        let (bodies, each) = self.of;
        let of = |lost: usize| i64::try_from(bodies.saturating_sub(lost / each.max(1))).unwrap_or(i64::MAX);
        (bodies > 1).then(|| self.distribution(falls, &of, ar))
    }

    fn distribution(&self, falls: Weight, of: &dyn Fn(usize) -> i64, ar: &Arithmetic) -> CountDistribution {
        let mut values = vec![(0, falls)];
        // Who has lost most has least left.
        for (lost, weight) in self.survives.iter().enumerate().rev() {
            let (left, weight) = (of(lost), *weight);
            match values.last_mut() {
                Some((known, sum)) if *known >= left => *sum = ar.add(*sum, weight),
                _ => values.push((left, weight)),
            }
        }
        values.retain(|(_, weight)| !weight.is_zero());
        CountDistribution { values, rest: None }
    }
}
