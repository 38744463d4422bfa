//! Tables: each row has as many cells as columns, and keys that are words of a list or ordered numbers.

use super::mode::Checker;
use crate::program::{Cell, Key, Mark, Table};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use tohit_syntax::ast::{self, Name, Spanned, Statement, StatementKind, TableRow};
use tohit_syntax::diagnostics::{Diagnostic, suggestion};

impl<'a> Checker<'a> {
    pub(super) fn table(
        &mut self,
        name: &'a Name,
        columns: &'a [Spanned<ast::Cell<String>>],
        rows: &'a [TableRow],
    ) -> Table {
        let mut heads: Vec<Cell> = Vec::new();
        for column in columns {
            let head = self.cell(&column.it, false);
            let diagnostic = match &head {
                Cell::Absent | Cell::Flag(_) => Some("a column is called by a word or a number".to_owned()),
                head if heads.contains(head) => Some("two columns are called the same".to_owned()),
                _ => None,
            };
            self.diagnostics.extend(diagnostic.map(|message| Diagnostic::new(column.span, message)));
            heads.push(head);
        }
        let mut done: Vec<(Key, Arc<[Cell]>)> = Vec::new();
        let mut seen: FxHashSet<crate::program::Word> = FxHashSet::default();
        let mut over = false;
        for row in rows {
            let span = row.keys.first().map_or(name.span, |key| key.span);
            if row.cells.len() != columns.len() {
                let cells = count(row.cells.len(), "cell");
                let message =
                    format!("this row has {cells}, the table has {}", count(columns.len(), "column"));
                self.tell(row.cells.get(columns.len()).map_or(span, |cell| cell.span), message);
                continue;
            }
            if over {
                self.tell(span, "this row is never reached; \"other\" is the last");
                continue;
            }
            let cells: Arc<[Cell]> = row.cells.iter().map(|cell| self.cell(&cell.it, true)).collect();
            for key in &row.keys {
                match self.key(&key.it, &mut seen) {
                    Ok(key) => {
                        over |= key == Key::Other;
                        done.push((key, Arc::clone(&cells)));
                    }
                    Err(message) => self.tell(key.span, message),
                }
            }
        }
        Table { name: name.it.clone(), columns: heads, rows: done }
    }

    fn cell(&mut self, cell: &ast::Cell<String>, known: bool) -> Cell {
        match cell {
            ast::Cell::Number(number) => Cell::Number(number.clone()),
            ast::Cell::Word(word) => {
                let word = self.words.of(word);
                if known {
                    self.known.insert(word);
                } else {
                    self.fields.insert(word);
                }
                Cell::Word(word)
            }
            ast::Cell::Flag(flag) => Cell::Flag(*flag),
            ast::Cell::Absent => Cell::Absent,
        }
    }

    fn key(
        &mut self,
        key: &ast::Key<String>,
        seen: &mut FxHashSet<crate::program::Word>,
    ) -> Result<Key, String> {
        Ok(match key {
            ast::Key::Other => Key::Other,
            ast::Key::Word(text) => {
                // A word of no list so far may be in a cell of a table further below.
                let word = self.words.of(text);
                if !seen.insert(word) {
                    return Err(format!("\"{text}\" has two rows"));
                }
                Key::Word(word)
            }
            ast::Key::Range(from, to) => {
                if from > to {
                    return Err("the lower end stands in front: 3..9".to_owned());
                }
                Key::Range(*from, *to)
            }
        })
    }

    /// Reports keys that are words of no list.
    pub(super) fn keys_are_words(&mut self, rows: &'a [TableRow]) {
        for key in rows.iter().flat_map(|row| &row.keys) {
            let ast::Key::Word(text) = &key.it else { continue };
            if self.words.known(text).is_some_and(|word| self.known.contains(&word)) {
                continue;
            }
            if self.diagnostics.len() > 100 {
                return;
            }
            let known: Vec<&str> = self.known.iter().map(|word| self.words.text(*word)).collect();
            let hint = suggestion(text, &known);
            self.tell(key.span, format!("\"{text}\" is a word of no list{hint}"));
        }
    }
}

/// Marks with a second part in the keys of all tables.
pub(super) fn parted(statements: &[Statement]) -> Vec<Mark> {
    let tables = statements.iter().filter_map(|statement| match &statement.says {
        StatementKind::Table(_, _, rows) => Some(rows),
        _ => None,
    });
    let ends = tables.flatten().flat_map(|row| &row.keys).filter_map(|key| match &key.it {
        ast::Key::Range(from, to) => Some([*from, *to]),
        _ => None,
    });
    // The end of an open range is no mark.
    ends.flatten().filter(|(number, part)| *part > 0 && *number < i64::MAX).collect()
}

/// `1 cell`, `2 cells`
pub(super) fn count(many: usize, what: &str) -> String {
    if many == 1 { format!("1 {what}") } else { format!("{many} {what}s") }
}
