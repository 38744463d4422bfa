//! Duels of two independent fights on one clock, until one of the two falls. Each side strikes by its own
//! scenario, in which the other is the defender.

pub(crate) mod clock;
pub(crate) mod drain;
mod joint_duel;
pub(crate) mod result;

use crate::chain::squad::Squad;
use crate::chain::transitions::FightChain;
use crate::duel::clock::{First, who_is_next};
use crate::duel::drain::drains;
use crate::duel::result::{Duel, Survivors};
use crate::fight::{FightRecursion, MOST_TURNS, list};
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::turn::rules::LeftOnFoe;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};
use tohit_syntax::diagnostics::Diagnostic;

/// Refusal of what is left on one of several bodies.
const MANY_BODIES: &str = "a duel follows what a strike leaves on the other side (carry ... on foe) for one body a side; enter 1 of each";

/// Variables that strikes of one side leave on the other, and that change its strikes, in the first turns or
/// later.
pub(crate) fn left_on_foe(
    mine: [Option<&Scenario<'_>>; 2],
    theirs: [Option<&Scenario<'_>>; 2],
) -> Vec<LeftOnFoe> {
    let ([Some(first), _], [Some(foe), _]) = (mine, theirs) else { return Vec::new() };
    let mut all = LeftOnFoe::between(first.mode, foe.mode);
    let reduced = |all: [Option<&Scenario<'_>>; 2]| all.map(|one| one.map(ReducedStrike::draining));
    let (strikes, foes) = if all.is_empty() { return all } else { (reduced(mine), reduced(theirs)) };
    all.retain(|one| {
        let mut assigns = mine.iter().flatten().zip(strikes.iter().flatten());
        assigns.any(|(scenario, reduced)| one.is_assigned(scenario, reduced))
            && foes.iter().flatten().any(|reduced| one.is_read(reduced))
    });
    all
}

/// Side of a duel: its strikes, and the other side as their defender.
struct DuelSide<'s, 'a> {
    /// Recursion of this side's strikes.
    recursion: FightRecursion<'s, 'a>,
    /// Losses of the other side.
    struck: Survivors,
    /// Probability that the other side stands.
    open: Weight,
}

impl<'s, 'a> DuelSide<'s, 'a> {
    fn new(chain: FightChain<'s, 'a>, struck: Survivors, arith: &'s Arithmetic) -> Self {
        Self { recursion: FightRecursion::new(chain, arith, true), struck, open: arith.one() }
    }

    /// Follows a turn: the probability that the other side falls in it.
    fn turn(&mut self, arith: &Arithmetic) -> Result<Weight, Diagnostic> {
        let fallen = self.recursion.turn()?;
        self.open = self.recursion.standing_weight();
        Ok(arith.sum(fallen))
    }

    /// The other side survives with its present losses, all times a scale.
    fn stands(&mut self, scale: Weight, arith: &Arithmetic) {
        for levels in self.recursion.levels() {
            self.struck.stands(levels, scale, arith);
        }
    }
}

impl Scenario<'_> {
    /// Duel of this scenario's attacker with that of another, which strikes back. The list closes where less
    /// than 10^-digits is left. A float run comes before exact runs: it finds the length of the list.
    ///
    /// ```
    /// use tohit_engine::{First, Run};
    /// use tohit_odds::Arithmetic;
    ///
    /// let text = "rules 1 \"Arena\"
    /// sheet defender
    ///   hp: 1..99 ?
    /// endings
    ///   miss: miss
    ///   hit: hit
    /// strike
    ///   end miss if d2 = 1
    ///   end hit lose 1
    /// ";
    /// let program = tohit_compile::compile(text).unwrap();
    /// let side = || program.scenario(0, program.sheets(0, &[("defender.hp".to_owned(), "1".to_owned())]).unwrap());
    /// let (attacker, defender) = (side().unwrap(), side().unwrap());
    /// let floats = Arithmetic::Floats;
    /// let duel = attacker.duel(&defender, First::Attacker, &floats, 12).unwrap();
    /// assert!((floats.to_float(duel.win) - 2.0 / 3.0).abs() < 1e-9);
    /// ```
    ///
    /// # Errors
    /// When one of them is refused, or has no hit points.
    pub fn duel(
        &self,
        back: &Self,
        first: First,
        arith: &Arithmetic,
        digits: i32,
    ) -> Result<Duel, Diagnostic> {
        self.begin();
        back.begin();
        self.horizon.begin(arith);
        let later = (self.later(), back.later());
        let scenarios = [Some(self), Some(back), later.0.as_ref(), later.1.as_ref()];
        let drains = drains(scenarios.into_iter().flatten());
        let sides = ([Some(self), later.0.as_ref()], [Some(back), later.1.as_ref()]);
        let on_foe = left_on_foe(sides.0, sides.1);
        let back_on_foe = left_on_foe(sides.1, sides.0);
        let is_left = !on_foe.is_empty() || !back_on_foe.is_empty();
        let reduced = if drains || is_left { ReducedStrike::draining } else { ReducedStrike::timed };
        let mine = FightChain::new(self, later.0.as_ref(), reduced, arith)?;
        let theirs = FightChain::new(back, later.1.as_ref(), reduced, arith)?;
        // Fights in which both strike at once and nothing comes back are independent.
        let is_together = first == First::Together;
        let (mine, theirs) =
            if is_together { (mine.without_gains()?, theirs.without_gains()?) } else { (mine, theirs) };
        let points = |of: &Self| of.hit_points().and_then(|points| points.whole()).unwrap_or_default();
        let (attackers, defenders) = (self.attackers(), back.attackers());
        let attacker = Survivors::new(points(back), (attackers, theirs.most));
        let defender = Survivors::new(points(self), (defenders, mine.most));
        if is_left && (attackers > 1 || defenders > 1) {
            return Err(self.error_at(self.mode.falls.when, MANY_BODIES));
        }
        if drains && !is_together || is_left || attackers > 1 || defenders > 1 {
            let fewer = (self.with_fewer_attackers(), back.with_fewer_attackers());
            let (each, their_each) = (theirs.most, mine.most);
            let mine = mine.with_fewer_attackers(&fewer.0, reduced, arith)?.with_own(points(back), each);
            let theirs =
                theirs.with_fewer_attackers(&fewer.1, reduced, arith)?.with_own(points(self), their_each);
            let squad = |chain, (bodies, each), struck, on_foe| Squad {
                chain,
                arith,
                bodies,
                each,
                struck,
                timed: true,
                is_joint: true,
                on_foe,
            };
            let mine = squad(mine, (attackers, each), defenders, on_foe);
            let theirs = squad(theirs, (defenders, their_each), attackers, back_on_foe);
            return self.joint((mine, theirs), (attacker, defender), first, arith, digits);
        }
        let sides = (DuelSide::new(mine, defender, arith), DuelSide::new(theirs, attacker, arith));
        self.independent(sides, first, arith, digits)
    }

    /// Duel of two independent fights.
    fn independent(
        &self,
        (mut mine, mut theirs): (DuelSide<'_, '_>, DuelSide<'_, '_>),
        first: First,
        arith: &Arithmetic,
        digits: i32,
    ) -> Result<Duel, Diagnostic> {
        let none = Weight::ZERO;
        let (rounds, left, bodies) = Default::default();
        let mut duel = Duel { win: none, lose: none, both: none, rounds, left, bodies };
        let mut turn = |mine: &mut DuelSide<'_, '_>, theirs: &mut DuelSide<'_, '_>, who: First| {
            // Turn of a side while the other stands: probability of the fall.
            let fell = |one: &mut DuelSide<'_, '_>, other: &mut DuelSide<'_, '_>| {
                let fells = one.turn(arith)?;
                other.stands(fells, arith);
                Ok::<Weight, Diagnostic>(arith.mul(fells, other.open))
            };
            let (win, lose, both) = match who {
                First::Attacker => (fell(mine, theirs)?, none, none),
                First::Defender => (none, fell(theirs, mine)?, none),
                First::Together => {
                    let (fells, falls) = (mine.turn(arith)?, theirs.turn(arith)?);
                    theirs.stands(fells, arith);
                    mine.stands(falls, arith);
                    (arith.mul(fells, theirs.open), arith.mul(falls, mine.open), arith.mul(fells, falls))
                }
            };
            duel.win = arith.add(duel.win, win);
            duel.lose = arith.add(duel.lose, lose);
            duel.both = arith.add(duel.both, both);
            Ok::<Weight, Diagnostic>(arith.sum([win, lose, both]))
        };
        let mut rounds = Vec::new();
        let limit = self.horizon.limit(arith);
        loop {
            let open = arith.mul(mine.open, theirs.open);
            let goes_on = |side: &DuelSide<'_, '_>| limit.is_some() || side.recursion.continues(open, digits);
            if rounds.len() >= limit.unwrap_or(MOST_TURNS) || !goes_on(&mine) || !goes_on(&theirs) {
                break;
            }
            let ends = Number::from(i64::try_from(rounds.len() + 1).unwrap_or(i64::MAX));
            let mut ended = none;
            while let Some(who) = who_is_next((mine.recursion.next(), theirs.recursion.next()), &ends, first)
            {
                ended = arith.add(ended, turn(&mut mine, &mut theirs, who)?);
                mine.recursion.can_be_followed()?;
                theirs.recursion.can_be_followed()?;
            }
            rounds.push(ended);
        }
        self.horizon.record(rounds.len(), arith);
        let open = arith.mul(mine.open, theirs.open);
        let (i_stand, they_stand) = (theirs.open, mine.open);
        mine.stands(i_stand, arith);
        theirs.stands(they_stand, arith);
        duel.left = [
            theirs.struck.left(arith.add(duel.lose, duel.both), arith),
            mine.struck.left(arith.add(duel.win, duel.both), arith),
        ];
        duel.rounds = list(rounds, open, arith);
        Ok(duel)
    }
}
