//! Characters: what a game writes about one, read into a fighter, and chances on its screen. No IO, no clock, no
//! browser.
//!
//! ```text
//! let character = tohit_import::read(bytes)?;
//! character.fight().to_link();      // the fighter in a fight, as a link
//! character.compared();             // the game's own figures beside ours
//! tohit_import::screen(line, &fight)?.compared();        // a line of the game's screen beside ours
//! ```
//!
//! Each game has a folder here. Names that differ from those of the presets are data: `NAME.names` in it.

mod angband;
mod character;
mod dcss;
mod names;
mod nethack;
mod screen;
mod shattered;
mod stated;
mod text;

pub use character::{Carried, Character, LeftField, ReadField};
pub use screen::{MOST_SCREEN, Screen, screen};
pub use stated::{Compared, Stated, StatedMeasure};

/// Most bytes of a character.
pub const MOST_BYTES: usize = 1024 * 1024;

/// Texts and files that [`read`] understands, for messages.
pub const UNDERSTOOD: &str = "a character of Angband 4.2 (C, then f), Dungeon Crawl 0.23 to 0.35 (#), \
    NetHack 3.6 to 5.0 (its dumplog) or Shattered Pixel Dungeon 2.0 to 3.3 (game.dat) is read";

/// A game's reader: its ruleset, true where a text is of this game, and the character in it.
struct Format {
    ruleset: &'static str,
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Result<Character, String>,
}

/// All formats that are read.
const FORMATS: &[Format] = &[
    Format { ruleset: "angband42", recognises: angband::recognises, read: angband::read },
    Format { ruleset: "dcss", recognises: dcss::recognises, read: dcss::read },
    Format { ruleset: "nethack", recognises: nethack::recognises, read: nethack::read },
    Format { ruleset: "shattered", recognises: shattered::recognises, read: shattered::read },
];

/// Id of the ruleset of a character, whose rules [`read`] needs.
///
/// # Errors
/// One sentence: what the bytes are, and what is read.
pub fn ruleset_of(bytes: &[u8]) -> Result<&'static str, String> {
    format_of(bytes).map(|(format, _)| format.ruleset)
}

/// Reads what a game wrote about a character.
///
/// # Errors
/// One sentence: what the bytes are, and what is read.
pub fn read(bytes: &[u8]) -> Result<Character, String> {
    let (format, text) = format_of(bytes)?;
    (format.read)(&text)
}

/// The format of a text, and the text.
fn format_of(bytes: &[u8]) -> Result<(&'static Format, String), String> {
    if bytes.len() > MOST_BYTES {
        return Err(format!("this has more than {MOST_BYTES} bytes; {UNDERSTOOD}"));
    }
    let unpacked = match text::unpacked(bytes, MOST_BYTES) {
        Some(Ok(unpacked)) => Some(unpacked),
        Some(Err(())) => {
            return Err(format!("this is a packed file that is cut off or too large; {UNDERSTOOD}"));
        }
        None => None,
    };
    let text = text::decoded(unpacked.as_deref().unwrap_or(bytes));
    let text = text.ok_or_else(|| format!("this is no text; {UNDERSTOOD}"))?;
    if text.trim().is_empty() {
        return Err(format!("this is empty; {UNDERSTOOD}"));
    }
    match FORMATS.iter().find(|format| (format.recognises)(&text)) {
        Some(format) => Ok((format, text)),
        None => Err(format!("this is no text of a known game; {UNDERSTOOD}")),
    }
}
