//! The thrown and the scripted reading: each die shows one face, and the log tells it.

use crate::die::centred_share;
use crate::log::{Ask, Event, Log};
use crate::pair::{Contest, Lead, Pair};
use crate::pcg::Pcg;
use crate::reading::{Key, Reading, State, only_option};
use crate::script::{Forced, ScriptError};
use crate::{Chance, Die, Figure, Fraction, Label};
use core::ops::{ControlFlow, RangeInclusive};
use std::collections::VecDeque;

enum Source {
    Seed(Pcg),
    Script(VecDeque<Forced>),
}

/// One run of a rule, with real faces. See [`Reading`] for what a rule may ask.
pub struct Cast {
    source: Source,
    log: Option<Log>,
    errors: Vec<ScriptError>,
}

impl Cast {
    /// Dice thrown by the generator that `seed` starts.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { source: Source::Seed(Pcg::new(seed)), log: Some(Log::default()), errors: Vec::new() }
    }

    /// Like [`Cast::seeded`], without a log: for many throws one after the other.
    #[must_use]
    pub fn silent(seed: u64) -> Self {
        Self { log: None, ..Self::seeded(seed) }
    }

    /// Dice that show what the script says.
    #[must_use]
    pub fn scripted(script: impl IntoIterator<Item = Forced>) -> Self {
        let source = Source::Script(script.into_iter().collect());
        Self { source, log: Some(Log::default()), errors: Vec::new() }
    }

    /// The log of the run.
    ///
    /// # Errors
    /// When the rule and the script did not fit: rolls left over, too few of them, or impossible ones.
    pub fn finish(mut self) -> Result<Log, Vec<ScriptError>> {
        if let Source::Script(rest) = &self.source
            && !rest.is_empty()
        {
            self.errors.push(ScriptError::LeftOver { rolls: rest.len() });
        }
        if self.errors.is_empty() { Ok(self.log.unwrap_or_default()) } else { Err(self.errors) }
    }

    fn write(&mut self, event: impl FnOnce(bool) -> Event) {
        let forced = matches!(self.source, Source::Script(_));
        if let Some(log) = &mut self.log {
            log.events.push(event(forced));
        }
    }

    /// One face, from the generator or from the script; what the script says must be a face that can be.
    fn face<T>(
        &mut self,
        label: Label,
        ask: impl FnOnce() -> Ask,
        throw: impl FnOnce(&mut Pcg) -> T,
        read: impl FnOnce(&Forced) -> Option<T>,
        instead: T,
    ) -> T {
        match &mut self.source {
            Source::Seed(pcg) => throw(pcg),
            Source::Script(script) => match script.pop_front() {
                None => {
                    self.errors.push(ScriptError::RanOut { label });
                    instead
                }
                Some(given) => read(&given).unwrap_or_else(|| {
                    self.errors.push(ScriptError::Impossible { label, given, ask: ask() });
                    instead
                }),
            },
        }
    }

    fn whole(&mut self, label: Label, die: Die, from: i64, to: i64) -> i64 {
        let (low, high) = (from.min(to), from.max(to));
        let read = |given: &Forced| match given {
            Forced::Number(number) => number.whole().filter(|n| (low..=high).contains(n)),
            Forced::Word(_) => None,
        };
        self.face(label, || Ask::Die(die), |pcg| pcg.between(low, high), read, low)
    }

    /// All faces of a die, which of them counts if not all do, and its value.
    fn throw(&mut self, label: Label, die: Die) -> (Vec<i64>, Option<usize>, i64) {
        let (low, high) = die.ends();
        let scripted = matches!(self.source, Source::Script(_));
        match die {
            Die::Range { .. } => {
                let face = self.whole(label, die, low, high);
                (vec![face], None, face)
            }
            // A script gives the total of several dice, as the documents do.
            Die::Dice { .. } if scripted => {
                let sum = self.whole(label, die, low, high);
                (vec![sum], None, sum)
            }
            Die::Dice { count, sides } => {
                let faces: Vec<i64> =
                    (0..count).map(|_| self.whole(label, die, 1, sides.max(1).into())).collect();
                let sum = faces.iter().fold(0i64, |sum, face| sum.saturating_add(*face));
                (faces, None, sum)
            }
            Die::Highest { count, from, to } | Die::Lowest { count, from, to } => {
                let faces: Vec<i64> = (0..count.max(1)).map(|_| self.whole(label, die, from, to)).collect();
                let wants_highest = matches!(die, Die::Highest { .. }) == (from <= to);
                let ranked = faces.iter().copied().enumerate();
                let kept = if wants_highest {
                    ranked.rev().max_by_key(|(_, face)| *face)
                } else {
                    ranked.min_by_key(|(_, face)| *face)
                };
                let (place, face) = kept.unwrap_or((0, low));
                let kept = (faces.len() > 1).then_some(place);
                (faces, kept, face)
            }
            Die::Centred { .. } if scripted => {
                let face = self.whole(label, die, low, high);
                (vec![face], None, face)
            }
            Die::Centred { from, to } => {
                // The exact weights, drawn as whole numbers.
                let size = low.abs_diff(high).saturating_add(1);
                let mut left = match &mut self.source {
                    Source::Seed(pcg) => pcg.below(size.saturating_mul(size)),
                    Source::Script(_) => 0,
                };
                let mut place = 0;
                while place + 1 < size && left >= centred_share(place, size) {
                    left -= centred_share(place, size);
                    place += 1;
                }
                let face = if from <= to {
                    from.wrapping_add_unsigned(place)
                } else {
                    from.wrapping_sub_unsigned(place)
                };
                (vec![face], None, face)
            }
        }
    }

    /// Draws both numbers; ours is multiplied before they are compared.
    fn outdraw(
        &mut self,
        (label, ours): (Label, &Fraction),
        times: Option<(Label, u32)>,
        (other, theirs): (Label, &Fraction),
    ) -> bool {
        let mut mine = self.real(label, ours);
        if let Some((product, times)) = times {
            mine *= Fraction::from(i64::from(times));
            Chance::note(self, product, mine.clone());
        }
        mine >= self.real(other, theirs)
    }

    fn real(&mut self, label: Label, below: &Fraction) -> Fraction {
        const FINE: i64 = 1 << 53;
        if !below.is_positive() {
            return Fraction::zero();
        }
        let read = |given: &Forced| match given {
            Forced::Number(number) if *number >= Fraction::zero() && number <= below => Some(number.clone()),
            _ => None,
        };
        let throw = |pcg: &mut Pcg| below * Fraction::new(pcg.between(0, FINE - 1), FINE);
        let value = self.face(label, || Ask::Real(below.clone()), throw, read, Fraction::zero());
        let figure = Figure::Ratio(value.clone());
        let ask = Ask::Real(below.clone());
        self.write(|forced| Event::Roll { label, ask, faces: Vec::new(), kept: None, value: figure, forced });
        value
    }
}

