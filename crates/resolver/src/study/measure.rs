//! Measures: the name of one number in an answer.

use super::number::Number;
use crate::about::AboutRules;
use crate::answer::{Answer, Extra};
use crate::json::Json;
use crate::log::Figure;
use crate::problem::hint;
use core::fmt;
use tohit_odds::Fraction;

/// One number of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The chance that a strike hits.
    Hit,
    /// The chance that it does not.
    Miss,
    /// The chance to kill, of a strike or of a turn, as the answer has it.
    Kill,
    /// The average.
    Mean(Of),
    /// The smallest value that at least half do not exceed.
    Median(Of),
    /// The standard deviation, in floats only.
    Deviation(Of),
    /// The chance of so much or more.
    AtLeast(Of, i64),
    /// The chance of exactly so much.
    Exactly(Of, i64),
    /// The chance of an outcome.
    Outcome(String),
    /// A derived figure, or what else the answer tells; inside a group or a list dotted.
    Value(String),
}

/// Whose damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// One strike's.
    Strike,
    /// A turn's; where that has but one strike, this one's.
    Turn,
}

const NAMES: [(&str, Measure); 9] = [
    ("hit", Measure::Hit),
    ("miss", Measure::Miss),
    ("kill", Measure::Kill),
    ("damage.mean", Measure::Mean(Of::Strike)),
    ("damage.median", Measure::Median(Of::Strike)),
    ("damage.sd", Measure::Deviation(Of::Strike)),
    ("turn.mean", Measure::Mean(Of::Turn)),
    ("turn.median", Measure::Median(Of::Turn)),
    ("turn.sd", Measure::Deviation(Of::Turn)),
];

impl Measure {
    /// Reads a name.
    ///
    /// # Errors
    /// One sentence: what was given and what is allowed.
    pub fn parse(name: &str) -> Result<Self, String> {
        if let Some((_, measure)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(measure.clone());
        }
        for (of, begin) in [(Of::Strike, "damage"), (Of::Turn, "turn")] {
            let rest = name.strip_prefix(begin).unwrap_or_default();
            if let Some(Ok(least)) = rest.strip_prefix(">=").map(str::parse) {
                return Ok(Self::AtLeast(of, least));
            }
            if let Some(Ok(value)) = rest.strip_prefix('=').map(str::parse) {
                return Ok(Self::Exactly(of, value));
            }
        }
        match name.split_once('.') {
            Some(("outcome", outcome)) => Ok(Self::Outcome(outcome.to_owned())),
            Some(("values", value)) => Ok(Self::Value(value.to_owned())),
            _ => {
                let known = || NAMES.iter().map(|(known, _)| *known);
                let names: Vec<&str> = known().collect();
                Err(format!(
                    "{} is no measure; there are {}, damage>=N, damage=N, turn>=N, turn=N, outcome.NAME and values.NAME{}",
                    Json::from(name),
                    names.join(", "),
                    hint(name, known())
                ))
            }
        }
    }

    /// Reads what was seen of a strike: a number is its damage, a word how it ended.
    pub(super) fn parse_seen(word: &str) -> Result<Self, String> {
        if let Ok(damage) = word.parse() {
            return Ok(Self::Exactly(Of::Strike, damage));
        }
        match Self::parse(word) {
            Ok(measure @ (Self::Hit | Self::Miss | Self::Outcome(_))) => Ok(measure),
            _ if !word.is_empty() && !word.contains(['.', '=']) => Ok(Self::Outcome(word.to_owned())),
            _ => Err(format!(
                "{} is not allowed; it must be hit, miss, an outcome, or the damage of a strike",
                Json::from(word)
            )),
        }
    }

    /// The same as a link writes it.
    pub(super) fn as_seen(&self) -> String {
        match self {
            Self::Exactly(_, damage) => damage.to_string(),
            other => other.to_string(),
        }
    }

