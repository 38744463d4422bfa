//! Tests of untrusted input: scenarios, links, studies, rule texts, command lines, characters, queries of
//! scripts. Each is answered, or refused with a message.
//!
//! `kept/` is the regression corpus: inputs of a fuzzer that reach different code, and inputs that once broke
//! something. Each line is a JSON string; queries of scripts, which the tests of the package and of the page
//! share, are other JSON. The tests run the corpus and random mutations of it: `TOHIT_MUTATIONS` is the
//! number of mutations, and equal numbers give equal texts. `cargo xtask fuzz` runs the same entry points
//! with a coverage-guided fuzzer.
#![cfg(test)]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail by panicking")]

mod mutate;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Cursor};
use std::path::Path;
use tohit_resolver::fight::Fight;
use tohit_resolver::schema::forms;
use tohit_resolver::study::{self, Study};
use tohit_resolver::{
    Answer, Dice, Extent, Fraction, Json, Library, Problem, RULESETS, Ruleset, from_link, ruleset_of, to_link,
};

/// Entry point of untrusted input.
#[derive(Clone, Copy)]
struct Door {
    /// Name of the entry point and of its test.
    name: &'static str,
    /// Inputs that every run replays and mutates.
    kept: fn() -> Vec<String>,
    /// Panics where an input breaks an invariant.
    comes: fn(&str),
}

/// JSON documents.
const SCENARIOS: Door =
    Door { name: "scenarios", kept: || lines(include_str!("../kept/scenarios.jsonl")), comes: scenario };
/// Links with a scenario.
const LINKS: Door = Door { name: "links", kept: || lines(include_str!("../kept/links.jsonl")), comes: link };
/// Links with a study.
const STUDIES: Door =
    Door { name: "studies", kept: || lines(include_str!("../kept/studies.jsonl")), comes: asked };
/// Rule texts of any author.
const RULE_TEXTS: Door =
    Door { name: "rule_texts", kept: || lines(include_str!("../kept/rule-texts.jsonl")), comes: rule_text };

/// Command lines: an argument on each line, and standard input after an empty line.
const COMMAND_LINES: Door = Door {
    name: "command_lines",
    kept: || lines(include_str!("../kept/command-lines.jsonl")),
    comes: command_line,
};
/// Queries of scripts to the package: a kind, options as JSON, and a scenario, each on a line.
const QUESTIONS: Door =
    Door { name: "questions", kept: || lines(include_str!("../kept/questions.jsonl")), comes: question };

/// Texts of games about characters, by which the fixtures of `crates/import` are kept.
const CHARACTERS: Door = Door { name: "characters", kept: characters, comes: character };

/// Large rule texts: the shipped ones, and one with every statement of the language.
const SHIPPED_TEXTS: Door = Door {
    name: "shipped_texts",
    kept: || {
        let every_statement = include_str!("../../compile/tests/everything.rules");
        RULESETS.iter().map(|ruleset| ruleset.rules()).chain([every_statement]).map(str::to_owned).collect()
    },
    comes: compiled,
};

/// Texts about characters.
fn characters() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/characters");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt" || ending == "json"));
    texts.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect()
}

/// Inputs of a regression corpus.
fn lines(corpus: &str) -> Vec<String> {
    let line = |line| match Json::parse(line) {
        Ok(Json::Text(text)) => text,
        other => panic!("{line}: {other:?}"),
    };
    corpus.lines().map(line).collect()
}

fn refused(problems: &[Problem]) {
    assert!(!problems.is_empty() && problems.iter().all(|problem| !problem.message.is_empty()));
}

fn sums_to_one(answer: &Answer<f64>) {
    let near = |sum: f64| (sum - 1.0).abs() < 1e-9;
    assert!(answer.outcomes.is_empty() || near(answer.outcomes.iter().map(|(_, p)| p).sum()));
    let damage = answer.damage.iter().chain(&answer.turn_damage);
    assert!(damage.into_iter().all(|damage| near(damage.all().map(|(_, p)| p).sum())));
}

