//! Duels over the joint distribution of both losses: strikes give hit points back, or a side has several bodies. One
//! side's
//! strikes then change how long the other lasts, or how often it strikes.

use crate::chain::transition::LevelWeights;
use crate::chain::transitions::FightChain;
use crate::duel::clock::{First, who_is_next};
use crate::duel::result::{Duel, Survivors};
use crate::fight::{MOST_FOLLOWED, MOST_TURNS, list, support};
use crate::scenario::Scenario;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Joint weights of the losses: a row for each loss of the striker. The losses of a side are those of its bodies in a
/// row.
type JointWeights = Vec<Vec<Weight>>;

/// Joint state of a duel in which both sides stand.
struct JointState {
    /// Times at which the next turns of attacker and defender begin, in the game's usual turns.
    begins: (Number, Number),
    carried: (usize, usize),
    /// Weights by the loss of the attacker.
    pairs: JointWeights,
}

/// Side of a duel: its strikes, its bodies, and the bodies that it strikes.
pub(crate) struct Squad<'s, 'a> {
    pub(crate) chain: FightChain<'s, 'a>,
    /// Own bodies, and the number of losses of each.
    pub(crate) bodies: usize,
    pub(crate) each: usize,
    /// Bodies of the other side.
    pub(crate) struck: usize,
}

impl Squad<'_, '_> {
    /// Number of standing bodies after a total loss.
    fn stand(&self, lost: usize) -> usize {
        self.bodies.saturating_sub(lost / self.each.max(1))
    }

    /// Loss after a gain. Only strikes of the first body heal, for the other bodies have lost nothing.
    fn healed(&self, lost: usize, gained: usize, (strike, strikes): (usize, usize)) -> usize {
        let stand = self.stand(lost).max(1);
        if strike * stand >= strikes {
            return lost;
        }
        lost - gained.min(lost % self.each.max(1))
    }

    /// Number of losses of the other side.
    fn losses(&self) -> usize {
        self.struck.saturating_mul(self.chain.most)
    }
}

/// Fixed steps of a turn.
const TURN: usize = 1_000;
/// Fixed steps of a row of losses.
const ROW: usize = 16;
/// Limit of the pairs of losses that are kept at once.
const MOST_PAIRS: usize = 4_000_000;

/// Refuses more pairs of losses, over all carried values, than can be kept.
fn check_size(chain: &FightChain<'_, '_>, many: usize, pairs: usize) -> Result<(), Diagnostic> {
    if many.saturating_mul(pairs) <= MOST_PAIRS {
        return Ok(());
    }
    Err(chain.stop("too large: a duel of so many hit points has too much to follow, where strikes give something back or several bodies fall one by one"))
}

/// States within a turn with equal carried values, whose bodies were first met by the same strike.
struct TurnState {
    carried: usize,
    since: usize,
    pairs: JointWeights,
}

/// States by the beginning of the next turn and the striker's carried value.
type NextStates = Vec<(Number, usize, JointWeights)>;

fn none_of(like: &JointWeights) -> JointWeights {
    like.iter().map(|row| vec![Weight::ZERO; row.len()]).collect()
}

/// Row of a state, which is added if it is new.
fn row_of<'p>(
    all: &'p mut Vec<TurnState>,
    (carried, since): (usize, usize),
    (striker, like): (usize, &JointWeights),
    chain: &FightChain<'_, '_>,
) -> Result<&'p mut [Weight], Diagnostic> {
    let place = match all.iter().position(|known| (known.carried, known.since) == (carried, since)) {
        Some(place) => place,
        None => {
            let losses = like.first().map_or(0, Vec::len);
            check_size(chain, all.len() + 1, like.len().saturating_mul(losses))?;
            all.push(TurnState { carried, since, pairs: none_of(like) });
            all.len() - 1
        }
    };
    let row = all.get_mut(place).and_then(|known| known.pairs.get_mut(striker));
    Ok(row.map(Vec::as_mut_slice).unwrap_or_default())
}

fn add(row: &mut [Weight], place: usize, weight: Weight, ar: &Arithmetic) {
    if let Some(sum) = row.get_mut(place) {
        *sum = ar.add(*sum, weight);
    }
}

fn turned(pairs: &JointWeights) -> JointWeights {
    let struck = pairs.first().map_or(0, Vec::len);
    let of = |lost: usize| pairs.iter().map(|row| row.get(lost).copied().unwrap_or_default()).collect();
    (0..struck).map(of).collect()
}

fn sum(pairs: &JointWeights, ar: &Arithmetic) -> Weight {
    ar.sum(pairs.iter().flatten().copied())
}

fn sums(pairs: &JointWeights, ar: &Arithmetic) -> Vec<Weight> {
    pairs.iter().map(|row| ar.sum(row.iter().copied())).collect()
}

