//! Trunk and wasm-bindgen, each in exactly one version: found on the PATH or in the user's cache, else
//! compiled from crates.io. The registry vouches for each package by its checksum, and a lock file for the
//! versions of all that it needs: Trunk's own, and for wasm-bindgen one of this project.

use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::{places, process};
use std::env::consts::EXE_SUFFIX;
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
    /// Lock file of a package made here, with the programs of the library `package`; else the package has
    /// them itself.
    lock: Option<&'static str>,
    /// Compile time, in words.
    minutes: &'static str,
}

/// Lock file of the package that `write_package` makes. The one that wasm-bindgen-cli comes with names a
/// version of webpki-roots that registries may lack. `cargo generate-lockfile` in that package makes it anew.
const WASM_BINDGEN_LOCK: &str = include_str!("wasm-bindgen.lock");

/// wasm-bindgen in the version that Cargo.lock has for the library; the two must be equal: Trunk runs one
/// program, the tests in WebAssembly the other.
pub(super) fn wasm_bindgen(root: &Path) -> Result<Tool, TaskFailure> {
    let lock = read(root, "Cargo.lock")?;
    let version = locked_version(&lock, "wasm-bindgen").ok_or_else(|| {
        TaskFailure::new("Cargo.lock names no wasm-bindgen")
            .hint("`cargo update --workspace` writes Cargo.lock anew.")
    })?;
    Ok(Tool {
        package: "wasm-bindgen-cli",
        version: version.to_owned(),
        programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
        install_arguments: &[],
        lock: Some(WASM_BINDGEN_LOCK),
        minutes: "a minute or two",
    })
}

/// Trunk in the version that Trunk.toml names.
pub(super) fn trunk(root: &Path) -> Result<Tool, TaskFailure> {
    let settings = read(root, "Trunk.toml")?;
    let version = settings
        .lines()
        .find_map(|line| line.strip_prefix("trunk-version = \"")?.strip_suffix('"'))
        .ok_or_else(|| TaskFailure::new("Trunk.toml has no line `trunk-version = \"VERSION\"`"))?;
    Ok(Tool {
        package: "trunk",
        version: version.to_owned(),
        programs: &["trunk"],
        // Default features of Trunk download tools and look for newer versions; set-up installs the tools.
        install_arguments: &["--no-default-features"],
        lock: None,
        minutes: "three minutes or so",
    })
}

impl Tool {
    /// Finds or installs the programs; returns their folder.
    pub(super) fn ensure(&self, progress: &mut Progress) -> Result<(PathBuf, String), TaskFailure> {
        if let Some(dir) = self.on_path() {
            return Ok((dir, format!("{}, there, on the PATH", self.version)));
        }
        let place = places::cache()?.join(format!("{}-{}", self.package, self.version));
        let dir = place.join("bin");
        if self.is_in(&dir) {
            return Ok((dir, format!("{}, there, in the cache", self.version)));
        }
        fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
        self.compile(&place, progress)?;
        if self.is_in(&dir) {
            Ok((dir, format!("{}, compiled", self.version)))
        } else {
            let Self { package, version, .. } = self;
            Err(TaskFailure::new(format!(
                "{package} was installed but does not answer with version {version}"
            ))
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

    fn compile(&self, place: &Path, progress: &mut Progress) -> Result<(), TaskFailure> {
        progress.announce(&format!("compiling it, once, {} on two cores", self.minutes));
        let build = place.join("build");
        if let Some(lock) = self.lock {
            self.write_package(&place.join("package"), lock)?;
        }
        let mut install = self.install(place);
        install.env("CARGO_TARGET_DIR", &build);
        process::succeed(&mut install, &format!("setup-{}", self.package), progress).map_err(|failure| {
            let Self { package, version, .. } = self;
            failure.hint(format!(
                "cargo downloads the package and its dependencies: is this machine online? A second try goes on where this one \
                 stopped. Set-up also takes {package} {version} from the PATH."
            ))
        })?;
        // Half a gigabyte of intermediate files that nothing reads again.
        let _ = fs::remove_dir_all(&build);
        Ok(())
    }

    /// Writes a package whose programs call the library, beside its lock file.
    fn write_package(&self, package: &Path, lock: &str) -> Result<(), TaskFailure> {
        let programs = package.join("src/bin");
        fs::create_dir_all(&programs)
            .map_err(failure::to(format!("make the folder {}", programs.display())))?;
        // rustc refuses a program of this name in versions before 0.2.88 of its package.
        let manifest = format!(
            "[package]\nname = \"wasm-bindgen-programs\"\nversion = \"{version}\"\nedition = \"2024\"\n\n\
             [dependencies]\n{library} = \"={version}\"\n\n[workspace]\n",
            library = self.package,
            version = self.version
        );
        let library = self.package.replace('-', "_");
        let program = |name: &&str| {
            let call = format!("{library}::{}::run_cli_with_args", name.replace('-', "_"));
            let main = format!(
                "fn main() {{\n    if let Err(error) = {call}(std::env::args_os()) {{\n        \
                 eprintln!(\"error: {{error:?}}\");\n        std::process::exit(1);\n    }}\n}}\n"
            );
            (format!("src/bin/{name}.rs"), main)
        };
        let files = [("Cargo.toml".to_owned(), manifest), ("Cargo.lock".to_owned(), lock.to_owned())];
        for (name, content) in files.into_iter().chain(self.programs.iter().map(program)) {
            let file = package.join(name);
            fs::write(&file, content).map_err(failure::to(format!("write {}", file.display())))?;
        }
        Ok(())
    }

    /// The command that compiles the package, or the one made here.
    fn install(&self, place: &Path) -> Command {
        let mut install = Command::new(places::cargo());
        // Replaces one that does not run.
        install.args(["install", "--force", "--locked"]);
        match self.lock {
            Some(_) => install.arg("--path").arg(place.join("package")),
            None => install.args([self.package, "--version", &self.version]),
        };
        install
            .args(self.install_arguments)
            .arg("--root")
            .arg(place)
            // Programs that run briefly: a short compile time is worth more than their speed.
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0");
        install
    }
}

fn read(root: &Path, name: &str) -> Result<String, TaskFailure> {
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
            let tool = tool.unwrap();
            let numbers = tool.version.split('.').filter(|number| number.parse::<u32>().is_ok()).count();
            assert_eq!(numbers, 3, "{}", tool.version);
            let install = tool.install(Path::new("place"));
            let says: Vec<_> = install.get_args().filter_map(|word| word.to_str()).collect();
            assert!(says.contains(&"--locked"), "{says:?}");
            match tool.lock {
                Some(lock) => {
                    assert_eq!(locked_version(lock, tool.package), Some(tool.version.as_str()));
                    assert_eq!(locked_version(lock, "wasm-bindgen-shared"), Some(tool.version.as_str()));
                }
                None => assert!(says.contains(&tool.version.as_str()), "{says:?}"),
            }
        }
    }
}
