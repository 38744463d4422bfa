//! The fields of a ruleset as a JSON Schema.

use crate::json::Json;
use crate::ruleset::Ruleset;
use crate::sheet::{Field, Shape, SheetSpec};

/// The JSON Schema (draft 2020-12) of a ruleset's scenarios in a mode.
#[must_use]
pub fn schema(ruleset: &dyn Ruleset, mode: &str) -> Json {
    let about = ruleset.about();
    let named = |id: &'static str| [("const", Json::from(id))].into_iter().collect::<Json>();
    let modes: Vec<Json> = about.modes.iter().map(|mode| mode.id.into()).collect();
    let mut properties = vec![
        ("ruleset", named(about.id)),
        ("mode", [("enum", Json::List(modes)), ("default", mode.into())].into_iter().collect()),
    ];
    properties.extend(ruleset.form(mode).fields.iter().map(|field| (field.name, described(field))));
    [
        ("$schema", "https://json-schema.org/draft/2020-12/schema".into()),
        ("title", format!("{}: a scenario", about.name).into()),
        ("type", "object".into()),
        ("properties", properties.into_iter().collect()),
        ("additionalProperties", false.into()),
    ]
    .into_iter()
    .collect()
}

fn described(field: &Field) -> Json {
    let Json::Object(mut entries) = of_shape(field.shape) else { return Json::Null };
    entries.push(("title".to_owned(), field.about.label.into()));
    entries.push(("description".to_owned(), field.about.help.into()));
    entries.push(("default".to_owned(), (field.default)()));
    Json::Object(entries)
}

fn of_sheet(spec: &SheetSpec) -> Json {
    let mut properties: Vec<(&str, Json)> =
        spec.fields.iter().map(|field| (field.name, described(field))).collect();
    if spec.presets.is_some() {
        let names = [
            [("type", Json::from("string"))].into_iter().collect(),
            [("type", "array".into()), ("items", [("type", Json::from("string"))].into_iter().collect())]
                .into_iter()
                .collect(),
        ];
        properties.push(("preset", [("anyOf", Json::List(names.to_vec()))].into_iter().collect()));
    }
    [
        ("type", "object".into()),
        ("properties", properties.into_iter().collect()),
        ("additionalProperties", false.into()),
    ]
    .into_iter()
    .collect()
}

fn of_shape(shape: Shape) -> Json {
    let entries: Vec<(&str, Json)> = match shape {
        Shape::Bool => vec![("type", "boolean".into())],
        Shape::Int { low, high } => {
            vec![("type", "integer".into()), ("minimum", low.into()), ("maximum", high.into())]
        }
        Shape::Num { .. } => {
            vec![
                ("type", Json::List(vec!["number".into(), "string".into()])),
                ("$comment", shape.allowed().into()),
            ]
        }
        Shape::Choice(variants) => {
            vec![("enum", Json::List(variants.iter().map(|variant| variant.name.into()).collect()))]
        }
        Shape::Cell { low, high } => vec![
            ("type", "array".into()),
            ("items", of_shape(Shape::Int { low, high })),
            ("minItems", 2.into()),
            ("maxItems", 2.into()),
        ],
        Shape::Sheet(spec) => return of_sheet(spec),
        Shape::List { of, least, most, distinct } => {
            let number = |n: usize| i64::try_from(n).map_or(Json::Null, Json::from);
            let mut entries = vec![
                ("type", "array".into()),
                ("items", of_shape(*of)),
                ("minItems", number(least)),
                ("maxItems", number(most)),
            ];
            if distinct {
                entries.push(("uniqueItems", true.into()));
            }
            entries
        }
        Shape::Nullable(inner) => {
            vec![(
                "anyOf",
                Json::List(vec![of_shape(*inner), [("type", Json::from("null"))].into_iter().collect()]),
            )]
        }
        Shape::Text { allowed } => {
            vec![("type", Json::List(vec!["string".into(), "integer".into()])), ("$comment", allowed.into())]
        }
    };
    entries.into_iter().collect()
}
