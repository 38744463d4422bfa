//! One thrown or scripted strike or turn, and how it is told.

use crate::answer::plain;
use crate::json::Json;
use crate::log::{Ask, Event, Log};
use core::fmt;

/// Where the faces come from, and how far to roll.
#[derive(Clone, Debug, Default)]
pub struct Dice {
    /// The generator's seed.
    pub seed: u64,
    /// Faces that the dice are to show instead.
    pub script: Option<Vec<String>>,
    /// Whether to roll the whole turn.
    pub turn: bool,
}

/// What was rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// How the strike (the last one of a turn) ended.
    pub outcome: &'static str,
    /// The damage of all that was rolled.
    pub damage: i64,
    /// Die by die.
    pub log: Log,
}

impl Rolled {
    /// The machine form.
    #[must_use]
    pub fn json(&self) -> Json {
        let log = self.log.events.iter().map(event).collect::<Vec<_>>();
        [("outcome", self.outcome.into()), ("damage", self.damage.into()), ("log", Json::List(log))]
            .into_iter()
            .collect()
    }
}

impl fmt::Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.log)?;
        writeln!(f, "{}: {} damage", self.outcome, self.damage)
    }
}

fn event(event: &Event) -> Json {
    match event {
        Event::Heading(label) => [("heading", Json::from(label.as_str()))].into_iter().collect(),
        Event::Note { label, figure: value } => {
            [("note", Json::from(label.as_str())), ("value", plain(value))].into_iter().collect()
        }
        Event::Roll { label, ask, faces, value, forced } => {
            let mut entries = vec![("roll", Json::from(label.as_str())), ("of", ask.to_string().into())];
            if let Ask::Dice(_, (low, high)) = ask {
                entries.push(("range", Json::List(vec![(*low).into(), (*high).into()])));
            }
            if !faces.is_empty() {
                entries.push(("faces", Json::List(faces.iter().map(|face| (*face).into()).collect())));
            }
            entries.push(("value", plain(value)));
            if *forced {
                entries.push(("forced", true.into()));
            }
            entries.into_iter().collect()
        }
    }
}
