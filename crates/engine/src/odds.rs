//! Odds of a scenario, as they are answered.

use crate::horizon::Horizon;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::strike::result::{LineOdds, Outcome, StrikeResult};
use crate::tail::GeometricTail;
use crate::tail::law::Law;
use crate::tail::open_dice::align_tails;
use crate::turn::evaluator::TurnEvaluator;
use crate::turn::positions::StrikePosition;
use crate::turn::rules::TurnRules;
use crate::value::Value;
use crate::weighted::{WeightedValues, merged_whole};
use std::rc::Rc;
use tohit_compile::program::{Line, ShowEnd, Strikes, Word};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Distribution of a count: whole numbers, ascending, with the beginning of endless rolls.
#[derive(Clone, Debug, Default)]
pub struct CountDistribution {
    /// Whole numbers with their weights.
    pub values: Vec<(i64, Weight)>,
    /// Beginning and weight of the rest.
    pub rest: Option<(i64, Weight)>,
}

/// Odds of a strike.
#[derive(Clone, Debug)]
pub struct StrikeOdds {
    /// Probability of every possible ending, in the order of the text.
    pub endings: Vec<(Word, Weight)>,
    /// Damage.
    pub losses: CountDistribution,
    /// Hit points that the attacker gets back, where there can be any.
    pub gains: Option<CountDistribution>,
    /// Hit points that the attacker pays, where there can be any.
    pub pays: Option<CountDistribution>,
    /// Shown lines.
    pub shown: Vec<(Vec<String>, ShownLine)>,
    /// Odds of each line, if they are observed.
    pub lines: Vec<LineOdds>,
}

/// Distribution of a shown line.
#[derive(Clone, Debug)]
pub enum ShownLine {
    /// Probability of yes.
    Chance(Weight),
    /// Words with their probabilities, in the order of the program's words.
    Words(Vec<(Word, Weight)>),
    /// Whole numbers with their probabilities.
    Numbers(CountDistribution),
}

/// Odds of a turn.
#[derive(Clone, Debug)]
pub struct TurnOdds {
    /// Number of its strikes; where it is rolled, the greatest.
    pub strikes: usize,
    /// Damage.
    pub losses: CountDistribution,
    /// Probability that the defender falls, where it is asked and hit points are given.
    pub kill: Option<Weight>,
    /// Probabilities that the defender is unhurt, wounded and killed, where they are asked.
    pub fate: Option<[Weight; 3]>,
    /// Carried values at its end, where they are asked: the names, each with the distribution.
    pub carried: Vec<(String, ShownLine)>,
}

/// Odds of a scenario.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Strike that the answer is about.
    pub strike: StrikeOdds,
    /// Probability that one strike fells the defender, where it is asked and hit points are given.
    pub kill: Option<Weight>,
    /// Turn, where there is one.
    pub turn: Option<TurnOdds>,
    /// Each strike of the turn, where the text shows them one by one.
    pub strikes: Vec<StrikeOdds>,
}

impl TurnOdds {
    /// Probability to hit: that it deals damage.
    #[must_use]
    pub fn hit(&self, arith: &Arithmetic) -> Weight {
        let dealt = self.losses.values.iter().filter(|(lost, _)| *lost != 0);
        arith.total(dealt.chain(&self.losses.rest).map(|(_, weight)| *weight))
    }
}

impl StrikeOdds {
    /// Probability to hit.
    #[must_use]
    pub fn hit(&self, scenario: &Scenario<'_>, arith: &Arithmetic) -> Weight {
        let hits = |word: Word| {
            scenario.rules.endings.iter().any(|ending| ending.word == word && ending.class.hits())
        };
        arith.total(self.endings.iter().filter(|(word, _)| hits(*word)).map(|(_, weight)| *weight))
    }
}

