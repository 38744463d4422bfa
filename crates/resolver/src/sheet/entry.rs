//! Reading typed values from documents.

use crate::json::Json;
use crate::preset::Library;
use crate::problem::{Path, Problem, hint};
use crate::sheet::{Choice, Field, Shape, SheetSpec};

/// A value that a field can hold.
pub trait Entry: Sized {
    /// What may stand in a document.
    const SHAPE: Shape;

    /// The value, or none after telling the reader what is wrong.
    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self>;

    /// The value as a document writes it.
    fn write(&self) -> Json;
}

/// A struct of fields, made by [`sheet!`](crate::sheet).
pub trait Sheet: Sized {
    /// Every field at its default.
    const DEFAULT: Self;
    /// The description of the whole.
    const SPEC: &'static SheetSpec;
    /// The description of each field.
    const FIELDS: &'static [Field];

    /// Reads every field; a missing or a wrong one gets its default.
    fn read_fields(reader: &mut Reader<'_>) -> Self;

    /// Every field as a document writes it.
    fn write_fields(&self) -> Vec<(&'static str, Json)>;
}

impl<S: Sheet> Entry for S {
    const SHAPE: Shape = Shape::Sheet(S::SPEC);

    fn read(value: &Json, reader: &mut Reader<'_>) -> Option<Self> {
        let Json::Object(entries) = value else {
            return reader.wrong(value, "an object");
        };
        let mut filled = None;
        if let Some(kind) = S::SPEC.presets
            && let Some(named) = value.get("preset")
        {
            let preset = reader.library.named(kind, S::SPEC, named).unwrap_or_else(|message| {
                reader.at_field("preset", |reader| reader.problem(message));
                Json::Object(Vec::new())
            });
            filled = Some(overlay(preset, entries));
        }
        let known =
            |name: &str| S::SPEC.field(name).is_some() || (name == "preset" && S::SPEC.presets.is_some());
        for (name, _) in entries.iter().filter(|(name, _)| !known(name)) {
            let message =
                format!("there is no such field{}", hint(name, S::FIELDS.iter().map(|field| field.name)));
            reader.at_field(name, |reader| reader.problem(message));
        }
        let value = filled.as_ref().unwrap_or(value);
        Some(reader.inside(value, S::read_fields))
    }

    fn write(&self) -> Json {
        self.write_fields().into_iter().collect()
    }
}

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
pub struct Reader<'a> {
    library: &'a Library,
    path: Path<'a>,
    value: &'a Json,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(library: &'a Library, document: &'a Json, problems: &'a mut Vec<Problem>) -> Self {
        Self { library, path: Path::ROOT, value: document, problems }
    }

    fn inside<T>(&mut self, value: &Json, run: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        run(&mut Reader { library: self.library, path: self.path, value, problems: self.problems })
    }

    /// What is said in `run` is said of that field in here.
    pub(crate) fn at_field<T>(&mut self, name: &str, run: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let path = self.path.field(name);
        run(&mut Reader { library: self.library, path, value: self.value, problems: self.problems })
    }

    pub(crate) fn at_item<T>(&mut self, index: usize, run: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let path = self.path.item(index);
        run(&mut Reader { library: self.library, path, value: self.value, problems: self.problems })
    }

    /// The field of that name in here, or its default.
    pub fn field<T: Entry>(&mut self, name: &'static str, default: T) -> T {
        match self.value.get(name) {
            Some(value) => self.at_field(name, |reader| T::read(value, reader)).unwrap_or(default),
            None => default,
        }
    }

    /// Says what is wrong here.
    pub fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem { path: self.path.to_string(), message: message.into() });
    }

    /// Says what is wrong at a path of the document.
    pub fn problem_at(&mut self, path: &str, message: impl Into<String>) {
        self.problems.push(Problem { path: path.to_owned(), message: message.into() });
    }

    /// Says that something else was expected here.
    pub fn wrong<T>(&mut self, given: &Json, allowed: &str) -> Option<T> {
        let given = match given {
            Json::Bool(_) | Json::Number(_) | Json::Null => given.to_string(),
            Json::Text(text) if text.chars().count() <= 40 => given.to_string(),
            other => other.kind().to_owned(),
        };
        self.problem(format!("{given} is not allowed; it must be {allowed}"));
        None
    }

    /// One of an enumeration's names.
    pub fn choice<T: Choice>(&mut self, value: &Json) -> Option<T> {
        let allowed = Shape::Choice(T::VARIANTS).allowed();
        let Json::Text(given) = value else {
            return self.wrong(value, &allowed);
        };
        let found = T::VARIANTS.iter().zip(T::ALL).find(|(variant, _)| variant.name == given);
        if found.is_none() {
            let hint = hint(given, T::VARIANTS.iter().map(|variant| variant.name));
            return self.wrong(value, &format!("{allowed}{hint}"));
        }
        found.map(|(_, value)| *value)
    }
}
