//! Geometry of a heat map: shades of its cells and the edge of a condition, as SVG paths in units of one
//! cell.

use std::fmt::Write as _;

/// Number of shades from least to most.
pub const SHADES: usize = 24;

/// A grid of numbers. The cell of column x and row y, counted from the bottom, has the index x · `high` + y.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    high: usize,
    numbers: Vec<Option<f64>>,
    ends: (f64, f64),
}

impl HeatMap {
    /// A grid of `high` rows; a cell without an answer has no number.
    #[must_use]
    pub fn new(high: usize, numbers: Vec<Option<f64>>) -> Self {
        let known = || numbers.iter().flatten().copied();
        let ends = (known().fold(f64::MAX, f64::min), known().fold(f64::MIN, f64::max));
        Self { high: high.max(1), numbers, ends }
    }

    /// Number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.numbers.len() / self.high, self.high)
    }

    /// Index of a cell, within the grid.
    #[must_use]
    pub fn cell(&self, (x, y): (usize, usize)) -> Option<usize> {
        let (wide, high) = self.size();
        (x < wide && y < high).then_some(x * high + y)
    }

    /// The least and the greatest number.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        self.ends
    }

    /// Depth of a number: 0 for the least, 1 for the greatest.
    #[must_use]
    pub fn depth(&self, number: f64) -> f64 {
        let (least, most) = self.ends;
        if most > least { (number - least) / (most - least) } else { 1.0 }
    }

    /// SVG path of each shade: neighbours in a row are one rectangle.
    #[must_use]
    pub fn shades(&self) -> Vec<String> {
        let (wide, high) = self.size();
        let shade = |x: usize, y: usize| {
            let number = (*self.numbers.get(self.cell((x, y))?)?)?;
            Some((self.depth(number) * (SHADES - 1) as f64).round() as usize)
        };
        let mut shades = vec![String::new(); SHADES];
        for y in 0..high {
            let mut x = 0;
            while x < wide {
                let here = shade(x, y);
                let length = (x..wide).take_while(|x| shade(*x, y) == here).count();
                if let Some(path) = here.and_then(|here| shades.get_mut(here)) {
                    // Writing into a string cannot fail.
                    let _ = write!(path, "M{x} {}h{length}v1h-{length}z", high - 1 - y);
                }
                x += length;
            }
        }
        shades
    }

    /// SVG path between cells in which a condition holds and cells in which it does not.
    #[must_use]
    pub fn edge(&self, holds: impl Fn(usize) -> bool) -> String {
        let (wide, high) = self.size();
        let holds = |x: usize, y: usize| self.cell((x, y)).is_some_and(&holds);
        let mut path = String::new();
        for (x, y) in (0..wide).flat_map(|x| (0..high).map(move |y| (x, y))) {
            let top = high - 1 - y;
            if x + 1 < wide && holds(x, y) != holds(x + 1, y) {
                let _ = write!(path, "M{} {top}v1", x + 1);
            }
            if y + 1 < high && holds(x, y) != holds(x, y + 1) {
                let _ = write!(path, "M{x} {top}h1");
            }
        }
        path
    }
}

/// Middle of a place along a side of `count` places, as a share of the side.
#[must_use]
pub fn middle(place: f64, count: usize) -> f64 {
    (place + 0.5) / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_a_shade_are_one_rectangle() {
        // Upwards first: below both are 0, above there is a 1 on the left.
        let map = HeatMap::new(2, [0.0, 1.0, 0.0, 0.5].map(Some).to_vec());
        let shades = map.shades();
        assert_eq!(shades[0], "M0 1h2v1h-2z");
        assert_eq!(shades[SHADES - 1], "M0 0h1v1h-1z");
        assert_eq!(shades.iter().filter(|path| !path.is_empty()).count(), 3);
    }

    #[test]
    fn edge_parts_cells_in_which_the_condition_holds() {
        let map = HeatMap::new(2, vec![None; 4]);
        assert_eq!(map.edge(|cell| cell == 1), "M0 1h1M1 0v1");
        assert!(map.shades().iter().all(String::is_empty), "cells without an answer have no shade");
    }
}
