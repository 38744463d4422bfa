//! Distribution of several statistics of a pool of dice, equal or unlike, or of draws without replacement:
//! dynamic programming over the faces, from the highest down.
//!
//! At each face a binomial split says how many of the dice that are left show it; without replacement it is
//! hypergeometric. A state is the number of placed dice of each group, and what each statistic has come to.
//! The widest statistic lies along a row of weights, so that a transition is one shifted and scaled addition
//! of rows.

use crate::value::Value;
use crate::weighted::descending;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use tohit_odds::{Arithmetic, Weight};

/// A statistic of a pool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statistic {
    /// Sum over the dice of a value for each face.
    Sum(Vec<i64>),
    /// Sum of the faces at these ranks; the highest die has rank 0.
    Ranks(usize, usize),
    /// Number of dice in the largest group of equal faces.
    Alike,
    /// Number of different faces.
    Different,
}

impl Statistic {
    /// Change by so many dice of a face, with so many dice above it; none for the greatest group.
    fn change(&self, face: (usize, i64), before: usize, many: usize) -> i64 {
        let count = |many: usize| i64::try_from(many).unwrap_or(i64::MAX);
        match self {
            Self::Sum(values) => values.get(face.0).copied().unwrap_or_default().saturating_mul(count(many)),
            Self::Ranks(from, to) => {
                let counted = (before + many).min(*to).saturating_sub(before.max(*from));
                face.1.saturating_mul(count(counted))
            }
            Self::Alike => 0,
            Self::Different => i64::from(many > 0),
        }
    }

    /// Test for a statistic that no die from a face on changes, with so many dice above it.
    fn is_final(&self, next_face: usize, before: usize) -> bool {
        match self {
            Self::Sum(values) => values.iter().skip(next_face).all(|value| *value == 0),
            Self::Ranks(from, to) => before >= *to || from >= to,
            Self::Alike | Self::Different => false,
        }
    }

    /// Span of its values over so many dice; none for the greatest group, which no addition of rows forms.
    fn width(&self, faces: &[i64], times: usize) -> Option<u64> {
        let span = |values: &mut dyn Iterator<Item = i64>, many: usize| {
            let (least, most) = values.fold((0, 0), |(a, b): (i64, i64), value| (a.min(value), b.max(value)));
            most.abs_diff(least).saturating_mul(many as u64)
        };
        match self {
            Self::Sum(values) => Some(span(&mut values.iter().copied(), times)),
            Self::Ranks(from, to) => Some(span(&mut faces.iter().copied(), to.saturating_sub(*from))),
            Self::Different => Some(times.min(faces.len()) as u64),
            Self::Alike => None,
        }
    }
}

/// Weights of consecutive values of the widest statistic.
#[derive(Clone, Debug, Default)]
struct Row {
    first: i64,
    weights: Vec<Weight>,
}

/// A value for each statistic.
type Key = SmallVec<[i64; 4]>;

/// Rows by the values of all statistics, that of the widest left at 0.
type Rows = BTreeMap<Key, Row>;

/// Work that is charged before it is done, in steps of about a nanosecond.
pub(crate) type Charge<'c, E> = &'c dyn Fn(usize) -> Result<(), E>;

/// Steps of the room for a state.
const STATE: usize = 32;

/// Steps of an addition of so many weights to one of so many rows.
const fn steps(weights: usize, rows: usize) -> usize {
    16 * (1 + (rows + 1).ilog2() as usize) + weights / 4
}

impl Row {
    /// Makes room for so many values from one on.
    fn reserve(&mut self, first: i64, many: usize) {
        if self.weights.is_empty() {
            self.first = first;
        }
        if first < self.first {
            let missing = usize::try_from(self.first.abs_diff(first)).unwrap_or_default();
            self.weights.splice(0..0, core::iter::repeat_n(Weight::ZERO, missing));
            self.first = first;
        }
        let end = usize::try_from(first.abs_diff(self.first)).unwrap_or_default().saturating_add(many);
        if self.weights.len() < end {
            self.weights.resize(end, Weight::ZERO);
        }
    }

