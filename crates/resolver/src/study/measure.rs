//! Measures: the name of one number in an answer.

use super::Extent;
use super::posterior::reaches;
use crate::about::AboutRules;
use crate::answer::{Answer, Extra, Spread, is_little};
use crate::log::FigureValue;
use crate::number::Probability;
use crate::problem::{hint, quoted};
use core::fmt;
use tohit_engine::FightDetail;
use tohit_odds::Fraction;

/// A number of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The chance that a strike hits.
    Hit,
    /// The chance that a strike misses.
    Miss,
    /// The chance to kill, of a strike or of a turn, as the answer has it.
    Kill,
    /// The chance to kill within this number of turns.
    Within(i64),
    /// The chance of an ending of a duel.
    End(&'static str),
    /// The average.
    Mean(RandomVariable),
    /// The smallest value that at least half do not exceed.
    Median(RandomVariable),
    /// The standard deviation, in floats only.
    Deviation(RandomVariable),
    /// The smallest value that this percentage does not exceed.
    Quantile(RandomVariable, u8),
    /// The chance of this value or more.
    AtLeast(RandomVariable, i64),
    /// The chance of exactly this value.
    Exactly(RandomVariable, i64),
    /// The chance of an outcome.
    Outcome(String),
    /// A derived figure or another result; inside a group or a list dotted.
    Value(String),
}

/// The random variable that a measure describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomVariable {
    /// Damage of a strike.
    Strike,
    /// Damage of a turn; of the strike, where a turn has only one.
    Turn,
    /// Turns of a fight.
    KillTurns,
    /// Strikes of a fight.
    KillStrikes,
    /// The game's normal turns that have begun by the end of a fight; only the mean is known.
    KillTime,
    /// Damage to the defender in a fight, including the excess of the last strike; only the mean is known.
    KillLost,
    /// Rounds of a duel.
    Rounds,
    /// The attacker's hit points after a duel.
    Left,
}

const RANDOM_VARIABLES: [(&str, RandomVariable); 8] = [
    ("damage", RandomVariable::Strike),
    ("turn", RandomVariable::Turn),
    ("kill.turns", RandomVariable::KillTurns),
    ("kill.strikes", RandomVariable::KillStrikes),
    ("kill.time", RandomVariable::KillTime),
    ("kill.lost", RandomVariable::KillLost),
    ("rounds", RandomVariable::Rounds),
    ("left", RandomVariable::Left),
];
const NAMES: [(&str, Measure); 7] = [
    ("hit", Measure::Hit),
    ("miss", Measure::Miss),
    ("kill", Measure::Kill),
    ("win", Measure::End("win")),
    ("lose", Measure::End("lose")),
    ("both", Measure::End("both")),
    ("standing", Measure::End("standing")),
];
const MEAN: &str = ".mean";
const MEDIAN: &str = ".median";
const DEVIATION: &str = ".sd";

