//! Rules that travel in a link: `own/MODE?PATH=VALUE&rules=.DATA`, as the page's "Share" writes them. DATA is the text of the rules and words,
//! compressed (raw deflate) and written as base64url. Presets are written out as values.

use crate::failure::Failure;
use crate::game::Game;
use crate::input::whole;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use std::io;
use std::path::Path;
use tohit_resolver::{Json, Library, Ruleset, to_link};

/// Letters of compressed rules that the page takes at most.
const MOST_LETTERS: usize = 40_000;
/// Compression level: best.
const LEVEL: u8 = 10;

/// The link of a complete scenario of the rules in a file.
pub(crate) fn link(file: &Path, ruleset: &Ruleset, scenario: &Json) -> Result<String, Failure> {
    let refused = |message: String| Failure::Document(vec![whole(message)]);
    let text = Game::open(file, &mut io::empty())?.text();
    if let Err(wrong) = Ruleset::read(ruleset.id(), &text, &[], Library::default()) {
        let why = wrong.first().map(ToString::to_string).unwrap_or_default();
        return Err(refused(format!("rules and words cannot travel as one text: {why}")));
    }
    let data = BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL));
    if data.len() > MOST_LETTERS {
        let letters = data.len();
        let message = format!(
            "the rules are too long for a link: {letters} letters, and the page takes {MOST_LETTERS}; open the file on the page"
        );
        return Err(refused(message));
    }
    let link = to_link(ruleset, scenario);
    let rest = link.strip_prefix(ruleset.id()).unwrap_or_default();
    let mark = if rest.contains('?') { '&' } else { '?' };
    Ok(format!("own{rest}{mark}rules=.{data}"))
}
