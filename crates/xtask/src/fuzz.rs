//! Coverage-guided fuzzing of untrusted input: libFuzzer by way of bolero. The tests do not run it: they
//! replay its findings.

use crate::console;
use crate::failure::{Stop, TaskFailure};
use crate::places;
use crate::talk;
use lexopt::Parser;
use lexopt::prelude::*;
use std::process::Command;

/// Fuzz targets, each by its test in `crates/doors`.
const DOORS: [&str; 8] = [
    "scenarios",
    "links",
    "studies",
    "rule_texts",
    "shipped_texts",
    "command_lines",
    "questions",
    "characters",
];
const MINUTES: u32 = 20;

/// `cargo xtask fuzz`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    let (mut minutes, mut only) = (MINUTES, None);
    while let Some(word) = words.next()? {
        match word {
            Long("minutes") => minutes = words.value()?.parse()?,
            Long("door") => only = Some(words.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let doors: Vec<_> = DOORS.iter().filter(|door| only.as_ref().is_none_or(|one| one == **door)).collect();
    if doors.is_empty() {
        return Err(TaskFailure::new("there is no such door".to_owned())
            .hint(format!("The doors are {}.", DOORS.join(", ")))
            .into());
    }
    if places::on_path("cargo-bolero").next().is_none() {
        return Err(TaskFailure::new("there is no cargo-bolero on this machine".to_owned())
            .hint("`cargo install cargo-bolero --no-default-features --locked` brings it; it needs a C++ compiler.")
            .into());
    }
    let root = places::root()?;
    for door in doors {
        console::heading(&format!("{door}, {minutes} minutes"));
        let corpus = root.join("target/fuzz").join(door);
        let mut bolero = Command::new(places::cargo());
        bolero.current_dir(&root).args(["bolero", "test", "--package", "tohit-doors", "--sanitizer", "NONE"]);
        bolero.args(["-T", &format!("{minutes}m"), "--timeout", "60s", "--max-input-length", "4096"]);
        bolero.arg("--corpus-dir").arg(&corpus).arg("--crashes-dir").arg(corpus.with_extension("harm"));
        talk(bolero.arg(door))?;
    }
    Ok(())
}
