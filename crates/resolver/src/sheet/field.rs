//! Field descriptions, as data.

use crate::json::Json;
use tohit_compile::program::Marks;

/// A field of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Name in documents and permalinks.
    pub name: &'static str,
    /// Shape of the values.
    pub shape: Shape,
    /// Label, help and conditions.
    pub about: About,
    /// The default, as a document would write it.
    pub default: &'static Json,
}

/// Shape of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// True or false.
    Bool,
    /// A whole number between two ends.
    Int {
        /// The least.
        low: i64,
        /// The most.
        high: i64,
    },
    /// An exact number between two ends, which are fractions.
    Num {
        /// The least.
        low: (i64, i64),
        /// The most.
        high: (i64, i64),
    },
    /// A name from a list.
    Choice(&'static [Variant]),
    /// A place on a map: two whole numbers.
    Cell {
        /// The least of either.
        low: i64,
        /// The most of either.
        high: i64,
    },
    /// A sheet of its own.
    Sheet(&'static SheetSpec),
    /// Several.
    List {
        /// Shape of the items.
        of: &'static Shape,
        /// Least number of items.
        least: usize,
        /// Most items.
        most: usize,
        /// True where items must differ.
        distinct: bool,
    },
    /// The inner shape, or null.
    Nullable(&'static Shape),
    /// A mark: whole numbers, of which some have a second part, such as 18/50.
    Mark(&'static Marks),
}

impl Shape {
    /// The shape inside a nullable one.
    #[must_use]
    pub const fn inner(self) -> Self {
        match self {
            Self::Nullable(inner) => *inner,
            other => other,
        }
    }

    /// The fields of a sheet, or of each of several.
    #[must_use]
    pub fn part(self) -> Option<&'static SheetSpec> {
        match self.inner() {
            Self::Sheet(spec) => Some(spec),
            Self::List { of, .. } => of.part(),
            _ => None,
        }
    }

    /// Allowed values in words: `0 to 99`, `one of a, b`.
    ///
    /// ```
    /// use tohit_resolver::sheet::Shape;
    ///
    /// assert_eq!(Shape::Int { low: 0, high: 20 }.allowed(), "a whole number from 0 to 20");
    /// ```
    #[must_use]
    pub fn allowed(self) -> String {
        let number = |(over, under): (i64, i64)| {
            if under == 1 { over.to_string() } else { format!("{over}/{under}") }
        };
        match self {
            Self::Bool => "true or false".to_owned(),
            Self::Int { low, high } => format!("a whole number from {low} to {high}"),
            Self::Num { low, high } => {
                format!(
                    "a number from {} to {} (whole, a decimal, or a fraction such as 3/2)",
                    number(low),
                    number(high)
                )
            }
            Self::Choice(variants) => {
                let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
                format!("one of {}", names.join(", "))
            }
            Self::Cell { low, high } => format!("a cell [x, y], each from {low} to {high}"),
            Self::Sheet(_) => "an object".to_owned(),
            Self::List { of, least, most, distinct } => {
                let how_many =
                    if least == 0 { format!("up to {most}") } else { format!("{least} to {most}") };
                let distinct = if distinct { "distinct " } else { "" };
                format!("a list of {how_many} {distinct}items, each {}", of.allowed())
            }
            Self::Nullable(inner) => format!("{}, or null", inner.allowed()),
            Self::Mark(marks) => marks.allowed(),
        }
    }
}

/// A name of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The name in documents.
    pub name: &'static str,
    label: Option<&'static str>,
}

impl Variant {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, label: Option<&'static str>) -> Self {
        Self { name, label }
    }

    /// The name that a person reads.
    #[must_use]
    pub fn label(&self) -> String {
        self.label.map_or_else(|| self.name.replace('-', " "), str::to_owned)
    }

    /// The version of a game that label and name state, as 3.7 and `v3-7` do: documents may write it in place
    /// of the name.
    #[must_use]
    pub fn version(&self) -> Option<&'static str> {
        let first = self.label?.split(' ').next()?;
        let is_version = first.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        (is_version && self.name.ends_with(&first.replace('.', "-"))).then_some(first)
    }

    /// The variant of that name, or of that version.
    ///
    /// ```
    /// use tohit_resolver::sheet::Variant;
    ///
    /// let versions = [Variant::new("v3-6", Some("3.6")), Variant::new("v5-0", Some("5.0"))];
    /// let name = |text: &str| Variant::find(&versions, text).map(|variant| variant.name);
    /// assert_eq!((name("v5-0"), name("5.0"), name("4.0")), (Some("v5-0"), Some("v5-0"), None));
    /// ```
    #[must_use]
    pub fn find<'v>(variants: &'v [Self], text: &str) -> Option<&'v Self> {
        let named = variants.iter().find(|variant| variant.name == text);
        named.or_else(|| variants.iter().find(|variant| variant.version() == Some(text)))
    }
}

