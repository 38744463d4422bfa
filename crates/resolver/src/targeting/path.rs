//! Flight of a projectile (rules 14).

use rustc_hash::FxHashSet;

/// Coordinates of a cell: rightwards, downwards.
pub(super) type Tile = (i64, i64);

/// Kind of a projectile; decides which cells stop it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Projectile {
    /// A thrown object: ends at the tapped tile at the latest.
    Thrown,
    /// A wand's bolt: flies past the tapped tile.
    Wand,
    /// A piercing ray: passes through creatures.
    Piercing,
}

/// A set of cells of the map.
pub(super) type Cells = FxHashSet<Tile>;

/// The map and the projectile.
#[derive(Clone)]
pub(super) struct TileMap {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) origin: Tile,
    pub(super) projectile: Projectile,
    pub(super) range: Option<i64>,
    pub(super) walls: Cells,
    pub(super) cover: Cells,
    pub(super) creatures: Cells,
}

/// Path of a projectile to a tapped tile, without obstacles.
struct TapLine {
    origin: Tile,
    /// Distances along the long and the short axis.
    long: i64,
    short: i64,
    /// Unit steps along the long and the short axis.
    along: Tile,
    aside: Tile,
}

impl TapLine {
    fn new(origin: Tile, tap: Tile) -> Self {
        let (dx, dy) = (tap.0 - origin.0, tap.1 - origin.1);
        let (right, down) = ((dx.signum(), 0), (0, dy.signum()));
        let (x, y) = (dx.abs(), dy.abs());
        let (along, aside) = if x >= y { (right, down) } else { (down, right) };
        Self { origin, long: x.max(y), short: x.min(y), along, aside }
    }

    /// Offset along the short axis after `step` steps: the row of the document's rectangle.
    fn row(&self, step: i64) -> i64 {
        (self.long / 2 + step * self.short) / self.long.max(1)
    }

    fn cell(&self, step: i64) -> Tile {
        let row = self.row(step);
        let at = |origin: i64, along: i64, aside: i64| origin + step * along + row * aside;
        (at(self.origin.0, self.along.0, self.aside.0), at(self.origin.1, self.along.1, self.aside.1))
    }

    /// The document's Cell(i) for each cell up to the tapped tile: i + A x row, A the cells of the long side.
    fn formula_cells(&self) -> Vec<i64> {
        (0..=self.long).map(|step| step + (self.long + 1) * self.row(step)).collect()
    }
}

/// The result of a flight.
#[derive(Clone, Debug, Default)]
pub(super) struct Flight {
    /// The cells it came through, the thrower's first.
    pub(super) visited: Vec<Tile>,
    /// Creatures hit, in order.
    pub(super) struck: Vec<Tile>,
    /// Reason of its end.
    pub(super) reason: &'static str,
}

