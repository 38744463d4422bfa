//! A fight: turns until the defender falls; a duel: the turns of both sides until one falls.

use super::answers::spread;
use super::query::Query;
use super::ruleset::Ruleset;
use crate::answer::{Answer, Extra, Spread, is_little};
use crate::exact::{FEW_PRIMES, MapChances, Truncate};
use crate::json::Json;
use crate::log::FigureValue;
use crate::number::Probability;
use crate::problem::Problem;
use crate::roll::{Dice, Rolled};
use crate::targeting::Shot;
use core::cell::Cell;
use tohit_engine::{FightDetail, First, Means};
use tohit_odds::{Arithmetic, Fraction, Weight};

/// Length of a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct FightAnswer<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode's name.
    pub mode: &'static str,
    /// Turn in which the defender falls; the open end is later or never.
    pub turns: Spread<P>,
    /// Strike with which the defender falls.
    pub strikes: Spread<P>,
    /// Number of strikes in a turn.
    pub a_turn: i64,
    /// Fields that differ in the turns after the first: a charge is over, a sleeper awake.
    pub changes: Vec<String>,
    /// Means; none where the defender may never fall, or where the exact fractions are too large.
    pub means: Option<Means<P>>,
}

/// A list closes where the rest has a probability below 10^-n. The values of n: in floats; in fractions,
/// which grow with every turn; and in fractions that grow too long.
const DIGITS: i32 = 12;
const DIGITS_EXACTLY: i32 = 3;
const DIGITS_NEARER: i32 = 1;

impl<P> MapChances<P> for FightAnswer<P> {
    type Mapped<Q> = FightAnswer<Q>;

    /// Visits turn by turn, each with its strikes.
    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> FightAnswer<Q> {
        let (mut turns, mut strikes) = (Vec::new(), Vec::new());
        let mut each = self.strikes.entries.into_iter().peekable();
        for (turn, p) in self.turns.entries {
            turns.push((turn, f(p)));
            while let Some((strike, p)) = each.next_if(|(strike, _)| *strike <= turn * self.a_turn) {
                strikes.push((strike, f(p)));
            }
        }
        let mut closed =
            |entries, tail: Option<(i64, P)>| Spread { entries, tail: tail.map(|(next, p)| (next, f(p))) };
        FightAnswer {
            ruleset: self.ruleset,
            mode: self.mode,
            turns: closed(turns, self.turns.tail),
            strikes: closed(strikes, self.strikes.tail),
            a_turn: self.a_turn,
            changes: self.changes,
            means: self.means.map(|means| means.map(f)),
        }
    }
}

impl Truncate for FightAnswer<Weight> {
    fn turns(&self) -> Vec<usize> {
        let of_strikes = self.strikes.entries.iter().map(|(strike, _)| (strike - 1) / self.a_turn.max(1) + 1);
        let mut turns: Vec<usize> =
            self.turns.entries.iter().map(|(turn, _)| *turn).chain(of_strikes).map(place).collect();
        turns.sort_unstable();
        let last = last(&self.turns);
        turns.extend(self.turns.tail.iter().chain(&self.strikes.tail).map(|_| last));
        // Means, which are in no list, come last.
        turns.extend(self.means.iter().flat_map(|_| [last + 1; 4]));
        turns
    }

    fn cuts(&self) -> Vec<usize> {
        let (mut left, last) = (1.0, last(&self.turns));
        let soon = self.turns.entries.iter().find(|(_, weight)| {
            left -= Arithmetic::Floats.to_float(*weight);
            left < 10f64.powi(-DIGITS_NEARER)
        });
        let soon = soon.map(|(turn, _)| place(*turn)).filter(|turn| *turn < last);
        let means = self.means.map(|_| last + 1);
        soon.into_iter().chain([last]).chain(means).collect()
    }

