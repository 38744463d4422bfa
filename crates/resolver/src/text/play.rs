//! Trial runs of a text: the default scenario of every mode, and every field at its ends, one at a time.
//! Refusals of the engine and probable mistakes are reported at their spans in the text.

use super::query::Query;
use super::{Ruleset, TextProblem};
use crate::json::Json;
use crate::problem::Problem;
use crate::sheet::{Shape, SheetSpec, write_mark};
use core::cell::Cell;
use std::collections::BTreeMap;
use tohit_compile::program::{FieldShape as Kind, Key, Mark, Mode, Program, Span, Word};
use tohit_engine::ChanceRange;
use tohit_odds::Arithmetic;
use tohit_syntax::ast::{self, StatementKind};
use tohit_syntax::diagnostics::Diagnostic;

/// Steps of about a nanosecond that all scenarios may take together. The remaining scenarios are skipped.
const MOST_WORK: u64 = 2_000_000_000;

/// The mark above all others: the upper end of an open row.
const MOST: i64 = i64::MAX;

/// The result of the trial runs.
#[derive(Clone, Debug, Default)]
pub struct PlayReport {
    /// Refused default scenarios.
    pub wrong: Vec<TextProblem>,
    /// Fields at whose ends the scenario is refused, chances above 1, rows of tables that never apply, and
    /// fights and duels that are refused.
    pub doubtful: Vec<TextProblem>,
    /// Dead code: nothing is refused, and a line of dice may have some.
    pub dead: Vec<TextProblem>,
    /// Number of scenarios that were played.
    pub scenarios: usize,
    /// Number of scenarios that were skipped for lack of time.
    pub left_out: usize,
}

/// Range of the values of each `chance(...)`, by its span in the text, with the note of the first scenario in
/// which it exceeds 1.
type ObservedChances = BTreeMap<(u32, u32), (ChanceRange, String)>;

/// A scenario to try.
struct TrialScenario {
    document: Json,
    /// The field and its value, for messages; empty for the default scenario.
    note: String,
}

impl Ruleset {
    /// Answers the default scenario of every mode, each field at its ends, and a fight and a duel where there
    /// are hit points.
    #[must_use]
    pub fn play(&self) -> PlayReport {
        let Ok(game) = self.game() else { return PlayReport::default() };
        let mut played = PlayReport::default();
        let mut chances: ObservedChances = BTreeMap::new();
        let work = Cell::new(0_u64);
        for mode in &game.modes {
            let name = game.word(mode.word);
            let gaps = gaps(game, mode);
            let document = Json::object([("mode", name.into())]);
            played.scenarios += 1;
            if !self.tried(&TrialScenario { document, note: String::new() }, &mut played, &mut chances, &work)
            {
                continue;
            }
            for TrialScenario { document, note } in self.ends(name, &gaps) {
                if work.get() > MOST_WORK {
                    played.left_out += 1;
                    continue;
                }
                let note = if game.modes.len() > 1 { format!("{note} in {name}") } else { note };
                played.scenarios += 1;
                self.tried(&TrialScenario { document, note }, &mut played, &mut chances, &work);
            }
            self.fought(name, game.modes.len() > 1, &mut played);
        }
        for ((start, end), (seen, note)) in chances {
            let span = Span { start, end };
            // A value that is a chance in other scenarios is cut to 1 on purpose.
            if let Some(most) = seen.above.filter(|_| !seen.between) {
                let about = self.rules().get(span.start as usize..span.end as usize).unwrap_or_default();
                let inside = inside(about);
                let hint = match most.whole() {
                    Some(_) => format!("; of a hundred it is written  chance({inside} in 100)"),
                    None => String::new(),
                };
                let message = format!("this chance is {most}, and 1 is certain{hint}");
                played.doubtful.push(TextProblem { note, ..TextProblem::rules(self.rules(), span, message) });
            }
        }
        played.doubtful.extend(self.idle_rows(game));
        let place = |wrong: &TextProblem| (wrong.line, wrong.column);
        played.doubtful.sort_by_key(place);
        // One refusal for each line: the others have the same cause.
        played.doubtful.dedup_by_key(|wrong| wrong.line);
        played.doubtful.retain(|wrong| played.wrong.iter().all(|other| other.line != wrong.line));
        played.dead = self.dead_code(game);
        let known = |line| played.wrong.iter().chain(&played.doubtful).any(|other| other.line == line);
        played.dead.retain(|one| !known(one.line));
        played
    }

