//! One scenario under each of the rules that its mode knows.

use crate::json::Json;
use crate::sheet::{Shape, SheetSpec, Variant};
use crate::text::Ruleset;

/// Where a ruleset that knows several rules says which hold.
const SECTION: &str = "situation";
const FIELD: &str = "rules";

/// Whether that is where a scenario says which rules hold.
pub(crate) fn is_rules(path: &str) -> bool {
    path.split_once('.') == Some((SECTION, FIELD))
}

/// The rules that a mode knows; none where it has no such choice.
#[must_use]
pub fn rules_of(ruleset: &Ruleset, mode: &str) -> &'static [Variant] {
    let used = |spec: &SheetSpec, name: &str| spec.asked(name, mode).map(|field| field.shape);
    match used(ruleset.form(mode), SECTION) {
        Some(Shape::Sheet(spec)) => match used(spec, FIELD) {
            Some(Shape::Choice(variants)) => variants,
            _ => &[],
        },
        _ => &[],
    }
}

/// The scenario under these rules. What is no object is left for the reader to complain of.
#[must_use]
pub fn under_rules(document: &Json, rules: &str) -> Json {
    let mut under = document.clone();
    let is_object = |json: &Json| matches!(json, Json::Object(_));
    if is_object(document) && document.get(SECTION).is_none_or(is_object) {
        *under.member_mut(SECTION).member_mut(FIELD) = rules.into();
    }
    under
}
