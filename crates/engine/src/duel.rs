//! A duel: two fights at once, each side's turns as long as its own rules say, until one of the two falls. They share nothing but who still stands: each
//! side's strikes go by its own scenario, in which the other is the defender.

use crate::Stop;
use crate::chain::transitions::FightChain;
use crate::fight::{FightRecursion, MOST_TURNS, list};
use crate::joint_duel::Squad;
use crate::liveness::ReducedStrike;
use crate::odds::CountDistribution;
use crate::scenario::Scenario;
use core::cmp::Ordering;
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// Who strikes first where both turns begin at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The attacker; who falls strikes no more.
    #[default]
    Attacker,
    /// The defender, who strikes back.
    Defender,
    /// Both at once: both may fall.
    Together,
}

impl First {
    /// Each by its name, in links, on the command line and in scripts.
    pub const ALL: [(&'static str, Self); 3] =
        [("attacker", Self::Attacker), ("defender", Self::Defender), ("both", Self::Together)];

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, first)| *first)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, first)| *first == self).map_or("", |(name, _)| name)
    }

    /// Who is struck.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
            Self::Together => Self::Together,
        }
    }

    /// Who strikes next, where the next turns of the attacker and of the defender begin then.
    pub(crate) fn next(self, mine: &Number, theirs: &Number) -> Self {
        match mine.cmp(theirs) {
            Ordering::Less => Self::Attacker,
            Ordering::Equal => self,
            Ordering::Greater => Self::Defender,
        }
    }
}

/// How a duel ends, and when.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The chance that the defender falls and the attacker stands.
    pub win: Weight,
    /// The chance of the reverse.
    pub lose: Weight,
    /// The chance that both fall.
    pub both: Weight,
    /// In which round it ends, of which each is one of the game's usual turns; the rest ends later, or never.
    pub rounds: CountDistribution,
    /// What the attacker and the defender have left in the end, 0 if they fell; where nobody has fallen, what they have left when the list closes.
    pub left: [CountDistribution; 2],
    /// Bodies of the attacker and of the defender that stand in the end, where a side has several.
    pub bodies: [Option<CountDistribution>; 2],
}

/// How one of the two comes out of the duel.
pub(crate) struct Survivors {
    points: i64,
    /// Its bodies, and how many losses of each there are.
    of: (usize, usize),
    /// By what it has lost, where it stands when the duel is over.
    survives: Vec<Weight>,
}

impl Survivors {
    pub(crate) const fn new(points: i64, of: (usize, usize)) -> Self {
        Self { points, of, survives: Vec::new() }
    }

    /// It stands when the duel is over: so likely with each loss, all of them so often.
    pub(crate) fn stands(&mut self, by_loss: &[Weight], scale: Weight, ar: &Arithmetic) {
        if self.survives.len() < by_loss.len() {
            self.survives.resize(by_loss.len(), Weight::ZERO);
        }
        ar.pour(&mut self.survives, by_loss, scale);
    }

    /// Hit points left of all bodies of a side together, which fall with this chance.
    pub(crate) fn left(&self, falls: Weight, ar: &Arithmetic) -> CountDistribution {
        let of = |lost: usize| {
            let (bodies, each) = self.of;
            let others = bodies.saturating_sub(lost / each.max(1) + 1);
            let left = self.points.saturating_sub_unsigned((lost % each.max(1)) as u64);
            self.points.saturating_mul(i64::try_from(others).unwrap_or(i64::MAX)).saturating_add(left.max(0))
        };
        self.told(falls, &of, ar)
    }

    /// Number of standing bodies of a side that has several, which fall with this chance.
    pub(crate) fn bodies(&self, falls: Weight, ar: &Arithmetic) -> Option<CountDistribution> {
        let (bodies, each) = self.of;
        let of = |lost: usize| i64::try_from(bodies.saturating_sub(lost / each.max(1))).unwrap_or(i64::MAX);
        (bodies > 1).then(|| self.told(falls, &of, ar))
    }

