//! Dead code of a text; and that no ruleset and no lesson has any.

use std::path::Path;
use tohit_resolver::text::Bundle;
use tohit_resolver::{Library, Ruleset};

each_ruleset!(has_no_dead_code);

fn has_no_dead_code(ruleset: &'static Ruleset) {
    let dead: Vec<String> = ruleset.play().dead.iter().map(ToString::to_string).collect();
    assert_eq!(dead, [""; 0], "{}", ruleset.about().id);
}

#[test]
fn no_lesson_has_dead_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lessons");
    let mut number = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "rules") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let rules = Bundle::parse(&text).ruleset("own-lesson", None).unwrap();
        let dead: Vec<String> = rules.play().dead.iter().map(ToString::to_string).collect();
        assert_eq!(dead, [""; 0], "{}", path.display());
        number += 1;
    }
    assert!(number >= 10);
}

/// Warnings of a text with two endings, by line.
fn dead_code(lines: &str) -> Vec<String> {
    let text = format!("rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit\n{lines}\n");
    let rules = Ruleset::read("game", &text, &[], Library::default()).unwrap();
    let played = rules.play();
    assert!(played.wrong.is_empty() && played.doubtful.is_empty(), "{played:?}");
    played.dead.iter().map(|one| format!("{}: {}", one.line, one.message)).collect()
}

#[test]
fn ends_that_never_or_always_apply_are_reported() {
    let never = "this end never applies, whatever is rolled";
    for (lines, line, message) in [
        ("end miss if d20 < 50%\n  end hit", 6, "d20 is never below 50%: that is 1/2, a part of 1"),
        ("end miss if d100 > 65%\n  end hit", 6, "d100 is always above 65%: that is 13/20, a part of 1"),
        ("end miss if 5% >= d100\n  end hit", 6, "d100 is never at most 5%: that is 1/20, a part of 1"),
        ("face = d20\n  end miss if face > 20\n  end hit", 7, never),
        ("face = d20\n  end hit if face > 11\n  end hit lose 9 if face = 20\n  end miss", 8, never),
        ("end hit if swing > 20\n  end miss\nroll swing = d20", 6, never),
        (
            "face = d20\n  end miss if face > 0\n  end hit",
            7,
            "this end always applies; no line below it is reached",
        ),
    ] {
        assert_eq!(dead_code(&format!("strike\n  {lines}")), [format!("{line}: {message}")], "{lines}");
    }
    for good in [
        "strike\n  end miss if d20 < 12\n  end hit",
        // Conditions on a field, or on a carried value, are left to the player.
        "sheet attacker\n  lucky: flag\nstrike\n  end hit if attacker.lucky and d20 > 20\n  end miss",
        "carry shots = 0\nturn 3\nstrike\n  next shots = shots + 1\n  end miss if shots > 5\n  end hit",
        // At the guard's upper end the critical is what hits.
        "sheet defender\n  guard: 1..40 = 12\nstrike\n  face = d20\n  end hit if face >= defender.guard\n  \
         end hit lose 9 if face = 20\n  end miss",
        "strike\n  end miss if chance(1 in 4)\n  end hit",
        "modes melee, fired\nin melee\nface = 3\nin fired\nface = 30\neverywhere\nstrike\n  end hit if d20 > face\n  end miss",
    ] {
        assert_eq!(dead_code(good), [""; 0], "{good}");
    }
}

#[test]
fn names_that_nothing_reads_are_reported() {
    let text = "sheet attacker\n  skill: 0..9\n  size: { big: flag; tall: flag }\nsheet defender\n  hp: 1..9 ?\n\
                bonus = attacker.skill\nhalf(x) = x div 2\nstrike\n  face = d20 + (1 if attacker.size.big else 0)\n  \
                extra = d6\n  show luck = d4\n  end miss if face < 12\n  end hit";
    assert_eq!(
        dead_code(text),
        [
            "7: nothing reads this field",
            "10: nothing reads this figure",
            "11: nothing reads this figure",
            "14: nothing reads this line",
        ]
    );
    let endings = "strike\n  face = d20\n  end miss if face < 12\n  end miss";
    assert_eq!(dead_code(endings), ["4: no end names this ending"]);
    // A word of a line is a name as well.
    assert_eq!(dead_code("strike\n  kind = hit if d20 > 9 else miss\n  end (kind)"), [""; 0]);
}

#[test]
fn rows_that_cross_and_kills_without_hit_points_are_reported() {
    let table = "sheet attacker\n  size: 1..12\ntable sizes\n  1..5   1\n  4..9   2\n  ..9    3\n  10..   4\n\
                 strike\n  end hit lose sizes(attacker.size) if d20 > 9\n  end miss";
    assert_eq!(dead_code(table), ["9: this row of sizes begins below the end of a row above it, at 5"]);
    let kill = "show kill this strike\nstrike\n  end hit lose 3 if d20 > 9\n  end miss";
    assert_eq!(
        dead_code(kill),
        ["5: nobody falls without hit points: the defender needs a field  hp: 1..999 ?"]
    );
    assert_eq!(dead_code(&format!("sheet defender\n  hp: 1..9 ?\n{kill}")), [""; 0]);
}
