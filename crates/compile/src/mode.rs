//! One mode: what is declared in it, and its names.

use super::words::Words;
use crate::program::{Fields, Figure, Id, Local, Mark, Node, Nodes, Sheets, Table, VarId, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tohit_syntax::ast::{self, Name, Span, Statement, StatementKind, Switch, Switches};
use tohit_syntax::diagnostics::{Diagnostic, Keep, Read, suggestion, wrong};
use tohit_syntax::keywords::{unreserved, unreserved_type};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Sheet(u8),
    Table(u16),
    /// A figure, by its place among the statements.
    Figure(u16),
    /// What is carried, or the item of a turn.
    Kept(VarId),
    /// A line of the strike, from there on.
    Line(VarId),
    /// A line that comes further below.
    Later,
}

/// Where an expression stands: what it may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the strike.
    Strike,
    /// In a figure: no lines of the strike.
    Figure,
    /// Where only the fields are known.
    Fixed,
    /// In what is shown, and in how often an item strikes: fields, and the item of the strike.
    Shown,
    /// In what tells how long a turn lasts: fields, and what is carried at its end.
    Lasts,
    /// Between two turns: fields, what is carried, and what is left.
    Between(Local),
    /// In the rule of dying: fields, and what is left.
    Falls(Local),
}

/// The checker of one mode.
pub(super) struct Checker<'a> {
    pub(super) words: &'a mut Words,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) nodes: Nodes,
    pub(super) names: FxHashMap<&'a str, Named>,
    pub(super) lists: FxHashMap<&'a str, Arc<[Word]>>,
    /// Every list, those in fields too.
    pub(super) all_lists: Vec<Arc<[Word]>>,
    pub(super) records: FxHashMap<&'a str, &'a [ast::Field]>,
    pub(super) read_records: FxHashMap<&'a str, Arc<Fields>>,
    /// How many fields each record has in all.
    pub(super) leaves_of: Vec<(Arc<Fields>, usize)>,
    /// The words of this mode's lists, tables and endings.
    pub(super) known: FxHashSet<Word>,
    pub(super) sheets: Sheets,
    pub(super) tables: Vec<Table>,
    /// Figures as written, in the order of the text.
    pub(super) written: Vec<FigureDeclaration<'a>>,
    /// Figures as run, each behind those that it calls.
    pub(super) figures: Vec<Figure>,
    pub(super) mode: Word,
    pub(super) modes: &'a [Name],
    pub(super) locals: u16,
    /// The values, items and `it` that can be read here.
    pub(super) scope: Vec<(&'a str, Local)>,
    pub(super) it: Option<Local>,
    pub(super) place: Place,
    pub(super) slots: Vec<String>,
    /// The pools of the strike, as far as it was read.
    pub(super) pools: Vec<super::pools::Pool>,
    /// Comparisons with words of no list.
    pub(super) strange: Vec<(Id, Diagnostic)>,
    /// The names of fields and columns.
    pub(super) fields: FxHashSet<Word>,
    /// The item of the turn.
    pub(super) item: Option<VarId>,
    /// Names of statements that could not be read: they are not missed.
    pub(super) unread: &'a FxHashSet<String>,
    /// The marks with a second part that keys of tables name.
    pub(super) parted: &'a [Mark],
}

/// A figure as it is written, and where it went.
pub(super) struct FigureDeclaration<'a> {
    pub(super) figure: Source<'a>,
    pub(super) span: Span,
    /// Its place among the figures that are run; not yet, or never if something is wrong with it.
    pub(super) place: Option<u16>,
}

/// What a figure is made of.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Figure(&'a ast::Figure),
    Switch(&'a Switches, &'a Switch),
}

