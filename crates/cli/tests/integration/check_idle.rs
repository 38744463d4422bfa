//! Warnings of `tohit check` about parts of a text that can never matter, and texts without such parts.
use crate::common::{items, json, tohit};
use std::fs;
use std::path::Path;

/// Warnings of a text: the line, and the message. Endings of the head that the text does not use are left out.
#[track_caller]
fn warnings(text: &str) -> Vec<(usize, String)> {
    let ran = tohit(&["check", "--json", "-"], text);
    let report = json(&ran.out);
    assert_eq!(items(report.get("errors").unwrap()).len(), 0, "{text}\n{}", ran.out);
    let one = |warning: &tohit_resolver::Json| {
        let of = |name: &str| warning.get(name).unwrap().plain();
        (of("line").parse().unwrap(), of("message"))
    };
    items(report.get("warnings").unwrap()).iter().map(one).collect()
}

/// Warnings of a strike below a head of four lines, by the line from there on.
#[track_caller]
fn below_head(lines: &str) -> Vec<(usize, String)> {
    let text = format!("rules 1 \"Idle\"\nendings\n  miss: miss\n  hit: hit | good\n{lines}");
    let found = warnings(&text).into_iter().filter(|(line, _)| *line > 4);
    found.map(|(line, message)| (line - 4, message)).collect()
}

#[track_caller]
fn says(lines: &str, told: &[(usize, &str)]) {
    let found = below_head(lines);
    let found: Vec<(usize, &str)> = found.iter().map(|(line, message)| (*line, message.as_str())).collect();
    assert_eq!(found, told, "{lines}");
}

#[test]
fn a_die_is_no_percentage() {
    let mends = "write  chance(50%)  or compare with whole numbers";
    says(
        "strike\n  end miss if d20 < 50%\n  end hit lose 1\n",
        &[(
            2,
            &format!(
                "this end never applied in the 97 scenarios that were tried; this is never so: 50% is 1/2, and d20 is above it; {mends}"
            ),
        )],
    );
    says(
        "strike\n  end miss if d100 > 65%\n  end hit lose 1\n",
        &[(
            2,
            "this is always so: 65% is 13/20, and d100 is above it; write  chance(65%)  or compare with whole numbers",
        )],
    );
    says(
        "strike\n  face = d100\n  end miss if 5% >= face + 1 or face = 3\n  end hit lose 1\n",
        &[(
            3,
            "this is never so: 5% is 1/20, and face + 1 is above it; write  chance(5%)  or compare with whole numbers",
        )],
    );
    // A part of 1 may be compared with another one.
    let fair = "sheet attacker\n  skill: 0..100 = 40\nstrike\n  end miss if attacker.skill / 100 < 50%\n  end hit lose 1\n";
    says(fair, &[]);
}

#[test]
fn an_end_that_never_applies_is_told() {
    let never = |line: usize, many: usize| {
        (
            line,
            format!(
                "this end never applied in the {many} scenarios that were tried; check its condition and the ends above it, or take it away"
            ),
        )
    };
    let found = below_head("strike\n  face = d20\n  end miss if face > 20\n  end hit lose 1\n");
    assert_eq!(found, [never(3, 97)]);
    let below =
        "strike\n  face = d20\n  end good lose 2 if face > 18\n  end hit lose 3 if face = 20\n  end miss\n";
    assert_eq!(below_head(below), [never(4, 97)]);
}

#[test]
fn an_end_that_applies_somewhere_is_not_told() {
    for text in [
        // With two fields at once, of many words.
        "sheet attacker\n  a: one | two | three | four = one\n  b: one | two | three | four = one\n  c: flag\nstrike\n  \
         end good if attacker.a is three and attacker.b is two and attacker.c\n  end hit lose 1\n",
        // At one number in the middle, and with another field.
        "sheet attacker\n  level: 1..50\n  brave: flag\nstrike\n  end good if attacker.level = 17 and attacker.brave\n  end hit lose 1\n",
        // In a fight alone: by what is carried, and by what is left.
        "sheet defender\n  hp: 1..99 ?\ncarry rage = 0\nstrike\n  next rage = rage + 1\n  end good lose 2 if rage > 3\n  end hit lose 1\n",
        "sheet defender\n  hp: 1..99 ?\nstrike\n  end good lose 1 if given left and left < 4\n  end hit lose 1\n",
        // In a later turn.
        "sheet attacker\n  fresh: flag = yes\nsheet defender\n  hp: 1..99 ?\nlater attacker.fresh = no\nstrike\n  \
         end good lose 1 if not attacker.fresh and d6 = 1\n  end hit lose 1\n",
        // In a turn, with the same result as the last end.
        "turn 3\nstrike\n  end good if earlier = 2\n  end hit\n",
        // In an example.
        "sheet attacker\n  a: 0..9999\n  b: 0..9999\nstrike\n  end good if attacker.a * attacker.b = 391\n  end hit lose 1\n\
         example with attacker.a = 17, attacker.b = 23 roll -> good\n",
    ] {
        says(text, &[]);
    }
}

