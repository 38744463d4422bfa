//! The checker of one mode: its declarations and its symbol table.

use super::words::WordInterner;
use crate::program::{Fields, Figure, Id, Local, Mark, Node, Nodes, Sheets, Table, VarId, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tohit_syntax::ast::{self, Name, Span, Statement, StatementKind, Switch, Switches};
use tohit_syntax::diagnostics::{Diagnostic, Keep, Read, suggestion, wrong};
use tohit_syntax::keywords::{unreserved, unreserved_type};

/// Symbol of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Sheet(u8),
    Table(u16),
    /// A figure, by its place among the statements.
    Figure(u16),
    /// A carried variable, or the item of a turn.
    Kept(VarId),
    /// A line of the strike, from there on.
    Line(VarId),
    /// A line that comes further below.
    Later,
}

/// Context of an expression: the names that it may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExprContext {
    /// The strike.
    Strike,
    /// A figure: no lines of the strike.
    Figure,
    /// Fields only.
    Fixed,
    /// Shown values, and the number of strikes of an item: fields, and the item of the strike.
    Shown,
    /// The length of a turn: fields, and carried variables at its end.
    Lasts,
    /// The end of a turn: fields, carried variables, and the hit points that are left.
    Between(Local),
    /// The rule of dying: fields, and the hit points that are left.
    Falls(Local),
}

/// The checker of one mode.
pub(super) struct Checker<'a> {
    pub(super) words: &'a mut WordInterner,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) nodes: Nodes,
    pub(super) names: FxHashMap<&'a str, Named>,
    pub(super) lists: FxHashMap<&'a str, Arc<[Word]>>,
    /// Every list, those in fields too.
    pub(super) all_lists: Vec<Arc<[Word]>>,
    pub(super) records: FxHashMap<&'a str, &'a [ast::FieldDeclaration]>,
    pub(super) read_records: FxHashMap<&'a str, Arc<Fields>>,
    /// Number of fields of each record, those of nested records included.
    pub(super) leaves_of: Vec<(Arc<Fields>, usize)>,
    /// The words of this mode's lists, tables and endings.
    pub(super) known: FxHashSet<Word>,
    pub(super) sheets: Sheets,
    pub(super) tables: Vec<Table>,
    /// Declarations of figures, in the order of the text.
    pub(super) written: Vec<PendingFigure<'a>>,
    /// Compiled figures, each behind those that it calls.
    pub(super) figures: Vec<Figure>,
    pub(super) mode: Word,
    pub(super) modes: &'a [Name],
    pub(super) locals: u16,
    /// The values, items and `it` that can be read here.
    pub(super) scope: Vec<(&'a str, Local)>,
    /// The item of a loop that is compiled once for each of its numbers, and the number of this time.
    pub(super) loop_numbers: Vec<(Local, i64)>,
    /// Items that a question to a pool reads.
    pub(super) asked_items: Vec<Local>,
    pub(super) it: Option<Local>,
    pub(super) place: ExprContext,
    pub(super) slots: Vec<String>,
    /// Variables that the other side leaves here, each with the one that strikes leave there.
    pub(super) on_foe: Vec<(VarId, VarId)>,
    /// Pools of the lines of the strike that are compiled.
    pub(super) pools: Vec<super::pools::StrikePool>,
    /// Comparisons with words of no list.
    pub(super) strange: Vec<(Id, Diagnostic)>,
    /// The names of fields and columns.
    pub(super) fields: FxHashSet<Word>,
    /// The item of the turn.
    pub(super) item: Option<VarId>,
    /// Names of incorrect statements. Uses of them are not reported a second time.
    pub(super) unread: &'a FxHashSet<String>,
    /// Marks with a second part in keys of tables.
    pub(super) parted: &'a [Mark],
    /// The line of the strike that is being compiled.
    pub(super) line: Option<&'a str>,
}

/// Declaration of a figure, with the place of the compiled one.
pub(super) struct PendingFigure<'a> {
    pub(super) figure: FigureSource<'a>,
    pub(super) span: Span,
    /// Place among the compiled figures; none before that, or where the figure is incorrect.
    pub(super) place: Option<u16>,
}

