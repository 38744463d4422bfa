//! Rows of a text that are evaluated beside their line.

use tohit_compile::program::{Id, Span};

/// Row of a text as an expression that is evaluated beside its line.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    /// Place of the line in the mode.
    pub(crate) line: usize,
    /// True where only strikes that end at the line count.
    pub(crate) ends: bool,
    /// Expression.
    pub(crate) id: Id,
    /// Place of the row in the text.
    pub(crate) span: Span,
    /// True where the row's condition is evaluated in place of its value.
    pub(crate) applies: bool,
}
