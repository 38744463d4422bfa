//! All paths through one stage: the stage is run again for each, with the dice of the path told to it.

use crate::index::QuickMap;
use crate::pair::{Contest, Gap, Lead, Pair};
use crate::reading::{marks_reached, only_option};
use crate::trail::{Record, Trail, Trailed, Way};
use crate::weights::Weights;
use crate::{Ask, Chance, Die, Figure, Fraction, Label};
use core::ops::Range;
use std::rc::Rc;

type Table<W> = Rc<[(i64, W)]>;

/// The values that one draw can take.
enum Faces<W> {
    /// `low` and the values above it, all with the same weight.
    Even { low: i64, count: u64, each: W },
    /// Values with their weights; none has no weight.
    Table(Table<W>),
    /// Yes and no.
    Either { yes: W, no: W },
}

impl<W: Copy> Faces<W> {
    fn face(&self, at: u64) -> Option<(i64, W)> {
        match self {
            Self::Even { low, count, each } => (at < *count).then(|| (low.wrapping_add_unsigned(at), *each)),
            Self::Table(table) => usize::try_from(at).ok().and_then(|at| table.get(at)).copied(),
            Self::Either { yes, no } => match at {
                0 => Some((1, *yes)),
                1 => Some((0, *no)),
                _ => None,
            },
        }
    }
}

struct Branch<W> {
    faces: Faces<W>,
    at: u64,
    value: i64,
    /// The path's weight before this draw, and with it.
    before: W,
    after: W,
}

/// The odds reading's [`Chance`]: a walk over every path.
pub struct Paths<F: Weights> {
    pub(crate) weights: F,
    dice: QuickMap<Die, Table<F::Weight>>,
    branches: Vec<Branch<F::Weight>>,
    depth: usize,
    start: F::Weight,
    work: u64,
    /// What is recorded, where somebody wants the odds explained, and the decisions on the present path.
    pub(crate) record: Option<Box<Record>>,
    trail: Trail,
}

impl<F: Weights> Paths<F> {
    pub(crate) fn new(weights: F) -> Self {
        let start = weights.one();
        let (dice, branches) = (QuickMap::default(), Vec::new());
        Self { weights, dice, branches, depth: 0, start, work: 0, record: None, trail: Trail::default() }
    }

    /// Runs `rule` once for each path from a state of weight `start` and what led to it, and tells each path's weight.
    pub(crate) fn walk<T>(
        &mut self,
        (start, trail): (F::Weight, Trail),
        mut rule: impl FnMut(&mut Self) -> T,
        mut leaf: impl FnMut(&F, Trailed<T>, F::Weight),
    ) {
        self.start = start;
        self.branches.clear();
        loop {
            self.depth = 0;
            self.trail = trail;
            let state = rule(self);
            self.work += 1;
            let to = Trailed { state, trail: self.trail };
            leaf(&self.weights, to, self.branches.last().map_or(start, |branch| branch.after));
            if !self.advance() {
                break;
            }
        }
    }

