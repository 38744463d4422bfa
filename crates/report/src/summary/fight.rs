//! Summary of a fight: how many turns it takes until the defender falls.

use super::Damage;
use crate::format;
use serde::{Deserialize, Serialize};
use tohit_resolver::{FightAnswer, Spread};

/// Summary of a fight.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FightSummary {
    /// Mean number of turns; none where the defender may never fall.
    pub mean: Option<f64>,
    /// The chance that the defender never falls, where it is known.
    pub never: Option<f64>,
    /// The 0.9 quantile of the turns; none where it lies beyond the list.
    pub mostly: Option<i64>,
    /// Mean number of the game's normal turns that have begun when the defender falls; none where turns are
    /// usual ones.
    pub time: Option<f64>,
    /// Fields that differ in the turns after the first.
    pub changes: Vec<String>,
    /// The chance that the defender falls in the first turn.
    pub first: Option<f64>,
    /// Distribution of the turn in which the defender falls.
    pub turns: Damage,
    /// The chance to be over within each of the first turns, where a bar of the distribution holds several.
    pub early: Vec<f64>,
}

/// The 0.9 quantile; none where it lies beyond the list.
pub(crate) fn mostly(turns: &Spread<f64>) -> Option<i64> {
    let mut sum = 0.0;
    let entry = turns.entries.iter().find(|(_, p)| {
        sum += p;
        sum >= 0.9
    });
    entry.map(|(turn, _)| *turn)
}

/// The chance of a fight to be over within each of the first turns.
fn early(turns: &Spread<f64>) -> Vec<f64> {
    /// Number of turns that a person counts.
    const EARLY: i64 = 200;
    let mut entries = turns.entries.iter().peekable();
    let mut sum = 0.0;
    let within = |turn| {
        while let Some((_, p)) = entries.next_if(|(at, _)| *at <= turn) {
            sum += *p;
        }
        f64::min(sum, 1.0)
    };
    let closes = turns.tail.map_or(i64::MAX, |(closes, _)| closes);
    (1..=EARLY).take_while(|turn| *turn < closes).map(within).collect()
}

impl FightSummary {
    /// The summary of a fight.
    pub fn of(fight: &FightAnswer<f64>) -> Self {
        // Number of turns without a fall, before the list closes, after which the defender is considered
        // never to fall.
        const LONG: i64 = 1000;
        let last = fight.turns.entries.last().map_or(0, |(turn, _)| *turn);
        let mut turns = fight.turns.clone();
        let first = |(turn, p): &(i64, f64)| if *turn > 1 { 0.0 } else { *p };
        let never = turns.tail.filter(|(closes, _)| *closes > last + LONG).map(|(_, open)| open);
        // The chart omits turns in which the defender cannot fall.
        if let Some(never) = never {
            turns.tail = (last > 0).then_some((last + 1, never));
        }
        let mean = fight.means.as_ref().map(|means| means.turns).or_else(|| fight.turns.whole_mean());
        let damage = Damage::of(&turns);
        let early = if damage.step > 1 { early(&fight.turns) } else { Vec::new() };
        Self {
            early,
            never,
            mean,
            mostly: mostly(&fight.turns),
            time: fight.means.as_ref().and_then(|means| means.time),
            changes: fight.changes.clone(),
            first: fight.turns.entries.first().map(first),
            turns: match mean {
                Some(mean) => Damage { mean, is_least: false, ..damage },
                None => damage,
            },
        }
    }

    /// Mean number of the game's normal turns; without a figure of its own, a turn is a normal one.
    pub fn normal_turns(&self) -> Option<f64> {
        self.time.or(self.mean)
    }

    /// The mean in normal turns, or the share of fights without an end.
    pub fn average_of_normal_turns(&self) -> String {
        self.normal_turns().map_or_else(|| self.average(), format::tenths)
    }

    /// Normal turns that have begun by so many turns of the fight; none where a turn is a normal one.
    pub fn in_normal_turns(&self, turns: i64) -> Option<f64> {
        let (time, mean) = self.time.zip(self.mean)?;
        let later = turns.saturating_sub(1) as f64;
        // The first turn of both begins at once.
        if later > 0.0 && mean > 1.0 { Some(1.0 + later * (time - 1.0) / (mean - 1.0)) } else { Some(1.0) }
    }

    /// The chance to be dead within so many turns, where it is known.
    pub fn within(&self, turns: i64) -> Option<f64> {
        let later = self.turns.at_least(turns + 1).map(|later| f64::max(1.0 - later, 0.0));
        later.or_else(|| self.early.get(usize::try_from(turns).ok()?.checked_sub(1)?).copied())
    }

    /// The mean number of turns, or the share of fights without an end.
    pub fn average(&self) -> String {
        match (self.mean, self.never) {
            (Some(mean), _) => format::tenths(mean),
            (None, Some(_)) if self.kills().is_none() => "never".to_owned(),
            (None, Some(never)) => format!("{} never", format::percent(never)),
            (None, None) => "may never end".to_owned(),
        }
    }

    /// The 0.9 quantile and the game's own clock, in words.
    pub fn says(&self) -> String {
        let mostly = self.mostly.map(|mostly| format!("nine in ten by {}", format::whole(mostly)));
        mostly.into_iter().chain(self.clock()).collect::<Vec<_>>().join("; ")
    }

    /// Share of fights that kill, where it is neither none nor all.
    pub fn kills(&self) -> Option<String> {
        let share = 1.0 - self.never.filter(|_| self.mean.is_none())?;
        (share > 0.0).then(|| format!("{} of all fights", format::percent(share)))
    }

    /// Number of the game's normal turns, where the attacker's differ. A "game turn" is a tenth of a player's
    /// turn in some games.
    fn clock(&self) -> Option<String> {
        self.time.map(|time| format!("{} normal turns", format::tenths(time)))
    }
}
