//! A tally while it is being filled.

use crate::State;
use crate::dist::{Filling, Tally, Total};
use crate::trail::Trailed;
use crate::weights::Weights;

type Weight<F> = <F as Weights>::Weight;
type Pile<F, K> = (Trailed<K>, Weight<F>, Filling<Weight<F>>);

/// A tally that is still being filled.
pub(crate) struct Piles<F: Weights, K> {
    piles: Vec<Pile<F, K>>,
}

impl<F: Weights, K: State> Piles<F, K> {
    pub(crate) fn new() -> Self {
        Self { piles: Vec::new() }
    }

    fn pile(&mut self, weights: &F, key: Trailed<K>, weight: Weight<F>) -> &mut Filling<Weight<F>> {
        let place = self.piles.iter().position(|(known, _, _)| *known == key).unwrap_or_else(|| {
            self.piles.push((key, weights.zero(), Filling::new()));
            self.piles.len() - 1
        });
        // Found, or just pushed.
        #[allow(clippy::indexing_slicing, reason = "found or pushed above")]
        let (_, sum, filling) = &mut self.piles[place];
        *sum = weights.add(*sum, weight);
        filling
    }

    pub(crate) fn add(
        &mut self,
        weights: &F,
        key: Trailed<K>,
        weight: Weight<F>,
        total: &Total<Weight<F>>,
        scale: Weight<F>,
    ) {
        self.pile(weights, key, weight).add_all(weights, total, scale);
    }

    pub(crate) fn add_one(&mut self, weights: &F, key: Trailed<K>, value: i64, weight: Weight<F>) {
        self.pile(weights, key, weight).add_one(weights, value, weight);
    }

    pub(crate) fn finish(self) -> Tally<K, Weight<F>> {
        Tally {
            parts: self
                .piles
                .into_iter()
                .map(|(key, weight, filling)| (key, weight, filling.finish()))
                .collect(),
        }
    }
}
