//! `tohit check` and `tohit new`: good texts, bad ones with every problem in its place, and files that are
//! not there.
#![cfg(unix)]
use crate::common::{folder, items, json, shell, tohit};
use std::fs;
use std::path::{Path, PathBuf};
use tohit_resolver::Json;

/// The tests' own game, in a folder of its own.
fn skirmish(name: &str) -> PathBuf {
    let folder = folder(name);
    for ending in ["rules", "words", "presets"] {
        let file = format!("skirmish.{ending}");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(&file);
        fs::copy(from, folder.join(file)).unwrap();
    }
    folder
}

/// Changes a file of the game: what is to go must be there.
#[track_caller]
fn change(folder: &Path, file: &str, was: &str, is: &str) {
    let file = folder.join(file);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(was), "{was}");
    fs::write(file, text.replacen(was, is, 1)).unwrap();
}

/// File, line, column and message of each problem, as `--json` tells them.
fn problems(folder: &Path) -> Vec<(String, usize, usize, String)> {
    let ran = shell("tohit check --json skirmish.rules", folder);
    let report = json(&ran.out);
    let errors = items(report.get("errors").unwrap());
    assert_eq!(ran.status, Some(if errors.is_empty() { 0 } else { 2 }), "{}", ran.err);
    let text = |error: &Json, name| match error.get(name) {
        Some(Json::Text(text)) => text.clone(),
        other => format!("{other:?}"),
    };
    let number = |error: &Json, name: &str| error.get(name).unwrap().to_string().parse().unwrap();
    errors
        .iter()
        .map(|error| {
            (text(error, "file"), number(error, "line"), number(error, "column"), text(error, "message"))
        })
        .collect()
}

#[test]
fn a_good_text_reads_well() {
    let folder = skirmish("check-good");
    assert_eq!(
        shell("tohit check skirmish.rules", &folder).good(),
        "skirmish.rules reads well: 4 examples pass\n"
    );
    assert_eq!(problems(&folder), []);
    let ran = shell("tohit check --json skirmish.rules", &folder);
    assert_eq!(json(&ran.good()).get("examples"), Some(&Json::from(4)));
    // From standard input there is nothing beside it.
    let out = shell("tohit check - < skirmish.rules", &folder).good();
    assert_eq!(out, "standard input reads well: 4 examples pass\n");
    let bare = "rules 1 \"Bare\"\nendings\n  hit: hit\nstrike\n  end hit lose d6\n";
    let out = tohit(&["check", "-"], bare).good();
    assert_eq!(out, "standard input reads well; it has no examples yet\n");
    let out = tohit(&["check", "-"], format!("\u{feff}{bare}example roll 3 -> hit lose 3\r\n")).good();
    assert_eq!(out, "standard input reads well: 1 example passes\n");
}

#[test]
fn fights_of_the_words_are_answered() {
    let folder = skirmish("check-fights");
    let fights = "fight \"Strong\" \"melee?attacker.skill=9999\"\nfight \"Sung\" \"sing?attacker.skill=3\"\nfight \"A first";
    change(&folder, "skirmish.words", "fight \"A first", fights);
    let found = problems(&folder);
    let places: Vec<(&str, usize)> = found.iter().map(|(file, line, ..)| (file.as_str(), *line)).collect();
    assert_eq!(places, [("skirmish.words", 3), ("skirmish.words", 4)], "{found:?}");
    assert!(found[1].3.starts_with("the fight: there is no mode `sing`; there are: "), "{found:?}");
}

/// Our own games are texts like any other.
#[test]
fn the_rulesets_are_good_texts() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resolver/rulesets");
    let mut count = 0;
    for game in fs::read_dir(all).unwrap() {
        let game = game.unwrap().path();
        let file = game.join(game.file_name().unwrap()).with_extension("rules");
        if file.exists() {
            let out = tohit(&["check".as_ref(), file.as_os_str()], "").good();
            assert!(out.contains(" reads well: "), "{out}");
            let warnings: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("warning: ")).collect();
            assert!(warnings.is_empty(), "{}: {warnings:?}", file.display());
            count += 1;
        }
    }
    assert!(count > 0);
}

