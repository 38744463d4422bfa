//! Many runs of one part, added up.

use crate::dist::{Filling, Total};
use crate::odds::Odds;
use crate::reading::Reading;
use crate::weights::{Weights, products_of_power};

impl<F: Weights> Odds<F> {
    /// The sum of so many independent runs, by doubling.
    pub(crate) fn times(&mut self, one: Total<F::Weight>, times: u32) -> Total<F::Weight> {
        if let Some((place, sums)) = self.weights().power(one.weights(), times) {
            self.count_work(products_of_power(one.weights().len(), times));
            let low = one.low().saturating_mul(times.into());
            return Total::new(low.saturating_add_unsigned(place as u64), sums);
        }
        let mut sum = self.fixed(0);
        for bit in (0..u32::BITS - times.leading_zeros()).rev() {
            sum = self.add(sum.clone(), sum);
            if times >> bit & 1 == 1 {
                sum = self.add(sum, one.clone());
            }
        }
        sum
    }

    /// The same, but no run is made where the sum exceeds `most`. Only the sums that are still open are followed from run to run; what leads
    /// beyond `most` leads there by the same one run, whichever it is, and is added up at the end.
    pub(crate) fn times_up_to(&mut self, one: &Total<F::Weight>, times: u32, most: i64) -> Total<F::Weight> {
        let weights = self.weights().clone();
        let mut open = self.fixed(0);
        let mut ever_open = Filling::new();
        for _ in 0..times {
            ever_open.add_all(&weights, &open, weights.one());
            let short = one.between(i64::MIN, most.saturating_sub(open.low()));
            open = self.add(open, short).between(i64::MIN, most);
        }
        let beyond = self.add(ever_open.finish(), one.clone()).between(most.saturating_add(1), i64::MAX);
        let mut sum = Filling::new();
        for part in [open, beyond] {
            sum.add_all(&weights, &part, weights.one());
        }
        sum.finish()
    }
}
