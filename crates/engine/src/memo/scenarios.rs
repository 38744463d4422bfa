//! What scenarios of one text share: figures of which no field has changed, and lines of the strike to which strikes come in the same state, and which then
//! read the same figures. Nothing is taken for the same that is not seen to be.

use crate::Stop;
use crate::joint::JointDistribution;
use crate::liveness::{Criterion, LiveLine};
use crate::scenario::{FixedReads, Scenario};
use crate::strike::{LineResult, StrikeEvaluator};
use crate::value::Value;
use core::cell::{Cell, RefCell};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tohit_compile::program::{VarId, Word, field_bits};

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
const MOST_KEPT: usize = 128;
/// Nor states with more rows than this, of all that are kept of a line.
const MOST_ROWS: usize = 1 << 16;

/// What a line came to once.
#[derive(Debug)]
struct LineEntry {
    asks: Criterion,
    /// The name that is told with every end.
    told: Option<VarId>,
    step: LiveLine,
    state: Rc<JointDistribution>,
    reads: FixedReads,
    /// What it took.
    work: u64,
    came: Rc<LineResult>,
}

impl LineEntry {
    fn is_of(
        &self,
        strike: &StrikeEvaluator<'_, '_>,
        step: &LiveLine,
        state: &Rc<JointDistribution>,
    ) -> bool {
        let scenario = strike.scenario;
        !scenario.reads_otherwise(&self.reads)
            && (self.asks, self.told) == (strike.plan.asks, strike.kept)
            && (Rc::ptr_eq(&self.state, state) || self.state == *state)
            && self.step == *step
            && scenario.reads_so(&self.reads)
    }

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

    /// What a line comes to, if all strikes come to it in this state.
    pub(crate) fn step(
        &self,
        strike: &mut StrikeEvaluator<'_, '_>,
        step: &LiveLine,
        state: Rc<JointDistribution>,
    ) -> Result<Rc<LineResult>, Stop> {
        let scenario = strike.scenario;
        let mode = scenario.mode.word;
        let known = self.modes.borrow().get(&mode).and_then(|of| {
            let kept = of.lines.get(&step.line)?.iter().find(|kept| kept.is_of(strike, step, &state))?;
            scenario.affords(kept.work).then(|| Rc::clone(&kept.came))
        });
        if let Some(came) = known {
            return Ok(came);
        }
        let before = scenario.charged();
        // What earlier lines have left to this one would be neither noted nor charged.
        let left = core::mem::take(strike.memo);
        let (came, reads) = scenario.noting(|| strike.step(Rc::clone(&state), step, false));
        *strike.memo = left;
        let came = Rc::new(came?);
        let kept = LineEntry {
            asks: strike.plan.asks,
            told: strike.kept,
            step: step.clone(),
            state,
            reads,
            work: scenario.charged() - before,
            came: Rc::clone(&came),
        };
        let mut modes = self.modes.borrow_mut();
        let line = modes.entry(mode).or_default().lines.entry(step.line).or_default();
        line.insert(0, kept);
        let mut rows = 0;
        let fit = line.iter().take(MOST_KEPT).take_while(|kept| {
            rows += kept.rows();
            rows <= MOST_ROWS
        });
        let fit = fit.count();
        line.truncate(fit);
        Ok(came)
    }

    /// What the last scenario's sheets decided, for one with other sheets: without what may read a field that differs.
    pub(crate) fn figures(&self, scenario: &Scenario<'_>) -> Option<Vec<Option<Value>>> {
        let (sheets, mut figures) = self.modes.borrow_mut().get_mut(&scenario.mode.word)?.last.take()?;
        let mut changed = 0;
        for (sheet, (before, now)) in sheets.iter().zip(&scenario.sheets).enumerate() {
            let (Value::Record(before), Value::Record(now)) = (before, now) else { return None };
            for ((_, before), (field, now)) in before.fields.iter().zip(&now.fields) {
                if before != now {
                    changed |= field_bits(&scenario.mode.sheets, sheet, Some(*field));
                }
            }
        }
        for (figure, expr) in figures.iter_mut().zip(&scenario.mode.nodes.0) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;
    use tohit_odds::Arithmetic;

    const TEXT: &str = "rules 1 \"Shared\"\nsheet attacker\n  skill: 0..300 = 5\n  dice: 1..9 = 2\nendings\n  miss: miss\n  hit: hit\n\
        turn 2\nlimit = 10 + attacker.skill\nstrike\n  hit_roll = d1000\n  end miss if hit_roll > limit - earlier\n  damage = attacker.dice d 6\n  end hit lose damage\n";

    /// Answers with each skill and each number of dice, and how often each line was worked out.
    fn asked(skills: core::ops::Range<i64>, dice: core::ops::Range<i64>) -> Vec<usize> {
        let game = tohit_compile::compile(TEXT).unwrap();
        let shared = Shared::default();
        for (skill, dice) in skills.flat_map(|skill| dice.clone().map(move |dice| (skill, dice))) {
            let entries = [("skill", skill), ("dice", dice)];
            let entries = entries.map(|(name, value)| (format!("attacker.{name}"), value.to_string()));
            let scenario = || game.scenario(0, game.sheets(0, &entries).unwrap()).unwrap();
            let (alone, mut sharing) = (scenario(), scenario());
            sharing.share(Some(&shared));
            let odds =
                |scenario: &Scenario<'_>| format!("{:?}", scenario.odds(&Arithmetic::Floats, false).unwrap());
            assert_eq!(odds(&sharing), odds(&alone), "{entries:?}");
            // Or something could be told together that is refused alone.
            assert!(sharing.work() >= alone.work(), "{entries:?}");
            sharing.leave();
        }
        let modes = shared.modes.borrow();
        let mut lines: Vec<_> = modes.values().flat_map(|of| &of.lines).collect();
        lines.sort_by_key(|(line, _)| **line);
        lines.into_iter().map(|(_, kept)| kept.len()).collect()
    }

    #[test]
    fn a_line_is_worked_out_anew_where_it_reads_something_else() {
        // Each line for the strike that is told, and for the second of the turn, of which the word and what only parts the words does not matter.
        assert_eq!(asked(5..6, 1..2), [2, 2, 2, 2]);
        assert_eq!(asked(5..8, 1..2), [2, 6, 2, 2], "only the second line reads the skill");
        assert_eq!(asked(5..6, 1..4), [2, 2, 6, 6], "only the last lines read the dice");
        assert_eq!(asked(5..8, 1..4), [2, 6, 6, 6], "and nothing reads both");
    }

    #[test]
    fn no_more_is_kept_than_the_latest() {
        assert_eq!(asked(0..200, 1..2), [2, MOST_KEPT, 2, 2]);
    }
}
