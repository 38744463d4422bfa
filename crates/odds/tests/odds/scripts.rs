//! Scripts: what they may say, what they are told when they do not fit, and that a log replays itself.

use crate::chance::{Question, ask, closed_questions};
use crate::pairs::open_questions;
use crate::readings::{states, tally, total};
use crate::{exact_states, fraction};
use tohit_odds::{Ask, Cast, Die, Event, Floats, Forced, Fraction, Log, Odds, Pcg, Reading, ScriptError};

fn number(over: i64, under: i64) -> Forced {
    Forced::Number(fraction(over, under))
}

#[test]
fn forced_rolls_are_read() {
    let read = |text: &str| text.parse::<Forced>().unwrap_or_else(|never| match never {});
    assert_eq!(read("16"), number(16, 1));
    assert_eq!(read(" 8.6 "), number(43, 5));
    assert_eq!(read("-2"), number(-2, 1));
    assert_eq!(read("-0.25"), number(-1, 4));
    assert_eq!(read("17/2"), number(17, 2));
    for word in ["head", "", "1/0", "8.-6", ".", "1e5", "8.6.1", "-", "half/2"] {
        assert_eq!(read(word), Forced::Word(word.to_owned()), "{word}");
    }
}

fn blow(dice: &mut Cast) -> i64 {
    let attack = ask(dice, &Question::Roll(Die::d(20)));
    attack + ask(dice, &Question::Roll(Die::Dice { count: 2, sides: 6 }))
}

fn errors(script: &[Forced]) -> Vec<ScriptError> {
    let mut cast = Cast::scripted(script.iter().cloned());
    blow(&mut cast);
    cast.finish().err().unwrap_or_default()
}

#[test]
fn a_script_that_does_not_fit_is_told_why() {
    assert_eq!(errors(&[16.into(), 7.into()]), []);
    assert_eq!(errors(&[16.into(), 7.into(), 1.into(), 2.into()]), [ScriptError::LeftOver { rolls: 2 }]);
    assert_eq!(errors(&[16.into()]), [ScriptError::RanOut { label: "die".into() }]);
    assert_eq!(errors(&[]).len(), 2);
    let dice = Die::Dice { count: 2, sides: 6 };
    for given in [1.into(), 13.into(), number(7, 2), Forced::Word("head".into())] {
        let impossible =
            ScriptError::Impossible { label: "die".into(), given: given.clone(), ask: Ask::Die(dice) };
        assert_eq!(errors(&[16.into(), given]), [impossible]);
    }
    let told: Vec<String> = errors(&[21.into()]).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["die is 1d20 and cannot be 21", "the script has ended, but the rule still rolls: die"]);
    let told: Vec<String> = errors(&[1.into(), 2.into(), 3.into()]).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["the script has one roll more than the rule makes"]);
}

/// The answer to a question that one forced roll decides, if the roll can be.
fn forced(question: &Question, given: Forced) -> Option<i64> {
    let mut cast = Cast::scripted([given]);
    let answer = ask(&mut cast, question);
    cast.finish().is_ok().then_some(answer)
}

/// Over all numbers that a script can say, the answers are the odds' support: no more, no less.
#[test]
fn scripts_reach_what_the_odds_know() {
    for question in closed_questions() {
        let one_roll = match question {
            Question::Roll(die) | Question::Reaches(die, _) => {
                die.only().is_none() && !matches!(die, Die::Highest { .. } | Die::Lowest { .. })
            }
            Question::Happens(..) | Question::Pick(_) => true,
            _ => false,
        };
        let support: Vec<i64> = exact_states(|odds| {
            let start = odds.start(());
            odds.stage(start, |dice, ()| ask(dice, &question))
        })
        .into_iter()
        .map(|(state, _)| state)
        .collect();
        if !one_roll || support.len() < 2 {
            continue;
        }
        let mut reached: Vec<i64> = (-10..120).filter_map(|n| forced(&question, n.into())).collect();
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached, support, "{question:?}");
    }
}

#[test]
fn what_is_certain_takes_no_roll() {
    for question in closed_questions() {
        let mut odds = Odds::new(Floats);
        let start = odds.start(());
        let states = odds.stage(start, |dice, ()| ask(dice, &question));
        if let Question::Outdraws(..) = question {
            continue;
        }
        if let [(only, _)] = states.entries().collect::<Vec<_>>()[..] {
            let mut cast = Cast::scripted([]);
            assert_eq!(ask(&mut cast, &question), *only, "{question:?}");
            assert!(cast.finish().is_ok(), "{question:?}");
        }
    }
}

#[test]
fn words_are_picked_by_name_and_yes_or_no() {
    let pick = Question::Pick(crate::chance::PLACES);
    assert_eq!(forced(&pick, Forced::Word("arms".into())), Some(3));
    assert_eq!(forced(&pick, Forced::Word("nowhere".into())), None);
    assert_eq!(forced(&pick, 10.into()), Some(0));
    assert_eq!(forced(&pick, 11.into()), Some(2));
    assert_eq!(forced(&pick, 101.into()), None);
    let chance = Question::Happens(7, 20);
    assert_eq!(forced(&chance, Forced::Word("yes".into())), Some(1));
    assert_eq!(forced(&chance, Forced::Word("no".into())), Some(0));
    assert_eq!((forced(&chance, 7.into()), forced(&chance, 8.into())), (Some(1), Some(0)));
}

#[test]
fn a_pair_takes_one_number() {
    let strike = Question::Grade(12, 10, &[1, 5], None);
    let graded = |x: i64, y: i64| {
        let mut cast = Cast::scripted([x.into(), y.into()]);
        let grade = ask(&mut cast, &strike);
        cast.finish().map(|_| grade)
    };
    assert_eq!(graded(9, 11), Ok(0));
    assert_eq!(graded(9, 10), Ok(1));
    assert_eq!(graded(9, 6), Ok(2));
    assert_eq!(graded(2000, 2), Ok(2));
    assert!(graded(1, 5).is_err());
}

