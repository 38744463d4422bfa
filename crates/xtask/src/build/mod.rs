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

/// Builds dist/, small.
pub(crate) fn page(ready: &Ready, progress: &mut Progress) -> Result<String, Failure> {
    let mut node = script(ready, "page.mjs")?;
    process::succeed(node.arg("wasm"), "build-page", progress)?;
    Ok("in dist/".to_owned())
}

/// A script of `crates/xtask/node`, which builds the page or has it built: with the flags that it is compiled with.
pub(crate) fn script(ready: &Ready, name: &str) -> Result<Command, Failure> {
    let mut node = ready.command("node")?;
    let mut flags = without_local_paths(ready);
    // One type for all elements: what is generic is compiled once, and weighs less. And what the splitter wants to know.
    flags.push("\x1f--cfg\x1ferase_components\x1f--cfg\x1fsplit\x1f-Clink-arg=--emit-relocs");
    node.arg(format!("crates/xtask/node/{name}")).env("CARGO_ENCODED_RUSTFLAGS", flags);
    Ok(node)
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
