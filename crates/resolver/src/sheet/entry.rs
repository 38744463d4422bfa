//! Reading documents by their fields.

use crate::json::Json;
use crate::preset::Library;
use crate::problem::{Path, Problem, hint};
use crate::sheet::mark::{read_mark, write_mark};
use crate::sheet::number::{Exact, exact, whole_within};
use crate::sheet::{Field, Shape, SheetSpec, Variant};

/// A preset with what stands beside its name laid over it. A part that names a preset of its own replaces the preset's part.
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

/// Walks a document and gathers what is wrong with it.
pub(crate) struct Reader<'a> {
    library: &'a Library,
    path: Path<'a>,
    value: &'a Json,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(library: &'a Library, document: &'a Json, problems: &'a mut Vec<Problem>) -> Self {
        Self { library, path: Path::ROOT, value: document, problems }
    }

    /// What is said in `run` is said of that field in here.
    fn at_field<T>(&mut self, name: &str, run: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let path = self.path.field(name);
        run(&mut Reader { library: self.library, path, value: self.value, problems: self.problems })
    }

    fn at_item<T>(&mut self, index: usize, run: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let path = self.path.item(index);
        run(&mut Reader { library: self.library, path, value: self.value, problems: self.problems })
    }

    /// The fields of a sheet in here, each checked, or its default.
    pub(crate) fn fields(&mut self, spec: &'static SheetSpec) -> Vec<(String, Json)> {
        let sheet = self.value;
        let read = |field: &Field| {
            let given = sheet.get(field.name);
            let checked =
                given.and_then(|given| self.at_field(field.name, |reader| reader.check(field.shape, given)));
            (field.name.to_owned(), checked.unwrap_or_else(|| (field.default)()))
        };
        spec.fields.iter().map(read).collect()
    }

    /// The value if it is what a field of that shape may hold, complete and in the one way of writing it.
    fn check(&mut self, shape: Shape, given: &Json) -> Option<Json> {
        let checked = match (shape, given) {
            (Shape::Bool, Json::Bool(_)) => Some(given.clone()),
            (Shape::Int { low, high }, _) => whole_within(given, low, high).map(Json::from),
            (Shape::Num { low, high }, _) => {
                exact(given).filter(|number| number.is_between(low, high)).map(Exact::write)
            }
            (Shape::Choice(variants), Json::Text(name)) => return self.choice(variants, name),
            (Shape::Cell { low, high }, Json::List(pair)) => {
                let inside = |json| whole_within(json, low, high).is_some();
                (pair.len() == 2 && pair.iter().all(inside)).then(|| given.clone())
            }
            (Shape::Sheet(spec), Json::Object(entries)) => return Some(self.sheet(spec, given, entries)),
            (Shape::List { .. }, Json::List(items)) => return self.list(shape, items),
            (Shape::Nullable(_), Json::Null) => Some(Json::Null),
            (Shape::Nullable(inner), _) => return self.check(*inner, given),
            (Shape::Mark { low, high }, _) => read_mark(given, low, high).map(|mark| write_mark(high, mark)),
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
            let preset = self.library.named(kind, spec, named).unwrap_or_else(|message| {
                self.at_field("preset", |reader| reader.problem(message));
                Json::Object(Vec::new())
            });
            filled = Some(overlay(preset, entries));
        }
        let known = |name: &str| spec.field(name).is_some() || (name == "preset" && spec.presets.is_some());
        for (name, _) in entries.iter().filter(|(name, _)| !known(name)) {
            let message =
                format!("there is no such field{}", hint(name, spec.fields.iter().map(|field| field.name)));
            self.at_field(name, |reader| reader.problem(message));
        }
        let value = filled.as_ref().unwrap_or(given);
        let mut inside = Reader { library: self.library, path: self.path, value, problems: self.problems };
        Json::Object(inside.fields(spec))
    }

    fn list(&mut self, shape: Shape, given: &[Json]) -> Option<Json> {
        let Shape::List { of, least, most, distinct } = shape else { return None };
        if given.len() < least || given.len() > most {
            self.problem(format!("{} items are not allowed; it must be {}", given.len(), shape.allowed()));
            return None;
        }
        let mut items: Vec<Json> = Vec::new();
        for (index, value) in given.iter().enumerate() {
            let item = self.at_item(index, |reader| {
                let item = reader.check(*of, value)?;
                if distinct && items.contains(&item) {
                    reader.problem(format!("{value} stands in the list already"));
                    return None;
                }
                Some(item)
            });
            items.extend(item);
        }
        // One that is wrong was told of, and then the whole list has its default.
        (items.len() == given.len()).then_some(Json::List(items))
    }

    /// One of an enumeration's names.
    fn choice(&mut self, variants: &'static [Variant], given: &str) -> Option<Json> {
        if variants.iter().any(|variant| variant.name == given) {
            return Some(given.into());
        }
        let hint = hint(given, variants.iter().map(|variant| variant.name));
        self.wrong(&given.into(), &format!("{}{hint}", Shape::Choice(variants).allowed()));
        None
    }

    /// Says what is wrong here.
    fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem { path: self.path.to_string(), message: message.into() });
    }

    /// Says that something else was expected here.
    fn wrong(&mut self, given: &Json, allowed: &str) {
        let given = match given {
            Json::Bool(_) | Json::Number(_) | Json::Null => given.to_string(),
            Json::Text(text) if text.chars().count() <= 40 => given.to_string(),
            other => other.kind().to_owned(),
        };
        self.problem(format!("{given} is not allowed; it must be {allowed}"));
    }
}
