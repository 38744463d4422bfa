//! Set-up: finds the needs of building and testing, and installs missing ones. Satisfied steps are skipped.

mod apt;
mod browser;
mod packages;
mod tools;
mod wasm_target;
mod wikis;

use self::browser::{CHROMIUM, FIREFOX};
use crate::console;
use crate::failure::{Reported, Stop, TaskFailure};
use crate::places;
use lexopt::Parser;
use std::env;
use std::path::PathBuf;
use std::process::Command;

/// A requirement on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// The standard library for WebAssembly.
    WasmTarget,
    /// wasm-bindgen's program, and its test runner.
    WasmBindgen,
    /// Trunk, which builds the page.
    Trunk,
    /// The npm packages of the build and of the tests.
    Packages,
    /// Chromium.
    Browser,
    /// Firefox, where available.
    Firefox,
    /// MediaWiki and DokuWiki, where available.
    Wikis,
}

/// Needs of building the page.
pub(crate) const BUILD: &[Requirement] =
    &[Requirement::WasmTarget, Requirement::WasmBindgen, Requirement::Trunk, Requirement::Packages];

/// All needs.
pub(crate) const ALL: &[Requirement] = &[
    Requirement::WasmTarget,
    Requirement::WasmBindgen,
    Requirement::Trunk,
    Requirement::Packages,
    Requirement::Browser,
    Requirement::Firefox,
    Requirement::Wikis,
];

/// Results of the set-up.
pub(crate) struct Ready {
    met: Vec<Requirement>,
    tool_dirs: Vec<PathBuf>,
    /// The repository's root.
    pub(crate) root: PathBuf,
    /// The browser for the tests.
    pub(crate) browser: Option<PathBuf>,
    /// The second browser for the tests.
    pub(crate) firefox: Option<PathBuf>,
    /// The wikis for the tests.
    pub(crate) wikis: Option<wikis::Wikis>,
}

impl Ready {
    /// The first of `needs` that is unmet.
    pub(crate) fn lacks(&self, needs: &[Requirement]) -> Option<Requirement> {
        needs.iter().copied().find(|need| !self.met.contains(need))
    }

    /// A command that runs in the root and finds the tools.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Result<Command, TaskFailure> {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", places::path_with(&self.tool_dirs)?);
        Ok(command)
    }
}

/// `cargo xtask setup`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    crate::none(words)?;
    let ready = set_up(ALL)?;
    if ready.lacks(ALL).is_some() {
        return Err(Reported.into());
    }
    console::say("\nEverything that building and testing need is there.");
    Ok(())
}

/// Meets every one of `needs` that can be met and reports the others; callers check [`Ready::lacks`].
pub(crate) fn set_up(needs: &[Requirement]) -> Result<Ready, Reported> {
    let root = places::root().map_err(|failure| {
        console::complain(&failure);
        Reported
    })?;
    let tool_dirs = vec![root.join("node_modules/.bin")];
    let mut ready = Ready { met: Vec::new(), tool_dirs, root, browser: None, firefox: None, wikis: None };
    if needs.is_empty() {
        return Ok(ready);
    }
    console::heading("Set-up");
    for need in needs {
        if meet(*need, &mut ready).is_ok() {
            ready.met.push(*need);
        }
    }
    Ok(ready)
}

fn meet(need: Requirement, ready: &mut Ready) -> Result<(), Reported> {
    let root = ready.root.clone();
    match need {
        Requirement::WasmTarget => console::step("wasm target", wasm_target::ensure)?,
        Requirement::WasmBindgen => {
            let tool = |progress: &mut _| tools::wasm_bindgen(&root)?.ensure(progress);
            ready.tool_dirs.push(console::step("wasm-bindgen", tool)?);
        }
        Requirement::Trunk => {
            let tool = |progress: &mut _| tools::trunk(&root)?.ensure(progress);
            ready.tool_dirs.push(console::step("Trunk", tool)?);
        }
        Requirement::Packages => console::step("npm packages", |progress| packages::ensure(&root, progress))?,
        Requirement::Browser => {
            let chromium = |progress: &mut _| {
                let (program, version) = CHROMIUM.ensure(progress)?.ok_or_else(|| CHROMIUM.missing())?;
                browser::ensure_fonts(progress)?;
                Ok((Some(program), version))
            };
            ready.browser = console::step("Chromium", chromium)?;
        }
        Requirement::Firefox => {
            // Firefox is optional, except in CI.
            let firefox = |progress: &mut _| match FIREFOX.ensure(progress)? {
                Some((program, version)) => Ok((Some(program), version)),
                None if is_ci() => Err(FIREFOX.missing()),
                None => Ok((None, "none: it takes Firefox, or apt-get and the right to install".to_owned())),
            };
            ready.firefox = console::step("Firefox", firefox)?;
        }
        Requirement::Wikis => {
            ready.wikis = console::step("MediaWiki, DokuWiki", wikis::ensure)?;
        }
    }
    Ok(())
}

/// True in CI, where skipped tests would go unnoticed.
fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| !ci.is_empty() && ci != "false")
}

impl std::fmt::Display for Requirement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::WasmTarget => "the wasm target",
            Self::WasmBindgen => "wasm-bindgen",
            Self::Trunk => "Trunk",
            Self::Packages => "the npm packages",
            Self::Browser => "Chromium",
            Self::Firefox => "Firefox",
            Self::Wikis => "the wikis",
        })
    }
}