    /// The engine's refusal of a scenario, at its span in the text; none for an answer, or for a document
    /// with problems of its own.
    #[must_use]
    pub fn refusal(&self, document: &Json) -> Option<TextProblem> {
        let diagnostic = self.query(document, |_| Ok(None), |query| Ok(unanswered(query))).ok()??;
        Some(TextProblem::rules(self.rules(), diagnostic.span, diagnostic.message.clone()))
    }

    /// Answers a scenario; returns true for an answer. A refusal by the text itself is reported for the
    /// default scenario alone.
    fn tried(
        &self,
        of: &TrialScenario,
        played: &mut PlayReport,
        chances: &mut ObservedChances,
        work: &Cell<u64>,
    ) -> bool {
        let mut stopped: Option<Diagnostic> = None;
        let answered = self.query(
            &of.document,
            |_| Ok(true),
            |query| {
                query.scenario.watch();
                stopped = unanswered(query);
                for (span, seen) in query.scenario.watched() {
                    let (all, note) = chances.entry((span.start, span.end)).or_default();
                    if all.above.is_none() && seen.above.is_some() {
                        note.clone_from(&of.note);
                    }
                    all.join(seen);
                }
                work.set(work.get().saturating_add(query.scenario.work()));
                Ok(stopped.is_none())
            },
        );
        let is_default = of.note.is_empty();
        if let Some(diagnostic) = stopped {
            let wrong = TextProblem::rules(self.rules(), diagnostic.span, diagnostic.message.clone());
            let list = if is_default { &mut played.wrong } else { &mut played.doubtful };
            let wrong = TextProblem { note: of.note.clone(), ..wrong };
            if list.iter().all(|known| (known.line, &known.message) != (wrong.line, &wrong.message)) {
                list.push(wrong);
            }
        }
        if let Err(problems) = &answered
            && is_default
        {
            played.doubtful.extend(problems.iter().map(|problem| self.refused_default(problem)));
        }
        answered == Ok(true)
    }

    /// A default scenario that the text refuses, reported at the line of the refusal.
    fn refused_default(&self, problem: &Problem) -> TextProblem {
        let (text, _) = tohit_syntax::parse(self.rules());
        let refuses = text.statements.iter().find(|statement| {
            matches!(&statement.says, StatementKind::Refuse { field, .. } if field.it.join(".") == problem.path)
        });
        let span = refuses.map_or_else(Span::default, |statement| statement.span);
        TextProblem::rules(self.rules(), span, format!("the default scenario is refused: {problem}"))
    }

    /// Scenarios with one field at an end, or at a value that its table has no row for.
    fn ends(&self, mode: &str, gaps: &BTreeMap<String, Vec<Mark>>) -> Vec<TrialScenario> {
        let mut tries = Vec::new();
        for section in self.form(mode).fields {
            let Shape::Sheet(spec) = section.shape.inner() else { continue };
            for (path, value) in of_sheet(spec, section.name, &Json::Null, gaps) {
                let document = Json::object([("mode", mode.into()), (section.name, value.0)]);
                tries.push(TrialScenario { document, note: format!("{path} = {}", value.1) });
            }
        }
        tries
    }

    /// Rows of tables that never apply: rows above have all their keys, or the look-ups never ask for them.
    fn idle_rows(&self, game: &Program) -> Vec<TextProblem> {
        let (text, _) = tohit_syntax::parse(self.rules());
        let mut idle = Vec::new();
        for statement in &text.statements {
            let StatementKind::Table(name, _, rows) = &statement.says else { continue };
            let keys: Vec<&ast::Spanned<ast::Key<String>>> = rows.iter().flat_map(|row| &row.keys).collect();
            let asked = asked_range(game, &name.it);
            let mut above: Vec<(Mark, Mark)> = Vec::new();
            for key in keys {
                let ast::Key::Range(from, to) = key.it else { continue };
                let message = if is_covered(&above, from, to) {
                    format!("this row of {} never applies: rows above it have all its keys", name.it)
                } else if let Some((low, high)) = asked
                    && (to < low || from > high)
                {
                    let [low, high] = [low, high].map(|(number, part)| match part {
                        0 => number.to_string(),
                        part => format!("{number}/{part:02}"),
                    });
                    format!("this row of {} never applies: it is asked for {low} to {high}", name.it)
                } else {
                    above.push((from, to));
                    continue;
                };
                idle.push(TextProblem::rules(self.rules(), key.span, message));
            }
        }
        idle
    }
}

