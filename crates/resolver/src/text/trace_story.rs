//! The story of a throw: the sentences of the words, with values of the trace in their slots, or sentences of
//! the rules alone.

use super::interner;
use super::query::Query;
use super::story::{END, LOST, Piece, ROLLS, SlotFormat, pieces};
use super::sum::Sums;
use crate::json::Json;
use crate::log::{FigureValue, StoryLine, StoryPart};
use crate::sheet::in_line;
use tohit_compile::program as checked;
use tohit_engine::{Draw, Evaluation, TraceEvent, Value};
use tohit_odds::Number;

/// Limit of the sentences of a strike without words for them.
const MOST_SENTENCES: usize = 3;

/// True for a strike that rolled anything: a turn may end with places of its list that are no strikes.
pub(super) fn has_rolled(strike: &[TraceEvent]) -> bool {
    let has = |wanted: fn(&TraceEvent) -> bool| strike.iter().any(wanted);
    has(|event| matches!(event, TraceEvent::Roll { .. })) && has(|event| matches!(event, TraceEvent::End(..)))
}

/// The last strike of a throw: figures of the answer, its events, and the evaluations of its lines.
struct LastStrike<'e> {
    figures: &'e [(Vec<String>, Value)],
    trace: &'e [TraceEvent],
    evaluations: &'e [(usize, Evaluation)],
}

impl Query<'_, '_> {
    /// The story of the last strike of a trace.
    pub(super) fn story(
        &self,
        figures: &[(Vec<String>, Value)],
        trace: &[TraceEvent],
        evaluations: &[(usize, Evaluation)],
    ) -> Vec<StoryLine> {
        let begins = |event: &TraceEvent| matches!(event, TraceEvent::Strike(_) | TraceEvent::Turn(..));
        let strikes = || trace.chunk_by(|_, next| !begins(next)).rev();
        let strike = strikes().find(|strike| has_rolled(strike)).or_else(|| strikes().next());
        let strike = strike.unwrap_or_default();
        if self.presentation.stories.is_empty() {
            return self.plain_story(strike, evaluations);
        }
        let strike = &LastStrike { figures, trace: strike, evaluations };
        let mode = self.name(self.mode.word);
        let here = self.presentation.stories.iter();
        let here = here.filter(|story| story.modes.is_empty() || story.modes.iter().any(|one| one == mode));
        here.filter_map(|story| {
            let wording = |wording: &String| {
                pieces(wording).map(|piece| self.piece(piece, strike)).collect::<Option<Vec<_>>>()
            };
            let parts = story.wordings.iter().find_map(wording)?.concat();
            Some(StoryLine { name: interner::text(&story.name), parts })
        })
        .collect()
    }

    /// A piece with its value; none where the strike does not reach it.
    fn piece(&self, piece: Piece<'_>, strike: &LastStrike<'_>) -> Option<Vec<StoryPart>> {
        let (how, name, is) = match piece {
            Piece::Text(text) => return Some(vec![StoryPart::Text(text.to_owned())]),
            Piece::Slot(how, name, is) => (how, name, is),
        };
        let value = || self.value(name, strike.figures, strike.trace);
        if is.is_some() && value().map(|value| value.to_string()).as_deref() != is {
            return None;
        }
        let value = || match value()? {
            FigureValue::Word(ending) if name == END => {
                Some(vec![StoryPart::Ending(self.ending_label(ending))])
            }
            value => Some(vec![StoryPart::Value(value)]),
        };
        match how {
            SlotFormat::Hidden => Some(Vec::new()),
            SlotFormat::Value => value(),
            SlotFormat::Asked => Some(vec![StoryPart::Text(self.chance(name, strike.trace)?)]),
            SlotFormat::Sum => self.sum(name, strike),
            SlotFormat::Decision => Sums::new(self, strike.evaluations).decision_of(name),
            SlotFormat::Dice => match self.dice(name, strike.trace) {
                Some(dice) if !dice.is_empty() => Some(dice),
                _ => value(),
            },
        }
    }

