//! The GitHub workflows, as far as they can be tested without GitHub: their keywords are GitHub's, their actions are pinned, their permissions are minimal, and
//! every command exists and fits the project.

#![expect(clippy::unwrap_used, reason = "a test stops at what it cannot read")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

const SITE: &str = ".github/workflows/site.yml";
const MUTANTS: &str = ".github/workflows/mutants.yml";

/// A line of a workflow: its indentation, key and value. A line of a text block has no key.
#[derive(Debug)]
struct Line {
    depth: usize,
    key: String,
    value: String,
}

/// A workflow's lines, without comments, in plain block style: two spaces a level, `- ` where an item begins.
fn lines(workflow: &str) -> Vec<Line> {
    let workflow = text(workflow);
    let mut block = None;
    let mut lines = Vec::new();
    for line in workflow.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')) {
        assert!(!line.contains('\t') && line == line.trim_end(), "spaces alone, and none at the end: {line}");
        let indent = line.len() - line.trim_start().len();
        assert_eq!(indent % 2, 0, "two spaces a step: {line}");
        let (depth, said) = match line.trim_start().strip_prefix("- ") {
            Some(item) => (indent / 2 + 1, item),
            None => (indent / 2, line.trim_start()),
        };
        if block.is_some_and(|block| depth > block) {
            lines.push(Line { depth, key: String::new(), value: said.to_owned() });
            continue;
        }
        assert!(said.contains(':'), "a key: {line}");
        let (key, value) = said.split_once(':').unwrap();
        assert!(value.is_empty() || value.starts_with(' '), "a space after the colon: {line}");
        let value = value.split(" # ").next().unwrap_or_default().trim();
        block = (value == "|").then_some(depth);
        lines.push(Line { depth, key: key.to_owned(), value: value.to_owned() });
    }
    lines
}

/// The commands of all steps, line by line.
fn commands(workflow: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_block = false;
    for line in lines(workflow) {
        if line.key == "run" {
            in_block = line.value == "|";
            if !in_block {
                commands.push(line.value);
            }
        } else if line.key.is_empty() && in_block {
            commands.push(line.value);
        } else {
            in_block = false;
        }
    }
    assert!(commands.len() >= 4, "the commands are found: {commands:?}");
    commands
}

#[test]
fn every_key_is_one_that_github_knows() {
    let known: [&[&str]; 5] = [
        &["name", "on", "permissions", "concurrency", "jobs"],
        &[
            "push",
            "pull_request",
            "workflow_dispatch",
            "contents",
            "group",
            "cancel-in-progress",
            "schedule",
            "quick",
            "dependencies",
            "test",
            "publish",
            "mutants",
        ],
        &[
            "branches",
            "runs-on",
            "timeout-minutes",
            "strategy",
            "steps",
            "needs",
            "if",
            "permissions",
            "environment",
        ],
        &["pages", "id-token", "name", "url", "cron", "fail-fast", "matrix"],
        &["uses", "with", "name", "run", "if", "id", "env", "part"],
    ];
    let given =
        ["persist-credentials", "node-version", "path", "key", "restore-keys", "name", "TOHIT_SCENARIOS"];
    for line in [SITE, MUTANTS].map(lines).iter().flatten().filter(|line| !line.key.is_empty()) {
        let here: &[&str] = known.get(line.depth).copied().unwrap_or(&given);
        assert!(here.contains(&line.key.as_str()), "{} at depth {}", line.key, line.depth);
    }
}

#[test]
fn every_action_is_pinned_to_what_was_read() {
    let workflow = [SITE, MUTANTS].map(text).concat();
    let uses: Vec<&str> =
        workflow.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, uses)| uses).collect();
    assert!(uses.len() >= 4, "the actions are found");
    for action in uses {
        let (_, pinned) = action.split_once('@').unwrap();
        let (commit, version) =
            pinned.split_once(" # v").unwrap_or_else(|| panic!("{action} says its version"));
        assert!(commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{action}: a commit");
        assert_eq!(version.split('.').count(), 3, "{action}: a whole version");
    }
}

#[test]
fn only_publishing_may_write_and_only_what_passed_is_published() {
    let lines = lines(SITE);
    let publish = lines.iter().position(|line| line.depth == 1 && line.key == "publish").unwrap();
    let writes = |line: &Line| line.value == "write" || line.value == "write-all";
    let early: Vec<&Line> = lines.iter().take(publish).filter(|line| writes(line)).collect();
    assert!(early.is_empty(), "{early:?}");
    let may: Vec<&str> =
        lines.iter().skip(publish).filter(|line| writes(line)).map(|line| line.key.as_str()).collect();
    assert_eq!(may, ["pages", "id-token"]);
    assert!(lines.iter().any(|line| line.depth == 1 && line.key == "contents" && line.value == "read"));
    let says =
        |key: &str| lines.iter().skip(publish).find(|line| line.key == key).map(|line| line.value.as_str());
    assert_eq!(says("needs"), Some("[quick, dependencies, test]"), "every job holds up what it finds wrong");
    assert_eq!(says("if"), Some("github.event_name == 'push' && github.ref == 'refs/heads/main'"));
    let tested = lines.iter().position(|line| line.key == "run" && line.value == ".ci/run").unwrap();
    let kept = lines.iter().position(|line| line.value.contains("upload-pages-artifact")).unwrap();
    assert!(tested < kept && kept < publish, "the site is kept after its tests");
}

