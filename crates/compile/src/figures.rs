//! Figures in topological order of their calls. Recursion is refused.

use super::mode::{Checker, ExprContext, FigureSource, Named, PendingFigure};
use crate::program::{Default, FieldShape, Figure, Id, Node, Word};
use tohit_syntax::ast::{self, Body, Expr, Span, Spanned, Switch, Switches};
use tohit_syntax::diagnostics::{Keep, Read, either, suggestion, suggestion_or_all, wrong};

/// Limit of the depth of calls.
const MOST_DEPTH: u16 = 40;

/// State of a figure in the depth-first search: not visited, on the path, or done with the depth of its
/// calls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    New,
    Open,
    Done(u16),
}

impl<'a> Checker<'a> {
    /// Compiles all figures.
    pub(super) fn read_figures(&mut self) {
        let calls: Vec<Vec<u16>> = self.written.iter().map(|written| self.calls(written.figure)).collect();
        let mut steps = vec![VisitState::New; calls.len()];
        for place in 0..calls.len() {
            self.order(place, &calls, &mut steps);
        }
    }

    /// Compiles a figure behind those that it calls: a depth-first search with an explicit stack.
    fn order(&mut self, first: usize, calls: &[Vec<u16>], steps: &mut [VisitState]) {
        let mut path: Vec<(usize, usize, u16)> = vec![(first, 0, 0)];
        while let Some((place, next, depth)) = path.last_mut() {
            let place = *place;
            let Some(step) = steps.get_mut(place) else { return };
            if *next == 0 {
                if *step != VisitState::New {
                    path.pop();
                    continue;
                }
                *step = VisitState::Open;
            }
            let Some(called) =
                calls.get(place).and_then(|all| all.get(*next)).map(|called| usize::from(*called))
            else {
                let depth = *depth;
                *step = VisitState::Done(depth);
                if depth > MOST_DEPTH {
                    let span =
                        self.written.get(place).map(|written| written.figure.name().span).unwrap_or_default();
                    self.tell(span, format!("figures call each other more than {MOST_DEPTH} deep here"));
                } else {
                    self.read_figure(place);
                }
                path.pop();
                if let Some((_, _, above)) = path.last_mut() {
                    *above = (*above).max(depth + 1);
                }
                continue;
            };
            *next += 1;
            match steps.get(called).copied() {
                Some(VisitState::New) => path.push((called, 0, 0)),
                Some(VisitState::Done(deep)) => *depth = (*depth).max(deep + 1),
                Some(VisitState::Open) => {
                    let round: Vec<usize> =
                        path.iter().map(|(place, ..)| *place).skip_while(|place| *place != called).collect();
                    self.reaches_itself(&round);
                }
                None => {}
            }
        }
    }

    fn reaches_itself(&mut self, round: &[usize]) {
        let name =
            |place: &usize| self.written.get(*place).map_or("", |written| written.figure.name().it.as_str());
        let span = round.last().and_then(|place| self.written.get(*place)).map(|written| written.span);
        let message = match round {
            [only] => {
                let rolls = self.written.get(*only).is_some_and(|written| written.figure.rolled());
                let open = if rolls { "; dice that explode are  open d6" } else { "" };
                format!(
                    "\"{}\" is defined by itself; the value so far of its rows is \"it\"{open}",
                    name(only)
                )
            }
            _ => {
                let path: Vec<&str> = round.iter().chain(round.first()).map(name).collect();
                format!(
                    "\"{}\" reaches itself: {}",
                    path.first().copied().unwrap_or_default(),
                    path.join(" -> ")
                )
            }
        };
        self.tell(span.unwrap_or_default(), message);
    }

