//! How often a fight comes to each of its places, worked out without following it turn by turn: who has lost more never comes back, so that the levels are
//! settled one after the other. What this sums up to is the mean length of a fight, exactly, however long it may last.

use super::Stop;
use super::blow::Blow;
use super::blows::Blows;
use super::fight::Means;
use smallvec::SmallVec;
use std::rc::Rc;
use tohit_odds::{Arithmetic, Weight};

/// What can be carried into a turn, at one level, at most.
const MOST_CARRIED: usize = 64;

/// Those who stand at one level at the beginning of a turn, by what they carry: how a turn in which nothing is lost leads from one to another.
#[derive(Default)]
struct Chain {
    /// What is carried.
    states: Vec<usize>,
    /// From each to each.
    leads: Vec<Vec<Weight>>,
    /// The chance that something is lost.
    leaves: Vec<Weight>,
    /// True where a strike depends on the loss before it.
    by_level: bool,
}

/// Weights by what is carried: few, most often one, in the order in which they came.
type Few = SmallVec<[(usize, Weight); 1]>;

fn put(few: &mut Few, carried: usize, weight: Weight, ar: &Arithmetic) {
    match few.iter_mut().find(|(known, _)| *known == carried) {
        Some((_, sum)) => *sum = ar.add(*sum, weight),
        None => few.push((carried, weight)),
    }
}

impl Chain {
    /// All that can be come to from here while nothing is lost; none if that has no end.
    fn of(
        blows: &mut Blows<'_, '_>,
        level: usize,
        begin: &[usize],
        ar: &Arithmetic,
    ) -> Result<Option<Self>, Stop> {
        let mut chain = Self { states: begin.to_vec(), ..Self::default() };
        let mut leads: Vec<Few> = Vec::new();
        let mut place = 0;
        while let Some(state) = chain.states.get(place).copied() {
            place += 1;
            let mut leaves = Weight::ZERO;
            let mut here = vec![Few::new(); blows.many()];
            if let Some(first) = here.first_mut() {
                first.push((state, ar.one()));
            }
            let stays = pass(blows, level, &here, ar, &mut |_, _, weight, blow| {
                chain.by_level |= blow.by_level;
                let falls = blow.falls.get(level).copied().unwrap_or_default();
                let wounds = blow.wounds(level).flat_map(|(.., wounds)| wounds).copied();
                leaves = ar.add(leaves, ar.mul(weight, ar.sum([falls].into_iter().chain(wounds))));
                Ok(())
            })?;
            let mut next = Few::new();
            for (carried, weight) in stays {
                put(&mut next, blows.anew(carried, level)?.0, weight, ar);
            }
            for (carried, _) in &next {
                if !chain.states.contains(carried) {
                    chain.states.push(*carried);
                }
            }
            if chain.states.len() > MOST_CARRIED {
                return Ok(None);
            }
            chain.leaves.push(leaves);
            leads.push(next);
        }
        let weight = |few: &Few, state: &usize| {
            few.iter().find(|(known, _)| known == state).map(|(_, weight)| *weight)
        };
        let row =
            |few: &Few| chain.states.iter().map(|state| weight(few, state).unwrap_or_default()).collect();
        chain.leads = leads.iter().map(row).collect();
        Ok(Some(chain))
    }

    /// How often each is come to, of how often it is come to from outside. States are taken out one by one, without a subtraction (Grassmann, Taksar and
    /// Heyman), so that floats stay true for the rarest wound. None where somebody stands for ever.
    fn visits(&self, mut come: Vec<Weight>, ar: &Arithmetic) -> Option<Vec<Weight>> {
        let many = self.states.len();
        let (mut leads, mut leaves) = (self.leads.clone(), self.leaves.clone());
        come.resize(many, Weight::ZERO);
        let at = |row: &[Weight], place: usize| row.get(place).copied().unwrap_or_default();
        let mut out = vec![Weight::ZERO; many];
        for last in (0..many).rev() {
            let (before, row) = leads.split_at_mut(last);
            let row = row.first()?;
            let out_of = ar.add(at(&leaves, last), ar.sum(row.iter().take(last).copied()));
            if out_of.is_zero() {
                return None;
            }
            let come_here = at(&come, last);
            for (sum, weight) in come.iter_mut().zip(row.iter().take(last)) {
                *sum = ar.add(*sum, ar.divide(ar.mul(come_here, *weight), out_of));
            }
            let left = at(&leaves, last);
            for (before, other) in before.iter_mut().zip(&mut leaves) {
                let share = ar.divide(at(before, last), out_of);
                *other = ar.add(*other, ar.mul(share, left));
                ar.pour(before.get_mut(..last).unwrap_or_default(), row, share);
            }
            if let Some(slot) = out.get_mut(last) {
                *slot = out_of;
            }
        }
        let mut visits: Vec<Weight> = Vec::with_capacity(many);
        for place in 0..many {
            let from = visits.iter().zip(&leads).map(|(visits, row)| ar.mul(*visits, at(row, place)));
            let all = ar.add(at(&come, place), ar.sum(from));
            visits.push(ar.divide(all, at(&out, place)));
        }
        Some(visits)
    }
}

/// Who comes to a strike with a new loss: by what is carried, how likely each level is, from one on.
#[derive(Clone, Debug, Default)]
struct Waiting {
    all: Vec<(usize, usize, Vec<Weight>)>,
}

