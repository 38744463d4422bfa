//! Forward recursion over one turn, strike after strike.
//!
//! A side of a fight or duel is a squad of equal bodies that fall one by one. The losses of its bodies stand
//! in a row: the loss `body * most + lost` means that `body` bodies have fallen and the next one has lost
//! `lost` of `most`.
//!
//! A state before a turn is its beginning in time and the carried values of the striker ([`TurnState`]). Each
//! state has the joint weights of the losses of both sides: a row for each loss of the striker, a column for
//! each loss of the struck side. A strike convolves each row with the losses that the strike can cause. It
//! moves weight to another row only where it gives hit points back. In a fight the striker loses nothing, so
//! that there is one row.

use crate::chain::states::{JointWeights, LossRow, States, StrikeState, Successors, TurnState};
use crate::chain::transition::Target;
use crate::chain::transitions::FightChain;
use crate::scenario::Scenario;
use crate::turn::rules::TurnRules;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Limit of the steps of following a fight.
pub(crate) const MOST_FOLLOWED: usize = 200_000_000;
/// Limit of the pairs of losses that a joint duel keeps at once.
const MOST_PAIRS: usize = 4_000_000;
/// Fixed steps of a row of losses.
const ROW: usize = 16;
/// In floats, states below this weight are dropped.
const SCARCE: f64 = 1e-30;

/// Steps of following a fight or duel.
pub(crate) struct Steps<'s, 'a> {
    /// Scenario to which they are charged.
    pub(crate) scenario: &'s Scenario<'a>,
    pub(crate) spent: usize,
}

/// Side of a fight or duel: its strikes, its bodies, and the bodies that it strikes.
pub(crate) struct Squad<'s, 'a> {
    pub(crate) chain: FightChain<'s, 'a>,
    pub(crate) arith: &'s Arithmetic,
    /// Own bodies, and the number of losses of each.
    pub(crate) bodies: usize,
    pub(crate) each: usize,
    /// Bodies of the other side.
    pub(crate) struck: usize,
    /// True where the beginnings of the turns matter.
    pub(crate) timed: bool,
    /// True for a joint duel, whose turns are bounded in work and memory.
    pub(crate) is_joint: bool,
}

impl<'s, 'a> Squad<'s, 'a> {
    /// The attacker of a fight: one body that loses nothing.
    pub(crate) const fn alone(chain: FightChain<'s, 'a>, arith: &'s Arithmetic, timed: bool) -> Self {
        Self { chain, arith, bodies: 1, each: 1, struck: 1, timed, is_joint: false }
    }

    /// Number of standing bodies after a total loss.
    fn stand(&self, lost: usize) -> usize {
        self.bodies.saturating_sub(lost / self.each.max(1))
    }

    /// Loss after a gain. Only strikes of the first body heal, for the other bodies have lost nothing.
    fn healed(&self, lost: usize, gained: usize, (strike, strikes): (usize, usize)) -> usize {
        if !TurnRules::gains(strike, strikes, self.stand(lost).max(1)) {
            return lost;
        }
        lost - gained.min(lost % self.each.max(1))
    }

