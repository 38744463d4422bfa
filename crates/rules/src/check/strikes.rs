//! The strike, the turn, dying, and what is asked.

use super::mode::{Checker, Named, Place};
use crate::core::{Carry, End, Falls, Id, Line, Node, Refuse, Show, Slot, Strikes, Turn, Word};
use crate::number::Number;
use crate::reader::problem::{Fault, Keep, Read, either, meant, wrong};
use crate::reader::syntax::{
    self, Binary, Ending, Expr, Name, Next, Path, Says, Span, Statement, StrikeLine,
};
use rustc_hash::FxHashSet;

/// What is left of a mode besides its figures.
pub(super) struct Played {
    pub(super) carries: Vec<Carry>,
    pub(super) strike: Vec<Line>,
    pub(super) turn: Option<Turn>,
    pub(super) falls: Falls,
    pub(super) shows: Vec<Show>,
    pub(super) show_ends: Vec<syntax::ShowEnd>,
    pub(super) tail: Option<Id>,
    pub(super) refuses: Vec<Refuse>,
}

impl<'a> Checker<'a> {
    /// Gives names to what is carried, to the item of the turn and to the lines, before figures are read.
    pub(super) fn name_strike(&mut self, statements: &[&'a Statement]) -> Vec<(Slot, bool, &'a Expr)> {
        let mut carries = Vec::new();
        for statement in statements {
            if let Says::Carry { name, this_turn, value } = &statement.says {
                if let Some(slot) = self.slot(&name.it, name.span).keep(&mut self.faults)
                    && self.name(name, Named::Kept(slot))
                {
                    carries.push((slot, *this_turn, value));
                }
            }
        }
        for statement in statements {
            match &statement.says {
                Says::Turn { strikes: syntax::Strikes::Each { name, .. }, .. } => {
                    if let Some(slot) = self.slot(&name.it, name.span).keep(&mut self.faults) {
                        self.name(name, Named::Kept(slot));
                        self.item = Some(slot);
                    }
                }
                Says::Strike(lines) => {
                    for line in lines {
                        if let StrikeLine::Value { name, .. } = line
                            && let [name] = name.it.as_slice()
                        {
                            self.names.entry(name).or_insert(Named::Later);
                        }
                    }
                }
                _ => {}
            }
        }
        carries
    }

    /// Everything besides figures.
    pub(super) fn play(
        &mut self,
        statements: &[&'a Statement],
        carries: Vec<(Slot, bool, &'a Expr)>,
        endings: &FxHashSet<Word>,
    ) -> Option<Played> {
        self.place = Place::Fixed;
        let carries: Vec<Option<Carry>> = carries
            .into_iter()
            .map(|(_, this_turn, value)| self.fixed(value).map(|value| Carry { value, this_turn }))
            .collect();
        let mut turn = None;
        let mut falls = None;
        let mut shows: Vec<Show> = Vec::new();
        let mut show_ends = Vec::new();
        let mut tail = None;
        let mut refuses = Vec::new();
        let mut strike = None;
        for statement in statements {
            let twice = |what: &str| Fault::new(statement.span, format!("{what} of this mode is said twice"));
            match &statement.says {
                Says::Turn { strikes, regardless } => {
                    let strikes = self.strikes(strikes);
                    let again = turn
                        .replace(strikes.map(|strikes| Turn { strikes, regardless: *regardless }))
                        .is_some();
                    self.faults.extend(again.then(|| twice("the turn")));
                }
                Says::Falls(when) => {
                    let again = falls.replace(self.falls(Some(when), statement.span)).is_some();
                    self.faults.extend(again.then(|| twice("when the defender falls")));
                }
                Says::Show(all) => {
                    for (path, value, when) in all {
                        if let Some(show) = self.show(path, value.as_ref(), when.as_ref()) {
                            if shows.iter().any(|before| before.name == show.name) {
                                self.tell(path.span, format!("\"{}\" is shown twice", path.it.join(".")));
                            }
                            shows.push(show);
                        }
                    }
                }
                Says::ShowEnd(end) if !show_ends.contains(end) => show_ends.push(*end),
                Says::ShowTail(value) => {
                    let again = tail.replace(self.fixed(value)).is_some();
                    self.faults.extend(again.then(|| twice("the tail")));
                }
                Says::Refuse { field, when, message } => {
                    let known = self.shape_at(field).keep(&mut self.faults).is_some();
                    if let (Some(when), true) = (self.fixed(when), known) {
                        refuses.push(Refuse { field: field.it.join("."), when, message: message.clone() });
                    }
                }
                Says::Strike(lines) => {
                    if strike.is_some() {
                        self.faults.push(twice("the strike"));
                    } else {
                        strike = Some((lines, statement.span));
                    }
                }
                _ => {}
            }
        }
        let falls = match falls {
            Some(falls) => falls,
            None => self.falls(None, Span::default()),
        };
        let strike = match strike {
            Some((lines, span)) => self.strike(lines, span, endings),
            None => {
                if !self.unread.contains("strike") {
                    let message = format!("the mode \"{}\" has no strike", self.words.text(self.mode));
                    self.tell(Span::default(), message);
                }
                return None;
            }
        };
        Some(Played {
            carries: carries.into_iter().collect::<Option<_>>()?,
            strike,
            turn: match turn {
                Some(turn) => Some(turn?),
                None => None,
            },
            falls: falls?,
            shows,
            show_ends,
            tail: match tail {
                Some(tail) => Some(tail?),
                None => None,
            },
            refuses,
        })
    }

    /// An expression that only the fields decide.
    fn fixed(&mut self, value: &'a Expr) -> Option<Id> {
        self.place = Place::Fixed;
        self.decided(value)
    }

    /// The same, where more than the fields may be known.
    fn decided(&mut self, value: &'a Expr) -> Option<Id> {
        let id = self.expr(value).keep(&mut self.faults)?;
        if self.nodes.rolls(id) {
            self.tell(value.span, "this may not roll; only the strike rolls");
            return None;
        }
        Some(id)
    }

    fn strikes(&mut self, strikes: &'a syntax::Strikes) -> Option<Strikes> {
        Some(match strikes {
            syntax::Strikes::Number(number) => Strikes::Number(self.fixed(number)?),
            syntax::Strikes::Each { name, of, shown } => {
                let of: Vec<Option<Id>> = of.iter().map(|of| self.fixed(of)).collect();
                let shown = match shown {
                    Some(shown) => Some(self.fixed(shown)?),
                    None => None,
                };
                let Some(Named::Kept(item)) = self.names.get(name.it.as_str()).copied() else { return None };
                Strikes::Each { item, of: of.into_iter().collect::<Option<_>>()?, shown }
            }
        })
    }

    fn falls(&mut self, when: Option<&'a Expr>, span: Span) -> Option<Falls> {
        let left = self.local(span).keep(&mut self.faults)?;
        let when = match when {
            Some(when) => {
                self.place = Place::Falls(left);
                self.decided(when)?
            }
            None => {
                let local = self.add(Node::Local(left), span);
                let zero = self.add(Node::Number(Number::ZERO), span);
                self.add(Node::Binary(Binary::LessOrEqual, local, zero), span)
            }
        };
        let hit_points = self.words.known("hp").and_then(|hp| {
            let sheet = self.sheet_place("defender")?;
            let (_, fields) = self.sheets.get(usize::from(sheet))?;
            fields.fields.iter().any(|field| field.name == hp).then_some((sheet, hp))
        });
        let hit_points = hit_points.map(|(sheet, hp)| {
            let sheet = self.add(Node::Sheet(sheet), span);
            self.add(Node::Dot(sheet, hp), span)
        });
        Some(Falls { left, when, hit_points })
    }

    fn show(&mut self, path: &'a Path, value: Option<&'a Expr>, when: Option<&'a Expr>) -> Option<Show> {
        self.place = Place::Shown;
        let when = match when {
            Some(when) => Some(self.decided(when)?),
            None => None,
        };
        let value = match (value, path.it.as_slice()) {
            (Some(value), _) => self.decided(value)?,
            (None, [name]) => {
                let id = match self.names.get(name.as_str()) {
                    Some(Named::Line(_) | Named::Later) => {
                        let message =
                            format!("\"{name}\" is a line of the strike; write  show {name} = ...  there");
                        wrong(path.span, message)
                    }
                    Some(_) => self.named(name, path.span),
                    None if self.unread.contains(name) => wrong(path.span, ""),
                    None => {
                        let figures = self.written.iter().map(|written| written.figure.name().it.as_str());
                        let hint = meant(name, &figures.collect::<Vec<_>>());
                        wrong(path.span, format!("there is no figure \"{name}\"{hint}"))
                    }
                };
                let id = id.keep(&mut self.faults)?;
                if self.nodes.rolls(id) {
                    self.tell(path.span, format!("\"{name}\" rolls; in the strike write  show {name} = ..."));
                    return None;
                }
                id
            }
            (None, _) => {
                self.tell(path.span, "a name with a dot needs a value: show group.name = value");
                return None;
            }
        };
        Some(Show { name: path.it.clone(), value, when })
    }

    /// The lines of the strike.
    fn strike(&mut self, lines: &'a [StrikeLine], span: Span, endings: &FxHashSet<Word>) -> Vec<Line> {
        let mut done = Vec::new();
        let mut bare: Vec<(Slot, &'a Next, Option<Id>, Id)> = Vec::new();
        let mut over = false;
        for line in lines {
            self.place = Place::Strike;
            self.it = None;
            self.scope.clear();
            if over {
                let span = match line {
                    StrikeLine::Value { span, .. } | StrikeLine::End { span, .. } => *span,
                    StrikeLine::Next(next) => next.span,
                };
                self.tell(span, "this line is never reached: an \"end\" without \"if\" stands above it");
                break;
            }
            match line {
                StrikeLine::Value { name, show, column, span, reference } => {
                    let value = self.column(column);
                    let Some(slot) = self.slot(&name.it.join("."), name.span).keep(&mut self.faults) else {
                        continue;
                    };
                    if let [only] = name.it.as_slice() {
                        self.line_name(only, name.span, slot);
                    }
                    let Some(value) = value else { continue };
                    let show = show.then(|| name.it.clone());
                    let reference = reference.as_deref().map(Into::into);
                    done.push(Line::Value { slot, value, show, span: *span, reference });
                }
                StrikeLine::Next(next) => {
                    bare.extend(self.next(next).keep(&mut self.faults));
                }
                StrikeLine::End { .. } => {
                    let end = self.end(line, &bare, endings);
                    over = matches!(line, StrikeLine::End { when: None, .. });
                    done.extend(end.keep(&mut self.faults).map(Line::End));
                }
            }
        }
        if !over && !self.unread.contains("strike") {
            let message = "the strike can run out of lines; the last should be an \"end\" without \"if\"";
            let last = lines.last().map_or(span, |line| match line {
                StrikeLine::Value { span, .. } | StrikeLine::End { span, .. } => *span,
                StrikeLine::Next(next) => next.span,
            });
            self.tell(last, message);
        }
        done
    }

    /// Names a line of the strike; no name is said twice.
    fn line_name(&mut self, name: &'a str, span: Span, slot: Slot) {
        let message = if crate::reader::keywords::is_reserved(name) {
            format!("\"{name}\" is a word of the language; choose another name")
        } else if self.names.get(name).is_some_and(|before| *before != Named::Later) {
            format!("\"{name}\" is said twice; give this line rows below it, or another name")
        } else {
            self.names.insert(name, Named::Line(slot));
            return;
        };
        self.tell(span, message);
    }

    fn next(&mut self, next: &'a Next) -> Read<(Slot, &'a Next, Option<Id>, Id)> {
        let Some(Named::Kept(slot)) = self.names.get(next.name.it.as_str()).copied() else {
            let carried: Vec<&str> = self
                .names
                .iter()
                .filter(|(_, named)| matches!(named, Named::Kept(_)))
                .map(|(name, _)| *name)
                .collect();
            let hint = meant(&next.name.it, &carried);
            let message =
                format!("\"{}\" is not carried{hint}; write  carry {} = ...", next.name.it, next.name.it);
            return wrong(next.name.span, message);
        };
        let when = next.when.as_ref().map(|when| self.when(when, next.span)).transpose()?;
        Ok((slot, next, when, self.expr(&next.value)?))
    }

    fn end(
        &mut self,
        line: &'a StrikeLine,
        bare: &[(Slot, &'a Next, Option<Id>, Id)],
        endings: &FxHashSet<Word>,
    ) -> Read<End> {
        let StrikeLine::End { ending, lose, gain, kill, when, next, span, reference } = line else {
            return wrong(Span::default(), "");
        };
        let when = when.as_ref().map(|when| self.when(when, *span)).transpose()?;
        let ending = match ending {
            Ending::Word(word) => {
                let known = self.words.known(&word.it).filter(|known| endings.contains(known));
                let Some(known) = known else { return Err(self.no_ending(word, endings)) };
                self.add(Node::Word(known), word.span)
            }
            Ending::Value(value) => self.expr(value)?,
        };
        let lose = lose.as_ref().map(|lose| self.expr(lose)).transpose()?;
        let gain = gain.as_ref().map(|gain| self.expr(gain)).transpose()?;
        let mut all = bare.to_vec();
        for next in next {
            all.push(self.next(next)?);
        }
        let mut changes: Vec<(Slot, Id)> = Vec::new();
        for (slot, next, when, mut value) in all {
            let before = changes.iter().position(|(changed, _)| *changed == slot);
            if let Some(when) = when {
                let old = match before.and_then(|place| changes.get(place)) {
                    Some((_, value)) => *value,
                    None => self.add(Node::Name(slot), next.span),
                };
                value = self.add(Node::If(when, value, old), next.span);
            }
            match before.and_then(|place| changes.get_mut(place)) {
                Some(change) => change.1 = value,
                None => changes.push((slot, value)),
            }
        }
        let reference = reference.as_deref().map(Into::into);
        Ok(End { ending, lose, gain, kill: *kill, when, next: changes, span: *span, reference })
    }

    /// The fault that an ending is not declared.
    pub(super) fn no_ending(&self, word: &Name, endings: &FxHashSet<Word>) -> Fault {
        let mut known: Vec<&str> = endings.iter().map(|word| self.words.text(*word)).collect();
        known.sort_unstable();
        let hint = meant(&word.it, &known);
        if known.is_empty() {
            let message =
                format!("\"{}\" is no ending yet; write  endings  and below it  hit: {}", word.it, word.it);
            return Fault::new(word.span, message);
        }
        let hint = if hint.is_empty() && self.names.contains_key(word.it.as_str()) {
            format!("; an ending by a value stands in brackets: end ({})", word.it)
        } else {
            hint
        };
        Fault::new(word.span, format!("\"{}\" is no ending; declared are {}{hint}", word.it, either(&known)))
    }
}
