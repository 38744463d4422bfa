//! A fight: this turn over and over until the defender falls; a duel: two of them at once.

use super::answers::spread;
use super::asked::Asked;
use super::defaults::word;
use super::kept;
use super::ruleset::{Ruleset, With};
use crate::answer::{Answer, Chances, Extra, Probability, Spread};
use crate::exactly::{FEW_PRIMES, MOST_PRIMES};
use crate::json::Json;
use crate::preset::Library;
use crate::problem::Problem;
use crate::roll::{Dice, Rolled};
use tohit_rules::run::{Far, First, Means};

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
    /// None where the defender may stand for ever, or where the exact fractions are past the stated size.
    pub means: Option<Means<P>>,
}

/// How far a fight is told.
struct Reach {
    most_primes: usize,
    /// A list closes where less than ten to the power of minus this is left.
    digits: i32,
    /// Whether the means are told.
    means: bool,
}

const DECIMALS: Reach = Reach { most_primes: MOST_PRIMES, digits: 12, means: true };
/// Fractions grow with every turn; and a mean is by far the longest of them, so it is told where it is of a length that anybody reads.
const EXACTLY: Reach = Reach { most_primes: FEW_PRIMES, digits: 3, means: true };
/// Where they are too long.
const NEARER: &[Reach] = &[
    Reach { most_primes: MOST_PRIMES, digits: 3, means: false },
    Reach { most_primes: MOST_PRIMES, digits: 1, means: false },
];

impl<P> Chances<P> for Fight<P> {
    type Of<Q> = Fight<Q>;

    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Fight<Q> {
        Fight {
            ruleset: self.ruleset,
            mode: self.mode,
            turns: self.turns.map(f),
            strikes: self.strikes.map(f),
            means: self.means.map(|means| means.map(f)),
        }
    }
}

impl<P> Fight<P> {
    /// The fight as an answer.
    #[must_use]
    pub fn answer(self) -> Answer<P>
    where
        P: Probability,
    {
        let mut answer = Answer::new(self.ruleset, self.mode);
        let open = self.turns.tail.as_ref().map(|(_, open)| open.clone());
        let fallen = P::weighed(&mut self.turns.entries.iter().map(|(_, p)| (1, p)));
        answer.outcomes = vec![("killed", fallen)];
        answer.outcomes.extend(open.map(|open| ("standing", open)));
        // Where a turn is one strike, there is nothing more to say of strikes. Means and lists know that each by themselves: one may be told without the other.
        let several = self.strikes != self.turns;
        if let Some(Means { turns, strikes, lost, time }) = self.means {
            let several = strikes != turns;
            answer.more.push(("mean_turns", Extra::Mean(turns)));
            answer.more.extend(several.then_some(("mean_strikes", Extra::Mean(strikes))));
            answer.more.extend(time.map(|mean| ("mean_time", Extra::Mean(mean))));
            answer.more.push(("mean_lost", Extra::Mean(lost)));
        }
        answer.more.push(("turns", Extra::Spread(self.turns)));
        answer.more.extend(several.then_some(("strikes", Extra::Spread(self.strikes))));
        answer
    }
}

/// An answer, and the fight where the defender has hit points.
pub type AnswerAndFight<P> = (Answer<P>, Option<Fight<P>>);

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
pub(crate) const ENDS: [&str; 4] = ["win", "lose", "both", "standing"];
const LEFT: [&str; 2] = ["attacker_left", "defender_left"];

impl<P> Chances<P> for Duel<P> {
    type Of<Q> = Duel<Q>;

    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> Duel<Q> {
        Duel {
            ruleset: self.ruleset,
            mode: self.mode,
            ends: self.ends.map(&mut *f),
            rounds: self.rounds.map(f),
            left: self.left.map(|left| left.map(f)),
        }
    }
}

