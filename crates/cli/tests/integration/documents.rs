//! Documents that are not legal: every problem with its path on standard error, and exit status 2. Files that
//! cannot be read: 1.
use crate::common::{folder, json, paths, tohit};
use std::fs;
use std::path::PathBuf;

/// Commands that read a scenario.
const READERS: [&[&str]; 5] =
    [&["resolve"], &["resolve", "--exact"], &["explain"], &["roll", "--seed", "1"], &["link"]];

fn deep(levels: usize) -> String {
    format!("{}{}", "{\"attacker\":".repeat(levels), "}".repeat(levels))
}

#[test]
fn json_that_is_no_scenario_is_refused() {
    let huge = format!("{{\"ruleset\":\"{}\"}}", "x".repeat(70_000));
    let cases: &[(&[u8], &str)] = &[
        (b"", "not JSON: expected a value"),
        (b"   \n", "not JSON: expected a value"),
        (b"powder", "not JSON: expected a value at line 1, column 1"),
        (b"{\n  \"ruleset\": powder\n}", "at line 2, column 14"),
        (b"{\"ruleset\":\"powder\"", "expected a comma or a closing brace"),
        (b"{\"ruleset\":\"powder\",\"ruleset\":\"powder\"}", "stands twice"),
        (b"[]", "a list is not allowed; a scenario is an object"),
        (b"7", "a number is not allowed; a scenario is an object"),
        (b"null", "null is not allowed; a scenario is an object"),
        (b"{\"a\": NaN}", "not JSON: expected a value at line 1, column 7, found 'N'"),
        (b"{\"a\": -Infinity}", "not JSON"),
        (b"{}\n{}\n", "--lines reads one scenario a line"),
        (b"\xFF\xFE{\0}\0", "not UTF-8"),
        (b"{\"ruleset\":\"powd\xE9r\"}", "not UTF-8"),
        (huge.as_bytes(), "more than 65536 bytes"),
    ];
    for command in READERS {
        for (input, words) in cases {
            let ran = tohit(command, input);
            assert_eq!(ran.refused(), [""], "{command:?}");
            assert!(ran.err.contains(words), "{command:?} {words}: {}", ran.err);
        }
        let ran = tohit(command, deep(20_000));
        assert_eq!(ran.refused(), [""]);
        let ran = tohit(command, deep(40));
        assert!(ran.refused() == [""] && ran.err.contains("nested deeper than"), "{}", ran.err);
    }
}

