//! The answer: the resolver's result for a scenario.

use crate::exact::{MapChances, Truncate};
use crate::json::Json;
use crate::log::FigureValue;
use crate::number::{self, Probability};
use tohit_odds::{Fraction, Weight};

/// All results of a scenario. `P` is a probability: a float, an exact fraction, or, during the computation, a
/// fraction's residue.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// The chance that a strike hits, where the mode has one.
    pub hit: Option<P>,
    /// The exclusive ways a strike can end, with their chances, in the ruleset's order.
    pub outcomes: Vec<(&'static str, P)>,
    /// The damage of one strike; a miss is 0.
    pub damage: Option<Spread<P>>,
    /// The damage of a turn, where the rules have turns.
    pub turn_damage: Option<Spread<P>>,
    /// True where a turn may have more than one strike.
    pub several_strikes: bool,
    /// Further results of the ruleset, by name.
    pub more: Vec<(&'static str, Extra<P>)>,
    /// Derived figures.
    pub values: Vec<(&'static str, FigureValue)>,
}

/// A distribution over whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread<P> {
    /// Values that can occur, ascending.
    pub entries: Vec<(i64, P)>,
    /// Open end of an endless distribution: its least value, and the chance of that value or more.
    pub tail: Option<(i64, P)>,
}

/// A result of a ruleset beyond those that every answer has.
#[derive(Clone, Debug, PartialEq)]
pub enum Extra<P> {
    /// A chance, or a mean.
    Chance(P),
    /// A distribution.
    Spread(Spread<P>),
    /// A figure.
    Figure(FigureValue),
    /// Named things.
    Group(Vec<(&'static str, Extra<P>)>),
    /// Things in order.
    List(Vec<Extra<P>>),
}

impl<P> Answer<P> {
    /// An empty answer.
    #[must_use]
    pub fn new(ruleset: &'static str, mode: &'static str) -> Self {
        Self {
            ruleset,
            mode,
            hit: None,
            outcomes: Vec::new(),
            damage: None,
            turn_damage: None,
            several_strikes: false,
            more: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The chance of an outcome; none if it is not listed.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let answer = powder.resolve::<Fraction>(&scenario).unwrap();
    /// assert_eq!(answer.outcome("complete-miss"), Some(&Fraction::new(1, 20)));
    /// assert_eq!(answer.outcome("tickle"), None);
    /// ```
    #[must_use]
    pub fn outcome(&self, name: &str) -> Option<&P> {
        self.outcomes.iter().find(|(known, _)| *known == name).map(|(_, p)| p)
    }
}

impl Truncate for Answer<Weight> {}

impl<P> MapChances<P> for Answer<P> {
    type Mapped<Q> = Answer<Q>;

    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Answer<Q> {
        Answer {
            ruleset: self.ruleset,
            mode: self.mode,
            hit: self.hit.map(&mut *f),
            outcomes: self.outcomes.into_iter().map(|(name, p)| (name, f(p))).collect(),
            damage: self.damage.map(|spread| spread.map(f)),
            turn_damage: self.turn_damage.map(|spread| spread.map(f)),
            several_strikes: self.several_strikes,
            more: self.more.into_iter().map(|(name, extra)| (name, extra.map(f))).collect(),
            values: self.values,
        }
    }
}

impl<P> Spread<P> {
    /// Every value with its chance, ascending; the last may include all above it.
    ///
    /// ```
    /// use tohit_resolver::answer::Spread;
    ///
    /// let d4 = Spread { entries: (1..=4).map(|face| (face, 0.25)).collect(), tail: None };
    /// assert_eq!(d4.all().map(|(face, _)| face).max(), Some(4));
    /// assert_eq!((d4.mean(), d4.at_least(3), d4.median()), (2.5, 0.5, Some(2)));
    /// ```
    pub fn all(&self) -> impl DoubleEndedIterator<Item = (i64, &P)> + Clone {
        self.entries.iter().chain(&self.tail).map(|(value, p)| (*value, p))
    }

    pub(crate) fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Spread<Q> {
        Spread {
            entries: self.entries.into_iter().map(|(value, p)| (value, f(p))).collect(),
            tail: self.tail.map(|(value, p)| (value, f(p))),
        }
    }
}

impl<P> Extra<P> {
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Extra<Q> {
        match self {
            Self::Chance(p) => Extra::Chance(f(p)),
            Self::Spread(spread) => Extra::Spread(spread.map(f)),
            Self::Figure(figure) => Extra::Figure(figure),
            Self::Group(parts) => {
                Extra::Group(parts.into_iter().map(|(name, part)| (name, part.map(f))).collect())
            }
            Self::List(parts) => Extra::List(parts.into_iter().map(|part| part.map(f)).collect()),
        }
    }
}

impl<P: Probability> Spread<P> {
    /// The average; the open end of an endless distribution counts as its least value.
    pub fn mean(&self) -> P {
        P::weighed(&mut self.all())
    }

    /// The chance of `least` or more.
    pub fn at_least(&self, least: i64) -> P {
        P::weighed(&mut self.all().filter(|(value, _)| *value >= least).map(|(_, p)| (1, p)))
    }

    /// The average, where all but a little is listed.
    pub fn whole_mean(&self) -> Option<P> {
        self.is_told(i64::MAX).then(|| self.mean())
    }

    /// True where the chance of `most` or less is known: all of it is listed, or the chance beyond the list
    /// is negligible.
    pub fn is_told(&self, most: i64) -> bool {
        self.tail.as_ref().is_none_or(|(closes, open)| most < *closes || is_little(open))
    }

    /// The chance of `most` or less; none where the distribution closes before.
    pub fn at_most(&self, most: i64) -> Option<P> {
        let listed = || self.entries.iter().filter(|(value, _)| *value <= most);
        self.is_told(most).then(|| P::weighed(&mut listed().map(|(_, p)| (1, p))))
    }

    /// The smallest value that at least half do not exceed; none of an empty distribution.
    pub fn median(&self) -> Option<i64> {
        let (mut sum, half) = (P::of(&Fraction::zero()), P::of(&Fraction::new(1, 2)));
        let reaches = |(_, p): &(i64, &P)| {
            sum = sum.clone() + (*p).clone();
            // A half that rounding left a hair under is one.
            sum.rank(&half).is_ge()
        };
        self.all().find(reaches).or_else(|| self.all().next_back()).map(|(value, _)| value)
    }
}

/// True for a negligible chance; a fraction never is.
pub(crate) fn is_little<P: Probability>(chance: &P) -> bool {
    !P::EXACT && chance.float() < 1e-9
}

impl Spread<f64> {
    /// The standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        number::deviation(self.mean(), self.all())
    }
}

/// A figure beside such probabilities.
pub(crate) fn beside<P: Probability>(figure: &FigureValue) -> Json {
    match figure {
        FigureValue::Ratio(value) => P::of(value).json(),
        other => plain(other),
    }
}

pub(crate) fn plain(figure: &FigureValue) -> Json {
    match figure {
        FigureValue::Int(value) => (*value).into(),
        FigureValue::Flag(value) => (*value).into(),
        FigureValue::Cell(x, y) => Json::List(vec![(*x).into(), (*y).into()]),
        other => other.to_string().into(),
    }
}

impl<P: Probability> Answer<P> {
    /// The answer as the contract writes it.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, from_link};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let answer = powder.resolve::<Fraction>(&scenario).unwrap().json();
    /// assert_eq!(answer.get("hit"), Some(&"19/40".into()));
    /// ```
    #[must_use]
    pub fn json(&self) -> Json {
        let mut entries = vec![("ruleset", self.ruleset.into()), ("mode", self.mode.into())];
        if let Some(hit) = &self.hit {
            entries.push(("hit", hit.json()));
        }
        if !self.outcomes.is_empty() {
            entries.push(("outcomes", self.outcomes.iter().map(|(name, p)| (*name, p.json())).collect()));
        }
        if let Some(damage) = &self.damage {
            entries.push(("damage", damage.json()));
        }
        if let Some(damage) = &self.turn_damage {
            entries.push(("turn_damage", damage.json()));
        }
        entries.extend(self.more.iter().map(|(name, extra)| (*name, extra.json())));
        if !self.values.is_empty() {
            entries.push((
                "values",
                self.values.iter().map(|(name, figure)| (*name, beside::<P>(figure))).collect(),
            ));
        }
        entries.into_iter().collect()
    }
}

impl<P: Probability> Spread<P> {
    fn json(&self) -> Json {
        let exactly = self.entries.iter().map(|(value, p)| (value.to_string(), p.json()));
        let tail = self.tail.iter().map(|(value, p)| (format!("{value}+"), p.json()));
        exactly.chain(tail).collect()
    }
}

impl<P: Probability> Extra<P> {
    fn json(&self) -> Json {
        match self {
            Self::Chance(p) => p.json(),
            Self::Spread(spread) => spread.json(),
            Self::Figure(figure) => beside::<P>(figure),
            Self::Group(parts) => parts.iter().map(|(name, part)| (*name, part.json())).collect(),
            Self::List(parts) => Json::List(parts.iter().map(Self::json).collect()),
        }
    }
}
