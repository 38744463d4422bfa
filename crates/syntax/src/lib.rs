//! The syntax of rule text: characters, tokens, lines, and the tree of its statements. Names are looked up by
//! the compiler. The language is described in `docs/rule-text.md`.
//!
//! ```
//! let (module, problems) = tohit_syntax::parse("rules 1 \"Arena\"\nendings\n  hit: hit\nstrike\n  end hit lose d8\n");
//! assert_eq!((module.statements.len(), problems.len()), (2, 0));
//! ```

pub mod ast;
pub mod diagnostics;
mod dice_notation;
pub mod editor;
pub mod keywords;
mod layout;
mod lexer;
mod parser;
mod token;

pub use diagnostics::LocatedDiagnostic;
pub use layout::begins_words;
pub use parser::{MOST_BYTES, Tree, number_of, parse, tree};