/// Fails unless a legal scenario is answered, rolled, and equal after its link, and an illegal one is
/// refused.
fn entered(ruleset: &Ruleset, document: &Json) {
    let (whole, problems) = ruleset.complete(document);
    if !problems.is_empty() {
        refused(&problems);
        refused(&ruleset.resolve::<f64>(document).unwrap_err());
        return;
    }
    let link = to_link(ruleset, document);
    let (_, read) = from_link(&link).unwrap();
    assert_eq!(ruleset.complete(&read), (whole, Vec::new()), "{link}");
    assert_eq!(to_link(ruleset, &read), link);
    match ruleset.resolve::<f64>(document) {
        Ok(answer) => sums_to_one(&answer),
        // The fractions are too large, or several fields together are refused.
        Err(problems) => return refused(&problems),
    }
    let dice = Dice { seed: 1, script: None, extent: Extent::Turn };
    assert!(ruleset.roll(document, dice).is_ok());
}

fn scenario(text: &str) {
    let Ok(document) = Json::parse(text) else { return };
    assert_eq!(Json::parse(&document.to_string()).as_ref(), Ok(&document));
    match ruleset_of(&document) {
        Ok(ruleset) => entered(ruleset, &document),
        Err(problem) => refused(&[problem]),
    }
}

fn link(text: &str) {
    match from_link(text) {
        Ok((ruleset, document)) => entered(ruleset, &document),
        Err(problem) => refused(&[problem]),
    }
}

/// Fails unless the first rows of a study and their summaries are answered or refused, and the study is equal
/// after its link.
fn asked(text: &str) {
    let Ok((ruleset, _)) = from_link(text.split('?').next().unwrap()) else { return };
    let (_, rest) = study::parted(ruleset, text);
    assert!(rest.is_empty() || text.contains('?'));
    let study = match Study::parse(ruleset, text) {
        Ok(study) => study,
        Err(problems) => return refused(&problems),
    };
    let link = study.to_link();
    assert_eq!(Study::parse(ruleset, &link).unwrap().to_link(), link);
    let rows: Vec<_> = study.rows::<f64>(0..3).collect();
    let wrong = rows.iter().map(|row| &row.refused).filter(|wrong| !wrong.is_empty());
    wrong.for_each(|wrong| refused(wrong));
    let _ = study.found(&rows).map_err(|problems| refused(&problems));
    let _ = study.weighed(&rows).map_err(|problems| refused(&problems));
    let _ = study.luck::<f64>().map_err(|problems| refused(&problems));
    assert_eq!(study.sorted(rows.clone()).len(), rows.len());
}

fn rule_text(text: &str) {
    let ruleset = match Ruleset::read("own", text, &[], Library::default()) {
        Ok(ruleset) => ruleset,
        Err(wrong) => {
            assert!(!wrong.is_empty() && wrong.iter().all(|one| !one.message.is_empty() && one.line > 0));
            return;
        }
    };
    let (_, wrong) = ruleset.examples();
    assert!(wrong.iter().all(|one| !one.message.is_empty()));
    let document = Json::Object(Vec::new());
    match ruleset.resolve::<f64>(&document) {
        Ok(answer) => sums_to_one(&answer),
        Err(problems) => return refused(&problems),
    }
    // Refusals for size are allowed here.
    let _ = ruleset.resolve::<Fraction>(&document).map_err(|problems| refused(&problems));
    let _ = ruleset.explain::<f64>(&document).map_err(|problems| refused(&problems));
    let dice = Dice { seed: 1, script: None, extent: Extent::Turn };
    let _ = ruleset.roll(&document, dice).map_err(|problems| refused(&problems));
}

fn compiled(text: &str) {
    if let Err(problems) = tohit_compile::compile(text) {
        assert!(!problems.is_empty());
        assert!(problems.iter().all(|problem| !problem.message.is_empty() && problem.line > 0));
    }
}

fn command_line(text: &str) {
    let (words, input) = text.split_once("\n\n").unwrap_or((text, ""));
    let words: Vec<OsString> = words.lines().map(OsString::from).collect();
    // `self-check` takes seconds and has tests of its own. Files of this machine are no test input.
    if words.first().is_some_and(|word| word == "self-check") || words.iter().any(|word| is_far(word)) {
        return;
    }
    if let Err(failure) = tohit_cli::run(words.into_iter(), Cursor::new(input.to_owned()), io::sink()) {
        assert!(failure.to_string().len() > 5 && [1, 2].contains(&failure.status()), "{failure:?}");
    }
}

