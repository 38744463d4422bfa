//! Tokens of rule text.

use crate::ast::Span;
use tohit_odds::number::Number;

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether a space stands before it.
    pub(super) space: bool,
    /// Whether it is the first of its line, though a bracket is open.
    pub(super) fresh: bool,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A name or word, perhaps with hyphens.
    Name(String),
    /// A number; per cent are worked out.
    Number(Number),
    /// `2026-11-22`
    Date(String),
    /// Quoted text.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// Something that is no token: what is said of it.
    Wrong(String),
}
