//! What scenarios of one text share: figures of which no field has changed, and lines of the strike to which strikes come in the same state, and which then
//! read the same figures. Nothing is taken for the same that is not seen to be.

use crate::joint::JointDistribution;
use crate::reduced_strike::{Criterion, LiveLine};
use crate::strike::result::LineResult;
use crate::value::Value;
use core::cell::{Cell, RefCell};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_compile::program::{Id, Mode, VarId, Word, field_bits};

/// What was read of what the sheets decide: each expression once, with its value, in the order in which they came.
pub(crate) type FixedReads = Vec<(Id, Value)>;

/// What scenarios share. It belongs to one text: whoever asks them keeps it meanwhile.
#[derive(Debug, Default)]
pub struct Shared {
    modes: RefCell<FxHashMap<Word, ModeMemo>>,
    /// The work of all scenarios so far, in steps of about a nanosecond.
    work: Rc<Cell<u64>>,
    /// Whether their work is counted and nothing else shared.
    counts_alone: bool,
}

#[derive(Debug, Default)]
struct ModeMemo {
    /// The sheets of the last scenario, and for each expression its value, where the sheets alone decide it and it was asked for.
    last: Option<(Vec<Value>, Vec<Option<Value>>)>,
    /// For each line what it came to, the latest first.
    lines: FxHashMap<usize, Vec<LineEntry>>,
}

/// Of a line no more is kept than this: as much as there are places along most axes.
pub(crate) const MOST_KEPT: usize = 128;
/// Nor states with more rows than this, of all that are kept of a line.
const MOST_ROWS: usize = 1 << 16;

/// What a line came to once.
#[derive(Debug)]
pub(crate) struct LineEntry {
    pub(crate) criterion: Criterion,
    /// The name that is told with every end.
    pub(crate) reported: Option<VarId>,
    pub(crate) step: LiveLine,
    pub(crate) state: Rc<JointDistribution>,
    pub(crate) reads: FixedReads,
    /// What it took.
    pub(crate) work: u64,
    pub(crate) came: Rc<LineResult>,
}

impl LineEntry {
    fn rows(&self) -> usize {
        let state = self.came.next.iter().flat_map(|(_, next)| &next.factors);
        self.came.struck.outs.len() + state.map(|factor| factor.weights.len()).sum::<usize>()
    }
}

impl Shared {
    /// Counts work together with this one, and shares nothing.
    #[must_use]
    pub fn counter(&self) -> Self {
        Self { work: Rc::clone(&self.work), counts_alone: true, ..Self::default() }
    }

    /// The work of all scenarios that were asked so far, in steps of about a nanosecond.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work.
    pub fn count(&self, steps: u64) {
        self.work.set(self.work.get().saturating_add(steps));
    }

    /// Itself, unless it counts work alone.
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

    /// The entry of a line that fits, if there is one: its work and its result.
    pub(crate) fn line(
        &self,
        mode: Word,
        line: usize,
        fits: &dyn Fn(&LineEntry) -> bool,
    ) -> Option<(u64, Rc<LineResult>)> {
        let modes = self.modes.borrow();
        let entry = modes.get(&mode)?.lines.get(&line)?.iter().find(|entry| fits(entry))?;
        Some((entry.work, Rc::clone(&entry.came)))
    }

    /// Keeps the result of a line as the latest of its line.
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

    /// What the last scenario's sheets decided, for one with other sheets: without what may read a field that differs.
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

    /// Keeps what a scenario's sheets decided for the next one.
    pub(crate) fn keep(&self, mode: Word, sheets: Vec<Value>, figures: Vec<Option<Value>>) {
        self.modes.borrow_mut().entry(mode).or_default().last = Some((sheets, figures));
    }
}