#[test]
fn every_command_exists_and_fits_the_project() {
    let rust = text("Cargo.toml");
    let rust = rust.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    let wikis = text("crates/xtask/src/setup/wikis.rs");
    let php = wikis.lines().find_map(|line| line.strip_prefix("const PHP: &[&str] = &[")).unwrap();
    let php: Vec<&str> = php.trim_end_matches("];").split(", ").map(|name| name.trim_matches('"')).collect();
    for command in [SITE, MUTANTS].map(commands).concat() {
        let words: Vec<&str> = command.split(' ').collect();
        match words.as_slice() {
            [".ci/run"] => {
                assert!(text(".ci/run").starts_with("#!/usr/bin/env bash\n"));
                assert!(text(".ci/run").contains("exec cargo xtask test"));
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = fs::metadata(root().join(".ci/run")).unwrap().permissions().mode();
                    assert_eq!(mode & 0o111, 0o111, "it can be run");
                }
            }
            ["rustup", "toolchain", "install", version, rest @ ..] => {
                assert_eq!(*version, format!("{rust}.0"));
                // Jobs that only test and build need the compiler alone.
                let all = rest.contains(&"wasm32-unknown-unknown") && rest.contains(&"clippy,rustfmt");
                assert!(all || *rest == ["--profile", "minimal"]);
            }
            ["rustup", "default", version] => assert_eq!(*version, format!("{rust}.0")),
            ["sudo", "apt-get", "update"] => {}
            ["sudo", "apt-get", "install", "--yes", packages @ ..] => {
                assert_eq!(packages, php, "what set-up asks for")
            }
            ["cargo", "install", "cargo-mutants" | "cargo-deny", "--version", _, "--locked"] => {}
            ["npm", "audit", "--package-lock-only", "--omit=dev", "--audit-level=high"] => {}
            ["cargo", "deny", "check"] => assert!(root().join("deny.toml").is_file()),
            ["cargo", "xtask", command] => {
                assert!(text("crates/xtask/src/help.txt").contains(&format!("\n  {command} ")));
            }
            ["cargo", "mutants", rest @ ..] => {
                let packages = rest.iter().filter_map(|word| word.strip_prefix("tohit-"));
                assert!(packages.clone().count() > 0);
                for name in packages {
                    let is_there = |folder: &&str| root().join(folder).join(name).is_dir();
                    assert!(["crates", "tests"].iter().any(is_there), "{name} is there");
                }
            }
            [
                "cat",
                "mutants.out/missed.txt",
                "engine/mutants.out/missed.txt",
                ">>",
                "\"$GITHUB_STEP_SUMMARY\"",
            ] => {}
            ["node", script, ..] => assert!(root().join(script).is_file(), "{script} is there"),
            _ => panic!("no test knows the command `{command}`"),
        }
    }
}

#[test]
fn the_folders_it_names_are_those_of_the_project() {
    let lines = lines(SITE);
    let node = lines.iter().find(|line| line.key == "node-version").unwrap();
    // The workflow uses a line that is still mended; a clone requires the oldest sufficient version.
    let package = text("package.json");
    let (_, least) = package.split_once("\"node\": \">=").unwrap();
    let (least, _) = least.split_once('.').unwrap();
    assert!(node.value.parse::<u32>().unwrap() >= least.parse().unwrap());
    let has = |value: &str| lines.iter().any(|line| line.value == value);
    assert!(has("dist") && !text("Trunk.toml").contains("dist ="));
    assert!(has("~/.cache/tohit") && text("crates/xtask/src/places.rs").contains("base.join(\"tohit\")"));
    assert!(has("target/xtask") && text("crates/xtask/src/process.rs").contains(".join(\"xtask\")"));
}

/// Every mutant is in one part, and no file is written beyond the run's output.
#[test]
fn the_parts_of_the_mutants_are_all_of_them() {
    let lines = lines(MUTANTS);
    let parts = lines.iter().find(|line| line.key == "part").unwrap();
    let parts: Vec<&str> = parts.value.trim_matches(['[', ']']).split(", ").collect();
    let counted: Vec<String> = (0..parts.len()).map(|part| part.to_string()).collect();
    assert_eq!(parts, counted);
    let of = format!("--shard ${{{{ matrix.part }}}}/{} ", parts.len());
    let runs = commands(MUTANTS);
    let runs: Vec<&String> = runs.iter().filter(|command| command.starts_with("cargo mutants ")).collect();
    assert!(!runs.is_empty() && runs.iter().all(|command| command.contains(&of)), "{of}");
    let oracle = "--package tohit-engine --test-package tohit-engine --test-package tohit-oracle ";
    assert!(runs.iter().any(|command| command.contains(oracle)), "the reference tests the engine");
    assert!(!lines.iter().any(|line| line.value == "write" || line.value == "write-all"));
}
