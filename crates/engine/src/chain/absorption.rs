//! Expected visits of the absorbing Markov chain of a fight: v (I - Q) = s. Damage never decreases, so Q is
//! block triangular, and the levels of damage are solved one after the other. The sums of the visits are the
//! exact means of the fight.

use crate::chain::states::StrikeState;
use crate::chain::transition::Transition;
use crate::chain::transitions::FightChain;
use smallvec::SmallVec;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Means of a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means<P> {
    /// Turns.
    pub turns: P,
    /// Strikes.
    pub strikes: P,
    /// Damage dealt, also by the killing strike beyond the hit points.
    pub lost: P,
    /// Beginning of the last turn in the game's normal turns, counted from 1; where turns have other lengths.
    pub time: Option<P>,
}

impl<P> Means<P> {
    /// Applies a function to each mean.
    pub fn map<Q>(self, mut f: impl FnMut(P) -> Q) -> Means<Q> {
        Means { turns: f(self.turns), strikes: f(self.strikes), lost: f(self.lost), time: self.time.map(f) }
    }
}

/// Limit of the carried states at one level.
const MOST_CARRIED: usize = 64;

/// Markov chain of one level: turns in which nothing is lost.
#[derive(Default)]
struct LevelChain {
    /// Carried values.
    states: Vec<usize>,
    /// Transition matrix.
    leads: Vec<Vec<Weight>>,
    /// Probability that something is lost, by state.
    leaves: Vec<Weight>,
    /// True where a strike depends on the damage before it.
    per_level: bool,
}

/// Weights by carried values: few, most often one, in the order of their discovery.
type CarriedWeights = SmallVec<[(usize, Weight); 1]>;

fn put(few: &mut CarriedWeights, carried: usize, weight: Weight, arith: &Arithmetic) {
    match few.iter_mut().find(|(known, _)| *known == carried) {
        Some((_, sum)) => *sum = arith.add(*sum, weight),
        None => few.push((carried, weight)),
    }
}

impl LevelChain {
    /// States that are reachable from these while nothing is lost; none if they are too many.
    fn of(
        chain: &mut FightChain<'_, '_>,
        level: usize,
        begin: &[usize],
        arith: &Arithmetic,
    ) -> Result<Option<Self>, Diagnostic> {
        let mut level_chain = Self { states: begin.to_vec(), ..Self::default() };
        let mut leads: Vec<CarriedWeights> = Vec::new();
        let mut index = 0;
        while let Some(state) = level_chain.states.get(index).copied() {
            index += 1;
            let mut leaves = Weight::ZERO;
            let mut here = vec![CarriedWeights::new(); chain.strikes_per_turn()];
            if let Some(first) = here.first_mut() {
                first.push((state, arith.one()));
            }
            let stays = pass(chain, level, &here, arith, &mut |_, _, weight, transition| {
                level_chain.per_level |= transition.per_level;
                let falls = transition.falls_at(level, arith);
                let wounds = transition.wounds(level).flat_map(|(.., wounds)| wounds).copied();
                leaves = arith.add(leaves, arith.mul(weight, arith.sum([falls].into_iter().chain(wounds))));
                Ok(())
            })?;
            let mut next = CarriedWeights::new();
            for (carried, weight) in stays {
                put(&mut next, chain.next_turn(carried, level)?.0, weight, arith);
            }
            for (carried, _) in &next {
                if !level_chain.states.contains(carried) {
                    level_chain.states.push(*carried);
                }
            }
            if level_chain.states.len() > MOST_CARRIED {
                return Ok(None);
            }
            level_chain.leaves.push(leaves);
            leads.push(next);
        }
        let weight = |few: &CarriedWeights, state: &usize| {
            few.iter().find(|(known, _)| known == state).map(|(_, weight)| *weight)
        };
        let row = |few: &CarriedWeights| {
            level_chain.states.iter().map(|state| weight(few, state).unwrap_or_default()).collect()
        };
        level_chain.leads = leads.iter().map(row).collect();
        Ok(Some(level_chain))
    }