/// Source of a figure in the syntax tree.
#[derive(Clone, Copy)]
pub(super) enum FigureSource<'a> {
    Figure(&'a ast::FigureDeclaration),
    Switch(&'a Switches, &'a Switch),
}

impl<'a> FigureSource<'a> {
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
        words: &'a mut WordInterner,
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
            loop_numbers: Vec::new(),
            asked_items: Vec::new(),
            it: None,
            place: ExprContext::Fixed,
            slots: Vec::new(),
            on_foe: Vec::new(),
            pools: Vec::new(),
            strange: Vec::new(),
            fields: FxHashSet::default(),
            item: None,
            unread,
            parted,
            line: None,
        }
    }

    pub(super) fn tell(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(span, message));
    }

    /// Collects the declarations: lists, records, sheets, tables, and the names of figures.
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
        let mut sheets: Vec<(&'a Name, Vec<&'a ast::FieldDeclaration>)> = Vec::new();
        for statement in statements {
            if let StatementKind::Sheet(name, fields) = &statement.says {
                // A sheet may have several statements, each for some modes.
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
                StatementKind::Figure(figure) => self.write(FigureSource::Figure(figure), statement.span),
                StatementKind::Switches(switches) => {
                    for switch in &switches.rows {
                        self.write(FigureSource::Switch(switches, switch), switch.name.span);
                    }
                }
                _ => {}
            }
        }
    }

    fn write(&mut self, figure: FigureSource<'a>, span: Span) {
        let place = u16::try_from(self.written.len()).unwrap_or_default();
        if self.name(&figure.name().it, figure.name().span, Named::Figure(place)) {
            self.written.push(PendingFigure { figure, span, place: None });
        }
    }

    fn sheet(&mut self, name: &'a Name, fields: Vec<&'a ast::FieldDeclaration>) {
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

    /// Declares a name; false, with a diagnostic, where it is reserved or declared already.
    pub(super) fn name(&mut self, name: &'a str, span: Span, named: Named) -> bool {
        if unreserved(name, span).keep(&mut self.diagnostics).is_none() {
            return false;
        }
        let new = self.names.get(name).is_none_or(|before| *before == Named::Later);
        if new {
            self.names.insert(name, named);
        } else {
            let line = matches!(named, Named::Line(_));
            if line && matches!(self.names.get(name), Some(Named::Kept(_))) && self.item.is_none() {
                self.tell(
                    span,
                    format!("\"{name}\" is carried; its next value is written  next {name} = ..."),
                );
                return false;
            }
            let hint = if line { "; give this line rows below it, or another name" } else { "" };
            self.tell(span, format!("\"{name}\" is said twice{hint}"));
        }
        new
    }

    /// New slot for a name of the strike.
    pub(super) fn slot(&mut self, name: &str, span: Span) -> Read<VarId> {
        let slot = self.slots.len();
        if slot >= crate::program::MOST_NAMES {
            return wrong(span, format!("a strike has at most {} names", crate::program::MOST_NAMES));
        }
        self.slots.push(name.to_owned());
        Ok(VarId(u8::try_from(slot).unwrap_or_default()))
    }

    /// Slot of `earlier` or `left`, if an expression reads it.
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

    /// Binds an item or a parameter to a local. Callers remove it from the scope.
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

    /// True where a name is readable here. Figures do not read the lines of the strike.
    fn is_taken(&self, name: &str) -> bool {
        match self.names.get(name) {
            None => false,
            Some(Named::Later | Named::Line(_)) => self.place == ExprContext::Strike,
            Some(_) => true,
        }
    }

    pub(super) fn add(&mut self, node: Node, span: Span) -> Id {
        self.nodes.add(node, span, &self.sheets, &self.figures)
    }

    /// Place of a sheet by its name.
    pub(super) fn sheet_place(&self, name: &str) -> Option<u8> {
        match self.names.get(name) {
            Some(Named::Sheet(place)) => Some(*place),
            _ => None,
        }
    }
}
