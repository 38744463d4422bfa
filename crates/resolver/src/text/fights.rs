//! A fight: this turn over and over until the defender falls; a duel: two of them at once.

use super::answers::spread;
use super::ruleset::{Ruleset, exactly, stopped};
use crate::answer::{Answer, Extra, Probability, Spread};
use crate::exactly::{FEW_PRIMES, MOST_PRIMES};
use crate::json::Json;
use crate::preset::Library;
use crate::problem::Problem;
use tohit_odds::{Arithmetic, Fraction, Weight};
use tohit_rules::run::{First, Scenario};

/// How long a fight is.
#[derive(Clone, Debug, PartialEq)]
pub struct Fight<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// In which turn the defender falls; the rest falls later, or never.
    pub turns: Spread<P>,
    /// By which strike.
    pub strikes: Spread<P>,
    /// The mean number of turns and of strikes; none where the defender may stand for ever, or where the exact fractions are past the stated size.
    pub means: Option<(P, P)>,
}

/// In decimals a list closes where less than ten to the power of minus this is left.
const DIGITS: i32 = 12;
/// In fractions sooner: they grow with every turn.
const DIGITS_EXACTLY: i32 = 3;
/// And where they are too long, sooner still.
const DIGITS_AT_LEAST: i32 = 1;

impl<P> Fight<P> {
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Fight<Q> {
        Fight {
            ruleset: self.ruleset,
            mode: self.mode,
            turns: self.turns.map(f),
            strikes: self.strikes.map(f),
            means: self.means.map(|(turns, strikes)| (f(turns), f(strikes))),
        }
    }

    /// The fight as an answer.
    #[must_use]
    pub fn answer(self) -> Answer<P>
    where
        P: Probability + Clone + PartialEq,
    {
        let mut answer = Answer::new(self.ruleset, self.mode);
        let open = self.turns.tail.as_ref().map(|(_, open)| open.clone());
        let fallen = P::weighed(&mut self.turns.entries.iter().map(|(_, p)| (1, p)));
        answer.outcomes = vec![("killed", fallen)];
        answer.outcomes.extend(open.map(|open| ("standing", open)));
        // Where a turn is one strike, there is nothing more to say of strikes.
        let several = self.strikes != self.turns;
        let (turns, strikes) = self.means.unzip();
        answer.more.extend(turns.map(|mean| ("mean_turns", Extra::Mean(mean))));
        answer.more.extend(strikes.filter(|_| several).map(|mean| ("mean_strikes", Extra::Mean(mean))));
        answer.more.push(("turns", Extra::Spread(self.turns)));
        answer.more.extend(several.then_some(("strikes", Extra::Spread(self.strikes))));
        answer
    }
}

impl<P: Probability> Fight<P> {
    /// The chance that the defender has fallen by the end of a turn; none past the end of the list.
    pub fn within(&self, turns: i64) -> Option<P> {
        let told = self.turns.tail.as_ref().is_none_or(|(first, _)| turns < *first);
        told.then(|| {
            P::weighed(&mut self.turns.entries.iter().filter(|(turn, _)| *turn <= turns).map(|(_, p)| (1, p)))
        })
    }
}

/// How a duel ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode of the attacker's strikes.
    pub mode: &'static str,
    /// The chances that the attacker wins, that it loses, that both fall, and that both stand when the list closes.
    pub ends: [P; 4],
    /// In which round it ends.
    pub rounds: Spread<P>,
    /// What the attacker and the defender have left; 0 if they fell.
    pub left: [Spread<P>; 2],
}

/// The names of a duel's ends, and of what is left.
const ENDS: [&str; 4] = ["win", "lose", "both", "standing"];
const LEFT: [&str; 2] = ["attacker_left", "defender_left"];

impl<P> Duel<P> {
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Duel<Q> {
        Duel {
            ruleset: self.ruleset,
            mode: self.mode,
            ends: self.ends.map(&mut *f),
            rounds: self.rounds.map(f),
            left: self.left.map(|left| left.map(f)),
        }
    }

    /// The duel as an answer.
    #[must_use]
    pub fn answer(self) -> Answer<P> {
        let mut answer = Answer::new(self.ruleset, self.mode);
        answer.outcomes = ENDS.into_iter().zip(self.ends).collect();
        let left = LEFT.into_iter().zip(self.left.map(Extra::Spread));
        answer.more = [("rounds", Extra::Spread(self.rounds))].into_iter().chain(left).collect();
        answer
    }
}

impl Ruleset {
    /// How a duel ends: the document's attacker against that of another document, in which both stand in each other's places. In floats.
    ///
    /// # Errors
    /// Everything that is wrong with a document, those of the other with `against` in front of their paths; both need the defender's hit points.
    pub fn duel(
        &self,
        documents: [&Json; 2],
        presets: &Library,
        first: First,
    ) -> Result<Duel<f64>, Vec<Problem>> {
        self.duelling(documents, presets, |mine, theirs, mode| {
            let ar = Arithmetic::Floats;
            Ok(self.duelled([mine, theirs], mode, first, &ar, DIGITS)?.map(&mut |weight| ar.to_float(weight)))
        })
    }

