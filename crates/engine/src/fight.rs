//! A fight: turn after turn until the defender falls; and a duel of two of them. Followed turn by turn, so that the list of turns is exact as far as it goes
//! and closes with exactly the rest.

use crate::chain::absorption::{Means, means};
use crate::chain::transition::LevelWeights;
use crate::chain::transitions::FightChain;
use crate::liveness::times;
use crate::odds::CountDistribution;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// How long a fight is, and how it ends.
#[derive(Clone, Debug)]
pub struct Fight {
    /// In which turn the defender falls, the first being 1; the rest falls later, or never.
    pub turns: CountDistribution,
    /// By which strike.
    pub strikes: CountDistribution,
    /// How many strikes a turn has.
    pub a_turn: usize,
    /// The fields in which the turns after the first are unlike it.
    pub changes: Vec<String>,
    /// One divided by each mean, and by 1 more than the mean damage, which may be less than 1; none where the defender may stand for ever.
    pub pace: Option<Means<Weight>>,
}

/// How far a fight is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightDetail {
    /// Whether the means are told. Where the defender may stand for ever, there are none, and the whole list stands for them.
    pub means: bool,
    /// So many turns are listed at most.
    pub turns: usize,
}

impl FightDetail {
    /// All of it.
    pub const WHOLE: Self = Self { means: true, turns: usize::MAX };
    /// Nothing.
    pub const NOWHERE: Self = Self { means: false, turns: 0 };

    /// As far as both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { means: self.means || other.means, turns: self.turns.max(other.turns) }
    }

    /// The same where no means can be told.
    #[must_use]
    pub const fn without_means(self) -> Self {
        Self { means: false, turns: if self.means { Self::WHOLE.turns } else { self.turns } }
    }
}

/// A fight is followed for so many turns at most.
pub(crate) const MOST_TURNS: usize = 10_000;
/// And for so many steps, of which a float's is a part of a nanosecond.
pub(crate) const MOST_FOLLOWED: usize = 200_000_000;
/// States of a fight that are examined for a harmless end, at most.
const MOST_STATES: usize = 1000;
/// Who is so unlikely to stand at a level is not followed further in floats: what is told is far coarser.
const SCARCE: f64 = 1e-30;

/// A fight under way.
pub(crate) struct FightRecursion<'s, 'a> {
    chain: FightChain<'s, 'a>,
    ar: &'s Arithmetic,
    /// Who stands, by when the next turn begins, in the game's usual turns, the soonest last; where the time does not matter, they are together.
    pub(crate) standing: Vec<(Number, LevelWeights)>,
    timed: bool,
    /// The steps of following it so far.
    spent: usize,
}

impl<'s, 'a> FightRecursion<'s, 'a> {
    pub(crate) fn new(chain: FightChain<'s, 'a>, ar: &'s Arithmetic, timed: bool) -> Self {
        let mut first = LevelWeights::new(chain.most);
        if let Some(first) = first.carrying(0).first_mut() {
            *first = ar.one();
        }
        Self { chain, ar, standing: vec![(Number::ZERO, first)], timed, spent: 0 }
    }

    /// How likely the defender stands.
    pub(crate) fn standing_weight(&self) -> Weight {
        self.ar.sum(self.standing.iter().flat_map(|(_, levels)| levels.all.iter().flatten()).copied())
    }

    /// When the next turn begins, if anybody stands.
    pub(crate) fn next(&self) -> Option<&Number> {
        self.standing.last().map(|(begins, _)| begins)
    }