    fn truncated(fight: FightAnswer<Fraction>, end: usize) -> FightAnswer<Fraction> {
        let end = i64::try_from(end).unwrap_or(i64::MAX);
        let until = |mut list: Spread<Fraction>, end: i64| {
            list.entries.retain(|(at, _)| *at <= end);
            let left = Fraction::one() - list.entries.iter().map(|(_, p)| p).sum::<Fraction>();
            list.tail = (left != Fraction::zero()).then_some((end + 1, left));
            list
        };
        let strikes = until(fight.strikes, end * fight.a_turn);
        FightAnswer { turns: until(fight.turns, end), strikes, means: None, ..fight }
    }
}

fn place(turn: i64) -> usize {
    usize::try_from(turn).unwrap_or_default()
}

/// The last turn in which the defender may fall, or else the last of the list. Turns in which the defender
/// cannot fall, as with an empty quiver, do not make the fractions grow.
fn last(turns: &Spread<Weight>) -> usize {
    let listed = turns.entries.last().map(|(turn, _)| *turn);
    place(listed.or(turns.tail.map(|(next, _)| next - 1)).unwrap_or_default())
}

/// Remark on a list of floats that closes before its rest is negligible.
fn closes_early<P: Probability>(list: &Spread<P>) -> Option<(&'static str, Extra<P>)> {
    let (_, open) = list.tail.as_ref()?;
    let closes = !P::EXACT && !is_little(open);
    let says = "the list closes early: it has 10000 turns, or a longer one takes too much work";
    closes.then_some(("remark", Extra::Figure(FigureValue::Word(says))))
}

impl<P> FightAnswer<P> {
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
        // Fights of one strike a turn have no figures of strikes. Means and lists are checked apart: either
        // may be known without the other.
        let several = self.strikes != self.turns;
        if let Some(Means { turns, strikes, lost, time }) = self.means {
            let several = strikes != turns;
            answer.more.push(("mean_turns", Extra::Chance(turns)));
            answer.more.extend(several.then_some(("mean_strikes", Extra::Chance(strikes))));
            answer.more.extend(time.map(|mean| ("mean_time", Extra::Chance(mean))));
            answer.more.push(("mean_lost", Extra::Chance(lost)));
        }
        answer.more.extend(closes_early(&self.turns));
        answer.more.push(("turns", Extra::Spread(self.turns)));
        answer.more.extend(several.then_some(("strikes", Extra::Spread(self.strikes))));
        answer
    }
}

/// An answer, and the fight where the defender has hit points.
pub type AnswerAndFight<P> = (Answer<P>, Option<FightAnswer<P>>);

/// The result of a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct DuelAnswer<P> {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The mode of the attacker's strikes.
    pub mode: &'static str,
    /// Chances that the attacker wins, loses, that both fall, and that both stand at the end of the list.
    pub ends: [P; 4],
    /// Round in which the duel ends.
    pub rounds: Spread<P>,
    /// Hit points left of the attacker and of the defender; 0 for a side that fell.
    pub left: [Spread<P>; 2],
}

/// Names of a duel's ends, and of the hit points left.
pub(crate) const ENDS: [&str; 4] = ["win", "lose", "both", "standing"];
const LEFT: [&str; 2] = ["attacker_left", "defender_left"];

impl<P> MapChances<P> for DuelAnswer<P> {
    type Mapped<Q> = DuelAnswer<Q>;

    fn map<Q>(self, f: &mut dyn FnMut(P) -> Q) -> DuelAnswer<Q> {
        DuelAnswer {
            ruleset: self.ruleset,
            mode: self.mode,
            // Rounds first: their fractions grow round by round.
            rounds: self.rounds.map(f),
            ends: self.ends.map(&mut *f),
            left: self.left.map(|left| left.map(f)),
        }
    }
}

impl Truncate for DuelAnswer<Weight> {
    fn turns(&self) -> Vec<usize> {
        let rounds = self.rounds.entries.iter().map(|(round, _)| place(*round));
        let others = self.rounds.tail.iter().len()
            + ENDS.len()
            + self.left.iter().map(|left| left.all().count()).sum::<usize>();
        rounds.chain(core::iter::repeat_n(last(&self.rounds), others)).collect()
    }

    fn cuts(&self) -> Vec<usize> {
        vec![last(&self.rounds)]
    }
}

