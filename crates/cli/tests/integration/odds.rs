//! `tohit odds`: one line of dice, its distribution, and errors at their places in the line.
use crate::common::{json, tohit};

#[test]
fn an_attack_is_answered_by_the_engine() {
    let answer = json(&tohit(&["odds", "--json", "1d20+5 against 15, 2d6+3"], "").good());
    let hit: f64 = answer.get("hit").unwrap().to_string().parse().unwrap();
    assert!((hit - 0.55).abs() < 1e-12, "{hit}");
    let out = tohit(&["odds", "--exact", "1d20+5 against 15, 2d6+3"], "").good();
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["hit", "11/20"]);
    // 11/20 of 10, and of (10^2 + 35/6) less the mean squared: 27.9583.
    assert_eq!(lines[1], ["damage", "mean", "5.5000,", "standard", "deviation", "5.2876"]);
    assert_eq!(lines[2], ["damage", "chance", "at", "least"]);
    assert_eq!(lines[3], ["0", "9/20", "100.0000", "%"]);
    assert_eq!(lines[4], ["5", "11/720", "55.0000", "%"]);
    assert_eq!(lines.last().unwrap(), &["15", "11/720", "1.5278", "%"]);
    assert_eq!(lines.len(), 3 + 12);
    // Without damage the chance to hit is all.
    assert_eq!(tohit(&["odds", "1d20+5 against 15"], "").good(), "hit     55.0000 %\n");
    // "vs" is the same word, and what is written otherwise is said in our spelling.
    assert_eq!(tohit(&["odds", "1d20+5 vs 15"], "").good(), "hit     55.0000 %\n");
    for line in ["1d20+5 vs. 15", "1d20+5 versus 15"] {
        let out = tohit(&["odds", line], "").good();
        assert!(out.ends_with("hit     55.0000 %\n"), "{line}: {out}");
    }
    // Brackets may hold what separates the parts elsewhere.
    let out = tohit(&["odds", "--exact", "max(d20, d20) against 11, max(1d4 - 2, 0)"], "").good();
    assert!(out.starts_with("hit     3/4\n"), "{out}");
}

#[test]
fn plain_dice_have_a_distribution_and_conditions_a_chance() {
    let out = tohit(&["odds", "--exact", "1d4-2"], "").good();
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows[0], "total   mean 0.5000, standard deviation 1.1180");
    assert_eq!(rows[2], "   -1     1/4  100.0000 %");
    assert_eq!(rows[5], "    2     1/4   25.0000 %");
    assert_eq!(tohit(&["odds", "--exact", "2d6 > 1d12"], "").good(), "yes  1/2\n");
    // The rest of dice without end.
    let out = tohit(&["odds", "open d6"], "").good();
    assert!(out.starts_with("total   mean 4.2000, ") && out.lines().last().unwrap().contains("+ "), "{out}");
}

#[test]
fn a_million_small_chances_sum_to_one() {
    for line in ["d1000 * d1000", "d1000 * d1000 > 500", "d1000 * d1000 < d1000 * d1000"] {
        let out = tohit(&["odds", "--json", line], "").good();
        assert!(out.contains("\"hit\": 1,"), "{line}: {}", out.get(..99).unwrap_or(&out));
    }
    // 1000^2 pairs, of which so many have a product of at most 500.
    let few: u32 = (1..=500).map(|first| 500 / first).sum();
    let answer = json(&tohit(&["odds", "--json", "d1000 * d1000 > 500"], "").good());
    let value: f64 = answer.get("value").unwrap().to_string().parse().unwrap();
    let off = value - (1.0 - f64::from(few) / 1e6);
    assert!(off.abs() < 4.0 * f64::EPSILON, "{off}");
}

/// The message, and the characters of the line that are marked.
fn marked(line: &str) -> (String, String) {
    let ran = tohit(&["odds", line], "");
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{line}");
    let lines: Vec<&str> = ran.err.lines().collect();
    let (source, marks) = (lines[2], lines[3]);
    let pairs = source.chars().zip(marks.chars().chain(std::iter::repeat(' ')));
    let about = pairs.filter(|(_, mark)| *mark == '^').map(|(sign, _)| sign).collect();
    (lines[0].trim_start_matches("error: ").to_owned(), about)
}

#[test]
fn errors_point_into_the_line() {
    for (line, about, message) in [
        ("1d20+x against 15, 2d6", "x", "there is no \"x\""),
        ("größe + d6", "größe", "there is no \"größe\""),
        ("d20 vs AC 15, 4d6kh9", "4d6kh9", "not 9 of 4 can be kept"),
        ("d20 against 15, 6d6!<4", "d6!<4", "dice explode on their highest faces: open d6"),
        ("3 times d6", "3 times d6", "sum of 3 times d6"),
        ("d20 against 12, 1d4-2", " 1d4-2", "what is lost can be -1; write  max(0, ...)"),
        ("d20 against 12, 1d4, 2", ",", "one comma is enough"),
        ("d6, 3", ",", "before it a target"),
        ("d20, 3 against 5", ",", "damage stands last"),
        ("d20 against , 5", " ", "something is missing here"),
        ("2d6 # note", "#", "no such sign"),
        ("d20\nagainst 5", "", "no such sign"),
        ("chance(65)", "chance(65)", "chance(65 in 100)"),
        ("(d6 / 2)", "(d6 / 2)", "whole numbers"),
    ] {
        let (said, found) = marked(line);
        assert!(said.contains(message), "{line}: {said}");
        assert!(about.is_empty() || found == about, "{line}: {found}");
    }
    assert_eq!(tohit(&["odds", ""], "").status, Some(2));
    assert!(tohit(&["odds"], "").complaint(2).contains("<LINE>"));
}

#[test]
fn notations_of_players_are_answered_with_our_spelling() {
    let out = tohit(&["odds", "--exact", "2d20kh1+5 >= 15"], "").good();
    assert_eq!(out, "read as best of 2 times d20+5 >= 15\nyes  319/400\n");
    let out = tohit(&["odds", "10d10>=7"], "").good();
    let note = "note: 10d10 are added here; to count dice write  count of 10 times (d10 >= 7)\n";
    assert_eq!(out, format!("yes  100.0000 %\n{note}"));
    let answer = json(&tohit(&["odds", "--json", "1d20+7 vs AC 30, 1d8"], "").good());
    assert_eq!(answer.get("read_as").unwrap().plain(), "1d20+7 against 30, 1d8");
    assert!(answer.get("notes").unwrap().to_string().contains("crit 20"));
    // A line in our own spelling has neither.
    let answer = json(&tohit(&["odds", "--json", "d20 + 7 against 12, 1d8"], "").good());
    assert!(answer.get("read_as").is_none() && answer.get("notes").is_none());
}