    /// Number of losses of this side and of the other one.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.bodies.saturating_mul(self.each), self.struck.saturating_mul(self.chain.most))
    }

    /// No states yet, for so many losses of this side.
    pub(crate) fn none<K>(&self, rows: usize) -> States<K> {
        let shape = (rows, self.shape().1);
        States::new(shape, self.room(shape))
    }

    /// Number of states of a shape that are kept at once.
    pub(crate) fn room(&self, (rows, losses): (usize, usize)) -> usize {
        if self.is_joint { MOST_PAIRS / rows.saturating_mul(losses).max(1) } else { usize::MAX }
    }

    /// Refuses more pairs of losses, over all carried values, than can be kept.
    pub(crate) fn check(&self, is_full: bool) -> Result<(), Diagnostic> {
        if !is_full {
            return Ok(());
        }
        Err(self.chain.error_at("too large: a duel of so many hit points has too much to follow, where strikes give something back or several bodies fall one by one"))
    }

    /// Charges steps before they are done.
    pub(crate) fn spend(&self, steps: &mut Steps<'_, '_>, many: usize) -> Result<(), Diagnostic> {
        steps.spent = steps.spent.saturating_add(many);
        steps.scenario.budget.spend(many);
        if self.is_joint && steps.spent > 2 * MOST_FOLLOWED {
            return Err(self.chain.error_at("too large: a duel in which strikes give something back, or several bodies fall one by one, has more to follow than can be"));
        }
        Ok(())
    }

    /// Follows a turn that begins at a time with these carried values. The states after it are added to
    /// `stands`. `strikers` bodies strike, or as many as stand. Weights of the fall of all struck bodies: by
    /// strike, and by the striker's loss.
    pub(crate) fn turn(
        &mut self,
        begins: &Number,
        from: Vec<(usize, JointWeights)>,
        strikers: Option<usize>,
        stands: &mut States<TurnState>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<JointWeights, Diagnostic> {
        let rows = from.first().map_or(1, |(_, pairs)| pairs.len());
        let mut now = self.none(rows);
        now.all.extend(from.into_iter().map(|(carried, pairs)| (StrikeState { carried, since: 0 }, pairs)));
        let stand = |squad: &Self, lost: usize| strikers.unwrap_or_else(|| squad.stand(lost));
        let mut fallen = Vec::new();
        self.chain.set_attackers(self.bodies);
        for strike in 0..self.chain.strikes_per_turn() {
            let mut next = self.none(rows);
            let mut fell = vec![Weight::ZERO; rows];
            for (state, pairs) in &now.all {
                for (striker, weights) in pairs.iter().enumerate() {
                    if !weights.iter().any(|weight| is_followed(*weight, self.arith)) {
                        continue;
                    }
                    self.chain.set_attackers(stand(self, striker));
                    if strike < self.chain.strikes_per_turn() {
                        let sums = Successors { stands: &mut next, fallen: &mut fell };
                        self.strike(strike, *state, LossRow { striker, weights }, sums, steps)?;
                    } else {
                        self.arith.pour(next.row(*state, striker), weights, self.arith.one());
                    }
                    self.check(next.is_full)?;
                }
            }
            fallen.push(fell);
            now = next;
        }
        let mut between = vec![Weight::ZERO; rows];
        for (StrikeState { carried, .. }, pairs) in &now.all {
            for (striker, weights) in pairs.iter().enumerate() {
                if weights.iter().any(|weight| !weight.is_zero()) {
                    self.chain.set_attackers(stand(self, striker));
                    let ends = if self.timed { self.chain.ends(begins, *carried)? } else { Number::ZERO };
                    let sums = Successors { stands, fallen: &mut between };
                    self.end_of_turn(*carried, ends, LossRow { striker, weights }, sums, steps)?;
                    self.check(stands.is_full)?;
                }
            }
        }
        // A fall between turns counts for the last strike.
        if let Some(last) = fallen.last_mut() {
            self.arith.pour(last, &between, self.arith.one());
        }
        Ok(fallen)
    }

    /// Strikes the states of one row.
    fn strike(
        &mut self,
        strike: usize,
        StrikeState { carried, since }: StrikeState,
        LossRow { striker, weights }: LossRow<'_>,
        Successors { stands, fallen }: Successors<'_, StrikeState>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let (arith, most) = (self.arith, self.chain.most);
        let transitions = self.chain.transitions(strike, since, carried)?;
        for (body, now) in weights.chunks(most.max(1)).enumerate() {
            let Some((low, now)) = support(now, arith) else { continue };
            for transition in transitions.iter() {
                let fixed = if self.is_joint { ROW } else { 0 };
                self.spend(steps, fixed + now.len() * transition.mean_branches())?;
                let striker =
                    self.healed(striker, transition.gained, (strike, self.chain.strikes_per_turn()));
                let to = Target { since, striker, first: body * most };
                transition.apply(low, now, stands, to, arith);
                for (carried, falls) in &transition.falls {
                    let each =
                        now.iter().zip(falls.iter().skip(low)).map(|(now, falls)| arith.mul(*now, *falls));
                    let falls = arith.sum(each);
                    if body + 1 >= self.struck {
                        add(fallen, striker, falls, arith);
                    } else if !falls.is_zero() {
                        let (carried, since) = self.chain.next_body(strike, *carried);
                        let row = stands.row(StrikeState { carried, since }, striker);
                        add(row, (body + 1) * most, falls, arith);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the turn for one row of losses.
    fn end_of_turn(
        &mut self,
        carried: usize,
        ends: Number,
        LossRow { striker, weights }: LossRow<'_>,
        Successors { stands, fallen }: Successors<'_, TurnState>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let (arith, most) = (self.arith, self.chain.most.max(1));
        if !stands.all.is_empty() && stands.all.iter().all(|(known, _)| known.begins != ends) {
            self.chain.charge(4 * most)?;
        }
        self.spend(steps, weights.len())?;
        if self.chain.is_idle_between_turns {
            let (anew, _) = self.chain.next_turn(carried, 0)?;
            arith.pour(stands.row(TurnState { begins: ends, carried: anew }, striker), weights, arith.one());
            return Ok(());
        }
        for (index, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
            let body = index / most;
            let (anew, lost) = self.chain.next_turn(carried, index % most)?;
            let (carried, lost) = if lost < most {
                (anew, body * most + lost)
            } else if body + 1 < self.struck {
                (self.chain.next_body(0, anew).0, (body + 1) * most)
            } else {
                add(fallen, striker, *weight, arith);
                continue;
            };
            add(stands.row(TurnState { begins: ends.clone(), carried }, striker), lost, *weight, arith);
        }
        Ok(())
    }
}

pub(crate) fn add(row: &mut [Weight], index: usize, weight: Weight, arith: &Arithmetic) {
    if let Some(sum) = row.get_mut(index) {
        *sum = arith.add(*sum, weight);
    }
}

/// False for states that are dropped.
fn is_followed(weight: Weight, arith: &Arithmetic) -> bool {
    match arith {
        Arithmetic::Floats => arith.to_float(weight) > SCARCE,
        Arithmetic::Prime(_) => !weight.is_zero(),
    }
}

/// Support of the weights: the first level, and the weights from there on.
fn support<'w>(now: &'w [Weight], arith: &Arithmetic) -> Option<(usize, &'w [Weight])> {
    let first = now.iter().position(|weight| is_followed(*weight, arith))?;
    let last = now.iter().rposition(|weight| is_followed(*weight, arith))?;
    now.get(first..=last).map(|now| (first, now))
}
