//! Rows of a text that are evaluated beside their line.

use tohit_compile::program::{Id, Span};

/// A row that rolls, as an expression of its own that is worked out beside its line.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// The line's place in the mode.
    pub(crate) line: usize,
    /// Of an end: among the strikes that end there.
    pub(crate) ends: bool,
    /// It.
    pub(crate) id: Id,
    /// Where the row stands.
    pub(crate) span: Span,
    /// Whether the row applies, in place of what it comes to.
    pub(crate) applies: bool,
}