/// The fields of one kind of sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SheetSpec {
    /// Kind of the presets that fill the sheet, if any.
    pub presets: Option<&'static str>,
    /// The fields, in the order of the form.
    pub fields: &'static [Field],
}

impl SheetSpec {
    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The fields that `mode` uses.
    pub fn used<'a>(&self, mode: &'a str) -> impl Iterator<Item = &'static Field> + use<'a> {
        self.fields.iter().filter(move |field| field.about.used_in(mode))
    }

    /// The field of that name, where `mode` uses it.
    #[must_use]
    pub fn asked(&self, name: &str, mode: &str) -> Option<&'static Field> {
        self.field(name).filter(|field| field.about.used_in(mode))
    }

    /// True where the field at a path, or one around it, is the nature of a thing or a creature.
    #[must_use]
    pub fn is_fixed(&'static self, path: &str) -> bool {
        let mut shape = Shape::Sheet(self);
        path.split('.').any(|step| match shape.inner() {
            Shape::Sheet(spec) => spec.field(step).is_some_and(|field| {
                shape = field.shape;
                field.about.fixed
            }),
            Shape::List { of, .. } => {
                shape = *of;
                false
            }
            _ => false,
        })
    }

    /// Shape of the value at a dotted path, and the labels on the way.
    ///
    /// ```
    /// let form = tohit_resolver::ruleset("powder").unwrap().form("melee");
    /// assert!(form.at("defender.natural_ac").is_some());
    /// assert!(form.at("defender.wings").is_none());
    /// ```
    #[must_use]
    pub fn at(&'static self, path: &str) -> Option<(Shape, Vec<&'static str>)> {
        path.split('.').try_fold((Shape::Sheet(self), Vec::new()), |(shape, mut labels), step| {
            let shape = match shape.inner() {
                Shape::Sheet(spec) => {
                    let field = spec.field(step)?;
                    labels.push(field.about.label);
                    field.shape
                }
                Shape::List { of, .. } => step.parse::<usize>().ok().map(|_| *of)?,
                _ => return None,
            };
            Some((shape, labels))
        })
    }
}

/// The words about a field, and the conditions under which it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct About {
    /// Label on the page.
    pub label: &'static str,
    /// Description in one sentence.
    pub help: &'static str,
    /// Unit of measurement.
    pub unit: &'static str,
    /// Group in the form; fields without a group are the most important ones and always open.
    pub group: &'static str,
    /// Modes that use the field, hidden in others; an empty list means all.
    pub modes: &'static [&'static str],
    /// Conditions for the field to count. The page greys it otherwise, with the reason.
    pub when: &'static [FieldCondition],
    /// True where only the attacker of this scenario has the field: exchanged sides start with its default.
    pub one_way: bool,
    /// True for the nature of a thing or a creature, constant in play: rankings of steps list the other
    /// fields first.
    pub fixed: bool,
}

/// A label in the middle of a line; AC stays AC.
#[must_use]
pub fn in_line(label: &str) -> String {
    let word = label.split(' ').next().unwrap_or_default();
    let is_name = word.chars().skip(1).any(char::is_uppercase);
    if is_name {
        label.to_owned()
    } else {
        word.to_ascii_lowercase() + label.get(word.len()..).unwrap_or_default()
    }
}

/// A field's label and help; the rest is added by the methods below.
#[must_use]
pub const fn about(label: &'static str, help: &'static str) -> About {
    About { label, help, unit: "", group: "", modes: &[], when: &[], one_way: false, fixed: false }
}

impl About {
    /// True where `mode` uses the field.
    #[must_use]
    pub fn used_in(&self, mode: &str) -> bool {
        is_named(self.modes, mode)
    }

    /// True where the field counts in `mode`, in a complete document (see [`crate::Ruleset::complete`]) with
    /// the field in the sheet at `sheet`.
    #[must_use]
    pub fn counts(&self, mode: &str, document: &Json, sheet: &str) -> bool {
        self.used_in(mode) && self.when.iter().all(|when| when.met(document, sheet))
    }
}