    /// The value of a line that the strike reaches, of a figure of the answer, or of a field.
    fn value(
        &self,
        name: &str,
        figures: &[(Vec<String>, Value)],
        strike: &[TraceEvent],
    ) -> Option<FigureValue> {
        if name.starts_with('*') {
            return strike.iter().find_map(|event| match event {
                TraceEvent::End(_, ending, _) if name == END => Some(FigureValue::Word(self.name(*ending))),
                TraceEvent::End(_, _, lost) if name == LOST => Some(FigureValue::Int(*lost)),
                _ => None,
            });
        }
        if name.contains('.') {
            return match self.sections.at(name)? {
                Json::Bool(flag) => Some(FigureValue::Flag(*flag)),
                Json::Text(word) => Some(FigureValue::Word(interner::text(word))),
                Json::Number(_) => Some(FigureValue::Int(self.sections.at(name)?.plain().parse().ok()?)),
                _ => None,
            };
        }
        let place = self.place_of(name);
        let line = strike.iter().rev().find_map(|event| match event {
            TraceEvent::Line(line, value) if Some(*line) == place => Some(value),
            _ => None,
        });
        let answered = || figures.iter().find(|(path, _)| matches!(path.as_slice(), [only] if only == name));
        self.figure(line.or_else(|| answered().map(|(_, value)| value))?)
    }

    /// The chance of the last question of yes or no in a line; none where the strike asks none there.
    fn chance(&self, name: &str, strike: &[TraceEvent]) -> Option<String> {
        let place = self.place_of(name)?;
        strike.iter().rev().find_map(|event| match event {
            TraceEvent::Roll { line, draw: ask @ (Draw::Chance(_) | Draw::Odds(_)), .. }
                if *line == place =>
            {
                Some(percent(ask).unwrap_or_else(|| self.ask(ask).to_string()))
            }
            _ => None,
        })
    }

    /// The sum of a line, or of the damage.
    fn sum(&self, name: &str, strike: &LastStrike<'_>) -> Option<Vec<StoryPart>> {
        let mut sums = Sums::new(self, strike.evaluations);
        if name == LOST {
            return sums.of_loss(end_of(strike.trace)?);
        }
        sums.of_line(self.place_of(name)?)
    }

    /// The dice of a line, those of one kind together; none where the strike does not reach it. A single roll
    /// has the value of its line.
    fn dice(&self, name: &str, strike: &[TraceEvent]) -> Option<Vec<StoryPart>> {
        let place = match name {
            ROLLS => end_of(strike),
            _ => self.place_of(name),
        };
        let came = |event: &TraceEvent| match event {
            TraceEvent::Line(line, value) if Some(*line) == place => Some(Some(value.clone())),
            TraceEvent::End(line, ..) if Some(*line) == place => Some(None),
            _ => None,
        };
        let value = match strike.iter().find_map(came) {
            Some(value) => value,
            // A figure has no dice of its own.
            None if place.is_none() => None,
            None => return None,
        };
        let mut rolls: Vec<(&Draw, Vec<i64>, &Value)> = Vec::new();
        for event in strike {
            let TraceEvent::Roll { line, draw: ask, faces, value, .. } = event else { continue };
            if Some(*line) != place {
                continue;
            }
            match rolls.last_mut().filter(|(known, ..)| *known == ask) {
                Some((_, all, last)) => {
                    all.extend(faces);
                    *last = value;
                }
                None => rolls.push((ask, faces.clone(), value)),
            }
        }
        // Of several rolls, each has its own value.
        let is_one = rolls.len() == 1;
        let parts = rolls.into_iter().map(|(ask, faces, own)| StoryPart::Roll {
            ask: self.ask(ask),
            faces,
            value: self.as_figure(value.as_ref().filter(|_| is_one).unwrap_or(own)),
        });
        let parts = parts.flat_map(|roll| [StoryPart::Text(", ".to_owned()), roll]);
        Some(parts.skip(1).collect())
    }

