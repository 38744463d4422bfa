//! One strike or turn, thrown or forced, die by die: the same lines with one value each, in the order in which they are written.

use super::frame::{Cells, Flow, Frame, Memo};
use super::plan::Plan;
use super::scalar::{Ask, Dice, Scalar};
use super::scenario::Scenario;
use super::stop::Stop;
use super::turn::Place;
use super::value::{Value, binary};
use crate::core::{Binary, End, Id, Line, Local, Row, Slot, Span, Word};
use crate::number::Number;
use core::fmt;
use rand::RngExt as _;
use rand_pcg::Pcg32;
use std::rc::Rc;
use tohit_odds::Arithmetic;

/// The stream of the generator on which shared seeds have always thrown.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// What happened, one thing after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A strike of a turn begins, counted from 1.
    Strike(usize),
    /// Dice were rolled, for a line of the strike.
    Roll {
        /// The line's place in the mode.
        line: usize,
        /// What was asked.
        ask: Ask,
        /// The faces, where there are any.
        faces: Vec<i64>,
        /// What came of it.
        value: Value,
        /// Whether a script said so.
        forced: bool,
    },
    /// A row of a column applied: where it stands, its section, and the value so far.
    Row(Span, Option<Rc<str>>, Value),
    /// A line has its value.
    Line(usize, Value),
    /// The strike ended at this line, so, and so much was lost.
    End(usize, Word, i64),
}

/// What was thrown.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// How the strike, or the last one of the turn, ended.
    pub ending: Word,
    /// What was lost in all.
    pub lost: i64,
    /// Whether the defender fell, where that is known.
    pub fell: bool,
    /// What happened.
    pub log: Vec<Told>,
}

/// Why a script does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What is said.
    pub message: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Why nothing was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotThrown {
    /// The scenario is refused.
    Stop(Stop),
    /// The script does not fit.
    Misfit(Misfit),
}

impl From<Stop> for NotThrown {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Where faces come from.
#[derive(Debug)]
pub enum Source {
    /// A generator.
    Seed(Pcg32),
    /// A list of what the dice show: numbers, words, `yes` and `no`.
    Script(std::collections::VecDeque<String>),
}

impl Source {
    /// The generator of a seed.
    #[must_use]
    pub fn seed(seed: u64) -> Self {
        Self::Seed(Pcg32::new(seed, STREAM))
    }

    /// What a script says.
    #[must_use]
    pub fn script(script: &[String]) -> Self {
        Self::Script(script.iter().cloned().collect())
    }
}

/// Dice that are thrown.
struct Hand<'s> {
    source: &'s mut Source,
    /// The log, if one is kept.
    log: Option<Vec<Told>>,
    line: usize,
    misfit: Option<Misfit>,
}

