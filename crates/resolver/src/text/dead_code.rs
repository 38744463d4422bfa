//! Dead code of a text: ends that never or always apply, names that nothing reads, rows that cross, and a
//! chance to kill without hit points. The verdicts hold in every scenario, not only in those that are played.

use super::{Ruleset, TextProblem};
use crate::json::Json;
use crate::sheet::write_mark;
use std::collections::{BTreeMap, BTreeSet};
use tohit_compile::program::{Binary, End, Id, Line, Mark, Mode, Node, Program, Span, VarId, each_part};
use tohit_engine::Run;
use tohit_engine::annotate::Annotation;
use tohit_syntax::ast::{self, FieldDeclaration, FieldKind, StatementKind, StrikeLine};

/// Shares below this are rounding.
const NOTHING: f64 = 1e-12;

impl Ruleset {
    /// Warnings of dead code, in the order of the text, one for each line.
    pub(super) fn dead_code(&self, game: &Program) -> Vec<TextProblem> {
        let mut found = self.unused(game);
        found.extend(self.constant_ends(game));
        found.sort_by_key(|(span, _)| span.start);
        let problem = |(span, message)| TextProblem::rules(self.rules(), span, message);
        let mut all: Vec<TextProblem> = found.into_iter().map(problem).collect();
        all.dedup_by_key(|one| one.line);
        all
    }

    /// Ends that never or always apply in any of the modes that have them. The default scenario tells it of
    /// an end that rolls alone decide, below such ends only.
    fn constant_ends(&self, game: &Program) -> Vec<(Span, String)> {
        let mut verdicts: BTreeMap<u32, (Span, Option<String>)> = BTreeMap::new();
        for mode in &game.modes {
            let document = Json::object([("mode", game.word(mode.word).into())]);
            let notes = self.query(
                &document,
                |_| Ok(Vec::new()),
                |query| {
                    let sheets = super::values::sheets(query.game, query.mode, query.sections);
                    Ok(query.game.annotate(query.place, &sheets).unwrap_or_default())
                },
            );
            let notes = notes.unwrap_or_default();
            let mut by_rolls = true;
            for line in &mode.strike {
                let Line::End(end @ End { when: Some(when), .. }) = line else { continue };
                let is_rolled = is_decided_by_rolls(mode, *when);
                by_rolls &= is_rolled;
                // A roll compared with a part of 1 does not depend on the ends above.
                let part = compared_with_part(mode, *when).filter(|_| is_rolled);
                let verb = notes.iter().find_map(|(place, note)| match note {
                    Annotation::End(reached, ends, _) if *place == end.span && *reached > NOTHING => {
                        verb(*reached, *ends)
                    }
                    _ => None,
                });
                let message = verb.filter(|_| by_rolls || part.is_some()).map(|verb| match part {
                    Some((value, word, number)) => {
                        let [value, written] = [value, number].map(|id| self.written(mode, id));
                        let Node::Number(number) = mode.nodes.node(number) else { return String::new() };
                        format!("{value} is {verb} {word} {written}: that is {number}, a part of 1")
                    }
                    None if verb == "always" => {
                        "this end always applies; no line below it is reached".to_owned()
                    }
                    None => "this end never applies, whatever is rolled".to_owned(),
                });
                let known = verdicts.entry(end.span.start).or_insert_with(|| (end.span, message.clone()));
                if known.1 != message {
                    known.1 = None;
                }
            }
        }
        verdicts.into_values().filter_map(|(span, message)| Some((span, message?))).collect()
    }

