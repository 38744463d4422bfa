//! Samples of turns, fights and duels.

use crate::duel::clock::First;
use crate::duel::drain::drains;
use crate::duel::left_on_foe;
use crate::extent::Extent;
use crate::reduced_strike::ReducedStrike;
use crate::sampler::evaluation::{Evaluation, Recorder};
use crate::sampler::script::{DiceSource, Sampler};
use crate::sampler::trace::{Sample, SampleError, TraceEvent};
use crate::scenario::Scenario;
use crate::turn::evaluator::own_left;
use crate::turn::positions::StrikePosition;
use crate::turn::rules::{LeftOnFoe, TurnEnd, TurnRules, set_name};
use crate::value::{Value, binary};
use tohit_compile::program::Binary;
use tohit_odds::Arithmetic;
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Limit of the turns of a sampled fight or duel, and of one with a trace.
const MOST_TURNS: i64 = 10_000;
const MOST_LOGGED: i64 = 200;
/// The odds of a duel close where less than 10^-12 is left.
const DIGITS: i32 = 12;

impl Scenario<'_> {
    /// Samples a strike, a turn or a fight, with a trace if `log` asks for it.
    ///
    /// ```
    /// use tohit_engine::{DiceSource, Extent, Run};
    ///
    /// let text = "rules 1 \"Arena\"
    /// endings
    ///   miss: miss
    ///   hit: hit
    /// strike
    ///   end miss if d20 + 5 < 12
    ///   end hit lose d8
    /// ";
    /// let program = tohit_compile::compile(text).unwrap();
    /// let scenario = program.scenario(0, program.sheets(0, &[]).unwrap()).unwrap();
    /// let mut dice = DiceSource::script(&["15".to_owned(), "6".to_owned()]);
    /// let sample = scenario.sample(&mut dice, Extent::Strike, true).unwrap();
    /// assert_eq!((scenario.word(sample.ending), sample.lost), ("hit", 6));
    /// ```
    ///
    /// # Errors
    /// When the scenario is refused, or a script does not fit.
    pub fn sample(&self, source: &mut DiceSource, extent: Extent, log: bool) -> Result<Sample, SampleError> {
        FightSampler::new(self, extent)?.sample(source, log)
    }

    /// Samples so often, without a trace.
    ///
    /// # Errors
    /// When the scenario is refused.
    pub fn samples(
        &self,
        source: &mut DiceSource,
        extent: Extent,
        times: u32,
    ) -> Result<Vec<Sample>, SampleError> {
        let sampler = FightSampler::new(self, extent)?;
        (0..times).map(|_| sampler.sample(source, false)).collect()
    }
}

/// Strikes of a turn, and their reduced strike.
struct SampledTurn {
    reduced: ReducedStrike,
    strikes: Vec<StrikePosition>,
}

impl SampledTurn {
    fn new(scenario: &Scenario<'_>, extent: Extent) -> Result<Self, Diagnostic> {
        let (mut strikes, shown) = scenario.strikes()?;
        if extent == Extent::Strike {
            strikes = vec![StrikePosition::shown(&strikes, shown).clone()];
        }
        Ok(Self { reduced: ReducedStrike::sampled(scenario, extent), strikes })
    }
}

