//! The crates for others: packed together, verified from their packages alone, and used by a program of a
//! stranger, which is the example of the resolver's README.

use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::setup::Ready;
use crate::{places, process};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The published crates, by their folders, each after those that it uses.
const CRATES: [&str; 8] = ["odds", "syntax", "compile", "engine", "resolver", "report", "import", "cli"];

/// Packs the crates, checks all and builds the library from their packages alone, and runs the stranger's program
/// on it. `cargo package` would build the lower crates anew for each crate above them: eight times in all.
pub(crate) fn verify(ready: &Ready, progress: &mut Progress) -> Result<(), TaskFailure> {
    let mut package = ready.command(places::cargo())?;
    // None of them is published yet, so cargo packs them together, against a registry of its own. A commit is
    // not needed for a try.
    package.args(["package", "--allow-dirty", "--no-verify"]);
    for name in CRATES {
        package.args(["--package", &format!("tohit-{name}")]);
    }
    process::succeed(&mut package, "crates-package", progress)?;
    let project = unpacked(ready, progress)?;
    // Dependencies are those of the project: they are compiled already.
    let target = places::target(&ready.root);
    let cargo = |arguments: &[&str]| -> Result<Command, TaskFailure> {
        let mut command = ready.command(places::cargo())?;
        command.args(arguments).current_dir(&project).env("CARGO_TARGET_DIR", &target);
        Ok(command)
    };
    process::succeed(&mut cargo(&["check", "--workspace"])?, "crates-check", progress)?;
    let mut run = cargo(&["run", "--quiet", "--package", "stranger"])?;
    let output = process::succeed(&mut run, "crates-stranger", progress)?.join("\n");
    if output.contains("21725/27648") {
        Ok(())
    } else {
        Err(TaskFailure::new(format!("the stranger's program says: {output}")))
    }
}

/// A workspace of the unpacked crates, with the example of the resolver's README as a program beside them.
fn unpacked(ready: &Ready, progress: &mut Progress) -> Result<PathBuf, TaskFailure> {
    let packages = places::target(&ready.root).join("package");
    let project = places::target(&ready.root).join("stranger");
    let program = project.join("program");
    fs::create_dir_all(program.join("src")).map_err(failure::to("make the stranger's project"))?;
    for folder in folders() {
        // Files of an earlier package are not in this one.
        let _ = fs::remove_dir_all(project.join(&folder));
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(packages.join(format!("{folder}.crate"))).arg("-C").arg(&project);
        process::succeed(&mut unpack, "crates-unpack", progress)?;
        if !project.join(&folder).join("LICENSE-MIT").is_file() {
            return Err(TaskFailure::new(format!("the package {folder} has no text of its licence")));
        }
    }
    let read =
        |file: PathBuf| fs::read_to_string(&file).map_err(failure::to(format!("read {}", file.display())));
    let readme = read(ready.root.join("crates/resolver/README.md"))?;
    let example = example(&readme).ok_or_else(|| TaskFailure::new("the resolver's README has no example"))?;
    let write = |file: &str, text: &str| {
        fs::write(project.join(file), text).map_err(failure::to(format!("write the stranger's {file}")))
    };
    write("program/src/main.rs", example)?;
    write("program/Cargo.toml", &manifest())?;
    write("Cargo.toml", &workspace())?;
    // The versions that are downloaded already.
    write("Cargo.lock", &read(ready.root.join("Cargo.lock"))?)?;
    Ok(project)
}

/// The first block of Rust in a document.
fn example(readme: &str) -> Option<&str> {
    let (_, rest) = readme.split_once("```rust\n")?;
    rest.split_once("```").map(|(program, _)| program)
}

/// The folders of the packages.
fn folders() -> impl Iterator<Item = String> {
    CRATES.into_iter().map(|name| format!("tohit-{name}-{VERSION}"))
}

/// The manifest of the stranger's program.
fn manifest() -> String {
    format!(
        "[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\ntohit-resolver = \"{VERSION}\"\n"
    )
}

/// The manifest of a workspace that takes the unpacked crates in place of published ones.
fn workspace() -> String {
    let members: Vec<String> = folders().map(|folder| format!("\"{folder}\"")).collect();
    let mut text = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"program\", {}]\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n[patch.crates-io]\n",
        members.join(", ")
    );
    for (name, folder) in CRATES.into_iter().zip(folders()) {
        text += &format!("tohit-{name} = {{ path = \"{folder}\" }}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_the_first_program_of_the_document() {
        assert_eq!(example("# a\n```rust\nfn main() {}\n```\nb"), Some("fn main() {}\n"));
        assert_eq!(example("```console\n```\n"), None);
        let text = workspace();
        assert!(text.contains("tohit-cli = { path = \"tohit-cli-"), "{text}");
    }
}
