//! Shipped rule texts compile, and deep, long or exponential texts are refused quickly.

use std::time::{Duration, Instant};

/// A text with every statement of the language, and the shipped rule texts.
fn texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../resolver/rulesets");
    let mut texts = vec![include_str!("../everything.rules").to_owned()];
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        texts.extend(std::fs::read_to_string(entry.path().join(format!("{name}.rules"))));
    }
    texts.sort_by_key(String::len);
    texts
}

fn took<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

#[test]
fn shipped_texts_have_no_problems() {
    for text in texts() {
        if let Err(problems) = tohit_compile::compile(&text) {
            let all: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{}\n{}", text.lines().next().unwrap_or_default(), all.join("\n"));
        }
    }
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let many = |open: &str| 30_000 / open.len();
    let deep = |open: &str, close: &str| {
        format!("rules 1 \"x\"\nx = {}1{}\n", open.repeat(many(open)), close.repeat(many(open)))
    };
    let mut hostile = vec![
        deep("(", ")"),
        deep("-", ""),
        deep("not ", ""),
        deep("1 + ", ""),
        deep("1 ^ ", ""),
        deep("a if b else ", ""),
        deep("a otherwise ", ""),
        deep("f(", ")"),
        deep("{ a: ", "}"),
        deep("given ", ""),
        "(".repeat(60_000),
        "a".repeat(65_000),
        "é".repeat(40_000),
        (0..300).map(|depth| format!("{}if a\n", " ".repeat(depth))).collect(),
        format!("rules 1 \"x\"\nx = 1\n{}", "  + 1\n".repeat(9000)),
        format!("rules 1 \"x\"\nx =\n{}  else 1\n", "  2 if 1 = 1\n".repeat(4000)),
        format!("rules 1 \"x\"\nx = 9^9^9^9\ny = {}\n", "9".repeat(5000)),
        format!(
            "rules 1 \"x\"\nlist a: {}\n",
            (0..9000).map(|word| format!("w{word}")).collect::<Vec<_>>().join("|")
        ),
        format!(
            "rules 1 \"x\"\nmodes {}\n{}",
            (0..16).map(|mode| format!("m{mode}")).collect::<Vec<_>>().join(", "),
            "x = y\n".repeat(9000)
        ),
    ];
    // Figures that call each other twice, and records that hold each other twice: exponential if expanded.
    let mut calls = String::from("rules 1 \"x\"\nf0(a) = a\n");
    let mut records = String::from("rules 1 \"x\"\nrecord r0\n  a: 1..2\n");
    for depth in 1..400 {
        calls.push_str(&format!("f{depth}(a) = f{0}(a) + f{0}(a = 1)\n", depth - 1));
        records.push_str(&format!("record r{depth}\n  a: r{0}\n  b: list of 1..64 r{0}\n", depth - 1));
    }
    records.push_str("sheet attacker\n  a: r399\n");
    let mut wide = String::from("rules 1 \"x\"\nrecord r0\n  a: 1..2\n");
    for depth in 1..12 {
        wide.push_str(&format!("record r{depth}\n"));
        (0..100).for_each(|field| wide.push_str(&format!("  f{field}: r{}\n", depth - 1)));
    }
    wide.push_str("sheet attacker\n  a: r11\n");
    hostile.extend([calls, records, wide]);
    // A block of blocks, each with a long condition.
    let condition = vec!["attacker.level > 3"; 40].join(" and ");
    let mut blocks = String::from("rules 1 \"x\"\nx = 1\n");
    for depth in 1..50 {
        blocks.push_str(&format!("{}if {condition}\n", " ".repeat(depth)));
    }
    blocks.push_str(&format!("{}+ 1\n", " ".repeat(51)).repeat(150));
    hostile.push(blocks);
    let texts = texts();
    for text in hostile {
        // The ratio of one run: another program on the machine may slow down one round, but not all.
        let is_quick = (0..6).any(|_| {
            let usual = took(|| texts.iter().for_each(|text| drop(tohit_compile::compile(text)))).1;
            let (result, time) = took(|| tohit_compile::compile(&text));
            assert!(result.is_err());
            time < usual * 20
        });
        assert!(is_quick, "{}", text.chars().take(80).collect::<String>());
    }
}
