//! Throws of a scenario: one with its log, or many without.

use super::query::Query;
use super::trace_story::has_rolled;
use crate::log::{Event, Log};
use crate::problem::Problem;
use crate::roll::{Dice, Rolled};
use tohit_compile::program::Word;
use tohit_engine::{DiceSource, DuelSampler, Evaluation, Extent, First, SampleError, TraceEvent};

impl Query<'_, '_> {
    pub(super) fn roll(&self, dice: &Dice) -> Result<Rolled, Vec<Problem>> {
        let thrown = self.scenario.sample(&mut dice.source(), dice.extent, true);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        Ok(Rolled::of(
            self.name(thrown.ending),
            &thrown,
            dice.extent,
            self.whole_log(&thrown.log, &thrown.evaluations)?,
        ))
    }

    pub(super) fn roll_duel(&self, back: &Self, first: First, dice: &Dice) -> Result<Rolled, Vec<Problem>> {
        let thrown = self.duels(back, first)?.sample(&mut dice.source(), true);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        let (mut events, mut trace) = (Vec::new(), thrown[0].log.as_slice());
        // The first hit points are beside each side's figures.
        for (whose, query) in [(First::Attacker, self), (First::Defender, back)] {
            events.push(Event::Heading(format!("the {}", whose.name())));
            let has;
            (has, trace) = trace.split_at_checked(1).unwrap_or_default();
            events.extend(query.whole_log(has, &[])?.events);
        }
        let mut last: Option<(&Self, First, &[TraceEvent])> = None;
        for turn in trace.chunk_by(|_, next| !matches!(next, TraceEvent::Turn(..))) {
            let is_back = matches!(turn, [TraceEvent::Turn(Some(First::Defender), _), ..]);
            let (by, side) = if is_back { (back, First::Defender) } else { (self, First::Attacker) };
            events.extend(by.log(&[], turn, &[]).events);
            // A turn without a strike, of healing alone, has no story; one that rolls nothing has none after others.
            let is_strike = turn.iter().any(|event| matches!(event, TraceEvent::End(..)));
            if has_rolled(turn) || is_strike && last.is_none_or(|(.., before)| !has_rolled(before)) {
                last = Some((by, side, turn));
            }
        }
        let story = match last {
            Some((by, _, turn)) => {
                let figures = by.scenario.figures().map_err(|diagnostic| by.stopped(&diagnostic))?;
                by.story(&figures, turn, &thrown[0].evaluations)
            }
            None => Vec::new(),
        };
        let struck_last = last.map(|(_, side, _)| side);
        Ok(Rolled::of_duel(&thrown, Log { events, story, struck_last }))
    }

    pub(super) fn tally(&self, seed: u64, throws: u32, extent: Extent) -> Result<Vec<Rolled>, Vec<Problem>> {
        let thrown = self.scenario.samples(&mut DiceSource::seed(seed), extent, throws);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        let name = |word| (word, self.name(word));
        let names: Vec<(Word, &'static str)> =
            self.game.endings.iter().map(|ending| name(ending.word)).collect();
        let named = |word: Word| names.iter().find(|(known, _)| *known == word).map_or("", |(_, name)| name);
        let rolled = thrown.iter().map(|one| Rolled::of(named(one.ending), one, extent, Log::default()));
        Ok(rolled.collect())
    }

    pub(super) fn tally_duels(
        &self,
        back: &Self,
        first: First,
        (seed, throws): (u64, u32),
    ) -> Result<Vec<Rolled>, Vec<Problem>> {
        let (duels, mut source) = (self.duels(back, first)?, DiceSource::seed(seed));
        let thrown = (0..throws).map(|_| duels.sample(&mut source, false));
        let rolled = thrown.map(|one| Ok(Rolled::of_duel(&one?, Log::default())));
        rolled.collect::<Result<_, _>>().map_err(|why| self.not_thrown(&why))
    }

    fn duels<'d>(&'d self, back: &'d Self, first: First) -> Result<DuelSampler<'d, 'd>, Vec<Problem>> {
        DuelSampler::new(self.scenario, back.scenario, first).map_err(|diagnostic| self.stopped(&diagnostic))
    }

    /// The log below the figures of the answer.
    fn whole_log(
        &self,
        trace: &[TraceEvent],
        evaluations: &[(usize, Evaluation)],
    ) -> Result<Log, Vec<Problem>> {
        let figures = self.scenario.figures().map_err(|diagnostic| self.stopped(&diagnostic))?;
        Ok(self.log(&figures, trace, evaluations))
    }

    fn not_thrown(&self, why: &SampleError) -> Vec<Problem> {
        match why {
            SampleError::Refused(diagnostic) => self.stopped(diagnostic),
            SampleError::Misfit(message, _) => vec![Problem::at("script", message.as_str())],
        }
    }
}
