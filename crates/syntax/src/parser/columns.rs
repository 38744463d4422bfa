//! Columns of rows, and cases.

use super::Parser;
use super::blocks::both;
use super::cursor::Cursor;
use super::expressions::{strength::ADD, unary};
use crate::ast::{Binary, Body, Expr, ExprKind, Row, Span, Spanned, Unary};
use crate::diagnostics::{Diagnostic, Keep, Read, suggestion, wrong};
use crate::keywords::{said_otherwise, statement_otherwise};
use crate::layout::LayoutLine;
use crate::token::TokenKind;

/// Words at the beginning of a row, for suggestions.
const ROWS: &[&str] = &["div", "mod", "floor", "ceil", "round", "trunc", "at"];

fn it(span: Span) -> Expr {
    Spanned { it: Box::new(ExprKind::It), span }
}

impl Parser {
    /// Value behind `name =`, with the rows or cases below.
    pub(super) fn column(&mut self, cursor: &mut Cursor<'_>, line: &LayoutLine, name: &str) -> Option<Body> {
        if cursor.at_end() {
            return self.cases(line, name);
        }
        let first = first_row(cursor, line, name).keep(&mut self.diagnostics);
        let mut whole = first.is_some();
        let mut rows: Vec<Row<Expr>> = first.into_iter().collect();
        whole &= self.through_blocks(line, None, &mut |reader, below, above| {
            let row = reader.alone(below, "a row", |cursor| row(cursor, below, above));
            row.map(|row| rows.push(row)).is_some()
        });
        whole.then_some(Body::Rows(rows))
    }

    /// Cases, of which the first that applies counts.
    fn cases(&mut self, line: &LayoutLine, name: &str) -> Option<Body> {
        let (Some(first), Some(last)) = (line.below.first(), line.below.last()) else {
            let hint = if line.reference.is_some() { "; square brackets are a reference" } else { "" };
            let message =
                format!("nothing stands behind \"{name} =\"; write a value, or cases below it{hint}");
            self.emit(line.span, message);
            return None;
        };
        if let Some(TokenKind::Sign("=" | "+" | "-" | "*" | "/")) = first.starts() {
            let message = format!(
                "\"{name} =\" has a value behind it before rows follow; cases have no sign in front: value if condition"
            );
            self.emit(first.span, message);
            return None;
        }
        if let Some(colon) = line.below.iter().find_map(colon_of_a_branch) {
            let message = "cases have no colon and no \"if\" in front: the value, then its condition, and the last one what it is otherwise:  5 if skill > 3,  below it  else 0";
            self.emit(colon, message);
            return None;
        }
        let mut rows = Vec::new();
        let ordered = self.else_is_last(line, "");
        let whole = self.through_blocks(line, None, &mut |reader, below, above| {
            let case = reader.alone(below, "a case", |cursor| case(cursor, below, above));
            case.map(|case| rows.push(case)).is_some()
        });
        if !whole || !ordered {
            return None;
        }
        if !matches!(rows.last(), Some(Row { when: None, .. })) {
            self.emit(last.span, "the last case says what it is otherwise: else value");
            return None;
        }
        Some(Body::Cases(rows))
    }

    /// True where `else` is the last of the cases, and of each block of them.
    fn else_is_last(&mut self, line: &LayoutLine, of: &str) -> bool {
        let mut pairs = line.below.iter().zip(line.below.iter().skip(1));
        if let Some((_, below)) = pairs.find(|(case, _)| case.starts_with("else")) {
            self.emit(below.span, format!("this case is never reached; \"else\" is the last{of}"));
            return false;
        }
        let mut blocks = line.below.iter().filter(|case| case.starts_with("if"));
        blocks.all(|block| self.else_is_last(block, " of its block"))
    }
}

