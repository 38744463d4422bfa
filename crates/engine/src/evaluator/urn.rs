//! Urns: what is drawn without replacement, as the options of a pick whose weights count what there is of each
//! value.

use crate::evaluator::Evaluator;
use crate::evaluator::error::EvalError;
use crate::evaluator::lookup::{self, not_yes_or_no};
use crate::evaluator::pools::face;
use crate::evaluator::table::{AxisSet, CellMap, Grid, Table, value_at};
use crate::scenario::Scenario;
use crate::scenario::budget::EACH;
use crate::value::Value;
use tohit_compile::program::{Id, Node};
use tohit_syntax::diagnostics::Diagnostic;

/// Option of an urn: its value, how many there are, and its condition.
struct UrnOption {
    value: Table,
    count: Table,
    when: Option<Table>,
}

impl UrnOption {
    fn tables(&self) -> impl Iterator<Item = &Table> {
        [&self.value, &self.count].into_iter().chain(&self.when)
    }
}

/// Urn with a table for each part of its options.
pub(super) struct Urn {
    options: Vec<UrnOption>,
}

/// Limit of what there is of a value.
const MOST: i64 = 1_000_000;

impl Urn {
    /// Axes of its tables.
    pub(super) fn axes(&self) -> AxisSet {
        let tables = self.options.iter().flat_map(UrnOption::tables);
        tables.fold(AxisSet::EMPTY, |axes, table| axes | table.axes())
    }

    /// Values of the urn in a cell of its own axes, each with its number, from the highest down.
    pub(super) fn at(
        &self,
        evaluator: &Evaluator<'_, '_>,
        id: Id,
        cell: usize,
    ) -> Result<Vec<(i64, u64)>, Diagnostic> {
        let (scenario, axes) = (evaluator.scenario, self.axes());
        scenario.charge(EACH * self.options.len(), id)?;
        let at = |table: &Table| {
            let map: CellMap = evaluator.cell_map(axes, table.axes());
            value_at(table, map.at(cell))
        };
        let mut all: Vec<(i64, u64)> = Vec::with_capacity(self.options.len());
        for option in &self.options {
            match option.when.as_ref().map_or(Value::Flag(true), at) {
                Value::Flag(true) => {}
                Value::Flag(false) => continue,
                other => return Err(not_yes_or_no(scenario, id, &other)),
            }
            let count = lookup::whole(scenario, id, &at(&option.count), "what there is to draw")?;
            if count > MOST {
                let message = format!("too large: {count} of one value; at most {MOST} are allowed");
                return Err(scenario.error_at(id, message));
            }
            let value = face(scenario, id, &at(&option.value))?;
            let count = u64::try_from(count).unwrap_or_default();
            match all.iter_mut().find(|(known, _)| *known == value) {
                Some((_, sum)) => *sum += count,
                None => all.push((value, count)),
            }
        }
        all.retain(|(_, count)| *count > 0);
        all.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
        Ok(all)
    }

    /// The values in all cells, ascending.
    pub(super) fn faces(&self, evaluator: &mut Evaluator<'_, '_>, id: Id) -> Result<Vec<i64>, EvalError> {
        let Grid { count, .. } = evaluator.cells(id, self.axes())?;
        let mut faces = Vec::new();
        for cell in 0..count {
            faces.extend(self.at(evaluator, id, cell)?.into_iter().map(|(face, _)| face));
        }
        faces.sort_unstable();
        faces.dedup();
        Ok(faces)
    }
}

/// Refuses to draw more than there is.
pub(super) fn enough(
    scenario: &Scenario<'_>,
    id: Id,
    counts: &[u64],
    draws: usize,
) -> Result<(), Diagnostic> {
    let all: u64 = counts.iter().sum();
    if draws as u64 <= all {
        return Ok(());
    }
    let message =
        format!("{draws} are drawn, and there are only {all}; write  min({draws}, ...) drawn from ...");
    Err(scenario.error_at(id, message))
}

impl Evaluator<'_, '_> {
    /// The urn of a pick.
    pub(super) fn urn(&mut self, die: Id) -> Result<Urn, EvalError> {
        let mut options = Vec::new();
        match self.scenario.node(die) {
            Node::Pick(choices) => {
                for (value, count, when) in choices {
                    let when = when.map(|when| self.eval(when)).transpose()?;
                    let (value, count) = (self.eval(*value)?, self.eval(*count)?);
                    options.push(UrnOption { value, count, when });
                }
            }
            Node::PickItem(local, items, count) => {
                for item in self.items(die, *items)? {
                    self.bind(*local, Table::Constant(item.clone()));
                    let (value, count) = (Table::Constant(item), self.eval(*count)?);
                    options.push(UrnOption { value, count, when: None });
                }
            }
            _ => return Err(self.scenario.error_at(die, "there is nothing to draw from").into()),
        }
        Ok(Urn { options })
    }
}