/// Scenarios of fewer attackers: in the first turn, and later, if that differs.
struct FewerSampled<'a> {
    first: (Scenario<'a>, SampledTurn),
    later: Option<(Scenario<'a>, SampledTurn)>,
}

/// Sampler of a scenario, and of its later turns, if they differ.
pub(crate) struct FightSampler<'s, 'a> {
    scenario: &'s Scenario<'a>,
    rules: TurnRules<'s, 'a>,
    turn: SampledTurn,
    later: Option<(Scenario<'a>, SampledTurn)>,
    /// Scenarios of 1, 2, ... fewer attackers.
    fewer: Vec<FewerSampled<'a>>,
    extent: Extent,
    hit_points: Option<Value>,
    /// Hit points of the striker, and the loss at which it falls, where they are followed.
    own: Option<(Value, i64)>,
}

impl<'s, 'a> FightSampler<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, extent: Extent) -> Result<Self, Diagnostic> {
        scenario.begin();
        let later = extent.is_fight().then(|| scenario.later()).flatten();
        let later =
            later.map(|later| Ok::<_, Diagnostic>((SampledTurn::new(&later, extent)?, later))).transpose()?;
        let later = later.map(|(turn, later)| (later, turn));
        let (turn, hit_points) = (SampledTurn::new(scenario, extent)?, scenario.hit_points());
        if extent.is_fight() && hit_points.is_none() {
            return Err(scenario.no_hit_points());
        }
        if extent.is_fight() && turn.strikes.is_empty() {
            return Err(scenario.error_at(scenario.mode.falls.when, "there is no strike in a turn"));
        }
        let rules = TurnRules::unreduced(scenario);
        let own = scenario.own_hit_points().zip(scenario.own_falls_at());
        Ok(Self { scenario, rules, turn, later, fewer: Vec::new(), extent, hit_points, own })
    }

    /// The sampler of a duel: the other side's strikes lower the striker's hit points.
    fn against(mut self, other: &Scenario<'_>) -> Self {
        self.own = other.hit_points().zip(other.falls_at());
        self
    }

    /// The sampler with fewer attackers.
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
        let fewer = attackers.checked_sub(1).and_then(|index| self.fewer.get(index));
        let (scenario, turn) =
            fewer.map_or((self.scenario, &self.turn), |FewerSampled { first, .. }| (&first.0, &first.1));
        let later = fewer.map_or(&self.later, |fewer| &fewer.later).as_ref().filter(|_| !is_first);
        later.map_or((scenario, turn), |(later, turn)| (later, turn))
    }

    /// Scenarios of the first turn and of later ones, if they differ.
    fn phases(&self) -> [Option<&Scenario<'a>>; 2] {
        [Some(self.scenario), self.later.as_ref().map(|(later, _)| later)]
    }

    fn scenarios(&self) -> impl Iterator<Item = &Scenario<'a>> {
        self.phases().into_iter().flatten()
    }

    /// State at the beginning, against so many bodies.
    fn begin(&self, whose: Option<First>, bodies: usize) -> SideState<'_, 's, 'a> {
        let fewer = self.fewer.iter().flat_map(|fewer| {
            [&fewer.first.0].into_iter().chain(fewer.later.as_ref().map(|(later, _)| later))
        });
        self.scenarios().chain(fewer).for_each(Scenario::begin);
        let names = self.rules.names_before(&StrikePosition::ALONE);
        // Of no strike at all.
        let endings = &self.scenario.rules.endings;
        let none = endings.iter().find(|ending| !ending.class.hits()).or(endings.first());
        let sample = Sample { ending: none.map(|none| none.word).unwrap_or_default(), ..Sample::default() };
        let next = Number::ZERO;
        SideState {
            sampler: self,
            whose,
            sample,
            names,
            bodies: (bodies, bodies),
            down: 0,
            own_down: 0,
            is_spent: false,
            next,
            is_stationary: false,
        }
    }

    pub(crate) fn sample(&self, source: &mut DiceSource, log: bool) -> Result<Sample, SampleError> {
        let (mut sampler, mut side) = (Sampler::new(source, log), self.begin(None, 1));
        let attackers = self.scenario.attackers();
        side.turn(attackers, &mut sampler)?;
        while self.extent.is_fight() && side.goes_on(log) && !side.is_spent {
            side.turn(attackers, &mut sampler)?;
        }
        let is_usual = !self.extent.is_fight() || self.scenarios().all(Scenario::is_usual);
        let ended = side.sample.fell || side.is_stationary || side.is_spent;
        let goes_on = self.extent.is_fight() && !ended;
        let sample = Sample { stopped: goes_on, ..side.into_sample() };
        let evaluations = evaluations(&mut sampler);
        let began = sample.began.filter(|_| !is_usual);
        Ok(Sample { began, log: whole(sampler)?, evaluations, ..sample })
    }
}

