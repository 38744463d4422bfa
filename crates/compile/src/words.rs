//! Words by number: equal words are one.

use crate::program::{Fields, Word};
use rustc_hash::FxHashMap;

/// Every word of a text.
#[derive(Default)]
pub(super) struct Words {
    all: Vec<String>,
    places: FxHashMap<String, Word>,
}

impl Words {
    /// The number of a word.
    pub(super) fn of(&mut self, word: &str) -> Word {
        if let Some(known) = self.places.get(word) {
            return *known;
        }
        let new = Word(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(word.to_owned());
        self.places.insert(word.to_owned(), new);
        new
    }

    /// The number of a word that stands somewhere in the text.
    pub(super) fn known(&self, word: &str) -> Option<Word> {
        self.places.get(word).copied()
    }

    /// A word by its number.
    pub(super) fn text(&self, word: Word) -> &str {
        self.all.get(word.0 as usize).map_or("", String::as_str)
    }

    /// Words by their numbers.
    pub(super) fn texts<'a>(&'a self, words: &'a [Word]) -> Vec<&'a str> {
        words.iter().map(|word| self.text(*word)).collect()
    }

    /// The names of fields.
    pub(super) fn names(&self, fields: &Fields) -> Vec<&str> {
        fields.fields.iter().map(|field| self.text(field.name)).collect()
    }

    pub(super) fn done(self) -> Vec<String> {
        self.all
    }
}
