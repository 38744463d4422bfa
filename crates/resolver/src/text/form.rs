//! The form of a rule text: the fields of its sheets with their descriptions from the words.

use super::defaults;
use super::interner;
use super::words::{Condition, Description, GameWords, Remark, Test};
use crate::problem::hint;
use crate::sheet::{About, Field, FieldCondition, Shape, SheetSpec, Variant, about, is_named};
use crate::text::TextProblem;
use std::sync::Arc;
use tohit_compile::program::{self as checked, Fields, Mode, Program, Word};

/// Builds the forms of a text's modes, and finds names in the words that the text lacks.
pub(super) struct Forms<'a> {
    rules: &'a Program,
    words: &'a GameWords,
    /// The names of every field, and the used lines about words of lists.
    fields: Vec<String>,
    used: Vec<&'a str>,
    wrong: &'a mut Vec<TextProblem>,
}

/// Path of a field, and its path within the record that it belongs to.
#[derive(Clone)]
struct FieldPath {
    path: String,
    in_record: Option<String>,
}

impl FieldPath {
    fn inside(&self, fields: &Fields) -> Self {
        Self { path: self.path.clone(), in_record: fields.record.clone().or_else(|| self.in_record.clone()) }
    }

    fn field(&self, name: &str) -> Self {
        let join = |path: &String| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        Self { path: join(&self.path), in_record: self.in_record.as_ref().map(join) }
    }

    /// Names of the field, the nearer first.
    fn names(&self) -> impl Iterator<Item = &str> {
        core::iter::once(&self.path).chain(&self.in_record).map(String::as_str)
    }
}

impl<'a> Forms<'a> {
    pub(super) fn new(rules: &'a Program, words: &'a GameWords, wrong: &'a mut Vec<TextProblem>) -> Self {
        Self { rules, words, fields: Vec::new(), used: Vec::new(), wrong }
    }

