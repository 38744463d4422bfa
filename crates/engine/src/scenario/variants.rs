//! Variants of a scenario: later turns, and fewer attackers.

use crate::reduced_strike::every_part;
use crate::scenario::Scenario;
use crate::value::Value;
use tohit_compile::program::{Id, LaterChange, Line, Word, field_bits};

impl<'a> Scenario<'a> {
    /// Scenario from the second turn of a fight on, if it differs.
    pub(crate) fn later(&self) -> Option<Self> {
        let (sheets, changed) = self.later_sheets();
        (!changed.is_empty()).then(|| Self::new(self.rules, self.mode, sheets))
    }

    /// Sheets from the second turn on, and the fields that change.
    pub(crate) fn later_sheets(&self) -> (Vec<Value>, Vec<&'a [Word]>) {
        let (mut sheets, mut changed) = (self.sheets.clone(), Vec::new());
        let holds = |later: &&LaterChange| later.when.is_none_or(|when| self.fixed(when).is_yes());
        for later in self.mode.later.iter().filter(holds) {
            let Some((sheet, path)) = later.field.split_first() else { continue };
            let index = self.mode.sheets.iter().position(|(word, _)| word == sheet);
            if let Some(sheet) = index.and_then(|index| sheets.get_mut(index)) {
                let before = sheet.clone();
                sheet.put(path, &Value::from(&later.value));
                changed.extend((*sheet != before).then_some(later.field.as_slice()));
            }
        }
        (sheets, changed)
    }

    /// Number of attackers, each with a body of its own.
    #[must_use]
    pub fn attackers(&self) -> usize {
        let Some((sheet, path)) = self.mode.bodies.as_ref().and_then(|field| field.split_first()) else {
            return 1;
        };
        let index = self.mode.sheets.iter().position(|(word, _)| word == sheet);
        let mut value = index.and_then(|index| self.sheets.get(index));
        for name in path {
            value = match value {
                Some(Value::Record(record)) => record.get(*name),
                _ => None,
            };
        }
        let many = value.and_then(Value::whole).and_then(|many| usize::try_from(many).ok());
        many.unwrap_or(1).max(1)
    }

    /// Scenarios of 1, 2, ... fewer attackers: in the first turn, and later, if that differs.
    pub(crate) fn with_fewer_attackers(&self) -> Vec<(Self, Option<Self>)> {
        let Some((sheet, path)) = self.mode.bodies.as_ref().and_then(|field| field.split_first()) else {
            return Vec::new();
        };
        let index = self.mode.sheets.iter().position(|(word, _)| word == sheet);
        let of = |many: usize| {
            let mut sheets = self.sheets.clone();
            if let Some(sheet) = index.and_then(|index| sheets.get_mut(index)) {
                sheet.put(path, &Value::from(i64::try_from(many).unwrap_or(i64::MAX)));
            }
            let scenario = Self::new(self.rules, self.mode, sheets);
            let later = scenario.later();
            (scenario, later)
        };
        (1..self.attackers()).map(of).collect()
    }

    /// True where the number of attackers changes more than the number of strikes.
    pub(crate) fn strikes_ask_attackers(&self) -> bool {
        let Some((sheet, [field, ..])) = self.mode.bodies.as_ref().and_then(|field| field.split_first())
        else {
            return false;
        };
        let Some(index) = self.mode.sheets.iter().position(|(word, _)| word == sheet) else { return false };
        let bits = field_bits(&self.mode.sheets, index, Some(*field));
        let asks = |id: Id| self.mode.nodes.get(id).is_none_or(|expr| expr.fields & bits != 0);
        let line = |line: &Line| match line {
            Line::Value { value, .. } => asks(*value),
            Line::End(end) => every_part(end).into_iter().any(asks),
        };
        let between = self.mode.between.iter().flat_map(|between| {
            between.leaves.into_iter().chain(between.next.iter().map(|(_, value)| *value))
        });
        let carries = self.mode.carries.iter().map(|carry| carry.value);
        self.mode.strike.iter().any(line) || between.chain(carries).chain(self.mode.lasts).any(asks)
    }
}
