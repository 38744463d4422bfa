//! A scenario that is ready to be asked.

use super::answers::of_number;
use super::kept;
use super::ruleset::Ruleset;
use super::why::Why;
use super::words::Sentence;
use crate::answer::{Answer, Extra};
use crate::explain::Explanation;
use crate::json::Json;
use crate::log::{Event, Figure, Log};
use crate::number::Number;
use crate::problem::Problem;
use crate::roll::{Dice, Rolled};
use tohit_compile::program::{Mode, Program, Word};
use tohit_engine::{DiceSource, DuelSampler, Extent, First, SampleError, Scenario, Value};
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// A scenario in which nothing is wrong.
pub(crate) struct Asked<'a, 's> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) game: &'a Program,
    /// The mode's place among all.
    pub(super) place: usize,
    pub(super) mode: &'a Mode,
    pub(super) scenario: &'a Scenario<'s>,
    /// The document's sections, complete.
    pub(super) sections: &'a Json,
}

impl Asked<'_, '_> {
    pub(super) fn answer<P: Number>(&self) -> Result<Answer<P>, Vec<Problem>> {
        P::evaluate(self.scenario, &|ar| self.answered(ar))
    }

    fn answered(&self, ar: &Arithmetic) -> Result<Answer<Weight>, Vec<Problem>> {
        let odds = self.scenario.odds(ar, false).map_err(|stop| self.stopped(&stop))?;
        let figures = self.scenario.figures().map_err(|stop| self.stopped(&stop))?;
        let mut answer = self.told(ar, &odds, &figures);
        let remarks = self.ruleset.made().remarks.get(self.place).into_iter().flatten();
        let made = remarks.filter(|remark| remark.when.iter().all(|when| when.met(self.sections, "")));
        answer.more.extend(made.map(|remark| ("remark", Extra::Figure(Figure::Word(remark.says)))));
        Ok(answer)
    }

    pub(super) fn why<P: Number>(&self) -> Result<Explanation<P>, Vec<Problem>> {
        P::evaluate(self.scenario, &|ar| {
            let odds = self.scenario.odds(ar, true).map_err(|stop| self.stopped(&stop))?;
            Ok(Why { asked: self, text: self.ruleset.rules(), ar }.explanation(&odds.strike))
        })
    }

    pub(super) fn roll(&self, dice: &Dice) -> Result<Rolled, Vec<Problem>> {
        let thrown = self.scenario.throw(&mut dice.source(), dice.extent, true);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        Ok(Rolled::of(self.name(thrown.ending), &thrown, dice.extent, self.whole_log(&thrown.log)?))
    }

    pub(super) fn roll_duel(&self, back: &Self, first: First, dice: &Dice) -> Result<Rolled, Vec<Problem>> {
        let thrown = self.duels(back, first)?.throw(&mut dice.source(), true);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        let (mut events, mut told) = (Vec::new(), thrown[0].log.as_slice());
        // What both have at first stands with their figures.
        for (whose, asked) in [(First::Attacker, self), (First::Defender, back)] {
            events.push(Event::Heading(format!("the {}", whose.name())));
            let has;
            (has, told) = told.split_at_checked(1).unwrap_or_default();
            events.extend(asked.whole_log(has)?.events);
        }
        let mut story = Vec::new();
        for turn in told.chunk_by(|_, next| !matches!(next, tohit_engine::TraceEvent::Turn(..))) {
            let is_back = matches!(turn, [tohit_engine::TraceEvent::Turn(Some(First::Defender), _), ..]);
            let by = if is_back { back } else { self };
            events.extend(by.log(&[], turn).events);
            // Healing between turns strikes nobody.
            if turn.iter().any(|told| matches!(told, tohit_engine::TraceEvent::End(..))) {
                let figures = by.scenario.figures().map_err(|stop| by.stopped(&stop))?;
                story = by.story(&figures, turn);
            }
        }
        Ok(Rolled::of_duel(&thrown, Log { events, story }))
    }

    pub(super) fn tally(&self, seed: u64, throws: u32, extent: Extent) -> Result<Vec<Rolled>, Vec<Problem>> {
        let thrown = self.scenario.throws(&mut DiceSource::seed(seed), extent, throws);
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
        let thrown = (0..throws).map(|_| duels.throw(&mut source, false));
        let rolled = thrown.map(|one| Ok(Rolled::of_duel(&one?, Log::default())));
        rolled.collect::<Result<_, _>>().map_err(|why| self.not_thrown(&why))
    }

    fn duels<'d>(&'d self, back: &'d Self, first: First) -> Result<DuelSampler<'d, 'd>, Vec<Problem>> {
        DuelSampler::new(self.scenario, back.scenario, first).map_err(|stop| self.stopped(&stop))
    }

    /// The log with the figures that are answered above it.
    fn whole_log(&self, told: &[tohit_engine::TraceEvent]) -> Result<Log, Vec<Problem>> {
        let figures = self.scenario.figures().map_err(|stop| self.stopped(&stop))?;
        Ok(self.log(&figures, told))
    }

    /// The word, as it is written.
    pub(super) fn name(&self, word: Word) -> &'static str {
        kept::text(self.scenario.word(word))
    }

    /// What the words say about a line, a figure, a roll or an ending.
    pub(super) fn said(&self, name: &str) -> Option<&Sentence> {
        self.ruleset.made().said.iter().find(|said| said.name == name)
    }

    /// What that is called.
    pub(super) fn called(&self, name: &str) -> &'static str {
        kept::text(&self.said(name).map_or_else(|| name.replace('_', " "), Sentence::called))
    }

    /// A value as an answer tells it; what is not there is not told.
    pub(super) fn figure(&self, value: &Value) -> Option<Figure> {
        match value {
            Value::Number(number) => Some(of_number(number)),
            Value::Flag(flag) => Some(Figure::Flag(*flag)),
            Value::Word(name) => Some(Figure::Word(self.name(*name))),
            Value::Mark(..) => Some(Figure::Word(kept::text(&self.scenario.format_value(value)))),
            _ => None,
        }
    }

    fn not_thrown(&self, why: &SampleError) -> Vec<Problem> {
        match why {
            SampleError::Refused(stop) => self.stopped(stop),
            SampleError::Misfit(message, _) => vec![Problem::at("script", message.as_str())],
        }
    }

    /// What stopped the engine, with the line of the text.
    pub(super) fn stopped(&self, stop: &Diagnostic) -> Vec<Problem> {
        let line = self.game.line(stop.span.start);
        vec![Problem::at("", format!("{} (line {line} of the rules)", stop.message))]
    }
}