#[test]
fn a_ruleset_must_be_named_and_exist() {
    for (input, words) in [
        ("{}", "is missing; it must be one of"),
        ("{\"ruleset\":\"rogue\"}", "is not allowed; it must be one of"),
        ("{\"ruleset\":7}", "a number is not allowed"),
        ("\u{feff}{\"ruleset\":null}", "null is not allowed"),
    ] {
        let ran = tohit(&["resolve"], input);
        assert_eq!(ran.refused(), ["ruleset"]);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
    for command in READERS {
        let words = [command, &["--ruleset", "powder"]].concat();
        assert_eq!(tohit(&words, "{}").status, Some(0));
        let ran = tohit(&words, r#"{"ruleset":"crawl","mode":"shout"}"#);
        assert_eq!(ran.refused(), ["mode", "ruleset"]);
        assert!(ran.err.contains(r#"it must be \"powder\""#), "{}", ran.err);
        assert_eq!(tohit(&words, "[]").refused(), [""]);
    }
    assert_eq!(tohit(&["resolve", "--link", ""], "").refused(), ["ruleset"]);
    assert_eq!(tohit(&["resolve", "--link", "rogue/melee"], "").refused(), ["ruleset"]);
}

#[test]
fn each_problem_is_one_line_with_its_path() {
    let document = r#"{ "ruleset": "powder", "attacker": { "physical_level": 150, "weapon": { "size": "Medum" } }, "defnder": {} }"#;
    for command in READERS {
        let ran = tohit(command, document);
        let mut refused = ran.refused();
        refused.sort();
        assert_eq!(refused, ["attacker.physical_level", "attacker.weapon.size", "defnder"], "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 3 + 2);
        assert!(
            ran.err.contains(r#"did you mean \"defender\"?"#)
                && ran.err.contains(r#"did you mean \"medium\"?"#)
        );
        assert!(
            ran.err.contains("150 is not allowed; it must be a whole number from 0 to 99"),
            "{}",
            ran.err
        );
    }
    let ran =
        tohit(&["resolve", "--link", "powder/mele?attacker.physical_level=150&attacker.parts.0.dice=x"], "");
    assert_eq!(ran.refused(), ["mode", "attacker.physical_level", "attacker.parts.0.dice"]);
}

#[test]
fn links_that_only_do_harm_are_refused() {
    let long = format!("powder/melee?{}", "a".repeat(70_000));
    assert_eq!(tohit(&["resolve", "--link", &long], "").refused(), [""]);
    let deep = format!("powder/melee?attacker{}=1", ".a".repeat(30_000));
    let ran = tohit(&["resolve", "--link", &deep], "");
    assert!(ran.refused().iter().all(|path| path.starts_with("attacker")), "{}", ran.err);
    let many: String = (0..8_000).map(|n| format!("&a{n}=")).collect();
    assert_eq!(tohit(&["resolve", "--link", &format!("powder/melee?{many}")], "").refused().len(), 8_000);
}

#[test]
fn files_that_cannot_be_read_are_an_io_failure() {
    let folder = folder("unreadable");
    let missing: PathBuf = folder.join("missing.json");
    for command in [&["resolve"][..], &["resolve", "--lines"], &["roll"], &["link"]] {
        for (file, words) in [(&missing, "cannot open "), (&folder, "cannot read ")] {
            let name = file.to_str().unwrap();
            let ran = tohit(&[command, &[name]].concat(), "");
            let said = ran.complaint(1);
            assert!(said.starts_with(words) && said.contains(name), "{said}");
        }
    }
}

#[test]
fn a_file_and_standard_input_are_read_alike() {
    let file = folder("alike").join("fight.json");
    fs::write(&file, r#"{ "ruleset": "powder", "defender": { "natural_ac": 101 } }"#).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let from_file = tohit(&["resolve", file.to_str().unwrap()], "");
    assert_eq!(from_file.refused(), ["defender.natural_ac"]);
    assert_eq!(tohit(&["resolve"], &text), from_file);
    assert_eq!(tohit(&["resolve", "-"], &text), from_file);
    assert_eq!(paths(&json(&from_file.err)), ["defender.natural_ac"]);
}

/// Where nothing can be written, nothing is lost silently.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_io_failure() {
    let ran = crate::common::shell("tohit --help >/dev/full", &folder("full"));
    assert!(ran.complaint(1).starts_with("cannot write to standard output: "));
    let ran = crate::common::shell("echo nothing | tohit resolve --lines >/dev/full", &folder("full-lines"));
    assert!(ran.complaint(1).starts_with("cannot write to standard output: "));
}

#[test]
fn items_missing_from_a_link_are_reported_in_one_sentence() {
    let ran = tohit(&["resolve", "--link", "pixel-dungeon/targeting?targeting.cover.3999=15,10"], "");
    assert_eq!(ran.refused(), ["targeting.cover.0"]);
    assert!(ran.err.contains("3998 more are missing"), "{}", ran.err);
}

#[test]
fn messages_quote_only_the_beginning_of_long_input() {
    let (word, words) = ("x".repeat(20_000), "x y ".repeat(5_000));
    let digits = "1".repeat(20_000);
    for given in [&word, &words, &digits] {
        let link = |text: &str| text.replace("GIVEN", given);
        for command in [
            vec!["fields".to_owned(), given.clone()],
            vec!["fields".to_owned(), "powder".to_owned(), "--mode".to_owned(), given.clone()],
            vec!["resolve".to_owned(), "--link".to_owned(), link("GIVEN/melee")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/GIVEN")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?GIVEN=1")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?attacker.GIVEN=1")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?attacker.preset=GIVEN")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?defender.size=GIVEN")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?defender.natural_ac=GIVEN")],
            vec!["resolve".to_owned(), "--link".to_owned(), link("powder/melee?attacker.charging=GIVEN")],
            vec!["study".to_owned(), link("powder/melee?show=GIVEN")],
            vec!["study".to_owned(), link("powder/melee?show=outcome.GIVEN")],
            vec!["study".to_owned(), link("powder/melee?show=values.GIVEN")],
            vec!["study".to_owned(), link("powder/melee?seen=GIVEN=")],
            vec!["study".to_owned(), link("powder/melee?extent=GIVEN")],
            vec!["study".to_owned(), link("powder/melee?switches=GIVEN")],
            vec!["study".to_owned(), link("powder/melee?~GIVEN")],
            vec!["study".to_owned(), link("powder/melee?defender.natural_ac=GIVEN..x&find=GIVEN")],
            vec![
                "roll".to_owned(),
                "--link".to_owned(),
                "powder".to_owned(),
                "--seed".to_owned(),
                format!("x{given}"),
            ],
            vec![
                "roll".to_owned(),
                "--link".to_owned(),
                "powder".to_owned(),
                "--script".to_owned(),
                given.clone(),
            ],
        ] {
            let ran = tohit(&command, "");
            let start: String = command.join(" ").chars().take(60).collect();
            assert_eq!(ran.status, Some(2), "{start}");
            assert!(ran.err.len() < 1_500, "{start}: {} bytes", ran.err.len());
        }
    }
}