impl<P> DuelAnswer<P> {
    /// The duel as an answer.
    #[must_use]
    pub fn answer(self) -> Answer<P>
    where
        P: Probability,
    {
        let mut answer = Answer::new(self.ruleset, self.mode);
        let remark = closes_early(&self.rounds);
        answer.outcomes = ENDS.into_iter().zip(self.ends).collect();
        let left = LEFT.into_iter().zip(self.left.map(Extra::Spread));
        let rounds = ("rounds", Extra::Spread(self.rounds));
        answer.more = remark.into_iter().chain([rounds]).chain(left).collect();
        answer
    }
}

impl Ruleset {
    /// Length of a fight, in floats or in exact fractions up to the end of the list.
    ///
    /// # Errors
    /// Problems as in [`resolve`](Self::resolve), and a defender without hit points.
    ///
    /// ```
    /// use tohit_resolver::from_link;
    ///
    /// let (crawl, scenario) = from_link("crawl/melee?defender.preset=rat").unwrap();
    /// let fight = crawl.fight::<f64>(&scenario).unwrap();
    /// // The chance that the rat falls within three turns.
    /// assert!(fight.turns.at_most(3).unwrap() > 0.8);
    /// ```
    pub fn fight<P: Probability>(&self, document: &Json) -> Result<FightAnswer<P>, Vec<Problem>> {
        self.fighting(document, |query| query.fight(FightDetail::WHOLE))
    }

    /// The answer, and the length of the fight where the defender has hit points.
    ///
    /// # Errors
    /// As for [`resolve`](Self::resolve).
    pub fn resolve_and_fight<P: Probability>(
        &self,
        document: &Json,
    ) -> Result<AnswerAndFight<P>, Vec<Problem>> {
        self.query(
            document,
            |flown| Ok((flown.answer(self.id()), None)),
            |query| {
                // A refused document has no fight.
                let answer = query.answer()?;
                let fight = query.scenario.has_hit_points().then(|| query.fight(FightDetail::WHOLE).ok());
                Ok((answer, fight.flatten()))
            },
        )
    }

    /// The result of a duel: the document's attacker against that of another document, with the sides
    /// exchanged.
    ///
    /// # Errors
    /// As for [`fight`](Self::fight), with `against` in front of the other document's paths.
    ///
    /// ```
    /// use tohit_resolver::{First, document_of_link, ruleset};
    ///
    /// let crab = ruleset("pixel-dungeon").unwrap();
    /// let [mine, theirs] =
    ///     ["pixel-dungeon?defender.hp=12", "pixel-dungeon?defender.hp=10"].map(|link| document_of_link(crab, link));
    /// let duel = crab.duel::<f64>([&mine, &theirs], First::Attacker).unwrap();
    /// let [win, lose, both, standing] = duel.ends;
    /// assert!((win + lose + both + standing - 1.0).abs() < 1e-9);
    /// ```
    pub fn duel<P: Probability>(
        &self,
        documents: [&Json; 2],
        first: First,
    ) -> Result<DuelAnswer<P>, Vec<Problem>> {
        self.duelling(documents, |mine, theirs| mine.duel(theirs, first))
    }

    /// A rolled or scripted duel; the extent of the dice is ignored.
    ///
    /// # Errors
    /// Problems as in [`duel`](Self::duel), and problems of the script.
    pub fn roll_duel(
        &self,
        documents: [&Json; 2],
        first: First,
        dice: &Dice,
    ) -> Result<Rolled, Vec<Problem>> {
        self.duelling(documents, |mine, theirs| mine.roll_duel(theirs, first, dice))
    }

    /// Many rolled duels from a seed, without their logs.
    ///
    /// # Errors
    /// As for [`duel`](Self::duel).
    pub fn tally_duels(
        &self,
        documents: [&Json; 2],
        first: First,
        seed_and_throws: (u64, u32),
    ) -> Result<Vec<Rolled>, Vec<Problem>> {
        self.duelling(documents, |mine, theirs| mine.tally_duels(theirs, first, seed_and_throws))
    }

