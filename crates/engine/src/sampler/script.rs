//! Samplers: draws from a seeded generator, or from a script.

use crate::evaluator::chooser::{Chooser, Draw};
use crate::sampler::evaluation::Recorder;
use crate::sampler::trace::TraceEvent;
use crate::scenario::Scenario;
use crate::value::Value;
use rand::RngExt as _;
use rand_pcg::Pcg32;
use std::collections::VecDeque;
use tohit_compile::program::{Id, Row, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Stream of the generator. Shared seeds depend on it.
const STREAM: u64 = 0x0a02_bdbf_7bb3_c0a7;

/// Source of the faces of dice.
#[derive(Debug)]
pub enum DiceSource {
    /// Seeded generator.
    Seed(Pcg32),
    /// Script of the faces: numbers, words, `yes` and `no`.
    Script(VecDeque<String>),
}

impl DiceSource {
    /// Generator of a seed.
    #[must_use]
    pub fn seed(seed: u64) -> Self {
        Self::Seed(Pcg32::new(seed, STREAM))
    }

    /// Source of a script.
    #[must_use]
    pub fn script(script: &[String]) -> Self {
        Self::Script(script.iter().cloned().collect())
    }
}

/// Chooser that samples draws and records a trace.
pub(crate) struct Sampler<'s> {
    pub(crate) source: &'s mut DiceSource,
    /// Trace, if one is kept.
    pub(crate) log: Option<Vec<TraceEvent>>,
    /// Evaluations of the last strike, if a trace is kept.
    pub(crate) recorder: Option<Recorder>,
    pub(crate) line: usize,
    pub(crate) misfit: Option<String>,
}

impl<'s> Sampler<'s> {
    pub(crate) fn new(source: &'s mut DiceSource, log: bool) -> Self {
        let recorder = log.then(Recorder::default);
        Self { source, log: log.then(Vec::new), recorder, line: 0, misfit: None }
    }

    /// Records an event, if a trace is kept.
    pub(crate) fn record(&mut self, event: TraceEvent) {
        if let Some(log) = &mut self.log {
            log.push(event);
        }
    }

    /// Faces of a draw from the generator, and its value.
    fn sampled(rng: &mut Pcg32, draw: &Draw) -> (Vec<i64>, Value) {
        match draw {
            Draw::Dice(dice, sides) => {
                let faces: Vec<i64> = (0..*dice).map(|_| between(rng, 1, *sides)).collect();
                let sum = faces.iter().fold(0i64, |sum, face| sum.saturating_add(*face));
                (faces, sum.into())
            }
            Draw::Range(from, to) => {
                let face = between(rng, *from, *to);
                (vec![face], face.into())
            }
            Draw::Open(roll) => {
                let (mut faces, mut sum) = (Vec::new(), 0i64);
                for _ in 0..roll.dice {
                    for rerolls in 0.. {
                        let face = between(rng, 1, roll.sides);
                        let (value, again) = roll.counted(face, rerolls);
                        faces.push(face);
                        sum = sum.saturating_add(value);
                        if !again {
                            break;
                        }
                    }
                }
                (faces, sum.into())
            }
            Draw::Chance(chance) => {
                let small = chance.long().small();
                let small =
                    small.and_then(|(over, under)| u64::try_from(over).ok().zip(u64::try_from(under).ok()));
                let yes = match small {
                    Some((over, under)) => below(rng, under) < over,
                    None => rng.random::<f64>() < chance.float(),
                };
                (Vec::new(), yes.into())
            }
            Draw::Odds(chance) => (Vec::new(), (rng.random::<f64>() < *chance).into()),
            Draw::Pick(choices) => {
                let floats: Vec<(Value, f64)> =
                    choices.iter().map(|(value, weight)| (value.clone(), weight.float())).collect();
                let whole: Option<Vec<u64>> = choices
                    .iter()
                    .map(|(_, weight)| weight.whole().and_then(|weight| u64::try_from(weight).ok()))
                    .collect();
                match whole {
                    Some(whole) => {
                        let mut left =
                            below(rng, whole.iter().fold(0u64, |sum, weight| sum.saturating_add(*weight)));
                        for ((value, _), weight) in choices.iter().zip(whole) {
                            if left < weight {
                                return (Vec::new(), value.clone());
                            }
                            left -= weight;
                        }
                        (Vec::new(), Value::Absent)
                    }
                    None => (Vec::new(), Self::weighed(rng, &floats)),
                }
            }
            Draw::PickOdds(choices) => (Vec::new(), Self::weighed(rng, choices)),
        }
    }

    fn weighed(rng: &mut Pcg32, choices: &[(Value, f64)]) -> Value {
        let all: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut left = rng.random::<f64>() * all;
        for (value, weight) in choices {
            if left < *weight {
                return value.clone();
            }
            left -= weight;
        }
        choices.last().map_or(Value::Absent, |(value, _)| value.clone())
    }

