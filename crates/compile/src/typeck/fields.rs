//! Types of fields of records, and of tables.

use super::TypeChecker;
use super::kind::{Domain, Type, ValueKind};
use super::nullability::KnownFacts;
use crate::program::{Cell, Id, Key, Node, Table, Word};
use rustc_hash::FxHashSet;
use tohit_syntax::diagnostics::{Read, suggestion, suggestion_or_all};

impl TypeChecker<'_, '_> {
    /// Type of a field of a record, or of a column of a row.
    pub(super) fn dot(&mut self, id: Id, of: Id, word: Word, facts: &KnownFacts) -> Read<Type> {
        let kind = self.there(of, facts)?;
        let field = self.text_of(word);
        let gives = match kind {
            ValueKind::Any if self.checker.fields.contains(&word) || word == Word::NUMBER => {
                return Ok(Type::ANY);
            }
            ValueKind::Any => {
                let known: Vec<&str> = self.checker.fields.iter().map(|word| self.text_of(*word)).collect();
                let hint = suggestion(field, &known);
                return self.wrong(id, format!("no field and no column is called \"{field}\"{hint}"));
            }
            ValueKind::Record(all, item) => {
                let mut gives = Type::ANY;
                for fields in &all {
                    let own = match fields.field(word) {
                        Some(field) => Type { kind: ValueKind::of(&field.shape), absent: field.absent },
                        None if item && word == Word::NUMBER => Type::NUMBER,
                        None if self.checker.unread.contains(field) => return self.wrong(id, ""),
                        None => {
                            let known = suggestion_or_all(field, &self.checker.words.names(fields));
                            return self
                                .wrong(id, format!("\"{}\" has no \"{field}\"{known}", self.said(of)));
                        }
                    };
                    let Some(joined) = gives.join(own) else {
                        let message = "is not the same sort of value in all records here";
                        return self.wrong(id, format!("\"{field}\" {message}"));
                    };
                    gives = joined;
                }
                gives
            }
            ValueKind::Row(table) => {
                let Some(table) = self.checker.tables.get(usize::from(table)) else { return Ok(Type::ANY) };
                let Some(place) = table.columns.iter().position(|column| *column == Cell::Word(word)) else {
                    let heads = table.columns.iter().filter_map(|column| match column {
                        Cell::Word(word) => Some(self.text_of(*word)),
                        _ => None,
                    });
                    let hint = suggestion(field, &heads.collect::<Vec<_>>());
                    return self.wrong(id, format!("table {} has no column \"{field}\"{hint}", table.name));
                };
                self.cells(table.rows.iter().filter_map(|(_, cells)| cells.get(place)), id)?
            }
            ValueKind::List(_) => {
                let said = self.said(of);
                let message =
                    format!("\"{said}\" is a list; go through its items: sum of p.{field} for p in {said}");
                return self.wrong(id, message);
            }
            other => {
                let said = self.said(of);
                let hint = match self.node(of) {
                    Node::Table(_, _, None) => {
                        format!("; a table with one column is asked without its name: {said}")
                    }
                    _ => String::new(),
                };
                let message = format!("\"{said}\" is {} and has no \"{field}\"{hint}", other.called());
                return self.wrong(id, message);
            }
        };
        Ok(self.reduced(id, gives, facts))
    }

    /// Narrows a type to a present one where the facts establish that.
    pub(super) fn reduced(&mut self, id: Id, gives: Type, facts: &KnownFacts) -> Type {
        let absent = gives.absent && {
            let what = self.leads_to(id);
            !self.sure(facts, what)
        };
        Type { absent, ..gives }
    }

