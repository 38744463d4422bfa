//! A scenario that is ready to be asked.

use super::answers::Told;
use super::kept;
use super::log::Teller;
use super::ruleset::{Ruleset, refused};
use super::why::Why;
use crate::answer::{Answer, Extra, Probability};
use crate::exactly::MOST_PRIMES;
use crate::explain::Explanation;
use crate::json::Json;
use crate::log::Log;
use crate::problem::Problem;
use crate::roll::{Dice, Rolled};
use crate::text::line_of;
use tohit_odds::{Arithmetic, Weight};
use tohit_rules::core::{Mode, Word};
use tohit_rules::run::{Extent, Game, NotThrown, Scenario, Source, Stop};

/// A scenario in which nothing is wrong.
pub(super) struct Asked<'a, 's> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) game: &'a Game,
    /// The mode's place among all.
    pub(super) place: usize,
    pub(super) mode: &'a Mode,
    pub(super) scenario: &'a Scenario<'s>,
    /// The document's sections, complete.
    pub(super) sections: &'a Json,
}

impl Asked<'_, '_> {
    pub(super) fn answer<P: Probability>(&self) -> Result<Answer<P>, Vec<Problem>> {
        P::told(self.scenario, MOST_PRIMES, &|ar| self.answered(ar))
    }

    fn answered(&self, ar: &Arithmetic) -> Result<Answer<Weight>, Vec<Problem>> {
        let Self { ruleset, game, mode, scenario, .. } = *self;
        let odds = scenario.odds(ar, false).map_err(|stop| self.stopped(&stop))?;
        let figures = scenario.figures().map_err(|stop| self.stopped(&stop))?;
        let told = Told { rules: game.rules(), mode, scenario, ar };
        let mut answer = told.answer(ruleset.id(), &odds, &figures);
        let remarks = ruleset.made().remarks.get(self.place).into_iter().flatten();
        let made = remarks.filter(|remark| remark.when.iter().all(|when| when.met(self.sections, "")));
        answer.more.extend(made.map(|remark| ("remark", Extra::Figure(remark.says.into()))));
        Ok(answer)
    }

    pub(super) fn why<P: Probability>(&self) -> Result<Explanation<P>, Vec<Problem>> {
        let Self { ruleset, game, mode, scenario, sections, .. } = *self;
        let (about, said, text) = (ruleset.about(), &ruleset.made().said, ruleset.rules());
        P::told(scenario, MOST_PRIMES, &|ar| {
            let odds = scenario.odds(ar, true).map_err(|stop| self.stopped(&stop))?;
            let why = Why { rules: game.rules(), mode, about, said, text, scenario, sections, ar };
            Ok(why.explanation(&odds.strike))
        })
    }

    pub(super) fn roll(&self, dice: &Dice) -> Result<Rolled, Vec<Problem>> {
        let Self { ruleset, game, mode, scenario, .. } = *self;
        let mut source = match &dice.script {
            None => Source::seed(dice.seed),
            Some(script) => Source::script(script),
        };
        let thrown = scenario.throw(&mut source, dice.extent, true).map_err(|why| self.not_thrown(&why))?;
        let figures = scenario.figures().map_err(|stop| self.stopped(&stop))?;
        let teller = Teller { rules: game.rules(), mode, scenario, said: &ruleset.made().said };
        let outcome = kept::text(scenario.word(thrown.ending));
        Ok(Rolled::of(outcome, &thrown, dice.extent, teller.log(&figures, &thrown.log)))
    }

    pub(super) fn tally(&self, seed: u64, throws: u32, extent: Extent) -> Result<Vec<Rolled>, Vec<Problem>> {
        let thrown = self.scenario.throws(&mut Source::seed(seed), extent, throws);
        let thrown = thrown.map_err(|why| self.not_thrown(&why))?;
        let name = |word| (word, kept::text(self.scenario.word(word)));
        let names: Vec<(Word, &'static str)> =
            self.game.rules().endings.iter().map(|ending| name(ending.word)).collect();
        let named = |word: Word| names.iter().find(|(known, _)| *known == word).map_or("", |(_, name)| name);
        let rolled = thrown.iter().map(|one| Rolled::of(named(one.ending), one, extent, Log::default()));
        Ok(rolled.collect())
    }

    fn not_thrown(&self, why: &NotThrown) -> Vec<Problem> {
        match why {
            NotThrown::Stop(stop) => self.stopped(stop),
            NotThrown::Misfit(misfit) => {
                vec![Problem { path: "script".to_owned(), message: misfit.to_string() }]
            }
        }
    }

    /// What stopped the engine, with the line of the text.
    pub(super) fn stopped(&self, stop: &Stop) -> Vec<Problem> {
        let line = line_of(self.ruleset.rules(), stop.span.start);
        vec![refused(format!("{} (line {line} of the rules)", stop.message))]
    }
}
