//! Sort by a comparison of places. Each further type that the standard library sorts brings 3 to 5 kB of
//! code.

use core::cmp::Ordering;

/// The numbers below `count` in a stable order.
pub fn in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}
