//! Packs the npm package: a WebAssembly module, with the scripts and types around it.

use crate::build;
use crate::console::{self, Progress};
use crate::failure::{self, Reported, Stop, TaskFailure};
use crate::setup::{self, Ready, Requirement};
use crate::{licences, places, process};
use lexopt::Parser;
use std::fs;
use std::path::{Path, PathBuf};

/// Needs of the packing.
pub(crate) const NEEDS: &[Requirement] = &[Requirement::WasmTarget, Requirement::Packages];

/// Limit of the module's size, in bytes after brotli.
const MODULE_LIMIT: u64 = 750_000;

/// The program npm.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Cargo profile of the command line: `cargo xtask test` has a build by that of the tests, a developer may
/// have one by the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Test,
    Release,
}

/// The packed files.
pub(crate) struct Packed {
    /// The archive for `npm install`.
    pub(crate) archive: PathBuf,
    /// The module's size after brotli.
    brotli: u64,
}

/// `cargo xtask package`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    crate::none(words)?;
    let ready = setup::set_up(NEEDS)?;
    if ready.lacks(NEEDS).is_some() {
        return Err(Reported.into());
    }
    console::heading("Package");
    let built = built(&places::target(&ready.root));
    let packed = console::step("package", |progress| {
        let tohit = command_line(&ready, built, progress)?;
        Ok((pack(&ready, &tohit, progress)?, "packed".to_owned()))
    })?;
    console::say(format!("\n{}", packed.archive.display()));
    console::step("size", |_| packed.check().map(|()| ((), packed.verdict())))?;
    Ok(())
}

/// Builds target/npm/ and packs it. `tohit`, the command line of the same source, generates the types.
pub(crate) fn pack(ready: &Ready, tohit: &Path, progress: &mut Progress) -> Result<Packed, TaskFailure> {
    let target = places::target(&ready.root);
    let dir = target.join("npm");
    if dir.exists() {
        fs::remove_dir_all(&dir).map_err(failure::to(format!("empty {}", dir.display())))?;
    }
    fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
    module(ready, &dir, progress)?;
    written_by_hand(&ready.root, &dir)?;
    licences::write(ready, ["tohit-js", places::WASM], &dir, progress)?;
    made(ready, tohit, &dir, progress)?;
    let brotli = optimise(ready, &dir, progress)?;
    let mut npm = ready.command(NPM)?;
    npm.arg("pack").arg("--pack-destination").arg(&target).current_dir(&dir);
    process::succeed(&mut npm, "package-npm", progress)?;
    let archive = target.join(format!("tohit-{}.tgz", env!("CARGO_PKG_VERSION")));
    Ok(Packed { archive, brotli })
}

/// Has npm verify that the package could be published; nothing is sent.
pub(crate) fn dry_run(ready: &Ready, progress: &mut Progress) -> Result<(), TaskFailure> {
    let mut npm = ready.command(NPM)?;
    npm.args(["publish", "--dry-run", "--offline"]).current_dir(places::target(&ready.root).join("npm"));
    process::succeed(&mut npm, "package-dry-run", progress).map(|_| ())
}

/// The module, with the script that wasm-bindgen makes for it.
fn module(ready: &Ready, dir: &Path, progress: &mut Progress) -> Result<(), TaskFailure> {
    let mut cargo = ready.command(places::cargo())?;
    cargo
        .args(["build", "--package", "tohit-js", "--profile", "wasm", "--target", places::WASM])
        .env("CARGO_ENCODED_RUSTFLAGS", build::without_local_paths(ready).collect::<Vec<_>>().join("\x1f"));
    process::succeed(&mut cargo, "package-build", progress)?;
    let mut bind = ready.command(places::cargo())?;
    bind.args(["run", "--quiet", "--package", "tohit-bind", "--", "package"])
        .arg(places::compiled(&ready.root, "wasm", "tohit_js.wasm"))
        .arg(dir);
    process::succeed(&mut bind, "package-bind", progress).map(|_| ())
}

/// Optimises the module for size; returns its size after brotli.
fn optimise(ready: &Ready, dir: &Path, progress: &mut Progress) -> Result<u64, TaskFailure> {
    let mut optimise = ready.command("node")?;
    optimise.arg("crates/xtask/node/optimise.mjs").arg(dir.join("tohit_bg.wasm"));
    let output = process::succeed(&mut optimise, "package-optimise", progress)?.join("");
    output.trim().parse().map_err(|_| TaskFailure::new(format!("this is no size of a module: {output}")))
}

/// Builds the command line.
pub(crate) fn command_line(
    ready: &Ready,
    built: Profile,
    progress: &mut Progress,
) -> Result<PathBuf, TaskFailure> {
    let mut cargo = ready.command(places::cargo())?;
    cargo.args(match built {
        // Features of the native step, whose build this is: each choice of packages has its own.
        Profile::Test => {
            &["build", "--workspace", "--exclude", "xtask", "--bin", "tohit", "--profile", "test"][..]
        }
        Profile::Release => &["build", "--package", "tohit-cli", "--profile", "release"],
    });
    process::succeed(&mut cargo, "package-cli", progress)?;
    Ok(program(&places::target(&ready.root), built))
}

/// Profile of an existing build: a developer's release, or else that of the tests.
fn built(target: &Path) -> Profile {
    if program(target, Profile::Release).is_file() { Profile::Release } else { Profile::Test }
}

/// Path of the compiled command line.
fn program(target: &Path, built: Profile) -> PathBuf {
    let folder = match built {
        Profile::Test => "debug",
        Profile::Release => "release",
    };
    target.join(folder).join(format!("tohit{}", std::env::consts::EXE_SUFFIX))
}

