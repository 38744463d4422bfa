//! The standard library for wasm32-unknown-unknown, which a plain Rust installation lacks.

use crate::console::Progress;
use crate::failure::TaskFailure;
use crate::places::{self, WASM};
use crate::process;
use std::path::Path;
use std::process::Command;

/// Installs rustc's target for WebAssembly, if it is missing.
pub(super) fn ensure(progress: &mut Progress) -> Result<((), String), TaskFailure> {
    let sysroot = process::answer("rustc", &["--print", "sysroot"]).ok_or_else(|| {
        TaskFailure::new("rustc does not answer").hint("Install Rust with rustup: https://rustup.rs")
    })?;
    let library = Path::new(&sysroot).join("lib/rustlib").join(WASM).join("lib");
    if library.is_dir() {
        return Ok(((), "there".to_owned()));
    }
    if places::on_path("rustup").next().is_none() {
        return Err(TaskFailure::new(format!(
            "this Rust ({sysroot}) cannot build for WebAssembly, and there is no rustup"
        ))
        .hint(format!(
            "Install your system's package for the target {WASM}, or use rustup: https://rustup.rs"
        )));
    }
    progress.announce("adding it with rustup");
    process::succeed(Command::new("rustup").args(["target", "add", WASM]), "setup-wasm-target", progress)
        .map_err(|failure| failure.hint("rustup downloads it: is this machine online?"))?;
    Ok(((), "added".to_owned()))
}
