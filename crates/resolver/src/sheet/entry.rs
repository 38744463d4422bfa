//! Reading documents by their fields.

use crate::about::AboutRules;
use crate::json::Json;
use crate::preset::Library;
use crate::problem::{NO_FIELD, Problem, hint, no_scenario, none_of, shown};
use crate::sheet::mark::{read_mark, write_mark};
use crate::sheet::number::{exact_within, whole_within, write_exact};
use crate::sheet::{Field, Shape, SheetSpec, Variant};
use crate::text::link_game::OWN;

/// A preset with the entries beside its name laid over it. A part that names a preset of its own replaces the
/// preset's part.
pub(crate) fn overlay(preset: Json, beside: &[(String, Json)]) -> Json {
    let Json::Object(mut entries) = preset else { return preset };
    for (name, value) in beside.iter().filter(|(name, _)| name != "preset") {
        match entries.iter_mut().find(|(known, _)| known == name) {
            Some((_, below)) => {
                *below = match value {
                    Json::Object(inner) if value.get("preset").is_none() => match below {
                        Json::Object(_) => overlay(core::mem::replace(below, Json::Null), inner),
                        _ => value.clone(),
                    },
                    _ => value.clone(),
                };
            }
            None => entries.push((name.clone(), value.clone())),
        }
    }
    Json::Object(entries)
}

/// Reads a document by its fields, and collects the problems.
pub(crate) struct Reader<'a> {
    pub(crate) library: &'a Library,
    /// The edition of the game that the document chooses, where its mode has several.
    pub(crate) edition: Option<&'static str>,
    pub(crate) problems: Vec<Problem>,
}