    /// Expected visits from the entries of each state. States are eliminated without subtraction (Grassmann,
    /// Taksar, Heyman), so that floats stay accurate for rare wounds. None where a state is never left.
    fn visits(&self, mut come: Vec<Weight>, arith: &Arithmetic) -> Option<Vec<Weight>> {
        let many = self.states.len();
        let (mut leads, mut leaves) = (self.leads.clone(), self.leaves.clone());
        come.resize(many, Weight::ZERO);
        let at = |row: &[Weight], index: usize| row.get(index).copied().unwrap_or_default();
        let mut out = vec![Weight::ZERO; many];
        for last in (0..many).rev() {
            let (before, row) = leads.split_at_mut(last);
            let row = row.first()?;
            let out_of = arith.add(at(&leaves, last), arith.sum(row.iter().take(last).copied()));
            if out_of.is_zero() {
                return None;
            }
            let come_here = at(&come, last);
            for (sum, weight) in come.iter_mut().zip(row.iter().take(last)) {
                *sum = arith.add(*sum, arith.divide(arith.mul(come_here, *weight), out_of));
            }
            let left = at(&leaves, last);
            for (before, other) in before.iter_mut().zip(&mut leaves) {
                let share = arith.divide(at(before, last), out_of);
                *other = arith.add(*other, arith.mul(share, left));
                arith.pour(before.get_mut(..last).unwrap_or_default(), row, share);
            }
            if let Some(slot) = out.get_mut(last) {
                *slot = out_of;
            }
        }
        let mut visits: Vec<Weight> = Vec::with_capacity(many);
        for index in 0..many {
            let from = visits.iter().zip(&leads).map(|(visits, row)| arith.mul(*visits, at(row, index)));
            let all = arith.add(at(&come, index), arith.sum(from));
            visits.push(arith.divide(all, at(&out, index)));
        }
        Some(visits)
    }
}

/// Entries into a strike with a new loss: by carried values, the weight of each level from one on.
#[derive(Clone, Debug, Default)]
struct Arrivals {
    all: Vec<(usize, usize, Vec<Weight>)>,
}

impl Arrivals {
    /// Entries at a level. Lower levels are not asked later.
    fn take(&mut self, level: usize) -> CarriedWeights {
        self.all.retain(|(_, from, weights)| level < from + weights.len());
        let here = self.all.iter().filter_map(|(carried, from, weights)| {
            let weight = weights.get(level.checked_sub(*from)?)?;
            (!weight.is_zero()).then_some((*carried, *weight))
        });
        here.collect()
    }

    /// Adds the wounds of entries at a level.
    fn add(&mut self, level: usize, weight: Weight, wounds: (usize, usize, &[Weight]), arith: &Arithmetic) {
        let (carried, lost, shares) = wounds;
        let index = self.all.iter().position(|(known, ..)| *known == carried).unwrap_or_else(|| {
            self.all.push((carried, level, Vec::new()));
            self.all.len() - 1
        });
        if let Some((_, from, weights)) = self.all.get_mut(index) {
            let first = lost.saturating_sub(*from);
            weights.resize(weights.len().max(first + shares.len()), Weight::ZERO);
            arith.pour(weights.get_mut(first..).unwrap_or_default(), shares, weight);
        }
    }
}