    fn told(&self, falls: Weight, of: &dyn Fn(usize) -> i64, ar: &Arithmetic) -> CountDistribution {
        let mut values = vec![(0, falls)];
        // Who has lost most has least left.
        for (lost, weight) in self.survives.iter().enumerate().rev() {
            let (left, weight) = (of(lost), *weight);
            match values.last_mut() {
                Some((known, sum)) if *known >= left => *sum = ar.add(*sum, weight),
                _ => values.push((left, weight)),
            }
        }
        values.retain(|(_, weight)| !weight.is_zero());
        CountDistribution { values, rest: None }
    }
}

/// A side of the duel: who is struck by the course of the other.
struct DuelSide<'s, 'a> {
    /// How this side strikes.
    course: FightRecursion<'s, 'a>,
    /// Who is struck by it.
    struck: Survivors,
    /// How likely who is struck stands.
    open: Weight,
}

impl<'s, 'a> DuelSide<'s, 'a> {
    fn new(chain: FightChain<'s, 'a>, struck: Survivors, ar: &'s Arithmetic) -> Self {
        Self { course: FightRecursion::new(chain, ar, true), struck, open: ar.one() }
    }

    /// A turn of this side: how likely the other falls in it.
    fn turn(&mut self, ar: &Arithmetic) -> Result<Weight, Stop> {
        let fallen = self.course.turn()?;
        self.open = self.course.open();
        Ok(ar.sum(fallen))
    }

    /// The duel ends with this likelihood for each state of who is struck by this side, and it stands.
    fn stands(&mut self, scale: Weight, ar: &Arithmetic) {
        for levels in self.course.standing.iter().flat_map(|(_, standing)| &standing.all) {
            self.struck.stands(levels, scale, ar);
        }
    }
}

/// Whether strikes of these scenarios give something back: then one side has to strike first.
pub(crate) fn drains<'s, 'a: 's>(
    scenarios: impl IntoIterator<Item = &'s Scenario<'a>>,
    first: First,
) -> Result<bool, Stop> {
    let gain = |of: &Scenario<'_>| ReducedStrike::draining(of).drains(of).map(|gain| of.span(gain));
    match scenarios.into_iter().find_map(gain) {
        Some(gain) if first == First::Together => {
            let message = "where strikes give something back, one side strikes first: who begins?";
            Err(Stop::new(gain, message.to_owned()))
        }
        gain => Ok(gain.is_some()),
    }
}

/// Who strikes next, of those whose next turn begins then, before a round ends; nobody, if no turn begins until then.
pub(crate) fn who_is_next(
    (mine, theirs): (Option<&Number>, Option<&Number>),
    ends: &Number,
    first: First,
) -> Option<First> {
    let before = |begins: &&Number| *begins < ends;
    match (mine.filter(before), theirs.filter(before)) {
        (None, None) => None,
        (Some(_), None) => Some(First::Attacker),
        (None, Some(_)) => Some(First::Defender),
        (Some(mine), Some(theirs)) => Some(first.next(mine, theirs)),
    }
}

