//! Ends that no trial run comes to. Before one is reported, scenarios in which several of the fields vary that its condition reads are tried.

use super::play::{TrialScenario, gaps};
use super::{PlayReport, Ruleset, TextProblem};
use crate::json::Json;
use core::hash::{Hash, Hasher};
use rustc_hash::FxHasher;
use std::collections::{BTreeMap, BTreeSet};
use tohit_compile::program::{Id, Line, Mode, Node, Program, Span, Turn, VarId, each_part, field_bits};
use tohit_engine::{FightDetail, Run as _};
use tohit_odds::Arithmetic;

/// Scenarios that are tried for one end.
const TRIES: usize = 48;
/// Most fields that vary at once.
const MOST_FIELDS: usize = 6;
/// Most numbers of conditions that fields are tried at.
const MOST_NUMBERS: usize = 60;
/// Steps of about a nanosecond that these scenarios of a text may take together.
const MOST_WORK: u64 = 200_000_000;
/// Steps of reading a scenario.
const READING: u64 = 200_000;
/// Turns of a fight that is tried.
const TURNS: usize = 12;

/// Ends that applied, by their spans.
pub(super) type Reached = BTreeSet<(u32, u32)>;

/// An end that did not apply, and what its condition reads.
struct MissedEnd {
    span: Span,
    reads: ConditionReads,
}

/// Fields and numbers that a condition reads, also through lines and figures.
#[derive(Default)]
struct ConditionReads {
    /// Bits of the fields, as [`field_bits`] has them.
    fields: u128,
    numbers: BTreeSet<i64>,
    /// True where it reads carried values, earlier strikes or the hit points left.
    course: bool,
    seen: BTreeSet<Id>,
}

impl ConditionReads {
    fn visit(&mut self, mode: &Mode, id: Id) {
        if !self.seen.insert(id) {
            return;
        }
        match mode.nodes.node(id) {
            Node::Number(number) => self.numbers.extend(number.whole()),
            Node::Name(slot) => match value_of(mode, *slot) {
                Some(value) => self.visit(mode, value),
                None => {
                    self.course = true;
                    self.course(mode, *slot);
                }
            },
            Node::Sheet(place) => self.fields |= field_bits(&mode.sheets, usize::from(*place), None),
            Node::Dot(of, field) => {
                if let Node::Sheet(place) = mode.nodes.node(*of) {
                    self.fields |= field_bits(&mode.sheets, usize::from(*place), Some(*field));
                } else {
                    self.visit(mode, *of);
                }
            }
            Node::Figure(place, values) => {
                values.iter().for_each(|value| self.visit(mode, *value));
                if let Some(figure) = mode.figures.get(usize::from(*place)) {
                    self.visit(mode, figure.value);
                }
            }
            node => each_part(node, &mut |part, _| self.visit(mode, part)),
        }
    }

    /// Adds what decides a carried value.
    fn course(&mut self, mode: &Mode, slot: VarId) {
        if let Some(carry) = mode.carries.get(usize::from(slot.0)) {
            self.visit(mode, carry.value);
        }
        let changes = mode.strike.iter().filter_map(|line| match line {
            Line::End(end) => Some(&end.next),
            Line::Value { .. } => None,
        });
        for (_, value) in changes.flatten().filter(|(known, _)| *known == slot) {
            self.visit(mode, *value);
        }
    }
}

fn value_of(mode: &Mode, of: VarId) -> Option<Id> {
    mode.strike.iter().find_map(|line| match line {
        Line::Value { slot, value, .. } if *slot == of => Some(*value),
        _ => None,
    })
}

/// Ends of a mode with a condition that did not apply. Conditions of ends above count too: they take strikes away.
fn missed(mode: &Mode, reached: &Reached) -> Vec<MissedEnd> {
    let counted = mode.turn.as_ref().is_some_and(|turn| turn.countdown.is_some());
    let first = if counted { Turn::COUNTING_LINES } else { 0 };
    let mut found = Vec::new();
    for line in mode.strike.iter().skip(first) {
        let Line::End(end) = line else { continue };
        let (Some(when), false) = (end.when, reached.contains(&(end.span.start, end.span.end))) else {
            continue;
        };
        let mut reads = ConditionReads::default();
        reads.visit(mode, when);
        found.push(MissedEnd { span: end.span, reads });
    }
    found
}

/// Values of a field, each as a document with that field alone.
type Choices = Vec<Json>;

impl Ruleset {
    /// Warnings about ends that never applied: in the trial runs, in the examples, and in a search of each mode.
    pub(super) fn idle_ends(
        &self,
        game: &Program,
        reached: &mut Reached,
        played: &mut PlayReport,
    ) -> Vec<TextProblem> {
        reached.extend(game.ends_of_examples().into_iter().map(|span| (span.start, span.end)));
        let mut work = 0;
        for mode in &game.modes {
            let name = game.word(mode.word);
            if missed(mode, reached).is_empty() {
                continue;
            }
            let missed = missed(mode, reached);
            let numbers = missed.iter().flat_map(|end| end.reads.numbers.iter().copied()).collect();
            let choices = self.choices((name, mode), game, &numbers);
            for end in missed {
                self.search(name, &end, &choices, (reached, &mut work, played));
            }
        }
        // Of a text that takes too long, or is refused, nothing is known.
        if work > MOST_WORK || played.left_out > 0 || !played.wrong.is_empty() {
            return Vec::new();
        }
        let spans: BTreeSet<(u32, u32)> = game
            .modes
            .iter()
            .flat_map(|mode| missed(mode, reached))
            .map(|end| (end.span.start, end.span.end))
            .collect();
        let message = match played.scenarios {
            1 => "this end never applied in the one scenario that was tried".to_owned(),
            many => format!("this end never applied in the {many} scenarios that were tried"),
        };
        spans
            .into_iter()
            .map(|(start, end)| TextProblem::rules(self.rules(), Span { start, end }, message.clone()))
            .collect()
    }

