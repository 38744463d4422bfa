//! The fields of a ruleset as a JSON Schema.

use crate::about::AboutMode;
use crate::json::Json;
use crate::sheet::{Field, Shape, SheetSpec, Variant};
use crate::text::Ruleset;
use core::ptr;

/// Modes that share a form, and the form.
pub type Form = (Vec<&'static AboutMode>, &'static SheetSpec);

/// Every form of a ruleset once, with the modes that it is for.
#[must_use]
pub fn forms(ruleset: &Ruleset) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for mode in ruleset.about().modes {
        let spec = ruleset.form(mode.id);
        match forms.iter_mut().find(|(_, known)| ptr::eq(known.fields, spec.fields)) {
            Some((modes, _)) => modes.push(mode),
            None => forms.push((vec![mode], spec)),
        }
    }
    forms
}

/// The JSON Schema (draft 2020-12) of a ruleset's scenarios: in all modes, or in one.
///
/// ```
/// use tohit_resolver::{ruleset, schema::schema};
///
/// let schema = schema(ruleset("powder").unwrap(), Some("melee"));
/// assert!(schema.at("properties.defender").is_some());
/// ```
#[must_use]
pub fn schema(ruleset: &Ruleset, mode: Option<&str>) -> Json {
    let about = ruleset.about();
    let first = about.modes.first().map_or("", |mode| mode.id);
    let mut forms = forms(ruleset);
    if let Some(only) = mode {
        forms.retain_mut(|(modes, _)| {
            modes.retain(|mode| mode.id == only);
            !modes.is_empty()
        });
    }
    let mut forms = forms.into_iter().map(|(modes, spec)| {
        let ids: Vec<Json> = modes.iter().map(|mode| mode.id.into()).collect();
        let is_default = modes.iter().any(|mode| mode.id == first);
        (Json::List(ids), is_default, spec)
    });
    // The first mode's form applies where no mode asks for another.
    let mut entries = forms.next().map_or(Vec::new(), |(ids, is_default, spec)| {
        of_form(about.id, &ids, is_default.then_some(first), spec)
    });
    for (ids, _, spec) in forms {
        let asked = Json::object([
            ("properties", Json::object([("mode", Json::object([("enum", ids.clone())]))])),
            ("required", Json::List(vec!["mode".into()])),
        ]);
        entries = vec![
            ("if", asked),
            ("then", of_form(about.id, &ids, None, spec).into_iter().collect()),
            ("else", entries.into_iter().collect()),
        ];
    }
    let head = [
        ("$schema", "https://json-schema.org/draft/2020-12/schema".into()),
        ("title", format!("{}: a scenario", about.name).into()),
    ];
    head.into_iter().chain(entries).collect()
}

/// A form's scenarios; without a default mode they must name theirs.
fn of_form(
    ruleset: &'static str,
    modes: &Json,
    default: Option<&'static str>,
    form: &SheetSpec,
) -> Vec<(&'static str, Json)> {
    let mut mode = vec![("enum", modes.clone())];
    mode.extend(default.map(|default| ("default", default.into())));
    let envelope =
        [("ruleset", Json::object([("const", ruleset.into())])), ("mode", mode.into_iter().collect())];
    let fields = form.fields.iter().map(|field| (field.name, described(field)));
    let mut entries = vec![
        ("type", "object".into()),
        ("properties", envelope.into_iter().chain(fields).collect()),
        ("additionalProperties", false.into()),
    ];
    if default.is_none() {
        entries.push(("required", Json::List(vec!["mode".into()])));
    }
    entries
}

fn described(field: &Field) -> Json {
    let Json::Object(mut entries) = of_shape(field.shape) else { return Json::Null };
    entries.push(("title".to_owned(), field.about.label.into()));
    entries.push(("description".to_owned(), field.about.help.into()));
    entries.push(("default".to_owned(), field.default.clone()));
    Json::Object(entries)
}

fn of_sheet(spec: &SheetSpec) -> Json {
    let fields = spec.fields.iter().map(|field| (field.name, described(field)));
    let preset = spec.presets.map(|kind| {
        let several = Json::object([("type", "array".into()), ("items", of_type("string"))]);
        let any = Json::List(vec![of_type("string"), several]);
        let says = format!("A preset that fills {kind}, or several laid over each other in order.");
        ("preset", Json::object([("description", says.into()), ("anyOf", any)]))
    });
    Json::object([
        ("type", "object".into()),
        ("properties", fields.chain(preset).collect()),
        ("additionalProperties", false.into()),
    ])
}

fn of_type(name: &str) -> Json {
    Json::object([("type", name.into())])
}

fn of_shape(shape: Shape) -> Json {
    match shape {
        Shape::Bool => of_type("boolean"),
        Shape::Int { low, high } => {
            Json::object([("type", "integer".into()), ("minimum", low.into()), ("maximum", high.into())])
        }
        Shape::Num { .. } => number_or_text(["number", "string"], shape),
        Shape::Mark(_) => number_or_text(["string", "integer"], shape),
        Shape::Choice(variants) => {
            let names = variants.iter().map(|variant| variant.name.into());
            let versions = variants.iter().filter_map(Variant::version).map(Json::from);
            Json::object([("enum", Json::List(names.chain(versions).collect()))])
        }
        Shape::Cell { low, high } => items(Shape::Int { low, high }, 2, 2, false),
        Shape::Sheet(spec) => of_sheet(spec),
        Shape::List { of, least, most, distinct } => items(*of, least, most, distinct),
        Shape::Nullable(inner) => {
            Json::object([("anyOf", Json::List(vec![of_shape(*inner), of_type("null")]))])
        }
    }
}

/// A value of either type, with the allowed values in words.
fn number_or_text(types: [&str; 2], shape: Shape) -> Json {
    Json::object([("type", Json::List(types.map(Json::from).to_vec())), ("$comment", shape.allowed().into())])
}

fn items(of: Shape, least: usize, most: usize, distinct: bool) -> Json {
    let number = |n: usize| i64::try_from(n).map_or(Json::Null, Json::from);
    let entries = [
        ("type", "array".into()),
        ("items", of_shape(of)),
        ("minItems", number(least)),
        ("maxItems", number(most)),
    ];
    entries.into_iter().chain(distinct.then(|| ("uniqueItems", true.into()))).collect()
}