impl RandomVariable {
    fn name(self) -> &'static str {
        RANDOM_VARIABLES.iter().find(|(_, of)| *of == self).map_or("", |(name, _)| name)
    }

    const fn extent(self) -> Extent {
        match self {
            Self::Strike | Self::Turn => Extent::Strike,
            Self::KillTurns | Self::KillStrikes | Self::KillTime | Self::KillLost => Extent::Fight,
            Self::Rounds | Self::Left => Extent::Duel,
        }
    }

    /// The distribution in an answer of its extent.
    fn spread<P>(self, answer: &Answer<P>) -> Option<&Spread<P>> {
        let named = |name: &str| {
            answer.more.iter().find_map(|(known, extra)| match extra {
                Extra::Spread(spread) if *known == name => Some(spread),
                _ => None,
            })
        };
        match self {
            Self::Strike => answer.damage.as_ref(),
            Self::Turn => answer.turn_damage.as_ref().or(answer.damage.as_ref()),
            Self::KillTurns => named("turns"),
            // A turn of one strike has no distribution of strikes.
            Self::KillStrikes => named("strikes").or_else(|| named("turns")),
            // Answers have no distribution of these.
            Self::KillTime | Self::KillLost => None,
            Self::Rounds => named("rounds"),
            Self::Left => named("attacker_left"),
        }
    }

    /// The mean.
    fn mean<P: Probability>(self, answer: &Answer<P>) -> Option<P> {
        let value = match self {
            Self::KillTurns => figure_of(&answer.more, "mean_turns"),
            Self::KillStrikes => {
                figure_of(&answer.more, "mean_strikes").or_else(|| figure_of(&answer.more, "mean_turns"))
            }
            // Without an entry, a turn is a usual one.
            Self::KillTime => {
                figure_of(&answer.more, "mean_time").or_else(|| figure_of(&answer.more, "mean_turns"))
            }
            Self::KillLost => figure_of(&answer.more, "mean_lost"),
            // The closed list of a damage lacks only a little, in fractions too.
            Self::Strike | Self::Turn => self.spread(answer).map(Spread::mean),
            // The hit points of a side that still stands are not final.
            Self::Left if !is_over(answer) => return None,
            Self::Rounds | Self::Left => None,
        };
        value.or_else(|| self.spread(answer)?.whole_mean())
    }
}

impl Measure {
    /// Reads a name.
    ///
    /// # Errors
    /// A sentence: the given name, and the allowed ones.
    ///
    /// ```
    /// use tohit_resolver::{Fraction, from_link, study::Measure};
    ///
    /// let (powder, scenario) = from_link("powder/melee?defender.natural_ac=8").unwrap();
    /// let answer = powder.resolve::<Fraction>(&scenario).unwrap();
    /// assert_eq!(Measure::parse("hit").unwrap().of(&answer), Some(Fraction::new(19, 40)));
    /// assert!(Measure::parse("luck").is_err());
    /// ```
    pub fn parse(name: &str) -> Result<Self, String> {
        if let Some((_, measure)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(measure.clone());
        }
        if let Some(Ok(turns)) = name.strip_prefix("kill<=").map(str::parse) {
            return Ok(Self::Within(turns));
        }
        if let Some(measure) =
            RANDOM_VARIABLES.iter().find_map(|(begin, of)| Self::spread(*of, name.strip_prefix(begin)?))
        {
            return Ok(measure);
        }
        match name.split_once('.') {
            Some(("outcome", outcome)) => Ok(Self::Outcome(outcome.to_owned())),
            Some(("values", value)) => Ok(Self::Value(value.to_owned())),
            _ => {
                let plain = NAMES.iter().map(|(known, _)| (*known).to_owned());
                let means = RANDOM_VARIABLES.iter().map(|(of, _)| format!("{of}{MEAN}"));
                let known: Vec<String> = plain.chain(means).collect();
                let hint = hint(name, known.iter().map(String::as_str));
                Err(format!(
                    "{} is no measure; there are {}, each also with .median, .sd, .90%, >=N or =N for .mean; kill<=N, outcome.NAME and values.NAME{hint}",
                    quoted(name),
                    known.join(", "),
                ))
            }
        }
    }

    /// The measure of a random variable that a suffix names.
    fn spread(of: RandomVariable, asked: &str) -> Option<Self> {
        match asked {
            MEAN => Some(Self::Mean(of)),
            MEDIAN => Some(Self::Median(of)),
            DEVIATION => Some(Self::Deviation(of)),
            _ => {
                let number = |begin: &str| asked.strip_prefix(begin)?.parse().ok();
                let percent = || asked.strip_prefix('.')?.strip_suffix('%')?.parse().ok();
                let least = || number(">=").map(|least| Self::AtLeast(of, least));
                let exactly = || number("=").map(|value| Self::Exactly(of, value));
                let quantile = percent().filter(|percent| (1..100).contains(percent));
                quantile.map(|percent| Self::Quantile(of, percent)).or_else(least).or_else(exactly)
            }
        }
    }

