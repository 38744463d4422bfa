//! Fights: forward recursion over the turns until the defender falls. A list of turns is exact as far as it
//! goes, and closes with the exact rest.

use crate::chain::absorption::{Means, means};
use crate::chain::squad::{MOST_FOLLOWED, Squad, Steps, add};
use crate::chain::states::{States, StrikeState, TurnEnds, TurnState};
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
pub struct FightOdds {
    /// Turn in which the defender falls, from 1; the rest falls later, or never.
    pub turns: CountDistribution,
    /// Strike by which it falls.
    pub strikes: CountDistribution,
    /// Number of strikes of a turn.
    pub a_turn: usize,
    /// Fields that change after the first turn.
    pub changes: Vec<String>,
    /// Reciprocals of the means, and of 1 more than the mean damage, which may be 0; none where the defender
    /// may stand for ever.
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
/// Limit of the states that are examined for a harmless end.
const MOST_STATES: usize = 1000;

/// Forward recursion of a fight.
pub(crate) struct FightRecursion<'s, 'a> {
    squad: Squad<'s, 'a>,
    /// Weights of the standing defender, by the beginning of the next turn; where time does not matter, at 0.
    standing: States<TurnState>,
    /// Probability that the striker has fallen by what it pays, and the defender stands.
    stopped: Weight,
    steps: Steps<'s, 'a>,
}

impl<'s, 'a> FightRecursion<'s, 'a> {
    pub(crate) fn new(chain: FightChain<'s, 'a>, arith: &'s Arithmetic, timed: bool) -> Self {
        let scenario = chain.scenario();
        let squad = Squad::alone(chain, arith, timed);
        let mut standing = squad.none(squad.shape().0);
        add(standing.row(TurnState { begins: Number::ZERO, carried: 0 }, 0), 0, arith.one(), arith);
        Self { squad, standing, stopped: Weight::ZERO, steps: Steps { scenario, spent: 0 } }
    }

    /// Weights of the standing defender by level.
    pub(crate) fn levels(&self) -> impl Iterator<Item = &[Weight]> {
        self.standing.all.iter().flat_map(|(_, pairs)| pairs).map(Vec::as_slice)
    }

    /// Probability that the defender stands.
    pub(crate) fn standing_weight(&self) -> Weight {
        self.squad.arith.sum(self.levels().flatten().copied())
    }

    /// Beginning of the next turn, if the defender may stand.
    pub(crate) fn next(&self) -> Option<&Number> {
        self.standing.all.first().map(|(state, _)| &state.begins)
    }

    /// Follows a turn: the probability that the defender falls by each of its strikes.
    pub(crate) fn turn(&mut self) -> Result<Vec<Weight>, Diagnostic> {
        let begins = self.next().cloned().unwrap_or(Number::ZERO);
        let many = self.standing.all.partition_point(|(state, _)| state.begins <= begins);
        let from = self.standing.all.drain(..many).map(|(state, pairs)| (state.carried, pairs)).collect();
        let TurnEnds { fallen, stopped } =
            self.squad.turn(&begins, from, None, &mut self.standing, &mut self.steps)?;
        let arith = self.squad.arith;
        self.stopped = arith.add(self.stopped, arith.sum(stopped));
        Ok(fallen.into_iter().map(|fell| arith.sum(fell)).collect())
    }

    /// True where the states with a standing defender are closed and harmless: then nobody falls in any later
    /// turn.
    fn is_harmless(&mut self) -> Result<bool, Diagnostic> {
        let mut states: Vec<(usize, usize, usize)> = Vec::new();
        for (TurnState { carried, .. }, pairs) in &self.standing.all {
            for (striker, row) in pairs.iter().enumerate() {
                let there = row.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
                states.extend(there.map(|(level, _)| (*carried, level, striker)));
            }
        }
        if states.is_empty() {
            return Ok(false);
        }
        let mut index = 0;
        while let Some((carried, level, striker)) = states.get(index).copied() {
            index += 1;
            let mut now = vec![carried];
            for strike in 0..self.squad.chain.strikes_per_turn() {
                let mut next: Vec<usize> = Vec::new();
                for carried in now {
                    let state = StrikeState { carried, since: 0 };
                    for transition in self.squad.chain.transitions(strike, state, striker)?.iter() {
                        if !transition.is_harmless(level) || transition.returned != 0 {
                            return Ok(false);
                        }
                        next.extend(transition.unhurt(level).iter().map(|(carried, _)| *carried));
                    }
                }
                next.sort_unstable();
                next.dedup();
                now = next;
            }
            for carried in now {
                let (carried, then) = self.squad.chain.next_turn(carried, level)?;
                if then != level || states.len() > MOST_STATES {
                    return Ok(false);
                }
                let state = (carried, level, striker);
                if !states.contains(&state) {
                    states.push(state);
                }
            }
        }
        Ok(true)
    }

