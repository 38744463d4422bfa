//! Packs the npm package: a WebAssembly module for each ruleset, with the scripts and types around them.

use crate::args::Args;
use crate::build;
use crate::console::{self, Progress};
use crate::failure::{self, Failure, Stop, Told};
use crate::setup::{self, Need, Ready};
use crate::{places, process};
use std::fs;
use std::path::{Path, PathBuf};

/// What packing needs.
pub(crate) const NEEDS: &[Need] = &[Need::WasmTarget, Need::WasmBindgen, Need::BuildPackages];

/// A module may weigh this much, in bytes after brotli.
const MODULE_LIMIT: u64 = 140_000;

/// The programs of crates/js are called this and their ruleset's name.
const PROGRAM: &str = "tohit-";

/// What was packed.
pub(crate) struct Packed {
    /// The package, as `npm install` takes it.
    pub(crate) archive: PathBuf,
    /// The command line of the same source.
    pub(crate) tohit: PathBuf,
    /// Each module with its size after brotli.
    modules: Vec<(String, u64)>,
}

/// `cargo xtask package`.
pub(crate) fn command(words: &[String]) -> Result<(), Stop> {
    Args::read(words, &[], &[])?;
    let ready = setup::set_up(NEEDS)?;
    if ready.lacks(NEEDS).is_some() {
        return Err(Told.into());
    }
    console::heading("Package");
    let packed = console::step("package", |progress| {
        let packed = pack(&ready, progress)?;
        let note = packed.verdict();
        Ok((packed, note))
    })?;
    for (name, brotli) in &packed.modules {
        console::say(format!("  {name:<44} {:>12} kB brotli", build::kilobytes(*brotli)));
    }
    console::say(format!("\n{}", packed.archive.display()));
    console::step("size", |_| packed.check().map(|()| ((), packed.verdict())))?;
    Ok(())
}

/// Builds target/npm/ and packs it.
pub(crate) fn pack(ready: &Ready, progress: &mut Progress) -> Result<Packed, Failure> {
    let rulesets = rulesets(&ready.root)?;
    let target = places::target(&ready.root);
    let dir = target.join("npm");
    if dir.exists() {
        fs::remove_dir_all(&dir).map_err(failure::to(format!("empty {}", dir.display())))?;
    }
    fs::create_dir_all(&dir).map_err(failure::to(format!("make the folder {}", dir.display())))?;
    modules(ready, &rulesets, &dir, progress)?;
    let tohit = command_line(ready, progress)?;
    written_by_hand(&ready.root, &rulesets, &dir)?;
    made(ready, &tohit, &rulesets, &dir, progress)?;
    optimise(ready, &rulesets, &dir, progress)?;
    let weighed = weigh(ready, &dir, progress)?;
    let mut npm = ready.command(if cfg!(windows) { "npm.cmd" } else { "npm" })?;
    npm.arg("pack").arg("--pack-destination").arg(&target).current_dir(&dir);
    process::succeed(&mut npm, "package-npm", progress)?;
    let archive = target.join(format!("tohit-{}.tgz", env!("CARGO_PKG_VERSION")));
    Ok(Packed { archive, tohit, modules: weighed })
}

/// The rulesets that crates/js has a program for.
fn rulesets(root: &Path) -> Result<Vec<String>, Failure> {
    let dir = root.join("crates/js/src/bin");
    let entries = fs::read_dir(&dir).map_err(failure::to(format!("read {}", dir.display())))?;
    let name = |file: PathBuf| Some(file.file_stem()?.to_str()?.strip_prefix(PROGRAM)?.to_owned());
    let mut rulesets: Vec<String> = entries.flatten().map(|entry| entry.path()).filter_map(name).collect();
    rulesets.sort_unstable();
    Ok(rulesets)
}

/// The modules, each with the script that wasm-bindgen makes for it.
fn modules(ready: &Ready, rulesets: &[String], dir: &Path, progress: &mut Progress) -> Result<(), Failure> {
    let target = "wasm32-unknown-unknown";
    let mut cargo = ready.command(places::cargo())?;
    cargo
        .args(["build", "--package", "tohit-js", "--bins", "--profile", "wasm", "--target", target])
        .env("CARGO_ENCODED_RUSTFLAGS", build::without_local_paths(ready));
    process::succeed(&mut cargo, "package-build", progress)?;
    let built = places::target(&ready.root).join(target).join("wasm");
    for name in rulesets {
        let mut bindgen = ready.command("wasm-bindgen")?;
        bindgen
            .args(["--target", "web", "--no-typescript", "--omit-default-module-path", "--out-name", name])
            .arg("--out-dir")
            .arg(dir)
            .arg(built.join(format!("{PROGRAM}{name}.wasm")));
        process::succeed(&mut bindgen, "package-bindgen", progress)?;
    }
    Ok(())
}

/// Makes the modules small.
fn optimise(ready: &Ready, rulesets: &[String], dir: &Path, progress: &mut Progress) -> Result<(), Failure> {
    let mut optimise = ready.command("node")?;
    optimise.arg("crates/xtask/node/optimise.mjs");
    optimise.args(rulesets.iter().map(|name| dir.join(format!("{name}_bg.wasm"))));
    process::succeed(&mut optimise, "package-optimise", progress).map(|_| ())
}