    /// Extent of the answers that have the measure.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        match self {
            Self::Within(_) => Extent::Fight,
            Self::End(_) => Extent::Duel,
            Self::Mean(of)
            | Self::Median(of)
            | Self::Deviation(of)
            | Self::Quantile(of, _)
            | Self::AtLeast(of, _)
            | Self::Exactly(of, _) => of.extent(),
            Self::Hit | Self::Miss | Self::Kill | Self::Outcome(_) | Self::Value(_) => Extent::Strike,
        }
    }

    /// Details of a fight that the measure needs.
    pub(super) fn far(&self) -> FightDetail {
        match self {
            Self::Mean(
                RandomVariable::KillTurns
                | RandomVariable::KillStrikes
                | RandomVariable::KillTime
                | RandomVariable::KillLost,
            ) => FightDetail { means: true, ..FightDetail::NOWHERE },
            Self::Within(turns) => {
                FightDetail { turns: usize::try_from(*turns).unwrap_or(0), ..FightDetail::NOWHERE }
            }
            _ => FightDetail { means: false, ..FightDetail::WHOLE },
        }
    }

    /// Reads an observed strike: a number is its damage, a word its ending.
    pub(super) fn parse_seen(word: &str) -> Result<Self, String> {
        if let Ok(damage) = word.parse() {
            return Ok(Self::Exactly(RandomVariable::Strike, damage));
        }
        match Self::parse(word) {
            Ok(measure @ (Self::Hit | Self::Miss | Self::Outcome(_))) => Ok(measure),
            _ if !word.is_empty() && !word.contains(['.', '=']) => Ok(Self::Outcome(word.to_owned())),
            _ => Err(format!(
                "{} is not allowed; it must be hit, miss, an outcome, or the damage of a strike",
                quoted(word)
            )),
        }
    }

    /// The observation, in a link's notation.
    #[must_use]
    pub fn as_seen(&self) -> String {
        match self {
            Self::Exactly(_, damage) => damage.to_string(),
            other => other.to_string(),
        }
    }

    /// The number in an answer of its extent; none where the answer lacks it. The open end of an endless
    /// distribution counts as its least value.
    pub fn of<P: Probability>(&self, answer: &Answer<P>) -> Option<P> {
        let whole = |number: i64| P::of(&number.into());
        // The open end of a distribution is a single entry.
        let at_least = |spread: &Spread<P>, least: i64| {
            spread.is_told(least.saturating_sub(1)).then(|| spread.at_least(least))
        };
        let listed = |spread: &Spread<P>, value: i64| spread.is_told(value).then(|| whole(value));
        match self {
            Self::Hit => answer.hit.clone(),
            Self::Miss => answer.hit.clone().map(|hit| whole(1) - hit),
            Self::Kill => figure_of(&answer.more, "kill"),
            Self::Within(turns) => RandomVariable::KillTurns.spread(answer)?.at_most(*turns),
            // Exact answers of duels stop after a limited number of rounds; later rounds change these
            // chances.
            Self::End(name) if P::EXACT && *name != "standing" && !is_over(answer) => None,
            Self::End(name) => answer.outcome(name).cloned(),
            Self::Mean(of) => of.mean(answer),
            Self::Median(of) => {
                let spread = of.spread(answer)?;
                listed(spread, spread.median()?)
            }
            Self::Quantile(of, percent) => {
                let spread = of.spread(answer)?;
                let bound = Fraction::new(i64::from(*percent), 100);
                let chances: Vec<P> = spread.all().map(|(_, p)| p.clone()).collect();
                listed(spread, spread.all().nth(reaches(&chances, &bound))?.0)
            }
            Self::Deviation(of) => {
                let spread = of.spread(answer)?;
                P::deviation(spread.mean(), &mut spread.all())
            }
            Self::AtLeast(of, least) => at_least(of.spread(answer)?, *least),
            Self::Exactly(of, value) => {
                let spread = of.spread(answer)?;
                let is_listed = spread.tail.as_ref().is_none_or(|(closes, _)| value < closes);
                let entry = spread.entries.iter().find(|(known, _)| known == value);
                is_listed.then(|| entry.map_or_else(|| whole(0), |(_, p)| p.clone()))
            }
            // Impossible outcomes may be missing from an answer.
            Self::Outcome(name) => {
                (!answer.outcomes.is_empty()).then(|| answer.outcome(name).cloned().unwrap_or(whole(0)))
            }
            Self::Value(name) => {
                let figure = answer.values.iter().find(|(known, _)| known == name);
                figure.map_or_else(|| figure_of(&answer.more, name), |(_, figure)| number(figure))
            }
        }
    }

    /// True where a larger value is better for the attacker.
    #[must_use]
    pub fn more_is_better(&self, about: &AboutRules) -> bool {
        match self {
            Self::Miss | Self::End("lose" | "both" | "standing") => false,
            Self::Outcome(name) => about.outcomes.iter().any(|outcome| outcome.id == name && outcome.hits),
            Self::Mean(of) | Self::Median(of) | Self::Quantile(of, _) | Self::AtLeast(of, _) => !matches!(
                of,
                RandomVariable::KillTurns
                    | RandomVariable::KillStrikes
                    | RandomVariable::KillTime
                    | RandomVariable::KillLost
                    | RandomVariable::Rounds
            ),
            _ => true,
        }
    }

    /// True for measures that are always whole numbers.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        matches!(self, Self::Median(_) | Self::Quantile(..))
    }

    /// True for chances, which people read in percent.
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        match self {
            Self::Hit
            | Self::Miss
            | Self::Kill
            | Self::Within(_)
            | Self::End(_)
            | Self::AtLeast(..)
            | Self::Exactly(..)
            | Self::Outcome(_) => true,
            Self::Mean(_) | Self::Median(_) | Self::Deviation(_) | Self::Quantile(..) | Self::Value(_) => {
                false
            }
        }
    }
}

