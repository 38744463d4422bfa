//! A fight: turn after turn until the defender falls; and a duel of two of them. Followed turn by turn, so that the list of turns is exact as far as it goes
//! and closes with exactly the rest.

use super::blow::{Blows, Levels};
use super::odds::Losses;
use super::plan::Plan;
use super::scenario::Scenario;
use super::stop::Stop;
use super::visits::{Means, means};
use tohit_odds::{Arithmetic, Weight};

/// How long a fight is, and how it ends.
#[derive(Clone, Debug)]
pub struct Fight {
    /// In which turn the defender falls, the first being 1; the rest falls later, or never.
    pub turns: Losses,
    /// By which strike.
    pub strikes: Losses,
    /// One divided by the mean number of turns, and by that of strikes; none where the defender may stand for ever.
    pub pace: Option<(Weight, Weight)>,
}

/// A fight is followed for so many turns at most.
pub(crate) const MOST_TURNS: usize = 10_000;
/// And for so many steps, of which a float's is a part of a nanosecond.
const MOST_FOLLOWED: u64 = 200_000_000;
/// Who is so unlikely to stand at a level is not followed further in floats: what is told is far coarser.
const SCARCE: f64 = 1e-40;

/// A fight under way.
pub(crate) struct Course<'s, 'a> {
    blows: Blows<'s, 'a>,
    ar: &'s Arithmetic,
    pub(crate) standing: Levels,
}

impl<'s, 'a> Course<'s, 'a> {
    pub(crate) fn new(blows: Blows<'s, 'a>, ar: &'s Arithmetic) -> Self {
        let mut standing = Levels::new(blows.most);
        if let Some(first) = standing.of(0).first_mut() {
            *first = ar.one();
        }
        Self { blows, ar, standing }
    }

    /// How likely the defender stands.
    pub(crate) fn open(&self) -> Weight {
        self.ar.sum(self.standing.all.iter().flatten().copied())
    }

    /// One turn more: the chance that the defender falls by each of its strikes.
    pub(crate) fn turn(&mut self) -> Result<Vec<Weight>, Stop> {
        let ar = self.ar;
        let mut fallen = Vec::with_capacity(self.blows.places.len());
        for strike in 0..self.blows.places.len() {
            let mut next = Levels::new(self.blows.most);
            let mut falls = Weight::ZERO;
            for (carried, now) in self.standing.all.iter().enumerate() {
                let Some((low, now)) = self.trimmed(now) else { continue };
                let blow = self.blows.blow(strike, carried)?;
                self.blows.spend(now.len() * blow.breadth());
                let each =
                    now.iter().zip(blow.falls.iter().skip(low)).map(|(now, falls)| ar.mul(*now, *falls));
                falls = ar.add(falls, ar.sum(each));
                blow.strike(low, now, &mut next, ar);
            }
            fallen.push(falls);
            self.standing = next;
        }
        let mut anew = Levels::new(self.blows.most);
        for (carried, now) in core::mem::take(&mut self.standing.all).into_iter().enumerate() {
            if !now.is_empty() {
                ar.pour(anew.of(self.blows.anew(carried)), &now, ar.one());
            }
        }
        self.standing = anew;
        Ok(fallen)
    }

    /// The levels at which anybody stands: the first of them, and the weights from there on.
    fn trimmed<'w>(&self, now: &'w [Weight]) -> Option<(usize, &'w [Weight])> {
        let there = |weight: &Weight| match self.ar {
            Arithmetic::Floats => self.ar.to_float(*weight) > SCARCE,
            Arithmetic::Prime(_) => !weight.is_zero(),
        };
        let first = now.iter().position(there)?;
        let last = now.iter().rposition(there)?;
        now.get(first..=last).map(|now| (first, now))
    }
}

impl Scenario<'_> {
    /// The fight: this turn over and over until the defender falls. The lists close where less than ten to the power of minus `digits` is left. For residues,
    /// the same fight in floats comes first: it tells where the lists end.
    ///
    /// # Errors
    /// When the scenario is refused, or has no hit points.
    pub fn fight(&self, ar: &Arithmetic, digits: i32) -> Result<Fight, Stop> {
        self.begin();
        self.cuts.begin(ar);
        let plan = Plan::unworded(self);
        let mut blows = Blows::new(self, &plan, ar)?;
        let pace = means(&mut blows, ar)?.map(|Means { turns, strikes }| {
            let one = ar.one();
            (ar.divide(one, turns), ar.divide(one, strikes))
        });
        let mut course = Course::new(blows, ar);
        let mut all: Vec<Vec<Weight>> = Vec::new();
        let limit = self.cuts.limit(ar);
        while limit.unwrap_or(MOST_TURNS) > all.len()
            && (limit.is_some() || self.is_open(course.open(), ar, digits))
        {
            all.push(course.turn()?);
        }
        self.cuts.keep(all.len(), ar);
        let turns = all.iter().map(|turn| ar.sum(turn.iter().copied())).collect();
        let open = course.open();
        Ok(Fight { turns: list(turns, open), strikes: list(all.concat(), open), pace })
    }

    /// Whether a list that has so much left goes on, as far as the work allows.
    pub(crate) fn is_open(&self, open: Weight, ar: &Arithmetic, digits: i32) -> bool {
        ar.to_float(open) >= 10f64.powi(-digits) && self.work() < MOST_FOLLOWED
    }
}

/// What happens first, second, ...; and what is left to happen later.
pub(crate) fn list(values: Vec<Weight>, open: Weight) -> Losses {
    let next = i64::try_from(values.len()).unwrap_or(i64::MAX) + 1;
    let there = (1..).zip(values).filter(|(_, weight)| !weight.is_zero()).collect();
    Losses { values: there, rest: (!open.is_zero()).then_some((next, open)) }
}
