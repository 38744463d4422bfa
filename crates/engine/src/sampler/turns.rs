//! What is thrown turn by turn: a strike, a turn, a fight; and a duel, in which two do so, and whoever's turn begins next takes it.

use crate::duel::clock::First;
use crate::duel::drain::drains;
use crate::extent::Extent;
use crate::reduced_strike::ReducedStrike;
use crate::sampler::script::{DiceSource, Sampler};
use crate::sampler::trace::{Sample, SampleError, TraceEvent};
use crate::scenario::Scenario;
use crate::scenario::positions::{StrikePosition, set_name};
use crate::value::{Value, binary};
use tohit_compile::program::{Binary, VarId};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// A thrown fight or duel in which nobody falls ends after so many turns, and after fewer where all of it is told.
const MOST_TURNS: i64 = 10_000;
const MOST_LOGGED: i64 = 200;

impl Scenario<'_> {
    /// Throws a strike, a turn or a fight. A log is kept if it is asked for.
    ///
    /// # Errors
    /// When the scenario is refused, or a script does not fit.
    pub fn throw(&self, source: &mut DiceSource, extent: Extent, log: bool) -> Result<Sample, SampleError> {
        FightSampler::new(self, extent)?.throw(source, log)
    }

    /// Throws so often, without a log.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn throws(
        &self,
        source: &mut DiceSource,
        extent: Extent,
        times: u32,
    ) -> Result<Vec<Sample>, SampleError> {
        let thrower = FightSampler::new(self, extent)?;
        (0..times).map(|_| thrower.throw(source, false)).collect()
    }
}

/// What is made in a turn: its strikes, and by which plan.
struct SampledTurn {
    plan: ReducedStrike,
    places: Vec<StrikePosition>,
}

impl SampledTurn {
    fn new(scenario: &Scenario<'_>, extent: Extent) -> Result<Self, Diagnostic> {
        let (mut places, shown) = scenario.places()?;
        if extent == Extent::Strike {
            places = vec![StrikePosition::shown(&places, shown).clone()];
        }
        Ok(Self { plan: ReducedStrike::thrown(scenario, extent), places })
    }
}