    /// The next turn: the chance that the defender falls by each of its strikes.
    pub(crate) fn turn(&mut self) -> Result<Vec<Weight>, Diagnostic> {
        let ar = self.ar;
        let mut fallen = Vec::with_capacity(self.chain.strikes_per_turn());
        let (begins, mut standing) =
            self.standing.pop().unwrap_or((Number::ZERO, LevelWeights::new(self.chain.most)));
        for strike in 0..self.chain.strikes_per_turn() {
            let mut next = LevelWeights::new(self.chain.most);
            let mut falls = Weight::ZERO;
            for (carried, now) in standing.all.iter().enumerate() {
                let Some((low, now)) = support(now, self.ar) else { continue };
                let transition = self.chain.transition(strike, carried)?;
                self.spend(now.len() * transition.mean_branches());
                let each = now
                    .iter()
                    .zip(transition.falls.iter().skip(low))
                    .map(|(now, falls)| ar.mul(*now, *falls));
                falls = ar.add(falls, ar.sum(each));
                transition.apply(low, now, &mut next, ar);
            }
            fallen.push(falls);
            standing = next;
        }
        for (carried, now) in standing.all.into_iter().enumerate() {
            if !now.is_empty() {
                let ends = if self.timed { self.chain.ends(&begins, carried)? } else { Number::ZERO };
                let place = self.standing.partition_point(|(begins, _)| *begins > ends);
                if self.standing.get(place).is_none_or(|(begins, _)| *begins != ends) {
                    if !self.standing.is_empty() {
                        self.chain.charge(4 * self.chain.most)?;
                    }
                    self.standing.insert(place, (ends, LevelWeights::new(self.chain.most)));
                }
                self.spend(now.len());
                let Some((_, levels)) = self.standing.get_mut(place) else { continue };
                if self.chain.is_idle_between_turns {
                    let (anew, _) = self.chain.next_turn(carried, 0)?;
                    ar.pour(levels.carrying(anew), &now, ar.one());
                    continue;
                }
                for (lost, weight) in now.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
                    let (anew, lost) = self.chain.next_turn(carried, lost)?;
                    // Who falls between turns does so with the last strike.
                    if let Some(sum) = levels.carrying(anew).get_mut(lost).or(fallen.last_mut()) {
                        *sum = ar.add(*sum, *weight);
                    }
                }
            }
        }
        Ok(fallen)
    }

    /// True where the states with a standing defender are closed and harmless: then nobody falls in any later turn.
    fn is_harmless(&mut self) -> Result<bool, Diagnostic> {
        let mut states: Vec<(usize, usize)> = Vec::new();
        for (carried, weights) in self.standing.iter().flat_map(|(_, levels)| levels.all.iter().enumerate()) {
            let there = weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
            states.extend(there.map(|(level, _)| (carried, level)));
        }
        if states.is_empty() {
            return Ok(false);
        }
        let mut place = 0;
        while let Some((carried, level)) = states.get(place).copied() {
            place += 1;
            let mut now = vec![carried];
            for strike in 0..self.chain.strikes_per_turn() {
                let mut next: Vec<usize> = Vec::new();
                for carried in now {
                    let transition = self.chain.transition(strike, carried)?;
                    if !transition.is_harmless(level) {
                        return Ok(false);
                    }
                    next.extend(transition.unhurt(level).iter().map(|(carried, _)| *carried));
                }
                next.sort_unstable();
                next.dedup();
                now = next;
            }
            for carried in now {
                let state = self.chain.next_turn(carried, level)?;
                if state.1 != level || states.len() > MOST_STATES {
                    return Ok(false);
                }
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        Ok(true)
    }

    fn spend(&mut self, steps: usize) {
        self.spent = self.spent.saturating_add(steps);
        self.chain.spend(steps);
    }

    /// Whether a list that has so much left goes on, as far as the work allows.
    pub(crate) fn continues(&self, open: Weight, digits: i32) -> bool {
        self.ar.to_float(open) >= 10f64.powi(-digits) && self.spent < MOST_FOLLOWED
    }

    /// Where a turn is a small part of a round, one round may take too much.
    pub(crate) fn can_be_followed(&self) -> Result<(), Diagnostic> {
        if self.spent < 2 * MOST_FOLLOWED {
            return Ok(());
        }
        Err(self.chain.stop("too large: a round has more turns than can be followed"))
    }
}

/// The levels at which anybody stands: the first of them, and the weights from there on.
pub(crate) fn support<'w>(now: &'w [Weight], ar: &Arithmetic) -> Option<(usize, &'w [Weight])> {
    let there = |weight: &Weight| match ar {
        Arithmetic::Floats => ar.to_float(*weight) > SCARCE,
        Arithmetic::Prime(_) => !weight.is_zero(),
    };
    let first = now.iter().position(there)?;
    let last = now.iter().rposition(there)?;
    now.get(first..=last).map(|now| (first, now))
}

