//! Forward recursion over one turn, strike after strike.
//!
//! A side of a fight or duel is a squad of equal bodies that fall one by one. The losses of its bodies stand
//! in a row: the loss `body * most + lost` means that `body` bodies have fallen and the next one has lost
//! `lost` of `most`.
//!
//! A state before a turn is its beginning in time and the carried values of the striker ([`TurnState`]). Each
//! state has the joint weights of the losses of both sides: a row for each loss of the striker, a column for
//! each loss of the struck side. A strike convolves each row with the losses that the strike can cause. It
//! moves weight to another row only where it gives hit points back, or costs them. In a fight in which the
//! striker pays nothing there is one row.

use crate::chain::states::{JointWeights, LossRow, States, StrikeState, Successors, TurnEnds, TurnState};
use crate::chain::transition::{Target, Transition};
use crate::chain::transitions::FightChain;
use crate::scenario::Scenario;
use crate::turn::rules::{LeftOnFoe, TurnRules};
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
    /// True for joint weights of both losses, whose turns are bounded in work and memory.
    pub(crate) is_joint: bool,
    /// Variables that strikes leave on the other side.
    pub(crate) on_foe: Vec<LeftOnFoe>,
}

impl<'s, 'a> Squad<'s, 'a> {
    /// The attacker of a fight: one body that is not struck.
    pub(crate) fn alone(chain: FightChain<'s, 'a>, arith: &'s Arithmetic, timed: bool) -> Self {
        let own = chain.own_falls_at();
        let (each, is_joint) = (own.unwrap_or(1), own.is_some());
        Self { chain, arith, bodies: 1, each, struck: 1, timed, is_joint, on_foe: Vec::new() }
    }

    /// Number of standing bodies after a total loss.
    fn stand(&self, lost: usize) -> usize {
        self.bodies.saturating_sub(lost / self.each.max(1))
    }

    /// Loss after a strike that returns hit points, less those that it costs; none where its body falls. Only
    /// strikes of the first body count, for the other bodies have lost nothing.
    fn own_loss(&self, lost: usize, returned: i64, (strike, strikes): (usize, usize)) -> Option<usize> {
        if returned == 0 || !TurnRules::gains(strike, strikes, self.stand(lost).max(1)) {
            return Some(lost);
        }
        let each = self.each.max(1);
        let first = i64::try_from(lost % each).unwrap_or(i64::MAX);
        let first = usize::try_from(TurnRules::own_loss(first, returned)).unwrap_or(usize::MAX);
        (first < each).then_some(lost - lost % each + first)
    }

    /// Carried values of this side before its turn, while the other side carries others.
    pub(crate) fn begin_turn(&mut self, carried: usize, (foe, theirs): (&Squad<'_, '_>, usize)) -> usize {
        if self.on_foe.is_empty() {
            return carried;
        }
        let (mut mine, struck) = (self.chain.carried(carried), foe.chain.carried(theirs));
        self.on_foe.iter().for_each(|one| one.begin_turn(&mut mine, &struck));
        self.chain.intern(mine)
    }

    /// Carried values of both sides after a turn of this side.
    pub(crate) fn end_turn(
        &mut self,
        carried: usize,
        (foe, theirs): (&mut Squad<'_, '_>, usize),
    ) -> (usize, usize) {
        if self.on_foe.is_empty() {
            return (carried, theirs);
        }
        let (mut mine, mut struck) = (self.chain.carried(carried), foe.chain.carried(theirs));
        let initial = self.chain.carried(0);
        self.on_foe.iter().for_each(|one| one.end_turn(&mut mine, &mut struck, &initial));
        (self.chain.intern(mine), foe.chain.intern(struck))
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
        Err(self.chain.error_at("too large: a fight or duel of so many hit points has too much to follow, where strikes give something back or cost something, or several bodies fall one by one"))
    }

    /// Charges steps before they are done.
    pub(crate) fn spend(&self, steps: &mut Steps<'_, '_>, many: usize) -> Result<(), Diagnostic> {
        steps.spent = steps.spent.saturating_add(many);
        steps.scenario.budget.spend(many);
        if self.is_joint && steps.spent > 2 * MOST_FOLLOWED {
            return Err(self.chain.error_at("too large: a fight or duel in which strikes give something back or cost something, or several bodies fall one by one, has more to follow than can be"));
        }
        Ok(())
    }