fn is_far(word: &OsStr) -> bool {
    word.as_encoded_bytes().contains(&b'/') && Path::new(word).exists()
}

fn question(text: &str) {
    let mut lines = text.splitn(3, '\n').map(|line| line.trim_end_matches('\r'));
    let (kind, options) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let answer = tohit_js::ask(kind, lines.next().unwrap_or_default(), options);
    let answer = Json::parse_up_to(&answer, usize::MAX).unwrap();
    if let Some(Json::List(errors)) = answer.get("errors") {
        let has_message =
            |error: &Json| error.get("message").is_some_and(|message| message.to_string().len() > 5);
        assert!(!errors.is_empty() && errors.iter().all(has_message), "{answer}");
    }
}

/// Fails unless a character is refused in one sentence, or becomes a legal fighter, equal after its link.
fn character(text: &str) {
    let character = match tohit_import::read(text.as_bytes()) {
        Ok(character) => character,
        Err(message) => return assert!(message.len() > 20 && !message.contains('\n'), "{message}"),
    };
    let fight = character.fight();
    // Other modes of a form may refuse, such as shots without a launcher.
    for (modes, _) in forms(character.rules) {
        let (_, mut problems) = character.rules.complete(&fight.in_mode(modes[0].id).scenario());
        // Nobody applies a sword like a polearm.
        problems.retain(|problem| modes[0].id != "polearm" || !problem.path.starts_with("attacker.weapon"));
        assert_eq!(problems, [], "{}", modes[0].id);
    }
    let link = fight.to_link();
    assert_eq!(Fight::from_link(&link).unwrap().to_link(), link);
    // One of the figures: each is the answer of a scenario.
    for compared in character.compared().take(1) {
        assert!(compared.is_equal || !compared.reason().is_empty());
    }
}

#[cfg(not(fuzzing))]
fn tried(door: Door) {
    use rand::{RngExt as _, SeedableRng as _};
    use std::panic::catch_unwind;

    let kept = (door.kept)();
    assert!(kept.len() > 10);
    let attempt = |text: &str| {
        assert!(catch_unwind(|| (door.comes)(text)).is_ok(), "{}: {}", door.name, Json::from(text))
    };
    kept.iter().for_each(|text| attempt(text));
    let many = std::env::var("TOHIT_MUTATIONS").map_or(1_000, |many| many.parse().unwrap());
    let mut dice = rand_pcg::Pcg32::seed_from_u64(11);
    for _ in 0..many {
        let (one, other) = (dice.random_range(0..kept.len()), dice.random_range(0..kept.len()));
        attempt(&mutate::mutated(&mut dice, &kept[one], &kept[other]));
    }
}

#[cfg(not(fuzzing))]
macro_rules! tried {
    ($door:expr) => {
        tried($door)
    };
}

/// The corpus of the fuzzer begins with the kept inputs. The macro of the fuzzer uses the name of the test
/// around it.
#[cfg(fuzzing)]
macro_rules! tried {
    ($door:expr) => {
        let door: Door = $door;
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz").join(door.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (place, text) in (door.kept)().into_iter().enumerate() {
            std::fs::write(folder.join(format!("kept-{place}")), text).unwrap();
        }
        bolero::check!().for_each(|bytes| std::str::from_utf8(bytes).map(door.comes).unwrap_or_default());
    };
}

#[test]
fn scenarios() {
    tried!(SCENARIOS);
}

#[test]
fn links() {
    tried!(LINKS);
}

#[test]
fn studies() {
    tried!(STUDIES);
}

#[test]
fn rule_texts() {
    tried!(RULE_TEXTS);
}

#[test]
fn shipped_texts() {
    tried!(SHIPPED_TEXTS);
}

#[test]
fn command_lines() {
    tried!(COMMAND_LINES);
}

#[test]
fn characters_of_games() {
    tried!(CHARACTERS);
}

#[test]
fn questions() {
    tried!(QUESTIONS);
}