/// Joint duel with its budget.
struct JointDuel<'s, 'a> {
    /// Scenario to which the steps of both sides are charged.
    scenario: &'s Scenario<'a>,
    ar: &'s Arithmetic,
    spent: usize,
}

impl JointDuel<'_, '_> {
    /// Charges steps before they are done.
    fn spend(&mut self, chain: &FightChain<'_, '_>, steps: usize) -> Result<(), Diagnostic> {
        self.spent = self.spent.saturating_add(steps);
        self.scenario.spend(steps);
        if self.spent > 2 * MOST_FOLLOWED {
            return Err(chain.stop("too large: a duel in which strikes give something back, or several bodies fall one by one, has more to follow than can be"));
        }
        Ok(())
    }

    /// Follows a turn: the states after it, and the weights of the fall of all struck bodies by the striker's loss.
    /// `strikers`
    /// bodies strike, or as many as stand.
    fn turn(
        &mut self,
        force: &mut Squad<'_, '_>,
        (begins, carried, pairs): (&Number, usize, JointWeights),
        strikers: Option<usize>,
    ) -> Result<(NextStates, Vec<Weight>), Diagnostic> {
        let mut fallen = vec![Weight::ZERO; pairs.len()];
        let stand = |force: &Squad<'_, '_>, lost: usize| strikers.unwrap_or_else(|| force.stand(lost));
        force.chain.set_attackers(force.bodies);
        let mut now = vec![TurnState { carried, since: 0, pairs }];
        for strike in 0..force.chain.strikes_per_turn() {
            let mut next = Vec::new();
            for one in &now {
                for (striker, row) in one.pairs.iter().enumerate() {
                    if support(row, self.ar).is_none() {
                        continue;
                    }
                    force.chain.set_attackers(stand(force, striker));
                    if strike < force.chain.strikes_per_turn() {
                        self.strike(force, strike, (striker, one), (&mut next, &mut fallen))?;
                    } else {
                        let to =
                            row_of(&mut next, (one.carried, one.since), (striker, &one.pairs), &force.chain)?;
                        self.ar.pour(to, row, self.ar.one());
                    }
                }
            }
            now = next;
        }
        self.spend(&force.chain, TURN)?;
        let mut stands = NextStates::new();
        for one in &now {
            for (striker, row) in one.pairs.iter().enumerate() {
                if support(row, self.ar).is_some() {
                    force.chain.set_attackers(stand(force, striker));
                    let ends = force.chain.ends(begins, one.carried)?;
                    self.rest(force, (striker, one, row), &ends, (&mut stands, &mut fallen))?;
                }
            }
        }
        Ok((stands, fallen))
    }