    /// Values of each field of a mode, by its path, with the bit of its field: its ends, and the numbers of conditions with those beside them.
    fn choices(
        &self,
        (name, mode): (&str, &Mode),
        game: &Program,
        numbers: &BTreeSet<i64>,
    ) -> BTreeMap<String, (u128, Choices)> {
        let path = |of: &TrialScenario| of.note.split(" = ").next().unwrap_or_default().to_owned();
        let mut values = gaps(game, mode);
        let beside = |number: &i64| [number.saturating_sub(1), *number, number.saturating_add(1)];
        let numbers: BTreeSet<i64> = numbers.iter().flat_map(beside).take(MOST_NUMBERS).collect();
        for trial in self.ends(name, &values) {
            let own = values.entry(path(&trial)).or_default();
            own.extend(numbers.iter().map(|number| (*number, 0)));
            own.sort_unstable();
            own.dedup();
        }
        let bit = |path: &str| {
            let mut steps = path.split('.');
            let (sheet, field) = (steps.next()?, steps.next()?);
            let place = mode.sheets.iter().position(|(word, _)| game.word(*word) == sheet)?;
            let (_, fields) = mode.sheets.get(place)?;
            let field = fields.fields.iter().find(|known| game.word(known.name) == field)?;
            Some(field_bits(&mode.sheets, place, Some(field.name)))
        };
        let mut all: BTreeMap<String, (u128, Choices)> = BTreeMap::new();
        for trial in self.ends(name, &values) {
            let path = path(&trial);
            let bit = bit(&path).unwrap_or(u128::MAX);
            all.entry(path).or_insert_with(|| (bit, Vec::new())).1.push(trial.document);
        }
        all
    }

    /// Tries combinations of fields until an end applies.
    fn search(
        &self,
        mode: &str,
        end: &MissedEnd,
        choices: &BTreeMap<String, (u128, Choices)>,
        (reached, work, played): (&mut Reached, &mut u64, &mut PlayReport),
    ) {
        let span = (end.span.start, end.span.end);
        let own: Vec<Choices> = choices
            .iter()
            .filter(|(_, (bit, _))| end.reads.fields & bit != 0)
            .map(|(_, (_, choices))| choices.clone())
            .collect();
        let whole = Json::object([("mode", mode.into())]);
        let fought = self.with_hit_points(mode);
        for attempt in 0..TRIES {
            if reached.contains(&span) || *work > MOST_WORK {
                return;
            }
            let with_points = fought.as_ref().filter(|_| end.reads.course || attempt % 2 == 1);
            let mut document = with_points.unwrap_or(&whole).clone();
            // Every second field on average; of many fields a few.
            let odds = (own.len() / MOST_FIELDS).max(1) + 1;
            for (place, choices) in own.iter().enumerate() {
                let mixed = mix(attempt, place);
                if mixed % odds == 0
                    && let Some(choice) = choices.get(mixed / odds % choices.len().max(1))
                {
                    overlay(&mut document, choice);
                }
            }
            played.scenarios += 1;
            *work = work.saturating_add(READING);
            let _ = self.query(
                &document,
                None,
                |_| Ok(()),
                |query| {
                    query.scenario.watch();
                    let _ = query.scenario.odds(&Arithmetic::Floats, false);
                    *work = work.saturating_add(query.scenario.work());
                    if end.reads.course && query.scenario.has_hit_points() {
                        let detail = FightDetail { means: false, turns: TURNS };
                        let _ = query.scenario.fight(&Arithmetic::Floats, detail, 12);
                        *work = work.saturating_add(query.scenario.work());
                    }
                    reached.extend(query.scenario.applied_ends().iter().map(|span| (span.start, span.end)));
                    Ok(())
                },
            );
        }
    }
}

/// A number that looks random, of an attempt and a place.
fn mix(attempt: usize, place: usize) -> usize {
    let mut hasher = FxHasher::default();
    (attempt, place).hash(&mut hasher);
    usize::try_from(hasher.finish() >> 33).unwrap_or_default()
}

/// Puts the changed field of a document, which stands last at every level, into another document.
fn overlay(into: &mut Json, choice: &Json) {
    match choice {
        Json::Object(entries) => {
            let Some((name, value)) = entries.last() else { return };
            if let (Json::List(_) | Json::Object(_), Some(known @ (Json::List(_) | Json::Object(_)))) =
                (value, into.get(name))
            {
                let mut inner = known.clone();
                overlay(&mut inner, value);
                *into.member_mut(name) = inner;
            } else {
                *into.member_mut(name) = value.clone();
            }
        }
        Json::List(items) => match (&mut *into, items.as_slice()) {
            (Json::List(known), [first @ Json::Object(_), ..]) if known.len() == items.len() => {
                if let Some(slot) = known.first_mut() {
                    overlay(slot, first);
                }
            }
            _ => *into = choice.clone(),
        },
        other => *into = other.clone(),
    }
}
