//! Builds the page into dist/ and weighs it.

mod sizes;

use crate::args::Args;
use crate::console::{self, Progress};
use crate::failure::{Failure, Stop, Told};
use crate::process;
use crate::setup::{self, Ready};
use sizes::Sizes;

/// `cargo xtask build`.
pub(crate) fn command(words: &[String]) -> Result<(), Stop> {
    Args::read(words, &[], &[])?;
    set_up_and_build()?;
    Ok(())
}

/// Sets up and builds; gives what was set up.
pub(crate) fn set_up_and_build() -> Result<Ready, Told> {
    let ready = setup::set_up(setup::BUILD)?;
    if ready.lacks(setup::BUILD).is_some() {
        return Err(Told);
    }
    console::heading("Build");
    again(&ready)?;
    Ok(ready)
}

/// Builds and weighs, with a step for each.
pub(crate) fn again(ready: &Ready) -> Result<(), Told> {
    console::step("page", |progress| page(ready, progress).map(|note| ((), note)))?;
    let sizes = console::step("size", |progress| {
        let sizes = weigh(ready, progress)?;
        let note = sizes.verdict();
        sizes.check()?;
        Ok((sizes, note))
    })?;
    console::say(format!("\n{}", sizes.table()));
    Ok(())
}

/// Builds dist/.
pub(crate) fn page(ready: &Ready, progress: &mut Progress) -> Result<String, Failure> {
    let mut trunk = ready.command("trunk")?;
    // Trunk stops at the NO_COLOR=1 that many people set: it wants this word.
    trunk.arg("build").env("NO_COLOR", "true");
    process::succeed(&mut trunk, "build-page", progress).map_err(|failure| {
        failure.hint("The compiler's or Trunk's own words are above; the last lines say the most.")
    })?;
    Ok("in dist/".to_owned())
}

/// Weighs what is in dist/.
pub(crate) fn weigh(ready: &Ready, progress: &mut Progress) -> Result<Sizes, Failure> {
    let mut node = ready.command("node")?;
    node.args(["crates/xtask/node/first-load.mjs", "dist"]);
    Sizes::read(&process::succeed(&mut node, "build-size", progress)?)
}
