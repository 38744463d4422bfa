//! Suffixes of a strike, memoised within a turn.

use crate::joint::JointDistribution;
use crate::memo::suffix::SuffixEntry;
use crate::strike::StrikeEvaluator;
use crate::strike::result::{Outcome, StrikeResult};
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
            all.extend(outcomes.iter().map(|outcome| Outcome {
                weight: self.arith.mul(outcome.weight, weight),
                ..outcome.clone()
            }));
        }
        Ok(StrikeResult { outcomes: all, ..StrikeResult::default() })
    }
}