/// True where a duel is decided.
fn is_over<P: Probability>(duel: &Answer<P>) -> bool {
    duel.outcome("standing").is_none_or(is_little)
}

/// The result at a dotted name among the further results of an answer.
fn figure_of<P: Probability>(more: &[(&'static str, Extra<P>)], name: &str) -> Option<P> {
    let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
    // A name may occur twice: once as a group, once as a figure.
    more.iter().filter(|(known, _)| *known == first).find_map(|(_, extra)| inside(extra, rest))
}

fn inside<P: Probability>(extra: &Extra<P>, rest: Option<&str>) -> Option<P> {
    match (extra, rest) {
        (Extra::Chance(p), None) => Some(p.clone()),
        (Extra::Figure(figure), None) => number(figure),
        (Extra::Group(parts), Some(rest)) => figure_of(parts, rest),
        (Extra::List(parts), Some(rest)) => {
            let (place, rest) =
                rest.split_once('.').map_or((rest, None), |(place, rest)| (place, Some(rest)));
            inside(parts.get(place.parse::<usize>().ok()?)?, rest)
        }
        _ => None,
    }
}

fn number<P: Probability>(figure: &FigureValue) -> Option<P> {
    match figure {
        FigureValue::Int(value) => Some(P::of(&Fraction::from(*value))),
        FigureValue::Ratio(value) => Some(P::of(value)),
        FigureValue::Flag(_) | FigureValue::Word(_) | FigureValue::Cell(..) => None,
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean(of) => write!(f, "{}{MEAN}", of.name()),
            Self::Median(of) => write!(f, "{}{MEDIAN}", of.name()),
            Self::Deviation(of) => write!(f, "{}{DEVIATION}", of.name()),
            Self::Quantile(of, percent) => write!(f, "{}.{percent}%", of.name()),
            Self::AtLeast(of, least) => write!(f, "{}>={least}", of.name()),
            Self::Exactly(of, value) => write!(f, "{}={value}", of.name()),
            Self::Within(turns) => write!(f, "kill<={turns}"),
            Self::Outcome(name) => write!(f, "outcome.{name}"),
            Self::Value(name) => write!(f, "values.{name}"),
            named => f.write_str(NAMES.iter().find(|(_, known)| known == named).map_or("", |(name, _)| name)),
        }
    }
}