impl TileMap {
    pub(super) fn holds(&self, (x, y): Tile) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// Moves step by step until the end; within a step a wall comes first, then cover, then a creature. Calls
    /// `enters` for each cell on the way.
    fn fly(&self, line: &TapLine, mut enters: impl FnMut(Tile, bool)) -> &'static str {
        let mut step = 0;
        loop {
            if self.range == Some(step) {
                return "range";
            }
            step += 1;
            let cell = line.cell(step);
            if !self.holds(cell) || self.walls.contains(&cell) {
                return "wall";
            }
            let creature = self.creatures.contains(&cell);
            enters(cell, creature);
            if self.cover.contains(&cell) {
                return "cover";
            }
            if creature && self.projectile != Projectile::Piercing {
                return "creature";
            }
            if step >= line.long && self.projectile == Projectile::Thrown {
                return "tap";
            }
        }
    }

    /// The flight towards a tapped tile.
    pub(super) fn flight(&self, tap: Tile) -> Flight {
        let mut flight = Flight { visited: vec![self.origin], ..Flight::default() };
        flight.reason = self.fly(&TapLine::new(self.origin, tap), |cell, creature| {
            flight.visited.push(cell);
            if creature {
                flight.struck.push(cell);
            }
        });
        flight
    }

    /// The document's numbers of the cells on the way to a tapped tile.
    pub(super) fn formula_cells(&self, tap: Tile) -> Vec<i64> {
        TapLine::new(self.origin, tap).formula_cells()
    }

    /// Every tile to tap so that the projectile hits a creature on the wanted one, row by row.
    pub(super) fn taps(&self, wanted: Tile) -> Vec<Tile> {
        let mut map = self.clone();
        map.creatures.insert(wanted);
        let tiles = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        tiles
            .filter(|tap| {
                let mut hit = false;
                if *tap != self.origin {
                    map.fly(&TapLine::new(self.origin, *tap), |cell, _| hit |= cell == wanted);
                }
                hit
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(projectile: Projectile) -> TileMap {
        let cells = |cells: &[Tile]| cells.iter().copied().collect();
        TileMap {
            width: 15,
            height: 11,
            origin: (4, 3),
            projectile,
            range: Some(7),
            walls: cells(&[(6, 4), (7, 6), (9, 5), (2, 2)]),
            cover: cells(&[(8, 3), (5, 7)]),
            creatures: Cells::default(),
        }
    }

    #[test]
    fn taps_are_the_tiles_whose_flight_strikes_the_wanted_one() {
        for projectile in [Projectile::Thrown, Projectile::Wand, Projectile::Piercing] {
            for wanted in [(9, 6), (8, 3), (6, 4), (11, 3), (0, 0), (5, 9)] {
                let mut with_creature = map(projectile);
                with_creature.creatures.insert(wanted);
                let tiles = (0..11).flat_map(|y| (0..15).map(move |x| (x, y)));
                let strikes = |tap: &Tile| with_creature.flight(*tap).struck.contains(&wanted);
                let expected: Vec<Tile> = tiles.filter(|tap| *tap != (4, 3) && strikes(tap)).collect();
                assert_eq!(map(projectile).taps(wanted), expected, "{wanted:?}");
            }
        }
    }

    #[test]
    fn paths_in_other_directions_are_mirror_images() {
        for (dx, dy) in [(15, 8), (7, 7), (9, 0), (5, 4), (1, 1), (2, 1)] {
            let path = |x: i64, y: i64| -> Vec<Tile> {
                let line = TapLine::new((30, 30), (30 + x, 30 + y));
                (0..=line.long).map(|step| line.cell(step)).map(|(x, y)| (x - 30, y - 30)).collect()
            };
            for (right, down) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let flipped: Vec<Tile> = path(dx, dy).iter().map(|(x, y)| (right * x, down * y)).collect();
                let turned: Vec<Tile> = flipped.iter().map(|(x, y)| (*y, *x)).collect();
                assert_eq!((path(right * dx, down * dy), path(down * dy, right * dx)), (flipped, turned));
            }
        }
    }

    /// Flights along a row of 12 cells from (1, 1) to the tap at (5, 1): wall before cover before creature.
    #[test]
    fn flights_end_at_the_first_obstacle() {
        use Projectile::{Piercing, Thrown, Wand};
        let cells = |columns: &[i64]| columns.iter().map(|x| (*x, 1)).collect();
        let flight = |projectile, range, [walls, cover, creatures]: [&[i64]; 3]| {
            let (walls, cover, creatures) = (cells(walls), cells(cover), cells(creatures));
            let map =
                TileMap { width: 12, height: 3, origin: (1, 1), projectile, range, walls, cover, creatures };
            let flight = map.flight((5, 1));
            let columns = |cells: &[Tile]| cells.iter().map(|(x, _)| *x).collect::<Vec<_>>();
            (columns(&flight.visited).pop().unwrap_or_default(), flight.reason, columns(&flight.struck))
        };
        let none: &[i64] = &[];
        assert_eq!(flight(Thrown, None, [none; 3]), (5, "tap", vec![]));
        assert_eq!(flight(Wand, None, [none; 3]), (11, "wall", vec![]));
        assert_eq!(flight(Wand, Some(2), [none; 3]), (3, "range", vec![]));
        assert_eq!(flight(Thrown, None, [&[2], none, none]), (1, "wall", vec![]));
        assert_eq!(flight(Thrown, None, [none, &[5], none]), (5, "cover", vec![]));
        assert_eq!(flight(Thrown, None, [none, none, &[4, 5]]), (4, "creature", vec![4]));
        assert_eq!(flight(Thrown, None, [none, none, &[6]]), (5, "tap", vec![]));
        assert_eq!(flight(Wand, None, [none, none, &[6, 8]]), (6, "creature", vec![6]));
        assert_eq!(flight(Piercing, None, [none, none, &[6, 8]]), (11, "wall", vec![6, 8]));
        assert_eq!(flight(Piercing, Some(6), [none, none, &[6, 8]]), (7, "range", vec![6]));
        assert_eq!(flight(Wand, None, [&[4], none, &[4]]), (3, "wall", vec![]));
        assert_eq!(flight(Piercing, None, [none, &[4], &[3, 4, 6]]), (4, "cover", vec![3, 4]));
    }
}
