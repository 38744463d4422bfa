//! Command lines that make no sense: a sentence that helps, and exit status 2.
use crate::common::{COMMANDS, tohit};

#[test]
fn errors_name_the_nearest_legal_word() {
    for (words, sentence, more) in [
        (&["resolv"][..], "unrecognized subcommand 'resolv'", "'resolve'"),
        (&["Rulesets"], "unrecognized subcommand 'Rulesets'", "'rulesets'"),
        (&["xyzzy"], "unrecognized subcommand 'xyzzy'", "Usage: tohit <COMMAND>"),
        (&["help", "rol"], "unrecognized subcommand 'rol'", "Usage: tohit <COMMAND>"),
        (&["--versoin"], "unexpected argument '--versoin' found", "'--version'"),
        (&["resolve", "--exat"], "unexpected argument '--exat' found", "'--exact'"),
        (&["resolve", "--exact", "--exact"], "the argument '--exact' cannot be used multiple times", ""),
        (&["resolve", "--exact=yes"], "unexpected value 'yes' for '--exact' found", ""),
        (
            &["resolve", "a.json", "b.json"],
            "unexpected argument 'b.json' found",
            "tohit resolve [OPTIONS] [FILE]",
        ),
        (
            &["resolve", "a.json", "--link", "x"],
            "the argument '[FILE]' cannot be used with '--link <LINK>'",
            "Usage: tohit resolve ",
        ),
        (
            &["resolve", "--lines", "--link", "x"],
            "the argument '--lines' cannot be used with '--link <LINK>'",
            "Usage: tohit resolve ",
        ),
        (
            &["resolve", "--ruleset=powder", "--link=x"],
            "the argument '--ruleset <NAME>' cannot be used with '--link <LINK>'",
            "Usage: tohit resolve ",
        ),
        (
            &["roll", "--seed", "1", "--script", "2"],
            "the argument '--seed <N>' cannot be used with '--script <LIST>'",
            "Usage: tohit roll ",
        ),
        (&["roll", "--seed", "1", "--seed=1"], "the argument '--seed <N>' cannot be used multiple times", ""),
        (&["roll", "--seed"], "a value is required for '--seed <N>' but none was supplied", ""),
        (
            &["roll", "--seed", "ten"],
            "invalid value 'ten' for '--seed <N>'",
            "it must be a whole number from 0 to 18446744073709551615",
        ),
        (
            &["roll", "--seed", "-1"],
            "invalid value '-1' for '--seed <N>'",
            "it must be a whole number from 0 to 18446744073709551615",
        ),
        (&["roll", "--seed=-1"], "invalid value '-1' for '--seed <N>'", "from 0 to"),
        (&["roll", "--script", "1,,2"], "invalid value '1,,2' for '--script <LIST>'", "roll 2 is empty"),
        (&["roll", "--lines"], "unexpected argument '--lines' found", "Usage: tohit roll "),
        (&["roll", "--turn", "--fight"], "the argument '--turn' cannot be used with '--fight'", ""),
        (
            &["duel", "--against", "powder", "--first", "me"],
            "invalid value 'me' for '--first <WHO>'",
            "attacker, defender, both",
        ),
        (
            &["roll", "--first", "both"],
            "--first is for a duel: --against, or the link of a duel",
            "Usage: tohit roll ",
        ),
        (
            &["roll", "--fight", "--link=powder?defender.hp=9", "--against", "powder?defender.hp=7"],
            "a duel goes without --turn and --fight",
            "Usage: tohit roll ",
        ),
        (
            &["fields"],
            "the following required arguments were not provided:\n  <RULESET>\n",
            "Usage: tohit fields <RULESET>",
        ),
        (&["fields", "powder", "--mode", "thron"], "powder has no mode `thron`; did you mean `thrown`?", ""),
        (&["fields", "rogue"], "invalid value 'rogue' for '[RULESET]'", "powder, dcss, crawl"),
        (&["presets", "powdr"], "invalid value 'powdr' for '[RULESET]'", "a similar value exists: 'powder'"),
        (
            &["resolve", "--ruleset", "rogue"],
            "invalid value 'rogue' for '--ruleset <NAME>'",
            "powder, dcss, crawl",
        ),
        (&["rulesets", "powder"], "unexpected argument 'powder' found", "Usage: tohit rulesets [OPTIONS]"),
        (&["new", "a b"], "invalid value 'a b' for '<NAME>'", "a name has letters, digits, - and _"),
    ] {
        let ran = tohit(words, "");
        let said = ran.complaint(2);
        assert!(said.starts_with(sentence) && said.contains(more), "{words:?}: {said}");
        assert!(said.ends_with("\n\nFor more information, try '--help'.\n"), "{words:?}: {said}");
    }
}

#[test]
fn help_and_version_are_given_in_every_spelling() {
    let help = tohit(&["--help"], "").good();
    assert_eq!(tohit(&["-h"], "").good(), help);
    assert_eq!(tohit(&["help"], "").good(), help);
    let nothing = tohit(&[""; 0], "");
    assert_eq!((nothing.status, nothing.out.as_str(), nothing.err), (Some(2), "", help.clone()));
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let own = tohit(&[command, "--help"], "").good();
        assert!(own.contains(&format!("\nUsage: tohit {command}")), "{own}");
        assert_eq!(tohit(&["help", command], "").good(), own);
        assert_eq!(tohit(&[command, "-h"], "").good(), own);
    }
    assert_eq!(tohit(&["--version"], "").good(), format!("tohit {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(tohit(&["-V"], "").good(), tohit(&["--version"], "").good());
}

#[test]
fn answers_are_json_with_and_without_the_flag() {
    let link = "dcss/monster?attacker.preset=ogre&defender.preset=minotaur-fighter-level-1&defender.hp=40";
    for command in ["resolve", "fight", "duel"] {
        let plain = tohit(&[command, "--link", link], "").good();
        assert!(plain.starts_with("{\n"), "{plain}");
        assert_eq!(tohit(&[command, "--json", "--link", link], "").good(), plain);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn non_utf8_arguments_are_refused_but_allowed_as_file_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"--se\xFFed");
    assert!(tohit(&[OsStr::new("roll"), odd], "").complaint(2).starts_with("unexpected argument '--se"));
    assert!(tohit(&[odd], "").complaint(2).starts_with("unexpected argument '--se"));
    let words = [OsStr::new("roll"), OsStr::new("--seed"), odd];
    assert!(tohit(&words, "").complaint(2).starts_with("unexpected argument '--se"));
    let link = [OsStr::new("render"), OsStr::new("--svg"), OsStr::from_bytes(b"\xFF")];
    assert!(tohit(&link, "").complaint(2).starts_with("invalid UTF-8"));
    let file = crate::common::folder("odd-names").join(OsStr::from_bytes(b"\xFF.json"));
    assert!(tohit(&[OsStr::new("resolve"), file.as_os_str()], "").complaint(1).starts_with("cannot open "));
    std::fs::write(&file, "[]").unwrap();
    assert_eq!(tohit(&[OsStr::new("resolve"), file.as_os_str()], "").refused(), [""]);
}