    /// The sentences of a game without words for them: the comparison that decided, and the damage; without
    /// both, the shown lines.
    fn plain_story(&self, strike: &[TraceEvent], evaluations: &[(usize, Evaluation)]) -> Vec<StoryLine> {
        let Some((end, ending)) = strike.iter().find_map(|event| match event {
            TraceEvent::End(line, ending, _) => Some((*line, self.name(*ending))),
            _ => None,
        }) else {
            return Vec::new();
        };
        let mut story = Vec::new();
        let mut tell = |name: &'static str, parts: Vec<StoryPart>| story.push(StoryLine { name, parts });
        let asked = |(line, one): &&(usize, Evaluation)| match self.mode.strike.get(*line) {
            Some(checked::Line::End(end)) => end.when == Some(one.id),
            _ => false,
        };
        let decision = |(_, when): &(usize, Evaluation)| Sums::new(self, evaluations).decision(when);
        if let Some(mut parts) = evaluations.iter().rev().filter(asked).find_map(decision) {
            parts.push(StoryPart::Text(": ".to_owned()));
            parts.push(StoryPart::Ending(self.ending_label(ending)));
            let hits = |hits: bool| self.game.endings.iter().any(|ending| ending.class.hits() == hits);
            tell(if hits(true) && hits(false) { "To hit" } else { "Roll" }, parts);
        }
        if let Some(parts) = Sums::new(self, evaluations).of_loss(end) {
            tell("Damage", parts);
        }
        if story.is_empty() {
            for (place, line) in self.mode.strike.iter().enumerate() {
                let checked::Line::Value { show: Some(name), .. } = line else { continue };
                let parts = Sums::new(self, evaluations).of_line(place).or_else(|| {
                    let mut parts = Sums::new(self, evaluations).decision_of(self.name_of(place)?)?;
                    let yes = strike.iter().find_map(|event| match event {
                        TraceEvent::Line(line, value) if *line == place => Some(self.as_figure(value)),
                        _ => None,
                    })?;
                    parts.extend([StoryPart::Text(": ".to_owned()), StoryPart::Value(yes)]);
                    Some(parts)
                });
                if let (Some(parts), Some(name)) = (parts, name.last()) {
                    story.push(StoryLine { name: interner::text(&capital(self.called(name))), parts });
                }
            }
        }
        story.truncate(MOST_SENTENCES);
        story
    }

    /// Label of an ending, in the middle of a sentence.
    fn ending_label(&self, ending: &'static str) -> String {
        let mut outcomes = self.presentation.about.outcomes.iter();
        in_line(outcomes.find(|outcome| outcome.id == ending).map_or(ending, |one| one.label))
    }

    /// Name of a line.
    fn name_of(&self, place: usize) -> Option<&str> {
        match self.mode.strike.get(place)? {
            checked::Line::Value { slot, .. } => self.mode.names.get(usize::from(slot.0)).map(String::as_str),
            checked::Line::End(_) => None,
        }
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        self.mode.strike.iter().position(|line| match line {
            checked::Line::Value { slot, .. } => {
                self.mode.names.get(usize::from(slot.0)).is_some_and(|known| known == name)
            }
            checked::Line::End(_) => false,
        })
    }
}

/// The line at which the strike ended.
fn end_of(strike: &[TraceEvent]) -> Option<usize> {
    strike.iter().find_map(|event| match event {
        TraceEvent::End(line, ..) => Some(*line),
        _ => None,
    })
}

/// A label at the beginning of a sentence.
fn capital(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A chance with one decimal; none next to 0 and 1, where that would read as never or always.
pub(super) fn percent(draw: &Draw) -> Option<String> {
    let tenths = match draw {
        Draw::Chance(chance) => chance.times(&Number::Whole(1000)).ok()?.round().ok()?.whole()?,
        Draw::Odds(chance) => (chance * 1000.0).round() as i64,
        _ => return None,
    };
    (1..1000).contains(&tenths).then(|| format!("{}.{}\u{a0}%", tenths / 10, tenths % 10))
}