    fn text(&self, name: Word) -> &'a str {
        self.rules.word(name)
    }

    /// The form of a mode.
    pub(super) fn form(&mut self, mode: &Mode) -> &'static SheetSpec {
        let fields = |(name, fields): &(Word, Arc<Fields>)| {
            let shape = checked::FieldShape::Record(fields.clone());
            checked::ProgramField { name: *name, absent: false, default: shape.own_default(), shape }
        };
        // Sections that come first in a form, in any order of the text.
        const ORDER: [&str; 3] = ["attacker", "defender", "situation"];
        let sheet = |known: &&str| mode.sheets.iter().find(|(name, _)| self.text(*name) == *known);
        let top = Fields { fields: ORDER.iter().filter_map(sheet).map(fields).collect(), record: None };
        let place = FieldPath { path: String::new(), in_record: None };
        self.sheet(mode, &top, &place, None)
    }

    fn sheet(
        &mut self,
        mode: &Mode,
        fields: &Fields,
        place: &FieldPath,
        presets: Option<&'static str>,
    ) -> &'static SheetSpec {
        let made = fields.fields.iter().map(|field| self.field(mode, fields, field, place)).collect();
        interner::one(SheetSpec { presets, fields: interner::all(made) })
    }

    fn field(
        &mut self,
        mode: &Mode,
        beside: &Fields,
        field: &checked::ProgramField,
        place: &FieldPath,
    ) -> Field {
        let name = self.text(field.name);
        let place = place.field(name);
        self.fields.extend(place.names().map(str::to_owned));
        let said = self.said(mode, &place);
        let presets = said.and_then(|said| said.presets.as_deref()).map(interner::text);
        let inner = self.shape(mode, &field.shape, &place, presets);
        let shape = if field.absent { Shape::Nullable(interner::one(inner)) } else { inner };
        let unsaid = || about(made_label(name), "");
        let about = said.map_or_else(unsaid, |said| self.about(mode, beside, said));
        let default = interner::one(defaults::default(self.rules, &field.shape, &field.default));
        Field { name: interner::text(name), shape, about, default }
    }

    /// Description of a field; one for its path or its mode takes precedence.
    fn said(&self, mode: &Mode, place: &FieldPath) -> Option<&'a Description> {
        let mode = self.text(mode.word);
        place.names().find_map(|name| {
            let fields = self.words.fields.iter();
            let mut all = fields.filter(|said| said.path == name && is_named(&said.within, mode));
            all.clone().find(|said| !said.within.is_empty()).or_else(|| all.next())
        })
    }

    fn shape(
        &mut self,
        mode: &Mode,
        shape: &checked::FieldShape,
        place: &FieldPath,
        presets: Option<&'static str>,
    ) -> Shape {
        match shape {
            checked::FieldShape::Whole(low, high) => Shape::Int { low: *low, high: *high },
            checked::FieldShape::Exact(low, high) => {
                // A number that is too long counts as 0.
                let [low, high] = [low, high].map(|end| end.long().small().unwrap_or((0, 1)));
                Shape::Num { low, high }
            }
            checked::FieldShape::Flag => Shape::Bool,
            checked::FieldShape::Words(words) => self.choice(words, place),
            checked::FieldShape::Set(words) => {
                let of = interner::one(self.choice(words, place));
                Shape::List { of, least: 0, most: words.len(), distinct: true }
            }
            checked::FieldShape::Mark(marks) => Shape::Mark(interner::one(marks.clone())),
            checked::FieldShape::List(least, most, of) => {
                let of = interner::one(self.shape(mode, of, place, presets));
                let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
                Shape::List { of, least: count(*least), most: count(*most), distinct: false }
            }
            checked::FieldShape::Record(fields) => {
                Shape::Sheet(self.sheet(mode, fields, &place.inside(fields), presets))
            }
        }
    }

    fn choice(&mut self, words: &[Word], place: &FieldPath) -> Shape {
        let variants = words.iter().map(|word| {
            let name = self.text(*word);
            Variant::new(interner::text(name), self.label(name, place).map(interner::text))
        });
        Shape::Choice(interner::all(variants.collect()))
    }

    /// Label of a word of a list, for the field or for all.
    fn label(&mut self, name: &str, place: &FieldPath) -> Option<&'a str> {
        let of_field = place.names().map(|place| format!("{place}.{name}"));
        let keys = of_field.chain([name.to_owned()]);
        let found: Vec<_> =
            keys.filter_map(|key| self.words.words.iter().find(|(path, ..)| *path == key)).collect();
        self.used.extend(found.iter().map(|(path, ..)| path.as_str()));
        found.first().map(|(_, label, _)| label.as_str())
    }

    fn about(&mut self, mode: &Mode, beside: &Fields, said: &'a Description) -> About {
        let when = said.when.iter().filter_map(|condition| self.when(mode, beside, condition)).collect();
        About {
            label: interner::text(&said.label),
            help: interner::text(&said.help),
            unit: interner::text(&said.unit),
            group: interner::text(&said.group),
            modes: interner::texts(&said.modes),
            when: interner::all(when),
            one_way: said.one_way,
            fixed: said.fixed,
        }
    }

    fn when(&mut self, mode: &Mode, beside: &Fields, condition: &'a Condition) -> Option<FieldCondition> {
        let mut made: Option<FieldCondition> = None;
        for (place, test) in condition.any.iter().enumerate().rev() {
            let why = if place == 0 { interner::text(&condition.why) } else { "" };
            let values = self.values(mode, beside, test, condition.line)?;
            let or = made.map(interner::one);
            made = Some(FieldCondition {
                path: interner::text(&test.path),
                values,
                holds: test.holds == test.is.is_some(),
                why,
                or,
            });
        }
        made
    }

    /// The values that a test names, as a link writes them.
    fn values(
        &mut self,
        mode: &Mode,
        beside: &Fields,
        test: &Test,
        line: usize,
    ) -> Option<&'static [&'static str]> {
        let mut tell = |message: String| {
            let wrong = TextProblem::words(line, message);
            if !self.wrong.contains(&wrong) {
                self.wrong.push(wrong);
            }
        };
        let modes = || self.rules.modes.iter().map(|mode| self.rules.word(mode.word));
        let known: Vec<&str> = if test.path == "mode" {
            modes().collect()
        } else {
            let Some(field) = find(self.rules, mode, beside, &test.path) else {
                tell(format!("there is no field `{}`", test.path));
                return None;
            };
            match &field.shape {
                checked::FieldShape::Words(words) | checked::FieldShape::Set(words) => {
                    words.iter().map(|name| self.rules.word(*name)).collect()
                }
                checked::FieldShape::Flag => vec!["yes", "no"],
                _ => Vec::new(),
            }
        };
        let Some(is) = &test.is else { return Some(&["null"]) };
        for value in is.iter().filter(|value| !known.is_empty() && !known.contains(&value.as_str())) {
            let hint = hint(value, known.iter().copied());
            tell(format!("`{value}` is not one of {} in `{}`{hint}", known.join(", "), test.path));
        }
        let is_flag = known == ["yes", "no"];
        let written = |value: &String| match value.as_str() {
            "yes" if is_flag => "true".to_owned(),
            "no" if is_flag => "false".to_owned(),
            other => other.to_owned(),
        };
        Some(interner::texts(&is.iter().map(written).collect::<Vec<_>>()))
    }

    /// Remarks on answers of a mode.
    pub(super) fn remarks(&mut self, mode: &Mode) -> Vec<ResolvedRemark> {
        let name = self.text(mode.word);
        let words: &'a GameWords = self.words;
        let own = words.remarks.iter().filter(|remark| is_named(&remark.modes, name));
        let made = |remark: &'a Remark| {
            let when = remark.when.iter().filter_map(|one| self.when(mode, &Fields::default(), one));
            ResolvedRemark { says: interner::text(&remark.says), when: when.collect() }
        };
        own.map(made).collect()
    }

    /// Reports lines of the words that no mode used.
    pub(super) fn finish(self) {
        let fields = self.words.fields.iter().map(|said| (&said.path, said.line));
        let needs =
            self.words.modes.iter().flat_map(|said| {
                said.needs.iter().flat_map(|(paths, _)| paths).map(|path| (path, said.line))
            });
        let usual = self.words.usual.iter().map(|(path, _, line)| (path, *line));
        for (path, line) in fields.chain(needs).chain(usual).filter(|(path, _)| !self.fields.contains(path)) {
            let hint = hint(path, self.fields.iter().map(String::as_str));
            self.wrong.push(TextProblem::words(line, format!("there is no field `{path}`{hint}")));
        }
        // A word that no field has may be the value of a line.
        let is_known = |path: &String| self.used.contains(&path.as_str()) || self.rules.words.contains(path);
        for (path, _, line) in self.words.words.iter().filter(|(path, ..)| !is_known(path)) {
            let hint = hint(path, self.rules.words.iter().map(String::as_str));
            self.wrong.push(TextProblem::words(*line, format!("no list has the word `{path}`{hint}")));
        }
    }
}