    /// Common type of some cells.
    fn cells<'t>(&self, cells: impl Iterator<Item = &'t Cell>, id: Id) -> Read<Type> {
        let mut words: Vec<Word> = Vec::new();
        let mut kind: Option<ValueKind> = None;
        let mut absent = false;
        for cell in cells {
            let own = match cell {
                Cell::Absent => {
                    absent = true;
                    continue;
                }
                Cell::Number(_) => ValueKind::Number,
                Cell::Flag(_) => ValueKind::Flag,
                Cell::Word(word) => {
                    if !words.contains(word) {
                        words.push(*word);
                    }
                    ValueKind::Any
                }
            };
            match &kind {
                Some(before) if *before != own => {
                    let message = "this column holds words in some rows and other values in others";
                    return self.wrong(id, message);
                }
                _ => kind = Some(own),
            }
        }
        let kind = match kind {
            Some(ValueKind::Any) => ValueKind::Word(Domain { words: words.into(), list: false }),
            other => other.unwrap_or(ValueKind::Any),
        };
        Ok(Type { kind, absent })
    }

    /// Type of a row or cell of a table.
    pub(super) fn table(
        &mut self,
        id: Id,
        place: u16,
        key: Id,
        column: Option<Id>,
        facts: &KnownFacts,
    ) -> Read<Type> {
        let kind = self.there(key, facts)?;
        let checker = self.checker;
        let Some(table) = checker.tables.get(usize::from(place)) else { return Ok(Type::ANY) };
        let other = table.rows.iter().any(|(key, _)| *key == Key::Other);
        match &kind {
            ValueKind::Any => {}
            ValueKind::Word(domain) => {
                let keys = table.rows.iter().filter_map(|(key, _)| match key {
                    Key::Word(word) => Some(*word),
                    _ => None,
                });
                let keys: FxHashSet<Word> = keys.collect();
                let missing = domain.words.iter().find(|word| !keys.contains(word));
                // A row that could not be read is not missed.
                let whole = !checker.unread.contains(&table.name);
                if let Some(missing) = missing.filter(|_| !other && whole) {
                    let missing = self.text_of(*missing);
                    return self.wrong(key, format!("table {} has no row for \"{missing}\"", table.name));
                }
            }
            ValueKind::Number | ValueKind::Mark => {
                if !other && !table.rows.iter().any(|(key, _)| matches!(key, Key::Range(..))) {
                    let (said, kind) = (self.said(key), kind.called());
                    let message =
                        format!("the rows of table {} are words, and \"{said}\" is {kind}", table.name);
                    return self.wrong(key, message);
                }
            }
            kind => {
                let (said, kind) = (self.said(key), kind.called());
                let message =
                    format!("a table is asked for a word, a number or a mark; \"{said}\" is {kind}");
                return self.wrong(key, message);
            }
        }
        let gives = match column {
            Some(column) => {
                let places = self.columns(table, column, facts)?;
                let cells =
                    table.rows.iter().flat_map(|(_, cells)| places.iter().map(|place| cells.get(*place)));
                self.cells(cells.flatten(), id)?
            }
            None if table.columns.len() == 1 => {
                self.cells(table.rows.iter().filter_map(|(_, cells)| cells.first()), id)?
            }
            None => Type::of(ValueKind::Row(place)),
        };
        Ok(self.reduced(id, gives, facts))
    }

    /// Places of the columns that an expression can select.
    fn columns(&mut self, table: &Table, column: Id, facts: &KnownFacts) -> Read<Vec<usize>> {
        let kind = self.there(column, facts)?;
        if let ValueKind::Word(domain) = &kind
            && let Some(missing) =
                domain.words.iter().find(|word| !table.columns.contains(&Cell::Word(**word)))
        {
            let missing = self.text_of(*missing);
            return self.wrong(column, format!("table {} has no column for \"{missing}\"", table.name));
        }
        let fits = |head: &Cell| match (head, self.node(column), &kind) {
            (Cell::Word(head), Node::Word(word), _) => head == word,
            (Cell::Number(head), Node::Number(number), _) => head == number,
            (Cell::Word(head), _, ValueKind::Word(domain)) => domain.words.contains(head),
            (Cell::Number(_), _, kind) => *kind == ValueKind::Number,
            _ => false,
        };
        let heads = table.columns.iter().enumerate();
        let places: Vec<usize> = heads.filter(|(_, head)| fits(head)).map(|(place, _)| place).collect();
        if kind != ValueKind::Any && places.is_empty() {
            let said = self.said(column);
            return self.wrong(column, format!("table {} has no column \"{said}\"", table.name));
        }
        Ok(places)
    }
}
