//! What decided on the way: while a rule's odds are explained, each state also carries the trail of decisions that led to it.
//!
//! A trail is part of a state, so that the chance of each follows from the same walk as the odds themselves: the chance of a decision is that of all that
//! it led to. Trails are kept as numbers; 0 is the trail without a decision, which all states have while nothing is recorded.

use crate::dist::Total;
use crate::odds::Odds;
use crate::weights::Weights;
use crate::{Ask, Figure, Label};
use core::hash::{Hash, Hasher};
use std::rc::Rc;

/// All trails together may have so many decisions. More than that nobody reads, and each makes the states more: then the record is given up.
const MOST_PLACES: usize = 4096;

/// The decisions that led to a state, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trail(u32);

/// A state, and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trailed<S> {
    pub(crate) state: S,
    pub(crate) trail: Trail,
}

impl<S: Hash> Hash for Trailed<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
        // While nothing is recorded, states are all there is to tell apart.
        if self.trail != Trail::default() {
            self.trail.hash(hasher);
        }
    }
}

impl<S> Trailed<S> {
    /// A state to which no decision led.
    pub(crate) fn plain(state: S) -> Self {
        Self { state, trail: Trail::default() }
    }
}

/// How a decision went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Yes or no.
    Flag(bool),
    /// One of several named things.
    Word(&'static str),
    /// How many marks were reached.
    Marks(usize),
}

impl From<bool> for Way {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&'static str> for Way {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

/// The least and the most of something.
#[derive(Clone, Debug, PartialEq)]
pub struct Span<T> {
    /// The least of all.
    pub least: T,
    /// The most.
    pub most: T,
}

impl<T: Clone> Span<T> {
    fn of(only: T) -> Self {
        Self { least: only.clone(), most: only }
    }

    fn take(&mut self, more: T, is_less: impl Fn(&T, &T) -> bool) {
        if is_less(&more, &self.least) {
            self.least = more;
        } else if is_less(&self.most, &more) {
            self.most = more;
        }
    }
}

/// Something that a rule asked of chance, or found decided by it: over all paths.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What for.
    pub label: Label,
    /// Which dice, where some were rolled for just this.
    pub ask: Option<Span<Ask>>,
    /// The figures that were compared.
    pub figures: Vec<(Label, Span<Figure>)>,
}

/// One decision: what was asked, after which trail, and how it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The trail before it.
    pub after: Trail,
    /// The place of what was asked among [`Record::asked`].
    pub asked: usize,
    /// How it went.
    pub way: Way,
}

/// All that was recorded while the odds of a rule were read.
pub struct Record {
    decides: fn(&str) -> bool,
    asked: Vec<Asked>,
    figures: Vec<(Label, Span<Figure>)>,
    decisions: Vec<(Decision, Vec<Trail>)>,
    first: Vec<Trail>,
    is_full: bool,
}

impl Record {
    pub(crate) fn new(decides: fn(&str) -> bool) -> Self {
        let (asked, figures, decisions) = (Vec::new(), Vec::new(), Vec::new());
        Self { decides, asked, figures, decisions, first: Vec::new(), is_full: false }
    }

    /// What was asked, in the order in which the rule first did.
    #[must_use]
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// The figures that the rule noted.
    #[must_use]
    pub fn figures(&self) -> &[(Label, Span<Figure>)] {
        &self.figures
    }

    /// Whether there were more decisions than are kept. Then the trails mean nothing.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// The last decision of a trail.
    #[must_use]
    pub fn last(&self, trail: Trail) -> Option<Decision> {
        let place = usize::try_from(trail.0).ok()?.checked_sub(1)?;
        self.decisions.get(place).map(|(decision, _)| *decision)
    }

    /// The decisions of a trail, in order, each with the trail that ends in it.
    #[must_use]
    pub fn decisions(&self, trail: Trail) -> Vec<(Trail, Decision)> {
        let mut all = Vec::new();
        let mut end = trail;
        while let Some(decision) = self.last(end) {
            all.push((end, decision));
            end = decision.after;
        }
        all.reverse();
        all
    }

    /// The trail with one decision more.
    fn on(&mut self, after: Trail, asked: usize, way: Way) -> Trail {
        let decision = Decision { after, asked, way };
        let place = usize::try_from(after.0).unwrap_or_default();
        let next = match place.checked_sub(1) {
            None => Some(&self.first),
            Some(place) => self.decisions.get(place).map(|(_, next)| next),
        };
        let known = next.and_then(|next| next.iter().find(|trail| self.last(**trail) == Some(decision)));
        if let Some(known) = known {
            return *known;
        }
        self.is_full |= self.decisions.len() >= MOST_PLACES;
        if self.is_full {
            return Trail::default();
        }
        self.decisions.push((decision, Vec::new()));
        let trail = Trail(u32::try_from(self.decisions.len()).unwrap_or_default());
        let next = match place.checked_sub(1) {
            None => Some(&mut self.first),
            Some(place) => self.decisions.get_mut(place).map(|(_, next)| next),
        };
        if let Some(next) = next {
            next.push(trail);
        }
        trail
    }

