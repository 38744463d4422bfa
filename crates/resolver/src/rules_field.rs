//! A scenario under each of the rule sets that its mode offers.

use crate::json::Json;
use crate::sheet::{Shape, SheetSpec, Variant};
use crate::text::Ruleset;

/// Path of the field that chooses the rules, in rulesets that offer several.
const SECTION: &str = "situation";
const FIELD: &str = "rules";

/// True for the path of the field that chooses the rules.
pub(crate) fn is_rules(path: &str) -> bool {
    path.split_once('.') == Some((SECTION, FIELD))
}

/// The rules that a mode offers; none where it has no such choice.
///
/// ```
/// use tohit_resolver::{ruleset, rules_of};
///
/// let names: Vec<_> = rules_of(ruleset("powder").unwrap(), "melee").iter().map(|rules| rules.name).collect();
/// assert_eq!(names, ["document", "game"]);
/// ```
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

/// The rules that a document chooses, or the form's default; none where the form has no such choice.
pub(crate) fn rules_chosen(form: &SheetSpec, document: &Json) -> Option<&'static str> {
    let Shape::Sheet(spec) = form.field(SECTION)?.shape else { return None };
    let field = spec.field(FIELD)?;
    let Shape::Choice(variants) = field.shape else { return None };
    let given = document.get(SECTION).and_then(|section| section.get(FIELD)).unwrap_or(field.default);
    Variant::find(variants, &given.plain()).map(|variant| variant.name)
}

/// The scenario under these rules. A document that is no object is returned as it is; the reader reports it.
///
/// ```
/// use tohit_resolver::{from_link, under_rules};
///
/// let (powder, scenario) = from_link("powder/melee?attacker.physical_level=8&defender.natural_ac=8").unwrap();
/// let hit = |rules| powder.resolve::<f64>(&under_rules(&scenario, rules)).unwrap().hit.unwrap();
/// assert!(hit("document") > hit("game"));
/// ```
#[must_use]
pub fn under_rules(document: &Json, rules: &str) -> Json {
    let mut under = document.clone();
    let is_object = |json: &Json| matches!(json, Json::Object(_));
    if is_object(document) && document.get(SECTION).is_none_or(is_object) {
        *under.member_mut(SECTION).member_mut(FIELD) = rules.into();
    }
    under
}
