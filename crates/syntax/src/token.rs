//! Tokens of rule text.

use crate::ast::Span;
use tohit_odds::number::Number;

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// True where a space stands before the token.
    pub(super) space: bool,
    /// True for the first token of a continuation line, within open brackets.
    pub(super) fresh: bool,
}

/// Kind of a token, with its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    /// A name or word, perhaps with hyphens.
    Name(String),
    /// A number; per cent are divided by 100.
    Number(Number),
    /// `2026-11-22`
    Date(String),
    /// Quoted text.
    Text(String),
    /// A sign.
    Sign(&'static str),
    /// Invalid characters, with the message of the diagnostic.
    Wrong(String),
}
