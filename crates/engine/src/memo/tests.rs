//! Tests of the memo: an answer is the same with and without it, and the rest of a strike is evaluated once.

use super::suffix::SuffixMemo;
use crate::Run;
use crate::reduced_strike::ReducedStrike;
use crate::turn::evaluator::TurnEvaluator;
use crate::weighted::merged;
use tohit_odds::{Arithmetic, Prime};

#[test]
fn the_rest_of_a_strike_is_worked_out_once_for_each_way_to_it() {
    let text = "rules 1 \"Test\"\nlist touch: clean | shield\nendings\n  miss: miss\n  hit: hit\nturn 9\nstrike\n  aim = d20 + earlier\n  end miss if aim < 6\n  touch =\n    clean if aim > 15\n    else shield\n  end hit lose 2d6 if touch is clean\n  end hit lose d6\n";
    let game = tohit_compile::compile(text).unwrap();
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    let arith = Arithmetic::Prime(Prime::all().next().unwrap());
    let mut turns = TurnEvaluator::new(&scenario, ReducedStrike::unworded(&scenario), &arith);
    let strikes = scenario.strikes().unwrap().0;
    let mut suffixes = SuffixMemo::new(strikes.len());
    for position in &strikes {
        let mut struck = |suffixes: Option<&mut SuffixMemo>| {
            let state = turns.start(position, &[], [None, None]);
            let outcomes = turns.follow(state, (None, suffixes), false).unwrap().outcomes;
            merged(outcomes.into_iter().map(|outcome| (outcome.lose, outcome.weight)).collect(), &arith)
        };
        assert_eq!(struck(Some(&mut suffixes)), struck(None), "{position:?}");
    }
    assert_eq!(suffixes.known.len(), 2, "one for each touch");
}