    /// Follows a turn that begins at a time with these carried values. The states after it are added to
    /// `stands`. `strikers` bodies strike, or as many as stand.
    pub(crate) fn turn(
        &mut self,
        begins: &Number,
        from: Vec<(usize, JointWeights)>,
        strikers: Option<usize>,
        stands: &mut States<TurnState>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<TurnEnds, Diagnostic> {
        let rows = from.first().map_or(1, |(_, pairs)| pairs.len());
        let mut now = self.none(rows);
        now.all.extend(from.into_iter().map(|(carried, pairs)| (StrikeState { carried, since: 0 }, pairs)));
        let stand = |squad: &Self, lost: usize| strikers.unwrap_or_else(|| squad.stand(lost));
        let mut fallen = Vec::new();
        let losses = if self.chain.own_falls_at().is_some() { self.shape().1 } else { 0 };
        let mut stopped = vec![Weight::ZERO; losses];
        self.chain.set_attackers(self.bodies);
        for strike in 0..self.chain.strikes_per_turn() {
            let mut next = self.none(rows);
            let mut fell = vec![Weight::ZERO; rows + 1];
            for (state, pairs) in &now.all {
                for (striker, weights) in pairs.iter().enumerate() {
                    if !weights.iter().any(|weight| is_followed(*weight, self.arith)) {
                        continue;
                    }
                    self.chain.set_attackers(stand(self, striker));
                    if strike < self.chain.strikes_per_turn() {
                        let sums = Successors { stands: &mut next, fallen: &mut fell, stopped: &mut stopped };
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
        let mut between = vec![Weight::ZERO; rows + 1];
        for (StrikeState { carried, .. }, pairs) in &now.all {
            for (striker, weights) in pairs.iter().enumerate() {
                if weights.iter().any(|weight| !weight.is_zero()) {
                    self.chain.set_attackers(stand(self, striker));
                    let ends = if self.timed { self.chain.ends(begins, *carried)? } else { Number::ZERO };
                    let sums = Successors { stands, fallen: &mut between, stopped: &mut stopped };
                    self.end_of_turn(*carried, ends, LossRow { striker, weights }, sums, steps)?;
                    self.check(stands.is_full)?;
                }
            }
        }
        // A fall between turns counts for the last strike.
        if let Some(last) = fallen.last_mut() {
            self.arith.pour(last, &between, self.arith.one());
        }
        Ok(TurnEnds { fallen, stopped })
    }

    /// Strikes the states of one row.
    fn strike(
        &mut self,
        strike: usize,
        state: StrikeState,
        LossRow { striker, weights }: LossRow<'_>,
        Successors { stands, fallen, stopped }: Successors<'_, StrikeState>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let (arith, most) = (self.arith, self.chain.most);
        let transitions = self.chain.transitions(strike, state, striker)?;
        let since = state.since;
        for (body, now) in weights.chunks(most.max(1)).enumerate() {
            let Some((low, now)) = support(now, arith) else { continue };
            for transition in transitions.iter() {
                let fixed = if self.is_joint { ROW } else { 0 };
                self.spend(steps, fixed + now.len() * transition.mean_branches())?;
                let strikes = (strike, self.chain.strikes_per_turn());
                let Some(striker) = self.own_loss(striker, transition.returned, strikes) else {
                    let stopped = (&mut *stopped, body * most);
                    self.striker_falls((low, now), transition, fallen, stopped);
                    continue;
                };
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

    /// Strikes by which the striker falls, against one body whose losses begin at a level.
    fn striker_falls(
        &self,
        (low, now): (usize, &[Weight]),
        transition: &Transition,
        fallen: &mut [Weight],
        (stopped, first): (&mut [Weight], usize),
    ) {
        let (arith, most) = (self.arith, self.chain.most);
        let mut stands = self.none(1);
        transition.apply(low, now, &mut stands, Target { since: 0, striker: 0, first }, arith);
        for row in stands.all.iter().flat_map(|(_, rows)| rows) {
            arith.pour(stopped, row, arith.one());
        }
        let falls = (low..).zip(now).map(|(level, now)| arith.mul(*now, transition.falls_at(level, arith)));
        let falls = arith.sum(falls);
        if first + most < stopped.len() {
            add(stopped, first + most, falls, arith);
        } else {
            let both = fallen.len().saturating_sub(1);
            add(fallen, both, falls, arith);
        }
    }

    /// Ends the turn for one row of losses.
    fn end_of_turn(
        &mut self,
        carried: usize,
        ends: Number,
        LossRow { striker, weights }: LossRow<'_>,
        Successors { stands, fallen, .. }: Successors<'_, TurnState>,
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