/// A text, and what `check` says of it when it plays: of errors and warnings the line, the message, and with
/// which fields.
#[track_caller]
fn plays(lines: &str, expected: &[&str]) {
    // An ending that no end names is a warning of its own.
    let miss = if lines.contains("miss") { "  miss: miss" } else { "" };
    let text = format!("rules 1 \"Played\"\nendings\n{miss}\n  hit: hit\n{lines}");
    let ran = tohit(&["check", "--json", "-"], text);
    let report = json(&ran.out);
    let field = |error: &Json, name: &str| error.get(name).map(|value| value.plain()).unwrap_or_default();
    let of = |kind: &str| -> Vec<String> {
        let each = items(report.get(kind).unwrap()).iter().map(|error| {
            let line: usize = field(error, "line").parse().unwrap();
            let note = field(error, "note");
            let note = if note.is_empty() { note } else { format!(" ({note})") };
            format!("{kind} {}: {}{note}", line - 4, field(error, "message"))
        });
        each.collect()
    };
    let found = [of("errors"), of("warnings")].concat();
    assert_eq!(found, expected, "{lines}");
    assert_eq!(ran.status, Some(if found.iter().any(|one| one.starts_with("errors")) { 2 } else { 0 }));
}

#[test]
fn the_default_scenario_of_every_mode_is_answered() {
    plays(
        "strike\n  end miss if d20 < 12\n  end hit lose 1d8 - 3\n",
        &["errors 3: what is lost can be -2; write  max(0, ...)"],
    );
    let modes = "in near\nstrike\n  end hit lose 2\nin far\nstrike\n  end hit lose 3 / 2\n";
    let text = format!("rules 1 \"Modes\"\nmodes near, far\nendings\n  hit: hit\n{modes}");
    let ran = tohit(&["check", "-"], text);
    assert!(ran.err.contains("--> standard input:10:"), "{}", ran.err);
    plays(
        "sheet attacker\n  dice: 0..3\nrefuse attacker.dice if attacker.dice = 0\nstrike\n  end hit lose 1\n",
        &[
            "warnings 3: the default scenario is refused: attacker.dice: 0 is not allowed; is not allowed with the other fields",
        ],
    );
}

#[test]
fn every_field_is_tried_at_its_ends() {
    plays(
        "sheet attacker\n  plus: -3..3\nstrike\n  end hit lose 1d4 + attacker.plus\n",
        &["warnings 4: what is lost can be -2; write  max(0, ...) (attacker.plus = -3)"],
    );
    // A field of a record that is absent at first, and the first item of a list.
    plays(
        "record claw\n  bite: 0..2 = 1\nsheet attacker\n  claw: claw or none = none\n  claws: list of 1..2 claw\nstrike
  harm = 1\n    = 1 / attacker.claw.bite if given attacker.claw
  end hit lose floor(harm) + sum of (2 div c.bite) for c in attacker.claws\n",
        &[
            "warnings 8: something is divided by 0 (attacker.claw.bite = 0)",
            "warnings 9: something is divided by 0 (attacker.claws.0.bite = 0)",
        ],
    );
}

#[test]
fn a_fight_and_a_duel_are_played_where_there_are_hit_points() {
    let sheet = "sheet attacker\n  delay: 1..9 = 1\nsheet defender\n  hp: 1..40 ?\n";
    plays(
        &format!("{sheet}turn lasts attacker.delay / 100000\nstrike\n  end hit lose 1\n"),
        &["warnings 5: a turn lasts at least 1/10000 of a usual one (a fight)"],
    );
    plays(
        "sheet defender\n  hp: 1..40 ?\ncarry time this turn = 0\nturn lasts time / 10\nstrike\n  next time = d6 - 1\n  end hit lose 1\n",
        &["warnings 4: a turn lasts at least 1/10000 of a usual one (a fight)"],
    );
    plays(&format!("{sheet}turn lasts attacker.delay / 10\nstrike\n  end hit lose d6\n"), &[]);
}