    /// The number in an answer; none where the answer does not tell it. What is not told of an endless distribution counts as its least.
    pub fn of<P: Number>(&self, answer: &Answer<P>) -> Option<P> {
        let whole = |number: i64| P::of(&number.into());
        let spread = |of: &Of| match of {
            Of::Strike => answer.damage.as_ref(),
            Of::Turn => answer.turn_damage.as_ref().or(answer.damage.as_ref()),
        };
        match self {
            Self::Hit => answer.hit.clone(),
            Self::Miss => answer.hit.clone().map(|hit| whole(1) - hit),
            Self::Kill => told(&answer.more, "kill"),
            Self::Mean(of) => spread(of).map(|spread| spread.mean()),
            Self::Median(of) => spread(of)?.median().map(whole),
            Self::Deviation(of) => P::deviation(spread(of)?),
            Self::AtLeast(of, least) => {
                let spread = spread(of)?;
                // Where an endless distribution closes, what lies beyond is told in one.
                let told = spread.tail.as_ref().is_none_or(|(closes, _)| least <= closes);
                told.then(|| spread.at_least(*least))
            }
            Self::Exactly(of, value) => {
                let spread = spread(of)?;
                let told = spread.tail.as_ref().is_none_or(|(closes, _)| value < closes);
                let entry = spread.entries.iter().find(|(known, _)| known == value);
                told.then(|| entry.map_or_else(|| whole(0), |(_, p)| p.clone()))
            }
            // What cannot happen may be left out.
            Self::Outcome(name) => {
                (!answer.outcomes.is_empty()).then(|| answer.outcome(name).cloned().unwrap_or(whole(0)))
            }
            Self::Value(name) => {
                let figure = answer.values.iter().find(|(known, _)| known == name);
                figure.map_or_else(|| told(&answer.more, name), |(_, figure)| number(figure))
            }
        }
    }

    /// Whether more of it is better for the attacker.
    #[must_use]
    pub fn more_is_better(&self, about: &AboutRules) -> bool {
        match self {
            Self::Miss => false,
            Self::Outcome(name) => about.outcomes.iter().any(|outcome| outcome.id == name && outcome.hits),
            _ => true,
        }
    }

    /// Whether it is a chance, which people read in percent.
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        match self {
            Self::Hit
            | Self::Miss
            | Self::Kill
            | Self::AtLeast(..)
            | Self::Exactly(..)
            | Self::Outcome(_) => true,
            Self::Mean(_) | Self::Median(_) | Self::Deviation(_) | Self::Value(_) => false,
        }
    }
}

/// What stands at a dotted name among what an answer tells beyond all others.
fn told<P: Number>(more: &[(&'static str, Extra<P>)], name: &str) -> Option<P> {
    let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
    // A name may stand there twice: once as a group, once as a figure.
    more.iter().filter(|(known, _)| *known == first).find_map(|(_, extra)| inside(extra, rest))
}

fn inside<P: Number>(extra: &Extra<P>, rest: Option<&str>) -> Option<P> {
    match (extra, rest) {
        (Extra::Chance(p), None) => Some(p.clone()),
        (Extra::Figure(figure), None) => number(figure),
        (Extra::Group(parts), Some(rest)) => told(parts, rest),
        (Extra::List(parts), Some(rest)) => {
            let (place, rest) =
                rest.split_once('.').map_or((rest, None), |(place, rest)| (place, Some(rest)));
            inside(parts.get(place.parse::<usize>().ok()?)?, rest)
        }
        _ => None,
    }
}

fn number<P: Number>(figure: &Figure) -> Option<P> {
    match figure {
        Figure::Int(value) => Some(P::of(&Fraction::from(*value))),
        Figure::Ratio(value) => Some(P::of(value)),
        Figure::Flag(_) | Figure::Word(_) | Figure::Cell(..) => None,
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begin = |of: &Of| if *of == Of::Strike { "damage" } else { "turn" };
        match self {
            Self::AtLeast(of, least) => write!(f, "{}>={least}", begin(of)),
            Self::Exactly(of, value) => write!(f, "{}={value}", begin(of)),
            Self::Outcome(name) => write!(f, "outcome.{name}"),
            Self::Value(name) => write!(f, "values.{name}"),
            named => f.write_str(NAMES.iter().find(|(_, known)| known == named).map_or("", |(name, _)| name)),
        }
    }
}
