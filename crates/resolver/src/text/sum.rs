//! Sums in the sentences of a throw: the terms of an expression of the rules, each with its value, sign and
//! name.

use super::query::Query;
use super::terms::{DiceRoll, Term};
use super::trace_story::percent;
use crate::log::StoryPart;
use crate::sheet::in_line;
use std::collections::HashMap;
use tohit_compile::program::{
    Binary, Collect, Figure, Id, Items, Line, Local, Node, Repetition, Unary, VarId, VarSet,
};
use tohit_engine::{Evaluation, Value};
use tohit_odds::Number;

/// Builder of the sums of a strike. A line that several terms read is shown with its dice once, later by its
/// name.
pub(super) struct Sums<'q, 'm, 's, 'e> {
    query: &'q Query<'m, 's>,
    /// Evaluations of the strike, with their lines.
    evaluations: &'e [(usize, Evaluation)],
    locals: HashMap<Local, Bound<'e>>,
    /// Names of lines that may roll, a bit each.
    rolled: VarSet,
    /// Names of lines whose dice were shown, or whose decision was looked for.
    shown: VarSet,
}

/// Value of a local.
#[derive(Clone)]
enum Bound<'e> {
    /// Argument of a figure, `true` where it may roll.
    Argument(&'e Evaluation, bool),
    /// Value of a column so far.
    SoFar(Term),
}

impl<'q, 'm, 's, 'e> Sums<'q, 'm, 's, 'e> {
    pub(super) fn new(query: &'q Query<'m, 's>, evaluations: &'e [(usize, Evaluation)]) -> Self {
        let mut sums =
            Self { query, evaluations, locals: HashMap::new(), rolled: VarSet::EMPTY, shown: VarSet::EMPTY };
        for line in &query.mode.strike {
            if let Line::Value { slot, value, .. } = line
                && sums.rolls(*value)
            {
                sums.rolled.insert(*slot);
            }
        }
        sums
    }

    /// The sum of a line of the strike; none where the strike does not reach it, or where it is no number.
    pub(super) fn of_line(&mut self, place: usize) -> Option<Vec<StoryPart>> {
        let evaluations = self.evaluations;
        let (_, evaluation) = evaluations.iter().find(|(line, _)| *line == place)?;
        Some(self.term(evaluation)?.equation())
    }

    /// The sum of the damage of the strike.
    pub(super) fn of_loss(&mut self, end: usize) -> Option<Vec<StoryPart>> {
        let Some(Line::End(line)) = self.query.mode.strike.get(end) else { return None };
        let evaluations = self.evaluations;
        let (_, evaluation) = evaluations.iter().find(|(at, one)| *at == end && Some(one.id) == line.lose)?;
        Some(self.term(evaluation)?.equation())
    }

    /// The comparison or chance that decided a line of yes or no, or whether the strike ends so.
    pub(super) fn decision_of(&mut self, name: &str) -> Option<Vec<StoryPart>> {
        let (query, evaluations) = (self.query, self.evaluations);
        let is_asked = |(line, one): &&(usize, Evaluation)| match query.mode.strike.get(*line) {
            Some(Line::Value { slot, .. }) => {
                query.mode.names.get(usize::from(slot.0)).is_some_and(|known| known == name)
            }
            Some(Line::End(end)) => {
                end.when == Some(one.id)
                    && matches!(self.node(end.ending), Node::Word(word) if query.name(*word) == name)
            }
            None => false,
        };
        let (_, evaluation) = evaluations.iter().rev().find(is_asked)?;
        self.decision(evaluation)
    }

