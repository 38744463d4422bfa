//! Fields, their types and defaults.

use super::Parser;
use super::cursor::Cursor;
use crate::ast::{FieldDeclaration, FieldKind, Literal, Name, Spanned};
use crate::diagnostics::{Read, worked, wrong};
use crate::layout::LayoutLine;
use crate::token::TokenKind;
use tohit_odds::number::Number;

const TYPE: &str = "a type: 1..10, exact 0..1, flag, one | two, the name of a list or record, some of, mark, list of, or { fields }";

impl Parser {
    /// The fields below a line.
    pub(super) fn fields(&mut self, line: &LayoutLine) -> Vec<FieldDeclaration> {
        if line.below.is_empty() {
            self.emit(line.span, "fields stand below this line: name: type = default");
        }
        self.each_alone(line, "a field", |cursor| {
            let field = field(cursor)?;
            cursor.ends_or(&["or", "none"])?;
            Ok(field)
        })
    }
}

fn field(cursor: &mut Cursor<'_>) -> Read<FieldDeclaration> {
    cursor.depth += 1;
    let name = cursor.new_name("a field: name: type = default")?;
    if !cursor.takes(":") {
        return Err(cursor.need(&format!("\":\" and a type behind \"{}\"", name.it)));
    }
    let kind = kind(cursor)?;
    let mut may_be_left_out = cursor.takes("?");
    let may_be_none = cursor.takes_words("or", "none");
    may_be_left_out |= cursor.takes("?");
    let default = if cursor.takes("=") { Some(default(cursor)?) } else { None };
    if default.is_some() && cursor.sees("?") {
        return cursor.wrong("\"?\" stands behind the type: name: type ? = default");
    }
    if default.is_some() && cursor.sees_word("or") {
        return cursor.wrong("\"or none\" stands behind the type: name: type or none = default");
    }
    cursor.depth -= 1;
    Ok(FieldDeclaration { name, kind, may_be_left_out, may_be_none, default })
}

fn kind(cursor: &mut Cursor<'_>) -> Read<Spanned<FieldKind>> {
    let start = cursor.here();
    if cursor.depth > crate::layout::MOST_DEPTH {
        return wrong(start, "too much stands within each other here");
    }
    cursor.depth += 1;
    let kind = match cursor.ahead(0) {
        Some(TokenKind::Number(_) | TokenKind::Sign("-")) => whole_range(cursor)?,
        Some(TokenKind::Sign("{")) => FieldKind::Fields(inner_fields(cursor)?),
        Some(TokenKind::Name(word)) => match word.as_str() {
            "exact" => {
                cursor.next();
                let from = cursor.exact("the lowest number")?;
                cursor.needs("..")?;
                FieldKind::Exact(from, cursor.exact("the highest number")?)
            }
            "flag" => {
                cursor.next();
                FieldKind::Flag
            }
            "mark" => {
                cursor.next();
                let from = mark(cursor)?;
                cursor.needs("..")?;
                FieldKind::Mark(from, mark(cursor)?)
            }
            "some" => {
                cursor.next();
                cursor.needs_word("of")?;
                FieldKind::Some(Box::new(self::kind(cursor)?))
            }
            "list" => {
                cursor.next();
                cursor.needs_word("of")?;
                let here = cursor.here();
                let (from, to) = range(cursor)?;
                let (Ok(from), Ok(to)) = (u32::try_from(from), u32::try_from(to)) else {
                    return wrong(cursor.since(here), "a list has from 0 to 64 items");
                };
                FieldKind::List(from, to, Box::new(self::kind(cursor)?))
            }
            _ => {
                let mut words = cursor.words(TYPE)?;
                match words.pop() {
                    Some(name) if words.is_empty() => FieldKind::Named(name),
                    last => FieldKind::Words(words.into_iter().chain(last).collect()),
                }
            }
        },
        _ => return Err(cursor.need(TYPE)),
    };
    cursor.depth -= 1;
    Ok(Spanned { it: kind, span: cursor.since(start) })
}

fn range(cursor: &mut Cursor<'_>) -> Read<(i64, i64)> {
    let from = cursor.whole("the lowest whole number")?;
    dots(cursor)?;
    Ok((from, cursor.whole("the highest whole number")?))
}

fn whole_range(cursor: &mut Cursor<'_>) -> Read<FieldKind> {
    let here = cursor.here();
    let from = cursor.exact("the lowest number")?;
    let Some(whole) = from.whole() else {
        return wrong(cursor.since(here), format!("{from} is not whole; write exact {from}.."));
    };
    dots(cursor)?;
    Ok(FieldKind::Whole(whole, cursor.whole("the highest number, whole (fractions are exact a..b)")?))
}

