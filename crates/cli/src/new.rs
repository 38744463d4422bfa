//! `tohit new`: a small game as rule text, to begin with.

use crate::args::{Args, Grammar};
use crate::failure::{Failure, say};
use crate::output::Output;
use std::io::{self, IsTerminal as _};
use tohit_resolver::text::FIRST_GAME;

pub(crate) const NAME: &str = "new";
pub(crate) const GRAMMAR: Grammar =
    Grammar { operand: Some("NAME"), switches: &[], options: &[], apart: &[] };

/// Writes the text.
pub(crate) fn run(args: &Args, output: &mut Output) -> Result<(), Failure> {
    let misused = |message: &str| Failure::Arguments { message: message.to_owned(), command: NAME };
    let given = args.operand().ok_or_else(|| misused("a name is missing, such as `duel`"))?;
    let given = given.to_string_lossy();
    let name = given.strip_suffix(".rules").unwrap_or(&given);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(misused(&format!("`{given}` is no name: it may have letters, digits, - and _")));
    }
    output.text(&FIRST_GAME.replace("NAME", name).replace("TITLE", &title(name)))?;
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