/// The scenarios of fewer attackers: in the first turn, and later, if those differ.
struct FewerSampled<'a> {
    first: (Scenario<'a>, SampledTurn),
    later: Option<(Scenario<'a>, SampledTurn)>,
}

/// Who throws: as the scenario is, and as it is from the second turn on, if that is something else.
pub(crate) struct FightSampler<'s, 'a> {
    scenario: &'s Scenario<'a>,
    turn: SampledTurn,
    later: Option<(Scenario<'a>, SampledTurn)>,
    /// The same of fewer attackers, from one on.
    fewer: Vec<FewerSampled<'a>>,
    extent: Extent,
    hit_points: Option<Value>,
}

impl<'s, 'a> FightSampler<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, extent: Extent) -> Result<Self, Diagnostic> {
        scenario.begin();
        let later = (extent == Extent::Fight).then(|| scenario.later()).flatten();
        let later =
            later.map(|later| Ok::<_, Diagnostic>((SampledTurn::new(&later, extent)?, later))).transpose()?;
        let later = later.map(|(turn, later)| (later, turn));
        let (turn, hit_points) = (SampledTurn::new(scenario, extent)?, scenario.hit_points());
        if extent == Extent::Fight && hit_points.is_none() {
            return Err(scenario.no_hit_points());
        }
        if extent == Extent::Fight && turn.places.is_empty() {
            return Err(scenario.stop(scenario.mode.falls.when, "there is no strike in a turn"));
        }
        Ok(Self { scenario, turn, later, fewer: Vec::new(), extent, hit_points })
    }

    /// The same with what fewer attackers do.
    fn with_fewer_attackers(mut self) -> Result<Self, Diagnostic> {
        let extent = self.extent;
        let with_turn =
            |scenario: Scenario<'a>| Ok::<_, Diagnostic>((SampledTurn::new(&scenario, extent)?, scenario));
        for (first, later) in self.scenario.with_fewer_attackers() {
            let (turn, first) = with_turn(first)?;
            let later = later.map(with_turn).transpose()?.map(|(turn, later)| (later, turn));
            self.fewer.push(FewerSampled { first: (first, turn), later });
        }
        Ok(self)
    }

    /// Scenario of so many attackers in the first turn, or later.
    fn turn(&self, attackers: usize, is_first: bool) -> (&Scenario<'a>, &SampledTurn) {
        let fewer = attackers.checked_sub(1).and_then(|place| self.fewer.get(place));
        let (scenario, turn) =
            fewer.map_or((self.scenario, &self.turn), |FewerSampled { first, .. }| (&first.0, &first.1));
        let later = fewer.map_or(&self.later, |fewer| &fewer.later).as_ref().filter(|_| !is_first);
        later.map_or((scenario, turn), |(later, turn)| (later, turn))
    }

    fn scenarios(&self) -> impl Iterator<Item = &Scenario<'a>> {
        [self.scenario].into_iter().chain(self.later.as_ref().map(|(later, _)| later))
    }

    /// Begins against so many bodies.
    fn begin(&self, whose: Option<First>, bodies: usize) -> SideState<'_, 's, 'a> {
        let fewer = self.fewer.iter().flat_map(|fewer| {
            [&fewer.first.0].into_iter().chain(fewer.later.as_ref().map(|(later, _)| later))
        });
        self.scenarios().chain(fewer).for_each(Scenario::begin);
        let names = self.scenario.names_at(None);
        let thrown = Sample::default();
        let next = Number::ZERO;
        SideState {
            thrower: self,
            whose,
            thrown,
            names,
            bodies: (bodies, bodies),
            down: 0,
            next,
            is_stationary: false,
        }
    }

    pub(crate) fn throw(&self, source: &mut DiceSource, log: bool) -> Result<Sample, SampleError> {
        let (mut sampler, mut side) = (Sampler::new(source, log), self.begin(None, 1));
        let attackers = self.scenario.attackers();
        side.turn(attackers, &mut sampler)?;
        while self.extent == Extent::Fight && side.goes_on(log) {
            side.turn(attackers, &mut sampler)?;
        }
        let is_usual = self.extent != Extent::Fight || self.scenarios().all(Scenario::is_usual);
        let thrown = side.thrown();
        Ok(Sample { began: thrown.began.filter(|_| !is_usual), log: whole(sampler)?, ..thrown })
    }
}

/// One who strikes, under way.
struct SideState<'t, 's, 'a> {
    thrower: &'t FightSampler<'s, 'a>,
    /// Which of the two it is, in a duel.
    whose: Option<First>,
    thrown: Sample,
    names: Vec<Value>,
    /// The bodies of who is struck: how many stand, of how many.
    bodies: (usize, usize),
    /// Loss of the first body.
    down: i64,
    /// When the next turn begins, in the game's usual turns.
    next: Number,
    /// A turn in which nothing is rolled and nothing changes is the same for ever: a log ends with it.
    is_stationary: bool,
}

