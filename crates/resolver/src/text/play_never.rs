//! Parts of a text that can never count: ends that never or always apply, names that nothing reads, rows
//! that cross, and a chance to kill without hit points.

use super::play::TrialScenario;
use super::{Ruleset, TextProblem};
use std::collections::{BTreeMap, BTreeSet};
use tohit_compile::program::{Binary, End, Id, Line, Mode, Node, Program, Span, VarId, each_part};
use tohit_engine::annotate::Annotation;
use tohit_syntax::ast::{self, FieldDeclaration, FieldKind, ShowEnd, StatementKind, StrikeLine};

/// Limit of the scenarios in which ends are watched. Most ends are decided in the first.
const MOST_WATCHED: usize = 60;

/// Shares below this are rounding.
const NOTHING: f64 = 1e-12;

/// What an end did in all scenarios so far.
struct Watched {
    span: Span,
    /// Where its condition compares a roll with a part of 1: the comparison.
    part: Option<Span>,
    never: bool,
    always: bool,
    is_reached: bool,
}

/// Ends whose conditions rolls alone decide, by the beginning of their spans, and the scenarios so far.
#[derive(Default)]
pub(super) struct WatchedEnds {
    ends: BTreeMap<u32, Watched>,
    scenarios: usize,
}

impl Ruleset {
    /// Watches the ends of a mode in some scenarios, until each has been seen to apply and not to apply.
    pub(super) fn watch_ends(&self, mode: &Mode, tries: &[TrialScenario], watched: &mut WatchedEnds) {
        for line in &mode.strike {
            if let Line::End(End { when: Some(when), span, .. }) = line
                && is_decided_by_rolls(mode, *when)
            {
                let new =
                    || Watched { span: *span, part: None, never: true, always: true, is_reached: false };
                let end = watched.ends.entry(span.start).or_insert_with(new);
                end.part = end.part.or_else(|| compared_with_part(mode, *when));
            }
        }
        for one in tries.iter().take(MOST_WATCHED) {
            if !watched.ends.values().any(|end| end.never || end.always) {
                return;
            }
            let noted = self.query(
                &one.document,
                |_| Ok(Vec::new()),
                |query| {
                    let sheets = super::values::sheets(query.game, query.mode, query.sections);
                    Ok(query.game.annotate(query.place, &sheets).unwrap_or_default())
                },
            );
            let Ok(noted) = noted else { continue };
            watched.scenarios += 1;
            for (span, note) in noted {
                if let (Annotation::End(reached, ends, _), Some(end)) =
                    (note, watched.ends.get_mut(&span.start))
                    && reached > NOTHING
                {
                    end.is_reached = true;
                    end.never &= ends <= NOTHING;
                    end.always &= ends >= reached - NOTHING;
                }
            }
        }
    }

    /// Warnings about the ends that were watched.
    pub(super) fn idle_ends(&self, watched: &WatchedEnds) -> Vec<TextProblem> {
        let number = watched.scenarios;
        let of = |end: &Watched| {
            let verb = match (end.is_reached, end.never, end.always) {
                (true, true, _) => "never",
                (true, _, true) => "always",
                _ => return None,
            };
            let scenarios = if number == 1 { "the scenario that was" } else { "all scenarios that were" };
            let below = if verb == "always" { "; no line below it is reached" } else { "" };
            let message = match end.part {
                Some(_) => format!(
                    "this end {verb} applies in {scenarios} played: per cent are parts of 1, 50% is 1/2, and a d100 is \
                     compared with 50"
                ),
                None => format!("this end {verb} applies in {scenarios} played{below}"),
            };
            Some(TextProblem::rules(self.rules(), end.span, message))
        };
        watched.ends.values().filter_map(of).collect()
    }

    /// Endings, fields, figures and lines that nothing names, rows that cross, and `show kill` without hit
    /// points.
    pub(super) fn unused(&self, game: &Program) -> Vec<TextProblem> {
        let (text, _) = tohit_syntax::parse(self.rules());
        let mut declared: BTreeMap<&str, Vec<(Span, &str)>> = BTreeMap::new();
        let mut found: Vec<(Span, String)> = Vec::new();
        for statement in &text.statements {
            match &statement.says {
                StatementKind::Endings(classes) => {
                    for word in classes.iter().flat_map(|(_, words)| words) {
                        declared.entry(&word.it).or_default().push((word.span, "no end names this ending"));
                    }
                }
                StatementKind::Record(_, fields) => each_field(fields, &mut |name| {
                    declared.entry(&name.it).or_default().push((name.span, "nothing reads this field"));
                }),
                StatementKind::Sheet(_, fields) => each_field(fields, &mut |name| {
                    // Fights and duels read hit points.
                    if name.it != "hp" {
                        declared.entry(&name.it).or_default().push((name.span, "nothing reads this field"));
                    }
                }),
                StatementKind::Figure(figure) => {
                    let name = &figure.name;
                    declared.entry(&name.it).or_default().push((name.span, "nothing reads this figure"));
                }
                StatementKind::Strike(lines) => {
                    for line in lines {
                        if let StrikeLine::Value { name, show: false, .. } = line
                            && let [only] = name.it.as_slice()
                        {
                            declared.entry(only).or_default().push((name.span, "nothing reads this line"));
                        }
                    }
                }
                StatementKind::Table(name, _, rows) => found.extend(crossing(&name.it, rows)),
                StatementKind::ShowEnd(
                    ShowEnd::KillThisStrike | ShowEnd::KillThisTurn | ShowEnd::FateThisTurn,
                ) if game.modes.iter().all(|mode| mode.falls.hit_points.is_none()) => {
                    let message = "nobody falls without hit points: the defender needs a field  hp: 1..999 ?";
                    found.push((statement.span, message.to_owned()));
                }
                _ => {}
            }
        }
        let mentions = mentions(self.rules());
        for (name, places) in declared {
            // A name that is declared in several modes is read where it stands once more.
            let is_read = mentions.get(name).is_some_and(|number| *number > places.len());
            found.extend(
                places.into_iter().filter(|_| !is_read).map(|(span, message)| (span, message.to_owned())),
            );
        }
        found.into_iter().map(|(span, message)| TextProblem::rules(self.rules(), span, message)).collect()
    }
}

