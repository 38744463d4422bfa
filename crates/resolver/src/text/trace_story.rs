//! The story of a throw: the sentences of the words, with values of the trace in their slots.

use super::interner;
use super::query::Query;
use super::story::{END, LOST, Piece, ROLLS, SlotFormat, pieces};
use crate::json::Json;
use crate::log::{Figure, StoryLine, StoryPart};
use crate::sheet::in_line;
use tohit_compile::program as checked;
use tohit_engine::{Draw, TraceEvent, Value};
use tohit_odds::Number;

impl Query<'_, '_> {
    /// The story of the last strike of a trace.
    pub(super) fn story(&self, figures: &[(Vec<String>, Value)], trace: &[TraceEvent]) -> Vec<StoryLine> {
        let begins = |event: &TraceEvent| matches!(event, TraceEvent::Strike(_) | TraceEvent::Turn(..));
        let from = trace.iter().rposition(begins).map_or(0, |place| place + 1);
        let strike = trace.get(from..).unwrap_or_default();
        let mode = self.name(self.mode.word);
        let here = self.presentation.stories.iter();
        let here = here.filter(|story| story.modes.is_empty() || story.modes.iter().any(|one| one == mode));
        here.filter_map(|story| {
            let wording = |wording: &String| {
                pieces(wording).map(|piece| self.piece(piece, figures, strike)).collect::<Option<Vec<_>>>()
            };
            let parts = story.wordings.iter().find_map(wording)?.concat();
            Some(StoryLine { name: interner::text(&story.name), parts })
        })
        .collect()
    }

    /// A piece with its value; none where the strike does not reach it.
    fn piece(
        &self,
        piece: Piece<'_>,
        figures: &[(Vec<String>, Value)],
        strike: &[TraceEvent],
    ) -> Option<Vec<StoryPart>> {
        let (how, name, is) = match piece {
            Piece::Text(text) => return Some(vec![StoryPart::Text(text.to_owned())]),
            Piece::Slot(how, name, is) => (how, name, is),
        };
        let value = || self.value(name, figures, strike);
        if is.is_some() && value().map(|value| value.to_string()).as_deref() != is {
            return None;
        }
        let value = || match value()? {
            Figure::Word(ending) if name == END => {
                let mut outcomes = self.presentation.about.outcomes.iter();
                let label = outcomes.find(|outcome| outcome.id == ending).map_or(ending, |one| one.label);
                Some(vec![StoryPart::Ending(in_line(label))])
            }
            value => Some(vec![StoryPart::Value(value)]),
        };
        match how {
            SlotFormat::Hidden => Some(Vec::new()),
            SlotFormat::Value => value(),
            SlotFormat::Asked => Some(vec![StoryPart::Text(self.chance(name, strike)?)]),
            SlotFormat::Own => self.dice(name, strike, false).filter(|dice| !dice.is_empty()),
            SlotFormat::Dice => match self.dice(name, strike, true) {
                Some(dice) if !dice.is_empty() => Some(dice),
                _ => value(),
            },
        }
    }

    /// The value of a line that the strike reaches, of a figure of the answer, or of a field.
    fn value(&self, name: &str, figures: &[(Vec<String>, Value)], strike: &[TraceEvent]) -> Option<Figure> {
        if name.starts_with('*') {
            return strike.iter().find_map(|event| match event {
                TraceEvent::End(_, ending, _) if name == END => Some(Figure::Word(self.name(*ending))),
                TraceEvent::End(_, _, lost) if name == LOST => Some(Figure::Int(*lost)),
                _ => None,
            });
        }
        if name.contains('.') {
            return match self.sections.at(name)? {
                Json::Bool(flag) => Some(Figure::Flag(*flag)),
                Json::Number(_) => Some(Figure::Int(self.sections.at(name)?.plain().parse().ok()?)),
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

    /// The dice of a line, those of one kind together; none where the strike does not reach it. A single roll has the value of its line where `is_line`.
    fn dice(&self, name: &str, strike: &[TraceEvent], is_line: bool) -> Option<Vec<StoryPart>> {
        let place = match name {
            ROLLS => strike.iter().find_map(|event| match event {
                TraceEvent::End(line, ..) => Some(*line),
                _ => None,
            }),
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
        let is_one = is_line && rolls.len() == 1;
        let parts = rolls.into_iter().map(|(ask, faces, own)| StoryPart::Roll {
            ask: self.ask(ask),
            faces,
            value: self.as_figure(value.as_ref().filter(|_| is_one).unwrap_or(own)),
        });
        let parts = parts.flat_map(|roll| [StoryPart::Text(", ".to_owned()), roll]);
        Some(parts.skip(1).collect())
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

/// A chance with one decimal; none next to 0 and 1, where that would read as never or always.
fn percent(draw: &Draw) -> Option<String> {
    let tenths = match draw {
        Draw::Chance(chance) => chance.times(&Number::Whole(1000)).ok()?.round().ok()?.whole()?,
        Draw::Odds(chance) => (chance * 1000.0).round() as i64,
        _ => return None,
    };
    (1..1000).contains(&tenths).then(|| format!("{}.{}\u{a0}%", tenths / 10, tenths % 10))
}
