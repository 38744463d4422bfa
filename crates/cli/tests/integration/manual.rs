//! The documents, run: every command in them, with what it prints. A fenced block whose first line names a
//! file is that file; a rule text among them is checked.
#![cfg(unix)]
use crate::common::{folder, shell};
use std::fs;
use std::path::Path;

/// A fenced block: what it says it is, and its lines.
type Block<'a> = (&'a str, Vec<&'a str>);

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(about) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                blocks.push((about, Vec::new()));
            }
        } else if let (true, Some((_, lines))) = (inside, blocks.last_mut()) {
            lines.push(line);
        }
    }
    blocks
}

/// Whether a printed text is the expected one, in which a line of three dots stands for any lines.
fn fits(expected: &[&str], printed: &[&str]) -> bool {
    match expected {
        [] => printed.is_empty(),
        ["...", rest @ ..] => {
            (0..=printed.len()).any(|skipped| fits(rest, printed.get(skipped..).unwrap_or_default()))
        }
        [first, rest @ ..] => {
            printed.first() == Some(first) && fits(rest, printed.get(1..).unwrap_or_default())
        }
    }
}

#[test]
fn every_command_prints_its_documented_output() {
    assert!(commands("command-line") > 10, "the commands are found");
}

#[test]
fn a_stale_article_is_named_as_documented() {
    assert!(commands("wikis") > 3, "the commands are found");
}

#[test]
fn every_study_prints_its_documented_table() {
    assert!(commands("studies") > 5, "the commands are found");
}

#[test]
fn the_tutorial_s_game_and_the_cookbook_s_texts_read_well() {
    assert!(commands("tutorial") > 8, "the commands are found");
    assert_eq!(commands("cookbook"), 0);
}

#[test]
fn every_lesson_plays_with_the_listed_answers() {
    let lessons = Path::new(DOCS).join("lessons");
    let text = fs::read_to_string(lessons.join("README.md")).unwrap();
    let folder = folder("lessons");
    copy(&lessons, &folder);
    for game in fs::read_dir(&folder).unwrap() {
        let name = game.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".rules") {
            assert!(text.contains(&format!("({name})")), "{name} is in the list");
            reads_well(&name, &folder);
        }
    }
    assert!(commands_in(&text, &folder) > 5, "the commands are found");
}

#[test]
fn every_question_of_players_has_its_documented_answer() {
    let text = page("questions");
    let questions: Vec<&str> = text.split("\n## ").skip(1).collect();
    for (number, question) in questions.iter().enumerate() {
        assert!(question.starts_with(&format!("{}. ", number + 1)), "{question}");
        let (figures, unknown) = figures_of_sentences(question);
        assert!(figures > 0 && unknown.is_empty(), "{unknown:?} of no command: {question}");
    }
    assert!(commands_in(&text, Path::new(ROOT)) > questions.len(), "the commands are found");
}

#[test]
fn every_reason_to_believe_a_number_can_be_repeated() {
    assert!(commands_in(&page("trust"), Path::new(ROOT)) > 8, "the commands are found");
}

/// Figures in bold of a section's quoted sentences: how many there are, and those that no command of the
/// section prints. A sentence may round.
fn figures_of_sentences(section: &str) -> (usize, Vec<String>) {
    let blocks = blocks(section);
    let printed = blocks.iter().flat_map(|(_, lines)| lines).filter(|line| !line.starts_with("$ "));
    let words = printed.flat_map(|line| line.split([' ', ',', ':']));
    let printed: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    let quoted: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let quoted = quoted.join(" ");
    let bold = quoted.split("**").skip(1).step_by(2).map(|figure| figure.trim_end_matches(" %"));
    let is_printed = |figure: &str| {
        let decimals = figure.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let half_a_digit = 0.5 * 0.1_f64.powi(i32::try_from(decimals).unwrap()) + 1e-9;
        let figure: f64 = figure.parse().unwrap();
        printed.iter().any(|value| (value - figure).abs() <= half_a_digit)
    };
    let unknown = bold.clone().filter(|figure| !is_printed(figure)).map(str::to_owned).collect();
    (bold.count(), unknown)
}

#[test]
fn a_sentence_with_another_figure_than_its_table_is_noticed() {
    let section = |sentence: &str| {
        figures_of_sentences(&format!(
            "Odds\n> {sentence}\n> and **2.50**\n```console\n$ echo 9.25\n62.30 %  2.499, equal\n```\n"
        ))
    };
    assert_eq!(section("Hits **62.3 %** of blows"), (2, vec![]));
    assert_eq!(section("Hits **62.4 %** of **9.25**"), (3, vec!["62.4".to_owned(), "9.25".to_owned()]));
}

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(DOCS).join(name).with_extension("md")).unwrap()
}

fn copy(from: &Path, to: &Path) {
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap().path();
        fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
    }
}

/// A rule text that is published has neither errors nor warnings.
fn reads_well(name: &str, folder: &Path) {
    let ran = shell(&format!("tohit check {name} 2>&1"), folder);
    assert!(ran.out.starts_with(&format!("{name} reads well")) && ran.status == Some(0), "{}", ran.out);
}

/// Runs every command of a page; tells how many there are.
fn commands(page: &str) -> usize {
    let text = self::page(page);
    let folder = folder(page);
    // The manual's game of one's own.
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games"), &folder);
    commands_in(&text, &folder)
}

/// Runs every command of a text in a folder; tells how many there are.
fn commands_in(text: &str, folder: &Path) -> usize {
    let mut commands = 0;
    for (about, lines) in blocks(text) {
        if let Some((_, file)) = about.split_once(' ') {
            fs::write(folder.join(file), lines.join("\n") + "\n").unwrap();
            if file.ends_with(".rules") {
                reads_well(file, folder);
            }
        }
        if about != "console" {
            continue;
        }
        let mut rest = lines.as_slice();
        while let [command, after @ ..] = rest {
            let command = command.strip_prefix("$ ").unwrap();
            let end = after.iter().position(|line| line.starts_with("$ ")).unwrap_or(after.len());
            let (expected, next) = after.split_at(end);
            let ran = shell(&format!("{{ {command}\n}} 2>&1"), folder);
            let printed: Vec<&str> = ran.out.lines().collect();
            assert!(fits(expected, &printed), "$ {command}\n{}", ran.out);
            assert!(!expected.is_empty() || ran.status == Some(0), "$ {command}\n{}", ran.out);
            commands += 1;
            rest = next;
        }
    }
    commands
}

#[test]
fn a_wrong_manual_is_noticed() {
    let printed = ["one", "two", "three"];
    for right in
        [&["one", "two", "three"][..], &["one", "..."], &["...", "three"], &["...", "two", "..."], &["..."]]
    {
        assert!(fits(right, &printed), "{right:?}");
    }
    for wrong in
        [&["one", "two"][..], &["one", "...", "four"], &["two", "..."], &[], &["one", "two", "three", "four"]]
    {
        assert!(!fits(wrong, &printed), "{wrong:?}");
    }
}
