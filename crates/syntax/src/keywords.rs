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

/// Pairs of words that are of the language side by side, though one of them alone may be a name.
const PHRASES: &[(&str, &str)] = &[
    ("answer", "turn"),
    ("between", "turns"),
    ("drawn", "from"),
    ("falls", "when"),
    ("fate", "this"),
    ("of", "different"),
    ("on", "foe"),
    ("show", "tail"),
    ("this", "body"),
    ("times", "each"),
    ("turn", "each"),
    ("up", "to"),
];

/// True for two words that are of the language side by side.
pub(crate) fn is_phrase(first: &str, second: &str) -> bool {
    PHRASES.contains(&(first, second))
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
        "true" | "True" => "yes",
        "false" | "False" => "no",
        "null" | "nil" | "None" => "none",
        "xor" => "!=",
        "ceiling" => "ceil",
        "truncate" => "trunc",
        "highest" => "best",
        "lowest" => "worst",
        "defined" | "exists" => "given",
        "lost" | "loses" | "damage" | "deals" | "deal" | "dealing" => "lose",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "contains" | "includes" => "has",
        _ => return None,
    })
}

/// Spelling of this language for a function of spreadsheets and programming languages.
#[must_use]
pub fn function_otherwise(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "max" => "max(a, b)",
        "min" => "min(a, b)",
        "floor" | "rounddown" | "int" | "integer" => "floor(x)",
        "ceil" | "ceiling" | "roundup" => "ceil(x)",
        "round" | "mround" => "round(x)",
        "trunc" => "trunc(x)",
        "abs" => "abs(x)",
        "rand" | "random" | "randint" | "randrange" | "randbetween" => "roll(1..20)",
        "choice" | "choose" | "choices" | "sample" => "pick(a: 1, b: 2)",
        "if" | "iif" | "ifs" => "2 if a else 0",
        "and" | "or" => "a and b, a or b",
        "not" => "not a",
        "countif" => "count of 5 times (d6 >= 5)",
        "clamp" => "max(0, min(x, 10))",
        "pow" | "power" => "a ^ 2",
        "vlookup" | "lookup" | "switch" => "a table, and  table(key)",
        _ => return None,
    })
}

/// Hint for the first word of a line of another language.
pub(crate) fn statement_otherwise(word: &str) -> Option<&'static str> {
    Some(match word {
        "let" | "const" | "var" | "val" => "a name gets its value alone: name = value",
        "def" | "function" | "fn" | "func" => "a figure that takes values is written  name(x) = value",
        "for" | "while" | "loop" | "repeat" | "foreach" => {
            "there are no loops; strikes are repeated by  turn 3, dice by  sum of 3 times d6"
        }
        "return" => "a value stands behind its name, and a strike ends with  end hit lose x",
        "output" => "dice are named, face = d20, or stand in a value; a figure is told by  show NAME",
        "set" => "names get their values once: name = value",
        "elif" | "elseif" | "elsif" => {
            "each line has a condition of its own, and the first that applies counts: a if c, below it  b if d"
        }
        "print" | "import" | "class" => "it has no equivalent; a text begins with  rules 1 \"name\"",
        _ => return None,
    })
}

/// Word of a type for that of another language.
#[must_use]
pub fn type_otherwise(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "bool" | "boolean" | "checkbox" => "flag",
        "int" | "integer" | "number" | "num" => "0..20",
        "float" | "double" | "decimal" => "exact 0..1",
        "string" | "str" | "text" | "enum" => "one | two",
        _ => return None,
    })
}

/// Functions of expressions, for suggestions.
pub const FUNCTIONS: &[&str] = &[
    "floor", "ceil", "round", "trunc", "abs", "min", "max", "chance", "pick", "given", "earlier", "left",
    "mode",
];
