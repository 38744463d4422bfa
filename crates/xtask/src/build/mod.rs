//! Builds the page into dist/ and weighs it.

mod sizes;

use crate::console::{self, Progress};
use crate::failure::{Failure, Stop, Told};
use crate::setup::{self, Ready};
use crate::{places, process};
use lexopt::Parser;
use sizes::Sizes;
pub(crate) use sizes::kilobytes;
use std::ffi::OsString;
use std::process::Command;

/// `cargo xtask build`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    crate::none(words)?;
    let ready = setup::set_up(setup::BUILD)?;
    if ready.lacks(setup::BUILD).is_some() {
        return Err(Told.into());
    }
    console::heading("Build");
    console::step("page", |progress| page(&ready, progress).map(|note| ((), note)))?;
    let sizes = console::step("size", |_| {
        let sizes = weigh(&ready)?;
        sizes.check()?;
        let note = sizes.verdict();
        Ok((sizes, note))
    })?;
    console::say(format!("\n{}", sizes.table()));
    Ok(())
}

/// Builds dist/.
pub(crate) fn page(ready: &Ready, progress: &mut Progress) -> Result<String, Failure> {
    let mut trunk = trunk(ready, "build", "wasm")?;
    process::succeed(&mut trunk, "build-page", progress).map_err(|failure| {
        failure.hint("Mend what the compiler names; Trunk's lines after that only pass it on.")
    })?;
    Ok("in dist/".to_owned())
}

/// Trunk, ready to do something with the page.
pub(crate) fn trunk(ready: &Ready, what: &str, profile: &str) -> Result<Command, Failure> {
    let mut trunk = ready.command("trunk")?;
    let mut flags = without_local_paths(ready);
    // One type for all elements: what is generic is compiled once, and weighs less. And what the splitter wants to know.
    flags.push("\x1f--cfg\x1ferase_components\x1f--cfg\x1fsplit\x1f-Clink-arg=--emit-relocs");
    trunk
        .args([what, "--quiet", "--skip-version-check", "--cargo-profile", profile])
        .env("TOHIT_PROGRAM", places::compiled(&ready.root, profile, "tohit-web.wasm"))
        // Trunk stops at the NO_COLOR=1 that many people set: it wants this word.
        .env("NO_COLOR", "true")
        // Trunk's own stack says nothing about the page.
        .env("RUST_LIB_BACKTRACE", "0")
        .env("CARGO_ENCODED_RUSTFLAGS", flags);
    Ok(trunk)
}

/// Flags that keep this machine's folders, and so its user's name, out of the messages in the wasm.
pub(crate) fn without_local_paths(ready: &Ready) -> OsString {
    let mut flags = OsString::new();
    let places = [(places::cargo_home(), "cargo"), (Some(ready.root.clone()), "tohit")];
    for (place, name) in places.into_iter().filter_map(|(place, name)| Some((place?, name))) {
        if !flags.is_empty() {
            flags.push("\x1f");
        }
        flags.push("--remap-path-prefix=");
        flags.push(place);
        flags.push("=");
        flags.push(name);
    }
    flags
}

/// Weighs what is in dist/.
pub(crate) fn weigh(ready: &Ready) -> Result<Sizes, Failure> {
    Sizes::of(&ready.root.join("dist"))
}
