//! Traversal of everything that a scenario reaches: annotations for what the sheets decide, probes for rows
//! that roll.

use crate::annotate::notes::{Annotation, spans};
use crate::evaluator::chooser::Chooser;
use crate::probe::Probe;
use crate::reduced_strike::{Criterion, parts_of};
use crate::scenario::Scenario;
use crate::turn::rules::names_before_strike;
use crate::value::Value;
use rustc_hash::FxHashMap;
use tohit_compile::program::{
    Binary, Figure, Id, Line, Local, Mode, Node, Question, Repetition, Row, Span, Strikes, VarSet, each_part,
};

/// Limit of the visited expressions.
const MOST_VISITS: usize = 40_000;
/// Limit of the probes.
const MOST_PROBES: usize = 400;

/// Observer of values that the sheets decide.
struct FixedObserver<'n> {
    /// Places of expressions.
    spans: &'n FxHashMap<Id, Span>,
    notes: &'n mut Vec<(Span, Annotation)>,
}

impl Chooser for FixedObserver<'_> {
    fn evaluated(&mut self, id: Id, value: &Value) {
        if let Some(span) = self.spans.get(&id).filter(|_| !matches!(value, Value::Bad(_))) {
            self.notes.push((*span, Annotation::Fixed(value.clone())));
        }
    }
}

/// Position in the strike.
#[derive(Clone, Default)]
struct Position {
    line: usize,
    ends: bool,
    /// Call around the expression; none for the line itself.
    call: Option<Id>,
    /// True where it reads a local that is bound around it.
    reads_locals: bool,
}

/// Traversal of the expressions of a scenario.
pub(crate) struct Annotator<'s, 'a> {
    scenario: &'s Scenario<'a>,
    names: Vec<Value>,
    /// Names that are known before a strike.
    known: VarSet,
    locals: FxHashMap<Local, Value>,
    spans: FxHashMap<Id, Span>,
    pub(crate) notes: Vec<(Span, Annotation)>,
    pub(crate) probes: Vec<Probe>,
    /// The mode with the expressions and figures of the probes.
    pub(crate) wide: Mode,
    visits: usize,
}

impl<'s, 'a> Annotator<'s, 'a> {
    pub(crate) fn new(scenario: &'s Scenario<'a>, names: Vec<Value>) -> Self {
        let mode = scenario.mode;
        Self {
            scenario,
            names,
            known: names_before_strike(mode),
            locals: FxHashMap::default(),
            spans: spans(mode),
            notes: Vec::new(),
            probes: Vec::new(),
            wide: mode.clone(),
            visits: 0,
        }
    }

    /// Visits everything but the strike.
    pub(crate) fn roots(&mut self) {
        let mode = self.scenario.mode;
        let mut ids: Vec<Id> = mode.carries.iter().map(|carry| carry.value).collect();
        if let Some(turn) = &mode.turn {
            ids.extend(turn.strikes.counts());
            if let Strikes::Each { of, shown, .. } = &turn.strikes {
                ids.extend(of.iter().chain(shown));
            }
            ids.extend(turn.when);
        }
        ids.extend(mode.lasts.iter().chain(&mode.tail));
        ids.extend(mode.refuses.iter().map(|refuse| refuse.when));
        // No line of the strike.
        let at = Position { line: usize::MAX, reads_locals: true, ..Position::default() };
        for id in ids {
            self.visit(id, &at);
        }
        for show in &mode.shows {
            let holds = show.when.is_none_or(|when| self.visit(when, &at) != Some(Value::Flag(false)));
            if holds {
                self.visit(show.value, &at);
            }
        }
    }

    /// Visits a line of the reduced strike.
    pub(crate) fn line(&mut self, line: usize) {
        let at = Position { line, ..Position::default() };
        match self.scenario.mode.strike.get(line) {
            Some(Line::Value { value, .. }) => {
                self.top(*value, &at);
            }
            Some(Line::End(end)) => {
                if let Some(when) = end.when {
                    self.visit(when, &at);
                }
                let at = Position { ends: true, ..at };
                for part in parts_of(end, Criterion { gains: false, ..Criterion::all(VarSet::EMPTY) })
                    .into_iter()
                    .filter(|part| Some(*part) != end.when)
                {
                    self.visit(part, &at);
                }
            }
            None => {}
        }
    }

