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
