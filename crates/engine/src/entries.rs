//! Sheets from entries: a dotted path and a text each, as examples and links write them. Fields without an
//! entry have their defaults; an entry inside a record or list replaces the field's own default.

use crate::evaluator::lookup::record;
use crate::value::Value;
use tohit_compile::program::{Default, FieldShape, Fields, Program, Word};
use tohit_odds::number::Number;

/// Entry: the rest of its path, and its text.
type Entry<'e> = (Vec<&'e str>, &'e str);

/// Sheets of a mode with these entries.
///
/// # Errors
/// One sentence for what cannot be entered.
pub(crate) fn sheets(
    program: &Program,
    mode: usize,
    entries: &[(String, String)],
) -> Result<Vec<Value>, String> {
    let Some(mode) = program.modes.get(mode) else { return Err("there is no such mode".to_owned()) };
    let entries: Vec<Entry<'_>> =
        entries.iter().map(|(path, text)| (path.split('.').collect(), text.as_str())).collect();
    for (path, _) in &entries {
        if !mode.sheets.iter().any(|(word, _)| Some(program.word(*word)) == path.first().copied()) {
            return Err(format!("{}: there is no such sheet", path.join(".")));
        }
    }
    let sheet = |(word, fields): &(Word, std::sync::Arc<Fields>)| {
        entered_record(program, fields, &below(&entries, program.word(*word)))
    };
    mode.sheets.iter().map(sheet).collect()
}

fn entered_record(program: &Program, fields: &Fields, entries: &[Entry<'_>]) -> Result<Value, String> {
    for (path, _) in entries {
        let known = path
            .first()
            .is_some_and(|step| fields.fields.iter().any(|field| program.word(field.name) == *step));
        if !known {
            return Err(format!("{}: there is no such field", path.join(".")));
        }
    }
    let mut all = Vec::with_capacity(fields.fields.len() + 1);
    for field in &fields.fields {
        let name = program.word(field.name);
        let value = entered_value(program, &field.shape, field.absent, &field.default, &below(entries, name))
            .map_err(|wrong| format!("{name}.{wrong}"))?;
        all.push((field.name, value));
    }
    Ok(record(all))
}

fn entered_value(
    program: &Program,
    shape: &FieldShape,
    absent: bool,
    default: &Default,
    entries: &[Entry<'_>],
) -> Result<Value, String> {
    if entries.is_empty() {
        return Ok(held(shape, default));
    }
    let text = entries.iter().find(|(path, _)| path.is_empty()).map(|(_, text)| *text);
    let none = text.filter(|text| ["none", "null"].contains(text));
    let is_word = |text: &str| matches!(shape, FieldShape::Words(words) if words.iter().any(|word| program.word(*word) == text));
    if absent && none.is_some_and(|none| !is_word(none)) {
        return Ok(Value::Absent);
    }
    match shape {
        FieldShape::Record(fields) => {
            if let Some(text) = text {
                return Err(format!(
                    " {text} is the name of a preset, and the text knows none; enter its fields"
                ));
            }
            let inner: Vec<Entry<'_>> =
                entries.iter().filter(|(path, _)| !path.is_empty()).cloned().collect();
            entered_record(program, fields, &inner)
        }
        FieldShape::List(least, most, of) => {
            let indices = entries.iter().filter_map(|(path, _)| path.first()?.parse::<usize>().ok());
            let length = indices.max().map_or(0, |index| index.saturating_add(1));
            if !(*least as usize..=*most as usize).contains(&length) {
                return Err(format!(" {length} items are not allowed; it must be {least} to {most}"));
            }
            let own = of.own_default();
            let item = |index: usize| {
                let value = entered_value(program, of, false, &own, &below(entries, &index.to_string()))?;
                Ok(numbered(value, index))
            };
            Ok(Value::List((0..length).map(item).collect::<Result<Vec<_>, String>>()?.into()))
        }
        shape => {
            let text = text.ok_or_else(|| " has nothing below it".to_owned())?;
            entered_text(program, shape, text).ok_or_else(|| format!(" {text} is not allowed"))
        }
    }
}

fn entered_text(program: &Program, shape: &FieldShape, text: &str) -> Option<Value> {
    let word = |words: &[Word], text: &str| words.iter().copied().find(|word| program.word(*word) == text);
    Some(match shape {
        FieldShape::Whole(low, high) => {
            Value::from(Number::read(text)?.whole().filter(|whole| (low..=high).contains(&whole))?)
        }
        FieldShape::Exact(low, high) => {
            Value::Number(Number::read(text).filter(|number| low <= number && number <= high)?)
        }
        FieldShape::Flag => Value::Flag(match text {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => return None,
        }),
        FieldShape::Words(words) => Value::Word(word(words, text)?),
        FieldShape::Set(words) => {
            let named = text.split(['|', ',']).map(str::trim).filter(|text| !text.is_empty());
            Value::Set(named.map(|text| word(words, text)).collect::<Option<Vec<_>>>()?.into())
        }
        FieldShape::Mark(marks) => {
            let (number, part) = marks.read(text)?;
            Value::Mark(number, part)
        }
        FieldShape::List(..) | FieldShape::Record(_) => return None,
    })
}

/// Entries below a step of their path.
fn below<'e>(entries: &[Entry<'e>], step: &str) -> Vec<Entry<'e>> {
    let under = entries.iter().filter(|(path, _)| path.first() == Some(&step));
    under.map(|(path, text)| (path.iter().skip(1).copied().collect(), *text)).collect()
}