    /// Faces of a draw from the script, and its value, if the draw can have it.
    fn forced(&mut self, scenario: &Scenario<'_>, draw: &Draw) -> Option<(Vec<i64>, Value)> {
        let DiceSource::Script(script) = self.source else { return None };
        let Some(text) = script.pop_front() else {
            let asked = draw_words(scenario, draw);
            self.misfit = Some(format!("the script has ended, but the rule still rolls: {asked}"));
            return None;
        };
        let whole = Number::read(&text).and_then(|number| number.whole());
        let word = |value: &Value| {
            matches!(value, Value::Word(word) if scenario.word(*word) == text)
                || (whole.is_some() && value.whole() == whole)
        };
        let (faces, value) = match draw {
            Draw::Dice(dice, sides) => {
                let sum = whole.filter(|sum| (*dice..=dice.saturating_mul(*sides)).contains(sum));
                (if *dice == 1 { sum.into_iter().collect() } else { Vec::new() }, sum.map(Value::from))
            }
            Draw::Range(from, to) => {
                let face = whole.filter(|face| (from..=to).contains(&face));
                (face.into_iter().collect(), face.map(Value::from))
            }
            Draw::Open(roll) => (Vec::new(), whole.filter(|sum| *sum >= roll.dice).map(Value::from)),
            Draw::Chance(_) | Draw::Odds(_) if text == "yes" || text == "no" => {
                (Vec::new(), Some((text == "yes").into()))
            }
            // Documents write chances as rolls of a hundred sides.
            Draw::Chance(chance) => {
                let hundred = chance.times(&Number::Whole(100)).ok().and_then(|share| share.whole());
                let face = whole.filter(|face| (1..=100).contains(face));
                let face_yes = face.zip(hundred).map(|(face, share)| Value::Flag(face <= share));
                (face.into_iter().collect(), face_yes)
            }
            Draw::Odds(_) => (Vec::new(), None),
            Draw::Pick(choices) => {
                (Vec::new(), choices.iter().map(|(value, _)| value).find(|value| word(value)).cloned())
            }
            Draw::PickOdds(choices) => {
                (Vec::new(), choices.iter().map(|(value, _)| value).find(|value| word(value)).cloned())
            }
        };
        if value.is_none() {
            self.misfit = Some(format!("{} cannot be {text}", draw_words(scenario, draw)));
        }
        value.map(|value| (faces, value))
    }
}

fn below(rng: &mut Pcg32, bound: u64) -> u64 {
    if bound > 1 { rng.random_range(0..bound) } else { 0 }
}

fn between(rng: &mut Pcg32, from: i64, to: i64) -> i64 {
    from.saturating_add_unsigned(below(rng, to.abs_diff(from).saturating_add(1)))
}

/// Draw in words.
#[must_use]
pub fn draw_words(scenario: &Scenario<'_>, draw: &Draw) -> String {
    let names = |values: Vec<&Value>| {
        let names: Vec<String> = values.into_iter().map(|value| scenario.format_value(value)).collect();
        format!("one of {}", names.join(", "))
    };
    match draw {
        Draw::Dice(dice, sides) => format!("{dice}d{sides}"),
        Draw::Range(1, to) => format!("1d{to}"),
        Draw::Range(from, to) => format!("{from} to {to}"),
        Draw::Open(roll) => roll.words(),
        Draw::Chance(chance) => match chance.times(&Number::Whole(100)) {
            Ok(Number::Whole(percent)) => format!("{percent} %"),
            _ => chance.to_string().replace('/', " in "),
        },
        // Whole millionths: the standard library's decimals of floats weigh 9 kB.
        Draw::Odds(chance) => {
            let millionths = (chance * 1e6).round() as u64;
            format!("{}.{:04} %", millionths / 10_000, millionths % 10_000)
        }
        Draw::Pick(choices) => names(choices.iter().map(|(value, _)| value).collect()),
        Draw::PickOdds(choices) => names(choices.iter().map(|(value, _)| value).collect()),
    }
}

impl Chooser for Sampler<'_> {
    fn roll(&mut self, scenario: &Scenario<'_>, id: Id, draw: Draw) -> Result<Value, Diagnostic> {
        if self.misfit.is_some() {
            return Err(scenario.error_at(id, "the script does not fit"));
        }
        let (forced, rolled) = match self.source {
            DiceSource::Seed(rng) => (false, Some(Self::sampled(rng, &draw))),
            DiceSource::Script(_) => (true, self.forced(scenario, &draw)),
        };
        let Some((faces, value)) = rolled else {
            return Err(scenario.error_at(id, "the script does not fit"));
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.draw(&draw, &faces, &value);
        }
        if let Some(log) = &mut self.log {
            let span = scenario.span(id);
            log.push(TraceEvent::Roll { line: self.line, span, draw, faces, value: value.clone(), forced });
        }
        Ok(value)
    }

    fn row(&mut self, row: &Row, value: &Value) {
        if let Some(log) = &mut self.log {
            log.push(TraceEvent::Row(row.span, value.clone()));
        }
    }

    fn enter(&mut self, id: Id) {
        if let Some(recorder) = &mut self.recorder {
            recorder.enter(id);
        }
    }

    fn leave(&mut self, value: &Value, is_fixed: bool) {
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(self.line, value, is_fixed);
        }
    }

    fn weigh(&mut self, begins: bool) {
        if let Some(recorder) = &mut self.recorder {
            recorder.weighs = begins;
        }
    }

    fn begin(&mut self, line: usize) {
        self.line = line;
    }

    fn begin_strike(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin();
        }
    }

    fn line(&mut self, line: usize, value: &Value) {
        if let Some(log) = &mut self.log {
            log.push(TraceEvent::Line(line, value.clone()));
        }
    }

    fn end(&mut self, line: usize, ending: Word, [lose, gain, pay]: [i64; 3]) {
        if gain > 0 {
            self.record(TraceEvent::Gained(gain));
        }
        if pay > 0 {
            self.record(TraceEvent::Paid(pay));
        }
        self.record(TraceEvent::End(line, ending, lose));
    }
}
