//! A rolled or scripted strike, turn, fight or duel.

use crate::answer::plain;
use crate::json::Json;
use crate::log::{DrawKind, Event, Log};
use crate::problem::beginning;
use crate::text::ENDS;
use core::fmt;
use tohit_engine::{DiceSource, Extent, Sample};
use tohit_odds::Fraction;

/// End of a fight or duel at the limit of its turns, in words.
const STOPS: &str = "; the roll stops here";

/// Source of the dice, and the extent of the throw.
#[derive(Clone, Debug, Default)]
pub struct Dice {
    /// The generator's seed.
    pub seed: u64,
    /// Faces that the dice are to show instead.
    pub script: Option<Vec<String>>,
    /// Extent of the throw.
    pub extent: Extent,
}

impl Dice {
    pub(crate) fn source(&self) -> DiceSource {
        let Some(script) = &self.script else { return DiceSource::seed(self.seed) };
        // A face that is too long to be one is refused, and repeated in part.
        DiceSource::script(&script.iter().map(|face| beginning(face, 60)).collect::<Vec<_>>())
    }
}

/// Result of a throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// Ending of the last strike; of a duel the ending of the duel, by its name in the answer.
    pub outcome: &'static str,
    /// Damage of the whole throw; in a duel the attacker's.
    pub damage: i64,
    /// Hit points left; in a duel the defender's.
    pub left: Option<i64>,
    /// True where the throw killed; none where that is not known.
    pub fell: bool,
    /// Length of the fight.
    pub fought: Option<FightRoll>,
    /// Length of the duel, and the hit points left.
    pub duelled: Option<DuelRoll>,
    /// Log, die by die.
    pub log: Log,
}

/// A fight that was rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct FightRoll {
    /// Number of turns that began.
    pub turns: i64,
    /// Number of strikes.
    pub strikes: i64,
    /// True where the defender fell; a fight may end without that.
    pub fell: bool,
    /// True where the roll stopped at its limit of turns.
    pub stopped: bool,
    /// Number, from 1, of the game's normal turn in which the last turn began; none where the turns are usual
    /// ones.
    pub time: Option<Fraction>,
}

/// A rolled duel; its text form states the ending.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelRoll {
    /// Round in which the last turn began, from 1.
    pub round: i64,
    /// True where the roll stopped at its limit of turns, with both standing.
    pub stopped: bool,
    /// The attacker, and the defender.
    pub sides: [Duellist; 2],
}

/// A side of a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duellist {
    /// Number of turns that began.
    pub turns: i64,
    /// Number of strikes.
    pub strikes: i64,
    /// Damage dealt.
    pub damage: i64,
    /// Hit points left; 0 where the side fell.
    pub left: i64,
    /// Bodies that stand, and all of them.
    pub bodies: (usize, usize),
    /// True where the side fell.
    pub fell: bool,
}

impl Rolled {
    pub(crate) fn of(outcome: &'static str, thrown: &Sample, extent: Extent, log: Log) -> Self {
        let Sample { turns, strikes, fell, stopped, ref began, .. } = *thrown;
        let time = began.as_ref().map(|began| began.long() + Fraction::from(1));
        let fought = extent.is_fight().then_some(FightRoll { turns, strikes, fell, stopped, time });
        Self { outcome, damage: thrown.lost, left: thrown.left, fell, fought, duelled: None, log }
    }

    /// Combines the throws of the attacker and the defender.
    pub(crate) fn of_duel(thrown: &[Sample; 2], log: Log) -> Self {
        let [mine, theirs] = thrown;
        let [win, lose, both, standing] = ENDS;
        let outcome = match (mine.fell, theirs.fell) {
            (true, false) => win,
            (false, true) => lose,
            (true, true) => both,
            (false, false) => standing,
        };
        let last = mine.began.as_ref().max(theirs.began.as_ref());
        let round = last.and_then(|began| began.long().floor().whole()).unwrap_or_default() + 1;
        // Hit points left and the fall of a side are results of the other side's throw.
        let side = |one: &Sample, other: &Sample| Duellist {
            turns: one.turns,
            strikes: one.strikes,
            damage: one.lost,
            left: other.left.unwrap_or_default(),
            bodies: other.bodies,
            fell: other.fell,
        };
        let sides = [side(mine, theirs), side(theirs, mine)];
        let duelled = DuelRoll { round, stopped: mine.stopped, sides };
        let (left, fell) = (mine.left, mine.fell);
        Self { outcome, damage: mine.lost, left, fell, fought: None, duelled: Some(duelled), log }
    }