    /// True where the rest of a list is not small, and work is left.
    pub(crate) fn continues(&self, open: Weight, digits: i32) -> bool {
        self.squad.arith.to_float(open) >= 10f64.powi(-digits) && self.steps.spent < MOST_FOLLOWED
    }

    /// Refuses a round of too many turns.
    pub(crate) fn can_be_followed(&self) -> Result<(), Diagnostic> {
        if self.steps.spent < 2 * MOST_FOLLOWED {
            return Ok(());
        }
        Err(self.squad.chain.error_at("too large: a round has more turns than can be followed"))
    }
}

impl Scenario<'_> {
    /// Fight of the scenario: its turn over and over until the defender falls. Lists close where less than
    /// 10^-digits is left. A float run comes before exact runs: it finds the lengths of the lists.
    ///
    /// ```
    /// use tohit_engine::{FightDetail, Run};
    /// use tohit_odds::Arithmetic;
    ///
    /// let text = "rules 1 \"Arena\"
    /// sheet defender
    ///   hp: 1..99 ?
    /// endings
    ///   miss: miss
    ///   hit: hit
    /// strike
    ///   end miss if d2 = 1
    ///   end hit lose 1
    /// ";
    /// let program = tohit_compile::compile(text).unwrap();
    /// let sheets = program.sheets(0, &[("defender.hp".to_owned(), "2".to_owned())]).unwrap();
    /// let scenario = program.scenario(0, sheets).unwrap();
    /// let floats = Arithmetic::Floats;
    /// let fight = scenario.fight(&floats, FightDetail::WHOLE, 12).unwrap();
    /// // Two of two strikes hit with 1/4: the defender falls in turn 2, and in turn 4 on average.
    /// assert_eq!(fight.turns.values.first().map(|(turn, weight)| (*turn, floats.to_float(*weight))), Some((2, 0.25)));
    /// assert!((1.0 / floats.to_float(fight.pace.unwrap().turns) - 4.0).abs() < 1e-12);
    /// ```
    ///
    /// # Errors
    /// When the scenario is refused, or has no hit points.
    pub fn fight(&self, arith: &Arithmetic, far: FightDetail, digits: i32) -> Result<FightOdds, Diagnostic> {
        self.begin();
        self.horizon.begin(arith);
        let later = self.later();
        let new = |reduced| FightChain::new(self, later.as_ref(), reduced, arith)?.following_own();
        let mut chain = new(ReducedStrike::timed)?;
        let is_usual = self.is_usual() && later.as_ref().is_none_or(Self::is_usual);
        let has_means = far.means && chain.own_falls_at().is_none();
        let exact_means = if has_means { means(&mut chain, arith)? } else { None };
        let exact_means = exact_means.map(|means| Means { time: means.time.filter(|_| !is_usual), ..means });
        let above = exact_means.map(|means| Means { lost: arith.add(means.lost, arith.one()), ..means });
        let pace = above.map(|means| means.map(|mean| arith.divide(arith.one(), mean)));
        let most = if pace.is_some() { far } else { far.without_means() }.turns.min(MOST_TURNS);
        // Lists do without values that only time depends on.
        if !times(self.mode).is_empty() {
            chain = new(ReducedStrike::unworded)?;
        }
        let mut recursion = FightRecursion::new(chain, arith, false);
        let mut all: Vec<Vec<Weight>> = Vec::new();
        let limit = self.horizon.limit(arith);
        while limit.unwrap_or(most) > all.len()
            && (limit.is_some() || recursion.continues(recursion.standing_weight(), digits))
        {
            let turn = recursion.turn()?;
            let is_harmless = turn.iter().all(|weight| weight.is_zero()) && recursion.is_harmless()?;
            all.push(turn);
            if is_harmless {
                all.resize(
                    limit.unwrap_or(most),
                    vec![Weight::ZERO; recursion.squad.chain.strikes_per_turn()],
                );
            }
        }
        self.horizon.record(all.len(), arith);
        let open = arith.add(recursion.standing_weight(), recursion.stopped);
        let turns = all.iter().map(|turn| arith.sum(turn.iter().copied())).collect();
        let a_turn = recursion.squad.chain.strikes_per_turn();
        let changes = self.later_sheets().1.into_iter().map(|field| self.path(field)).collect();
        Ok(FightOdds {
            turns: list(turns, open, arith),
            strikes: list(all.concat(), open, arith),
            a_turn,
            changes,
            pace,
        })
    }
}

/// Distribution of the first, second, ... event, closed with the rest.
pub(crate) fn list(values: Vec<Weight>, open: Weight, arith: &Arithmetic) -> CountDistribution {
    let next = i64::try_from(values.len()).unwrap_or(i64::MAX) + 1;
    let open = arith.rest(open, arith.sum(values.iter().copied()));
    let there = (1..).zip(values).filter(|(_, weight)| !weight.is_zero()).collect();
    CountDistribution { values: there, rest: (!open.is_zero()).then_some((next, open)) }
}
