//! One thrown or scripted strike, turn or fight, and how it is told.

use crate::answer::plain;
use crate::json::Json;
use crate::log::{Ask, Event, Log};
use core::fmt;
use tohit_odds::Fraction;
use tohit_rules::run::{Extent, Thrown};

/// Where the faces come from, and how far to roll.
#[derive(Clone, Debug, Default)]
pub struct Dice {
    /// The generator's seed.
    pub seed: u64,
    /// Faces that the dice are to show instead.
    pub script: Option<Vec<String>>,
    /// How far to roll.
    pub extent: Extent,
}

/// What was rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// How the strike (the last one of several) ended.
    pub outcome: &'static str,
    /// The damage of all that was rolled.
    pub damage: i64,
    /// Of a fight: how long it was.
    pub fought: Option<Fought>,
    /// Die by die.
    pub log: Log,
}

/// A fight that was rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// In which turn it ended, the first being 1.
    pub turns: i64,
    /// With which strike.
    pub strikes: i64,
    /// Whether the defender fell; it may go on standing.
    pub fell: bool,
    /// Of the game's usual turns, the one in which its last turn began, the first being 1; where they are not as long as its own.
    pub time: Option<Fraction>,
}

impl Rolled {
    pub(crate) fn of(outcome: &'static str, thrown: &Thrown, extent: Extent, log: Log) -> Self {
        let Thrown { turns, strikes, fell, ref began, .. } = *thrown;
        let time = began.as_ref().map(|began| began.long() + Fraction::from(1));
        let fought = (extent == Extent::Fight).then_some(Fought { turns, strikes, fell, time });
        Self { outcome, damage: thrown.lost, fought, log }
    }

    /// The machine form.
    #[must_use]
    pub fn json(&self) -> Json {
        let log = self.log.events.iter().map(event).collect::<Vec<_>>();
        let mut entries = vec![("outcome", self.outcome.into()), ("damage", self.damage.into())];
        if let Some(Fought { turns, strikes, fell, time }) = &self.fought {
            let told = [("turns", (*turns).into()), ("strikes", (*strikes).into()), ("fell", (*fell).into())];
            entries.extend(told);
            entries.extend(time.as_ref().map(|time| ("time", time.to_f64().into())));
        }
        entries.push(("log", Json::List(log)));
        entries.into_iter().collect()
    }
}

impl fmt::Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.log)?;
        writeln!(f, "{}: {} damage", self.outcome, self.damage)?;
        match &self.fought {
            Some(Fought { turns, strikes, fell: true, .. }) => {
                writeln!(f, "killed in turn {turns}, by strike {strikes}")
            }
            Some(Fought { turns, .. }) => writeln!(f, "still standing after {turns} turns"),
            None => Ok(()),
        }
    }
}

fn event(event: &Event) -> Json {
    match event {
        Event::Heading(label) => Json::object([("heading", label.as_str().into())]),
        Event::Note { label, figure: value } => {
            Json::object([("note", label.as_str().into()), ("value", plain(value))])
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
