//! Scenario: a mode with its sheets, the memo of what the sheets decide, and the budget of its work.

pub(crate) mod budget;
pub(crate) mod chances;
mod fall;
mod variants;

use crate::horizon::Horizon;
use crate::numbers::chance;
use crate::probe::Probe;
use crate::scenario::budget::{Budget, EACH};
use crate::scenario::chances::{ChanceRange, ChanceRecorder};
use crate::tail::GeometricTail;
use crate::tail::law::LawParts;
use crate::value::Value;
use crate::weighted::WeightedValues;
use core::cell::{OnceCell, RefCell};
use tohit_compile::program::{Binary, Id, Marks, Mode, Node, NodeEntry, Program, Span, VarId, VarSet, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Mode of a text with its sheets.
pub struct Scenario<'a> {
    pub(crate) rules: &'a Program,
    pub(crate) mode: &'a Mode,
    pub(crate) sheets: Vec<Value>,
    /// Item that all strikes of the turn have: what reads it is decided by the sheets.
    item: Option<(VarId, Value)>,
    fixed: RefCell<Vec<Option<Value>>>,
    pub(crate) budget: Budget,
    pub(crate) horizon: Horizon,
    chances: ChanceRecorder,
    /// Least damage at which the defender falls, once it is known.
    pub(crate) falls_at: OnceCell<Option<i64>>,
    /// Greatest number of strikes of a turn, where it is rolled, once it is known.
    pub(crate) most_strikes: OnceCell<Result<i64, Diagnostic>>,
    /// Rows that are evaluated beside their lines.
    pub(crate) probes: Vec<Probe>,
}

impl<'a> Scenario<'a> {
    /// Scenario of complete sheets: records in the order of the mode, with every field in its place.
    pub(crate) fn new(rules: &'a Program, mode: &'a Mode, sheets: Vec<Value>) -> Self {
        let mut scenario = Self::undetermined(rules, mode, sheets);
        scenario.item = scenario.only_item();
        scenario
    }

    /// Scenario without the item that all strikes have.
    fn undetermined(rules: &'a Program, mode: &'a Mode, sheets: Vec<Value>) -> Self {
        let fixed = RefCell::new(vec![None; mode.nodes.0.len()]);
        Self {
            rules,
            mode,
            sheets,
            item: None,
            fixed,
            budget: Budget::default(),
            horizon: Horizon::default(),
            chances: ChanceRecorder::default(),
            falls_at: OnceCell::new(),
            most_strikes: OnceCell::new(),
            probes: Vec::new(),
        }
    }

    /// Text of a word.
    #[must_use]
    pub fn word(&self, word: Word) -> &str {
        self.rules.word(word)
    }

    /// Dotted path of names.
    pub(crate) fn path(&self, names: &[Word]) -> String {
        names.iter().map(|name| self.word(*name)).collect::<Vec<_>>().join(".")
    }

    /// Value as a person reads it.
    #[must_use]
    pub fn format_value(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(true) => "yes".to_owned(),
            Value::Flag(false) => "no".to_owned(),
            Value::Word(word) => self.word(*word).to_owned(),
            Value::Mark(a, b) => Marks::written((*a, *b)),
            Value::Absent => "none".to_owned(),
            Value::Row(table, row) => {
                let table = self.mode.tables.get(usize::from(*table));
                format!("{}, row {}", table.map_or("", |table| table.name.as_str()), row + 1)
            }
            other => other.kind().to_owned(),
        }
    }

    pub(crate) fn node(&self, id: Id) -> &'a Node {
        self.mode.nodes.node(id)
    }

    pub(crate) fn span(&self, id: Id) -> Span {
        self.mode.nodes.span(id)
    }

    /// Names that an expression reads, without an item that all strikes have.
    pub(crate) fn reads(&self, id: Id) -> VarSet {
        self.mode.nodes.get(id).map_or(VarSet::EMPTY, |expr| self.unsettled(expr))
    }

    fn unsettled(&self, expr: &NodeEntry) -> VarSet {
        self.item.as_ref().map_or(expr.reads, |(slot, _)| expr.reads.difference((*slot).into()))
    }

    /// Item that all strikes have, by its name.
    pub(crate) fn settled(&self, slot: VarId) -> Option<&Value> {
        self.item.as_ref().filter(|(item, _)| *item == slot).map(|(_, value)| value)
    }

    pub(crate) fn rolls(&self, id: Id) -> bool {
        self.mode.nodes.rolls(id)
    }

    /// True for weights that are computed from odds.
    pub(crate) fn has_odds(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Odds(_) => true,
            Node::Binary(Binary::Add | Binary::Subtract, a, b) => self.has_odds(*a) || self.has_odds(*b),
            _ => false,
        }
    }

    /// True where an expression reads a local that is bound around it.
    pub(crate) fn reads_locals(&self, id: Id) -> bool {
        !self.mode.nodes.locals(id).is_empty()
    }

    /// True where the sheets alone decide an expression.
    #[must_use]
    pub fn is_fixed(&self, id: Id) -> bool {
        let expr = self.mode.nodes.get(id);
        expr.is_some_and(|expr| self.unsettled(expr).is_empty() && !expr.rolls && expr.locals.is_empty())
    }

    /// Watches the ranges of `chance(...)` from now on.
    pub fn watch(&self) {
        self.chances.start();
    }

    /// Watched ranges by their places in the text, without those that are computed from odds.
    #[must_use]
    pub fn watched(&self) -> Vec<(Span, ChanceRange)> {
        self.chances.finish().into_iter().map(|(id, range)| (self.span(id), range)).collect()
    }

    /// Probability `over in under`, or the truth of a certain draw.
    pub(crate) fn chance(&self, id: Id, over: &Number, under: &Number) -> Result<Number, bool> {
        let chance = chance(over, under);
        self.chances.record(id, over, under, &chance);
        chance
    }

    /// Memoised value of an expression.
    pub(crate) fn known(&self, id: Id) -> Option<Value> {
        self.fixed.borrow().get(id.0 as usize).cloned().flatten()
    }

    /// Memoises the value of an expression.
    pub(crate) fn memoise(&self, id: Id, value: &Value) {
        if let Some(slot) = self.fixed.borrow_mut().get_mut(id.0 as usize) {
            *slot = Some(value.clone());
        }
    }

    /// Error at an expression.
    pub(crate) fn error_at(&self, id: Id, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span(id), message)
    }

    pub(crate) fn bad(&self, id: Id, message: impl Into<String>) -> Value {
        Value::Bad(self.error_at(id, message))
    }

    /// Parts of a split endless roll, charged.
    pub(crate) fn split_tail(
        &self,
        id: Id,
        tail: &GeometricTail,
        parts: &LawParts,
    ) -> Result<WeightedValues, Diagnostic> {
        self.charge(EACH * parts.len(), id)?;
        tail.split(parts).map_err(|wrong| self.error_at(id, wrong.to_string()))
    }

    /// Begins a run: its work is counted from 0.
    pub(crate) fn begin(&self) {
        self.budget.begin();
    }

    /// Charges work before it is done.
    pub(crate) fn charge(&self, steps: usize, id: Id) -> Result<(), Diagnostic> {
        if self.budget.charge(steps) {
            return Ok(());
        }
        Err(self.error_at(id, "too large: too many rolls are followed at once; enter smaller numbers, or in the rules put equal rolls together (sum of, count of, best of), roll fewer by name, or smaller dice"))
    }

    /// Work of this run.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.budget.work()
    }
}
