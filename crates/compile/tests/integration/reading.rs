//! Equal trees of texts that differ in notation only.

use tohit_syntax::parse;

/// The tree of a text without its places.
fn tree(text: &str) -> String {
    let (tree, problems) = parse(text);
    let messages: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{text}\n{}", messages.join("\n"));
    let tree = format!("{:?}", tree.statements);
    let mut plain = String::new();
    for part in tree.split("span: Span { ") {
        let rest = if plain.is_empty() { part } else { part.split_once('}').unwrap_or_default().1 };
        plain.push_str(rest);
    }
    plain
}

/// The tree of a value.
fn value(value: &str) -> String {
    tree(&format!("rules 1 \"x\"\nx = {value}\n"))
}

/// The tree of lines.
fn lines(lines: &str) -> String {
    tree(&format!("rules 1 \"x\"\n{lines}\n"))
}

#[test]
fn operators_bind_by_the_documented_precedence() {
    for (bare, bracketed) in [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a * b div c mod e", "((a * b) div c) mod e"),
        ("-a ^ 2", "-(a ^ 2)"),
        ("a ^ b ^ c", "a ^ (b ^ c)"),
        ("-a + b", "(-a) + b"),
        ("2d6 + 3", "(2 d 6) + 3"),
        ("a * n d s", "a * (n d s)"),
        ("d20 < 5 or a and not b = c", "(d20 < 5) or (a and (not (b = c)))"),
        ("a otherwise b + 1 > c", "(a otherwise (b + 1)) > c"),
        ("a otherwise b otherwise c", "a otherwise (b otherwise c)"),
        ("a if b else c if e else f", "a if b else (c if e else f)"),
        ("a is w | v and b", "(a is w | v) and b"),
        ("a is not w or b", "(not (a is w)) or b"),
        ("given a.b and c", "(given (a.b)) and c"),
        ("sum of 3 times d6 + 1", "(sum of 3 times d6) + 1"),
        ("sum of p.a + 1 for p in list", "sum of (p.a + 1) for p in list"),
        ("sum of p + best 2 of q * 3", "(sum of p) + ((best 2 of q) * 3)"),
        ("sum of p + sum of 3 times d6", "(sum of p) + (sum of 3 times d6)"),
        ("sum of p + count of it > 3 in q", "(sum of p) + (count of (it > 3) in q)"),
        ("sum of it * n + 1 in p", "sum of ((it * n) + 1) in p"),
        ("worst of p - sum of p.a for p in list", "(worst of p) - (sum of (p.a) for p in list)"),
        ("sum of n + 1 for n in 1..3", "sum of (n + 1) for n in 1..3"),
        ("chance(sum of p in 100)", "chance((sum of p) in 100)"),
        ("sum of p + most alike in q", "(sum of p) + (most alike in q)"),
        ("a in 1..3 | b + 1 and c", "(a in 1..3 | (b + 1)) and c"),
        ("2 in pick(1: 2, 4: 1)..3 | x.y", "2 in (pick(1: 2, 4: 1))..3 | x.y"),
        ("count of it in 3..5 in p", "count of (it in 3..5) in p"),
        ("best of p in 3..left", "(best of p) in 3..left"),
        ("most alike in p + 1", "(most alike in p) + 1"),
        ("4d6 keep highest 3", "best 3 of 4 times d6"),
        ("4d6 drop lowest", "best 3 of 4 times d6"),
        ("2 * 10d6 drop highest 3 + 2", "(2 * (worst 7 of 10 times d6)) + 2"),
        ("2d20 keep lowest", "worst of 2 times d20"),
        ("n d s keep lowest (k + 1) - 1", "(worst (k + 1) of n times (1 d s)) - 1"),
        ("best 2 of n + 1 times roll(1..6)", "best (2) of (n + 1) times (roll(1..6))"),
        ("open 2d6 less 1", "(open (2 d 6) less (1))"),
        ("max(a, b, c)", "max(max(a, b), c)"),
        // A name behind a dot has no hyphen.
        ("a.b-c", "a.b - c"),
    ] {
        assert_eq!(value(bare), value(bracketed), "{bare}");
    }
    assert_ne!(value("a-b if c else a"), value("a - b if c else a"));
}

#[test]
fn twins_are_plain_signs() {
    assert_eq!(
        value("a − b × c ÷ 2 if a ≤ b and c ≥ 1 and a ≠ c else 1"),
        value("a - b * c / 2 if a <= b and c >= 1 and a != c else 1")
    );
    assert_eq!(lines("refuse a.b if c “no”"), lines("refuse a.b if c \"no\""));
    assert_eq!(lines("x\u{a0}=\u{a0}1\r"), lines("x = 1"));
}

#[test]
fn rows_continue_from_the_running_value() {
    let column = |row: &str| lines(&format!("x = 1\n  {row}"));
    for (short, long) in [
        ("+ 2 * a", "= it + 2 * a"),
        ("* 25 div 10", "= it * 25 div 10"),
        ("* 25 div 10 + 1 if a", "= it * 25 div 10 + 1 if a"),
        ("floor if a", "= floor(it) if a"),
        ("at least 3 + b", "= max(it, 3 + b)"),
        ("at most 3", "= min(it, 3)"),
        ("div 2", "= it div 2"),
    ] {
        assert_eq!(column(short), column(long), "{short}");
    }
}

#[test]
fn semicolons_and_lines_are_one() {
    assert_eq!(lines("x = 1; + 2 if a; floor"), lines("x = 1\n  + 2 if a\n  floor"));
    assert_eq!(lines("a = 1; b = 2\n  + 1"), lines("a = 1\nb = 2\n  + 1"));
    assert_eq!(lines("record r\n  a: 1..2; b: flag"), lines("record r\n  a: 1..2\n  b: flag"));
    assert_eq!(
        lines("record r\n  a: { b: 1..2; c: flag }"),
        lines("record r\n  a: { b: 1..2\n    c: flag }")
    );
    assert_eq!(
        lines("strike\n  end miss lose 1; next a = 2\n  end hit"),
        lines("strike\n  end miss lose 1\n    next a = 2\n  end hit")
    );
    assert_eq!(lines("x = (1 +\n  2)  # note\n\n# note"), lines("x = (1 + 2)"));
}

#[test]
fn blocks_stand_in_front_of_their_lines() {
    let block = lines("x = 1\n  if a\n    + 2 if b\n    if c\n      + 3");
    assert_eq!(block, lines("x = 1\n  if a\n    + 2 if b\n  if a\n    if c\n      + 3"));
    assert!(
        parse("rules 1 \"x\"\nx = 1\n  if a\n")
            .1
            .iter()
            .any(|problem| problem.message.contains("nothing lies below"))
    );
}

#[test]
fn texts_beyond_the_byte_limit_are_refused() {
    let head = "rules 1 \"x\"\n#";
    let of = |bytes: usize| parse(&format!("{head}{}", "x".repeat(bytes - head.len()))).1.len();
    assert_eq!([64 * 1024, 64 * 1024 + 1].map(of), [0, 1]);
}

#[test]
fn every_line_tells_its_own_problem() {
    let text = "rules 1 \"x\"\nx = 1 +\ny = )\nz = (1\nlist a b\nstrike\n  end\n  n = == 2\n  end hit lose\n";
    let (_, problems) = parse(text);
    let lines: Vec<u32> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 3, 4, 5, 7, 8, 9]);
}
