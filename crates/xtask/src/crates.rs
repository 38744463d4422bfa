//! The crates for others: packed together, verified from their packages alone, and used by a program of a
//! stranger, which is the example of the resolver's README.

use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::setup::Ready;
use crate::{places, process};
use std::fs;
use std::path::{Path, PathBuf};

/// The published crates, by their folders, each after those that it uses.
const CRATES: [&str; 8] = ["odds", "syntax", "compile", "engine", "resolver", "report", "import", "cli"];

/// Packs and verifies the crates, and runs the stranger's program.
pub(crate) fn verify(ready: &Ready, progress: &mut Progress) -> Result<(), TaskFailure> {
    let mut package = ready.command(places::cargo())?;
    // None of them is published yet, so cargo packs them together, against a registry of its own. A commit is
    // not needed for a try.
    package.args(["package", "--allow-dirty"]);
    for name in CRATES {
        package.args(["--package", &format!("tohit-{name}")]);
    }
    process::succeed(&mut package, "crates-package", progress)?;
    stranger(ready, progress)
}

/// The example of the README as a project of its own, on the packed crates.
fn stranger(ready: &Ready, progress: &mut Progress) -> Result<(), TaskFailure> {
    let packed = places::target(&ready.root).join("package");
    let project = places::target(&ready.root).join("stranger");
    fs::create_dir_all(project.join("src")).map_err(failure::to("make the stranger's project"))?;
    let read =
        |file: PathBuf| fs::read_to_string(&file).map_err(failure::to(format!("read {}", file.display())));
    let readme = read(ready.root.join("crates/resolver/README.md"))?;
    let program = example(&readme).ok_or_else(|| TaskFailure::new("the resolver's README has no example"))?;
    let write = |file: &str, text: &str| {
        fs::write(project.join(file), text).map_err(failure::to(format!("write the stranger's {file}")))
    };
    write("src/main.rs", program)?;
    write("Cargo.toml", &manifest(&packed))?;
    // The versions that are downloaded already.
    write("Cargo.lock", &read(ready.root.join("Cargo.lock"))?)?;
    let mut run = ready.command(places::cargo())?;
    run.args(["run", "--quiet"]).current_dir(&project).env("CARGO_TARGET_DIR", project.join("target"));
    let said = process::succeed(&mut run, "crates-stranger", progress)?.join("\n");
    if said.contains("21725/27648") {
        Ok(())
    } else {
        Err(TaskFailure::new(format!("the stranger's program says: {said}")))
    }
}

/// The first block of Rust in a document.
fn example(readme: &str) -> Option<&str> {
    let (_, rest) = readme.split_once("```rust\n")?;
    rest.split_once("```").map(|(program, _)| program)
}

/// A manifest whose dependencies are the packed crates. It is a workspace of its own.
fn manifest(packed: &Path) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\ntohit-resolver = \"{version}\"\n\n[patch.crates-io]\n"
    );
    for name in CRATES.iter().filter(|name| !["report", "import", "cli"].contains(name)) {
        let folder = packed.join(format!("tohit-{name}-{version}"));
        text += &format!("tohit-{name} = {{ path = {:?} }}\n", folder.display().to_string());
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
        let text = manifest(Path::new("packed"));
        assert!(text.contains("tohit-odds = { path = \"packed") && !text.contains("tohit-cli"), "{text}");
    }
}
