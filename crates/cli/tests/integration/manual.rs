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

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

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
    let text = fs::read_to_string(Path::new(DOCS).join(page).with_extension("md")).unwrap();
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
