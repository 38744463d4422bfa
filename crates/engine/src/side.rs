//! What is thrown turn by turn: a strike, a turn, a fight; and a duel, in which two do so, and whoever's turn begins next takes it.

use super::Stop;
use super::duel::{First, drains};
use super::hand::{Hand, Source};
use super::plan::Plan;
use super::scenario::Scenario;
use super::thrown::{Extent, NotThrown, Thrown, Told, set};
use super::turn::Place;
use super::value::{Value, binary};
use tohit_compile::program::{Binary, VarId};
use tohit_odds::number::Number;

/// A thrown fight or duel in which nobody falls ends after so many turns, and after fewer where all of it is told.
const MOST_TURNS: i64 = 10_000;
const MOST_TOLD: i64 = 200;

/// What is made in a turn: its strikes, and by which plan.
struct Turn {
    plan: Plan,
    places: Vec<Place>,
}

impl Turn {
    fn new(scenario: &Scenario<'_>, extent: Extent) -> Result<Self, Stop> {
        let (mut places, shown) = scenario.places()?;
        if extent == Extent::Strike {
            places = vec![Place::told(&places, shown).clone()];
        }
        Ok(Self { plan: Plan::thrown(scenario, extent), places })
    }
}

/// The scenarios of fewer attackers: in the first turn, and later, if those differ.
struct Fewer<'a> {
    first: (Scenario<'a>, Turn),
    later: Option<(Scenario<'a>, Turn)>,
}

/// Who throws: as the scenario is, and as it is from the second turn on, if that is something else.
pub(super) struct Thrower<'s, 'a> {
    scenario: &'s Scenario<'a>,
    turn: Turn,
    later: Option<(Scenario<'a>, Turn)>,
    /// The same of fewer attackers, from one on.
    fewer: Vec<Fewer<'a>>,
    extent: Extent,
    hit_points: Option<Value>,
}

impl<'s, 'a> Thrower<'s, 'a> {
    pub(super) fn new(scenario: &'s Scenario<'a>, extent: Extent) -> Result<Self, Stop> {
        scenario.begin();
        let later = (extent == Extent::Fight).then(|| scenario.later()).flatten();
        let later = later.map(|later| Ok::<_, Stop>((Turn::new(&later, extent)?, later))).transpose()?;
        let later = later.map(|(turn, later)| (later, turn));
        let (turn, hit_points) = (Turn::new(scenario, extent)?, scenario.hit_points());
        if extent == Extent::Fight && hit_points.is_none() {
            return Err(scenario.no_hit_points());
        }
        if extent == Extent::Fight && turn.places.is_empty() {
            return Err(scenario.stop(scenario.mode.falls.when, "there is no strike in a turn"));
        }
        Ok(Self { scenario, turn, later, fewer: Vec::new(), extent, hit_points })
    }

    /// The same with what fewer attackers do.
    fn of_fewer(mut self) -> Result<Self, Stop> {
        let extent = self.extent;
        let with_turn = |scenario: Scenario<'a>| Ok::<_, Stop>((Turn::new(&scenario, extent)?, scenario));
        for (first, later) in self.scenario.of_fewer() {
            let (turn, first) = with_turn(first)?;
            let later = later.map(with_turn).transpose()?.map(|(turn, later)| (later, turn));
            self.fewer.push(Fewer { first: (first, turn), later });
        }
        Ok(self)
    }

    /// Scenario of so many attackers in the first turn, or later.
    fn turn(&self, attackers: usize, is_first: bool) -> (&Scenario<'a>, &Turn) {
        let fewer = attackers.checked_sub(1).and_then(|place| self.fewer.get(place));
        let (scenario, turn) =
            fewer.map_or((self.scenario, &self.turn), |Fewer { first, .. }| (&first.0, &first.1));
        let later = fewer.map_or(&self.later, |fewer| &fewer.later).as_ref().filter(|_| !is_first);
        later.map_or((scenario, turn), |(later, turn)| (later, turn))
    }

    fn scenarios(&self) -> impl Iterator<Item = &Scenario<'a>> {
        [self.scenario].into_iter().chain(self.later.as_ref().map(|(later, _)| later))
    }

    /// Begins against so many bodies.
    fn begin(&self, whose: Option<First>, bodies: usize) -> Side<'_, 's, 'a> {
        let fewer = self.fewer.iter().flat_map(|fewer| {
            [&fewer.first.0].into_iter().chain(fewer.later.as_ref().map(|(later, _)| later))
        });
        self.scenarios().chain(fewer).for_each(Scenario::begin);
        let names = self.scenario.names_at(None);
        let thrown = Thrown::default();
        let next = Number::ZERO;
        Side { thrower: self, whose, thrown, names, bodies: (bodies, bodies), down: 0, next, stuck: false }
    }

    pub(super) fn throw(&self, source: &mut Source, log: bool) -> Result<Thrown, NotThrown> {
        let (mut hand, mut side) = (Hand::new(source, log), self.begin(None, 1));
        let attackers = self.scenario.attackers();
        side.turn(attackers, &mut hand)?;
        while self.extent == Extent::Fight && side.goes_on(log) {
            side.turn(attackers, &mut hand)?;
        }
        let is_usual = self.extent != Extent::Fight || self.scenarios().all(Scenario::is_usual);
        let thrown = side.thrown();
        Ok(Thrown { began: thrown.began.filter(|_| !is_usual), log: whole(hand)?, ..thrown })
    }
}

