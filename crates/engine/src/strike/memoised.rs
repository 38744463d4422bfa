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
    /// How strikes end that come to a step in these states.
    pub(crate) fn suffix(
        &mut self,
        step: usize,
        parts: Vec<(Weight, JointDistribution)>,
    ) -> Result<StrikeResult, Diagnostic> {
        let mut all = Vec::new();
        for (weight, state) in parts {
            let outs = match self.onwards.as_ref().and_then(|onwards| onwards.of(step, &state)) {
                Some(outs) => outs,
                None => {
                    // From there on it is by itself.
                    let onwards = self.onwards.take();
                    let struck = self.run(step, state.clone(), false);
                    self.onwards = onwards;
                    let outs: Rc<[Outcome]> = struck?.outs.into();
                    if let Some(onwards) = &mut self.onwards {
                        onwards.known.push(SuffixEntry { step, state, outs: Rc::clone(&outs) });
                    }
                    outs
                }
            };
            all.extend(
                outs.iter().map(|out| Outcome { weight: self.ar.mul(out.weight, weight), ..out.clone() }),
            );
        }
        Ok(StrikeResult { outs: all, ..StrikeResult::default() })
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
                && (entry.criterion, entry.reported) == (self.plan.criterion, self.reported)
                && (Rc::ptr_eq(&entry.state, &state) || entry.state == state)
                && entry.step == *step
                && scenario.fixed_reads_match(&entry.reads)
        };
        if let Some((work, came)) = shared.line(mode, step.line, &fits)
            && scenario.charge_reused(work)
        {
            return Ok(came);
        }
        let before = scenario.charged();
        // What earlier lines have left to this one would be neither noted nor charged.
        let left = core::mem::take(self.memo);
        let (came, reads) = scenario.record_reads(|| self.step(Rc::clone(&state), step, false));
        *self.memo = left;
        let came = Rc::new(came?);
        let entry = LineEntry {
            criterion: self.plan.criterion,
            reported: self.reported,
            step: step.clone(),
            state,
            reads,
            work: scenario.charged() - before,
            came: Rc::clone(&came),
        };
        shared.keep_line(mode, entry);
        Ok(came)
    }
}