impl Scenario<'_> {
    /// Refused fields: their paths, and the messages.
    #[must_use]
    pub fn refused(&self) -> Vec<(String, String)> {
        let refused = self.mode.refuses.iter().filter_map(|refuse| match self.fixed(refuse.when) {
            Value::Flag(true) => Some((
                refuse.field.clone(),
                refuse.message.clone().unwrap_or_else(|| "is not allowed with the other fields".to_owned()),
            )),
            _ => None,
        });
        refused.collect()
    }

    /// Derived figures that are answered beside the odds.
    ///
    /// # Errors
    /// When one of them cannot be evaluated.
    pub fn figures(&self) -> Result<Vec<(Vec<String>, Value)>, Diagnostic> {
        let names = self.names_before_shown()?;
        let value = |show: &tohit_compile::program::Show| {
            let value = |id| self.value_without_draws(id, &names);
            if show.when.is_some_and(|when| value(when) == Value::Flag(false)) {
                return None;
            }
            Some(value(show.value).sound().map(|value| (show.name.clone(), value)))
        };
        self.mode.shows.iter().filter_map(value).collect()
    }

    /// Figures that depend on the strike of the turn, for one of them, counted from 0.
    #[must_use]
    pub fn figures_of(&self, strike: usize) -> Vec<(Vec<String>, Value)> {
        let Ok((strikes, _)) = self.strikes() else { return Vec::new() };
        let Some((position, (slot, _))) =
            strikes.get(strike).and_then(|position| Some((position, position.item.as_ref()?)))
        else {
            return Vec::new();
        };
        let names = TurnRules::unreduced(self).names_before(position);
        let reads = |id| self.mode.nodes.get(id).is_some_and(|expr| expr.reads.contains(*slot));
        let own = self.mode.shows.iter().filter(|show| reads(show.value));
        own.map(|show| (show.name.clone(), self.value_without_draws(show.value, &names))).collect()
    }

    /// Value of a figure that takes nothing and that the sheets decide, such as a switch.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<Value> {
        let mut figures = self.mode.figures.iter();
        let figure =
            figures.find(|figure| figure.name == name && figure.takes.is_empty() && !figure.rolled)?;
        Some(self.fixed(figure.value))
    }

    /// Odds of the scenario. `observed` adds the odds of all lines. A float run comes before exact runs: it
    /// finds the lengths of endless lists.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn odds(&self, arith: &Arithmetic, observed: bool) -> Result<Odds, Diagnostic> {
        self.begin();
        self.horizon.begin(arith);
        let mut turns = TurnEvaluator::new(self, ReducedStrike::new(self), arith);
        let digits = self.mode.tail.map_or(12, |id| self.fixed(id).whole().unwrap_or(12));
        let (positions, shown) = self.strikes()?;
        let carried = turns.rules().initial();
        let hit_points = self.hit_points();
        let wanted = StrikePosition::shown(&positions, shown);
        let turn = self.mode.turn.as_ref().filter(|_| !positions.is_empty() && self.has_turn());
        let listed = turn.is_some_and(|turn| matches!(turn.strikes, Strikes::Each { shown: Some(_), .. }));
        let asked = if listed { positions.as_slice() } else { core::slice::from_ref(wanted) };
        let mut all = Vec::with_capacity(asked.len());
        for position in asked {
            all.push((position, turns.strike(position, &carried, self.both_hit_points(), observed)?));
        }
        for (_, result) in &all {
            self.shown_whole(result)?;
        }
        let main = all.iter().find(|(position, _)| core::ptr::eq(*position, wanted));
        let nothing = StrikeResult::default();
        let result = main.map_or(&nothing, |(_, result)| result);
        let strikes =
            all.iter().filter(|_| listed).map(|(_, result)| self.strike_odds(result, arith, digits));
        let strikes = strikes.collect();
        let asks = |what: ShowEnd| self.mode.show_ends.contains(&what);
        let kill = if hit_points.is_some() && asks(ShowEnd::KillThisStrike) {
            let (killed, others): (Vec<_>, Vec<_>) = result.outcomes.iter().partition(|outcome| outcome.kill);
            let others = align_tails(
                others.iter().map(|outcome| (outcome.lose.clone(), outcome.weight)).collect(),
                arith,
            );
            let (_, fallen) = turns.split_fallen(others)?;
            let all =
                killed.iter().map(|outcome| outcome.weight).chain(fallen.iter().map(|(_, weight)| *weight));
            Some(arith.total(all))
        } else {
            None
        };
        let turn = if turn.is_some() {
            turns.reduced = ReducedStrike::unworded(self);
            let turned = turns.turn(&positions, &all)?;
            let sum = |all: &WeightedValues| arith.total(all.iter().map(|(_, weight)| *weight));
            let fallen = sum(&turned.fallen);
            let fate = asks(ShowEnd::FateThisTurn).then(|| {
                let (hurt, unhurt) =
                    turned.standing.iter().cloned().partition(|(lost, _)| *lost != Value::from(0));
                [sum(&unhurt), sum(&hurt), fallen]
            });
            let kill = (asks(ShowEnd::KillThisTurn) && hit_points.is_some()).then_some(fallen);
            let all = turned.standing.into_iter().chain(turned.fallen).collect();
            let losses = losses(all, arith, digits, &self.horizon);
            let mut carried = Vec::with_capacity(turned.carried.len());
            for (shown, values) in self.mode.show_carried.iter().zip(turned.carried) {
                self.carried_whole(&shown.name, &values)?;
                carried.push((shown.name.clone(), shown_line(values, arith, digits, &self.horizon)));
            }
            Some(TurnOdds { strikes: positions.len(), losses, kill, fate, carried })
        } else {
            None
        };
        let strike = self.strike_odds(result, arith, digits);
        Ok(Odds { strike, kill, turn, strikes })
    }

    /// Refuses shown carried values of broken numbers.
    fn carried_whole(&self, name: &str, values: &WeightedValues) -> Result<(), Diagnostic> {
        if values.iter().any(is_broken) {
            let message =
                format!("\"{name}\" is answered by whole numbers: round it, or carry smaller parts");
            return Err(self.error_at(self.mode.falls.when, message));
        }
        Ok(())
    }

    /// Refuses a shown line of broken numbers: its distribution is answered by whole numbers.
    fn shown_whole(&self, result: &StrikeResult) -> Result<(), Diagnostic> {
        for (line, values) in &result.shown {
            if let (Some(Line::Value { span, .. }), true) =
                (self.mode.strike.get(*line), values.iter().any(is_broken))
            {
                let message =
                    "a shown line is answered by whole numbers: round it, or count in smaller parts";
                return Err(Diagnostic::new(*span, message.to_owned()));
            }
        }
        Ok(())
    }

    fn strike_odds(&self, result: &StrikeResult, arith: &Arithmetic, digits: i64) -> StrikeOdds {
        let mut endings = Vec::new();
        for ending in &self.rules.endings {
            let mut ways =
                result.outcomes.iter().filter(|outcome| outcome.ending == Some(ending.word)).peekable();
            if ways.peek().is_some() {
                endings.push((ending.word, arith.total(ways.map(|outcome| outcome.weight))));
            }
        }
        let lost = result.outcomes.iter().map(|outcome| (outcome.lose.clone(), outcome.weight)).collect();
        let shown = result.shown.iter().filter_map(|(line, values)| {
            let Some(Line::Value { show: Some(name), .. }) = self.mode.strike.get(*line) else { return None };
            Some((name.clone(), shown_line(values.clone(), arith, digits, &self.horizon)))
        });
        // A shown flag that no strike reaches is never yes.
        let lines = self.mode.strike.iter().enumerate();
        let never = lines.filter_map(|(line, statement)| match statement {
            Line::Value { show: Some(name), value, .. }
                if self.mode.is_yes_or_no(*value) && result.shown.iter().all(|(known, _)| *known != line) =>
            {
                Some((name.clone(), ShownLine::Chance(Weight::ZERO)))
            }
            _ => None,
        });
        let (shown, nothing) = (shown.chain(never).collect(), Value::from(0));
        let lost = losses(lost, arith, digits, &self.horizon);
        let own: [fn(&Outcome) -> &Value; 2] = [|outcome| &outcome.gain, |outcome| &outcome.pay];
        let [gains, pays] = own.map(|own| {
            result.outcomes.iter().any(|outcome| *own(outcome) != nothing).then(|| {
                let all = result.outcomes.iter().map(|outcome| (own(outcome).clone(), outcome.weight));
                losses(all.collect(), arith, digits, &self.horizon)
            })
        });
        StrikeOdds { endings, shown, lines: result.lines.clone(), losses: lost, gains, pays }
    }
}