/// The engine's refusal of the odds, or of a derived figure beside them.
fn unanswered(query: &Query<'_, '_>) -> Option<Diagnostic> {
    let odds = query.scenario.odds(&Arithmetic::Floats, false);
    odds.err().or_else(|| query.scenario.figures().err())
}

/// Values of a sheet's fields at their ends: path, document of the sheet, and notation of the value.
fn of_sheet(
    spec: &SheetSpec,
    path: &str,
    default: &Json,
    gaps: &BTreeMap<String, Vec<Mark>>,
) -> Vec<(String, (Json, String))> {
    let mut all = Vec::new();
    for field in spec.fields {
        let path = format!("{path}.{}", field.name);
        let own = default.get(field.name).unwrap_or(field.default);
        for (path, (value, written)) in of_field(&field.shape, &path, own, gaps) {
            let mut entries = if let Json::Object(entries) = default { entries.clone() } else { Vec::new() };
            entries.retain(|(name, _)| name != field.name);
            entries.push((field.name.to_owned(), value));
            all.push((path, (Json::Object(entries), written)));
        }
    }
    all
}

/// Values of a field at its ends.
fn of_field(
    shape: &Shape,
    path: &str,
    default: &Json,
    gaps: &BTreeMap<String, Vec<Mark>>,
) -> Vec<(String, (Json, String))> {
    let single = |values: Vec<Json>| {
        let values = values.into_iter().filter(|value| value != default);
        values.map(|value| (path.to_owned(), (value.clone(), value.plain()))).collect()
    };
    let missing = || gaps.get(path).into_iter().flatten();
    match shape {
        Shape::Bool => single(vec![Json::Bool(false), Json::Bool(true)]),
        Shape::Int { low, high } => {
            let ends = [*low, *high].into_iter().chain(missing().map(|(number, _)| *number));
            single(ends.map(|number| Json::Number(number.to_string())).collect())
        }
        Shape::Num { low, high } => {
            let written = |(over, under): &(i64, i64)| match under {
                1 => Json::Number(over.to_string()),
                _ => Json::Text(format!("{over}/{under}")),
            };
            single([low, high].map(written).into())
        }
        Shape::Choice(words) => single(words.iter().map(|word| word.name.into()).collect()),
        Shape::Mark(marks) => {
            let ends = [marks.low, marks.high].into_iter().chain(missing().copied());
            single(ends.map(write_mark).collect())
        }
        Shape::Cell { .. } => Vec::new(),
        Shape::Sheet(spec) => of_sheet(spec, path, default, gaps),
        Shape::Nullable(inner) => {
            let mut all = single(vec![Json::Null]);
            if let (Json::Null, Shape::Sheet(_)) = (default, inner) {
                let nothing = Json::Object(Vec::new());
                all.push((path.to_owned(), (nothing, "its default".to_owned())));
            }
            all.extend(of_field(inner, path, default, gaps));
            all
        }
        Shape::List { of, least, most, .. } => of_list(of, path, default, (*least, *most), gaps),
    }
}

/// Values of a list at its ends: as short and as long as allowed, and its first item's fields.
fn of_list(
    of: &Shape,
    path: &str,
    default: &Json,
    (least, most): (usize, usize),
    gaps: &BTreeMap<String, Vec<Mark>>,
) -> Vec<(String, (Json, String))> {
    let items = if let Json::List(items) = default { items.clone() } else { Vec::new() };
    if let Shape::Choice(words) = of {
        let names: Vec<Json> = words.iter().map(|word| word.name.into()).collect();
        let mut sets: Vec<Vec<Json>> = names.iter().map(|name| vec![name.clone()]).collect();
        sets.push(names);
        let sets = sets.into_iter().filter(|set| (least..=most).contains(&set.len()) && *set != items);
        let written = |set: &[Json]| set.iter().map(Json::plain).collect::<Vec<_>>().join(",");
        return sets.map(|set| (path.to_owned(), (Json::List(set.clone()), written(&set)))).collect();
    }
    let first = items.first().cloned().unwrap_or_else(|| match of {
        Shape::Sheet(_) => Json::Object(Vec::new()),
        Shape::Int { low, .. } => Json::Number(low.to_string()),
        _ => Json::Null,
    });
    let mut all = Vec::new();
    for many in [least, most] {
        if many != items.len() {
            let mut some: Vec<Json> = items.iter().take(many).cloned().collect();
            some.resize(many, first.clone());
            let noun = if many == 1 { "item" } else { "items" };
            all.push((path.to_owned(), (Json::List(some), format!("{many} {noun}"))));
        }
    }
    if most > 0 {
        for (inner, (value, written)) in of_field(of, &format!("{path}.0"), &first, gaps) {
            let mut some = items.clone();
            match some.first_mut() {
                Some(slot) => *slot = value,
                None => some.push(value),
            }
            all.push((inner, (Json::List(some), written)));
        }
    }
    all
}

