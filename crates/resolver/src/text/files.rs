//! Files of a ruleset: part of the program, or loaded separately as one text.
//!
//! Without the feature `bundled` the program compiles custom rules alone: those of its own rulesets are
//! loaded compiled.

use crate::preset::Library;
use crate::text::Ruleset;
use std::borrow::Cow;
use std::sync::OnceLock;
use tohit_compile::program::Program;

/// Separator behind each of the files in their one text; no text of a person contains it.
const END: char = '\u{c}';

/// The code point of byte 0 of a compiled program: its text has no control characters, [`END`] among them.
const FIRST: u32 = 0x20;

/// The rules, the words and the presets of a game.
#[derive(Debug)]
pub(crate) struct Files {
    /// The text, with its own words, if any, at the end. The text of compiled rules is loaded later, or
    /// never.
    pub(super) text: Cow<'static, str>,
    /// The words in a file of their own.
    pub(super) words: Cow<'static, str>,
    pub(super) presets: Library,
    /// The rules, compiled.
    pub(super) program: OnceLock<Program>,
}

impl Files {
    /// Files of this program. Without the feature `bundled` they are empty, and the host loads them.
    pub(crate) const fn bundled(text: &'static str, words: &'static str, presets: &'static str) -> Self {
        if cfg!(feature = "bundled") { Self::fixed(text, words, presets) } else { Self::fixed("", "", "") }
    }

    const fn fixed(text: &'static str, words: &'static str, presets: &'static str) -> Self {
        let (text, words) = (Cow::Borrowed(text), Cow::Borrowed(words));
        Self { text, words, presets: Library::fixed(presets), program: OnceLock::new() }
    }

    /// The files in one text: program, words and presets, interned for the program's lifetime; none where it
    /// is incomplete.
    fn of(all: String) -> Option<Self> {
        let mut files = all.split(END);
        let (program, words, presets) = (files.next()?, files.next()?, files.next()?);
        if files.count() != 1 {
            return None;
        }
        let program = Program::from_bytes(&bytes(program)?).ok()?;
        let files = Self::fixed("", String::leak(words.to_owned()), String::leak(presets.to_owned()));
        Some(Self { program: OnceLock::from(program), ..files })
    }
}

/// A compiled program as text, a character for each byte: hosts compress text alone.
fn text(bytes: &[u8]) -> String {
    bytes.iter().filter_map(|byte| char::from_u32(FIRST + u32::from(*byte))).collect()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|byte| u8::try_from(u32::from(byte).checked_sub(FIRST)?).ok()).collect()
}

impl Ruleset {
    /// Loads the files of a ruleset that is not part of the program, in one text. Returns true where they are
    /// loaded.
    pub fn bring(&self, all: String) -> bool {
        if !self.is_here()
            && let Some(files) = Files::of(all)
        {
            // A second call loads the same files.
            let _ = self.brought.set(files);
        }
        self.is_here()
    }

    /// True where the files are loaded.
    #[must_use]
    pub fn is_here(&self) -> bool {
        let Files { text, program, .. } = self.files();
        !text.is_empty() || program.get().is_some()
    }

    /// The compiled program as bytes; empty where it is not loaded.
    #[must_use]
    pub fn compiled(&self) -> Vec<u8> {
        self.program().and_then(|program| program.to_bytes().ok()).unwrap_or_default()
    }

    /// The words in a file of their own.
    #[must_use]
    pub fn words(&self) -> &str {
        &self.files().words
    }

    /// The program, words and presets in the form that [`bring`](Self::bring) reads.
    #[must_use]
    pub fn packed(&self) -> String {
        let Files { words, presets, .. } = self.files();
        [&text(&self.compiled()), &**words, presets.text()].map(|file| format!("{file}{END}")).concat()
    }

    /// Loads the text of compiled rules. Returns true where it is loaded: any other text, or a part of it, is
    /// refused.
    pub fn bring_text(&self, packed: &str) -> bool {
        if !self.has_text()
            && let Some((text, _)) = packed.split_once(END)
            && self.program().is_some_and(|program| program.is_compiled_from(text))
        {
            let _ = self.text.set(text.to_owned());
        }
        self.has_text()
    }

    /// The text of the rules in the form that [`bring_text`](Self::bring_text) reads.
    #[must_use]
    pub fn packed_text(&self) -> String {
        format!("{}{END}", self.source())
    }

    /// True where the text of the rules is loaded.
    #[must_use]
    pub fn has_text(&self) -> bool {
        !self.source().is_empty()
    }

    /// The text, with its own words, if any, at the end; empty until it is loaded.
    #[must_use]
    pub fn source(&self) -> &str {
        self.text.get().map_or(&self.files().text, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Listing, RULESETS};

    /// A ruleset without its files.
    const fn empty(id: &'static str) -> Ruleset {
        let listing = Listing { family: "", edition: "", hue: 0, icon: "" };
        Ruleset::shipped(id, listing, Files::fixed("", "", ""))
    }

    #[test]
    fn what_is_brought_is_the_ruleset() {
        for whole in RULESETS {
            let brought = empty(whole.id());
            assert!(!brought.is_here() && brought.about().name.is_empty());
            assert!(brought.bring(whole.packed()));
            assert_eq!(brought.program(), whole.program(), "{}", whole.id());
            assert_eq!(format!("{:?}", brought.about()), format!("{:?}", whole.about()));
            assert_eq!(brought.packed(), whole.packed());
            assert!(brought.bring("anything else".to_owned()));
        }
    }

    #[test]
    fn the_text_follows_the_program_that_was_compiled_from_it() {
        for whole in RULESETS {
            let brought = empty(whole.id());
            assert!(!brought.bring_text(&whole.packed_text()), "there is no program yet");
            assert_eq!(
                whole.rules(),
                whole.source(),
                "words of the program's rulesets have a file of their own"
            );
            assert!(brought.bring(whole.packed()) && !brought.has_text());
            let (text, game) = (whole.source(), whole.program().unwrap());
            for (line, at) in
                (1..).zip(core::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)))
            {
                assert_eq!(game.line(u32::try_from(at).unwrap()), line);
                assert_eq!(
                    game.line(u32::try_from(text.len().min(at + 1)).unwrap()),
                    line + usize::from(text[at..].starts_with('\n'))
                );
            }
            for other in [text, &format!("{text} {END}"), "", "\u{c}", "this is no such thing"] {
                assert!(!brought.bring_text(other));
            }
            // A text of the same lines, in which one number is another.
            let (before, after) = text.split_once('1').unwrap();
            assert!(!brought.bring_text(&format!("{before}2{after}{END}")));
            assert!(brought.bring_text(&whole.packed_text()));
            assert_eq!(brought.source(), text);
        }
    }

    #[test]
    fn what_was_cut_off_or_is_something_else_is_not_taken() {
        let Some(whole) = RULESETS.first().map(|rules| rules.packed()) else { return };
        let half = whole.split_at(whole.len() / 2).0.to_owned();
        let more = format!("{whole}{whole}");
        let letter = whole.char_indices().nth(1000).map(|(at, letter)| (at, letter.len_utf8())).unwrap();
        let damaged = format!("{}~{}", &whole[..letter.0], &whole[letter.0 + letter.1..]);
        let page = "<!doctype html><title>Busy</title>";
        for text in [&half, whole.trim_end_matches(END), &more, &damaged, "", "\u{c}\u{c}\u{c}", page] {
            assert!(!empty("powder").bring(text.to_owned()));
        }
        assert!(empty("powder").bring(format!("{whole}\n")), "a line more is no harm");
    }
}
