//! Problems of a document, each with its path.

use crate::json::Json;
use core::fmt;
use strsim::levenshtein;

/// A problem of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path: dotted, list items by index. Empty for the document as a whole.
    pub path: String,
    /// The given value, and the allowed ones.
    pub message: String,
}

impl Problem {
    /// A problem at a path.
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// The problem with its path prefixed by an outer one.
    pub(crate) fn inside(self, outer: &str) -> Self {
        let path = if self.path.is_empty() { outer.to_owned() } else { format!("{outer}.{}", self.path) };
        Self { path, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// Message of an entry that is no field; where another mode has the field, that mode follows [`FIELD_OF`].
pub(crate) const NO_FIELD: &str = "there is no such field";
pub(crate) const FIELD_OF: &str = " in this mode; it is one of the mode ";

/// The errors object of the contract.
#[must_use]
pub fn errors_json(problems: &[Problem]) -> Json {
    let entry = |Problem { path, message }: &Problem| {
        Json::object([("path", path.as_str().into()), ("message", message.as_str().into())])
    };
    Json::object([("errors", Json::List(problems.iter().map(entry).collect()))])
}

/// The known name nearest to a given one, if any is near; or else one of which it is a part, such as `ringil` of `long-sword-ringil`.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(given, &known.into_iter().collect::<Vec<_>>())
}

fn nearest_of<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |name: &str| name.to_ascii_lowercase().chars().take(64).collect::<String>();
    let given_letters = letters(given);
    let near = given_letters.chars().count().div_ceil(3).max(1);
    let distances = known.iter().map(|name| (levenshtein(&given_letters, &letters(name)), *name));
    let nearest = distances.filter(|(distance, _)| *distance <= near).min_by_key(|(distance, _)| *distance);
    let words = |name: &str| {
        let plain = |c: char| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() };
        ['-'].into_iter().chain(name.chars().map(plain)).chain(['-']).collect::<String>()
    };
    let part = words(given);
    let whole = || known.iter().copied().find(|name| holds(&words(name), &part));
    nearest.map(|(_, name)| name).or_else(whole)
}

/// True where `text` contains `part`.
fn holds(text: &str, part: &str) -> bool {
    (0..text.len()).any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(part)))
}

/// `; did you mean "…"?` where a known name is near.
pub(crate) fn hint<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, known).map_or(String::new(), |name| format!("; did you mean {}?", Json::from(name)))
}

/// A name as a message repeats it: no more than its beginning where it is long.
#[must_use]
pub fn quoted(name: &str) -> String {
    /// No name that is known is longer.
    const MOST: usize = 60;
    let begin: String = name.chars().take(MOST).collect();
    let is_whole = begin.len() == name.len();
    Json::from(if is_whole { begin } else { begin + "…" }.as_str()).to_string()
}

/// The first control character of a line, other than a tab or the end of a line of Windows: its place in
/// characters, from 1, and its name.
#[must_use]
pub fn control_character(line: &str) -> Option<(usize, String)> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let (place, found) = (1..).zip(line.chars()).find(|(_, c)| c.is_control() && *c != '\t')?;
    Some((place, format!("U+{:04X}", u32::from(found))))
}

/// Problem of a part of a link with a control character: of a name, whose path would hold it, or of the value at a path.
pub(crate) fn control_in_link(path: Option<&str>, text: &str) -> Option<Problem> {
    let (place, found) = control_character(text)?;
    let message =
        format!("{} holds a control character, {found}, as its character {place}; delete it", quoted(text));
    Some(Problem::at(path.unwrap_or_default(), message))
}

/// Message for a value that is none of the known names.
pub(crate) fn none_of(given: &Json, known: &[&str]) -> String {
    let (given, hint) = match given {
        Json::Text(name) => (quoted(name), hint(name, known.iter().copied())),
        other => (other.kind().to_owned(), String::new()),
    };
    format!("{given} is not allowed; it must be one of {}{hint}", known.join(", "))
}

/// Problem of a document that is no object.
pub(crate) fn no_scenario(document: &Json) -> Problem {
    Problem::at("", format!("{} is not allowed; a scenario is an object", document.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_not_repeated_whole() {
        let said = none_of(&"x".repeat(1_000_000).as_str().into(), &["powder"]);
        assert_eq!(said, format!("\"{}…\" is not allowed; it must be one of powder", "x".repeat(60)));
        assert_eq!(none_of(&"ü\"".into(), &["powder"]), r#""ü\"" is not allowed; it must be one of powder"#);
    }

    #[test]
    fn names_the_nearest() {
        let known = ["edged", "pointed", "blunt", "improvised"];
        assert_eq!(nearest("edgd", known), Some("edged"));
        assert_eq!(nearest("Blunt", known), Some("blunt"));
        assert_eq!(nearest("xyzzy", known), None);
        assert_eq!(nearest("", known), None);
        let swords = ["long-sword-of-westernesse", "long-sword-ringil", "armour_to_hit"];
        assert_eq!(nearest("Ringil", swords), Some("long-sword-ringil"));
        assert_eq!(nearest("sword ringil", swords), Some("long-sword-ringil"));
        assert_eq!(nearest("armour", swords), Some("armour_to_hit"));
        assert_eq!(nearest("ring", swords), None);
    }

    #[test]
    fn what_stands_inside_has_the_whole_path() {
        let inside = |path: &str| Problem::at(path, "").inside("against").path;
        assert_eq!(inside("attacker.parts.0.dice"), "against.attacker.parts.0.dice");
        assert_eq!(inside(""), "against");
    }
}
