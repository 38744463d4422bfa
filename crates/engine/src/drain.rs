//! A duel in which strikes give something back to who strikes. What both have lost is told together then: what one side does changes how long the other lasts.

use super::Stop;
use super::blows::Blows;
use super::duel::{Duel, First, Lasting, who_is_next};
use super::fight::{MOST_FOLLOWED, MOST_TURNS, list};
use super::scenario::{Scenario, WHOLE};
use tohit_odds::number::Number;
use tohit_odds::{Arithmetic, Weight};

/// How likely each pair of losses is: for each loss of who strikes those of who is struck.
type Pairs = Vec<Vec<Weight>>;

/// Both stand.
struct Standing {
    /// When the next turn of the attacker begins, and that of the defender, in the game's usual turns.
    begins: (Number, Number),
    carried: (usize, usize),
    /// By what the attacker has lost.
    pairs: Pairs,
}

/// The steps of a turn, however little happens in it.
const TURN: usize = 1_000;
/// So many pairs of losses are kept at once.
const MOST_PAIRS: usize = 4_000_000;

/// Whether so many who carry different things, with so many pairs each, are few enough.
fn affords(blows: &Blows<'_, '_>, many: usize, pairs: usize) -> Result<(), Stop> {
    if many.saturating_mul(pairs) <= MOST_PAIRS {
        return Ok(());
    }
    Err(blows.stop(
        "too large: where strikes give something back, a duel of so many hit points has too much to follow",
    ))
}

/// What who strikes carries, and what both have lost.
type Carrying = Vec<(usize, Pairs)>;

/// The same, with when the next turn begins.
type Stands = Vec<(Number, usize, Pairs)>;

/// Those who carry this, of whom there are as many pairs as of others.
fn of<'p>(
    all: &'p mut Carrying,
    carried: usize,
    like: &Pairs,
    blows: &Blows<'_, '_>,
) -> Result<Option<&'p mut Pairs>, Stop> {
    let place = match all.iter().position(|(known, _)| *known == carried) {
        Some(place) => place,
        None => {
            affords(blows, all.len() + 1, like.len() * blows.most)?;
            all.push((carried, like.iter().map(|row| vec![Weight::ZERO; row.len()]).collect()));
            all.len() - 1
        }
    };
    Ok(all.get_mut(place).map(|(_, pairs)| pairs))
}

fn add(pairs: &mut Pairs, (striker, struck): (usize, usize), weight: Weight, ar: &Arithmetic) {
    if let Some(sum) = pairs.get_mut(striker).and_then(|row| row.get_mut(struck)) {
        *sum = ar.add(*sum, weight);
    }
}

fn turned(pairs: &Pairs) -> Pairs {
    let struck = pairs.first().map_or(0, Vec::len);
    let of = |lost: usize| pairs.iter().map(|row| row.get(lost).copied().unwrap_or_default()).collect();
    (0..struck).map(of).collect()
}

/// The duel under way.
struct Drained<'s> {
    ar: &'s Arithmetic,
    spent: usize,
}

impl Drained<'_> {
    fn spend(&mut self, blows: &Blows<'_, '_>, steps: usize) {
        self.spent = self.spent.saturating_add(steps);
        // Pair by pair, residues take far longer than floats.
        blows.spend(WHOLE * steps);
    }

    /// A turn: who carries what then, with when the next one begins; and how likely the struck falls, by what the striker has lost then.
    fn turn(
        &mut self,
        blows: &mut Blows<'_, '_>,
        (begins, carried, pairs): (&Number, usize, Pairs),
    ) -> Result<(Stands, Vec<Weight>), Stop> {
        let ar = self.ar;
        let mut fallen = vec![Weight::ZERO; pairs.len()];
        let mut fell = |striker: usize, weight: Weight| {
            if let Some(sum) = fallen.get_mut(striker) {
                *sum = ar.add(*sum, weight);
            }
        };
        let mut now: Carrying = vec![(carried, pairs)];
        for strike in 0..blows.many() {
            let mut next = Carrying::new();
            for (carried, pairs) in &now {
                let blow = blows.blow(strike, *carried)?;
                for (level, way) in &blow.drains {
                    let struck = if blow.by_level { *level..level + 1 } else { 0..blows.most };
                    // A way that fells goes on to nobody.
                    let mut to = match way.lost {
                        lost if lost < blows.most => of(&mut next, way.carried, pairs, blows)?,
                        _ => None,
                    };
                    for (striker, row) in pairs.iter().enumerate() {
                        let healed = striker.saturating_sub(way.gained);
                        let there = struck.clone().zip(row.get(struck.clone()).unwrap_or_default());
                        for (struck, weight) in there.filter(|(_, weight)| !weight.is_zero()) {
                            let (lost, weight) = (struck + way.lost, ar.mul(*weight, way.weight));
                            match &mut to {
                                Some(to) if lost < blows.most => add(to, (healed, lost), weight, ar),
                                _ => fell(healed, weight),
                            }
                        }
                    }
                    self.spend(blows, pairs.len() * struck.len());
                }
                if self.spent > 2 * MOST_FOLLOWED {
                    return Err(blows.stop("too large: a duel in which strikes give something back has more to follow than can be"));
                }
            }
            now = next;
        }
        self.spend(blows, TURN);
        let mut standing = Stands::new();
        for (carried, pairs) in &now {
            let ends = blows.ends(begins, *carried)?;
            let mut next = Carrying::new();
            for (striker, row) in pairs.iter().enumerate() {
                for (struck, weight) in row.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
                    let (anew, lost) = blows.anew(*carried, struck)?;
                    match of(&mut next, anew, pairs, blows)?.filter(|_| lost < blows.most) {
                        Some(to) => add(to, (striker, lost), *weight, ar),
                        None => fell(striker, *weight),
                    }
                }
            }
            standing.extend(next.into_iter().map(|(carried, pairs)| (ends.clone(), carried, pairs)));
        }
        Ok((standing, fallen))
    }
}