    fn node(&self, id: Id) -> &'m Node {
        self.query.mode.nodes.node(id)
    }

    /// The term of an evaluation; none where it is no number. A name stands for what has no dice.
    pub(super) fn term(&mut self, evaluation: &'e Evaluation) -> Option<Term> {
        let Value::Number(value) = &evaluation.value else { return None };
        let name = self.name(evaluation.id);
        let term = match name {
            Some(_) if !self.rolls(evaluation.id) => Term::of(value.clone()),
            _ if self.query.scenario.is_fixed(evaluation.id) => self.fixed(evaluation.id, value.clone()),
            _ => self.parts(evaluation, value.clone())?,
        };
        // Without dice the name is enough.
        let term = if name.is_some() && !term.has_dice() { Term::of(value.clone()) } else { term };
        Some(term.settled().called(|| name).mentions(|| self.called_with(evaluation.id)))
    }

    /// The term of an expression that the sheets decide.
    fn fixed(&self, id: Id, value: Number) -> Term {
        let scenario = self.query.scenario;
        let part = |part: Id| match scenario.is_fixed(part).then(|| scenario.fixed(part)) {
            Some(Value::Number(value)) => Some(self.fixed(part, value)),
            _ => None,
        };
        if let Some(name) = self.name(id) {
            return Term::of(value).called(|| Some(name));
        }
        match self.node(id) {
            Node::Binary(op, a, b) => match (part(*a), part(*b)) {
                (Some(a), Some(b)) => combined(*op, a, b, &value),
                _ => Term::of(value),
            },
            _ => Term::of(value),
        }
    }

    /// The term of an expression from those of its parts.
    fn parts(&mut self, evaluation: &'e Evaluation, value: Number) -> Option<Term> {
        let parts = evaluation.parts.as_slice();
        match (self.node(evaluation.id), parts) {
            (Node::Name(slot), _) => {
                let name = self.query.mode.names.get(usize::from(slot.0));
                let line = self.line_of(*slot)?;
                let term = if self.shows(*slot) { Term::of(value) } else { self.term(line)? };
                Some(term.called(|| Some(self.query.called(name?).to_owned())))
            }
            (Node::Local(local), _) => match self.locals.get(local) {
                None => Some(Term::of(value)),
                Some(Bound::SoFar(term)) => {
                    let again = Bound::SoFar(term.collapsed());
                    let Some(Bound::SoFar(term)) = self.locals.insert(*local, again) else { return None };
                    Some(term)
                }
                Some(Bound::Argument(argument, _)) => {
                    let argument = *argument;
                    let term = self.term(argument)?;
                    self.locals.insert(*local, Bound::SoFar(term.collapsed()));
                    Some(term)
                }
            },
            (Node::Figure(place, _), [arguments @ .., body]) => {
                let figure = self.query.mode.figures.get(usize::from(*place))?;
                self.with(&figure.takes, arguments, |sums| sums.term(body))
            }
            (Node::If(..), [.., chosen]) | (Node::Otherwise(..), [.., chosen]) => self.term(chosen),
            (Node::Binary(op, ..), [a, b]) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                Some(match op {
                    Binary::Mod | Binary::Power => Term::dice(self.dice(evaluation), value),
                    op => combined(*op, a, b, &value),
                })
            }
            (Node::Unary(op, _), [a]) => match op {
                Unary::Floor | Unary::Ceil | Unary::Round | Unary::Trunc => {
                    Some(self.term(a)?.rounded(value))
                }
                Unary::Negate => Some(Term::of(Number::ZERO).plus(true, self.term(a)?, value)),
                Unary::Abs | Unary::Not => Some(Term::dice(self.dice(evaluation), value)),
            },
            (Node::Column(it, rows), _) => {
                let before = self.locals.remove(it);
                let mut parts = parts.iter();
                let mut so_far = None;
                for row in rows {
                    if row.when.is_some() && !parts.next()?.value.is_yes() {
                        continue;
                    }
                    let part = parts.next()?;
                    if let Some(term) = so_far.take() {
                        self.locals.insert(*it, Bound::SoFar(term));
                    }
                    so_far = Some(self.row(part, row.when)?);
                }
                self.locals.remove(it);
                if let Some(before) = before {
                    self.locals.insert(*it, before);
                }
                so_far
            }
            (Node::Collect(Collect::Sum, over, _), _) if parts.len() <= FEW_ITEMS => {
                let mut sum = Term::of(Number::ZERO);
                for part in values_of(over, parts)? {
                    let term = self.term(part)?;
                    let value = sum.value.plus(&term.value).ok()?;
                    sum = sum.plus(false, term, value);
                }
                Some(sum)
            }
            (Node::Collect(Collect::Best(None) | Collect::Worst(None), over, _), _) => {
                let values = values_of(over, parts)?;
                let is_roll = |value: &Evaluation| !value.draws.is_empty();
                match values.iter().find(|one| one.value == evaluation.value) {
                    Some(kept) if values.len() == 1 || !values.iter().all(is_roll) => self.term(kept),
                    _ => Some(Term::dice(self.dice(evaluation), value)),
                }
            }
            (Node::Table(..) | Node::Dot(..) | Node::Rank(..), _) => Some(Term::of(value)),
            _ => Some(Term::dice(self.dice(evaluation), value)),
        }
    }

    /// Runs something while the parameters of a figure have these arguments.
    fn with<T>(
        &mut self,
        takes: &[Local],
        arguments: &'e [Evaluation],
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let bound = |argument: &'e Evaluation| Bound::Argument(argument, self.rolls(argument.id));
        let bound: Vec<Bound<'e>> = arguments.iter().map(bound).collect();
        let bind = |(local, bound): (&Local, _)| (*local, self.locals.insert(*local, bound));
        let before: Vec<(Local, Option<Bound<'e>>)> = takes.iter().zip(bound).map(bind).collect();
        let done = run(self);
        for (local, before) in before {
            match before {
                Some(before) => self.locals.insert(local, before),
                None => self.locals.remove(&local),
            };
        }
        done
    }

    /// The comparison or chance of dice that decides a condition, the last that was evaluated, with both its
    /// sides.
    pub(super) fn decision(&mut self, evaluation: &'e Evaluation) -> Option<Vec<StoryPart>> {
        let mode = self.query.mode;
        let inner = |sums: &mut Self| evaluation.parts.iter().rev().find_map(|part| sums.decision(part));
        match (self.node(evaluation.id), evaluation.parts.as_slice()) {
            (Node::Chance(..), _) => {
                let (draw, ..) = evaluation.draws.first()?;
                Some(vec![StoryPart::Text(format!("a chance of {}", percent(draw)?))])
            }
            (Node::Name(slot), _) if self.shows(*slot) => None,
            (Node::Name(slot), _) => self.decision(self.line_of(*slot)?),
            (Node::Figure(place, _), [arguments @ .., body]) => {
                let figure = mode.figures.get(usize::from(*place))?;
                self.with(&figure.takes, arguments, |sums| sums.decision(body))
            }
            (Node::Local(local), _) => match self.locals.get(local)? {
                Bound::Argument(argument, _) => {
                    let argument = *argument;
                    self.decision(argument)
                }
                Bound::SoFar(_) => None,
            },
            (Node::Binary(op, ..), [a, b]) if op.compares() => {
                let (roll, other) = if self.rolls(a.id) { (a, b) } else { (b, a) };
                if !self.rolls(roll.id) {
                    return None;
                }
                let mut parts = self.side(roll)?.side();
                parts.push(StoryPart::Text(" against ".to_owned()));
                let name = self.name(other.id);
                parts.extend(self.side(other)?.other_side(name));
                Some(parts)
            }
            _ => inner(self),
        }
    }

    /// The term of a side of a comparison; of a line its own terms in place of its name.
    fn side(&mut self, evaluation: &'e Evaluation) -> Option<Term> {
        match self.node(evaluation.id) {
            Node::Name(slot) => match self.line_of(*slot) {
                Some(line) => self.term(line),
                None => self.term(evaluation),
            },
            _ => self.term(evaluation),
        }
    }

    /// The term of a row. A number that it adds without a name has that of its condition.
    fn row(&mut self, part: &'e Evaluation, when: Option<Id>) -> Option<Term> {
        let condition = |sums: &Self| when.and_then(|when| sums.condition(when));
        let (
            Node::Binary(
                op @ (Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Div),
                ..,
            ),
            [a, b],
        ) = (self.node(part.id), part.parts.as_slice())
        else {
            return self.term(part);
        };
        let Value::Number(value) = &part.value else { return None };
        // Each of several addends: `+ 1 + roll(1..10) if attacker.strong`.
        let is_sum = matches!(self.node(a.id), Node::Binary(Binary::Add | Binary::Subtract, ..));
        let a =
            if is_sum && !self.query.scenario.is_fixed(a.id) { self.row(a, when)? } else { self.term(a)? };
        let b = self.term(b)?;
        let divides = matches!(op, Binary::Divide | Binary::Div);
        // A ratio such as `* 3 div 2` is one factor.
        let is_ratio = divides && a.is_multiplied();
        let b = if divides && !is_ratio { b } else { b.last_called(|| condition(self)) };
        Some(combined(*op, a, b, value))
    }

    /// Evaluation of the line of a name, if it was reached.
    fn line_of(&self, slot: VarId) -> Option<&'e Evaluation> {
        let place = self
            .query
            .mode
            .strike
            .iter()
            .position(|line| matches!(line, Line::Value { slot: own, .. } if *own == slot))?;
        self.evaluations.iter().find(|(line, _)| *line == place).map(|(_, evaluation)| evaluation)
    }

    /// True where an expression may roll, or the lines and arguments that it reads.
    fn rolls(&self, id: Id) -> bool {
        let nodes = &self.query.mode.nodes;
        let is_rolled = |local: &Local| match self.locals.get(local) {
            Some(Bound::Argument(_, rolls)) => *rolls,
            Some(Bound::SoFar(term)) => !term.is_plain() || !term.name.is_empty(),
            None => false,
        };
        nodes.rolls(id)
            || !nodes.reads(id).is_disjoint(self.rolled)
            || nodes.locals(id).iter().any(|(local, _)| is_rolled(local))
    }

    /// True where a line was shown before; from now on it is.
    const fn shows(&mut self, slot: VarId) -> bool {
        !self.shown.insert(slot)
    }

    /// All dice and picked numbers of an expression; questions of yes or no and picked words are none.
    fn dice(&mut self, evaluation: &'e Evaluation) -> Vec<DiceRoll> {
        let is_number = |value: &Value| matches!(value, Value::Number(_));
        let own = evaluation.draws.iter().filter(|(.., value)| is_number(value));
        let own = own
            .map(|(draw, faces, value)| (self.query.ask(draw), faces.clone(), self.query.as_figure(value)));
        let own: Vec<DiceRoll> = own.collect();
        if !own.is_empty() {
            return own;
        }
        let line = match self.node(evaluation.id) {
            // Parts of a die are its number and its sides.
            Node::Dice(..) | Node::Roll(..) | Node::Open(..) | Node::Chance(..) => return own,
            Node::Name(slot) if !self.shows(*slot) => self.line_of(*slot),
            _ => None,
        };
        evaluation.parts.iter().chain(line).flat_map(|part| self.dice(part)).collect()
    }

    /// Label of a name, field, figure or table; none of an expression of several, and of a helper without a
    /// label.
    fn name(&self, id: Id) -> Option<String> {
        let query = self.query;
        match self.node(id) {
            Node::Name(slot) => Some(query.called(query.mode.names.get(usize::from(slot.0))?).to_owned()),
            Node::Figure(place, takes) => {
                let figure = query.mode.figures.get(usize::from(*place))?;
                match query.said(&figure.name) {
                    _ if self.is_helper(figure) => None,
                    None if !takes.is_empty() => None,
                    None if matches!(self.node(figure.value), Node::Dot(..)) => self.name(figure.value),
                    _ => Some(query.called(&figure.name).to_owned()),
                }
            }
            Node::Table(place, ..) => {
                Some(query.called(&query.mode.tables.get(usize::from(*place))?.name).to_owned())
            }
            Node::Dot(_, field) => self.mentioned(id).or_else(|| Some(query.name(*field).replace('_', " "))),
            _ => None,
        }
    }

    /// Name of a figure without a label; of a helper such as `below(n)`, the only label in its arguments.
    fn called_with(&self, id: Id) -> Option<String> {
        let Node::Figure(place, takes) = self.node(id) else { return None };
        let figure = self.query.mode.figures.get(usize::from(*place))?;
        if !self.is_helper(figure) {
            return Some(self.query.called(&figure.name).to_owned());
        }
        if let [Node::Local(local)] = takes.iter().map(|id| self.node(*id)).collect::<Vec<_>>().as_slice()
            && let Some(Bound::Argument(argument, _)) = self.locals.get(local)
        {
            return self.name(argument.id);
        }
        let names = self.query.mode.mentions_of(self.query.game, id);
        let carried = self.query.mode.names.iter().take(self.query.mode.carries.len());
        let is_told = |name: &String| carried.clone().all(|carried| carried != name);
        if names.len() == 1 && names.iter().all(is_told) { self.mentioned(id) } else { None }
    }

    /// True for a figure of its parameters alone.
    fn is_helper(&self, figure: &Figure) -> bool {
        let body = self.query.mode.nodes.get(figure.value);
        !figure.takes.is_empty() && body.is_some_and(|body| body.reads.is_empty() && body.fields == 0)
    }

    /// Label of what a condition asks for; none of what must not be.
    fn condition(&self, id: Id) -> Option<String> {
        match self.node(id) {
            Node::Unary(Unary::Not, _) | Node::Binary(Binary::NotEqual, ..) => None,
            Node::Binary(Binary::And, a, b) => self.condition(*a).or_else(|| self.condition(*b)),
            _ => self.mentioned(id),
        }
    }

    /// Label of the first field or figure that an expression mentions.
    fn mentioned(&self, id: Id) -> Option<String> {
        let names = self.query.mode.mentions_of(self.query.game, id);
        let name =
            names.iter().find(|name| !["attacker", "defender", "situation"].contains(&name.as_str()))?;
        Some(in_line(&self.query.mentioned(name)))
    }
}

/// Limit of the repeated rolls that are shown as a sum.
const FEW_ITEMS: usize = 13;

/// Values of a repetition; in front of them stand their number, or the items.
fn values_of<'e>(over: &Repetition, parts: &'e [Evaluation]) -> Option<&'e [Evaluation]> {
    match over {
        Repetition::Times(_) | Repetition::For(_, Items::List(_)) => parts.get(1..),
        Repetition::For(_, Items::Range(..)) => parts.get(2..),
    }
}

/// Two terms under an operation.
fn combined(op: Binary, a: Term, b: Term, value: &Number) -> Term {
    let value = value.clone();
    match op {
        Binary::Add => a.plus(false, b, value),
        Binary::Subtract => a.plus(true, b, value),
        Binary::Multiply => a.times(false, b, value),
        Binary::Divide => a.times(true, b, value),
        Binary::Div => match a.value.divide(&b.value) {
            Ok(quotient) => a.times(true, b, quotient).rounded(value),
            Err(_) => Term::of(value),
        },
        Binary::Max => a.limited(b, true),
        Binary::Min => a.limited(b, false),
        _ => Term::of(value),
    }
}
