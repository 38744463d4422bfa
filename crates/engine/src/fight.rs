//! Fights: forward recursion over the turns until the defender falls. A list of turns is exact as far as it goes, and
//! closes
//! with the exact rest.

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

/// Length of a fight.
#[derive(Clone, Debug)]
pub struct Fight {
    /// Turn in which the defender falls, from 1; the rest falls later, or never.
    pub turns: CountDistribution,
    /// Strike by which it falls.
    pub strikes: CountDistribution,
    /// Number of strikes of a turn.
    pub a_turn: usize,
    /// Fields that change after the first turn.
    pub changes: Vec<String>,
    /// Reciprocals of the means, and of 1 more than the mean damage, which may be 0; none where the defender may
    /// stand for ever.
    pub pace: Option<Means<Weight>>,
}

/// Detail of the answer of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightDetail {
    /// True for means. Where there are none, the whole list stands for them.
    pub means: bool,
    /// Limit of the listed turns.
    pub turns: usize,
}

impl FightDetail {
    /// Means and the whole list.
    pub const WHOLE: Self = Self { means: true, turns: usize::MAX };
    /// Neither means nor a list.
    pub const NOWHERE: Self = Self { means: false, turns: 0 };

    /// Detail that covers both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { means: self.means || other.means, turns: self.turns.max(other.turns) }
    }

    /// Detail where there are no means.
    #[must_use]
    pub const fn without_means(self) -> Self {
        Self { means: false, turns: if self.means { Self::WHOLE.turns } else { self.turns } }
    }
}

/// Limit of the turns of a fight.
pub(crate) const MOST_TURNS: usize = 10_000;
/// Limit of the steps of following a fight.
pub(crate) const MOST_FOLLOWED: usize = 200_000_000;
/// Limit of the states that are examined for a harmless end.
const MOST_STATES: usize = 1000;
/// In floats, states below this weight are dropped.
const SCARCE: f64 = 1e-30;

/// Forward recursion of a fight.
pub(crate) struct FightRecursion<'s, 'a> {
    chain: FightChain<'s, 'a>,
    ar: &'s Arithmetic,
    /// Weights of the standing defender, by the beginning of the next turn, the soonest last; where time does not
    /// matter, in one.
    pub(crate) standing: Vec<(Number, LevelWeights)>,
    timed: bool,
    /// Steps so far.
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

    /// Probability that the defender stands.
    pub(crate) fn standing_weight(&self) -> Weight {
        self.ar.sum(self.standing.iter().flat_map(|(_, levels)| levels.all.iter().flatten()).copied())
    }

    /// Beginning of the next turn, if the defender may stand.
    pub(crate) fn next(&self) -> Option<&Number> {
        self.standing.last().map(|(begins, _)| begins)
    }

    /// Follows a turn: the probability that the defender falls by each of its strikes.
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
                    // A fall between turns counts for the last strike.
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

    /// True where the rest of a list is not small, and work is left.
    pub(crate) fn continues(&self, open: Weight, digits: i32) -> bool {
        self.ar.to_float(open) >= 10f64.powi(-digits) && self.spent < MOST_FOLLOWED
    }

    /// Refuses a round of too many turns.
    pub(crate) fn can_be_followed(&self) -> Result<(), Diagnostic> {
        if self.spent < 2 * MOST_FOLLOWED {
            return Ok(());
        }
        Err(self.chain.stop("too large: a round has more turns than can be followed"))
    }
}

/// Support of the weights: the first level, and the weights from there on.
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
    /// Fight of the scenario: its turn over and over until the defender falls. Lists close where less than 10^-digits
    /// is left.
    /// A float run comes before exact runs: it finds the lengths of the lists.
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
        // Lists do without values that only time depends on.
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

    /// Falls by turn of the same fight against a part of the hit points, one in so many: `turns` of them, or until less than
    /// 10^-digits is left.
    ///
    /// # Errors
    /// When the scenario is refused, or has no hit points.
    pub fn falls_of_part(
        &self,
        part: i64,
        (turns, digits): (Option<usize>, i32),
        ar: &Arithmetic,
    ) -> Result<Vec<Weight>, Diagnostic> {
        self.begin();
        let later = self.later();
        let chain = FightChain::new(self, later.as_ref(), ReducedStrike::unworded, ar)?.against_part(part);
        let mut recursion = FightRecursion::new(chain, ar, false);
        let mut falls = Vec::new();
        let goes_on =
            |recursion: &FightRecursion<'_, '_>| recursion.continues(recursion.standing_weight(), digits);
        while turns.map_or_else(|| goes_on(&recursion), |turns| falls.len() < turns)
            && falls.len() < MOST_TURNS
        {
            falls.push(ar.sum(recursion.turn()?));
        }
        Ok(falls)
    }
}

/// Distribution of the first, second, ... event, closed with the rest.
pub(crate) fn list(values: Vec<Weight>, open: Weight, ar: &Arithmetic) -> CountDistribution {
    let next = i64::try_from(values.len()).unwrap_or(i64::MAX) + 1;
    let open = ar.rest(open, ar.sum(values.iter().copied()));
    let there = (1..).zip(values).filter(|(_, weight)| !weight.is_zero()).collect();
    CountDistribution { values: there, rest: (!open.is_zero()).then_some((next, open)) }
}
