//! Strikes of a turn, in their order.

use crate::evaluator::error::EvalError;
use crate::evaluator::table::{Table, value_at};
use crate::evaluator::{Evaluator, ExpressionMemo, lookup};
use crate::scenario::Scenario;
use crate::turn::rules::{TurnRules, set_name};
use crate::value::Value;
use crate::weighted::WeightedValues;
use tohit_compile::program::{Id, Strikes, VarId};
use tohit_odds::Arithmetic;
use tohit_syntax::diagnostics::Diagnostic;

/// Position of a strike in its turn: its item, and its number, from 0.
#[derive(Clone, Debug)]
pub(crate) struct StrikePosition {
    pub(crate) item: Option<(VarId, Value)>,
    pub(crate) number: usize,
}

impl StrikePosition {
    /// Strike without an item.
    pub(crate) const ALONE: Self = Self { item: None, number: 0 };

    /// Strike that the answer is about, also where a turn has none.
    pub(crate) fn shown(strikes: &[Self], shown: usize) -> &Self {
        strikes.get(shown).or(strikes.first()).unwrap_or(&Self::ALONE)
    }
}

/// Limit of the strikes of a turn.
const MOST_STRIKES: i64 = 1000;

impl Scenario<'_> {
    /// True where the text defines a turn for this scenario.
    pub(crate) fn has_turn(&self) -> bool {
        let turn = self.mode.turn.as_ref();
        turn.is_some_and(|turn| turn.when.is_none_or(|when| self.fixed(when).is_yes()))
    }

    /// Strikes of a turn in order, and the one that the answer is about. Without a turn there is one.
    pub(crate) fn strikes(&self) -> Result<(Vec<StrikePosition>, usize), Diagnostic> {
        let (mut strikes, shown) = self.all_strikes()?;
        if !self.has_turn() {
            strikes.truncate(1);
        }
        Ok((strikes, shown))
    }

    /// Item that all strikes have.
    pub(crate) fn only_item(&self) -> Option<(VarId, Value)> {
        self.mode.turn.as_ref()?.strikes.item()?;
        let (strikes, _) = self.strikes().ok()?;
        let (first, others) = strikes.split_first()?;
        others.iter().all(|other| other.item == first.item).then(|| first.item.clone())?
    }

    fn all_strikes(&self) -> Result<(Vec<StrikePosition>, usize), Diagnostic> {
        let Some(turn) = &self.mode.turn else { return Ok((vec![StrikePosition::ALONE], 0)) };
        let count = |id: Id, value: &Value| lookup::whole(self, id, value, "the strikes of a turn");
        match &turn.strikes {
            Strikes::Number(id) => {
                let count = match turn.countdown {
                    Some(_) => self.most_strikes(*id)?,
                    None => count(*id, &self.fixed(*id))?,
                };
                self.not_too_many(*id, count)?;
                let count = usize::try_from(count).unwrap_or_default();
                Ok(((0..count).map(|number| StrikePosition { item: None, number }).collect(), 0))
            }
            Strikes::Each { rounds, item, of, times, shown } => {
                let mut items = Vec::new();
                for id in of {
                    match self.fixed(*id).sound()? {
                        Value::List(list) => items.extend(list.iter().cloned()),
                        Value::Absent => {}
                        one => items.push(one),
                    }
                }
                let shown = shown.map_or(0, |id| self.fixed(id).whole().unwrap_or(1).max(1) - 1);
                let rounds = rounds.map_or(Ok(1), |id| count(id, &self.fixed(id)))?;
                if let Some(id) = times {
                    let mut struck = Vec::new();
                    let mut names = vec![Value::Absent; self.mode.names.len()];
                    for value in items {
                        set_name(&mut names, *item, value.clone());
                        let times = count(*id, &self.value_without_draws(*id, &names))?;
                        // Checked before the strikes are listed.
                        self.not_too_many(*id, times)?;
                        struck.extend((0..times).map(|_| value.clone()));
                    }
                    items = struck;
                }
                let a_round = i64::try_from(items.len()).unwrap_or(i64::MAX);
                if let Some(id) = turn.strikes.counts().next() {
                    let all = rounds.max(0).saturating_mul(a_round);
                    self.not_too_many(id, all)?;
                    // An answer is about the strike of an item.
                    if all == 0 {
                        return Err(self.error_at(id, "there is no strike in a turn"));
                    }
                }
                let all = (0..rounds).flat_map(|_| items.iter().cloned());
                let position = |(number, value)| StrikePosition { item: Some((*item, value)), number };
                Ok(((0..).zip(all).map(position).collect(), usize::try_from(shown).unwrap_or_default()))
            }
        }
    }

    /// The greatest number of strikes that can be rolled.
    fn most_strikes(&self, id: Id) -> Result<i64, Diagnostic> {
        let most = self.most_strikes.get_or_init(|| {
            let numbers = self.strike_numbers(id)?;
            numbers.iter().try_fold(0, |most, (value, _)| {
                Ok(lookup::whole(self, id, value, "the strikes of a turn")?.max(most))
            })
        });
        most.clone()
    }

    /// Distribution of a rolled number of strikes, in floats.
    pub(crate) fn strike_numbers(&self, id: Id) -> Result<WeightedValues, Diagnostic> {
        let (arith, mut memo) = (Arithmetic::Floats, ExpressionMemo::default());
        let numbers = match Evaluator::new(self, &arith, &mut memo).eval(id) {
            Ok(Table::Distribution(_, numbers)) => numbers.entries(0).collect(),
            Ok(table) => vec![(value_at(&table, 0), arith.one())],
            Err(EvalError::Refused(diagnostic)) => return Err(diagnostic),
            Err(EvalError::Split(_)) => Vec::new(),
        };
        if numbers.is_empty() || numbers.iter().any(|(value, _)| matches!(value, Value::Tail(_))) {
            return Err(self.error_at(id, "the number of strikes has no end; limit it: min(open d6, 20)"));
        }
        Ok(numbers)
    }

    /// Countdown of the strikes, where this scenario has a turn whose number of strikes is rolled.
    pub(crate) fn countdown(&self) -> Option<VarId> {
        self.mode.turn.as_ref().filter(|_| self.has_turn())?.countdown
    }

    fn not_too_many(&self, id: Id, strikes: i64) -> Result<(), Diagnostic> {
        if strikes <= MOST_STRIKES {
            return Ok(());
        }
        let message = format!("too large: {strikes} strikes a turn; at most {MOST_STRIKES} are allowed");
        Err(self.error_at(id, message))
    }

    /// Names before the strike that the answer is about.
    pub(crate) fn names_before_shown(&self) -> Result<Vec<Value>, Diagnostic> {
        let (strikes, shown) = self.strikes()?;
        Ok(TurnRules::unreduced(self).names_before(StrikePosition::shown(&strikes, shown)))
    }
}
