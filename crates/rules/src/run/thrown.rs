//! One strike or turn, thrown or forced, die by die: the same lines with one value each, in the order in which they are written.

use super::hand::{Hand, Source};
use super::plan::Plan;
use super::scalar::{Ask, Dice, Scalar};
use super::scenario::Scenario;
use super::stop::Stop;
use super::turn::Place;
use super::value::{Value, binary};
use crate::core::{Binary, End, Id, Line, Slot, Span, Word};
use crate::number::Number;
use core::fmt;
use std::rc::Rc;

/// What happened, one thing after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A turn of a fight begins, counted from 1.
    Turn(i64),
    /// A strike of a turn begins, counted from 1.
    Strike(usize),
    /// Dice were rolled, for a line of the strike.
    Roll {
        /// The line's place in the mode.
        line: usize,
        /// Where the draw stands in the text: in the line, or in a roll that it names.
        span: Span,
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
    /// Between two turns what is left has changed to this.
    Left(i64),
    /// Who strikes gets so much back.
    Gained(i64),
    /// The strike ended at this line, so, and so much was lost.
    End(usize, Word, i64),
}

/// How much is thrown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// One strike.
    #[default]
    Strike,
    /// All the strikes of a turn.
    Turn,
    /// Turns until the defender falls.
    Fight,
}

impl Extent {
    /// A turn, or one strike of it.
    #[must_use]
    pub const fn of(whole_turn: bool) -> Self {
        if whole_turn { Self::Turn } else { Self::Strike }
    }
}

/// What was thrown.
#[derive(Clone, Debug, PartialEq)]
pub struct Thrown {
    /// How the last strike ended.
    pub ending: Word,
    /// What was lost in all.
    pub lost: i64,
    /// Whether the defender fell, where that is known.
    pub fell: bool,
    /// How many turns were begun.
    pub turns: i64,
    /// How many strikes were made.
    pub strikes: i64,
    /// Of a fight: when the last turn began, in the game's usual turns; where they are not as long as its own.
    pub began: Option<Number>,
    /// What happened.
    pub log: Vec<Told>,
}

/// A thrown fight in which nobody falls ends after so many turns, and after fewer where all of it is told.
const MOST_TURNS: i64 = 10_000;
const MOST_TOLD: i64 = 200;

/// Why a script does not fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// What is said.
    pub message: String,
    /// What happened before, if a log is kept.
    pub log: Vec<Told>,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Why nothing was thrown.
