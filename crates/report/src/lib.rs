//! Reports of an answer, for the page and the command line: number formats, sentences, tables and SVG
//! pictures.
//!
//! No code here depends on a browser or a file.
//!
//! ```
//! use tohit_report::{Game, sentence, summary};
//! use tohit_resolver::{Json, ruleset};
//!
//! let game = Game { rules: ruleset("powder").unwrap(), is_own: false };
//! let summary = summary::resolve(&game, &Json::Object(Vec::new())).unwrap();
//! let text = sentence::of(&game, &Json::Object(Vec::new()), &summary);
//! assert!(text.contains("% of the time"), "{text}");
//! ```

pub mod cases;
pub mod diff;
pub mod duel;
pub mod escape;
pub mod fields;
pub mod format;
pub mod graph;
pub mod heat_map;
pub mod histogram;
mod labels;
mod names;
pub mod picture;
pub mod plot;
pub mod preset_hint;
mod rolled;
pub mod sampling_error;
pub mod sentence;
pub mod share;
pub mod share_format;
pub mod study;
pub mod summary;
mod svg_frame;
pub mod table;
pub mod tally;
pub mod targeting;
pub mod values;

pub use names::is_you;
use tohit_resolver::{Json, Ruleset};

/// A ruleset and its origin.
#[derive(Clone, Copy)]
pub struct Game {
    /// The ruleset.
    pub rules: &'static Ruleset,
    /// True for a custom ruleset: its rules are the author's own.
    pub is_own: bool,
}

impl Game {
    /// A document completed by presets and defaults.
    #[must_use]
    pub fn complete(&self, document: &Json) -> Json {
        self.rules.complete(document).0
    }
}
