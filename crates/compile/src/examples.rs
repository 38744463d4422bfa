//! Examples: their fields, rolls and endings.

use super::mode::Checker;
use crate::program::{Example, FieldShape, Marks, Word};
use tohit_odds::number::Number;
use tohit_syntax::ast::{self, Literal, Span};
use tohit_syntax::diagnostics::{Read, suggestion, wrong};

impl<'a> Checker<'a> {
    /// An example of this mode.
    pub(super) fn example(
        &mut self,
        example: &'a ast::ExampleDeclaration,
        mode: usize,
        span: Span,
        endings: &[Word],
    ) -> Read<Example> {
        let mut with = Vec::new();
        for (path, value) in &example.with {
            let (shape, absent, _) = self.shape_at(path)?;
            // The name of a preset stands for a record. Presets are not part of the text.
            if !matches!(value.it, Literal::Text(_)) {
                self.given(value, &shape, absent)?;
            }
            self.spread(&path.it.join("."), &value.it, &shape, &mut with);
        }
        for roll in &example.rolls {
            let number = roll.it.starts_with('-') || roll.it.starts_with(|c: char| c.is_ascii_digit());
            let flag = roll.it == "yes" || roll.it == "no";
            let known = self.words.known(&roll.it).is_some_and(|word| self.known.contains(&word));
            if !number && !flag && !known {
                let words: Vec<&str> = self.known.iter().map(|word| self.words.text(*word)).collect();
                let hint = suggestion(&roll.it, &words);
                let message =
                    format!("a roll is a number, yes, no, or the word of a pick, not \"{}\"{hint}", roll.it);
                return wrong(roll.span, message);
            }
        }
        let ending = self.ending(&example.ending.it, example.ending.span, endings)?;
        let rolls = example.rolls.iter().map(|roll| roll.it.clone()).collect();
        Ok(Example { mode, turn: example.turn, with, rolls, ending, lose: example.lose, span })
    }

    /// Flattens a value to entries of a link: each field of a record has its own path.
    fn spread(&self, path: &str, value: &Literal, shape: &FieldShape, with: &mut Vec<(String, String)>) {
        if let FieldShape::List(_, _, of) = shape {
            match value {
                Literal::Items(items) => {
                    for (place, item) in items.iter().enumerate() {
                        self.spread(&format!("{path}.{place}"), &item.it, of, with);
                    }
                }
                only => self.spread(&format!("{path}.0"), only, of, with),
            }
            return;
        }
        let written = match value {
            Literal::Number(number) => number.to_string(),
            Literal::Mark(over, under) => match shape {
                FieldShape::Mark(_) => Marks::written((*over, *under)),
                _ => Number::ratio(*over, *under).map(|number| number.to_string()).unwrap_or_default(),
            },
            Literal::Words(words) => words.join("|"),
            Literal::Text(text) => text.clone(),
            Literal::Items(_) => return,
            Literal::Fields(fields) => {
                let FieldShape::Record(shapes) = shape else { return };
                for (name, value) in fields {
                    let known = self.words.known(&name.it);
                    if let Some(field) = known.and_then(|word| shapes.field(word)) {
                        self.spread(&format!("{path}.{}", name.it), &value.it, &field.shape, with);
                    }
                }
                return;
            }
        };
        with.push((path.to_owned(), written));
    }
}