    pub(crate) fn duelling<T>(
        &self,
        [mine, theirs]: [&Json; 2],
        ask: impl FnOnce(&Query<'_, '_>, &Query<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        self.fighting(mine, |mine| {
            // Problems of the other scenario have their own paths.
            let answer = self.fighting(theirs, |theirs| Ok(ask(mine, theirs)));
            answer.unwrap_or_else(|problems| {
                Err(problems.into_iter().map(|problem| problem.inside("against")).collect())
            })
        })
    }

    pub(crate) fn fighting<T>(
        &self,
        document: &Json,
        ask: impl FnOnce(&Query<'_, '_>) -> Result<T, Vec<Problem>>,
    ) -> Result<T, Vec<Problem>> {
        let flown = |_: &Shot| Err(vec![Problem::at("mode", "there is nobody to fight: it is a tool")]);
        self.query(document, flown, |query| {
            if !query.scenario.has_hit_points() {
                let there = query.sections.at("defender.hp").is_some();
                let path = if there { "defender.hp" } else { "mode" };
                return Err(vec![Problem::at(path, "a fight needs the defender's hit points")]);
            }
            ask(query)
        })
    }
}

impl Query<'_, '_> {
    pub(crate) fn fight<P: Probability>(&self, far: FightDetail) -> Result<FightAnswer<P>, Vec<Problem>> {
        let tell = |far: FightDetail| {
            let runs = Cell::new(0);
            P::evaluate(self.scenario, &|arith| {
                // Runs are one in floats, then one for each prime.
                let few = runs.replace(runs.get() + 1) <= FEW_PRIMES;
                let far = FightDetail { means: far.means && few, ..far };
                let fight = self.scenario.fight(arith, far, if P::EXACT { DIGITS_EXACTLY } else { DIGITS });
                let fight = fight.map_err(|diagnostic| self.stopped(&diagnostic))?;
                // With a rolled number of strikes the fourth strike of a fight belongs to no turn: turns
                // alone are listed.
                let is_rolled = self.mode.turn.as_ref().is_some_and(|turn| turn.countdown.is_some());
                let (strikes, a_turn) =
                    if is_rolled { (&fight.turns, 1) } else { (&fight.strikes, fight.a_turn) };
                Ok(FightAnswer {
                    ruleset: self.id,
                    mode: self.name(self.mode.word),
                    turns: spread(&fight.turns),
                    strikes: spread(strikes),
                    a_turn: i64::try_from(a_turn).unwrap_or(i64::MAX),
                    changes: fight.changes,
                    // Reciprocals, which are at most 1.
                    means: fight.pace,
                })
            })
        };
        let mut fight: FightAnswer<P> = tell(far)?;
        // Without means whose fractions are too long: the list replaces them.
        if P::EXACT && fight.means.is_none() && far.turns < far.without_means().turns {
            fight = tell(far.without_means())?;
        }
        let one = P::of(&Fraction::one());
        let means = fight.means.map(|means| means.map(|pace| one.clone() / pace));
        Ok(FightAnswer { means: means.map(|means| Means { lost: means.lost - one, ..means }), ..fight })
    }

    pub(crate) fn duel<P: Probability>(
        &self,
        other: &Query<'_, '_>,
        first: First,
    ) -> Result<DuelAnswer<P>, Vec<Problem>> {
        let tell = |digits| {
            P::evaluate(self.scenario, &|arith| {
                let duel = self.scenario.duel(other.scenario, first, arith, digits);
                let duel = duel.map_err(|diagnostic| self.stopped(&diagnostic))?;
                let open = duel.rounds.rest.map(|(_, open)| open).unwrap_or_default();
                Ok(DuelAnswer {
                    ruleset: self.id,
                    mode: self.name(self.mode.word),
                    ends: [duel.win, duel.lose, duel.both, open],
                    rounds: spread(&duel.rounds),
                    left: duel.left.each_ref().map(spread),
                })
            })
        };
        if P::EXACT { tell(DIGITS_EXACTLY).or_else(|_| tell(DIGITS_NEARER)) } else { tell(DIGITS) }
    }
}
