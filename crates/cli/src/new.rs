//! `tohit new`: a small game as rule text, to begin with.

use crate::failure::{Failure, say};
use crate::output::Output;
use std::io::{self, IsTerminal as _};
use tohit_resolver::text::FIRST_GAME;

/// A small game as rule text, to begin with
#[derive(clap::Args)]
#[command(after_help = include_str!("help/new.txt"))]
pub(crate) struct Args {
    /// What it is called, such as duel
    #[arg(value_parser = name)]
    name: String,
}

fn name(given: &str) -> Result<String, &'static str> {
    let name = given.strip_suffix(".rules").unwrap_or(given);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let is_name = !name.is_empty() && name.chars().all(plain);
    is_name.then(|| name.to_owned()).ok_or("a name has letters, digits, - and _")
}

/// Writes the text.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let name = &args.name;
    output.text(&format!(
        "# Keep this page as {name}.rules, then\n\
         #   tohit check {name}.rules                         says whether it reads well\n\
         #   tohit resolve --rules {name}.rules --link '?'    gives the odds\n\
         #   tohit resolve --rules {name}.rules --link '?attacker.skill=9'\n\
         # docs/rule-text.md tells the language.\n"
    ))?;
    output.text(&FIRST_GAME.replace("TITLE", &title(name)))?;
    if io::stdout().is_terminal() {
        output.flush()?;
        say(&format!("tohit: `tohit new {name} > {name}.rules` keeps it"));
    }
    Ok(())
}

/// `my-game` as `My game`.
fn title(name: &str) -> String {
    let spaced = name.replace(['-', '_'], " ");
    let mut letters = spaced.trim().chars();
    letters.next().map_or_else(|| name.to_owned(), |first| first.to_uppercase().chain(letters).collect())
}