impl Hand<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        match self.source {
            Source::Seed(rng) if bound > 1 => rng.random_range(0..bound),
            _ => 0,
        }
    }

    fn between(&mut self, from: i64, to: i64) -> i64 {
        from.saturating_add_unsigned(self.below(to.abs_diff(from).saturating_add(1)))
    }

    fn share(&mut self) -> f64 {
        match self.source {
            Source::Seed(rng) => rng.random::<f64>(),
            Source::Script(_) => 0.0,
        }
    }

    /// What the generator says: faces, and what they come to.
    fn thrown(&mut self, ask: &Ask) -> (Vec<i64>, Value) {
        match ask {
            Ask::Dice(dice, sides) => {
                let faces: Vec<i64> = (0..*dice).map(|_| self.between(1, *sides)).collect();
                let sum = faces.iter().fold(0i64, |sum, face| sum.saturating_add(*face));
                (faces, sum.into())
            }
            Ask::Range(from, to) => {
                let face = self.between(*from, *to);
                (vec![face], face.into())
            }
            Ask::Open(dice, sides, less) => {
                let (mut faces, mut sum) = (Vec::new(), 0i64);
                for _ in 0..*dice {
                    loop {
                        let face = self.between(1, *sides);
                        faces.push(face);
                        sum = sum.saturating_add(if face == *sides { face - less } else { face });
                        if face != *sides {
                            break;
                        }
                    }
                }
                (faces, sum.into())
            }
            Ask::Chance(chance) => {
                let long = chance.long();
                let small = u64::try_from(long.numer()).ok().zip(u64::try_from(long.denom()).ok());
                let yes = match small {
                    Some((over, under)) => self.below(under) < over,
                    None => self.share() < chance.float(),
                };
                (Vec::new(), yes.into())
            }
            Ask::Odds(chance) => (Vec::new(), (self.share() < *chance).into()),
            Ask::Pick(choices) => {
                let floats: Vec<(Value, f64)> =
                    choices.iter().map(|(value, weight)| (value.clone(), weight.float())).collect();
                let whole: Option<Vec<u64>> = choices
                    .iter()
                    .map(|(_, weight)| weight.whole().and_then(|weight| u64::try_from(weight).ok()))
                    .collect();
                match whole {
                    Some(whole) => {
                        let mut left =
                            self.below(whole.iter().fold(0u64, |sum, weight| sum.saturating_add(*weight)));
                        for ((value, _), weight) in choices.iter().zip(whole) {
                            if left < weight {
                                return (Vec::new(), value.clone());
                            }
                            left -= weight;
                        }
                        (Vec::new(), Value::Absent)
                    }
                    None => (Vec::new(), self.weighed(&floats)),
                }
            }
            Ask::PickOdds(choices) => (Vec::new(), self.weighed(choices)),
        }
    }

    fn weighed(&mut self, choices: &[(Value, f64)]) -> Value {
        let all: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut left = self.share() * all;
        for (value, weight) in choices {
            if left < *weight {
                return value.clone();
            }
            left -= weight;
        }
        choices.last().map_or(Value::Absent, |(value, _)| value.clone())
    }

    /// What the script says, if the dice can show it.
    fn forced(&mut self, scenario: &Scenario<'_>, ask: &Ask) -> Option<(Vec<i64>, Value)> {
        let Source::Script(script) = self.source else { return None };
        let Some(text) = script.pop_front() else {
            let asked = told_ask(scenario, ask);
            let message = format!("the script has ended, but the rule still rolls: {asked}");
            self.misfit = Some(Misfit { message });
            return None;
        };
        let whole = Number::read(&text).and_then(|number| number.whole());
        let word = |value: &Value| {
            matches!(value, Value::Word(word) if scenario.word(*word) == text)
                || (whole.is_some() && value.whole() == whole)
        };
        let (faces, value) = match ask {
            Ask::Dice(dice, sides) => {
                let sum = whole.filter(|sum| (*dice..=dice.saturating_mul(*sides)).contains(sum));
                (if *dice == 1 { sum.into_iter().collect() } else { Vec::new() }, sum.map(Value::from))
            }
            Ask::Range(from, to) => {
                let face = whole.filter(|face| (from..=to).contains(&face));
                (face.into_iter().collect(), face.map(Value::from))
            }
            Ask::Open(dice, ..) => (Vec::new(), whole.filter(|sum| sum >= dice).map(Value::from)),
            Ask::Chance(_) | Ask::Odds(_) if text == "yes" || text == "no" => {
                (Vec::new(), Some((text == "yes").into()))
            }
            // A roll of a hundred sides, as documents tell chances.
            Ask::Chance(chance) => {
                let hundred = chance.times(&Number::Whole(100)).ok().and_then(|share| share.whole());
                let face = whole.filter(|face| (1..=100).contains(face));
                let face_yes = face.zip(hundred).map(|(face, share)| Value::Flag(face <= share));
                (face.into_iter().collect(), face_yes)
            }
            Ask::Odds(_) => (Vec::new(), None),
            Ask::Pick(choices) => {
                (Vec::new(), choices.iter().map(|(value, _)| value).find(|value| word(value)).cloned())
            }
            Ask::PickOdds(choices) => {
                (Vec::new(), choices.iter().map(|(value, _)| value).find(|value| word(value)).cloned())
            }
        };
        if value.is_none() {
            let asked = told_ask(scenario, ask);
            self.misfit = Some(Misfit { message: format!("{asked} cannot be {text}") });
        }
        value.map(|value| (faces, value))
    }
}

/// What is asked, in words.
#[must_use]
pub fn told_ask(scenario: &Scenario<'_>, ask: &Ask) -> String {
    let names = |values: Vec<&Value>| {
        let names: Vec<String> = values.into_iter().map(|value| scenario.told(value)).collect();
        format!("one of {}", names.join(", "))
    };
    match ask {
        Ask::Dice(dice, sides) => format!("{dice}d{sides}"),
        Ask::Range(1, to) => format!("1d{to}"),
        Ask::Range(from, to) => format!("{from} to {to}"),
        Ask::Open(dice, sides, _) => format!("open {dice}d{sides}"),
        Ask::Chance(chance) => match chance.times(&Number::Whole(100)) {
            Ok(Number::Whole(percent)) => format!("{percent} in 100"),
            _ => chance.to_string().replace('/', " in "),
        },
        Ask::Odds(chance) => format!("{:.4} in 100", chance * 100.0),
        Ask::Pick(choices) => names(choices.iter().map(|(value, _)| value).collect()),
        Ask::PickOdds(choices) => names(choices.iter().map(|(value, _)| value).collect()),
    }
}

