//! One strike, thrown or forced, die by die: the same lines with one value each, in the order in which they are written.

use crate::Stop;
use crate::duel::First;
use crate::evaluator::scalar::{Chooser, Draw, NoDice, ScalarEvaluator};
use crate::liveness::ReducedStrike;
use crate::sampler::script::DiceSource;
use crate::sampler::turns::FightSampler;
use crate::scenario::Scenario;
use crate::value::{Value, binary};
use tohit_compile::program::{Binary, End, Id, Line, Span, VarId, Word};
use tohit_odds::number::Number;

/// What happened, one thing after the other.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceEvent {
    /// A turn of a fight begins, counted from 1; in a duel that of the attacker, or of the defender, who strikes back.
    Turn(Option<First>, i64),
    /// A strike of a turn begins, counted from 1.
    Strike(usize),
    /// Dice were rolled, for a line of the strike.
    Roll {
        /// The line's place in the mode.
        line: usize,
        /// Where the draw stands in the text: in the line, or in a roll that it names.
        span: Span,
        /// What was asked.
        ask: Draw,
        /// The faces, where there are any.
        faces: Vec<i64>,
        /// What came of it.
        value: Value,
        /// Whether a script said so.
        forced: bool,
    },
    /// A row of a column applied: where it stands, and the value so far.
    Row(Span, Value),
    /// A line has its value.
    Line(usize, Value),
    /// Between two turns what is left has changed to this.
    Left(i64),
    /// In a duel a body of one of the two falls, counted from 1, of several.
    Falls(First, usize),
    /// In a duel one of the two has so much left.
    Has(First, i64),
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
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
    /// Of a fight: when the last turn began, in the game's usual turns; where they are not as long as its own. Of a duel, always.
    pub began: Option<Number>,
    /// What the defender has left, 0 if it fell; where it has hit points.
    pub left: Option<i64>,
    /// What happened.
    pub log: Vec<TraceEvent>,
}

/// How a strike ends, what is lost and gained, and whether it kills.
pub(crate) type ThrownStrike = (Word, [i64; 2], bool);

/// Why nothing was thrown.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleError {
    /// The scenario is refused.
    Stop(Stop),
    /// The script does not fit: what is said, and what happened before, if a log is kept.
    Misfit(String, Vec<TraceEvent>),
}

impl From<Stop> for SampleError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Scenario<'_> {
    /// The text of a word.
    #[must_use]
    pub fn word(&self, word: Word) -> &str {
        self.rules.word(word)
    }

    /// The names of a path with dots between them.
    pub(crate) fn path(&self, names: &[Word]) -> String {
        names.iter().map(|name| self.word(*name)).collect::<Vec<_>>().join(".")
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
    pub fn throw(&self, source: &mut DiceSource, extent: Extent, log: bool) -> Result<Sample, SampleError> {
        FightSampler::new(self, extent)?.throw(source, log)
    }

    /// Throws so often, without a log.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn throws(
        &self,
        source: &mut DiceSource,
        extent: Extent,
        times: u32,
    ) -> Result<Vec<Sample>, SampleError> {
        let thrower = FightSampler::new(self, extent)?;
        (0..times).map(|_| thrower.throw(source, false)).collect()
    }

    /// Whether a defender with so many hit points has fallen when it has lost so much.
    pub(crate) fn fallen(&self, hit_points: &Value, lost: i64) -> bool {
        let left = binary(Binary::Subtract, hit_points, &lost.into()).unwrap_or(Value::Absent);
        ScalarEvaluator::new(self, &[], &mut NoDice)
            .with(self.mode.falls.left, left)
            .eval(self.mode.falls.when)
            .is_yes()
    }

    /// Least damage at which the defender falls, if any does, by bisection: the rule of dying is monotone.
    pub(crate) fn falls_at(&self) -> Option<i64> {
        *self.falls_at.get_or_init(|| {
            let hit_points = &self.hit_points()?;
            let (mut low, mut high) = (0, 1);
            while !self.fallen(hit_points, high) {
                (low, high) = (high, high.checked_mul(4)?);
            }
            while low < high {
                let middle = low + (high - low) / 2;
                if self.fallen(hit_points, middle) { high = middle } else { low = middle + 1 }
            }
            Some(low)
        })
    }

    /// One strike, with these values of its names.
    pub(crate) fn throw_strike(
        &self,
        plan: &ReducedStrike,
        dice: &mut dyn Chooser,
        names: &mut [Value],
    ) -> Result<ThrownStrike, Stop> {
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
        let span = self.mode.strike.last().map(Line::span).unwrap_or_default();
        Err(Stop::new(span, "the strike runs out of lines here; its last line should be an end without if"))
    }

    fn throw_end(
        &self,
        dice: &mut dyn Chooser,
        names: &mut [Value],
        (line, end): (usize, &End),
        plan: &ReducedStrike,
    ) -> Result<ThrownStrike, Stop> {
        let Value::Word(ending) = self.thrown(dice, names, end.ending)? else {
            return Err(self.stop(end.ending, "an ending must be a word"));
        };
        let mut counted = |id: Option<Id>, what: &str| match id {
            None => Ok(0),
            Some(id) => {
                let count = self.thrown(dice, names, id)?;
                count.counted(what).map_err(|wrong| self.stop(id, wrong))
            }
        };
        let lose = counted(end.lose, "lost")?;
        let gain = counted(end.gain.filter(|_| plan.asks.gains), "gained")?;
        let mut next = Vec::with_capacity(end.next.len());
        for (slot, value) in crate::liveness::next_of(end, plan.asks.left_out) {
            next.push((slot, self.thrown(dice, names, value)?));
        }
        for (slot, value) in next {
            set(names, slot, value);
        }
        dice.end(line, ending, lose, gain);
        Ok((ending, [lose, gain], end.kill))
    }

    fn thrown(&self, dice: &mut dyn Chooser, names: &[Value], id: Id) -> Result<Value, Stop> {
        ScalarEvaluator::new(self, names, dice).eval(id).sound()
    }
}

pub(crate) fn set(names: &mut [Value], slot: VarId, value: Value) {
    if let Some(place) = names.get_mut(usize::from(slot.0)) {
        *place = value;
    }
}
