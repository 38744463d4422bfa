//! A place in a sheet, and what is to be seen there.

use crate::document::{self, is_within, join};
use crate::format;
use crate::scenario::Now;
use crate::store::ScenarioStore;
use leptos::prelude::*;
use std::sync::Arc;
pub(crate) use tohit_report::values::{plain, readable};
use tohit_resolver::Json;
use tohit_resolver::sheet::{About, Field, FieldCondition, Shape, about};

/// A place in a sheet.
#[derive(Clone)]
pub(crate) struct At {
    /// Its path in the document.
    pub(crate) path: Arc<str>,
    /// The path of the sheet that it stands in.
    sheet: Arc<str>,
    pub(crate) shape: Shape,
    pub(crate) about: About,
    default: &'static Json,
    /// Whether it belongs to an item of a list: the list as a whole is put back.
    pub(crate) in_list: bool,
    /// When the field below it counts.
    pub(crate) below: &'static [FieldCondition],
}

/// What is to be seen at a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// The value that holds.
    pub(crate) value: Json,
    /// What it is without the entry.
    pub(crate) before: Json,
    /// What was entered, if anything.
    pub(crate) entered: Option<Json>,
    pub(crate) is_changed: bool,
    /// What is wrong with it.
    pub(crate) problem: Option<String>,
    /// Why it does not count.
    pub(crate) idle: Option<&'static str>,
    /// Whether the field below does not count for the same reason, which is then told there.
    pub(crate) has_note_below: bool,
}

impl At {
    /// A field of the sheet at `sheet`.
    pub(crate) fn field(sheet: &str, field: &'static Field, in_list: bool) -> Self {
        Self {
            path: join(sheet, field.name).into(),
            sheet: sheet.into(),
            shape: field.shape,
            about: field.about,
            default: field.default,
            in_list,
            below: &[],
        }
    }

    /// An item of the list at this place.
    pub(crate) fn item(&self, index: usize, shape: Shape) -> Self {
        Self {
            path: join(&self.path, &index.to_string()).into(),
            sheet: self.path.clone(),
            shape,
            about: about(self.about.label, self.about.help),
            default: &Json::Null,
            in_list: true,
            below: &[],
        }
    }

    /// The name of the control in the page.
    pub(crate) fn id(&self) -> String {
        id(&self.path)
    }

    /// The name of the label in the page, where it stands for several controls.
    pub(crate) fn label_id(&self) -> String {
        format!("{}-label", self.id())
    }

    /// What is to be seen here now.
    pub(crate) fn look(&self, now: &Now) -> Seen {
        let before = now.base.at(&self.path).cloned().unwrap_or_else(|| self.default.clone());
        // A problem inside a list or a sheet is told at its own field.
        let is_here = |path: &str| match self.shape.inner() {
            Shape::Sheet(_) => path == &*self.path,
            Shape::List { of, .. } if matches!(of.inner(), Shape::Sheet(_)) => path == &*self.path,
            _ => is_within(path, &self.path),
        };
        let problem = now.problems.iter().find(|problem| is_here(&problem.path));
        let why = |all: &'static [FieldCondition]| {
            all.iter().find(|when| !when.met(&now.complete, &self.sheet)).map(|when| when.why)
        };
        let idle = why(self.about.when);
        let value = now.complete.at(&self.path);
        Seen {
            is_changed: changed(self.shape, value, &before) || problem.is_some(),
            value: value.cloned().unwrap_or(Json::Null),
            problem: problem.map(|problem| format!("{}.", format::sentence(&problem.message))),
            has_note_below: idle.is_some() && problem.is_none() && why(self.below) == idle,
            idle,
            entered: now.document.at(&self.path).cloned(),
            before,
        }
    }

    /// What is to be seen here, now and whenever that has changed.
    pub(crate) fn seen(&self, scenario: ScenarioStore) -> Memo<Seen> {
        let at = self.clone();
        Memo::new(move |_| scenario.now.with(|now| at.look(now)))
    }

    /// How many fields are changed here.
    pub(crate) fn changes(&self, now: &Now) -> usize {
        document::changes(self.shape, now.complete.at(&self.path), now.base.at(&self.path), self.default)
    }
}

fn changed(shape: Shape, now: Option<&Json>, before: &Json) -> bool {
    match shape.inner() {
        // Its fields tell for themselves; here only whether it is there at all.
        Shape::Sheet(_) => matches!(now, Some(Json::Object(_))) != matches!(before, Json::Object(_)),
        _ => now != Some(before),
    }
}

impl Seen {
    /// The value as one types it: as it was entered, where it was.
    pub(crate) fn text(&self) -> String {
        plain(self.entered.as_ref().unwrap_or(&self.value))
    }
}

/// What every control follows.
pub(crate) trait Look {
    /// Whether it is wrong, as ARIA says it.
    fn wrong(self) -> Signal<Option<&'static str>>;
    /// Whether it does not count.
    fn idle(self) -> Signal<bool>;
}

impl Look for Memo<Seen> {
    fn wrong(self) -> Signal<Option<&'static str>> {
        Signal::derive(move || self.with(|seen| seen.problem.as_ref().map(|_| "true")))
    }

    fn idle(self) -> Signal<bool> {
        Signal::derive(move || self.with(|seen| seen.idle.is_some()))
    }
}

/// The name of a path's control in the page.
pub(crate) fn id(path: &str) -> String {
    format!("f-{}", path.replace('.', "-"))
}
