//! Scenario: a mode with its sheets, the memo of what the sheets decide, and the budget of its work.

mod fall;
pub(crate) mod positions;
mod variants;

use crate::horizon::Horizon;
use crate::numbers::chance;
use crate::probe::Probe;
use crate::tail::GeometricTail;
use crate::tail::law::LawParts;
use crate::value::Value;
use crate::weighted::WeightedValues;
use core::cell::{Cell, OnceCell, RefCell};
use rustc_hash::FxHashMap;
use tohit_compile::program::{Binary, Id, Marks, Mode, Node, NodeEntry, Program, Span, VarId, Word};
use tohit_odds::number::Number;
use tohit_syntax::diagnostics::Diagnostic;

/// Limit of the work of one run, in steps of about a nanosecond.
const MOST_WORK: u64 = 40_000_000;
/// Steps of a value that is evaluated by itself.
pub(crate) const EACH: usize = 32;
/// Steps of a whole number among others.
pub(crate) const WHOLE: usize = 4;

/// Range of a `chance(...)` over some scenarios.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChanceRange {
    /// Its value above 1, which is cut to 1: the greatest of the first scenario that has one.
    pub above: Option<Number>,
    /// True where it was between 0 and 1 at least once.
    pub between: bool,
}

impl ChanceRange {
    /// Joins the range of other scenarios.
    pub fn join(&mut self, other: Self) {
        self.above = self.above.take().or(other.above);
        self.between |= other.between;
    }
}

/// Mode of a text with its sheets.
pub struct Scenario<'a> {
    pub(crate) rules: &'a Program,
    pub(crate) mode: &'a Mode,
    pub(crate) sheets: Vec<Value>,
    /// Item that all strikes of the turn have: what reads it is decided by the sheets.
    item: Option<(VarId, Value)>,
    fixed: RefCell<Vec<Option<Value>>>,
    work: Cell<u64>,
    /// Work that has its own bound: turns of fights, and the surplus of products of residues.
    uncharged: Cell<u64>,
    pub(crate) horizon: Horizon,
    /// Ranges of `chance(...)`, while they are watched.
    chances: RefCell<Option<FxHashMap<Id, ChanceRange>>>,
    /// Least damage at which the defender falls, once it is known.
    pub(crate) falls_at: OnceCell<Option<i64>>,
    /// Greatest number of strikes of a turn, where it is rolled, once it is known.
    most_strikes: OnceCell<Result<i64, Diagnostic>>,
    /// Rows that are evaluated beside their lines.
    pub(crate) probes: Vec<Probe>,
}

impl<'a> Scenario<'a> {
    /// Scenario without the item that all strikes have.
    fn undetermined(rules: &'a Program, mode: &'a Mode, sheets: Vec<Value>) -> Self {
        let fixed = RefCell::new(vec![None; mode.nodes.0.len()]);
        Self {
            rules,
            mode,
            sheets,
            item: None,
            fixed,
            work: Cell::new(0),
            uncharged: Cell::new(0),
            horizon: Horizon::default(),
            chances: RefCell::default(),
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
    pub(crate) fn reads(&self, id: Id) -> u128 {
        self.mode.nodes.get(id).map_or(0, |expr| self.unsettled(expr))
    }

    fn unsettled(&self, expr: &NodeEntry) -> u128 {
        self.item.as_ref().map_or(expr.reads, |(slot, _)| expr.reads & !slot.bit())
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
        expr.is_some_and(|expr| self.unsettled(expr) == 0 && !expr.rolls && expr.locals.is_empty())
    }

    /// Watches the ranges of `chance(...)` from now on.
    pub fn watch(&self) {
        self.chances.replace(Some(FxHashMap::default()));
    }

    /// Watched ranges by their places in the text, without those that are computed from odds.
    #[must_use]
    pub fn watched(&self) -> Vec<(Span, ChanceRange)> {
        let watched = self.chances.take().unwrap_or_default();
        watched.into_iter().map(|(id, seen)| (self.span(id), seen)).collect()
    }

    /// Probability `over in under`, or the truth of a certain draw. Only chances without `in` are watched: the others
    /// are cut to 1 on purpose.
    pub(crate) fn chance(&self, id: Id, over: &Number, under: &Number) -> Result<Number, bool> {
        let chance = chance(over, under);
        if let Some(watched) = self.chances.borrow_mut().as_mut() {
            let seen = watched.entry(id).or_default();
            match &chance {
                Ok(_) => seen.between = true,
                Err(true) => {
                    let above = (*under == Number::Whole(1)).then(|| over.clone());
                    let above = above.filter(|value| *value > Number::Whole(1));
                    seen.above = seen.above.take().max(above);
                }
                Err(false) => {}
            }
        }
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
    pub(crate) fn stop(&self, id: Id, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.span(id), message)
    }

    pub(crate) fn bad(&self, id: Id, message: impl Into<String>) -> Value {
        Value::Bad(self.stop(id, message))
    }

    /// Parts of a split endless roll, charged.
    pub(crate) fn split_tail(
        &self,
        id: Id,
        tail: &GeometricTail,
        parts: &LawParts,
    ) -> Result<WeightedValues, Diagnostic> {
        self.charge(EACH * parts.len(), id)?;
        tail.split(parts).map_err(|wrong| self.stop(id, wrong.to_string()))
    }

    /// Begins a run: its work is counted from 0.
    pub(crate) fn begin(&self) {
        self.work.set(0);
        self.uncharged.set(0);
    }

    /// Charges work before it is done.
    pub(crate) fn charge(&self, steps: usize, id: Id) -> Result<(), Diagnostic> {
        let all = self.work.get().saturating_add(steps as u64);
        self.work.set(all);
        if all > MOST_WORK {
            return Err(self.stop(id, "too large: too many rolls are followed at once; enter smaller numbers, or in the rules put equal rolls together (sum of, count of, best of), roll fewer by name, or smaller dice"));
        }
        Ok(())
    }

    /// Charged work of this run.
    pub(crate) fn charged(&self) -> u64 {
        self.work.get()
    }

    /// Counts work that has its own bound.
    pub(crate) fn spend(&self, steps: usize) {
        self.uncharged.set(self.uncharged.get().saturating_add(steps as u64));
    }

    /// Work of this run.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.get().saturating_add(self.uncharged.get())
    }
}
