//! The npm packages that package-lock.json names, in node_modules/.

use super::apt;
use crate::console::Progress;
use crate::failure::{self, TaskFailure};
use crate::{places, process};
use std::fs;
use std::path::Path;
use std::process::Command;

const OLDEST_NODE: (u32, u32) = (20, 11);

/// Updates node_modules/ to package-lock.json.
pub(super) fn ensure(root: &Path, progress: &mut Progress) -> Result<((), String), TaskFailure> {
    let node = node(progress)?;
    let lock = root.join("package-lock.json");
    let lock = fs::read_to_string(&lock).map_err(failure::to(format!("read {}", lock.display())))?;
    // The record of the installation is beside the packages: removing them removes it.
    let stamp = root.join("node_modules/.tohit-installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(((), format!("there, node {node}")));
    }
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(root).args(["ci", "--no-progress", "--prefer-offline"]);
    process::succeed(&mut npm, "setup-npm", progress).map_err(|failure| {
        failure.hint("npm downloads what package-lock.json names: is this machine online, and does the lock file fit package.json?")
    })?;
    fs::write(&stamp, lock).map_err(failure::to(format!("write {}", stamp.display())))?;
    Ok(((), format!("installed, node {node}")))
}

/// The version of a sufficiently new node, with npm beside it.
fn node(progress: &mut Progress) -> Result<String, TaskFailure> {
    if let Some(version) = new_enough() {
        return Ok(version);
    }
    if apt::usable() {
        apt::install(&["nodejs", "npm"], progress)?;
        if let Some(version) = new_enough() {
            return Ok(version);
        }
    }
    let (major, minor) = OLDEST_NODE;
    let message = match process::answer("node", &["--version"]) {
        Some(version) => {
            format!("node is {version} or npm is missing; {major}.{minor} is the oldest node that will do")
        }
        None => "there is no node on this machine".to_owned(),
    };
    Err(TaskFailure::new(message).hint(format!(
        "Install Node.js {major}.{minor} or newer, with npm, from https://nodejs.org or your system's packages."
    )))
}

fn new_enough() -> Option<String> {
    let npm = if cfg!(windows) { true } else { places::on_path("npm").next().is_some() };
    let version = process::answer("node", &["--version"])?;
    let version = version.strip_prefix('v')?;
    let mut numbers = version.split('.').map_while(|number| number.parse().ok());
    (npm && (numbers.next()?, numbers.next()?) >= OLDEST_NODE).then(|| version.to_owned())
}