/// A thrown pair shows every die: 5 for each 6, and what follows it.
#[test]
fn a_thrown_pair_shows_its_dice() {
    let mut longest = 0;
    for seed in 0..3000 {
        let mut cast = Cast::seeded(seed);
        ask(&mut cast, &Question::Grade(0, 0, &[1], Some(2)));
        let log = cast.finish().unwrap();
        let [Event::Roll { ask: Ask::Pair, faces, value, .. }] = &log.events[..] else { panic!("{log}") };
        let sum: i64 = faces.iter().map(|face| if *face == 6 { 5 } else { *face }).sum();
        assert_eq!(value.to_string(), sum.to_string());
        assert!(faces.iter().all(|face| (1..=6).contains(face)));
        assert_eq!(faces.iter().filter(|face| **face < 6).count(), 2);
        assert!(faces.last().is_some_and(|face| *face < 6));
        longest = longest.max(faces.len());
    }
    assert!(longest > 5);
}

/// Runs a rule thrown, then again with the recorded rolls forced, as text: the same comes out, and no roll is left over.
fn replays<T: PartialEq + core::fmt::Debug>(seed: u64, rule: impl Fn(&mut Cast) -> T) -> usize {
    let mut cast = Cast::seeded(seed);
    let thrown = rule(&mut cast);
    let log = cast.finish().unwrap();
    let script: Vec<String> = log.script().map(|roll| roll.to_string()).collect();
    let mut again =
        Cast::scripted(script.iter().map(|text| text.parse().unwrap_or_else(|never| match never {})));
    assert_eq!(rule(&mut again), thrown, "{script:?}");
    let replayed = again.finish().unwrap();
    assert_eq!(replayed.script().collect::<Vec<_>>(), log.script().collect::<Vec<_>>());
    let notes = |log: &Log| log.figures("value").cloned().collect::<Vec<_>>();
    assert_eq!(notes(&replayed), notes(&log));
    script.len()
}

#[test]
fn every_throw_replays_from_its_log() {
    let mut rolls = 0;
    for program in 0..150 {
        for seed in 0..3 {
            rolls += replays(seed, |cast| states(cast, program, 3));
            rolls += replays(seed, |cast| total(cast, program, 3));
            rolls += replays(seed, |cast| tally(cast, program, 2));
        }
    }
    for question in closed_questions().into_iter().chain(open_questions()) {
        for seed in 0..5 {
            rolls += replays(seed, |cast| ask(cast, &question));
        }
    }
    assert!(rolls > 5000, "{rolls}");
}

/// Whatever a throw comes to has odds.
#[test]
fn throws_stay_within_the_odds() {
    let mut dice = Pcg::new(9);
    for program in 0..100 {
        let mut odds = Odds::new(Floats);
        let known = total(&mut odds, program, 3);
        for _ in 0..20 {
            let thrown = total(&mut Cast::silent(dice.below(u64::MAX)), program, 3);
            assert!(known.chance(&Floats, |value| value == thrown) > 0.0, "{program} {thrown}");
        }
    }
}

#[test]
fn a_silent_throw_is_the_same_throw() {
    for seed in 0..50 {
        assert_eq!(total(&mut Cast::silent(seed), seed, 3), total(&mut Cast::seeded(seed), seed, 3));
    }
}

#[test]
fn a_number_from_nothing_is_nothing() {
    let question = Question::Outdraws(Fraction::default(), fraction(3, 1));
    let mut cast = Cast::scripted([2.into()]);
    assert_eq!(ask(&mut cast, &question), 0);
    assert!(cast.finish().is_ok());
}

/// A script gives the numbers as they are drawn; what is compared is the product, and the log shows both.
#[test]
fn a_drawn_number_is_multiplied_after_it_is_drawn() {
    use tohit_odds::{Chance, Figure};
    let beats = |ours: i64, times: u32, theirs: i64, script: &[Forced]| {
        let mut cast = Cast::scripted(script.iter().cloned());
        let (ours, theirs) = (fraction(ours, 1), fraction(theirs, 1));
        let beats = cast.outdraws_times(
            ("ours".into(), &ours),
            ("product".into(), times),
            ("theirs".into(), &theirs),
        );
        (beats, cast.finish())
    };
    let (hit, log) = beats(10, 2, 18, &[number(17, 2), number(171, 10)]);
    assert!(!hit);
    assert_eq!(log.unwrap().figures("product").collect::<Vec<_>>(), [&Figure::Ratio(fraction(17, 1))]);
    assert!(beats(10, 2, 18, &[number(17, 2), number(17, 1)]).0);
    assert!(beats(10, 2, 18, &[number(21, 2), number(17, 1)]).1.is_err(), "more than was drawn from");
    assert!(beats(10, 2, 0, &[number(0, 1)]).0, "a tie");
    let chance = |ours: i64, times: u32, theirs: i64| {
        exact_states(|odds| {
            let start = odds.start(());
            odds.stage(start, |dice, ()| {
                let (ours, theirs) = (fraction(ours, 1), fraction(theirs, 1));
                dice.outdraws_times(
                    ("ours".into(), &ours),
                    ("product".into(), times),
                    ("theirs".into(), &theirs),
                )
            })
        })
    };
    assert_eq!(chance(5, 2, 30), [(false, fraction(5, 6)), (true, fraction(1, 6))]);
    assert_eq!(chance(11, 2, 13), [(false, fraction(13, 44)), (true, fraction(31, 44))]);
    assert_eq!(chance(0, 2, 1), [(false, fraction(1, 1))]);
}
