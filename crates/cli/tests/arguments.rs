//! Command lines that make no sense: a sentence that helps, and exit status 2.
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod common;

use common::{COMMANDS, tohit};

#[test]
fn what_is_wrong_is_said_with_the_nearest_right_word() {
    for (words, sentence) in [
        (
            &[][..],
            "a command is missing: resolve, explain, beside, study, roll, link, fight, duel, fields, presets, rulesets, render, article, check, self-check, new",
        ),
        (&["resolv"], "there is no command `resolv`; did you mean `resolve`?"),
        (&["Rulesets"], "there is no command `Rulesets`; did you mean `rulesets`?"),
        (
            &["xyzzy"],
            "there is no command `xyzzy`; there are resolve, explain, beside, study, roll, link, fight, duel, fields, presets, rulesets, render, article, check, self-check, new",
        ),
        (&["help", "rol"], "there is no command `rol`; did you mean `roll`?"),
        (&["--versoin"], "there is no option `--versoin`; did you mean `--version`?"),
        (&["resolve", "--exat"], "there is no option `--exat`; did you mean `--exact`?"),
        (&["resolve", "a.json", "b.json"], "`b.json` is one FILE too many"),
        (&["resolve", "a.json", "--link", "x"], "--link and FILE cannot stand together"),
        (&["resolve", "--lines", "--link", "x"], "--link and --lines cannot stand together"),
        (&["resolve", "--ruleset=a", "--link=x"], "--link and --ruleset cannot stand together"),
        (&["roll", "--seed", "1", "--script", "2"], "--script and --seed cannot stand together"),
        (&["roll", "--seed"], "--seed needs a value"),
        (
            &["roll", "--seed", "ten"],
            "--seed \"ten\" is not allowed; it must be a whole number from 0 to 18446744073709551615",
        ),
        (&["roll", "--seed=-1"], "--seed \"-1\" is not allowed"),
        (&["roll", "--script", "1,,2"], "roll 2 of --script \"1,,2\" is empty"),
        (&["roll", "--lines"], "there is no option `--lines`"),
        (&["roll", "--turn", "--fight"], "--turn and --fight cannot stand together"),
        (&["duel"], "--against is missing: the link of who strikes back"),
        (
            &["duel", "--against", "powder", "--first", "me"],
            "--first \"me\" is not allowed; it must be attacker",
        ),
        (&["roll", "--first", "both"], "--first is for a duel with --against"),
        (
            &["roll", "--fight", "--link=powder?defender.hp=9", "--against", "powder?defender.hp=7"],
            "a duel goes without --turn and --fight",
        ),
        (&["fields"], "a ruleset is missing; there are"),
        (&["presets"], "a ruleset is missing; there are"),
        (&["fields", "nethack"], "there is no ruleset `nethack`"),
        (&["presets", "nethack"], "there is no ruleset `nethack`"),
        (&["resolve", "--ruleset", "nethack"], "there is no ruleset `nethack`"),
        (&["rulesets", "powder"], "`powder` is not expected here; this command takes --json, --help"),
    ] {
        let ran = tohit(words, "");
        let said = ran.complaint(2);
        assert!(said.starts_with(sentence), "{words:?}: {said}");
        let help = said.lines().nth(1).unwrap();
        let command = words
            .first()
            .filter(|word| COMMANDS.contains(word))
            .map_or(String::new(), |word| format!(" {word}"));
        assert_eq!(help, format!("`tohit{command} --help` explains, with an example."));
    }
}

#[test]
fn help_and_version_are_given_in_every_spelling() {
    let help = tohit(&["--help"], "").good();
    assert_eq!(tohit(&["-h"], "").good(), help);
    assert_eq!(tohit(&["help"], "").good(), help);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let own = tohit(&[command, "--help"], "").good();
        assert!(own.starts_with(&format!("tohit {command}")), "{own}");
        assert_eq!(tohit(&["help", command], "").good(), own);
        assert_eq!(tohit(&[command, "-h"], "").good(), own);
    }
    assert_eq!(tohit(&["--version"], "").good(), format!("tohit {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(tohit(&["-V"], "").good(), tohit(&["--version"], "").good());
}

#[cfg(target_os = "linux")]
#[test]
fn words_that_are_not_text_are_refused_and_files_may_be_called_so() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"--se\xFFed");
    assert!(tohit(&[OsStr::new("roll"), odd], "").complaint(2).contains("is not UTF-8"));
    assert!(tohit(&[odd], "").complaint(2).starts_with("there is no option `--se"));
    let file = common::folder("odd-names").join(OsStr::from_bytes(b"\xFF.json"));
    assert!(tohit(&[OsStr::new("resolve"), file.as_os_str()], "").complaint(1).starts_with("cannot open "));
    std::fs::write(&file, "[]").unwrap();
    assert_eq!(tohit(&[OsStr::new("resolve"), file.as_os_str()], "").refused(), [""]);
}
