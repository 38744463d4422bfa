//! From text to a tree: characters, tokens, lines, expressions, statements. Names are looked up later.
//!
//! A diagnostic ends the line it stands in and no other, so that all diagnostics of a text are reported at once.

mod blocks;
mod columns;
pub(crate) mod cursor;
mod draws;
mod examples;
mod expressions;
mod fields;
pub(crate) mod players;
mod statements;
mod strikes;
mod tables;

pub use fields::number_of;

use crate::ast::{Module, Name, Span};
use crate::diagnostics::{Diagnostic, LocatedDiagnostic, located};
use crate::layout;
use rustc_hash::FxHashSet;

/// A text has at most so many bytes.
pub const MOST_BYTES: usize = 64 * 1024;

/// What is read so far.
struct Parser {
    text: Module,
    diagnostics: Vec<Diagnostic>,
    /// The modes that `in` named last.
    modes: Vec<Name>,
    /// How many expressions blocks have repeated.
    repeated: usize,
    /// Whether statements are in a mode that there is not.
    lost: bool,
}

impl Parser {
    fn emit(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(span, message));
    }
}

/// Reads a text: the tree of what could be read, and all problems.
#[must_use]
pub fn parse(text: &str) -> (Module, Vec<LocatedDiagnostic>) {
    let tree = tree(text);
    (tree.text, located(text, tree.diagnostics))
}

/// What was read of a text.
pub struct Tree {
    /// The statements that could be read.
    pub text: Module,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The names in statements that could not be read whole: that they are missing is no problem of its own.
    pub unread: FxHashSet<String>,
}

/// Reads a text; the problems have no line yet.
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
