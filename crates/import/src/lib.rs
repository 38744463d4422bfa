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
//! Each game has a folder here. Names that differ from those of the presets are data: `NAME.names` in the
//! folder of the ruleset.

mod angband;
mod character;
mod names;
mod nethack;
mod screen;
mod stated;
mod text;

pub use character::{Carried, Character, LeftField, ReadField};
pub use screen::{MOST_SCREEN, Screen, screen};
pub use stated::{Compared, Measure, Stated};

/// Most bytes of a character.
pub const MOST_BYTES: usize = 1024 * 1024;

/// Texts and files that [`read`] understands, for messages.
pub const UNDERSTOOD: &str = "a character dump of Angband 4.2 (press C, then f), \
    or a dumplog of NetHack 3.6, 3.7 or 5.0, is read";

/// A game's reader: true where a text is of this game, and the character in it.
struct Format {
    recognises: fn(&str) -> bool,
    read: fn(&str) -> Result<Character, String>,
}

/// All formats that are read.
const FORMATS: [Format; 2] = [
    Format { recognises: angband::recognises, read: angband::read },
    Format { recognises: nethack::recognises, read: nethack::read },
];

/// Reads what a game wrote about a character.
///
/// # Errors
/// One sentence: what the bytes are, and what is read.
pub fn read(bytes: &[u8]) -> Result<Character, String> {
    if bytes.len() > MOST_BYTES {
        return Err(format!("this has more than {MOST_BYTES} bytes; {UNDERSTOOD}"));
    }
    let text = text::decoded(bytes).ok_or_else(|| format!("this is no text; {UNDERSTOOD}"))?;
    if text.trim().is_empty() {
        return Err(format!("this is empty; {UNDERSTOOD}"));
    }
    match FORMATS.iter().find(|format| (format.recognises)(&text)) {
        Some(format) => (format.read)(&text),
        None => Err(format!("this is no text of a known game; {UNDERSTOOD}")),
    }
}