#[test]
fn what_nothing_reads_is_told() {
    says(
        "sheet attacker\n  aim: 0..9\n  luck: 0..9\n  sword: { sides: 1..9; weight: 0..9 }\nspare = 3\ntable sizes\n  1..3  4\n  other 5\n\
         strike\n  face = d20\n  extra = d6\n  end miss if face + attacker.aim < 9\n  end hit lose 1 d attacker.sword.sides\n",
        &[
            (3, "nothing reads the field \"luck\": use it in a row, or take it away"),
            (4, "nothing reads the field \"weight\": use it in a row, or take it away"),
            (5, "nothing reads the figure \"spare\": name it below, or take it away"),
            (6, "nothing reads the table \"sizes\": name it below, or take it away"),
            (
                11,
                "nothing reads the line \"extra\", so it is not rolled: use it below, write  show extra = ...  or take it away",
            ),
        ],
    );
    let found = warnings(
        "rules 1 \"Idle\"\nendings\n  miss: miss | dodge\n  hit: hit\nstrike\n  end miss if d20 < 9\n  end hit lose 1\n",
    );
    let message = "no end comes to \"dodge\": write  end dodge ...  in the strike, or take the word away";
    assert_eq!(found, [(3, message.to_owned())]);
}

#[test]
fn a_kill_needs_hit_points() {
    let kill = "this kill is never shown: the defender has no hit points; write  hp: 1..99 ?  in its sheet";
    says("show kill this strike\nstrike\n  end hit lose 1\n", &[(1, kill)]);
    says("sheet defender\n  hp: 1..9 ?\nshow kill this strike\nstrike\n  end hit lose 1\n", &[]);
}

#[test]
fn rows_that_share_keys_are_told() {
    let table = |rows: &str| {
        format!(
            "sheet attacker\n  size: 1..20\ntable sizes\n{rows}strike\n  end hit lose sizes(attacker.size)\n"
        )
    };
    let found = below_head(&table("  1..5   1\n  4..9   2\n  other  3\n"));
    assert_eq!(
        found,
        [(5, "a row above has 4..5 of these keys; write the rows without a common key".to_owned())]
    );
    // A row for the rest, and rows that grow.
    assert_eq!(below_head(&table("  ..5  1\n  ..9  2\n  ..20  3\n")), []);
    assert_eq!(below_head(&table("  7  1\n  1..20  2\n")), []);
}

/// Complete texts of a document: those that begin with their header.
fn texts(document: &str) -> Vec<String> {
    let blocks = document.split("```").skip(1).step_by(2);
    let texts = blocks.filter_map(|block| block.split_once('\n').map(|(_, text)| text.to_owned()));
    texts.filter(|text| text.lines().any(|line| line.starts_with("rules 1 "))).collect()
}

#[test]
fn our_own_texts_have_no_such_parts() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut count = 0;
    for file in fs::read_dir(docs.join("lessons")).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_some_and(|ending| ending == "rules") {
            assert_eq!(warnings(&fs::read_to_string(&file).unwrap()), [], "{}", file.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
    for name in ["tutorial.md", "cookbook.md", "rule-text.md", "adding-a-game.md"] {
        for text in texts(&fs::read_to_string(docs.join(name)).unwrap()) {
            assert_eq!(warnings(&text), [], "{name}: {text}");
        }
    }
    assert_eq!(warnings(&tohit(&["new", "duel"], "").good()), []);
}

/// A line of dice is a text of its own, which nobody can mend.
#[test]
fn a_line_of_dice_is_not_warned_of() {
    for line in
        ["3d6", "2d6 > 1d12", "1d20+5 vs 15, 2d6+3", "1d20+30 vs 15, 2d6+3", "1d20 vs 40, 2d6", "2d6 > 40"]
    {
        let ran = tohit(&["odds", line], "");
        assert_eq!(ran.status, Some(0), "{line}: {}", ran.err);
    }
}