/// True where a list of modes contains `mode`; an empty list means all.
pub(crate) fn is_named<T: AsRef<str>>(modes: &[T], mode: &str) -> bool {
    modes.is_empty() || modes.iter().any(|named| named.as_ref() == mode)
}

/// A condition on another field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldCondition {
    /// The other field: its path in the document (`attacker.kind`), or `.name` for one in the same sheet.
    pub path: &'static str,
    /// The values in question, as a permalink writes them; a list contains them.
    pub values: &'static [&'static str],
    /// True where the value must be one of them, false where it must be none of them.
    pub holds: bool,
    /// Reason why the field does not count otherwise, in one sentence.
    pub why: &'static str,
    /// Alternative condition: either suffices.
    pub or: Option<&'static FieldCondition>,
}

impl FieldCondition {
    /// A condition that the other field is one of `values`.
    #[must_use]
    pub const fn is(path: &'static str, values: &'static [&'static str], why: &'static str) -> Self {
        Self { path, values, holds: true, why, or: None }
    }

    /// True where the condition holds in a complete document (see [`crate::Ruleset::complete`]) for a field
    /// of the sheet at `sheet`.
    #[must_use]
    pub fn met(&self, document: &Json, sheet: &str) -> bool {
        let path = match self.path.strip_prefix('.') {
            Some(name) => format!("{sheet}.{name}"),
            None => self.path.to_owned(),
        };
        let is_one = |value: &Json| match value {
            Json::Null => self.values.contains(&"null"),
            Json::Bool(true) => self.values.contains(&"true"),
            Json::Bool(false) => self.values.contains(&"false"),
            Json::Number(text) | Json::Text(text) => self.values.contains(&text.as_str()),
            Json::List(_) | Json::Object(_) => false,
        };
        let steps: Vec<&str> = path.split('.').collect();
        found(document, &steps, &is_one) == self.holds
            || self.or.is_some_and(|other| other.met(document, sheet))
    }
}

/// True where the value at the end of a path satisfies a test; of a list any item suffices, unless the path
/// names one.
fn found(value: &Json, steps: &[&str], is_such: &dyn Fn(&Json) -> bool) -> bool {
    match (value, steps) {
        (Json::List(items), [step, rest @ ..]) if step.bytes().all(|byte| byte.is_ascii_digit()) => {
            let item = step.parse::<usize>().ok().and_then(|place| items.get(place));
            item.is_some_and(|item| found(item, rest, is_such))
        }
        (Json::List(items), _) => items.iter().any(|item| found(item, steps, is_such)),
        (value, []) => is_such(value),
        (value, [step, rest @ ..]) => value.get(step).is_some_and(|value| found(value, rest, is_such)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_looks_where_it_says() {
        const HERO: FieldCondition = FieldCondition::is(".kind", &["hero"], "A monster has none.");
        const OTHERS: FieldCondition =
            FieldCondition { holds: false, ..FieldCondition::is("attacker.kind", &["hero"], "") };
        const EITHER: FieldCondition = FieldCondition { or: Some(&OTHERS), ..HERO };
        let met = |when: &FieldCondition, attacker: &str, defender: &str| {
            let text = format!(r#"{{"attacker":{{"kind":{attacker}}},"defender":{{"kind":{defender}}}}}"#);
            when.met(&Json::parse(&text).unwrap_or(Json::Null), "defender")
        };
        assert!(met(&HERO, "null", "\"hero\""));
        assert!(!met(&HERO, "\"hero\"", "null"));
        assert!(met(&OTHERS, "[\"mob\"]", "null") && !met(&OTHERS, "[\"mob\",\"hero\"]", "null"));
        for (attacker, defender, either) in
            [("\"mob\"", "\"hero\"", true), ("\"mob\"", "null", true), ("\"hero\"", "null", false)]
        {
            assert_eq!(met(&EITHER, attacker, defender), either, "{attacker} {defender}");
        }
        const ITEMS: FieldCondition = FieldCondition::is("attacker.kind.name", &["hero"], "");
        assert!(met(&ITEMS, r#"[{"name":"mob"},{"name":"hero"}]"#, "null"));
        assert!(!met(&ITEMS, r#"[{"name":"mob"},{}]"#, "null") && !met(&ITEMS, "[]", "null"));
        // A field beside this one, in an item of a list.
        let items = Json::parse(r#"{"kinds":[{"kind":"mob"},{"kind":"hero"}]}"#).unwrap_or(Json::Null);
        let of_item = |sheet: &str| HERO.met(&items, sheet);
        assert!(!of_item("kinds.0") && of_item("kinds.1") && !of_item("kinds.2"));
    }
}
