//! The fields of a ruleset, one after the other, with dotted paths.

use tohit_resolver::Json;
use tohit_resolver::sheet::{Field, FieldCondition, Shape, SheetSpec};

/// A field and its path.
pub(crate) struct FieldRow {
    /// Path in a document; list items have the index `N`.
    pub(crate) path: String,
    pub(crate) field: &'static Field,
    /// Path of the sheet.
    sheet: String,
}

impl FieldRow {
    /// The path of the field that a condition is about.
    pub(crate) fn other(&self, when: &FieldCondition) -> String {
        when.path.strip_prefix('.').map_or(when.path.to_owned(), |name| joined(&self.sheet, name))
    }
}

/// Every field of a form that passes `keep`; those of nested sheets follow the field that contains them.
pub(crate) fn rows(spec: &'static SheetSpec, keep: &dyn Fn(&Field) -> bool) -> Vec<FieldRow> {
    let mut rows = Vec::new();
    gather(&mut rows, spec, "", keep);
    rows
}

fn gather(rows: &mut Vec<FieldRow>, spec: &'static SheetSpec, sheet: &str, keep: &dyn Fn(&Field) -> bool) {
    for field in spec.fields.iter().filter(|field| keep(field)) {
        let path = joined(sheet, field.name);
        rows.push(FieldRow { path: path.clone(), field, sheet: sheet.to_owned() });
        if let Some((spec, path)) = inner_sheet(field.shape, path) {
            gather(rows, spec, &path, keep);
        }
    }
}

fn joined(sheet: &str, name: &str) -> String {
    if sheet.is_empty() { name.to_owned() } else { format!("{sheet}.{name}") }
}

/// The sheet within a shape, and its path.
fn inner_sheet(shape: Shape, path: String) -> Option<(&'static SheetSpec, String)> {
    match shape.inner() {
        Shape::Sheet(spec) => Some((spec, path)),
        Shape::List { of, .. } => inner_sheet(*of, path + ".N"),
        _ => None,
    }
}

/// A value without its sheets' defaults.
pub(crate) fn brief(value: &Json, shape: Shape) -> Json {
    match (value, shape.inner()) {
        (Json::Object(entries), Shape::Sheet(spec)) => entries
            .iter()
            .filter_map(|(name, value)| {
                let field = spec.field(name)?;
                (value != field.default).then(|| (name.as_str(), brief(value, field.shape)))
            })
            .collect(),
        (Json::List(items), Shape::List { of, .. }) => {
            Json::List(items.iter().map(|item| brief(item, *of)).collect())
        }
        _ => value.clone(),
    }
}
