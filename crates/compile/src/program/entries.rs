//! Sheets from entries: a dotted path and a text each, as examples and links write them. Fields without an
//! entry have their defaults; an entry inside a record or list replaces the field's own default.

use super::{Default, FieldShape, Fields, Program, Word};
use std::sync::Arc;
use tohit_odds::number::Number;

/// Entry: the rest of its path, and its text.
type Entry<'e> = (Vec<&'e str>, &'e str);

impl Program {
    /// Sheets of a mode with these entries, in its order.
    ///
    /// # Errors
    /// One sentence for an entry that is not allowed.
    ///
    /// ```
    /// use tohit_compile::program::Default;
    ///
    /// let text = "rules 1 \"Arena\"
    /// sheet defender
    ///   hp: 1..9 = 4
    /// endings
    ///   hit: hit
    /// strike
    ///   end hit lose d8
    /// ";
    /// let program = tohit_compile::compile(text).unwrap();
    /// let sheets = program.entered(0, &[("defender.hp".to_owned(), "7".to_owned())]).unwrap();
    /// assert_eq!(sheets, [Default::Record(vec![Default::Number(tohit_odds::Number::Whole(7))])]);
    /// assert!(program.entered(0, &[("defender.hp".to_owned(), "10".to_owned())]).is_err());
    /// ```
    pub fn entered(&self, mode: usize, entries: &[(String, String)]) -> Result<Vec<Default>, String> {
        let Some(mode) = self.modes.get(mode) else { return Err("there is no such mode".to_owned()) };
        let entries: Vec<Entry<'_>> =
            entries.iter().map(|(path, text)| (path.split('.').collect(), text.as_str())).collect();
        for (path, _) in &entries {
            if !mode.sheets.iter().any(|(word, _)| Some(self.word(*word)) == path.first().copied()) {
                return Err(format!("{}: there is no such sheet", path.join(".")));
            }
        }
        let sheet = |(word, fields): &(Word, Arc<Fields>)| {
            entered_record(self, fields, &below(&entries, self.word(*word)))
        };
        mode.sheets.iter().map(sheet).collect()
    }
}

fn entered_record(program: &Program, fields: &Fields, entries: &[Entry<'_>]) -> Result<Default, String> {
    for (path, _) in entries {
        let known = path
            .first()
            .is_some_and(|step| fields.fields.iter().any(|field| program.word(field.name) == *step));
        if !known {
            return Err(format!("{}: there is no such field", path.join(".")));
        }
    }
    let entered = fields.fields.iter().map(|field| {
        let name = program.word(field.name);
        entered_value(program, &field.shape, field.absent, &field.default, &below(entries, name))
            .map_err(|wrong| format!("{name}.{wrong}"))
    });
    Ok(Default::Record(entered.collect::<Result<_, _>>()?))
}

fn entered_value(
    program: &Program,
    shape: &FieldShape,
    absent: bool,
    default: &Default,
    entries: &[Entry<'_>],
) -> Result<Default, String> {
    if entries.is_empty() {
        return Ok(default.clone());
    }
    let text = entries.iter().find(|(path, _)| path.is_empty()).map(|(_, text)| *text);
    let none = text.filter(|text| ["none", "null"].contains(text));
    let is_word = |text: &str| matches!(shape, FieldShape::Words(words) if words.iter().any(|word| program.word(*word) == text));
    if absent && none.is_some_and(|none| !is_word(none)) {
        return Ok(Default::Absent);
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
            let item =
                |index: usize| entered_value(program, of, false, &own, &below(entries, &index.to_string()));
            Ok(Default::List((0..length).map(item).collect::<Result<_, _>>()?))
        }
        shape => {
            let text = text.ok_or_else(|| " has nothing below it".to_owned())?;
            entered_text(program, shape, text).ok_or_else(|| format!(" {text} is not allowed"))
        }
    }
}

fn entered_text(program: &Program, shape: &FieldShape, text: &str) -> Option<Default> {
    let word = |words: &[Word], text: &str| words.iter().copied().find(|word| program.word(*word) == text);
    Some(match shape {
        FieldShape::Whole(low, high) => Default::Number(
            Number::read(text)
                .filter(|number| number.whole().is_some_and(|whole| (*low..=*high).contains(&whole)))?,
        ),
        FieldShape::Exact(low, high) => {
            Default::Number(Number::read(text).filter(|number| low <= number && number <= high)?)
        }
        FieldShape::Flag => Default::Flag(match text {
            "yes" | "true" => true,
            "no" | "false" => false,
            _ => return None,
        }),
        FieldShape::Words(words) => Default::Word(word(words, text)?),
        FieldShape::Set(words) => {
            let named = text.split(['|', ',']).map(str::trim).filter(|text| !text.is_empty());
            Default::Set(named.map(|text| word(words, text)).collect::<Option<_>>()?)
        }
        FieldShape::Mark(marks) => {
            let (number, part) = marks.read(text)?;
            Default::Mark(number, part)
        }
        FieldShape::List(..) | FieldShape::Record(_) => return None,
    })
}

/// Entries below a step of their path.
fn below<'e>(entries: &[Entry<'e>], step: &str) -> Vec<Entry<'e>> {
    let under = entries.iter().filter(|(path, _)| path.first() == Some(&step));
    under.map(|(path, text)| (path.iter().skip(1).copied().collect(), *text)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_list_has_as_many_items_as_it_may() {
        let text = "rules 1 \"Rec\"\nrecord weapon\n  dice: 1..9 = 1\nsheet attacker\n  arms: list of 1..3 weapon = { dice: 4 }\nendings\n  hit: hit\n\
            strike\n  arms = sum of arm.dice for arm in attacker.arms\n  end hit lose arms\n";
        let game = crate::compile(text).unwrap();
        let wrong = game.entered(0, &[("attacker.arms.3.dice".to_owned(), "1".to_owned())]).unwrap_err();
        assert_eq!(wrong, "arms. 4 items are not allowed; it must be 1 to 3");
    }
}
