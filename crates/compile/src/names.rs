//! Resolution of names and words.

use super::mode::{Checker, ExprContext, Named};
use crate::program::{FieldShape, Fields, Id, Node, Word};
use tohit_odds::number::Number;
use tohit_syntax::ast::Span;
use tohit_syntax::diagnostics::{Diagnostic, Read, either, suggestion, wrong};
use tohit_syntax::keywords::{FUNCTIONS, said_otherwise};

/// Limit of the diagnostics of a mode with a hint.
const MOST_HINTS: usize = 100;

impl<'a> Checker<'a> {
    /// Resolves a name, or a word if there is no such name.
    pub(super) fn named(&mut self, name: &'a str, span: Span) -> Read<Id> {
        if let Some((_, local)) = self.scope.iter().rev().find(|(known, _)| *known == name) {
            let number = self.loop_numbers.iter().find(|(item, _)| item == local);
            let node = number.map_or(Node::Local(*local), |(_, number)| Node::Number(Number::from(*number)));
            return Ok(self.add(node, span));
        }
        if name == "left" || name == "earlier" {
            return self.of_the_fight(name, span);
        }
        let node = match (self.names.get(name).copied(), self.place) {
            (Some(Named::Sheet(place)), _) => Node::Sheet(place),
            (Some(Named::Table(_)), _) => {
                return wrong(span, format!("\"{name}\" is a table; say for what: {name}(key)"));
            }
            (Some(Named::Figure(place)), _) => return self.figure(place, name, Vec::new(), span),
            (Some(Named::Line(slot)), ExprContext::Strike) if self.is_pool(slot) => {
                return wrong(span, super::pools::not_asked(name));
            }
            (Some(Named::Kept(slot)), ExprContext::Strike | ExprContext::Figure)
            | (Some(Named::Line(slot)), ExprContext::Strike) => Node::Name(slot),
            (Some(Named::Kept(slot)), ExprContext::Shown) if self.item == Some(slot) => Node::Name(slot),
            (Some(Named::Kept(slot)), ExprContext::Lasts | ExprContext::Between(_))
                if self.item != Some(slot) =>
            {
                Node::Name(slot)
            }
            (Some(Named::Later), ExprContext::Strike) if self.line == Some(name) => {
                let message =
                    format!("\"{name}\" does not read itself; a row below it goes on from its value: + d20");
                return wrong(span, message);
            }
            (Some(Named::Later), ExprContext::Strike) => {
                return wrong(span, format!("\"{name}\" stands further below; a line reads those above it"));
            }
            (Some(Named::Later), _) | (Some(Named::Line(_)), ExprContext::Figure) => {
                let message = format!(
                    "\"{name}\" is a line of the strike, which a figure does not know; pass it: figure({name})"
                );
                return wrong(span, message);
            }
            (Some(Named::Kept(_) | Named::Line(_)), _) => {
                return wrong(span, format!("\"{name}\" is known only in the strike, not here"));
            }
            (None, _) => match self.known_word(name) {
                Some(word) => Node::Word(word),
                // Older texts have this name for values of their own.
                None if name == "own" => return self.of_the_fight(name, span),
                None => return Err(self.unknown(name, span)),
            },
        };
        Ok(self.add(node, span))
    }

    /// Resolves `earlier`, `left` and `own`, which have a slot from their first read on.
    fn of_the_fight(&mut self, name: &str, span: Span) -> Read<Id> {
        let node = match self.place {
            ExprContext::Falls(left) | ExprContext::Between(left) if name == "left" => Node::Local(left),
            ExprContext::Strike | ExprContext::Figure => Node::Name(match self.slot_of(name) {
                Some(slot) => slot,
                None => self.slot(name, span)?,
            }),
            _ => return wrong(span, format!("\"{name}\" is known only in the strike, not here")),
        };
        Ok(self.add(node, span))
    }

