//! A field of a form: its path and its labels.

use tohit_resolver::sheet::{Shape, SheetSpec, in_line};

/// A field, or a sheet.
#[derive(Clone)]
pub struct LabelledField {
    /// Path in the document.
    pub path: String,
    /// Shape of the values.
    pub shape: Shape,
    /// Labels of the sheets around the field, then its own.
    labels: Vec<&'static str>,
}

impl LabelledField {
    /// The field or sheet at a path of a form.
    #[must_use]
    pub fn of(form: &'static SheetSpec, path: &str) -> Option<Self> {
        let (shape, labels) = form.at(path)?;
        Some(Self { path: path.to_owned(), shape, labels })
    }

    /// Label of the field.
    #[must_use]
    pub fn label(&self) -> &'static str {
        self.labels.last().copied().unwrap_or_default()
    }

    /// Labels of the sheets around the field.
    #[must_use]
    pub fn within(&self) -> String {
        self.labels.split_last().map_or_else(String::new, |(_, around)| around.join(", "))
    }

    /// Labels of the sheets around the field, then its own.
    #[must_use]
    pub fn way(&self) -> String {
        self.labels.join(", ")
    }

    /// Full name.
    #[must_use]
    pub fn name(&self) -> String {
        named(&self.labels)
    }

    /// Name without the side.
    #[must_use]
    pub fn name_inside(&self) -> String {
        named(self.labels.get(1..).filter(|inside| !inside.is_empty()).unwrap_or(&self.labels))
    }

    /// True for a field with many values.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        match self.shape.inner() {
            Shape::Int { low, high } => high.saturating_sub(low) > 200,
            shape => matches!(shape, Shape::Num { .. }),
        }
    }

    /// True for a field with one value at a time.
    #[must_use]
    pub fn is_single(&self) -> bool {
        !matches!(self.shape.inner(), Shape::List { .. })
    }

    /// True for a field with a range.
    #[must_use]
    pub fn is_ranged(&self) -> bool {
        matches!(self.shape.inner(), Shape::Int { .. } | Shape::Num { .. } | Shape::Mark(_))
    }
}

fn named(labels: &[&'static str]) -> String {
    match labels {
        [around @ .., own] if !around.is_empty() => format!("{}: {}", around.join(", "), in_line(own)),
        own => own.concat(),
    }
}