    /// The same in exact fractions, as long as the list is told.
    ///
    /// # Errors
    /// As for [`duel`](Self::duel) and [`resolve_exact`](Self::resolve_exact).
    pub fn duel_exact(
        &self,
        documents: [&Json; 2],
        presets: &Library,
        first: First,
    ) -> Result<Duel<Fraction>, Vec<Problem>> {
        self.duelling(documents, presets, |mine, theirs, mode| {
            let told = |digits: i32| {
                exactly(
                    mine,
                    MOST_PRIMES,
                    |ar| self.duelled([mine, theirs], mode, first, ar, digits),
                    |told, f| told.map(&mut |p| f(p)),
                    |told, f| told.map(&mut |p| f(p)),
                )
            };
            told(DIGITS_EXACTLY).or_else(|_| told(DIGITS_AT_LEAST))
        })
    }

    fn duelling<T>(
        &self,
        [mine, theirs]: [&Json; 2],
        presets: &Library,
        ask: impl FnOnce(&Scenario<'_>, &Scenario<'_>, &'static str) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        self.fighting(mine, presets, |mine, mode| {
            let mut refused = None;
            let told = self.fighting(theirs, presets, |theirs, _| {
                ask(mine, theirs, mode).map_err(|problems| {
                    refused = Some(problems);
                    Vec::new()
                })
            });
            told.map_err(|problems| {
                let against = |problem: Problem| Problem {
                    path: format!("against.{}", problem.path).trim_end_matches('.').to_owned(),
                    ..problem
                };
                refused.unwrap_or_else(|| problems.into_iter().map(against).collect())
            })
        })
    }

    fn duelled(
        &self,
        [mine, theirs]: [&Scenario<'_>; 2],
        mode: &'static str,
        first: First,
        ar: &Arithmetic,
        digits: i32,
    ) -> Result<Duel<Weight>, Vec<Problem>> {
        let duel = mine.duel(theirs, first, ar, digits).map_err(|stop| stopped(self, &stop))?;
        let open = duel.rounds.rest.map(|(_, open)| open).unwrap_or_default();
        let left = duel.left.each_ref().map(spread);
        let ends = [duel.win, duel.lose, duel.both, open];
        Ok(Duel { ruleset: self.about().id, mode, ends, rounds: spread(&duel.rounds), left })
    }

    /// How long a fight is, in floats.
    ///
    /// # Errors
    /// Everything that is wrong with the document; a fight needs the defender's hit points.
    pub fn fight(&self, document: &Json, presets: &Library) -> Result<Fight<f64>, Vec<Problem>> {
        self.fighting(document, presets, |scenario, mode| {
            let ar = Arithmetic::Floats;
            let fight = self.fought(scenario, mode, &ar, (DIGITS, true))?;
            let means = |(turns, strikes): (f64, f64)| (1.0 / turns, 1.0 / strikes);
            let fight = fight.map(&mut |weight| ar.to_float(weight));
            Ok(Fight { means: fight.means.map(means), ..fight })
        })
    }

    /// The same in exact fractions, as long as the list is told.
    ///
    /// # Errors
    /// As for [`fight`](Self::fight) and [`resolve_exact`](Self::resolve_exact).
    pub fn fight_exact(&self, document: &Json, presets: &Library) -> Result<Fight<Fraction>, Vec<Problem>> {
        self.fighting(document, presets, |scenario, mode| {
            let told = |(most_primes, digits, means): (usize, i32, bool)| {
                exactly(
                    scenario,
                    most_primes,
                    |ar| self.fought(scenario, mode, ar, (digits, means)),
                    |told, f| told.map(&mut |p| f(p)),
                    |told, f| told.map(&mut |p| f(p)),
                )
            };
            // A mean is by far the longest fraction: it is told where it is of a length that anybody reads.
            let fight = told((FEW_PRIMES, DIGITS_EXACTLY, true))
                .or_else(|_| told((MOST_PRIMES, DIGITS_EXACTLY, false)))
                .or_else(|_| told((MOST_PRIMES, DIGITS_AT_LEAST, false)))?;
            let means = |(turns, strikes): (Fraction, Fraction)| {
                (Fraction::from(1) / turns, Fraction::from(1) / strikes)
            };
            Ok(Fight { means: fight.means.map(means), ..fight })
        })
    }

    fn fighting<T>(
        &self,
        document: &Json,
        presets: &Library,
        ask: impl FnOnce(&Scenario<'_>, &'static str) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        if self.flown(document, presets).is_some() {
            let message = "there is nobody to fight: it is a tool";
            return Err(vec![Problem { path: "mode".to_owned(), message: message.to_owned() }]);
        }
        let mode = self.about().mode_of(document);
        self.asked(document, presets, |_, _, scenario, sections| {
            if !scenario.has_hit_points() {
                let there = sections.at("defender.hp").is_some();
                let path = if there { "defender.hp" } else { "mode" };
                let message = "a fight needs the defender's hit points".to_owned();
                return Err(vec![Problem { path: path.to_owned(), message }]);
            }
            ask(scenario, mode)
        })
    }

    /// The fight in some arithmetic; for its means, their reciprocals, which are no more than 1.
    fn fought(
        &self,
        scenario: &Scenario<'_>,
        mode: &'static str,
        ar: &Arithmetic,
        (digits, means): (i32, bool),
    ) -> Result<Fight<Weight>, Vec<Problem>> {
        let fight = scenario.fight(ar, digits).map_err(|stop| stopped(self, &stop))?;
        Ok(Fight {
            ruleset: self.about().id,
            mode,
            turns: spread(&fight.turns),
            strikes: spread(&fight.strikes),
            means: fight.pace.filter(|_| means),
        })
    }
}
