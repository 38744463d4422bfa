//! `tohit import`: what a game writes about a character, read into a fight.

use crate::failure::Failure;
use crate::input::{Input, whole};
use crate::output::Output;
use std::io::Read;
use std::path::PathBuf;
use tohit_import::{Character, Compared};
use tohit_resolver::Json;
use tohit_resolver::fight::Fight;

/// A character from what the game writes about it
#[derive(clap::Args)]
#[command(after_help = include_str!("help/import.txt"))]
pub(crate) struct Args {
    /// The game's text; standard input without it
    file: Option<PathBuf>,
    /// Everything as one JSON object
    #[arg(long)]
    json: bool,
    /// Read lines of the game's screen instead, and compare
    /// their chances with the fight of this link
    #[arg(long, value_name = "LINK", verbatim_doc_comment)]
    screen: Option<String>,
}

/// Writes the link, the three lists, and the game's figures beside ours.
pub(crate) fn run(args: &Args, from: &mut dyn Read, output: &mut Output) -> Result<(), Failure> {
    let bytes = Input::open(args.file.as_deref(), from)?.bytes(tohit_import::MOST_BYTES)?;
    if let Some(link) = &args.screen {
        return screen(&bytes, link, args.json, output);
    }
    let character = tohit_import::read(&bytes).map_err(|message| Failure::Document(vec![whole(message)]))?;
    if args.json {
        return output.line(character.json().pretty());
    }
    tell(&character, output)
}

/// Writes the figures of the screen's lines beside ours.
fn screen(bytes: &[u8], link: &str, is_json: bool, output: &mut Output) -> Result<(), Failure> {
    let fight = Fight::from_link(link).map_err(Failure::Document)?;
    let screen = tohit_import::screen(bytes, &fight).map_err(Failure::Document)?;
    if is_json {
        return output.line(screen.json().pretty());
    }
    screen.compared().try_for_each(|compared| output.line(beside(&compared)))
}

/// A figure of the game beside ours, in a line.
fn beside(compared: &Compared<'_>) -> String {
    let ours = compared.ours.as_deref().unwrap_or("nothing");
    let (what, says) = (&compared.stated.what, &compared.stated.says);
    match compared.is_equal {
        true => format!("{what}: {says}, equal"),
        false => format!("{what}: {says}, ours {ours}: {}", compared.reason()),
    }
}

fn tell(character: &Character, output: &mut Output) -> Result<(), Failure> {
    let about = character.rules.about();
    let by = if character.version.is_empty() { "" } else { ", written by " };
    output.line(format_args!("{}{by}{}: {}", about.name, character.version, character.who))?;
    if !character.edition.is_empty() {
        output.line(&character.edition)?;
    }
    output.line(format_args!("\n{}", character.fight().to_link()))?;
    list(
        "Read",
        output,
        character
            .read
            .iter()
            .map(|field| format!("{}: {}  ({})", field.label, shown(&field.value), field.path)),
    )?;
    list(
        "Left as it was",
        output,
        character.left.iter().map(|field| format!("{}: {}  ({})", field.label, field.why, field.path)),
    )?;
    list("Not understood", output, character.unknown.iter().cloned())?;
    list("The game says, we say", output, character.compared().map(|compared| beside(&compared)))
}

fn list(title: &str, output: &mut Output, lines: impl Iterator<Item = String>) -> Result<(), Failure> {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    output.line(format_args!("\n{title}"))?;
    lines.iter().try_for_each(|line| output.line(format_args!("  {line}")))
}

/// A value as people read it.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => "none".to_owned(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        Json::List(items) if items.is_empty() => "none".to_owned(),
        Json::List(items) => items.iter().map(Json::plain).collect::<Vec<_>>().join(", "),
        other => other.plain(),
    }
}
