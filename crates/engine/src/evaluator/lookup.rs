//! Look-up in records, tables, lists and sets, with the messages for what is missing.

use crate::scenario::Scenario;
use crate::value::{OperationError, Value, binary};
use tohit_compile::program::{Binary, Cell, Collect, Id, Key, Span, Word};
use tohit_syntax::diagnostics::Diagnostic;

/// Aggregate of known values.
pub(crate) fn aggregate(
    scenario: &Scenario<'_>,
    id: Id,
    how: &Collect,
    kept: Option<i64>,
    values: Vec<Value>,
) -> Result<Value, Diagnostic> {
    let mut values = values.into_iter().map(Value::sound).collect::<Result<Vec<_>, Diagnostic>>()?;
    let op = match how {
        Collect::Sum | Collect::Best(Some(_)) | Collect::Worst(Some(_)) => Binary::Add,
        Collect::Count => {
            return Ok(Value::from(
                i64::try_from(values.iter().filter(|value| value.is_yes()).count()).unwrap_or(0),
            ));
        }
        Collect::Best(None) => Binary::Max,
        Collect::Worst(None) => Binary::Min,
    };
    if let Some(kept) = kept {
        let mut sorted: Vec<Value> = Vec::with_capacity(values.len());
        for value in values {
            let index = sorted.partition_point(|known| known.order(&value).is_le());
            sorted.insert(index, value);
        }
        values = sorted;
        if matches!(how, Collect::Best(_)) {
            values.reverse();
        }
        values.truncate(usize::try_from(kept).unwrap_or_default());
    }
    let mut values = values.into_iter();
    let Some(first) = values.next() else {
        return match op {
            Binary::Add => Ok(Value::from(0)),
            _ => Err(scenario.error_at(
                id,
                "best and worst need something to choose from; roll at least once: max(1, n) times",
            )),
        };
    };
    let wrong = |_| scenario.error_at(id, "these values cannot be put together: they are no numbers");
    values.try_fold(first, |sum, value| binary(op, &sum, &value).map_err(wrong))
}

pub(crate) fn not_yes_or_no(scenario: &Scenario<'_>, id: Id, value: &Value) -> Diagnostic {
    match value {
        Value::Bad(diagnostic) => diagnostic.clone(),
        _ => scenario.error_at(id, format!("this is {}, neither yes nor no", value.kind())),
    }
}

pub(crate) fn whole(scenario: &Scenario<'_>, id: Id, value: &Value, what: &str) -> Result<i64, Diagnostic> {
    match value {
        Value::Bad(diagnostic) => Err(diagnostic.clone()),
        value => value.whole().ok_or_else(|| {
            let found =
                if let Value::Number(number) = value { number.to_string() } else { value.kind().to_owned() };
            scenario.error_at(id, format!("{what} must be a whole number, not {found}"))
        }),
    }
}

/// Limit of repetitions and of ranges.
pub(crate) const MOST_TIMES: i64 = 16_384;

pub(crate) fn times_in_bounds(scenario: &Scenario<'_>, id: Id, times: i64) -> Result<(), Diagnostic> {
    if times > MOST_TIMES {
        return Err(
            scenario.error_at(id, format!("too large: {times} times; at most {MOST_TIMES} are allowed"))
        );
    }
    Ok(())
}

/// Numbers of a range.
pub(crate) fn range(span: Span, from: i64, to: i64) -> Result<Vec<Value>, Diagnostic> {
    if to.saturating_sub(from) > MOST_TIMES {
        let message = format!("too large: {from}..{to}; a range may hold at most {MOST_TIMES} numbers");
        return Err(Diagnostic::new(span, message));
    }
    Ok((from..=to).map(Value::from).collect())
}

/// Items of a list, or words of a set.
pub(crate) fn members(scenario: &Scenario<'_>, id: Id, value: &Value) -> Result<Vec<Value>, Diagnostic> {
    match value {
        Value::List(items) => Ok(items.to_vec()),
        Value::Set(words) => Ok(words.iter().copied().map(Value::Word).collect()),
        Value::Bad(diagnostic) => Err(diagnostic.clone()),
        other => Err(scenario.error_at(id, format!("this needs a list, not {}", other.kind()))),
    }
}

/// Field of a record, or cell of a table's row.
pub(crate) fn dot(scenario: &Scenario<'_>, id: Id, value: &Value, name: Word) -> Value {
    match value {
        Value::Record(record) => {
            record.get(name).cloned().unwrap_or_else(|| scenario.bad(id, "there is no such field here"))
        }
        Value::Row(table, row) => cell(scenario, id, *table, *row, &Value::Word(name)),
        Value::Bad(_) => value.clone(),
        Value::Absent => scenario.bad(id, "this is not given here; write  given ... and  before it"),
        other => scenario.bad(id, format!("{} has no fields", other.kind())),
    }
}

