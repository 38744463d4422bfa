//! Parser from text to a tree: characters, tokens, lines, expressions, statements. The compiler resolves
//! names.
//!
//! A diagnostic ends the line it stands in and no other, so that all diagnostics of a text are reported at
//! once.

mod blocks;
mod columns;
pub(crate) mod cursor;
mod draws;
mod examples;
mod expressions;
mod fields;
mod foreign;
pub(crate) mod players;
mod statements;
mod strikes;
mod tables;

pub use fields::number_of;

use crate::ast::{Module, Name, Span};
use crate::diagnostics::{Diagnostic, LocatedDiagnostic, located};
use crate::layout;
use rustc_hash::FxHashSet;

/// Limit of a text in bytes.
pub const MOST_BYTES: usize = 64 * 1024;

/// State of the parser: the tree and the diagnostics so far.
struct Parser {
    text: Module,
    diagnostics: Vec<Diagnostic>,
    /// Modes of the last `in`.
    modes: Vec<Name>,
    /// Number of expressions that blocks have copied.
    repeated: usize,
    /// True where statements are in an unknown mode.
    lost: bool,
}

impl Parser {
    fn emit(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(span, message));
    }
}

/// Parses a text: the tree of its correct statements, and all diagnostics.
#[must_use]
pub fn parse(text: &str) -> (Module, Vec<LocatedDiagnostic>) {
    let tree = tree(text);
    (tree.text, located(text, tree.diagnostics))
}

/// Result of the parser for one text.
pub struct Tree {
    /// The statements that could be read.
    pub text: Module,
    /// Diagnostics, in the order of their discovery.
    pub diagnostics: Vec<Diagnostic>,
    /// Names in incorrect statements. Uses of them are not reported a second time.
    pub unread: FxHashSet<String>,
}

/// Parses a text; the diagnostics have spans without line numbers.
pub fn tree(text: &str) -> Tree {
    let mut reader = Parser {
        text: Module::default(),
        diagnostics: Vec::new(),
        modes: Vec::new(),
        repeated: 0,
        lost: false,
    };
    let mut unread = FxHashSet::default();
    if text.len() > MOST_BYTES {
        let message = format!("a text has at most {MOST_BYTES} bytes, this one has {}", text.len());
        reader.diagnostics.push(Diagnostic::new(Span::default(), message));
        return Tree { text: reader.text, diagnostics: reader.diagnostics, unread };
    }
    let lines = layout::lines(text, &mut reader.diagnostics);
    let crooked = reader.diagnostics.len();
    for (place, line) in lines.iter().enumerate() {
        let before = reader.diagnostics.len();
        reader.statement(line, place == 0);
        let whole = line.whole();
        let diagnostic = |diagnostic: &Diagnostic| {
            whole.start <= diagnostic.span.start && diagnostic.span.start <= whole.end
        };
        if reader.diagnostics.len() > before || reader.diagnostics.iter().take(crooked).any(diagnostic) {
            line.names(&mut unread);
        }
    }
    if reader.lost {
        unread.insert("strike".to_owned());
    }
    if lines.is_empty() {
        let message = "a text begins with  rules 1 \"the game's name\"";
        reader.diagnostics.push(Diagnostic::new(Span::default(), message));
    }
    Tree { text: reader.text, diagnostics: reader.diagnostics, unread }
}
