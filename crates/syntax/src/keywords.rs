//! Keywords of the language.

use crate::ast::Span;
use crate::diagnostics::{Read, wrong};

/// First words of statements, at the left margin.
pub const STATEMENTS: &[&str] = &[
    "rules", "from", "modes", "in", "everywhere", "list", "record", "sheet", "switches", "table", "endings",
    "carry", "strike", "turn", "bodies", "falls", "later", "between", "show", "refuse", "example", "roll",
    "words",
];

/// First words of lines of a strike.
pub const STRIKE_LINES: &[&str] = &["end", "next", "show", "if"];

/// The words of expressions, rows and ends.
const EXPRESSIONS: &[&str] = &[
    "abs", "and", "at", "best", "ceil", "chance", "count", "d", "div", "earlier", "else", "end", "floor",
    "for", "given", "has", "if", "is", "it", "kill", "lasts", "left", "less", "lose", "max", "min", "mod",
    "mode", "next", "no", "none", "not", "odds", "of", "open", "or", "otherwise", "other", "pick",
    "regardless", "round", "shown", "sum", "this", "times", "trunc", "worst", "yes",
];

/// True for a word of the language.
#[must_use]
pub fn is_keyword(name: &str) -> bool {
    EXPRESSIONS.contains(&name) || STATEMENTS.contains(&name)
}

/// The words of the language.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    STATEMENTS.iter().chain(EXPRESSIONS).copied()
}

/// Words of the types of fields, reserved for lists and records.
const TYPES: &[&str] = &["exact", "flag", "list", "mark", "some"];

/// Refuses a word of the language as the name of a figure, line, carried variable or parameter.
pub fn unreserved(name: &str, span: Span) -> Read<()> {
    if is_keyword(name) {
        return wrong(span, format!("\"{name}\" is a word of the language; choose another name"));
    }
    Ok(())
}

/// Refuses a word of the language or of a type as the name of a list or record.
pub fn unreserved_type(name: &str, span: Span) -> Read<()> {
    if TYPES.contains(&name) {
        return wrong(span, format!("\"{name}\" is a word of the language; choose another name"));
    }
    unreserved(name, span)
}

/// True where a name cannot be a word of a list: the parser would never take it for one.
pub fn is_no_word(name: &str) -> bool {
    ["and", "or", "not", "if", "else", "yes", "no", "it", "is", "has", "d", "otherwise"].contains(&name)
}

/// Word of this language for a synonym from games or programming languages.
pub fn said_otherwise(word: &str) -> Option<&'static str> {
    Some(match word {
        "when" | "where" => "if",
        "unless" => "if not",
        "elif" | "elseif" | "elsif" => "a line of its own with \"if\"",
        "true" | "True" => "yes",
        "false" | "False" => "no",
        "null" | "nil" | "None" => "none",
        "xor" => "!=",
        "ceiling" => "ceil",
        "truncate" => "trunc",
        "highest" => "best",
        "lowest" => "worst",
        "defined" | "exists" => "given",
        "lost" | "loses" | "damage" => "lose",
        "contains" | "includes" => "has",
        _ => return None,
    })
}

/// Functions of expressions, for suggestions.
pub const FUNCTIONS: &[&str] = &[
    "floor", "ceil", "round", "trunc", "abs", "min", "max", "chance", "pick", "given", "earlier", "left",
    "mode",
];