fn dots(cursor: &mut Cursor<'_>) -> Read<()> {
    if cursor.takes("..") {
        return Ok(());
    }
    let mut diagnostic = cursor.need("\"..\" and the highest number");
    if cursor.sees("-") || cursor.sees_word("to") {
        diagnostic.message.push_str("; a range is written 1..10");
    }
    Err(diagnostic)
}

/// `18`, `18/50`
pub(super) fn mark(cursor: &mut Cursor<'_>) -> Read<(i64, i64)> {
    let whole = cursor.whole("a mark such as 18 or 18/50")?;
    let part = if cursor.takes("/") { cursor.whole("the second part of the mark")? } else { 0 };
    Ok((whole, part))
}

/// `{ a: 1..2; b: flag }`
fn inner_fields(cursor: &mut Cursor<'_>) -> Read<Vec<FieldDeclaration>> {
    cursor.needs("{")?;
    let mut fields = Vec::new();
    while !cursor.takes("}") {
        fields.push(field(cursor)?);
        between(cursor)?;
    }
    Ok(fields)
}

/// Fields in braces are separated by `;` or a new line.
fn between(cursor: &mut Cursor<'_>) -> Read<()> {
    if cursor.takes(";") || cursor.sees("}") || cursor.peek().is_some_and(|token| token.fresh) {
        return Ok(());
    }
    if cursor.sees(",") {
        return cursor.wrong("fields are separated by ; and not by commas");
    }
    Err(cursor.need("\";\" or \"}\""))
}

/// Default, or value of an example; several items are a list.
pub(super) fn default(cursor: &mut Cursor<'_>) -> Read<Spanned<Literal>> {
    let start = cursor.here();
    if cursor.depth > crate::layout::MOST_DEPTH {
        return wrong(start, "too much stands within each other here");
    }
    cursor.depth += 1;
    let first = one_default(cursor)?;
    let mut all = vec![first];
    while more_items(cursor) {
        all.push(one_default(cursor)?);
    }
    cursor.depth -= 1;
    match all.pop() {
        Some(only) if all.is_empty() => Ok(only),
        last => {
            all.extend(last);
            Ok(Spanned { it: Literal::Items(all), span: cursor.since(start) })
        }
    }
}

/// True where another item follows on the same line.
fn more_items(cursor: &Cursor<'_>) -> bool {
    let Some(token) = cursor.peek() else { return false };
    match &token.kind {
        TokenKind::Sign("{") => true,
        _ if token.fresh => false,
        TokenKind::Number(_) | TokenKind::Sign("-") => true,
        TokenKind::Name(name) => !["or", "roll", "if"].contains(&name.as_str()),
        _ => false,
    }
}

fn one_default(cursor: &mut Cursor<'_>) -> Read<Spanned<Literal>> {
    let start = cursor.here();
    let it = match cursor.ahead(0) {
        Some(TokenKind::Sign("{")) => {
            cursor.next();
            let mut fields: Vec<(Name, Spanned<Literal>)> = Vec::new();
            while !cursor.takes("}") {
                let name = cursor.new_name("a field's name")?;
                if cursor.sees("=") {
                    return cursor.wrong("in braces a field's value stands behind a colon: { dice: 2 }");
                }
                cursor.needs(":")?;
                let value = default(cursor)?;
                fields.push((name, value));
                between(cursor)?;
            }
            Literal::Fields(fields)
        }
        Some(TokenKind::Text(_)) => Literal::Text(cursor.text("")?),
        Some(TokenKind::Number(_) | TokenKind::Sign("-")) => {
            let over = cursor.signed("a number")?;
            if cursor.takes("/") {
                let under = cursor.signed("the second part of a mark or fraction")?;
                match (over.whole(), under.whole()) {
                    (Some(over), Some(under)) => Literal::Mark(over, under),
                    _ => Literal::Number(worked(cursor.since(start), over.divide(&under))?),
                }
            } else {
                Literal::Number(over)
            }
        }
        _ => {
            let words = cursor.words("a value: a number, a word, yes, no, none or { fields }")?;
            Literal::Words(words.into_iter().map(|word| word.it).collect())
        }
    };
    Ok(Spanned { it, span: cursor.since(start) })
}

/// Number of a default that is a number or a fraction.
pub fn number_of(value: &Literal) -> Option<Number> {
    match value {
        Literal::Number(number) => Some(number.clone()),
        Literal::Mark(over, under) => Number::ratio(*over, *under).ok(),
        _ => None,
    }
}