    fn local(&self, local: Local) -> Option<&Value> {
        self.locals.get(&local)
    }

    fn bind(&mut self, local: Local, value: Option<Value>) {
        match value {
            Some(value) => self.locals.insert(local, value),
            None => self.locals.remove(&local),
        };
    }

    fn note_reached(&mut self, span: Span) {
        self.notes.push((span, Annotation::Here));
    }

    /// Value of an expression without draws.
    fn value(&mut self, id: Id) -> Option<Value> {
        let scenario = self.scenario;
        let mut free = scenario.mode.nodes.locals(id).iter();
        if scenario.rolls(id)
            || !scenario.reads(id).difference(self.known).is_empty()
            || !free.all(|(local, _)| self.local(*local).is_some())
        {
            return None;
        }
        let mut notes = FixedObserver { spans: &self.spans, notes: &mut self.notes };
        let locals: Vec<(Local, Value)> =
            self.locals.iter().map(|(local, value)| (*local, value.clone())).collect();
        Some(scenario.value_of(id, &self.names, &locals, &mut notes))
    }

    /// Visits an expression: its value, if no draw decides it.
    fn visit(&mut self, id: Id, at: &Position) -> Option<Value> {
        self.visits += 1;
        if self.visits > MOST_VISITS {
            return None;
        }
        if let Some(value) = self.value(id) {
            return Some(value);
        }
        if let Some(span) = self.spans.get(&id).copied() {
            self.note_reached(span);
        }
        let within = Position { reads_locals: true, ..at.clone() };
        match self.scenario.node(id) {
            Node::If(when, then, other) => match self.visit(*when, &within) {
                Some(Value::Flag(true)) => return self.visit(*then, &within),
                Some(Value::Flag(false)) => return self.visit(*other, &within),
                _ => {
                    self.visit(*then, &within);
                    self.visit(*other, &within);
                }
            },
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let decides = Value::Flag(*op == Binary::Or);
                if self.visit(*a, at) == Some(decides.clone()) {
                    return Some(decides);
                }
                return self.visit(*b, at).filter(|value| *value == decides);
            }
            Node::Column(it, rows) => self.rows(*it, rows, &within, None),
            Node::Figure(figure, values) => return self.figure(id, *figure, values, at),
            node => {
                if let Node::PickItem(local, ..) | Node::Collect(_, Repetition::For(local, _), _) = node {
                    self.bind(*local, None);
                }
                if let Node::Pool(.., questions) = node {
                    for question in questions {
                        if let Question::Each(_, local, _) = question {
                            self.bind(*local, None);
                        }
                    }
                }
                let mut parts = Vec::new();
                each_part(node, &mut |part, _| parts.push(part));
                for part in parts {
                    self.visit(part, at);
                }
            }
        }
        None
    }

    fn figure(&mut self, id: Id, figure: u16, values: &[Id], at: &Position) -> Option<Value> {
        let scenario = self.scenario;
        let figure = scenario.mode.figures.get(usize::from(figure))?;
        let values: Vec<Option<Value>> = values.iter().map(|value| self.visit(*value, at)).collect();
        for (local, value) in figure.takes.iter().zip(values) {
            self.bind(*local, value);
        }
        self.note_reached(figure.span);
        let reads_locals = scenario.reads_locals(id);
        if !reads_locals && scenario.rolls(id) && self.probes.len() < MOST_PROBES {
            self.probes.push(Probe { line: at.line, ends: at.ends, id, span: figure.span, applies: false });
        }
        let at = Position { call: Some(id), reads_locals, ..at.clone() };
        self.top(figure.value, &at)
    }

    /// Visits a line or a figure that it calls: probes of single rows are possible here.
    fn top(&mut self, id: Id, at: &Position) -> Option<Value> {
        if at.reads_locals || self.visits > MOST_VISITS {
            return self.visit(id, at);
        }
        match self.scenario.node(id) {
            Node::Column(it, rows)
                if self.scenario.rolls(id) || !self.scenario.reads(id).difference(self.known).is_empty() =>
            {
                self.rows(*it, rows, at, Some(id));
                None
            }
            Node::If(..) if self.value(id).is_none() => {
                self.cases(id, at);
                None
            }
            _ => self.visit(id, at),
        }
    }

    fn rows(&mut self, it: Local, rows: &[Row], at: &Position, whole: Option<Id>) {
        let within = Position { reads_locals: true, ..at.clone() };
        self.bind(it, None);
        for (index, row) in rows.iter().enumerate() {
            let before = self.local(it).cloned();
            let when = row.when.map(|when| self.visit(when, &within));
            if when == Some(Some(Value::Flag(false))) {
                continue;
            }
            if index > 0 {
                self.note_reached(row.span);
            }
            self.bind(it, before);
            let value = self.visit(row.value, &within);
            let applies = matches!(when, None | Some(Some(_)));
            self.bind(it, value.clone().filter(|_| applies));
            let Some(whole) = whole.filter(|_| index > 0) else { continue };
            if !applies {
                let mut asked: Vec<Row> = rows.iter().take(index).cloned().collect();
                asked.extend(row.when.map(|when| Row { value: when, when: None, ..row.clone() }));
                let body = self.add(Node::Column(it, asked.into()), whole);
                self.probe(at, whole, body, row.span, true);
            }
            if value.is_none() || !applies {
                let asked: Vec<Row> = rows.iter().take(index + 1).cloned().collect();
                let body = self.add(Node::Column(it, asked.into()), whole);
                self.probe(at, whole, body, row.span, false);
            }
        }
        self.bind(it, None);
    }

    /// Visits cases that draws decide, with a probe for each.
    fn cases(&mut self, first: Id, at: &Position) {
        let within = Position { reads_locals: true, ..at.clone() };
        let mut id = first;
        let mut before: Vec<Id> = Vec::new();
        let mut left = true;
        while let (true, Node::If(when, then, other)) = (left, self.scenario.node(id)) {
            let span = self.scenario.span(id);
            match self.visit(*when, &within) {
                Some(Value::Flag(false)) => {}
                holds => {
                    left = holds.is_none();
                    self.note_reached(span);
                    self.visit(*then, &within);
                    self.case(at, first, &before, Some(*when), span);
                    before.push(*when);
                }
            }
            id = *other;
        }
        if left {
            let span = self.scenario.span(id);
            self.note_reached(span);
            self.visit(id, &within);
            self.case(at, first, &before, None, span);
        }
    }

    fn case(&mut self, at: &Position, whole: Id, before: &[Id], when: Option<Id>, span: Span) {
        let flag = |annotator: &mut Self, flag: bool| annotator.add(Node::Flag(flag), whole);
        let mut body = match when {
            Some(when) => when,
            None => flag(self, true),
        };
        for earlier in before.iter().rev() {
            let no = flag(self, false);
            body = self.add(Node::If(*earlier, no, body), whole);
        }
        self.probe(at, whole, body, span, true);
    }

    /// Adds an expression at the place of `whole`.
    fn add(&mut self, node: Node, whole: Id) -> Id {
        let Mode { nodes, sheets, figures, .. } = &mut self.wide;
        nodes.add(node, self.scenario.span(whole), sheets, figures)
    }

    fn probe(&mut self, at: &Position, whole: Id, body: Id, span: Span, applies: bool) {
        if at.reads_locals || self.probes.len() >= MOST_PROBES {
            return;
        }
        let id = match at.call {
            None => body,
            Some(call) => {
                let Node::Figure(figure, values) = self.scenario.node(call) else { return };
                let figures = &mut self.wide.figures;
                let index = u16::try_from(figures.len()).unwrap_or(u16::MAX);
                let called = figures.get(usize::from(*figure)).filter(|figure| figure.value == whole);
                let Some(figure) = called.map(|figure| Figure { value: body, ..figure.clone() }) else {
                    return;
                };
                figures.push(figure);
                self.add(Node::Figure(index, values.clone()), call)
            }
        };
        self.probes.push(Probe { line: at.line, ends: at.ends, id, span, applies });
    }
}