/// Key that stands for all members of an endless roll. They share a row where they lie on one side of each
/// bound; where they do not, the roll is split.
pub(crate) fn table_key(scenario: &Scenario<'_>, index: u16, key: &Value) -> Result<Value, OperationError> {
    let (Value::Tail(tail), Some(table)) = (key, scenario.mode.tables.get(usize::from(index))) else {
        return Ok(key.clone());
    };
    for (row, _) in &table.rows {
        let Key::Range((from, part), (to, _)) = row else { continue };
        for bound in [from.checked_add(i64::from(*part > 0)), to.checked_add(1)] {
            if let Some(bound) = bound.filter(|bound| *bound > i64::MIN) {
                binary(Binary::Less, key, &bound.into())?;
            }
        }
    }
    Ok(Value::Number(tail.start.clone()))
}

/// Row of a table for a key, or its cell.
pub(crate) fn look_up(
    scenario: &Scenario<'_>,
    id: Id,
    index: u16,
    key: &Value,
    column: Option<&Value>,
) -> Value {
    let Some(table) = scenario.mode.tables.get(usize::from(index)) else { return Value::Absent };
    let mark = match key {
        Value::Bad(_) => return key.clone(),
        Value::Mark(a, b) => Some((*a, *b)),
        Value::Number(number) => number.floor().ok().and_then(|whole| whole.whole()).map(|whole| (whole, 0)),
        _ => None,
    };
    let fits = |known: &Key| match known {
        Key::Word(word) => *key == Value::Word(*word),
        Key::Range(from, to) => mark.is_some_and(|mark| *from <= mark && mark <= *to),
        Key::Other => true,
    };
    let Some(row) = table.rows.iter().position(|(known, _)| fits(known)) else {
        return scenario
            .bad(id, format!("table {} has no row for {}", table.name, scenario.format_value(key)));
    };
    let row = u32::try_from(row).unwrap_or(u32::MAX);
    match column {
        Some(column) => cell(scenario, id, index, row, column),
        None if table.columns.len() == 1 => cell_at(scenario, index, row, 0),
        None => Value::Row(index, row),
    }
}

fn cell(scenario: &Scenario<'_>, id: Id, table: u16, row: u32, column: &Value) -> Value {
    let Some(known) = scenario.mode.tables.get(usize::from(table)) else { return Value::Absent };
    let index = known.columns.iter().position(|cell| match (cell, column) {
        (Cell::Word(word), Value::Word(asked)) => word == asked,
        (Cell::Number(number), Value::Number(asked)) => number == asked,
        _ => false,
    });
    match index {
        Some(index) => cell_at(scenario, table, row, index),
        None => scenario.bad(id, format!("table {} has no such column", known.name)),
    }
}

fn cell_at(scenario: &Scenario<'_>, table: u16, row: u32, column: usize) -> Value {
    let table = scenario.mode.tables.get(usize::from(table));
    let row = table.and_then(|table| table.rows.get(row as usize));
    match row.and_then(|(_, cells)| cells.get(column)) {
        Some(Cell::Number(number)) => Value::Number(number.clone()),
        Some(Cell::Word(word)) => Value::Word(*word),
        Some(Cell::Flag(flag)) => Value::Flag(*flag),
        Some(Cell::Absent) | None => Value::Absent,
    }
}

pub(crate) fn rank(scenario: &Scenario<'_>, id: Id, value: &Value, list: &[Word]) -> Value {
    match value {
        Value::Word(word) => {
            let index =
                list.iter().position(|known| known == word).and_then(|index| i64::try_from(index).ok());
            index.map_or_else(|| scenario.bad(id, "this word is not in the list"), Value::from)
        }
        Value::Bad(_) => value.clone(),
        other => scenario.bad(id, format!("this needs a word, not {}", other.kind())),
    }
}

pub(crate) fn is(value: &Value, words: &[Word]) -> Value {
    match value {
        Value::Bad(_) => value.clone(),
        Value::Word(word) => Value::Flag(words.contains(word)),
        _ => Value::Flag(false),
    }
}

pub(crate) fn has(scenario: &Scenario<'_>, id: Id, value: &Value, words: &[Word]) -> Value {
    match value {
        Value::Set(set) => Value::Flag(set.iter().any(|word| words.contains(word))),
        Value::List(items) => Value::Flag(items.iter().any(|item| is(item, words).is_yes())),
        Value::Bad(_) => value.clone(),
        other => scenario.bad(id, format!("this needs a set of words, not {}", other.kind())),
    }
}

pub(crate) fn has_value(scenario: &Scenario<'_>, id: Id, set: &Value, value: &Value) -> Value {
    match (set, value) {
        (Value::Bad(_), _) => set.clone(),
        (_, Value::Bad(_)) => value.clone(),
        (Value::Set(set), Value::Word(word)) => Value::Flag(set.contains(word)),
        (Value::List(items), value) => Value::Flag(items.contains(value)),
        (Value::Set(_), _) => Value::Flag(false),
        (other, _) => scenario.bad(id, format!("this needs a set of words, not {}", other.kind())),
    }
}

pub(crate) fn given(value: &Value) -> Value {
    match value {
        Value::Bad(_) => value.clone(),
        Value::Absent => Value::Flag(false),
        _ => Value::Flag(true),
    }
}
