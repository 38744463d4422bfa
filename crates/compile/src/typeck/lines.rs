//! Types of the strike and of the statements around it. Requirements of their lines are checked here.

use super::kind::{Type, ValueKind};
use super::nullability::{AccessPath, KnownFacts, nothing, unite};
use super::{Requirement, TypeChecker};
use crate::mode::Checker;
use crate::program::{Id, Line, Mode, Strikes, VarId, Word};
use std::sync::Arc;
use tohit_syntax::diagnostics::{Diagnostic, Read, either, suggestion};

/// Lists by which words are compared in a mode, by the compared expressions.
pub(crate) type Ranks = rustc_hash::FxHashMap<Id, Arc<[Word]>>;

/// Checks a mode. Returns the diagnostics, and the lists by which words are compared.
pub(crate) fn types(
    checker: &Checker<'_>,
    played: &Mode,
    endings: &[Word],
    text: &str,
) -> (Vec<Diagnostic>, Ranks) {
    let mut kinds = TypeChecker::new(checker, text);
    kinds.play(played, endings);
    kinds.uncalled();
    // Words of no list are reported here for unreachable lines. Other lines keep their first diagnostic.
    let strange = checker.strange.iter().map(|(_, diagnostic)| diagnostic.clone());
    kinds.diagnostics.extend(strange);
    (kinds.diagnostics, kinds.ranks)
}

impl TypeChecker<'_, '_> {
    fn play(&mut self, played: &Mode, endings: &[Word]) {
        let mut facts: KnownFacts = nothing();
        for refuse in &played.refuses {
            self.root(|kinds| kinds.flag(refuse.when, &facts));
            // A refused scenario is not resolved.
            facts = unite(&facts, &self.truth(refuse.when, false));
        }
        self.hit_points(played);
        for (slot, carry) in played.carries.iter().enumerate() {
            let gives = self.root(|kinds| kinds.value(carry.value, &facts)).unwrap_or(Type::ANY);
            let kind = match gives.kind {
                ValueKind::Word(domain) => ValueKind::Word(self.widened(domain)),
                other => other,
            };
            self.slots.insert(VarId(u8::try_from(slot).unwrap_or_default()), Type { kind, ..gives });
        }
        if let Some(turn) = &played.turn {
            self.turn(&turn.strikes, &facts);
            if let Some(when) = turn.when {
                self.root(|kinds| kinds.flag(when, &facts));
            }
        }
        for when in played.later.iter().filter_map(|later| later.when) {
            self.root(|kinds| kinds.flag(when, &facts));
        }
        if let Some(lasts) = played.lasts {
            self.root(|kinds| kinds.number(lasts, &facts));
        }
        if let Some(between) = &played.between {
            self.locals.insert(between.left, Type::NUMBER);
            if let Some(leaves) = between.leaves {
                self.root(|kinds| kinds.number(leaves, &facts));
            }
            for (slot, value) in &between.next {
                self.next(*slot, *value, &facts);
            }
        }
        self.locals.insert(played.falls.left, Type::NUMBER);
        self.root(|kinds| kinds.flag(played.falls.when, &facts));
        for show in &played.shows {
            self.root(|kinds| kinds.value(show.value, &facts));
            if let Some(when) = show.when {
                self.root(|kinds| kinds.flag(when, &facts));
            }
        }
        if let Some(tail) = played.tail {
            self.root(|kinds| kinds.number(tail, &facts));
        }
        for line in &played.strike {
            self.strike_line(line, &mut facts, endings);
        }
    }

    /// Sets the types of `left`, `own` and `earlier`. `left` and `own` may be absent where the hit points
    /// may be.
    fn hit_points(&mut self, played: &Mode) {
        let read = [(played.left, played.falls.hit_points), (played.own, played.falls.own)];
        for (slot, points) in read {
            let mut left = Type { absent: true, ..Type::NUMBER };
            if let Some(points) = points {
                left.absent = self.value(points, &nothing()).is_ok_and(|gives| gives.absent);
            }
            let Some(slot) = slot else { continue };
            self.slots.insert(slot, left);
            self.path_id(AccessPath::Name(slot));
            if let Some(points) = points {
                let points = self.leads_to(points);
                self.hit_points.push((slot, points));
            }
        }
        if let Some(slot) = self.checker.slot_of("earlier") {
            self.slots.insert(slot, Type::NUMBER);
        }
    }

