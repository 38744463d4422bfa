//! The syntax of rule text: characters, tokens, lines, and the tree of its statements. Names are looked up by the compiler.
//! The language is described in `docs/rule-text.md`.

pub mod ast;
pub mod diagnostics;
pub mod editor;
pub mod keywords;
mod layout;
mod lexer;
mod parser;

pub use diagnostics::LocatedDiagnostic;
pub use layout::begins_words;
pub use parser::{MOST_BYTES, Tree, number_of, parse, tree};