impl Scenario<'_> {
    /// The duel of this scenario's attacker with that of another, which strikes back. The list closes where less than ten to the power of minus `digits` is
    /// left. For residues, the same duel in floats comes first: it tells where the list ends.
    ///
    /// # Errors
    /// When one of them is refused, or has no hit points.
    pub fn duel(&self, back: &Self, first: First, ar: &Arithmetic, digits: i32) -> Result<Duel, Stop> {
        self.begin();
        back.begin();
        self.cuts.begin(ar);
        let later = (self.later(), back.later());
        let scenarios = [Some(self), Some(back), later.0.as_ref(), later.1.as_ref()];
        let drains = drains(scenarios.into_iter().flatten(), first)?;
        let plan = if drains { ReducedStrike::draining } else { ReducedStrike::timed };
        let mine = FightChain::new(self, later.0.as_ref(), plan, ar)?;
        let theirs = FightChain::new(back, later.1.as_ref(), plan, ar)?;
        let points = |of: &Self| of.hit_points().and_then(|points| points.whole()).unwrap_or_default();
        let (attackers, defenders) = (self.attackers(), back.attackers());
        let attacker = Survivors::new(points(back), (attackers, theirs.most));
        let defender = Survivors::new(points(self), (defenders, mine.most));
        if drains || attackers > 1 || defenders > 1 {
            let fewer = (self.of_fewer(), back.of_fewer());
            let (each, their_each) = (theirs.most, mine.most);
            let mine = mine.of_fewer(&fewer.0, plan, ar)?;
            let theirs = theirs.of_fewer(&fewer.1, plan, ar)?;
            let mine = Squad { chain: mine, bodies: attackers, each, struck: defenders };
            let theirs = Squad { chain: theirs, bodies: defenders, each: their_each, struck: attackers };
            return self.joint((mine, theirs), (attacker, defender), first, ar, digits);
        }
        let (mut mine, mut theirs) = (DuelSide::new(mine, defender, ar), DuelSide::new(theirs, attacker, ar));
        let none = Weight::ZERO;
        let (rounds, left, bodies) = Default::default();
        let mut duel = Duel { win: none, lose: none, both: none, rounds, left, bodies };
        let mut turn = |mine: &mut DuelSide<'_, '_>, theirs: &mut DuelSide<'_, '_>, who: First| {
            // Who strikes while the other stands: how likely that fells it.
            let fell = |one: &mut DuelSide<'_, '_>, other: &mut DuelSide<'_, '_>| {
                let fells = one.turn(ar)?;
                other.stands(fells, ar);
                Ok::<Weight, Stop>(ar.mul(fells, other.open))
            };
            let (win, lose, both) = match who {
                First::Attacker => (fell(mine, theirs)?, none, none),
                First::Defender => (none, fell(theirs, mine)?, none),
                First::Together => {
                    let (fells, falls) = (mine.turn(ar)?, theirs.turn(ar)?);
                    theirs.stands(fells, ar);
                    mine.stands(falls, ar);
                    (ar.mul(fells, theirs.open), ar.mul(falls, mine.open), ar.mul(fells, falls))
                }
            };
            duel.win = ar.add(duel.win, win);
            duel.lose = ar.add(duel.lose, lose);
            duel.both = ar.add(duel.both, both);
            Ok::<Weight, Stop>(ar.sum([win, lose, both]))
        };
        let mut rounds = Vec::new();
        let limit = self.cuts.limit(ar);
        loop {
            let open = ar.mul(mine.open, theirs.open);
            let goes_on = |side: &DuelSide<'_, '_>| limit.is_some() || side.course.goes_on(open, digits);
            if rounds.len() >= limit.unwrap_or(MOST_TURNS) || !goes_on(&mine) || !goes_on(&theirs) {
                break;
            }
            let ends = Number::from(i64::try_from(rounds.len() + 1).unwrap_or(i64::MAX));
            let mut ended = none;
            while let Some(who) = who_is_next((mine.course.next(), theirs.course.next()), &ends, first) {
                ended = ar.add(ended, turn(&mut mine, &mut theirs, who)?);
                mine.course.can_be_followed()?;
                theirs.course.can_be_followed()?;
            }
            rounds.push(ended);
        }
        self.cuts.keep(rounds.len(), ar);
        let open = ar.mul(mine.open, theirs.open);
        let (i_stand, they_stand) = (theirs.open, mine.open);
        mine.stands(i_stand, ar);
        theirs.stands(they_stand, ar);
        duel.left = [
            theirs.struck.left(ar.add(duel.lose, duel.both), ar),
            mine.struck.left(ar.add(duel.win, duel.both), ar),
        ];
        duel.rounds = list(rounds, open, ar);
        Ok(duel)
    }
}
