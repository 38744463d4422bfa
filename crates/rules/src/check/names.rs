//! What a name stands for, and the words beside them.

use super::mode::{Checker, Named, Place};
use crate::core::{Id, Node, Word};
use crate::reader::keywords::{FUNCTIONS, said_otherwise};
use crate::reader::problem::{Fault, Read, meant, wrong};
use crate::reader::syntax::Span;

/// So many faults of a mode come with a hint.
const MOST_HINTS: usize = 100;

impl<'a> Checker<'a> {
    /// A name, or a word if there is no such name.
    pub(super) fn named(&mut self, name: &'a str, span: Span) -> Read<Id> {
        if let Some((_, local)) = self.scope.iter().rev().find(|(known, _)| *known == name) {
            return Ok(self.add(Node::Local(*local), span));
        }
        match name {
            "left" => return self.left(span),
            "earlier" => return self.earlier(span),
            _ => {}
        }
        let node = match self.names.get(name).copied() {
            Some(Named::Sheet(place)) => Node::Sheet(place),
            Some(Named::Table(_)) => {
                return wrong(span, format!("\"{name}\" is a table; say for what: {name}(key)"));
            }
            Some(Named::Figure(place)) => return self.figure(place, name, Vec::new(), span),
            Some(Named::Kept(slot)) => {
                let shown = self.place == Place::Shown && self.item == Some(slot);
                if !shown && !matches!(self.place, Place::Strike | Place::Figure) {
                    return wrong(span, format!("\"{name}\" is known only in the strike, not here"));
                }
                Node::Name(slot)
            }
            Some(Named::Line(slot)) => match self.place {
                Place::Strike => Node::Name(slot),
                Place::Figure => {
                    let message = format!(
                        "\"{name}\" is a line of the strike, which a figure does not know; pass it: figure({name})"
                    );
                    return wrong(span, message);
                }
                Place::Fixed | Place::Shown | Place::Falls(_) => {
                    return wrong(span, format!("\"{name}\" is known only in the strike, not here"));
                }
            },
            Some(Named::Later) if self.place == Place::Strike => {
                return wrong(span, format!("\"{name}\" stands further below; a line reads those above it"));
            }
            Some(Named::Later) => {
                let message = format!(
                    "\"{name}\" is a line of the strike, which a figure does not know; pass it: figure({name})"
                );
                return wrong(span, message);
            }
            None => match self.words.known(name).filter(|word| self.known.contains(word)) {
                Some(word) => Node::Word(word),
                None => return Err(self.unknown(name, span)),
            },
        };
        Ok(self.add(node, span))
    }

    fn left(&mut self, span: Span) -> Read<Id> {
        let node = match self.place {
            Place::Falls(local) => Node::Local(local),
            Place::Fixed | Place::Shown => {
                return wrong(span, "\"left\" is known only in the strike, not here");
            }
            Place::Strike | Place::Figure => {
                let slot = match self.left {
                    Some(slot) => slot,
                    None => self.slot("left", span)?,
                };
                self.left = Some(slot);
                Node::Name(slot)
            }
        };
        Ok(self.add(node, span))
    }

    fn earlier(&mut self, span: Span) -> Read<Id> {
        if !matches!(self.place, Place::Strike | Place::Figure) {
            return wrong(span, "\"earlier\" is known only in the strike, not here");
        }
        let slot = match self.earlier {
            Some(slot) => slot,
            None => self.slot("earlier", span)?,
        };
        self.earlier = Some(slot);
        Ok(self.add(Node::Name(slot), span))
    }

    /// The fault that nothing is called so. Without message if the statement that says it could not be read.
    fn unknown(&self, name: &str, span: Span) -> Fault {
        if self.unread.contains(name) {
            return Fault::new(span, "");
        }
        let known = |name: &str| {
            self.names.contains_key(name)
                || self.scope.iter().any(|(local, _)| *local == name)
                || name == "it"
                || name.bytes().all(|b| b.is_ascii_digit())
        };
        if name.contains('-') && name.split('-').all(known) {
            let mended = name.replace('-', " - ");
            return Fault::new(span, format!("there is no \"{name}\"; minus has spaces around it: {mended}"));
        }
        if let Some(here) = said_otherwise(name) {
            return Fault::new(span, format!("there is no \"{name}\"; here one writes \"{here}\""));
        }
        // Far more faults than are told need no hints.
        if self.faults.len() > MOST_HINTS {
            return Fault::new(span, format!("there is no \"{name}\""));
        }
        let names = self.names.keys().copied().chain(self.scope.iter().map(|(name, _)| *name));
        let words = self.known.iter().map(|word| self.words.text(*word));
        let mut all: Vec<&str> = names.chain(words).chain(FUNCTIONS.iter().copied()).collect();
        all.sort_unstable();
        let hint = meant(name, &all);
        let hint = if hint.is_empty() && self.lists.contains_key(name) {
            "; it is a list, whose words are written bare".to_owned()
        } else if hint.is_empty() {
            format!("; a figure is written  {name} = ..., and a word stands in a list")
        } else {
            hint
        };
        Fault::new(span, format!("there is no \"{name}\"{hint}"))
    }

    /// A word that stands where only words stand.
    pub(super) fn word(&mut self, text: &str, span: Span) -> Read<Word> {
        if let Some(word) = self.words.known(text).filter(|word| self.known.contains(word)) {
            return Ok(word);
        }
        if self.unread.contains(text) {
            return wrong(span, "");
        }
        if self.names.contains_key(text) || self.scope.iter().any(|(local, _)| *local == text) {
            let message = format!(
                "\"{text}\" is a name; here a bare word is a word of a list, and a value needs brackets: ({text})"
            );
            return wrong(span, message);
        }
        if self.faults.len() > MOST_HINTS {
            return wrong(span, format!("\"{text}\" is a word of no list"));
        }
        let mut known: Vec<&str> = self.known.iter().map(|word| self.words.text(*word)).collect();
        known.sort_unstable();
        let hint = meant(text, &known);
        let hint = if hint.is_empty() { format!("; declare it: list NAME: {text} | ...") } else { hint };
        wrong(span, format!("\"{text}\" is a word of no list{hint}"))
    }
}
