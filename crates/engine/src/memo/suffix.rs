//! What comes of the strikes of one turn from a line on: as soon as nothing is left of how many came before, and of whose strike it is, but how likely a few
//! states are, the rest of the strike is worked out once for each of these, for all strikes of the turn. Such states are told apart by words, or yes and no:
//! what is counted differs from strike to strike.

use crate::Stop;
use crate::joint::JointDistribution;
use crate::joint::factor::{Factor, has};
use crate::liveness::ReducedStrike;
use crate::strike::{Outcome, StrikeEvaluator, StrikeResult};
use crate::value::Value;
use std::rc::Rc;
use tohit_compile::program::VarId;
use tohit_odds::{Arithmetic, Weight};

/// What strikes that go by one plan came to, from a line on.
#[derive(Debug)]
pub(crate) struct SuffixMemo {
    /// How many strikes may come there.
    strikes: usize,
    known: Vec<SuffixEntry>,
}

#[derive(Debug)]
struct SuffixEntry {
    /// The step's place in the plan.
    step: usize,
    state: JointDistribution,
    outs: Rc<[Outcome]>,
}

impl SuffixMemo {
    pub(crate) const fn new(strikes: usize) -> Self {
        Self { strikes, known: Vec::new() }
    }

    /// The states that are one here, if from this step on strikes differ by how likely these are: no more than there are strikes.
    pub(crate) fn parts(
        &self,
        plan: &ReducedStrike,
        state: &JointDistribution,
        kept: Option<VarId>,
        ar: &Arithmetic,
    ) -> Option<Vec<(Weight, JointDistribution)>> {
        if self.strikes < 2 || state.known.iter().any(|(slot, _)| has(plan.by_place, *slot)) {
            return None;
        }
        let is_kept = |factor: &Factor| kept.is_some_and(|slot| factor.slots.contains(&slot));
        let (stay, few): (Vec<&Factor>, Vec<&Factor>) = state.factors.iter().partition(|one| is_kept(one));
        let many = few.iter().try_fold(1usize, |many, factor| many.checked_mul(factor.weights.len()))?;
        let is_counted =
            |factor: &&Factor| !factor.cols.iter().all(|col| col.values.iter().all(|value| is_word(&value)));
        let differs = |factor: &&Factor| factor.slots.iter().any(|slot| has(plan.by_place, *slot));
        if many > self.strikes || few.iter().any(is_counted) || stay.iter().any(differs) {
            return None;
        }
        let whole = JointDistribution {
            known: state.known.clone(),
            factors: stay.into_iter().cloned().collect(),
            mass: ar.one(),
        };
        let mut parts = vec![(state.mass, whole)];
        for factor in few {
            let each = parts.iter().flat_map(|(weight, part)| {
                factor.weights.iter().enumerate().map(|(row, share)| {
                    let values = factor.cols.iter().map(|col| col.value(row));
                    let mut part = part.clone();
                    part.known.extend(factor.slots.iter().copied().zip(values));
                    (ar.mul(*weight, *share), part)
                })
            });
            parts = each.collect();
        }
        Some(parts)
    }

    fn of(&self, step: usize, state: &JointDistribution) -> Option<Rc<[Outcome]>> {
        let known = self.known.iter().find(|known| known.step == step && known.state == *state)?;
        Some(Rc::clone(&known.outs))
    }
}

const fn is_word(value: &Value) -> bool {
    matches!(value, Value::Word(_) | Value::Flag(_))
}

impl StrikeEvaluator<'_, '_> {
    /// How strikes end that come to a step in these states.
    pub(crate) fn onward(
        &mut self,
        step: usize,
        parts: Vec<(Weight, JointDistribution)>,
    ) -> Result<StrikeResult, Stop> {
        let mut all = Vec::new();
        for (weight, state) in parts {
            let outs = match self.onwards.as_ref().and_then(|onwards| onwards.of(step, &state)) {
                Some(outs) => outs,
                None => {
                    // From there on it is by itself.
                    let onwards = self.onwards.take();
                    let struck = self.from(step, state.clone(), false);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;
    use crate::distribution::merged;
    use crate::turn::TurnEvaluator;
    use tohit_odds::Prime;

    #[test]
    fn the_rest_of_a_strike_is_worked_out_once_for_each_way_to_it() {
        let text = "rules 1 \"Test\"\nlist touch: clean | shield\nendings\n  miss: miss\n  hit: hit\nturn 9\nstrike\n  aim = d20 + earlier\n  end miss if aim < 6\n  touch =\n    clean if aim > 15\n    else shield\n  end hit lose 2d6 if touch is clean\n  end hit lose d6\n";
        let game = tohit_compile::compile(text).unwrap();
        let scenario = game.scenario(0, game.sheets(0, &[]).unwrap()).unwrap();
        let ar = Arithmetic::Prime(Prime::all().next().unwrap());
        let mut turns = TurnEvaluator::new(&scenario, ReducedStrike::unworded(&scenario), &ar);
        let places = scenario.places().unwrap().0;
        let mut onwards = SuffixMemo::new(places.len());
        for place in &places {
            let mut struck = |onwards: Option<&mut SuffixMemo>| {
                let state = turns.start(place, &[], None);
                let outs = turns.follow(state, (None, onwards), false).unwrap().outs;
                merged(outs.into_iter().map(|out| (out.lose, out.weight)).collect(), &ar)
            };
            assert_eq!(struck(Some(&mut onwards)), struck(None), "{place:?}");
        }
        assert_eq!(onwards.known.len(), 2, "one for each touch");
    }
}