/// State of a side.
struct SideState<'t, 's, 'a> {
    sampler: &'t FightSampler<'s, 'a>,
    /// Side of a duel.
    whose: Option<First>,
    sample: Sample,
    names: Vec<Value>,
    /// Standing bodies that are struck, and all of them.
    bodies: (usize, usize),
    /// Loss of the first body.
    down: i64,
    /// Loss of the striker.
    own_down: i64,
    /// True where the striker has fallen by what it paid.
    is_spent: bool,
    /// Beginning of the next turn, in the game's normal turns.
    next: Number,
    /// True after a turn without a draw and without a change: it would repeat for ever, so a trace ends with
    /// it.
    is_stationary: bool,
}

impl SideState<'_, '_, '_> {
    fn goes_on(&self, log: bool) -> bool {
        !self.sample.fell && !self.is_stationary && self.sample.turns < most(log)
    }

    /// Gain and price of a strike of the first body.
    fn returns(&mut self, gain: i64, pay: i64) {
        self.own_down = TurnRules::own_loss(self.own_down, gain.saturating_sub(pay));
        let falls_at = self.sampler.own.as_ref().map(|(_, falls_at)| *falls_at);
        self.is_spent = pay > gain && falls_at.is_some_and(|falls_at| self.own_down >= falls_at);
    }

    /// Hit points left of the struck side.
    fn left(&self) -> Option<i64> {
        let points = self.sampler.hit_points.as_ref()?.whole().unwrap_or_default();
        let others = i64::try_from(self.bodies.0.saturating_sub(1)).unwrap_or(i64::MAX);
        let left = points.saturating_sub(self.down);
        let whole = left.max(0).saturating_add(points.saturating_mul(others));
        Some(if self.sample.fell {
            0
        } else if others > 0 {
            whole
        } else {
            left
        })
    }

    /// The first body falls after a strike, and the next one is whole: the first strike against it.
    fn body_falls(&mut self, strike: usize, sampler: &mut Sampler<'_>) -> Option<usize> {
        let (stand, all) = self.bodies;
        if let (Some(whose), true) = (self.whose, all > 1) {
            sampler.record(TraceEvent::Falls(whose.other(), all - stand + 1));
        }
        self.bodies.0 = stand.saturating_sub(1);
        self.sample.fell = self.bodies.0 == 0;
        if self.sample.fell {
            return None;
        }
        self.down = 0;
        Some(self.sampler.rules.next_body(strike, &mut self.names))
    }

    fn into_sample(self) -> Sample {
        Sample { left: self.left(), bodies: self.bodies, ..self.sample }
    }

    /// Carried values, loss, and number of standing bodies.
    fn state(&self) -> (Vec<Value>, i64, usize) {
        let carried = self.names.iter().take(self.sampler.scenario.mode.carries.len());
        (carried.cloned().collect(), self.down, self.bodies.0)
    }

    /// Samples a turn of so many attackers. What the first of them gains and pays changes its loss: true where
    /// there was any.
    fn turn(&mut self, attackers: usize, sampler: &mut Sampler<'_>) -> Result<bool, SampleError> {
        let FightSampler { scenario, rules, extent, hit_points, own, .. } = self.sampler;
        let is_first = self.sample.turns == 0;
        let (now, SampledTurn { reduced, strikes }) = self.sampler.turn(attackers, is_first);
        self.sample.turns += 1;
        self.sample.began = Some(self.next.clone());
        let is_fight = extent.is_fight();
        if is_fight {
            sampler.record(TraceEvent::Turn(self.whose, self.sample.turns));
        }
        let before = sampler.log.as_ref().map(|log| (log.len(), self.state()));
        let (mut is_returned, mut since) = (false, 0);
        let many = now.sample_number_of_strikes(sampler, &mut self.names, *extent)?.unwrap_or(strikes.len());
        if let Some(misfit) = sampler.misfit.take() {
            return Err(SampleError::Misfit(misfit, sampler.log.take().unwrap_or_default()));
        }
        for position in strikes.iter().take(many) {
            if strikes.len() > 1 {
                sampler.record(TraceEvent::Strike(position.number + 1));
            }
            let left = hit_points.as_ref();
            let left = left.and_then(|all| binary(Binary::Subtract, all, &self.down.into()).ok());
            let own = own.as_ref().map(|(points, _)| own_left(points, self.own_down));
            for (slot, value) in rules.before_strike(position, since, [left, own]) {
                set_name(&mut self.names, slot, value);
            }
            let struck = now.sample_strike(reduced, sampler, &mut self.names);
            if let Some(misfit) = sampler.misfit.take() {
                return Err(SampleError::Misfit(misfit, sampler.log.take().unwrap_or_default()));
            }
            let (ending, [lose, gain, pay], kill) = struck?;
            self.sample.strikes += 1;
            self.sample.ending = ending;
            self.sample.lost = self.sample.lost.saturating_add(lose);
            self.down = self.down.saturating_add(lose);
            if TurnRules::gains(position.number, strikes.len(), attackers) {
                self.returns(gain, pay);
                is_returned |= gain > 0 || pay > 0;
            }
            if !self.sample.fell && (kill || rules.falls(self.down)) {
                since = self.body_falls(position.number, sampler).unwrap_or(since);
            }
            if self.sample.fell && !rules.goes_on_after_fall(*extent) || self.is_spent {
                break;
            }
        }
        if let (Some(whose), Some(left)) = (self.whose, self.left()) {
            sampler.record(TraceEvent::Has(whose.other(), left));
        }
        if let (None, Some((points, _)), true) = (self.whose, own, is_fight) {
            let left = own_left(points, self.own_down).whole().unwrap_or_default();
            sampler.record(TraceEvent::Has(First::Attacker, left.max(0)));
        }
        let is_over = self.sample.fell || self.is_spent;
        if let (Some(points), true, false) = (hit_points, is_fight, is_over) {
            let lasts = now.lasts(&self.names)?;
            let TurnEnd { lost, falls } = rules.end_turn(now, &mut self.names, (points, self.down))?;
            if lost != self.down {
                self.down = lost;
                sampler.record(TraceEvent::Left(points.whole().unwrap_or_default().saturating_sub(lost)));
                if falls {
                    self.body_falls(0, sampler);
                }
            }
            self.next = self.next.plus(&lasts).map_err(|wrong| scenario.wrong_time(&wrong))?;
            self.is_stationary = before.is_some_and(|(from, before)| {
                let mut events = sampler.log.iter().flatten().skip(from);
                before == self.state() && events.all(|event| !matches!(event, TraceEvent::Roll { .. }))
            });
            self.is_stationary =
                self.is_stationary && !is_returned && (!is_first || self.sampler.later.is_none());
        }
        Ok(is_returned)
    }

    /// Samples a turn of a duel. What this side gains and pays changes the loss that the other side deals.
    fn turn_against(
        &mut self,
        other: &mut Self,
        attackers: usize,
        sampler: &mut Sampler<'_>,
    ) -> Result<(), SampleError> {
        self.own_down = other.down;
        if self.turn(attackers, sampler)? {
            other.down = self.own_down;
            other.is_stationary = false;
            if self.is_spent {
                other.body_falls(0, sampler);
            }
            if let (Some(whose), Some(left)) = (self.whose, other.left()) {
                sampler.record(TraceEvent::Has(whose, left));
            }
        }
        Ok(())
    }
}

