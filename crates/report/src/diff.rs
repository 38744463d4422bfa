//! Differences between two sheets, in words.

use crate::format;
use crate::values::{plain, readable};
use tohit_resolver::Json;
use tohit_resolver::sheet::{Shape, SheetSpec, in_line};

/// A field that differs in the second sheet.
pub struct Difference {
    /// Name of the field.
    pub field: &'static str,
    /// Label of the part of the sheet that the field stands in, such as "weapon".
    part: Option<String>,
    /// The field and its value in words.
    pub text: String,
}

impl Difference {
    /// True for a difference of the same field: one of a name in two sheets of a fighter is one.
    pub fn is_of_field(&self, other: &Self) -> bool {
        self.field == other.field && self.part == other.part
    }

    /// The text with the part before it, for where several parts are listed as one.
    pub fn with_part(&self) -> String {
        match &self.part {
            Some(part) if !self.text.starts_with(part.as_str()) => format!("{part} {}", self.text),
            _ => self.text.clone(),
        }
    }
}

/// Fields that differ in the second sheet.
pub fn differences(spec: &'static SheetSpec, mode: &str, both: (&Json, &Json)) -> Vec<Difference> {
    let mut found = Vec::new();
    differ(spec, mode, both, &mut found);
    found
}

fn differ(spec: &'static SheetSpec, mode: &str, (one, other): (&Json, &Json), found: &mut Vec<Difference>) {
    let whole = other;
    for field in spec.used(mode) {
        let (Some(one), Some(other)) = (one.get(field.name), other.get(field.name)) else { continue };
        let label = field.about.label.to_ascii_lowercase();
        let text = match (field.shape.inner(), one, other) {
            _ if one == other => continue,
            (Shape::Sheet(inner), Json::Object(_), Json::Object(_)) => {
                let from = found.len();
                differ(inner, mode, (one, other), found);
                // A part's label distinguishes "weapon attack 2" from the wielder's "attack skill".
                for Difference { field, part, text } in found.iter_mut().skip(from) {
                    part.get_or_insert_with(|| label.clone());
                    let Some(own) = inner.field(field).map(|field| field.about.label) else { continue };
                    let is_like = |label: &str| {
                        label.strip_prefix(own).is_some_and(|more| more.is_empty() || more.starts_with(' '))
                    };
                    if spec.used(mode).any(|field| is_like(field.about.label)) {
                        *text = format!("{label} {text}");
                    }
                }
                continue;
            }
            // Damage in parts is listed in full: one part alone would look like the whole.
            (Shape::List { of: Shape::Sheet(inner), .. }, Json::List(ones), Json::List(others))
                if ones.len().max(others.len()) > 1
                    && let Some(parts) = parts(inner, mode, others) =>
            {
                parts
            }
            (Shape::List { of: Shape::Sheet(inner), .. }, Json::List(ones), Json::List(others))
                if ones.len() == others.len() =>
            {
                ones.iter().zip(others).for_each(|both| differ(inner, mode, both, found));
                continue;
            }
            (Shape::List { of: Shape::Sheet(_), .. }, _, Json::List(items)) if items.is_empty() => {
                format!("no {label}")
            }
            (Shape::List { of: Shape::Sheet(_), .. }, _, Json::List(items)) => {
                format!("{label}: {}", format::count(items.len(), "entry", "entries"))
            }
            (Shape::Sheet(_), _, Json::Object(_)) => label,
            (Shape::Sheet(_), _, Json::Null) | (Shape::Bool, _, Json::Bool(false)) => format!("no {label}"),
            (Shape::Bool, _, Json::Bool(true)) => label,
            // Dice are written as dice, once.
            (Shape::Int { .. }, ..) if let Some(dice) = dice(field.name, whole) => {
                if found.last().is_some_and(|before| before.text == dice) {
                    continue;
                }
                dice
            }
            (_, _, Json::Number(tenths)) if let Some(unit) = field.about.unit.strip_prefix("×0.1 ") => {
                format!("{label} {} {unit}", tenth(tenths))
            }
            // The value suffices where the label is "Kind" or equals the value.
            _ if label.starts_with("kind") || label == readable(field.shape, other).to_ascii_lowercase() => {
                readable(field.shape, other)
            }
            _ => format!("{label} {}", readable(field.shape, other)),
        };
        found.push(Difference { field: field.name, part: None, text });
    }
}

/// Parts with dice, each with its other values in words; none where they have no dice.
fn parts(spec: &'static SheetSpec, mode: &str, items: &[Json]) -> Option<String> {
    let part = |item: &Json| {
        let besides = spec.used(mode).filter(|field| !matches!(field.name, "dice" | "sides"));
        let besides = besides.filter_map(|field| {
            let value = item.get(field.name).filter(|value| *value != field.default)?;
            let says = readable(field.shape, value).to_ascii_lowercase();
            let is_word = matches!(field.shape.inner(), Shape::Choice(_));
            Some(if is_word { says } else { format!("{} {says}", in_line(field.about.label)) })
        });
        let text: Vec<String> = dice("dice", item).into_iter().chain(besides).collect();
        item.get("sides").map(|_| text.join(" "))
    };
    let all: Vec<String> = items.iter().map(part).collect::<Option<_>>()?;
    (!all.is_empty()).then(|| all.join(" + "))
}

/// Dice in the players' notation, where this field is part of some.
fn dice(field: &str, sheet: &Json) -> Option<String> {
    let [dice, sides] = ["dice", "sides"].map(|name| sheet.get(name).map(plain));
    matches!(field, "dice" | "sides").then_some(format!("{}d{}", dice?, sides?))
}

/// A whole number of tenths.
fn tenth(number: &str) -> String {
    let (whole, part) = number.split_at(number.len().saturating_sub(1));
    let whole = if matches!(whole, "" | "-") { format!("{whole}0") } else { whole.to_owned() };
    if part == "0" { whole } else { format!("{whole}.{part}") }
}