impl Dice for Hand<'_> {
    fn roll(&mut self, scenario: &Scenario<'_>, id: Id, ask: Ask) -> Result<Value, Stop> {
        if self.misfit.is_some() {
            return Err(scenario.stop(id, "the script does not fit"));
        }
        let forced = matches!(self.source, Source::Script(_));
        let rolled = if forced { self.forced(scenario, &ask) } else { Some(self.thrown(&ask)) };
        let Some((faces, value)) = rolled else { return Err(scenario.stop(id, "the script does not fit")) };
        if let Some(log) = &mut self.log {
            log.push(Told::Roll { line: self.line, ask, faces, value: value.clone(), forced });
        }
        Ok(value)
    }

    fn chance(
        &mut self,
        scenario: &Scenario<'_>,
        id: Id,
        names: &[Value],
        locals: &[Value],
    ) -> Result<f64, Stop> {
        let ar = Arithmetic::Floats;
        let mut memo = Memo::default();
        let mut frame = Frame::new(scenario, &ar, &mut memo);
        for (slot, value) in (0..).zip(names) {
            frame.name(Slot(slot), Cells::One(value.clone()));
        }
        for (local, value) in (0..).zip(locals) {
            frame.bind(Local(local), Cells::One(value.clone()));
        }
        match frame.eval(id) {
            Ok(Cells::Spread(_, spread)) => Ok(ar.to_float(spread.chances(0).0)),
            Ok(Cells::One(value)) => Ok(if value.is_yes() { 1.0 } else { 0.0 }),
            Err(Flow::Stop(stop)) => Err(stop),
            _ => Err(scenario.stop(id, "these odds are not worked out")),
        }
    }

    fn row(&mut self, row: &Row, value: &Value) {
        if let Some(log) = &mut self.log {
            log.push(Told::Row(row.span, row.reference.clone(), value.clone()));
        }
    }

    fn begin(&mut self, line: usize) {
        self.line = line;
    }

    fn line(&mut self, line: usize, value: &Value) {
        if let Some(log) = &mut self.log {
            log.push(Told::Line(line, value.clone()));
        }
    }

    fn end(&mut self, line: usize, ending: Word, lose: i64) {
        if let Some(log) = &mut self.log {
            log.push(Told::End(line, ending, lose));
        }
    }
}

