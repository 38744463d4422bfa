//! Tests of both memos: an answer is the same with and without them, and each line is evaluated once.

use super::study::{MOST_KEPT, Shared};
use super::suffix::SuffixMemo;
use crate::Run;
use crate::reduced_strike::ReducedStrike;
use crate::scenario::Scenario;
use crate::turn::TurnEvaluator;
use crate::weighted::merged;
use tohit_odds::{Arithmetic, Prime};

#[test]
fn the_rest_of_a_strike_is_worked_out_once_for_each_way_to_it() {
    let text = "rules 1 \"Test\"\nlist touch: clean | shield\nendings\n  miss: miss\n  hit: hit\nturn 9\nstrike\n  aim = d20 + earlier\n  end miss if aim < 6\n  touch =\n    clean if aim > 15\n    else shield\n  end hit lose 2d6 if touch is clean\n  end hit lose d6\n";
    let game = tohit_compile::compile(text).unwrap();
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    let ar = Arithmetic::Prime(Prime::all().next().unwrap());
    let mut turns = TurnEvaluator::new(&scenario, ReducedStrike::unworded(&scenario), &ar);
    let places = scenario.places().unwrap().0;
    let mut suffixes = SuffixMemo::new(places.len());
    for place in &places {
        let mut struck = |suffixes: Option<&mut SuffixMemo>| {
            let state = turns.start(place, &[], None);
            let outcomes = turns.follow(state, (None, suffixes), false).unwrap().outcomes;
            merged(outcomes.into_iter().map(|outcome| (outcome.lose, outcome.weight)).collect(), &ar)
        };
        assert_eq!(struck(Some(&mut suffixes)), struck(None), "{place:?}");
    }
    assert_eq!(suffixes.known.len(), 2, "one for each touch");
}

const TEXT: &str = "rules 1 \"Shared\"\nsheet attacker\n  skill: 0..300 = 5\n  dice: 1..9 = 2\nendings\n  miss: miss\n  hit: hit\n\
    turn 2\nlimit = 10 + attacker.skill\nstrike\n  hit_roll = d1000\n  end miss if hit_roll > limit - earlier\n  damage = attacker.dice d 6\n  end hit lose damage\n";

/// Answers with each skill and each number of dice, and how often each line was worked out.
fn asked(skills: core::ops::Range<i64>, dice: core::ops::Range<i64>) -> Vec<usize> {
    let game = tohit_compile::compile(TEXT).unwrap();
    let shared = Shared::default();
    for (skill, dice) in skills.flat_map(|skill| dice.clone().map(move |dice| (skill, dice))) {
        let entries = [("skill", skill), ("dice", dice)];
        let entries = entries.map(|(name, value)| (format!("attacker.{name}"), value.to_string()));
        let scenario = || game.scenario(0, game.sheets(0, &entries).unwrap()).unwrap();
        let (alone, mut sharing) = (scenario(), scenario());
        sharing.share(Some(&shared));
        let odds =
            |scenario: &Scenario<'_>| format!("{:?}", scenario.odds(&Arithmetic::Floats, false).unwrap());
        assert_eq!(odds(&sharing), odds(&alone), "{entries:?}");
        // Otherwise a study could answer what is refused alone.
        assert!(sharing.work() >= alone.work(), "{entries:?}");
        sharing.leave();
    }
    shared.entries_by_line()
}

#[test]
fn a_line_is_worked_out_anew_where_it_reads_something_else() {
    // Each line counts for the strike of the answer, and for the second of the turn, of which the word and what only parts
    // the words does not matter.
    assert_eq!(asked(5..6, 1..2), [2, 2, 2, 2]);
    assert_eq!(asked(5..8, 1..2), [2, 6, 2, 2], "only the second line reads the skill");
    assert_eq!(asked(5..6, 1..4), [2, 2, 6, 6], "only the last lines read the dice");
    assert_eq!(asked(5..8, 1..4), [2, 6, 6, 6], "and nothing reads both");
}

#[test]
fn no_more_is_kept_than_the_latest() {
    assert_eq!(asked(0..200, 1..2), [2, MOST_KEPT, 2, 2]);
}
