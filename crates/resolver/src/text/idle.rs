//! Parts of a text that nothing uses: endings, fields, figures, tables and lines, comparisons that cannot vary, and rows that overlap.

use super::verify::places;
use super::{Ruleset, TextProblem};
use crate::json::Json;
use std::collections::{BTreeMap, BTreeSet};
use tohit_compile::program::{Binary, Cell, Id, Line, Mark, Mode, Node, Program, Shape, Span, VarId, Word};
use tohit_odds::Number;
use tohit_syntax::ast::{self, Module, ShowEnd, StatementKind};

impl Ruleset {
    /// Warnings about parts of the text that nothing uses.
    pub(super) fn idle_parts(&self, game: &Program) -> Vec<TextProblem> {
        let (text, _) = tohit_syntax::parse(self.rules());
        let used = Used::of(game);
        let mut found = unused_endings(&text, game, &used);
        // A field that a preset fills may be there to be shown.
        let unread = unread_fields(&text, game, &used).into_iter();
        found.extend(
            unread.filter(|(field, ..)| !self.is_filled(field)).map(|(_, span, message)| (span, message)),
        );
        found.extend(unread_statements(&text, &used));
        found.extend(unread_lines(game));
        found.extend(kills_of_nobody(&text, game));
        found.extend(overlapping_rows(&text));
        found.extend(percents_of_dice(game, self.rules()));
        found.into_iter().map(|(span, message)| TextProblem::rules(self.rules(), span, message)).collect()
    }
}

impl Ruleset {
    /// True for the name of a field that a preset fills.
    fn is_filled(&self, field: &str) -> bool {
        let mut places = self.about().modes.iter().flat_map(|mode| places(self.form(mode.id)));
        places.any(|(_, kind, spec)| {
            let mut presets = self.presets().of(kind);
            presets.any(|preset| preset.document(kind, spec).is_some_and(|filled| names(&filled, field)))
        })
    }
}

/// True for a document with an entry of that name.
fn names(document: &Json, field: &str) -> bool {
    match document {
        Json::Object(entries) => entries.iter().any(|(name, value)| name == field || names(value, field)),
        Json::List(items) => items.iter().any(|item| names(item, field)),
        _ => false,
    }
}

/// A part, and the message about it.
type Finding = (Span, String);

/// Words, fields, figures and tables that expressions of any mode use.
#[derive(Default)]
struct Used {
    /// Words that may be values.
    words: BTreeSet<Word>,
    fields: BTreeSet<Word>,
    figures: BTreeSet<String>,
    tables: BTreeSet<String>,
}

impl Used {
    fn of(game: &Program) -> Self {
        let mut used = Self::default();
        for mode in &game.modes {
            for (_, fields) in &mode.sheets {
                fields.fields.iter().for_each(|field| used.shape(&field.shape));
            }
            let cells =
                mode.tables.iter().flat_map(|table| table.rows.iter().flat_map(|(_, cells)| &**cells));
            used.words.extend(cells.filter_map(|cell| match cell {
                Cell::Word(word) => Some(*word),
                _ => None,
            }));
            for expr in &mode.nodes.0 {
                match &expr.node {
                    Node::Word(word) => drop(used.words.insert(*word)),
                    Node::Words(words) => used.words.extend(words.iter()),
                    Node::Dot(_, field) => drop(used.fields.insert(*field)),
                    Node::Figure(place, _) => {
                        let figure = mode.figures.get(usize::from(*place));
                        used.figures.extend(figure.map(|figure| figure.name.clone()));
                    }
                    Node::Table(place, ..) => {
                        let table = mode.tables.get(usize::from(*place));
                        used.tables.extend(table.map(|table| table.name.clone()));
                    }
                    _ => {}
                }
            }
        }
        used
    }

    /// Adds the words of a field's values.
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Words(words) | Shape::Set(words) => self.words.extend(words.iter()),
            Shape::List(_, _, of) => self.shape(of),
            Shape::Record(fields) => fields.fields.iter().for_each(|field| self.shape(&field.shape)),
            _ => {}
        }
    }
}

fn word(game: &Program, text: &str) -> Option<Word> {
    let place = game.words.iter().position(|known| known == text)?;
    Some(Word(u32::try_from(place).ok()?))
}

/// Endings that no end can come to.
fn unused_endings(text: &Module, game: &Program, used: &Used) -> Vec<Finding> {
    let endings = text.statements.iter().filter_map(|statement| match &statement.says {
        StatementKind::Endings(lines) => Some(lines.iter().flat_map(|(_, words)| words)),
        _ => None,
    });
    let unused =
        endings.flatten().filter(|name| word(game, &name.it).is_none_or(|word| !used.words.contains(&word)));
    let message = |name: &ast::Name| {
        format!(
            "no end comes to \"{}\": write  end {} ...  in the strike, or take the word away",
            name.it, name.it
        )
    };
    unused.map(|name| (name.span, message(name))).collect()
}

