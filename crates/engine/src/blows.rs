//! The strikes of a fight, each worked out once and used turn after turn.

use super::Stop;
use super::blow::{Blow, Way};
use super::onward::Onwards;
use super::plan::Plan;
use super::scenario::Scenario;
use super::strike::Out;
use super::turn::{Place, Turns};
use super::value::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// The strikes of the first turn of a fight, or of those that follow.
struct Phase<'s, 'a> {
    turns: Turns<'s, 'a>,
    places: Vec<Place>,
    /// For each strike the first that is like it.
    alike: Vec<usize>,
    onwards: Onwards,
}

impl<'s, 'a> Phase<'s, 'a> {
    fn new(scenario: &'s Scenario<'a>, plan: Plan, ar: &'s Arithmetic) -> Result<Self, Stop> {
        let (places, _) = scenario.places()?;
        let turns = Turns::new(scenario, plan, ar);
        let by_earlier = turns.by_earlier();
        let like = |place: &Place| {
            let same =
                |other: &Place| other.item == place.item && (!by_earlier || other.earlier == place.earlier);
            places.iter().position(same).unwrap_or_default()
        };
        let alike = places.iter().map(like).collect();
        let onwards = Onwards::new(places.len());
        Ok(Self { turns, places, alike, onwards })
    }
}

/// The strikes of a fight.
pub(crate) struct Blows<'s, 'a> {
    /// The first turn; and the others, where they are not like it.
    first: Phase<'s, 'a>,
    later: Option<Phase<'s, 'a>>,
    hit_points: Value,
    /// The defender falls that has lost so much.
    pub(crate) most: usize,
    /// Who ends a turn with something begins the next one with the same, but for what begins anew.
    pub(crate) stays_so: bool,
    /// All that was carried so far; where later turns are not like the first, with whether it is the first.
    carried: Vec<Vec<Value>>,
    /// What the next turn begins with, by what is carried and lost at the end of one.
    anew: FxHashMap<(usize, usize), (usize, usize)>,
    /// By the strike's place among those that are alike, and what is carried.
    known: FxHashMap<(usize, usize), Rc<Blow>>,
}

/// More than this cannot be lost before a defender falls.
const MOST_LEVELS: i64 = 100_000;

