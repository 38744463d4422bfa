//! What a rule may ask: the dice of one stage ([`Chance`]) and the chain of stages ([`Reading`]).

use crate::reduced::left;
use crate::{Contest, Die, Figure, Fraction, Label, Lead, Pair, Reduced, Steps, Way};
use core::hash::Hash;
use core::ops::{ControlFlow, RangeInclusive};

/// What passes from one stage to the next. Equal states are merged, so a state holds what later stages still need, and no more.
pub trait State: Clone + Eq + Hash {}
impl<T: Clone + Eq + Hash> State for T {}

/// The dice that a stage of a rule rolls.
pub trait Chance {
    /// Rolls a die.
    fn roll(&mut self, label: impl Into<Label>, die: Die) -> i64;

    /// Rolls a die of which only this matters: is it at least `target`?
    fn reaches(&mut self, label: impl Into<Label>, die: Die, target: i64) -> bool;

    /// Rolls a die of which only this matters: how many of the `marks`, which ascend, does it reach? Where that is certain, nothing is rolled.
    fn band(&mut self, label: impl Into<Label>, die: Die, marks: &[i64]) -> usize {
        let (low, high) = die.ends();
        if marks_reached(marks, low) == marks_reached(marks, high) {
            return marks_reached(marks, low);
        }
        let value = self.roll(label, die);
        marks_reached(marks, value)
    }

    /// Whether something with a chance of `over` in `under` happens: a roll of 1 to `under` that is at most `over`.
    fn happens(&mut self, label: impl Into<Label>, over: u64, under: u64) -> bool;

