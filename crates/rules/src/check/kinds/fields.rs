//! Fields of records, and what tables hold.

use super::Kinds;
use super::facts::Facts;
use super::kind::{Domain, Kind, Type};
use crate::core::{Cell, Id, Key, Node, Word};
use crate::reader::problem::{Fault, Read, meant, meant_or, wrong};

impl Kinds<'_, '_> {
    /// A field of a record, or a column of a table's row.
    pub(super) fn dot(&mut self, id: Id, of: Id, word: Word, facts: &Facts) -> Read<Type> {
        let kind = self.there(of, facts)?;
        let field = self.text_of(word);
        let mut gives = match kind {
            Kind::Any if self.checker.fields.contains(&word) || field == "number" => return Ok(Type::ANY),
            Kind::Any => {
                let known: Vec<&str> = self.checker.fields.iter().map(|word| self.text_of(*word)).collect();
                let hint = meant(field, &known);
                return wrong(self.span(id), format!("no field and no column is called \"{field}\"{hint}"));
            }
            Kind::Record(all, item) => {
                let mut gives: Option<Type> = None;
                for fields in &all {
                    let own = match fields.fields.iter().find(|field| field.name == word) {
                        Some(field) => Type { kind: Kind::of(&field.shape), absent: field.absent },
                        None if item && field == "number" => Type::of(Kind::Number),
                        None => {
                            let known: Vec<&str> =
                                fields.fields.iter().map(|field| self.text_of(field.name)).collect();
                            if self.checker.unread.contains(field) {
                                return wrong(self.span(id), "");
                            }
                            let message = format!(
                                "\"{}\" has no \"{field}\"{}",
                                self.said(of),
                                meant_or(field, &known)
                            );
                            return wrong(self.span(id), message);
                        }
                    };
                    gives = Some(match gives {
                        None => own,
                        Some(before) => before.join(own).ok_or_else(|| {
                            Fault::new(
                                self.span(id),
                                format!("\"{field}\" is not the same sort of value in all records here"),
                            )
                        })?,
                    });
                }
                gives.unwrap_or(Type::ANY)
            }
            Kind::Row(table) => {
                let Some(table) = self.checker.tables.get(usize::from(table)) else { return Ok(Type::ANY) };
                match table.columns.iter().position(|column| *column == Cell::Word(word)) {
                    Some(place) => {
                        self.cells(table.rows.iter().filter_map(|(_, cells)| cells.get(place)), id)?
                    }
                    None => {
                        let known: Vec<&str> = table
                            .columns
                            .iter()
                            .filter_map(|column| match column {
                                Cell::Word(word) => Some(self.text_of(*word)),
                                _ => None,
                            })
                            .collect();
                        let hint = meant(field, &known);
                        let message = format!("table {} has no column \"{field}\"{hint}", table.name);
                        return wrong(self.span(id), message);
                    }
                }
            }
            Kind::List(_) => {
                let message = format!(
                    "\"{}\" is a list; go through its items: sum of p.{field} for p in {}",
                    self.said(of),
                    self.said(of)
                );
                return wrong(self.span(id), message);
            }
            other => {
                let message = format!("\"{}\" is {} and has no \"{field}\"", self.said(of), other.called());
                return wrong(self.span(id), message);
            }
        };
        self.reduce(id, &mut gives, facts);
        Ok(gives)
    }

    /// Whether it is surely there, although it may be absent elsewhere.
    pub(super) fn reduce(&mut self, id: Id, gives: &mut Type, facts: &Facts) {
        if gives.absent {
            let what = self.leads_to(id);
            gives.absent = !self.sure(facts, what);
        }
    }

