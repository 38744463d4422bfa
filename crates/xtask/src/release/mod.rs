//! `cargo xtask release`: the files of a release, in target/release-files: the site, the npm package, the program
//! of this machine, the notes, and the SHA-256 of each. The workflow of a tag runs the same command.

mod notes;
mod program;

use crate::console::{self, Progress};
use crate::failure::{self, Reported, Stop, TaskFailure};
use crate::package as npm;
use crate::setup::{self, Ready, Requirement};
use crate::{build, places, process};
use lexopt::Parser;
use lexopt::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Needs of the site and the package.
const NEEDS: &[Requirement] = setup::BUILD;

/// `cargo xtask release`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    let (mut program_only, mut tag) = (false, None);
    while let Some(word) = words.next()? {
        match word {
            Long("program") => program_only = true,
            Long("tag") => tag = Some(words.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let root = places::root()?;
    let notes = notes::of(&root, tag.as_deref())?;
    let needs = if program_only { &[] } else { NEEDS };
    let ready = setup::set_up(needs)?;
    if ready.lacks(needs).is_some() {
        return Err(Reported.into());
    }
    let folder = folder(&root)?;
    console::heading("Release");
    let tohit = console::step("program", |progress| program::archive(&ready, &folder, progress))?;
    if !program_only {
        console::step("site", |progress| done(site(&ready, &folder, progress)))?;
        console::step("package", |progress| done(package(&ready, [&tohit, &folder], progress)))?;
        fs::write(folder.join("notes.md"), notes).map_err(failure::to("write the notes"))?;
        console::step("sums", |progress| done(sums(&ready, &folder, progress)))?;
        console::step("tried", |progress| done(tried(&ready, &folder, progress)))?;
    }
    console::say(format!("\n{}", folder.display()));
    Ok(())
}

fn done(note: Result<String, TaskFailure>) -> Result<((), String), TaskFailure> {
    note.map(|note| ((), note))
}

/// The empty folder of the files.
fn folder(root: &Path) -> Result<PathBuf, TaskFailure> {
    let folder = places::target(root).join("release-files");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failure::to(format!("empty {}", folder.display())))?;
    }
    fs::create_dir_all(&folder).map_err(failure::to(format!("make the folder {}", folder.display())))?;
    Ok(folder)
}

/// Builds the site and packs it.
fn site(ready: &Ready, folder: &Path, progress: &mut Progress) -> Result<String, TaskFailure> {
    build::page(ready, progress)?;
    let sizes = build::weigh(ready)?;
    sizes.check()?;
    let dist = ready.root.join("dist");
    pack(ready, &dist, ".", &folder.join(format!("tohit-site-{VERSION}.tar.gz")), progress)?;
    Ok(sizes.verdict())
}

/// Packs the npm package; npm verifies that it could be published.
fn package(
    ready: &Ready,
    [tohit, folder]: [&Path; 2],
    progress: &mut Progress,
) -> Result<String, TaskFailure> {
    let packed = npm::pack(ready, tohit, progress)?;
    packed.check()?;
    npm::dry_run(ready, progress)?;
    let name = packed.archive.file_name().unwrap_or_default();
    fs::copy(&packed.archive, folder.join(name)).map_err(failure::to("copy the package"))?;
    Ok(packed.verdict())
}

/// Writes the SHA-256 of every file.
fn sums(ready: &Ready, folder: &Path, progress: &mut Progress) -> Result<String, TaskFailure> {
    let mut sums = ready.command("node")?;
    sums.arg("crates/xtask/node/sums.mjs").arg(folder);
    process::succeed(&mut sums, "release-sums", progress).map(|_| "in SHA256SUMS".to_owned())
}

/// Uses the files as a stranger does (tests/release).
fn tried(ready: &Ready, folder: &Path, progress: &mut Progress) -> Result<String, TaskFailure> {
    let mut tests = ready.command("node")?;
    tests.args(["--test", "--test-reporter=spec"]).arg(ready.root.join("tests/release/files.test.mjs"));
    tests.env("TOHIT_RELEASE", folder).env("TOHIT_VERSION", VERSION);
    process::succeed(&mut tests, "release-tried", progress).map(|_| "served, installed, run".to_owned())
}

/// A compressed archive of what `from` has under `what`. Every system has `tar`.
fn pack(
    ready: &Ready,
    from: &Path,
    what: &str,
    archive: &Path,
    progress: &mut Progress,
) -> Result<(), TaskFailure> {
    let mut tar = ready.command("tar")?;
    tar.arg("-czf").arg(archive).arg("-C").arg(from).arg(what);
    process::succeed(&mut tar, "release-tar", progress).map(|_| ())
}