    /// The weights from a value on.
    fn from(&mut self, first: i64) -> &mut [Weight] {
        let index = usize::try_from(first.abs_diff(self.first)).unwrap_or(usize::MAX);
        self.weights.get_mut(index..).unwrap_or_default()
    }

    /// Adds another row, shifted and scaled.
    fn add(&mut self, other: &Self, shift: i64, scale: Weight, arith: &Arithmetic) {
        let first = other.first.saturating_add(shift);
        self.reserve(first, other.weights.len());
        arith.pour(self.from(first), &other.weights, scale);
    }
}

/// Transition from a state of so many placed dice, at a face.
struct FaceTransition {
    many: usize,
    /// Distance to the place of the state behind it.
    further: usize,
    changes: Key,
    weight: Weight,
    /// No further die changes anything.
    done: bool,
}

/// Faces of equal dice, or of an urn.
pub(crate) struct PoolFaces {
    /// Faces and their shares of a draw, from the highest down.
    pub(crate) faces: Vec<(i64, Weight)>,
    /// Number of each face, where what is drawn is gone.
    pub(crate) counts: Option<Vec<u64>>,
}

impl PoolFaces {
    /// Faces of equal dice.
    pub(crate) fn of_die(entries: Vec<(Value, Weight)>) -> Self {
        let faces = entries.into_iter().map(|(value, weight)| (value.whole().unwrap_or_default(), weight));
        let mut faces: Vec<(i64, Weight)> = faces.collect();
        descending(&mut faces);
        Self { faces, counts: None }
    }

    /// Values of an urn, from the highest down, each with its number.
    pub(crate) fn of_urn(urn: &[(i64, u64)], arith: &Arithmetic) -> Self {
        let all: u64 = urn.iter().map(|(_, count)| count).sum();
        let faces = urn.iter().map(|(face, count)| (*face, arith.ratio(*count, all.max(1))));
        Self { faces: faces.collect(), counts: Some(urn.iter().map(|(_, count)| *count).collect()) }
    }
}

/// Equal dice of a pool.
pub(crate) struct DiceGroup<'p> {
    pub(crate) there: &'p PoolFaces,
    pub(crate) times: usize,
}

/// The faces of all groups, from the highest down.
pub(crate) fn faces_of_groups(groups: &[DiceGroup<'_>]) -> Vec<i64> {
    let mut faces: Vec<i64> =
        groups.iter().flat_map(|group| &group.there.faces).map(|(face, _)| *face).collect();
    faces.sort_unstable_by(|one, other| other.cmp(one));
    faces.dedup();
    faces
}

/// Chances that one more die shows a face or one below it, among those that show no higher one.
struct FaceShares<'p> {
    shows: Weight,
    not: Weight,
    /// Numbers of the face, and of it with all below it, where what is drawn is gone.
    counts: Option<(u64, u64)>,
    arith: &'p Arithmetic,
}

impl FaceShares<'_> {
    /// The chances after so many dice, of which so many show the face.
    fn after(&self, drawn: usize, many: usize) -> (Weight, Weight) {
        let Some((here, all)) = self.counts else { return (self.shows, self.not) };
        let left = all.saturating_sub(drawn as u64);
        if left == 0 {
            return (Weight::ZERO, Weight::ZERO);
        }
        let shows = here.saturating_sub(many as u64);
        (self.arith.ratio(shows, left), self.arith.ratio(left.saturating_sub(shows), left))
    }
}

/// Group of equal dice over the faces of all groups.
struct AlignedGroup {
    times: usize,
    /// Weight of each face.
    weights: Vec<Weight>,
    /// Weight of each face and all below it.
    rest: Vec<Weight>,
    counts: Option<Vec<u64>>,
}

/// Distributions of how many of 0, 1, 2, ... dice show a face.
type Splits = Vec<Vec<Weight>>;