/// One who strikes, under way.
struct Side<'t, 's, 'a> {
    thrower: &'t Thrower<'s, 'a>,
    /// Which of the two it is, in a duel.
    whose: Option<First>,
    thrown: Thrown,
    names: Vec<Value>,
    /// The bodies of who is struck: how many stand, of how many.
    bodies: (usize, usize),
    /// Loss of the first body.
    down: i64,
    /// When the next turn begins, in the game's usual turns.
    next: Number,
    /// A turn in which nothing is rolled and nothing changes is the same for ever: a log ends with it.
    stuck: bool,
}

impl Side<'_, '_, '_> {
    fn goes_on(&self, log: bool) -> bool {
        !self.thrown.fell && !self.stuck && self.thrown.turns < most(log)
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
    fn fells(&mut self, hand: &mut Hand<'_>) {
        let (stand, all) = self.bodies;
        if let (Some(whose), true) = (self.whose, all > 1) {
            hand.tell(Told::Falls(whose.other(), all - stand + 1));
        }
        self.bodies.0 = stand.saturating_sub(1);
        self.thrown.fell = self.bodies.0 == 0;
        if self.thrown.fell {
            return;
        }
        self.down = 0;
        let scenario = self.thrower.scenario;
        for (slot, carry) in (0..).zip(&scenario.mode.carries).filter(|(_, carry)| carry.this_body) {
            set(&mut self.names, VarId(slot), scenario.fixed(carry.value));
        }
    }

    fn thrown(self) -> Thrown {
        Thrown { left: self.left(), ..self.thrown }
    }

    /// Carried values, loss, and number of standing bodies.
    fn lasting(&self) -> (Vec<Value>, i64, usize) {
        let carried = self.names.iter().zip(&self.thrower.scenario.mode.carries);
        let carried = carried.filter(|(_, carry)| !carry.this_turn);
        (carried.map(|(value, _)| value.clone()).collect(), self.down, self.bodies.0)
    }

    /// A turn of so many attackers: what the first of them gets back.
    fn turn(&mut self, attackers: usize, hand: &mut Hand<'_>) -> Result<i64, NotThrown> {
        let Thrower { scenario, extent, hit_points, .. } = self.thrower;
        let (mode, is_first) = (scenario.mode, self.thrown.turns == 0);
        let (now, Turn { plan, places }) = self.thrower.turn(attackers, is_first);
        self.thrown.turns += 1;
        self.thrown.began = Some(self.next.clone());
        for (slot, carry) in (0..).zip(&mode.carries).filter(|(_, carry)| carry.this_turn && !is_first) {
            set(&mut self.names, VarId(slot), scenario.fixed(carry.value));
        }
        let is_fight = *extent == Extent::Fight;
        if is_fight {
            hand.tell(Told::Turn(self.whose, self.thrown.turns));
        }
        let before = hand.log.as_ref().map(|log| (log.len(), self.lasting()));
        let regardless = mode.turn.as_ref().is_some_and(|turn| turn.regardless);
        let (mut gained, mut earlier) = (0i64, 0i64);
        for (place, number) in places.iter().zip(1usize..) {
            if places.len() > 1 {
                hand.tell(Told::Strike(number));
            }
            if let Some((slot, value)) = &place.item {
                set(&mut self.names, *slot, value.clone());
            }
            if let Some(slot) = mode.earlier {
                set(&mut self.names, slot, earlier.into());
            }
            if let Some(slot) = mode.left {
                let left = hit_points.as_ref();
                let left = left.and_then(|all| binary(Binary::Subtract, all, &self.down.into()).ok());
                set(&mut self.names, slot, left.unwrap_or(Value::Absent));
            }
            let struck = now.throw_strike(plan, hand, &mut self.names);
            if let Some(misfit) = hand.misfit.take() {
                return Err(NotThrown::Misfit(misfit, hand.log.take().unwrap_or_default()));
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
                self.fells(hand);
            }
            if self.thrown.fell && (!regardless || is_fight) {
                break;
            }
        }
        if let (Some(whose), Some(left)) = (self.whose, self.left()) {
            hand.tell(Told::Has(whose.other(), left));
        }
        if let (Some(points), true, false) = (hit_points, is_fight, self.thrown.fell) {
            let lasts = now.lasts(&self.names)?;
            let then = now.between(&mut self.names, (points, self.down), plan.asks.left_out)?;
            if then != self.down {
                self.down = then;
                hand.tell(Told::Left(points.whole().unwrap_or_default().saturating_sub(then)));
                if now.fallen(points, then) {
                    self.fells(hand);
                }
            }
            self.next = self.next.plus(&lasts).map_err(|wrong| scenario.wrong_time(&wrong))?;
            self.stuck = before.is_some_and(|(from, before)| {
                let mut told = hand.log.iter().flatten().skip(from);
                before == self.lasting() && told.all(|told| !matches!(told, Told::Roll { .. }))
            });
            self.stuck = self.stuck && gained == 0 && (!is_first || self.thrower.later.is_none());
        }
        Ok(gained)
    }

    /// A turn of a duel: what this side gets back the other has less to make it lose.
    fn turn_against(
        &mut self,
        other: &mut Self,
        attackers: usize,
        hand: &mut Hand<'_>,
    ) -> Result<(), NotThrown> {
        let gained = self.turn(attackers, hand)?;
        if gained > 0 {
            other.down = other.down.saturating_sub(gained).max(0);
            other.stuck = false;
            if let (Some(whose), Some(left)) = (self.whose, other.left()) {
                hand.tell(Told::Has(whose, left));
            }
        }
        Ok(())
    }
}