/// The faces of two open-ended dice as they fall, each 6 before the roll it earns, and the pair's sum.
fn throw_pair(pcg: &mut Pcg) -> (Vec<i64>, i64) {
    let mut faces = Vec::with_capacity(2);
    let (mut ended, mut sum) = (0, 0);
    while ended < 2 {
        let face = pcg.between(1, 6);
        faces.push(face);
        if face == 6 {
            sum += 5;
        } else {
            sum += face;
            ended += 1;
        }
    }
    (faces, sum)
}

impl Chance for Cast {
    fn roll(&mut self, label: impl Into<Label>, die: Die) -> i64 {
        if let Some(value) = die.only() {
            return value;
        }
        let label = label.into();
        let (faces, kept, value) = self.throw(label, die);
        let ask = Ask::Die(die);
        self.write(|forced| Event::Roll { label, ask, faces, kept, value: Figure::Int(value), forced });
        value
    }

    fn reaches(&mut self, label: impl Into<Label>, die: Die, target: i64) -> bool {
        let (low, high) = die.ends();
        if target <= low || target > high {
            return target <= low;
        }
        let label = label.into();
        let (faces, kept, value) = self.throw(label, die);
        let reached = value >= target;
        let ask = Ask::Reach { die, target };
        self.write(|forced| Event::Roll { label, ask, faces, kept, value: Figure::Flag(reached), forced });
        reached
    }

