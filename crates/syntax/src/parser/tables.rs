//! Tables, and the table of switches.

use super::Parser;
use super::cursor::Cursor;
use super::fields::mark;
use crate::ast::{Cell, Key, Name, Path, Spanned, StatementKind, Switch, Switches, TableRow};
use crate::diagnostics::{Keep, Read, worked, wrong};
use crate::layout::LayoutLine;
use crate::token::TokenKind;

/// Ends of open ranges of keys: `..5`, `25..`.
const LEAST: (i64, i64) = (i64::MIN, i64::MIN);
const MOST: (i64, i64) = (i64::MAX, i64::MAX);

impl Parser {
    /// `table NAME columns` and its rows.
    pub(super) fn table(&mut self, cursor: &mut Cursor<'_>, line: &LayoutLine) -> Option<StatementKind> {
        let head = table_head(cursor);
        let rows = self.each_alone(line, "a row of a table", row);
        let (name, columns) = head.keep(&mut self.diagnostics)?;
        if line.below.is_empty() {
            self.emit(line.span, "a table has rows below it: a key and its cells");
        }
        Some(StatementKind::Table(name, columns, rows))
    }

    /// `switches PATH by PATH` and its rows.
    pub(super) fn switches(&mut self, cursor: &mut Cursor<'_>, line: &LayoutLine) -> Option<StatementKind> {
        let head = switches_head(cursor);
        let mut lines = line.below.iter();
        let Some(first) = lines.next() else {
            self.emit(line.span, "below stand the editions, and then a row for each switch");
            return None;
        };
        let editions = Cursor::new(first).all(|cursor| cursor.word("an edition"));
        let editions = editions.keep(&mut self.diagnostics)?;
        let rows =
            first.below.iter().chain(lines).filter_map(|line| {
                self.alone(line, "a switch", |cursor| switch(cursor, editions.len(), line))
            });
        let rows = rows.collect();
        let (fields, by) = head.keep(&mut self.diagnostics)?;
        Some(StatementKind::Switches(Switches { fields, by, editions, rows }))
    }
}

fn table_head(cursor: &mut Cursor<'_>) -> Read<(Name, Vec<Spanned<Cell<String>>>)> {
    let name = cursor.new_name("the table's name")?;
    let mut columns = cursor.all(cell)?;
    // A table of one column needs no heading.
    if columns.is_empty() {
        columns.push(Spanned { it: Cell::Word(name.it.clone()), span: name.span });
    }
    Ok((name, columns))
}

fn switches_head(cursor: &mut Cursor<'_>) -> Read<(Path, Path)> {
    let fields = cursor.path("the fields of the switches: situation.switches")?;
    cursor.needs_word("by")?;
    let by = cursor.path("the field of the edition: situation.rules")?;
    cursor.ends()?;
    Ok((fields, by))
}

fn switch(cursor: &mut Cursor<'_>, editions: usize, line: &LayoutLine) -> Read<Switch> {
    let name = cursor.new_name("a switch")?;
    let words = cursor.all(|cursor| cursor.word("what the switch stands at in an edition"))?;
    if words.len() != editions {
        let message = format!(
            "\"{}\" stands at {} words here, and there are {editions} editions",
            name.it,
            words.len()
        );
        return wrong(line.span, message);
    }
    Ok(Switch { name, words })
}

fn cell(cursor: &mut Cursor<'_>) -> Read<Spanned<Cell<String>>> {
    let start = cursor.here();
    let it = match cursor.ahead(0) {
        Some(TokenKind::Sign("-")) => {
            cursor.next();
            match cursor.ahead(0) {
                Some(TokenKind::Number(_)) if cursor.is_glued() => {
                    Cell::Number(worked(start, cursor.exact("a number")?.negate())?)
                }
                _ => Cell::Absent,
            }
        }
        Some(TokenKind::Number(_)) => Cell::Number(cursor.exact("a number")?),
        Some(TokenKind::Name(word)) if word == "yes" || word == "no" => {
            cursor.next();
            Cell::Flag(word == "yes")
        }
        Some(TokenKind::Name(_)) => Cell::Word(cursor.word("a cell")?.it),
        _ => return Err(cursor.need("a cell: a number, a word, yes, no or -")),
    };
    Ok(Spanned { it, span: cursor.since(start) })
}

fn row(cursor: &mut Cursor<'_>) -> Read<TableRow> {
    let keys = cursor.several("|", key)?;
    if cursor.sees_word("to") || cursor.sees("-") && cursor.is_glued() {
        return cursor.wrong("a row from one number to another is written with two dots: 4..5");
    }
    if cursor.sees("=") {
        return cursor.wrong("this is no row of the table above; a figure stands at the left margin");
    }
    if cursor.takes(":") {
        return cursor.wrong("cells stand behind the key with spaces between, without a colon");
    }
    let cells = cursor.all(|cursor| {
        if cursor.sees(",") { cursor.wrong("cells are separated by spaces") } else { cell(cursor) }
    })?;
    Ok(TableRow { keys, cells })
}

fn key(cursor: &mut Cursor<'_>) -> Read<Spanned<Key<String>>> {
    let start = cursor.here();
    let it = match cursor.ahead(0) {
        Some(TokenKind::Name(word)) if word == "other" => {
            cursor.next();
            Key::Other
        }
        Some(TokenKind::Name(word)) if word == "else" => {
            return wrong(start, "the row for everything else is called \"other\"");
        }
        Some(TokenKind::Name(_)) => Key::Word(cursor.word("a key")?.it),
        Some(TokenKind::Sign("..")) => {
            cursor.next();
            Key::Range(LEAST, mark(cursor)?)
        }
        Some(TokenKind::Number(_) | TokenKind::Sign("-")) => {
            let from = mark(cursor)?;
            if cursor.takes("..") {
                let closed = cursor.is_glued()
                    && matches!(cursor.ahead(0), Some(TokenKind::Number(_) | TokenKind::Sign("-")));
                Key::Range(from, if closed { mark(cursor)? } else { MOST })
            } else {
                Key::Range(from, from)
            }
        }
        _ => return Err(cursor.need("a key: a word, a number, 3..9, ..5, 25.. or other")),
    };
    Ok(Spanned { it, span: cursor.since(start) })
}
