//! Trunk and wasm-bindgen, each in exactly one version: found on the PATH or in the user's cache; else the published binary; else compiled.

use crate::console::Progress;
use crate::failure::{self, Failure};
use crate::{places, process};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cargo package with programs.
pub(super) struct Tool {
    package: &'static str,
    version: String,
    /// The programs that are used.
    programs: &'static [&'static str],
    install_arguments: &'static [&'static str],
    /// Compile time, in words.
    minutes: &'static str,
    /// Address of the published archive, where there is one for this system, and the number of folders above the programs in it.
    archive: Option<(String, &'static str)>,
}

/// wasm-bindgen in the version that Cargo.lock has for the library; the two must be equal: Trunk runs one program, the tests in WebAssembly the other.
pub(super) fn wasm_bindgen(root: &Path) -> Result<Tool, Failure> {
    let lock = read(root, "Cargo.lock")?;
    let version = locked_version(&lock, "wasm-bindgen").ok_or_else(|| {
        Failure::new("Cargo.lock names no wasm-bindgen")
            .hint("`cargo update --workspace` writes Cargo.lock anew.")
    })?;
    let system = system("x86_64-unknown-linux-musl");
    let releases = "https://github.com/wasm-bindgen/wasm-bindgen/releases/download";
    Ok(Tool {
        package: "wasm-bindgen-cli",
        archive: system
            .map(|system| (format!("{releases}/{version}/wasm-bindgen-{version}-{system}.tar.gz"), "1")),
        version: version.to_owned(),
        programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        // Without --locked: the versions that the package locks may be unavailable.
        install_arguments: &[],
        minutes: "a minute or two",
    })
}

/// Trunk in the version that Trunk.toml names.
pub(super) fn trunk(root: &Path) -> Result<Tool, Failure> {
    let settings = read(root, "Trunk.toml")?;
    let version = settings
        .lines()
        .find_map(|line| line.strip_prefix("trunk-version = \"")?.strip_suffix('"'))
        .ok_or_else(|| Failure::new("Trunk.toml has no line `trunk-version = \"VERSION\"`"))?;
    // The archive for Windows is of another format.
    let system = system("x86_64-unknown-linux-gnu").filter(|_| !cfg!(windows));
    let releases = "https://github.com/trunk-rs/trunk/releases/download";
    Ok(Tool {
        package: "trunk",
        archive: system.map(|system| (format!("{releases}/v{version}/trunk-{system}.tar.gz"), "0")),
        version: version.to_owned(),
        programs: &["trunk"],
        // Default features of Trunk download tools and look for newer versions; set-up installs the tools.
        install_arguments: &["--locked", "--no-default-features"],
        minutes: "three minutes or so",
    })
}

impl Tool {
    /// Finds or installs the programs; returns their folder.
    pub(super) fn ensure(&self, progress: &mut Progress) -> Result<(PathBuf, String), Failure> {
        if let Some(dir) = self.on_path() {
            return Ok((dir, format!("{}, there, on the PATH", self.version)));
        }
        let place = places::cache()?.join(format!("{}-{}", self.package, self.version));
        let dir = place.join("bin");
        if self.is_in(&dir) {
            return Ok((dir, format!("{}, there, in the cache", self.version)));
        }
        fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
        if self.download(&place, progress) && self.is_in(&dir) {
            return Ok((dir, format!("{}, downloaded", self.version)));
        }
        self.compile(&place, progress)?;
        if self.is_in(&dir) {
            Ok((dir, format!("{}, compiled", self.version)))
        } else {
            let Self { package, version, .. } = self;
            Err(Failure::new(format!("{package} was installed but does not answer with version {version}"))
                .hint(format!("Remove {} and try again.", place.display())))
        }
    }

    fn on_path(&self) -> Option<PathBuf> {
        places::on_path(self.programs.first()?)
            .filter_map(|found| found.parent().map(Path::to_path_buf))
            .find(|dir| self.is_in(dir))
    }

    /// True where `dir` has all the programs, in the right version.
    fn is_in(&self, dir: &Path) -> bool {
        self.programs.iter().all(|program| {
            process::answer(dir.join(format!("{program}{EXE_SUFFIX}")), &["--version"])
                .is_some_and(|answer| answer.split_whitespace().nth(1) == Some(self.version.as_str()))
        })
    }

    /// Tries to download the published binary, with a short time limit: compiling works everywhere.
    fn download(&self, place: &Path, progress: &mut Progress) -> bool {
        let Some((address, folders)) = &self.archive else { return false };
        let archive = place.join("download.tar.gz");
        let mut fetch = Command::new("curl");
        fetch.args(["--fail", "--silent", "--show-error", "--location", "--connect-timeout", "5"]);
        fetch.args(["--max-time", "120", "--output"]).arg(&archive).arg(address);
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(&archive).arg("-C").arg(place.join("bin"));
        unpack.args(["--strip-components", folders]);
        let log = format!("setup-{}-download", self.package);
        let fetched = [fetch, unpack].iter_mut().all(|step| process::succeed(step, &log, progress).is_ok());
        // Leftovers of the attempt are harmless.
        let _ = fs::remove_file(&archive);
        fetched
    }

    fn compile(&self, place: &Path, progress: &mut Progress) -> Result<(), Failure> {
        progress.announce(&format!(
            "its published binary cannot be had here: compiling it, once, {} on two cores",
            self.minutes
        ));
        let build = place.join("build");
        let mut install = Command::new(places::cargo());
        install
            // Replaces a download that does not run.
            .args(["install", "--force", self.package, "--version", &self.version])
            .args(self.install_arguments)
            .arg("--root")
            .arg(place)
            // Programs that run briefly: a short compile time is worth more than their speed.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .env("CARGO_TARGET_DIR", &build);
        process::succeed(&mut install, &format!("setup-{}", self.package), progress).map_err(|failure| {
            failure.hint("cargo downloads the package and its dependencies: is this machine online? A second try goes on where this one stopped.")
        })?;
        // Half a gigabyte of intermediate files that nothing reads again.
        let _ = fs::remove_dir_all(&build);
        Ok(())
    }
}

/// Name of this system in published archives; for Linux with an x86-64 processor the names differ.
fn system(linux: &'static str) -> Option<&'static str> {
    match (OS, ARCH) {
        ("linux", "x86_64") => Some(linux),
        ("linux", "aarch64") => Some("aarch64-unknown-linux-gnu"),
        ("macos", "x86_64") => Some("x86_64-apple-darwin"),
        ("macos", "aarch64") => Some("aarch64-apple-darwin"),
        ("windows", "x86_64") => Some("x86_64-pc-windows-msvc"),
        _ => None,
    }
}

fn read(root: &Path, name: &str) -> Result<String, Failure> {
    let file = root.join(name);
    fs::read_to_string(&file).map_err(failure::to(format!("read {}", file.display())))
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

    #[test]
    fn the_repository_names_one_version_of_each() {
        let root = places::root().unwrap();
        for tool in [trunk(&root), wasm_bindgen(&root)] {
            let Tool { version, archive, .. } = tool.unwrap();
            assert_eq!(
                version.split('.').filter(|number| number.parse::<u32>().is_ok()).count(),
                3,
                "{version}"
            );
            assert!(archive.is_none_or(|(address, _)| address.contains(&version)));
        }
    }
}