    fn happens(&mut self, label: impl Into<Label>, over: u64, under: u64) -> bool {
        if over == 0 || over >= under {
            return over > 0;
        }
        let label = label.into();
        let read = |given: &Forced| match given {
            Forced::Number(number) => {
                number.whole().and_then(|n| u64::try_from(n).ok()).filter(|n| (1..=under).contains(n))
            }
            Forced::Word(word) if word == "yes" => Some(1),
            Forced::Word(word) if word == "no" => Some(under),
            Forced::Word(_) => None,
        };
        let ask = Ask::Chance { over, under };
        let drawn = self.face(label, || ask.clone(), |pcg| pcg.below(under) + 1, read, under);
        let happened = drawn <= over;
        let faces = vec![i64::try_from(drawn).unwrap_or(i64::MAX)];
        self.write(|forced| Event::Roll {
            label,
            ask,
            faces,
            kept: None,
            value: Figure::Flag(happened),
            forced,
        });
        happened
    }

    fn pick(&mut self, label: impl Into<Label>, options: &[(&'static str, u32)]) -> usize {
        if let Some(place) = only_option(options) {
            return place;
        }
        let label = label.into();
        let shares: u64 = options.iter().map(|(_, share)| u64::from(*share)).sum();
        let place_of = |drawn: u64| {
            let mut left = drawn;
            options.iter().position(|(_, share)| {
                let here = left < u64::from(*share);
                left = left.saturating_sub(u64::from(*share));
                here
            })
        };
        let read = |given: &Forced| match given {
            Forced::Number(number) => {
                number.whole().and_then(|n| u64::try_from(n).ok()?.checked_sub(1)).and_then(place_of)
            }
            Forced::Word(word) => options.iter().position(|(name, share)| name == word && *share > 0),
        };
        let throw = |pcg: &mut Pcg| place_of(pcg.below(shares)).unwrap_or_default();
        let place = self.face(label, || Ask::Pick(options.to_vec()), throw, read, 0);
        let name = options.get(place).map_or("", |(name, _)| *name);
        let ask = Ask::Pick(options.to_vec());
        self.write(|forced| Event::Roll {
            label,
            ask,
            faces: Vec::new(),
            kept: None,
            value: Figure::Word(name),
            forced,
        });
        place
    }

    fn outdraws(&mut self, ours: (Label, &Fraction), theirs: (Label, &Fraction)) -> bool {
        self.outdraw(ours, None, theirs)
    }

    fn outdraws_times(
        &mut self,
        ours: (Label, &Fraction),
        times: (Label, u32),
        theirs: (Label, &Fraction),
    ) -> bool {
        self.outdraw(ours, Some(times), theirs)
    }

    fn pair(&mut self, label: impl Into<Label>) -> Pair {
        let label = label.into();
        let read = |given: &Forced| match given {
            Forced::Number(number) => number.whole().filter(|sum| *sum >= 2).map(|sum| (vec![sum], sum)),
            Forced::Word(_) => None,
        };
        let instead = (vec![2], 2);
        let (faces, sum) = self.face(label, || Ask::Pair, throw_pair, read, instead);
        let value = Figure::Int(sum);
        self.write(|forced| Event::Roll { label, ask: Ask::Pair, faces, kept: None, value, forced });
        Pair::shows(sum)
    }

    fn at_most(&mut self, pair: &mut Pair, most: i64) -> bool {
        pair.settled(most).unwrap_or_default()
    }

    fn grade(&mut self, ours: (i64, Pair), theirs: (i64, Pair), marks: &[i64]) -> usize {
        let margin = Contest::new(ours, theirs).margin();
        marks.iter().filter(|mark| margin >= Some(**mark)).count()
    }

    fn lead(&mut self, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> Option<Lead> {
        let won = Contest::new(ours, theirs);
        (won.margin() >= Some(need)).then_some(Lead { won, need })
    }

    fn press(&mut self, lead: Lead, ours: (i64, Pair), theirs: (i64, Pair), need: i64) -> bool {
        lead.settled(Contest::new(ours, theirs), need).unwrap_or_default()
    }

    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>) {
        let (label, figure) = (label.into(), figure.into());
        self.write(|_| Event::Note { label, figure });
    }
}

impl Reading for Cast {
    type Chance = Self;
    type Of<S: State> = S;
    type Total = i64;
    type Tally<K: State> = (K, i64);

    fn start<S: State>(&mut self, state: S) -> S {
        state
    }

    fn stage<S: State, T: State>(&mut self, from: S, rule: impl Fn(&mut Self, S) -> T) -> T {
        rule(self, from)
    }

    fn join<A: State, B: State, T: State>(&mut self, a: A, b: B, rule: impl Fn(&mut Self, A, B) -> T) -> T {
        rule(self, a, b)
    }

    fn then<S: State, T: State>(&mut self, from: S, mut rule: impl FnMut(&mut Self, S) -> T) -> T {
        rule(self, from)
    }

    fn fixed(&mut self, value: i64) -> i64 {
        value
    }

    fn roll(&mut self, label: impl Into<Label>, die: Die) -> i64 {
        Chance::roll(self, label, die)
    }

    fn margin(&mut self, contest: Contest, within: RangeInclusive<i64>) -> i64 {
        let (low, high) = within.into_inner();
        contest.margin().map_or(low, |margin| margin.max(low).min(high))
    }

    fn total<S: State>(&mut self, from: S, value: impl Fn(S) -> i64) -> i64 {
        value(from)
    }

    fn states(&mut self, total: i64) -> i64 {
        total
    }

    fn change(&mut self, total: i64, rule: impl Fn(i64) -> i64) -> i64 {
        rule(total)
    }

    fn add(&mut self, a: i64, b: i64) -> i64 {
        a.saturating_add(b)
    }

    fn extend(&mut self, total: i64, open: impl Fn(i64) -> bool, more: impl FnOnce(&mut Self) -> i64) -> i64 {
        if open(total) { total.saturating_add(more(self)) } else { total }
    }

    fn tally<S: State, K: State>(
        &mut self,
        from: S,
        mut rule: impl FnMut(&mut Self, S) -> (K, i64),
    ) -> (K, i64) {
        rule(self, from)
    }

    fn follow<K: State, L: State>(
        &mut self,
        (key, total): (K, i64),
        mut next: impl FnMut(&mut Self, K) -> (L, i64),
    ) -> (L, i64) {
        let (key, more) = next(self, key);
        (key, total.saturating_add(more))
    }

    fn judge<K: State, L: State>(
        &mut self,
        (key, total): (K, i64),
        rule: impl Fn(&mut Self, K, i64) -> (L, i64),
    ) -> (L, i64) {
        rule(self, key, total)
    }

    fn rounds<K: State, S: State, L: State, M: State>(
        &mut self,
        times: u32,
        from: K,
        mark: i64,
        mut begin: impl FnMut(&mut Self, u32, K) -> S,
        mut add: impl FnMut(&mut Self, S) -> (L, i64),
        end: impl Fn(&mut Self, L, bool) -> (ControlFlow<M, K>, bool),
    ) -> (ControlFlow<M, K>, i64) {
        let (mut state, mut sum) = (from, 0i64);
        for round in 1..=times {
            let began = begin(self, round, state);
            let (what, more) = add(self, began);
            let next = sum.saturating_add(more);
            let (ended, counts) = end(self, what, next >= mark);
            if counts {
                sum = next;
            }
            match ended {
                ControlFlow::Continue(going) => state = going,
                ControlFlow::Break(over) => return (ControlFlow::Break(over), sum),
            }
        }
        (ControlFlow::Continue(state), sum)
    }

    fn sum<K: State>(&mut self, (_, total): (K, i64)) -> i64 {
        total
    }

    fn once(&mut self, _: Key, part: impl FnOnce(&mut Self) -> i64) -> i64 {
        part(self)
    }

    fn note(&mut self, label: impl Into<Label>, figure: impl Into<Figure>) {
        Chance::note(self, label, figure);
    }

    fn show(&mut self, label: impl Into<Label>, total: &i64) {
        Chance::note(self, label, *total);
    }

    fn heading(&mut self, label: impl Into<Label>) {
        let label = label.into();
        self.write(|_| Event::Heading(label));
    }
}
