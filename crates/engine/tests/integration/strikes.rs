//! Strikes and turns of small texts: properties that hold without a reference.

use std::collections::BTreeMap;
use tohit_engine::{Run, ShownLine};
use tohit_odds::{Arithmetic, Fraction, Prime, exact};

const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good | great\n";

/// Endings of the strike of a text, as fractions.
fn ends(strike: &str) -> BTreeMap<String, Fraction> {
    let game =
        tohit_compile::compile(&format!("{HEAD}{strike}\n")).unwrap_or_else(|wrong| panic!("{wrong:#?}"));
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    scenario.odds(&Arithmetic::Floats, false).unwrap();
    let mut words = Vec::new();
    let fractions = exact::fractions(60, |prime: &Prime| {
        let ar = Arithmetic::Prime(prime.clone());
        let endings = scenario.odds(&ar, false).unwrap().strike.endings;
        words = endings.iter().map(|(word, _)| scenario.word(*word).to_owned()).collect();
        endings.into_iter().map(|(_, weight)| ar.residue(weight)).collect()
    });
    words.into_iter().zip(fractions.unwrap()).filter(|(_, share)| !share.is_zero()).collect()
}

#[test]
fn an_endless_roll_beside_itself_is_the_less_and_the_more_of_both() {
    let ends = |great: &str, good: &str| {
        ends(&format!(
            "strike\n  r = open 2d6 less 1\n  end great if {great}\n  end good if {good}\n  end miss"
        ))
    };
    assert_eq!(
        ends("max(r, 20 - r) < 14", "min(r, 20 - r) > 4"),
        ends("r > 6 and r < 14", "r > 4 and r < 16")
    );
}

#[test]
fn odds_as_weights_are_the_chances_they_are() {
    let weighed = "strike\n  n = 2d4\n  lands = pick(hit: odds(d10 <= n), good: odds(d6 <= n) - odds(d10 <= n), miss: 1 - odds(d6 <= n))\n  end (lands)";
    // Both tests go by one draw, of which the harder is the smaller part.
    let plain = "strike\n  n = 2d4\n  at_ten = n / 10\n    at most 1\n  at_six = n / 6\n    at most 1\n  draw = roll(1..30)\n  end hit if draw <= 30 * at_ten\n  end good if draw <= 30 * at_six\n  end miss";
    assert_eq!(ends(weighed), ends(plain));
}