    fn turn(&mut self, strikes: &Strikes, facts: &KnownFacts) {
        match strikes {
            Strikes::Number(number) => {
                self.root(|kinds| kinds.number(*number, facts));
            }
            Strikes::Each { rounds, item, of, times, shown } => {
                let mut kind = ValueKind::Any;
                for of in of {
                    let own = self.root(|kinds| match kinds.there(*of, facts)? {
                        ValueKind::Record(all, _) => Ok(ValueKind::Record(all, true)),
                        ValueKind::List(items) => Ok(*items),
                        ValueKind::Set(_) => kinds.item(*of, facts),
                        ValueKind::Any => Ok(ValueKind::Any),
                        other => kinds.unfit(*of, &other, ", neither a record nor a list"),
                    });
                    kind = kind.join(own.unwrap_or(ValueKind::Any)).unwrap_or(ValueKind::Any);
                }
                self.slots.insert(*item, Type::of(kind));
                for number in [rounds, times, shown].into_iter().flatten() {
                    self.root(|kinds| kinds.number(*number, facts));
                }
            }
        }
    }

    fn strike_line(&mut self, line: &Line, facts: &mut KnownFacts, endings: &[Word]) {
        match line {
            Line::Value { slot, value, .. } => {
                let gives = self.root(|kinds| kinds.value(*value, facts)).unwrap_or(Type::ANY);
                self.slots.insert(*slot, gives);
                self.lines.push((*slot, *value));
            }
            Line::End(end) => {
                let mut inside = facts.clone();
                if let Some(when) = end.when {
                    self.root(|kinds| kinds.flag(when, facts));
                    inside = unite(facts, &self.truth(when, true));
                }
                self.root(|kinds| kinds.ending(end.ending, &inside, endings));
                for value in [end.lose, end.gain, end.pay].into_iter().flatten() {
                    self.root(|kinds| kinds.number(value, &inside));
                }
                for (slot, value) in &end.next {
                    self.next(*slot, *value, &inside);
                }
                if let Some(when) = end.when {
                    *facts = unite(facts, &self.truth(when, false));
                }
            }
        }
    }

    /// Requires that a carried variable keeps its kind.
    fn next(&mut self, slot: VarId, value: Id, facts: &KnownFacts) {
        let gives = self.root(|kinds| kinds.value(value, facts));
        let carried = self.slots.get(&slot).cloned().unwrap_or(Type::ANY);
        if gives.is_some_and(|gives| carried.kind.clone().join(gives.kind).is_none()) {
            let message = format!("what is carried here is {}, and stays so", carried.kind.called());
            self.tell(Diagnostic::new(self.span(value), message));
        }
    }

    /// Requires the word of an ending, or a value that is one.
    fn ending(&mut self, id: Id, facts: &KnownFacts, endings: &[Word]) -> Read<()> {
        match self.there(id, facts)? {
            ValueKind::Any => Ok(()),
            ValueKind::Word(domain) => {
                let Some(strange) = domain.words.iter().find(|word| !endings.contains(word)) else {
                    return Ok(());
                };
                let known: Vec<&str> = endings.iter().map(|word| self.text_of(*word)).collect();
                let strange = self.text_of(*strange);
                let hint = suggestion(strange, &known);
                let message = format!(
                    "\"{}\" can be \"{strange}\", which is no ending; declared are {}{hint}",
                    self.said(id),
                    either(&known)
                );
                self.wrong(id, message)
            }
            other => {
                let message = format!("an ending is a word, and \"{}\" is {}", self.said(id), other.called());
                self.wrong(id, message)
            }
        }
    }

    /// Checks an expression of a line. Its requirements that remain are errors.
    fn root<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Option<T> {
        self.needs.clear();
        let result = read(self);
        for need in core::mem::take(&mut self.needs) {
            let diagnostic = self.missing(&need);
            self.diagnostics.push(diagnostic);
        }
        result.map_err(|diagnostic| self.tell(diagnostic)).ok()
    }

    fn missing(&self, need: &Requirement) -> Diagnostic {
        let said = self.written(need.span);
        let mut what = said.clone();
        // The message names an absent argument of a figure as its caller does.
        if let Some(name) = self.name_of(need.what) {
            what = name;
        }
        let within = need
            .within
            .and_then(|place| self.checker.figures.get(usize::from(place)))
            .filter(|figure| !figure.takes.is_empty())
            .map_or_else(String::new, |figure| format!(" (in {})", figure.name));
        let message = format!(
            "\"{what}\" may be absent here{within}; write  given {said} and ...  in the condition, or  {said} otherwise ..."
        );
        Diagnostic::new(need.span, message)
    }

    fn name_of(&self, path_id: super::nullability::AccessPathId) -> Option<String> {
        match self.paths.get(path_id as usize)? {
            AccessPath::Sheet(place) => {
                self.checker.sheets.get(usize::from(*place)).map(|(word, _)| self.text_of(*word).to_owned())
            }
            AccessPath::Name(slot) => self.checker.slots.get(usize::from(slot.0)).cloned(),
            AccessPath::Dot(of, word) => Some(format!("{}.{}", self.name_of(*of)?, self.text_of(*word))),
            _ => None,
        }
    }
}