impl<P> Duel<P> {
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
    /// How long a fight is, in floats or in exact fractions as long as the list is told.
    ///
    /// # Errors
    /// As for [`resolve`](Self::resolve); and a fight needs the defender's hit points.
    pub fn fight<'a, P: Probability>(
        &self,
        document: &Json,
        with: impl Into<With<'a>>,
    ) -> Result<Fight<P>, Vec<Problem>> {
        let with = with.into();
        self.fighting(document, with, |asked| asked.fight(with.far))
    }

    /// The answer, and how long the fight is where the defender has hit points.
    ///
    /// # Errors
    /// As for [`resolve`](Self::resolve).
    pub fn resolve_and_fight<P: Probability>(
        &self,
        document: &Json,
        presets: &Library,
    ) -> Result<AnswerAndFight<P>, Vec<Problem>> {
        if let Some(flown) = self.flown(document, presets) {
            return flown.map(|flown| (flown.answer(self.id()), None));
        }
        self.asked(document, presets.into(), |asked| {
            // What is refused is not fought.
            let answer = asked.answer()?;
            let fight = asked.scenario.has_hit_points().then(|| asked.fight(Far::WHOLE).ok());
            Ok((answer, fight.flatten()))
        })
    }

    /// How a duel ends: the document's attacker against that of another document, in which both stand in each other's places.
    ///
    /// # Errors
    /// As for [`fight`](Self::fight), with `against` in front of the other document's paths.
    pub fn duel<'a, P: Probability>(
        &self,
        documents: [&Json; 2],
        with: impl Into<With<'a>>,
        first: First,
    ) -> Result<Duel<P>, Vec<Problem>> {
        self.duelling(documents, with.into(), |mine, theirs| mine.duel(theirs, first))
    }

    /// A thrown or scripted duel of the same; the dice's extent says nothing here.
    ///
    /// # Errors
    /// As for [`duel`](Self::duel), or what is wrong with the script.
    pub fn roll_duel(
        &self,
        documents: [&Json; 2],
        presets: &Library,
        first: First,
        dice: &Dice,
    ) -> Result<Rolled, Vec<Problem>> {
        self.duelling(documents, presets.into(), |mine, theirs| mine.roll_duel(theirs, first, dice))
    }

    /// Many thrown duels from a seed, without their logs.
    ///
    /// # Errors
    /// As for [`duel`](Self::duel).
    pub fn tally_duels(
        &self,
        documents: [&Json; 2],
        presets: &Library,
        first: First,
        seed_and_throws: (u64, u32),
    ) -> Result<Vec<Rolled>, Vec<Problem>> {
        self.duelling(documents, presets.into(), |mine, theirs| {
            mine.tally_duels(theirs, first, seed_and_throws)
        })
    }

    fn duelling<T>(
        &self,
        [mine, theirs]: [&Json; 2],
        with: With<'_>,
        ask: impl FnOnce(&Asked<'_, '_>, &Asked<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        self.fighting(mine, with, |mine| {
            // What is wrong with the other scenario by itself is told as such.
            let told = self.fighting(theirs, with, |theirs| Ok(ask(mine, theirs)));
            told.unwrap_or_else(|problems| {
                let against = |problem: Problem| Problem {
                    path: format!("against.{}", problem.path).trim_end_matches('.').to_owned(),
                    ..problem
                };
                Err(problems.into_iter().map(against).collect())
            })
        })
    }

    fn fighting<T>(
        &self,
        document: &Json,
        with: With<'_>,
        ask: impl FnOnce(&Asked<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        if self.flown(document, with.presets).is_some() {
            let message = "there is nobody to fight: it is a tool";
            return Err(vec![Problem { path: "mode".to_owned(), message: message.to_owned() }]);
        }
        self.asked(document, with, |asked| {
            if !asked.scenario.has_hit_points() {
                let there = asked.sections.at("defender.hp").is_some();
                let path = if there { "defender.hp" } else { "mode" };
                let message = "a fight needs the defender's hit points".to_owned();
                return Err(vec![Problem { path: path.to_owned(), message }]);
            }
            ask(asked)
        })
    }
}

impl Asked<'_, '_> {
    fn fight<P: Probability>(&self, far: Far) -> Result<Fight<P>, Vec<Problem>> {
        let fight = told_as_far::<P, _>(|reach| {
            let far = if reach.means { far } else { far.without_means() };
            P::told(self.scenario, reach.most_primes, &|ar| {
                let fight = self.scenario.fight(ar, far, reach.digits);
                let fight = fight.map_err(|stop| self.stopped(&stop))?;
                Ok(Fight {
                    ruleset: self.ruleset.id(),
                    mode: self.mode_id(),
                    turns: spread(&fight.turns),
                    strikes: spread(&fight.strikes),
                    // Told as their reciprocals, which are no more than 1.
                    means: fight.pace,
                })
            })
        })?;
        Ok(Fight { means: fight.means.map(|means| means.map(|pace| pace.inverse())), ..fight })
    }

    fn duel<P: Probability>(&self, other: &Asked<'_, '_>, first: First) -> Result<Duel<P>, Vec<Problem>> {
        told_as_far::<P, _>(|reach| {
            P::told(self.scenario, MOST_PRIMES, &|ar| {
                let duel = self.scenario.duel(other.scenario, first, ar, reach.digits);
                let duel = duel.map_err(|stop| self.stopped(&stop))?;
                let open = duel.rounds.rest.map(|(_, open)| open).unwrap_or_default();
                Ok(Duel {
                    ruleset: self.ruleset.id(),
                    mode: self.mode_id(),
                    ends: [duel.win, duel.lose, duel.both, open],
                    rounds: spread(&duel.rounds),
                    left: duel.left.each_ref().map(spread),
                })
            })
        })
    }

    fn mode_id(&self) -> &'static str {
        kept::text(word(self.game.rules(), self.mode.word))
    }
}

/// What is told first of those that can be told.
fn told_as_far<P: Probability, T>(
    tell: impl Fn(&Reach) -> Result<T, Vec<Problem>>,
) -> Result<T, Vec<Problem>> {
    let (first, nearer) = if P::EXACT { (&EXACTLY, NEARER) } else { (&DECIMALS, &[][..]) };
    nearer.iter().fold(tell(first), |told, reach| told.or_else(|_| tell(reach)))
}
