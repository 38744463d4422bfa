//! Licences of the libraries in a program: the texts that their packages contain.

use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::setup::Ready;
use crate::{places, process};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file in every archive.
pub(crate) const FILE: &str = "THIRD-PARTY-LICENSES";

/// Beginnings of the names of files with a licence, in lower case.
const TEXTS: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// Text of the licence of the C library, where the system keeps it.
const LGPL: &str = "/usr/share/common-licenses/LGPL-2.1";

/// A library: its name and version, the expression of its licence, its folder.
#[derive(Debug, PartialEq)]
struct Library {
    name: String,
    expression: String,
    folder: PathBuf,
}

/// Writes the licences of the libraries in a package, compiled for a target, into a folder.
pub(crate) fn write(
    ready: &Ready,
    [package, target]: [&str; 2],
    folder: &Path,
    progress: &mut Progress,
) -> Result<(), TaskFailure> {
    let mut cargo = |arguments: &[&str]| {
        let mut command = ready.command(places::cargo())?;
        command.args(arguments).arg("--locked");
        process::succeed(&mut command, "licences", progress)
    };
    let edges = "normal,no-proc-macro";
    let tree = ["tree", "--package", package, "--target", target, "--edges", edges, "--prefix", "none"];
    let lines = cargo(&[&tree[..], &["--format", "{p}|{l}"]].concat())?;
    let about = cargo(&["metadata", "--format-version", "1", "--filter-platform", target])?.concat();
    let text = text(&libraries(&lines, &folders(&about)), target);
    let text = text.map_err(failure::to("read the licences"))?;
    fs::write(folder.join(FILE), text).map_err(failure::to(format!("write {FILE}")))
}

/// The folders of all packages in what `cargo metadata` prints.
fn folders(about: &str) -> Vec<PathBuf> {
    let manifests = about.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let paths = manifests.map(|path| PathBuf::from(path.replace("\\\\", "\\")));
    paths.filter_map(|path| path.parent().map(Path::to_path_buf)).collect()
}

/// The libraries of others among the lines of `cargo tree`: `NAME vVERSION|EXPRESSION`. The project's own have
/// their path in brackets, and repeated ones a star.
fn libraries(lines: &[String], folders: &[PathBuf]) -> Vec<Library> {
    let read = |line: &String| {
        let (package, expression) = line.trim_end_matches(" (*)").split_once('|')?;
        let name = package.replacen(" v", "-", 1);
        let folder = folders.iter().find(|folder| folder.file_name().is_some_and(|file| *file == *name))?;
        Some(Library { name, expression: expression.to_owned(), folder: folder.clone() })
    };
    let mut all: Vec<Library> = lines.iter().filter_map(read).collect();
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all.dedup();
    all
}

/// The list of the libraries, then each text once, below the names of those that contain it.
fn text(libraries: &[Library], target: &str) -> io::Result<String> {
    let mut list = String::from("This program contains the following libraries, under these licences.\n\n");
    let mut texts: BTreeMap<String, (Vec<&str>, String)> = BTreeMap::new();
    for Library { name, expression, folder } in libraries {
        list += &format!("{name}: {expression}\n");
        for file in fs::read_dir(folder)? {
            let file = file?;
            let is_licence =
                TEXTS.iter().any(|word| file.file_name().to_string_lossy().to_lowercase().starts_with(word));
            if is_licence && file.file_type()?.is_file() {
                let text = fs::read_to_string(file.path())?;
                // Copies differ in their line breaks.
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let (names, _) = texts.entry(words).or_insert_with(|| (Vec::new(), text));
                names.push(name);
            }
        }
    }
    list += "Rust's standard library: MIT OR Apache-2.0\n";
    if target.ends_with("linux-gnu") {
        list += "The GNU C Library: LGPL-2.1-or-later (https://www.gnu.org/licenses/old-licenses/lgpl-2.1.txt); its source \
                 is at https://sourceware.org/glibc/\n";
        if let Ok(text) = fs::read_to_string(LGPL) {
            texts.insert(LGPL.to_owned(), (vec!["The GNU C Library"], text));
        }
    }
    let mut texts: Vec<_> = texts.into_values().collect();
    texts.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (names, text) in texts {
        list += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), text.trim());
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_several_libraries_stands_once() {
        let root = places::target(&places::root().unwrap()).join("xtask/licences");
        let _ = fs::remove_dir_all(&root);
        let folders = [root.join("b-2.0.0"), root.join("a-1.0.0"), root.join("c-3.0.0")];
        for (folder, text) in folders.iter().zip(["Free\r\nto use\r\n", "Free\nto use\n", "Keep away\n"]) {
            fs::create_dir_all(folder.join("licenses")).unwrap();
            fs::write(folder.join("LICENSE-MIT"), text).unwrap();
            fs::write(folder.join("lib.rs"), "code").unwrap();
        }
        let lines = [
            "tohit-cli v0.2.0 (/tohit/crates/cli)|MIT",
            "b v2.0.0|MIT",
            "a v1.0.0|MIT OR Zlib",
            "b v2.0.0|MIT (*)",
        ];
        let lines = lines.map(str::to_owned);
        let all = libraries(&lines, &folders);
        assert_eq!(all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a-1.0.0", "b-2.0.0"]);
        let text = text(&all, "x86_64-pc-windows-msvc").unwrap();
        assert!(text.contains("a-1.0.0: MIT OR Zlib\nb-2.0.0: MIT\nRust's"), "{text}");
        assert!(text.contains("\na-1.0.0, b-2.0.0\n\nFree\nto use\n"), "{text}");
        assert_eq!(text.matches("Free").count(), 1);
        assert!(!text.contains("code") && !text.contains("GNU"));
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn folders_are_those_of_the_manifests() {
        let about = r#"{"packages":[{"manifest_path":"C:\\a\\clap-4.6.0\\Cargo.toml","x":1},{"manifest_path":"/b/leptos-0.8.0/Cargo.toml"}]}"#;
        let found = folders(about);
        assert_eq!(found.len(), 2);
        assert!(found.contains(&PathBuf::from("/b/leptos-0.8.0")), "{found:?}");
    }
}
