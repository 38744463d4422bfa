//! wasm-bindgen's test runner, in the version of the library: found on the PATH or in the user's cache; otherwise fetched ready-made where that can
//! be had, and compiled where it cannot.

use crate::console::Progress;
use crate::failure::{self, Failure};
use crate::{places, process};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const RUNNER: &str = "wasm-bindgen-test-runner";

/// Makes sure that the runner is there, in the version that Cargo.lock has for the library; gives the folder that has it.
pub(super) fn ensure(root: &Path, progress: &mut Progress) -> Result<(PathBuf, String), Failure> {
    let lock = root.join("Cargo.lock");
    let text = fs::read_to_string(&lock).map_err(failure::to(format!("read {}", lock.display())))?;
    let version = locked_version(&text, "wasm-bindgen").ok_or_else(|| {
        Failure::new("Cargo.lock names no wasm-bindgen")
            .hint("`cargo update --workspace` writes Cargo.lock anew.")
    })?;
    let on_path = places::on_path(RUNNER).filter_map(|found| found.parent().map(Path::to_path_buf));
    if let Some(dir) = on_path.into_iter().find(|dir| is_in(dir, version)) {
        return Ok((dir, format!("{version}, there, on the PATH")));
    }
    let place = places::cache()?.join(format!("wasm-bindgen-{version}"));
    let dir = place.join("bin");
    if is_in(&dir, version) {
        return Ok((dir, format!("{version}, there, in the cache")));
    }
    fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
    if download(version, &place, progress) && is_in(&dir, version) {
        return Ok((dir, format!("{version}, downloaded")));
    }
    compile(version, &place, progress)?;
    if is_in(&dir, version) {
        Ok((dir, format!("{version}, compiled")))
    } else {
        Err(Failure::new(format!("wasm-bindgen was installed but does not answer with version {version}"))
            .hint(format!("Remove {} and try again.", place.display())))
    }
}

/// Whether `dir` has the runner, in that version.
fn is_in(dir: &Path, version: &str) -> bool {
    process::answer(dir.join(format!("{RUNNER}{EXE_SUFFIX}")), &["--version"])
        .is_some_and(|answer| answer.split_whitespace().nth(1) == Some(version))
}

/// Tries to fetch ready-made programs, and gives up soon: compiling works everywhere.
fn download(version: &str, place: &Path, progress: &mut Progress) -> bool {
    let platform = match (OS, ARCH) {
        ("linux", "x86_64") => "x86_64-unknown-linux-musl",
        ("linux", "aarch64") => "aarch64-unknown-linux-gnu",
        ("macos", "x86_64") => "x86_64-apple-darwin",
        ("macos", "aarch64") => "aarch64-apple-darwin",
        ("windows", "x86_64") => "x86_64-pc-windows-msvc",
        _ => return false,
    };
    let releases = "https://github.com/wasm-bindgen/wasm-bindgen/releases/download";
    let archive = place.join("download.tar.gz");
    let mut fetch = Command::new("curl");
    fetch.args(["--fail", "--silent", "--show-error", "--location", "--connect-timeout", "5"]);
    fetch.args(["--max-time", "120", "--output"]).arg(&archive);
    fetch.arg(format!("{releases}/{version}/wasm-bindgen-{version}-{platform}.tar.gz"));
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(&archive).arg("-C").arg(place.join("bin"));
    unpack.args(["--strip-components", "1"]);
    let log = "setup-wasm-bindgen-download";
    let fetched = [fetch, unpack].iter_mut().all(|step| process::succeed(step, log, progress).is_ok());
    // What is left of the attempt is in nobody's way.
    let _ = fs::remove_file(&archive);
    fetched
}

fn compile(version: &str, place: &Path, progress: &mut Progress) -> Result<(), Failure> {
    progress.announce("compiling it, once: a minute or two on two cores");
    let build = place.join("build");
    let mut install = Command::new(places::cargo());
    install
        // In place of a download that does not run. Not --locked: the set of versions that the package locks may no longer resolve.
        .args(["install", "--force", "wasm-bindgen-cli", "--version", version, "--root"])
        .arg(place)
        // It runs for moments: half the compile time or less is worth more than its speed.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_TARGET_DIR", &build);
    process::succeed(&mut install, "setup-wasm-bindgen", progress).map_err(|failure| {
        failure.hint("cargo downloads the package and its dependencies: is this machine online? A second try goes on where this one stopped.")
    })?;
    // Half a gigabyte of intermediate files that nothing reads again.
    let _ = fs::remove_dir_all(&build);
    Ok(())
}

/// The version that a Cargo.lock has for `package`.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_very_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.1\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm"), None);
    }
}