impl SideState<'_, '_, '_> {
    /// A turn of a duel has ended: the other side reads what it left.
    fn leaves(&mut self, on_foe: &[LeftOnFoe], other: &mut Self) {
        let (initial, before) = (self.sampler.rules.initial(), other.names.clone());
        on_foe.iter().for_each(|one| one.end_turn(&mut self.names, &mut other.names, &initial));
        other.is_stationary &= before == other.names;
    }
}

const fn most(log: bool) -> i64 {
    if log { MOST_LOGGED } else { MOST_TURNS }
}

/// Evaluations of the last strike that rolled anything.
fn evaluations(sampler: &mut Sampler<'_>) -> Vec<(usize, Evaluation)> {
    sampler.recorder.take().map_or_else(Vec::new, Recorder::end)
}

/// Trace of a complete sample: a script has to be at its end.
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

/// Sampler of a duel.
pub struct DuelSampler<'s, 'a> {
    mine: FightSampler<'s, 'a>,
    theirs: FightSampler<'s, 'a>,
    first: First,
    /// Variables that each side leaves on the other.
    on_foe: [Vec<LeftOnFoe>; 2],
}

impl<'s, 'a> DuelSampler<'s, 'a> {
    /// Sampler of a duel of this scenario's attacker with that of another, which strikes back.
    ///
    /// # Errors
    /// Errors of [`Scenario::duel`].
    pub fn new(mine: &'s Scenario<'a>, theirs: &'s Scenario<'a>, first: First) -> Result<Self, Diagnostic> {
        let [mine, theirs] =
            [FightSampler::new(mine, Extent::Fight)?, FightSampler::new(theirs, Extent::Fight)?];
        // The odds decide whether a strike that can come gives anything back.
        let on_foe = [(&mine, &theirs), (&theirs, &mine)]
            .map(|(one, other)| left_on_foe(one.phases(), other.phases()));
        let has_bodies = mine.scenario.attackers() > 1 || theirs.scenario.attackers() > 1;
        let asks = first == First::Together && drains(mine.scenarios().chain(theirs.scenarios()))
            || has_bodies && on_foe.iter().any(|all| !all.is_empty());
        if asks {
            mine.scenario.duel(theirs.scenario, first, &Arithmetic::Floats, DIGITS)?;
        }
        let (my_scenario, their_scenario) = (mine.scenario, theirs.scenario);
        let mine = mine.with_fewer_attackers()?.against(their_scenario);
        let theirs = theirs.with_fewer_attackers()?.against(my_scenario);
        Ok(Self { mine, theirs, first, on_foe })
    }