    /// A figure that `show` names.
    pub(super) fn figure_shown(&mut self, name: &'a str, span: Span) -> Read<Id> {
        match self.names.get(name) {
            Some(Named::Line(_) | Named::Later) => {
                wrong(span, format!("\"{name}\" is a line of the strike; write  show {name} = ...  there"))
            }
            Some(_) => self.named(name, span),
            None if self.unread.contains(name) => wrong(span, ""),
            None => {
                let figures = self.written.iter().map(|written| written.figure.name().it.as_str());
                let hint = match name {
                    "damage" | "hit" | "outcomes" => "; it is told always".to_owned(),
                    _ => suggestion(name, &figures.collect::<Vec<_>>()),
                };
                wrong(span, format!("there is no figure \"{name}\"{hint}"))
            }
        }
    }

    /// Figures that a figure mentions.
    fn calls(&self, source: FigureSource<'a>) -> Vec<u16> {
        let FigureSource::Figure(figure) = source else { return Vec::new() };
        let (Body::Rows(rows) | Body::Cases(rows)) = &figure.column;
        let mut open: Vec<&Expr> = Vec::new();
        for row in rows {
            open.push(&row.value);
            open.extend(&row.when);
        }
        let mut calls = Vec::new();
        while let Some(expr) = open.pop() {
            let name = match &*expr.it {
                ast::ExprKind::Name(name) => Some(name),
                ast::ExprKind::Word(name) => Some(name).filter(|name| self.is_value(name)),
                ast::ExprKind::Call(name, _) => Some(&name.it),
                _ => None,
            };
            if let Some(Named::Figure(place)) = name.and_then(|name| self.names.get(name.as_str()))
                && !calls.contains(place)
            {
                calls.push(*place);
            }
            expr.it.each_part(&mut |part| open.push(part));
        }
        calls
    }

    fn read_figure(&mut self, place: usize) {
        let Some(&PendingFigure { figure: source, span, .. }) = self.written.get(place) else { return };
        self.place = ExprContext::Figure;
        self.scope.clear();
        self.it = None;
        let takes: Vec<_> = source.takes().iter().map(|name| self.bind(name)).collect();
        let takes: Vec<_> = takes.into_iter().map(|local| local.keep(&mut self.diagnostics)).collect();
        let value = match source {
            FigureSource::Figure(figure) => self.column(&figure.column),
            FigureSource::Switch(switches, switch) => {
                self.switch(switches, switch).keep(&mut self.diagnostics)
            }
        };
        self.scope.clear();
        let (Some(value), Some(takes)) = (value, takes.into_iter().collect::<Option<Vec<_>>>()) else {
            return;
        };
        let rolled = source.rolled();
        if self.nodes.rolls(value) && !rolled {
            let name = &source.name().it;
            let takes: Vec<&str> = source.takes().iter().map(|name| name.it.as_str()).collect();
            let takes = if takes.is_empty() { String::new() } else { format!("({})", takes.join(", ")) };
            self.tell(
                span,
                format!("\"{name}\" rolls; write  roll {name}{takes} = ...  or roll in the strike"),
            );
            return;
        }
        let run = u16::try_from(self.figures.len()).unwrap_or_default();
        self.figures.push(Figure {
            name: source.name().it.clone(),
            takes: takes.into(),
            rolled,
            value,
            span,
        });
        if let Some(written) = self.written.get_mut(place) {
            written.place = Some(run);
        }
    }