    /// What some cells have in common.
    fn cells<'t>(&self, cells: impl Iterator<Item = &'t Cell>, id: Id) -> Read<Type> {
        let mut words: Vec<Word> = Vec::new();
        let mut kind: Option<Kind> = None;
        let mut absent = false;
        for cell in cells {
            let own = match cell {
                Cell::Absent => {
                    absent = true;
                    continue;
                }
                Cell::Number(_) => Kind::Number,
                Cell::Flag(_) => Kind::Flag,
                Cell::Word(word) => {
                    if !words.contains(word) {
                        words.push(*word);
                    }
                    Kind::Any
                }
            };
            match &kind {
                Some(before) if *before != own => {
                    let message = "this column holds words in some rows and other values in others";
                    return wrong(self.span(id), message);
                }
                _ => kind = Some(own),
            }
        }
        let kind = match kind {
            Some(Kind::Any) => Kind::Word(Domain { words: words.into(), list: false }),
            other => other.unwrap_or(Kind::Any),
        };
        Ok(Type { kind, absent })
    }

    /// A table's row or cell.
    pub(super) fn table(
        &mut self,
        id: Id,
        place: u16,
        key: Id,
        column: Option<Id>,
        facts: &Facts,
    ) -> Read<Type> {
        let kind = self.there(key, facts)?;
        let checker = self.checker;
        let Some(table) = checker.tables.get(usize::from(place)) else { return Ok(Type::ANY) };
        let other = table.rows.iter().any(|(key, _)| *key == Key::Other);
        match &kind {
            Kind::Any => {}
            Kind::Word(domain) => {
                let keys: rustc_hash::FxHashSet<Word> = table
                    .rows
                    .iter()
                    .filter_map(|(key, _)| match key {
                        Key::Word(word) => Some(*word),
                        _ => None,
                    })
                    .collect();
                if let Some(missing) = domain.words.iter().find(|word| !keys.contains(word))
                    && !other
                {
                    let message =
                        format!("table {} has no row for \"{}\"", table.name, self.text_of(*missing));
                    return wrong(self.span(key), message);
                }
            }
            Kind::Number | Kind::Mark => {
                if !other && !table.rows.iter().any(|(key, _)| matches!(key, Key::Range(..))) {
                    let message = format!(
                        "the rows of table {} are words, and \"{}\" is {}",
                        table.name,
                        self.said(key),
                        kind.called()
                    );
                    return wrong(self.span(key), message);
                }
            }
            kind => {
                let message = format!(
                    "a table is asked for a word, a number or a mark; \"{}\" is {}",
                    self.said(key),
                    kind.called()
                );
                return wrong(self.span(key), message);
            }
        }
        let mut gives = match column {
            Some(column) => {
                let kind = self.there(column, facts)?;
                let fits = |head: &&Cell| match (head, self.node(column)) {
                    (Cell::Word(head), Node::Word(word)) => head == word,
                    (Cell::Number(head), Node::Number(number)) => head == number,
                    (Cell::Word(head), _) => match &kind {
                        Kind::Word(domain) => domain.words.contains(head),
                        _ => false,
                    },
                    (Cell::Number(_), Node::Word(_)) => false,
                    (Cell::Number(_), _) => kind == Kind::Number,
                    _ => false,
                };
                let missing = match &kind {
                    Kind::Word(domain) => {
                        domain.words.iter().find(|word| !table.columns.contains(&Cell::Word(**word)))
                    }
                    _ => None,
                };
                if let Some(missing) = missing {
                    let message =
                        format!("table {} has no column for \"{}\"", table.name, self.text_of(*missing));
                    return wrong(self.span(column), message);
                }
                if kind != Kind::Any && !table.columns.iter().any(|head| fits(&head)) {
                    let message = format!("table {} has no column \"{}\"", table.name, self.said(column));
                    return wrong(self.span(column), message);
                }
                let places: Vec<usize> = table
                    .columns
                    .iter()
                    .enumerate()
                    .filter(|(_, head)| fits(head))
                    .map(|(place, _)| place)
                    .collect();
                let cells = table
                    .rows
                    .iter()
                    .flat_map(|(_, cells)| places.iter().filter_map(|place| cells.get(*place)));
                self.cells(cells, id)?
            }
            None if table.columns.len() == 1 => {
                self.cells(table.rows.iter().filter_map(|(_, cells)| cells.first()), id)?
            }
            None => Type::of(Kind::Row(place)),
        };
        self.reduce(id, &mut gives, facts);
        Ok(gives)
    }
}
