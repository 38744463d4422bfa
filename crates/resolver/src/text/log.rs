//! The log of a throw.

use super::interner;
use super::query::Query;
use crate::log::{DrawKind, Event, FigureValue, Log};
use crate::sheet::in_line;
use tohit_compile::program::{self as checked, Id, Line, Node, Span};
use tohit_engine::{Evaluation, TraceEvent, Value};

impl<'m> Query<'m, '_> {
    /// The log: the figures of the answer, then the events of the throw.
    pub(super) fn log(
        &self,
        figures: &[(Vec<String>, Value)],
        trace: &[TraceEvent],
        evaluations: &[(usize, Evaluation)],
    ) -> Log {
        let note = |(name, value): &(Vec<String>, Value)| {
            Some(Event::Note { label: self.called(name.last()?).into(), figure: self.figure(value)? })
        };
        let mut events: Vec<Event> = figures.iter().filter_map(note).collect();
        for (place, one) in trace.iter().enumerate() {
            let event = self.event(one, trace.split_at(place));
            events.extend(event.filter(|event| says_more(event, &events)));
        }
        Log { events, story: self.story(figures, trace, evaluations), struck_last: None }
    }

    /// An event of the trace, given the events before it, and itself with those after it.
    fn event(&self, event: &TraceEvent, around: (&[TraceEvent], &[TraceEvent])) -> Option<Event> {
        let (before, later) = (around.0.last(), around.1.get(1..).unwrap_or_default());
        Some(match event {
            TraceEvent::Turn(None, number) => Event::Heading(format!("turn {number}")),
            TraceEvent::Turn(Some(whose), number) => {
                Event::Heading(format!("the {}'s turn {number}", whose.name()))
            }
            TraceEvent::Strike(number) => Event::Heading(format!("strike {number}")),
            TraceEvent::Roll { line, span, draw: ask, faces, value, forced } => Event::Roll {
                label: self.rolled_at(*line, *span).into(),
                by: self.goes_by(around).join(", "),
                ask: self.ask(ask),
                faces: faces.clone(),
                value: self.as_figure(value),
                forced: *forced,
            },
            TraceEvent::Gained(gain) => {
                Event::Note { label: "gained".into(), figure: FigureValue::Int(*gain) }
            }
            TraceEvent::Paid(paid) => Event::Note { label: "paid".into(), figure: FigureValue::Int(*paid) },
            TraceEvent::Left(left) => Event::Note {
                label: "between turns, hit points left".into(),
                figure: FigureValue::Int(*left),
            },
            TraceEvent::Falls(whose, number) => Event::Note {
                label: format!("the {}'s fallen bodies", whose.name()),
                figure: FigureValue::Int(i64::try_from(*number).unwrap_or(i64::MAX)),
            },
            TraceEvent::Has(whose, left) => Event::Note {
                label: format!("the {}'s hit points", whose.name()),
                figure: FigureValue::Int(*left),
            },
            // A second name of a line.
            TraceEvent::Line(line, _) if self.is_name(*line) => return None,
            TraceEvent::Line(line, value) => {
                Event::Note { label: self.label(*line).into(), figure: self.figure(value)? }
            }
            TraceEvent::End(_, ending, _) => {
                Event::Note { label: "ending".into(), figure: FigureValue::Word(self.name(*ending)) }
            }
            // Figures within a loss have no line: the log has them at the last row of their roll. A figure
            // that is not rolled is logged where the words have a label for it and more than its first row
            // applies. Rows of a line are logged with its value.
            TraceEvent::Row(span, value) => {
                let figure_of = |event: Option<&TraceEvent>| match event {
                    Some(TraceEvent::Row(other, ..)) => self.figure_of_row(*other),
                    _ => None,
                };
                let own = self.figure_of_row(*span)?;
                let closes =
                    later.iter().find(|event| matches!(event, TraceEvent::Line(..) | TraceEvent::End(..)));
                let is_told = own.rolled
                    || self.said(&own.name).is_some()
                        && figure_of(before).is_some_and(|one| one.name == own.name);
                let goes_on = figure_of(later.first()).is_some_and(|next| next.name == own.name);
                if !is_told || goes_on || !matches!(closes, Some(TraceEvent::End(..))) {
                    return None;
                }
                Event::Note { label: self.called(&own.name).into(), figure: self.figure(value)? }
            }
        })
    }

    fn is_name(&self, line: usize) -> bool {
        let value = match self.mode.strike.get(line) {
            Some(Line::Value { value, .. }) => self.mode.nodes.get(*value),
            _ => None,
        };
        value.is_some_and(|expr| matches!(expr.node, Node::Name(_)))
    }

    /// Label of a line.
    fn label(&self, line: usize) -> &'static str {
        let rolls = |id: Id| self.mode.nodes.get(id).is_some_and(|expr| expr.rolls);
        let name = match self.mode.strike.get(line) {
            Some(Line::Value { slot, .. }) => self.mode.names.get(usize::from(slot.0)).map(String::as_str),
            Some(Line::End(end)) if !end.when.is_some_and(rolls) => Some("damage"),
            _ => None,
        };
        self.called(name.unwrap_or("ending"))
    }

    /// Label of a draw: that of its line, or, at an end of the strike, of the roll that it is part of.
    fn rolled_at(&self, line: usize, span: Span) -> &'static str {
        let ends = matches!(self.mode.strike.get(line), Some(Line::End(_)));
        let roll = self.figure_of(span).filter(|figure| ends && figure.rolled);
        roll.map_or_else(|| self.label(line), |roll| self.called(&roll.name))
    }

    /// Distinction of a roll from others of its line with the same label: the names in the roll itself, or
    /// else in its row. A picked word needs none.
    fn goes_by(&self, (before, later): (&[TraceEvent], &[TraceEvent])) -> Vec<String> {
        let (line, span, ask, later) = match later {
            [TraceEvent::Roll { line, span, draw: ask, value, .. }, later @ ..]
                if !matches!(value, Value::Word(_)) =>
            {
                (line, span, ask, later)
            }
            _ => return Vec::new(),
        };
        let is_here = |event: &&TraceEvent| !matches!(event, TraceEvent::Line(..) | TraceEvent::End(..));
        let label = self.rolled_at(*line, *span);
        let is_alike = |event: &TraceEvent| match event {
            TraceEvent::Roll { line, span, draw: other, .. } => {
                other != ask && self.rolled_at(*line, *span) == label
            }
            _ => false,
        };
        let here = before.iter().rev().take_while(is_here).chain(later.iter().take_while(is_here));
        if !here.into_iter().any(is_alike) {
            return Vec::new();
        }
        // The row of a figure with parameters has names of its own for the arguments.
        let is_own = |row: Span| self.figure_of(row).is_none_or(|figure| figure.takes.is_empty());
        let row = later.iter().take_while(is_here).find_map(|event| match event {
            TraceEvent::Row(row, ..) if is_own(*row) => Some(*row),
            _ => None,
        });
        let spans = core::iter::once(*span).chain(row);
        let mut found = spans.map(|span| self.mode.mentions(self.game, span));
        let names = found.find(|names| !names.is_empty()).unwrap_or_default();
        names.iter().map(|name| self.mentioned(name)).collect()
    }

    /// Label of a field or a figure, in the middle of a line.
    pub(super) fn mentioned(&self, name: &str) -> String {
        let Some((_, field)) = name.rsplit_once('.') else { return self.called(name).to_owned() };
        let known = self.presentation.form(self.name(self.mode.word)).at(name);
        let label = known.and_then(|(_, labels)| labels.last().copied());
        label.map_or_else(|| field.replace('_', " "), in_line)
    }

    /// The figure whose column has a row; none of lines, and of what `in` compares.
    fn figure_of_row(&self, row: Span) -> Option<&'m checked::Figure> {
        self.figure_of(row).filter(|figure| match self.mode.nodes.node(figure.value) {
            Node::Column(_, rows) => rows.iter().any(|own| own.span == row),
            _ => false,
        })
    }

    /// The figure around a span; none within a line.
    fn figure_of(&self, span: Span) -> Option<&'m checked::Figure> {
        let figures = self.mode.figures.iter().map(|figure| (figure.span.start, Some(figure)));
        let lines = self.mode.strike.iter().map(|line| (line.span().start, None));
        figures.chain(lines).filter(|(start, _)| *start <= span.start).max_by_key(|(start, _)| *start)?.1
    }

    /// A value as a figure, also of kinds that answers omit.
    pub(super) fn as_figure(&self, value: &Value) -> FigureValue {
        self.figure(value)
            .unwrap_or_else(|| FigureValue::Word(interner::text(&self.scenario.format_value(value))))
    }

    pub(super) fn ask(&self, ask: &tohit_engine::Draw) -> DrawKind {
        let words = tohit_engine::draw_words(self.scenario, ask);
        match ask {
            tohit_engine::Draw::Dice(count, sides) => {
                DrawKind::Dice(words, (*count, count.saturating_mul(*sides)))
            }
            tohit_engine::Draw::Range(from, to) => DrawKind::Dice(words, (*from, *to)),
            tohit_engine::Draw::Pick(_) | tohit_engine::Draw::PickOdds(_) => DrawKind::Pick(words),
            tohit_engine::Draw::Chance(_) | tohit_engine::Draw::Odds(_) | tohit_engine::Draw::Open(..) => {
                DrawKind::Other(words)
            }
        }
    }
}

/// True for a figure that differs from the event before it: the same figure, or its only roll.
fn says_more(event: &Event, before: &[Event]) -> bool {
    let Event::Note { label, figure } = event else { return true };
    let rolled = |event: &Event| matches!(event, Event::Roll { label: other, .. } if other == label);
    match before {
        [.., other, Event::Roll { .. }] if rolled(other) => true,
        [.., Event::Roll { label: other, value, .. }] => (label, figure) != (other, value),
        [.., Event::Note { label: other, figure: value }] => (label, figure) != (other, value),
        _ => true,
    }
}
