//! One strike with one face for each die, line by line.

use crate::evaluator::scalar::{Chooser, ScalarEvaluator};
use crate::reduced_strike::{ReducedStrike, next_of};
use crate::scenario::Scenario;
use crate::scenario::positions::set_name;
use crate::value::Value;
use tohit_compile::program::{End, Id, Line, Word};
use tohit_syntax::diagnostics::Diagnostic;

/// How a strike ends, what is lost and gained, and whether it kills.
pub(crate) type ThrownStrike = (Word, [i64; 2], bool);

impl Scenario<'_> {
    /// One strike, with these values of its names.
    pub(crate) fn throw_strike(
        &self,
        plan: &ReducedStrike,
        dice: &mut dyn Chooser,
        names: &mut [Value],
    ) -> Result<ThrownStrike, Diagnostic> {
        for step in &plan.steps {
            let Some(line) = self.mode.strike.get(step.line) else { continue };
            dice.begin(step.line);
            match line {
                Line::Value { slot, value, .. } => {
                    let value = self.thrown(dice, names, *value)?;
                    dice.line(step.line, &value);
                    set_name(names, *slot, value);
                }
                Line::End(end) => {
                    match end.when.map_or(Ok(Value::Flag(true)), |when| self.thrown(dice, names, when))? {
                        Value::Flag(false) => {}
                        Value::Flag(true) => {
                            return self.throw_end(dice, names, (step.line, end), plan);
                        }
                        other => {
                            return Err(self
                                .stop(end.ending, format!("this is {}, neither yes nor no", other.kind())));
                        }
                    }
                }
            }
        }
        let span = self.mode.strike.last().map(Line::span).unwrap_or_default();
        Err(Diagnostic::new(
            span,
            "the strike runs out of lines here; its last line should be an end without if",
        ))
    }

    fn throw_end(
        &self,
        dice: &mut dyn Chooser,
        names: &mut [Value],
        (line, end): (usize, &End),
        plan: &ReducedStrike,
    ) -> Result<ThrownStrike, Diagnostic> {
        let Value::Word(ending) = self.thrown(dice, names, end.ending)? else {
            return Err(self.stop(end.ending, "an ending must be a word"));
        };
        let mut counted = |id: Option<Id>, what: &str| match id {
            None => Ok(0),
            Some(id) => {
                let count = self.thrown(dice, names, id)?;
                count.to_count(what).map_err(|wrong| self.stop(id, wrong))
            }
        };
        let lose = counted(end.lose, "lost")?;
        let gain = counted(end.gain.filter(|_| plan.criterion.gains), "gained")?;
        let mut next = Vec::with_capacity(end.next.len());
        for (slot, value) in next_of(end, plan.criterion.left_out) {
            next.push((slot, self.thrown(dice, names, value)?));
        }
        for (slot, value) in next {
            set_name(names, slot, value);
        }
        dice.end(line, ending, lose, gain);
        Ok((ending, [lose, gain], end.kill))
    }

    fn thrown(&self, dice: &mut dyn Chooser, names: &[Value], id: Id) -> Result<Value, Diagnostic> {
        ScalarEvaluator::new(self, names, dice).eval(id).sound()
    }
}
