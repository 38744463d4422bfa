//! A field's position in a sheet, and its display.

use crate::model::scenario::Now;
use crate::store::ScenarioStore;
use leptos::prelude::*;
use std::sync::Arc;
use tohit_report::format;
pub(crate) use tohit_report::values::{plain, readable};
use tohit_resolver::document::{self, is_within, join};
use tohit_resolver::sheet::{About, Field, FieldCondition, Shape, about};
use tohit_resolver::{Fraction, Json};

/// Position in a sheet.
#[derive(Clone)]
pub(crate) struct At {
    /// Path in the document.
    pub(crate) path: Arc<str>,
    /// Path of the containing sheet.
    sheet: Arc<str>,
    pub(crate) shape: Shape,
    pub(crate) about: About,
    default: &'static Json,
    /// True inside a list, which is reset only as a whole.
    pub(crate) in_list: bool,
    /// Conditions of the field below.
    pub(crate) below: &'static [FieldCondition],
}

/// Display of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// Effective value.
    pub(crate) value: Json,
    /// Value without the entry.
    pub(crate) before: Json,
    /// Entered value, if any.
    pub(crate) entered: Option<Json>,
    pub(crate) is_changed: bool,
    /// Problem's message.
    pub(crate) problem: Option<String>,
    /// Reason to ignore it.
    pub(crate) idle: Option<&'static str>,
    /// True where the field below is ignored for the same reason, which is shown there.
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

    /// Item of this list.
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

    /// Element id of the control.
    pub(crate) fn id(&self) -> String {
        id(&self.path)
    }

    /// Element id of the label, where a label has several controls.
    pub(crate) fn label_id(&self) -> String {
        format!("{}-label", self.id())
    }

    /// Display in a scenario.
    pub(crate) fn look(&self, now: &Now) -> Seen {
        let before = now.base.at(&self.path).cloned().unwrap_or_else(|| self.default.clone());
        // A problem inside a list or a sheet is shown at that field.
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

    /// Display as a signal.
    pub(crate) fn seen(&self, scenario: ScenarioStore) -> Memo<Seen> {
        let at = self.clone();
        Memo::new(move |_| scenario.now.with(|now| at.look(now)))
    }

    /// Number of changed fields.
    pub(crate) fn changes(&self, now: &Now) -> usize {
        document::changes(self.shape, now.complete.at(&self.path), now.base.at(&self.path), self.default)
    }
}

fn changed(shape: Shape, now: Option<&Json>, before: &Json) -> bool {
    match shape.inner() {
        // Presence of the sheet only: its fields compare themselves.
        Shape::Sheet(_) => matches!(now, Some(Json::Object(_))) != matches!(before, Json::Object(_)),
        _ => now != Some(before),
    }
}

impl Seen {
    /// The value as typed: the entry, where there is one.
    pub(crate) fn text(&self) -> String {
        plain(self.entered.as_ref().unwrap_or(&self.value))
    }
}

/// State for every control.
pub(crate) trait Look {
    /// `aria-invalid` of the control.
    fn wrong(self) -> Signal<Option<&'static str>>;
    /// True where ignored.
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

/// Element id of a path's control.
pub(crate) fn id(path: &str) -> String {
    format!("f-{}", path.replace('.', "-"))
}

/// A value in words; a fraction as a decimal.
pub(crate) fn decimal(value: &Json) -> String {
    let text = plain(value);
    match text.parse::<Fraction>() {
        Ok(number) if text.contains('/') => number.decimal(),
        _ => text,
    }
}