impl AlignedGroup {
    fn new(group: &DiceGroup<'_>, faces: &[i64], arith: &Arithmetic) -> Self {
        let PoolFaces { faces: own, counts } = group.there;
        let places: Vec<Option<usize>> =
            faces.iter().map(|face| own.iter().position(|(known, _)| known == face)).collect();
        let weight =
            |place: &Option<usize>| place.and_then(|place| own.get(place)).map(|(_, weight)| *weight);
        let weights: Vec<Weight> = places.iter().map(|place| weight(place).unwrap_or_default()).collect();
        let mut rest = Vec::with_capacity(weights.len());
        let mut below = Weight::ZERO;
        for weight in weights.iter().rev() {
            below = arith.add(*weight, below);
            rest.push(below);
        }
        rest.reverse();
        let counts = counts.as_ref().map(|counts| {
            let count = |place: &Option<usize>| place.and_then(|place| counts.get(place)).copied();
            places.iter().map(|place| count(place).unwrap_or_default()).collect()
        });
        // Without faces nothing is placed.
        Self { times: if own.is_empty() { 0 } else { group.times }, weights, rest, counts }
    }

    /// The binomial or hypergeometric distribution of the dice that show a face, for each number of dice.
    fn splits<E>(&self, face: usize, arith: &Arithmetic, charge: Charge<'_, E>) -> Result<Splits, E> {
        let at = |weights: &[Weight], face: usize| weights.get(face).copied().unwrap_or_default();
        let (weight, here, below) = (at(&self.weights, face), at(&self.rest, face), at(&self.rest, face + 1));
        let share = |weight: Weight| if weight.is_zero() { Weight::ZERO } else { arith.divide(weight, here) };
        let counts = self.counts.as_ref().and_then(|counts| counts.get(face..));
        let shares = FaceShares {
            shows: share(weight),
            not: share(below),
            counts: counts.and_then(|counts| Some((*counts.first()?, counts.iter().sum()))),
            arith,
        };
        let mut all = Vec::with_capacity(self.times + 1);
        let mut split = vec![arith.one()];
        all.push(split.clone());
        for drawn in 0..self.times {
            charge(3 * split.len())?;
            split.push(Weight::ZERO);
            for many in (0..split.len()).rev() {
                let stays = arith.mul(at(&split, many), shares.after(drawn, many).1);
                let more = many
                    .checked_sub(1)
                    .map_or(Weight::ZERO, |many| arith.mul(at(&split, many), shares.after(drawn, many).0));
                if let Some(slot) = split.get_mut(many) {
                    *slot = arith.add(stays, more);
                }
            }
            all.push(split.clone());
        }
        Ok(all)
    }
}

/// Pool of dice whose statistics are asked.
pub(crate) struct Pool<'p, E> {
    /// Faces of all groups, from the highest down.
    faces: Vec<i64>,
    groups: Vec<AlignedGroup>,
    /// Number of all dice.
    times: usize,
    statistics: &'p [Statistic],
    arith: &'p Arithmetic,
    charge: Charge<'p, E>,
}

