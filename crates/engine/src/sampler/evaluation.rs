//! Evaluation trees of a sampled strike: the value of each expression, with its draws and its parts.

use crate::evaluator::chooser::Draw;
use crate::value::Value;
use tohit_compile::program::Id;

/// Evaluation of an expression: a node of the tree of a line. An expression that the sheets decide is a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The expression.
    pub id: Id,
    /// Its value.
    pub value: Value,
    /// Draws of the expression itself, each with its faces and its value.
    pub draws: Vec<(Draw, Vec<i64>, Value)>,
    /// Evaluations of its parts, in order. Parts that are not reached are missing.
    pub parts: Vec<Evaluation>,
}

/// Limit of the evaluations of a strike that are kept; past it none are.
const MOST_EVALUATIONS: usize = 50_000;

/// Recorder of the evaluations of the last strike that rolled anything: a turn may end with places of its list
/// that are no strikes.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    /// Expressions that are being evaluated, the outermost first.
    open: Vec<Evaluation>,
    /// Finished evaluations, each with the line of the strike that it belongs to.
    done: Vec<(usize, Evaluation)>,
    /// Evaluations of the last strike before that rolled anything.
    kept: Vec<(usize, Evaluation)>,
    /// True where this strike rolled something.
    has_rolled: bool,
    /// Number of evaluations that were begun.
    begun: usize,
    /// True within the weights of a pick, which are not kept.
    pub(crate) weighs: bool,
}

impl Recorder {
    pub(crate) fn enter(&mut self, id: Id) {
        if self.weighs {
            return;
        }
        self.begun = self.begun.saturating_add(1);
        if self.begun > MOST_EVALUATIONS {
            self.open.clear();
            self.done.clear();
            return;
        }
        let (value, draws, parts) = (Value::Absent, Vec::new(), Vec::new());
        self.open.push(Evaluation { id, value, draws, parts });
    }

    /// Ends the innermost evaluation. The parts of a fixed expression are dropped: the first read alone
    /// evaluates them.
    pub(crate) fn leave(&mut self, line: usize, value: &Value, is_fixed: bool) {
        if self.weighs {
            return;
        }
        let Some(mut ended) = self.open.pop() else { return };
        ended.value = value.clone();
        if is_fixed {
            ended.parts.clear();
        }
        match self.open.last_mut() {
            Some(outer) => outer.parts.push(ended),
            None => self.done.push((line, ended)),
        }
    }

    pub(crate) fn draw(&mut self, draw: &Draw, faces: &[i64], value: &Value) {
        self.has_rolled = true;
        if let Some(inner) = self.open.last_mut() {
            inner.draws.push((draw.clone(), faces.to_vec(), value.clone()));
        }
    }

    /// Forgets the strike before, unless it may be the last that rolls anything.
    pub(crate) fn begin(&mut self) {
        let kept = core::mem::take(if self.has_rolled { &mut self.done } else { &mut self.kept });
        *self = Self { kept, ..Self::default() };
    }

    /// Evaluations of the last strike that rolled anything, or of the last.
    pub(crate) fn end(self) -> Vec<(usize, Evaluation)> {
        if self.has_rolled || self.kept.is_empty() { self.done } else { self.kept }
    }
}
