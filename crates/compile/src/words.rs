//! Interner of words.

use crate::program::{Fields, Word};
use rustc_hash::FxHashMap;

/// Interned words of a text.
#[derive(Default)]
pub(super) struct WordInterner {
    all: Vec<String>,
    places: FxHashMap<String, Word>,
}

impl WordInterner {
    /// Interns a word.
    pub(super) fn of(&mut self, word: &str) -> Word {
        if let Some(known) = self.places.get(word) {
            return *known;
        }
        let new = Word(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(word.to_owned());
        self.places.insert(word.to_owned(), new);
        new
    }

    /// Number of an interned word.
    pub(super) fn known(&self, word: &str) -> Option<Word> {
        self.places.get(word).copied()
    }

    /// Text of a word.
    pub(super) fn text(&self, word: Word) -> &str {
        self.all.get(word.0 as usize).map_or("", String::as_str)
    }

    /// Texts of words.
    pub(super) fn texts<'a>(&'a self, words: &'a [Word]) -> Vec<&'a str> {
        words.iter().map(|word| self.text(*word)).collect()
    }

    /// Names of fields.
    pub(super) fn names(&self, fields: &Fields) -> Vec<&str> {
        fields.fields.iter().map(|field| self.text(field.name)).collect()
    }

    pub(super) fn done(self) -> Vec<String> {
        self.all
    }
}
