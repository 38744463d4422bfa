//! Builds the page into dist/ and weighs it.

mod sizes;

use crate::console::{self, Progress};
use crate::failure::{Reported, Stop, TaskFailure};
use crate::setup::{self, Ready};
use crate::{licences, places, process};
use lexopt::Parser;
use sizes::Sizes;
pub(crate) use sizes::kilobytes;
use std::process::Command;

/// `cargo xtask build`.
pub(crate) fn command(words: &mut Parser) -> Result<(), Stop> {
    crate::none(words)?;
    let ready = setup::set_up(setup::BUILD)?;
    if ready.lacks(setup::BUILD).is_some() {
        return Err(Reported.into());
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

/// Builds dist/, as `trunk build --release` does, with the licences of its libraries.
pub(crate) fn page(ready: &Ready, progress: &mut Progress) -> Result<String, TaskFailure> {
    let mut trunk = trunk(ready, "build")?;
    // Appended to the flags of .cargo/config.toml. Spaces separate the variable's flags, so folders with a
    // space in their name stay in the messages.
    let flags: Vec<String> = without_local_paths(ready).filter(|flag| !flag.contains(' ')).collect();
    trunk.arg("--release").env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags.join(" "));
    process::succeed(&mut trunk, "build-page", progress).map_err(|failure| {
        failure.hint("Mend what the compiler names; Trunk's lines after that only pass it on.")
    })?;
    licences::write(ready, ["tohit-web", places::WASM], &ready.root.join("dist"), progress)?;
    Ok("in dist/".to_owned())
}

/// A command of Trunk, configured by Trunk.toml and index.html.
pub(crate) fn trunk(ready: &Ready, command: &str) -> Result<Command, TaskFailure> {
    let mut trunk = ready.command("trunk")?;
    // Trunk requires the value `true` of NO_COLOR; many people set 1.
    trunk.args([command, "--skip-version-check"]).env("NO_COLOR", "true");
    Ok(trunk)
}

/// Compiler flags that remove this machine's folders, and so its user's name, from the messages in the wasm.
pub(crate) fn without_local_paths(ready: &Ready) -> impl Iterator<Item = String> {
    let places = [(places::cargo_home(), "cargo"), (Some(ready.root.clone()), "tohit")];
    let places = places.into_iter().filter_map(|(place, name)| Some((place?, name)));
    places.map(|(place, name)| format!("--remap-path-prefix={}={name}", place.display()))
}

/// Sizes of the files in dist/.
pub(crate) fn weigh(ready: &Ready) -> Result<Sizes, TaskFailure> {
    Sizes::of(&ready.root.join("dist"))
}