impl Scenario<'_> {
    /// The fight: this turn over and over until the defender falls, so far. The lists close where less than ten to the power of minus `digits` is left. For
    /// residues, the same fight in floats comes first: it tells where the lists end.
    ///
    /// # Errors
    /// When the scenario is refused, or has no hit points.
    pub fn fight(&self, ar: &Arithmetic, far: FightDetail, digits: i32) -> Result<Fight, Diagnostic> {
        self.begin();
        self.horizon.begin(ar);
        let later = self.later();
        let mut chain = FightChain::new(self, later.as_ref(), ReducedStrike::timed, ar)?;
        let is_usual = self.is_usual() && later.as_ref().is_none_or(Self::is_usual);
        let exact_means = if far.means { means(&mut chain, ar)? } else { None };
        let exact_means = exact_means.map(|means| Means { time: means.time.filter(|_| !is_usual), ..means });
        let above = exact_means.map(|means| Means { lost: ar.add(means.lost, ar.one()), ..means });
        let pace = above.map(|means| means.map(|mean| ar.divide(ar.one(), mean)));
        let most = if pace.is_some() { far } else { far.without_means() }.turns.min(MOST_TURNS);
        // Without what is carried for the time alone, where there is such.
        if times(self.mode) != 0 {
            chain = FightChain::new(self, later.as_ref(), ReducedStrike::unworded, ar)?;
        }
        let mut recursion = FightRecursion::new(chain, ar, false);
        let mut all: Vec<Vec<Weight>> = Vec::new();
        let limit = self.horizon.limit(ar);
        while limit.unwrap_or(most) > all.len()
            && (limit.is_some() || recursion.continues(recursion.standing_weight(), digits))
        {
            let turn = recursion.turn()?;
            let is_harmless = turn.iter().all(|weight| weight.is_zero()) && recursion.is_harmless()?;
            all.push(turn);
            if is_harmless {
                all.resize(limit.unwrap_or(most), vec![Weight::ZERO; recursion.chain.strikes_per_turn()]);
            }
        }
        self.horizon.record(all.len(), ar);
        let open = recursion.standing_weight();
        let turns = all.iter().map(|turn| ar.sum(turn.iter().copied())).collect();
        let a_turn = recursion.chain.strikes_per_turn();
        let changes = self.later_sheets().1.into_iter().map(|field| self.path(field)).collect();
        Ok(Fight {
            turns: list(turns, open, ar),
            strikes: list(all.concat(), open, ar),
            a_turn,
            changes,
            pace,
        })
    }

    /// The chance that a turn leads to another one just like it: the defender loses nothing, and what is carried is what was.
    ///
    /// # Errors
    /// When the scenario is refused, or has no hit points.
    pub fn quiet_turn(&self, ar: &Arithmetic) -> Result<Weight, Diagnostic> {
        self.begin();
        let later = self.later();
        let mut recursion = FightRecursion::new(
            FightChain::new(self, later.as_ref(), ReducedStrike::unworded, ar)?,
            ar,
            false,
        );
        recursion.turn()?;
        let unhurt = recursion.standing.iter().filter_map(|(_, levels)| levels.all.first()?.first());
        Ok(ar.sum(unhurt.copied()))
    }
}

/// The chances of what happens first, second, ...; and of what is left to happen later.
pub(crate) fn list(values: Vec<Weight>, open: Weight, ar: &Arithmetic) -> CountDistribution {
    let next = i64::try_from(values.len()).unwrap_or(i64::MAX) + 1;
    let open = ar.rest(open, ar.sum(values.iter().copied()));
    let there = (1..).zip(values).filter(|(_, weight)| !weight.is_zero()).collect();
    CountDistribution { values: there, rest: (!open.is_zero()).then_some((next, open)) }
}