/// A remark on an answer, shown where all conditions hold.
#[derive(Debug)]
pub(super) struct ResolvedRemark {
    pub(super) says: &'static str,
    pub(super) when: Vec<FieldCondition>,
}

/// A label made of a name: `to_hit` is "To hit". A name of two letters is an abbreviation: `ac` is "AC".
pub(super) fn made_label(name: &str) -> &'static str {
    let mut plain = name.replace(['_', '-'], " ");
    let capitals = if plain.len() == 2 { 2 } else { 1 };
    if let Some(first) = plain.get_mut(..capitals) {
        first.make_ascii_uppercase();
    }
    interner::text(&plain)
}

/// The field at a path of a mode; with a dot before it, of the fields beside.
fn find<'f>(
    rules: &Program,
    mode: &'f Mode,
    beside: &'f Fields,
    path: &str,
) -> Option<&'f checked::ProgramField> {
    let named =
        |fields: &'f Fields, name: &str| fields.fields.iter().find(|field| rules.word(field.name) == name);
    if let Some(name) = path.strip_prefix('.') {
        return named(beside, name);
    }
    let mut steps = path.split('.');
    let sheet = steps.next()?;
    let (_, fields) = mode.sheets.iter().find(|(name, _)| rules.word(*name) == sheet)?;
    let first = named(fields, steps.next()?)?;
    steps.try_fold(first, |field, step| named(inner(&field.shape)?, step))
}

/// The fields inside a shape.
fn inner(shape: &checked::FieldShape) -> Option<&Fields> {
    match shape {
        checked::FieldShape::Record(fields) => Some(fields),
        checked::FieldShape::List(_, _, of) => inner(of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::made_label;

    #[test]
    fn a_label_is_the_name_with_a_capital_and_of_two_letters_an_abbreviation() {
        let labels = ["to_hit", "half-elf", "ac", "hp", "k", "é", "ab1"].map(made_label);
        assert_eq!(labels, ["To hit", "Half elf", "AC", "HP", "K", "é", "Ab1"]);
    }
}