/// The shape of a field, by its sheet and path.
fn shape<'a>(mode: &'a Mode, path: &[Word]) -> Option<&'a Kind> {
    let (sheet, path) = path.split_first()?;
    let (_, fields) = mode.sheets.iter().find(|(word, _)| word == sheet)?;
    let mut fields = &**fields;
    let mut shape = None;
    for word in path {
        let field = fields.field(*word)?;
        shape = Some(&field.shape);
        if let Kind::Record(inner) = &field.shape {
            fields = inner;
        }
    }
    shape
}

/// The least and the greatest mark of a field.
fn range(shape: &Kind) -> Option<(Mark, Mark)> {
    match shape {
        Kind::Whole(low, high) => Some(((*low, 0), (*high, 0))),
        Kind::Mark(marks) => Some((marks.low, marks.high)),
        _ => None,
    }
}

/// Values without a row, for fields in a table's brackets: the first below, between and above its rows.
fn gaps(game: &Program, mode: &Mode) -> BTreeMap<String, Vec<Mark>> {
    let mut gaps: BTreeMap<String, Vec<Mark>> = BTreeMap::new();
    for (place, path) in mode.look_ups() {
        let (Some(table), Some(path)) = (mode.tables.get(usize::from(place)), path) else { continue };
        let Some((low, high)) = shape(mode, &path).and_then(range) else { continue };
        let path: Vec<&str> = path.iter().map(|word| game.word(*word)).collect();
        if table.rows.iter().any(|(key, _)| *key == Key::Other) {
            continue;
        }
        let rows = table.rows.iter().filter_map(|(key, _)| match key {
            Key::Range(from, to) => Some((*from, *to)),
            _ => None,
        });
        let rows: Vec<(Mark, Mark)> = rows.collect();
        let beside = |(from, to): &(Mark, Mark)| [(from.0.saturating_sub(1), 0), (to.0.saturating_add(1), 0)];
        let own = gaps.entry(path.join(".")).or_default();
        for mark in rows.iter().flat_map(beside) {
            let is_missing = !rows.iter().any(|(from, to)| (*from..=*to).contains(&mark));
            if is_missing && (low..=high).contains(&mark) && !own.contains(&mark) {
                own.push(mark);
            }
        }
    }
    gaps
}

/// The range of marks in a table's look-ups, if all their keys are fields.
fn asked_range(game: &Program, name: &str) -> Option<(Mark, Mark)> {
    let mut all: Option<(Mark, Mark)> = None;
    for mode in &game.modes {
        for (place, path) in mode.look_ups() {
            if mode.tables.get(usize::from(place)).is_some_and(|table| table.name == name) {
                let (low, high) = range(shape(mode, &path?)?)?;
                all = Some(all.map_or((low, high), |(least, most)| (least.min(low), most.max(high))));
            }
        }
    }
    all
}

/// The expression within the brackets of `chance(...)`.
fn inside(about: &str) -> &str {
    let begins = about.find("chance(").map_or(0, |at| at + "chance(".len());
    let rest = about.get(begins..).unwrap_or_default();
    let mut open = 1_usize;
    let closes = rest.char_indices().find(|(_, sign)| {
        open = match sign {
            '(' => open + 1,
            ')' => open - 1,
            _ => open,
        };
        open == 0
    });
    closes.and_then(|(at, _)| rest.get(..at)).unwrap_or(rest)
}

/// True where ranges cover another.
fn is_covered(ranges: &[(Mark, Mark)], from: Mark, to: Mark) -> bool {
    let mut at = from;
    loop {
        let Some((_, end)) =
            ranges.iter().filter(|(low, high)| (*low..=*high).contains(&at)).max_by_key(|(_, high)| *high)
        else {
            return false;
        };
        if *end >= to {
            return true;
        }
        // Second parts are only covered by rows of their own.
        let parted =
            ranges.iter().chain([&(from, to)]).any(|(low, high)| low.1 > 0 || high.1 > 0 && high.0 < MOST);
        if parted {
            return false;
        }
        at = (end.0.saturating_add(1), 0);
    }
}

impl PlayReport {
    /// True without any problem.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.wrong.is_empty() && self.doubtful.is_empty() && self.dead.is_empty()
    }
}