/// Visits the names of fields, those of records in place included.
fn each_field<'a>(fields: &'a [FieldDeclaration], visit: &mut dyn FnMut(&'a ast::Name)) {
    for field in fields {
        visit(&field.name);
        let mut kind = &field.kind.it;
        while let FieldKind::List(.., inner) | FieldKind::Some(inner) = kind {
            kind = &inner.it;
        }
        if let FieldKind::Fields(inner) = kind {
            each_field(inner, visit);
        }
    }
}

/// Rows of a table whose keys cross those of a row above: neither has all of the other's.
fn crossing(name: &str, rows: &[ast::TableRow]) -> Vec<(Span, String)> {
    let mut above: Vec<((i64, i64), (i64, i64))> = Vec::new();
    let mut found = Vec::new();
    for key in rows.iter().flat_map(|row| &row.keys) {
        let ast::Key::Range(from, to) = key.it else { continue };
        let crossed = above.iter().find(|(low, high)| *low < from && from <= *high && *high < to);
        if let Some((_, high)) = crossed {
            let until = if high.1 == 0 { high.0.to_string() } else { format!("{}/{:02}", high.0, high.1) };
            let message = format!(
                "this row of {name} begins below the end of a row above it, which counts up to {until}"
            );
            found.push((key.span, message));
        }
        above.push((from, to));
    }
    found
}

/// How often each name stands in a text, outside of notes and quotes.
fn mentions(text: &str) -> BTreeMap<&str, usize> {
    let mut found = BTreeMap::new();
    for line in text.lines() {
        for (place, part) in line.split('"').enumerate() {
            if place % 2 == 1 {
                continue;
            }
            let (part, ends) = match part.split_once('#') {
                Some((before, _)) => (before, true),
                None => (part, false),
            };
            let names = part.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
            for name in names.filter(|name| !name.is_empty()) {
                *found.entry(name).or_insert(0) += 1;
            }
            if ends {
                break;
            }
        }
    }
    found
}

/// True for a condition that goes by rolls and numbers alone: no field, nothing carried.
fn is_decided_by_rolls(mode: &Mode, when: Id) -> bool {
    let (mut open, mut seen) = (vec![when], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id.0) {
            continue;
        }
        let node = mode.nodes.node(id);
        match node {
            Node::Sheet(_) | Node::Pool(..) => return false,
            Node::Name(slot) => match line_of(mode, *slot) {
                Some(value) => open.push(value),
                None => return false,
            },
            Node::Figure(place, _) => match mode.figures.get(usize::from(*place)) {
                Some(figure) => open.push(figure.value),
                None => return false,
            },
            _ => {}
        }
        each_part(node, &mut |part, _| open.push(part));
    }
    true
}

/// The value of a line of the strike; none of what is carried.
fn line_of(mode: &Mode, slot: VarId) -> Option<Id> {
    mode.strike.iter().find_map(|line| match line {
        Line::Value { slot: known, value, .. } if *known == slot => Some(*value),
        _ => None,
    })
}

/// The comparison of a condition with a number between 0 and 1, such as 50%.
fn compared_with_part(mode: &Mode, when: Id) -> Option<Span> {
    let mut open = vec![when];
    while let Some(id) = open.pop() {
        let node = mode.nodes.node(id);
        if let Node::Binary(
            Binary::Less | Binary::LessOrEqual | Binary::More | Binary::MoreOrEqual,
            left,
            right,
        ) = node
        {
            let is_part = |id: &Id| match mode.nodes.node(*id) {
                Node::Number(number) => (0.0..1.0).contains(&number.float()) && number.whole().is_none(),
                _ => false,
            };
            if is_part(left) || is_part(right) {
                return Some(mode.nodes.span(id));
            }
        }
        each_part(node, &mut |part, _| open.push(part));
    }
    None
}
