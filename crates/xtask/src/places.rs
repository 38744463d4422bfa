//! Paths: the repository, the target directory, the user's cache, programs.

use crate::failure::TaskFailure;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The page's target, in cargo's name, which is also its folder's.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The cargo that runs this program.
pub(crate) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The repository's root: cargo names this package's folder; without cargo, the search begins at the working
/// directory.
pub(crate) fn root() -> Result<PathBuf, TaskFailure> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = env::current_dir().ok();
    package
        .iter()
        .chain(&here)
        .flat_map(|place| place.ancestors())
        .find(|place| place.join("Cargo.lock").is_file())
        .map(Path::to_path_buf)
        .ok_or_else(|| {
            TaskFailure::new("this is not inside the repository").hint("Run it from a clone of the project.")
        })
}

/// Cargo's target directory.
pub(crate) fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// A program that cargo compiled for WebAssembly with a profile.
pub(crate) fn compiled(root: &Path, profile: &str, file: &str) -> PathBuf {
    target(root).join(WASM).join(profile).join(file)
}

/// Cargo's folder of downloads.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    env_path("CARGO_HOME").or_else(|| home().map(|home| home.join(".cargo")))
}

/// The user's cache for this project's tools, at the place that the operating system uses.
pub(crate) fn cache() -> Result<PathBuf, TaskFailure> {
    let base = env_path("XDG_CACHE_HOME").filter(|dir| dir.is_absolute()).or_else(|| match env::consts::OS {
        "windows" => env_path("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library/Caches")),
        _ => home().map(|home| home.join(".cache")),
    });
    base.map(|base| base.join("tohit")).ok_or_else(|| {
        TaskFailure::new("there is no place for the tools: neither HOME nor XDG_CACHE_HOME is set")
            .hint("Set XDG_CACHE_HOME to a folder that may be written to.")
    })
}

fn home() -> Option<PathBuf> {
    env_path("HOME").or_else(|| env_path("USERPROFILE"))
}

fn env_path(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Every program called `name` on the PATH, in order.
pub(crate) fn on_path(name: &str) -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    let found: Vec<PathBuf> =
        env::split_paths(&path).map(|dir| dir.join(&name)).filter(|program| program.is_file()).collect();
    found.into_iter()
}

/// The PATH with `dirs` in front.
pub(crate) fn path_with(dirs: &[PathBuf]) -> Result<OsString, TaskFailure> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(dirs.iter().cloned().chain(env::split_paths(&path)))
        .map_err(crate::failure::to("put the tools on the PATH"))
}
