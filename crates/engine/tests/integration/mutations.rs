//! Shipped texts with bytes, words and lines lost, doubled and swapped: whatever is written, reading ends soon and
//! never panics.
//! `TOHIT_MUTATIONS` says how many; the same number gives the same texts.

use std::time::{Duration, Instant};

/// The generator `SplitMix64`: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % most.max(1) as u64) as usize
    }
}

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

/// Parts of a text: its bytes, words or lines, with what stands between them.
fn parts(text: &str, sort: usize) -> Vec<&str> {
    match sort {
        0 => text.split_inclusive("").collect(),
        1 => text.split_inclusive(|c: char| !c.is_alphanumeric()).collect(),
        _ => text.split_inclusive('\n').collect(),
    }
}

fn mutated(text: &str, dice: &mut Dice) -> String {
    const SIGNS: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "|",
        " if ",
        " otherwise ",
        "..",
        "-",
        "\n",
        "  ",
        "it",
        "=",
        "d",
        "99999999999",
        "“",
        "[",
        "end ",
        "given ",
        "\t",
        "−",
    ];
    let sort = dice.below(3);
    let mut parts = parts(text, sort);
    for _ in 0..=dice.below(3) {
        let (a, b) = (dice.below(parts.len()), dice.below(parts.len()));
        match dice.below(5) {
            0 => drop(parts.remove(a)),
            1 => parts.insert(b, parts.get(a).copied().unwrap_or_default()),
            2 => parts.swap(a, b),
            3 => parts.insert(a, SIGNS.get(dice.below(SIGNS.len())).copied().unwrap_or_default()),
            _ => drop(parts.splice(a..(a + dice.below(40)).min(parts.len()), [])),
        }
        if parts.is_empty() {
            break;
        }
    }
    parts.concat()
}

fn took<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}

/// As long as reading all shipped texts takes here and now.
fn usual(texts: &[String]) -> Duration {
    took(|| texts.iter().for_each(|text| drop(tohit_compile::compile(text)))).1
}

/// A text is read in no more than some times what all shipped ones take. Where another program had the processor, it
/// is tried again beside them.
fn ends_soon(text: &str, time: Duration, usual_time: Duration, texts: &[String]) -> bool {
    let is_soon = |time: Duration, usual: Duration| time < usual * 20;
    is_soon(time, usual_time)
        || (0..5).any(|_| {
            let again = took(|| drop(std::panic::catch_unwind(|| drop(tohit_compile::compile(text))))).1;
            is_soon(again, usual(texts))
        })
}

#[test]
fn never_panic_and_end_soon() {
    let many: usize =
        std::env::var("TOHIT_MUTATIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(1500);
    let texts = texts();
    let mut dice = Dice(7);
    let (usual, mut slowest) = (usual(&texts), Duration::ZERO);
    for round in 0..many {
        // Most of them are short texts: they are quick, and each sign of them counts for more.
        let pick = dice.below(texts.len()).min(dice.below(texts.len()));
        let text = mutated(&texts[pick], &mut dice);
        let (result, time) =
            took(|| std::panic::catch_unwind(|| tohit_compile::compile(&text).err().unwrap_or_default()));
        let Ok(problems) = result else { panic!("round {round} panics:\n{text}") };
        for problem in problems {
            assert!(!problem.message.is_empty() && problem.line > 0, "round {round}: {problem}");
        }
        assert!(
            ends_soon(&text, time, usual, &texts),
            "round {round} takes {time:?}, all shipped texts {usual:?}:\n{text}"
        );
        slowest = slowest.max(time);
    }
    println!("{many} texts, the slowest in {slowest:?}, all shipped ones in {usual:?}");
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
    // Figures that call each other twice, and records that hold each other twice.
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
    let usual = usual(&texts);
    for text in hostile {
        let (result, time) = took(|| tohit_compile::compile(&text));
        assert!(result.is_err());
        let begins: String = text.chars().take(80).collect();
        assert!(ends_soon(&text, time, usual, &texts), "{time:?}, all shipped texts {usual:?}: {begins}");
    }
}
