//! Shares of many throws, in the form of an answer.

use crate::Game;
use crate::summary::{Damage, FightSummary, Summary};
use tohit_resolver::{Extent, Json, Problem, Rolled, Spread};

/// Summary of many throws: shares in place of chances. Turns are separate throws from strikes.
pub fn tally(
    game: &Game,
    document: &Json,
    (seed, throws): (u64, u32),
    (turn, fight): (bool, bool),
) -> Result<Summary, Vec<Problem>> {
    let share = |count: usize| count as f64 / f64::from(throws);
    let thrown = |extent: Extent| game.rules.tally(document, seed, throws, extent);
    let spread = |thrown: &[Rolled], of: &dyn Fn(&Rolled) -> i64| {
        let mut counts: Vec<(i64, usize)> = Vec::new();
        for number in thrown.iter().map(of) {
            let place = counts.partition_point(|(known, _)| *known < number);
            match counts.get_mut(place) {
                Some((known, count)) if *known == number => *count += 1,
                _ => counts.insert(place, (number, 1)),
            }
        }
        Spread {
            entries: counts.into_iter().map(|(number, count)| (number, share(count))).collect(),
            tail: None,
        }
    };
    let damage = |thrown: &[Rolled]| Damage::of(&spread(thrown, &|one| one.damage));
    let fights = || {
        let thrown = thrown(Extent::Fight)?;
        let turns = spread(&thrown, &|one| one.fought.as_ref().map_or(0, |fought| fought.turns));
        let (mean, turns) = (Some(turns.mean()), Damage::of(&turns));
        Ok::<_, Vec<Problem>>(FightSummary { mean, turns, ..FightSummary::default() })
    };
    let strikes = thrown(Extent::Strike)?;
    let of = |id: &str| share(strikes.iter().filter(|one| one.outcome == id).count());
    let outcomes = game.rules.about().outcomes;
    Ok(Summary {
        hit: Some(outcomes.iter().filter(|outcome| outcome.hits).map(|outcome| of(outcome.id)).sum()),
        outcomes: outcomes.iter().map(|outcome| Some(of(outcome.id))).collect(),
        damage: Some(damage(&strikes)),
        turn: if turn { Some(damage(&thrown(Extent::Turn)?)) } else { None },
        fight: if fight { Some(fights()?) } else { None },
        ..Summary::default()
    })
}
