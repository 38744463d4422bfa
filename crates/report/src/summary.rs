//! Summary of an answer for the page: small, for an answer of any size.

mod fight;

use crate::Game;
use crate::format;
use crate::labels::{KILLED, further, label};
pub use fight::FightSummary;
pub(crate) use fight::mostly;
use serde::{Deserialize, Serialize};
use tohit_resolver::{AboutRules, Answer, Extra, FigureValue, Fraction, Json, Problem, Ruleset, Spread};

/// Unit of a roll without a target.
pub(crate) const ROLL: &str = "roll";

/// A histogram has no more bars than this; a longer distribution shares them.
const MOST_BARS: i64 = 150;

/// Summary of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The chance to hit, where the mode has one.
    pub hit: Option<f64>,
    /// True where that is the chance of a turn to deal damage.
    pub answers_turn: bool,
    /// The chance of each of the ruleset's outcomes, in order; none where the answer does not list it.
    pub outcomes: Vec<Option<f64>>,
    /// The damage of a strike.
    pub damage: Option<Damage>,
    /// The damage of a turn, where a turn is more than one strike.
    pub turn: Option<Damage>,
    /// Length of the fight, where the defender has hit points.
    pub fight: Option<FightSummary>,
    /// Further results of the ruleset, and its derived figures.
    pub more: Vec<(String, SummaryPart)>,
    /// Reason for a missing answer; empty where there is one.
    pub refused: String,
    /// Question of the page in place of an answer: the choice that the mode needs.
    pub asks: String,
}

/// Summary of a distribution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Damage {
    /// The average.
    pub mean: f64,
    /// True where the true mean is only known to be above `mean`.
    pub is_least: bool,
    /// Standard deviation; none where the chance beyond the list is too large for it to be known.
    pub deviation: Option<f64>,
    /// The smallest value that at least half do not exceed; none where that lies beyond the list.
    pub median: Option<i64>,
    /// Least possible value.
    pub low: i64,
    /// Greatest possible value, or the start of an endless tail.
    pub high: i64,
    /// Number of values in a bar.
    pub step: i64,
    /// Bars in ascending order, without impossible ones.
    pub bars: Vec<Bar>,
    /// True where the last bar includes all values above.
    pub endless: bool,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// First of its values.
    pub from: i64,
    /// Last of its values.
    pub to: i64,
    /// The chance of its values alone.
    pub exactly: f64,
    /// The chance of the first value or more.
    pub at_least: f64,
}

/// A part of an answer beyond damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SummaryPart {
    /// A chance.
    Chance(f64),
    /// A distribution.
    Spread(Box<Damage>),
    /// A figure.
    Text(String),
    /// A place on a map.
    Cell(i64, i64),
    /// Named parts.
    Group(Vec<(String, SummaryPart)>),
    /// Parts in order.
    List(Vec<SummaryPart>),
}

impl Summary {
    /// True where there is an answer: it lists outcomes, even those without a chance.
    pub fn is_here(&self) -> bool {
        !self.outcomes.is_empty()
    }

    /// True where the ruleset gives the chance to kill itself, not only as a fate of a turn.
    pub fn says_kill(&self) -> bool {
        self.extra("Kill").is_some()
    }

    /// The chance to kill, where the ruleset gives one: of the turn, if it has that.
    pub(crate) fn kill(&self) -> Option<f64> {
        let chance = |part: Option<&SummaryPart>| match part {
            Some(SummaryPart::Chance(p)) => Some(*p),
            _ => None,
        };
        chance(self.extra(KILLED)).or_else(|| chance(self.extra("Kill")))
    }

    /// The chance to kill in a turn, and its label.
    pub fn kills(&self) -> Option<(&'static str, f64)> {
        let says = if self.turn.is_some() { "kills in a turn" } else { "kills at once" };
        let first = self.fight.as_ref().and_then(|fight| fight.first);
        first.or_else(|| self.kill()).map(|kill| (says, kill))
    }

    /// True for a roll: its total has a distribution, but nothing is struck.
    pub fn is_roll(&self) -> bool {
        self.hit.is_none() && self.damage.is_some()
    }