    fn advance(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            branch.at += 1;
            if let Some((value, weight)) = branch.faces.face(branch.at) {
                branch.value = value;
                branch.after = self.weights.mul(branch.before, weight);
                return true;
            }
            self.branches.pop();
        }
        false
    }

    pub(crate) fn count_work(&mut self, amount: usize) {
        self.work = self.work.saturating_add(amount as u64);
    }

    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    #[inline]
    fn draw(&mut self, faces: impl FnOnce(&mut Self) -> Faces<F::Weight>) -> i64 {
        if let Some(branch) = self.branches.get(self.depth) {
            self.depth += 1;
            return branch.value;
        }
        let faces = faces(self);
        let before = self.branches.last().map_or(self.start, |branch| branch.after);
        let Some((value, weight)) = faces.face(0) else { return 0 };
        let after = self.weights.mul(before, weight);
        self.branches.push(Branch { faces, at: 0, value, before, after });
        self.depth += 1;
        value
    }

    /// A die's faces; computed once.
    pub(crate) fn faces(&mut self, die: Die) -> Table<F::Weight> {
        if let Some(table) = self.dice.get(&die) {
            return Rc::clone(table);
        }
        let faces = die.faces(&self.weights);
        let table: Table<F::Weight> =
            faces.into_iter().filter(|(_, weight)| !self.weights.is_zero(*weight)).collect();
        self.dice.insert(die, Rc::clone(&table));
        table
    }

    /// Those values that have a weight.
    fn possible(&self, values: impl IntoIterator<Item = (i64, F::Weight)>) -> Faces<F::Weight> {
        Faces::Table(values.into_iter().filter(|(_, weight)| !self.weights.is_zero(*weight)).collect())
    }

    /// The classes that a gap can fall into, each from one end to the other, with the value that stands for it.
    fn classes(&self, gap: Gap, classes: impl IntoIterator<Item = ((i64, i64), i64)>) -> Faces<F::Weight> {
        let given = self.weights.divide(self.weights.one(), gap.all(&self.weights));
        self.possible(classes.into_iter().map(|((from, to), value)| {
            (value, self.weights.mul(gap.between(&self.weights, from, to), given))
        }))
    }

    fn either(&mut self, yes: impl FnOnce(&mut Self) -> F::Weight) -> bool {
        self.draw(|paths| {
            let yes = yes(paths);
            Faces::Either { yes, no: paths.weights.rest(yes) }
        }) == 1
    }

    /// One trail after another.
    #[inline]
    pub(crate) fn joined(&mut self, first: Trail, then: Trail) -> Trail {
        if then == Trail::default() {
            return first;
        }
        self.record.as_mut().map_or(first, |record| record.join(first, then))
    }

    /// Takes down how something went that could go no other way.
    #[inline]
    fn settle(&mut self, label: impl Into<Label>, ask: impl FnOnce() -> Ask, way: impl Into<Way>) {
        if self.record.is_some() {
            self.settled(label.into(), ask(), way.into());
        }
    }

    /// Takes down what was asked and how it went, where that is wanted.
    #[inline]
    fn tell(&mut self, label: impl Into<Label>, ask: impl FnOnce() -> Option<Ask>, way: Option<Way>) {
        if self.record.is_some() {
            self.told(label.into(), ask(), way);
        }
    }

    // Out of the way of the walk, which mostly is not recorded.

    #[cold]
    fn settled(&mut self, label: Label, ask: Ask, way: Way) {
        if let Some(record) = &mut self.record {
            self.trail = record.settle(self.trail, label, ask, way);
        }
    }

    #[cold]
    fn told(&mut self, label: Label, ask: Option<Ask>, way: Option<Way>) {
        if let Some(record) = &mut self.record {
            self.trail = record.ask(self.trail, label, ask, way);
        }
    }

    #[cold]
    fn compared(&mut self, label: Label, figures: &[(&'static str, i64)], way: Way) {
        if let Some(record) = &mut self.record {
            self.trail = record.ask(self.trail, label, None, Some(way));
            figures.iter().for_each(|(name, figure)| record.compare(label, (*name).into(), (*figure).into()));
        }
    }

    #[cold]
    fn noted(&mut self, label: Label, figure: Figure) {
        if let Some(record) = &mut self.record {
            record.note(label, figure);
        }
    }
}

impl<F: Weights> Chance for Paths<F> {
    #[inline]
    fn roll(&mut self, label: impl Into<Label>, die: Die) -> i64 {
        if let Some(value) = die.only() {
            return value;
        }
        self.tell(label, || Some(Ask::Die(die)), None);
        self.draw(|paths| match die {
            Die::Range { from, to } => {
                let count = from.abs_diff(to).saturating_add(1);
                Faces::Even { low: from.min(to), count, each: paths.weights.ratio(1, count) }
            }
            other => Faces::Table(paths.faces(other)),
        })
    }

    fn reaches(&mut self, label: impl Into<Label>, die: Die, target: i64) -> bool {
        let (low, high) = die.ends();
        if target <= low || target > high {
            self.settle(label, || Ask::Reach { die, target }, target <= low);
            return target <= low;
        }
        let reached = self.either(|paths| match die {
            Die::Range { .. } => {
                let over = high.abs_diff(target).saturating_add(1);
                paths.weights.ratio(over, high.abs_diff(low).saturating_add(1))
            }
            other => {
                let faces = paths.faces(other);
                let reaching = faces.iter().filter(|(value, _)| *value >= target);
                reaching.fold(paths.weights.zero(), |sum, (_, weight)| paths.weights.add(sum, *weight))
            }
        });
        self.tell(label, || Some(Ask::Reach { die, target }), Some(reached.into()));
        reached
    }

    fn band(&mut self, label: impl Into<Label>, die: Die, marks: &[i64]) -> usize {
        let (low, high) = die.ends();
        let (least, most) = (marks_reached(marks, low), marks_reached(marks, high));
        if least == most {
            self.settle(label, || Ask::Die(die), Way::Marks(least));
            return least;
        }
        let drawn = self.draw(|paths| {
            let faces = (!matches!(die, Die::Range { .. })).then(|| paths.faces(die));
            let above = high.saturating_add(1);
            let share = |values: Range<i64>| match &faces {
                None => paths.weights.ratio(values.start.abs_diff(values.end), low.abs_diff(above)),
                Some(faces) => faces
                    .iter()
                    .filter(|(value, _)| values.contains(value))
                    .fold(paths.weights.zero(), |sum, (_, weight)| paths.weights.add(sum, *weight)),
            };
            // A band goes from its own mark up to the next one.
            let mut from = low;
            paths.possible((least..=most).map(|band| {
                let to = marks.get(band).map_or(above, |mark| (*mark).clamp(from, above));
                (band as i64, share(core::mem::replace(&mut from, to)..to))
            }))
        });
        let reached = usize::try_from(drawn).unwrap_or_default();
        self.tell(label, || Some(Ask::Die(die)), Some(Way::Marks(reached)));
        reached
    }

    fn happens(&mut self, label: impl Into<Label>, over: u64, under: u64) -> bool {
        if over == 0 || over >= under {
            self.settle(label, || Ask::Chance { over, under }, over > 0);
            return over > 0;
        }
        let happened = self.either(|paths| paths.weights.ratio(over, under));
        self.tell(label, || Some(Ask::Chance { over, under }), Some(happened.into()));
        happened
    }

    fn pick(&mut self, label: impl Into<Label>, options: &[(&'static str, u32)]) -> usize {
        if let Some(place) = only_option(options) {
            let name = options.get(place).map_or("", |(name, _)| *name);
            self.settle(label, || Ask::Pick(options.to_vec()), name);
            return place;
        }
        let drawn = self.draw(|paths| {
            let shares: u64 = options.iter().map(|(_, share)| u64::from(*share)).sum();
            let table = (0..).zip(options).filter(|(_, (_, share))| *share > 0);
            Faces::Table(
                table.map(|(at, (_, share))| (at, paths.weights.ratio(u64::from(*share), shares))).collect(),
            )
        });
        let place = usize::try_from(drawn).unwrap_or_default();
        let name = options.get(place).map_or("", |(name, _)| *name);
        self.tell(label, || Some(Ask::Pick(options.to_vec())), Some(name.into()));
        place
    }

    fn outdraws(&mut self, (label, ours): (Label, &Fraction), (_, theirs): (Label, &Fraction)) -> bool {
        let certain = !theirs.is_positive() || !ours.is_positive();
        let more = if certain {
            !theirs.is_positive()
        } else {
            self.either(|paths| {
                let half = Fraction::new(1, 2);
                if ours >= theirs {
                    paths.weights.rest(paths.weights.fraction(&(half * theirs / ours)))
                } else {
                    paths.weights.fraction(&(half * ours / theirs))
                }
            })
        };
        self.tell(label, || None, Some(more.into()));
        more
    }

    fn pair(&mut self, label: impl Into<Label>) -> Pair {
        self.tell(label, || Some(Ask::Pair), None);
        Pair::hidden()
    }

    fn at_most(&mut self, pair: &mut Pair, most: i64) -> bool {
        if let Some(settled) = pair.settled(most) {
            return settled;
        }
        let is = self.either(|paths| pair.at_most(&paths.weights, most));
        pair.learn(most, is);
        is
    }

    fn grade(&mut self, ours: (i64, Pair), theirs: (i64, Pair), marks: &[i64]) -> usize {
        let contest = Contest::new(ours, theirs);
        if let Some(margin) = contest.margin() {
            return marks.iter().filter(|mark| margin >= **mark).count();
        }
        let drawn = self.draw(|paths| {
            let needs = || marks.iter().map(|mark| contest.gap_for(*mark));
            let starts = core::iter::once(i64::MIN).chain(needs());
            let ends = needs().map(|need| need.saturating_sub(1)).chain([i64::MAX]);
            paths.classes(contest.gap, starts.zip(ends).zip(0..))
        });
        usize::try_from(drawn).unwrap_or_default()
    }

    fn lead(&mut self, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> Option<Lead> {
        let lead = Lead { won: Contest::new(ours, theirs), need };
        let won = match lead.won.margin() {
            Some(margin) => margin >= need,
            None => {
                self.draw(|paths| {
                    let least = lead.won.gap_for(need);
                    let ends = [((i64::MIN, least.saturating_sub(1)), 0), ((least, i64::MAX), 1)];
                    paths.classes(lead.won.gap, ends)
                }) == 1
            }
        };
        won.then_some(lead)
    }

    fn press(&mut self, lead: Lead, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> bool {
        let second = Contest::new(ours, theirs);
        match lead.settled(second, need) {
            Some(settled) => settled,
            None => {
                self.draw(|paths| {
                    let yes = lead.carries(&paths.weights, second, need);
                    paths.possible([(1, yes), (0, paths.weights.less(paths.weights.one(), yes))])
                }) == 1
            }
        }
    }

    fn decided(&mut self, label: &'static str, figures: &[(&'static str, i64)], way: impl Into<Way>) {
        if self.record.is_some() {
            self.compared(label.into(), figures, way.into());
        }
    }

    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>) {
        if self.record.is_some() {
            self.noted(label.into(), figure.into());
        }
    }
}