impl<'s, 'a> Blows<'s, 'a> {
    /// The strikes of a scenario with hit points, and of what it is later, by plans of one kind without words.
    pub(crate) fn new(
        scenario: &'s Scenario<'a>,
        later: Option<&'s Scenario<'a>>,
        plan: fn(&Scenario<'_>) -> Plan,
        ar: &'s Arithmetic,
    ) -> Result<Self, Stop> {
        let falls = scenario.mode.falls.when;
        let Some(hit_points) = scenario.hit_points() else {
            return Err(scenario.no_hit_points());
        };
        let Some(most) = scenario.falls_at().filter(|most| *most <= MOST_LEVELS) else {
            let message = format!(
                "too large: a fight is told of a defender who falls before it has lost {MOST_LEVELS}"
            );
            return Err(scenario.stop(falls, message));
        };
        let most = usize::try_from(most).unwrap_or_default();
        let first = Phase::new(scenario, plan(scenario), ar)?;
        let later = later.map(|later| Phase::new(later, plan(later), ar)).transpose()?;
        if first.places.is_empty() {
            return Err(scenario.stop(falls, "there is no strike in a turn"));
        }
        if later.as_ref().is_some_and(|later| later.places.len() != first.places.len()) {
            return Err(scenario.stop(falls, "later turns must have as many strikes as the first"));
        }
        let mut carried = first.turns.carried();
        carried.extend(later.is_some().then_some(Value::Flag(true)));
        let stays_so =
            [Some(&first), later.as_ref()].into_iter().flatten().all(|phase| phase.turns.scenario.stays_so());
        Ok(Self {
            first,
            later,
            hit_points,
            most,
            stays_so,
            carried: vec![carried],
            anew: FxHashMap::default(),
            known: FxHashMap::default(),
        })
    }

    /// How many strikes a turn has.
    pub(crate) fn many(&self) -> usize {
        self.first.places.len()
    }

    /// The turn to which what is carried belongs.
    fn phase(&mut self, carried: usize) -> &mut Phase<'s, 'a> {
        let is_first =
            || self.carried.get(carried).and_then(|values| values.last()) == Some(&Value::Flag(true));
        match &mut self.later {
            Some(later) if !is_first() => later,
            _ => &mut self.first,
        }
    }

    /// How long a turn lasts at whose end this is carried.
    pub(crate) fn lasts(&mut self, carried: usize) -> Result<Number, Stop> {
        let values = self.carried.get(carried).cloned().unwrap_or_default();
        self.phase(carried).turns.scenario.lasts(&values)
    }

    /// When a turn ends that begins then, at whose end this is carried.
    pub(crate) fn ends(&mut self, begins: &Number, carried: usize) -> Result<Number, Stop> {
        let lasts = self.lasts(carried)?;
        begins.plus(&lasts).map_err(|wrong| self.first.turns.scenario.wrong_time(&wrong))
    }

    fn phases(&self) -> impl Iterator<Item = &Phase<'s, 'a>> {
        [Some(&self.first), self.later.as_ref()].into_iter().flatten()
    }

    /// Whether who has lost more never comes back, and what is carried goes by no level.
    pub(crate) fn only_falls(&self) -> Result<bool, Stop> {
        for phase in self.phases() {
            if !phase.turns.scenario.only_falls(&self.hit_points, self.most)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is carried into the next turn, and lost when it begins, by who ends one so.
    pub(crate) fn anew(&mut self, carried: usize, lost: usize) -> Result<(usize, usize), Stop> {
        let carries = &self.first.turns.scenario.mode.carries;
        if self.stays_so && self.later.is_none() && carries.iter().all(|carry| !carry.this_turn) {
            return Ok((carried, lost));
        }
        // One answer serves all levels.
        if self.stays_so && lost > 0 {
            return Ok((self.anew(carried, 0)?.0, lost));
        }
        let Some(mut last) = self.carried.get(carried).cloned() else { return Ok((carried, lost)) };
        if let Some(known) = self.anew.get(&(carried, lost)) {
            return Ok(*known);
        }
        let (points, most) = (self.hit_points.clone(), self.most);
        let turns = &self.phase(carried).turns;
        let (scenario, left_out) = (turns.scenario, turns.plan.asks.left_out);
        let lost_then =
            scenario.between(&mut last, (&points, i64::try_from(lost).unwrap_or(i64::MAX)), left_out)?;
        let falls = scenario.fallen(&points, lost_then);
        let first = self.carried.first().into_iter().flatten();
        for ((carry, first), last) in scenario.mode.carries.iter().zip(first).zip(&mut last) {
            if carry.this_turn {
                last.clone_from(first);
            }
        }
        if self.later.is_some()
            && let Some(is_first) = last.last_mut()
        {
            *is_first = Value::Flag(false);
        }
        let anew =
            (self.place_of(last), if falls { most } else { usize::try_from(lost_then).unwrap_or(most) });
        self.anew.insert((carried, lost), anew);
        Ok(anew)
    }

    fn place_of(&mut self, carried: Vec<Value>) -> usize {
        if let Some(place) = self.carried.iter().position(|known| *known == carried) {
            return place;
        }
        self.carried.push(carried);
        self.carried.len() - 1
    }

    /// A strike of the turn, with what is carried into it.
    pub(crate) fn blow(&mut self, strike: usize, carried: usize) -> Result<Rc<Blow>, Stop> {
        let like = self.phase(carried).alike.get(strike).copied().unwrap_or_default();
        if let Some(blow) = self.known.get(&(like, carried)) {
            return Ok(Rc::clone(blow));
        }
        let blow = Rc::new(self.worked_out(like, carried)?);
        self.known.insert((like, carried), Rc::clone(&blow));
        Ok(blow)
    }

    /// Charges what a fight has to keep.
    pub(crate) fn charge(&self, steps: usize) -> Result<(), Stop> {
        let scenario = self.first.turns.scenario;
        scenario.charge(steps, scenario.of_time())
    }

    /// Something goes wrong with how long it lasts.
    pub(crate) fn stop(&self, message: &str) -> Stop {
        let scenario = self.first.turns.scenario;
        scenario.stop(scenario.of_time(), message)
    }

    /// Counts steps of following a fight.
    pub(crate) fn spend(&self, steps: usize) {
        self.first.turns.scenario.spend(steps);
    }

    fn worked_out(&mut self, strike: usize, carried: usize) -> Result<Blow, Stop> {
        let (values, points, most) =
            (self.carried.get(carried).cloned().unwrap_or_default(), self.hit_points.clone(), self.most);
        let Phase { turns, places, onwards, .. } = self.phase(carried);
        let (by_left, ar, scenario, gains) =
            (turns.by_left(), turns.ar, turns.scenario, turns.plan.asks.gains);
        let place = places.get(strike).cloned().unwrap_or(Place::ALONE);
        let place = if turns.by_earlier() { place } else { Place { earlier: 0, ..place } };
        let carries = scenario.mode.carries.len();
        let begin = values.get(..carries).unwrap_or_default();
        let mut met = Vec::new();
        let struck = match by_left {
            None => {
                let state = turns.start(&place, begin, Some(points.clone()));
                turns.follow(state, (None, Some(onwards)), false)?
            }
            Some(slot) => {
                let points = points.whole().unwrap_or_default();
                let left = |lost: usize| Value::from(points - i64::try_from(lost).unwrap_or_default());
                let rows = (0..most).map(|lost| (left(lost), ar.one())).collect();
                let state = turns.start_left(&place, begin, (slot, rows));
                turns.follow(state, (Some(slot), Some(onwards)), false)?
            }
        };
        // The blow is the same at every level, unless a line depended on the hit points left.
        let at_all =
            |out: &Out| out.kept.len() == most && out.kept.iter().all(|(_, share)| *share == ar.one());
        let by_level = by_left.is_some() && !struck.outs.iter().all(at_all);
        for mut out in struck.outs {
            let level = |(left, share): &(Value, Weight)| {
                let lost = points.whole().zip(left.whole()).map(|(points, left)| points - left);
                (usize::try_from(lost.unwrap_or_default()).unwrap_or_default(), *share)
            };
            let levels: Vec<_> =
                if by_level { out.kept.iter().map(level).collect() } else { vec![(0, ar.one())] };
            // Whether it is the first turn.
            out.carried.extend(values.get(carries..).unwrap_or_default().iter().cloned());
            self.add(&mut met, &levels, out, ar);
        }
        let mut blow = Blow::of(most, by_level, &met, ar);
        if gains {
            blow.drains = met;
        }
        scenario.charge(blow.ways() + most, scenario.mode.falls.when)?;
        Ok(blow)
    }

    /// Takes up one way in which the strike ends, at some levels with their shares.
    fn add(&mut self, met: &mut Vec<(usize, Way)>, levels: &[(usize, Weight)], out: Out, ar: &Arithmetic) {
        let most = self.most;
        let whole =
            |number: Option<i64>| number.and_then(|more| usize::try_from(more).ok()).unwrap_or_default();
        let (gained, weight) = (whole(out.gain.whole()), out.weight);
        let carried = if out.kill { 0 } else { self.place_of(out.carried) };
        let mut add = |lost: usize, weight, hurts| {
            let lost = if out.kill { most } else { lost.min(most) };
            met.extend(levels.iter().map(|(level, share)| {
                let (weight, hurts) = (ar.mul(weight, *share), ar.mul(hurts, *share));
                (*level, Way { carried, lost, gained, weight, hurts })
            }));
        };
        let times = |lost: usize, weight| ar.mul(ar.ratio(lost as u64, 1), weight);
        match out.lose {
            Value::Ray(ray) => {
                let many = ray.steps_to(i64::try_from(most).unwrap_or(i64::MAX));
                for (member, share) in ray.members(many, ar) {
                    let (lost, share) = (whole(member.whole()), ar.mul(share, weight));
                    add(lost, share, times(lost, share));
                }
                let [beyond, hurts] = ray.beyond(many, ar).map(|of| ar.mul(of, weight));
                add(most, beyond, hurts);
            }
            value => {
                let lost = whole(value.whole());
                add(lost, weight, times(lost, weight));
            }
        }
    }
}
