//! What is said and drawn of a scenario and its answer, wherever that is: the page shows it, the command line writes it.
//!
//! Numbers as people read them, the sentence that is true alone, the histogram, the picture, the rows of a table. Nothing here knows a browser or a file.

mod called;
pub mod cases;
pub mod duelled;
pub mod entered;
pub mod fields;
pub mod format;
pub mod graph;
pub mod landing;
mod named;
mod paper;
pub mod picture;
pub mod plot;
pub mod sentence;
pub mod stray;
pub mod study;
pub mod summary;
pub mod table;
pub mod told;
pub mod unlike;

pub use called::is_you;
use tohit_resolver::{Json, Ruleset};

/// A ruleset as it is at hand.
#[derive(Clone, Copy)]
pub struct Game {
    /// The ruleset.
    pub rules: &'static Ruleset,
    /// Whether somebody brought it: then its rules are their author's own.
    pub is_own: bool,
}

impl Game {
    /// A document with all that it leaves to presets and defaults.
    #[must_use]
    pub fn complete(&self, document: &Json) -> Json {
        self.rules.complete(document).0
    }
}
