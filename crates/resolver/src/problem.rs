//! What is wrong with a document: every problem, each with its path.

use crate::json::Json;
use core::fmt;
use strsim::levenshtein;

/// One thing wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where: dotted, list items by index. Empty for the document as a whole.
    pub path: String,
    /// What was given and what is allowed.
    pub message: String,
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

/// The errors object of the contract.
#[must_use]
pub fn errors_json(problems: &[Problem]) -> Json {
    let told = |Problem { path, message }: &Problem| {
        Json::object([("path", path.as_str().into()), ("message", message.as_str().into())])
    };
    Json::object([("errors", Json::List(problems.iter().map(told).collect()))])
}

/// A place in a document, from the outside inwards.
#[derive(Clone, Copy)]
pub struct Path<'a> {
    outer: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The document itself.
    pub const ROOT: Path<'static> = Path { outer: None, step: Step::Name("") };

    /// A field in here.
    #[must_use]
    pub fn field(&'a self, name: &'a str) -> Path<'a> {
        Path { outer: Some(self), step: Step::Name(name) }
    }

    /// A list item in here.
    #[must_use]
    pub fn item(&'a self, index: usize) -> Path<'a> {
        Path { outer: Some(self), step: Step::Index(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(outer) = self.outer else { return Ok(()) };
        outer.fmt(f)?;
        if outer.outer.is_some() {
            f.write_str(".")?;
        }
        match self.step {
            Step::Name(name) => f.write_str(name),
            Step::Index(index) => write!(f, "{index}"),
        }
    }
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

/// Whether one text is a part of another.
fn holds(text: &str, part: &str) -> bool {
    (0..text.len()).any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(part)))
}

/// `; did you mean "…"?` where a known name is near.
pub(crate) fn hint<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, known).map_or(String::new(), |name| format!("; did you mean {}?", Json::from(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn writes_paths() {
        let root = Path::ROOT;
        let attacker = root.field("attacker");
        let parts = attacker.field("parts");
        assert_eq!(parts.item(0).field("dice").to_string(), "attacker.parts.0.dice");
        assert_eq!(root.to_string(), "");
    }
}
