//! Tables, and the table of switches.

use super::Reader;
use super::cursor::Cursor;
use super::fields::mark;
use super::layout::Line;
use super::problem::{Fault, Keep, Read, wrong};
use super::syntax::{At, Cell, Key, Name, Says, TableRow};
use super::tokens::Kind;

impl Reader {
    /// `table NAME columns` and its rows.
    pub(super) fn table(&mut self, cursor: &mut Cursor<'_>, line: &Line) -> Option<Says> {
        let head = table_head(cursor);
        let mut rows = Vec::new();
        for below in &line.below {
            self.nothing_below(below, "a row of a table");
            let mut cursor = Cursor::new(&below.tokens, below.span);
            rows.extend(row(&mut cursor, below).keep(&mut self.faults));
        }
        let (name, columns) = head.keep(&mut self.faults)?;
        if line.below.is_empty() {
            self.tell(line.span, "a table has rows below it: a key and its cells");
        }
        Some(Says::Table(name, columns, rows))
    }

    /// `switches PATH by PATH` and its rows.
    pub(super) fn switches(&mut self, cursor: &mut Cursor<'_>, line: &Line) -> Option<Says> {
        let head = switches_head(cursor);
        let mut lines = line.below.iter();
        let Some(first) = lines.next() else {
            self.tell(line.span, "below stand the editions, and then a row for each switch");
            return None;
        };
        let mut editions = Vec::new();
        let mut below = Cursor::new(&first.tokens, first.span);
        while !below.at_end() {
            editions.push(below.word("an edition").keep(&mut self.faults)?);
        }
        let mut rows = Vec::new();
        for line in first.below.iter().chain(lines) {
            if !first.below.iter().any(|below| core::ptr::eq(below, line)) {
                self.nothing_below(line, "a switch");
            }
            let mut cursor = Cursor::new(&line.tokens, line.span);
            rows.extend(switch(&mut cursor, editions.len(), line).keep(&mut self.faults));
        }
        let (fields, by) = head.keep(&mut self.faults)?;
        Some(Says::Switches { fields, by, editions, rows })
    }
}

fn table_head(cursor: &mut Cursor<'_>) -> Read<(Name, Vec<At<Cell>>)> {
    let name = cursor.new_name("the table's name")?;
    let mut columns = Vec::new();
    while !cursor.at_end() {
        columns.push(cell(cursor)?);
    }
    // A table of one column needs no heading.
    if columns.is_empty() {
        columns.push(At { it: Cell::Word(name.it.clone()), span: name.span });
    }
    Ok((name, columns))
}

fn switches_head(cursor: &mut Cursor<'_>) -> Read<(super::syntax::Path, super::syntax::Path)> {
    let fields = cursor.path("the fields of the switches: situation.switches")?;
    cursor.needs_word("by")?;
    let by = cursor.path("the field of the edition: situation.rules")?;
    cursor.ends()?;
    Ok((fields, by))
}

fn switch(cursor: &mut Cursor<'_>, editions: usize, line: &Line) -> Read<(Name, Vec<Name>, Option<String>)> {
    let name = cursor.new_name("a switch")?;
    let mut words = Vec::new();
    while !cursor.at_end() {
        words.push(cursor.word("what the switch stands at in an edition")?);
    }
    if words.len() != editions {
        let message = format!(
            "\"{}\" stands at {} words here, and there are {editions} editions",
            name.it,
            words.len()
        );
        return wrong(line.span, message);
    }
    Ok((name, words, line.reference.clone()))
}

fn cell(cursor: &mut Cursor<'_>) -> Read<At<Cell>> {
    let start = cursor.here();
    let it = match cursor.ahead(0) {
        Some(Kind::Sign("-")) if !matches!(cursor.ahead(1), Some(Kind::Number(_))) => {
            cursor.next();
            Cell::Absent
        }
        Some(Kind::Sign("-")) => {
            cursor.next();
            if cursor.is_glued() {
                let number = cursor.exact("a number")?;
                Cell::Number(number.negate().map_err(|wrong| Fault::new(start, wrong.to_string()))?)
            } else {
                Cell::Absent
            }
        }
        Some(Kind::Number(_)) => Cell::Number(cursor.exact("a number")?),
        Some(Kind::Name(word)) if word == "yes" || word == "no" => {
            cursor.next();
            Cell::Flag(word == "yes")
        }
        Some(Kind::Name(_)) => Cell::Word(cursor.word("a cell")?.it),
        _ => return Err(cursor.need("a cell: a number, a word, yes, no or -")),
    };
    Ok(At { it, span: cursor.since(start) })
}

fn row(cursor: &mut Cursor<'_>, line: &Line) -> Read<TableRow> {
    let mut keys = vec![key(cursor)?];
    while cursor.takes("|") {
        keys.push(key(cursor)?);
    }
    if cursor.sees_word("to") || cursor.sees("-") && cursor.is_glued() {
        return cursor.wrong("a row from one number to another is written with two dots: 4..5");
    }
    if cursor.takes(":") {
        return cursor.wrong("cells stand behind the key with spaces between, without a colon");
    }
    let mut cells = Vec::new();
    while !cursor.at_end() {
        if cursor.sees(",") {
            return cursor.wrong("cells are separated by spaces");
        }
        cells.push(cell(cursor)?);
    }
    Ok(TableRow { keys, cells, reference: line.reference.clone() })
}

fn key(cursor: &mut Cursor<'_>) -> Read<At<Key>> {
    let start = cursor.here();
    let it = match cursor.ahead(0) {
        Some(Kind::Name(word)) if word == "other" => {
            cursor.next();
            Key::Other
        }
        Some(Kind::Name(word)) if word == "else" => {
            return wrong(start, "the row for everything else is called \"other\"");
        }
        Some(Kind::Name(_)) => Key::Word(cursor.word("a key")?.it),
        Some(Kind::Sign("..")) => {
            cursor.next();
            Key::Range(None, Some(mark(cursor)?))
        }
        Some(Kind::Number(_) | Kind::Sign("-")) => {
            let from = mark(cursor)?;
            if cursor.takes("..") {
                let closed =
                    cursor.is_glued() && matches!(cursor.ahead(0), Some(Kind::Number(_) | Kind::Sign("-")));
                let to = if closed { Some(mark(cursor)?) } else { None };
                Key::Range(Some(from), to)
            } else {
                Key::Range(Some(from), Some(from))
            }
        }
        _ => return Err(cursor.need("a key: a word, a number, 3..9, ..5, 25.. or other")),
    };
    Ok(At { it, span: cursor.since(start) })
}