fn sum(pairs: &Pairs, ar: &Arithmetic) -> Weight {
    ar.sum(pairs.iter().flatten().copied())
}

impl Scenario<'_> {
    /// The duel where strikes give something back.
    pub(super) fn drained(
        &self,
        (mut mine, mut theirs): (Blows<'_, '_>, Blows<'_, '_>),
        (mut attacker, mut defender): (Lasting, Lasting),
        first: First,
        ar: &Arithmetic,
        digits: i32,
    ) -> Result<Duel, Stop> {
        affords(&mine, mine.most, theirs.most)?;
        let mut pairs = vec![vec![Weight::ZERO; mine.most]; theirs.most];
        add(&mut pairs, (0, 0), ar.one(), ar);
        let mut all = vec![Standing { begins: (Number::ZERO, Number::ZERO), carried: (0, 0), pairs }];
        let mut drained = Drained { ar, spent: 0 };
        let (mut win, mut lose) = (Weight::ZERO, Weight::ZERO);
        let mut rounds = Vec::new();
        let limit = self.cuts.limit(ar);
        loop {
            let open = ar.sum(all.iter().map(|standing| sum(&standing.pairs, ar)));
            let goes_on =
                limit.is_some() || ar.to_float(open) >= 10f64.powi(-digits) && drained.spent < MOST_FOLLOWED;
            if rounds.len() >= limit.unwrap_or(MOST_TURNS) || !goes_on {
                break;
            }
            let ends = Number::from(i64::try_from(rounds.len() + 1).unwrap_or(i64::MAX));
            let mut ended = Weight::ZERO;
            let soonest = |all: &[Standing]| {
                let next = |standing: &Standing| standing.begins.0.clone().min(standing.begins.1.clone());
                (0..).zip(all).min_by_key(|(_, standing)| next(standing)).map(|(place, _)| place)
            };
            while let Some(place) = soonest(&all)
                && let Some(who) = all.get(place).and_then(|Standing { begins, .. }| {
                    who_is_next((Some(&begins.0), Some(&begins.1)), &ends, first)
                })
            {
                let Standing { begins, carried, pairs } = all.swap_remove(place);
                let mine_strike = who == First::Attacker;
                let pairs = if mine_strike { pairs } else { turned(&pairs) };
                let (standing, fallen) = if mine_strike {
                    drained.turn(&mut mine, (&begins.0, carried.0, pairs))?
                } else {
                    drained.turn(&mut theirs, (&begins.1, carried.1, pairs))?
                };
                let (side, falls) =
                    if mine_strike { (&mut attacker, &mut win) } else { (&mut defender, &mut lose) };
                side.stands(&fallen, ar.one(), ar);
                let fallen = ar.sum(fallen);
                (*falls, ended) = (ar.add(*falls, fallen), ar.add(ended, fallen));
                let after = standing.into_iter().map(|(ends, anew, pairs)| {
                    if mine_strike {
                        Standing { begins: (ends, begins.1.clone()), carried: (anew, carried.1), pairs }
                    } else {
                        let pairs = turned(&pairs);
                        Standing { begins: (begins.0.clone(), ends), carried: (carried.0, anew), pairs }
                    }
                });
                for one in after {
                    match all
                        .iter_mut()
                        .find(|known| (&known.begins, known.carried) == (&one.begins, one.carried))
                    {
                        Some(known) => {
                            for (row, more) in known.pairs.iter_mut().zip(&one.pairs) {
                                ar.pour(row, more, ar.one());
                            }
                        }
                        None => {
                            affords(&mine, all.len() + 1, mine.most * theirs.most)?;
                            all.push(one);
                        }
                    }
                }
            }
            rounds.push(ended);
        }
        self.cuts.keep(rounds.len(), ar);
        let mut open = Weight::ZERO;
        for standing in &all {
            let sums = |pairs: &Pairs| -> Vec<Weight> {
                pairs.iter().map(|row| ar.sum(row.iter().copied())).collect()
            };
            attacker.stands(&sums(&standing.pairs), ar.one(), ar);
            defender.stands(&sums(&turned(&standing.pairs)), ar.one(), ar);
            open = ar.add(open, sum(&standing.pairs, ar));
        }
        let left = [attacker.left(lose, ar), defender.left(win, ar)];
        Ok(Duel { win, lose, both: Weight::ZERO, rounds: list(rounds, open, ar), left })
    }
}