/// The command line, which tells the types. It is built as the native tests build it.
fn command_line(ready: &Ready, progress: &mut Progress) -> Result<PathBuf, Failure> {
    let mut cargo = ready.command(places::cargo())?;
    cargo.args(["build", "--package", "tohit-cli", "--profile", "test"]);
    process::succeed(&mut cargo, "package-cli", progress)?;
    let program = format!("debug/tohit{}", std::env::consts::EXE_SUFFIX);
    Ok(places::target(&ready.root).join(program))
}

/// What stands in the repository as it is packed.
fn written_by_hand(root: &Path, rulesets: &[String], dir: &Path) -> Result<(), Failure> {
    let mut files = vec![
        ("crates/js/npm/index.js".to_owned(), "index.js".to_owned()),
        ("docs/javascript.md".to_owned(), "README.md".to_owned()),
        ("LICENSE-MIT".to_owned(), "LICENSE-MIT".to_owned()),
        ("LICENSE-APACHE".to_owned(), "LICENSE-APACHE".to_owned()),
    ];
    files.extend(
        rulesets
            .iter()
            .map(|name| (format!("crates/resolver/rulesets/{name}/{name}.presets"), format!("{name}.txt"))),
    );
    for (from, to) in files {
        fs::copy(root.join(&from), dir.join(&to)).map_err(failure::to(format!("copy {from}")))?;
    }
    let package = read(&root.join("crates/js/npm/package.json"))?;
    write(&dir.join("package.json"), &package.replace("VERSION", env!("CARGO_PKG_VERSION")))
}

/// What the command line tells: the types, and what is known of the rulesets.
fn made(
    ready: &Ready,
    tohit: &Path,
    rulesets: &[String],
    dir: &Path,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let mut tell = |words: &[&str]| -> Result<String, Failure> {
        let mut command = ready.command(tohit)?;
        command.args(words);
        Ok(process::succeed(&mut command, "package-types", progress)?.join("\n"))
    };
    let about = tell(&["rulesets", "--json"])?;
    let script = format!("// What `tohit rulesets --json` tells.\nexport const rulesets = {about};\n");
    write(&dir.join("rulesets.js"), &script)?;
    let mut types = String::new();
    for name in rulesets {
        types += &tell(&["fields", name, "--typescript"])?;
        types += "\n";
        let schema = tell(&["fields", name, "--json-schema"])?;
        let script =
            format!("// What `tohit fields {name} --json-schema` tells.\nexport default {schema};\n");
        write(&dir.join(format!("{name}.fields.js")), &script)?;
    }
    types += &read(&ready.root.join("crates/js/npm/answers.d.ts"))?;
    write(&dir.join("index.d.ts"), &types)
}

fn weigh(ready: &Ready, dir: &Path, progress: &mut Progress) -> Result<Vec<(String, u64)>, Failure> {
    let mut node = ready.command("node")?;
    node.arg("crates/xtask/node/weigh-modules.mjs").arg(dir);
    let lines = process::succeed(&mut node, "package-size", progress)?;
    let read = |line: &String| {
        let (name, brotli) = line.split_once('\t')?;
        Some((name.to_owned(), brotli.parse().ok()?))
    };
    lines
        .iter()
        .map(|line| read(line).ok_or_else(|| Failure::new(format!("this is no line of sizes: {line}"))))
        .collect()
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(failure::to(format!("read {}", file.display())))
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(failure::to(format!("write {}", file.display())))
}

impl Packed {
    /// The heaviest module.
    fn heaviest(&self) -> u64 {
        self.modules.iter().map(|(_, brotli)| *brotli).max().unwrap_or_default()
    }

    /// The heaviest module against the limit, in a few words.
    pub(crate) fn verdict(&self) -> String {
        format!("{} kB of {} kB brotli", build::kilobytes(self.heaviest()), MODULE_LIMIT / 1000)
    }

    /// Fails when a module is too large, or when there is none.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.modules.is_empty() {
            return Err(Failure::new("there is no module: they were not weighed right"));
        }
        if self.heaviest() > MODULE_LIMIT {
            let mut failure = Failure::new(format!("a module is too large: {}", self.verdict()));
            failure.output = self.modules.iter().map(|(name, brotli)| format!("{name}: {brotli}")).collect();
            return Err(failure.hint("Look at what came in: a method of the ruleset that it did not hold before, a table, generic code made twice."));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(sizes: &[u64]) -> Packed {
        let modules = sizes.iter().map(|size| ("module".to_owned(), *size)).collect();
        Packed { archive: PathBuf::new(), tohit: PathBuf::new(), modules }
    }

    #[test]
    fn one_byte_above_the_limit_fails() {
        assert!(packed(&[1, MODULE_LIMIT]).check().is_ok());
        assert!(packed(&[MODULE_LIMIT + 1, 1]).check().is_err());
        assert!(packed(&[]).check().is_err());
    }

    #[test]
    fn every_ruleset_has_its_program() {
        let root = places::root().unwrap();
        let folders = fs::read_dir(root.join("crates/resolver/rulesets")).unwrap().count();
        assert_eq!(rulesets(&root).unwrap().len(), folders);
    }
}