impl Waiting {
    /// Those at a level; none below it are asked for later.
    fn take(&mut self, level: usize) -> Few {
        self.all.retain(|(_, from, weights)| level < from + weights.len());
        let here = self.all.iter().filter_map(|(carried, from, weights)| {
            let weight = weights.get(level.checked_sub(*from)?)?;
            (!weight.is_zero()).then_some((*carried, *weight))
        });
        here.collect()
    }

    /// So likely somebody comes from a level, with such wounds.
    fn add(&mut self, level: usize, weight: Weight, wounds: (usize, usize, &[Weight]), ar: &Arithmetic) {
        let (carried, lost, shares) = wounds;
        let place = self.all.iter().position(|(known, ..)| *known == carried).unwrap_or_else(|| {
            self.all.push((carried, level, Vec::new()));
            self.all.len() - 1
        });
        if let Some((_, from, weights)) = self.all.get_mut(place) {
            let first = lost.saturating_sub(*from);
            weights.resize(weights.len().max(first + shares.len()), Weight::ZERO);
            ar.pour(weights.get_mut(first..).unwrap_or_default(), shares, weight);
        }
    }
}

/// What a fight takes on average; none if the defender may stand for ever or regain something, or if what is carried has no end.
pub(crate) fn means(blows: &mut Blows<'_, '_>, ar: &Arithmetic) -> Result<Option<Means<Weight>>, Stop> {
    if !blows.only_falls()? {
        return Ok(None);
    }
    let mut waiting = vec![Waiting::default(); blows.many()];
    let none = Weight::ZERO;
    let mut means = Means { turns: none, strikes: none, lost: none, time: None };
    if let Some(first) = waiting.first_mut() {
        first.add(0, ar.one(), (0, 0, &[ar.one()]), ar);
    }
    // Who stands at the end of a turn, by what is carried then.
    let mut ends = Few::new();
    let mut same: Option<(Vec<usize>, Rc<Chain>)> = None;
    for level in 0..blows.most {
        let mut here: Vec<Few> = waiting.iter_mut().map(|waiting| waiting.take(level)).collect();
        if here.iter().all(Few::is_empty) {
            continue;
        }
        // Who was wounded in the middle of a turn begins the next one here, unless more is lost before.
        let mut begin = here.first_mut().map(core::mem::take).unwrap_or_default();
        for (carried, weight) in pass(blows, level, &here, ar, &mut |_, _, _, _| Ok(()))? {
            put(&mut begin, blows.anew(carried, level)?.0, weight, ar);
        }
        let states: Vec<usize> = begin.iter().map(|(carried, _)| *carried).collect();
        let chain = match same.take() {
            Some((known, chain)) if known == states && !chain.by_level => chain,
            _ => match Chain::of(blows, level, &states, ar)? {
                Some(chain) => Rc::new(chain),
                None => return Ok(None),
            },
        };
        let Some(visits) = chain.visits(begin.iter().map(|(_, weight)| *weight).collect(), ar) else {
            return Ok(None);
        };
        means.turns = visits.iter().fold(means.turns, |sum, visits| ar.add(sum, *visits));
        if let Some(first) = here.first_mut() {
            *first = chain.states.iter().copied().zip(visits).collect();
        }
        same = Some((states, chain));
        let many = here.len();
        let stays = pass(blows, level, &here, ar, &mut |blows, strike, weight, blow| {
            means.strikes = ar.add(means.strikes, weight);
            means.lost = ar.add(means.lost, ar.mul(weight, blow.loses(level)));
            blows.spend(blow.breadth());
            let next = (strike + 1) % many;
            let Some(waiting) = waiting.get_mut(next) else { return Ok(()) };
            for (mut carried, lost, shares) in blow.wounds(level) {
                if next == 0 {
                    put(&mut ends, carried, ar.mul(weight, ar.sum(shares.iter().copied())), ar);
                    (carried, _) = blows.anew(carried, level)?;
                }
                waiting.add(level, weight, (carried, lost, shares), ar);
            }
            Ok(())
        })?;
        for (carried, weight) in stays {
            put(&mut ends, carried, weight, ar);
        }
    }
    // The turns that go before the one in which the defender falls have lasted.
    let mut time = ar.one();
    for (carried, weight) in ends {
        let lasts = ar.fraction(&blows.lasts(carried)?.long());
        time = ar.add(time, ar.mul(weight, lasts));
    }
    means.time = Some(time);
    Ok(Some(means))
}

/// What is told of each strike: which it is, how likely somebody comes to it, and what it does.
type Met<'f, 's, 'a> = dyn FnMut(&mut Blows<'s, 'a>, usize, Weight, &Blow) -> Result<(), Stop> + 'f;

/// Goes through a turn with those who stand at one level, as long as they lose nothing; they and who joins them at each strike. What they carry at its end.
fn pass<'s, 'a>(
    blows: &mut Blows<'s, 'a>,
    level: usize,
    here: &[Few],
    ar: &Arithmetic,
    met: &mut Met<'_, 's, 'a>,
) -> Result<Few, Stop> {
    let mut now = Few::new();
    for (strike, joining) in here.iter().enumerate() {
        for (carried, weight) in joining {
            put(&mut now, *carried, *weight, ar);
        }
        let mut next = Few::new();
        for (carried, weight) in now {
            let blow = blows.blow(strike, carried)?;
            met(blows, strike, weight, &blow)?;
            for (carried, share) in blow.stays(level) {
                put(&mut next, *carried, ar.mul(weight, *share), ar);
            }
        }
        now = next;
    }
    Ok(now)
}