const fn most(log: bool) -> i64 {
    if log { MOST_TOLD } else { MOST_TURNS }
}

/// The log, when all is thrown: a script has to be at its end.
fn whole(hand: Hand<'_>) -> Result<Vec<Told>, NotThrown> {
    let log = hand.log.unwrap_or_default();
    let more = if let Source::Script(left) = hand.source { left.len() } else { 0 };
    let message = match more {
        0 => return Ok(log),
        1 => "the script has one roll more than the rule makes".to_owned(),
        many => format!("the script has {many} rolls more than the rule makes"),
    };
    Err(NotThrown::Misfit(message, log))
}

/// A duel that is thrown: of this scenario's attacker with that of another, which strikes back.
pub struct DuelThrower<'s, 'a> {
    mine: Thrower<'s, 'a>,
    theirs: Thrower<'s, 'a>,
    first: First,
}

impl<'s, 'a> DuelThrower<'s, 'a> {
    /// Makes them ready.
    ///
    /// # Errors
    /// As for [`Scenario::duel`].
    pub fn new(mine: &'s Scenario<'a>, theirs: &'s Scenario<'a>, first: First) -> Result<Self, Stop> {
        let [mine, theirs] = [Thrower::new(mine, Extent::Fight)?, Thrower::new(theirs, Extent::Fight)?];
        drains(mine.scenarios().chain(theirs.scenarios()), first)?;
        let (mine, theirs) = (mine.of_fewer()?, theirs.of_fewer()?);
        Ok(Self { mine, theirs, first })
    }

    /// Throws it: what the attacker threw, with the log of both if it is asked for, and what the defender threw, who strikes back. What each has left is
    /// told with what the other threw.
    ///
    /// # Errors
    /// When the duel is refused, or a script does not fit.
    pub fn throw(&self, source: &mut Source, log: bool) -> Result<[Thrown; 2], NotThrown> {
        let mut hand = Hand::new(source, log);
        let (attackers, defenders) = (self.mine.scenario.attackers(), self.theirs.scenario.attackers());
        let mut mine = self.mine.begin(Some(First::Attacker), defenders);
        let mut theirs = self.theirs.begin(Some(First::Defender), attackers);
        for (who, by) in [(First::Attacker, &theirs), (First::Defender, &mine)] {
            hand.tell(Told::Has(who, by.left().unwrap_or_default()));
        }
        let stands = |side: &Side<'_, '_, '_>| !side.thrown.fell;
        while stands(&mine)
            && stands(&theirs)
            && !(mine.stuck && theirs.stuck)
            && mine.thrown.turns + theirs.thrown.turns < most(log)
        {
            let next = self.first.next(&mine.next, &theirs.next);
            let (attackers, defenders) = (theirs.bodies.0, mine.bodies.0);
            if next != First::Defender {
                mine.turn_against(&mut theirs, attackers, &mut hand)?;
            }
            if next != First::Attacker {
                theirs.turn_against(&mut mine, defenders, &mut hand)?;
            }
        }
        Ok([Thrown { log: whole(hand)?, ..mine.thrown() }, theirs.thrown()])
    }
}
