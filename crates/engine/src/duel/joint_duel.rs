//! Duels over the joint distribution of both losses: strikes give hit points back, cost or read the
//! striker's own or leave something on the other side, or a side has several bodies. One side's strikes then
//! change how long the other lasts, how often it strikes, or how well.

use crate::chain::squad::{MOST_FOLLOWED, Squad, Steps, add};
use crate::chain::states::{JointWeights, States, TurnState};
use crate::duel::clock::{First, who_is_next};
use crate::duel::result::{Duel, Survivors};
use crate::fight::{MOST_TURNS, list};
use crate::scenario::Scenario;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Joint state of a duel in which both sides stand.
struct JointState {
    /// Times at which the next turns of attacker and defender begin, in the game's normal turns.
    begins: (Number, Number),
    carried: (usize, usize),
    /// Weights by the loss of the attacker.
    pairs: JointWeights,
}

/// Weights of the ends of a duel in one turn.
struct JointEnds {
    /// The struck side falls: by the striker's loss.
    fallen: Vec<Weight>,
    /// The striker falls by what it pays: by the loss of the struck side.
    stopped: Vec<Weight>,
    /// Both fall.
    both: Weight,
}

/// Fixed steps of a turn.
const TURN: usize = 1_000;

fn turned(pairs: &JointWeights) -> JointWeights {
    let struck = pairs.first().map_or(0, Vec::len);
    let of = |lost: usize| pairs.iter().map(|row| row.get(lost).copied().unwrap_or_default()).collect();
    (0..struck).map(of).collect()
}

fn sum(pairs: &JointWeights, arith: &Arithmetic) -> Weight {
    arith.sum(pairs.iter().flatten().copied())
}

fn sums(pairs: &JointWeights, arith: &Arithmetic) -> Vec<Weight> {
    pairs.iter().map(|row| arith.sum(row.iter().copied())).collect()
}

impl Squad<'_, '_> {
    /// Follows a turn of one state: the states after it, and the weights of its ends, all strikes together.
    fn joint_turn(
        &mut self,
        begins: &Number,
        carried: usize,
        pairs: JointWeights,
        strikers: Option<usize>,
        steps: &mut Steps<'_, '_>,
    ) -> Result<(States<TurnState>, JointEnds), Diagnostic> {
        let mut fallen = vec![Weight::ZERO; pairs.len() + 1];
        let mut stands = self.none(pairs.len());
        let ends = self.turn(begins, vec![(carried, pairs)], strikers, &mut stands, steps)?;
        for fell in ends.fallen {
            self.arith.pour(&mut fallen, &fell, self.arith.one());
        }
        self.spend(steps, TURN)?;
        let both = fallen.pop().unwrap_or_default();
        Ok((stands, JointEnds { fallen, stopped: ends.stopped, both }))
    }
}

/// Result of a duel so far.
struct DuelScore<'s> {
    arith: &'s Arithmetic,
    ends: [Weight; 3],
    attacker: Survivors,
    defender: Survivors,
}

impl DuelScore<'_> {
    /// The defender falls; the attacker stands with these losses.
    fn won(&mut self, by_loss: &[Weight]) -> Weight {
        self.attacker.stands(by_loss, self.arith.one(), self.arith);
        self.count(0, by_loss)
    }

    /// The attacker falls; the defender stands with these losses.
    fn lost(&mut self, by_loss: &[Weight]) -> Weight {
        self.defender.stands(by_loss, self.arith.one(), self.arith);
        self.count(1, by_loss)
    }

    fn count(&mut self, end: usize, all: &[Weight]) -> Weight {
        let all = self.arith.sum(all.iter().copied());
        if let Some(sum) = self.ends.get_mut(end) {
            *sum = self.arith.add(*sum, all);
        }
        all
    }
}

