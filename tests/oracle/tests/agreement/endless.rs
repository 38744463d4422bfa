//! Endless rolls: strikes within the bounds of a truncated reference, and equal to it where nothing beyond
//! matters.

use crate::fights::assert_fight_agrees;
use crate::strikes::{assert_strike_agrees, assert_strike_is_bounded};
use crate::texts::{Expressions, HEAD};
use crate::{compiled, scenario};
use rand::SeedableRng as _;
use rand_pcg::Pcg32;
use tohit_odds::{Arithmetic, Fraction};

/// Number of random texts.
const TEXTS: usize = 300;

/// Strikes with endless rolls that meet numbers, each other, and themselves; true where no result depends on
/// the rolls beyond the truncation.
const STRIKES: [(&str, bool); 32] = [
    ("a = open 2d6 less 1\n  end miss if a < 9\n  end hit lose min(a, 20)", true),
    ("a = open 2d6 less 1\n  end hit lose a", false),
    ("a = open d4 - open d4\n  end miss if a <= 0\n  end hit lose a", false),
    (
        "a = open 2d6 less 1 - open 2d6 less 1 + 3\n  end miss if a < 0\n  end good lose 2 if a > 4\n  end hit lose 1",
        false,
    ),
    ("a = open d3 + open d3\n  end hit lose max(min(a, 7), 3)", true),
    ("a = open d6\n  b = a\n    * 2 if a > 5\n    at most 9\n  end hit lose b", true),
    ("a = open d6\n  end hit lose a div 4", false),
    ("a = open d6\n  end hit lose a mod 3", false),
    (
        "a = open 3d2 less 1\n  end good lose 1 if a = 5\n  end hit lose floor(a / 2) if a > 6\n  end miss",
        false,
    ),
    ("a = open d10 less 8\n  end hit lose min(a, 10)", true),
    ("a = d3\n  b = open d4 * a\n  end miss if b < 6\n  end hit lose min(b, 14)", true),
    ("a = open d4\n  b = open d4\n  end miss if a < b\n  end hit lose 1", false),
    ("a = open d4\n  end miss if a + d6 < 7\n  end hit lose min(a, 5)", true),
    ("a = abs(5 - open d4)\n  end hit lose a", false),
    ("a = bonus(open 2d3)\n  end hit lose a", true),
    ("a = bonus(5 - open d4)\n  b = bonus(open d2 - 2) + a\n  end hit lose b", true),
    // Rolls that are read again after they met dice.
    ("a = open d4\n  b = a + 1\n  end miss if a < 4\n  end hit lose min(b, 9)", true),
    (
        "a = open d4\n  b = a + d3\n  end miss if a < 3\n  end good lose 1 if b > 6\n  end hit lose min(a, 9)",
        true,
    ),
    ("a = open d6\n    = it + 1 if it + d6 < 7\n    + d2 if it > 8\n    at most 12\n  end hit lose a", true),
    ("a = open d4\n  b = d3 * a\n  c = b - a\n  end miss if c < 4\n  end hit lose min(a, 6)", true),
    ("end hit lose min(more(open d4), 8)", true),
    // The difference of rolls of one step and two ratios, 1/16 and 1/4.
    ("a = (open d4 less 1) div 2 - (open d4 less 1)\n  end miss if a <= 0\n  end hit lose min(a, 9)", false),
    ("a = open 2d3\n  end good lose 1 if a + d4 > 7\n  end hit lose 1 if a + d4 > 7\n  end miss", true),
    ("a = open d4\n  end miss if a < open d6\n  end hit lose 1", false),
    ("a = max(open d3, open d4)\n  end hit lose min(a, 6)", true),
    ("a = best of 3 times open d3\n  end good lose 2 if a < 5\n  end hit lose a", false),
    ("a = worst of 3 times open d3 + open d4\n  end hit lose a", false),
    ("a = min(open d4, 2 * open d3 + 1)\n  end hit lose a", false),
    (
        "a = open d3 + open d4 + open d3 less 1\n  end good lose 1 if a mod 3 = 1\n  end hit lose min(a, 9)",
        false,
    ),
    ("a = max(3 - open d3, 1 - open d4)\n  end hit lose max(a, 0)", true),
    ("a = max(open d3, 9 - open d4)\n  end hit lose min(a, 12)", true),
    ("a = max(3 + open d3, open d4) - 2 * open d4\n  end miss if a < 2\n  end hit lose a", false),
];

/// Fights in which every loss beyond the truncation kills.
const FIGHTS: [&str; 4] = [
    "strike\n  a = open 2d6 less 1 - 8\n  end miss if a < 1\n  end hit lose a",
    "turn 2\nstrike\n  a = open d4\n  end miss if a < 3\n  end hit lose a - 2",
    "carry c = 0\nturn 2\nstrike\n  a = open d3 + c\n  next c = 1 - c\n  end miss if a < 3\n  end hit lose a",
    "between turns\n  next left = left + 1\nstrike\n  a = open d6\n  end miss if a < 2\n  end hit lose a",
];

#[test]
fn chosen_endless_strikes_agree() {
    for (strike, is_decided) in STRIKES {
        let text = format!("{HEAD}roll more(n) = n if n + d6 < 8 else 2 * n\nstrike\n  {strike}\n");
        assert!(assert_strike_is_bounded(&text, &[], 5).to_f64() < 0.05, "{text}");
        if is_decided {
            assert_strike_agrees(&text, &[]);
        }
    }
}

#[test]
fn random_endless_strikes_agree() {
    let mut rng = Pcg32::seed_from_u64(8);
    let (mut compared, mut refused) = (0, 0);
    while compared < TEXTS {
        let text = format!("{HEAD}{}", Expressions::new(&mut rng, 2_000).with_endless().strike());
        if !text.contains("open ") {
            continue;
        }
        let program = compiled(&text);
        match scenario(&program, &[]).odds(&Arithmetic::Floats, false) {
            Ok(_) => drop(assert_strike_is_bounded(&text, &[], 3)),
            Err(stop) => {
                assert!(stop.message.contains("endless"), "{} {text}", stop.message);
                refused += 1;
                continue;
            }
        }
        compared += 1;
    }
    assert!(refused < 2 * TEXTS, "{refused} texts were refused");
}

#[test]
fn the_probability_beyond_is_that_of_one_more_reroll() {
    let text = format!("{HEAD}strike\n  end hit lose open 2d6 less 1\n");
    for (rerolls, last) in [(0, 6), (1, 36), (4, 7776)] {
        let within = Fraction::one() - Fraction::new(1, last);
        let beyond = Fraction::one() - within.clone() * within;
        assert_eq!(assert_strike_is_bounded(&text, &[], rerolls), beyond);
    }
}

#[test]
fn endless_fights_agree() {
    for text in FIGHTS {
        let text = format!(
            "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet defender\n  hp: 1..99 ?\n{text}\n"
        );
        for hp in [1, 2, 5, 9] {
            assert_fight_agrees(&text, &[("defender", "hp", hp)], 14);
        }
    }
}
