//! Sums of two independent totals, remembered: a rule adds the same dice in many states.

use crate::index::QuickMap;
use crate::paths::Paths;
use crate::weights::Weights;
use std::rc::Rc;

type Weight<F> = <F as Weights>::Weight;
type Stretch<F> = Rc<Vec<Weight<F>>>;

/// Sums are forgotten when together they would hold more weights than this.
const KEEP: usize = 1 << 21;

/// A stretch of fewer values is multiplied out.
const SHORT: usize = 16;

/// An even stretch may have so many other values at its end.
const FEW: usize = 4;

/// How many products the sum of neighbours costs, for each value.
const WINDOW: usize = 4;

struct Sum<F: Weights> {
    _addends: [Stretch<F>; 2],
    sum: Stretch<F>,
}

/// Sums already made, by the place in memory of what was added.
pub(crate) struct Sums<F: Weights> {
    /// The two addends are kept so that no other can take their place.
    known: QuickMap<(usize, usize), Sum<F>>,
    /// How many weights those sums and their addends hold.
    kept: usize,
}

impl<F: Weights> Default for Sums<F> {
    fn default() -> Self {
        Self { known: QuickMap::default(), kept: 0 }
    }
}

impl<F: Weights> Sums<F> {
    /// The sum of two stretches that start at 0. Equal stretches are mostly the same piece of memory (a shift shares it), so
    /// they are known again.
    pub(crate) fn sum(&mut self, paths: &mut Paths<F>, a: &Stretch<F>, b: &Stretch<F>) -> Stretch<F> {
        // What nobody else holds cannot be added again.
        if Rc::strong_count(a) == 1 || Rc::strong_count(b) == 1 {
            return added(paths, a, b).into();
        }
        let place = |stretch: &Stretch<F>| stretch.as_ptr().addr();
        // Looked up in either order, but added as given: where things lie in memory must not decide the last bit of a float.
        let key = (place(a).min(place(b)), place(a).max(place(b)));
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(&known.sum);
        }
        let sum: Stretch<F> = added(paths, a, b).into();
        let size = a.len() + b.len() + sum.len();
        if self.kept + size > KEEP {
            self.known.clear();
            self.kept = 0;
        }
        self.kept += size;
        let addends = [Rc::clone(a), Rc::clone(b)];
        self.known.insert(key, Sum { _addends: addends, sum: Rc::clone(&sum) });
        sum
    }
}

fn added<F: Weights>(paths: &mut Paths<F>, a: &[Weight<F>], b: &[Weight<F>]) -> Vec<Weight<F>> {
    let quick = even_sum(paths, a, b).or_else(|| even_sum(paths, b, a));
    let quick = quick.or_else(|| halved_sum(paths, a, b)).or_else(|| halved_sum(paths, b, a));
    quick.unwrap_or_else(|| {
        paths.count_work(a.len().saturating_mul(b.len()));
        paths.weights.convolve(a, b)
    })
}

/// The sum with a stretch whose values are all equally likely, as a die's are: each sum is that many neighbours of the other stretch, so it
/// costs no products. A few values at its ends may differ. None of a short one, which is multiplied out as quickly, or of one that is not even.
fn even_sum<F: Weights>(
    paths: &mut Paths<F>,
    even: &[Weight<F>],
    other: &[Weight<F>],
) -> Option<Vec<Weight<F>>> {
    let (low, high) = even.split_at(even.len() / 2);
    let each = *high.first()?;
    let first = low.len() - low.iter().rev().take_while(|weight| **weight == each).count();
    let end = low.len() + high.iter().take_while(|weight| **weight == each).count();
    let (count, others) = (end - first, first + even.len() - end);
    if count < SHORT || other.len() < SHORT || others > FEW {
        return None;
    }
    paths.count_work(WINDOW * (count + other.len()) + others * other.len());
    let neighbours = paths.weights.neighbours(other, count, each);
    let mut sums = vec![paths.weights.zero(); even.len() + other.len() - 1];
    if let Some(slots) = sums.get_mut(first..first + neighbours.len()) {
        slots.copy_from_slice(&neighbours);
    }
    for (place, weight) in even.iter().enumerate().filter(|(place, _)| !(first..end).contains(place)) {
        paths.weights.pour(sums.get_mut(place..).unwrap_or_default(), other, *weight);
    }
    Some(sums)
}

/// The sum with a stretch of which every second value is impossible, as of twice a die: what the others make of the even and of the odd values
/// of the other stretch lies side by side.
fn halved_sum<F: Weights>(
    paths: &mut Paths<F>,
    gaps: &[Weight<F>],
    other: &[Weight<F>],
) -> Option<Vec<Weight<F>>> {
    let second =
        |all: &[Weight<F>], from: usize| all.iter().skip(from).step_by(2).copied().collect::<Vec<_>>();
    if gaps.len() < 2 * SHORT || other.len() < 2 * SHORT {
        return None;
    }
    if gaps.iter().skip(1).step_by(2).any(|weight| !paths.weights.is_zero(*weight)) {
        return None;
    }
    let gaps_left = second(gaps, 0);
    let mut sums = vec![paths.weights.zero(); gaps.len() + other.len() - 1];
    for start in 0..2 {
        let side = added(paths, &gaps_left, &second(other, start));
        for (slot, sum) in sums.iter_mut().skip(start).step_by(2).zip(side) {
            *slot = sum;
        }
    }
    Some(sums)
}
