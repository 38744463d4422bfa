//! The program `tohit` of this machine, with its manual pages and completions.

use super::{VERSION, pack};
use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::setup::Ready;
use crate::{build, licences, places, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the program and packs it as tohit-VERSION-TARGET.tar.gz; returns its path, and that name.
pub(super) fn archive(
    ready: &Ready,
    folder: &Path,
    progress: &mut Progress,
) -> Result<(PathBuf, String), TaskFailure> {
    let target = host()?;
    let tohit = compile(ready, &target, progress)?;
    let name = format!("tohit-{VERSION}-{target}");
    let inside = places::target(&ready.root).join("release-program");
    let dir = inside.join(&name);
    if inside.exists() {
        fs::remove_dir_all(&inside).map_err(failure::to(format!("empty {}", inside.display())))?;
    }
    for made in ["man", "completions"] {
        fs::create_dir_all(dir.join(made)).map_err(failure::to(format!("make the folder {made}")))?;
    }
    let copied = dir.join(tohit.file_name().unwrap_or_default());
    let files = [
        (tohit.clone(), copied),
        (ready.root.join("crates/cli/README.md"), dir.join("README.md")),
        (ready.root.join("LICENSE-MIT"), dir.join("LICENSE-MIT")),
        (ready.root.join("LICENSE-APACHE"), dir.join("LICENSE-APACHE")),
    ];
    for (from, to) in files {
        fs::copy(&from, to).map_err(failure::to(format!("copy {}", from.display())))?;
    }
    licences::write(ready, ["tohit-cli", &target], &dir, progress)?;
    let write = |file: String, words: &[&str]| {
        fs::write(dir.join(&file), said(&tohit, words)?).map_err(failure::to(format!("write {file}")))
    };
    write("man/tohit.1".to_owned(), &["man"])?;
    let commands = said(&tohit, &["man", "--list"])?;
    for command in String::from_utf8_lossy(&commands).lines() {
        write(format!("man/tohit-{command}.1"), &["man", command])?;
    }
    for (shell, file) in [
        ("bash", "tohit.bash"),
        ("elvish", "tohit.elv"),
        ("fish", "tohit.fish"),
        ("powershell", "_tohit.ps1"),
        ("zsh", "_tohit"),
    ] {
        write(format!("completions/{file}"), &["completions", shell])?;
    }
    pack(ready, &inside, &name, &folder.join(format!("{name}.tar.gz")), progress)?;
    Ok((tohit, name))
}

/// Compiles the program, without a path of this machine in it. On Linux and Windows it needs no library of the
/// system: with the GNU target on Linux, glibc is linked statically (Debian has `libc.a` in libc6-dev).
fn compile(ready: &Ready, target: &str, progress: &mut Progress) -> Result<PathBuf, TaskFailure> {
    let mut flags: Vec<String> = build::without_local_paths(ready).collect();
    if !target.contains("apple") {
        flags.push("-Ctarget-feature=+crt-static".to_owned());
    }
    let mut cargo = ready.command(places::cargo())?;
    // A named target keeps the flags from build scripts and macros.
    cargo
        .args(["build", "--package", "tohit-cli", "--release", "--locked", "--target", target])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    process::succeed(&mut cargo, "release-program", progress)?;
    let file = format!("tohit{}", std::env::consts::EXE_SUFFIX);
    Ok(places::target(&ready.root).join(target).join("release").join(file))
}

/// The target of this machine, in rustc's name.
fn host() -> Result<String, TaskFailure> {
    let version = process::answer("rustc", &["-vV"]).unwrap_or_default();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| TaskFailure::new("`rustc -vV` names no host"))
}

/// Output of the program.
fn said(tohit: &Path, words: &[&str]) -> Result<Vec<u8>, TaskFailure> {
    let output = Command::new(tohit).args(words).output().map_err(failure::to("start tohit"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(TaskFailure::new(format!("tohit {} failed", words.join(" "))))
    }
}