/// Means of a fight; none if the defender may stand for ever or recover, or if the carried states are too
/// many.
pub(crate) fn means(
    chain: &mut FightChain<'_, '_>,
    arith: &Arithmetic,
) -> Result<Option<Means<Weight>>, Diagnostic> {
    if !chain.never_recovers()? {
        return Ok(None);
    }
    let mut waiting = vec![Arrivals::default(); chain.strikes_per_turn()];
    let none = Weight::ZERO;
    let mut means = Means { turns: none, strikes: none, lost: none, time: None };
    if let Some(first) = waiting.first_mut() {
        first.add(0, arith.one(), (0, 0, &[arith.one()]), arith);
    }
    // Weights by carried values at the end of turns with a standing defender.
    let mut ends = CarriedWeights::new();
    let mut same: Option<(Vec<usize>, Rc<LevelChain>)> = None;
    for level in 0..chain.most {
        let mut here: Vec<CarriedWeights> = waiting.iter_mut().map(|waiting| waiting.take(level)).collect();
        if here.iter().all(CarriedWeights::is_empty) {
            continue;
        }
        // A defender that was wounded in a turn begins the next one here, unless it loses more before.
        let mut begin = here.first_mut().map(core::mem::take).unwrap_or_default();
        for (carried, weight) in pass(chain, level, &here, arith, &mut |_, _, _, _| Ok(()))? {
            put(&mut begin, chain.next_turn(carried, level)?.0, weight, arith);
        }
        let states: Vec<usize> = begin.iter().map(|(carried, _)| *carried).collect();
        let level_chain = match same.take() {
            Some((known, level_chain)) if known == states && !level_chain.per_level => level_chain,
            _ => match LevelChain::of(chain, level, &states, arith)? {
                Some(level_chain) => Rc::new(level_chain),
                None => return Ok(None),
            },
        };
        let Some(visits) = level_chain.visits(begin.iter().map(|(_, weight)| *weight).collect(), arith)
        else {
            return Ok(None);
        };
        means.turns = visits.iter().fold(means.turns, |sum, visits| arith.add(sum, *visits));
        if let Some(first) = here.first_mut() {
            *first = level_chain.states.iter().copied().zip(visits).collect();
        }
        same = Some((states, level_chain));
        let many = here.len();
        let stays = pass(chain, level, &here, arith, &mut |chain, strike, weight, transition| {
            let not_made = transition.unhurt(level).iter().filter(|(carried, _)| chain.is_over(*carried));
            let not_made = arith.mul(weight, arith.sum(not_made.map(|(_, share)| *share)));
            means.strikes = arith.add(means.strikes, arith.less(weight, not_made));
            means.lost = arith.add(means.lost, arith.mul(weight, transition.mean_damage(level)));
            chain.scenario().budget.spend(transition.mean_branches());
            let next = (strike + 1) % many;
            let Some(waiting) = waiting.get_mut(next) else { return Ok(()) };
            for (mut carried, lost, shares) in transition.wounds(level) {
                if next == 0 {
                    put(&mut ends, carried, arith.mul(weight, arith.sum(shares.iter().copied())), arith);
                    (carried, _) = chain.next_turn(carried, level)?;
                }
                waiting.add(level, weight, (carried, lost, shares), arith);
            }
            Ok(())
        })?;
        for (carried, weight) in stays {
            put(&mut ends, carried, weight, arith);
        }
    }
    // Duration of the turns before the last.
    let mut time = arith.one();
    for (carried, weight) in ends {
        let lasts = arith.fraction(&chain.lasts(carried)?.long());
        time = arith.add(time, arith.mul(weight, lasts));
    }
    means.time = Some(time);
    Ok(Some(means))
}

/// Callback for each strike: its place, the weight of its state, and its transition.
type OnStrike<'f, 's, 'a> =
    dyn FnMut(&mut FightChain<'s, 'a>, usize, Weight, &Transition) -> Result<(), Diagnostic> + 'f;

/// Weights by carried values after a turn at one level without loss; others join at each strike.
fn pass<'s, 'a>(
    chain: &mut FightChain<'s, 'a>,
    level: usize,
    here: &[CarriedWeights],
    arith: &Arithmetic,
    on_strike: &mut OnStrike<'_, 's, 'a>,
) -> Result<CarriedWeights, Diagnostic> {
    let mut now = CarriedWeights::new();
    for (strike, joining) in here.iter().enumerate() {
        for (carried, weight) in joining {
            put(&mut now, *carried, *weight, arith);
        }
        let mut next = CarriedWeights::new();
        for (carried, weight) in now {
            // A fight has no gains, so that each strike has one transition.
            for transition in chain.transitions(strike, StrikeState { carried, since: 0 }, 0)?.iter() {
                on_strike(chain, strike, weight, transition)?;
                for (carried, share) in transition.unhurt(level) {
                    put(&mut next, *carried, arith.mul(weight, *share), arith);
                }
            }
        }
        now = next;
    }
    Ok(now)
}
