//! Why a scenario is refused while it runs.

use crate::core::Span;
use core::fmt;

/// A scenario cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where in the text.
    pub span: Span,
    /// What is said.
    pub message: String,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