impl Reader<'_> {
    /// The sections of a scenario, each field checked or its default; collects the problems around them. A
    /// custom game has the name `own`, too.
    pub(crate) fn scenario(
        &mut self,
        about: &AboutRules,
        is_own_game: bool,
        form: &SheetSpec,
        document: &Json,
    ) -> Vec<(String, Json)> {
        let modes: Vec<&str> = about.modes.iter().map(|mode| mode.id).collect();
        if let Some(given) = document.get("mode")
            && given.text().and_then(|id| about.mode(id)).is_none()
        {
            self.problems.push(Problem::at("mode", none_of(given, &modes)));
        }
        if let Some(given) = document.get("ruleset")
            && !given.text().is_some_and(|name| name == about.id || is_own_game && name == OWN)
        {
            let message =
                format!("{} is not allowed here; it must be {}", shown(given), Json::from(about.id));
            self.problems.push(Problem::at("ruleset", message));
        }
        match document {
            Json::Object(entries) => self.unknown(entries, form, &["ruleset", "mode"]),
            _ => self.problems.push(no_scenario(document)),
        }
        self.fields(form, document)
    }

    /// Prefixes the problems of `run` with a field or item.
    fn at<T>(&mut self, step: &str, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.problems.len();
        let value = run(self);
        let inner = self.problems.split_off(before).into_iter();
        self.problems.extend(inner.map(|problem| problem.inside(step)));
        value
    }

    /// Reports entries that are neither fields nor in `others`.
    fn unknown(&mut self, entries: &[(String, Json)], spec: &SheetSpec, others: &[&str]) {
        let known = || spec.fields.iter().map(|field| field.name).chain(others.iter().copied());
        for (name, _) in entries.iter().filter(|(name, _)| !known().any(|known| known == name)) {
            let message = format!("{NO_FIELD}{}", hint(name, known()));
            self.problems.push(Problem::at(name, message));
        }
    }

    /// The fields of a sheet, each checked, or its default.
    fn fields(&mut self, spec: &SheetSpec, sheet: &Json) -> Vec<(String, Json)> {
        let read = |field: &Field| {
            let given = sheet.get(field.name);
            let checked =
                given.and_then(|given| self.at(field.name, |reader| reader.check(field.shape, given)));
            (field.name.to_owned(), checked.unwrap_or_else(|| field.default.clone()))
        };
        spec.fields.iter().map(read).collect()
    }

    /// The value, checked against a shape, complete and in canonical form; none where the shape forbids it.
    fn check(&mut self, shape: Shape, given: &Json) -> Option<Json> {
        let checked = match (shape, given) {
            (Shape::Bool, Json::Bool(_)) => Some(given.clone()),
            (Shape::Int { low, high }, _) => whole_within(given, low, high).map(Json::from),
            (Shape::Num { low, high }, _) => exact_within(given, low, high).as_ref().map(write_exact),
            (Shape::Choice(variants), Json::Text(name)) => return self.choice(variants, name),
            (Shape::Choice(variants), Json::Number(_)) => {
                Variant::find(variants, &given.plain()).map(|variant| variant.name.into())
            }
            (Shape::Cell { low, high }, Json::List(pair)) => {
                let pair: Option<Vec<Json>> =
                    pair.iter().map(|json| whole_within(json, low, high).map(Json::from)).collect();
                pair.filter(|pair| pair.len() == 2).map(Json::List)
            }
            (Shape::Sheet(spec), Json::Object(entries)) => return Some(self.sheet(spec, given, entries)),
            (Shape::List { .. }, Json::List(items)) => return self.list(shape, items),
            (Shape::Nullable(_), Json::Null) => Some(Json::Null),
            (Shape::Nullable(inner), _) => return self.check(*inner, given),
            (Shape::Mark(marks), _) => read_mark(given, marks).map(write_mark),
            _ => None,
        };
        if checked.is_none() {
            self.wrong(given, &shape.allowed());
        }
        checked
    }

    fn sheet(&mut self, spec: &'static SheetSpec, given: &Json, entries: &[(String, Json)]) -> Json {
        let mut filled = None;
        if let Some(kind) = spec.presets
            && let Some(named) = given.get("preset")
        {
            let preset = self.library.named(kind, self.edition, spec, named).unwrap_or_else(|message| {
                self.problems.push(Problem::at("preset", message));
                Json::Object(Vec::new())
            });
            filled = Some(overlay(preset, entries));
        }
        self.unknown(entries, spec, if spec.presets.is_some() { &["preset"] } else { &[] });
        Json::Object(self.fields(spec, filled.as_ref().unwrap_or(given)))
    }

    fn list(&mut self, shape: Shape, given: &[Json]) -> Option<Json> {
        let Shape::List { of, least, most, distinct } = shape else { return None };
        if given.len() < least || given.len() > most {
            self.problem(format!("{} items are not allowed; it must be {}", given.len(), shape.allowed()));
            return None;
        }
        // A link that names only a late item leaves thousands of empty objects before it.
        let is_gap = |item: &Json| matches!(item, Json::Object(entries) if entries.is_empty());
        let mut gaps = given.iter().enumerate().filter(|(_, item)| is_gap(item));
        if !matches!(of.inner(), Shape::Sheet(_))
            && let (Some((first, _)), more @ 1..) = (gaps.next(), gaps.count())
        {
            let missing =
                format!("this item and {more} more are missing: items are numbered from 0, without gaps");
            self.at(&first.to_string(), |reader| reader.problem(missing));
            return None;
        }
        let mut items: Vec<Json> = Vec::new();
        for (index, value) in given.iter().enumerate() {
            let item = self.at(&index.to_string(), |reader| {
                let item = reader.check(*of, value)?;
                if distinct && items.contains(&item) {
                    reader.problem(format!("{} stands in the list already", shown(value)));
                    return None;
                }
                Some(item)
            });
            items.extend(item);
        }
        // A wrong entry was reported, and the whole list has its default.
        (items.len() == given.len()).then_some(Json::List(items))
    }

    /// A name of an enumeration.
    fn choice(&mut self, variants: &'static [Variant], given: &str) -> Option<Json> {
        if let Some(variant) = Variant::find(variants, given) {
            return Some(variant.name.into());
        }
        let hint = hint(given, variants.iter().map(|variant| variant.name));
        self.wrong(&given.into(), &format!("{}{hint}", Shape::Choice(variants).allowed()));
        None
    }

    /// Reports a problem at the current path.
    fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::at("", message));
    }

    /// Reports a value of another kind than allowed.
    fn wrong(&mut self, given: &Json, allowed: &str) {
        self.problem(format!("{} is not allowed; it must be {allowed}", shown(given)));
    }
}