    /// Unit of what is counted: a turn of one strike that is not as long as the game's normal turns counts as
    /// a strike.
    pub fn beat(&self) -> &'static str {
        if self.is_roll() {
            return ROLL;
        }
        let is_timed = self.fight.as_ref().is_some_and(|fight| fight.time.is_some());
        if is_timed && self.turn.is_none() { "strike" } else { "turn" }
    }

    /// A further part of the answer, by its label.
    pub fn extra(&self, label: &str) -> Option<&SummaryPart> {
        self.more.iter().find(|(known, _)| known == label).map(|(_, part)| part)
    }

    /// Remarks of the ruleset.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        self.more.iter().filter(|(label, _)| label == "Remark").map(|(_, remark)| remark.says())
    }

    /// Sums up an answer.
    pub fn of(rules: &Ruleset, answer: &Answer<f64>) -> Self {
        if let Some(roll) = Self::of_roll(rules, answer) {
            return roll;
        }
        let outcomes = rules.about().outcomes.iter();
        let damage = answer.damage.as_ref().map(Damage::of);
        let about = rules.about();
        let values =
            answer.values.iter().map(|(name, value)| (label(about, name), SummaryPart::figure(value)));
        let more =
            further(about, answer).into_iter().map(|(label, extra)| (label, SummaryPart::of(about, extra)));
        Self {
            hit: answer.hit,
            answers_turn: answer.turn_damage.is_some()
                && about.mode(answer.mode).is_some_and(|mode| mode.answers_turn),
            outcomes: outcomes.map(|outcome| answer.outcome(outcome.id).copied()).collect(),
            // A turn of one strike has no distribution of its own, unless the strike may be left out.
            turn: answer.turn_damage.as_ref().map(Damage::of).filter(|turn| {
                answer.several_strikes || damage.as_ref().is_none_or(|damage| turn.differs(damage))
            }),
            damage,
            fight: None,
            more: more.chain(values).collect(),
            refused: String::new(),
            asks: String::new(),
        }
    }

    /// The summary of a roll: the rules have one ending alone, without damage, and show one value, which
    /// takes the place of damage.
    fn of_roll(rules: &Ruleset, answer: &Answer<f64>) -> Option<Self> {
        let ([_], [(name, shown)]) = (rules.about().outcomes, answer.more.as_slice()) else { return None };
        let loses = |damage: &Spread<f64>| damage.all().any(|(lost, p)| lost != 0 && *p > 0.0);
        if answer.damage.as_ref().is_some_and(loses) || !answer.values.is_empty() {
            return None;
        }
        let (damage, more) = match shown {
            Extra::Spread(total) => (Some(Damage::of(total)), Vec::new()),
            Extra::Chance(_) => {
                let about = rules.about();
                (None, vec![(label(about, name), SummaryPart::of(about, shown))])
            }
            _ => return None,
        };
        Some(Self { outcomes: vec![None], damage, more, ..Self::default() })
    }
}

impl Damage {
    /// The summary of a distribution.
    pub fn of(spread: &Spread<f64>) -> Self {
        let possible = || spread.all().filter(|(_, p)| **p > 0.0);
        let Some((low, _)) = possible().next() else { return Self::default() };
        let high = possible().next_back().map_or(low, |(value, _)| value);
        let step = step(low, high);
        let mut bars: Vec<Bar> = Vec::new();
        for (value, p) in possible() {
            // Zero has a bar of its own: 0, 1 to step, step + 1 to 2 step ...
            let place = (value + step - 1).div_euclid(step);
            let (from, to) = ((place - 1) * step + 1, place * step);
            let from = if place == 0 && low >= 0 { 0 } else { from };
            match bars.last_mut() {
                Some(bar) if bar.from == from => bar.exactly += *p,
                _ => bars.push(Bar { from, to, exactly: *p, at_least: 0.0 }),
            }
        }
        let mut above = 0.0;
        for bar in bars.iter_mut().rev() {
            above += bar.exactly;
            bar.at_least = f64::min(above, 1.0);
        }
        /// A chance beyond the list below this does not affect the shown figures.
        const SEEN: f64 = 1e-4;
        let beyond = spread.tail.filter(|(_, p)| *p > 0.0);
        let is_known = beyond.is_none_or(|(_, p)| p <= SEEN);
        let is_beyond = |median: &i64| !is_known && beyond.is_some_and(|(closes, _)| *median >= closes);
        Self {
            mean: spread.mean(),
            is_least: !is_known,
            deviation: is_known.then(|| spread.deviation()),
            median: spread.median().filter(|median| !is_beyond(median)),
            low,
            high,
            step,
            bars,
            endless: beyond.is_some(),
        }
    }

    fn differs(&self, other: &Self) -> bool {
        self.bars.len() != other.bars.len()
            || self
                .bars
                .iter()
                .zip(&other.bars)
                .any(|(bar, other)| bar.from != other.from || (bar.exactly - other.exactly).abs() > 1e-9)
    }

    /// The chance of a value or more; none where it lies within a bar of several values.
    pub fn at_least(&self, value: i64) -> Option<f64> {
        let beyond = self.endless && value > self.high;
        let bar = self.bars.iter().find(|bar| bar.to >= value);
        (!beyond && bar.is_none_or(|bar| bar.from >= value)).then(|| bar.map_or(0.0, |bar| bar.at_least))
    }

    /// The possible values, in words.
    pub fn range(&self) -> String {
        let (low, high) = (format::whole(self.low), format::whole(self.high));
        match (self.endless, self.low == self.high) {
            (true, _) => format!("{low} and up"),
            (false, true) => low,
            (false, false) => format!("{low} to {high}"),
        }
    }

