//! Memo of a study: fixed values of which no field has changed, and results of lines with equal states and equal
//! reads of fixed values.

use crate::joint::JointDistribution;
use crate::reduced_strike::{Criterion, LiveLine};
use crate::strike::result::LineResult;
use crate::value::Value;
use core::cell::{Cell, RefCell};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_compile::program::{Id, Mode, VarId, Word, field_bits};

/// Reads of fixed values: each expression once, in order.
pub(crate) type FixedReads = Vec<(Id, Value)>;

/// Memo of the scenarios of one text.
#[derive(Debug, Default)]
pub struct Shared {
    modes: RefCell<FxHashMap<Word, ModeMemo>>,
    /// Work of all scenarios so far, in steps of about a nanosecond.
    work: Rc<Cell<u64>>,
    /// True where work is counted and nothing is shared.
    counts_alone: bool,
}

#[derive(Debug, Default)]
struct ModeMemo {
    /// Sheets and fixed values of the last scenario.
    last: Option<(Vec<Value>, Vec<Option<Value>>)>,
    /// Entries of each line, the latest first.
    lines: FxHashMap<usize, Vec<LineEntry>>,
}

/// Limit of the entries of a line: about the length of an axis.
pub(crate) const MOST_KEPT: usize = 128;
/// Limit of the rows of all entries of a line.
const MOST_ROWS: usize = 1 << 16;

/// Result of a line, and everything that it depends on.
#[derive(Debug)]
pub(crate) struct LineEntry {
    pub(crate) criterion: Criterion,
    /// Name whose values are reported with every end.
    pub(crate) reported: Option<VarId>,
    pub(crate) step: LiveLine,
    pub(crate) state: Rc<JointDistribution>,
    pub(crate) reads: FixedReads,
    /// Work that it took.
    pub(crate) work: u64,
    pub(crate) line_result: Rc<LineResult>,
}

impl LineEntry {
    fn rows(&self) -> usize {
        let state = self.line_result.next.iter().flat_map(|(_, next)| &next.factors);
        self.line_result.result.outcomes.len() + state.map(|factor| factor.weights.len()).sum::<usize>()
    }
}

impl Shared {
    /// Counter of the same work, which shares nothing.
    #[must_use]
    pub fn counter(&self) -> Self {
        Self { work: Rc::clone(&self.work), counts_alone: true, ..Self::default() }
    }

    /// Work of all scenarios so far, in steps of about a nanosecond.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work.
    pub fn count(&self, steps: u64) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// The memo, unless it only counts.
    pub(crate) fn sharing(&self) -> Option<&Self> {
        (!self.counts_alone).then_some(self)
    }

    /// Numbers of entries, line by line.
    #[cfg(test)]
    pub(crate) fn entries_by_line(&self) -> Vec<usize> {
        let modes = self.modes.borrow();
        let mut lines: Vec<_> = modes.values().flat_map(|of| &of.lines).collect();
        lines.sort_by_key(|(line, _)| **line);
        lines.into_iter().map(|(_, entries)| entries.len()).collect()
    }

    /// Work and result of the entry that fits.
    pub(crate) fn line(
        &self,
        mode: Word,
        line: usize,
        fits: &dyn Fn(&LineEntry) -> bool,
    ) -> Option<(u64, Rc<LineResult>)> {
        let modes = self.modes.borrow();
        let entry = modes.get(&mode)?.lines.get(&line)?.iter().find(|entry| fits(entry))?;
        Some((entry.work, Rc::clone(&entry.line_result)))
    }

    /// Keeps the result of a line as its latest entry.
    pub(crate) fn keep_line(&self, mode: Word, entry: LineEntry) {
        let mut modes = self.modes.borrow_mut();
        let line = modes.entry(mode).or_default().lines.entry(entry.step.line).or_default();
        line.insert(0, entry);
        let mut rows = 0;
        let fit = line.iter().take(MOST_KEPT).take_while(|entry| {
            rows += entry.rows();
            rows <= MOST_ROWS
        });
        let fit = fit.count();
        line.truncate(fit);
    }

    /// Fixed values of the last scenario, without those that may read a changed field.
    pub(crate) fn figures(&self, mode: &Mode, sheets: &[Value]) -> Option<Vec<Option<Value>>> {
        let (last, mut figures) = self.modes.borrow_mut().get_mut(&mode.word)?.last.take()?;
        let mut changed = 0;
        for (sheet, (before, now)) in last.iter().zip(sheets).enumerate() {
            let (Value::Record(before), Value::Record(now)) = (before, now) else { return None };
            for ((_, before), (field, now)) in before.fields.iter().zip(&now.fields) {
                if before != now {
                    changed |= field_bits(&mode.sheets, sheet, Some(*field));
                }
            }
        }
        for (figure, expr) in figures.iter_mut().zip(&mode.nodes.0) {
            if expr.fields & changed != 0 {
                *figure = None;
            }
        }
        Some(figures)
    }

    /// Keeps the fixed values of a scenario for the next one.
    pub(crate) fn keep(&self, mode: Word, sheets: Vec<Value>, figures: Vec<Option<Value>>) {
        self.modes.borrow_mut().entry(mode).or_default().last = Some((sheets, figures));
    }
}