    /// Strikes the states of one row.
    fn strike(
        &mut self,
        force: &mut Squad<'_, '_>,
        strike: usize,
        (striker, one): (usize, &TurnState),
        (next, fallen): (&mut Vec<TurnState>, &mut [Weight]),
    ) -> Result<(), Diagnostic> {
        let (ar, most) = (self.ar, force.chain.most);
        let Some(row) = one.pairs.get(striker) else { return Ok(()) };
        let shares = force.chain.gain_parts(strike, strike.saturating_sub(one.since), one.carried)?;
        for (body, now) in row.chunks(most.max(1)).enumerate() {
            let Some((low, now)) = support(now, ar) else { continue };
            for share in shares.iter() {
                self.spend(
                    &force.chain,
                    ROW + now.len() * (share.transition.mean_branches() + share.fells.len()),
                )?;
                let striker = force.healed(striker, share.gained, (strike, force.chain.strikes_per_turn()));
                let mut levels = LevelWeights::new(most);
                share.transition.apply(low, now, &mut levels, ar);
                for (carried, there) in levels.all.iter().enumerate().filter(|(_, there)| !there.is_empty()) {
                    let to = row_of(next, (carried, one.since), (striker, &one.pairs), &force.chain)?;
                    ar.pour(to.get_mut(body * most..).unwrap_or_default(), there, ar.one());
                }
                for (carried, fells) in &share.fells {
                    let each =
                        now.iter().zip(fells.iter().skip(low)).map(|(now, fells)| ar.mul(*now, *fells));
                    let fells = ar.sum(each);
                    if body + 1 >= force.struck {
                        add(fallen, striker, fells, ar);
                    } else if !fells.is_zero() {
                        let since = if force.chain.reads_earlier() { strike + 1 } else { 0 };
                        let carried = force.chain.next_body(*carried);
                        let to = row_of(next, (carried, since), (striker, &one.pairs), &force.chain)?;
                        add(to, (body + 1) * most, fells, ar);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the turn for one row of losses.
    fn rest(
        &mut self,
        force: &mut Squad<'_, '_>,
        (striker, one, row): (usize, &TurnState, &[Weight]),
        ends: &Number,
        (stands, fallen): (&mut NextStates, &mut [Weight]),
    ) -> Result<(), Diagnostic> {
        let (ar, most) = (self.ar, force.chain.most.max(1));
        self.spend(&force.chain, row.len())?;
        let mut put = |chain: &FightChain<'_, '_>, carried: usize, place: usize, weights: &[Weight]| {
            let known = stands.iter().position(|(known, of, _)| (known, *of) == (ends, carried));
            let at = match known {
                Some(at) => at,
                None => {
                    check_size(chain, stands.len() + 1, one.pairs.len().saturating_mul(row.len()))?;
                    stands.push((ends.clone(), carried, none_of(&one.pairs)));
                    stands.len() - 1
                }
            };
            let to = stands.get_mut(at).and_then(|(_, _, pairs)| pairs.get_mut(striker)?.get_mut(place..));
            ar.pour(to.unwrap_or_default(), weights, ar.one());
            Ok::<(), Diagnostic>(())
        };
        if force.chain.is_idle_between_turns {
            let (anew, _) = force.chain.next_turn(one.carried, 0)?;
            return put(&force.chain, anew, 0, row);
        }
        for (place, weight) in row.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
            let body = place / most;
            let (anew, lost) = force.chain.next_turn(one.carried, place % most)?;
            if lost < most {
                put(&force.chain, anew, body * most + lost, &[*weight])?;
            } else if body + 1 < force.struck {
                let anew = force.chain.next_body(anew);
                put(&force.chain, anew, (body + 1) * most, &[*weight])?;
            } else {
                add(fallen, striker, *weight, ar);
            }
        }
        Ok(())
    }
}

/// Result of a duel so far.
struct DuelScore<'s> {
    ar: &'s Arithmetic,
    ends: [Weight; 3],
    attacker: Survivors,
    defender: Survivors,
}

impl DuelScore<'_> {
    /// The defender falls; the attacker stands with these losses.
    fn won(&mut self, by_loss: &[Weight]) -> Weight {
        self.attacker.stands(by_loss, self.ar.one(), self.ar);
        self.count(0, by_loss)
    }

    /// The attacker falls; the defender stands with these losses.
    fn lost(&mut self, by_loss: &[Weight]) -> Weight {
        self.defender.stands(by_loss, self.ar.one(), self.ar);
        self.count(1, by_loss)
    }

    fn count(&mut self, end: usize, all: &[Weight]) -> Weight {
        let all = self.ar.sum(all.iter().copied());
        if let Some(sum) = self.ends.get_mut(end) {
            *sum = self.ar.add(*sum, all);
        }
        all
    }
}

/// Adds a state, equal ones together.
fn merge_state(
    all: &mut Vec<JointState>,
    one: JointState,
    chain: &FightChain<'_, '_>,
    ar: &Arithmetic,
) -> Result<(), Diagnostic> {
    match all.iter_mut().find(|known| (&known.begins, known.carried) == (&one.begins, one.carried)) {
        Some(known) => {
            for (row, more) in known.pairs.iter_mut().zip(&one.pairs) {
                ar.pour(row, more, ar.one());
            }
        }
        None => {
            let pairs = one.pairs.len().saturating_mul(one.pairs.first().map_or(0, Vec::len));
            check_size(chain, all.len() + 1, pairs)?;
            all.push(one);
        }
    }
    Ok(())
}

impl Scenario<'_> {
    /// Duel over the joint distribution of both losses.
    pub(crate) fn joint(
        &self,
        (mut mine, mut theirs): (Squad<'_, '_>, Squad<'_, '_>),
        (attacker, defender): (Survivors, Survivors),
        first: First,
        ar: &Arithmetic,
        digits: i32,
    ) -> Result<Duel, Diagnostic> {
        check_size(&mine.chain, mine.losses(), theirs.losses())?;
        let mut pairs = vec![vec![Weight::ZERO; mine.losses()]; theirs.losses()];
        add(pairs.first_mut().map(Vec::as_mut_slice).unwrap_or_default(), 0, ar.one(), ar);
        let mut all = vec![JointState { begins: (Number::ZERO, Number::ZERO), carried: (0, 0), pairs }];
        let mut joint = JointDuel { scenario: self, ar, spent: 0 };
        let mut score = DuelScore { ar, ends: [Weight::ZERO; 3], attacker, defender };
        let mut rounds = Vec::new();
        let limit = self.horizon.limit(ar);
        loop {
            let open = ar.sum(all.iter().map(|standing| sum(&standing.pairs, ar)));
            let goes_on =
                limit.is_some() || ar.to_float(open) >= 10f64.powi(-digits) && joint.spent < MOST_FOLLOWED;
            if rounds.len() >= limit.unwrap_or(MOST_TURNS) || !goes_on {
                break;
            }
            let ends = Number::from(i64::try_from(rounds.len() + 1).unwrap_or(i64::MAX));
            let mut ended = Weight::ZERO;
            let soonest = |all: &[JointState]| {
                let next = |standing: &JointState| standing.begins.0.clone().min(standing.begins.1.clone());
                (0..).zip(all).min_by_key(|(_, standing)| next(standing)).map(|(place, _)| place)
            };
            while let Some(place) = soonest(&all)
                && let Some(who) = all.get(place).and_then(|JointState { begins, .. }| {
                    who_is_next((Some(&begins.0), Some(&begins.1)), &ends, first)
                })
            {
                let one = all.swap_remove(place);
                let fell = joint.turns((&mut mine, &mut theirs), one, who, (&mut all, &mut score))?;
                ended = ar.add(ended, fell);
            }
            rounds.push(ended);
        }
        self.horizon.record(rounds.len(), ar);
        let DuelScore { ends: [win, lose, both], mut attacker, mut defender, .. } = score;
        let mut open = Weight::ZERO;
        for standing in &all {
            attacker.stands(&sums(&standing.pairs, ar), ar.one(), ar);
            defender.stands(&sums(&turned(&standing.pairs), ar), ar.one(), ar);
            open = ar.add(open, sum(&standing.pairs, ar));
        }
        let (lost, won) = (ar.add(lose, both), ar.add(win, both));
        let left = [attacker.left(lost, ar), defender.left(won, ar)];
        let bodies = [attacker.bodies(lost, ar), defender.bodies(won, ar)];
        Ok(Duel { win, lose, both, rounds: list(rounds, open, ar), left, bodies })
    }
}

impl JointDuel<'_, '_> {
    /// Follows the next turn of one side, or of both: the probability that the duel ends in it.
    fn turns(
        &mut self,
        (mine, theirs): (&mut Squad<'_, '_>, &mut Squad<'_, '_>),
        JointState { begins, carried, pairs }: JointState,
        who: First,
        (all, score): (&mut Vec<JointState>, &mut DuelScore<'_>),
    ) -> Result<Weight, Diagnostic> {
        let ar = self.ar;
        let mut ended = Weight::ZERO;
        match who {
            First::Attacker => {
                let (stands, fallen) = self.turn(mine, (&begins.0, carried.0, pairs), None)?;
                ended = score.won(&fallen);
                for (ends, anew, pairs) in stands {
                    let one =
                        JointState { begins: (ends, begins.1.clone()), carried: (anew, carried.1), pairs };
                    merge_state(all, one, &mine.chain, ar)?;
                }
            }
            First::Defender => {
                let (stands, fallen) = self.turn(theirs, (&begins.1, carried.1, turned(&pairs)), None)?;
                ended = score.lost(&fallen);
                for (ends, anew, pairs) in stands {
                    let begins = (begins.0.clone(), ends);
                    let one = JointState { begins, carried: (carried.0, anew), pairs: turned(&pairs) };
                    merge_state(all, one, &mine.chain, ar)?;
                }
            }
            // Bodies of the defender that stood before the turn strike.
            First::Together => {
                let each = theirs.each.max(1);
                for body in 0..theirs.bodies {
                    let there = body * each..(body + 1) * each;
                    let mut some = none_of(&pairs);
                    for (to, row) in some.iter_mut().zip(&pairs) {
                        let weights = row.get(there.clone()).unwrap_or_default();
                        ar.pour(to.get_mut(there.clone()).unwrap_or_default(), weights, ar.one());
                    }
                    if sum(&some, ar).is_zero() {
                        continue;
                    }
                    let strikers = Some(theirs.bodies - body);
                    let (stands, fallen) = self.turn(mine, (&begins.0, carried.0, some), None)?;
                    // Fallen bodies strike as well.
                    let (last, both) = self.turn(theirs, (&begins.1, carried.1, vec![fallen]), strikers)?;
                    ended = ar.add(ended, score.count(2, &both));
                    for (_, _, last) in last {
                        ended = ar.add(ended, score.won(&sums(&turned(&last), ar)));
                    }
                    for (mine_ends, mine_anew, pairs) in stands {
                        let from = (&begins.1, carried.1, turned(&pairs));
                        let (stands, fallen) = self.turn(theirs, from, strikers)?;
                        ended = ar.add(ended, score.lost(&fallen));
                        for (ends, anew, pairs) in stands {
                            let begins = (mine_ends.clone(), ends);
                            let one =
                                JointState { begins, carried: (mine_anew, anew), pairs: turned(&pairs) };
                            merge_state(all, one, &mine.chain, ar)?;
                        }
                    }
                }
            }
        }
        Ok(ended)
    }
}