    /// An expression as it is written.
    fn written(&self, mode: &Mode, id: Id) -> &str {
        let span = mode.nodes.span(id);
        self.rules().get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Endings, fields, figures and lines that nothing names, rows that cross, and `show kill` without hit
    /// points.
    fn unused(&self, game: &Program) -> Vec<(Span, String)> {
        let (text, _) = tohit_syntax::parse(self.rules());
        let mut declared: Vec<(&str, Span, &str)> = Vec::new();
        let mut found = Vec::new();
        // Classes of endings, which are no mentions.
        let mut labels: Vec<&str> = Vec::new();
        for statement in &text.statements {
            match &statement.says {
                StatementKind::Endings(classes) => {
                    labels.extend(classes.iter().map(|(class, _)| &*class.it));
                    let words = classes.iter().flat_map(|(_, words)| words);
                    declared.extend(words.map(|word| (&*word.it, word.span, "no end names this ending")));
                }
                StatementKind::Record(_, fields) | StatementKind::Sheet(_, fields) => {
                    let is_record = matches!(statement.says, StatementKind::Record(..));
                    let names = names_of(fields, is_record).into_iter();
                    declared.extend(names.map(|name| (&*name.it, name.span, "nothing reads this field")));
                }
                StatementKind::Figure(figure) => {
                    declared.push((&figure.name.it, figure.name.span, "nothing reads this figure"));
                }
                StatementKind::Strike(lines) => declared.extend(lines.iter().filter_map(|line| match line {
                    StrikeLine::Value { name, show: false, .. } => {
                        Some((&**name.it.first()?, name.span, "nothing reads this line"))
                    }
                    _ => None,
                })),
                StatementKind::Table(name, _, rows) => found.extend(crossing(&name.it, rows)),
                StatementKind::ShowEnd(_)
                    if game.modes.iter().all(|mode| mode.falls.hit_points.is_none()) =>
                {
                    let message = "nobody falls without hit points: the defender needs a field  hp: 1..999 ?";
                    found.push((statement.span, message.to_owned()));
                }
                _ => {}
            }
        }
        let mut unread = mentions(self.rules());
        for name in declared.iter().map(|(name, ..)| name).chain(&labels) {
            unread.entry(name).and_modify(|number| *number = number.saturating_sub(1));
        }
        // Fights and duels read hit points. A name that stands nowhere but where it is declared is not read.
        declared.retain(|(name, ..)| *name != "hp" && unread.get(name) == Some(&0));
        found.extend(declared.into_iter().map(|(_, span, message)| (span, message.to_owned())));
        found
    }
}

/// Verdict on an end that strikes reach, `never` or `always`, if it is certain.
fn verb(reached: f64, ends: f64) -> Option<&'static str> {
    match ends {
        ends if ends <= NOTHING => Some("never"),
        ends if ends >= reached - NOTHING => Some("always"),
        _ => None,
    }
}

/// Names of fields, those of records in place included. A word of a record may be there for the player alone.
fn names_of(fields: &[FieldDeclaration], is_record: bool) -> Vec<&ast::Name> {
    let mut names = Vec::new();
    for field in fields {
        if !(is_record && matches!(field.kind.it, FieldKind::Words(_))) {
            names.push(&field.name);
        }
        let mut kind = &field.kind.it;
        while let FieldKind::List(.., inner) | FieldKind::Some(inner) = kind {
            kind = &inner.it;
        }
        if let FieldKind::Fields(inner) = kind {
            names.extend(names_of(inner, true));
        }
    }
    names
}

/// Rows of a table whose keys cross those of a row above: neither has all of the other's.
fn crossing(name: &str, rows: &[ast::TableRow]) -> Vec<(Span, String)> {
    let mut above: Vec<(Mark, Mark)> = Vec::new();
    let mut found = Vec::new();
    for key in rows.iter().flat_map(|row| &row.keys) {
        let ast::Key::Range(from, to) = key.it else { continue };
        if let Some((_, high)) = above.iter().find(|(low, high)| *low < from && from <= *high && *high < to) {
            let high = write_mark(*high).plain();
            let message = format!("this row of {name} begins below the end of a row above it, at {high}");
            found.push((key.span, message));
        }
        above.push((from, to));
    }
    found
}

/// Number of mentions of each name in a text, outside of notes, quotes and examples.
fn mentions(text: &str) -> BTreeMap<&str, usize> {
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with("example")) {
        for part in line.split('"').step_by(2) {
            let (code, note) = part.split_once('#').map_or((part, false), |(code, _)| (code, true));
            let names = code.split(|sign: char| !(sign.is_alphanumeric() || matches!(sign, '_' | '-')));
            for name in names.filter(|name| !name.is_empty()) {
                *found.entry(name).or_insert(0) += 1;
            }
            if note {
                break;
            }
        }
    }
    found
}

/// True for a condition of rolls and numbers alone: no field, nothing carried.
fn is_decided_by_rolls(mode: &Mode, when: Id) -> bool {
    let (mut open, mut seen) = (vec![when], BTreeSet::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = mode.nodes.node(id);
        open.extend(match node {
            Node::Sheet(_) => return false,
            Node::Name(slot) => match line_of(mode, *slot) {
                Some(value) => Some(value),
                None => return false,
            },
            Node::Figure(place, _) => mode.figures.get(usize::from(*place)).map(|figure| figure.value),
            _ => None,
        });
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

/// A condition that compares a value with a number between 0 and 1, such as 50%: value, comparison, number.
fn compared_with_part(mode: &Mode, when: Id) -> Option<(Id, &'static str, Id)> {
    let Node::Binary(op, left, right) = mode.nodes.node(when) else { return None };
    let is_part = |id: Id| match mode.nodes.node(id) {
        Node::Number(number) => number.whole().is_none() && (0.0..1.0).contains(&number.float()),
        _ => false,
    };
    let (below, above) = match op {
        Binary::Less => ("below", "above"),
        Binary::LessOrEqual => ("at most", "at least"),
        Binary::More => ("above", "below"),
        Binary::MoreOrEqual => ("at least", "at most"),
        _ => return None,
    };
    if is_part(*right) {
        return Some((*left, below, *right));
    }
    is_part(*left).then_some((*right, above, *left))
}
