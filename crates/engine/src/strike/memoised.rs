//! Lines and suffixes of a strike, memoised within a turn and among the scenarios of a study.

use crate::joint::JointDistribution;
use crate::memo::study::{LineEntry, Shared};
use crate::memo::suffix::SuffixEntry;
use crate::reduced_strike::LiveLine;
use crate::strike::StrikeEvaluator;
use crate::strike::result::{LineResult, Outcome, StrikeResult};
use std::rc::Rc;
use tohit_odds::Weight;
use tohit_syntax::diagnostics::Diagnostic;

impl StrikeEvaluator<'_, '_> {
    /// Outcomes of strikes that come to a step in these states.
    pub(crate) fn suffix(
        &mut self,
        step: usize,
        parts: Vec<(Weight, JointDistribution)>,
    ) -> Result<StrikeResult, Diagnostic> {
        let mut all = Vec::new();
        for (weight, state) in parts {
            let outcomes = match self.suffixes.as_ref().and_then(|suffixes| suffixes.of(step, &state)) {
                Some(outcomes) => outcomes,
                None => {
                    // The rest runs without the memo.
                    let suffixes = self.suffixes.take();
                    let result = self.run(step, state.clone(), false);
                    self.suffixes = suffixes;
                    let outcomes: Rc<[Outcome]> = result?.outcomes.into();
                    if let Some(suffixes) = &mut self.suffixes {
                        suffixes.known.push(SuffixEntry { step, state, outcomes: Rc::clone(&outcomes) });
                    }
                    outcomes
                }
            };
            all.extend(
                outcomes.iter().map(|outcome| Outcome {
                    weight: self.ar.mul(outcome.weight, weight),
                    ..outcome.clone()
                }),
            );
        }
        Ok(StrikeResult { outcomes: all, ..StrikeResult::default() })
    }

    /// Result of a line, memoised among the scenarios of a study.
    pub(crate) fn shared_step(
        &mut self,
        shared: &Shared,
        step: &LiveLine,
        state: Rc<JointDistribution>,
    ) -> Result<Rc<LineResult>, Diagnostic> {
        let scenario = self.scenario;
        let mode = scenario.mode.word;
        let fits = |entry: &LineEntry| {
            !scenario.fixed_reads_differ(&entry.reads)
                && (entry.criterion, entry.reported) == (self.reduced.criterion, self.reported)
                && (Rc::ptr_eq(&entry.state, &state) || entry.state == state)
                && entry.step == *step
                && scenario.fixed_reads_match(&entry.reads)
        };
        if let Some((work, line_result)) = shared.line(mode, step.line, &fits)
            && scenario.charge_reused(work)
        {
            return Ok(line_result);
        }
        let before = scenario.charged();
        // An earlier line's memo would hide reads and work.
        let left = core::mem::take(self.memo);
        let (line_result, reads) = scenario.record_reads(|| self.step(Rc::clone(&state), step, false));
        *self.memo = left;
        let line_result = Rc::new(line_result?);
        let entry = LineEntry {
            criterion: self.reduced.criterion,
            reported: self.reported,
            step: step.clone(),
            state,
            reads,
            work: scenario.charged() - before,
            line_result: Rc::clone(&line_result),
        };
        shared.keep_line(mode, entry);
        Ok(line_result)
    }
}