/// The colon of `if x > 3: 5`, as other languages write a case.
fn colon_of_a_branch(line: &LayoutLine) -> Option<Span> {
    let is_branch = ["if", "elif", "elseif", "else"].iter().any(|word| line.starts_with(word));
    let mut depth = 0_usize;
    let colon = line.tokens.iter().find(|token| {
        match token.kind {
            TokenKind::Sign("(" | "{") => depth += 1,
            TokenKind::Sign(")" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.kind, TokenKind::Sign(":"))
    });
    colon.filter(|_| is_branch).map(|colon| colon.span)
}

impl Row<Expr> {
    /// Row of a line, with the conditions of the blocks around it.
    fn of(line: &LayoutLine, value: Expr, when: Option<Expr>, above: Option<&Expr>) -> Self {
        Self { value, when: both(above, when), span: line.span }
    }
}

/// A name's first row: a value, with no condition.
fn first_row(cursor: &mut Cursor<'_>, line: &LayoutLine, name: &str) -> Read<Row<Expr>> {
    let start = cursor.here();
    let (mut value, when) = cursor.value_when()?;
    if when.is_none() {
        value = cursor.pool(start, value)?;
    }
    // A condition with tokens behind it has a diagnostic of its own.
    cursor.ends()?;
    let Some(when) = when else { return Ok(Row::of(line, value, None, None)) };
    let message = if matches!(*when.it, ExprKind::Otherwise(..)) {
        format!("after \"if\" comes \"else\": {name} = a if c else b")
    } else {
        format!(
            "a first line with \"if\" needs what it is otherwise; write {name} = 0 and below it a row = value if ..., or {name} = a if c else b"
        )
    };
    wrong(Span { end: when.span.end, ..start }, message)
}

fn case(cursor: &mut Cursor<'_>, line: &LayoutLine, above: Option<&Expr>) -> Read<Row<Expr>> {
    if cursor.sees("=") {
        return cursor.wrong("a case has no sign in front of it: value if condition");
    }
    if let Some(TokenKind::Name(name)) = cursor.ahead(0)
        && name.starts_with("el")
        && let Some(hint) = statement_otherwise(name)
    {
        return cursor.wrong(format!("\"{name}\" is not known here; {hint}"));
    }
    if cursor.takes_word("else") {
        let value = cursor.head("")?;
        if cursor.sees_word("if") {
            return cursor.wrong("\"else\" has no condition; a case with one is: value if condition");
        }
        return Ok(Row::of(line, value, None, above));
    }
    let value = cursor.head("")?;
    let when = cursor.when()?;
    if when.is_none() {
        cursor.ends_or(&["if"])?;
        return wrong(line.span, "a case has a condition, and the last one \"else\" in front: else value");
    }
    Ok(Row::of(line, value, when, above))
}

/// A row below the first.
fn row(cursor: &mut Cursor<'_>, line: &LayoutLine, above: Option<&Expr>) -> Read<Row<Expr>> {
    let start = cursor.here();
    let (value, when) = match cursor.ahead(0) {
        Some(TokenKind::Sign("=")) => {
            cursor.next();
            cursor.value_when()?
        }
        Some(TokenKind::Sign("+" | "-" | "*" | "/")) => going_on(cursor)?,
        Some(TokenKind::Name(name)) => match (name.as_str(), unary(name)) {
            ("div" | "mod", _) => going_on(cursor)?,
            ("at", _) => {
                cursor.next();
                let binary = if cursor.takes_word("least") {
                    Binary::Max
                } else if cursor.takes_word("most") {
                    Binary::Min
                } else {
                    return Err(cursor.need("\"least\" or \"most\": at least 0"));
                };
                let bound = cursor.binary(ADD)?;
                (cursor.node(start, ExprKind::Binary(binary, it(start), bound))?, cursor.when()?)
            }
            (_, Some(unary)) if unary != Unary::Abs => {
                if matches!(cursor.ahead(1), Some(TokenKind::Sign("("))) {
                    let message =
                        format!("a row \"{name}\" stands alone; a new value has = in front: = {name}(...)");
                    return wrong(start, message);
                }
                cursor.next();
                (cursor.node(start, ExprKind::Unary(unary, it(start)))?, cursor.when()?)
            }
            _ => return Err(no_row(cursor, name)),
        },
        Some(TokenKind::Wrong(_)) => return Err(cursor.need("a row")),
        _ => return Err(no_row(cursor, "")),
    };
    Ok(Row::of(line, value, when, above))
}

/// `+ 2 if c`: an operation on the value so far.
fn going_on(cursor: &mut Cursor<'_>) -> Read<(Expr, Option<Expr>)> {
    let start = cursor.here();
    let value = cursor.go_on(start, it(start), ADD)?;
    Ok((value, cursor.when_alone("+")?))
}

fn no_row(cursor: &Cursor<'_>, name: &str) -> Diagnostic {
    let hint = match said_otherwise(name) {
        Some(here) => format!("; here one writes \"{here}\""),
        None => suggestion(name, ROWS),
    };
    let is_value = matches!(cursor.ahead(1), Some(TokenKind::Sign("=")));
    let below = if is_value { "; a line of its own is indented less" } else { "" };
    let message = format!(
        "a row begins with = + - * / div mod, floor ceil round trunc, at least or at most, not with {}{hint}{below}",
        cursor.found()
    );
    Diagnostic::new(cursor.here(), message)
}