/// Fields that no expression reads: name, place and message.
fn unread_fields<'t>(text: &'t Module, game: &Program, used: &Used) -> Vec<(&'t str, Span, String)> {
    fn visit<'t>(fields: &'t [ast::Field], each: &mut dyn FnMut(&'t ast::Field)) {
        for field in fields {
            each(field);
            kind(&field.kind.it, each);
        }
    }
    fn kind<'t>(of: &'t ast::FieldKind, each: &mut dyn FnMut(&'t ast::Field)) {
        match of {
            ast::FieldKind::Fields(fields) => visit(fields, each),
            ast::FieldKind::List(_, _, of) | ast::FieldKind::Some(of) => kind(&of.it, each),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for statement in &text.statements {
        let (StatementKind::Sheet(_, fields) | StatementKind::Record(_, fields)) = &statement.says else {
            continue;
        };
        visit(fields, &mut |field| {
            if word(game, &field.name.it).is_none_or(|word| !used.fields.contains(&word)) {
                let name = &field.name.it;
                let message = format!("nothing reads the field \"{name}\": use it in a row, or take it away");
                found.push((name.as_str(), field.name.span, message));
            }
        });
    }
    found
}

/// Figures and tables that no expression asks.
fn unread_statements(text: &Module, used: &Used) -> Vec<Finding> {
    let unread = text.statements.iter().filter_map(|statement| {
        let (name, what) = match &statement.says {
            StatementKind::Figure(figure) if !used.figures.contains(&figure.name.it) => {
                (&figure.name, "the figure")
            }
            StatementKind::Table(name, ..) if !used.tables.contains(&name.it) => (name, "the table"),
            _ => return None,
        };
        let message = format!("nothing reads {what} \"{}\": name it below, or take it away", name.it);
        Some((name.span, message))
    });
    unread.collect()
}

/// Lines of the strike that no other line reads, in no mode.
fn unread_lines(game: &Program) -> Vec<Finding> {
    let mut all: BTreeMap<(u32, u32), (String, bool)> = BTreeMap::new();
    for mode in &game.modes {
        let read = read_names(mode);
        for line in &mode.strike {
            let Line::Value { slot, span, show, .. } = line else { continue };
            let is_read = show.is_some() || read & slot.bit() != 0;
            let name = mode.names.get(usize::from(slot.0)).cloned().unwrap_or_default();
            let entry = all.entry((span.start, span.end)).or_insert((name, false));
            entry.1 |= is_read;
        }
    }
    let unread = all.into_iter().filter(|(_, (_, is_read))| !is_read);
    let message = |name: &str| {
        format!(
            "nothing reads the line \"{name}\", so it is not rolled: use it below, write  show {name} = ...  or take it away"
        )
    };
    unread.map(|((start, end), (name, _))| (Span { start, end }, message(&name))).collect()
}

/// Names that lines, ends and turns of a mode read; a carried name that only its own change reads is not among them.
fn read_names(mode: &Mode) -> u128 {
    let reads = |id: &Id| mode.nodes.reads(*id);
    let changes = |next: &[(VarId, Id)]| next.iter().fold(0, |all, (slot, id)| all | reads(id) & !slot.bit());
    let lines = mode.strike.iter().fold(0, |all, line| {
        all | match line {
            Line::Value { value, .. } => reads(value),
            Line::End(end) => {
                let parts = end.when.iter().chain([&end.ending]).chain(&end.lose).chain(&end.gain);
                parts.fold(changes(&end.next), |all, part| all | reads(part))
            }
        }
    });
    let between = mode
        .between
        .iter()
        .fold(0, |all, between| all | between.leaves.as_ref().map_or(0, reads) | changes(&between.next));
    lines | between | mode.lasts.as_ref().map_or(0, reads)
}

/// `show kill` and `show fate` of modes whose defender has no hit points.
fn kills_of_nobody(text: &Module, game: &Program) -> Vec<Finding> {
    let has_points = |modes: &[ast::Name]| {
        let is_of =
            |mode: &&Mode| modes.is_empty() || modes.iter().any(|name| name.it == game.word(mode.word));
        game.modes.iter().filter(is_of).any(|mode| mode.falls.hit_points.is_some())
    };
    let shows = text.statements.iter().filter_map(|statement| match statement.says {
        StatementKind::ShowEnd(end) if !has_points(&statement.modes) => Some((statement.span, end)),
        _ => None,
    });
    let message = |end: ShowEnd| {
        let what = if end == ShowEnd::FateThisTurn { "fate" } else { "kill" };
        format!(
            "this {what} is never shown: the defender has no hit points; write  hp: 1..99 ?  in its sheet"
        )
    };
    shows.map(|(span, end)| (span, message(end))).collect()
}

/// Rows of tables that share a part of their keys with a row above, which has it.
fn overlapping_rows(text: &Module) -> Vec<Finding> {
    let mut found = Vec::new();
    for statement in &text.statements {
        let StatementKind::Table(_, _, rows) = &statement.says else { continue };
        let mut above: Vec<(Mark, Mark)> = Vec::new();
        for key in rows.iter().flat_map(|row| &row.keys) {
            let ast::Key::Range(from, to) = key.it else { continue };
            // A row that holds a row above is a rest on purpose.
            let shared = above.iter().find(|(low, high)| {
                let is_apart = *high < from || to < *low;
                let holds = from <= *low && *high <= to || *low <= from && to <= *high;
                !is_apart && !holds
            });
            if let Some((low, high)) = shared {
                let (first, last) = (from.max(*low), to.min(*high));
                let (first, last) = (mark(first), mark(last));
                let both = if first == last { first } else { format!("{first}..{last}") };
                let message =
                    format!("a row above has {both} of these keys; write the rows without a common key");
                found.push((key.span, message));
            }
            above.push((from, to));
        }
    }
    found
}

fn mark((number, part): Mark) -> String {
    if part == 0 { number.to_string() } else { format!("{number}/{part:02}") }
}

/// Dice that are compared with a percentage, which is a part of 1.
fn percents_of_dice(game: &Program, text: &str) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let written = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().trim();
    for mode in &game.modes {
        for expr in &mode.nodes.0 {
            let Node::Binary(op, a, b) = expr.node else { continue };
            let percent = |id: Id| match mode.nodes.node(id) {
                Node::Number(number) if written(mode.nodes.span(id)).ends_with('%') => Some(number.clone()),
                _ => None,
            };
            // The die first: `50% > d20` is `d20 < 50%`.
            let (op, die, (part, percentage)) = match (percent(a), percent(b)) {
                (None, Some(part)) => (op, a, (b, part)),
                (Some(part), None) => (turned(op), b, (a, part)),
                _ => continue,
            };
            let is_less = matches!(op, Binary::Less | Binary::LessOrEqual | Binary::Equal);
            let is_more = matches!(op, Binary::More | Binary::MoreOrEqual | Binary::NotEqual);
            let is_above = mode.nodes.rolls(die) || reads_rolls(mode, die);
            let is_above = is_above && least(mode, die).is_some_and(|least| least > percentage);
            if !(is_above && (is_less || is_more)) {
                continue;
            }
            let (die, part) = (written(mode.nodes.span(die)), written(mode.nodes.span(part)));
            let always = if is_less { "never" } else { "always" };
            let message = format!(
                "this is {always} so: {part} is {percentage}, and {die} is above it; write  chance({part})  or compare with whole numbers"
            );
            if !found.iter().any(|(span, _)| *span == expr.span) {
                found.push((expr.span, message));
            }
        }
    }
    found
}

/// The comparison with its sides exchanged.
const fn turned(op: Binary) -> Binary {
    match op {
        Binary::Less => Binary::More,
        Binary::LessOrEqual => Binary::MoreOrEqual,
        Binary::More => Binary::Less,
        Binary::MoreOrEqual => Binary::LessOrEqual,
        other => other,
    }
}

/// Value of a name of the strike.
fn line_of(mode: &Mode, of: VarId) -> Option<Id> {
    mode.strike.iter().find_map(|line| match line {
        Line::Value { slot, value, .. } if *slot == of => Some(*value),
        _ => None,
    })
}

/// True for a name of a line that rolls.
fn reads_rolls(mode: &Mode, id: Id) -> bool {
    match mode.nodes.node(id) {
        Node::Name(slot) => line_of(mode, *slot).is_some_and(|value| mode.nodes.rolls(value)),
        _ => false,
    }
}

/// Least value of a sum of dice and numbers; none of anything else.
fn least(mode: &Mode, id: Id) -> Option<Number> {
    let sides_are_some = |sides: Id| least(mode, sides).is_some_and(|sides| sides >= Number::from(1));
    match mode.nodes.node(id) {
        Node::Number(number) => Some(number.clone()),
        Node::Dice(dice, sides) => least(mode, *dice).filter(|_| sides_are_some(*sides)),
        Node::Roll(from, _) => least(mode, *from),
        Node::Binary(Binary::Add, a, b) => least(mode, *a)?.plus(&least(mode, *b)?).ok(),
        Node::Name(slot) => least(mode, line_of(mode, *slot)?),
        Node::Figure(place, values) if values.is_empty() => {
            least(mode, mode.figures.get(usize::from(*place))?.value)
        }
        Node::Column(_, rows) => match &**rows {
            [row] => least(mode, row.value),
            _ => None,
        },
        _ => None,
    }
}