/// Adds a state, equal ones together.
fn merge_state(all: &mut Vec<JointState>, one: JointState, squad: &Squad<'_, '_>) -> Result<(), Diagnostic> {
    match all.iter_mut().find(|known| (&known.begins, known.carried) == (&one.begins, one.carried)) {
        Some(known) => {
            for (row, more) in known.pairs.iter_mut().zip(&one.pairs) {
                squad.arith.pour(row, more, squad.arith.one());
            }
        }
        None => {
            squad.check(all.len() >= squad.room(squad.shape()))?;
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
        arith: &Arithmetic,
        digits: i32,
    ) -> Result<Duel, Diagnostic> {
        let mut steps = Steps { scenario: self, spent: 0 };
        let (rows, losses) = mine.shape();
        mine.check(mine.room((rows, losses)) == 0)?;
        let mut pairs = vec![vec![Weight::ZERO; losses]; rows];
        add(pairs.first_mut().map(Vec::as_mut_slice).unwrap_or_default(), 0, arith.one(), arith);
        let mut all = vec![JointState { begins: (Number::ZERO, Number::ZERO), carried: (0, 0), pairs }];
        let mut score = DuelScore { arith, ends: [Weight::ZERO; 3], attacker, defender };
        let mut rounds = Vec::new();
        let limit = self.horizon.limit(arith);
        loop {
            let open = arith.sum(all.iter().map(|standing| sum(&standing.pairs, arith)));
            let goes_on =
                limit.is_some() || arith.to_float(open) >= 10f64.powi(-digits) && steps.spent < MOST_FOLLOWED;
            if rounds.len() >= limit.unwrap_or(MOST_TURNS) || !goes_on {
                break;
            }
            let ends = Number::from(i64::try_from(rounds.len() + 1).unwrap_or(i64::MAX));
            let mut ended = Weight::ZERO;
            let soonest = |all: &[JointState]| {
                let next = |standing: &JointState| standing.begins.0.clone().min(standing.begins.1.clone());
                (0..).zip(all).min_by_key(|(_, standing)| next(standing)).map(|(index, _)| index)
            };
            while let Some(index) = soonest(&all)
                && let Some(who) = all.get(index).and_then(|JointState { begins, .. }| {
                    who_is_next((Some(&begins.0), Some(&begins.1)), &ends, first)
                })
            {
                let one = all.swap_remove(index);
                let fell = turns((&mut mine, &mut theirs), one, who, (&mut all, &mut score), &mut steps)?;
                ended = arith.add(ended, fell);
            }
            rounds.push(ended);
        }
        self.horizon.record(rounds.len(), arith);
        let DuelScore { ends: [win, lose, both], mut attacker, mut defender, .. } = score;
        let mut open = Weight::ZERO;
        for standing in &all {
            attacker.stands(&sums(&standing.pairs, arith), arith.one(), arith);
            defender.stands(&sums(&turned(&standing.pairs), arith), arith.one(), arith);
            open = arith.add(open, sum(&standing.pairs, arith));
        }
        let (lost, won) = (arith.add(lose, both), arith.add(win, both));
        let left = [attacker.left(lost, arith), defender.left(won, arith)];
        let bodies = [attacker.bodies(lost, arith), defender.bodies(won, arith)];
        Ok(Duel { win, lose, both, rounds: list(rounds, open, arith), left, bodies })
    }
}

/// Follows the next turn of one side, or of both: the probability that the duel ends in it.
fn turns(
    (mine, theirs): (&mut Squad<'_, '_>, &mut Squad<'_, '_>),
    JointState { begins, carried, pairs }: JointState,
    who: First,
    (all, score): (&mut Vec<JointState>, &mut DuelScore<'_>),
    steps: &mut Steps<'_, '_>,
) -> Result<Weight, Diagnostic> {
    let arith = score.arith;
    let mut ended = Weight::ZERO;
    match who {
        First::Attacker => {
            let begin = mine.begin_turn(carried.0, (theirs, carried.1));
            let (stands, ends) = mine.joint_turn(&begins.0, begin, pairs, None, steps)?;
            let (won, lost) = (score.won(&ends.fallen), score.lost(&ends.stopped));
            ended = arith.sum([won, lost, score.count(2, &[ends.both])]);
            for (TurnState { begins: ends, carried: anew }, pairs) in stands.all {
                let carried = mine.end_turn(anew, (theirs, carried.1));
                let one = JointState { begins: (ends, begins.1.clone()), carried, pairs };
                merge_state(all, one, mine)?;
            }
        }
        First::Defender => {
            let begin = theirs.begin_turn(carried.1, (mine, carried.0));
            let (stands, ends) = theirs.joint_turn(&begins.1, begin, turned(&pairs), None, steps)?;
            let (lost, won) = (score.lost(&ends.fallen), score.won(&ends.stopped));
            ended = arith.sum([lost, won, score.count(2, &[ends.both])]);
            for (TurnState { begins: ends, carried: anew }, pairs) in stands.all {
                let begins = (begins.0.clone(), ends);
                let (anew, carried) = theirs.end_turn(anew, (mine, carried.0));
                let one = JointState { begins, carried: (carried, anew), pairs: turned(&pairs) };
                merge_state(all, one, mine)?;
            }
        }
        // Bodies of the defender that stood before the turn strike. Nobody pays where both strike at once.
        First::Together => {
            let each = theirs.each.max(1);
            for body in 0..theirs.bodies {
                let there = body * each..(body + 1) * each;
                let mut some: JointWeights = pairs.iter().map(|row| vec![Weight::ZERO; row.len()]).collect();
                for (to, row) in some.iter_mut().zip(&pairs) {
                    let weights = row.get(there.clone()).unwrap_or_default();
                    arith.pour(to.get_mut(there.clone()).unwrap_or_default(), weights, arith.one());
                }
                if sum(&some, arith).is_zero() {
                    continue;
                }
                let strikers = Some(theirs.bodies - body);
                let (stands, JointEnds { fallen, .. }) =
                    mine.joint_turn(&begins.0, carried.0, some, None, steps)?;
                // Fallen bodies strike as well.
                let (last, ends) = theirs.joint_turn(&begins.1, carried.1, vec![fallen], strikers, steps)?;
                ended = arith.add(ended, score.count(2, &ends.fallen));
                for (_, last) in last.all {
                    ended = arith.add(ended, score.won(&sums(&turned(&last), arith)));
                }
                for (TurnState { begins: mine_ends, carried: mine_anew }, pairs) in stands.all {
                    let (stands, ends) =
                        theirs.joint_turn(&begins.1, carried.1, turned(&pairs), strikers, steps)?;
                    ended = arith.add(ended, score.lost(&ends.fallen));
                    for (TurnState { begins: ends, carried: anew }, pairs) in stands.all {
                        let begins = (mine_ends.clone(), ends);
                        let (mine_anew, anew) = mine.end_turn(mine_anew, (theirs, anew));
                        let (anew, mine_anew) = theirs.end_turn(anew, (mine, mine_anew));
                        let one = JointState { begins, carried: (mine_anew, anew), pairs: turned(&pairs) };
                        merge_state(all, one, mine)?;
                    }
                }
            }
        }
    }
    Ok(ended)
}