/// Copies the files that the repository has in their final form.
fn written_by_hand(root: &Path, dir: &Path) -> Result<(), TaskFailure> {
    for (from, to) in [
        ("crates/js/npm/index.js", "index.js"),
        ("docs/javascript.md", "README.md"),
        ("LICENSE-MIT", "LICENSE-MIT"),
        ("LICENSE-APACHE", "LICENSE-APACHE"),
    ] {
        fs::copy(root.join(from), dir.join(to)).map_err(failure::to(format!("copy {from}")))?;
    }
    let package = read(&root.join("crates/js/npm/package.json"))?;
    let package = package.replace("VERSION", env!("CARGO_PKG_VERSION"));
    write(&dir.join("package.json"), &with_repository(&package, repository().as_deref()))
}

/// Address of the repository, which only a workflow knows. npm's provenance asks for it.
fn repository() -> Option<String> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    Some(format!("git+{}/{}.git", variable("GITHUB_SERVER_URL")?, variable("GITHUB_REPOSITORY")?))
}

fn with_repository(package: &str, repository: Option<&str>) -> String {
    let Some(address) = repository else { return package.to_owned() };
    let license = "  \"license\":";
    let field = format!("  \"repository\": {{ \"type\": \"git\", \"url\": \"{address}\" }},\n{license}");
    package.replacen(license, &field, 1)
}

/// The rulesets, by their folders.
fn rulesets(root: &Path) -> Result<Vec<String>, TaskFailure> {
    let dir = root.join("crates/resolver/rulesets");
    let entries = fs::read_dir(&dir).map_err(failure::to(format!("read {}", dir.display())))?;
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}

/// Writes the generated files: the types, and the descriptions of the rulesets.
fn made(ready: &Ready, tohit: &Path, dir: &Path, progress: &mut Progress) -> Result<(), TaskFailure> {
    let mut tell = |words: &[&str]| -> Result<String, TaskFailure> {
        let mut command = ready.command(tohit)?;
        command.args(words);
        Ok(process::succeed(&mut command, "package-types", progress)?.join("\n"))
    };
    let about = tell(&["rulesets", "--json"])?;
    let script = format!("// What `tohit rulesets --json` tells.\nexport const rulesets = {about};\n");
    write(&dir.join("rulesets.js"), &script)?;
    let (mut types, mut scenarios) = (String::new(), String::new());
    for name in rulesets(&ready.root)? {
        types += &tell(&["fields", &name, "--typescript"])?;
        types += "\n";
        scenarios += &format!("\n  | {}Scenario", pascal(&name));
    }
    types += "/** Everything entered: ruleset, mode, sheets, situation. Every field has a default. */\n";
    types += &format!("export type Scenario ={scenarios};\n\n");
    types += &read(&ready.root.join("crates/js/npm/answers.d.ts"))?;
    write(&dir.join("index.d.ts"), &types)
}

/// A ruleset's name in the types: `pixel-dungeon` is `PixelDungeon`.
fn pascal(name: &str) -> String {
    let capital = |word: &str| {
        word.chars()
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .chain(word.chars().skip(1))
            .collect::<String>()
    };
    name.split('-').map(capital).collect()
}

fn read(file: &Path) -> Result<String, TaskFailure> {
    fs::read_to_string(file).map_err(failure::to(format!("read {}", file.display())))
}

fn write(file: &Path, text: &str) -> Result<(), TaskFailure> {
    fs::write(file, text).map_err(failure::to(format!("write {}", file.display())))
}

impl Packed {
    /// The module's size against the limit, in a few words.
    pub(crate) fn verdict(&self) -> String {
        format!("{} kB of {} kB brotli", build::kilobytes(self.brotli), MODULE_LIMIT / 1000)
    }

    /// Fails when the module is too large.
    pub(crate) fn check(&self) -> Result<(), TaskFailure> {
        if self.brotli > MODULE_LIMIT {
            let failure = TaskFailure::new(format!("the module is too large: {}", self.verdict()));
            return Err(failure.hint("Look at what came in: a method of the ruleset that it did not hold before, a table, generic code made twice."));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_that_is_there_tells_the_types() {
        let target = places::target(&places::root().unwrap()).join("xtask/built");
        let release = program(&target, Profile::Release);
        let _ = fs::remove_dir_all(&target);
        assert_eq!(built(&target), Profile::Test);
        fs::create_dir_all(release.parent().unwrap()).unwrap();
        fs::write(&release, "").unwrap();
        assert_eq!(built(&target), Profile::Release);
        fs::remove_dir_all(&target).unwrap();
    }

    #[test]
    fn the_package_names_its_repository_where_it_is_known() {
        let package = "{\n  \"name\": \"tohit\",\n  \"license\": \"MIT\"\n}\n";
        assert_eq!(with_repository(package, None), package);
        let named = with_repository(package, Some("git+https://example.org/a/b.git"));
        let field =
            "  \"repository\": { \"type\": \"git\", \"url\": \"git+https://example.org/a/b.git\" },\n";
        assert_eq!(named, package.replace("  \"license\"", &format!("{field}  \"license\"")));
    }

    #[test]
    fn one_byte_above_the_limit_fails() {
        let packed = |brotli: u64| Packed { archive: PathBuf::new(), brotli };
        assert!(packed(MODULE_LIMIT).check().is_ok());
        assert!(packed(MODULE_LIMIT + 1).check().is_err());
    }
}