    /// Value of a switch: the field, otherwise the setting of the edition.
    fn switch(&mut self, switches: &'a Switches, switch: &'a Switch) -> Read<Id> {
        let Switches { fields, by, editions, .. } = switches;
        let name = &switch.name;
        let group = self.path(fields)?;
        let edition = self.path(by)?;
        let (FieldShape::Words(known), ..) = self.shape_at(by)? else {
            return wrong(by.span, "behind \"by\" stands a field whose words are the editions");
        };
        let mut columns: Vec<Word> = Vec::new();
        for edition in editions {
            columns.push(self.one_of(&known, &edition.it, edition.span)?);
        }
        if let Some(missing) = known.iter().find(|word| !columns.contains(word)) {
            let message = format!("the edition \"{}\" has no column", self.words.text(*missing));
            return wrong(editions.first().map_or(by.span, |edition| edition.span), message);
        }
        let parts = fields.it.iter().chain([&name.it]).cloned().collect();
        let (shape, absent, _) = self.shape_at(&Spanned { it: parts, span: name.span })?;
        if !absent {
            let message =
                format!("the field \"{}\" of a switch may be left out: write ? behind its type", name.it);
            return wrong(name.span, message);
        }
        if !matches!(shape, FieldShape::Flag | FieldShape::Words(_)) {
            return wrong(name.span, "a switch is a field of words, or a flag");
        }
        let mut value: Option<Id> = None;
        for (word, Spanned { it, span }) in columns.into_iter().zip(&switch.words).rev() {
            let given = Spanned { it: ast::Literal::Words(vec![it.clone()]), span: *span };
            let stands = match self.given(&given, &shape, false)? {
                Default::Flag(flag) => self.add(Node::Flag(flag), *span),
                Default::Word(word) => self.add(Node::Word(word), *span),
                _ => return wrong(*span, either(&["yes", "no", "a word of its list"])),
            };
            value = Some(match value {
                None => stands,
                Some(rest) => {
                    let is = self.add(Node::Is(edition, [word].into()), *span);
                    self.add(Node::If(is, stands, rest), *span)
                }
            });
        }
        let Some(value) = value else { return wrong(name.span, "there are no editions") };
        let word = self.words.of(&name.it);
        let field = self.add(Node::Dot(group, word), name.span);
        Ok(self.add(Node::Otherwise(field, value), name.span))
    }

    /// Expression of a path of fields from a sheet.
    fn path(&mut self, path: &'a ast::Path) -> Read<Id> {
        let (_, _, sheet) = self.shape_at(path)?;
        let mut id = self.add(Node::Sheet(sheet), path.span);
        for part in path.it.iter().skip(1) {
            let word = self.words.of(part);
            id = self.add(Node::Dot(id, word), path.span);
        }
        Ok(id)
    }

    /// Shape at a path from a sheet, true where the value or one above it may be absent, and the place of the
    /// sheet.
    pub(super) fn shape_at(&self, path: &ast::Path) -> Read<(FieldShape, bool, u8)> {
        let first = path.it.first().map(String::as_str).unwrap_or_default();
        let Some(sheet) = self.sheet_place(first) else {
            let hint = suggestion(first, &["attacker", "defender", "situation"]);
            return wrong(
                path.span,
                format!("a field is written with its sheet in front: attacker.level{hint}"),
            );
        };
        let Some((_, fields)) = self.sheets.get(usize::from(sheet)) else {
            return wrong(path.span, "");
        };
        let mut shape = FieldShape::Record(fields.clone());
        let mut absent = false;
        let mut whole = first.to_owned();
        for part in path.it.iter().skip(1) {
            let (next, may) = match &shape {
                FieldShape::List(_, most, of) => match part.parse::<u32>() {
                    Ok(item) if item < *most => ((**of).clone(), true),
                    Ok(_) => {
                        let message = format!("\"{whole}\" has at most {most} items, counted from 0");
                        return wrong(path.span, message);
                    }
                    Err(_) => {
                        let message =
                            format!("\"{whole}\" is a list; its items are counted from 0: {whole}.0");
                        return wrong(path.span, message);
                    }
                },
                FieldShape::Record(fields) => {
                    match self.words.known(part).and_then(|word| fields.field(word)) {
                        Some(field) => (field.shape.clone(), field.absent),
                        None if self.unread.contains(part) => return wrong(path.span, ""),
                        None => {
                            let known = suggestion_or_all(part, &self.words.names(fields));
                            return wrong(path.span, format!("\"{whole}\" has no \"{part}\"{known}"));
                        }
                    }
                }
                _ => return wrong(path.span, format!("\"{whole}\" has no fields")),
            };
            shape = next;
            absent |= may;
            whole.push('.');
            whole.push_str(part);
        }
        Ok((shape, absent, sheet))
    }
}