/// Item of a list with its number.
fn numbered(value: Value, index: usize) -> Value {
    let Value::Record(known) = value else { return value };
    let mut fields = known.fields.clone();
    fields.push((Word::NUMBER, Value::from(i64::try_from(index + 1).unwrap_or(i64::MAX))));
    record(fields)
}

/// Value of a field of this shape with this default.
fn held(shape: &FieldShape, default: &Default) -> Value {
    match (shape, default) {
        (FieldShape::Record(fields), Default::Record(defaults)) => record(
            fields
                .fields
                .iter()
                .zip(defaults)
                .map(|(field, default)| (field.name, held(&field.shape, default)))
                .collect(),
        ),
        (FieldShape::List(_, _, of), Default::List(items)) => {
            let items =
                items.iter().enumerate().map(|(index, item)| numbered(held(of.as_ref(), item), index));
            Value::List(items.collect::<Vec<_>>().into())
        }
        (_, single) => single.into(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Run;

    const TEXT: &str = "rules 1 \"Rec\"\nrecord weapon\n  dice: 1..9 = 1\n  sides: 1..9 = 6\nsheet attacker\n  weapon: weapon = { dice: 3 }\n  \
        arms: list of 1..3 weapon = { dice: 4 } { dice: 5 }\nendings\n  hit: hit\n\
        strike\n  arms = sum of arm.dice * 10 + arm.sides for arm in attacker.arms\n  end hit lose attacker.weapon.dice * 10 + attacker.weapon.sides + 100 * arms\n";

    #[test]
    fn what_is_entered_of_a_record_or_list_replaces_the_fields_own_default() {
        let examples = "example roll -> hit lose 10236\nexample with attacker.weapon.sides = 4 roll -> hit lose 10214\n\
            example with attacker.weapon = { sides: 4 } roll -> hit lose 10214\nexample with attacker.arms.0.sides = 4 roll -> hit lose 1436\n\
            example with attacker.arms.1.dice = 7 roll -> hit lose 9236\nexample with attacker.arms = { dice: 2 } roll -> hit lose 2636\n";
        let game = tohit_compile::compile(&format!("{TEXT}{examples}")).unwrap();
        assert_eq!(game.failing_examples(), []);
    }

    #[test]
    fn yes_no_and_none_are_written_in_two_ways() {
        let text = "rules 1 \"Two\"\nsheet attacker\n  brave: flag = true\n  calm: flag = no\n  bow: 1..9 or none = null\nendings\n  hit: hit\n\
            strike\n  end hit lose (1 if attacker.brave else 0) + (2 if attacker.calm else 0) + (4 if given attacker.bow else 0)\n\
            example roll -> hit lose 1\nexample with attacker.brave = false, attacker.calm = true roll -> hit lose 2\n\
            example with attacker.brave = no, attacker.calm = yes, attacker.bow = 3 roll -> hit lose 6\n\
            example with attacker.bow = null roll -> hit lose 1\nexample with attacker.bow = none roll -> hit lose 1\n";
        let game = tohit_compile::compile(text).unwrap();
        assert_eq!(game.failing_examples(), []);
    }

    #[test]
    fn a_list_has_as_many_items_as_it_may() {
        let game = tohit_compile::compile(TEXT).unwrap();
        let wrong = game.sheets(0, &[("attacker.arms.3.dice".to_owned(), "1".to_owned())]).unwrap_err();
        assert_eq!(wrong, "arms. 4 items are not allowed; it must be 1 to 3");
    }
}