#[test]
fn scenarios_that_are_left_out_are_counted() {
    let fields: String = (0..220).map(|number| format!("  a{number}: 0..9\n")).collect();
    let rows: String = (0..220).map(|number| format!("  + attacker.a{number}\n")).collect();
    let text = format!(
        "rules 1 \"Long\"\nendings\n  hit: hit\nsheet attacker\n{fields}plus = 0\n{rows}strike\n  end hit lose plus + sum of 250 times (d100 + d6)\n"
    );
    let report = json(&tohit(&["check", "--json", "-"], text.clone()).good());
    let number = |name: &str| report.get(name).unwrap().to_string().parse::<usize>().unwrap();
    let (played, left_out) = (number("played"), number("left_out"));
    assert!(played > 1 && left_out > 0 && played + left_out == 221, "{played}, {left_out}");
    let out = tohit(&["check", "-"], text).good();
    let said = format!("; {played} of 221 scenarios were played, the others would take too long\n");
    assert!(out.ends_with(&said), "{out}");
}

#[test]
fn a_chance_above_1_is_doubted_unless_it_is_one_elsewhere() {
    let sheet = "sheet attacker\n  skill: 0..100 = 65\nstrike\n";
    plays(
        &format!("{sheet}  end miss if not chance(attacker.skill)\n  end hit lose 1\n"),
        &[
            "warnings 4: this chance is 65, and 1 is certain; of a hundred it is written  chance(attacker.skill in 100)",
        ],
    );
    plays(
        &format!("{sheet}  end miss if not (chance(max(attacker.skill, 2)))\n  end hit lose 1\n"),
        &[
            "warnings 4: this chance is 65, and 1 is certain; of a hundred it is written  chance(max(attacker.skill, 2) in 100)",
        ],
    );
    for good in ["attacker.skill in 100", "attacker.skill / 80", "attacker.skill in 20"] {
        plays(&format!("{sheet}  end miss if not chance({good})\n  end hit lose 1\n"), &[]);
    }
}

#[test]
fn values_without_a_row_and_rows_without_a_value_are_reported() {
    let table = "sheet attacker\n  size: 0..5 = 1\ntable sizes\n  0     1\n  1..3  2\n  2     9\n  7..9  3\n";
    plays(
        &format!("{table}strike\n  end hit lose sizes(attacker.size)\n"),
        &[
            "warnings 6: this row of sizes never applies: rows above it have all its keys",
            "warnings 7: this row of sizes never applies: it is asked for 0 to 5",
            "warnings 9: table sizes has no row for 5 (attacker.size = 5)",
        ],
    );
    // A figure that is shown is an answer, too.
    let small = "sheet attacker\n  size: 0..1\ntable sizes\n  0  1\n";
    plays(
        &format!("{small}bulk = sizes(attacker.size)\nshow bulk\nstrike\n  end hit lose 1\n"),
        &["warnings 5: table sizes has no row for 1 (attacker.size = 1)"],
    );
    // A value that is never asked for needs no row, and a sum may come to any row.
    let guarded = "  harm = 1\n    = sizes(attacker.size + 3) if attacker.size > 3\n  end hit lose harm\n";
    plays(
        &format!("{table}strike\n{guarded}"),
        &["warnings 6: this row of sizes never applies: rows above it have all its keys"],
    );
}