    /// Diagnostic of an unknown name. The message is empty if an incorrect statement has the name.
    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        if self.unread.contains(name) {
            return Diagnostic::new(span, "");
        }
        let known =
            |name: &str| self.is_named(name) || name == "it" || name.bytes().all(|b| b.is_ascii_digit());
        if name.contains('-') && name.split('-').all(known) {
            let mended = name.replace('-', " - ");
            return Diagnostic::new(
                span,
                format!("there is no \"{name}\"; minus has spaces around it: {mended}"),
            );
        }
        if let Some(here) = said_otherwise(name) {
            return Diagnostic::new(span, format!("there is no \"{name}\"; here one writes \"{here}\""));
        }
        // Diagnostics beyond the limit are not reported and need no hints.
        if self.diagnostics.len() > MOST_HINTS {
            return Diagnostic::new(span, format!("there is no \"{name}\""));
        }
        // A field without its sheet is the likeliest of all slips.
        let fields = self.paths_of(name);
        if !fields.is_empty() {
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            let message = format!("there is no \"{name}\"; did you mean {}?", either(&fields));
            return Diagnostic::new(span, message);
        }
        let names = self.names.keys().copied().chain(self.scope.iter().map(|(name, _)| *name));
        let words = self.known.iter().map(|word| self.words.text(*word));
        let all: Vec<&str> = names.chain(words).chain(FUNCTIONS.iter().copied()).collect();
        let hint = suggestion(name, &all);
        let hint = if hint.is_empty() && self.lists.contains_key(name) {
            "; it is a list, whose words are written bare".to_owned()
        } else if hint.is_empty() {
            format!("; a figure is written  {name} = ..., and a word stands in a list")
        } else {
            hint
        };
        Diagnostic::new(span, format!("there is no \"{name}\"{hint}"))
    }

    /// Paths of the fields of this name, in alphabetical order: those in records included, but not those of
    /// items of lists.
    fn paths_of(&self, name: &str) -> Vec<String> {
        let Some(name) = self.words.known(name) else { return Vec::new() };
        let sheets =
            self.sheets.iter().map(|(sheet, fields)| (self.words.text(*sheet).to_owned(), &**fields));
        let mut open: Vec<(String, &Fields)> = sheets.collect();
        let mut paths: Vec<String> = Vec::new();
        // Records nest without cycles.
        while let Some((path, fields)) = open.pop() {
            for field in &fields.fields {
                let path = format!("{path}.{}", self.words.text(field.name));
                if field.name == name {
                    let place = paths.partition_point(|known| *known < path);
                    paths.insert(place, path);
                } else if let FieldShape::Record(fields) = &field.shape {
                    open.push((path, fields));
                }
            }
        }
        paths
    }

    /// The word of this mode's lists, tables and endings that is written so.
    pub(super) fn known_word(&self, text: &str) -> Option<Word> {
        self.words.known(text).filter(|word| self.known.contains(word))
    }

    /// True for the bare word of a case or pick that is a value: no list has it, and it is a name.
    pub(super) fn is_value(&self, text: &str) -> bool {
        self.known_word(text).is_none() && (self.is_named(text) || ["left", "own", "earlier"].contains(&text))
    }

    /// Resolves a word in a place of words only.
    pub(super) fn word(&mut self, text: &str, span: Span) -> Read<Word> {
        if let Some(word) = self.known_word(text) {
            return Ok(word);
        }
        if self.unread.contains(text) {
            return wrong(span, "");
        }
        if self.is_named(text) {
            let message = format!(
                "\"{text}\" is a name; here a bare word is a word of a list, and a value needs brackets: ({text})"
            );
            return wrong(span, message);
        }
        if self.diagnostics.len() > MOST_HINTS {
            return wrong(span, format!("\"{text}\" is a word of no list"));
        }
        let known: Vec<&str> = self.known.iter().map(|word| self.words.text(*word)).collect();
        let hint = suggestion(text, &known);
        let hint = if hint.is_empty() { format!("; declare it: list NAME: {text} | ...") } else { hint };
        wrong(span, format!("\"{text}\" is a word of no list{hint}"))
    }
}