/// Odds of a turn in floats: distribution of the loss, and the chance that the defender falls.
fn turn(text: &str, hp: &str) -> (Vec<(i64, f64)>, f64) {
    let game = tohit_compile::compile(text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let sheets = game.sheets(0, &[("defender.hp".to_owned(), hp.to_owned())]).unwrap();
    let scenario = game.scenario(0, sheets).unwrap();
    let ar = Arithmetic::Floats;
    let turn = scenario.odds(&ar, false).unwrap().turn.unwrap();
    let lost = turn.losses.values.iter().map(|(lost, weight)| (*lost, ar.to_float(*weight))).collect();
    (lost, ar.to_float(turn.kill.unwrap()))
}

#[test]
fn two_endless_rolls_of_a_turn_are_two() {
    let text = format!("{HEAD}turn 2\nstrike\n  end hit lose open 1d2\n");
    let game = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    let losses = scenario.odds(&Arithmetic::Floats, false).unwrap().turn.unwrap().losses.values;
    // A 2 is thrown again: 1 with a half, 3 with a quarter, ...; so 2 with a quarter, 4 with twice an eighth.
    let chance = |lost: i64| losses.iter().find(|(known, _)| *known == lost);
    let chance = |lost| chance(lost).map_or(0.0, |(_, chance)| Arithmetic::Floats.to_float(*chance));
    assert_eq!([2, 3, 4].map(chance), [0.25, 0.0, 0.25]);
}

#[test]
fn a_turn_knows_what_is_left_and_who_has_fallen() {
    let head = format!("{HEAD}sheet defender\n  hp: 1..99 ?\nshow kill this turn\n");
    let asks = format!(
        "{head}turn 3\nstrike\n  end miss if chance(1/2)\n  end hit lose 1 if given left and left > 0\n  end good lose 1\n"
    );
    assert_eq!(turn(&asks, "6"), (vec![(0, 0.125), (1, 0.375), (2, 0.375), (3, 0.125)], 0.0));
    assert_eq!(turn(&asks, "2"), (vec![(0, 0.125), (1, 0.375), (2, 0.5)], 0.5));
    let on = |regardless: &str| {
        format!(
            "{head}turn 2{regardless}\nstrike\n  end great lose 1 kill if chance(1/4)\n  end hit lose 5\n"
        )
    };
    assert_eq!(turn(&on(""), "30"), (vec![(1, 0.25), (6, 0.1875), (10, 0.5625)], 0.4375));
    assert_eq!(turn(&on(" regardless"), "30"), (vec![(2, 0.0625), (6, 0.375), (10, 0.5625)], 0.4375));
    assert_eq!(turn(&on(" regardless"), "3").1, 1.0);
    let thrice = format!("{head}turn 3 regardless\nstrike\n  end miss if chance(1/2)\n  end hit lose d2\n");
    let all =
        [(0, 0.125), (1, 0.1875), (2, 0.28125), (3, 0.203125), (4, 0.140625), (5, 0.046875), (6, 0.015625)];
    assert_eq!(turn(&thrice, "2"), (all.to_vec(), 0.6875));
}

#[test]
fn a_turn_goes_round_and_each_strikes_as_often_as_is_said() {
    let each = |turn: &str| {
        format!(
            "{HEAD}sheet defender\n  hp: 1..99 ?\nsheet attacker\n  rounds: -9..999 = 2\n  b: {{ id: 0..9 = 7; many: 0..999 = 1 }}\n  more: list of 2..2 {{ id: 0..9; many: 0..999 }} = {{ id: 5; many: 2 }} {{ id: 3 }}\nshow kill this turn\nturn {turn} regardless\nstrike\n  end hit lose b.id * 10 ^ min(earlier, 9)\n"
        )
    };
    // The digits tell who strikes, from the last to the first.
    let lost = |text: &str| turn(&each(text), "1").0;
    for (said, digits) in [
        ("each b in attacker.b, attacker.more", 357),
        ("each b in attacker.b, attacker.more times b.many", 557),
        ("attacker.rounds times each b in attacker.b, attacker.more", 357_357),
        ("attacker.rounds times each b in attacker.b, attacker.more times b.many", 557_557),
        ("attacker.rounds times each b in attacker.b times b.many + 1", 7777),
        ("each b in attacker.b, attacker.more times 4 - b.many * 2", 333_377),
    ] {
        assert_eq!(lost(said), vec![(digits, 1.0)], "{said}");
    }
    // Turns without a strike, and turns of more than a thousand strikes, are refused.
    let asked = |entries: &[(&str, &str)]| {
        let text = each("attacker.rounds times each b in attacker.b, attacker.more times b.many");
        let game = tohit_compile::compile(&text).unwrap();
        let entries: Vec<(String, String)> =
            entries.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        let sheets = game.sheets(0, &entries).unwrap();
        game.scenario(0, sheets).unwrap().odds(&Arithmetic::Floats, false).map(|odds| odds.turn.is_some())
    };
    let refused = |entries: &[(&str, &str)]| asked(entries).unwrap_err().message.clone();
    assert_eq!(refused(&[("attacker.rounds", "-1")]), "there is no strike in a turn");
    let none = [("attacker.b.many", "0"), ("attacker.more.0.many", "0"), ("attacker.more.1.many", "0")];
    assert_eq!(refused(&none), "there is no strike in a turn");
    assert_eq!(
        refused(&[("attacker.rounds", "334")]),
        "too large: 1002 strikes a turn; at most 1000 are allowed"
    );
    assert!(asked(&[("attacker.rounds", "333")]).unwrap());
}

#[test]
fn a_turn_has_as_many_strikes_as_are_rolled() {
    let head = format!("{HEAD}sheet defender\n  hp: 1..99 ?\nshow kill this turn\n");
    let strike = "strike\n  end miss if chance(1/2)\n  end hit lose 1\n";
    // One or two strikes: 0 with 1/4 + 1/8, 1 with 1/4 + 1/4, 2 with 1/8.
    let by_dice = format!("{head}turn d 2\n{strike}");
    assert_eq!(turn(&by_dice, "9"), (vec![(0, 0.375), (1, 0.5), (2, 0.125)], 0.0));
    assert_eq!(turn(&by_dice, "1"), (vec![(0, 0.375), (1, 0.625)], 0.625));
    let by_figure = format!("{head}roll blows = 2 if chance(1/2) else 1\nturn blows\n{strike}");
    assert_eq!(turn(&by_figure, "9"), turn(&by_dice, "9"));
    // None is a number, too; what is below it is none.
    let or_none = format!("{head}turn 2 * d2 - 3\n{strike}");
    assert_eq!(turn(&or_none, "9"), (vec![(0, 0.75), (1, 0.25)], 0.0));
    // The float mass of a turn with many strikes stays 1.
    let (_, falls) = turn(&format!("{head}turn 300 d 3\nstrike\n  end hit lose 1\n"), "9");
    assert!((falls - 1.0).abs() < 1e-12, "{falls}");
}

/// The shown lines of a strike, in floats.
fn shown(strike: &str) -> Result<BTreeMap<String, Vec<(i64, f64)>>, String> {
    let text = format!("{HEAD}{strike}\n");
    let game = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    let ar = Arithmetic::Floats;
    let odds = scenario.odds(&ar, true).map_err(|stop| stop.message.clone())?;
    let of = |(name, line): &(Vec<String>, ShownLine)| {
        let ShownLine::Numbers(numbers) = line else { panic!("{line:?}") };
        let values = numbers.values.iter().map(|(value, weight)| (*value, ar.to_float(*weight)));
        (name.join("."), values.collect())
    };
    // Every line is observed once, in order.
    let lines: Vec<usize> = odds.strike.lines.iter().map(|odds| odds.line).collect();
    assert!(lines.is_sorted() && lines.windows(2).all(|two| two[0] < two[1]), "{lines:?}");
    Ok(odds.strike.shown.iter().map(of).collect())
}

const QUESTIONS: [&str; 6] =
    ["best of p", "worst of p", "best 3 of p", "sum of p", "most alike in p", "count of (it >= 8) in p"];

#[test]
fn questions_of_a_pool_that_no_line_combines_are_asked_one_by_one() {
    let shows = (0..).zip(QUESTIONS).map(|(place, question)| format!("  show q{place} = {question}\n"));
    let strike = format!(
        "strike\n  p = 20 times d10\n{}  end hit lose count of (it = 1) in p",
        shows.collect::<String>()
    );
    let all = shown(&strike).unwrap();
    let (_, ten) = *all["q0"].last().unwrap();
    assert!((ten - (1.0 - 0.9_f64.powi(20))).abs() < 1e-12, "{ten}");
    let mean = |name: &str| all[name].iter().map(|(value, weight)| *value as f64 * weight).sum::<f64>();
    assert!((mean("q3") - 110.0).abs() < 1e-9 && (mean("q5") - 6.0).abs() < 1e-9);
    // Twenty dice of ten faces have a pair at least; all are alike with probability 10 / 10^20.
    let alike = &all["q4"];
    let ((least, _), (most, chance)) = (alike[0], *alike.last().unwrap());
    assert_eq!((least, most), (2, 20));
    assert!((chance / 1e-19 - 1.0).abs() < 1e-9, "{chance}");
}

#[test]
fn too_many_questions_that_a_line_combines_are_refused_with_a_remedy() {
    let sum = QUESTIONS.join(" + ");
    let refused = shown(&format!("strike\n  p = 20 times d10\n  end hit lose {sum}")).unwrap_err();
    assert_eq!(
        refused,
        "too large: 6 questions to one throw of 20 dice are combined; combine fewer, roll fewer dice, or only show them: each line of show is worked out by itself"
    );
}

#[test]
fn pools_of_unlike_dice_and_draws_are_bounded() {
    let of =
        |pool: &str| shown(&format!("strike\n  p = {pool}\n  end hit lose best 2 of p + most alike in p"));
    for (pool, says) in [
        ("d100 times d2, d100 times d3, d100 times d4, d100 times d6", "too large: "),
        ("500 times d2, 500 times d3, 500 times d4", "too large: "),
        (
            "3 drawn from pick(5: 1, 2: 1)",
            "3 are drawn, and there are only 2; write  min(3, ...) drawn from ...",
        ),
        ("3 drawn from pick(5: 2000000)", "too large: 2000000 of one value; at most 1000000 are allowed"),
        ("3 drawn from pick(5: 9/2)", "what there is to draw must be a whole number, not 9/2"),
    ] {
        let message = of(pool).unwrap_err();
        assert!(message.starts_with(says), "{pool}: {message}");
    }
    let many = shown(
        "strike\n  p = 9 drawn from pick(i in 1..13: 4)\n  show q = best of p\n  end hit lose sum of p",
    );
    let sum: f64 = many.unwrap()["q"].iter().map(|(_, weight)| weight).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}

/// The message that refuses a turn.
fn refused(turn: &str) -> String {
    let text = format!("{HEAD}turn {turn}\nstrike\n  end miss if d20 < 12\n  end hit lose 1\n");
    let game = tohit_compile::compile(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
    let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
    scenario.odds(&Arithmetic::Floats, false).unwrap_err().message.clone()
}

#[test]
fn a_rolled_number_of_strikes_is_whole_and_has_an_end() {
    assert_eq!(refused("open d6"), "the number of strikes has no end; limit it: min(open d6, 20)");
    assert_eq!(refused("d6 / 2"), "the strikes of a turn must be a whole number, not 1/2");
    assert_eq!(refused("1001 * d2"), "too large: 2002 strikes a turn; at most 1000 are allowed");
}

#[test]
fn what_is_lost_and_is_no_count_is_said_with_a_remedy() {
    for (lost, says) in [
        ("n - 2", "what is lost can be -1; write  max(0, ...)"),
        ("n / 2", "what is lost can be 1/2; divide with  div"),
    ] {
        let text = format!("rules 1 \"Lost\"\nendings\n  hit: h\nstrike\n  n = d2\n  end h lose {lost}\n");
        let game = tohit_compile::compile(&text).unwrap();
        let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
        assert_eq!(scenario.odds(&Arithmetic::Floats, false).unwrap_err().message, says, "{lost}");
    }
}