impl<'p, E> Pool<'p, E> {
    pub(crate) fn new(
        groups: &[DiceGroup<'_>],
        statistics: &'p [Statistic],
        arith: &'p Arithmetic,
        charge: Charge<'p, E>,
    ) -> Self {
        let faces = faces_of_groups(groups);
        let groups: Vec<AlignedGroup> =
            groups.iter().map(|group| AlignedGroup::new(group, &faces, arith)).collect();
        let times = groups.iter().map(|group| group.times).sum();
        Self { faces, groups, times, statistics, arith, charge }
    }
}

impl<E> Pool<'_, E> {
    /// Joint distribution of the statistics, in their order.
    pub(crate) fn joint(&self) -> Result<Vec<(Key, Weight)>, E> {
        let widths = self.statistics.iter().enumerate();
        let widths =
            widths.filter_map(|(at, statistic)| Some((at, statistic.width(&self.faces, self.times)?)));
        let widest = widths.max_by_key(|(_, width)| *width);
        // A row is never longer than this.
        let width = widest.map_or(0, |(_, width)| width);
        (self.charge)(usize::try_from(width).unwrap_or(usize::MAX))?;
        let widest = widest.map(|(at, _)| at);
        let sums = self.statistics.iter().all(|statistic| matches!(statistic, Statistic::Sum(_)));
        let is_independent = self.groups.iter().all(|group| group.counts.is_none());
        let rows = if sums && is_independent { self.by_doubling(widest)? } else { self.by_faces(widest)? };
        let mut entries = Vec::new();
        for (values, row) in rows {
            for (value, weight) in (row.first..).zip(row.weights).filter(|(_, weight)| !weight.is_zero()) {
                let mut values = values.clone();
                if let Some(slot) = widest.and_then(|widest| values.get_mut(widest)) {
                    *slot = value;
                }
                entries.push((values, weight));
            }
        }
        Ok(entries)
    }

    /// Splits the changes of a transition: those of the key, and that along the row.
    fn parted(&self, widest: Option<usize>, mut changes: Key) -> (Key, i64) {
        let along =
            widest.and_then(|widest| changes.get_mut(widest)).map(core::mem::take).unwrap_or_default();
        (changes, along)
    }

    fn changes(&self, face: usize, before: usize, many: usize) -> Key {
        let value = self.faces.get(face).copied().unwrap_or_default();
        self.statistics.iter().map(|statistic| statistic.change((face, value), before, many)).collect()
    }

    fn start(&self) -> Rows {
        Rows::from([(smallvec![0; self.statistics.len()], Row { first: 0, weights: vec![self.arith.one()] })])
    }

