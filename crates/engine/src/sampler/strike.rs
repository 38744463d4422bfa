//! One strike with one face for each die, line by line.

use crate::evaluator::chooser::Chooser;
use crate::extent::Extent;
use crate::reduced_strike::{ReducedStrike, next_of};
use crate::scenario::Scenario;
use crate::turn::rules::set_name;
use crate::value::Value;
use tohit_compile::program::{End, Id, Line, Word};
use tohit_syntax::diagnostics::Diagnostic;

/// Ending, what is lost, gained and paid, and kill of a sampled strike.
pub(crate) type ThrownStrike = (Word, [i64; 3], bool);

impl Scenario<'_> {
    /// Samples one strike with these names.
    pub(crate) fn sample_strike(
        &self,
        reduced: &ReducedStrike,
        dice: &mut dyn Chooser,
        names: &mut [Value],
    ) -> Result<ThrownStrike, Diagnostic> {
        dice.begin_strike();
        for step in &reduced.steps {
            let Some(line) = self.mode.strike.get(step.line) else { continue };
            dice.begin(step.line);
            match line {
                Line::Value { slot, value, .. } => {
                    let value = self.value(dice, names, *value)?;
                    dice.line(step.line, &value);
                    set_name(names, *slot, value);
                }
                Line::End(end) => {
                    match end.when.map_or(Ok(Value::Flag(true)), |when| self.value(dice, names, when))? {
                        Value::Flag(false) => {}
                        Value::Flag(true) => {
                            return self.sample_end(dice, names, (step.line, end), reduced);
                        }
                        other => {
                            return Err(self.error_at(
                                end.ending,
                                format!("this is {}, neither yes nor no", other.kind()),
                            ));
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

    /// Samples the number of strikes of a turn, where it is rolled.
    pub(crate) fn sample_number_of_strikes(
        &self,
        dice: &mut dyn Chooser,
        names: &mut [Value],
        extent: Extent,
    ) -> Result<Option<usize>, Diagnostic> {
        let number =
            self.mode.strike.first().filter(|_| extent != Extent::Strike && self.countdown().is_some());
        let Some(Line::Value { value, .. }) = number else { return Ok(None) };
        dice.begin(0);
        let number = self.value(dice, names, *value)?;
        dice.line(0, &number);
        Ok(Some(usize::try_from(number.whole().unwrap_or_default()).unwrap_or_default()))
    }

    fn sample_end(
        &self,
        dice: &mut dyn Chooser,
        names: &mut [Value],
        (line, end): (usize, &End),
        reduced: &ReducedStrike,
    ) -> Result<ThrownStrike, Diagnostic> {
        let Value::Word(ending) = self.value(dice, names, end.ending)? else {
            return Err(self.error_at(end.ending, "an ending must be a word"));
        };
        let mut counted = |id: Option<Id>, what: &str| match id {
            None => Ok(0),
            Some(id) => {
                let count = self.value(dice, names, id)?;
                count.to_count(what).map_err(|wrong| self.error_at(id, wrong))
            }
        };
        let lose = counted(end.lose, "lost")?;
        let gain = counted(end.gain.filter(|_| reduced.criterion.gains), "gained")?;
        let pay = counted(end.pay.filter(|_| reduced.criterion.gains), "paid")?;
        let mut next = Vec::with_capacity(end.next.len());
        for (slot, value) in next_of(end, reduced.criterion.left_out) {
            next.push((slot, self.value(dice, names, value)?));
        }
        for (slot, value) in next {
            set_name(names, slot, value);
        }
        dice.end(line, ending, [lose, gain, pay]);
        Ok((ending, [lose, gain, pay], end.kill))
    }

    fn value(&self, dice: &mut dyn Chooser, names: &[Value], id: Id) -> Result<Value, Diagnostic> {
        self.value_of(id, names, &[], dice).sound()
    }
}
