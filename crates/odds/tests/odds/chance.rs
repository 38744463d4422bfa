//! Every question that a rule can ask of chance: the odds against rolling it by hand.

use crate::dice::dice;
use crate::slow::{Slow, merged};
use crate::{exact_states, fraction};
use tohit_odds::{Chance, Die, Fraction, Pair, Reading};

/// One question, in a form that a test can list. Open-ended ones are compared in `pairs.rs`.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    Roll(Die),
    Reaches(Die, i64),
    Band(Die, Vec<i64>),
    Happens(u64, u64),
    Pick(&'static [(&'static str, u32)]),
    Outdraws(Fraction, Fraction),
    /// Two sums against marks; the first pair may be fixed.
    Grade(i64, i64, &'static [i64], Option<i64>),
    /// Two opposed rolls, the second with the margin of the first.
    Press {
        need: i64,
        second: i64,
    },
}

/// Puts the question; the answer as a number.
pub(crate) fn ask<C: Chance>(dice: &mut C, question: &Question) -> i64 {
    match *question {
        Question::Roll(die) => dice.roll("die", die),
        Question::Reaches(die, target) => dice.reaches("die", die, target).into(),
        Question::Band(die, ref marks) => dice.band("die", die, marks) as i64,
        Question::Happens(over, under) => dice.happens("chance", over, under).into(),
        Question::Pick(options) => dice.pick("which", options) as i64,
        Question::Outdraws(ref ours, ref theirs) => {
            dice.outdraws(("ours".into(), ours), ("theirs".into(), theirs)).into()
        }
        Question::Grade(ours, theirs, marks, fixed) => {
            let x = fixed.map_or_else(|| dice.pair("ours"), Pair::shows);
            let y = dice.pair("theirs");
            dice.grade((ours, x), (theirs, y), marks) as i64
        }
        Question::Press { need, second } => {
            let (x, y) = (dice.pair("ours"), dice.pair("theirs"));
            let Some(lead) = dice.lead((3, x), (4, y), need) else { return 0 };
            let (x, y) = (dice.pair("ours again"), dice.pair("theirs again"));
            1 + i64::from(dice.press(lead, (10, x), (12, y), second))
        }
    }
}

pub(crate) const PLACES: &[(&str, u32)] =
    &[("head", 10), ("nowhere", 0), ("torso", 50), ("arms", 20), ("legs", 20)];

/// All questions that can be rolled by hand.
pub(crate) fn closed_questions() -> Vec<Question> {
    let mut questions = Vec::new();
    for die in dice() {
        questions.push(Question::Roll(die));
        let (low, high) = die.ends();
        questions.extend((low - 1..=high + 1).step_by(2).map(|target| Question::Reaches(die, target)));
        // Marks below, inside, twice, and above.
        questions.push(Question::Band(die, vec![low - 2, low, low + 1, low + 1, high, high + 3]));
        questions.push(Question::Band(die, vec![(low + high) / 2]));
        questions.push(Question::Band(die, vec![low]));
        questions.push(Question::Band(die, vec![]));
    }
    for (over, under) in [(0, 0), (0, 5), (1, 5), (5, 5), (6, 5), (1, 0), (7, 20), (1, 1)] {
        questions.push(Question::Happens(over, under));
    }
    for options in
        [PLACES, &[("only", 3)], &[("no", 0), ("only", 1)], &[("no", 0)], &[], &[("a", 1), ("b", 1)]]
    {
        questions.push(Question::Pick(options));
    }
    for (ours, theirs) in [
        ((3, 1), (3, 1)),
        ((1, 1), (3, 1)),
        ((7, 2), (5, 3)),
        ((2, 3), (8, 1)),
        ((0, 1), (2, 1)),
        ((2, 1), (0, 1)),
        ((0, 1), (0, 1)),
    ] {
        questions.push(Question::Outdraws(fraction(ours.0, ours.1), fraction(theirs.0, theirs.1)));
    }
    questions
}

#[test]
fn odds_equal_rolling_by_hand() {
    for question in closed_questions() {
        let odds = exact_states(|odds| {
            let start = odds.start(());
            odds.stage(start, |dice, ()| ask(dice, &question))
        });
        let mut slow = Slow::default();
        let start = slow.start(());
        let by_hand = merged(slow.stage(start, |dice, ()| ask(dice, &question)));
        assert_eq!(odds, by_hand, "{question:?}");
    }
}

#[test]
fn a_real_number_beats_another_by_the_area() {
    // Drawn from 0 to 2 against 0 to 3: half of 2/3. The other way round, the rest.
    let chance = |ours: i64, theirs: i64| {
        let question = Question::Outdraws(fraction(ours, 1), fraction(theirs, 1));
        let states = exact_states(|odds| {
            let start = odds.start(());
            odds.stage(start, |dice, ()| ask(dice, &question))
        });
        states.into_iter().find(|(yes, _)| *yes == 1).map(|(_, chance)| chance)
    };
    assert_eq!(chance(2, 3), Some(fraction(1, 3)));
    assert_eq!(chance(3, 2), Some(fraction(2, 3)));
    assert_eq!(chance(0, 3), None);
    // What is below nothing counts as nothing.
    assert_eq!(chance(-1, 3), None);
    assert_eq!(chance(2, -1), Some(fraction(1, 1)));
}
