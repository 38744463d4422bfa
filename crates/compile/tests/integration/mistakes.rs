//! The likeliest mistakes of a first author, each with its diagnostic.

const BEFORE: &str = "rules 1 \"Test\"\n";
const ENDINGS: &str = "endings\n  miss: miss\n  hit: hit\n";
const SHEETS: &str = "list cover: none | low | high
sheet attacker
  level: 1..20; class: warrior | mage; cover: cover; brave: flag
  weapon: { dice: 1..4; plus: 0..9 } or none
  parts: list of 1..4 { dice: 1..4 }
  runes: some of fire | ice
sheet defender
  ac: 1..40 = 12; hp: 1..99 ?
";
const STRIKE: &str = "strike\n  end miss if d20 < 12\n  end hit lose d8\n";

/// Diagnostics of some lines, with line numbers relative to the first.
fn problems(lines: &str) -> Vec<String> {
    let has = |word: &str| lines.lines().any(|line| line == word);
    let endings = if has("endings") { "" } else { ENDINGS };
    let strike = if has("strike") { "" } else { STRIKE };
    let before = format!("{BEFORE}{endings}{SHEETS}");
    let text = format!("{before}{lines}\n{strike}");
    let above = before.lines().count();
    let problems = tohit_compile::compile(&text).err().unwrap_or_default();
    problems
        .iter()
        .map(|problem| {
            let line = i64::from(problem.line) - above as i64;
            format!("{line}:{}: {}", problem.column, problem.message)
        })
        .collect()
}

#[test]
fn have_the_listed_messages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mistakes.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let mut blocks: Vec<String> = Vec::new();
    for block in file.split("\n\n").filter(|block| !block.trim().is_empty()) {
        if block.starts_with("# ") {
            blocks.push(block.to_owned());
            continue;
        }
        let lines: Vec<&str> = block.lines().filter(|line| !line.starts_with("-> ")).collect();
        let lines = lines.join("\n");
        let found = problems(&lines);
        let found: Vec<String> = found.iter().map(|problem| format!("-> {problem}")).collect();
        assert!(!found.is_empty(), "nothing is said of:\n{lines}");
        blocks.push(format!("{lines}\n{}", found.join("\n")));
    }
    let now = format!("{}\n", blocks.join("\n\n"));
    if std::env::var_os("TOHIT_BLESS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    for (old, new) in file.split("\n\n").zip(now.split("\n\n")) {
        assert_eq!(old.trim_end(), new.trim_end(), "run with TOHIT_BLESS=1 if this is better");
    }
}