    /// True where a fight or duel stopped at its limit of turns.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.fought.as_ref().is_some_and(|fought| fought.stopped)
            || self.duelled.as_ref().is_some_and(|duelled| duelled.stopped)
    }

    /// The throw as JSON.
    #[must_use]
    pub fn json(&self) -> Json {
        let log = self.log.events.iter().map(event).collect::<Vec<_>>();
        let mut entries = vec![("outcome", self.outcome.into())];
        if let Some(DuelRoll { round, sides: [attacker, defender], .. }) = &self.duelled {
            let sides = [("attacker", attacker.json()), ("defender", defender.json())];
            entries.extend([("round", (*round).into())].into_iter().chain(sides));
        } else {
            entries.push(("damage", self.damage.into()));
        }
        if let Some(FightRoll { turns, strikes, fell, time, .. }) = &self.fought {
            let fields =
                [("turns", (*turns).into()), ("strikes", (*strikes).into()), ("fell", (*fell).into())];
            entries.extend(fields);
            entries.extend(time.as_ref().map(|time| ("time", time.to_f64().into())));
        }
        entries.extend(self.is_stopped().then(|| ("stopped", true.into())));
        entries.push(("log", Json::List(log)));
        entries.into_iter().collect()
    }
}

impl fmt::Display for Rolled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.log)?;
        if let Some(duelled) = &self.duelled {
            return writeln!(f, "{}: {duelled}", self.outcome);
        }
        writeln!(f, "{}: {} damage", self.outcome, self.damage)?;
        match &self.fought {
            Some(FightRoll { turns, strikes, fell: true, .. }) => {
                writeln!(f, "killed in turn {turns}, by strike {strikes}")
            }
            Some(FightRoll { turns, stopped, .. }) => {
                let stops = if *stopped { STOPS } else { "" };
                writeln!(f, "still standing after {turns} turns{stops}")
            }
            None => Ok(()),
        }
    }
}

impl fmt::Display for DuelRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, stopped, sides: [mine, theirs] } = self;
        match (mine.fell, theirs.fell) {
            (false, true) => {
                write!(
                    f,
                    "the defender falls in round {round}; the attacker's hit points: {}",
                    mine.standing()
                )
            }
            (true, false) => {
                write!(
                    f,
                    "the attacker falls in round {round}; the defender's hit points: {}",
                    theirs.standing()
                )
            }
            (true, true) => write!(f, "both fall in round {round}"),
            (false, false) => {
                if *stopped {
                    write!(f, "both still stand after {} turns{STOPS}", mine.turns + theirs.turns)?;
                } else {
                    write!(f, "both stand after round {round}")?;
                }
                let [mine, theirs] = [mine.standing(), theirs.standing()];
                write!(f, "; the attacker's hit points: {mine}, the defender's: {theirs}")
            }
        }
    }
}

impl Duellist {
    /// The hit points left; of several bodies with the number of those that stand.
    #[must_use]
    pub fn standing(&self) -> String {
        match self.bodies {
            (stand, all) if all > 1 => format!("{}, {stand} of {all} stand", self.left),
            _ => self.left.to_string(),
        }
    }

    fn json(&self) -> Json {
        let Self { turns, strikes, damage, left, fell, .. } = *self;
        let fields = [("turns", turns), ("strikes", strikes), ("damage", damage), ("left", left)];
        let fields = fields.map(|(name, number)| (name, Json::from(number)));
        fields.into_iter().chain([("fell", fell.into())]).collect()
    }
}

fn event(event: &Event) -> Json {
    match event {
        Event::Heading(label) => Json::object([("heading", label.as_str().into())]),
        Event::Note { label, figure: value } => {
            Json::object([("note", label.as_str().into()), ("value", plain(value))])
        }
        Event::Roll { label, by, ask, faces, value, forced } => {
            let mut entries = vec![("roll", Json::from(label.as_str())), ("of", ask.to_string().into())];
            if !by.is_empty() {
                entries.push(("by", by.as_str().into()));
            }
            if let DrawKind::Dice(_, (low, high)) = ask {
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
