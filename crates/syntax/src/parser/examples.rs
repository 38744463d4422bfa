//! Examples: forced rolls, and the ending of the strike under them.

use super::cursor::Cursor;
use super::fields::default;
use crate::ast::{ExampleDeclaration, Literal, Name, Path, Spanned};
use crate::diagnostics::{Read, wrong};
use crate::token::TokenKind;

/// `example in MODE in turn with PATH = VALUE, ... roll VALUES -> ENDING lose N`
pub(super) fn example(cursor: &mut Cursor<'_>) -> Read<ExampleDeclaration> {
    let mut mode = None;
    let mut turn = false;
    while cursor.takes_word("in") {
        if cursor.takes_word("turn") {
            turn = true;
        } else {
            mode = Some(cursor.name("a mode, or \"turn\"")?);
        }
    }
    let mut with = Vec::new();
    if cursor.takes_word("with") {
        with = fields(cursor)?;
    }
    if !cursor.takes_word("roll") {
        let mut diagnostic = cursor.need("\"roll\" and what is rolled (nothing, where nothing is)");
        if cursor.sees_word("rolls") {
            diagnostic.message.push_str("; write \"roll\"");
        }
        return Err(diagnostic);
    }
    let rolls = if cursor.sees("->") { Vec::new() } else { cursor.several(",", roll)? };
    cursor.needs("->")?;
    let ending = cursor.word("the word of an ending")?;
    let lose = if cursor.takes_word("lose") { cursor.whole("what is lost")? } else { 0 };
    cursor.ends_or(&["lose"])?;
    Ok(ExampleDeclaration { mode, turn, with, rolls, ending, lose })
}

/// `PATH = VALUE, ...`
pub(super) fn fields(cursor: &mut Cursor<'_>) -> Read<Vec<(Path, Spanned<Literal>)>> {
    cursor.several(",", |cursor| {
        let path = cursor.path("a field: attacker.level = 3")?;
        cursor.needs("=")?;
        Ok((path, default(cursor)?))
    })
}

fn roll(cursor: &mut Cursor<'_>) -> Read<Name> {
    let start = cursor.here();
    match cursor.ahead(0) {
        Some(TokenKind::Number(_) | TokenKind::Sign("-")) => {
            let number = cursor.signed("a roll")?;
            if cursor.sees_word("d") {
                return wrong(start, "an example forces what the dice show: a number");
            }
            Ok(Spanned { it: number.to_string(), span: cursor.since(start) })
        }
        _ => cursor.word("a roll: a number, yes, no, or the word of a pick"),
    }
}
