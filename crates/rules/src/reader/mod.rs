//! From text to a tree: characters, tokens, lines, expressions, statements. Names are looked up later.
//!
//! A problem ends the line it stands in and no other, so that all problems of a text are told at once.

mod blocks;
mod columns;
mod cursor;
mod draws;
mod examples;
mod expressions;
mod fields;
pub(crate) mod keywords;
mod layout;
mod parts;
pub(crate) mod problem;
mod statements;
mod strikes;
pub mod syntax;
mod tables;
mod tokens;

pub(crate) use fields::number_of;
pub use layout::begins_words;
pub use problem::Problem;

use problem::{Fault, placed};
use rustc_hash::FxHashSet;
use syntax::{Name, Span, Text};

/// A text has at most so many bytes.
pub const MOST_BYTES: usize = 64 * 1024;

/// What is read so far.
struct Reader {
    text: Text,
    faults: Vec<Fault>,
    /// The modes that `in` named last.
    modes: Vec<Name>,
    /// How many expressions blocks have repeated.
    repeated: usize,
    /// Whether statements are in a mode that there is not.
    lost: bool,
}

impl Reader {
    fn tell(&mut self, span: Span, message: impl Into<String>) {
        self.faults.push(Fault::new(span, message));
    }
}

/// Reads a text: the tree of what could be read, and all problems.
#[must_use]
pub fn parse(text: &str) -> (Text, Vec<Problem>) {
    let tree = tree(text);
    (tree.text, placed(text, tree.faults))
}

/// What was read of a text.
pub(crate) struct Tree {
    pub(crate) text: Text,
    pub(crate) faults: Vec<Fault>,
    /// The names in statements that could not be read whole: that they are missing is no problem of its own.
    pub(crate) unread: FxHashSet<String>,
}

/// Reads a text; the problems have no line yet.
pub(crate) fn tree(text: &str) -> Tree {
    let mut reader =
        Reader { text: Text::default(), faults: Vec::new(), modes: Vec::new(), repeated: 0, lost: false };
    let mut unread = FxHashSet::default();
    if text.len() > MOST_BYTES {
        let message = format!("a text has at most {MOST_BYTES} bytes, this one has {}", text.len());
        reader.faults.push(Fault::new(Span::default(), message));
        return Tree { text: reader.text, faults: reader.faults, unread };
    }
    let lines = layout::lines(text, &mut reader.faults);
    let crooked = reader.faults.len();
    for (place, line) in lines.iter().enumerate() {
        let before = reader.faults.len();
        reader.statement(line, place == 0);
        let whole = line.whole();
        let fault = |fault: &Fault| whole.start <= fault.span.start && fault.span.start <= whole.end;
        if reader.faults.len() > before || reader.faults.iter().take(crooked).any(fault) {
            line.names(&mut unread);
        }
    }
    if reader.lost {
        unread.insert("strike".to_owned());
    }
    if lines.is_empty() {
        let message = "a text begins with  rules 1 \"the game's name\"";
        reader.faults.push(Fault::new(Span::default(), message));
    }
    Tree { text: reader.text, faults: reader.faults, unread }
}