    /// The mean; of an endless distribution a lower bound, if its tail is likely enough to matter.
    pub fn average(&self) -> String {
        let mean = format::tenths(self.mean);
        if self.is_least { format!("> {mean}") } else { mean }
    }

    /// The standard deviation, where it is known.
    pub fn spread(&self) -> String {
        self.deviation.map_or_else(|| "–".to_owned(), format::tenths)
    }

    /// The median, or that it lies beyond the list.
    pub fn middle(&self) -> String {
        self.median.map_or_else(|| format!("{}+", format::whole(self.high)), format::whole)
    }
}

/// Number of values in a bar: 1, 2, 5, 10, 20 ...
fn step(low: i64, high: i64) -> i64 {
    let mut step: i64 = 1;
    let mut factors = [2, 5, 10].into_iter().cycle();
    let mut decade = 1i64;
    while high.saturating_sub(low) / step >= MOST_BARS {
        let factor = factors.next().unwrap_or(10);
        step = decade.saturating_mul(factor);
        if factor == 10 {
            decade = step;
        }
    }
    step
}

impl Bar {
    /// The chance of the last of its values or fewer.
    pub fn within(&self) -> f64 {
        (1.0 - self.at_least + self.exactly).clamp(0.0, 1.0)
    }

    /// The values of the bar.
    pub fn values(&self, endless: bool) -> String {
        let (from, to) = (format::whole(self.from), format::whole(self.to));
        match (endless, self.from == self.to) {
            (true, _) => format!("{from} or more"),
            (false, true) => from,
            (false, false) => format!("{from} to {to}"),
        }
    }
}

impl SummaryPart {
    fn of(about: &AboutRules, extra: &Extra<f64>) -> Self {
        let inner = |extra: &Extra<f64>| Self::of(about, extra);
        match extra {
            Extra::Chance(p) => Self::Chance(*p),
            Extra::Spread(spread) => Self::Spread(Box::new(Damage::of(spread))),
            Extra::Figure(figure) => Self::figure(figure),
            Extra::Group(parts) => {
                Self::Group(parts.iter().map(|(name, part)| (label(about, name), inner(part))).collect())
            }
            Extra::List(parts) => Self::List(parts.iter().map(inner).collect()),
        }
    }

    fn figure(figure: &FigureValue) -> Self {
        Self::Text(match figure {
            FigureValue::Cell(x, y) => return Self::Cell(*x, *y),
            FigureValue::Int(value) => format::whole(*value),
            FigureValue::Ratio(value) => value.decimal().replace('-', "−"),
            other => other.to_string(),
        })
    }

    /// The part in words.
    pub fn says(&self) -> String {
        match self {
            Self::Chance(p) => format::percent(*p),
            Self::Spread(damage) if damage.low == damage.high => damage.range(),
            Self::Spread(damage) => format!("{} on average, {}", damage.average(), damage.range()),
            Self::Text(text) => text.clone(),
            Self::Cell(x, y) => format!("({x}, {y})"),
            Self::List(parts) if parts.is_empty() => "none".to_owned(),
            Self::List(parts) => {
                let between =
                    if parts.iter().all(|part| matches!(part, Self::Cell(..))) { " " } else { "; " };
                parts.iter().map(Self::says).collect::<Vec<_>>().join(between)
            }
            Self::Group(parts) => {
                let one = |(label, part): &(String, Self)| {
                    format!("{} {}", label.to_ascii_lowercase(), part.says())
                };
                parts.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// The exact fractions of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fractions {
    /// The chance to hit, where the mode has one.
    pub hit: Option<String>,
    /// The chance of each of the ruleset's outcomes, in order.
    pub outcomes: Vec<Option<String>>,
    /// Further chances of the ruleset, by label.
    pub more: Vec<(String, String)>,
}

impl Fractions {
    fn of(rules: &Ruleset, answer: &Answer<Fraction>) -> Self {
        let outcomes = rules.about().outcomes.iter();
        let chance = |(label, extra): (String, &Extra<Fraction>)| match extra {
            Extra::Chance(p) => Some((label, p.to_string())),
            _ => None,
        };
        Self {
            hit: answer.hit.as_ref().map(ToString::to_string),
            outcomes: outcomes.map(|outcome| answer.outcome(outcome.id).map(ToString::to_string)).collect(),
            more: further(rules.about(), answer).into_iter().filter_map(chance).collect(),
        }
    }
}

/// Answers a document in floats.
pub fn resolve(game: &Game, document: &Json) -> Result<Summary, Vec<Problem>> {
    let (answer, fight) = game.rules.resolve_and_fight(document)?;
    Ok(Summary { fight: fight.as_ref().map(FightSummary::of), ..Summary::of(game.rules, &answer) })
}

/// Answers a document in fractions.
pub fn resolve_exact(game: &Game, document: &Json) -> Result<Fractions, Vec<Problem>> {
    game.rules.resolve(document).map(|answer| Fractions::of(game.rules, &answer))
}

#[cfg(test)]
mod tests;