#[derive(Clone, Debug, PartialEq)]
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

    /// Throws a strike, a turn or a fight. A log is kept if it is asked for.
    ///
    /// # Errors
    /// When the scenario is refused, or a script does not fit.
    pub fn throw(&self, source: &mut Source, extent: Extent, log: bool) -> Result<Thrown, NotThrown> {
        let plan = Plan::thrown(self, extent);
        self.throw_planned(&plan, source, extent, log)
    }

    /// Throws so often, without a log.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn throws(&self, source: &mut Source, extent: Extent, times: u32) -> Result<Vec<Thrown>, NotThrown> {
        let plan = Plan::thrown(self, extent);
        (0..times).map(|_| self.throw_planned(&plan, source, extent, false)).collect()
    }

    fn throw_planned(
        &self,
        plan: &Plan,
        source: &mut Source,
        extent: Extent,
        log: bool,
    ) -> Result<Thrown, NotThrown> {
        self.begin();
        let later = (extent == Extent::Fight).then(|| self.later()).flatten();
        let later = later
            .as_ref()
            .map(|later| Ok::<_, Stop>((later, Plan::thrown(later, extent), later.places()?.0)));
        let later = later.transpose()?;
        let (places, shown) = self.places()?;
        let one = Place { item: None, earlier: 0 };
        let wanted = places.get(shown).or_else(|| places.first()).unwrap_or(&one);
        let whole = extent != Extent::Strike && self.mode.turn.is_some();
        let places = if whole { places.as_slice() } else { core::slice::from_ref(wanted) };
        let mut hand = Hand { source, log: log.then(Vec::new), line: 0, misfit: None };
        let hit_points = self.hit_points();
        if extent == Extent::Fight {
            if hit_points.is_none() {
                return Err(self.no_hit_points().into());
            }
            if places.is_empty() {
                return Err(self.stop(self.mode.falls.when, "there is no strike in a turn").into());
            }
        }
        let regardless = self.mode.turn.as_ref().is_some_and(|turn| turn.regardless);
        let mut names = vec![Value::Absent; self.mode.names.len()];
        let begin = |names: &mut [Value], turn: i64| {
            for (slot, carry) in (0..).zip(&self.mode.carries) {
                if turn == 1 || carry.this_turn {
                    set(names, Slot(slot), self.fixed(carry.value));
                }
            }
        };
        let is_usual = self.is_usual() && later.as_ref().is_none_or(|(later, ..)| later.is_usual());
        let began = (extent == Extent::Fight && !is_usual).then_some(Number::ZERO);
        let mut thrown =
            Thrown { ending: Word(0), lost: 0, fell: false, turns: 0, strikes: 0, began, log: Vec::new() };
        let most = if !log { MOST_TURNS } else { MOST_TOLD };
        // How long the turn before lasts, and what the defender has lost and not got back.
        let (mut before, mut down) = (Number::ZERO, 0i64);
        // A turn in which nothing is rolled and nothing changes is the same for ever: a log ends with it.
        let lasting = |names: &[Value]| -> Vec<Value> {
            let carried = names.iter().zip(&self.mode.carries).filter(|(_, carry)| !carry.this_turn);
            carried.map(|(value, _)| value.clone()).collect()
        };
        let mut stuck = false;
        while thrown.turns == 0 || extent == Extent::Fight && !thrown.fell && thrown.turns < most && !stuck {
            thrown.turns += 1;
            if let Some(began) = &mut thrown.began {
                *began = began.plus(&before).map_err(|wrong| self.wrong_time(&wrong))?;
            }
            begin(&mut names, thrown.turns);
            if let (Extent::Fight, Some(log)) = (extent, &mut hand.log) {
                log.push(Told::Turn(thrown.turns));
            }
            let was = log.then(|| (lasting(&names), down));
            let (now, plan, places) = match &later {
                Some((later, plan, places)) if thrown.turns > 1 => (*later, plan, places.as_slice()),
                _ => (self, plan, places),
            };
            for (number, place) in places.iter().enumerate() {
                if let (true, Some(log)) = (whole && places.len() > 1, &mut hand.log) {
                    log.push(Told::Strike(number + 1));
                }
                if let Some((slot, value)) = &place.item {
                    set(&mut names, *slot, value.clone());
                }
                if let Some(slot) = self.mode.earlier {
                    set(&mut names, slot, place.earlier.into());
                }
                let left =
                    hit_points.as_ref().and_then(|all| binary(Binary::Subtract, all, &down.into()).ok());
                if let Some(slot) = self.mode.left {
                    set(&mut names, slot, left.unwrap_or(Value::Absent));
                }
                let struck = now.throw_strike(plan, &mut hand, &mut names);
                if let Some(misfit) = hand.misfit {
                    return Err(NotThrown::Misfit(Misfit { log: hand.log.unwrap_or_default(), ..misfit }));
                }
                let (ending, lose, kill) = struck?;
                thrown.strikes += 1;
                thrown.ending = ending;
                thrown.lost = thrown.lost.saturating_add(lose);
                down = down.saturating_add(lose);
                let fallen = |all| self.fallen(all, down);
                thrown.fell = thrown.fell || kill || hit_points.as_ref().is_some_and(fallen);
                if thrown.fell && (!regardless || extent == Extent::Fight) {
                    break;
                }
            }
            if let (Some(points), Extent::Fight, false) = (&hit_points, extent, thrown.fell) {
                if thrown.began.is_some() {
                    before = now.lasts(&names)?;
                }
                let then = now.between(&mut names, (points, down), plan.asks.left_out)?;
                if then != down {
                    if let Some(log) = &mut hand.log {
                        log.push(Told::Left(points.whole().unwrap_or_default().saturating_sub(then)));
                    }
                    down = then;
                    thrown.fell = now.fallen(points, down);
                }
                stuck = was.is_some_and(|was| was == (lasting(&names), down))
                    && (thrown.turns > 1 || later.is_none())
                    && hand
                        .log
                        .iter()
                        .flatten()
                        .rev()
                        .take_while(|told| !matches!(told, Told::Turn(_)))
                        .all(|told| !matches!(told, Told::Roll { .. }));
            }
        }
        if let Source::Script(left) = hand.source
            && !left.is_empty()
        {
            let message = match left.len() {
                1 => "the script has one roll more than the rule makes".to_owned(),
                many => format!("the script has {many} rolls more than the rule makes"),
            };
            return Err(NotThrown::Misfit(Misfit { message, log: hand.log.unwrap_or_default() }));
        }
        Ok(Thrown { log: hand.log.unwrap_or_default(), ..thrown })
    }

    /// Whether a defender with so many hit points has fallen when it has lost so much.
    pub(crate) fn fallen(&self, hit_points: &Value, lost: i64) -> bool {
        let left = binary(Binary::Subtract, hit_points, &lost.into()).unwrap_or(Value::Absent);
        let mut dice = super::scalar::NoDice;
        Scalar::new(self, &[], &mut dice).with(self.mode.falls.left, left).eval(self.mode.falls.when).is_yes()
    }

    /// One strike, with these values of its names.
    pub(crate) fn throw_strike(
        &self,
        plan: &Plan,
        dice: &mut dyn Dice,
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
                        Value::Flag(true) => {
                            return self.throw_end(dice, names, (step.line, end), plan);
                        }
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
        Err(Stop::new(span.unwrap_or_default(), message))
    }

    fn throw_end(
        &self,
        dice: &mut dyn Dice,
        names: &mut [Value],
        (line, end): (usize, &End),
        plan: &Plan,
    ) -> Result<(Word, i64, bool), Stop> {
        let Value::Word(ending) = self.thrown(dice, names, end.ending)? else {
            return Err(self.stop(end.ending, "an ending must be a word"));
        };
        let mut counted = |id: Option<Id>, what: &str| match id {
            None => Ok(0),
            Some(id) => self.thrown(dice, names, id)?.whole().filter(|all| *all >= 0).ok_or_else(|| {
                self.stop(
                    id,
                    format!("what is {what} must be a whole number and not below 0; add  at least 0"),
                )
            }),
        };
        let lose = counted(end.lose, "lost")?;
        let gain = counted(end.gain.filter(|_| plan.asks.gains), "gained")?;
        let mut next = Vec::with_capacity(end.next.len());
        for (slot, value) in super::plan::next_of(end, plan.asks.left_out) {
            next.push((slot, self.thrown(dice, names, value)?));
        }
        for (slot, value) in next {
            set(names, slot, value);
        }
        dice.end(line, ending, lose, gain);
        Ok((ending, lose, end.kill))
    }

    fn thrown(&self, dice: &mut dyn Dice, names: &[Value], id: Id) -> Result<Value, Stop> {
        match Scalar::new(self, names, dice).eval(id) {
            Value::Bad(stop) => Err(stop.clone()),
            value => Ok(value),
        }
    }
}

fn set(names: &mut [Value], slot: Slot, value: Value) {
    if let Some(place) = names.get_mut(usize::from(slot.0)) {
        *place = value;
    }
}
