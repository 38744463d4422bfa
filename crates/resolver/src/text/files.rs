//! What a ruleset is made of: in the program, or left out of it and brought as one text.

use crate::preset::Library;
use crate::text::Ruleset;
use std::borrow::Cow;

/// What stands behind each of the files in their one text; no text of people has it.
const END: char = '\u{c}';

/// The rules, the words and the presets of a game. Those of the program are its own; others go with their ruleset.
#[derive(Debug)]
pub(crate) struct Files {
    /// The text, with its own words at its end if it has such.
    pub(super) text: Cow<'static, str>,
    /// The words in a file of their own.
    pub(super) words: Cow<'static, str>,
    pub(super) presets: Library,
}

impl Files {
    /// Files of this program. Without the feature `bundled` they are left out of it: whoever needs them brings the same texts.
    pub(crate) const fn bundled(text: &'static str, words: &'static str, presets: &'static str) -> Self {
        if cfg!(feature = "bundled") { Self::fixed(text, words, presets) } else { Self::fixed("", "", "") }
    }

    const fn fixed(text: &'static str, words: &'static str, presets: &'static str) -> Self {
        Self { text: Cow::Borrowed(text), words: Cow::Borrowed(words), presets: Library::fixed(presets) }
    }

    /// The files that lie one behind the other in a text, if it is whole. They are kept as long as the program runs.
    fn of(all: String) -> Option<Self> {
        if all.matches(END).count() != 3 {
            return None;
        }
        let mut files = String::leak(all).split(END);
        let mut file = || files.next().unwrap_or_default();
        Some(Self::fixed(file(), file(), file()))
    }
}

impl Ruleset {
    /// Takes the files of a ruleset that was left out of the program, in one text. Whether they are here now.
    pub fn bring(&self, all: String) -> bool {
        if !self.is_here()
            && let Some(files) = Files::of(all)
        {
            // Who brought them meanwhile brought the same.
            let _ = self.brought.set(files);
        }
        self.is_here()
    }

    /// Whether its files are here.
    #[must_use]
    pub fn is_here(&self) -> bool {
        !self.files().text.is_empty()
    }

    /// Its files in one text, as they are brought.
    #[must_use]
    pub fn packed(&self) -> String {
        let Files { text, words, presets } = self.files();
        [text, &**words, presets.text()].map(|file| format!("{file}{END}")).concat()
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
            assert_eq!(format!("{:?}", brought.about()), format!("{:?}", whole.about()));
            assert_eq!(brought.packed(), whole.packed());
            assert!(brought.bring("anything else".to_owned()));
            assert_eq!(brought.source(), whole.source());
        }
    }

    #[test]
    fn what_was_cut_off_or_is_something_else_is_not_taken() {
        let Some(whole) = RULESETS.first().map(|rules| rules.packed()) else { return };
        let half = whole.split_at(whole.len() / 2).0.to_owned();
        let more = format!("{whole}{whole}");
        for text in [&half, whole.trim_end_matches(END), &more, "", "<!doctype html><title>Busy</title>"] {
            assert!(!empty("powder").bring(text.to_owned()));
        }
        assert!(empty("powder").bring(format!("{whole}\n")), "a line more is no harm");
    }
}
