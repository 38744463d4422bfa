//! Why a scenario is refused while it runs.

use crate::core::Span;
use core::fmt;
use core::ops::Deref;
use std::rc::Rc;

/// A scenario cannot be answered. Nearly everything that is worked out may return this: it is kept small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop(Rc<Said>);

/// What is told of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Said {
    /// Where in the text.
    pub span: Span,
    /// What is said.
    pub message: String,
}

impl Stop {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self(Rc::new(Said { span, message: message.into() }))
    }
}

impl Deref for Stop {
    type Target = Said;

    fn deref(&self) -> &Said {
        &self.0
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