#[test]
fn every_problem_is_shown_at_its_line_with_a_remedy() {
    let folder = skirmish("check-bad");
    change(&folder, "skirmish.rules", "if face = 20", "when face = 20");
    change(&folder, "skirmish.rules", "roll 9 -> miss", "roll 9 -> mis");
    change(&folder, "skirmish.words", "end great = \"Great hit\"", "end great = \"Great hit");
    let ran = shell("tohit check skirmish.rules", &folder);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let expected = r#"error: the line should end before "when"; here one writes "if"
  --> skirmish.rules:32:63
   |
32 |   end great lose attacker.weapon.dice d attacker.weapon.sides * 2 when face = 20   [2]
   |                                                                   ^^^^
"#;
    // Where the sign stands is counted, not guessed.
    let column = expected.lines().nth(4).unwrap().find('^').unwrap() - "32 | ".len() + 1;
    let expected = expected.replace(":63", &format!(":{column}"));
    assert!(ran.err.starts_with(&expected), "{}", ran.err);
    assert!(ran.err.contains("--> skirmish.rules:39:"), "{}", ran.err);
    assert!(ran.err.contains("did you mean \"miss\"?"), "{}", ran.err);
    assert!(ran.err.contains("--> skirmish.words:7:1"), "{}", ran.err);
    assert!(ran.err.ends_with("\n\ntohit: skirmish.rules: 3 problems\n"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'), "colours are for terminals");
    let found = problems(&folder);
    let places: Vec<(&str, usize, usize)> =
        found.iter().map(|(file, line, column, _)| (file.as_str(), *line, *column)).collect();
    assert_eq!(places[0], ("skirmish.rules", 32, column));
    assert_eq!((places[1].0, places[1].1), ("skirmish.rules", 39));
    assert_eq!(places[2..], [("skirmish.words", 7, 1)]);
}

#[test]
fn a_failing_example_prints_expectation_result_and_lines() {
    let folder = skirmish("check-examples");
    change(&folder, "skirmish.rules", "roll 10, 4 -> hit lose 4", "roll 10, 4 -> hit lose 5");
    change(&folder, "skirmish.rules", "roll 9 -> miss", "roll 11 -> miss");
    let ran = shell("tohit check skirmish.rules", &folder);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let expected = r#"error: the example should end "hit lose 5", the text ends "hit lose 4"
  --> skirmish.rules:38:1
   |
38 | example roll 10, 4 -> hit lose 5
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = note: with aim = 5, face = 10

error: the script has ended, but the rule still rolls: 1d6
"#;
    assert!(ran.err.starts_with(expected), "{}", ran.err);
    assert!(
        ran.err
            .ends_with("   = note: with aim = 5, face = 11\n\ntohit: skirmish.rules: 2 of 4 examples fail\n")
    );
    assert_eq!(problems(&folder).len(), 2);
}

/// What an example could not enter is not passed over.
#[test]
fn an_example_that_names_a_preset_is_asked_for_its_fields() {
    let folder = skirmish("check-example-presets");
    change(
        &folder,
        "skirmish.rules",
        "attacker.weapon = { dice: 2; bonus: -1 }",
        "attacker.weapon = \"Axe\"",
    );
    let found = problems(&folder);
    assert!(found[0].3.contains("Axe is the name of a preset, and the text knows none"), "{found:?}");
}

#[test]
fn presets_must_fit_the_sheets() {
    let folder = skirmish("check-presets");
    change(&folder, "skirmish.presets", "Axe | weapon: dice=2", "Axe | weapon: dices=2");
    change(&folder, "skirmish.presets", "Goblin | creature", "Goblin | creatur");
    change(&folder, "skirmish.presets", "Troll | creature: skill=8", "Troll | creature: skill=80");
    change(&folder, "skirmish.presets", "[Creatures]", "[Creatures]\nDagger | weapon: sides=3\nOgre");
    let found: Vec<(usize, String)> =
        problems(&folder).into_iter().map(|(_, line, _, message)| (line, message)).collect();
    assert_eq!(
        found,
        [
            (4, "attacker.weapon.dices: there is no such field; did you mean \"dice\"?"),
            (7, "there is a weapon called `dagger` already"),
            (8, "a preset is written `Name | SHEET: field=value field=value`"),
            (9, "no sheet of the rules is filled by presets called `creatur`; did you mean \"creature\"?"),
            (10, "attacker.skill: 80 is not allowed; it must be a whole number from 0 to 20"),
        ]
        .map(|(line, message)| (line, message.to_owned()))
    );
}

/// The slips of a first author with words and presets in a game of two modes.
#[test]
fn missing_words_and_presets_are_reported() {
    let folder = folder("check-first-author");
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
    write(
        "vault.rules",
        "rules 1 \"Vault\"\nmodes melee, ranged\nendings\n  miss: miss\n  hit: hit\nsheet attacker\n  body: 1..6 = 3\nin ranged\n\
         sheet attacker\n  gun: pistol | carbine\neverywhere\nstrike\n  face = d20\n  end miss if face < 12\n  end hit lose 1\n",
    );
    let messages = || {
        let ran = tohit(&["check", "--json", folder.join("vault.rules").to_str().unwrap()], "");
        let message = |error: &Json| error.get("message").unwrap().plain();
        items(json(&ran.out).get("errors").unwrap()).iter().map(message).collect::<Vec<_>>()
    };
    write("vault.words", "words \"Vault\"\nwhy face = \"attack roll\"\n");
    assert_eq!(
        messages(),
        [
            "the section and the sentence of a `why` are missing; an indented line has both: \"\" | \"Its sentence.\""
        ]
    );
    write("vault.words", "words \"Vault\"\nattacker = \"Brigand\"\n  presets brigand\n");
    write("vault.presets", "Golem | creature: body=6\nGrenadier | brigand: gun=carbine\n");
    assert_eq!(
        messages(),
        [
            "no sheet of the rules is filled by presets called `creature`; they are called: brigand; a line `presets creature` in the words, below a sheet or a record, adds this one",
            "attacker.gun: there is no such field in this mode; it is one of the mode ranged; a preset of that mode ends with  | mode: ranged",
        ]
    );
    write("vault.presets", "Grenadier | brigand: gun=carbine | mode: ranged\n");
    assert_eq!(messages(), [""; 0]);
}

#[test]
fn words_at_the_end_of_a_text_have_its_lines() {
    let text = tohit(&["new", "duel"], "").good();
    let (line, _) = text.lines().enumerate().find(|(_, line)| line.starts_with("defender.armour =")).unwrap();
    let wrong = text.replace("defender.armour =", "defender.armr =");
    let ran = tohit(&["check", "-"], wrong);
    assert!(ran.err.contains(&format!("--> standard input:{}:1", line + 1)), "{}", ran.err);
    let wrong = text.replace("\"Great hit\"", "Great hit");
    assert!(tohit(&["check", "-"], wrong).err.contains("\"text\" is missing before `Great`"));
}

#[test]
fn colours_follow_the_environment() {
    let folder = skirmish("check-colours");
    change(&folder, "skirmish.rules", "sheet attacker", "shet attacker");
    for (line, coloured) in [
        ("tohit check skirmish.rules", false),
        ("CLICOLOR_FORCE=1 tohit check skirmish.rules", true),
        ("NO_COLOR=1 CLICOLOR_FORCE=1 tohit check skirmish.rules", false),
    ] {
        let ran = shell(line, &folder);
        assert_eq!(ran.err.contains('\u{1b}'), coloured, "{line}");
    }
}

#[test]
fn unreadable_files_are_io_failures_and_binary_files_are_refused() {
    let folder = skirmish("check-unreadable");
    let said = |line: &str, status| shell(line, &folder).complaint(status).to_owned();
    assert!(said("tohit check nothing.rules", 1).starts_with("cannot open nothing.rules: "));
    assert!(said("tohit check .", 1).starts_with("cannot read .: "));
    assert!(said("tohit check", 2).contains("not provided:\n  <FILE.rules>\n"));
    assert!(said("tohit check a.rules b.rules", 2).starts_with("unexpected argument 'b.rules' found"));
    for line in ["tohit check skirmish.rules", "tohit resolve --rules skirmish.rules --link '?'"] {
        fs::write(folder.join("skirmish.words"), b"words \"\xFF\"").unwrap();
        let ran = shell(line, &folder);
        if line.starts_with("tohit check") {
            assert!(ran.complaint(2).starts_with("skirmish.words is not UTF-8 text: "), "{}", ran.err);
        } else {
            assert_eq!(ran.refused(), ["rules"]);
        }
        assert!(ran.err.contains("skirmish.words is not UTF-8 text"), "{}", ran.err);
        fs::write(folder.join("skirmish.words"), vec![b'#'; 1024 * 1024 + 1]).unwrap();
        assert!(shell(line, &folder).err.contains("is longer than 1048576 bytes"));
    }
    fs::remove_file(folder.join("skirmish.words")).unwrap();
    fs::create_dir(folder.join("skirmish.words")).unwrap();
    assert!(said("tohit check skirmish.rules", 1).starts_with("cannot read skirmish.words: "));
    // Without presets and words it is a game all the same.
    fs::remove_dir(folder.join("skirmish.words")).unwrap();
    fs::remove_file(folder.join("skirmish.presets")).unwrap();
    assert_eq!(problems(&folder), []);
    let ran = tohit(&["check", "-"], "#".repeat(70_000));
    assert!(ran.err.contains("a text has at most 65536 bytes, this one has 70000"), "{}", ran.err);
    assert_eq!(tohit(&["check", "-"], "").status, Some(2));
}

/// `tohit new duel > duel.rules` in Windows PowerShell 5 writes UTF-16 with a mark and carriage returns.
#[test]
fn utf_16_of_powershell_is_read() {
    let folder = folder("check-utf-16");
    let text = tohit(&["new", "duel"], "").good().replace('\n', "\r\n");
    let of = |mark: [u8; 2], unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect()
    };
    for bytes in [of([0xFF, 0xFE], u16::to_le_bytes), of([0xFE, 0xFF], u16::to_be_bytes)] {
        fs::write(folder.join("duel.rules"), &bytes).unwrap();
        let output = shell("tohit check duel.rules", &folder).good();
        assert_eq!(output, "duel.rules reads well: 4 examples pass\n");
        assert!(shell("tohit resolve --rules duel.rules --link '?'", &folder).good().contains("\"hit\""));
    }
    fs::write(folder.join("duel.rules"), b"\xFF\xFEr").unwrap();
    let ran = shell("tohit check duel.rules", &folder);
    assert_eq!(ran.complaint(2), "duel.rules is saved as UTF-16, and damaged; save it as UTF-8\n");
}

#[test]
fn missing_endings_are_reported_with_an_example() {
    let ran =
        tohit(&["check", "-"], "rules 1 \"Duel\"\nstrike\n  end miss if d20 < 12\n  end wound lose d8\n");
    for hint in ["hit: wound", "miss: miss"] {
        assert!(ran.err.contains(&format!("write  endings  and below it  {hint}")), "{}", ran.err);
    }
}

#[test]
fn a_new_game_passes_its_own_check() {
    let folder = folder("new");
    let out = shell("tohit new duel > duel.rules && tohit check duel.rules", &folder).good();
    assert_eq!(out, "duel.rules reads well: 4 examples pass\n");
    let text = fs::read_to_string(folder.join("duel.rules")).unwrap();
    assert!(text.contains("rules 1 \"Duel\"") && text.contains("tohit check duel.rules"));
    assert!(!text.contains("NAME") && !text.contains("TITLE"));
    assert!(text.lines().all(|line| line.chars().count() <= 81), "it fits a terminal");
    let ran = shell("tohit new my-own_game.rules | tee /dev/stderr | tohit check -", &folder);
    assert!(ran.out.contains("reads well") && ran.err.contains("rules 1 \"My own game\""));
    for (name, said) in [
        ("tohit new", "not provided:\n  <NAME>\n"),
        ("tohit new 'a b'", "invalid value 'a b' for '<NAME>': a name has letters, digits, - and _"),
        ("tohit new 'a\"b'", "'a\"b'"),
        ("tohit new ''", "''"),
        ("tohit new .rules", "'.rules'"),
    ] {
        assert!(shell(name, &folder).complaint(2).contains(said), "{name}");
    }
}

#[test]
fn control_characters_are_refused_at_their_places() {
    let folder = skirmish("check-controls");
    change(&folder, "skirmish.rules", "rules 1 \"", "rules 1 \"A\u{1b}[31mB\t");
    change(&folder, "skirmish.words", "\"", "\"\u{9b}");
    let presets = fs::read_to_string(folder.join("skirmish.presets")).unwrap();
    fs::write(folder.join("skirmish.presets"), format!("{presets}Gob\u{0}lin | target: guard=6\r\n"))
        .unwrap();
    let lines = presets.lines().count() + 1;
    let found = problems(&folder);
    let places: Vec<(&str, usize)> = found.iter().map(|(file, line, ..)| (file.as_str(), *line)).collect();
    assert_eq!(places.len(), 3, "{found:?}");
    assert!(
        places.contains(&("skirmish.rules", 1)) && places.contains(&("skirmish.presets", lines)),
        "{places:?}"
    );
    let message = |file: &str| found.iter().find(|(known, ..)| known == file).unwrap();
    let (_, _, column, said) = message("skirmish.rules");
    assert_eq!((*column, said.as_str()), (11, "this line holds a control character, U+001B; delete it"));
    assert!(
        message("skirmish.words").3.contains("U+009B") && message("skirmish.presets").3.contains("U+0000")
    );
    // The line is shown without it, and no command runs the game.
    let checked = shell("tohit check skirmish.rules", &folder);
    let explained = shell("tohit explain --rules skirmish.rules --link skirmish", &folder);
    for ran in [checked, explained] {
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.contains("U+001B"), "{}", ran.err);
        let text = ran.err.replace("\n", "");
        assert!(!text.contains(|c: char| c.is_control()), "{text:?}");
    }
}