impl SideState<'_, '_, '_> {
    fn goes_on(&self, log: bool) -> bool {
        !self.thrown.fell && !self.is_stationary && self.thrown.turns < most(log)
    }

    /// What is left to who is struck.
    fn left(&self) -> Option<i64> {
        let points = self.thrower.hit_points.as_ref()?.whole().unwrap_or_default();
        let others = i64::try_from(self.bodies.0.saturating_sub(1)).unwrap_or(i64::MAX);
        let left = points.saturating_sub(self.down);
        let whole = left.max(0).saturating_add(points.saturating_mul(others));
        Some(if self.thrown.fell {
            0
        } else if others > 0 {
            whole
        } else {
            left
        })
    }

    /// The body that is struck falls, and the next one, if there is one, is met as the first was.
    fn body_falls(&mut self, sampler: &mut Sampler<'_>) {
        let (stand, all) = self.bodies;
        if let (Some(whose), true) = (self.whose, all > 1) {
            sampler.record(TraceEvent::Falls(whose.other(), all - stand + 1));
        }
        self.bodies.0 = stand.saturating_sub(1);
        self.thrown.fell = self.bodies.0 == 0;
        if self.thrown.fell {
            return;
        }
        self.down = 0;
        let scenario = self.thrower.scenario;
        for (slot, carry) in (0..).zip(&scenario.mode.carries).filter(|(_, carry)| carry.this_body) {
            set_name(&mut self.names, VarId(slot), scenario.fixed(carry.value));
        }
    }

    fn thrown(self) -> Sample {
        Sample { left: self.left(), ..self.thrown }
    }

    /// Carried values, loss, and number of standing bodies.
    fn state(&self) -> (Vec<Value>, i64, usize) {
        let carried = self.names.iter().zip(&self.thrower.scenario.mode.carries);
        let carried = carried.filter(|(_, carry)| !carry.this_turn);
        (carried.map(|(value, _)| value.clone()).collect(), self.down, self.bodies.0)
    }

    /// A turn of so many attackers: what the first of them gets back.
    fn turn(&mut self, attackers: usize, sampler: &mut Sampler<'_>) -> Result<i64, SampleError> {
        let FightSampler { scenario, extent, hit_points, .. } = self.thrower;
        let (mode, is_first) = (scenario.mode, self.thrown.turns == 0);
        let (now, SampledTurn { plan, places }) = self.thrower.turn(attackers, is_first);
        self.thrown.turns += 1;
        self.thrown.began = Some(self.next.clone());
        for (slot, carry) in (0..).zip(&mode.carries).filter(|(_, carry)| carry.this_turn && !is_first) {
            set_name(&mut self.names, VarId(slot), scenario.fixed(carry.value));
        }
        let is_fight = *extent == Extent::Fight;
        if is_fight {
            sampler.record(TraceEvent::Turn(self.whose, self.thrown.turns));
        }
        let before = sampler.log.as_ref().map(|log| (log.len(), self.state()));
        let regardless = mode.turn.as_ref().is_some_and(|turn| turn.regardless);
        let (mut gained, mut earlier) = (0i64, 0i64);
        for (place, number) in places.iter().zip(1usize..) {
            if places.len() > 1 {
                sampler.record(TraceEvent::Strike(number));
            }
            if let Some((slot, value)) = &place.item {
                set_name(&mut self.names, *slot, value.clone());
            }
            if let Some(slot) = mode.earlier {
                set_name(&mut self.names, slot, earlier.into());
            }
            if let Some(slot) = mode.left {
                let left = hit_points.as_ref();
                let left = left.and_then(|all| binary(Binary::Subtract, all, &self.down.into()).ok());
                set_name(&mut self.names, slot, left.unwrap_or(Value::Absent));
            }
            let struck = now.throw_strike(plan, sampler, &mut self.names);
            if let Some(misfit) = sampler.misfit.take() {
                return Err(SampleError::Misfit(misfit, sampler.log.take().unwrap_or_default()));
            }
            let (ending, [lose, gain], kill) = struck?;
            self.thrown.strikes += 1;
            self.thrown.ending = ending;
            self.thrown.lost = self.thrown.lost.saturating_add(lose);
            self.down = self.down.saturating_add(lose);
            if (number - 1).saturating_mul(attackers) < places.len() {
                gained = gained.saturating_add(gain);
            }
            earlier += 1;
            let fallen = |all| scenario.fallen(all, self.down);
            if !self.thrown.fell && (kill || hit_points.as_ref().is_some_and(fallen)) {
                earlier = 0;
                self.body_falls(sampler);
            }
            if self.thrown.fell && (!regardless || is_fight) {
                break;
            }
        }
        if let (Some(whose), Some(left)) = (self.whose, self.left()) {
            sampler.record(TraceEvent::Has(whose.other(), left));
        }
        if let (Some(points), true, false) = (hit_points, is_fight, self.thrown.fell) {
            let lasts = now.lasts(&self.names)?;
            let then = now.end_of_turn(&mut self.names, (points, self.down), plan.criterion.left_out)?;
            if then != self.down {
                self.down = then;
                sampler.record(TraceEvent::Left(points.whole().unwrap_or_default().saturating_sub(then)));
                if now.fallen(points, then) {
                    self.body_falls(sampler);
                }
            }
            self.next = self.next.plus(&lasts).map_err(|wrong| scenario.wrong_time(&wrong))?;
            self.is_stationary = before.is_some_and(|(from, before)| {
                let mut events = sampler.log.iter().flatten().skip(from);
                before == self.state() && events.all(|event| !matches!(event, TraceEvent::Roll { .. }))
            });
            self.is_stationary =
                self.is_stationary && gained == 0 && (!is_first || self.thrower.later.is_none());
        }
        Ok(gained)
    }

    /// A turn of a duel: what this side gets back the other has less to make it lose.
    fn turn_against(
        &mut self,
        other: &mut Self,
        attackers: usize,
        sampler: &mut Sampler<'_>,
    ) -> Result<(), SampleError> {
        let gained = self.turn(attackers, sampler)?;
        if gained > 0 {
            other.down = other.down.saturating_sub(gained).max(0);
            other.is_stationary = false;
            if let (Some(whose), Some(left)) = (self.whose, other.left()) {
                sampler.record(TraceEvent::Has(whose, left));
            }
        }
        Ok(())
    }
}

