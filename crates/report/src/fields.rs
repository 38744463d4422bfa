//! A field of a form: by its path, and by what it is called.

use tohit_resolver::sheet::{Shape, SheetSpec, in_line};

/// A field, or a sheet.
#[derive(Clone)]
pub struct LabelledField {
    /// Where it stands.
    pub path: String,
    /// What may stand there.
    pub shape: Shape,
    /// The labels of the sheets around it, and its own.
    labels: Vec<&'static str>,
}

impl LabelledField {
    /// What a form has at a path.
    #[must_use]
    pub fn of(form: &'static SheetSpec, path: &str) -> Option<Self> {
        let (shape, labels) = form.at(path)?;
        Some(Self { path: path.to_owned(), shape, labels })
    }

    /// Its own label.
    #[must_use]
    pub fn label(&self) -> &'static str {
        self.labels.last().copied().unwrap_or_default()
    }

    /// What stands before it in the form: its sheet, and the sheets around that.
    #[must_use]
    pub fn within(&self) -> String {
        self.labels.split_last().map_or_else(String::new, |(_, around)| around.join(", "))
    }

    /// All of that, and its own label.
    #[must_use]
    pub fn way(&self) -> String {
        self.labels.join(", ")
    }

    /// Its whole name.
    #[must_use]
    pub fn name(&self) -> String {
        named(&self.labels)
    }

    /// Its name without its side.
    #[must_use]
    pub fn name_inside(&self) -> String {
        named(self.labels.get(1..).filter(|inside| !inside.is_empty()).unwrap_or(&self.labels))
    }

    /// Whether it has many values.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        match self.shape.inner() {
            Shape::Int { low, high } => high.saturating_sub(low) > 200,
            shape => matches!(shape, Shape::Num { .. }),
        }
    }

    /// Whether its values can be gone through one by one.
    #[must_use]
    pub fn is_single(&self) -> bool {
        !matches!(self.shape.inner(), Shape::List { .. })
    }

    /// Whether it has a range.
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
