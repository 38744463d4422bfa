//! Errors of an evaluation, and splits of endless rolls that it asks for.

use crate::evaluator::table::Table;
use crate::tail::Split;
use std::rc::Rc;
use tohit_syntax::diagnostics::Diagnostic;

/// Reason why an expression has no table yet, or none at all.
#[derive(Clone, Debug)]
pub(crate) enum EvalError {
    Refused(Diagnostic),
    /// Endless rolls have to be split where they are kept.
    Split(Vec<Split>),
}

/// Splits that an expression needs, each law once, as fine as any value needs it.
#[derive(Default)]
pub(crate) struct Splits(Vec<Split>);

impl Splits {
    pub(crate) fn add(&mut self, split: Split) {
        match self.0.iter_mut().find(|known| Rc::ptr_eq(&known.law, &split.law)) {
            Some(known) => known.how = known.how.finer(split.how),
            None => self.0.push(split),
        }
    }

    pub(crate) fn finish(self) -> Result<(), EvalError> {
        if self.0.is_empty() { Ok(()) } else { Err(EvalError::Split(self.0)) }
    }
}

impl From<Diagnostic> for EvalError {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Refused(diagnostic)
    }
}

pub(crate) type Evaluated = Result<Table, EvalError>;