fn is_broken((value, _): &(Value, Weight)) -> bool {
    matches!(value, Value::Number(number) if number.whole().is_none())
}

fn shown_line(values: WeightedValues, arith: &Arithmetic, digits: i64, horizon: &Horizon) -> ShownLine {
    if values.iter().all(|(value, _)| matches!(value, Value::Flag(_))) {
        let yes = values.iter().find(|(value, _)| value.is_yes());
        return ShownLine::Chance(yes.map_or(Weight::ZERO, |(_, weight)| *weight));
    }
    let word = |(value, weight): &(Value, Weight)| {
        if let Value::Word(word) = value { Some((*word, *weight)) } else { None }
    };
    match values.iter().map(word).collect() {
        Some(words) => ShownLine::Words(words),
        None => ShownLine::Numbers(losses(values, arith, digits, horizon)),
    }
}

/// Distribution of a count, closed where less than 10^-digits is left.
fn losses(values: WeightedValues, arith: &Arithmetic, digits: i64, horizon: &Horizon) -> CountDistribution {
    let mut listed_values: Vec<(i64, Weight)> = Vec::with_capacity(values.len());
    let mut tails = Vec::new();
    for (value, weight) in align_tails(values, arith) {
        match value {
            Value::Tail(tail) => tails.push((tail.law.survival(arith), tail, weight)),
            value => listed_values.push((value.whole().unwrap_or_default(), weight)),
        }
    }
    let beyond = |number: i64| {
        let plain = listed_values.iter().filter(|(value, _)| *value >= number).map(|(_, weight)| *weight);
        let of = |(law, tail, weight): &(Law, Rc<GeometricTail>, Weight)| {
            let indices = (0..law.period as u64).map(|index| law.at(tail.steps_to(number) + index, arith));
            arith.mul(arith.sum(indices), *weight)
        };
        arith.total(plain.chain(tails.iter().map(of)))
    };
    // The float run finds the end of a list, so that all exact runs end it at the same place.
    let end = horizon.next(arith, || {
        // Floats may round a tail to nothing: then all of it is the rest.
        if tails.is_empty() {
            return listed_values.iter().map(|(value, _)| value.saturating_add(1)).max().unwrap_or_default();
        }
        let little =
            |number: i64| arith.to_float(beyond(number)) < 10f64.powi(-i32::try_from(digits).unwrap_or(12));
        let mut high = 1;
        while !little(high) && high < 1 << 40 {
            high *= 2;
        }
        let mut low = 0;
        while low < high {
            let middle = (low + high) / 2;
            if little(middle) { high = middle } else { low = middle + 1 }
        }
        high
    });
    if tails.is_empty() {
        return CountDistribution { values: listed_values, rest: None };
    }
    let rest = beyond(end);
    listed_values.retain(|(value, _)| *value < end);
    for (_, tail, weight) in &tails {
        let members = tail.members(tail.steps_to(end), arith);
        listed_values.extend(
            members.map(|(member, share)| (member.whole().unwrap_or_default(), arith.mul(share, *weight))),
        );
    }
    CountDistribution { values: merged_whole(&mut listed_values, arith), rest: Some((end, rest)) }
}
