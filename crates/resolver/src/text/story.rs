//! The story of a throw: sentences of the words, with the values of the trace in them.

use super::asked::Asked;
use super::words::Words;
use super::{Wrong, kept};
use crate::json::Json;
use crate::log::{Figure, StoryLine, StoryPart};
use crate::sheet::in_line;
use tohit_compile::program::{self as checked, Program};
use tohit_engine::{TraceEvent, Value};

/// A sentence as the words have it. Of its wordings the first is told of which the trace has every value.
#[derive(Clone, Debug)]
pub(super) struct Story {
    pub(super) name: String,
    pub(super) wordings: Vec<String>,
    /// In these modes; none named means all.
    pub(super) modes: Vec<String>,
    pub(super) line: usize,
}

/// A piece of a wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Slot(How, &'a str, Option<&'a str>),
}

/// The look of a slot. With `:word` behind its name the value must be that word, or the next wording is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// `{name}`: the dice of a line, or its value where it is not rolled.
    Dice,
    /// `{=name}`: the value of a line, figure or field.
    Value,
    /// `{?name}`: the question to chance, without the result.
    Asked,
    /// `{!name:word}`: nothing, a condition alone.
    Hidden,
}

/// The names that every trace has: the ending, its damage, and the dice that are rolled for it.
const END: &str = "*end";
const LOST: &str = "*lost";
const ROLLS: &str = "*rolls";

/// A wording, taken apart.
fn pieces(wording: &str) -> impl Iterator<Item = Piece<'_>> {
    wording.split_inclusive('}').flat_map(|part| {
        let (text, slot) = part.split_once('{').unwrap_or((part, ""));
        let slot = slot.strip_suffix('}').map(|slot| {
            let (how, slot) = match slot.split_at_checked(1) {
                Some(("=", name)) => (How::Value, name),
                Some(("?", name)) => (How::Asked, name),
                Some(("!", name)) => (How::Hidden, name),
                _ => (How::Dice, slot),
            };
            let (name, is) = slot.split_once(':').map_or((slot, None), |(name, is)| (name, Some(is)));
            Piece::Slot(how, name, is)
        });
        Some(Piece::Text(text)).filter(|_| !text.is_empty()).into_iter().chain(slot)
    })
}

/// Tells of modes and names that a sentence has and the text has not.
pub(super) fn check(rules: &Program, words: &Words, wrong: &mut Vec<Wrong>) {
    for story in &words.stories {
        let is_mode = |name: &&str| story.modes.is_empty() || story.modes.iter().any(|mode| mode == name);
        let modes = || rules.modes.iter().filter(|mode| is_mode(&rules.word(mode.word)));
        if modes().next().is_none() {
            wrong.push(Wrong::words(story.line, "this is told in no mode".to_owned()));
        }
        for piece in story.wordings.iter().flat_map(|wording| pieces(wording)) {
            let Piece::Slot(_, name, _) = piece else { continue };
            let has = |mode: &checked::Mode| {
                mode.names.iter().any(|known| known == name)
                    || mode.figures.iter().any(|figure| figure.name == name)
            };
            if ![END, LOST, ROLLS].contains(&name) && !name.contains('.') && !modes().any(has) {
                wrong.push(Wrong::words(story.line, format!("there is no line or figure `{name}`")));
            }
        }
    }
}

impl Asked<'_, '_> {
    /// The story of the last strike that was told.
    pub(super) fn story(&self, figures: &[(Vec<String>, Value)], told: &[TraceEvent]) -> Vec<StoryLine> {
        let begins = |told: &TraceEvent| matches!(told, TraceEvent::Strike(_) | TraceEvent::Turn(..));
        let from = told.iter().rposition(begins).map_or(0, |place| place + 1);
        let strike = told.get(from..).unwrap_or_default();
        let mode = self.name(self.mode.word);
        let here = self.ruleset.made().stories.iter();
        let here = here.filter(|story| story.modes.is_empty() || story.modes.iter().any(|one| one == mode));
        here.filter_map(|story| {
            let wording = |wording: &String| {
                pieces(wording).map(|piece| self.piece(piece, figures, strike)).collect::<Option<Vec<_>>>()
            };
            let parts = story.wordings.iter().find_map(wording)?.concat();
            Some(StoryLine { name: kept::text(&story.name), parts })
        })
        .collect()
    }

    /// A piece with its value; none where the strike did not come to it.
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
                let mut outcomes = self.ruleset.about().outcomes.iter();
                let label = outcomes.find(|outcome| outcome.id == ending).map_or(ending, |one| one.label);
                Some(vec![StoryPart::Ending(in_line(label))])
            }
            value => Some(vec![StoryPart::Value(value)]),
        };
        match how {
            How::Hidden => Some(Vec::new()),
            How::Value => value(),
            How::Asked => self.dice(name, strike).map(asked).filter(|parts| !parts.is_empty()),
            How::Dice => match self.dice(name, strike) {
                Some(dice) if !dice.is_empty() => Some(dice),
                _ => value(),
            },
        }
    }

    /// The value of a line that the strike came to, of a figure that is answered, or of a field.
    fn value(&self, name: &str, figures: &[(Vec<String>, Value)], strike: &[TraceEvent]) -> Option<Figure> {
        if name.starts_with('*') {
            return strike.iter().find_map(|told| match told {
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
        let line = strike.iter().rev().find_map(|told| match told {
            TraceEvent::Line(line, value) if Some(*line) == place => Some(value),
            _ => None,
        });
        let answered = || figures.iter().find(|(path, _)| matches!(path.as_slice(), [only] if only == name));
        self.figure(line.or_else(|| answered().map(|(_, value)| value))?)
    }

    /// The dice of a line, those of one kind together; none where the strike did not come to it.
    fn dice(&self, name: &str, strike: &[TraceEvent]) -> Option<Vec<StoryPart>> {
        let place = match name {
            ROLLS => strike.iter().find_map(|told| match told {
                TraceEvent::End(line, ..) => Some(*line),
                _ => None,
            }),
            _ => self.place_of(name),
        };
        let came = |told: &TraceEvent| match told {
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
        let mut rolls: Vec<(&tohit_engine::Draw, Vec<i64>, &Value)> = Vec::new();
        for told in strike {
            let TraceEvent::Roll { line, ask, faces, value, .. } = told else { continue };
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
        // The line says what its only roll comes to; of several each says it itself.
        let is_one = rolls.len() == 1;
        let told = rolls.into_iter().map(|(ask, faces, own)| StoryPart::Roll {
            ask: self.ask(ask),
            faces,
            value: self.as_figure(value.as_ref().filter(|_| is_one).unwrap_or(own)),
        });
        let told = told.flat_map(|roll| [StoryPart::Text(", ".to_owned()), roll]);
        Some(told.skip(1).collect())
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

/// The question to a die, without its result.
fn asked(dice: Vec<StoryPart>) -> Vec<StoryPart> {
    let ask = |part| match part {
        StoryPart::Roll { ask, .. } => Some(StoryPart::Text(ask.to_string())),
        _ => None,
    };
    dice.into_iter().filter_map(ask).collect()
}
