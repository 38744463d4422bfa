//! Questions to pools of dice: alone, in pairs and in threes, combined by an end and shown one by one.

use crate::strikes::assert_strike_agrees;
use crate::{compiled, exactly, scenario};
use std::collections::BTreeMap;
use tohit_engine::ShownLine;
use tohit_odds::Fraction;
use tohit_oracle::Value;

/// Questions, of which two have the same answer for every throw.
const QUESTIONS: [&str; 11] = [
    "best of p",
    "worst of p",
    "best 2 of p",
    "worst 2 of p",
    "sum of p",
    "sum of (it * it) in p",
    "count of (it >= 3) in p",
    "count of (it > 9) in p",
    "count of (it > 0) in p",
    "most alike in p",
    "count of different in p",
];

/// Lines of pools, and of what stands before the questions: alone, of a rolled number of dice, behind an end
/// that asks the same dice, of a die with weights, of unlike dice, and of draws without replacement, also of a
/// rolled number and from what lines above leave.
const POOLS: [&str; 9] = [
    "  p = 3 times d4\n",
    "  p = d3 times d3\n",
    "  p = 3 times d3\n  end miss if worst of p < 2 or sum of p > 8\n",
    "  p = 3 times pick(0: 1, 3: 2, 7: 3)\n",
    "  p = d2, d3, d4\n",
    "  p = (d2 - 1) times d3, 2 times pick(0: 1, 2: 2), d2 times d2\n",
    "  p = 3 drawn from pick(0: 1, 3: 2, 7: 1)\n",
    "  p = d3 drawn from pick(i in 1..3: i - 1)\n",
    "  more = d2\n  p = 2 drawn from pick(3: more, 0: 2, 4: 1 if more > 1, 3: 1)\n",
];

const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good | great\n";

/// All choices of one, two and three questions.
fn choices() -> Vec<Vec<&'static str>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..3 {
        let end = all.len();
        for place in first..end {
            let next = all[place].last().map_or(0, |last| last + 1);
            for more in next..QUESTIONS.len() {
                all.push(all[place].iter().copied().chain([more]).collect());
            }
        }
        first = end;
    }
    all.iter().skip(1).map(|places| places.iter().map(|place| QUESTIONS[*place]).collect()).collect()
}

/// Distributions of the shown lines by the engine.
fn shown(text: &str) -> BTreeMap<String, BTreeMap<Value, Fraction>> {
    let program = compiled(text);
    let scenario = scenario(&program, &[]);
    let mut keys: Vec<(String, Value)> = Vec::new();
    let weights = exactly(|ar| {
        keys.clear();
        let mut weights = Vec::new();
        for (name, line) in scenario.odds(ar, false).unwrap().strike.shown {
            let name = name.join(".");
            match line {
                ShownLine::Numbers(numbers) => {
                    assert!(numbers.rest.is_none(), "{text}");
                    for (value, weight) in numbers.values {
                        keys.push((name.clone(), value.into()));
                        weights.push(weight);
                    }
                }
                ShownLine::Chance(yes) => {
                    keys.push((name, Value::Flag(true)));
                    weights.push(yes);
                }
                ShownLine::Words(_) => panic!("no question of these is answered by a word: {text}"),
            }
        }
        weights
    });
    let mut all: BTreeMap<String, BTreeMap<Value, Fraction>> = BTreeMap::new();
    for ((name, value), share) in keys.into_iter().zip(weights) {
        all.entry(name).or_default().insert(value, share);
    }
    all
}

/// Fails unless the shown lines of a text have the distributions of the reference.
fn assert_shown_agrees(text: &str) {
    let program = compiled(text);
    let mut expected = tohit_oracle::shown(&tohit_oracle::Scenario::new(&program, &[]));
    for values in expected.values_mut() {
        // The engine answers a condition by the chance of yes.
        if values.keys().all(|value| matches!(value, Value::Flag(_))) {
            values.remove(&Value::Flag(false));
            values.entry(Value::Flag(true)).or_insert_with(Fraction::zero);
        }
    }
    assert_eq!(shown(text), expected, "{text}");
}

#[test]
fn questions_that_an_end_combines_agree() {
    for pool in POOLS {
        for asked in choices() {
            // The digits of the loss are the answers.
            let digits = asked.iter().zip([1, 1_000, 1_000_000]);
            let sum: Vec<String> =
                digits.map(|(question, digit)| format!("{digit} * ({question})")).collect();
            let text = format!("{HEAD}strike\n{pool}  end hit lose {}\n", sum.join(" + "));
            assert_strike_agrees(&text, &[]);
        }
    }
}

#[test]
fn questions_that_are_shown_agree() {
    for pool in POOLS {
        for asked in choices() {
            let shows: String =
                asked.iter().zip(["a", "b", "c"]).map(|(q, name)| format!("  show {name} = {q}\n")).collect();
            let ends = ["  end hit\n", "  end good lose sum of p\n"];
            for end in ends {
                assert_shown_agrees(&format!("{HEAD}strike\n{pool}{shows}{end}"));
            }
        }
    }
}

#[test]
fn conditions_of_questions_agree() {
    for pool in POOLS {
        for asked in choices() {
            let holds: Vec<String> = asked.iter().map(|question| format!("{question} >= 2")).collect();
            let shows: String =
                holds.iter().zip(["a", "b", "c"]).map(|(q, name)| format!("  show {name} = {q}\n")).collect();
            let strike = format!("strike\n{pool}");
            assert_shown_agrees(&format!("{HEAD}{strike}{shows}  end hit\n"));
            let ends =
                format!("  end good if {}\n  end great if {}\n", holds.join(" and "), holds.join(" or "));
            assert_strike_agrees(&format!("{HEAD}{strike}{ends}  end hit lose {}\n", asked[0]), &[]);
        }
    }
}