    /// Samples the duel: the attacker's sample, with the trace of both if it is asked for, and the
    /// defender's. The hit points left of a side are in the other's sample.
    ///
    /// # Errors
    /// When the duel is refused, or a script does not fit.
    pub fn sample(&self, source: &mut DiceSource, log: bool) -> Result<[Sample; 2], SampleError> {
        let mut sampler = Sampler::new(source, log);
        let (attackers, defenders) = (self.mine.scenario.attackers(), self.theirs.scenario.attackers());
        let mut mine = self.mine.begin(Some(First::Attacker), defenders);
        let mut theirs = self.theirs.begin(Some(First::Defender), attackers);
        for (who, by) in [(First::Attacker, &theirs), (First::Defender, &mine)] {
            sampler.record(TraceEvent::Has(who, by.left().unwrap_or_default()));
        }
        let stands = |side: &SideState<'_, '_, '_>| !side.sample.fell;
        let goes_on = |mine: &SideState<'_, '_, '_>, theirs: &SideState<'_, '_, '_>| {
            stands(mine) && stands(theirs) && !(mine.is_stationary && theirs.is_stationary)
        };
        while goes_on(&mine, &theirs) && mine.sample.turns + theirs.sample.turns < most(log) {
            let next = self.first.next(&mine.next, &theirs.next);
            let (attackers, defenders) = (theirs.bodies.0, mine.bodies.0);
            let [on_foe, back_on_foe] = &self.on_foe;
            // Strikes at once do not change each other.
            match next {
                First::Attacker => {
                    on_foe.iter().for_each(|one| one.begin_turn(&mut mine.names, &theirs.names))
                }
                First::Defender => {
                    back_on_foe.iter().for_each(|one| one.begin_turn(&mut theirs.names, &mine.names));
                }
                First::Together => {}
            }
            if next != First::Defender {
                mine.turn_against(&mut theirs, attackers, &mut sampler)?;
            }
            if next != First::Attacker {
                theirs.turn_against(&mut mine, defenders, &mut sampler)?;
            }
            if next != First::Defender {
                mine.leaves(on_foe, &mut theirs);
            }
            if next != First::Attacker {
                theirs.leaves(back_on_foe, &mut mine);
            }
        }
        let stopped = goes_on(&mine, &theirs);
        let evaluations = evaluations(&mut sampler);
        Ok([
            Sample { stopped, log: whole(sampler)?, evaluations, ..mine.into_sample() },
            theirs.into_sample(),
        ])
    }
}