    /// Face by face. A state has its place by the number of placed dice of each group.
    fn by_faces(&self, widest: Option<usize>) -> Result<Rows, E> {
        let arith = self.arith;
        // Without faces or dice nothing is placed.
        if self.faces.is_empty() {
            return Ok(self.start());
        }
        let mut finished = Rows::new();
        let many = self.groups.iter().fold(1_usize, |all, group| all.saturating_mul(group.times + 1));
        (self.charge)(many.saturating_mul(STATE))?;
        let mut states: Vec<Rows> = vec![Rows::new(); many];
        if let Some(first) = states.first_mut() {
            *first = self.start();
        }
        for face in 0..self.faces.len() {
            let last = face + 1 == self.faces.len();
            let mut splits = Vec::with_capacity(self.groups.len());
            for group in self.groups.iter().filter(|_| !last) {
                splits.push(group.splits(face, arith, self.charge)?);
            }
            (self.charge)(many.saturating_mul(STATE))?;
            let mut next: Vec<Rows> = vec![Rows::new(); many];
            for (index, rows) in states.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
                let transitions = self.transitions(face, &self.placed(index), last, &splits)?;
                for (values, row) in rows {
                    for FaceTransition { many, further, changes, weight, done } in &transitions {
                        let key = self.key(values, changes, widest, *many);
                        let along =
                            widest.and_then(|widest| changes.get(widest)).copied().unwrap_or_default();
                        let into = if *done { Some(&mut finished) } else { next.get_mut(index + further) };
                        if let Some(into) = into {
                            (self.charge)(steps(row.weights.len(), into.len()))?;
                            into.entry(key).or_default().add(row, along, *weight, arith);
                        }
                    }
                }
            }
            states = next;
        }
        Ok(finished)
    }

    /// Number of placed dice of each group in a state.
    fn placed(&self, mut index: usize) -> SmallVec<[usize; 4]> {
        let digits = self.groups.iter().map(|group| {
            let placed = index % (group.times + 1);
            index /= group.times + 1;
            placed
        });
        digits.collect()
    }

    /// The transitions of the states with so many dice placed. Those that end in the same way are one.
    fn transitions(
        &self,
        face: usize,
        placed: &[usize],
        last: bool,
        splits: &[Splits],
    ) -> Result<Vec<FaceTransition>, E> {
        let left: SmallVec<[usize; 4]> =
            self.groups.iter().zip(placed).map(|(group, placed)| group.times - placed).collect();
        let before: usize = placed.iter().sum();
        let mut transitions: Vec<FaceTransition> = Vec::new();
        // Number of dice of each group that show the face.
        let mut show: SmallVec<[usize; 4]> = if last { left.clone() } else { smallvec![0; left.len()] };
        loop {
            (self.charge)(8 * (1 + self.statistics.len()))?;
            let many: usize = show.iter().sum();
            let each = splits.iter().zip(left.iter().zip(&show));
            let weight = each.fold(self.arith.one(), |weight, (splits, (left, show))| {
                let split = splits.get(*left).and_then(|split| split.get(*show));
                self.arith.mul(weight, split.copied().unwrap_or_default())
            });
            let done = last
                || before + many == self.times
                || self.statistics.iter().all(|statistic| statistic.is_final(face + 1, before + many));
            let changes = self.changes(face, before, many);
            let alike = self.statistics.contains(&Statistic::Alike);
            let mut stride = 1;
            let further = self.groups.iter().zip(&show).map(|(group, show)| {
                let step = show * stride;
                stride *= group.times + 1;
                step
            });
            let further = further.sum();
            match transitions.last_mut() {
                _ if weight.is_zero() => {}
                Some(before) if before.done && done && !alike && before.changes == changes => {
                    before.weight = self.arith.add(before.weight, weight);
                }
                _ => transitions.push(FaceTransition { many, further, changes, weight, done }),
            }
            let Some(group) = show.iter().zip(&left).position(|(show, left)| show < left).filter(|_| !last)
            else {
                return Ok(transitions);
            };
            for (place, show) in show.iter_mut().enumerate().take(group + 1) {
                *show = if place == group { *show + 1 } else { 0 };
            }
        }
    }

    /// The key of a state behind a transition.
    fn key(&self, values: &[i64], changes: &[i64], widest: Option<usize>, many: usize) -> Key {
        let many = i64::try_from(many).unwrap_or(i64::MAX);
        let each = self.statistics.iter().zip(values.iter().zip(changes)).enumerate();
        each.map(|(index, (statistic, (value, change)))| match statistic {
            Statistic::Alike => many.max(*value),
            _ if Some(index) == widest => 0,
            _ => value.saturating_add(*change),
        })
        .collect()
    }

    /// Sums of all dice need no order of the faces: powers of the distribution of one die of each group.
    fn by_doubling(&self, widest: Option<usize>) -> Result<Rows, E> {
        let mut product = self.start();
        for group in &self.groups {
            let mut power = Rows::new();
            for (face, weight) in group.weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
                let (key, along) = self.parted(widest, self.changes(face, 0, 1));
                let single = Row { first: 0, weights: vec![self.arith.one()] };
                power.entry(key).or_default().add(&single, along, *weight, self.arith);
            }
            let mut left = group.times;
            while left > 0 {
                if left & 1 == 1 {
                    product = self.product(&product, &power)?;
                }
                left >>= 1;
                if left > 0 {
                    power = self.product(&power, &power)?;
                }
            }
        }
        Ok(product)
    }

    fn product(&self, a: &Rows, b: &Rows) -> Result<Rows, E> {
        let mut product = Rows::new();
        for (values, row) in a {
            for (others, other) in b {
                let (long, short) =
                    (row.weights.len().max(other.weights.len()), row.weights.len().min(other.weights.len()));
                (self.charge)(steps(long, product.len()).saturating_mul(short))?;
                let key = values.iter().zip(others).map(|(a, b)| a.saturating_add(*b)).collect();
                let into: &mut Row = product.entry(key).or_default();
                let first = row.first.saturating_add(other.first);
                into.reserve(first, (long + short).saturating_sub(1));
                self.arith.convolve(into.from(first), &row.weights, &other.weights);
            }
        }
        Ok(product)
    }
}