    /// One of several named things, each with its share; its place in the list. Where only one has a share, nothing is rolled, and where none
    /// has, it is the first.
    fn pick(&mut self, label: impl Into<Label>, options: &[(&'static str, u32)]) -> usize;

    /// Whether a real number drawn evenly from 0 to `ours` is at least one drawn from 0 to `theirs`. Of 0, or less, only 0 can be drawn.
    fn outdraws(&mut self, ours: (Label, &Fraction), theirs: (Label, &Fraction)) -> bool;

    /// The same with our number multiplied before the two are compared; the product has a name of its own.
    fn outdraws_times(
        &mut self,
        ours: (Label, &Fraction),
        times: (Label, u32),
        theirs: (Label, &Fraction),
    ) -> bool {
        let most = ours.1 * Fraction::from(i64::from(times.1));
        self.outdraws((ours.0, &most), theirs)
    }

    /// Rolls two open-ended dice: a 6 counts 5 and is rolled again and added, without end. A script gives their sum.
    ///
    /// What they show is not for the rule to see, only what the methods below make of it. They use the pair up: nothing is decided twice by the
    /// same dice without saying so.
    ///
    /// ```
    /// use tohit_odds::{Cast, Chance, Pair, Reading, open, Odds, Floats};
    ///
    /// /// Attack 12 against defence 10 with a parry of 4.
    /// fn strike<R: Reading>(r: &mut R) -> R::Of<&'static str> {
    ///     let start = r.start(());
    ///     r.stage(start, |dice, ()| {
    ///         let (attack, defence) = (dice.pair("attack"), dice.pair("defence"));
    ///         match dice.grade((12, attack), (10, defence), &[1, 1 + 4]) {
    ///             0 => "miss",
    ///             1 => "shield",
    ///             _ => "clean",
    ///         }
    ///     })
    /// }
    ///
    /// let odds = strike(&mut Odds::new(Floats));
    /// let clean = odds.entries().find(|(what, _)| **what == "clean").unwrap().1;
    /// assert!((clean - open::difference_at_least(&Floats, 3)).abs() < 1e-15);
    /// assert_eq!(strike(&mut Cast::scripted([9.into(), 7.into()])), "shield");
    /// ```
    fn pair(&mut self, label: impl Into<Label>) -> Pair;

    /// Whether a pair shows at most so much. The pair remains, and what is decided with it later depends on the answer.
    fn at_most(&mut self, pair: &mut Pair, most: i64) -> bool;

    /// An opposed roll with several results: how many of the `marks`, which ascend, our sum less theirs reaches. Each side is a figure and a
    /// pair that is added to it.
    fn grade(&mut self, ours: (i64, Pair), theirs: (i64, Pair), marks: &[i64]) -> usize;

    /// An opposed roll of which only this matters: is our sum at least theirs plus `need`?
    fn outrolls(&mut self, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> bool {
        self.grade(ours, theirs, &[need]) > 0
    }

    /// An opposed roll whose margin counts again: if our sum is at least theirs plus `need`, the lead that was won.
    fn lead(&mut self, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> Option<Lead>;

    /// A second opposed roll with the lead of a first: is our sum, with the whole margin won before added, at least theirs plus `need`?
    fn press(&mut self, lead: Lead, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> bool;

    /// Tells whoever explains the odds that what the dice have shown so far decides something, by which figures, and how. It decides nothing itself: the
    /// rule does, with the very figures that it tells.
    fn decided(&mut self, _label: &'static str, _figures: &[(&'static str, i64)], _way: impl Into<Way>) {}

    /// Writes a derived figure into the log.
    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>);

    /// Writes a figure and what a pair adds to it into the log.
    fn note_sum(&mut self, label: impl Into<Label>, (figure, pair): (i64, &Pair)) {
        if let Some(number) = pair.shown() {
            self.note(label, figure.saturating_add(number));
        }
    }
}

/// How many of the marks a value reaches.
pub(crate) fn marks_reached(marks: &[i64], value: i64) -> usize {
    marks.iter().filter(|mark| value >= **mark).count()
}

/// The place of the option that is picked without a roll: the only one with a share, or the first where none has one.
pub(crate) fn only_option(options: &[(&'static str, u32)]) -> Option<usize> {
    let mut shared = options.iter().enumerate().filter(|(_, (_, share))| *share > 0);
    let first = shared.next().map_or(0, |(place, _)| place);
    shared.next().is_none().then_some(first)
}

/// Names a part of a rule whose odds are the same wherever it stands: see [`Reading::once`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub &'static str, pub [i64; 3]);

/// The three readings of a rule. A rule is a function of a reading; it never learns which one it is given.
///
/// `Of<S>` is a state as far as the reading knows it: one state when dice are thrown, every possible state with its weight when odds are
/// computed. A `Total` is likewise a whole number that adds up, such as damage, and a `Tally` is a total together with what came of it.
pub trait Reading: Sized {
    /// The dice inside a stage.
    type Chance: Chance;
    /// A state. A copy is the same state once more: what is made of the two must not meet in a [`join`](Self::join), which takes them for
    /// independent.
    type Of<S: State>: Clone;
    /// A whole number that adds up.
    type Total: Clone;
    /// A whole number together with how it came about.
    type Tally<K: State>;

    /// A state that is certain.
    fn start<S: State>(&mut self, state: S) -> Self::Of<S>;

    /// From each state, by dice, to the next.
    fn stage<S: State, T: State>(
        &mut self,
        from: Self::Of<S>,
        rule: impl Fn(&mut Self::Chance, S) -> T,
    ) -> Self::Of<T>;

    /// Two states that do not depend on each other meet.
    fn join<A: State, B: State, T: State>(
        &mut self,
        a: Self::Of<A>,
        b: Self::Of<B>,
        rule: impl Fn(&mut Self::Chance, A, B) -> T,
    ) -> Self::Of<T>;

    /// From each state on by a rule of several stages.
    fn then<S: State, T: State>(
        &mut self,
        from: Self::Of<S>,
        rule: impl FnMut(&mut Self, S) -> Self::Of<T>,
    ) -> Self::Of<T>;

    /// A total that is certain.
    fn fixed(&mut self, value: i64) -> Self::Total;

    /// A roll as a total: like [`Chance::roll`], but long sums of dice cost no paths.
    fn roll(&mut self, label: impl Into<Label>, die: Die) -> Self::Total;

    /// The margin of an opposed roll as a total: our sum less theirs, as far as it matters. Whatever is beyond an end counts as that end, so what is
    /// open-ended becomes a distribution with a last value that stands for "so much or more" and carries exactly the rest. The ends are in order.
    ///
    /// ```
    /// use tohit_odds::{Chance, Contest, Floats, Odds, Reading, open};
    /// // Strength 12 against protection 9.
    /// let mut odds = Odds::new(Floats);
    /// let start = odds.start(());
    /// let rolls = odds.stage(start, |dice, ()| {
    ///     Contest::new((12, dice.pair("damage")), (9, dice.pair("protection")))
    /// });
    /// let damage = odds.tally(rolls, |r, contest| ((), r.margin(contest, 0..=40)));
    /// let damage = odds.sum(damage);
    /// let most = damage.chance(&Floats, |damage| damage == 40);
    /// assert!((most - open::difference_at_least(&Floats, 37)).abs() < 1e-15);
    /// ```
    fn margin(&mut self, contest: Contest, within: RangeInclusive<i64>) -> Self::Total;

    /// The number that each state stands for.
    fn total<S: State>(&mut self, from: Self::Of<S>, value: impl Fn(S) -> i64) -> Self::Total;

    /// Each value of a total as a state of its own.
    fn states(&mut self, total: Self::Total) -> Self::Of<i64>;

    /// The total after a calculation without dice.
    fn change(&mut self, total: Self::Total, rule: impl Fn(i64) -> i64) -> Self::Total;

    /// The sum of two totals that do not depend on each other.
    fn add(&mut self, a: Self::Total, b: Self::Total) -> Self::Total;

    /// The larger of two totals that do not depend on each other.
    fn larger(&mut self, a: Self::Total, b: Self::Total) -> Self::Total {
        let (a, b) = (self.states(a), self.states(b));
        let larger = self.join(a, b, |_, a, b| a.max(b));
        self.total(larger, |value| value)
    }

    /// For each value of a total, a whole number drawn evenly from the range that the value decides.
    fn evenly(
        &mut self,
        label: impl Into<Label>,
        total: Self::Total,
        range: impl Fn(i64) -> RangeInclusive<i64>,
    ) -> Self::Total {
        let label = label.into();
        let values = self.states(total);
        let drawn = self.stage(values, |dice, value| {
            let (from, to) = range(value).into_inner();
            dice.roll(label, Die::Range { from, to })
        });
        self.total(drawn, |value| value)
    }

    /// Adds to each value a roll of its own size: the value decides what is rolled.
    ///
    /// ```
    /// use tohit_odds::{Die, Floats, Odds, Reading, Steps};
    /// // 2 or 4, and half of a roll from 0 to less than that.
    /// let mut odds = Odds::new(Floats);
    /// let blow = odds.roll("blow", Die::d(2));
    /// let blow = odds.change(blow, |blow| 2 * blow);
    /// let burnt = odds.grow("fire", blow, |blow| Steps { by: 2, ..Steps::of(blow as u32) });
    /// let found: Vec<(i64, f64)> = burnt.entries(&Floats).collect();
    /// assert_eq!(found, [(2, 0.5), (4, 0.25), (5, 0.25)]);
    /// ```
    fn grow(
        &mut self,
        label: impl Into<Label>,
        total: Self::Total,
        roll: impl Fn(i64) -> Steps,
    ) -> Self::Total {
        let label = label.into();
        let values = self.states(total);
        let grown = self.stage(values, |dice, value| {
            let steps = roll(value);
            value.saturating_add(steps.adds(dice.roll(label, steps.die())))
        });
        self.total(grown, |value| value)
    }

    /// Adds `more` where the total is still open; elsewhere `more` does not happen.
    fn extend(
        &mut self,
        total: Self::Total,
        open: impl Fn(i64) -> bool,
        more: impl FnOnce(&mut Self) -> Self::Total,
    ) -> Self::Total;

    /// The sum of up to `times` runs of one part. Each run has the same odds and depends on nothing before it, and it is made only while
    /// the sum does not exceed `most`.
    fn repeat(
        &mut self,
        times: u32,
        most: Option<i64>,
        mut part: impl FnMut(&mut Self, u32) -> Self::Total,
    ) -> Self::Total {
        let mut sum = self.fixed(0);
        for run in 1..=times {
            let open = |sum| most.is_none_or(|most| sum <= most);
            sum = self.extend(sum, open, |r| part(r, run));
        }
        sum
    }

    /// What came of each state, and the total that goes with it.
    fn tally<S: State, K: State>(
        &mut self,
        from: Self::Of<S>,
        rule: impl FnMut(&mut Self, S) -> (K, Self::Total),
    ) -> Self::Tally<K>;

    /// What came of each state, and a total of several parts, each of which is reduced. `part` is asked for the state's first part, its second
    /// and so on until there is none; then `key` says what came of it.
    ///
    /// ```
    /// use tohit_odds::{Die, Floats, Odds, Reading, Reduced};
    /// // Armour of 0 to 2 is taken off each of two dice, but leaves at least 1.
    /// let mut odds = Odds::new(Floats);
    /// let start = odds.start(());
    /// let armour = odds.stage(start, |dice, ()| tohit_odds::Chance::roll(dice, "armour", Die::Range { from: 0, to: 2 }));
    /// let part = |r: &mut Odds<Floats>, armour: &i64, number: u32| {
    ///     (number <= 2).then(|| Reduced {
    ///         label: "left".into(),
    ///         whole: r.roll("damage", Die::d(2)),
    ///         by: r.fixed(*armour),
    ///         least: 1,
    ///     })
    /// };
    /// let tally = odds.tally_reduced(armour, part, |_, _| ());
    /// let total = odds.sum(tally);
    /// // Both are 2 without armour.
    /// assert!((total.chance(&Floats, |sum| sum == 4) - 1.0 / 12.0).abs() < 1e-15);
    /// ```
    fn tally_reduced<S: State, K: State>(
        &mut self,
        from: Self::Of<S>,
        mut part: impl FnMut(&mut Self, &S, u32) -> Option<Reduced<Self::Total>>,
        mut key: impl FnMut(&mut Self, S) -> K,
    ) -> Self::Tally<K> {
        self.tally(from, |r, state| {
            let mut sum = r.fixed(0);
            let mut number = 1;
            while let Some(Reduced { label, whole, by, least }) = part(r, &state, number) {
                let (by, whole) = (r.states(by), r.states(whole));
                let remains = r.join(by, whole, |_, by, whole| left(whole, by, least));
                let remains = r.total(remains, |value| value);
                r.show(label, &remains);
                sum = r.add(sum, remains);
                number += 1;
            }
            (key(r, state), sum)
        })
    }

    /// What follows what came before; the totals add up.
    fn follow<K: State, L: State>(
        &mut self,
        first: Self::Tally<K>,
        next: impl FnMut(&mut Self, K) -> Self::Tally<L>,
    ) -> Self::Tally<L>;

    /// What becomes of each part of a tally by dice, when its total is looked at: another key, and another total in place of the first.
    fn judge<K: State, L: State>(
        &mut self,
        tally: Self::Tally<K>,
        rule: impl Fn(&mut Self::Chance, K, i64) -> (L, i64),
    ) -> Self::Tally<L>;

    /// Rounds that add up, one after the other, until it is over or `times` have been played.
    ///
    /// From the state that the rounds before have left, a round `begin`s; it is told its number, from 1. What it began as `add`s to the sum; that has the
    /// same odds in every round that began so: odds compute it once, a throw rolls it each time. And then it `end`s: by dice, what came of it and whether
    /// the sum would now reach `mark` decide whether it is over or goes on in another state, and whether the addition counts or is undone.
    ///
    /// ```
    /// use core::ops::ControlFlow::{Break, Continue};
    /// use tohit_odds::{Chance, Die, Floats, Odds, Reading};
    /// // Two throws of 1d6. Whoever reaches 10 is out, but a coin may undo the throw that did it.
    /// let mut odds = Odds::new(Floats);
    /// let score = odds.rounds(
    ///     2,
    ///     (),
    ///     10,
    ///     |r, _, ()| r.start(()),
    ///     |r, ()| {
    ///         let start = r.start(());
    ///         r.tally(start, |r, ()| ((), r.roll("score", Die::d(6))))
    ///     },
    ///     |dice, (), out| match out {
    ///         true if dice.happens("undone", 1, 2) => (Continue(()), false),
    ///         true => (Break(()), true),
    ///         false => (Continue(()), true),
    ///     },
    /// );
    /// // 6 of 36 throws reach 10.
    /// assert!((score.chance(&Floats, |end| end.is_break()) - 3.0 / 36.0).abs() < 1e-15);
    /// // 3 of them make exactly that.
    /// let sum = odds.sum(score);
    /// assert!((sum.chance(&Floats, |sum| sum == 10) - 1.5 / 36.0).abs() < 1e-15);
    /// ```
    fn rounds<K: State, S: State, L: State, M: State>(
        &mut self,
        times: u32,
        from: K,
        mark: i64,
        begin: impl FnMut(&mut Self, u32, K) -> Self::Of<S>,
        add: impl FnMut(&mut Self, S) -> Self::Tally<L>,
        end: impl Fn(&mut Self::Chance, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> Self::Tally<ControlFlow<M, K>>;

    /// The total of a tally, however it came about.
    fn sum<K: State>(&mut self, tally: Self::Tally<K>) -> Self::Total;

    /// Runs a part whose odds depend on nothing but its key: odds compute it once, a throw rolls it each time.
    fn once(&mut self, key: Key, part: impl FnOnce(&mut Self) -> Self::Total) -> Self::Total;

    /// Writes a derived figure into the log.
    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>);

    /// Writes a total into the log.
    fn show(&mut self, label: impl Into<Label>, total: &Self::Total);

    /// Begins a new section of the log.
    fn heading(&mut self, label: impl Into<Label>);
}