    /// One trail after another.
    pub(crate) fn join(&mut self, first: Trail, then: Trail) -> Trail {
        let decisions = self.decisions(then);
        decisions.into_iter().fold(first, |trail, (_, decision)| self.on(trail, decision.asked, decision.way))
    }

    /// Takes down how something went that could go no other way, where it decides: what others roll there must not look certain to them.
    pub(crate) fn settle(&mut self, after: Trail, label: Label, ask: Ask, way: Way) -> Trail {
        if (self.decides)(label.text()) { self.ask(after, label, Some(ask), Some(way)) } else { after }
    }

    /// Takes down what was asked, and how it went; gives the trail after it.
    pub(crate) fn ask(&mut self, after: Trail, label: Label, ask: Option<Ask>, way: Option<Way>) -> Trail {
        let place = self.place_of(label);
        let Some(asked) = self.asked.get_mut(place) else { return after };
        match (&mut asked.ask, ask) {
            (_, None) => {}
            (Some(span), Some(ask)) => span.take(ask, |a, b| size(a) < size(b)),
            (none, Some(ask)) => *none = Some(Span::of(ask)),
        }
        match way {
            Some(way) if (self.decides)(label.text()) => self.on(after, place, way),
            _ => after,
        }
    }

    fn place_of(&mut self, label: Label) -> usize {
        let known = self.asked.iter().position(|asked| asked.label == label);
        known.unwrap_or_else(|| {
            self.asked.push(Asked { label, ask: None, figures: Vec::new() });
            self.asked.len() - 1
        })
    }

    /// Takes down a figure that something was compared with.
    pub(crate) fn compare(&mut self, label: Label, name: Label, figure: Figure) {
        let place = self.place_of(label);
        if let Some(asked) = self.asked.get_mut(place) {
            take(&mut asked.figures, name, figure);
        }
    }

    pub(crate) fn note(&mut self, label: Label, figure: Figure) {
        take(&mut self.figures, label, figure);
    }
}

fn take(figures: &mut Vec<(Label, Span<Figure>)>, label: Label, figure: Figure) {
    if !matches!(figure, Figure::Int(_) | Figure::Ratio(_)) {
        return;
    }
    match figures.iter_mut().find(|(known, _)| *known == label) {
        Some((_, span)) => span.take(figure, |a, b| match (a, b) {
            (Figure::Int(a), Figure::Int(b)) => a < b,
            (Figure::Ratio(a), Figure::Ratio(b)) => a < b,
            _ => false,
        }),
        None => figures.push((label, Span::of(figure))),
    }
}

/// By what the least and the most of what was asked are told from each other: the largest face, what a die must show, or a chance in 2³².
fn size(ask: &Ask) -> u128 {
    match ask {
        Ask::Die(die) => die.ends().1.abs_diff(i64::MIN).into(),
        Ask::Reach { target, .. } => target.abs_diff(i64::MIN).into(),
        Ask::Chance { over, under } => (u128::from(*over) << 32) / u128::from((*under).max(1)),
        Ask::Pick(_) | Ask::Real(_) | Ask::Pair | Ask::Told(_) => 0,
    }
}

/// A total, and its entries by what led to them.
pub(crate) struct Known<F: Weights> {
    pub(crate) total: Total<F::Weight>,
    pub(crate) entries: Vec<(i64, Trail, F::Weight)>,
}

impl<F: Weights> Odds<F> {
    /// Odds that also record what was decided on the way, where `decides` names it.
    pub fn recording(weights: F, decides: fn(&str) -> bool) -> Self {
        let mut odds = Self::new(weights);
        odds.paths.record = Some(Box::new(Record::new(decides)));
        odds
    }

    /// What was recorded.
    pub fn record(&self) -> Option<&Record> {
        self.paths.record.as_deref()
    }

    /// Takes down what was rolled as a total.
    pub(crate) fn tell(&mut self, label: impl Into<Label>, ask: Option<Ask>) {
        if let Some(record) = &mut self.paths.record {
            record.ask(Trail::default(), label.into(), ask, None);
        }
    }

    /// Remembers what led to each value of a total, where anything did.
    pub(crate) fn keep_trails(
        &mut self,
        total: &Total<F::Weight>,
        entries: &[(i64, F::Weight)],
        trails: Vec<Trail>,
    ) {
        if trails.iter().any(|trail| *trail != Trail::default()) {
            let entries = entries.iter().zip(trails).map(|((value, weight), trail)| (*value, trail, *weight));
            let entries = entries.collect();
            self.trailed.push(Known { total: total.clone(), entries });
        }
    }

    /// The same total where it was remembered: a shift shares the memory.
    pub(crate) fn trails_of(&self, total: &Total<F::Weight>) -> Option<&Known<F>> {
        self.trailed.iter().find(|known| Rc::ptr_eq(known.total.weights(), total.weights()))
    }
}