impl Scenario<'_> {
    /// The text of a word.
    #[must_use]
    pub fn word(&self, word: Word) -> &str {
        self.rules.words.get(word.0 as usize).map_or("", String::as_str)
    }

    /// A value as a person reads it.
    #[must_use]
    pub fn told(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(true) => "yes".to_owned(),
            Value::Flag(false) => "no".to_owned(),
            Value::Word(word) => self.word(*word).to_owned(),
            Value::Mark(a, b) => format!("{a}/{b:02}"),
            Value::Absent => "none".to_owned(),
            Value::Row(table, row) => {
                let table = self.mode.tables.get(usize::from(*table));
                format!("{}, row {}", table.map_or("", |table| table.name.as_str()), row + 1)
            }
            other => other.kind().to_owned(),
        }
    }

    /// Throws a strike, or a whole turn. A log is kept if it is asked for.
    ///
    /// # Errors
    /// When the scenario is refused, or a script does not fit.
    pub fn throw(&self, source: &mut Source, turn: bool, log: bool) -> Result<Thrown, NotThrown> {
        let plan = Plan::new(self);
        self.throw_planned(&plan, source, turn, log)
    }

    /// Throws so often, and tells how each strike or turn ended, what was lost, and whether the defender fell.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn throws(
        &self,
        source: &mut Source,
        turn: bool,
        times: u32,
    ) -> Result<Vec<(Word, i64, bool)>, NotThrown> {
        let plan = Plan::new(self);
        (0..times)
            .map(|_| {
                let thrown = self.throw_planned(&plan, source, turn, false)?;
                Ok((thrown.ending, thrown.lost, thrown.fell))
            })
            .collect()
    }

    fn throw_planned(
        &self,
        plan: &Plan,
        source: &mut Source,
        turn: bool,
        log: bool,
    ) -> Result<Thrown, NotThrown> {
        let (places, shown) = self.places()?;
        let one = Place { item: None, earlier: 0 };
        let wanted = places.get(shown).or_else(|| places.first()).unwrap_or(&one);
        let places =
            if turn && self.mode.turn.is_some() { places.as_slice() } else { core::slice::from_ref(wanted) };
        let mut hand = Hand { source, log: log.then(Vec::new), line: 0, misfit: None };
        let hit_points = self.hit_points();
        let regardless = self.mode.turn.as_ref().is_some_and(|turn| turn.regardless);
        let mut names = vec![Value::Absent; self.mode.names.len()];
        for (slot, carry) in (0..).zip(&self.mode.carries) {
            set(&mut names, Slot(slot), self.fixed(carry.value));
        }
        let mut thrown = None;
        let (mut lost, mut fell) = (0i64, false);
        for (number, place) in places.iter().enumerate() {
            if let (true, Some(log)) = (turn && places.len() > 1, &mut hand.log) {
                log.push(Told::Strike(number + 1));
            }
            if let Some((slot, value)) = &place.item {
                set(&mut names, *slot, value.clone());
            }
            if let Some(slot) = self.mode.earlier {
                set(&mut names, slot, place.earlier.into());
            }
            let left = hit_points.as_ref().and_then(|all| binary(Binary::Subtract, all, &lost.into()).ok());
            if let Some(slot) = self.mode.left {
                set(&mut names, slot, left.unwrap_or(Value::Absent));
            }
            let struck = self.throw_strike(plan, &mut hand, &mut names);
            if let Some(misfit) = hand.misfit {
                return Err(NotThrown::Misfit(misfit));
            }
            let (ending, lose, kill) = struck?;
            lost = lost.saturating_add(lose);
            thrown = Some(ending);
            fell = fell || kill || hit_points.as_ref().is_some_and(|all| self.fallen(all, lost));
            if fell && !regardless {
                break;
            }
        }
        if let Source::Script(left) = hand.source
            && !left.is_empty()
        {
            let message = match left.len() {
                1 => "the script has one roll more than the rule makes".to_owned(),
                many => format!("the script has {many} rolls more than the rule makes"),
            };
            return Err(NotThrown::Misfit(Misfit { message }));
        }
        let ending = thrown.unwrap_or(Word(0));
        Ok(Thrown { ending, lost, fell, log: hand.log.unwrap_or_default() })
    }

    fn fallen(&self, hit_points: &Value, lost: i64) -> bool {
        let left = binary(Binary::Subtract, hit_points, &lost.into()).unwrap_or(Value::Absent);
        let mut dice = super::scalar::NoDice;
        Scalar::new(self, &[], &mut dice).with(self.mode.falls.left, left).eval(self.mode.falls.when).is_yes()
    }

    /// One strike, with these values of its names.
    pub(crate) fn throw_strike<D: Dice>(
        &self,
        plan: &Plan,
        dice: &mut D,
        names: &mut [Value],
    ) -> Result<(Word, i64, bool), Stop> {
        for step in &plan.steps {
            let Some(line) = self.mode.strike.get(step.line) else { continue };
            dice.begin(step.line);
            match line {
                Line::Value { slot, value, .. } => {
                    let value = self.thrown(dice, names, *value)?;
                    dice.line(step.line, &value);
                    set(names, *slot, value);
                }
                Line::End(end) => {
                    match end.when.map_or(Ok(Value::Flag(true)), |when| self.thrown(dice, names, when))? {
                        Value::Flag(false) => {}
                        Value::Flag(true) => return self.throw_end(dice, names, step.line, end),
                        other => {
                            return Err(self
                                .stop(end.ending, format!("this is {}, neither yes nor no", other.kind())));
                        }
                    }
                }
            }
        }
        let span = self.mode.strike.last().map(|line| match line {
            Line::Value { span, .. } => *span,
            Line::End(end) => end.span,
        });
        let message =
            "the strike runs out of lines here; its last line should be an end without if".to_owned();
        Err(Stop { span: span.unwrap_or_default(), message })
    }

    fn throw_end<D: Dice>(
        &self,
        dice: &mut D,
        names: &mut [Value],
        line: usize,
        end: &End,
    ) -> Result<(Word, i64, bool), Stop> {
        let Value::Word(ending) = self.thrown(dice, names, end.ending)? else {
            return Err(self.stop(end.ending, "an ending must be a word"));
        };
        let lose = match end.lose {
            None => 0,
            Some(id) => self.thrown(dice, names, id)?.whole().filter(|lose| *lose >= 0).ok_or_else(|| {
                self.stop(id, "what is lost must be a whole number and not below 0; add  at least 0")
            })?,
        };
        let mut next = Vec::with_capacity(end.next.len());
        for (slot, value) in &end.next {
            next.push((*slot, self.thrown(dice, names, *value)?));
        }
        for (slot, value) in next {
            set(names, slot, value);
        }
        dice.end(line, ending, lose);
        Ok((ending, lose, end.kill))
    }

    fn thrown<D: Dice>(&self, dice: &mut D, names: &[Value], id: Id) -> Result<Value, Stop> {
        match Scalar::new(self, names, dice).eval(id) {
            Value::Bad(stop) => Err((*stop).clone()),
            value => Ok(value),
        }
    }
}

fn set(names: &mut [Value], slot: Slot, value: Value) {
    if let Some(place) = names.get_mut(usize::from(slot.0)) {
        *place = value;
    }
}