impl<'a> Source<'a> {
    pub(super) const fn name(self) -> &'a Name {
        match self {
            Self::Figure(figure) => &figure.name,
            Self::Switch(_, switch) => &switch.name,
        }
    }

    pub(super) fn takes(self) -> &'a [Name] {
        match self {
            Self::Figure(figure) => &figure.takes,
            Self::Switch(..) => &[],
        }
    }

    pub(super) const fn rolled(self) -> bool {
        matches!(self, Self::Figure(figure) if figure.rolled)
    }
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        words: &'a mut Words,
        mode: Word,
        modes: &'a [Name],
        unread: &'a FxHashSet<String>,
        parted: &'a [Mark],
    ) -> Self {
        Self {
            words,
            diagnostics: Vec::new(),
            nodes: Nodes::default(),
            names: FxHashMap::default(),
            lists: FxHashMap::default(),
            all_lists: Vec::new(),
            records: FxHashMap::default(),
            read_records: FxHashMap::default(),
            leaves_of: Vec::new(),
            known: FxHashSet::default(),
            sheets: Vec::new(),
            tables: Vec::new(),
            written: Vec::new(),
            figures: Vec::new(),
            mode,
            modes,
            locals: 0,
            scope: Vec::new(),
            it: None,
            place: Place::Fixed,
            slots: Vec::new(),
            pools: Vec::new(),
            strange: Vec::new(),
            fields: FxHashSet::default(),
            item: None,
            unread,
            parted,
        }
    }

    pub(super) fn tell(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(span, message));
    }

    /// Takes in all that is declared: lists, records, sheets, tables, and the names of figures.
    pub(super) fn declare(&mut self, statements: &[&'a Statement]) {
        for statement in statements {
            match &statement.says {
                StatementKind::List(name, words) => {
                    if let Some(list) = self.list_of(words).keep(&mut self.diagnostics)
                        && self.is_new_type(name)
                    {
                        self.lists.insert(&name.it, list);
                    }
                }
                StatementKind::Record(name, fields) if self.is_new_type(name) => {
                    self.records.insert(&name.it, fields);
                }
                _ => {}
            }
        }
        let mut sheets: Vec<(&'a Name, Vec<&'a ast::Field>)> = Vec::new();
        for statement in statements {
            if let StatementKind::Sheet(name, fields) = &statement.says {
                // A sheet may be written in parts, which hold in some modes each.
                match sheets.iter_mut().find(|(known, _)| known.it == name.it) {
                    Some((_, known)) => known.extend(fields),
                    None => sheets.push((name, fields.iter().collect())),
                }
            }
        }
        for (name, fields) in sheets {
            self.sheet(name, fields);
        }
        for statement in statements {
            match &statement.says {
                StatementKind::Table(name, columns, rows) => {
                    let table = self.table(name, columns, rows);
                    let place = u16::try_from(self.tables.len()).unwrap_or_default();
                    self.name(&name.it, name.span, Named::Table(place));
                    self.tables.push(table);
                }
                StatementKind::Figure(figure) => self.write(Source::Figure(figure), statement.span),
                StatementKind::Switches(switches) => {
                    for switch in &switches.rows {
                        self.write(Source::Switch(switches, switch), switch.name.span);
                    }
                }
                _ => {}
            }
        }
    }

    fn write(&mut self, figure: Source<'a>, span: Span) {
        let place = u16::try_from(self.written.len()).unwrap_or_default();
        if self.name(&figure.name().it, figure.name().span, Named::Figure(place)) {
            self.written.push(FigureDeclaration { figure, span, place: None });
        }
    }

    fn sheet(&mut self, name: &'a Name, fields: Vec<&'a ast::Field>) {
        const SHEETS: &[&str] = &["attacker", "defender", "situation"];
        if !SHEETS.contains(&name.it.as_str()) {
            let hint = suggestion(&name.it, SHEETS);
            let message =
                format!("the sheets are attacker, defender and situation, not \"{}\"{hint}", name.it);
            self.tell(name.span, message);
            return;
        }
        let word = self.words.of(&name.it);
        let fields = self.fields(&mut fields.into_iter(), None, 0);
        self.name(&name.it, name.span, Named::Sheet(u8::try_from(self.sheets.len()).unwrap_or_default()));
        self.sheets.push((word, Arc::new(fields)));
    }

    fn is_new_type(&mut self, name: &'a Name) -> bool {
        if unreserved_type(&name.it, name.span).keep(&mut self.diagnostics).is_none() {
            return false;
        }
        let new = !self.lists.contains_key(name.it.as_str()) && !self.records.contains_key(name.it.as_str());
        if !new {
            self.tell(name.span, format!("there are two lists or records \"{}\" in this mode", name.it));
        }
        new
    }

    /// Gives a name; no name is said twice.
    pub(super) fn name(&mut self, name: &'a str, span: Span, named: Named) -> bool {
        if unreserved(name, span).keep(&mut self.diagnostics).is_none() {
            return false;
        }
        let new = self.names.get(name).is_none_or(|before| *before == Named::Later);
        if new {
            self.names.insert(name, named);
        } else {
            let line = matches!(named, Named::Line(_));
            let hint = if line { "; give this line rows below it, or another name" } else { "" };
            self.tell(span, format!("\"{name}\" is said twice{hint}"));
        }
        new
    }

    /// A new place for a name of the strike.
    pub(super) fn slot(&mut self, name: &str, span: Span) -> Read<VarId> {
        let slot = self.slots.len();
        if slot >= crate::program::MOST_NAMES {
            return wrong(span, format!("a strike has at most {} names", crate::program::MOST_NAMES));
        }
        self.slots.push(name.to_owned());
        Ok(VarId(u8::try_from(slot).unwrap_or_default()))
    }

    /// The place of `earlier` or `left`, if something reads it.
    pub(super) fn slot_of(&self, name: &str) -> Option<VarId> {
        let place = self.slots.iter().position(|known| known == name)?;
        u8::try_from(place).ok().map(VarId)
    }

    pub(super) fn local(&mut self, span: Span) -> Read<Local> {
        let local = Local(self.locals);
        self.locals =
            self.locals.checked_add(1).ok_or_else(|| Diagnostic::new(span, "the text has too many names"))?;
        Ok(local)
    }

    /// A name for an item or a value that is passed, as long as something is read.
    pub(super) fn bind(&mut self, name: &'a Name) -> Read<Local> {
        unreserved(&name.it, name.span)?;
        if self.is_taken(&name.it) || self.scope.iter().any(|(known, _)| *known == name.it) {
            let message = format!("\"{}\" is a name already; choose another one here", name.it);
            return wrong(name.span, message);
        }
        let local = self.local(name.span)?;
        self.scope.push((&name.it, local));
        Ok(local)
    }

    /// Whether a name stands for something that can be read here. Figures do not know the strike's lines.
    fn is_taken(&self, name: &str) -> bool {
        match self.names.get(name) {
            None => false,
            Some(Named::Later | Named::Line(_)) => self.place == Place::Strike,
            Some(_) => true,
        }
    }

    pub(super) fn add(&mut self, node: Node, span: Span) -> Id {
        self.nodes.add(node, span, &self.sheets, &self.figures)
    }

    /// A sheet's place by its name.
    pub(super) fn sheet_place(&self, name: &str) -> Option<u8> {
        match self.names.get(name) {
            Some(Named::Sheet(place)) => Some(*place),
            _ => None,
        }
    }
}
