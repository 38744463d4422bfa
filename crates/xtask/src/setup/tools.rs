//! Programs made with cargo, each in exactly one version: found on the PATH or in the user's cache; otherwise fetched
//! ready-made where that can be had, and compiled where it cannot.

use crate::console::Progress;
use crate::failure::{self, Failure};
use crate::{places, process};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The newest Trunk that the project's Rust can compile; Trunk.toml names it too.
const TRUNK_VERSION: &str = "0.21.14";

/// A cargo package with programs.
pub(crate) struct Tool {
    /// The package and, in the cache, the folder are called after these.
    package: &'static str,
    short: &'static str,
    version: String,
    /// The programs that are used; the first one tells the version.
    programs: &'static [&'static str],
    install_arguments: &'static [&'static str],
    minutes: &'static str,
    /// Where the ready-made programs are, for systems that have them, and in how many folders there.
    archive: Option<(String, &'static str)>,
}

/// wasm-bindgen in the version that Cargo.lock has for the library, which it must equal.
pub(super) fn wasm_bindgen(root: &Path) -> Result<Tool, Failure> {
    let lock = root.join("Cargo.lock");
    let text = fs::read_to_string(&lock).map_err(failure::to(format!("read {}", lock.display())))?;
    let version = locked_version(&text, "wasm-bindgen").ok_or_else(|| {
        Failure::new("Cargo.lock names no wasm-bindgen")
            .hint("`cargo update --workspace` writes Cargo.lock anew.")
    })?;
    let platform = match (OS, ARCH) {
        ("linux", "x86_64") => Some("x86_64-unknown-linux-musl"),
        ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
        ("macos", "x86_64") => Some("x86_64-apple-darwin"),
        ("macos", "aarch64") => Some("aarch64-apple-darwin"),
        ("windows", "x86_64") => Some("x86_64-pc-windows-msvc"),
        _ => None,
    };
    let releases = "https://github.com/wasm-bindgen/wasm-bindgen/releases/download";
    Ok(Tool {
        package: "wasm-bindgen-cli",
        short: "wasm-bindgen",
        archive: platform
            .map(|platform| (format!("{releases}/{version}/wasm-bindgen-{version}-{platform}.tar.gz"), "1")),
        version: version.to_owned(),
        programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        // Not --locked: the set of versions that the package locks may no longer resolve.
        install_arguments: &[],
        minutes: "a minute or two",
    })
}

/// Trunk.
pub(super) fn trunk() -> Tool {
    let version = TRUNK_VERSION;
    let platform = match (OS, ARCH) {
        ("linux", "x86_64") => Some("x86_64-unknown-linux-gnu"),
        ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
        ("macos", "x86_64") => Some("x86_64-apple-darwin"),
        ("macos", "aarch64") => Some("aarch64-apple-darwin"),
        _ => None,
    };
    let releases = "https://github.com/trunk-rs/trunk/releases/download";
    Tool {
        package: "trunk",
        short: "trunk",
        archive: platform.map(|platform| (format!("{releases}/v{version}/trunk-{platform}.tar.gz"), "0")),
        version: version.to_owned(),
        programs: &["trunk"],
        install_arguments: &["--locked", "--no-default-features", "--features", "rustls"],
        minutes: "three minutes or so",
    }
}

impl Tool {
    /// Makes sure that the programs are there; gives the folder that has them.
    pub(super) fn ensure(&self, progress: &mut Progress) -> Result<(PathBuf, String), Failure> {
        if let Some(dir) = self.on_path() {
            return Ok((dir, format!("{}, there, on the PATH", self.version)));
        }
        let root = places::cache()?.join(format!("{}-{}", self.short, self.version));
        let dir = root.join("bin");
        if self.is_in(&dir) {
            return Ok((dir, format!("{}, there, in the cache", self.version)));
        }
        fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
        if self.download(&root, progress) && self.is_in(&dir) {
            return Ok((dir, format!("{}, downloaded", self.version)));
        }
        self.compile(&root, progress)?;
        if self.is_in(&dir) {
            Ok((dir, format!("{}, compiled", self.version)))
        } else {
            Err(Failure::new(format!(
                "{} was installed but does not answer with version {}",
                self.package, self.version
            ))
            .hint(format!("Remove {} and try again.", root.display())))
        }
    }

    fn on_path(&self) -> Option<PathBuf> {
        let program = self.programs.first()?;
        places::on_path(program)
            .filter_map(|found| found.parent().map(Path::to_path_buf))
            .find(|dir| self.is_in(dir))
    }

    /// Whether `dir` has all the programs, in the right version.
    fn is_in(&self, dir: &Path) -> bool {
        self.programs.iter().all(|program| {
            let program = dir.join(format!("{program}{EXE_SUFFIX}"));
            process::answer(program, &["--version"])
                .is_some_and(|answer| answer.split_whitespace().nth(1) == Some(self.version.as_str()))
        })
    }

    /// Tries to fetch ready-made programs, and gives up soon: compiling works everywhere.
    fn download(&self, root: &Path, progress: &mut Progress) -> bool {
        let Some((url, folders)) = &self.archive else { return false };
        let log = format!("setup-{}-download", self.short);
        let archive = root.join("download.tar.gz");
        let mut fetch = Command::new("curl");
        fetch.args(["--fail", "--silent", "--show-error", "--location", "--connect-timeout", "5"]);
        fetch.args(["--max-time", "120", "--output"]).arg(&archive).arg(url);
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(&archive).arg("-C").arg(root.join("bin"));
        unpack.args(["--strip-components", folders]);
        let fetched = [fetch, unpack].iter_mut().all(|step| process::succeed(step, &log, progress).is_ok());
        // What is left of the attempt is in nobody's way.
        let _ = fs::remove_file(&archive);
        fetched
    }

    fn compile(&self, root: &Path, progress: &mut Progress) -> Result<(), Failure> {
        progress.announce(&format!("compiling it, once: {} on two cores", self.minutes));
        let build = root.join("build");
        let mut install = Command::new(places::cargo());
        install
            // In place of a download that does not run.
            .args(["install", "--force", self.package, "--version", &self.version])
            .args(self.install_arguments)
            .arg("--root")
            .arg(root)
            // These programs run for moments: half the compile time or less is worth more than their speed.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_TARGET_DIR", &build);
        process::succeed(&mut install, &format!("setup-{}", self.short), progress).map_err(|failure| {
            failure.hint("cargo downloads the package and its dependencies: is this machine online? A second try goes on where this one stopped.")
        })?;
        // Half a gigabyte of intermediate files that nothing reads again.
        let _ = fs::remove_dir_all(&build);
        Ok(())
    }
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