const fn most(log: bool) -> i64 {
    if log { MOST_LOGGED } else { MOST_TURNS }
}

/// The log, when all is thrown: a script has to be at its end.
fn whole(sampler: Sampler<'_>) -> Result<Vec<TraceEvent>, SampleError> {
    let log = sampler.log.unwrap_or_default();
    let more = if let DiceSource::Script(left) = sampler.source { left.len() } else { 0 };
    let message = match more {
        0 => return Ok(log),
        1 => "the script has one roll more than the rule makes".to_owned(),
        many => format!("the script has {many} rolls more than the rule makes"),
    };
    Err(SampleError::Misfit(message, log))
}

/// A duel that is thrown: of this scenario's attacker with that of another, which strikes back.
pub struct DuelSampler<'s, 'a> {
    mine: FightSampler<'s, 'a>,
    theirs: FightSampler<'s, 'a>,
    first: First,
}

impl<'s, 'a> DuelSampler<'s, 'a> {
    /// Makes them ready.
    ///
    /// # Errors
    /// As for [`Scenario::duel`].
    pub fn new(mine: &'s Scenario<'a>, theirs: &'s Scenario<'a>, first: First) -> Result<Self, Diagnostic> {
        let [mine, theirs] =
            [FightSampler::new(mine, Extent::Fight)?, FightSampler::new(theirs, Extent::Fight)?];
        drains(mine.scenarios().chain(theirs.scenarios()), first)?;
        let (mine, theirs) = (mine.with_fewer_attackers()?, theirs.with_fewer_attackers()?);
        Ok(Self { mine, theirs, first })
    }

    /// Throws it: what the attacker threw, with the log of both if it is asked for, and what the defender threw, who strikes back. What each has left is
    /// told with what the other threw.
    ///
    /// # Errors
    /// When the duel is refused, or a script does not fit.
    pub fn throw(&self, source: &mut DiceSource, log: bool) -> Result<[Sample; 2], SampleError> {
        let mut sampler = Sampler::new(source, log);
        let (attackers, defenders) = (self.mine.scenario.attackers(), self.theirs.scenario.attackers());
        let mut mine = self.mine.begin(Some(First::Attacker), defenders);
        let mut theirs = self.theirs.begin(Some(First::Defender), attackers);
        for (who, by) in [(First::Attacker, &theirs), (First::Defender, &mine)] {
            sampler.record(TraceEvent::Has(who, by.left().unwrap_or_default()));
        }
        let stands = |side: &SideState<'_, '_, '_>| !side.thrown.fell;
        while stands(&mine)
            && stands(&theirs)
            && !(mine.is_stationary && theirs.is_stationary)
            && mine.thrown.turns + theirs.thrown.turns < most(log)
        {
            let next = self.first.next(&mine.next, &theirs.next);
            let (attackers, defenders) = (theirs.bodies.0, mine.bodies.0);
            if next != First::Defender {
                mine.turn_against(&mut theirs, attackers, &mut sampler)?;
            }
            if next != First::Attacker {
                theirs.turn_against(&mut mine, defenders, &mut sampler)?;
            }
        }
        Ok([Sample { log: whole(sampler)?, ..mine.thrown() }, theirs.thrown()])
    }
}
